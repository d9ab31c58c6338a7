"""Runs a match over links to the other seats: waits for whatever comes next, and does it.

One task owns the match; readers, workers and the player only put news into its mailbox. A lost
link is no end: it is reached again, both sides say at which step they are, and send what the
other lacks; nothing is ever signed twice differently, because what was sent was stored before.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

import trio

from owm_net.net.handshake import (
    BYE,
    CAUGHT_UP,
    DONE,
    RECORD,
    RESUME,
    STATE,
    read_resume,
    resume,
)
from owm_net.net.streams import FramedStream, NetError, PeerGarbage, PeerGone
from owm_net.protocol.entries import decode_entry, split_record
from owm_net.protocol.lockstep import StateDiffers
from owm_net.session.desync import MAX_STATE, bundle, state_of
from owm_net.session.match import Blame, Decide, Match, Work
from owm_net.session.player import Player
from owm_net.session.steps import IllegalAnswer

FAREWELL = 15.0
"""Seconds to wait at the end until the other side has all it needs."""


class Log(Protocol):
    """Where records are kept; may be slow, so it is called in a worker thread."""

    def append(self, records: list[bytes], sync: bool) -> None:
        """Store records in order; with sync they survive a power cut when this returns."""


class Private(Protocol):
    """Where private notes are kept, sealed; called in a worker thread."""

    def append(self, notes: list[bytes]) -> None:
        """Store notes; they survive a power cut when this returns."""


class Stopped(Exception):
    """The other side ended the match by saying so; str() is its reason."""


Reach = Callable[[], Awaitable[FramedStream]]
"""Connects to the same peer again and greets it; raises NetError when it gives up."""


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
) -> None:
    """Play until all seats have signed the end.

    links: by seat. illegal: told when the player's own answer was refused by the rules (a
    person's screen explains it; a computer's would be a bug and is raised). reach: how to
    connect again, by seat; without it a lost link ends the match. history: the records of a
    match that is taken up again, which `match` has seen already; None for a new match.
    disagree: given the text of a bundle file if the two engines' states differ. private: where
    what this seat needs to go on after a crash is kept; without it it cannot be resumed.
    Raises Blame, after its evidence is in the log and the others were told; NetError; Stopped.
    """
    driver = _Driver(match, links, player, log, illegal, reach or {}, history)
    driver.disagree = disagree
    driver.private = private
    try:
        async with trio.open_nursery() as nursery:
            driver.nursery = nursery
            for seat in links:
                nursery.start_soon(driver.attend, seat)
            await driver.run()
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        raise _first(group) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one error inside nested groups; trio wraps each nursery's."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class _Driver:
    def __init__(
        self,
        match: Match,
        links: Mapping[int, FramedStream],
        player: Player,
        log: Log,
        illegal: Callable[[Exception], None] | None,
        reach: Mapping[int, Reach],
        history: list[bytes] | None,
    ) -> None:
        self.match = match
        self.links: dict[int, FramedStream | None] = dict(links)
        self.player = player
        self.log = log
        self.illegal = illegal
        self.reach = reach
        self.nursery: trio.Nursery
        self.disagree: Callable[[str], None] | None = None
        self.private: Private | None = None
        self._names = {seat: link.peer for seat, link in links.items()}
        self._post, self._mail = trio.open_memory_channel[tuple[str, int, Any]](64)
        self._busy = False
        self._history = [(_step_of(record), record) for record in history or ()]
        self._resumed: list[int] = []  # seats whose RESUME came on their present link
        self._done: list[int] = []  # seats that have all they need
        self._disagreeing: list[int] = []  # seats that have given their state
        self._behind = [] if history is None else list(links)  # seats that may know more than we do
        self._idling = False

    async def attend(self, seat: int) -> None:
        """Put what a link says into the mailbox; connect again when it breaks."""
        link = self.links[seat]
        while link is not None:
            try:
                async for message in link:
                    await self._post.send(("said", seat, message))
                error: NetError = PeerGone(
                    f"lost {link.peer}", "it closed the connection", "connect again to go on"
                )
            except NetError as e:
                error = e
            except trio.ClosedResourceError:
                error = PeerGone(f"lost {link.peer}", "it was closed here", "connect again")
            if seat not in self.reach or isinstance(error, PeerGarbage):
                await self._post.send(("gone", seat, error))
                return
            await self._post.send(("lost", seat, error))
            await link.aclose()
            try:
                link = await self.reach[seat]()
            except NetError as e:
                await self._post.send(("gone", seat, e))
                return
            await self._post.send(("back", seat, link))

    async def run(self) -> None:
        """The match's own task."""
        try:
            for seat in list(self._behind):
                await self._say_where_we_are(seat)
            await self._settle()
            while not self.match.finished:
                await self._handle(*await self._mail.receive())
                await self._settle()
            await self._part()
        except Blame as blame:
            await self._denounce(blame)
            raise
        except trio.Cancelled:
            await self._say_goodbye("the player has left; the match can be resumed")
            raise
        except OSError as error:  # our own disk: the other side need not wait for it
            await self._say_goodbye(f"it had to stop: {error.strerror or 'a file problem'}")
            raise

    async def _say_goodbye(self, why: str) -> None:
        with trio.CancelScope(shield=True), trio.move_on_after(1):
            for link in self.links.values():
                if link is not None:
                    with suppress(NetError, trio.ClosedResourceError):
                        await link.send(BYE + why.encode()[:400])

    async def _handle(self, what: str, seat: int, news: Any) -> None:
        if what == "said":
            await self._hear(seat, news)
        elif what == "lost":
            self.links[seat] = None
            self.player.notice("lost", f"{news}; trying to reach it again")
        elif what == "back":
            self.player.notice("back", f"connected to {self._names[seat]} again")
            self.links[seat] = news
            self._resumed = [s for s in self._resumed if s != seat]
            await self._say_where_we_are(seat)
        elif what == "gone":
            raise news
        elif what == "worked":
            self._busy = False
            self.match.done(news)
        elif what == "idled":
            self._idling = False
            work, result = news
            work.then(result)
        else:
            self._busy = False
            self._answer(news)

    async def _hear(self, seat: int, message: bytes) -> None:
        kind = message[:1]
        if kind == RECORD:
            if not self.match.finished:  # what is said after the end changes nothing
                self.match.receive(message[1:])
        elif kind == RESUME and seat not in self._resumed:
            self._resumed.append(seat)
            step = read_resume(message, self.match.match_id, self._names[seat])
            for at, record in self._history:
                if at >= step:
                    await self._send(seat, RECORD + record)
            await self._send(seat, CAUGHT_UP)
        elif kind == CAUGHT_UP:
            self._behind = [s for s in self._behind if s != seat]
        elif kind == DONE:
            if seat not in self._done:
                self._done.append(seat)
        elif kind == STATE:
            if seat not in self._disagreeing:  # answered once: it is long, and makes a file
                self._disagreeing.append(seat)
                await self._disagreed(seat, message[1:])
        elif kind == BYE:
            text = message[1:400].decode("utf-8", "replace")
            raise Stopped("".join(c if c.isprintable() else "?" for c in text))
        else:
            raise PeerGarbage(
                f"{self._names[seat]} does not speak our language",
                f"a message of unknown kind {message[0]}",
                "check that both run the same version of owm_net",
            )

    def _answer(self, answer: Any) -> None:
        try:
            self.match.decide(answer)
        except IllegalAnswer as e:
            if self.illegal is None:
                raise
            self.illegal(e)

    async def _settle(self) -> None:
        """Store, send, tell, and start whatever is ours to do."""
        while True:
            # Taken up again, this seat signs nothing before the others have told it what it
            # had signed already: a restored copy must not sign anything else.
            held = self._busy or (self._behind and not self.match.is_working)
            todo = None if held else self.match.todo()
            notes = self.match.notes()
            accepted, outgoing = self.match.accepted(), self.match.outgoing()
            if notes and self.private is not None:
                await trio.to_thread.run_sync(self.private.append, notes)
            if accepted:
                await trio.to_thread.run_sync(self.log.append, accepted, bool(outgoing))
                self._history += [(_step_of(record), record) for record in accepted]
            for record in outgoing:
                for seat in self.links:
                    await self._send(seat, RECORD + record)
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

    async def _send(self, seat: int, message: bytes) -> None:
        """What a broken link does not take is sent again when it is back."""
        link = self.links[seat]
        if link is None:
            return
        try:
            await link.send(message)
        except (NetError, trio.ClosedResourceError):
            if seat not in self.reach:
                raise
            await link.aclose()  # it may still be read from; then nobody would connect again

    async def _say_where_we_are(self, seat: int) -> None:
        await self._send(seat, resume(self.match.match_id, self.match.step))

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
        await self._post.send(("idled", -1, (work, result)))

    async def _work(self, work: Work) -> None:
        await self._post.send(("worked", -1, await trio.to_thread.run_sync(work.run)))

    async def _decide(self, todo: Decide) -> None:
        await self._post.send(("decided", -1, await self.player.decide(self.match.view())))

    async def _part(self) -> None:
        """Stay until the others have said that they have all they need, or left.

        All have signed the end: however they leave, the match is over.
        """
        with trio.move_on_after(FAREWELL), suppress(Stopped, NetError, trio.ClosedResourceError):
            for seat in self.links:
                await self._send(seat, DONE)
            while any(seat not in self._done for seat in self.links):
                what, seat, news = await self._mail.receive()
                if what == "gone" or (what == "lost" and seat not in self.reach):
                    return
                if what == "back":
                    await self._handle(what, seat, news)
                    await self._send(seat, DONE)
                elif what in ("said", "lost"):
                    await self._handle(what, seat, news)

    async def _denounce(self, blame: Blame) -> None:
        """Keep the evidence, tell the others why the match stops."""
        with trio.CancelScope(shield=True), trio.move_on_after(3):
            accepted = self.match.accepted()
            if blame.seat is not None and blame.evidence not in (accepted[-1:] or [b""]):
                accepted.append(blame.evidence)
            await trio.to_thread.run_sync(self.log.append, accepted, True)
            if isinstance(blame.__cause__, StateDiffers) and blame.seat in self.links:
                await self._compare_states(blame.seat)
            await self._say_goodbye(str(blame))

    async def _compare_states(self, seat: int) -> None:
        """Give our state, which holds no secret, and wait a moment for theirs."""
        await self._send(seat, STATE + state_of(self.match))
        while True:
            what, who, news = await self._mail.receive()
            if what in ("lost", "gone") and who == seat:
                return
            if what == "said" and who == seat and news[:1] == STATE:
                self._keep_bundle(news[1:])
                return

    async def _disagreed(self, seat: int, theirs: bytes) -> None:
        """The other side says that our states differ: keep both, answer with ours."""
        await self._send(seat, STATE + state_of(self.match))
        self._keep_bundle(theirs)

    def _keep_bundle(self, theirs: bytes) -> None:
        if self.disagree is not None and len(theirs) <= MAX_STATE:
            self.disagree(bundle(self.match, theirs))


def _step_of(record: bytes) -> int:
    return decode_entry(split_record(record)[0]).step
