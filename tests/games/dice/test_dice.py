"""A game without cards goes through everything general: tests, playthroughs, network, window."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fuzz import checks
from owm_net import games
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, Request, Roll
from owm_net.engine.system import System
from tests.client.robot import Robot
from tests.games import test_every_playthrough, test_every_system
from tests.games.dice.system import Pace, Press, Track
from tests.session.conftest import Party

HERE = Path(__file__).resolve().parent


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    """The game, registered for one test."""
    monkeypatch.setitem(games._REGISTERED, "dice", "tests.games.dice.system:Dice")
    monkeypatch.setattr(checks, "RULES", HERE)
    checks.ledger.cache_clear()
    yield games.get("dice")
    games.get.cache_clear()
    checks.ledger.cache_clear()


def general_tests() -> list[Callable[[str], None]]:
    """All that need nothing but the name of a system."""
    found = []
    for module in (test_every_system, test_every_playthrough):
        for name, test in vars(module).items():
            if name.startswith("test_") and [*inspect.signature(test).parameters] == ["name"]:
                found.append(test)
    return found


@pytest.mark.parametrize("test", general_tests(), ids=lambda test: test.__name__)
def test_of_every_system(test: Callable[[str], None], dice: System) -> None:
    test("dice")


def test_there_are_general_tests() -> None:
    assert len(general_tests()) > 8


def test_the_rules(dice: System) -> None:
    match = LocalMatch(dice, dice.default_setup(seats=3), 1, [random_player] * 3)
    g: Any = match.state
    assert isinstance(g, Track)
    match.give((Pace(2), Pace(6), Pace(4)))
    throw: Request[Any] = match.request
    assert throw == Roll(6, 3, "how far")
    match.give((5, 5, 4))
    asked: Request[Any] = match.request
    assert g.at == [2, 0, 4] and asked == Choose(Seat(1), "press")
    match.give(Press())
    match.give((1,))
    assert g.at == [2, 3, 4]
    match.give((Pace(1), Pace(6), Pace(6)))
    match.give((1, 1, 1))
    match.give(Press())
    match.give((0,))
    assert g.at == [2, 3, 4], "of two that are last the first seat, which is back by one"


def test_a_match_between_peers(dice: System) -> None:
    party = Party(3, "race", system=dice)
    party.run()
    assert all(match.finished for match in party.matches)
    verdict = party.verdict()
    assert verdict.verdict.value == "OK" and verdict.result == party.matches[0].result


def test_the_window(dice: System) -> None:
    """The plain table plays it by clicking alone."""
    robot = Robot(dice, 3)
    assert robot.play() and {*robot.kinds} <= {"pace", "press"}
