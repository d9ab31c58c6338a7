"""A port at which several may come: each is attended to by itself, so that nobody keeps others out.

Whoever connects is a stranger until it has proved who it is. Strangers get little time and few
places. When all places are taken one is shown out: of the address that has the most of them, the
one who has been there longest. So a crowd from one address pushes out only itself.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

import trio

from owm_net.engine.text import say
from owm_net.files.home import program
from owm_net.net.bucket import Bucket
from owm_net.net.errors import NetError
from owm_net.net.proof import Papers, prove
from owm_net.net.rendezvous import Address, CannotConnect, bound_to, open_port, peer_of
from owm_net.net.secure import open_channel
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import Role

GREETING: Final = 15.0
"""Seconds a stranger has to say who it is."""
PLACES: Final = 16
"""Strangers at the door at the same time."""
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
    """Listen until cancelled; whoever comes is attended to in a task of its own.

    port: 0 for any that is free. Raises CannotListen.
    """
    listeners = await open_port(host, port)
    strangers: list[tuple[str, trio.CancelScope]] = []

    async def stranger(stream: trio.SocketStream) -> None:
        with trio.CancelScope() as scope:
            place = whence(stream), scope
            strangers.append(place)
            if len(strangers) > PLACES:
                strangers.pop(shown_out([home for home, _ in strangers]))[1].cancel()
            try:
                await attend(FramedStream(stream, peer=peer_of(stream)))
            except BaseException:
                await trio.aclose_forcefully(stream)
                raise
            finally:
                if place in strangers:
                    strangers.remove(place)

    async def serve(listener: trio.SocketListener) -> None:
        while True:
            try:
                stream = await listener.accept()
            except OSError:  # too many files are open, or the like
                await trio.sleep(0.1)
            else:
                nursery.start_soon(stranger, stream)

    try:
        async with trio.open_nursery() as nursery:
            for listener in listeners:
                nursery.start_soon(serve, listener)
            if on_listening is not None:  # last: a Ctrl-C that answers it shall interrupt no start
                on_listening(bound_to(host, listeners))
    finally:
        for listener in listeners:
            listener.socket.close()


def limit_stranger(link: FramedStream) -> None:
    """Bound what one who has no seat yet may have us look at, from the first byte on. A greeting
    and what follows it are five messages; then there is a keepalive each ten seconds."""
    link.may_say = Bucket(SAID, SAID_EVERY)


def whence(stream: trio.SocketStream) -> str:
    """The address at the other end; of an IPv6 one the first 64 bits, for the rest is chosen by
    whoever has them. "" if it has gone."""
    try:
        host = ipaddress.ip_address(str(stream.socket.getpeername()[0]).partition("%")[0])
    except (OSError, ValueError):
        return ""
    if isinstance(host, ipaddress.IPv6Address):
        mapped = host.ipv4_mapped
        return str(mapped) if mapped else host.packed[:8].hex()
    return str(host)


def shown_out(addresses: Sequence[str]) -> int:
    """Which stranger gives way, by place in the order in which they came."""
    return max(range(len(addresses)), key=lambda n: addresses.count(addresses[n]))


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
        self._waited: dict[int, trio.MemorySendChannel[FramedStream | NetError]] = {}
        self._changed = trio.Event()

    async def reach(self, seat: int, patience: float) -> FramedStream:
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
            say("go on later with: {program} resume", program=program()),
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
