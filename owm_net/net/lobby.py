"""Before a match: the host waits until every seat is taken, a guest takes the one it is offered.

Strangers are sent away, a guest who leaves frees its seat, and nobody waits because of another.
In a relay's room only two can be at a time. So for more than two seats the host meets each guest
there, and both move on to a room whose name only they know; then the first is free for the next.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import trio

from owm_net.net import handshake
from owm_net.net.addresses import reached_at
from owm_net.net.door import GREETING, keep_open
from owm_net.net.handshake import Role
from owm_net.net.proof import NotProved, Papers, Proved, prove, terms_digest
from owm_net.net.rendezvous import Address, RoomFull, join_room
from owm_net.net.streams import FramedStream, NetError, first_error
from owm_net.session.match import Own
from owm_net.session.terms import Terms

Tell = Callable[[str], None]
MOVING: Final = 30.0
"""Seconds in which both must have come to their own room."""
ROOM_TAKEN: Final = 30.0
"""Seconds to try again while a room is full: two guests may have met in it."""
PAUSE: Final = 0.3


class Lobby:
    """The host's side. links: by seat, once gather() has returned. papers: with the identities
    that the guests have proved.

    program: named in our greeting. tell: is told who comes and goes.
    """

    def __init__(self, terms: Terms, own: Own, program: str, tell: Tell) -> None:
        self.papers = Papers(own, terms_digest(terms.encode()), terms.setup.seats)
        self.links: dict[int, FramedStream] = {}
        self._terms = terms.encode()
        self._seats = terms.setup.seats
        self._program = program
        self._tell = tell
        self._names: dict[int, str] = {}
        self._given: list[int] = []
        self._changed = trio.Event()
        self._freed = trio.Event()
        self._nursery: trio.Nursery

    async def at_port(self, host: str, port: int) -> None:
        """Wait for all guests at a port of this machine. Raises NetError."""
        await self._gather(lambda: keep_open(
            host, port, self.attend, lambda address: self._invite(host, address)
        ))

    def _invite(self, bind: str, address: Address) -> None:
        self._tell(f"waiting on {address}")
        places = [Address(host, address.port) for host in reached_at(bind, address.host)]
        ways = " or ".join(f"owm-net join {place}" for place in places)
        if ways:
            self._tell(f"your friend types: {ways}")

    async def in_room(self, relay: Address, room: str) -> None:
        """Wait for all guests in a room of a relay. Raises NetError."""
        await self._gather(lambda: self._keep_meeting(relay, room))

    async def attend(self, link: FramedStream) -> None:
        """One who came to our port."""
        seat = await self._welcome(link)
        if seat is not None:
            self._nursery.start_soon(self._seated, link, seat)

    async def _gather(self, arrivals: Callable[[], Awaitable[None]]) -> None:
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                nursery.start_soon(arrivals)
                told = 0  # guests: one who comes while we speak is spoken of before the match
                while min(told, len(self.links)) < self._seats - 1:
                    await self._change()
                    told = await self._announce()  # here nothing cancels it in half a message
                nursery.cancel_scope.cancel()
        except BaseException as error:
            for link in self.links.values():
                await link.cut()
            raise first_error(error) from None
        for link in self.links.values():
            with suppress(NetError):  # whoever has just left is looked for by the match
                await link.send(handshake.START)

    async def _change(self) -> None:
        await self._changed.wait()
        self._changed = trio.Event()

    async def _welcome(self, link: FramedStream) -> int | None:
        """Give a guest a seat, or close the link and say why not."""
        seat: int | None = None
        problem: NetError | None = None
        try:
            with trio.move_on_after(GREETING) as limit:
                await handshake.greet(link, self._program, Role.HOST, Role.GUEST)
                seat = await self._free_seat(link)
                name = await handshake.offer(link, self._terms, seat)
                await self._check(link, await prove(link, self.papers, seat))
                self._names[seat] = name or link.peer
                if name:
                    link.peer = f"{name} ({link.peer})"
                return seat
            if limit.cancelled_caught:
                problem = NetError(
                    f"no match with {link.peer}", "it says nothing", "check that it runs owm-net"
                )
        except NetError as e:
            problem = e
        except BaseException:
            self._free(seat)
            raise
        self._free(seat)
        await link.cut()
        self._tell(f"{problem}; still waiting")
        return None

    async def _free_seat(self, link: FramedStream) -> int:
        for seat in range(1, self._seats):
            if seat not in self._given:
                self._given.append(seat)
                return seat
        await handshake.refuse(link, "all seats are taken")
        raise NetError(f"no seat for {link.peer}", "all are taken", "it may try again")

    async def _check(self, link: FramedStream, proved: Proved) -> None:
        others = [key for seat, key in self.papers.known.items() if seat != proved.seat]
        if proved.identity in others:
            await handshake.refuse(
                link, "another player here has the same key: two players of one machine need an"
                " OWM_HOME each",
            )
            raise NotProved(
                f"no match with {link.peer}", "it shows the key of another player here",
                "two players of one machine need an OWM_HOME each",
            )

    def _free(self, seat: int | None) -> None:
        if seat is not None:
            self._freed.set()
            self._freed = trio.Event()
            self._given = [s for s in self._given if s != seat]
            self.papers.known.pop(seat, None)
            self._names.pop(seat, None)
            self.links.pop(seat, None)

    async def _seated(self, link: FramedStream, seat: int) -> None:
        """A guest waits with us for the others, until it leaves or the match begins."""
        self.links[seat] = link
        self._changed.set()
        why = "it has left"
        try:
            if await link.receive() is not None:
                why = "it does not wait for the start"
        except NetError as error:
            why = error.why
        name = self._names[seat]
        self._free(seat)
        await link.cut()
        self._tell(f"{name} is gone: {why}; still waiting")
        self._changed.set()

    async def _announce(self) -> int:
        """Tell everybody who is here, if more than two are to come. Of how many guests we spoke."""
        links = dict(sorted(self.links.items()))
        if self._seats == 2:
            return len(links)
        here = ["the host", *(self._names[seat] for seat in links)]
        text = f"{len(here)} of {self._seats} players are here: {', '.join(here)}"
        self._tell(text)
        for link in links.values():
            with suppress(NetError, trio.ClosedResourceError):
                await link.send(handshake.LOBBY + text.encode()[: handshake.MAX_TEXT])
        return len(links)

    # -- through a relay ------------------------------------------------------------------

    async def _keep_meeting(self, relay: Address, room: str) -> None:
        told = False

        def waiting() -> None:
            nonlocal told
            if not told:
                self._tell(f"waiting in room {room} of relay {relay}")
                self._tell(f"your friend types: owm-net join {room} --relay {relay}")
            told = True

        while True:
            while len(self._given) == self._seats - 1:
                await self._freed.wait()
            link = await patiently(lambda: join_room(*relay, room, on_wait=waiting))
            seat = await self._welcome(link)
            if seat is not None and self._seats == 2:
                self._nursery.start_soon(self._seated, link, seat)
            elif seat is not None:
                self._nursery.start_soon(self._move, relay, link, seat)

    async def _move(self, relay: Address, link: FramedStream, seat: int) -> None:
        """Meet a guest again, in a room that only we two know."""
        assert link.proved is not None
        proved = link.proved
        try:
            await link.send(handshake.MOVE)
            await link.finish(2.0)
            link = await move(relay, proved, self.papers, self._program)
            link.peer = self._names[seat]
        except NetError as error:
            self._tell(f"{self._names[seat]} is gone: {error.why}; still waiting")
            self._free(seat)
        else:
            await self._seated(link, seat)


async def move(
    relay: Address, proved: Proved, papers: Papers, program: str
) -> FramedStream:
    """Meet the same peer again in the room that only the two know. Raises NetError."""
    link = await join_room(*relay, proved.room, patience=MOVING)
    with trio.move_on_after(GREETING):
        await handshake.greet(link, program, Role.RETURNING, Role.RETURNING)
        await prove(link, papers, proved.seat)
        assert link.proved is not None
        link.proved = proved
        return link
    await link.cut()
    raise NetError(f"no match with {link.peer}", "it says nothing", "start again on both sides")


async def patiently(join: Callable[[], Awaitable[FramedStream]]) -> FramedStream:
    """Join a room, trying again for a while if two are in it. Raises NetError."""
    give_up = trio.current_time() + ROOM_TAKEN
    while True:
        try:
            return await join()
        except RoomFull:
            if trio.current_time() > give_up:
                raise
        await trio.sleep(PAUSE)


async def wait_for_start(link: FramedStream, tell: Tell) -> bool:
    """Guest: wait until all are there. False if the host asks us to move. Raises NetError."""
    while True:
        said = await handshake.next_message(link, "the start of the match")
        kind = said[:1]
        if kind == handshake.START:
            return True
        if kind == handshake.MOVE:
            return False
        if kind == handshake.REFUSE:
            raise handshake.PeerRefused(
                f"{link.peer} does not play", handshake.text_of(said), "start again"
            )
        if kind != handshake.LOBBY:
            raise handshake.not_ours(link, "it does not say when the match begins")
        tell(handshake.text_of(said))
