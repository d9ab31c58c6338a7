"""Each game's own table, found by its system's id. A game without one gets the plain table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from owm_net.client.present import Beat, Strip
from owm_net.client.terminal_words import InWords
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.engine.view import View

if TYPE_CHECKING:  # a terminal asks here for words, and draws nothing
    from owm_net.client.art.catalogue import ArtKey
    from owm_net.client.drafting import Drafting, Sketch
    from owm_net.client.model import Model
    from owm_net.client.scene.pen import Pen
    from owm_net.files.squads import Groups

_TABLES = {
    "hailfire": "owm_net.client.tables.hailfire:HailfireTable",
    "nco": "owm_net.client.tables.nco:NcoTable",
    "owm": "owm_net.client.tables.owm:OwmTable",
    "squadcards": "owm_net.client.tables.squadcards:SquadcardsTable",
}
"""System id -> its table. A line here is all that registers one."""


class Table(ABC):
    """How a game looks and is played with the mouse. One for each window.

    All of it is pure: what a press means, the item's action says.
    keys: keys of this game alone, with what they do, for the help; a game without a hand of cards
    has not these either.
    """

    keys: Sequence[tuple[tuple[str, ...], str]] = (
        (("1", "2", "3"), say("and so on: the cards of your hand")),
    )
    tour: Sequence[tuple[str, str]] = ()
    """What is shown of the table to who learns, in this order: how the ids of its items begin,
    apart by blanks, and what it is."""

    def __init__(self, system: System) -> None:
        self.system = system

    @abstractmethod
    def draw(self, pen: Pen, model: Model) -> Iterator[None] | None:
        """Lay the table out. `model.view` is there. One on which there is much yields between its
        parts: something else may be done there."""

    def emblem(self) -> ArtKey | None:
        """The back of its cards, shown before there is a state."""
        return None

    def begin(self, drafting: Drafting) -> Sketch:
        """Return the start of a fresh question: nothing chosen, except single choices."""
        return drafting.begin()

    def unasked(self, model: Model) -> Answer | None:
        """Return the automatic answer the player wants, after a pause; None: ask them."""
        return None

    def ends_pass(self, until: str, event: Event) -> bool:
        """Return True if an event ends a standing pass."""
        return False

    def beat(self, view: View[Any] | None, event: Event, strip: Strip) -> Beat:
        """Show an event: change the strip, say how long. view: the state before it."""
        return Beat()

    def moved(self, old: View[Any], new: View[Any]) -> dict[int, int]:
        """Return the tokens that have moved: token -> the place it came from."""
        return {}

    def art(self, view: View[Any]) -> list[ArtKey]:
        """Faces worth drawing beforehand, soonest first."""
        return []

    def soon(self, view: View[Any]) -> list[ArtKey]:
        """Faces that will be shown next, such as the own hand's: drawn before all others."""
        return []

    def piece(self, sort: str, number: int) -> ArtKey | None:
        """The picture of something that a lesson talks of, None if it is drawn nowhere."""
        return None

    def kept(self, model: Model) -> Groups | None:
        """The squad that is being made, as it is kept by name; None: the groups of the answer."""
        return None

    def help(self) -> list[tuple[str, list[str]]]:
        """The game's own part of the help: headings and lines."""
        return []

    def signs(self, model: Model) -> Mapping[Seat, Sequence[ArtKey]]:
        """Return each seat's emblems, beside its name on the end screen."""
        return {}

    def final(self, model: Model) -> list[str]:
        """Lines for the end screen, beside winner and scores, where the rules have ended it."""
        return []

    def afterwards(self, model: Model) -> list[str]:
        """Lines for the end screen, however the match has ended."""
        return []


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
