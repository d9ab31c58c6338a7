"""A refusal is about the thing that was pressed or the phase, never about another card."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from owm_net import games
from owm_net.client.answering.drafting import Drafting, Pick
from owm_net.client.match_stage import Stage
from owm_net.client.scene.items import Item
from owm_net.client.settings import Settings
from owm_net.engine.drafts import Draft, blanks_of
from owm_net.engine.local import LocalMatch
from owm_net.engine.playthrough import parse, replay
from owm_net.engine.requests import Choose, Refusal

GOLDEN = Path(__file__).parents[1] / "golden"
KINDS = {"owm": 13, "squadcards": 13, "nco": 18, "hailfire": 13, "heroes": 32}
"""Kinds of questions that the playthroughs of a game ask: the first of each is looked at."""
VALUES, LETTERS = 10, 4
"""Values of a type; letters of a name that is looked for in a reason."""
BLOCKS = "blocks it"
"""Of whatever stands between: that may be named beside what was pressed."""

Thing = tuple[Any, Hashable]


def questions(game: str) -> Iterator[tuple[LocalMatch, Choose[Any]]]:
    """Yield a match at the first question of each kind in all playthroughs of a game."""
    system, met = games.get(game), set[str]()
    for file in sorted((GOLDEN / game).glob("*.txt")):
        for match in replay(system, parse(file.read_text())):
            asked = match.state.pending
            if isinstance(asked, Choose) and asked.kind not in met:
                met.add(asked.kind)
                yield match, asked
    assert len(met) >= KINDS[game], met


def things(match: LocalMatch, asked: Choose[Any], drafting: Drafting) -> dict[Thing, str]:
    """Return the name of each thing that could be pressed: cards, soldiers, cells."""
    view = match.view(asked.seat)
    kinds = {b.kind: None for cls in drafting.kind.answers for b in blanks_of(cls)}
    return {
        (kind, value): match.system.value_name(view, kind, value)
        for kind in kinds
        if kind not in (bool, int, str)
        for value in islice(match.system.domain(view, kind) or (), VALUES)
    }


def reason(drafting: Drafting, sketch: Draft[Any] | None, kind: Any, value: Hashable) -> str:
    """Return why a thing is grey, and else why a press of it is refused; "" if it is not."""
    light = drafting.light(sketch, kind, value)
    pressed = None if light.lit else drafting.pick(sketch, Pick(kind, value))
    return light.why or (str(pressed.why) if isinstance(pressed, Refusal) else "")


@pytest.mark.parametrize("game", KINDS)
def test_a_reason_is_about_the_thing_that_was_pressed_in_each_kind_of_question(game: str) -> None:
    """For each value that a question could take, and for each item that the table shows."""
    wrong, grey = [], 0
    for match, asked in questions(game):
        drafting = Drafting(match.system, match.view(asked.seat))
        named = things(match, asked, drafting)
        for sketch in (drafting.begin(), *(Draft(cls) for cls in drafting.kind.answers)):
            for (kind, value), name in named.items():
                why = reason(drafting, sketch, kind, value)
                grey += bool(why)
                others = in_reason(named.values(), why)
                if others and not any(o in name for o in others) and name not in why:
                    wrong.append(f"{asked.kind}: {name}: {why}")
        for item, why in refused(table_of(match, asked)):
            grey += 1
            own = f"{item.label} {item.tooltip} {' '.join(run.text for run in item.runs)}"
            others = in_reason(named.values(), why)
            if not why:
                wrong.append(f"{asked.kind}: {item.id} ({item.label}) says nothing")
            elif others and not any(o in own.partition("Not now")[0] for o in others):
                wrong.append(f"{asked.kind}: {item.id} ({item.label}): {why}")
    assert grey, "nothing was grey"
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def in_reason(names: Iterable[str], why: str) -> list[str]:
    """Return the names that a reason is about."""
    said = "" if BLOCKS in why else why
    return [o for o in names if len(o) >= LETTERS and o[:1].isupper() and o in said]


def table_of(match: LocalMatch, asked: Choose[Any]) -> Stage:
    """The table of whoever is asked."""
    settings = Settings(speed="off", size=(1280, 720))
    names = [f"Player {seat}" for seat in range(match.state.seats)]
    stage = Stage(match.system, asked.seat, names, settings)
    view = match.view(asked.seat)
    stage.sitting.told(view, [])
    stage.sitting.ask(view, lambda answer: None)
    stage.tick(1.0)
    stage.tick(2.0)
    return stage


@pytest.mark.rule("SQD-COVER-02")
def test_a_rifle_is_refused_as_a_rifle_where_a_move_is_declared() -> None:
    for match, asked in questions("squadcards"):
        if asked.kind != "declare":
            continue
        drafting = Drafting(match.system, match.view(asked.seat))
        for (kind, value), name in things(match, asked, drafting).items():
            why = reason(drafting, drafting.begin(), kind, value)
            assert not why or name in why or "a card must be left" in why, (name, why)


def refused(stage: Stage) -> Iterator[tuple[Item, str]]:
    """Press each thing that the table shows as one that cannot be pressed; yield what it says."""
    for item in stage.scene():
        if item.action is not None and item.why:
            stage.activate(item)
            yield item, stage.sitting.ui.refused.why
            stage.forget_refusal()
