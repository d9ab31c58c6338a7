"""How far the player is in the lessons of each game: `lessons.json` in the settings folder.

It holds for each rule system, under the key of each lesson, the step that comes next and whether
the lesson was once done to its end. Whatever is wrong in it counts as not begun.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import frozen

from owm_net.files.reading import read_plain
from owm_net.files.secret import put_in_place

FILE: Final = "lessons.json"
VERSION: Final = 1
MAX_BYTES: Final = 1 << 16
MAX_STEP: Final = 999


@frozen
class LessonState:
    """step: which comes next, from 0. done: the lesson was done to its end."""

    step: int = 0
    done: bool = False


Progress: TypeAlias = dict[str, dict[str, LessonState]]
"""Rule system -> key of a lesson -> how far the player is."""

NOT_BEGUN: Final = LessonState()


def progress(folder: Path | None) -> Progress:
    """What is kept in a folder; nothing where there is none, or nothing that can be read."""
    if folder is None:
        return {}
    try:
        data = read_plain(folder / FILE, MAX_BYTES)
        found = json.loads(data) if len(data) <= MAX_BYTES else None
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict) or found.get("version") != VERSION:
        return {}
    games = found.get("lessons")
    return {game: _lessons(kept) for game, kept in _entries(games)}


def reach(folder: Path | None, game: str, lesson: str, step: int, steps: int) -> None:
    """Keep that so many steps of a lesson are done. Raises OSError."""
    if folder is None:
        return
    kept = progress(folder)
    lessons = kept.setdefault(game, {})
    over = step >= steps
    before = lessons.get(lesson, NOT_BEGUN)
    lessons[lesson] = LessonState(0 if over else step, before.done or over)
    written = {
        game: {key: {"step": one.step, "done": one.done} for key, one in lessons.items()}
        for game, lessons in kept.items()
    }
    data = json.dumps({"version": VERSION, "lessons": written}, indent=1, sort_keys=True)
    put_in_place(folder / FILE, data.encode() + b"\n")


def _entries(found: Any) -> list[tuple[str, Any]]:
    return list(found.items()) if isinstance(found, dict) else []


def _lessons(found: Any) -> dict[str, LessonState]:
    kept = {}
    for key, one in _entries(found):
        step, done = (one.get("step"), one.get("done")) if isinstance(one, dict) else (None, None)
        if type(step) is int and 0 <= step <= MAX_STEP and type(done) is bool:
            kept[key] = LessonState(step, done)
    return kept
