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
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.playthrough import parse, replay
from owm_net.engine.requests import Choose, ChooseSecretly, Refusal
from tests.kinds import words

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = [name for name in games.names() if not games.get(name).for_developers]
BY_CHANCE: dict[str, tuple[tuple[str, str, int, int, int], ...]] = {
    "owm": (("king-of-the-hill", "", 4, 0, 8),),
    "heroes": (
        ("crossroads-scramble", "350", 2, 0, 39),
        ("crossroads-scramble", "500", 2, 0, 52),
        ("two-against-one", "500", 3, 0, 2),
        ("road-east", "", 2, 2, 108),
    ),
}
"""Matches of random players that ask for more: mission, armies, seats, seed, and answers."""
SELDOM = {
    "owm": {"go_back", "retreat_to"},
    "nco": {"end_early", "nearest"},
    "heroes": {"deck", "intrepid", "location", "redeploy"}
    | {"riposte", "search", "shielding", "supply_start"},
}
"""Kinds of questions that none of these ask."""
VALUES = 60
"""Of a type that are tried: each card and soldier, and many spaces of a map."""
LETTERS = 4
"""Of a name that is looked for in a reason."""
BLOCKS = "blocks it"
"""Of whatever stands between: that may be named beside what was pressed."""

Thing = tuple[Any, Hashable]


def questions(game: str) -> Iterator[tuple[LocalMatch, Seat, str]]:
    """Yield a match at the first question of each kind, who is asked, and the kind."""
    met = set[str]()
    for match in matches(game):
        asked = match.state.pending
        if isinstance(asked, Choose | ChooseSecretly) and asked.kind not in met:
            met.add(asked.kind)
            yield match, Seat(asked.deciders[0]), asked.kind
    assert met == set(words(game)) - SELDOM.get(game, set())


def matches(game: str) -> Iterator[LocalMatch]:
    """Yield a match at each pause of all playthroughs of a game, and of others."""
    system = games.get(game)
    for file in sorted((GOLDEN / game).glob("*.txt")):
        yield from replay(system, parse(file.read_text()))
    for mission, armies, seats, seed, answers in BY_CHANCE.get(game, ()):
        setup = system.default_setup(mission, system.levels[-1], seats)
        if armies:
            setup = setup.with_(switches=(("armies", armies),))
        match = LocalMatch(system, setup, seed, [random_player] * seats)
        for _ in range(answers):
            yield match
            match.step()


def things(match: LocalMatch, seat: Seat, drafting: Drafting) -> dict[Thing, str]:
    """Return the name of each thing that could be pressed: cards, soldiers, cells."""
    view = match.view(seat)
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


@pytest.mark.parametrize("game", GAMES)
def test_a_reason_is_about_the_thing_that_was_pressed_in_each_kind_of_question(game: str) -> None:
    """For each value that a question could take, and for each item that the table shows."""
    wrong, grey = [], 0
    for match, seat, asked in questions(game):
        drafting = Drafting(match.system, match.view(seat))
        named = things(match, seat, drafting)
        for sketch in (drafting.begin(), *(Draft(cls) for cls in drafting.kind.answers)):
            for (kind, value), name in named.items():
                why = reason(drafting, sketch, kind, value)
                grey += bool(why)
                others = in_reason(named.values(), why)
                if others and not any(o in name for o in others) and name not in why:
                    wrong.append(f"{asked}: {name}: {why}")
        for item, why in refused(table_of(match, seat)):
            grey += 1
            own = f"{item.label} {item.tooltip} {' '.join(run.text for run in item.runs)}"
            others = in_reason(named.values(), why)
            if not why:
                wrong.append(f"{asked}: {item.id} ({item.label}) says nothing")
            elif others and not any(o in own.partition("Not now")[0] for o in others):
                wrong.append(f"{asked}: {item.id} ({item.label}): {why}")
    assert grey, "nothing was grey"
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def in_reason(names: Iterable[str], why: str) -> list[str]:
    """Return the names that a reason is about."""
    said = "" if BLOCKS in why else why
    return [o for o in names if len(o) >= LETTERS and o[:1].isupper() and o in said]


def table_of(match: LocalMatch, seat: Seat) -> Stage:
    """The table of whoever is asked."""
    settings = Settings(speed="off", size=(1280, 720))
    names = [f"Player {n}" for n in range(match.state.seats)]
    stage = Stage(match.system, seat, names, settings)
    view = match.view(seat)
    stage.sitting.told(view, [])
    stage.sitting.ask(view, lambda answer: None)
    stage.tick(1.0)
    stage.tick(2.0)
    return stage


@pytest.mark.rule("SQD-COVER-02")
def test_a_rifle_is_refused_as_a_rifle_where_a_move_is_declared() -> None:
    for match, seat, asked in questions("squadcards"):
        if asked != "declare":
            continue
        drafting = Drafting(match.system, match.view(seat))
        for (kind, value), name in things(match, seat, drafting).items():
            why = reason(drafting, drafting.begin(), kind, value)
            assert not why or name in why or "a card must be left" in why, (name, why)


def refused(stage: Stage) -> Iterator[tuple[Item, str]]:
    """Press each thing that the table shows as one that cannot be pressed; yield what it says."""
    for item in stage.scene():
        if item.action is not None and item.why:
            stage.activate(item)
            yield item, stage.sitting.ui.refused.why
            stage.forget_refusal()
