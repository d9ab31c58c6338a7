"""The relay on trio: hears what a client wants, brings two together, and copies what it does not
look at but for the lengths of its frames.

Every connection has one task. Of a pair each task says PAIR to its own client, waits for the other
to be told too, and then copies its own client's bytes to the other.

How a match ended must not be guessed from how the relay went away, so a pair's sockets are armed:
until both sides have said that nothing more follows, any end, that of this process too, is a reset.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import hmac
import ipaddress
import itertools
import os
import socket
import struct
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import trio

from owm_net.protocol.framing import (
    HEADER,
    MAX_ASK,
    MAX_SAID,
    RELAY_AT,
    RELAY_BAD,
    RELAY_CALL,
    RELAY_END,
    RELAY_GAME,
    RELAY_HELD,
    RELAY_KEEP,
    RELAY_NO,
    RELAY_PAIR,
    RELAY_WAIT,
    FrameError,
    FrameReader,
    encode_frame,
    is_secret,
)
from owm_net.relay.directory import Directory, Held
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Asks, Bucket, Limits, Refused, Tally
from owm_net.relay.requests import (
    BadRequest,
    Host,
    Join,
    List,
    Meet,
    OtherVersion,
    Request,
    Take,
    parse_request,
)
from owm_net.relay.rooms import LATER, SOON, Rooms, State
from owm_net.relay.volume import Share, Volume
from owm_net.strangers.crowd import Crowd
from owm_net.strangers.misses import Allowed, Misses
from owm_net.strangers.origins import Origin, origin_of

CHUNK = 64 * 1024  # bytes held for each direction of a pair, and no more
SLOW_CHUNK = 4 * 1024  # of a slow pair: each waits its turn, and a keepalive shall not wait long
RESERVE = 32  # newcomers who may say what they want when all connections are in use
FAREWELL = 2.0  # seconds to get a refusal across
FAREWELLS = 64  # to newcomers at a time; beyond, they are closed without a word
PAGE = 50  # rooms of one LIST
OFFERED = 16  # numbers from which a host gets one that none of several relays has given
SWEEP = 1.0  # seconds between two looks at all pairs
SOON_ENOUGH = 0.1  # between two looks at queues
BURST = 4.0  # seconds of its rate that a pair may send at once
SPOKEN = 20.0  # frames a second that a host may say on its control link
PRESENT = b"\0"  # a host's keepalive, and the answer to it

GONE = (trio.BrokenResourceError, trio.ClosedResourceError)
NO_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, 10024, 10055}

Receive = Callable[[int], Awaitable[bytes | bytearray]]
Send = Callable[[bytes | bytearray | memoryview], Awaitable[None]]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class CannotListen(Exception):
    """The address cannot be listened on. One line: what, why, what to do."""


@dataclass(frozen=True)
class Policy:
    """What the operator wants, beside numbers. token: what every client must know; "" for none."""

    token: str = field(default="", repr=False)
    banned: tuple[Network, ...] = ()

    def bans(self, host: str) -> bool:
        """Whether an address, as text, is on the list."""
        if not self.banned:
            return False
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
            address = address.ipv4_mapped
        return any(address in network for network in self.banned)


class _SentOn(Exception):
    """Another relay holds the room. place: where it is."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class _Client:
    """One connection. pair: once there is one. out: why it must go, if somebody else said so.
    settled: it has said what it wants, so it has a place among the connections until it is gone.
    stranger: a guest whom its host does not know. said: frames of it. guessed: it counts as one who
    has failed, until its host knows it."""

    __slots__ = (
        "call",
        "guessed",
        "number",
        "origin",
        "out",
        "pair",
        "raw",
        "said",
        "scope",
        "settled",
        "stranger",
        "stream",
        "talking",
        "tallied",
        "watching",
    )  # fmt: skip

    def __init__(self, number: int, stream: trio.abc.HalfCloseableStream, origin: Origin) -> None:
        self.number = number
        self.stream = stream
        self.raw: socket.socket | None = None  # the same, for a pair
        self.origin = origin
        self.scope = trio.CancelScope()
        self.watching: trio.CancelScope | None = None
        self.call: tuple[_Client, bytes] | None = None  # of a guest whose turn it is
        self.pair: _Pair | None = None
        self.out: Refused | None = None
        self.settled = False
        self.stranger = self.guessed = False
        self.said = 0
        self.tallied = False
        self.talking: trio.Lock | None = None  # of a host: several tasks call guests out to it

    def ends(self) -> tuple[Receive, Send]:
        """How to take bytes from it, and to give it some."""
        if self.raw is None and isinstance(self.stream, trio.SocketStream):
            self.raw = _bare(self.stream)
        if self.raw is None:
            return self.stream.receive_some, self.stream.send_all
        return partial(_receive, self.raw), partial(_send, self.raw)

    def close(self) -> None:
        """Let go of the bare socket; its stream is still to be closed."""
        if self.raw is not None:
            self.raw.detach()
            self.raw = None

    def dismiss(self, why: Refused) -> None:
        """Have its own task send it away."""
        self.out = self.out or why
        self.scope.cancel()


