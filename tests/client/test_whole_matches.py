"""Matches of every mission at the window's tables, by the pointer and again by the keyboard alone.

`make matches` plays all of them to the end; else some are, for some questions.
"""

from __future__ import annotations

import os

import pytest
from attrs import evolve

from owm_net import games
from tests.client.intending import Intending, IntendingTypist
from tests.client.intending_hailfire import Commander, IntendingHailfire, TypingHailfire
from tests.client.robot import Robot, Typist

WHOLE = bool(os.environ.get("OWM_WHOLE_MATCHES"))
QUESTIONS = 100_000 if WHOLE else 3
BY_CHANCE = ("owm", "squadcards", "heroes")
EVERY = [(game, mission) for game in BY_CHANCE for mission in games.get(game).missions]
MATCHES = EVERY if WHOLE else EVERY[5::3]


def played(player: type[Robot], game: str, mission: str) -> None:
    """Play a match, with a digest of the state compared around every drawing and press."""
    system = games.get(game)
    level = system.levels[-1]  # of all levels the one with most questions
    robot = player(system, 2, setup=system.default_setup(mission, level))
    if robot.play(QUESTIONS):
        robot.tick()
        assert robot.stage.sitting.result is not None
        assert robot.stage.scene().find("confirm") is not None  # the screen of the end
    else:
        assert not WHOLE


@pytest.mark.parametrize(("game", "mission"), MATCHES)
def test_every_mission_is_played_with_the_pointer_alone(game: str, mission: str) -> None:
    played(Robot, game, mission)


@pytest.mark.parametrize(("game", "mission"), MATCHES)
def test_every_mission_is_played_with_the_keyboard_alone(game: str, mission: str) -> None:
    played(Typist, game, mission)


BATTLES = games.get("nco").missions if WHOLE else games.get("nco").missions[:1]


@pytest.mark.parametrize("mission", BATTLES)
@pytest.mark.parametrize("player", [Intending, IntendingTypist] if WHOLE else [Intending])
def test_what_a_computer_player_wants_is_done_at_the_table_of_nco(
    player: type[Intending], mission: str
) -> None:
    """Almost always: a pixel is thick. By chance alone nobody draws a path that is worth it."""
    system = games.get("nco")
    robot = player(system, 2, setup=system.default_setup(mission))
    assert robot.play(QUESTIONS) == WHOLE
    robot.tick()
    asked = sum(robot.kinds.values())
    assert robot.made >= 0.9 * asked - 1, (robot.made, robot.kinds)
    if WHOLE:
        assert robot.stage.sitting.result is not None


HAIL = games.get("hailfire")
BOTH = (IntendingHailfire, TypingHailfire)
FIGHTS = [(p, mission, False) for p in BOTH for mission in HAIL.missions] if WHOLE else []
FIGHTS += [(IntendingHailfire, "canal-bridge", True)]


@pytest.mark.parametrize(("player", "mission", "options"), FIGHTS)
def test_what_a_computer_player_wants_is_done_at_the_table_of_hailfire(
    player: type[Intending], mission: str, options: bool
) -> None:
    """options: with blinds, and infantry that rides."""
    switches = (("hidden", "yes"), ("transport", "yes")) if options else ()
    setup = evolve(HAIL.default_setup(mission), switches=switches)
    robot = player(HAIL, 2, setup=setup)
    assert robot.play(QUESTIONS) == WHOLE
    robot.tick()
    asked = sum(robot.kinds.values())
    assert robot.made >= 0.9 * asked - 1, (robot.made, robot.kinds)
    if WHOLE:
        assert robot.stage.sitting.result is not None


FOUR, SIXTY = 4, 60
"""Presses for a whole Unit that is moved, also where a Team stays that cannot come along, and for a
whole player turn."""


@pytest.mark.parametrize("mission", HAIL.missions if WHOLE else HAIL.missions[:1])
def test_a_unit_of_hailfire_is_moved_with_four_presses_and_a_turn_takes_sixty(mission: str) -> None:
    """Before there was an order of a whole Unit it took 8 for each Team."""
    robot = Commander(HAIL, 2, setup=HAIL.default_setup(mission))
    for _ in range(60):
        robot.play(20 if WHOLE else 1)
        if not WHOLE and len(robot.moves) > 3:
            break
    assert robot.moves and max(robot.moves) <= FOUR, robot.moves
    assert max(robot.turns.values()) <= SIXTY, robot.turns
    assert robot.set_up <= FOUR * len(robot.battle.units)
