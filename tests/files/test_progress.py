"""Progress in the lessons: kept on this machine, whatever stands in the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from owm_net.files.progress import FILE, LessonState, progress, reach


def test_a_lesson_that_was_done_once_stays_done_when_it_is_begun_again(tmp_path: Path) -> None:
    assert progress(tmp_path) == {} and progress(None) == {}
    reach(tmp_path, "owm", "move", 2, 5)
    assert progress(tmp_path) == {"owm": {"move": LessonState(2, False)}}
    reach(tmp_path, "owm", "move", 5, 5)
    reach(tmp_path, "nco", "shoot", 0, 3)
    reach(tmp_path, "owm", "move", 1, 5)
    assert progress(tmp_path)["owm"] == {"move": LessonState(1, True)}
    assert progress(tmp_path)["nco"] == {"shoot": LessonState(0, False)}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff",
        b"[" * 60_000,
        b" " * 70_000,
        json.dumps({"version": 2, "lessons": {}}).encode(),
        json.dumps({"version": 1, "lessons": {"owm": 3, "nco": {"a": {"step": -1}}}}).encode(),
        json.dumps({"version": 1, "lessons": {"owm": {"a": {"step": True, "done": 1}}}}).encode(),
    ],
)
def test_what_cannot_be_read_counts_as_not_begun(tmp_path: Path, data: bytes) -> None:
    (tmp_path / FILE).write_bytes(data)
    assert not any(progress(tmp_path).values())
    reach(tmp_path, "owm", "move", 1, 5)
    assert progress(tmp_path)["owm"] == {"move": LessonState(1, False)}