class _Pair:
    """Two clients, and what is counted of them. shares: of their networks, in the same order."""

    __slots__ = (
        "born", "bucket", "chunk", "clients", "ended", "go", "open", "quiet_since", "ready",
        "shares", "stirred",
    )  # fmt: skip

    def __init__(self, first: _Client, second: _Client, limits: Limits, volume: Volume,
                 now: float) -> None:  # fmt: skip
        self.clients = (first, second)
        self.shares = (volume.enter(first.origin, now), volume.enter(second.origin, now))
        self.bucket = Bucket(limits.pair_rate, BURST * limits.pair_rate, now)
        self.chunk = CHUNK
        self.look(limits, volume)
        self.born = self.quiet_since = now
        self.stirred = False
        self.ready = 0
        self.ended = 0
        self.open = True
        self.go: trio.Event | None = trio.Event()

    def look(self, limits: Limits, volume: Volume) -> None:
        """Be as fast as the limits, and what the two networks have had, allow."""
        slow = any(volume.is_slow(client.origin) for client in self.clients)
        rate = min(limits.pair_rate, limits.slow_rate) if slow else limits.pair_rate
        self.chunk = SLOW_CHUNK if slow else CHUNK
        self.bucket.rate, self.bucket.burst = rate, BURST * rate
        self.bucket.level = min(self.bucket.level, self.bucket.burst)

    def end(self) -> None:
        """Both are cut, unless both have ended already."""
        if self.open:
            self.open = False
            for client in self.clients:
                client.scope.cancel()


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
        self.policy = policy or Policy()
        self.draining = False
        self._rooms: Rooms[_Client] = Rooms(self.limits)
        self._rooms.on_pushed_out = self._push_out
        self._numbers = itertools.count(1)
        self._tally = Tally("connections", "connections")
        self._asks = Asks()
        self._misses = Misses()
        self._newcomers: Crowd[_Client] = Crowd()
        self._clients: set[_Client] = set()
        self._pairs: set[_Pair] = set()
        self._farewells = 0
        self._empty = trio.Event()  # once nobody is left of a relay that is draining
        self._volume: Volume | None = None
        self.directory = directory
        if directory is not None:
            directory.held = self._held
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
        return len(self._pairs)

    @property
    def slow_pairs(self) -> int:
        """How many pairs go slowly, for their networks have had their part of a day's volume."""
        return sum(pair.chunk == SLOW_CHUNK for pair in self._pairs)

    def change(self, limits: Limits, policy: Policy) -> None:
        """Other limits from now on. Who is here stays, but for who is banned now or has a room that
        is over in the meantime."""
        self.limits = self._rooms.limits = limits
        self.policy = policy
        self._shared_out().change(limits)
        if self.directory is not None:
            self.directory.asks_per_minute = limits.asks_per_minute
        for pair in self._pairs:
            pair.look(limits, self._shared_out())
        for client in self._clients:
            if policy.bans(_host(client.stream)):
                client.dismiss(_banned())

    def drain(self) -> None:
        """No new rooms from now on. Pairs go on; who waits for somebody is sent away, and finds his
        room free at the other relays."""
        self.draining = True
        if self.directory is not None:
            for name, origin, _ in self._rooms.all():
                self.directory.free(name, origin)
        for client in self._clients:
            if client.pair is None:
                client.dismiss(_draining())

    async def drained(self) -> None:
        """Wait until nobody is left."""
        if self._clients:
            await self._empty.wait()

    # -- one connection -------------------------------------------------------------------

    async def attend(
        self, stream: trio.abc.HalfCloseableStream, origin: Origin | None = None
    ) -> None:
        """Serve one connection to its end and close it. Raises nothing a client can bring about."""
        host = _host(stream)
        client = _Client(next(self._numbers), stream, origin or origin_of(host))
        self.journal.connections += 1
        self.journal.detail(f"{client.number} comes from {host or 'somewhere'}")
        self._clients.add(client)
        try:
            with client.scope:
                try:
                    self._admit(client, host)
                    await self._serve(client)
                    if client.pair is not None:  # from here, so that a long life has a short stack
                        await self._copy(client, client.pair)
                except Refused as refusal:
                    client.out = client.out or refusal
                except _SentOn as sent:
                    await self._send_on(client, sent.place)
                except GONE:
                    pass
            self._leaves(client)
            if client.out is not None and client.pair is None:
                await self._send_away(client, client.out)
        finally:
            self._leaves(client)
            self._clients.discard(client)
            if self.draining and not self._clients:
                self._empty.set()
            self._untally(client)
            self.journal.detail(f"{client.number} is gone")
            client.close()
            await trio.aclose_forcefully(stream)

    def _admit(self, client: _Client, host: str) -> None:
        """A place among those who have not said yet what they want. Raises Refused."""
        limits = self.limits
        if self.policy.bans(host):
            raise _banned()
        self._tally.check(
            client.origin, limits.connections_per_home, limits.connections_per_network
        )
        self._tally.add(client.origin)
        client.tallied = True
        places = limits.handshakes
        if len(self._clients) > limits.connections:
            places = min(places, max(RESERVE, len(self._newcomers)))
        gone = self._newcomers.add(client, client.origin, places)
        if gone is not None:
            limit = "connections" if places < limits.handshakes else "handshakes"
            refusal = _crowded(limit)
            if gone is client:
                raise refusal
            gone.dismiss(refusal)

    def _settle(self, client: _Client) -> None:
        """Find a place among the connections for one who has said what it wants. When all are in
        use, one who only waits gives way, by the lot that empty rooms have. Raises Refused."""
        if sum(other.settled for other in self._clients) <= self.limits.connections:
            return
        idle: Crowd[_Client] = Crowd()
        for other in self._clients:
            if other in self._rooms and other.pair is None and other.call is None:
                idle.add(other, other.origin, len(self._clients))
        gone = idle.giving_way(client.origin)
        if gone is None:
            raise _crowded("connections")
        gone.dismiss(_crowded("connections"))

    def _push_out(self, client: _Client) -> None:
        client.dismiss(Refused("rooms", "others want a room, and your network has most", SOON))

    async def _serve(self, client: _Client) -> None:
        payload = await self._first_frame(client)
        if payload is None:
            return
        self._newcomers.remove(client)
        client.settled = True
        try:
            request = parse_request(payload)
        except OtherVersion as error:
            await self._send_away(client, Refused("version", str(error)), RELAY_BAD)
            return
        except BadRequest as error:
            raise Refused("garbled", str(error)) from None
        now = trio.current_time()
        if isinstance(request, Take):
            await self._take(client, request, now)
            return
        self._check(client, request, now)
        self._settle(client)
        if isinstance(request, Host):
            await self._host(client, request, now)
        elif isinstance(request, Join):
            await self._join(client, request, now)
        elif isinstance(request, Meet):
            await self._meet(client, request, now)
        else:
            await self._list(client, request)

    async def _first_frame(self, client: _Client) -> bytes | None:
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
                    raise _too_early()
                return payload
            return None
        seconds = self.limits.handshake_seconds
        raise Refused("handshake", f"you did not say within {seconds:g} s what you want")

    def _check(self, client: _Client, request: Request, now: float) -> None:
        """What holds for everybody who wants a room. Raises Refused."""
        self._asks.check(client.origin, self.limits.asks_per_minute, now)
        if self.directory is not None:
            self.directory.asked(client.origin, now)
        token = "" if isinstance(request, Take) else request.token
        if self.policy.token and not hmac.compare_digest(token, self.policy.token):
            raise Refused("token", "this relay wants its access token: --relay TOKEN@HOST:PORT")
        if self.draining:
            raise _draining()
        if self.journal.month_bytes >= self.limits.month_bytes and not isinstance(request, List):
            raise Refused(
                "volume",
                "this relay has passed on as much as it may in a month",
                self.journal.next_month(),
            )

    # -- one of several relays ------------------------------------------------------------

    def _held(self) -> list[Held]:
        """What the other relays shall know of."""
        return [] if self.draining else [Held(*room) for room in self._rooms.all()]

    def _is_taken(self, name: str) -> None:
        """Another relay holds this room, too: who waits for the other of two goes there. A host
        stays, for his friends have the number."""
        if self._rooms.state(name) is State.WAITING:
            for client in self._rooms.waiting(name):
                client.dismiss(Refused("moved", "the other is at another of these relays", 1))

    async def _have(self, client: _Client, name: str) -> None:
        """A room that is free here must be ours, before anybody enters. Raises _SentOn, Refused."""
        if self.directory is None or self._rooms.state(name) is not State.FREE:
            return
        self._rooms.check_new(client.origin)
        place = await self.directory.claim(name, client.origin, self.limits)
        if place is not None:
            raise _SentOn(place)

    async def _new_number(self, client: _Client) -> str:
        """One that no relay has given. Raises Refused."""
        assert self.directory is not None
        self._rooms.check_new(client.origin)
        numbers = [self._rooms.free_number() for _ in range(OFFERED)]
        name = await self.directory.claim_any(numbers, client.origin, self.limits)
        if name is None:
            raise Refused("rooms", "these relays have no number that is free", LATER)
        return name

    def _names(self, client: _Client, name: str, now: float) -> int:
        """Count one who names a room as one who has failed, for it may be nobody's; but not twice
        for one name, for a friend may come before the host. Returns how often. Raises Refused."""
        if self._misses.knows(client.origin, name):
            return 0
        self._may_miss(client, now)
        self._misses.count(client.origin, now, name)
        return 1

    def _may_miss(self, client: _Client, now: float) -> None:
        """Raises Refused if it has failed too often."""
        if wait := self._misses.wait(client.origin, self._allowed, now):
            why = "your address or network has tried too many wrong room numbers or codes"
            raise Refused("misses", why, wait)

    def _guesses(self, client: _Client) -> None:
        """A second message of a stranger may be a guess at its host's code, and counts as one who
        has failed until the host knows it. Raises BrokenResourceError if there are too many."""
        now = trio.current_time()
        if self._misses.wait(client.origin, self._allowed, now):
            self.journal.refuse("misses")
            raise trio.BrokenResourceError("guesses too often")
        self._misses.count(client.origin, now)
        client.stranger, client.guessed = False, True

    @property
    def _allowed(self) -> Allowed:
        return Allowed(self.limits.misses_per_home, self.limits.misses_per_network)

    def _lets_go(self, client: _Client, name: str) -> None:
        """Of what was had for somebody who could not enter."""
        if self.directory is not None and self._rooms.state(name) is State.FREE:
            self.directory.free(name, client.origin)

    async def _send_on(self, client: _Client, place: str) -> None:
        """To the relay that holds the room."""
        self.journal.sent_on += 1
        self.journal.detail(f"{client.number} is sent on to {place}")
        await self._last_word(client, RELAY_AT + b" " + place.encode("ascii"))

    # -- held rooms -----------------------------------------------------------------------

    async def _host(self, client: _Client, request: Host, now: float) -> None:
        name = request.room
        if name:
            if name.isdigit() and not self._rooms.is_had_by(request.key, name):
                self._names(client, name, now)
            await self._have(client, name)
        elif self.directory is not None and not self._rooms.is_kept_for(request.key):
            name = await self._new_number(client)
        now = trio.current_time()
        try:
            name, before = self._rooms.host(
                client, client.origin, name, request.key, request.line, now
            )
        except Refused:
            self._lets_go(client, name)
            raise
        if before is not None:
            before.dismiss(Refused("again", "you hold this room with another connection now"))
        else:
            self.journal.rooms += 1
        self.journal.detail(f"{client.number} holds a room")
        client.talking = trio.Lock()
        cut_off = True
        try:
            if self.directory is not None and request.line:
                self.directory.opened()
            await self._say(client, RELAY_HELD + b" " + name.encode())
            with trio.move_on_after(self.limits.hold_seconds):
                await self._listen_to_host(client)
                cut_off = False
                return
            cut_off = False
            raise Refused("hold", f"nobody holds a room for {self.limits.hold_seconds:g} s", 1)
        except Refused:
            cut_off = False
            raise
        finally:
            if client.out is not None:
                cut_off = False
            for guest in self._rooms.leave(client, trio.current_time(), cut_off=cut_off):
                guest.dismiss(Refused("no-room", "its host has left this room", SOON))

    async def _listen_to_host(self, client: _Client) -> None:
        """Until it ends in good order. Raises BrokenResourceError if it does not."""
        reader = FrameReader(MAX_SAID)
        bucket = Bucket(SPOKEN, 10 * SPOKEN, trio.current_time())
        while True:
            data: bytes | bytearray | None = None
            with trio.move_on_after(self.limits.host_silence):
                data = await client.stream.receive_some(MAX_SAID)
            if data is None:
                raise trio.BrokenResourceError("says nothing")
            if not data:
                return
            try:
                reader.receive_data(data)
                for said in reader.frames():
                    bucket.level -= 1
                    await self._hear_host(client, said)
            except FrameError as error:
                raise Refused("garbled", f"that was {error.reason}") from None
            if bucket.level < 0:
                await trio.sleep(bucket.debt(trio.current_time()))

    async def _hear_host(self, client: _Client, said: bytes) -> None:
        if said == PRESENT:
            await self._say(client, PRESENT)
            return
        verb, _, ticket = said.partition(b" ")
        text = ticket.decode("ascii", errors="replace")
        if verb != RELAY_KEEP or not is_secret(text):
            raise Refused("garbled", "a host says KEEP and a ticket, and nothing else")
        guest = self._rooms.keep(client, text)
        if guest is not None:
            guest.stranger = False
            if guest.guessed:
                self._misses.forgive(guest.origin)

    async def _join(self, client: _Client, request: Join, now: float) -> None:
        if self._rooms.state(request.room) in (State.HELD, State.KEPT_FOR_HIM):
            self._may_miss(client, now)
        else:
            missed = self._names(client, request.room, now)
            if self.directory is not None:
                place = await self.directory.holder(request.room)
                if place is not None:
                    self._misses.forgive(client.origin, missed)
                    raise _SentOn(place)
                now = trio.current_time()
        gone = self._rooms.join(client, client.origin, request.room, now)
        client.stranger = True
        self.journal.joins += 1
        late = Refused("queue", "more come to this room at once than its host can meet", SOON)
        if gone is client:
            raise late
        if gone is not None:
            gone.dismiss(late)
        self._call_out(now)
        await self._say(client, RELAY_WAIT)
        if client.call is None:
            await self._watch(client, self.limits.queue_seconds)
        if client.call is None:
            raise late
        self.journal.detail(f"{client.number} is called out")
        host, word = client.call
        with trio.CancelScope(shield=True):  # a call is whole, though the guest may be gone
            await self._say(host, word, self_ends=True)
        seconds = self.limits.call_seconds
        late = Refused("call", f"the host of this room has not come within {seconds:g} s", SOON)
        await self._until_paired(client, seconds, late)

    def _call_out(self, now: float) -> None:
        """Those whose turn it is."""
        for call in self._rooms.due(now):
            if call.gone is not None:
                self._send_off(call.gone, Refused("guests", "others want to be met too", SOON))
            call.guest.call = call.host, RELAY_CALL + b" " + call.ticket.encode()
            if call.guest.watching is not None:
                call.guest.watching.cancel()

    async def _take(self, client: _Client, request: Take, now: float) -> None:
        try:
            guest = self._rooms.take(request.ticket)
        except Refused:
            self._asks.check(client.origin, self.limits.asks_per_minute, now)
            raise
        self._untally(client)
        self._bring_together(guest, client, now)

    # -- rooms of two ---------------------------------------------------------------------

    async def _meet(self, client: _Client, request: Meet, now: float) -> None:
        if request.room.isdigit():
            self._names(client, request.room, now)
        await self._have(client, request.room)
        now = trio.current_time()
        try:
            partner, gone = self._rooms.meet(client, client.origin, request.room, request.key, now)
        except Refused:
            self._lets_go(client, request.room)
            raise
        self.journal.joins += 1
        for other in gone:
            self._send_off(other, Refused("again", "somebody of this room has come again", 1))
        if partner is not None:
            self._bring_together(partner, client, now)
            return
        self.journal.rooms += 1
        self.journal.detail(f"{client.number} waits")
        await self._say(client, RELAY_WAIT)
        seconds = self.limits.wait_seconds
        late = Refused("wait", f"nobody came within {seconds:g} s", 1)
        await self._until_paired(client, seconds, late)

    # -- a list ---------------------------------------------------------------------------

    async def _list(self, client: _Client, request: List) -> None:
        said, last, more = bytearray(), request.after, False
        for count, (number, name, line) in enumerate(await self._open_rooms(request.after)):
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

    async def _open_rooms(self, after: int) -> Iterable[tuple[int, str, bytes]]:
        """Those after a number, in order. Of several relays each gives them the same numbers, for
        the next page may be asked of another."""
        if self.directory is None:
            return self._rooms.open_rooms(after)
        games = dict(await self.directory.games())
        games |= {name: line for _, name, line in self._rooms.open_rooms(0)}
        numbered = sorted((_number_of(name), name, line) for name, line in games.items())
        return [game for game in numbered if game[0] > after]

    # -- pairs ----------------------------------------------------------------------------

    async def _until_paired(self, client: _Client, seconds: float, late: Refused) -> None:
        """Wait, and copy once somebody has come. Raises Refused."""
        if client.pair is None:
            await self._watch(client, seconds)
        if client.pair is None:
            raise late

    async def _watch(self, client: _Client, seconds: float) -> None:
        """Until somebody wakes its task, or time is over. Raises Refused if it speaks,
        ClosedResourceError if it goes."""
        heard: bytes | bytearray | None = None
        with trio.move_on_after(seconds) as client.watching:
            heard = await client.stream.receive_some(1)
        client.watching = None
        if heard:
            if client.pair is not None:
                client.pair.end()
            raise _too_early()
        if heard is not None:
            raise trio.ClosedResourceError

    def _bring_together(self, first: _Client, second: _Client, now: float) -> None:
        pair = _Pair(first, second, self.limits, self._shared_out(), now)
        first.pair = second.pair = pair
        self._pairs.add(pair)
        self.journal.pairs += 1
        self.journal.detail(f"{first.number} and {second.number} are paired")
        for client in pair.clients:
            _end_by_reset(client.stream, True)
        if first.watching is not None:
            first.watching.cancel()

    async def _copy(self, client: _Client, pair: _Pair) -> None:
        """One direction of a pair, from its beginning to the end of both."""
        if not pair.open:
            return
        await self._say(client, RELAY_PAIR)
        pair.ready += 1
        if pair.go is not None:
            if pair.ready == 2:
                pair.go.set()
                pair.go = None
            else:
                await pair.go.wait()
        first, second = pair.clients
        try:
            if client is first:
                await self._forward(first, second, pair, pair.shares[0])
            else:
                await self._forward(second, first, pair, pair.shares[1])
        except GONE:
            self.journal.ended["broken"] += pair.open
            pair.end()
            raise
        pair.ended += 1
        pair.quiet_since = trio.current_time()
        self._rooms.ends_half(client, trio.current_time())
        if pair.ended == 2:
            self.journal.ended["ended"] += 1
            for one in pair.clients:
                _end_by_reset(one.stream, False)
            pair.end()
        else:
            await trio.sleep_forever()

    async def _forward(self, source: _Client, sink: _Client, pair: _Pair, share: Share) -> None:
        """Until the source ends. What is counted costs less than what trio's streams do for a
        message, so both ends are used as bare sockets where they are some."""
        receive, send = source.ends()[0], sink.ends()[1]
        journal, volume = self.journal, self._shared_out()
        total = volume.total
        left = 0  # bytes still to come of the frame under way
        head = b""  # of the next frame's header, which came in pieces
        while data := await receive(pair.chunk):
            size = len(data)
            if left < size:
                left, head, begun = self._frames(left, head, data)
                if source.stranger:
                    source.said += begun
                    if source.said > 1:
                        self._guesses(source)
            else:
                left -= size
            await send(data)
            pair.stirred = True
            journal.bytes += size
            journal.month_bytes += size
            share.sent += size
            share.bucket.level -= size
            pair.bucket.level -= size
            total.level -= size
            if pair.bucket.level < 0 or total.level < 0:
                now = trio.current_time()
                if wait := max(pair.bucket.debt(now), volume.wait(share, now)):
                    await trio.sleep(wait)
        await sink.stream.send_eof()

    def _frames(self, left: int, head: bytes, data: bytes | bytearray) -> tuple[int, bytes, int]:
        """Go over the frames in what came. left: bytes still to come of the one under way. head:
        of the next one's header. Returns both anew, and how many have begun. Raises
        BrokenResourceError for a frame of a length that it may not have."""
        if head:
            data = head + data
        longest, size, begun = self.limits.frame_bytes, len(data), 0
        while left <= size - HEADER:
            length = int.from_bytes(data[left : left + HEADER], "big")
            if not 0 < length <= longest:
                self.journal.refuse("frame")
                raise trio.BrokenResourceError("a frame that is too long")
            left += HEADER + length
            begun += 1
        return (left - size, b"", begun) if left >= size else (0, bytes(data[left:]), begun)

    def _shared_out(self) -> Volume:
        if self._volume is None:  # made here, for its clock is trio's
            self._volume = Volume(self.limits, self.journal, trio.current_time())
        return self._volume

    async def look_after(self) -> None:
        """End what has lasted or been silent too long, tell once a minute; until cancelled."""
        swept = trio.current_time()
        minute = swept + 60
        while True:
            await trio.sleep(SOON_ENOUGH if self._rooms.queued else SWEEP)
            now = trio.current_time()
            if self._rooms.queued:
                self._call_out(now)
            if now >= swept + SWEEP:
                swept = now
                self.sweep(now)
            if now >= minute:
                minute = now + 60
                self.journal.once_a_minute(self.limits.month_bytes)
                self._asks.forget_the_quiet(now)
                self._misses.forget(now)

    def sweep(self, now: float) -> None:
        """End the pairs, and free the rooms, whose time is over."""
        self._rooms.forget(now)
        limits, volume = self.limits, self._shared_out()
        volume.sweep(now)
        for pair in list(self._pairs):
            pair.look(limits, volume)
            if pair.stirred:
                pair.stirred = False
                pair.quiet_since = now
            patience = limits.linger_seconds if pair.ended else limits.idle_seconds
            why = ""
            if now - pair.born >= limits.life_seconds:
                why = "life"
            elif now - pair.quiet_since >= patience:
                why = "linger" if pair.ended else "idle"
            if why and pair.open:
                self.journal.ended[why] += 1
                pair.end()

    # -- words and ends -------------------------------------------------------------------

    async def _say(self, client: _Client, word: bytes, *, self_ends: bool = False) -> None:
        """One frame. Who takes it not in time is cut. self_ends: by its own task, for this is
        another's. Raises BrokenResourceError otherwise."""
        done = False
        with trio.move_on_after(self.limits.handshake_seconds), suppress(*GONE):
            async with client.talking or contextlib.nullcontext():
                await client.stream.send_all(encode_frame(word))
                done = True
        if done:
            return
        if self_ends:
            client.scope.cancel()
        else:
            raise trio.BrokenResourceError("takes no bytes")

    def _send_off(self, client: _Client, why: Refused) -> None:
        """Somebody must go because of another; a pair is cut."""
        if client.pair is not None:
            self.journal.refuse(why.limit)
            client.pair.end()
        else:
            client.dismiss(why)

    async def _send_away(self, client: _Client, refusal: Refused, word: bytes = RELAY_NO) -> None:
        """Say why, if there is a place to say so, then read a little on: closing over unread bytes
        may destroy the answer."""
        self._leaves(client)
        self.journal.refuse(refusal.limit)
        self.journal.detail(f"{client.number} is refused: {refusal.limit}: {refusal.why}")
        await self._last_word(client, _refusal(refusal, word))

    async def _last_word(self, client: _Client, word: bytes) -> None:
        """And its end. Who has no place among the connections takes one of a few here, so a crowd
        that says nothing keeps no word from those who have said what they want."""
        if not client.settled and self._farewells >= FAREWELLS:
            return
        self._farewells += not client.settled
        try:
            with trio.move_on_after(FAREWELL), suppress(*GONE, trio.BusyResourceError):
                await client.stream.send_all(encode_frame(word))
                await client.stream.send_eof()
                for _ in range(16):
                    if not await client.stream.receive_some(CHUNK):
                        break
        finally:
            self._farewells -= not client.settled

    def _leaves(self, client: _Client) -> None:
        """It is in no room, no crowd and no pair any more."""
        self._newcomers.remove(client)
        for behind in self._rooms.leave(client, trio.current_time()):
            if behind.pair is None:
                behind.dismiss(Refused("no-room", "the other has left", SOON))
        if client.pair is not None:
            if client.pair in self._pairs:
                self._pairs.remove(client.pair)
                for share in client.pair.shares:
                    self._shared_out().leave(share)
            client.pair.end()

    def _untally(self, client: _Client) -> None:
        if client.tallied:
            client.tallied = False
            self._tally.remove(client.origin)


