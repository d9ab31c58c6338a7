"""Shuffling: a deck by all seats, a private deck out of a public pool."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cache, partial
from typing import Any

from owm_net.engine.requests import Answer, DeckList, PrivateDeck, Shuffle
from owm_net.protocol import shuffle
from owm_net.protocol.entries import Kind
from owm_net.protocol.errors import BadEncoding, LocalProtocolError
from owm_net.protocol.shuffle import Ciphertext, Prepared
from owm_net.session.basis import Basis
from owm_net.session.effects import Work
from owm_net.session.steps import Step, Steps

Deck = Sequence[Ciphertext]
LayOut = Callable[[], Deck]


class Decks:
    """Answers Shuffle and PrivateDeck."""

    def __init__(self, basis: Basis) -> None:
        self._basis = basis
        self._largest = 0
        self._prepared: Prepared | None = None
        self._preparing = False

    def shuffle(self, request: Shuffle) -> Steps:
        """Every seat in turn re-encrypts and permutes the deck, with its proof."""
        lay_out = cache(lambda: self._basis.cards.input_deck(request.cards))
        self._largest = max(self._largest, len(request.cards))
        seats = tuple(self._basis.present)
        deck = yield from self._by_each(seats, "shuffle", request.number, lay_out)
        self._basis.cards.lay(request.number, deck)
        return ()

    def mix_pool(self, number: int, pool: Sequence[int]) -> Generator[Step, list[Any], Deck]:
        """The deck that all remaining seats make of known cards when one was dropped; it is not
        laid on the table yet."""
        lay_out = cache(lambda: self._basis.cards.input_deck(pool))
        self._largest = max(self._largest, len(pool))
        return self._by_each(tuple(self._basis.present), "redeal", number, lay_out)

    def private_deck(self, request: PrivateDeck) -> Steps:
        """The owner shuffles the whole pool with his cards first; the others shuffle those.

        The proof says that what came out is the pool, so the first `size` of it are cards of
        the pool, each at most as often as it is there. The owner puts his cards in an order by
        chance: else the others, who see which output is which, could stack his deck blindly.
        """
        basis, number = self._basis, request.number
        pool = basis.cards.input_deck(request.pool)

        def say(answer: Answer) -> bytes:
            assert isinstance(answer, DeckList)
            own, _ = basis.mine()
            order = shuffle.chosen_first(
                len(pool), _indexes(request.pool, answer.cards), own.entropy
            )
            ready = shuffle.prepare(len(pool), basis.joint, own.entropy, permutation=order)
            body = self._make("private", number, pool, ready)
            basis.private.keep_deck_list(number, answer.cards)
            return body

        basis.counts.shuffles += 1
        check = self._checker("private", number, lambda: pool)
        heavy = "making a private deck"
        (mixed,) = yield Step(Kind.SHUFFLE, (request.seat,), check, None, heavy, say)
        chosen = mixed[: request.size]
        others = basis.others(request.seat)
        deck = yield from self._by_each(others, "shuffle", number, lambda: chosen)
        basis.cards.lay(number, deck)
        return ()

    # -- one seat after the other --------------------------------------------------------

    def _by_each(
        self, seats: Sequence[int], purpose: str, number: int, lay_out: LayOut
    ) -> Generator[Step, list[Any], Deck]:
        """Nothing of a deck can be opened before all its proofs are accepted: only then does
        it lie on the table."""
        self._basis.counts.shuffles += 1
        deck: Deck = ()
        for seat in seats:
            (deck,) = yield self._shuffle_step(seat, purpose, number, lay_out)
            lay_out = partial(_same, deck)
        return deck

    def _shuffle_step(self, seat: int, purpose: str, number: int, lay_out: LayOut) -> Step:
        """lay_out: the deck before; called in the worker thread, for it takes its time."""

        def make() -> bytes:
            deck = lay_out()
            return self._make(purpose, number, deck, self._take_prepared(len(deck)))

        check = self._checker(purpose, number, lay_out)
        return Step(Kind.SHUFFLE, (seat,), check, make, "shuffling the deck")

    def _make(self, purpose: str, number: int, deck: Deck, prepared: Prepared | None) -> bytes:
        """The new deck and the proof that it is the old one."""
        own, _ = self._basis.mine()
        ctx = self._basis.ctx(own.seat, purpose, number)
        done = shuffle.shuffle(ctx, self._basis.joint, deck, own.entropy, prepared=prepared)
        return shuffle.encode_deck(done.deck) + done.proof

    def _checker(self, purpose: str, number: int, lay_out: LayOut) -> _Check:
        return _Check(self._basis, purpose, number, lay_out)

    # -- ahead of time -------------------------------------------------------------------

    def idle(self) -> Work | None:
        """Prepare our part in the next shuffle; it fits any deck up to the largest so far."""
        if self._prepared is not None or self._preparing or not self._largest:
            return None
        own, _ = self._basis.mine()
        n, joint = self._largest, self._basis.joint
        self._preparing = True

        def keep(prepared: Prepared) -> None:
            self._prepared = prepared
            self._preparing = False

        return Work(
            "preparing the next shuffle", lambda: shuffle.prepare(n, joint, own.entropy), keep
        )

    def _take_prepared(self, n: int) -> Prepared | None:
        """What was prepared, cut to a deck of n cards; None if there is nothing that fits, as
        when a seat was dropped since and the joint key is another."""
        ready, self._prepared = self._prepared, None
        if ready is None or ready.joint_key != self._basis.joint:
            return None
        own, _ = self._basis.mine()
        try:
            return ready.cut(n, own.entropy)
        except LocalProtocolError:
            return None


class _Check:
    """Checks one seat's shuffle of a deck; returns the new deck."""

    def __init__(self, basis: Basis, purpose: str, number: int, lay_out: LayOut) -> None:
        self._basis = basis
        self._purpose = purpose
        self._number = number
        self._lay_out = lay_out

    def __call__(self, seat: int, body: bytes) -> Deck:
        deck, basis = self._lay_out(), self._basis
        n = len(deck)
        size = shuffle.CIPHERTEXT_BYTES * n
        if len(body) != size + shuffle.proof_bytes(n):
            reason = f"a shuffle of {n} cards of {len(body)} bytes"
            raise BadEncoding(reason, algorithm="deck.md Algorithm 9")
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
