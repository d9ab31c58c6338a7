"""Cards in hands: where they lie is public, their faces are judged by those who know them."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.agenda import GameState, Refusal
from owm_net.engine.hands import hand_with, held, judge_held, why_not_held
from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.engine.zones import Deck, slot

A, B, C = slot(1, 0), slot(1, 1), slot(1, 2)


def view(seat: int, known: dict[int, int]) -> View[GameState]:
    """Seat 0 has hands 0 and 2, of squads; seat 1 has hand 1. Card 5 lies open."""
    return View(GameState(seats=2, hands=[[A, 5], [B], [C]]), seat, known)


def test_which_hand() -> None:
    mine = view(0, {})
    assert [hand_with(mine, card) for card in (A, 5, B, C)] == [0, 0, -1, -1]
    assert [hand_with(mine, card, (2, 0)) for card in (A, B, C)] == [0, -1, 2]
    assert hand_with(mine, A, ()) == -1


def test_all_in_one_hand() -> None:
    mine = view(0, {})
    assert why_not_held(mine, (A, 5), "T-01", "no") is None
    assert why_not_held(mine, (), "T-01", "no") is None
    assert why_not_held(mine, (C,), "T-01", "no", 2) is None
    refusal = why_not_held(mine, (A, C), "T-01", "no")
    assert refusal is not None and (refusal.rule, refusal.why) == ("T-01", "no")


def test_no_card_is_named_twice() -> None:
    refusal = why_not_held(view(0, {}), (A, 5, A), "T-01", "no")
    assert refusal is not None and str(refusal) == "a card is named twice (T-01)"


def test_a_hand_as_an_answer_may_name_it() -> None:
    assert held(view(0, {})) == [Played(A), Played(5)]
    assert held(view(0, {}), 2) == [Played(C)]


@pytest.mark.parametrize(
    ("known", "card", "hands", "asked", "verdict"),
    [
        ({A: 7}, A, None, [(7, 0)], "7 of 0"),
        ({}, A, None, [], None),
        ({}, 5, None, [(5, 0)], "5 of 0"),
        ({C: 3}, C, (0, 2), [(3, 2)], "3 of 2"),
        ({B: 1}, B, None, [], "refused"),
        ({A: 7}, A, (), [], "refused"),
    ],
)
def test_a_face_is_judged_only_by_those_who_may_know_it(
    known: dict[int, int], card: int, hands: Any, asked: list[Any], verdict: str | None
) -> None:
    judged: list[tuple[int, int]] = []

    def judge(face: int, hand: int) -> str:
        judged.append((face, hand))
        return f"{face} of {hand}"

    said = judge_held(view(0, known), card, judge, "T-01", "no", hands)
    assert judged == asked
    assert ("refused" if isinstance(said, Refusal) else said) == verdict


def test_the_top_of_a_deck_is_what_is_left_of_it() -> None:
    deck = Deck(3, 5, 2)
    assert deck.top(2) == (slot(3, 2), slot(3, 3))
    assert deck.top(9) == deck.top(3) == (slot(3, 2), slot(3, 3), slot(3, 4))
    assert Deck(3, 5, 5).top(4) == deck.top(0) == ()
    assert deck.taken == 2