def _number_of(name: str) -> int:
    """Of a room, from 1 to 12 digits; the same at every relay."""
    if name.isdigit() and len(name) <= 10 and not name.startswith("0"):
        return int(name)
    digest = hashlib.sha256(name.encode()).digest()
    return 10**10 + int.from_bytes(digest[:8], "big") % (98 * 10**10)


def _refusal(refusal: Refused, word: bytes) -> bytes:
    """The frame. Of a client of version 1 it is one that it understands."""
    if word == RELAY_BAD:
        return RELAY_BAD + b" " + refusal.why.encode("ascii")
    return b" ".join(
        (word, refusal.limit.encode("ascii"), b"%d" % refusal.again, refusal.why.encode("ascii"))
    )


def _crowded(limit: str) -> Refused:
    return Refused(limit, "this relay serves as many as it can", SOON)


def _too_early() -> Refused:
    return Refused("quiet", "speak after PAIR, not before")


def _draining() -> Refused:
    return Refused("draining", "this relay is about to stop; another may take its place", 10)


def _banned() -> Refused:
    return Refused("banned", "the operator of this relay has banned this address")


def _bare(stream: trio.SocketStream) -> socket.socket:
    """The same socket without trio around it; whoever has it must detach it, and never close."""
    ours = stream.socket
    bare = socket.socket(ours.family, ours.type, ours.proto, fileno=ours.fileno())
    bare.setblocking(False)
    return bare


