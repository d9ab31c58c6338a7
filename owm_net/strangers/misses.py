"""How often somebody may fail: guess at a code, or name a room that is not there.

A few times at once, and once more each so often, for a home and for the network that it is in. A
friend who mistypes a word loses nothing; an attacker who guesses is slowed to a harmless rate.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from owm_net.strangers.origins import Origin

REMEMBERED = 50_000  # homes and networks; beyond, the longest quiet is forgotten
HOME_EVERY = 120.0
NETWORK_EVERY = 60.0
NAMES = 4


@dataclass(frozen=True)
class Allowed:
    """Misses at once. After that one home has one more each HOME_EVERY, a network each
    NETWORK_EVERY."""

    home: int = 3
    network: int = 9


class Misses:
    """A count of recent failures by origin."""

    def __init__(self) -> None:
        self._due: OrderedDict[str, float] = OrderedDict()  # when all would have been due
        self._names: OrderedDict[str, tuple[str, ...]] = OrderedDict()  # of homes, the last few

    def __len__(self) -> int:
        return len(self._due)

    def wait(self, origin: Origin, allowed: Allowed, now: float) -> float:
        """Seconds until one more may fail; 0 if it may now."""
        return max(
            0.0,
            self._after(_home(origin), allowed.home, HOME_EVERY, now),
            self._after(_network(origin), allowed.network, NETWORK_EVERY, now),
        )

    def knows(self, origin: Origin, name: str) -> bool:
        """Return True if the name is among the last few counted for this home."""
        return name in self._names.get(origin.home, ())

    def count(self, origin: Origin, now: float, name: str = "") -> None:
        """It has failed, or may be about to. name: at what, if that is to be counted once."""
        if name:
            self._names[origin.home] = (*self._names.pop(origin.home, ()), name)[-NAMES:]
            if len(self._names) > REMEMBERED:
                self._names.popitem(last=False)
        for key, every in ((_home(origin), HOME_EVERY), (_network(origin), NETWORK_EVERY)):
            self._due[key] = max(self._due.pop(key, now), now) + every
        while len(self._due) > REMEMBERED:
            self._due.popitem(last=False)

    def forgive(self, origin: Origin, times: int = 1) -> None:
        """It has not failed after all."""
        for key, every in ((_home(origin), HOME_EVERY), (_network(origin), NETWORK_EVERY)):
            if key in self._due:
                self._due[key] -= times * every

    def forget(self, now: float) -> None:
        """Let go of those who may fail as often as anybody else."""
        for key in [key for key, due in self._due.items() if due <= now]:
            del self._due[key]

    def _after(self, key: str, at_once: int, every: float, now: float) -> float:
        return self._due.get(key, now) - now - (at_once - 1) * every


def _home(origin: Origin) -> str:
    return "home " + origin.home


def _network(origin: Origin) -> str:
    return "network " + origin.network
