"""The effect of Squad's options on its table, and automatic passes in windows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from owm_net import games
from owm_net.client import language
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.client.sitting.actions import TogglePasses
from owm_net.client.sitting.table import PAUSE
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.odds import trait_text
from owm_net.client.words import because
from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.engine.view import View
from owm_net.games.squadcards.notes import unusual
from owm_net.games.squadcards.state import CATALOG, Options, SquadState
from owm_net.games.squadcards.terms import Nation
from tests.client.test_squadcards_table import press, setup_of, stage_at
from tests.games.squadcards.table import Match, Phase, Switches, lay

SYSTEM = games.get("squadcards")
PLAIN = Options()
SWITCHES = [(n, v) for n, values in SYSTEM.switches.items() for v in values[1:]]


def options_of(**switches: str) -> Options:
    return cast(SquadState, SYSTEM.new_game(setup_of("meeting", **switches))).options


def text_of(key: str, options: Options) -> str:
    row = next(r for r in CATALOG.rows if r.key == key)
    return str(dict(faces.row_face(row, options).parameters)["text"])


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_every_switch_is_told_on_the_table(name: str, value: str) -> None:
    """While nationalities are chosen, and beside the piles afterwards."""
    assert unusual(PLAIN) == []
    options = options_of(**{name: value})
    (option,) = unusual(options)
    meaning = f"{option.name}: {because(option.words, option.rule)}"
    stage = Stage(SYSTEM, 0, ["You", "Computer"], Settings(speed="off"))
    switch = cast(Switches, {name: value})
    told(stage, lay(phase=Phase.POSITION, hands=(["knife"], ["scout"]), **switch))
    turns = stage.scene().find("turns")
    assert turns is not None and meaning in turns.tooltip


def told(stage: Stage, match: Match) -> None:
    stage.sitting.told(match.view(0), match.g.events)
    stage.tick(0.0)


@pytest.mark.rule("SQD-R-16", "SQD-R-11", "SQD-VFF-03", "SQD-R-26", "SQD-R-22")
def test_faces_say_what_holds_in_this_match() -> None:
    assert "fire on you -2" in text_of("smoke", PLAIN)
    assert "fire on you -1" in text_of("smoke", options_of(smoke_modifier="1"))
    assert "this player turn" in text_of("flanking_fire", PLAIN)
    assert "sideways move" in text_of("flanking_fire", options_of(flanking_variant="on"))
    lip = CATALOG.uses["brit_stiff_upper_lip"]
    assert "check -1" in trait_text(lip, PLAIN)
    assert "check +1" in trait_text(lip, options_of(stiff_upper_lip="printed"))
    team = CATALOG.uses["fire_team"]
    assert "gun" in faces.signs_of(team, PLAIN)
    assert "gun" not in faces.signs_of(team, options_of(sections_are_guns="no"))
    for value, words in (("covering", "without the -2"), ("position", "or after it")):
        stage = Stage(SYSTEM, 0, ["You", "Computer"], Settings(speed="off"))
        state = SYSTEM.new_game(setup_of("meeting", american_exemption=value))
        agenda.begin(state)
        stage.sitting.told(View(state, 0, {}), [])
        stage.tick(0.0)
        assert words in " ".join(stage.scene().texts())


@pytest.fixture
def german() -> Iterator[None]:
    language.use("de")
    yield
    language.use("en")


def test_a_trait_is_told_in_the_language_of_the_window(german: None) -> None:
    """It is made of its card's effect, which is a sentence already."""
    for nation in Nation:
        for use in CATALOG.traits[nation]:
            said = trait_text(use, PLAIN)
            assert not {"your", "the", "next", "on", "attack"} & set(said.lower().split()), said


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1600, 900), (3840, 2160)])
def test_all_traits_stand_in_the_record_of_their_nation(
    german: None, size: tuple[int, int], scale: float
) -> None:
    stage = stage_at("nation", "meeting")
    stage.resize(*size)
    stage.sitting.settings.scale = scale
    stage.sitting.touch()
    scene = stage.scene()
    for nation in Nation:
        box = scene.find(f"nation:{nation.value}")
        assert box is not None
        lines = [i for i in scene if i.id.startswith(f"nation:{nation.value}.line")]
        assert lines and all(box.rect.covers(line.rect) for line in lines)
        assert not any(run.text.endswith("…") for line in lines for run in line.runs)


def test_all_uses_of_a_trait_read_well() -> None:
    for nation in Nation:
        for use in CATALOG.traits[nation]:
            text = trait_text(use, PLAIN)
            assert text.count("(") == text.count(")") == 1, text


# ------------------------------------------------------------------ passing by itself


def asked(match: Match) -> tuple[Stage, list[Any]]:
    """A table at the match's question to seat 0, and what it answers."""
    stage = Stage(SYSTEM, 0, ["You", "Computer"], Settings(speed="off", guard=True))
    given: list[Any] = []
    told(stage, match)
    stage.sitting.ask(match.view(0), given.append)
    stage.tick(0.0)
    assert stage.sitting.answering.is_open
    return stage, given


def test_where_nothing_fits_one_may_pass_by_itself() -> None:
    """Only if the player says so, only where nothing but a pass is possible, and after a pause."""
    idle = lay(phase=Phase.POSITION, hands=(["knife", "fear"], ["scout"]))
    stage, given = asked(idle)
    stage.tick(100.0)
    assert given == [], "it is off unless it is switched on"
    press(stage, "pass_alone")
    stage.tick(100.0)
    assert "you pass automatically" in " ".join(stage.scene().texts())
    stage.tick(100.0 + PAUSE - 0.1)
    assert given == []
    stage.tick(100.0 + PAUSE + 0.1)
    assert given == [Pass()]


def test_who_could_play_a_card_is_always_asked() -> None:
    match = lay(phase=Phase.POSITION, hands=(["scout", "fear"], ["scout"]))
    stage, given = asked(match)
    assert stage.scene().find("pass_alone") is None, "nothing to offer here"
    stage.do(TogglePasses())
    for now in range(100, 200):
        stage.tick(float(now))
    assert given == []


def test_it_can_be_switched_off_again() -> None:
    stage, given = asked(lay(phase=Phase.POSITION, hands=(["knife"], ["scout"])))
    press(stage, "pass_alone")
    press(stage, "pass_alone")
    stage.tick(100.0)
    stage.tick(200.0)
    assert given == []


@pytest.mark.parametrize("kind", ["declare", "move", "discard", "extra", "nation"])
def test_only_windows_pass_by_themselves(kind: str) -> None:
    stage = stage_at(kind)
    stage.do(TogglePasses())
    assert stage.table.unasked(stage.sitting) is None
