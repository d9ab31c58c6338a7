"""Squads of the player's own: kept by name, taken again, renamed and deleted; whatever the file
holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from owm_net.client import language
from owm_net.client.answering.drafting import groups_of
from owm_net.client.match_stage import Stage
from owm_net.files import squads
from owm_net.files.squads import BadSquads
from owm_net.games.owm.ids import SoldierId
from tests.client.situations import stage_at
from tests.client.test_owm_set_up import pool
from tests.client.test_table import SIZES, press, texts_that_run_over


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Afterwards the others are said in English again."""
    yield
    language.use("en")


def builder(folder: Path) -> Stage:
    stage = stage_at("squad")
    stage.sitting.settings.memory = folder
    return stage


def keep(stage: Stage, name: str) -> None:
    """By the button and the keyboard."""
    press(stage, "keep")
    stage.text(name)
    stage.key("enter")


def test_a_squad_is_kept_by_name_and_taken_in_another_match(tmp_path: Path) -> None:
    stage = builder(tmp_path)
    assert "choose soldiers" in str(getattr(stage.scene().find("keep"), "why", ""))
    press(stage, pool(stage, leader=True)[0])
    own = groups_of(stage.sitting.answering.sketch, SoldierId)
    keep(stage, " Käthe's {0} ")
    assert stage.is_bare and stage.sitting.answering.sketch is not None
    other = builder(tmp_path)
    press(other, "ready-made")
    assert "Käthe's {0}" in other.scene().texts()
    press(other, "preset:0")
    assert groups_of(other.sitting.answering.sketch, SoldierId) == own
    press(other, "rename:0")
    for _ in range(30):
        other.key("backspace")
    other.text("Able")
    other.key("enter")
    assert list(squads.kept(tmp_path, "owm")) == ["Able"]
    press(other, "delete:0")
    other.key("enter")  # who hurries keeps it
    assert list(squads.kept(tmp_path, "owm")) == ["Able"]
    press(other, "delete:0")
    press(other, "leave.go")
    assert not squads.kept(tmp_path, "owm") and other.scene().find("delete:0") is None


def test_who_takes_a_name_that_is_there_is_told_and_esc_keeps_nothing(tmp_path: Path) -> None:
    squads.keep(tmp_path, "owm", "Able", ((1, 2),))
    stage = builder(tmp_path)
    press(stage, pool(stage, leader=True)[0])
    press(stage, "keep")
    stage.text("A")
    press(stage, "naming.stay")
    assert stage.is_bare
    press(stage, "keep")
    field = stage.field
    assert field is not None and not field.text
    stage.text("Able")
    assert any("replaced for good" in text for text in stage.scene().texts())
    stage.key("escape")
    assert squads.kept(tmp_path, "owm") == {"Able": ((1, 2),)}
    keep(stage, "Able")
    assert squads.kept(tmp_path, "owm") != {"Able": ((1, 2),)}


HOSTILE = (
    b"\xff\x00",
    b"[]",
    b"[" * 100_000,
    b'{"version": 2, "squads": {}}',
    b'{"version": 1, "squads": {"owm": {"a\\u0000": [[1]]}}}',
    b'{"version": 1, "squads": {"owm": {"a": [[true]]}}}',
    b'{"version": 1, "squads": {"owm": {"a": [[-1]]}}}',
    b'{"version": 1, "squads": {"owm": {"a": [[1e9]]}}}',
    b'{"version": 1, "squads": {"owm": {"a": "11"}}}',
    b'{"version": 1, "squads": {"owm": {"a": []}}}',
    json.dumps({"version": 1, "squads": {"owm": {str(n): [[1]] for n in range(41)}}}).encode(),
    b" " * (squads.MAX_BYTES + 1),
)


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_a_file_that_is_none_is_refused_in_words_and_left_as_it_is(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / squads.FILE
    path.write_bytes(data)
    with pytest.raises(BadSquads, match="not a valid file of squads"):
        squads.kept(tmp_path, "owm")
    with pytest.raises(BadSquads):
        squads.keep(tmp_path, "owm", "Able", ((1,),))
    assert path.read_bytes() == data


def test_the_window_says_that_the_file_is_none_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / squads.FILE).write_bytes(b"[]")
    stage = builder(tmp_path)
    press(stage, pool(stage, leader=True)[0])
    press(stage, "keep")
    assert "not a valid file of squads" in stage.sitting.ui.refused.why and stage.is_bare
    press(stage, "ready-made")
    assert "not a valid file of squads" in stage.sitting.ui.refused.why
    press(stage, "preset:0")
    assert stage.sitting.answering.sketch is not None


def test_squads_that_cannot_be_here_are_not_offered_and_what_is_wrong_is_said(
    tmp_path: Path,
) -> None:
    stage = builder(tmp_path)
    mine = [int(id.partition(":")[2]) for id in pool(stage)]
    private = next(int(id.partition(":")[2]) for id in pool(stage, leader=False))
    squads.keep(tmp_path, "owm", "Leaderless", ((private,),))
    squads.keep(tmp_path, "owm", "Of nobody", ((99_999,),))
    foreign = next(n for n in range(1, 200) if n not in mine)
    squads.keep(tmp_path, "owm", "Foreign", ((foreign,),))
    press(stage, "ready-made")
    shown = stage.scene().texts()
    assert "Leaderless" in shown and not {"Foreign", "Of nobody"} & set(shown)
    assert any("OWM-SETUP-08" in text for text in shown)


@pytest.mark.parametrize("spoken", language.LANGUAGES)
def test_the_list_and_the_questions_have_room_for_their_words(tmp_path: Path, spoken: str) -> None:
    language.use(spoken)
    stage = builder(tmp_path)
    press(stage, pool(stage, leader=True)[0])
    keep(stage, "M" * squads.MAX_NAME)
    for ids in ((), ("ready-made",), ("keep",), ("ready-made", "delete:0")):
        for size in (*SIZES, (3840, 2160)):
            for scale in (1.0, 1.6):
                stage.resize(*size)
                stage.sitting.settings.scale = scale
                stage.screens.clear()
                stage.sitting.ui.look = ""
                for id in ids:
                    press(stage, id)
                assert not texts_that_run_over(stage.scene()), (ids, size, scale)
