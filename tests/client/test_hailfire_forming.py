"""A Unit of Hailfire is set up and moved as a whole at its table, and each Team of it corrected."""

from __future__ import annotations

from typing import Any

from owm_net import games
from owm_net.client.match_stage import Stage
from owm_net.client.tables.terminal import Conversation
from owm_net.engine.drafts import Draft
from owm_net.engine.geometry import distance2
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.games.hailfire.ids import Spot
from owm_net.games.hailfire.leading import Ability, Lead
from owm_net.games.hailfire.orders import Go, March
from owm_net.games.hailfire.set_up import SetUpUnit
from owm_net.games.hailfire.terms import Side
from owm_net.games.hailfire.turn import Activate
from tests.client.test_hailfire_answers import halting, led, riflemen
from tests.client.test_hailfire_table import asked_of, robot_at, shown_at
from tests.client.test_squadcards_table import press
from tests.games.hailfire.table import T, area, lay, path, scenario, team, turn, unit

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
    stage.move(x + 300, y + 200)
    stage.move(x, y)
    assert stage.scene().find("tooltip") is not None
    stage.drag(x, y - 20)
    assert stage.scene().find("tooltip") is None  # it would lie where the Team goes
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
    """Activated by Enter, then led there by Enter; to a name, an objective, or in inches."""
    where = scenario(
        area("building", 2000, 2000, 2400, 2300), objectives=[(900, 2000, Side.NOBODY)]
    )
    men = unit(team("us_cmd", 1000, 1000), team("us_rifle", 1300, 1000), team("us_lmg", 700, 1000))
    groups, foes = [men, unit(team("us_m4", 4000, 400))], [unit(team("ger_rifle", 4500, 3300))]
    fight = lay(groups, foes, where=where, frames=turn(), dice=[(4, 2)]).until("activate")
    talk = Conversation(SYSTEM)
    talk.ask(fight.view(0))
    assert "Then: to the building." in talk.on_line("unit 0 to the building").lines
    answer = talk.on_line("").answer
    assert isinstance(answer, Activate) and sorted(answer.teams) == [0, 1, 2]
    talk.close()
    fight.say(answer)
    assert "Move 3 Teams toward a point" in " ".join(talk.ask(fight.view(0)))
    for words, place in (("to the building", (2200, 2150)), ("to a", (900, 2000))):
        talk.on_line("undo")
        assert "Move 3 Teams" in " ".join(talk.on_line(words).lines)
        march = talk.on_line("").answer
        assert isinstance(march, March) and march.middle is not None
        assert distance2(march.middle, place) < 600 * 600
    talk.on_line("undo")
    assert "no word" in " ".join(talk.on_line("unit 1 to a").lines)  # it is not activated
    talk.on_line("to 20 9.5")
    assert isinstance(talk.on_line("").answer, March)
