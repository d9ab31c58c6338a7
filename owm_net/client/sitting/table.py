"""The base of the games' tables, as the window uses it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from owm_net.client.answering.drafting import Drafting, Sketch
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.animation import Animation
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.engine.agenda import Event, GameState
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.files.squads import Groups

PAUSE = 1.5
"""Seconds before an answer that the player wants given by itself; when it leaves says `Front`."""


class Table(ABC):
    """How a game looks and is played with the mouse. One for each window.

    All of it is pure: what a press means, the item's action says.
    keys: keys of this game alone, with what they do, for the help; a game without a hand of cards
    has not these either. pause: seconds before an answer that nobody is asked for, where it comes
    so late that its time tells nothing.
    """

    pause: float = PAUSE

    keys: Sequence[tuple[tuple[str, ...], str]] = (
        (("1", "2", "3"), say("and so on: the cards of your hand")),
    )

    def __init__(self, system: System) -> None:
        self.system = system

    @abstractmethod
    def draw(self, pen: Pen, seen: SeenTable) -> Iterator[None] | None:
        """Lay the table out. `seen.view` is there. One on which there is much yields between its
        parts: something else may be done there."""

    def emblem(self) -> ArtKey | None:
        """Return the back of its cards, shown before there is a state."""
        return None

    def overview(self, box: Box, g: GameState) -> bool:
        """Draw the map of a match that has not begun, with what is fought for, in a box. False
        where the map is made in the match, or there is none."""
        return False

    def begin(self, drafting: Drafting) -> Sketch:
        """Return the start of a fresh question: nothing chosen, except single choices."""
        return drafting.begin()

    def weighs(self, drafting: Drafting, sketch: Sketch, kind: Any) -> bool:
        """Return True if values of a type are shown as `Drafting.light` says: the rules judge each
        of them before the next picture."""
        return True

    def unasked(self, seen: SeenTable) -> Answer | None:
        """Return the automatic answer the player wants, after a pause; None: ask them."""
        view = seen.view
        if seen.settings.asks_always or view is None or not seen.answering.is_open:
            return None
        answer: Answer | None = seen.cached("settled", lambda: self.system.settled(view))
        return answer

    def tells_unasked(self, answer: Answer) -> bool:
        """Return True if the log tells of an automatic answer."""
        return True

    def ends_pass(self, until: str, event: Event) -> bool:
        """Return True if an event ends a standing pass."""
        return False

    def beat(self, view: View[Any] | None, event: Event, strip: Strip) -> Beat:
        """Show an event: change the strip, say how long. view: the state before it."""
        return Beat()

    def animations(self, view: View[Any], event: Event) -> Sequence[Animation]:
        """Return the short animations of an event, shown together. view: the state before it."""
        return ()

    def moved(self, old: View[Any], new: View[Any]) -> dict[int, int]:
        """Return the tokens that have moved: token -> the place it came from."""
        return {}

    def art(self, view: View[Any]) -> list[ArtKey]:
        """Yield faces worth drawing beforehand, soonest first."""
        return []

    def soon(self, view: View[Any]) -> list[ArtKey]:
        """Return faces that will be shown next, such as the own hand's: drawn before all others."""
        return []

    def kept(self, seen: SeenTable) -> Groups | None:
        """The squad that is being made, as it is kept by name; None: the groups of the answer."""
        return None

    def shelf(self, seen: SeenTable) -> str:
        """Return the name of what is kept together, such as the squads of a game."""
        return self.system.id

    def help(self) -> list[tuple[str, list[str]]]:
        """Return the game's own part of the help: headings and lines."""
        return []

    def signs(self, seen: SeenTable) -> Mapping[Seat, Sequence[ArtKey]]:
        """Return each seat's emblems, beside its name on the end screen."""
        return {}

    def final(self, seen: SeenTable) -> list[str]:
        """Return lines for the end screen, beside winner and scores, where the rules have ended
        it."""
        return []

    def afterwards(self, seen: SeenTable) -> list[str]:
        """Return lines for the end screen, however the match has ended."""
        return []
