"""Two clients, and the bytes between them.

Of a pair each client's task says PAIR to its own client, waits for the other to be told too, and
then copies its own client's bytes to the other. Nothing is looked at but the lengths of frames.

How a match ended must not be guessed from how the relay went away, so a pair's sockets are armed:
until both sides have said that nothing more follows, any end, that of this process too, is a reset.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import trio

from owm_net.protocol.framing import HEADER, RELAY_PAIR
from owm_net.relay.clients import Client, GuestStanding
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Bucket, Limits
from owm_net.relay.sockets import GONE, Bare, end_by_reset
from owm_net.relay.volume import Share, Volume
from owm_net.strangers.origins import Origin

CHUNK = 64 * 1024  # bytes held for each direction of a pair, and no more
SLOW_CHUNK = 4 * 1024  # of a slow pair: each waits its turn, and a keepalive shall not wait long
BURST = 4.0  # seconds of its rate that a pair may send at once


class Pair:
    """Two clients, and what is counted of them. shares: of their networks, in the same order."""

    __slots__ = (
        "bares", "born", "bucket", "chunk", "clients", "ended", "go", "open", "quiet_since",
        "ready", "shares", "stirred",
    )  # fmt: skip

    def __init__(self, first: Client, second: Client, limits: Limits, volume: Volume,
                 now: float) -> None:  # fmt: skip
        self.clients = (first, second)
        self.bares = (Bare(first.stream), Bare(second.stream))
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

    def cut(self) -> None:
        """Both are cut, unless both have ended already."""
        if self.open:
            self.open = False
            for client in self.clients:
                client.scope.cancel()

    def age(self, limits: Limits, now: float) -> str:
        """Return why its time is over; "" if it is not."""
        if self.stirred:
            self.stirred = False
            self.quiet_since = now
        if now - self.born >= limits.life_seconds:
            return "life"
        patience = limits.linger_seconds if self.ended else limits.idle_seconds
        if now - self.quiet_since >= patience:
            return "linger" if self.ended else "idle"
        return ""


class Pairs:
    """All pairs of one relay. limits: changed by `change`. guesses: told of a stranger who may be
    guessing, may raise BrokenResourceError. ends_half: told of one of a pair who says no more."""

    def __init__(
        self,
        limits: Limits,
        journal: Journal,
        guesses: Callable[[Client], None],
        ends_half: Callable[[Client], None],
    ) -> None:
        self._limits = limits
        self._journal = journal
        self._guesses = guesses
        self._ends_half = ends_half
        self._of: dict[Client, Pair] = {}
        self._pairs: set[Pair] = set()
        self._made: Volume | None = None

    def __len__(self) -> int:
        return len(self._pairs)

    @property
    def slow(self) -> int:
        """How many go slowly, for their networks have had their part of a day's volume."""
        return sum(pair.chunk == SLOW_CHUNK for pair in self._pairs)

    @property
    def _volume(self) -> Volume:
        if self._made is None:  # made here, for its clock is trio's
            self._made = Volume(self._limits, self._journal, trio.current_time())
        return self._made

    @contextmanager
    def sharing(self, origin: Origin) -> Iterator[Callable[[int], Awaitable[None]]]:
        """Have something else than a pair pass bytes of an address on: what is given counts so
        many, and waits while the address's network must."""
        volume, journal = self._volume, self._journal
        share = volume.enter(origin, trio.current_time())

        async def count(size: int) -> None:
            journal.bytes += size
            journal.month_bytes += size
            share.sent += size
            share.bucket.level -= size
            volume.total.level -= size
            if wait := volume.wait(share, trio.current_time()):
                await trio.sleep(wait)

        try:
            yield count
        finally:
            volume.leave(share)

    def is_slow(self, origin: Origin) -> bool:
        """Return whether an address's network has had its part of the day."""
        return self._volume.is_slow(origin)

    def change(self, limits: Limits) -> None:
        self._limits = limits
        self._volume.change(limits)
        for pair in self._pairs:
            pair.look(limits, self._volume)

    def bring_together(self, first: Client, second: Client, now: float) -> None:
        """Make a pair of the one who waits and the one who comes."""
        pair = Pair(first, second, self._limits, self._volume, now)
        self._pairs.add(pair)
        self._journal.pairs += 1
        self._journal.detail(f"{first.number} and {second.number} are paired")
        for client in pair.clients:
            self._of[client] = pair
            end_by_reset(client.stream, True)
            client.pair()

    def cut(self, client: Client) -> None:
        self._of[client].cut()

    def leave(self, client: Client) -> None:
        """Its task has ended. Does nothing for one that was never paired, or has left."""
        pair = self._of.pop(client, None)
        if pair is None:
            return
        pair.bares[pair.clients.index(client)].close()
        if pair in self._pairs:
            self._pairs.remove(pair)
            for share in pair.shares:
                self._volume.leave(share)
        pair.cut()

    async def copy(self, client: Client) -> None:
        """One direction of its pair, from its beginning to the end of both. Raises one of GONE."""
        pair = self._of[client]
        if not pair.open:
            return
        if not await client.takes(RELAY_PAIR, self._limits.handshake_seconds):
            raise trio.BrokenResourceError("takes no bytes")
        pair.ready += 1
        if pair.go is not None:
            if pair.ready == 2:
                pair.go.set()
                pair.go = None
            else:
                await pair.go.wait()
        try:
            await self._forward(pair, pair.clients.index(client))
        except GONE:
            self._journal.ended["broken"] += pair.open
            pair.cut()
            raise
        pair.ended += 1
        pair.quiet_since = trio.current_time()
        self._ends_half(client)
        if pair.ended == 2:
            self._journal.ended["ended"] += 1
            for one in pair.clients:
                end_by_reset(one.stream, False)
            pair.cut()
        else:
            await trio.sleep_forever()

    async def _forward(self, pair: Pair, index: int) -> None:
        """Until the source, one of the two, ends."""
        source, sink = pair.clients[index], pair.clients[1 - index]
        share: Share = pair.shares[index]
        receive, send = pair.bares[index].receive, pair.bares[1 - index].send
        journal, volume = self._journal, self._volume
        total = volume.total
        left = 0  # bytes still to come of the frame under way
        head = b""  # of the next frame's header, which came in pieces
        said = 0  # frames of a stranger
        while data := await receive(pair.chunk):
            size = len(data)
            if left < size:
                left, head, begun = self._frames(left, head, data)
                if source.standing is GuestStanding.STRANGER:
                    said += begun
                    if said > 1:
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
        """Walk the frames in the received bytes. left: bytes still to come of the current frame.
        head: of the next one's header. Returns both for the next time, and how many have begun.
        Raises BrokenResourceError for a frame of a length that it may not have."""
        if head:
            data = head + data
        longest, size, begun = self._limits.frame_bytes, len(data), 0
        while left <= size - HEADER:
            length = int.from_bytes(data[left : left + HEADER], "big")
            if not 0 < length <= longest:
                self._journal.refuse("frame")
                raise trio.BrokenResourceError("a frame that is too long")
            left += HEADER + length
            begun += 1
        return (left - size, b"", begun) if left >= size else (0, bytes(data[left:]), begun)

    def sweep(self, now: float) -> None:
        """End those whose time is over."""
        self._volume.sweep(now)
        for pair in list(self._pairs):
            pair.look(self._limits, self._volume)
            why = pair.age(self._limits, now)
            if why and pair.open:
                self._journal.ended[why] += 1
                pair.cut()
