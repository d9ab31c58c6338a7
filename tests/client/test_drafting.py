"""The effect of a click on an unfinished answer, and the words where it has none."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net import games
from owm_net.client.answering.drafting import Adopt, Drafting, Give, Pick
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.engine.drafts import Desk, Draft
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, Over
from owm_net.games.owm.actions import Attack, Redraw, Transfer
from owm_net.games.owm.ids import FireteamId
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.phases.movement import Move
from owm_net.games.squadcards.terms import Phase, RangeBand
from tests.client.robot import Robot
from tests.client.situations import doing, picked, stage_at
from tests.client.test_table import press
from tests.games.every import THOROUGH
from tests.games.squadcards.table import SYSTEM, L, S, lay
from tests.wants import wanted


@pytest.mark.rule("OWM-MOVE-07", "OWM-ENT-01")
def test_a_card_says_why_its_own_order_cannot_be_given() -> None:
    """Not the reason that is true of every card, that it is no order of another sort."""
    stage = stage_at("action")
    light = stage.sitting.answering.drafting.light
    hand = {
        item.label.partition(" ")[0]: light(None, Played, item.action.value).why  # type: ignore[attr-defined]
        for item in stage.scene()
        if item.id.startswith("hand:") and item.action is not None
    }
    assert hand["Attack"] == ""
    assert hand["Maneuver"].endswith("(OWM-MOVE-07)")
    assert hand["Entrench"].endswith("(OWM-ENT-01)")


@pytest.mark.parametrize(("game", "most"), [("owm", 4), ("hailfire", 300), ("nco", 400)])
def test_what_the_rules_say_is_known_before_a_table_is_laid_out(
    game: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are asked in other turns of the window's loop, and not of what nobody looks at."""
    asked: list[Draft[Any]] = []
    judged = Desk._judged

    def counted(desk: Desk, draft: Draft[Any]) -> Any:
        asked.append(draft)
        return judged(desk, draft)

    monkeypatch.setattr(Desk, "_judged", counted)
    system = games.get(game)
    stage = Stage(system, 0, ["You", "Computer"], Settings(speed="off"))
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    before = after = 0
    for step in range(400):
        if isinstance(match.request, Over):
            break
        match.step()
        asks = isinstance(match.request, Choose) and match.request.seat == 0
        if step % (3 if THOROUGH else 8) or not asks:
            continue
        stage.sitting.told(match.view(0), match.state.events)
        stage.sitting.ask(match.view(0), lambda answer: None)
        stage.tick(step)
        if stage.sitting.answering.is_open:
            asked.clear()
            for _ in stage.sitting.answering.drafting.foresee(stage.sitting.answering.sketch):
                pass
            before += len(asked)
            asked.clear()
            stage.frame()
            assert len(asked) <= most
            after += len(asked)
            stage.sitting.withdraw()
    assert before > after


def test_a_card_that_cannot_be_used_can_still_pay() -> None:
    stage = stage_at("action")
    dull = next(i for i in stage.scene() if i.id.startswith("hand:") and "shaded" in i.flags)
    press(stage, dull.id)
    assert stage.sitting.ui.refused.why and picked(stage, Played)
    card = picked(stage, Played)
    press(stage, "verb:redraw")
    assert doing(stage) is Redraw and picked(stage, Played) == card


def test_one_card_too_many_is_refused_with_the_reason() -> None:
    """The player decides which of three to give up."""
    stage = stage_at("action")
    hand = stage.sitting.view.state.hands[0]  # type: ignore[union-attr]
    press(stage, "verb:redraw")
    for n in range(4):
        press(stage, f"hand:{n}")
    assert picked(stage, Played) == hand[:3]
    assert "(OWM-" in stage.sitting.ui.refused.why
    press(stage, "hand:0")
    press(stage, "hand:3")
    assert picked(stage, Played) == hand[1:4] and not stage.sitting.ui.refused.why


