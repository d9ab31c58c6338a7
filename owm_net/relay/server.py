"""The relay on trio: reads what a client wants, gives it a room, and brings two together.

Every connection has one task (`Relay.attend`). relay/clients.py has the states of a
client, relay/policy.py who is admitted and who gives way, relay/held.py the rooms with a host,
relay/pairs.py the copying between two.
"""

from __future__ import annotations

import itertools
from contextlib import suppress

import trio

from owm_net.protocol.framing import (
    HEADER,
    MAX_ASK,
    RELAY_AT,
    RELAY_BAD,
    RELAY_END,
    RELAY_GAME,
    RELAY_KNOCKED,
    RELAY_NO,
    RELAY_WAIT,
    FrameError,
    FrameReader,
    encode_frame,
)
from owm_net.relay.clients import Client, ClientState, too_early
from owm_net.relay.directory import Directory, Held
from owm_net.relay.held import HeldRooms
from owm_net.relay.journal import Journal
from owm_net.relay.knocking import Knocks
from owm_net.relay.limits import Limits, Refused
from owm_net.relay.pairs import Pairs
from owm_net.relay.policy import Gate, Policy, banned, crowded, draining
from owm_net.relay.requests import (
    BadRequest,
    Host,
    Join,
    Knock,
    List,
    Meet,
    Take,
    UnknownVersion,
    parse_request,
)
from owm_net.relay.rooms import SOON, Rooms
from owm_net.relay.sharing import SentOn, SharedRooms
from owm_net.relay.sockets import GONE, host_of
from owm_net.strangers.origins import Origin, origin_of

FAREWELL = 2.0  # seconds to get a refusal across
FAREWELLS = 64  # to newcomers at a time; beyond, they are closed without a word
FAREWELL_BYTES = 64 * 1024  # read of one at a time
PAGE = 50  # rooms of one LIST
SWEEP = 1.0  # seconds between two looks at all pairs
SOON_ENOUGH = 0.1  # between two looks at queues


