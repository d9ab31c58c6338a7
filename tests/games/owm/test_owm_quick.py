"""The policy with which plans are played out: sound, and it keeps to what a plan wants."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine import codec
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm.actions import Attack, EndTurn, Maneuver
from owm_net.games.owm.computer.fire import marks_of, shooters_among, shooters_of, volley
from owm_net.games.owm.computer.quick import Aim, Stance, Task, play
from owm_net.games.owm.ground import Ground
from owm_net.games.owm.ids import NO_CELL, NO_FIRETEAM, FireteamId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.system import OwmSystem
from tests.games.every import paired
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    FIRST,
    MANEUVER,
    MANEUVER_2,
    SECOND,
    THIRD,
    WOODS,
    Table,
    down,
    hurt,
    team,
)

SYSTEM = OwmSystem()
US = (201, 202, 203, 204, 205, 206)
GERMANS = (301, 302, 303, 304, 305, 306)


@pytest.mark.parametrize(("mission", "level"), paired(SYSTEM.missions, SYSTEM.levels))
def test_it_plays_every_mission_to_the_end_and_changes_nothing(mission: str, level: str) -> None:
    """`LocalMatch` refuses what is not allowed."""
    count = 0

    def checked(system: Any, view: View[OwmState], chance: Chance) -> Answer:
        nonlocal count
        count += 1
        before = codec.digest(view.state) if count % 10 == 0 else b""
        answer = play(view, chance)
        assert not before or codec.digest(view.state) == before
        return answer

    setup = SYSTEM.default_setup(mission, level)
    LocalMatch(SYSTEM, setup, 1, [checked] * setup.seats).play()


def table(*hand: int) -> Table:
    """The Allies on open ground in sight of two Fireteams, woods behind them."""
    return Table(
        team(0, "C3", *US),
        team(1, "C4", *GERMANS[:3]),
        team(1, "A4", *GERMANS[3:]),
        hands=[[*hand], []],
        cards={"C2": WOODS},
    ).begin()


def asked(t: Table, stance: Stance, cell: str = "", target: FireteamId = NO_FIRETEAM) -> Answer:
    task = Task(stance, t.g.ground.cell(cell) if cell else NO_CELL, target)
    return play(t.view(0), Chance(1), Aim({FIRST: task}))


def distance(ground: Ground, answer: Answer, cell: str) -> int:
    assert isinstance(answer, Maneuver)
    return ground.distance(answer.cell, ground.cell(cell))


def test_it_advances_on_the_terrain_that_a_plan_names() -> None:
    t = table(ATTACK_RED, MANEUVER, MANEUVER_2, ENTRENCH)
    answer = asked(t, Stance.ADVANCE, "E1")
    assert distance(t.g.ground, answer, "E1") == 1


def test_it_holds_where_it_is() -> None:
    t = table(MANEUVER, MANEUVER_2, ENTRENCH)
    assert not isinstance(asked(t, Stance.HOLD, "E1"), Maneuver)


def test_it_falls_back_from_the_enemy() -> None:
    t = table(MANEUVER, MANEUVER_2)
    assert distance(t.g.ground, asked(t, Stance.FALL_BACK), "C4") > 1
    assert distance(t.g.ground, asked(t, Stance.FALL_BACK, "C1"), "C1") == 1


@pytest.mark.parametrize("target", [SECOND, THIRD])
def test_it_fires_at_whom_a_plan_names(target: FireteamId) -> None:
    t = table(ATTACK_RED, MANEUVER, MANEUVER_2)
    assert asked(t, Stance.FIRE, target=target) == Attack(ATTACK_RED, target)


def test_it_leaves_the_hand_to_the_others() -> None:
    assert asked(table(ATTACK_RED, MANEUVER), Stance.SPARE) == EndTurn()


@pytest.mark.rule("OWM-ATK-05", "OWM-SOLD-09", "OWM-SOLD-10")
def test_fire_is_worth_less_from_the_suppressed_and_nothing_from_the_wounded() -> None:
    """As a Fireteam in play, and as soldiers whom regular imagines in one."""
    worth = []
    for line in ((203, 204), (203, down(204)), (hurt(203), hurt(204))):
        t = Table(team(0, "C3", *line), team(1, "C2", *GERMANS)).begin()
        found = shooters_of(t.g, t.team(FIRST))
        assert shooters_among(t.g.members(FIRST), lambda s: s.crewed_in > 0) == found
        worth.append(volley(found, marks_of(t.g, t.team(SECOND)), 2, 0, False))
    assert worth[0] > worth[1] > worth[2] == 0
