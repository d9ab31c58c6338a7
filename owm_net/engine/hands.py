"""Cards in hands, judged by everybody: by the face where a view knows it, else by where it lies.

An answer is judged twice by the same function: by its author and by everybody else before its
cards are open, and again when they are. These helpers say what can be said each time, so that no
game asks for the face of a card that a view may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from owm_net.engine.agenda import Refusal
from owm_net.engine.records import Played
from owm_net.engine.text import say
from owm_net.engine.view import View

V = TypeVar("V")


def held(view: View[Any], hand: int | None = None) -> list[Played]:
    """The cards of a hand (without `hand`: the seat's own) as an answer may name them."""
    return [Played(card) for card in view.state.hands[view.seat if hand is None else hand]]


def hand_with(view: View[Any], card: int, hands: Sequence[int] | None = None) -> int:
    """Return which of these hands has a card (slot or number); -1: none. Without hands: the seat's
    own."""
    all_hands = view.state.hands
    for hand in (view.seat,) if hands is None else hands:
        if card in all_hands[hand]:
            return hand
    return -1


def why_not_held(
    view: View[Any], cards: Sequence[int], rule: str, why: str, hand: int | None = None
) -> Refusal | None:
    """A refusal by this rule unless one hand (without `hand`: the seat's own) has all of them,
    each named once."""
    own = view.state.hands[view.seat if hand is None else hand]
    for card in cards:
        if card not in own:
            return Refusal(rule, why)
    if len(cards) > 1 and len(dict.fromkeys(cards)) != len(cards):
        return Refusal(rule, say("a card is named twice"))
    return None


def judge_held(
    view: View[Any],
    card: int,
    judge: Callable[[int, int], V],
    rule: str,
    why: str,
    hands: Sequence[int] | None = None,
) -> V | Refusal | None:
    """Return the verdict of `judge(face, hand)` on a card out of one of these hands; None if it has
    no objection.

    A refusal by this rule if no hand has the card. None, without asking `judge`, if this view may
    not know the face: then nothing public speaks against it. Without `hands`: the seat's own.
    """
    hand = hand_with(view, card, hands)
    if hand < 0:
        return Refusal(rule, why)
    face = view.card(card)
    return None if face is None else judge(face, hand)
