"""Each game's own table, found by its system's id. A game without one gets the plain table."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from owm_net.client.terminal.terminal_words import InWords
from owm_net.engine.system import System

if TYPE_CHECKING:  # a terminal asks here for words, and draws nothing
    from owm_net.client.sitting.table import Table

_TABLES = {
    "hailfire": "owm_net.client.tables.hailfire:HailfireTable",
    "heroes": "owm_net.client.tables.heroes:HeroesTable",
    "nco": "owm_net.client.tables.nco:NcoTable",
    "owm": "owm_net.client.tables.owm:OwmTable",
    "squadcards": "owm_net.client.tables.squadcards:SquadcardsTable",
}
"""System id -> its table. A line here is all that registers one."""


def has_own(system: System) -> bool:
    """Return True if a system has more than the plain table."""
    return system.id in _TABLES


def find(system: System) -> Table:
    """A new table for a system."""
    where = _TABLES.get(system.id, "owm_net.client.tables.plain:PlainTable")
    module, _, name = where.partition(":")
    try:
        made = import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        made = import_module("owm_net.client.tables.plain")
        name = "PlainTable"
    table: Table = getattr(made, name)(system)
    return table


def in_words(system: System) -> InWords:
    """Return the words of its table for a terminal: the `Words` of the game's `in_words`, else
    those for any game."""
    where = _TABLES.get(system.id)
    if where is None:
        return InWords(system)
    module = f"{where.partition(':')[0]}.in_words"
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in (module, module.rpartition(".")[0]):
            raise
        return InWords(system)
    words: InWords = found.Words(system)
    return words
