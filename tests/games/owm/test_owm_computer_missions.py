"""The computer player of OWM in missions with rules of their own: it always has an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Over
from owm_net.games.owm.actions import AttackTruck, RepairTruck
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.assault import AssaultLine
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.regular.goals import focus
from owm_net.games.owm.computer.temper import STANDARD
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.missions.supply_truck import the_truck
from owm_net.games.owm.system import OwmSystem
from tests.games.owm.table import ATTACK_RED, Table, hurt, team

SYSTEM = OwmSystem()
US = (201, 202, 203, 204, 205, 206)
GERMANS = (301, 302, 303, 304, 305, 306)
Choice: TypeAlias = Callable[[Table], Any]


@pytest.fixture(params=SYSTEM.strengths, autouse=True)
def strength(request: pytest.FixtureRequest) -> str:
    """Each test is for every computer player there is."""
    return str(request.param)


@pytest.fixture
def choice(strength: str) -> Choice:
    """Return the computer's answer at a table."""
    return lambda t: SYSTEM.computer(t.view(0), Chance("choice"), strength)


def test_it_shoots_at_the_supply_truck_and_repairs_it(choice: Choice) -> None:
    t = Table(
        team(0, "C4", *US),
        team(1, "G1", *GERMANS),
        hands=[[ATTACK_RED], []],
        map_of="the-road-to-ruin",
    )
    t.g.site = the_truck(t.g).with_(cell=t.cell("C3"), green=False)
    t.begin()
    assert choice(t) == AttackTruck(ATTACK_RED)
    t.stack("R3").do(AttackTruck(ATTACK_RED))
    assert t.kind == "truck_shooter" and isinstance(choice(t), Shoot)
    guard, enemy = team(0, "A3", *US), team(1, "G1", *GERMANS)
    t = Table(guard, enemy, hands=[[], []], map_of="the-road-to-ruin")
    t.g.site = the_truck(t.g).with_(green=False)
    t.g.sides.reverse()
    assert isinstance(choice(t.begin()), RepairTruck)


def test_out_of_a_stalemate_it_goes_where_it_may(choice: Choice) -> None:
    t = Table(
        team(0, "", hurt(204)),
        team(1, "B2", hurt(303)),
        hands=[[], []],
        map_of="the-sky-is-falling",
    )
    t.stack("B5").begin()
    t.do((AssaultLine((SoldierId(204),)), AssaultLine((SoldierId(303),))))
    assert t.kind == "go_back" and t.allowed(choice(t))


@pytest.mark.parametrize(
    "mission", ["murder-at-the-moonless-chateau", "the-road-to-ruin", "the-sky-is-falling"]
)
def test_it_plays_to_the_end(mission: str, strength: str) -> None:
    setup = SYSTEM.default_setup(mission)
    match = LocalMatch(SYSTEM, setup, 1, [player_of(SYSTEM, strength)] * 2)
    while not isinstance(match.request, Over):
        match.step()
    assert match.request.result.reason


def test_regular_sends_one_fireteam_to_each_house() -> None:
    """A recruit sends both to the first House of the list."""
    t = Table(
        team(0, "C6", *US),
        team(0, "D4", 207, 208, 209),
        team(1, "C1", *GERMANS),
        hands=[[], []],
        map_of="not-in-my-house",
    ).begin()
    wanted = {}
    for fireteam in t.g.friends(Seat(0)):
        mind = Mind(t.view(0), STANDARD)
        focus(mind, fireteam)
        wanted[t.g.ground.cell_name(fireteam.cell)] = t.g.ground.cell_name(mind.goal)
        assert mind.lead == fireteam.id
    assert wanted == {"C6": "C6", "D4": "C1"}
