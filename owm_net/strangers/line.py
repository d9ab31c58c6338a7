"""The order in which strangers are met at one host's door, in a room of a relay or at a port.

When all places are taken a newcomer waits in a bounded queue until somebody has been there long
enough to have said who it is: of those one goes, by lot (crowd.py). The queue serves first the
people from whose networks the fewest were met in the last minutes. So a crowd of two hundred
networks waits for its second turn until a friend has had their first. Nor does it push the friend
out of a full queue: the one who gives way is from a network with the most people waiting or
recently met.

    --add--> waiting --turn--> met --remove--> known, or gone
                |               |
                +-----drawn-----+--> gone
"""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from owm_net.strangers.crowd import Crowd
from owm_net.strangers.origins import Origin

Peer = TypeVar("Peer", bound=Hashable)
MINUTE = 60.0
MEMORY = 300.0


@dataclass(frozen=True)
class Pace:
    """places: of those who are met at the same time. seconds: that each of them has, whoever else
    comes. per_minute: turns. queue: places of those who wait."""

    places: int
    seconds: float
    per_minute: float
    queue: int


@dataclass(frozen=True)
class Turn(Generic[Peer]):
    """The peer to meet now. gone: the peer that must make room, or None."""

    peer: Peer
    gone: Peer | None


class WaitingLine(Generic[Peer]):
    """The queue, and those who are met and not known yet. lots: where chance comes from."""

    def __init__(self, lots: random.Random | None = None) -> None:
        self._served = _Served()
        self.waiting: Crowd[Peer] = Crowd(lots, self._served.count)
        self.met: Crowd[Peer] = Crowd(lots)
        self._since: dict[Peer, float] = {}
        self._due = -math.inf  # when all turns that were given would have been due

    def add(self, peer: Peer, origin: Origin, pace: Pace) -> Peer | None:
        """Let one more wait. Returns who must go for it: maybe the newcomer, None if nobody."""
        return self.waiting.add(peer, origin, pace.queue)

    def turn(self, now: float, pace: Pace) -> Turn[Peer] | None:
        """Return whose turn it is, or None."""
        each = MINUTE / pace.per_minute
        at_once = max(1.0, min(pace.places, pace.per_minute))
        if not self.waiting or self._due > now + (at_once - 1) * each + 1e-9:
            return None
        gone: Peer | None = None
        if len(self.met) >= pace.places:
            old = [peer for peer in self.met if self._since[peer] <= now - pace.seconds]
            if not old:
                return None
            gone = self.met.draw(old)
            del self._since[gone]
        self._due = max(self._due, now) + each
        self._served.forget(now)
        had = {peer: self._served.had(self.waiting.origin(peer)) for peer in self.waiting}
        least = min(had.values())
        peer = self.waiting.any_of([peer for peer in had if had[peer] == least])
        origin = self.waiting.origin(peer)
        self.waiting.remove(peer)
        self._served.turn(origin, now)
        self.met.add(peer, origin, pace.places)
        self._since[peer] = now
        return Turn(peer, gone)

    def remove(self, peer: Peer) -> None:
        """Somebody has left, or is known now. Does nothing if it was not there."""
        self.waiting.remove(peer)
        self.met.remove(peer)
        self._since.pop(peer, None)


class _Served:
    """The peers met in the last minutes, counted by all parts of their origins."""

    def __init__(self) -> None:
        self._turns: deque[tuple[float, Origin]] = deque()
        self._counts: Counter[str] = Counter()

    def turn(self, origin: Origin, now: float) -> None:
        """Somebody is met."""
        self._turns.append((now, origin))
        self._counts.update(origin.parts)

    def forget(self, now: float) -> None:
        """Let go of what is old."""
        while self._turns and self._turns[0][0] <= now - MEMORY:
            _, origin = self._turns.popleft()
            for part in origin.parts:
                self._counts[part] -= 1
                if not self._counts[part]:
                    del self._counts[part]

    def count(self, part: str) -> int:
        """How many were met of one part of an origin."""
        return self._counts[part]

    def had(self, origin: Origin) -> tuple[int, ...]:
        """How many were met of each part, from wide to narrow: less is sooner."""
        return tuple(self._counts[part] for part in origin.parts)
