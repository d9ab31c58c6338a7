"""A bounded crowd of strangers, and the choice of the one to give way when another comes.

The order of arrival does not matter, for an attacker chooses when to come. Whoever gives way is
drawn by lot from where most of them come from: of the widest networks the fullest, in it the next
narrower, down to the address. So a crowd from one place pushes out itself, and a crowd from
everywhere gains no more than its share of a lottery in which the one who is drawn may be the
newcomer.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

from owm_net.strangers.origins import Origin

Peer = TypeVar("Peer", bound=Hashable)


class Crowd(Generic[Peer]):
    """Peers and their origins. lots: where chance comes from. had: how many of a part of an origin
    had their turn lately and are here no more; they count as if they still were."""

    def __init__(
        self, lots: random.Random | None = None, had: Callable[[str], int] = lambda part: 0
    ) -> None:
        self._origins: dict[Peer, Origin] = {}
        self._lots = lots or random.SystemRandom()
        self._had = had

    def __len__(self) -> int:
        return len(self._origins)

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._origins

    def __iter__(self) -> Iterator[Peer]:
        return iter(self._origins)

    def add(self, peer: Peer, origin: Origin, places: int) -> Peer | None:
        """Let one more in. Returns who must go, if there are more than `places` now: maybe the
        newcomer. That one is out already."""
        self._origins[peer] = origin
        return self.draw(list(self._origins)) if len(self._origins) > places else None

    def draw(self, among: list[Peer]) -> Peer:
        """One of these must go; that one is out already."""
        gone = self._drawn(among)
        del self._origins[gone]
        return gone

    def giving_way(self, newcomer: Origin) -> Peer | None:
        """Return who must go for a newcomer who has no place yet, or None: the newcomer waits.

        Somebody goes only from a network that has more than the newcomer's would have with it. So
        the places are shared by network, and those who have no more than others keep theirs:
        otherwise everybody who is turned away and asks again would push out another.
        """
        peers = list(self._origins)
        for level, part in enumerate(newcomer.parts):
            groups = self._groups(peers, level)
            own = groups.get(part, [])
            if max(map(len, groups.values()), default=0) > len(own) + 1:
                return self._drawn(peers)
            peers = own
        return None

    def origin(self, peer: Peer) -> Origin:
        """Where one of them comes from."""
        return self._origins[peer]

    def any_of(self, peers: list[Peer]) -> Peer:
        """One of them, by lot."""
        return self._lots.choice(peers)

    def remove(self, peer: Peer) -> None:
        """Somebody has left, or is known now. Does nothing if it was not there."""
        self._origins.pop(peer, None)

    def _drawn(self, peers: list[Peer]) -> Peer:
        for level in range(len(self._origins[peers[0]].parts)):
            groups = self._groups(peers, level)
            counts = {part: len(group) + self._had(part) for part, group in groups.items()}
            most = max(counts.values())
            peers = groups[self._lots.choice([part for part in groups if counts[part] == most])]
        return self._lots.choice(peers)

    def _groups(self, peers: list[Peer], level: int) -> dict[str, list[Peer]]:
        groups: defaultdict[str, list[Peer]] = defaultdict(list)
        for peer in peers:
            groups[self._origins[peer].parts[level]].append(peer)
        return groups
