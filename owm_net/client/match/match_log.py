"""The log of a match, line by line, and the line at which the table is shown."""

from __future__ import annotations

from typing import Any

from attrs import evolve, field, frozen

from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.engine.taking_back import TakenBack
from owm_net.engine.view import View


@frozen
class LogLine:
    """A line of the log pane. event: what it tells of. step: requests answered when it happened.
    view: the state after that step; None in a replay, which makes it again. headline: the line of
    the story to which it belongs, as far as that had come, "" if it stands alone; begins: it is the
    first of that story."""

    event: Event
    text: str
    step: int
    view: View[Any] | None = field(default=None, eq=False, repr=False)
    headline: str = ""
    begins: bool = False


@frozen
class LogEntry:
    """A line of the log as it is read first: `first` to `last` are the lines of a story, or one
    that stands alone. text: what it says. opens: there is more below it."""

    first: int
    last: int
    text: str
    opens: bool


class MatchLog:
    """lines: the newest last. past: the line at which the table is looked at, by its number from 0;
    None for the table as it is now. scroll: rows towards the past that the pane shows; finds: it
    shall scroll to `past`. details: the events of each story are shown. opened: the first line
    of each that is the other way."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self.past: int | None = None
        self.scroll = 0
        self.finds = False
        self.details = False
        self.opened: set[int] = set()

    def add(self, line: LogLine) -> None:
        """Something has happened; what the player reads stays where it is."""
        self.lines.append(line)
        newest = self.entry(len(self.lines) - 1)
        if self.scroll and (newest.first == newest.last or self.is_open(newest.first)):
            self.scroll += 1

    def clear(self) -> None:
        """Begin again without a line, shown as it is now."""
        self.lines.clear()
        self.opened.clear()
        self.past, self.scroll, self.finds = None, 0, False

    def entry(self, at: int) -> LogEntry:
        """Return what is read of a line: the whole story to which it belongs, or it alone."""
        line = self.lines[at]
        if not line.headline:
            return LogEntry(at, at, line.text, opens=False)
        first = last = at
        while first > 0 and not self.lines[first].begins:
            first -= 1
        while last + 1 < len(self.lines) and self._goes_on(self.lines[last + 1]):
            last += 1
        text = self.lines[last].headline
        return LogEntry(first, last, text, opens=first < last or text != line.text)

    def _goes_on(self, line: LogLine) -> bool:
        return bool(line.headline) and not line.begins

    def is_open(self, first: int) -> bool:
        """Return True if the events of a story are shown. first: its first line."""
        return (first in self.opened) is not self.details

    def unfold(self, first: int) -> None:
        """Show the events of a story, or hide them again. first: its first line."""
        self.opened ^= {first}

    def unfold_all(self) -> None:
        """Show the events of all stories, or hide them."""
        self.details = not self.details
        self.opened.clear()

    def undone(self) -> list[tuple[int, int]]:
        """Return what was taken back: requests answered before it, and when that was agreed. A line
        whose step lies between them tells of what has never happened."""
        return [
            (line.event.since, line.step)
            for line in self.lines
            if isinstance(line.event, TakenBack)
        ]

    def shown(self, now: View[Any] | None) -> View[Any] | None:
        """The state that is shown: as it was at a line, or as it is. now: the latter."""
        return now if self.past is None else self.lines[self.past].view

    def look_back(self, at: int | None, now: View[Any] | None, seat: Seat) -> None:
        """Show the state as it was at a line; None, or beyond the newest: as it is."""
        inside = at is not None and at < len(self.lines) and now is not None
        self.past = max(0, at) if inside and at is not None else None
        if self.past is not None and now is not None:
            line = self.lines[self.past]
            if line.view is not None and line.view.seat != seat:  # recalled, for nobody
                own = View(line.view.state, seat, now.known)
                self.lines[self.past] = evolve(line, view=own)

    def beside(self, by: int, now: View[Any], here: int) -> int | None:
        """The line of the step before (-1) or after (1) the one that is shown; None beyond the
        newest. here: requests answered at what is shown."""
        at = len(self.lines) if self.past is None else self.past
        while 0 <= at + by < len(self.lines) and self.lines[at + by].step == here:
            at += by
        at = min(max(0, at + by), len(self.lines))
        is_past = at < len(self.lines) and self.lines[at].step < now.state.answered
        return at if is_past else None
