"""How much a relay passes on, shared by network: bytes a second, and the volume of a month.

The rate. While all pairs together send less than `total_rate`, nobody waits. Once they send more,
each network that sends has an equal part of it, and waits when its own part is used up: thirty
pairs of one address get no more than one pair of another.

The volume. The month is dealt out by the day: a day has what is left of the month, divided by the
days that are left. Of a day, one network (IPv4 /24, IPv6 /48) has an eighth, and a wide one (/16,
/32) half. A network that has had that much goes on at `slow_rate`, which is enough to finish a
match; so does everybody when the day is used up, except networks that have had less than a
thousandth of it. Nobody who plays is cut off. When the month is used up no new pairs come together.

The volume of networks is kept in memory, never on disk. Bytes count for the network that sent them.
"""

from __future__ import annotations

from collections import Counter

from owm_net.relay.journal import Journal
from owm_net.relay.limits import REMEMBERED, Bucket, Limits
from owm_net.strangers.origins import Origin

NETWORK, WIDE, FREE = 8, 2, 1000
"""What a network may have of a day: one part of so many. FREE: what it has whatever others use."""


class Share:
    """One network's part. sent: bytes that are not in the day's sum yet. pairs: ends of pairs."""

    __slots__ = ("bucket", "origin", "pairs", "sent")

    def __init__(self, origin: Origin, bucket: Bucket) -> None:
        self.origin = origin
        self.bucket = bucket
        self.sent = 0
        self.pairs = 0


class Volume:
    """The rate and the volume of all. limits: may be replaced at any time, by `change`."""

    def __init__(self, limits: Limits, journal: Journal, now: float) -> None:
        self._limits = limits
        self._journal = journal
        self._shares: dict[str, Share] = {}
        self._day = journal.day
        self._had: Counter[str] = Counter()  # bytes of this day, by network and by wide network
        self.total = Bucket(limits.total_rate, limits.total_rate, now)

    def change(self, limits: Limits) -> None:
        self._limits = limits
        self.total.rate = self.total.burst = limits.total_rate
        self._share_out([])

    def enter(self, origin: Origin, now: float) -> Share:
        """Return the share of one more end of a pair; give it back with `leave`."""
        share = self._shares.get(origin.network)
        if share is None:
            rate = self._limits.total_rate / (1 + len(self._shares))
            share = self._shares[origin.network] = Share(origin, Bucket(rate, rate, now))
        share.pairs += 1
        return share

    def leave(self, share: Share) -> None:
        """One end of a pair is gone."""
        share.pairs -= 1
        if not share.pairs:
            self._count(share)
            del self._shares[share.origin.network]

    def wait(self, share: Share, now: float) -> float:
        """Return how many seconds a network that has just sent something waits."""
        return share.bucket.debt(now) if self.total.debt(now) else 0.0

    def sweep(self, now: float) -> None:
        """Add up what was sent, and share out the rate again; once a second or so."""
        if self._journal.day != self._day:
            self._day = self._journal.day
            self._had.clear()
        busy = [share for share in self._shares.values() if share.sent]
        for share in busy:
            self._count(share)
        if not self.total.debt(now):  # nobody had to wait, so nobody is in debt to others
            for share in self._shares.values():
                share.bucket.level = max(share.bucket.level, 0.0)
        self._share_out(busy)

    def of_today(self) -> int:
        """Return the bytes that this day has in all."""
        before = self._journal.month_bytes - self._journal.day_bytes
        return max(0, self._limits.month_bytes - before) // self._journal.days_left()

    def is_slow(self, origin: Origin) -> bool:
        """Return whether a network has had its part."""
        if self._journal.month_bytes >= self._limits.month_bytes:
            return True
        today = self.of_today()
        had = self._had[origin.network]
        return had * FREE >= today and (
            self._journal.day_bytes >= today
            or had * NETWORK >= today
            or self._had[origin.parts[0]] * WIDE >= today
        )

    def _count(self, share: Share) -> None:
        for part in (share.origin.network, share.origin.parts[0]):
            self._had[part] += share.sent
        share.sent = 0
        if len(self._had) > REMEMBERED:  # those who had much are remembered
            self._had = Counter(dict(self._had.most_common(REMEMBERED // 2)))

    def _share_out(self, busy: list[Share]) -> None:
        rate = self._limits.total_rate / max(1, len(busy))
        for share in self._shares.values():
            share.bucket.rate = share.bucket.burst = rate
