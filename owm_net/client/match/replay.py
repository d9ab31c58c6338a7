"""A match being watched again: the position, whose cards are seen, and whether it plays on.

A jump shows the state at once, with the row of flips as it was; a step forward shows what happens
as in a match that is played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from owm_net.client.language import tr
from owm_net.client.match.after import After, RematchView
from owm_net.client.match.present import FACTOR, Moment, Presenter
from owm_net.engine.frames import GameState
from owm_net.engine.ids import Seat
from owm_net.engine.view import EVERYBODY, View
from owm_net.session.recorded import Learnt, RecordedEvent, Recording, together
from owm_net.session.turning import Turning

LOOK = 0.8
"""Seconds for which a step that says something is looked at, at normal speed."""
QUICKEST = 0.15
"""What the speed that shows nothing makes of a second here."""

MOST_FRAMES = 120
"""Moments of the longest film: a minute and a half, and 200 MB while it is made."""


@frozen
class Wanted:
    """A picture of a moment, or a film of all from one to another. suffix: of its file. seat: as
    which one saw it, -1 for what everybody saw; others: seats whose cards are seen besides."""

    first: int
    last: int
    suffix: str
    seat: Seat = EVERYBODY
    others: tuple[Seat, ...] = ()


@define(eq=False)
class Export:
    """A file being drawn. done, total: pictures; cancel: gives it up."""

    path: Path
    cancel: Callable[[], None]
    done: int = 0
    total: int = 0


@frozen
class ReplayNote:
    """A result, in a line below the table; "" for none. more: the folder where that lies, or why it
    has_failed."""

    text: str = ""
    more: str = ""
    has_failed: bool = False


@define(eq=False)
class TurningSearch:
    """What has cost each side most, found beside the window. begin: has it looked for, None where
    nobody does; stop: gives that up, None while nothing is looked for. done, total: how far it is.
    found: None before it is over; problem: why it came to nothing. opens: the player has asked for
    it from the end of the match, so it is shown at once.
    """

    begin: Callable[[], None] | None = None
    stop: Callable[[], None] | None = None
    done: int = 0
    total: int = 0
    found: Sequence[Turning] | None = None
    problem: str = ""
    opens: bool = False


@define(eq=False)
class Replay:
    """show: given a view and everything told up to it. at: the step that is shown.

    own: the cards that only this player has seen, None where unavailable; why_closed: why. hands:
    those of others who have opened theirs. seen: which of all these are shown, None for what
    everybody saw. give: opens the player's own hand to others, None where that cannot be or is
    done. after: of the match itself, over whose end it is watched. take: given a file that was
    dropped on it. first, until: of the film, where they were chosen. make: has a picture or a film
    made; export: what is being made. note: the result of making, giving or taking, until the next
    step. bare: only the table is drawn, for a picture. turning: what has cost each side most.
    """

    recording: Recording
    _presenter: Presenter
    _show: Callable[[View[Any], Sequence[RecordedEvent]], None]
    own: Learnt | None = None
    why_closed: str = ""
    hands: Sequence[Learnt] = ()
    give: Callable[[], None] | None = None
    after: After | None = None
    take: Callable[[Path], None] | None = None
    make: Callable[[Wanted], None] | None = None
    at: int = 0
    plays: bool = False
    seen: Learnt | None = None
    first: int | None = None
    until: int | None = None
    note: ReplayNote = field(factory=ReplayNote)
    export: Export | None = None
    bare: bool = False
    turning: TurningSearch = field(factory=TurningSearch)
    _due: float = field(default=0.0)
    _together: tuple[list[int], Learnt | None] | None = None

    @property
    def is_at_end(self) -> bool:
        """Return True at the last step."""
        return self.at == self.recording.last

    # -- where one is --------------------------------------------------------------------

    def go(self, step: int) -> None:
        """Show the table as it stood after so many answered requests, or as near as there are."""
        self.at = step = max(0, min(self.recording.last, step))
        self._presenter.clear()

        def before(state: GameState, told: Sequence[RecordedEvent]) -> None:
            view = self._seen(state, step)
            for said in told:
                self._presenter.recall(view, said.event)

        state = self.recording.state(step, before)
        self._presenter.shown = view = self._seen(state, step)
        self._show(view, self.recording.upto(step))

    def forward(self) -> None:
        """Show what happens next."""
        if self.is_at_end:
            return
        if self._presenter.busy:
            self.go(self.at)
        self.at = self.recording.beside(self.at, 1)
        told = self.recording.told(self.at)
        view = self._seen(self.recording.state(self.at), self.at)
        events, lines = tuple([s.event for s in told]), tuple([s.line for s in told])
        self._presenter.push(Moment(view, events, lines, self.at))

    def step(self, way: int) -> None:
        """To the step after (1) or before (-1), as far as something was told there."""
        self.plays, self.note = False, ReplayNote()
        if way > 0:
            self.forward()
        else:
            self.go(self.recording.beside(self.at, -1))

    def jump(self, step: int) -> None:
        """Where one wants to be; it does not play on from there."""
        self.plays, self.note = False, ReplayNote()
        self.go(step)

    def mark(self, way: int) -> None:
        """To the next mark, or the one before."""
        self.jump(self.recording.beside_mark(self.at, way))

    def _seen(self, state: GameState, step: int) -> View[Any]:
        if self.seen is None:
            return View(state, EVERYBODY, {})
        return View(state, self.seen.seat, self.seen.by(step))

    # -- how it is shown -----------------------------------------------------------------

    def play(self) -> None:
        """Play on, or stop; at the end, from the beginning."""
        self.plays, self.note = not self.plays, ReplayNote()
        self._due = 0.0
        if self.plays and self.is_at_end:
            self.go(0)

    def tick(self, now: float) -> None:
        """Time passes: what plays goes on when all before it has been shown."""
        if not self.plays or self._presenter.busy or now < self._due:
            return
        if self.is_at_end:
            self.plays = False
            return
        self.forward()
        says = any(said.text for said in self.recording.told(self.at))
        factor = FACTOR[self._presenter.speed] or QUICKEST
        self._due = now + LOOK * factor * says

    def see(self, cards: Learnt | None) -> None:
        """Look with these cards, or as everybody did."""
        self.seen, self.note = cards, ReplayNote()
        self.go(self.at)

    @property
    def other(self) -> RematchView | None:
        """Return the other player, while the player's hand can be sent to them."""
        rematch = None if self.after is None else self.after.rematch
        return rematch if rematch is not None and rematch.may_give else None

    @property
    def all_hands(self) -> Learnt | None:
        """Return the cards of all who have opened theirs, with the player's own; None where that is
        no more than one hand."""
        there = self.hands_known
        if self._together is None or self._together[0] != [id(hand) for hand in there]:
            made = together(there) if len(there) > 1 else None
            self._together = [id(hand) for hand in there], made
        return self._together[1]

    @property
    def hands_known(self) -> list[Learnt]:
        """The cards of each player of whom they are known, the player's own first."""
        return [*([] if self.own is None else [self.own]), *self.hands]

    def see_turning(self, turning: Turning) -> None:
        """Show the moment at which it was decided, as who decided it saw it."""
        hands = self.hands_known
        self.seen = next((hand for hand in hands if hand.seat == turning.seat), self.seen)
        self.jump(turning.step)

    def see_next(self) -> None:
        """Look with the cards of another who has opened their hand; after the last, of the
        first."""
        at = self.hands.index(self.seen) if self.seen in self.hands else -1
        self.see(self.hands[(at + 1) % len(self.hands)])

    # -- what is made of it --------------------------------------------------------------

    def tell(self, made: str, more: str = "", has_failed: bool = False) -> None:
        """Show a result below the table."""
        self.note = ReplayNote(made, more, has_failed)

    @property
    def span(self) -> tuple[int, int] | None:
        """The film that was chosen: it ends where one is, if its end was not. None: none was."""
        if self.first is None:
            return None
        until = self.at if self.until is None else self.until
        return (self.first, until) if until > self.first else None

    def why_no_film(self) -> str:
        """ "" if a film can be made of what was chosen."""
        if self.span is None:
            return tr("go to where the film begins, press FROM, then go to where it ends")
        frames = len(moments(self.recording, *self.span))
        if frames > MOST_FRAMES:
            return tr(
                "that is {frames} moments, a film has {most} at most: end it earlier",
                frames=frames,
                most=MOST_FRAMES,
            )
        return ""


def moments(recording: Recording, first: int, last: int) -> list[int]:
    """The steps of a film: its first, and those after it up to its last that told something."""
    later = {said.step for said in recording.said if first < said.step <= last}
    return [first, *sorted(later)]