def test_a_place_stands_for_who_is_on_it() -> None:
    """With nothing chosen a click shows the Fireteam; for an attack it is the target."""
    stage = stage_at("action")
    g = stage.sitting.view.state  # type: ignore[union-attr]
    press(stage, "hand:0")
    assert doing(stage) is Attack
    target = next(t for t in g.fireteams if stage.sitting.answering.light(FireteamId, t).lit)
    cell = f"cell:{g.fireteams[target].cell}"
    stage.key("escape")
    press(stage, cell)
    assert stage.sitting.answering.sketch is None and stage.sitting.ui.selected == target
    press(stage, "hand:0")
    press(stage, cell)
    assert picked(stage, FireteamId) == [target] and stage.sitting.answering.is_open


@pytest.mark.rule("SQD-ATK-01")
def test_what_is_chosen_out_of_a_list_is_given_when_it_is_pressed_again() -> None:
    match = lay(hands=(["pistol", "knife"], ["scout"]), band=S, phase=Phase.POSITION).until("fire")
    drafting = Drafting(SYSTEM, match.view())
    way, why = drafting.ways(Played, match.card("pistol"))[0]
    once = Adopt(way, gives=True).on(drafting, None)
    assert not why and isinstance(once, Draft) and drafting.desk.look(once).answer == way
    assert Adopt(way, gives=True).on(drafting, once) == Give(way)


@pytest.mark.rule("SQD-ATK-01")
def test_a_thing_may_bring_with_it_what_there_is_only_one_of() -> None:
    """One enemy: whoever presses the card has the whole attack; pressed again, it is given."""
    match = lay(hands=(["pistol", "knife"], ["scout"]), band=S, phase=Phase.POSITION).until("fire")
    drafting = Drafting(SYSTEM, match.view())
    pistol = match.card("pistol")
    alone = Pick(Played, pistol).on(drafting, None)
    assert isinstance(alone, Draft) and wanted(drafting.desk.look(alone)) == "target"
    whole = Pick(Played, pistol, fills=True).on(drafting, None)
    assert isinstance(whole, Draft) and drafting.desk.look(whole).answer == Fire(pistol, SquadId(1))
    assert Pick(Played, pistol).on(drafting, whole) == Give(Fire(pistol, SquadId(1)))
    assert Pick(Played, pistol, gives=False).on(drafting, whole) is None, "taken out"


@pytest.mark.rule("SQD-MOVE-02")
def test_an_answer_of_the_only_kind_asked_for_may_be_begun_by_any_of_its_parts() -> None:
    """The range of a move before its card, though moves on the map exist too."""
    match = lay(
        hands=(["hill", "knife"], []),
        band=L,
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}),
    )
    drafting = Drafting(SYSTEM, match.view())
    begun = drafting.begin()
    assert begun is not None and begun.cls is Move
    there = Pick(RangeBand, RangeBand.M).on(drafting, begun)
    whole = Pick(Played, match.card("knife")).on(
        drafting, there if isinstance(there, Draft) else None
    )
    assert isinstance(whole, Draft)
    assert drafting.desk.look(whole).answer == Move(
        match.card("knife"), RangeBand.M, into_open=True
    )
    again = Pick(Played, match.card("hill")).on(drafting, whole)
    assert isinstance(again, Draft)
    assert drafting.desk.look(again).answer == Move(match.card("hill"), RangeBand.M)


def test_what_there_is_only_one_of_stays_when_it_is_pressed() -> None:
    """It would come back automatically, so a press cannot take it out (OWM-TRANS-01)."""
    for seed in range(1, 60):
        robot = Robot(games.get("owm"), seed)
        if not robot.run_to(lambda match: match.request.kind == "action"):
            continue
        stage = robot.stage
        drafting = stage.sitting.answering.drafting
        if drafting.why_not(Transfer):
            continue
        press(stage, "verb:transfer")
        if len(picked(stage, FireteamId)) == 1:
            (to,) = picked(stage, FireteamId)
            assert stage.sitting.answering.apply(Pick(FireteamId, to)) is not None
            assert picked(stage, FireteamId) == [to]
            return
    raise AssertionError("no turn with one Fireteam to go to")
