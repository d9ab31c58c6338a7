"""The tables' questions in both languages: sizes and scales in turns, so that all questions and all
sizes come; in English each is laid out at more of them, in the tests of its table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from owm_net import games
from owm_net.client import language
from owm_net.client.language import tr
from owm_net.client.match_stage import Stage
from owm_net.client.screens import DOORS
from owm_net.client.settings import Settings
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.system import System
from tests.client import situations, test_nco_table, test_squadcards_table
from tests.client.test_table import texts_that_run_over
from tests.games.every import paired

SIZES = ((960, 540), (1280, 720), (1600, 900), (3840, 2160))
SCALES = (0.8, 1.0, 1.6)
QUESTIONS: dict[str, Callable[[], Stage]] = {
    **{f"owm {kind}": partial(situations.stage_at, kind) for kind in situations.KINDS},
    **{
        f"squadcards {kind} {mission}": partial(test_squadcards_table.stage_at, kind, mission)
        for kind, mission in test_squadcards_table.CASES
    },
    **{
        f"nco {kind}": partial(test_nco_table.stage_at, kind)
        for kind in ("roster", "deploy", "order")
    },
}
"""Each that the tests of the tables come to."""
PLACES = [(size, scale) for scale in SCALES for size in SIZES]


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    language.use("en")


def room(stage: Stage, turn: int) -> list[object]:
    """Return what runs over at one of the places, in turn; in German at the narrowest, too."""
    found: list[object] = []
    narrowest = [((960, 540), 1.0)] if language.current() == "de" else []
    for size, scale in (PLACES[turn % len(PLACES)], *narrowest):
        stage.resize(*size)
        stage.sitting.settings.scale = scale
        stage.sitting.touch()
        found += [(size, scale, *one) for one in texts_that_run_over(stage.scene())]
        found += [(size, scale, "cut", *one) for one in cut(stage)]
    return found


def cut(stage: Stage) -> Iterator[tuple[str, str]]:
    """Texts that do not stand there to their end."""
    for item in stage.scene():
        for run in item.runs:
            if run.text.endswith("…") and len(run.text) > 1:
                yield item.id, run.text


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_has_room_for_its_words_in_every_language(question: str) -> None:
    stage = QUESTIONS[question]()
    for turn, spoken in enumerate(language.LANGUAGES, list(QUESTIONS).index(question)):
        language.use(spoken)
        assert room(stage, turn) == [], spoken


def test_what_lies_over_a_table_has_room_for_german_words() -> None:
    language.use("de")
    stage = situations.stage_at("action")
    for turn, door in enumerate([door for door in DOORS if not door.again]):
        stage.key(door.keys[0])
        assert isinstance(stage.screens.top, door.screen)
        assert room(stage, turn) == [], door.word
        stage.key("escape")


MISSIONS = [
    (system, mission)
    for system in map(games.get, games.names())
    if not system.for_developers
    for mission in system.missions
]
SPOKEN = [(size, spoken) for size in SIZES[:2] for spoken in ("de", "en")]


@pytest.mark.parametrize(("battle", "spoken"), paired(MISSIONS, SPOKEN))
def test_the_bar_says_in_a_whole_sentence_what_wins(
    battle: tuple[System, str], spoken: tuple[tuple[int, int], str]
) -> None:
    """At the least size and the usual one; other text at a larger scale gives way."""
    (system, mission), (size, words) = battle, spoken
    setup = system.default_setup(mission=mission)
    match = LocalMatch(system, setup, 1, [random_player] * setup.seats)
    while not system.aim(match.view(0)):
        match.step()
    language.use(words)
    stage = Stage(system, 0, ["Anna", "Ben", "Cleo"][: setup.seats], Settings(size=size))
    stage.sitting.told(match.view(0), match.state.events)
    stage.tick(9000.0)
    stage.tick(9001.0)
    told = next(item for item in stage.scene().items if item.id == "top.centre")
    line = " ".join([run.text for run in told.runs])
    for part in tr(system.aim(match.view(0))).split():
        assert part in line, (part, line)
