"""One seat's sitting at a match: what the match tells it, and what the player does besides
answering. It never changes a state and never decides anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from owm_net.client.answering.answering import Answering
from owm_net.client.answering.drafting import Drafting, Sketch
from owm_net.client.language import tr
from owm_net.client.match.display import Display
from owm_net.client.match.hints import Hints
from owm_net.client.match.players import Players
from owm_net.client.match.present import Beat, Strip
from owm_net.client.match.replay import Replay
from owm_net.client.match.signals import Signals
from owm_net.client.match.talk import Talk
from owm_net.client.match.ui import Ui
from owm_net.client.settings import Settings
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.words import capital
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.story import StoryLine, Storyteller
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.session.player import Notice
from owm_net.session.recorded import RecordedEvent, Recording


class Sitting(SeenTable):
    """talk: what is said beside the rules. hints: what the computer player would do. signals: what
    the window must do after a change. live: the state as it is, which may not have been shown yet.
    """

    def __init__(
        self,
        system: System,
        seat: Seat,
        names: Sequence[str],
        settings: Settings,
        beat: Callable[[View[Any] | None, Event, Strip], Beat],
        begin: Callable[[Drafting], Sketch],
        moved: Callable[[View[Any], View[Any]], dict[int, int]] = lambda old, new: {},
        ends: Callable[[str, Event], bool] = lambda until, event: False,
    ) -> None:
        self.signals, ui = Signals(), Ui()
        players = Players(tuple(names), seat)
        display = Display(settings, self.signals, beat, moved)
        answering = Answering(system, players, display, ui, self.signals, begin)
        super().__init__(system, settings, players, display, answering, ui)
        self.talk, self.hints = Talk(), Hints()
        self.live: View[Any] | None = None
        self._ends = ends
        self._teller = Storyteller(system.stories, system.narrate)

    # -- from the match ------------------------------------------------------------------

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """Take in a step that was made; the state is copied."""
        self.live = view
        self.notices.step_taken()
        stands = self.answering.stands
        if stands and any(self._ends(stands, event) for event in events):
            self.answering.stands = ""
        self.display.told(view, events, self._lines(view, events))

    def recall(self, view: View[Any], events: Sequence[Event]) -> None:
        """Take in an old step of a match that is resumed."""
        self.display.recall(view, events, self._lines(view, events))

    def _lines(self, view: View[Any], events: Sequence[Event]) -> list[StoryLine]:
        """Return the events' words, with the players' names where the rules have none."""
        names = self.players.names
        return [self._teller.tell(view.state, event, names) for event in events]

    def call(self, names: Sequence[str]) -> None:
        """Set the players' names, by seat; "" where not known yet."""
        self.players.call(names)
        self.touch()

    def ask(self, view: View[Any], sink: Callable[[Answer], None]) -> None:
        """Ask this seat to answer what is pending; `sink` gets the answer once."""
        self.live = view
        self.map_view.cross = None  # it begins at who is to act now
        self.answering.ask(view, sink)

    def withdraw(self, sink: Callable[[Answer], None] | None = None) -> None:
        """Close the question. sink: only if it is still this one's."""
        self.answering.withdraw(sink)

    def tell(self, kind: Notice, text: str) -> None:
        """Show what others have written, or a notice of the connection, the shuffling, the
        verdict."""
        if kind in (Notice.REMARK, Notice.WISH, Notice.CLOCK):
            self.talk.announce(text)
        elif self.notices.tell(kind, text, has_begun=self.view is not None):
            self.signals.cue("trouble")
        self.touch()

    def set_aside(self, what: str, advice: str) -> None:
        """Stop the match here without an end; nothing is wrong."""
        self.ending.problem, self.ending.is_calm = (capital(what), capital(advice)), True
        self.withdraw()

    # -- looking back --------------------------------------------------------------------

    def look_again(self, recording: Recording) -> Replay:
        """Watch the match again from its log, from its beginning."""
        self.replay = Replay(recording, self.presenter, self._show)
        self.display.is_replay = True
        self.live = recording.view(recording.last)
        self.call(recording.names)
        self.tell(Notice.OK, "")
        self.replay.go(0)
        return self.replay

    def _show(self, view: View[Any], told: Sequence[RecordedEvent]) -> None:
        if self.replay is not None:
            self.players.look_as(view.seat, self.replay)
        self.display.jump(view, told)

    def look_back(self, at: int | None) -> None:
        """Show the state as it was at a line of the log, by its number from 0; None, or beyond the
        newest line: as it is. The match goes on meanwhile."""
        if self.replay is not None:
            self.replay.jump(self.replay.at if at is None else self.log.lines[at].step)
            return
        self.log.look_back(at, self.display.latest, self.players.seat)
        self.touch()

    def step_back(self, by: int) -> None:
        """Go to the step before (-1) or after (1) the one that is shown, as far as the log
        tells."""
        view, now = self.view, self.display.latest
        if view is None or now is None:
            return
        if self.replay is not None:
            self.replay.step(by)
            return
        self.look_back(self.log.beside(by, now, view.state.answered))
        self.log.finds = self.log.past is not None

    # -- from the player -----------------------------------------------------------------

    def refuse(self, why: str, has_failed: bool = False) -> None:
        """Tell the player why a press did nothing; "" takes it back. has_failed: it could not."""
        self.answering.refuse(why, has_failed)

    def touch(self) -> None:
        """Mark what is drawn as changed."""
        self.signals.touch()

    def drop(self, path: Path) -> None:
        """Take a file that was dropped on the window: the log to watch, if no match runs, or
        a hand that somebody has opened, where its match is looked at."""
        after = self.ending.after
        if self.may_be_left or (self.view is None and self.replay is None):
            self.refuse(tr("leave this match first, then drop the log again"))
        elif self.replay is None and after is not None and after.watch is not None:
            after.watch(path)
        elif self.replay is not None and self.replay.take is not None:
            self.replay.take(path)
        elif not self.is_match or self.result is not None or self.ending.problem is not None:
            self.exit.dropped, self.exit.closing = path, True

    # -- time ----------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass: go on with what is shown, drop what has run out. Everything since the last
        tick counts from this one: frames may have rested."""
        self.display.now = now
        if self.replay is not None:
            self._note_place(self.replay)
        self.display.tick(now)
        self.answering.settle()
        if self.ui.refused.tick(now):
            self.refuse("")
        self.notices.tick(now)
        if self.talk.tick(now):
            self.touch()
        after = self.ending.after
        if after is not None and after.since is None:
            after.since = now
            if after.rematch is not None and after.rematch.asks:
                self.signals.cue("asked")
        self.answering.tick(now)

    def play_on(self, now: float) -> None:
        """Let time pass for the replay, if it is one and nothing lies over it."""
        replay = self.replay
        if replay is not None and not self.presenter.recalls:
            at, plays = replay.at, replay.plays
            replay.tick(now)
            if (at, plays) != (replay.at, replay.plays):
                self.touch()

    def _note_place(self, replay: Replay) -> None:
        """How the match has ended is told where its end is shown."""
        ended_by = replay.recording.stopped if replay.is_at_end else None
        if ended_by is not self.ending.ended_by:
            self.ending.ended_by = ended_by
            self.touch()

    @property
    def moving(self) -> bool:
        """Return True if the picture is about to change without input."""
        return (self.replay is not None and self.replay.plays) or self.display.moving