class Relay:
    """Rooms and the connections in them. journal: reads and counts what happens, and never what a
    client sent. directory: what it shares with other relays, if there are any; whoever runs the
    relay runs it too."""

    def __init__(
        self,
        limits: Limits | None = None,
        journal: Journal | None = None,
        policy: Policy | None = None,
        directory: Directory | None = None,
    ) -> None:
        self.limits = limits or Limits()
        self.journal = journal or Journal()
        self.directory = directory
        self.gate = Gate(self.limits, policy or Policy(), self.journal, directory)
        self._rooms: Rooms[Client] = Rooms(self.limits)
        self._rooms.on_pushed_out = self._push_out
        self.traffic = Pairs(self.limits, self.journal, self.gate.guesses, self._ends_half)
        self._shared: SharedRooms[Client] = SharedRooms(self._rooms, directory)
        self._held = HeldRooms(
            self._rooms, self._shared, self.gate, self.traffic, self.journal, self._send_off
        )
        self.knocks = Knocks(self.limits, self.journal)
        self._numbers = itertools.count(1)
        self._clients: set[Client] = set()
        self._farewells = 0
        self._empty = trio.Event()  # once nobody is left of a relay that is draining
        if directory is not None:
            directory.held = self._rooms_for_others
            directory.taken = self._is_taken
            directory.asks_per_minute = self.limits.asks_per_minute
            self._rooms.on_free = directory.free

    @property
    def rooms(self) -> int:
        """How many rooms are in use."""
        return len(self._rooms)

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._clients)

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return len(self.traffic)

    @property
    def slow_pairs(self) -> int:
        """How many pairs go slowly, for their networks have had their part of a day's volume."""
        return self.traffic.slow

    @property
    def draining(self) -> bool:
        """Return True if there are no new rooms."""
        return self.gate.draining

    def change(self, limits: Limits, policy: Policy) -> None:
        """Apply other limits from now on. Clients stay, except those who are banned now."""
        self.limits = self._rooms.limits = self.gate.limits = limits
        self.knocks.limits = limits
        self.gate.policy = policy
        self.traffic.change(limits)
        if self.directory is not None:
            self.directory.asks_per_minute = limits.asks_per_minute
        for client in self._clients:
            if policy.bans(client.host):
                self._send_off(client, banned())

    def drain(self) -> None:
        """No new rooms from now on. Pairs go on; a client that waits is sent away, and finds its
        room free at the other relays."""
        self.gate.draining = True
        if self.directory is not None:
            for name, origin, _ in self._rooms.all():
                self.directory.free(name, origin)
        for client in self._clients:
            if client.state is not ClientState.PAIRED:
                self._send_off(client, draining())

    async def drained(self) -> None:
        """Wait until nobody is left."""
        if self._clients:
            await self._empty.wait()

    # -- one connection -------------------------------------------------------------------

    async def attend(
        self,
        stream: trio.abc.HalfCloseableStream,
        origin: Origin | None = None,
        host: str = "",
        transport: str = "tcp",
    ) -> None:
        """Serve one connection to its end and close it. Raises nothing a client can bring about.

        host: the address at its other end, if the stream does not know. transport: a word for
        what carries it, for the counters.
        """
        host = host or host_of(stream)
        client = Client(next(self._numbers), stream, origin or origin_of(host), host)
        self.journal.connections += 1
        self.journal.transports[transport] += 1
        self.journal.detail(f"{client.number} comes from {host or 'somewhere'}")
        self._clients.add(client)
        try:
            with client.scope:
                try:
                    self.gate.admit(client, len(self._clients))
                    await self._serve(client)
                    if client.state is ClientState.PAIRED:  # here: a long life has a short stack
                        await self.traffic.copy(client)
                except Refused as refusal:
                    self._send_off(client, refusal)
                except SentOn as sent:
                    await self._send_on(client, sent.place)
                except GONE:
                    pass
            self._leaves(client)
            if client.out is not None:
                await self._refuse(client, client.out)
        finally:
            self._leaves(client)
            self._clients.discard(client)
            if self.draining and not self._clients:
                self._empty.set()
            self.gate.uncount(client)
            self.journal.detail(f"{client.number} is gone")
            await trio.aclose_forcefully(stream)

    async def _serve(self, client: Client) -> None:
        payload = await self._first_frame(client)
        if payload is None:
            return
        await trio.lowlevel.checkpoint_if_cancelled()  # it may have been sent away meanwhile
        self.gate.heard(client)
        client.becomes(ClientState.ASKING)
        try:
            request = parse_request(payload)
        except UnknownVersion as error:
            raise Refused("version", str(error)) from None
        except BadRequest as error:
            raise Refused("garbled", str(error)) from None
        now = trio.current_time()
        if isinstance(request, Take):
            self._held.take(client, request, now)
            return
        self.gate.check(client, request, now)
        gone = self.gate.giving_way(client, self._clients)
        if gone is not None:
            self._send_off(gone, crowded("connections"))
        if isinstance(request, Host):
            await self._held.host(client, request, now)
        elif isinstance(request, Join):
            await self._held.join(client, request, now)
        elif isinstance(request, Meet):
            await self._meet(client, request, now)
        elif isinstance(request, Knock):
            place = await self.knocks.knock(client.host, client.origin, request, now)
            await self._last_word(client, RELAY_KNOCKED + b" " + place.encode("ascii"))
        else:
            await self._list(client, request)

    async def _first_frame(self, client: Client) -> bytes | None:
        """Its payload, or None if the client went away first."""
        reader = FrameReader(MAX_ASK)
        with trio.move_on_after(self.limits.handshake_seconds):
            while data := await client.stream.receive_some(HEADER + MAX_ASK):
                try:
                    reader.receive_data(data)
                    payload = reader.next_frame()
                except FrameError as error:
                    raise Refused(
                        "garbled", f"that was {error.reason}; this is an owm_net relay"
                    ) from None
                if payload is None:
                    continue
                if not reader.at_rest:
                    raise too_early()
                return payload
            return None
        seconds = self.limits.handshake_seconds
        raise Refused("handshake", f"you did not say within {seconds:g} s what you want")

    def _rooms_for_others(self) -> list[Held]:
        """Return the rooms to announce to the other relays."""
        return [] if self.draining else [Held(*room) for room in self._rooms.all()]

    def _is_taken(self, name: str) -> None:
        """Another relay holds this room, too: whoever waits here for the other of two goes there.
        A host stays, for their friends have the number."""
        for client in self._rooms.waiting(name):
            if client.state is ClientState.WAITING:
                self._send_off(
                    client, Refused("moved", "the other is at another of these relays", 1)
                )

    async def _send_on(self, client: Client, place: str) -> None:
        """To the relay that holds the room."""
        self.journal.sent_on += 1
        self.journal.detail(f"{client.number} is sent on to {place}")
        await self._last_word(client, RELAY_AT + b" " + place.encode("ascii"))

    # -- rooms of two ---------------------------------------------------------------------

    async def _meet(self, client: Client, request: Meet, now: float) -> None:
        if request.room.isdigit():
            self.gate.names(client.origin, request.room, now)
        await self._shared.claim(request.room, client.origin)
        now = trio.current_time()
        try:
            await trio.lowlevel.checkpoint_if_cancelled()
            partner, gone = self._rooms.meet(client, client.origin, request.room, request.key, now)
        except (Refused, trio.Cancelled):
            self._shared.let_go(request.room, client.origin)
            raise
        self.journal.joins += 1
        for other in gone:
            self._send_off(other, Refused("again", "somebody of this room has come again", 1))
        if partner is not None:
            self.traffic.bring_together(partner, client, now)
            return
        client.becomes(ClientState.WAITING)
        self.journal.rooms += 1
        self.journal.detail(f"{client.number} waits")
        await client.say(RELAY_WAIT, self.limits.handshake_seconds)
        seconds = self.limits.wait_seconds
        await client.until_paired(seconds, Refused("wait", f"nobody came within {seconds:g} s", 1))

    def _ends_half(self, client: Client) -> None:
        self._rooms.ends_half(client, trio.current_time())

    # -- a list ---------------------------------------------------------------------------

    async def _list(self, client: Client, request: List) -> None:
        said, last, more = bytearray(), request.after, False
        for count, (number, name, line) in enumerate(await self._shared.open_rooms(request.after)):
            if count == PAGE:
                more = True
                break
            last = number
            said += encode_frame(RELAY_GAME + b" " + name.encode() + b" " + line)
        said += encode_frame(RELAY_END + (b" %d" % last if more else b""))
        with trio.move_on_after(self.limits.handshake_seconds):
            await client.stream.send_all(said)
            await client.stream.send_eof()
            await client.stream.receive_some(1)

    # -- while it runs --------------------------------------------------------------------

    async def look_after(self) -> None:
        """End what has lasted or been silent too long, tell once a minute; until cancelled."""
        swept = trio.current_time()
        minute = swept + 60
        while True:
            await trio.sleep(SOON_ENOUGH if self._rooms.queued else SWEEP)
            now = trio.current_time()
            if self._rooms.queued:
                self._held.call_out(now)
            if now >= swept + SWEEP:
                swept = now
                self.sweep(now)
            if now >= minute:
                minute = now + 60
                self.journal.once_a_minute(self.limits.month_bytes)
                self.gate.forget(now)
                self.knocks.forget(now)

    def sweep(self, now: float) -> None:
        """End the pairs, and free the rooms, whose time is over."""
        self._rooms.forget(now)
        self.traffic.sweep(now)

    # -- ends -----------------------------------------------------------------------------

    def _push_out(self, client: Client) -> None:
        client.send_away(Refused("rooms", "others want a room, and your network has most", SOON))

    def _send_off(self, client: Client, why: Refused) -> None:
        """It must go, because of itself or of another; a pair is cut."""
        if client.state is ClientState.PAIRED:
            self.journal.refuse(why.limit)
            self.traffic.cut(client)
        else:
            self._leave_room(client)
            client.send_away(why)

    def _leave_room(self, client: Client) -> None:
        """And those who waited for nobody else must go."""
        hosts = client.state is ClientState.HOLDING
        why = "its host has left this room" if hosts else "the other has left"
        for behind in self._rooms.leave(client, trio.current_time()):
            if behind.state is not ClientState.PAIRED:
                behind.send_away(Refused("no-room", why, SOON))

    def _leaves(self, client: Client) -> None:
        """It is in no room, no crowd and no pair any more."""
        self.gate.heard(client)
        self._leave_room(client)
        self.traffic.leave(client)

    async def _refuse(self, client: Client, why: Refused) -> None:
        self.journal.refuse(why.limit)
        self.journal.detail(f"{client.number} is refused: {why.limit}: {why.why}")
        await self._last_word(client, _refusal(why))

    async def _last_word(self, client: Client, word: bytes) -> None:
        """Say it, if there is a place to say so, then read a little on: closing over unread bytes
        may destroy it. Who has no place among the connections takes one of a few here, so a crowd
        that says nothing keeps no word from those who have said what they want."""
        self._leaves(client)
        if not client.has_place and self._farewells >= FAREWELLS:
            return
        self._farewells += not client.has_place
        try:
            with trio.move_on_after(FAREWELL), suppress(*GONE):
                async with client.talking:
                    await client.stream.send_all(encode_frame(word))
                    await client.stream.send_eof()
                for _ in range(16):
                    if not await client.stream.receive_some(FAREWELL_BYTES):
                        break
        finally:
            self._farewells -= not client.has_place


def _refusal(refusal: Refused) -> bytes:
    """The frame. Of a client of version 1 it is one that it understands."""
    if refusal.limit == "version":
        return RELAY_BAD + b" " + refusal.why.encode("ascii")
    return b" ".join(
        (RELAY_NO, refusal.limit.encode("ascii"), b"%d" % refusal.again,
         refusal.why.encode("ascii"))
    )  # fmt: skip
