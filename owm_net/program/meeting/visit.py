"""Going to a host by one way after the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

import trio
from attrs import define, evolve

from owm_net.engine.text import listed, say
from owm_net.net.door import QUEUE
from owm_net.net.errors import NetError
from owm_net.net.relays import PAUSE, TRIES, RelayRefused, join_room
from owm_net.net.rendezvous import (
    Address,
    CannotConnect,
    dial,
)
from owm_net.net.secure import NotLetIn, PeerLeft
from owm_net.net.streams import FramedStream, PeerGone, PeerSilent, first_error
from owm_net.net.web_relay import RelayPlace
from owm_net.program.meeting.known_relays import with_known_relay
from owm_net.program.meeting.where import Meeting, Tell
from owm_net.protocol.codes import Invitation

Came = TypeVar("Came")
LOOKING = 4.0
"""Seconds to look for a host on the own network, without those for which we speak with somebody."""
MOST_NEAR = 8
"""Hosts there that are shown a guess at the code."""
NEAR = 3.0
"""Seconds to connect to one that is said to be there, and as many until it greets."""


class NobodyNear(NetError):
    """No host was heard of on the own network. room: that of the code."""

    def __init__(self, room: str, verb: str) -> None:
        super().__init__(
            say("nobody on your own network waits in room {room}", room=room),
            say("looked for {seconds:g} s", seconds=LOOKING),
            say(
                "check the number, or ask your friend for the whole invitation: owm-net {verb}"
                " INVITATION",
                verb=verb,
            ),
        )
        self.room = room


@define
class Visit(Generic[Came]):
    """Going to a host by one way after the other, until one leads somewhere: first where our player
    has said that the host is. Each way has separate guesses at the code, so a liar on one way takes
    none from another.

    code: with the guesses it has seen. arrive: what to do there; it is given the link, which is its
    own from then on, and by which way it came. verb: which people type to come here.
    """

    where: Meeting
    code: Invitation
    tell: Tell
    arrive: Callable[[FramedStream, Meeting], Awaitable[Came]]
    verb: str = "join"

    async def go(self) -> Came:
        """Raises NetError, and what `arrive` raises."""
        where, problem = self.where, None
        ways: list[tuple[str, Callable[[], Awaitable[Came | None]]]] = []
        if where.address is not None:
            places = where.address, *where.also
            dials = say("dialling {address}", address=listed(map(str, places), say(" or ")))
            ways.append((dials, lambda: self._knock(lambda _: self._at(places))))
        if where.lan is not None:
            ways.append((say("looking on your own network"), self._near))
        if where.relay is not None:
            ways.append(
                (
                    say("going to relay {relay}", relay=where.relay),
                    partial(self._through, where),
                )
            )
        for words, way in ways:
            if len(ways) > 1 or way == self._near or where.also:
                self.tell(say("{words} ...", words=words))
            self.code.wrong = 0
            try:
                came = await way()
            except NetError as error:
                problem = error
                if len(ways) > 1:
                    self.tell(error.said)
            else:
                if came is not None:
                    return came
        if where.address is None:
            where = await with_known_relay(where, self.tell)
            if where is not self.where:
                return await self._through(where)
        raise problem or NobodyNear(self.code.code.room, self.verb)

    async def _at(self, addresses: Sequence[Address]) -> Came:
        """The host at one of its addresses: whoever greets first. Others may lead nowhere from
        here, or to somebody else. Raises NetError, the last."""
        problem: NetError | None = None
        post, greeted = trio.open_memory_channel[tuple[Address, FramedStream | NetError]](0)

        async def call(address: Address) -> None:
            found: FramedStream | NetError
            try:
                found = await dial(*address)
                if len(addresses) > 1:
                    await _greets(found, QUEUE)
            except NetError as error:
                found = error
            try:
                await post.send((address, found))
            except BaseException:
                if isinstance(found, FramedStream):
                    await found.cut()
                raise

        try:
            async with trio.open_nursery() as nursery:
                for address in addresses:
                    nursery.start_soon(call, address)
                for _ in addresses:
                    address, found = await greeted.receive()
                    try:
                        if isinstance(found, NetError):
                            raise found
                        where = evolve(self.where, address=address, also=(), lan=None)
                        came = await self.arrive(found, where)
                    except NetError as error:
                        problem = error
                    else:
                        nursery.cancel_scope.cancel()
                        return came
        except BaseExceptionGroup as group:
            raise first_error(group) from None
        assert problem is not None
        raise problem

    async def _near(self) -> Came | None:
        """Whoever on the own network waits in our room and has our code; None if nobody waits
        there. What others say who announce that room keeps us from nobody, unless they are very
        many: each is asked once, has no time to be silent, and MOST_NEAR are shown a guess. Raises
        NetError: the last of them; that the code is another one only where nothing else went wrong.
        """
        from owm_net.net.lan import seek

        tried: list[Address] = []
        most = self.code.shown + MOST_NEAR
        problem: NetError | None = None
        refused: NetError | None = None
        began = trio.current_time()
        give_up = began + LOOKING
        while True:
            near = await seek(
                self.code.code.room, tried, min(give_up, began + TRIES), self.where.lan or ()
            )
            if near is None:
                if trouble := problem or refused:
                    raise trouble
                return None
            tried += near
            found = trio.current_time()
            for address in near:
                if self.code.shown >= most:
                    break
                host = address.host.partition("%")[0]  # its number may be another after a restart
                where = evolve(self.where, address=Address(host, address.port), lan=None)
                self.code.wrong = 0
                try:
                    link = await dial(*address, timeout=NEAR)
                    self.tell(say("found on your own network: {address}", address=address))
                    await _greets(link, NEAR)
                    return await self.arrive(link, where)
                except CannotConnect:
                    pass  # an address of the same host on another network
                except NetError as error:  # another host may have a room of the same number
                    self.tell(
                        say("{what}: {why}; looking for another", what=error.what, why=error.why)
                    )
                    if isinstance(error, NotLetIn):
                        refused = error
                    else:
                        problem = error
            give_up += trio.current_time() - found  # that was no looking

    async def _through(self, where: Meeting) -> Came:
        where = evolve(where, address=None, also=(), lan=None)
        relay = where.relay
        assert relay is not None

        async def call(patience: float) -> Came:
            room, token = self.code.code.room, where.token
            return await self.arrive(await _call_on(relay, room, self.tell, patience, token), where)

        return await self._knock(call)

    async def _knock(self, attempt: Callable[[float], Awaitable[Came]]) -> Came:
        """Where a host is, we try again for a while: a crowd may be there, or the line is bad.
        attempt: is given the seconds that are left."""
        give_up, told = trio.current_time() + TRIES, ""
        while True:
            left = give_up - trio.current_time()
            try:
                return await attempt(left)
            except (PeerGone, PeerLeft, PeerSilent) as error:
                if left < 0:
                    raise
                why = say("{what}: {why}; trying again", what=error.what, why=error.why)
                if why != told:
                    self.tell(why)
                    told = why
            await trio.sleep(PAUSE)


async def _greets(link: FramedStream, patience: float) -> None:
    """Wait for the first message of a host, who greets at once if no others wait, and leave it
    where it is. Raises NetError, and the link is cut: a few silent announcers would otherwise take
    all the time."""
    try:
        with trio.fail_after(patience):
            said = await link.receive()
    except trio.TooSlowError:
        await link.cut()
        raise PeerSilent(
            say("no match with {peer}", peer=link.peer),
            say("it says nothing"),
            say("check that it runs owm-net"),
        ) from None
    except BaseException:
        await link.cut()
        raise
    if said is not None:
        link.put_back([said])


async def _call_on(
    relay: RelayPlace, room: str, tell: Tell, patience: float, token: str
) -> FramedStream:
    """Join the room of a host; say once why that takes a while."""
    told = False

    def waits(error: RelayRefused) -> None:
        nonlocal told
        if not told:
            tell(
                say(
                    "room {room} of relay {relay}: {why}; trying again",
                    room=room,
                    relay=relay,
                    why=error.why,
                )
            )
        told = True

    return await join_room(relay, room, token=token, patience=patience, on_wait=waits, tell=tell)
