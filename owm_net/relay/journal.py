"""The operator's journal and the counters. Nothing here holds an address or anything a client sent,
except the details that `--verbose` asks for, which name addresses."""

from __future__ import annotations

import calendar
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime


def _quiet(line: str) -> None:
    pass


def _today() -> datetime:
    return datetime.now(UTC)


class Journal:
    """tell: takes lines for the operator. detail: lines about single clients. today: the time."""

    def __init__(
        self,
        tell: Callable[[str], None] = _quiet,
        detail: Callable[[str], None] = _quiet,
        today: Callable[[], datetime] = _today,
    ) -> None:
        self.tell = tell
        self.detail = detail
        self._today = today
        self.began = time.time()
        self.refused: Counter[str] = Counter()  # by limit
        self.ended: Counter[str] = Counter()  # pairs, by why
        self.connections = 0
        self.transports: Counter[str] = Counter()  # connections, by what carries them
        self.answers: Counter[int] = Counter()  # to requests of HTTP, by status
        self.joins = 0
        self.sent_on = 0  # to another relay
        self.knocks = 0
        self.rooms = 0
        self.pairs = 0
        self.bytes = 0
        self.day, self.month = self._dates()
        self.month_bytes = 0
        self._before_today = 0  # of month_bytes
        self._repeats: Counter[str] = Counter()
        self._warned = 0.0

    def refuse(self, limit: str) -> None:
        """One client was sent away."""
        self.refused[limit] += 1
        self._repeats[limit] += 1

    @property
    def day_bytes(self) -> int:
        """Bytes passed on today."""
        return self.month_bytes - self._before_today

    def once_a_minute(self, month_limit: int) -> None:
        """Print one line for repeated events, if there were any; and begin a new day or month."""
        if self._repeats:
            total = self._repeats.total()
            which = ", ".join(f"{limit} {count}" for limit, count in self._repeats.most_common())
            self._repeats.clear()
            self.tell(f"refused in the last minute: {total} ({which})")
        day, month = self._dates()
        if month != self.month:
            self.month, self.month_bytes, self._warned = month, 0, 0.0
            self._before_today = 0
        if day != self.day:
            self.day, self._before_today = day, self.month_bytes
        for share in (1.0, 0.8):
            if self.month_bytes >= share * month_limit and self._warned < share:
                self._warned = share
                self.tell(f"{share:.0%} of this month's volume is used up: {month_limit} bytes")

    def next_month(self) -> float:
        """Return seconds until the volume is reset."""
        now = self._today()
        first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        year, month = (now.year + 1, 1) if now.month == 12 else (now.year, now.month + 1)
        return (first.replace(year=year, month=month) - now).total_seconds()

    def days_left(self) -> int:
        """Return how many days this month has, from today on."""
        today = self._today()
        return calendar.monthrange(today.year, today.month)[1] - today.day + 1

    def _dates(self) -> tuple[str, str]:
        """Return the day and the month."""
        today = self._today()
        return f"{today:%Y-%m-%d}", f"{today:%Y-%m}"

    def to_keep(self) -> dict[str, object]:
        """Return what outlasts the process: numbers alone."""
        return {
            "month": self.month,
            "month_bytes": self.month_bytes,
            "day": self.day,
            "day_bytes": self.day_bytes,
            "bytes": self.bytes,
            "connections": self.connections,
            "joins": self.joins,
            "sent_on": self.sent_on,
            "knocks": self.knocks,
            "rooms": self.rooms,
            "pairs": self.pairs,
        }

    def take_up(self, kept: dict[str, object]) -> None:
        """Go on counting from `to_keep` of an earlier process; what is no number is left out."""
        for name in ("bytes", "connections", "joins", "sent_on", "knocks", "rooms", "pairs"):
            value = kept.get(name)
            if isinstance(value, int) and value >= 0:
                setattr(self, name, value)
        value = kept.get("month_bytes")
        if kept.get("month") == self.month and isinstance(value, int) and value >= 0:
            self.month_bytes = self._before_today = value
            value = kept.get("day_bytes")
            if kept.get("day") == self.day and isinstance(value, int):
                self._before_today -= min(max(0, value), self.month_bytes)
