"""Esc takes back the last choice, at every question in the same way, and never more than that."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from owm_net import games
from owm_net.client.answering.drafting import Confirm, Say, groups_of, held_by
from owm_net.client.answering.trail import Trail
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item
from owm_net.client.settings import Settings
from owm_net.client.sitting.actions import WindowAction
from owm_net.engine.agenda import why_not
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played
from owm_net.engine.requests import Decision, Over
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.turn import ACTION
from tests.client.robot import Robot
from tests.client.situations import KINDS, doing, pick_nothing, picked, stage_at
from tests.client.test_table import press


def chosen(stage: Stage) -> Any:
    return held_by(stage.sitting.answering.sketch)


def take_back_all(stage: Stage) -> int:
    """Esc until nothing changes any more; how often it did something."""
    steps = 0
    while stage.sitting.answering.trail:
        before = chosen(stage)
        stage.key("escape")
        assert chosen(stage) != before  # each press does something
        steps += 1
        assert steps < 50
    return steps


# ------------------------------------------------------------------ the line of an assault


def lined_up(most: int) -> tuple[Stage, list[int]]:
    """The line-up with the first `most` soldiers clicked."""
    robot = Robot(games.get("owm"), 43)
    assert robot.run_to(is_line), "take a seed of a match that comes to a line of three"
    stage = robot.stage
    placed = [
        int(i.id.partition(":")[2])
        for i in stage.scene()
        if i.id.startswith("place:") and i.kind == "soldier"
    ][:most]
    for soldier in placed:
        press(stage, f"place:{soldier}")
    return stage, placed


def is_line(match: Any) -> bool:
    return match.request.kind == "assault_line" and len(own_line(match)) >= 3


def own_line(match: Any) -> list[int]:
    frame, teams = match.state.agenda[-1], match.state.fireteams
    line: list[int] = next(teams[t].line for t in (frame.mover, frame.other) if teams[t].seat == 0)
    return line


def test_escape_takes_one_soldier_out_of_the_line() -> None:
    stage, placed = lined_up(2)
    line = picked(stage, SoldierId)[:1]
    stage.key("escape")
    assert picked(stage, SoldierId) == line == placed[:1]
    stage.key("escape")
    assert picked(stage, SoldierId) == []
    assert stage.sitting.answering.is_open and stage.scene().find("assault") is not None


def test_escape_gives_back_the_line_that_a_click_has_replaced() -> None:
    """All as before, the last one added automatically, the line that was cleared."""
    stage, placed = lined_up(1)
    n = len(own_line_of(stage))
    press(stage, "continue")  # as they stand
    assert len(picked(stage, SoldierId)) == n
    stage.key("escape")
    assert picked(stage, SoldierId) == placed
    press(stage, "cancel")  # clear
    assert picked(stage, SoldierId) == []


def test_enter_takes_what_is_lit_before_there_is_a_line_to_fight_in() -> None:
    """First the line as they stand, then the fight; never a refusal of what no light was on."""
    stage, _ = lined_up(0)
    stage.key("enter")
    assert picked(stage, SoldierId) == own_line_of(stage)
    assert stage.sitting.answering.is_open and not stage.sitting.ui.refused.why
    stage.key("enter")
    assert not stage.sitting.answering.is_open


def own_line_of(stage: Stage) -> list[SoldierId]:
    return [SoldierId(soldier) for soldier in own_line(stage.sitting.view)]


def test_a_line_that_was_cleared_by_mistake_is_not_lost() -> None:
    stage, _ = lined_up(2)
    line = picked(stage, SoldierId)
    press(stage, "cancel")
    stage.key("escape")
    assert picked(stage, SoldierId) == line


# ------------------------------------------------------------------ everywhere


@pytest.mark.parametrize("kind", KINDS)
def test_escape_goes_back_to_the_beginning_of_every_question(kind: str) -> None:
    """Whatever a player clicks together, Esc takes it back step by step; what was chosen for want
    of anything else stays."""
    stage = stage_at(kind)
    sitting = stage.sitting
    sitting.answering._sink = lambda answer: pytest.fail("Esc or a first click has answered")
    fresh = sitting.answering.sketch
    robot = Robot.__new__(Robot)
    robot.stage, robot.chance = stage, random.Random(kind)
    clicks = 0
    for _ in range(12):
        item = robot.choose()
        if answers(item):
            continue
        before = chosen(stage)
        if commits(stage, item):
            continue
        stage.activate(item)
        clicks += chosen(stage) != before
    steps = take_back_all(stage)
    assert chosen(stage) == held_by(fresh)
    assert steps <= clicks
    stage.key("escape")  # once too often
    assert chosen(stage) == held_by(fresh) and sitting.answering.is_open


def answers(item: Item) -> bool:
    """Return True if a press is meant to answer."""
    return isinstance(item.action, Confirm | Say)


def commits(stage: Stage, item: Any) -> bool:
    """Return True if a press would answer, as a second click on a choice does."""
    return (
        "chosen" in item.flags
        or item.id == "verb:endturn"
        or (
            item.kind in ("token", "cell")
            and doing(stage) is not None
            and not doing(stage).by_name
            and stage.sitting.answering.kind is ACTION
        )
    )


def test_looking_at_one_card_after_another_is_one_step() -> None:
    stage = stage_at("action")
    for n in "1234":
        stage.key(n)
    assert picked(stage, Played)
    stage.key("escape")
    assert not picked(stage, Played) and not stage.sitting.answering.trail


def test_a_squad_that_was_cleared_by_mistake_is_not_lost() -> None:
    stage = stage_at("squad")
    press(stage, "ready-made")
    press(stage, "preset:0")
    press(stage, "ready-made")
    lines = groups_of(stage.sitting.answering.sketch, SoldierId)
    press(stage, "clear")
    assert not picked(stage, SoldierId)
    stage.key("escape")
    assert groups_of(stage.sitting.answering.sketch, SoldierId) == lines
    press(stage, f"picked:{lines[0][0]}")
    stage.key("escape")
    assert groups_of(stage.sitting.answering.sketch, SoldierId) == lines


def test_after_cancel_there_is_nothing_to_take_back() -> None:
    stage = stage_at("shooter")
    pick_nothing(stage)
    press(stage, next(i.id for i in stage.scene() if i.id.startswith("soldier:") and i.lit))
    press(stage, "cancel")
    stage.key("escape")
    assert not picked(stage, SoldierId)


def test_escape_takes_back_the_choices_of_squadcards() -> None:
    system = games.get("squadcards")
    stage = Stage(system, 0, ["You", "Bob"], Settings(speed="off", guard=True))
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    seen: set[str] = set()
    now = 0.0
    while not isinstance(match.request, Over) and len(seen) < 5:
        request = match.request
        mine = isinstance(request, Decision) and 0 in request.deciders
        if isinstance(request, Decision) and mine and request.kind not in seen:
            stage.sitting.told(match.view(0), [])
            stage.tick(now := now + 1)
            stage.sitting.ask(match.view(0), lambda answer: None)
            stage.tick(now := now + 1)
            lit = [
                i
                for i in stage.scene()
                if i.lit
                and i.action
                and not isinstance(i.action, WindowAction)
                and not answers(i)
                and stage.scene().point_of(i)
            ]
            for item in lit[:3]:
                press(stage, item.id)
            if chosen(stage):
                seen.add(request.kind)
                take_back_all(stage)
                assert not chosen(stage) and stage.sitting.answering.is_open, request.kind
            stage.sitting.withdraw()
        match.step()
    assert len(seen) == 5


def test_escape_closes_the_flips_that_lie_over_the_hand() -> None:
    """As the strip itself says."""
    settings = Settings(speed="normal", guard=True)
    robots = (Robot(games.get("owm"), seed, settings=settings) for seed in range(5, 15))
    robot = next(r for r in robots if r.run_to(lambda match: match.request.kind == "shooter"))
    stage = robot.stage
    stage.sitting.presenter.strip.open = True
    stage.sitting.presenter.strip.title = "an attack"
    while stage.sitting.presenter.busy:
        robot.tick(1.0)
    pick_nothing(stage)
    stage.sitting.touch()
    assert any("Esc: close" in text for text in stage.scene().texts())
    stage.key("escape")
    assert stage.scene().find("strip") is None and stage.sitting.answering.is_open


def test_what_the_table_shows_besides_goes_before_a_choice_is_taken_back() -> None:
    """The squads that are ready lie over the soldiers: Esc leads to those, not out of the match."""
    stage = stage_at("squad")
    soldier = next(i.id for i in stage.scene() if i.id.startswith("pool:") and not i.why)
    press(stage, soldier)
    own = chosen(stage)
    press(stage, "ready-made")
    stage.key("escape")
    assert stage.scene().find("preset:0") is None and chosen(stage) == own
    stage.key("escape")
    assert chosen(stage) != own and stage.is_bare
    press(stage, "ready-made")
    stage.key("escape")
    assert stage.scene().find("preset:0") is None and stage.is_bare
    stage.key("escape")
    assert not stage.is_bare  # now it asks whether to leave


# ------------------------------------------------------------------ the trail itself


def of(*things: str) -> list[str]:
    return list(things)


def test_a_trail_remembers_choices_not_clicks() -> None:
    trail = Trail()
    steps = [of(), of("a"), of("b"), of("b", "x"), of("b", "y"), of("b")]
    for before, after in pairwise(steps):
        trail.note(list(before), after, frozenset)
    assert trail.back() == of()
    assert trail.back() is None and not trail


def test_what_is_clicked_out_of_the_middle_can_come_back() -> None:
    trail = Trail()
    steps = [of(), of("a"), of("a", "b"), of("b")]
    for before, after in pairwise(steps):
        trail.note(list(before), after, frozenset)
    assert trail.back() == of("a", "b") and trail.back() == of("a") and trail.back() == of()


def test_choices_taken_back_leave_a_legal_answer_possible() -> None:
    stage = stage_at("division")
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    takes = [i.id for i in stage.scene() if i.id.startswith("take:") and not i.why]
    press(stage, takes[0])
    press(stage, takes[1])
    stage.key("escape")
    assert not picked(stage, DivisionKey)
    press(stage, takes[1])
    press(stage, "confirm")
    view = stage.sitting.view
    assert len(given) == 1 and view is not None and why_not(view, given[0]) is None
