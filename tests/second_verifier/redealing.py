"""Algorithm 26 of docs/deck.md, as docs/wire.md makes steps of it ("Redeal")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.second_verifier import layout, proofs
from tests.second_verifier import redeal as checks
from tests.second_verifier.layout import Record
from tests.second_verifier.steps import Nobody, Step, Steps


def redeal(
    course: Any, number: int, pool: Sequence[int], kept: Sequence[tuple[int, Sequence[int]]]
) -> Steps:
    """A new deck of the pool; the hands of those who remain are its first cards."""
    hands = {seat: tuple(slots) for seat, slots in kept}
    anew = (yield from _hands(course, number, hands)) if hands else []  # 1
    deck = course.lay(pool)
    for seat in course.everybody:  # 2
        deck = yield from course.one_pass("redeal", seat, number, deck)
    if not hands:
        return course.put(number, deck)
    found = yield from _tags(course, number, [*deck, *anew])  # 3, 4
    first, later = found[: len(deck)], found[len(deck) :]
    if len(set(first)) != len(first) or len(set(later)) != len(later) or set(later) - set(first):
        raise Nobody("tags that do not fit, though all proofs are good")  # 5
    taken = [first.index(tag) for tag in later]  # 6
    rest = [place for place in range(len(deck)) if place not in taken]
    course.put(number, [deck[place] for place in (*taken, *rest)])
    owners = [seat for seat, slots in kept for _ in slots]
    owed = {
        seat: [-(4096 * number + i) - 1 for i, owner in enumerate(owners) if owner != seat]
        for seat in course.everybody
    }
    due = tuple(seat for seat in course.everybody if owed[seat])
    if due:  # 7
        yield Step(layout.SHARES, due, lambda e: course.take_shares(e, owed[e.seat], e.body))
    return ()


def _hands(course: Any, number: int, hands: dict[int, tuple[int, ...]]) -> Steps:
    """Re-encrypt every hand: its cards, in the order of the hands."""

    def judge(e: Record) -> bytes:
        slots = hands[e.seat]
        old = [half for slot in slots for half in _alone(course, e.seat, slot)]
        ctx = course.ctx(e, "hand", number, course.opening(slots))
        checks.check_hand(ctx, course.keys[e.seat][0], course.joint, old, e.body)
        return e.body[: 64 * len(slots)]

    written = b"".join((yield Step(layout.HAND, tuple(hands), judge)))
    return [written[i : i + 64] for i in range(0, len(written), 64)]


def _alone(course: Any, owner: int, slot: int) -> tuple[bytes, bytes]:
    """A_j and B1_j: a card of a hand, which its owner needs nobody else to open."""
    (card,) = course.cards([slot])
    makers = course.makers[(-slot - 1) // 4096]
    others = [course.shares[slot][seat] for seat in makers if seat != owner]
    return card[:32], proofs.open_card(card[32:], others)


def _tags(course: Any, number: int, cards: list[bytes]) -> Steps:
    """Let all blind the cards in turn, and open the results."""
    halves = [card[i : i + 32] for card in cards for i in (0, 32)]
    for seat in course.everybody:

        def judge_blind(e: Record, halves: Any = tuple(halves)) -> list[bytes]:
            checks.check_blinded(course.ctx(e, "blind", number), halves, e.body)
            return [e.body[i : i + 32] for i in range(32, 32 + 32 * len(halves), 32)]

        (halves,) = yield Step(layout.BLIND, (seat,), judge_blind)
    bases, rest = tuple(halves[::2]), tuple(halves[1::2])

    def judge(e: Record) -> list[bytes]:
        ctx, X = course.ctx(e, "tag", number), course.keys[e.seat][0]
        return proofs.check_shares(b"owm/mp/share/v1", ctx, X, bases, rest, e.body)

    return checks.tags(rest, (yield Step(layout.SHARES, course.everybody, judge)))
