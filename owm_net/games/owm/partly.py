"""The valid parts of a data file with faults: so that one fault hides no other.

Its results are checked and never played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from attrs import fields

from owm_net.engine.data import of_content
from owm_net.engine.errors import BadData
from owm_net.games.owm.catalog import Mission

T = TypeVar("T")

HARMLESS: Mapping[str, Any] = {
    "key": "a-mission",
    "number": 99,
    "title": "A mission",
    "visibility": {"kind": "sun"},
    "wind": "blue",
    "deck_timer": 1,
    "squad_points": 75,
    "max_fireteams": 4,
    "combat_operation": "reinforcements",
    "objectives": [],
    "anchors": {},
    "forbidden_start_rows": [],
    "top_of_round": "Nothing.",
    "notes": "None.",
    "blurb": "None.",
    "map": "",
    "cards": {},
}
"""What stands for a line of a mission's file that does not fit: nothing can be wrong with it."""

NEEDED = ("map", "cards", "anchors", "objectives", "rules", "lead", "drop_zones")
"""Lines without which what is said of the others would not be true."""


LINES = tuple([line.name for line in fields(Mission)])
"""All that a mission's file may have."""


def mission(content: Mapping[str, Any]) -> Mission | None:
    """A mission of the lines that fit; None where one of those is missing that all depends on."""
    fitting = {  # of the lines there are, however many more a stranger has written
        key: content[key]
        for key in LINES
        if key in content and _read({**HARMLESS, key: content[key]}, Mission) is not None
    }
    if any(key not in fitting for key in NEEDED if key in content or key in HARMLESS):
        return None
    return _read({**HARMLESS, **fitting}, Mission)


def entries(content: Mapping[str, Any], table: str, cls: type[T]) -> Iterator[tuple[str, T]]:
    """The entries of a table that fit, each with its place, as "order[2]"."""
    listed = content.get(table)
    for n, entry in enumerate(listed if isinstance(listed, list) else (), 1):
        made = _read(entry, cls)
        if made is not None:
            yield f"{table}[{n}]", made


def _read(content: Any, cls: type[T]) -> T | None:
    try:
        return of_content("", content, cls)
    except BadData:
        return None
