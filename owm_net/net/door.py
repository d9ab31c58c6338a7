"""A port for several guests: each is served in a separate task, so that nobody keeps others out.

Whoever connects is a stranger until it has proved who it is. Strangers get little time and few
places, as in a room of a relay (strangers/line.py): when all places are taken a newcomer waits in a
queue, and not a word is said to it. So a guest whose turn has not come has shown no guess at the
code. Whose turn comes has some seconds, whoever else comes.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import trio

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.files.page import how_to_resume
from owm_net.net.bucket import TokenBucket
from owm_net.net.errors import NetError
from owm_net.net.proof import Papers, prove
from owm_net.net.rendezvous import Address, CannotConnect, bound_to, open_port, peer_of
from owm_net.net.secure import open_channel
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import Role
from owm_net.strangers.line import Pace, WaitingLine
from owm_net.strangers.origins import Origin, origin_of

GREETING: Final = 15.0
"""Seconds a stranger has to say who it is."""
PACE: Final = Pace(places=32, seconds=3.0, per_minute=1200, queue=160)
"""Strangers at the door at the same time, seconds that each has, turns in a minute, and how many
may wait. Some systems let a program have 256 files."""
QUEUE: Final = 30.0
"""Seconds that one waits for its turn."""
LOOK: Final = 0.1
"""Seconds between two looks at the queue."""
SAID: Final = 32
"""How often a stranger may say something at once: messages, keepalives too, and pieces of data are
counted,"""
SAID_EVERY: Final = 2.0
"""and one more after so many seconds."""

Attend = Callable[[FramedStream], Awaitable[None]]
"""What to do with one who came. Closes the link, unless it keeps it. Raises nothing of the
network."""


async def keep_open(
    host: str, port: int, attend: Attend, on_listening: Callable[[Address], None] | None = None
) -> None:
    """Listen until cancelled; serve each guest in a separate task.

    port: 0 for any that is free. Raises CannotListen.
    """
    listeners = await open_port(host, port)
    queue = Queue()

    async def serve(listener: trio.SocketListener) -> None:
        while True:
            try:
                stream = await listener.accept()
            except OSError:  # too many files are open, or the like
                await trio.sleep(0.1)
            else:
                link = FramedStream(stream, peer=peer_of(stream))
                link.origin = origin_of(_host(stream))
                nursery.start_soon(queue.attend, link, link.origin, attend)

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(queue.run)
            for listener in listeners:
                nursery.start_soon(serve, listener)
            if on_listening is not None:  # last: a Ctrl-C that answers it shall interrupt no start
                on_listening(bound_to(host, listeners))
    finally:
        for listener in listeners:
            listener.socket.close()


class _Stranger:
    """One who has come. turn: set when it is its turn. scope: cancelled when it must go."""

    def __init__(self) -> None:
        self.turn = trio.Event()
        self.scope = trio.CancelScope()


class Queue:
    """Those who have come to one port."""

    def __init__(self) -> None:
        self._line: WaitingLine[_Stranger] = WaitingLine()
        self._came = trio.Event()

    async def attend(self, link: FramedStream, origin: Origin, attend: Attend) -> None:
        """One who came, to its end or until it is known."""
        stranger = _Stranger()
        with stranger.scope:
            gone = self._line.add(stranger, origin, PACE)
            if gone is not None:
                gone.scope.cancel()
            self._meet()
            self._came.set()
            try:
                with trio.move_on_after(QUEUE) as patience:
                    await stranger.turn.wait()
                    patience.deadline = math.inf
                    await attend(link)
                    return
            except BaseException:
                await link.cut()
                raise
            finally:
                self._line.remove(stranger)
                self._meet()
        await link.cut()

    async def run(self) -> None:
        """See whose turn it is, until cancelled."""
        while True:
            if self._line.waiting:
                await trio.sleep(LOOK)
            else:
                self._came = trio.Event()
                await self._came.wait()
            self._meet()

    def _meet(self) -> None:
        while (turn := self._line.turn(trio.current_time(), PACE)) is not None:
            if turn.gone is not None:
                turn.gone.scope.cancel()
            turn.peer.turn.set()


def limit_stranger(link: FramedStream) -> None:
    """Bound what one who has no seat yet may have us look at, from the first byte on. A greeting
    and what follows it are five messages; then there is a keepalive each ten seconds."""
    link.may_say = TokenBucket(SAID, SAID_EVERY)


def _host(stream: trio.SocketStream) -> str:
    """The address at the other end; "" if it has gone."""
    with suppress(OSError):
        return str(stream.socket.getpeername()[0])
    return ""


class Reception:
    """Where the other seats of a match come back to us, all at one port, in any order.

    The port is open while somebody is waited for. program: named to whoever comes. tell: is told
    where we wait.
    """

    def __init__(
        self,
        host: str,
        port: int,
        papers: Papers,
        program: str,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._tell = tell
        self._address = host, port
        self._papers = papers
        self._program = program
        self._waited: dict[Seat, trio.MemorySendChannel[FramedStream | NetError]] = {}
        self._changed = trio.Event()

    async def reach(self, seat: Seat, patience: float) -> FramedStream:
        """Wait until this seat has come back and proved itself. Raises NetError.

        Somebody must be in run().
        """
        post, mail = trio.open_memory_channel[FramedStream | NetError](1)
        self._waited[seat] = post
        self._wake()
        try:
            with trio.move_on_after(patience):
                news = await mail.receive()
                if isinstance(news, NetError):
                    raise news
                return news
        finally:
            if self._waited.get(seat) is post:
                del self._waited[seat]
                self._wake()
            with suppress(trio.WouldBlock):  # it came in the moment in which we gave up
                late = mail.receive_nowait()
                if isinstance(late, FramedStream):
                    await late.cut()
        raise CannotConnect(
            say("nobody came back to {address}", address=Address(*self._address)),
            say("not within {patience:g} s", patience=patience),
            say("go on later with: {command}", command=how_to_resume()),
        )

    async def run(self) -> None:
        """Keep the port open whenever somebody is waited for; until cancelled."""
        while True:
            if self._waited:
                await self._listen()
            await self._changed.wait()
            self._changed = trio.Event()

    async def attend(self, link: FramedStream) -> None:
        """One who came: who is it, and is it waited for?"""
        limit_stranger(link)
        with suppress(NetError, trio.ClosedResourceError), trio.move_on_after(GREETING):
            papers = self._papers
            await open_channel(link, Role.RETURNING, papers.resume_key, papers.own, self._program)
            proved = await prove(link, papers)
            link.peer, link.may_say = self._papers.name(proved.seat) or link.peer, None
            post = self._waited.pop(proved.seat, None)
            if post is not None:
                post.send_nowait(link)
                self._wake()
                return
        await link.cut()

    def _wake(self) -> None:
        self._changed.set()

    async def _listen(self) -> None:
        """Until nobody is waited for."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._open)
            while self._waited:
                await self._changed.wait()
                self._changed = trio.Event()
            nursery.cancel_scope.cancel()

    async def _open(self) -> None:
        try:
            await keep_open(
                *self._address,
                self.attend,
                lambda address: self._tell(say("waiting on {address}", address=address)),
            )
        except NetError as error:
            for post in self._waited.values():
                post.send_nowait(error)
            self._waited.clear()
            self._wake()
