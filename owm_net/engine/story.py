"""The log as a story: the events of one shot or assault are one line, which opens to show them.

    class Shot(Story[HeroesState]):
        begins = (ShotFired,)
        goes_on = (Missed, Reduced)
        outcomes = (Missed, Reduced)

A game lists the kinds it knows in `System.stories`; a `Storyteller` gathers the events. The
headline is made again with each event, so it always says all that has happened so far. Nothing of
it is in a state, a log file or a digest.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from attrs import frozen

from owm_net.engine.agenda import Event, GameState
from owm_net.engine.text import listed, named, say

G = TypeVar("G", bound=GameState)


@frozen
class Happened:
    """An event and its own sentence, told at the pause after it; "" for none."""

    event: Event
    text: str


class Story(ABC, Generic[G]):
    """A kind of thing that is told in one line. begins: the events with which one begins. goes_on:
    those that belong to it where they follow. outcomes: those of them that its headline tells."""

    begins: ClassVar[tuple[type[Event], ...]]
    goes_on: ClassVar[tuple[type[Event], ...]] = ()
    outcomes: ClassVar[tuple[type[Event], ...]] = ()

    def is_begun_by(self, event: Event) -> bool:
        """Return True if one begins with this event."""
        return isinstance(event, self.begins)

    def includes(self, told: Sequence[Happened], event: Event) -> bool:
        """Return True if an event belongs to the one that is being told. told: its events so far,
        at least one."""
        return isinstance(event, self.goes_on)

    def headline(self, g: G, told: Sequence[Happened]) -> str:
        """Tell in a line what has happened in it so far. g: the state at the pause after the last
        of its events."""
        return with_outcome(self.beginning(g, told), self.ending(g, told))

    def beginning(self, g: G, told: Sequence[Happened]) -> str:
        """Tell who does what to whom."""
        return told[0].text

    def ending(self, g: G, told: Sequence[Happened]) -> list[str]:
        """Tell what became of it, "" or nothing where it is not known yet."""
        return [one.text for one in told[1:] if isinstance(one.event, self.outcomes)]

    def is_whole(self, told: Sequence[Happened]) -> bool:
        """Return True if a headline tells enough to be read out, though more may follow."""
        return not self.outcomes or any(isinstance(one.event, self.outcomes) for one in told)


def with_outcome(deed: str, outcomes: Sequence[str]) -> str:
    """Return a deed with what became of it: "a deed: one, another"."""
    known = list(dict.fromkeys(filter(None, outcomes)))
    return say("{deed}: {outcome}", deed=deed, outcome=listed(known)) if known else deed


def rolled(deed: str, need: object, got: object) -> str:
    """Return a deed with the number that it needed and the one that came."""
    return say("{deed}: needed {need}, got {got}", deed=deed, need=need, got=got)


@frozen
class StoryLine:
    """What people read of an event. text: its own sentence, "" for none. headline: the line of the
    story to which it belongs, as far as that has come; "" if it stands alone. begins: it is the
    first line of its story. is_whole: as `Story.is_whole`."""

    text: str
    headline: str = ""
    begins: bool = False
    is_whole: bool = True


class Storyteller:
    """Tells the events of a match one after another. stories: the kinds that its game knows;
    narrate: how it tells an event (`System`)."""

    def __init__(self, stories: Sequence[Story[Any]], narrate: Callable[[Any, Event], str]) -> None:
        self._stories, self._narrate = stories, narrate
        self._open: Story[Any] | None = None
        self._told: list[Happened] = []

    def tell(self, g: GameState, event: Event, names: Sequence[str] = ()) -> StoryLine:
        """Return what is read of the next event. names: of the players, by seat."""
        text = named(self._narrate(g, event), names)
        if self._open is None or not self._open.includes(self._told, event):
            self._open = next((s for s in self._stories if s.is_begun_by(event)), None)
            self._told = []
        if self._open is None:
            return StoryLine(text)
        begins = not any(one.text for one in self._told)
        self._told.append(Happened(event, text))
        headline = named(self._open.headline(g, self._told), names)
        return StoryLine(text, headline or text, begins, self._open.is_whole(self._told))
