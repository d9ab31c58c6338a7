"""A Unit of Hailfire is set up and moved as a whole at its table, and each Team of it corrected."""

from __future__ import annotations

from typing import Any

from owm_net import games
from owm_net.client.match_stage import Stage
from owm_net.client.tables.terminal import Conversation
from owm_net.engine.drafts import Draft
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.games.hailfire.ids import Spot
from owm_net.games.hailfire.leading import Ability, Lead
from owm_net.games.hailfire.orders import Go, March
from owm_net.games.hailfire.set_up import SetUpUnit
from owm_net.games.hailfire.turn import Activate
from tests.client.test_hailfire_answers import halting, led, riflemen
from tests.client.test_hailfire_table import asked_of, robot_at, shown_at
from tests.client.test_squadcards_table import press
from tests.games.hailfire.table import T, lay, path, team, unit

SYSTEM = games.get("hailfire")


def drafted(stage: Stage) -> dict[int, Spot]:
    """The place of each Team of the formation that is made."""
    sketch = stage.sitting.answering.sketch
    assert isinstance(sketch, Draft)
    answer = stage.sitting.answering.look
    assert answer is not None and answer.answer is not None
    if isinstance(answer.answer, March):
        return {leg.team: leg.path[-1] for leg in answer.answer.legs}
    assert isinstance(answer.answer, SetUpUnit)
    return dict(enumerate(answer.answer.spots))


def test_a_unit_stands_where_it_is_offered_and_is_dragged_as_a_whole() -> None:
    stage = robot_at("set_up").stage
    offered = drafted(stage)
    stage.press(*shown_at(stage, (450, 900)))
    there = drafted(stage)
    assert there != offered
    stage.drag(*shown_at(stage, (450, 2700)))
    stage.let_go("left")
    moved = drafted(stage)
    assert all(moved[n][1] > there[n][1] + 1000 for n in there)


def test_one_team_of_a_formation_is_dragged_or_pressed_and_then_its_place() -> None:
    stage = robot_at("set_up").stage
    stage.press(*shown_at(stage, (450, 900)))
    there = drafted(stage)
    hand = next(i for i in stage.scene() if i.id == "place:3")
    x, y = stage.scene().point_of(hand) or (0.0, 0.0)
    stage.press(x, y)
    stage.drag(x, y - 20)
    stage.let_go("left")
    dragged = drafted(stage)
    assert [n for n in there if dragged[n] != there[n]] == [3]
    assert dragged[3][1] > there[3][1]
    press(stage, "place:3")
    stage.press(*shown_at(stage, (450, 3400)))
    stage.drag(*shown_at(stage, (455, 3405)))  # a hand that trembles drags nothing
    assert drafted(stage)[3][1] > 3300 and drafted(stage)[2] == there[2]
    stage.let_go("left")
    stage.press(*shown_at(stage, (450, 1000)))  # the next press is for all again
    assert all(spot[1] < 2700 for spot in drafted(stage).values())


def test_a_march_is_corrected_and_confirmed_team_by_team_and_whole() -> None:
    stage = asked_of(riflemen(), 0)[0]
    stage.press(*shown_at(stage, (1800, 1300)))
    there = drafted(stage)
    assert sorted(there) == [0, 1, 2]
    press(stage, "place:2")
    stage.press(*shown_at(stage, (2400, 1000)))
    assert abs(drafted(stage)[2][0] - 2400) < 20 and drafted(stage)[1] == there[1]
    assert stage.sitting.answering.sketch is not None
    press(stage, "team:3")  # an enemy: they fire instead
    assert stage.sitting.answering.sketch.cls is not March


def test_nobody_is_asked_what_depends_on_nothing_unless_they_want_it() -> None:
    """Who stops short, and whom a Leader pushes; but whom he directs is asked."""

    def asked(match: Any, always: bool) -> list[Answer]:
        stage, given = asked_of(match, 0, asks_all=always)
        stage.tick(1.0)
        return given

    assert asked(halting(), always=False) == [Pass()] and asked(halting(), always=True) == []
    assert asked(led(), always=False) == []
    ours = unit(team("us_cmd", 1000, 1000), team("us_rifle", 1500, 1000))
    pushing = lay([ours], [unit(team("ger_rifle", 4500, 3300))])
    pushing.say(Go(T(1), path((1500, 1500)), apart=False), Pass()).until("lead")
    assert Lead(Ability.PUSH, T(1)) in pushing.options()
    assert asked(pushing, always=False) == [Pass()] and asked(pushing, always=True) == []


def test_a_unit_is_ordered_in_words() -> None:
    """ "rifles 1 to the building": activated by Enter, then led there by Enter."""
    match: Any = robot_at("activate").match
    talk = Conversation(SYSTEM)
    talk.ask(match.view(0))
    told = talk.on_line("rifles 1 to the building").lines
    assert "to the building" in " ".join(told)
    answer = talk.on_line("").answer
    assert isinstance(answer, Activate) and len(answer.teams) > 5
    talk.close()
    match.give(answer)
    while match.request.kind != "order":
        match.step()
    assert "Teams to about" in " ".join(talk.ask(match.view(0)))
    talk.on_line("undo")
    near_a = talk.on_line("to a").lines
    assert "Teams to about" in " ".join(near_a)
    talk.on_line("undo")
    assert "no word" in " ".join(talk.on_line("tanks to a").lines)  # others are activated
    talk.on_line("to 20 9.5")
    march = talk.on_line("").answer
    assert isinstance(march, March) and len(march.legs) > 3
