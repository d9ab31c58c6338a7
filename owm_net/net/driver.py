"""Runs a match over links to the other seats: waits for whatever comes next, and does it.

One task owns the match; readers, senders, workers and the player only put news into its mailbox,
and it waits for none of them. A lost link is no end: it is reached again, both sides say at which
step they are, and send what the other lacks; nothing is ever signed twice differently, because what
was sent was stored before.

Not every seat needs a link to every other: whoever accepts an entry passes it on to all the seats
it has a link to, but for its author and the one it came from. Two versions of one entry so meet at
somebody honest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

import trio
from attrs import define, field

from owm_net.net.absence import Absence
from owm_net.net.circle import Circle, Stopped
from owm_net.net.disagreement import Disagreement
from owm_net.net.handshake import BYE, CAUGHT_UP, DONE, RECORD, RESUME, STATE, text_of
from owm_net.net.intake import Intake
from owm_net.net.line import Line, Reach
from owm_net.net.streams import FramedStream, NetError, first_error
from owm_net.session.match import Blame, Decide, Match, Work
from owm_net.session.player import Player
from owm_net.session.steps import IllegalAnswer

__all__ = ["Log", "Private", "Reach", "Stopped", "run_match"]

FAREWELL = 15.0
"""Seconds to wait at the end until the other side says that it has all it needs."""
LONG_FAREWELL = 60.0
"""The same if it still takes what it is sent."""
FLUSH = 5.0
"""Seconds more for what we had to say then."""
CLOCK = 1.0
"""Seconds between two looks at who keeps us waiting."""
STALLED = 120.0
"""Seconds after which an entry that no person decides is overdue."""


class Log(Protocol):
    """Where records are kept; may be slow, so it is called in a worker thread."""

    def append(self, records: list[bytes], sync: bool) -> None:
        """Store records in order; with sync they survive a power cut when this returns."""


class Private(Protocol):
    """Where private notes are kept, sealed; called in a worker thread."""

    def append(self, notes: list[bytes]) -> None:
        """Store notes; they survive a power cut when this returns."""


async def run_match(
    match: Match,
    links: Mapping[int, FramedStream],
    player: Player,
    log: Log,
    illegal: Callable[[Exception], None] | None = None,
    reach: Mapping[int, Reach] | None = None,
    history: list[bytes] | None = None,
    disagree: Callable[[str], None] | None = None,
    private: Private | None = None,
    drop_after: float | None = None,
    stalled_after: float = STALLED,
) -> bool:
    """Play until all seats have signed the end. True if the others have said that they have all
    of it; else one may come back for what it lacks.

    links: by seat; not every seat needs one, if others pass its entries on. illegal: told when
    the player's own answer was refused by the rules (a person's screen explains it; a computer's
    would be a bug and is raised). reach: how to connect again, by seat; without it a lost link
    ends the match. A seat with a way to reach it and no link is reached at once. history: the
    records of a match that is taken up again, which `match` has seen already; None for a new
    match. disagree: given the text of a bundle file if the two engines' states differ. private:
    where what this seat needs to go on after a crash is kept; without it it cannot be resumed.
    drop_after: seconds after which it is proposed to go on without a seat that is away, or whose
    program sends nothing, and owes; None leaves that to the player. stalled_after: seconds after
    which an entry that no person decides is overdue.
    Raises Blame, after its evidence is in the log and the others were told; NetError; Stopped.
    """
    driver = _Driver(match, player, log, Circle(match, player, links, reach or {}, history))
    driver.illegal = illegal
    driver.disagreement = Disagreement(match, driver.circle, disagree)
    driver.private = private
    driver.absence = Absence(match, driver.circle.lines, player, drop_after, stalled_after)
    try:
        async with trio.open_nursery() as nursery:
            driver.nursery = nursery
            driver.circle.begin(nursery, driver.post)
            try:
                settled = await driver.run()
            finally:
                driver.circle.silence()
            nursery.cancel_scope.cancel()
        await driver.circle.finish()
    except BaseExceptionGroup as group:
        raise first_error(group) from None
    finally:
        with trio.CancelScope(shield=True):
            for link in driver.open_links():
                await link.cut()
    return settled


@define(eq=False)
class _Question:
    """What the player is asked to decide at a step; taken back when nobody waits for the answer.

    decided: `answer` is there, and kept until the match can take it.
    """

    step: int
    view: Any
    scope: trio.CancelScope = field(factory=trio.CancelScope)
    decided: bool = False
    answer: Any = None


class _Driver:
    illegal: Callable[[Exception], None] | None
    private: Private | None
    nursery: trio.Nursery
    absence: Absence
    disagreement: Disagreement

    def __init__(self, match: Match, player: Player, log: Log, circle: Circle) -> None:
        self.match = match
        self.player = player
        self.log = log
        self.circle = circle
        self.lines = circle.lines
        self.post, self._mail = trio.open_memory_channel[tuple[str, int, Any]](64)
        self._identities = {
            seat: line.link.proved.identity
            for seat, line in self.lines.items()
            if line.link is not None and line.link.proved is not None
        }
        self._intake = Intake(match, circle, self._identities)
        self._working = False
        self._idling = False
        self._question: _Question | None = None

    async def run(self) -> bool:
        """The match's own task. Whether all parted with all they need."""
        try:
            self.circle.leave_the_dropped()
            await self._settle()
            while not self.match.finished:
                if (news := await self._next_news()) is not None:
                    await self._handle(*news)
                await self.circle.mind_goodbyes()
                self.circle.leave_the_dropped()
                self.absence.look(self.nursery, self.post)
                await self._settle()
                await self._intake.look_back()
                self.absence.check_hope()
            return await self._part()
        except Blame as blame:
            await self._denounce(blame)
            raise
        except trio.Cancelled:
            await self.circle.say_goodbye("the player has left; the match can be resumed")
            raise
        except Stopped:
            await self._keep()  # what was checked before the goodbye was looked at
            raise
        except NetError as error:
            await self._keep()
            await self.circle.say_goodbye(f"it cannot go on: {error}")
            raise
        except OSError as error:  # our own disk: the other side need not wait for it
            await self.circle.say_goodbye(f"it had to stop: {error.strerror or 'a file problem'}")
            raise

    def open_links(self) -> list[FramedStream]:
        """All links there are, also those that have come back too late to be looked at."""
        links = [line.link for line in self.lines.values() if line.link is not None]
        with suppress(trio.WouldBlock):
            while True:
                what, _, news = self._mail.receive_nowait()
                if what == "back":
                    links.append(news)
        return links

    # -- what comes ----------------------------------------------------------------------

    async def _next_news(self) -> tuple[str, int, Any] | None:
        """None if there is none for a while: then it is time to look at the clock."""
        with trio.move_on_after(CLOCK):
            return await self._mail.receive()
        return None

    async def _handle(self, what: str, seat: int, news: Any) -> None:
        if seat in self.lines and self.lines[seat].gone is not None:
            if what == "back":
                await news.cut()
        elif what == "said":
            await self._hear(self.lines[seat], news)
        elif what == "lost":
            self.lines[seat].lost()
            if self.lines[seat].counts:
                self.player.notice("lost", f"{news.what}: {news.why}; trying to reach it again")
        elif what == "back":
            self._welcome(self.lines[seat], news)
        elif what == "gone":
            await self.circle.give_up(self.lines[seat], news)
        elif what == "worked":
            self._working = False
            self.match.done(news)
            await self._intake.go_on()
        elif what == "idled":
            self._idling = False
            work, result = news
            work.then(result)
        elif what == "dropping":
            self.absence.answered(seat, news)
        elif news is self._question:  # "decided", and it has not been taken back
            self._answer()

    async def _hear(self, line: Line, message: bytes) -> None:
        kind = message[:1]
        if kind == RECORD:
            await self._intake.heard(line, message[1:])
        elif kind == RESUME and not line.asked:
            await self.circle.answer_resume(line, message)
        elif kind == CAUGHT_UP:
            line.behind = False
        elif kind == DONE:
            line.done = True
        elif kind == STATE:
            self.disagreement.heard(line, message)
        elif kind == BYE:
            line.bye = text_of(message)
        else:
            await self.circle.refuse(
                line, "does not speak our language", f"a message of unknown kind {message[0]}"
            )

    def _welcome(self, line: Line, link: FramedStream) -> None:
        line.back(link, self.nursery)
        if link.proved is not None:
            self._identities[line.seat] = link.proved.identity
        if line.counts:
            self.player.notice("back", f"connected to {self.circle.name(line.seat)} again")
        self.circle.say_where_we_are(line)

    def _answer(self) -> None:
        """The player has decided: tell the match, as soon as it is not at work."""
        question = self._question
        if question is None or not question.decided or self.match.is_working:
            return
        self._question = None
        if not self.match.wants(question.step):
            return
        try:
            self.match.decide(question.answer, question.step)
        except IllegalAnswer as e:
            if self.illegal is None:
                raise
            self.illegal(e)

    # -- what follows --------------------------------------------------------------------

    async def _settle(self) -> None:
        """Store, send, tell, and start whatever is ours to do."""
        while True:
            todo = self._next()
            outgoing = self.match.outgoing()
            accepted = await self._keep(bool(outgoing))
            self.circle.pass_on(accepted, outgoing)
            events = self.match.happened()
            if events or accepted:
                self.player.told(self.match.view(), events)
            self._make_use_of_time()
            if todo is None:
                return
            if isinstance(todo, Work):
                self._working = True
                self.player.notice("working", todo.what)
                self.nursery.start_soon(self._work, todo)
            else:
                self._question = _Question(todo.step, self.match.view())
                self.nursery.start_soon(self._decide, self._question)

    def _next(self) -> Decide | Work | None:
        """What is ours to do and not being done yet."""
        self._answer()
        self._take_back_question()
        # Taken up again, this seat signs nothing before the others have told it what it had
        # signed already: a restored copy must not sign anything else.
        if self._working or (self.absence.must_listen() and not self.match.is_working):
            return None
        todo = self.match.todo()
        self._take_back_question()  # what we sign by ourselves may have ended a step
        return None if isinstance(todo, Decide) and self._question is not None else todo

    def _take_back_question(self) -> None:
        """Nobody waits for the answer: the match has gone on, or we hold back."""
        question = self._question
        if question is None or self.match.is_working or self.match.wants(question.step):
            return
        question.scope.cancel()
        self._question = None

    async def _keep(self, sync: bool = True) -> list[bytes]:
        """Store what was accepted since the last call, private notes first; returns it."""
        notes, accepted = self.match.notes(), self.match.accepted()
        if notes and self.private is not None:
            await trio.to_thread.run_sync(self.private.append, notes)
        if accepted:
            await trio.to_thread.run_sync(self.log.append, accepted, sync)
            self.circle.keep(accepted)
        return accepted

    def _make_use_of_time(self) -> None:
        """While nothing is to compute, prepare what will be."""
        if self._idling or self._working or self.match.is_working:
            return
        work = self.match.idle()
        if work is not None:
            self._idling = True
            self.nursery.start_soon(self._idle, work)

    async def _idle(self, work: Work) -> None:
        result = await trio.to_thread.run_sync(work.run)
        await self.post.send(("idled", -1, (work, result)))

    async def _work(self, work: Work) -> None:
        await self.post.send(("worked", -1, await trio.to_thread.run_sync(work.run)))

    async def _decide(self, question: _Question) -> None:
        with question.scope:
            await trio.lowlevel.checkpoint()  # it may have been taken back already
            question.answer = await self.player.decide(question.view)
            question.decided = True
            await self.post.send(("decided", -1, question))

    # -- the end -------------------------------------------------------------------------

    async def _part(self) -> bool:
        """Stay until the others have said that they have all they need, or left.

        All have signed the end: however they leave, the match is over.
        """
        now = trio.current_time()
        latest, until = now + LONG_FAREWELL, now + FAREWELL
        for line in self.lines.values():
            line.send(DONE)
        with suppress(Stopped, NetError):
            while waiting := [x for x in self.lines.values() if x.counts and not x.has_all]:
                now = trio.current_time()
                if any(line.is_sending for line in waiting):  # it is slow, and not silent
                    until = min(now + FAREWELL, latest)
                if now >= until:
                    break
                if (news := await self._next_news()) is not None:
                    await self._hear_last_words(*news)
        await self.circle.flush(FLUSH)
        return all(line.done for line in self.lines.values() if not line.dropped)

    async def _hear_last_words(self, what: str, seat: int, news: Any) -> None:
        if what == "lost" and self.lines[seat].done:
            self.lines[seat].lost()
        elif what in ("said", "lost", "gone", "back"):
            await self._handle(what, seat, news)
        if what == "back":
            self.lines[seat].send(DONE)

    async def _denounce(self, blame: Blame) -> None:
        """Keep the evidence, give it to the others, tell them why the match stops."""
        with trio.CancelScope(shield=True):
            accepted = self.match.accepted()
            if blame.seat is not None and blame.evidence not in (accepted[-1:] or [b""]):
                accepted.append(blame.evidence)
            await trio.to_thread.run_sync(self.log.append, accepted, True)
            await self.disagreement.denounce(blame, accepted, self._mail)
