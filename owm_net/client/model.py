"""The client's knowledge of a match: the state as last shown, the question, the log, and the
player's draft. It never changes a state and never decides anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from owm_net.client.after import HEED, After
from owm_net.client.coach import Coach
from owm_net.client.drafting import DraftAction, Drafting, Give, Sketch, said
from owm_net.client.exit import Exit
from owm_net.client.language import tr
from owm_net.client.map_view import MapView
from owm_net.client.match_log import LogLine, MatchLog
from owm_net.client.notices import Notices
from owm_net.client.pointer import Pointing
from owm_net.client.present import FACTOR, Beat, Moment, Presenter, Strip
from owm_net.client.reading import Reading
from owm_net.client.replay import Replay
from owm_net.client.settings import Settings
from owm_net.client.stack import Door
from owm_net.client.talk import READING, READING_SIGN, Talk
from owm_net.client.trail import Trail
from owm_net.client.words import because, capital
from owm_net.engine import agenda
from owm_net.engine.agenda import About, Event, Kind, Refusal
from owm_net.engine.codec import digest
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Over, Request, Result
from owm_net.engine.system import System
from owm_net.engine.text import named
from owm_net.engine.view import View
from owm_net.session.people import how_it_ended
from owm_net.session.player import Notice
from owm_net.session.recorded import RecordedEvent, Recording

SLIDE = 0.45
"""Seconds in which a token goes to its new place."""

WAITED = 3.0
"""Seconds after an answer of the player's within which the next question is no news to him."""

MOST_CUES = 20


@define
class Ui(Pointing):
    """The player's own view settings. Nothing here reaches the game but by `Table.unasked`.

    refusal: why the last click did nothing; shown beside the prompt until the next one, or until
    the time refused_until; has_failed: that is no rule of the game, but something that went wrong,
    such as a file that cannot be written. page: of what is on pages at the table. recalls: the
    strip of flips was called back. look: what a table shows more of, such as a division. selected:
    a unit whose details are shown; selected_at: how many requests had been answered then. passes:
    where the player can do nothing but pass he passes by himself. stands: the rules' word for the
    moment until which he passes, "" for none. reading: where he is in the rule book. shelf: his
    own squads, see `client.shelf`.
    """

    refusal: str = ""
    refused_until: float | None = None
    has_failed: bool = False
    page: int = 0
    recalls: bool = False
    selected: int = 0
    selected_at: int = -1
    passes: bool = False
    stands: str = ""
    pinned: int = 0
    hand_sorted: bool = False
    look: str = ""
    reading: Reading = field(factory=Reading)
    shelf: Any = None


@define
class Slide:
    """A token on its way: from a place of the table to where it is now."""

    source: int
    began: float
    seconds: float


@frozen(eq=False)
class Begun:
    """The choices of an answer whose question was taken off the screen."""

    view: View[Any]
    sketch: Sketch
    trail: Trail
    since: float | None

    def fits(self, view: View[Any]) -> bool:
        """Return True if the very same question is asked again."""
        before, now = self.view, view
        return (before.state.answered, before.seat, before.known) == (
            now.state.answered,
            now.seat,
            now.known,
        ) and digest(before.state) == digest(now.state)


