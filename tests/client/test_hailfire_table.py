"""The table of Hailfire without a window: every question can be answered on it, and it has room."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from attrs import evolve

from owm_net import games
from owm_net.client.settings import Settings
from owm_net.client.stage import Stage
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.requests import Decision, Over
from owm_net.games.hailfire.orders import Go
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.turn import Activate
from tests.client.robot import Robot
from tests.client.test_squadcards_table import press, texts_that_run_over

SYSTEM = games.get("hailfire")
SETUP = evolve(SYSTEM.default_setup(), mission="mill-meeting")
SIZES = [((1024, 640), 1.0), ((1600, 900), 1.25), ((3840, 2160), 2.0)]


@cache
def match_at(kind: str) -> LocalMatch:
    """A match of computer players at the first question of a kind to seat 0; to be looked at."""
    match = LocalMatch(SYSTEM, SETUP, 1, [computer_player] * 2)
    while not isinstance(match.request, Over):
        asked = match.request
        if isinstance(asked, Decision) and asked.kind == kind and 0 in asked.deciders:
            return match
        match.step()
    raise AssertionError(f"no match asks for {kind}")


def robot_at(kind: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Robot:
    """A table at the first question of a kind."""
    settings = Settings(size=size, scale=scale, speed="off", guard=True)
    robot = Robot(SYSTEM, 1, setup=SETUP, settings=settings)
    robot.match = match_at(kind)
    view = robot.match.view(0)
    robot.stage.model.told(view, [])
    robot.stage.model.ask(view, robot.answers.append)
    robot.tick()
    return robot


def stage_at(kind: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Stage:
    return robot_at(kind, size, scale).stage


def state(stage: Stage) -> HailfireState:
    assert stage.model.view is not None
    g = stage.model.view.state
    assert isinstance(g, HailfireState)
    return g


def held(stage: Stage, name: str) -> Any:
    sketch = stage.model.sketch
    return sketch.values.get(name, ()) if sketch is not None else ()


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("kind", ["force", "set_up", "activate", "order"])
def test_nothing_runs_over(kind: str, size: tuple[int, int], scale: float) -> None:
    stage = stage_at(kind, size, scale)
    assert texts_that_run_over(stage.scene()) == []


@pytest.mark.rule("HAIL-ACT-01")
def test_a_leader_brings_his_unit_and_a_press_leaves_one_out() -> None:
    robot = robot_at("activate")
    stage = robot.stage
    g = state(stage)
    leader = next(n for n in g.on_table(Seat(0)) if g.teams[n].row.leader)
    press(stage, f"team:{leader}")
    teams = held(stage, "teams")
    assert leader in teams and len(teams) > 1
    press(stage, f"team:{teams[-1]}")
    assert held(stage, "teams") == teams[:-1]
    stage.key("enter")
    assert isinstance(robot.answers[-1], Activate) and robot.answers[-1].teams == teams[:-1]


@pytest.mark.rule("HAIL-MOVE-08")
def test_an_order_to_move_is_drawn_with_the_keys_alone() -> None:
    robot = robot_at("order")
    stage = robot.stage
    view = stage.model.view
    assert view is not None
    go = next(o for o in agenda.offers(view) if isinstance(o, Go))
    press(stage, f"team:{go.team}")
    for key in ("w", "x", "enter"):
        stage.key(key)
    assert isinstance(robot.answers[-1], Go) and robot.answers[-1].team == go.team
