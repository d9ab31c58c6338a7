"""The question that this seat must answer, and the answer that the player is making."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from attrs import evolve, frozen

from owm_net.client.answering.drafting import DraftAction, Drafting, Give, Light, Sketch, said
from owm_net.client.answering.trail import Trail
from owm_net.client.keys import HEED
from owm_net.client.language import tr
from owm_net.client.match.display import Display, snapshot
from owm_net.client.match.players import Players
from owm_net.client.match.signals import Signals
from owm_net.client.match.ui import Ui
from owm_net.client.words import because
from owm_net.engine import agenda
from owm_net.engine.agenda import About, Kind, Refusal
from owm_net.engine.codec import digest
from owm_net.engine.drafts import DraftStatus
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.text import named
from owm_net.engine.view import View

WAITED = 3.0
"""Seconds after an answer of the player's within which the next question is no news to them."""


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


class Answering:
    """sketch: what has been chosen for the answer, trail: how. since: when the question was first
    shown, None before. passes: where the player can do nothing but pass they pass automatically.
    stands: the rules' word for the moment until which they pass, "" for none.

    A question waits until everything before it has been shown; then it is open.
    """

    def __init__(
        self,
        system: System,
        players: Players,
        display: Display,
        ui: Ui,
        signals: Signals,
        begin: Callable[[Drafting], Sketch],
    ) -> None:
        self.sketch: Sketch = None
        self.trail = Trail()
        self.since: float | None = None
        self.passes, self.stands = False, ""
        self._system, self._players, self._display = system, players, display
        self._ui, self._signals, self._begin = ui, signals, begin
        self._question: View[Any] | None = None
        self._sink: Callable[[Answer], None] | None = None
        self._put: View[Any] | None = None  # the question that sketch and trail are made for
        self._begun: Begun | None = None
        self._gave: tuple[float, View[Any] | None] = (-WAITED, None)
        self._done_with: Any = None  # the kind that is passed if it is asked next

    # -- the question --------------------------------------------------------------------

    def ask(self, view: View[Any], sink: Callable[[Answer], None]) -> None:
        """This seat must answer what is pending; `sink` gets the answer once."""
        self._question = snapshot(view)
        self._sink = sink
        if agenda.kind_of(view) is not self._done_with:
            self._done_with = None
        self._signals.touch()
        self.settle()

    def withdraw(self, sink: Callable[[Answer], None] | None = None) -> None:
        """The question is no longer open. sink: only if it is still this one's."""
        if sink is not None and sink is not self._sink:
            return
        if self._put is not None:
            self._begun = Begun(self._put, self.sketch, self.trail.copy(), self.since)
            self._put = None
        self._question = None
        self._sink = None
        self.sketch = None
        self.trail.clear()
        self._signals.touch()

    def settle(self) -> None:
        """Open the question if everything before it has been shown."""
        question, shown = self._question, self._display
        if question is None or shown.presenter.busy or shown.log.past is not None:
            return
        if shown.latest is question:
            return
        shown.arrive(question)
        if self._put is question:  # the state was told anew: another has answered, too
            return
        begun, self._begun, self._put = self._begun, None, question
        if begun is not None and begun.fits(question):  # taken back, and asked again
            self.sketch, self.trail, self.since = begun.sketch, begun.trail, begun.since
        else:
            self.sketch = self._begin(self.drafting)
            self.trail.clear()
            self.since = None

    def tick(self, now: float) -> None:
        """Start the time of the question; the player hears it."""
        if self.is_open and self.since is None:
            self.since = now
            if not self.passes_on:
                self._signals.cue("turn" if now - self._gave[0] >= WAITED else "goes on")

    @property
    def is_awaited(self) -> bool:
        """Return True if the player's own answer is awaited, whatever they look at."""
        return self._question is not None

    @property
    def is_open(self) -> bool:
        """Return True if the player may answer now: everything before has been shown."""
        return (
            self._question is not None
            and self._sink is not None
            and self._display.log.past is None
            and self._display.latest is self._question
        )

    @property
    def kind(self) -> Kind[Any] | None:
        """Return the kind of the player's question, None without one."""
        view = self._display.view
        return agenda.kind_of(view) if self.is_open and view is not None else None

    @property
    def passes_on(self) -> bool:
        """Return True if a pass of the player that stands, or came with their last answer, answers
        the question."""
        kind = self.kind
        if kind is None or not (self.stands or kind is self._done_with):
            return False
        return bool(kind.passes)

    @property
    def has_answered(self) -> bool:
        """Return True if the answer to the shown question has been given, and has had no effect
        yet."""
        return self._gave[1] is not None and self._gave[1] is self._display.latest

    @property
    def heeded(self) -> bool:
        """Return True if the question has been visible long enough for a key to mean it."""
        return self.since is not None and self._display.now - self.since >= HEED

    # -- what the rules say of it --------------------------------------------------------

    @property
    def _shown(self) -> View[Any]:
        view = self._display.view
        assert view is not None
        return view

    @property
    def drafting(self) -> Drafting:
        """Where the answer to the question that is open is made. Raises EngineBug if none is, or
        one whose kind the rules do not declare."""
        view = self._shown
        found: Drafting = self._display.cached("drafting", lambda: Drafting(self._system, view))
        return found

    @property
    def look(self) -> DraftStatus[Any] | None:
        """Return how the answer that is being made stands with the rules; None where none is."""
        return self.drafting.look(self.sketch)

    def light(self, kind: Any, value: Hashable) -> Light:
        """How a thing looks beside what is chosen already: see `Drafting.light`."""
        return self.drafting.light(self.sketch, kind, value)

    def takes(self, kind: Any) -> bool:
        """Return True if a value of a type goes into the answer: see `Drafting.takes`."""
        return self.drafting.takes(self.sketch, kind)

    @property
    def about(self) -> About:
        """Return the rules' words over the open question, with the players' names. Raises EngineBug
        if none is."""
        view, names = self._shown, self._players.names
        found: About = self._display.cached("about", lambda: agenda.about(view))
        return evolve(found, what=named(found.what, names), why=named(found.why, names))

    def outlook(self, answer: Answer) -> str:
        """Return the likely result of an allowed answer, "" where the rules do not say."""
        view = self._shown
        found: str = self._display.cached(("outlook", answer), lambda: agenda.outlook(view, answer))
        return found

    def why_not(self, answer: Answer) -> str:
        """ "" if an answer is allowed now, else the reason with the rule's id."""
        view = self._display.view
        if view is None:
            return tr("nothing is asked")
        found = self._display.cached(("why", answer), lambda: agenda.why_not(view, answer))
        return because(found.why, found.rule) if found is not None else ""

    # -- the answer ----------------------------------------------------------------------

    def apply(self, action: DraftAction) -> Sketch:
        """Add a press to the answer that is being made, or give it. Returns the sketch before."""
        before = self.sketch
        after = action.on(self.drafting, before)
        if isinstance(after, Give):
            kind = self.kind
            if self.give(after.answer) and after.last:
                self._done_with = kind
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

    def give(self, answer: Answer) -> bool:
        """Commit an answer if it is allowed; else say why not."""
        view, sink = self._display.view, self._sink
        if not self.is_open or view is None or sink is None:
            return False
        refusal = agenda.why_not(view, answer)
        if refusal is not None:
            self.refuse(because(refusal.why, refusal.rule))
            return False
        self._gave = (self._display.now, view)
        self._done_with = None
        self.withdraw()
        self._begun = None
        self.refuse("")
        self._ui.focus, self._ui.told = "", self._ui.hover
        if self._ui.keyboard:  # what the keys pointed at
            self._ui.hover = ""
        self._ui.page = 0
        sink(answer)
        return True

    def refuse(self, why: str, has_failed: bool = False) -> None:
        """Tell the player why a press did nothing; "" takes it back. has_failed: it could not."""
        said = self._ui.refused
        if why or said.why:
            said.why, said.until, said.has_failed = why, None, has_failed
            self._signals.touch()