async def _receive(bare: socket.socket, most: int) -> bytes:
    """As SocketStream.receive_some does, with one look at the socket instead of two."""
    while True:
        await trio.lowlevel.wait_readable(bare)
        try:
            return bare.recv(most)
        except BlockingIOError:
            continue
        except OSError as error:
            raise trio.BrokenResourceError from error


async def _send(bare: socket.socket, data: bytes | bytearray | memoryview) -> None:
    """As SocketStream.send_all does, without waiting where there is room."""
    while True:
        try:
            sent = bare.send(data)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            raise trio.BrokenResourceError from error
        if sent == len(data):
            return
        data = memoryview(data)[sent:]
        await trio.lowlevel.wait_writable(bare)


class _Door:
    """Accepts, also when there is no file descriptor left: one is kept in reserve, to be able to
    close what cannot be served. Otherwise the system would say so again and again."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._spare: int | None = None

    async def accept(self, listener: trio.SocketListener) -> trio.SocketStream | None:
        """The next connection; None if it had to be closed at once."""
        if self._spare is None:
            with suppress(OSError):
                self._spare = os.open(os.devnull, os.O_RDONLY)
        try:
            return await listener.accept()
        except OSError as error:
            if error.errno not in NO_FILES:
                await trio.sleep(0.1)
                return None
        self._relay.journal.refuse("files")
        if self._spare is None:
            await trio.sleep(0.1)
            return None
        os.close(self._spare)
        self._spare = None
        with trio.move_on_after(0.1), suppress(OSError):
            stream = await listener.accept()
            stream.socket.close()
        return None

    def close(self) -> None:
        """Give the reserve back."""
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None


async def open_listeners(host: str, port: int) -> list[trio.SocketListener]:
    """Listen on every address of the host; on its first only, if port is 0 (any that is free).

    host: "::" for every address of this machine, of IPv4 too. Raises CannotListen.
    """
    try:
        if not 0 <= port <= 65535:  # the system would take it modulo 65536
            raise ValueError("ports go from 0 to 65535")
        every = None if host == "::" else host  # trio's socket of :: takes no IPv4
        listeners = await trio.open_tcp_listeners(port, host=every, backlog=1024)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotListen(
            f"cannot listen on {host!r}, port {port}: {reason}; "
            "choose an address of this machine and a port nobody uses"
        ) from error
    if port == 0:
        for listener in listeners[1:]:
            await listener.aclose()
        del listeners[1:]
    return listeners


async def serve_listeners(
    listeners: Sequence[trio.SocketListener],
    *,
    relay: Relay | None = None,
    task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a relay on listeners that are open already, until cancelled; closes them.

    Reports the first one's (host, port) to `nursery.start`.
    """
    relay = relay or Relay()
    door = _Door(relay)

    async def accept_all(listener: trio.SocketListener) -> None:
        while True:
            stream = await door.accept(listener)
            if stream is not None:
                _notice_the_dead(stream)
                nursery.start_soon(relay.attend, stream)

    host, port = listeners[0].socket.getsockname()[:2]
    try:
        async with trio.open_nursery() as nursery:
            for listener in listeners:
                nursery.start_soon(accept_all, listener)
            nursery.start_soon(relay.look_after)
            task_status.started((host, port))
    finally:
        door.close()
        for listener in listeners:
            listener.socket.close()


async def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    limits: Limits | None = None,
    journal: Journal | None = None,
    task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a relay until cancelled: `host, port = await nursery.start(serve)`.

    port: 0 for any that is free. Raises CannotListen.
    """
    listeners = await open_listeners(host, port)
    await serve_listeners(listeners, relay=Relay(limits, journal), task_status=task_status)


def _host(stream: trio.abc.Stream) -> str:
    """The address at the other end, as text; "" if there is none."""
    if isinstance(stream, trio.SocketStream):
        with suppress(OSError):
            return str(stream.socket.getpeername()[0])
    return ""


def _end_by_reset(stream: trio.abc.Stream, reset: bool) -> None:
    """Whether closing this socket, by whomever, resets the connection."""
    if isinstance(stream, trio.SocketStream):
        pair = "HH" if sys.platform == "win32" else "ii"
        with suppress(OSError, trio.ClosedResourceError):
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack(pair, reset, 0))


def _notice_the_dead(stream: trio.SocketStream) -> None:
    """Let the system probe a silent connection, so that one that is dead ends in two minutes."""
    with suppress(OSError):
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, seconds in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
            if hasattr(socket, name):
                stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), seconds)
