"""The door between the match and the person at this machine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import trio

from owm_net.client.answering.passing import may_pass, slot_ends
from owm_net.client.language import tr
from owm_net.client.match_stage import Stage
from owm_net.client.screens.arrival import Arrival
from owm_net.client.screens.proposal import Agree, GoOnWithout
from owm_net.engine.agenda import Event
from owm_net.engine.requests import Answer
from owm_net.engine.text import Text
from owm_net.engine.view import View
from owm_net.net.consent import ConsentQuestion
from owm_net.session.match import Match, What
from owm_net.session.player import Clocks, Notice, Word

Main = Callable[["Front"], Awaitable[None]]
"""A match, or a replay, to be run in a window."""
Cover = Callable[[Stage, Main], Awaitable[None]]


class Front:
    """The person's side of a match. All calls come from trio, in the window's own thread.

    wake: called when the picture has changed. begun: set when the first state has come. names:
    of the players by seat, as the match has them; "" before they have said who they are. cover:
    shows something else in the window, over this, until it is left; None where nobody can.
    """

    def __init__(self, stage: Stage, wake: Callable[[], None] = lambda: None) -> None:
        self.stage = stage
        self.sitting = stage.sitting
        self.wake = wake
        self.begun = trio.Event()
        self.names: Sequence[str] = ()
        self.match: Match | None = None
        self.cover: Cover | None = None
        self._has_answered = False

    async def decide(self, view: View[Any]) -> Answer:
        """The person's answer to `view.state.pending`, legal as this seat knows it.

        With automatic passes on, every answer leaves at the end of a slot, whoever gave it, so that
        its time does not reveal what the hand allows. Cancelled, it takes its question off the
        screen; the next one may come at once.
        """
        asked, passable = trio.current_time(), may_pass(view)
        done = trio.Event()
        given: list[Answer] = []

        def take(answer: Answer) -> None:
            given.append(answer)
            self._has_answered = True
            done.set()

        self._has_answered = False
        self.sitting.ask(view, take)
        self.wake()
        try:
            await done.wait()
        finally:
            if not given:  # a question that is no longer open is taken off the screen
                self.sitting.withdraw(take)
                self.wake()
        if passable and self.sitting.answering.passes:
            await slot_ends(asked)
        return given[0]

    async def shall_drop(self, seat: int, why: str) -> bool:
        """Return True if the person would go on without a seat that owes. why: a line for people.

        Asked over the table, whatever else is asked there; gone when this is cancelled.
        """
        return await self.stage.screens.ask(GoOnWithout(seat, why))

    async def shall_agree(self, what: What, why: str) -> bool:
        """Return True if the person agrees to another's offer. As `shall_drop`."""
        return await self.stage.screens.ask(Agree(what, why))

    async def shall_play(self, question: ConsentQuestion) -> bool:
        """Return True if the person will play with the newcomer. Asked before the match; gone when
        this is cancelled."""
        return await self.stage.screens.ask(Arrival(question))

    @property
    def lets_take_back(self) -> bool:
        """Return True if the program may agree by itself when another takes a decision back."""
        return self.sitting.settings.lenient

    @property
    def has_answered(self) -> bool:
        """Return True if the answer is given, and only held back until its slot ends."""
        return self._has_answered

    def clock(self, now: Clocks) -> None:
        """Show the match clock."""
        self.sitting.notices.clocks = now
        self.sitting.touch()
        self.wake()

    def sit_down(self, match: Match) -> None:
        """The match in which this person plays: its names, and what becomes of it."""
        self.match = match
        self.names = match.names
        self.sitting.talk.offers = lambda: match.offers
        self.sitting.talk.why_no_wish = match.why_no_wish
        self.sitting.talk.undoable = match.undoable

    def may_speak(self, say: Callable[[Word], None]) -> None:
        """From here on the person may write to the others."""
        self.sitting.talk.speak = say

    def told(self, view: View[Any], events: list[Event]) -> None:
        """After every step: the new state and what happened. Everything needed is copied."""
        if self.names:
            self.sitting.call(self.names)
        if self.match is not None:
            self.sitting.ending.ended_by = self.match.stopped
        self.sitting.told(view, list(events))
        self.begun.set()
        self.wake()

    def recall(self, view: View[Any], events: Sequence[Event]) -> None:
        """Before the first `told` of a match that is taken up again: what happened at a step of
        it, for the log. Called in any thread; nothing is drawn yet."""
        self.sitting.recall(view, events)

    def notice(self, kind: Notice, text: str) -> None:
        """How things stand outside the rules. Our own words are in the language of the window; the
        words of others stay as written."""
        self.sitting.tell(kind, tr(text) if isinstance(text, Text) else text)
        self.wake()
