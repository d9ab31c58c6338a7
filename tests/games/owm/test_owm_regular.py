"""What regular does that a recruit does not: it is stronger, and has none of his habits."""

from __future__ import annotations

import sys
from pathlib import Path

import attrs
import pytest

from owm_net.engine.chance import Chance
from owm_net.games.owm.actions import Attack
from owm_net.games.owm.computer import regular
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.regular.hand import Hand
from owm_net.games.owm.computer.regular.weights import STANDARD
from tests.games.owm.table import ATTACK_RED, MANEUVER, RALLY_RED, SECOND, THIRD, Table, team

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))

import habits

SUMMIT = 260
US = (201, 202, 203, 204, 205, 206)
GERMANS = (301, 302, 303, 304, 305, 306)


def test_it_beats_a_recruit_and_has_none_of_his_habits() -> None:
    """Where Command Decisions are played it wins about nine of ten; seven of ten are wanted here,
    so that only a player who has become weak falls through."""
    found = habits.measure(("regular", "recruit"), 10, 4000, level="lieutenant")
    own, other = found["regular"].counts, found["recruit"].counts
    assert own["matches"] == 10 and own["half wins"] >= 14
    assert own["cover for the enemy"] == 0
    for habit in ("behind, could move", "half moves in sight"):
        assert 2 * own[habit] < other[habit], habit


def test_it_nails_down_who_is_on_the_way_to_the_objective() -> None:
    """Who is there already goes nowhere: a Fireteam beside him, which could come to help, is the
    better target, though fire at it takes fewer points."""
    t = Table(
        team(0, "C1", *US),
        team(1, "C4", *GERMANS[:3]),
        team(1, "A4", *GERMANS[3:]),
        hands=[[ATTACK_RED], []],
    ).begin()
    careless = attrs.evolve(STANDARD, pin=0)
    assert regular.play(t.view(0), Chance(1)) == Attack(ATTACK_RED, THIRD)
    assert regular.play(t.view(0), Chance(1), careless) == Attack(ATTACK_RED, SECOND)


@pytest.mark.parametrize(("enemy", "races"), [("C7", True), ("C4", False)])
def test_a_maneuver_is_worth_most_while_the_objective_is_free(enemy: str, races: bool) -> None:
    t = Table(
        team(0, "C2", *US),
        team(1, enemy, *GERMANS),
        hands=[[MANEUVER, RALLY_RED, ATTACK_RED], []],
        cards={"C4": SUMMIT},
    ).begin()
    hand = Hand(Mind(t.view(0), regular.TEMPER), STANDARD)
    assert (hand.junk()[-1] == MANEUVER) is races
