"""Shuffling: a deck by all seats, a private deck out of a public pool."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cache, partial
from typing import Any

from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, DeckList, PrivateDeck, Shuffle
from owm_net.protocol import shuffle
from owm_net.protocol.entries import EntryKind
from owm_net.protocol.errors import MalformedBytes
from owm_net.protocol.fiat_shamir import u32
from owm_net.protocol.shuffle import Ciphertext
from owm_net.session import working
from owm_net.session.basis import Basis
from owm_net.session.steps import ProtocolStep, Steps

Deck = Sequence[Ciphertext]
LayOut = Callable[[], Deck]


class Decks:
    """Answers Shuffle and PrivateDeck."""

    def __init__(self, basis: Basis) -> None:
        self._basis = basis

    def shuffle(self, request: Shuffle) -> Steps:
        """Every seat in turn re-encrypts and permutes the deck, with its proof."""
        lay_out = cache(lambda: self._basis.cards.input_deck(request.cards))
        seats = tuple(self._basis.present)
        deck = yield from self._by_each(seats, "shuffle", request.number, lay_out)
        self._basis.cards.lay(request.number, deck)
        return ()

    def mix_pool(
        self, number: int, pool: Sequence[int]
    ) -> Generator[ProtocolStep, list[Any], Deck]:
        """The deck that all remaining seats make of known cards when one was dropped; it is not
        laid on the table yet."""
        lay_out = cache(lambda: self._basis.cards.input_deck(pool))
        return self._by_each(tuple(self._basis.present), "redeal", number, lay_out)

    def private_deck(self, request: PrivateDeck) -> Steps:
        """The owner shuffles the whole pool with their own cards first; the others shuffle only
        those.

        The proof shows that the output is the pool, so its first `size` cards are cards of the
        pool, each at most as often as the pool has it. The owner shuffles those cards too:
        otherwise the others, who see which output is which, could stack the deck blindly.
        """
        basis, number = self._basis, request.number
        pool = basis.cards.input_deck(request.pool)

        def say(answer: Answer) -> bytes:
            assert isinstance(answer, DeckList)
            body = self._make("private", number, pool, _indexes(request.pool, answer.cards))
            basis.private.keep_deck_list(number, answer.cards)
            return body

        basis.counts.shuffles += 1
        check = self._checker("private", number, lambda: pool)
        heavy = working.PRIVATE_DECK
        (mixed,) = yield ProtocolStep(EntryKind.SHUFFLE, (request.seat,), check, None, heavy, say)
        chosen = mixed[: request.size]
        others = basis.others(request.seat)
        deck = yield from self._by_each(others, "shuffle", number, lambda: chosen)
        basis.cards.lay(number, deck)
        return ()

    # -- one seat after the other --------------------------------------------------------

    def _by_each(
        self, seats: Sequence[Seat], purpose: str, number: int, lay_out: LayOut
    ) -> Generator[ProtocolStep, list[Any], Deck]:
        """Nothing of a deck can be opened before all its proofs are accepted: only then does
        it lie on the table."""
        self._basis.counts.shuffles += 1
        deck: Deck = ()
        for seat in seats:
            (deck,) = yield self._shuffle_step(seat, purpose, number, lay_out)
            lay_out = partial(_same, deck)
        return deck

    def _shuffle_step(self, seat: Seat, purpose: str, number: int, lay_out: LayOut) -> ProtocolStep:
        """lay_out: the deck before; called in the worker thread, for it takes its time."""

        def make() -> bytes:
            return self._make(purpose, number, lay_out())

        check = self._checker(purpose, number, lay_out)
        return ProtocolStep(EntryKind.SHUFFLE, (seat,), check, make, working.SHUFFLING)

    def _make(
        self, purpose: str, number: int, deck: Deck, first: Sequence[int] | None = None
    ) -> bytes:
        """The new deck and the proof that it is the old one.

        first: indexes of the cards that are to come out first, in an order by chance.
        """
        own, _ = self._basis.mine()
        ctx = self._basis.ctx(own.seat, purpose, number)
        made_of = shuffle.encode_deck(deck) + b"".join(map(u32, first or ()))
        entropy = self._basis.random(ctx, made_of)
        order = None if first is None else shuffle.chosen_first(len(deck), first, entropy)
        done = shuffle.shuffle(ctx, self._basis.joint, deck, entropy, permutation=order)
        return shuffle.encode_deck(done.deck) + done.proof

    def _checker(self, purpose: str, number: int, lay_out: LayOut) -> _Check:
        return _Check(self._basis, purpose, number, lay_out)


class _Check:
    """Checks one seat's shuffle of a deck; returns the new deck."""

    def __init__(self, basis: Basis, purpose: str, number: int, lay_out: LayOut) -> None:
        self._basis = basis
        self._purpose = purpose
        self._number = number
        self._lay_out = lay_out

    def __call__(self, seat: Seat, body: bytes) -> Deck:
        deck, basis = self._lay_out(), self._basis
        n = len(deck)
        size = shuffle.CIPHERTEXT_BYTES * n
        if len(body) != size + shuffle.proof_bytes(n):
            reason = f"a shuffle of {n} cards of {len(body)} bytes"
            raise MalformedBytes(reason, algorithm="deck.md Algorithm 9")
        output = shuffle.decode_deck(body[:size], n)
        ctx = basis.ctx(seat, self._purpose, self._number)
        basis.prove(seat, shuffle.check_shuffle, ctx, basis.joint, deck, output, body[size:])
        return output


def _same(deck: Deck) -> Deck:
    return deck


def _indexes(pool: Sequence[int], chosen: Sequence[int]) -> list[int]:
    """Places of the chosen cards in the pool, each once."""
    free: dict[int, list[int]] = {}
    for i, card in enumerate(pool):
        free.setdefault(card, []).append(i)
    return [free[card].pop() for card in chosen]
