"""A refusal is about the thing that was pressed or the phase, never about another card."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
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
PLAYED = {
    "owm/every-deed": 60,
    "owm/artillery": 60,
    "squadcards/printed": 130,
    "squadcards/two-squads": 80,
    "nco/snapped": 70,
    "hailfire/lane-junction": 60,
    "heroes/cards": 26,
}
"""Playthroughs, and how far each is looked at."""
EACH, VALUES, LETTERS = 2, 10, 4
"""Questions of a kind; values of a type; letters of a name that is looked for in a reason."""

Thing = tuple[Any, Hashable]


def questions(played: str, steps: int) -> Iterator[tuple[LocalMatch, Choose[Any]]]:
    """Yield the match at the first questions of each kind."""
    system = games.get(played.partition("/")[0])
    text = parse((GOLDEN / f"{played}.txt").read_text())
    met: dict[str, int] = {}
    for match in islice(replay(system, text), steps):
        asked = match.state.pending
        if isinstance(asked, Choose) and met.get(asked.kind, 0) < EACH:
            met[asked.kind] = met.get(asked.kind, 0) + 1
            yield match, asked


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


@pytest.mark.parametrize("played", PLAYED)
def test_a_reason_names_the_thing_that_was_pressed_and_no_other(played: str) -> None:
    wrong, grey = [], 0
    for match, asked in questions(played, PLAYED[played]):
        drafting = Drafting(match.system, match.view(asked.seat))
        named = things(match, asked, drafting)
        for sketch in (drafting.begin(), *(Draft(cls) for cls in drafting.kind.answers)):
            for (kind, value), name in named.items():
                why = reason(drafting, sketch, kind, value)
                grey += bool(why)
                others = [o for o in named.values() if o in why and o[:1].isupper()]
                others = [o for o in others if len(o) >= LETTERS]
                if why and others and not any(o in name for o in others) and name not in why:
                    wrong.append(f"{asked.kind}: {name}: {why}")
    assert grey, "nothing was grey"
    assert not wrong, "\n".join(dict.fromkeys(wrong))


@pytest.mark.rule("SQD-COVER-02")
def test_a_rifle_is_refused_as_a_rifle_where_a_move_is_declared() -> None:
    for match, asked in questions("squadcards/printed", 130):
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


@pytest.mark.parametrize("played", PLAYED)
def test_whatever_a_table_greys_says_why_about_itself_when_it_is_pressed(played: str) -> None:
    wrong, grey = [], 0
    for match, asked in questions(played, PLAYED[played]):
        settings = Settings(speed="off", size=(1280, 720))
        names = [f"Player {seat}" for seat in range(match.state.seats)]
        stage = Stage(match.system, asked.seat, names, settings)
        view = match.view(asked.seat)
        stage.sitting.told(view, [])
        stage.sitting.ask(view, lambda answer: None)
        stage.tick(1.0)
        stage.tick(2.0)
        drafting = Drafting(match.system, view)
        named = set(things(match, asked, drafting).values())
        for item, why in refused(stage):
            grey += 1
            own = f"{item.label} {item.tooltip} {' '.join(run.text for run in item.runs)}"
            others = [o for o in named if len(o) >= LETTERS and o[:1].isupper() and o in why]
            if not why:
                wrong.append(f"{asked.kind}: {item.id} ({item.label}) says nothing")
            elif others and not any(o in own.partition("Not now")[0] for o in others):
                wrong.append(f"{asked.kind}: {item.id} ({item.label}): {why}")
    assert grey, "nothing was grey"
    assert not wrong, "\n".join(dict.fromkeys(wrong))
