"""Heroes at the plain table: everything can be answered there by clicking alone."""

from __future__ import annotations

import pytest
from attrs import fields

from owm_net import games
from owm_net.client import tables
from owm_net.client.answering.drafting import Drafting, Pick, Sketch
from owm_net.client.tables.heroes.odds import barrage_line
from owm_net.client.tables.terminal import Conversation
from owm_net.engine.drafts import Draft
from owm_net.engine.requests import Over
from owm_net.engine.view import View
from owm_net.games.heroes.generator import PutObjective
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import CounterKey, Share, UnitId
from owm_net.games.heroes.orders import OrderFire
from tests.client.robot import Robot
from tests.games.every import THOROUGH
from tests.games.heroes.table import acting, ann, ben
from tests.games.heroes.test_hon_match import CARDS
from tests.seats import ANN


@pytest.mark.parametrize("cards", [True, False] if THOROUGH else [True])
def test_a_robot_plays_a_match_at_the_plain_table(
    cards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an answer has several fields that may stay empty, each with over 150 values."""
    monkeypatch.delitem(tables._TABLES, "heroes", raising=False)
    system = games.get("heroes")
    robot = Robot(system, 3, setup=CARDS if cards else None)
    robot.play_ends(27, lambda match: match.state.round == 5)
    assert isinstance(robot.match.request, Over) and robot.match.request.result.scores
    assert {"deploy", "lay", "turn", "supply_move"} <= {*robot.kinds}


def test_pages_are_turned_to_a_space_for_an_objective_of_a_free_battle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The list of spaces has several pages, and on the first none may be chosen."""
    monkeypatch.delitem(tables._TABLES, "heroes", raising=False)
    system = games.get("heroes")
    setup = system.default_setup("free-battle")
    for seed in range(2, 12):
        robot = Robot(system, seed, setup=setup)
        assert robot.run_to(lambda match: match.request.kind == "objective")
        if robot.usable() == []:
            break
    else:
        raise AssertionError("on each map a space of the first page may be chosen")
    assert isinstance(robot.answer_by_clicking(), PutObjective)


@pytest.mark.rule("HON-LOS-01")
def test_the_terminal_says_why_a_shot_is_not_offered() -> None:
    match = acting(ann(3, 3), ben(5, 3), ben(8, 3), due=(1, 1), bluffs=(0, 0))
    talk = Conversation(games.get("heroes"))
    talk.ask(View(match.g, ANN, match.known(ANN)))
    told = talk.on_line("why shoots").lines
    assert len(told) == 1 and "on F4 blocks it (HON-LOS-01)" in told[0]


@pytest.mark.rule("HON-AB-21")
@pytest.mark.parametrize(("away", "told"), [(3, "1 weapon has a target."), (-3, "No weapon")])
def test_a_barrage_says_whether_it_would_hit_anybody(away: int, told: str) -> None:
    gun = ann(8, 4, "de_mg42", face=1, facing=Facing.E)
    match = acting(ann(7, 4, "de_major"), gun, ben(8 + away, 5), due=(1, 1), bluffs=(0, 0))
    line = barrage_line(match.g, UnitId(0), CounterKey("de_mg42"))
    assert line.startswith(told)


@pytest.mark.rule("HON-AB-40")
def test_a_bonus_is_split_into_equal_shares_at_the_plain_table() -> None:
    gun = ann(3, 3, "de_mg42", face=1, facing=2)
    match = acting(gun, ben(7, 3), ben(8, 2), due=(1, 1), bluffs=(0, 0), orders={"u0": 1, "u1": 1})
    drafting = Drafting(games.get("heroes"), View(match.g, ANN, match.known(ANN)))
    sketch: Sketch = Draft.of(match.fire(0, 1, 2))
    for _ in range(2):
        after = Pick(Share, Share(2)).on(drafting, sketch)
        assert isinstance(after, Draft)
        sketch = after
    assert sketch is not None
    assert drafting.desk.look(sketch).answer == match.fire(0, 1, 2, shares=(2, 2))
    again = Pick(Share, Share(2)).on(drafting, sketch)  # no room for a third: they are taken out
    assert isinstance(again, Draft) and not again.holds(fields(OrderFire).shares)
