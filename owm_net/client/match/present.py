"""Events shown one after another: flips, totals, outcomes. It decides nothing and can be skipped.

The model takes over a new state at once when nothing is being shown; else states wait in line
and the player's own decision waits until they have been seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from owm_net.client.scene.animation import Animation, seconds_of
from owm_net.engine.agenda import Event, Mark
from owm_net.engine.story import StoryLine
from owm_net.engine.view import View

if TYPE_CHECKING:  # the faces are drawn with a library that a terminal does without
    from owm_net.client.art.catalogue import ArtKey

FACTOR = {"slow": 2.0, "normal": 1.0, "fast": 0.35, "off": 0.0}
"""What a speed makes of a second."""

BEHIND = 60
"""With so many steps waiting, everything is shown faster."""

LONGEST = 1.2
"""Seconds that all animations of a step take at most, at normal speed."""

SOUND = {Mark.FIRE: "shot", Mark.CASUALTY: "casualty"}
"""What is heard of a mark."""

MOST_ROWS = 300
"""Rows of flips that can be seen again."""


@frozen
class StripCard:
    """A flipped card. caption: below it. sign: before its number, such as "+3". muted: it does not
    count. counts: what it adds to the running total."""

    art: ArtKey
    caption: str
    sign: str = ""
    muted: bool = False
    counts: int = 0


@define
class Strip:
    """A row of flips with its result. link: places on the table it goes between. fresh: the last
    card has just been turned. heading: the row has its own title."""

    title: str = ""
    subtitle: str = ""
    cards: list[StripCard] = field(factory=list)
    total: str = ""
    notes: list[str] = field(factory=list)
    outcome: str = ""
    link: tuple[int, int] | None = None
    open: bool = False

    @property
    def has_more(self) -> bool:
        """Return True if there is more to see than its title."""
        return bool(self.tells or self.link)

    @property
    def tells(self) -> bool:
        """Return True if there is more to read than its title."""
        return bool(self.cards or self.notes or self.outcome)

    def copy(self) -> Strip:
        """The same row, which stays as it is."""
        return evolve(self, cards=list(self.cards), notes=list(self.notes))

    def clear_cards(self) -> None:
        """The next row of flips."""
        self.cards = []
        self.total = ""
        self.notes = []
        self.outcome = ""


@frozen
class Beat:
    """One thing to show. seconds: at normal speed. starts: a new sequence begins with it."""

    seconds: float = 0.0
    starts: bool = False


@frozen
class Moment:
    """A step of the game: what it did, and the state after it. lines: for the log, one for
    each event."""

    view: View[Any]
    events: tuple[Event, ...]
    lines: tuple[StoryLine, ...]
    step: int


@frozen
class Playing:
    """Animations that are shown together. began: when; seconds: how long."""

    animations: tuple[Animation, ...]
    began: float
    seconds: float

    def part(self, now: float) -> float:
        """Return how much of their time is over, from 0 to 1."""
        return min(1.0, (now - self.began) / self.seconds)


@define
class Presenter:
    """The line of moments. `beat` turns an event into a change of the strip and a beat; `log`
    takes the line; `arrive` takes the state when all of it has been shown; `heard` takes the sound
    of what is shown in its own time; `animate` tells which animations an event has, given the state
    before it. playing: those that are shown now. rows: the rows of flips before the one that is
    shown, oldest first. recalls: the player has called the strip back."""

    beat: Callable[[View[Any] | None, Event, Strip], Beat]
    log: Callable[[StoryLine, Event, View[Any]], None]
    arrive: Callable[[View[Any]], None]
    heard: Callable[[str], None] = lambda cue: None
    animate: Callable[[View[Any], Event], Sequence[Animation]] = lambda view, event: ()
    strip: Strip = field(factory=Strip)
    rows: list[Strip] = field(factory=list)
    recalls: bool = False
    speed: str = "normal"
    until: float = 0.0
    began: float = 0.0
    shown: View[Any] | None = None
    playing: Playing | None = None
    _pace: float = 1.0
    _line: deque[Moment] = field(factory=deque)
    _next: int = 0
    _skipping: bool = False

    @property
    def busy(self) -> bool:
        """Return True if something is still to be shown."""
        return bool(self._line)

    @property
    def behind(self) -> bool:
        """Return True if so much is still to be shown that it is hurried."""
        return len(self._line) >= BEHIND

    def push(self, moment: Moment) -> None:
        """A new step has been taken."""
        self._line.append(moment)

    def clear(self) -> None:
        """Show nothing any more, and no row of flips."""
        self._line.clear()
        self._next, self.until, self._skipping = 0, 0.0, False
        self.playing = None
        self.strip, self.rows = Strip(), []

    @property
    def told(self) -> list[Strip]:
        """The rows of flips that can be seen again, the newest last."""
        return [*self.rows, self.strip] if self.strip.tells else self.rows

    def recall(self, view: View[Any] | None, event: Event) -> None:
        """Restore an event that was shown before: only its rows of flips. view: before it."""
        self._change(view, event)

    def skip(self) -> None:
        """Finish what is being shown, up to the next sequence."""
        self._skipping = True
        self.until = 0.0
        self.playing = None

    def tick(self, now: float) -> bool:
        """Show what is due; return True if something has changed."""
        changed = False
        if self.playing is not None and now >= self.playing.began + self.playing.seconds:
            self.playing = None
        while self._line and now >= self.until:
            changed = True
            moment = self._line[0]
            if self._next < len(moment.events):
                self._show(moment, now)
            else:
                self._line.popleft()
                self._next, self.playing = 0, None
                self.shown = moment.view
                self.arrive(moment.view)
        if not self._line:
            self._skipping = False
        return changed

    def _show(self, moment: Moment, now: float) -> None:
        if not self._next:
            total = sum([seconds_of(self._animations(event)) for event in moment.events])
            self._pace = min(1.0, LONGEST / total) if total else 1.0
        event = moment.events[self._next]
        line = moment.lines[self._next]
        self._next += 1
        before = self.strip.cards, len(self.strip.cards)
        animations = self._animations(event)
        beat = self._change(self.shown, event)
        if line.text:
            self.log(line, event, moment.view)
        if beat.starts:
            self._skipping = False
        factor = 0.0 if self._skipping else FACTOR[self.speed]
        if len(self._line) > BEHIND:
            factor *= 0.25
        if factor:
            self._sound(event, before)
        self.began = now
        seconds = seconds_of(animations) * self._pace * factor
        self.playing = Playing(animations, now, seconds) if seconds else None
        self.until = now + max(beat.seconds * factor, seconds)

    def _animations(self, event: Event) -> tuple[Animation, ...]:
        return () if self.shown is None else tuple(self.animate(self.shown, event))

    def _sound(self, event: Event, before: tuple[list[StripCard], int]) -> None:
        """Play the sound of an event: a shot, a casualty, a turned card."""
        cards = self.strip.cards
        if event.mark in SOUND:
            self.heard(SOUND[event.mark])
        elif len(cards) > (before[1] if cards is before[0] else 0):
            self.heard("card")

    def _change(self, view: View[Any] | None, event: Event) -> Beat:
        before, cards = self.strip.copy(), self.strip.cards
        beat = self.beat(view, event, self.strip)
        if before.cards and self.strip.cards is not cards:
            self.rows = [*self.rows[1 - MOST_ROWS :], before]
        return beat
