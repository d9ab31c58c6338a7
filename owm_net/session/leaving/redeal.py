"""A new deck when a seat was dropped, out of which the hands of the others go on."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Redeal
from owm_net.protocol import blinding, equality, opening
from owm_net.protocol.entries import EntryKind
from owm_net.protocol.shuffle import Ciphertext, encode_deck
from owm_net.session.basis import Basis
from owm_net.session.decks import Deck, Decks
from owm_net.session.openings import Openings
from owm_net.session.steps import ProtocolStep, Steps

Hands = dict[Seat, list[int]]
"""Seat -> its slots."""


class Redeals:
    """Answers `Redeal`: those who remain make a new deck and keep their hands."""

    def __init__(self, basis: Basis, decks: Decks, openings: Openings) -> None:
        self._basis = basis
        self._decks = decks
        self._openings = openings

    def redeal(self, request: Redeal) -> Steps:
        """Re-encrypt the hands, shuffle the pool, and find by tags where in the new deck the cards
        of the hands are: those places go to their owners, the rest is the deck.

        Nobody learns which cards they are: the deck was shuffled by all, and a tag says of two
        cards that they are the same and nothing else.
        """
        moved, hands = request.moved(), _hands(request)
        written = yield from self._write_anew(request.number, hands)
        deck: Deck = ()
        if request.pool:
            deck = yield from self._decks.mix_pool(request.number, request.pool)
        found: list[int] = []
        if moved:
            found = yield from self._find(request.number, deck, [written[s] for s in moved])
        rest = [card for i, card in enumerate(deck) if i not in set(found)]
        self._basis.cards.lay(request.number, [*(deck[i] for i in found), *rest])
        yield from self._take_up(moved, hands)
        return ()

    def _write_anew(self, number: int, hands: Hands) -> Steps:
        """Slot -> its card under the new joint key, by every seat that has a hand."""
        basis = self._basis
        if not hands:
            return {}
        old = {seat: basis.cards.closed_by(seat, slots) for seat, slots in hands.items()}

        def ctx(seat: Seat) -> bytes:
            return basis.ctx(seat, "hand", number, about=basis.about(hands[seat]))

        def make() -> bytes:
            own, secrets = basis.mine()
            key, cards = basis.keys[own.seat].X, old[own.seat]
            entropy = basis.random(ctx(own.seat), encode_deck(cards))
            return equality.write_anew(ctx(own.seat), secrets, key, basis.joint, cards, entropy)

        def check(seat: Seat, body: bytes) -> Sequence[Ciphertext]:
            new = equality.split_hand(body, len(hands[seat]))
            basis.prove(
                seat,
                equality.check_hand,
                ctx(seat),
                basis.keys[seat].X,
                basis.joint,
                old[seat],
                body,
            )
            return new

        values = yield ProtocolStep(EntryKind.HAND, tuple(hands), check, make, "keeping the hands")
        return {
            s: card
            for slots, cards in zip(hands.values(), values, strict=True)
            for s, card in zip(slots, cards, strict=True)
        }

    def _find(self, number: int, deck: Deck, hands: Sequence[Ciphertext]) -> Steps:
        """The place in the deck of each card of the hands."""
        cards: Deck = [*deck, *hands]
        for seat in tuple(self._basis.present):
            (cards,) = yield self._blind_step(seat, number, cards)
        shares = yield self._tags_step(number, cards)
        tags = blinding.tags(cards, shares)
        return blinding.places(tags[: len(deck)], tags[len(deck) :])

    def _blind_step(self, seat: Seat, number: int, cards: Deck) -> ProtocolStep:
        basis = self._basis

        def make() -> bytes:
            own, _ = basis.mine()
            ctx = basis.ctx(own.seat, "blind", number)
            return blinding.blind(ctx, cards, basis.random(ctx, encode_deck(cards)))

        def check(_: int, body: bytes) -> Deck:
            blinded = blinding.split_blinded(body, len(cards))
            ctx = basis.ctx(seat, "blind", number)
            basis.prove(seat, blinding.check_blinded, ctx, cards, body)
            return blinded

        return ProtocolStep(
            EntryKind.BLIND, (seat,), check, make, "finding the hands in the new deck"
        )

    def _tags_step(self, number: int, cards: Deck) -> ProtocolStep:
        basis = self._basis

        def make() -> bytes:
            own, secrets = basis.mine()
            ctx, key = basis.ctx(own.seat, "tag", number), basis.keys[own.seat].X
            return opening.make_shares(ctx, secrets, key, cards, own.entropy)

        def check(seat: Seat, body: bytes) -> list[bytes]:
            shares = opening.split_shares(body, len(cards), validate=False)  # the proof does it
            ctx, key = basis.ctx(seat, "tag", number), basis.keys[seat].X
            basis.prove(seat, opening.check_shares, ctx, key, cards, body)
            return shares

        due = tuple(basis.present)
        return ProtocolStep(EntryKind.SHARES, due, check, make, "finding the hands in the new deck")

    def _take_up(self, moved: dict[int, int], hands: Hands) -> Steps:
        """All others give their shares in each hand, as after a draw."""
        basis = self._basis
        new = {seat: [moved[s] for s in slots] for seat, slots in hands.items()}
        yield from self._openings.give_shares(
            {
                seat: [s for other, slots in new.items() if other != seat for s in slots]
                for seat in basis.present
            }
        )
        known = basis.known
        known.update({moved[s]: known[s] for s in moved if s in known})
        if basis.own is not None and basis.own.seat in new:
            own, secrets = basis.mine()
            seen = basis.cards.peek(own.seat, secrets, new[own.seat])
            if any(known[s] != card for s, card in seen.items()):
                raise EngineBug("a card of our hand is another in the new deck")


def _hands(request: Redeal) -> Hands:
    hands: Hands = {}
    for seat, slots in request.kept:
        hands.setdefault(seat, []).extend(slots)
    return hands
