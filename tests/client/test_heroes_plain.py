"""Heroes at the plain table: everything can be answered there by clicking alone."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.client import tables
from owm_net.engine.requests import Over
from tests.client.robot import Robot
from tests.games.heroes.test_hon_match import CARDS


@pytest.mark.parametrize("cards", [False, True], ids=["without cards", "with cards"])
def test_a_robot_plays_a_whole_match_at_the_plain_table(
    cards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an answer has several fields that may stay empty, each with over 150 values."""
    monkeypatch.delitem(tables._TABLES, "heroes", raising=False)
    system = games.get("heroes")
    robot = Robot(system, 2, setup=CARDS if cards else None)
    assert robot.play()
    assert isinstance(robot.match.request, Over) and robot.match.request.result.scores
    assert {"deploy", "lay", "turn", "supply_move"} <= {*robot.kinds}
