"""Regular's advantages over a recruit: it is stronger, and lacks the recruit's habits."""

from __future__ import annotations

import sys
from pathlib import Path

import attrs
import pytest

from owm_net.engine.chance import Chance
from owm_net.games.owm.actions import Attack, Redraw, Uncrew
from owm_net.games.owm.assault import AssaultLine, Retreat, Stand
from owm_net.games.owm.computer import regular
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.regular.hand import Hand
from owm_net.games.owm.computer.regular.weights import STANDARD
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, Soldier
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    GUNNER,
    MANEUVER,
    MANEUVER_2,
    MATE,
    RALLY_RED,
    SECOND,
    THIRD,
    WOODS,
    Table,
    team,
)

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))

import habits

SUMMIT = 260
US = (201, 202, 203, 204, 205, 206)
GERMANS = (301, 302, 303, 304, 305, 306)


def test_it_beats_a_recruit_and_has_none_of_his_habits() -> None:
    """Where Command Decisions are played it wins about nine of ten; seven of ten are wanted here,
    so that only a player who has become weak falls through."""
    found = habits.measure("owm", ("regular", "recruit"), 10, 4000, level="lieutenant")
    own, other = found["regular"].counts, found["recruit"].counts
    assert own["matches"] == 10 and own["half wins"] >= 14
    assert own["cover for the enemy"] == 0
    for habit in ("behind, could move", "half moves in sight"):
        assert 2 * own[habit] < other[habit], habit


def test_it_nails_down_who_is_on_the_way_to_the_objective() -> None:
    """A Fireteam already there goes nowhere: one beside it, which could come to help, is the better
    target, though fire at it takes fewer points."""
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


def _line(*soldiers: int) -> tuple[SoldierId, ...]:
    return tuple(map(SoldierId, soldiers))


@pytest.mark.rule("OWM-ASLT-02")
def test_its_weakest_meets_the_best_of_an_enemy_who_puts_him_first() -> None:
    """A recruit would have their Captain, red, meet the enemy's, and lose as often as not."""
    privates, captain = (209, 210), 213
    t = Table(
        team(0, "C3", captain, *privates, heading="C4"),
        team(1, "C4", 301, 304, 306, 307),
        hands=[[], []],
    ).begin()
    assert t.kind == "assault_line"
    answer = regular.play(t.view(0), Chance(1))
    assert answer == AssaultLine(_line(*privates, captain))


@pytest.mark.rule("OWM-ASLT-10")
@pytest.mark.parametrize(("line", "wanted"), [((211, 202), Stand), ((202, 211), Retreat)])
def test_it_stays_in_an_assault_by_the_lines_as_they_were_laid(
    line: tuple[int, ...], wanted: type[Stand | Retreat]
) -> None:
    """The same four soldiers, and it is worth to stay only while the Corporal does not meet the
    better of the two enemies."""
    enemy = (303, 312)
    t = Table(team(0, "B5", *line, heading="B4"), team(1, "B4", *enemy), hands=[[], []]).begin()
    dice = [(n, c.dice) for n, c in CATALOG.core.items()]
    t.stack(*[n for n, d in dice if min(d.red, d.green, d.blue) >= 3][:8])  # all checks fail
    t.do((AssaultLine(_line(*line)), AssaultLine(_line(*enemy))))
    assert t.kind == "stand" and t.seat == 0
    assert isinstance(regular.play(t.view(0), Chance(1)), wanted)


def test_two_men_leave_the_only_attack_to_the_comrades_who_shoot_better() -> None:
    """The hand is common, and the others are still to act in this round."""
    t = Table(
        team(0, "C7", 209, 210),
        team(0, "B3", 201, 202, 204, 206),
        team(1, "C4", *GERMANS),
        hands=[[ATTACK_RED, RALLY_RED], []],
        cards={"C4": SUMMIT},
    ).begin()
    careless = attrs.evolve(STANDARD, share=0)
    assert not isinstance(regular.play(t.view(0), Chance(1)), Attack)
    assert regular.play(t.view(0), Chance(1), careless) == Attack(ATTACK_RED, THIRD)


@pytest.mark.parametrize(("since", "packs"), [(2, True), (3, False)])
def test_a_gun_that_was_set_up_in_this_turn_is_not_packed_up_in_it(since: int, packs: bool) -> None:
    gunner = Soldier(GUNNER, crewed_in=since, assistant=MATE)
    t = Table(
        team(0, "C2", gunner, Soldier(MATE, assists=GUNNER), 201, 202),
        team(1, "C7", *GERMANS),
        hands=[[MANEUVER, MANEUVER_2], []],
        cards={"C4": SUMMIT},
    ).begin()
    assert (regular.play(t.view(0), Chance(1)) == Uncrew(GUNNER)) is packs


def test_a_turn_in_which_nothing_is_worth_doing_brings_a_new_card() -> None:
    """It is dug in and hidden, and holds one Entrench."""
    t = Table(
        team(0, "C3", 201, 202, 204, 206, dug_in=True, stealthed=True),
        team(1, "E7", *GERMANS),
        hands=[[ENTRENCH], []],
        cards={"C3": WOODS, "C4": SUMMIT},
        trenches=["C3"],
    ).begin()
    assert regular.play(t.view(0), Chance(1)) == Redraw((ENTRENCH,))
