"""What can be chosen in each system, without loading its rules and its data.

A list in a file: who only wants to see what there is, or completes a word, should not wait for all
cards of all games. tests/verbs/test_verbs.py holds it against the systems themselves; `python
scripts/data.py --write` writes it anew.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from owm_net.engine.system import System

FILE = os.path.join(os.path.dirname(__file__), "listed.json")


def listed() -> list[dict[str, Any]]:
    """A dictionary for each registered system, in their order; see `of`."""
    with open(FILE, encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)
    return found


def of(system: System) -> dict[str, Any]:
    """What stands in the list of one system; only what JSON knows."""
    from owm_net.engine.local import player_names

    return {
        "id": system.id,
        "title": system.title,
        "version": system.version,
        "missions": list(system.missions),
        "levels": list(system.levels),
        "about_levels": {k: v for k, v in system.about_levels.items() if k in system.levels},
        "seats": list(system.seats),
        "players": list(player_names(system)),
        "options": {k: list(v) for k, v in system.switches.items()},
        "about_options": dict(system.about_switches),
        "open_options": dict(system.open_switches),
    }


def text_of(systems: list[System]) -> str:
    """The file."""
    return json.dumps([of(system) for system in systems], indent=1, ensure_ascii=False) + "\n"
