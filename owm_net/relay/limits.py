"""The limits for strangers: the numbers, and the counters that keep them.

Every refusal names its limit and says when to try again. Nothing here waits; times are seconds of
any clock that only goes forward, given by whoever asks.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from typing import Any

from owm_net.protocol.framing import MAX_FRAME
from owm_net.strangers.origins import Origin

REMEMBERED = 50_000  # homes whose joins are counted; beyond, the longest quiet is forgotten
MINUTE = 60.0


class Refused(Exception):
    """A client is sent away. limit: a word for programs and counters. again: seconds after which it
    may try again, 0 for never. why: for people; it repeats nothing received."""

    def __init__(self, limit: str, why: str, again: float = 0) -> None:
        super().__init__(limit, why, again)
        self.limit = limit
        self.why = why
        self.again = 0 if again <= 0 else max(1, round(again))


def _limit(value: Any, words: str) -> Any:
    return field(default=value, metadata={"words": words})


@dataclass(frozen=True)
class Limits:
    """Numbers at the same time, unless it says a minute; times in seconds, sizes in bytes. Each has
    its purpose in its metadata, "words", which `--help` shows.

    A *home* is an IPv4 address or an IPv6 /64, a *network* an IPv4 /24 or an IPv6 /48. What a host
    opens to attend to guests counts for the guests alone.
    """

    rooms: int = _limit(450, "rooms in use")
    rooms_per_home: int = _limit(8, "rooms that one address has opened")
    rooms_per_network: int = _limit(32, "rooms that one network has opened")
    connections: int = _limit(900, "connections; two for each pair, one for each host who waits")
    connections_per_home: int = _limit(64, "connections of one address")
    connections_per_network: int = _limit(192, "connections of one network")
    handshakes: int = _limit(256, "connections that have not said yet what they want")
    guests: int = _limit(48, "guests of one room whom its host meets and does not know yet")
    queue: int = _limit(256, "guests of one room who wait to be met")
    asks_per_minute: int = _limit(60, "rooms that one address asks for in a minute")
    misses_per_home: int = _limit(3, "wrong rooms or codes of one address; one more in 2 minutes")
    misses_per_network: int = _limit(9, "the same of one network; one more in a minute")
    joins_per_minute: int = _limit(1200, "guests of one room whom its host meets in a minute")
    knocks: int = _limit(16, "ports of hosts that are tried from here")
    knocks_per_minute: int = _limit(6, "times that one address has its port tried in a minute")
    knock_seconds: float = _limit(5.0, "to try a port")
    handshake_seconds: float = _limit(10.0, "from a connection to what it wants, or to take a word")
    queue_seconds: float = _limit(30.0, "a guest in the queue of a room")
    guest_seconds: float = _limit(3.0, "in which a guest can say who it is, whoever else comes")
    call_seconds: float = _limit(10.0, "from a guest's turn to its host's coming")
    wait_seconds: float = _limit(3600.0, "alone in a room of two")
    hold_seconds: float = _limit(12 * 3600.0, "one host in one room")
    host_silence: float = _limit(60.0, "without a word of a host")
    keep_seconds: float = _limit(60.0, "that a room is kept for a host who was cut off")
    idle_seconds: float = _limit(120.0, "of a pair without a byte")
    life_seconds: float = _limit(24 * 3600.0, "of a pair in all")
    linger_seconds: float = _limit(60.0, "without a byte, once one of a pair has ended its half")
    frame_bytes: int = _limit(MAX_FRAME, "the longest frame of a pair")
    pair_rate: int = _limit(512 * 1024, "bytes a second of a pair, both ways together")
    total_rate: int = _limit(16 * 1024 * 1024, "bytes a second of all pairs together")
    month_bytes: int = _limit(
        1_000_000_000_000, "bytes in a calendar month; then no new pairs come together"
    )
    slow_rate: int = _limit(
        2 * 1024, "bytes a second of a pair whose network has had its part of a day's volume"
    )


class Bucket:
    """Tokens that come back at a steady rate, up to a burst. level may be below 0: a debt."""

    __slots__ = ("_at", "burst", "fresh", "level", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate  # a second
        self.burst = burst
        self.level = burst
        self.fresh = True
        self._at = now

    def fill(self) -> None:
        """To the burst, which has been set."""
        self.level, self.fresh = self.burst, False

    def debt(self, now: float) -> float:
        """Seconds until the level is 0 or more, if nothing more is taken."""
        self.level = min(self.burst, self.level + (now - self._at) * self.rate)
        self._at = now
        return max(0.0, -self.level / self.rate)


class Tally:
    """How many of something homes, networks and all together have.

    what: plural, for people. name: of the limit.
    """

    def __init__(self, name: str, what: str) -> None:
        self._name = name
        self._what = what
        self._homes: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()
        self.total = 0

    def check(self, origin: Origin, home: int, network: int) -> None:
        """Raises Refused if one more is too many for where it comes from."""
        for count, most, whose, limit in (
            (self._homes[origin.home], home, "your address", "home"),
            (self._networks[origin.network], network, "your network", "network"),
        ):
            if count >= most:
                raise Refused(
                    f"{self._name}-{limit}", f"{whose} has {most} {self._what} here already", 30
                )

    def add(self, origin: Origin) -> None:
        self._homes[origin.home] += 1
        self._networks[origin.network] += 1
        self.total += 1

    def remove(self, origin: Origin) -> None:
        for counter, key in ((self._homes, origin.home), (self._networks, origin.network)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        self.total -= 1


class Asks:
    """How often homes ask for something, by a bucket for each that has asked lately. limit: its
    word; what: plural, for people."""

    def __init__(self, limit: str = "asks-home", what: str = "rooms") -> None:
        self._limit, self._what = limit, what
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def check(self, origin: Origin, per_minute: int, now: float) -> None:
        """One more. Raises Refused, and counts nothing, if it is too many."""
        bucket = self._buckets.pop(origin.home, None) or Bucket(1, 1, now)
        bucket.rate, bucket.burst = per_minute / MINUTE, float(per_minute)
        if bucket.fresh:
            bucket.fill()
        bucket.debt(now)
        self._buckets[origin.home] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        if bucket.level < 1:
            raise Refused(
                self._limit,
                f"your address asks for more than {per_minute} {self._what} a minute",
                (1 - bucket.level) / bucket.rate,
            )
        bucket.level -= 1

    def forget_the_quiet(self, now: float) -> None:
        """Let go of those who may ask as often as anybody else."""
        for home, bucket in list(self._buckets.items()):
            bucket.debt(now)
            if bucket.level >= bucket.burst:
                del self._buckets[home]
