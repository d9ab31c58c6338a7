"""Runs a match over links to the other seats: waits for whatever comes next, and does it.

One task owns the match; readers, workers and the player only put news into its mailbox. A lost
link is no end: it is reached again, both sides say at which step they are, and send what the
other lacks; nothing is ever signed twice differently, because what was sent was stored before.

Not every seat needs a link to every other: whoever accepts an entry passes it on to all the seats
it has a link to, but for its author and the one it came from. Two versions of one entry so meet at
somebody honest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

import trio

from owm_net.net.absence import Absence
from owm_net.net.circle import Circle, Stopped, entry_of
from owm_net.net.disagreement import differs, keep_bundle, state_message
from owm_net.net.handshake import (
    BYE,
    CAUGHT_UP,
    DONE,
    RECORD,
    RESUME,
    STATE,
    read_resume,
    text_of,
)
from owm_net.net.line import Line, Reach
from owm_net.net.streams import FramedStream, NetError, PeerGarbage, first_error
from owm_net.protocol.entries import Kind
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.protocol.lockstep import StateDiffers
from owm_net.session.match import Blame, Decide, Match, Work
from owm_net.session.people import fault
from owm_net.session.player import Player
from owm_net.session.steps import IllegalAnswer

__all__ = ["Log", "Private", "Reach", "Stopped", "run_match"]

FAREWELL = 15.0
"""Seconds to wait at the end until the other side has all it needs."""
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
    driver = _Driver(match, links, player, log, reach or {}, history)
    driver.illegal = illegal
    driver.disagree = disagree
    driver.private = private
    driver.absence = Absence(match, driver.lines, player, drop_after, stalled_after)
    try:
        async with trio.open_nursery() as nursery:
            driver.nursery = nursery
            for line in driver.lines.values():
                nursery.start_soon(line.attend, driver.post)
            settled = await driver.run()
            nursery.cancel_scope.cancel()
        for line in driver.lines.values():
            await line.finish()
    except BaseExceptionGroup as group:
        raise first_error(group) from None
    finally:
        with trio.CancelScope(shield=True):
            for line in driver.lines.values():
                if line.link is not None:
                    await line.link.cut()
    return settled


class _Driver:
    illegal: Callable[[Exception], None] | None
    disagree: Callable[[str], None] | None
    private: Private | None
    nursery: trio.Nursery
    absence: Absence

    def __init__(
        self,
        match: Match,
        links: Mapping[int, FramedStream],
        player: Player,
        log: Log,
        reach: Mapping[int, Reach],
        history: list[bytes] | None,
    ) -> None:
        self.match = match
        self.player = player
        self.log = log
        self.circle = Circle(match, player, links, reach, history is not None)
        self.lines = self.circle.lines
        self.post, self._mail = trio.open_memory_channel[tuple[str, int, Any]](64)
        self._busy = False
        self._history = [(entry_of(record).step, record) for record in history or ()]
        self._identities = {
            seat: link.proved.identity for seat, link in links.items() if link.proved is not None
        }
        self._idling = False

    async def run(self) -> bool:
        """The match's own task. Whether all parted with all they need."""
        try:
            self.circle.leave_the_dropped()
            for line in self.lines.values():
                if line.behind:
                    await self.circle.say_where_we_are(line)
            await self._settle()
            while not self.match.finished:
                with trio.move_on_after(CLOCK) as waiting:
                    news = await self._mail.receive()
                if not waiting.cancelled_caught:
                    await self._handle(*news)
                await self.circle.mind_goodbyes()
                self.circle.leave_the_dropped()
                self.absence.look(self.nursery, self.post)
                await self._settle()
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

    # -- what comes ----------------------------------------------------------------------

    async def _handle(self, what: str, seat: int, news: Any) -> None:
        if seat in self.lines and self.lines[seat].gone is not None:
            if what == "back":
                await news.cut()
        elif what == "said":
            await self._hear(self.lines[seat], news)
        elif what == "lost":
            self.lines[seat].lost()
            if self.lines[seat].counts:
                self.player.notice("lost", f"{news}; trying to reach it again")
        elif what == "back":
            self.lines[seat].back(news)
            if self.lines[seat].counts:
                self.player.notice("back", f"connected to {self.circle.name(seat)} again")
            await self.circle.say_where_we_are(self.lines[seat])
        elif what == "gone":
            await self.circle.give_up(self.lines[seat], news)
        elif what == "worked":
            self._busy = False
            self.match.done(news)
        elif what == "idled":
            self._idling = False
            work, result = news
            work.then(result)
        elif what == "dropping":
            self.absence.answered(seat, news)
        else:
            self._busy = False
            self._answer(news)

    async def _hear(self, line: Line, message: bytes) -> None:
        kind = message[:1]
        if kind == RECORD:
            if not self.match.finished:  # what is said after the end changes nothing
                await self._receive(line, message[1:])
        elif kind == RESUME and not line.asked:
            line.open = line.asked = True
            step = read_resume(message, self.match.match_id, line.name)
            for at, record in self._history:
                if at >= step:
                    await line.send(RECORD + record)
            await line.send(CAUGHT_UP)
        elif kind == CAUGHT_UP:
            line.behind = False
        elif kind == DONE:
            line.done = True
        elif kind == STATE:
            await self._disagreed(line, message)
        elif kind == BYE:
            line.bye = text_of(message)
        else:
            await self.circle.give_up(line, PeerGarbage(
                f"{line.name} does not speak our language",
                f"a message of unknown kind {message[0]}",
                "check that both run the same version of owm_net",
            ))

    async def _receive(self, line: Line, record: bytes) -> None:
        """A record of any seat that came on this link."""
        self._check_hello(line, record)
        self.circle.noted(record, line)
        try:
            self.match.receive(record)
        except Blame as blame:
            # Nobody is named and nothing was accepted: among several, the others go on.
            if blame.seat is not None or len(self.lines) == 1 or blame.evidence != record:
                raise
            await self.circle.give_up(line, PeerGarbage(
                f"{self.circle.name(line.seat)} sends what nobody can use", blame.reason,
                "check that all run the same version of owm_net",
            ))
        if self.match.excluded:
            raise Stopped(f"the others went on without you at step {self.match.step}")

    def _check_hello(self, line: Line, record: bytes) -> None:
        """A seat's HELLO must be that of who proved to have the seat: HELLOs can be old ones."""
        proved = self._identities.get(line.seat)
        if self.match.step or proved is None:
            return
        with suppress(RemoteProtocolError):  # the match says what is wrong with it
            entry = entry_of(record)
            if (entry.kind, entry.seat) == (Kind.HELLO, line.seat) and entry.body[:32] != proved:
                raise Blame(
                    None, "a HELLO of somebody else than who proved to have the seat",
                    "wire.md, LINK", record,
                )

    def _answer(self, answer: Any) -> None:
        try:
            self.match.decide(answer)
        except IllegalAnswer as e:
            if self.illegal is None:
                raise
            self.illegal(e)

    # -- what follows --------------------------------------------------------------------

    async def _settle(self) -> None:
        """Store, send, tell, and start whatever is ours to do."""
        while True:
            # Taken up again, this seat signs nothing before the others have told it what it
            # had signed already: a restored copy must not sign anything else.
            held = self._busy or (self.absence.must_listen() and not self.match.is_working)
            todo = None if held else self.match.todo()
            outgoing = self.match.outgoing()
            accepted = await self._keep(bool(outgoing))
            await self.circle.pass_on(accepted, outgoing)
            events = self.match.happened()
            if events or accepted:
                self.player.told(self.match.view(), events)
            self._make_use_of_time(todo)
            if todo is None:
                return
            self._busy = True
            if isinstance(todo, Work):
                self.player.notice("working", todo.what)
                self.nursery.start_soon(self._work, todo)
            else:
                self.nursery.start_soon(self._decide, todo)

    async def _keep(self, sync: bool = True) -> list[bytes]:
        """Store what was accepted since the last call, private notes first; returns it."""
        notes, accepted = self.match.notes(), self.match.accepted()
        if notes and self.private is not None:
            await trio.to_thread.run_sync(self.private.append, notes)
        if accepted:
            await trio.to_thread.run_sync(self.log.append, accepted, sync)
            self._history += [(entry_of(record).step, record) for record in accepted]
        return accepted

    def _make_use_of_time(self, todo: Decide | Work | None) -> None:
        """While nothing is to compute, prepare what will be."""
        if self._idling or isinstance(todo, Work) or (self._busy and todo is None):
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

    async def _decide(self, todo: Decide) -> None:
        await self.post.send(("decided", -1, await self.player.decide(self.match.view())))

    # -- the end -------------------------------------------------------------------------

    async def _part(self) -> bool:
        """Stay until the others have said that they have all they need, or left.

        All have signed the end: however they leave, the match is over.
        """
        def waiting() -> list[Line]:
            return [x for x in self.lines.values() if x.counts and not x.done and x.bye is None]

        with trio.move_on_after(FAREWELL), suppress(Stopped, NetError, trio.ClosedResourceError):
            for line in self.lines.values():
                await self.circle.send(line, DONE)
            while waiting():
                what, seat, news = await self._mail.receive()
                if what == "lost" and self.lines[seat].done:
                    self.lines[seat].lost()
                elif what in ("said", "lost", "gone", "back"):
                    await self._handle(what, seat, news)
                if what == "back":
                    await self.circle.send(self.lines[seat], DONE)
        return all(line.done for line in self.lines.values() if not line.dropped)

    async def _denounce(self, blame: Blame) -> None:
        """Keep the evidence, give it to the others, tell them why the match stops."""
        with trio.CancelScope(shield=True), trio.move_on_after(3):
            accepted = self.match.accepted()
            if blame.seat is not None and blame.evidence not in (accepted[-1:] or [b""]):
                accepted.append(blame.evidence)
            await trio.to_thread.run_sync(self.log.append, accepted, True)
            for record in accepted if blame.seat is not None else ():
                for line in self.lines.values():
                    if line.seat != blame.seat and len(self.lines) > 1:
                        with suppress(NetError):
                            await self.circle.send_record(line, record)
            if isinstance(blame.__cause__, StateDiffers) and blame.seat in self.lines:
                await self._compare_states(self.lines[blame.seat])
            await self.circle.say_goodbye(fault(self.match, blame))

    async def _compare_states(self, line: Line) -> None:
        """Give our state, and wait a moment for theirs."""
        line.compared = True
        await self._send_state(line)
        while True:
            what, who, news = await self._mail.receive()
            if what in ("lost", "gone") and who == line.seat:
                return
            if what == "said" and who == line.seat and news[:1] == STATE:
                keep_bundle(self.match, news, self.disagree)
                return

    async def _disagreed(self, line: Line, message: bytes) -> None:
        """The other side says that our states differ. Answered once: it is long, and makes a
        file; and only if they do."""
        if not line.compared and differs(self.match, self._history, message):
            line.compared = True
            await self._send_state(line)
            keep_bundle(self.match, message, self.disagree)

    async def _send_state(self, line: Line) -> None:
        message = state_message(self.match)
        if message is not None:
            await self.circle.send(line, message)