class Model:
    """view: the state as it is shown, None before the first. asked: this seat must answer
    `view.state.pending`. sketch: what has been chosen for the answer; trail: how.
    talk, notices: what is said beside the rules. exit: how the match is left.
    map_view: how the map is looked at.
    problem: what has stopped the match, and advice; is_calm: nothing is wrong, all have adjourned
    or this player has left. ended_by: the result with which the players have ended it themselves.
    coach: it is a lesson, and what that says. replay: it is looked at again from its log. after:
    what can be done when it is over. doors: how screens are opened over the table.
    cues: what is to be heard, by its name, or called for if the window is behind; whoever plays
    them empties it. now: the time of the last tick, in seconds."""

    def __init__(
        self,
        system: System,
        seat: int,
        names: Sequence[str],
        settings: Settings,
        beat: Callable[[View[Any] | None, Event, Strip], Beat],
        begin: Callable[[Drafting], Sketch],
        moved: Callable[[View[Any], View[Any]], dict[int, int]] = lambda old, new: {},
        ends: Callable[[str, Event], bool] = lambda until, event: False,
    ) -> None:
        self.system = system
        self.seat = seat
        self.names = tuple(names)
        self.settings = settings
        self._view: View[Any] | None = None
        self.live: View[Any] | None = None
        self.sketch: Sketch = None
        self.trail = Trail()
        self._put: View[Any] | None = None  # the question that sketch and trail are made for
        self._begun: Begun | None = None
        self.log = MatchLog()
        self.talk, self.notices, self.exit = Talk(), Notices(), Exit()
        self.map_view = MapView()
        self.problem: tuple[str, str] | None = None
        self.is_calm = False
        self.ended_by: Result | None = None
        self.ui = Ui()
        self.cues: list[str] = []
        self.now, self.rev = 0.0, 0
        self._gave: tuple[float, View[Any] | None] = (-WAITED, None)
        self.doors: Sequence[Door] = ()
        self.coach: Coach | None = None
        self.replay: Replay | None = None
        self.after: After | None = None
        self.waiting_since = 0.0
        self.asked_since: float | None = None
        self.slides: dict[int, Slide] = {}
        self.presenter = Presenter(beat, self._log, self._arrive, self.cue, speed=settings.speed)
        self._begin, self._moved, self._ends = begin, moved, ends
        self._question: View[Any] | None = None
        self._sink: Callable[[Answer], None] | None = None
        self._recalled: View[Any] | None = None  # the state after the last step of long ago
        self._cache: dict[Any, Any] = {}
        self._cache_for: View[Any] | None = None

    # -- from the match ------------------------------------------------------------------

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """A step has been taken; the state is copied."""
        self.live = view
        self.notices.step_taken()
        if any(self._ends(self.ui.stands, event) for event in events if self.ui.stands):
            self.ui.stands = ""
        lines = tuple([self._line(view, event) for event in events])
        moment = Moment(snapshot(view), tuple(events), lines, view.state.answered)
        self.presenter.push(moment)
        self.touch()

    def recall(self, view: View[Any], events: Sequence[Event]) -> None:
        """A step of long ago, of a match that is taken up again: it only goes into the log, and its
        flips can be seen again."""
        kept = snapshot(view)
        for event in events:
            self.presenter.recall(self._recalled, event)
            line = self._line(view, event)
            if line:
                self._log(line, event, kept)
        self._recalled = kept
        self.touch()

    def _line(self, view: View[Any], event: Event) -> str:
        """Return an event's words, with the players' names where the rules have none."""
        return named(self.system.narrate(view.state, event), self.names)

    def call(self, names: Sequence[str]) -> None:
        """Set the players' names, by seat; "" where not known yet."""
        self.names = tuple([new or old for new, old in zip(names, self.names, strict=True)])
        self.touch()

    def ask(self, view: View[Any], sink: Callable[[Answer], None]) -> None:
        """This seat must answer what is pending; `sink` gets the answer once."""
        self.live = view
        self._question = snapshot(view)
        self._sink = sink
        self.map_view.cross = None  # it begins at who is to act now
        self.touch()
        self._settle()

    def withdraw(self, sink: Callable[[Answer], None] | None = None) -> None:
        """The question is no longer open. sink: only if it is still this one's."""
        if sink is not None and sink is not self._sink:
            return
        if self._put is not None:
            self._begun = Begun(self._put, self.sketch, self.trail.copy(), self.asked_since)
            self._put = None
        self._question = None
        self._sink = None
        self.sketch = None
        self.trail.clear()
        self.touch()

    def tell(self, kind: Notice, text: str) -> None:
        """What others have written, or a notice of the connection, the shuffling, the verdict."""
        if kind in (Notice.REMARK, Notice.WISH, Notice.CLOCK):
            self.talk.announce(text)
        elif self.notices.tell(kind, text, has_begun=self.view is not None):
            self.cue("trouble")
        self.touch()

    def look_again(self, recording: Recording) -> Replay:
        """The match is looked at again from its log, from its beginning."""
        self.replay = Replay(recording, self.presenter, self._show)
        self.live = recording.view(recording.last)
        self.call(recording.names)
        self.tell(Notice.OK, "")
        self.replay.go(0)
        return self.replay

    def _show(self, view: View[Any], told: Sequence[RecordedEvent]) -> None:
        self._view, self.seat = view, view.seat
        self.log.lines = [LogLine(said.event, said.text, said.step) for said in told if said.text]
        self.log.scroll = 0
        self.slides.clear()
        self.touch()

    # -- from the player -----------------------------------------------------------------

    @property
    def view(self) -> View[Any] | None:
        """The state that is shown: as it is, or as it was at a line of the log."""
        return self.log.shown(self._view)

    def look_back(self, at: int | None) -> None:
        """Show the state as it was at a line of the log, by its number from 0; None, or beyond the
        newest line: as it is. The match goes on meanwhile."""
        if self.replay is not None:
            self.replay.jump(self.replay.at if at is None else self.log.lines[at].step)
            return
        self.log.look_back(at, self._view, self.seat)
        self.touch()

    def step_back(self, by: int) -> None:
        """To the step before (-1) or after (1) the one that is shown, as far as the log tells."""
        view, now = self.view, self._view
        if view is None or now is None:
            return
        if self.replay is not None:
            self.replay.step(by)
            return
        self.look_back(self.log.beside(by, now, view.state.answered))
        self.log.finds = self.log.past is not None

    @property
    def is_awaited(self) -> bool:
        """Return True if the player's own answer is awaited, whatever they look at."""
        return self._question is not None

    @property
    def asked(self) -> bool:
        """Return True if the player may answer now: everything before has been shown."""
        return (
            self._question is not None
            and self._sink is not None
            and self.log.past is None
            and self._view is not None
            and self._view is self._question
        )

    @property
    def passes_on(self) -> bool:
        """Return True if a standing pass of the player answers the question."""
        kind = self.kind if self.ui.stands else None
        return kind is not None and bool(kind.passes)

    @property
    def request(self) -> Request[Any] | None:
        """Return the request of the state as shown; None in a match that has stopped."""
        if self.view is None or self.problem is not None:
            return None
        pending: Request[Any] | None = self.view.state.pending
        return pending

    @property
    def kind(self) -> Kind[Any] | None:
        """Return the kind of the player's question, None without one."""
        return agenda.kind_of(self.view) if self.asked and self.view is not None else None

    @property
    def result(self) -> Result | None:
        """How the game has ended, once that has been shown."""
        request = self.request
        if self.presenter.busy or request is None or self.coach is not None:
            return None  # a lesson has no winner
        if self.ended_by is not None:
            return self.ended_by
        return request.result if isinstance(request, Over) else None

    @property
    def why_ended(self) -> str:
        """Why the match has ended, in words: "Ada resigned", "you resigned"."""
        assert self.result is not None

        reason = self.result.reason
        if reason == f"seat {self.player} resigned":
            return tr("you resigned")
        if reason == f"seat {self.player} ran out of time":
            return tr("you ran out of time")
        told = how_it_ended(reason, self.name)
        if told is not None:
            return tr(told)

        def called(found: re.Match[str]) -> str:
            return self.name(int(found[1]))

        names = [self.name(seat) for seat in range(len(self.result.scores))]
        return re.sub(r"\bseat (\d)\b", called, tr(named(reason, names)))

    def waiting_for(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        request = self.request if self.ended_by is None else None
        if isinstance(request, Choose):
            return (request.seat,)
        if not isinstance(request, ChooseSecretly):
            return ()
        gave = self.is_match and self.log.past is None and not self.is_awaited  # ours is given
        return tuple([seat for seat in request.seats if seat != self.seat or not gave])

    def waited(self) -> str:
        """For how long somebody else has been thinking, such as "0:14"; "" for no second yet."""
        seconds = int(self.now - self.waiting_since)
        if self.replay is not None:
            return ""  # it was another time that they thought for
        if self.asked or self.presenter.busy or not self.waiting_for() or seconds < 1:
            return ""
        return f"{seconds // 60}:{seconds % 60:02}"

    def give(self, answer: Answer) -> bool:
        """Commit an answer if it is allowed; else say why not."""
        if not self.asked or self.view is None or self._sink is None:
            return False
        refusal = agenda.why_not(self.view, answer)
        if refusal is not None:
            self.refuse(because(refusal.why, refusal.rule))
            return False
        sink = self._sink
        self._gave = (self.now, self._view)
        self.withdraw()
        self._begun = None
        self.refuse("")
        self.ui.focus = ""
        if self.ui.keyboard:  # what the keys pointed at
            self.ui.hover = ""
        self.ui.page = 0
        sink(answer)
        return True

    def set_aside(self, what: str, advice: str) -> None:
        """The match ends here without an end, and nothing is wrong."""
        self.problem = capital(what), capital(advice)
        self.is_calm = True
        self.withdraw()

    def why_not(self, answer: Answer) -> str:
        """ "" if an answer is allowed now, else the reason with the rule's id."""
        view = self.view
        if view is None:
            return tr("nothing is asked")
        found = self.cached(("why", answer), lambda: agenda.why_not(view, answer))
        return because(found.why, found.rule) if found is not None else ""

    @property
    def drafting(self) -> Drafting:
        """Where the answer to the question that is open is made. Raises EngineBug if none is, or
        one whose kind the rules do not declare."""
        view = self.view
        assert view is not None
        found: Drafting = self.cached("drafting", lambda: Drafting(self.system, view))
        return found

    @property
    def about(self) -> About:
        """Return the rules' words over the open question, with the players' names. Raises EngineBug
        if none is."""
        view = self.view
        assert view is not None
        found: About = self.cached("about", lambda: agenda.about(view))
        what, why = named(found.what, self.names), named(found.why, self.names)
        return evolve(found, what=what, why=why)

    def outlook(self, answer: Answer) -> str:
        """Return the likely result of an allowed answer, "" where the rules do not say."""
        view = self.view
        assert view is not None
        found: str = self.cached(("outlook", answer), lambda: agenda.outlook(view, answer))
        return found

    def press(self, action: DraftAction) -> Sketch:
        """Add a press to the answer that is being made, or give it. Returns the sketch before."""
        before = self.sketch
        after = action.on(self.drafting, before)
        if isinstance(after, Give):
            self.give(after.answer)
        elif isinstance(after, Refusal):
            self.refuse(said(after))
        else:
            if after is None:  # all was taken out: as when the question was put
                after = self._begin(self.drafting)
            self.sketch = after
            look = self.drafting.look(after)
            if look is not None and look.refusal is not None:
                self.refuse(said(look.refusal))
        return before

    def cached(self, key: Any, make: Callable[[], Any]) -> Any:
        """Something worked out once for each state that is shown."""
        if self._cache_for is not self.view:
            self._cache.clear()
            self._cache_for = self.view
        if key not in self._cache:
            self._cache[key] = make()
        return self._cache[key]

    def refuse(self, why: str, has_failed: bool = False) -> None:
        """Tell the player why a click did nothing; "" takes it back. has_failed: it could not."""
        if why or self.ui.refusal:
            self.ui.refusal, self.ui.refused_until = why, None
            self.ui.has_failed = has_failed
            self.touch()

    def touch(self) -> None:
        """Something that is drawn has changed."""
        self.rev += 1

    @property
    def player(self) -> int:
        """Return the player's seat: below 0 for an onlooker, and for a replay with the cards of
        another."""
        replay = self.replay
        seen = None if replay is None else replay.seen
        own = None if replay is None else replay.own
        is_lent = seen is not None and own is not None and seen.seat != own.seat
        is_lent = is_lent or (replay is not None and seen is not None and seen in replay.hands)
        return -1 if is_lent or (seen is not None and seen.others and own is None) else self.seat

    @property
    def open_seats(self) -> tuple[int, ...]:
        """Seats whose cards are seen besides those of the seat that is looked from."""
        seen = None if self.replay is None else self.replay.seen
        return () if seen is None else seen.others

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        if seat == self.player:
            return tr("You")
        return self.names[seat] if seat < len(self.names) else tr("Seat {number}", number=seat + 1)

    def cue(self, name: str) -> None:
        """Something is to be heard, and shown elsewhere, too."""
        self.cues = [*self.cues[1 - MOST_CUES :], name]

    # -- time ----------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Time passes: what is shown goes on, and what has run out goes."""
        self.now = now
        if self.replay is not None:
            self._note_place(self.replay)
        if self.presenter.tick(now):
            self.touch()
        for key in [k for k, s in self.slides.items() if now >= s.began + s.seconds]:
            del self.slides[key]
            self.touch()
        self._settle()
        self._note_times(now)

    def play_on(self, now: float) -> None:
        """Time passes for the replay, if it is one and nothing lies over it."""
        replay = self.replay
        if replay is not None and not self.ui.recalls:
            at, plays = replay.at, replay.plays
            replay.tick(now)
            if (at, plays) != (replay.at, replay.plays):
                self.touch()

    def _note_place(self, replay: Replay) -> None:
        """How the match has ended is told where its end is shown."""
        if replay.is_at_end and replay.recording.stopped is not self.ended_by:
            self.ended_by = replay.recording.stopped
            self.touch()
        elif not replay.is_at_end:
            self.ended_by = None

    def _note_times(self, now: float) -> None:
        """Count everything since the last tick from this one: frames may have rested."""
        ui = self.ui
        if ui.refusal and ui.refused_until is None:
            ui.refused_until = now + READING + len(ui.refusal) * READING_SIGN
        elif ui.refusal and ui.refused_until is not None and now >= ui.refused_until:
            self.refuse("")
        self.notices.tick(now)
        if self.talk.tick(now):
            self.touch()
        self._note_asked(now)

    def _note_asked(self, now: float) -> None:
        """Start the time of the question; the player hears it."""
        after = self.after
        if after is not None and after.since is None:
            after.since = now
            if after.rematch is not None and after.rematch.asks:
                self.cue("asked")
        if self.asked and self.asked_since is None:
            self.asked_since = now
            if not self.passes_on:
                self.cue("turn" if now - self._gave[0] >= WAITED else "goes on")

    @property
    def is_match(self) -> bool:
        """Return True if this is a match with others, no lesson, and no replay."""
        return self.coach is None and self.replay is None

    @property
    def may_be_left(self) -> bool:
        """Return True if a match runs: leaving it now needs a confirmation. A lesson, and what is
        shown again, is just left."""
        runs = self.view is not None and self.result is None and self.problem is None
        return runs and self.is_match

    @property
    def way_out(self) -> str:
        """What the button is called that leaves a match which is over or has stopped."""
        if self.exit.over_end:
            return tr("BACK TO THE END")
        return tr("TO THE TITLE") if self.exit.home else tr("CLOSE")

    def drop(self, path: Path) -> None:
        """A file was dropped on the window: the log that shall be looked at, if no match runs, or
        a hand that somebody has opened, where its match is looked at."""
        if self.may_be_left or (self.view is None and self.replay is None):
            self.refuse(tr("leave this match first, then drop the log again"))
        elif self.replay is None and self.after is not None and self.after.watch is not None:
            self.after.watch(path)
        elif self.replay is not None and self.replay.take is not None:
            self.replay.take(path)
        elif self.replay is not None or self.result is not None or self.problem is not None:
            self.exit.dropped, self.exit.closing = path, True

    @property
    def has_answered(self) -> bool:
        """Return True if the answer to the shown question has been given, and has had no effect
        yet."""
        return self._gave[1] is not None and self._gave[1] is self._view

    @property
    def heeded(self) -> bool:
        """Return True if the question has been visible long enough for a key to mean it."""
        return self.asked_since is not None and self.now - self.asked_since >= HEED

    @property
    def moving(self) -> bool:
        """Return True if the picture is about to change without input."""
        plays = self.replay is not None and self.replay.plays
        return plays or self.presenter.busy or bool(self.slides)

    def _settle(self) -> None:
        if (
            self._question is not None
            and not self.presenter.busy
            and self.log.past is None
            and self._view is not self._question
        ):
            self._arrive(self._question)
            if self._put is self._question:  # the state was told anew: another has answered, too
                return
            begun, self._begun, self._put = self._begun, None, self._question
            if begun is not None and begun.fits(self._question):  # taken back, and asked again
                self.sketch, self.trail, self.asked_since = begun.sketch, begun.trail, begun.since
            else:
                self.sketch = self._begin(self.drafting)
                self.trail.clear()
                self.asked_since = None

    def _arrive(self, view: View[Any]) -> None:
        seconds = 0.0 if self.settings.still else SLIDE * FACTOR[self.settings.speed]
        if self._view is not None and seconds and self.log.past is None:
            for what, source in self._moved(self._view, view).items():
                self.slides[what] = Slide(source, self.now, seconds)
        if self._view is None or view.state.answered != self._view.state.answered:
            self.waiting_since = self.now
        self._view = view
        self.touch()

    def _log(self, text: str, event: Event, view: View[Any]) -> None:
        kept = view if self.replay is None else None
        self.log.add(LogLine(event, text, view.state.answered, kept))


def snapshot(view: View[Any]) -> View[Any]:
    """A copy that stays as it is."""
    return View(view.state.clone(), view.seat, dict(view.known))
