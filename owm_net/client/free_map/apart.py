"""Pictures that would lie on each other are drawn a little apart."""

from __future__ import annotations

import math
from functools import lru_cache

from owm_net.client.maps.chart import Place

ROUNDS = 24
"""So often all are looked at."""


@lru_cache(maxsize=64)
def apart(discs: tuple[tuple[float, float, float], ...], most: float) -> tuple[Place, ...]:
    """Where the middles of these discs go, each (x, y, radius), so that they hardly overlap: none
    farther than `most` from where it was."""
    places = [(x, y) for x, y, _ in discs]
    pairs = [
        (i, j)
        for i in range(len(discs))
        for j in range(i + 1, len(discs))
        if math.dist(places[i], places[j]) < discs[i][2] + discs[j][2] + 2 * most
    ]
    for _ in range(ROUNDS):
        moved = False
        for i, j in pairs:
            (ax, ay), (bx, by) = places[i], places[j]
            far, wanted = math.dist(places[i], places[j]), discs[i][2] + discs[j][2]
            if far >= wanted - 0.25:
                continue
            dx, dy = ((bx - ax) / far, (by - ay) / far) if far > 0.01 else (1.0, 0.0)
            push = (wanted - far) / 2
            places[i] = _held(discs[i], ax - dx * push, ay - dy * push, most)
            places[j] = _held(discs[j], bx + dx * push, by + dy * push, most)
            moved = True
        if not moved:
            break
    return tuple(places)


def _held(disc: tuple[float, float, float], x: float, y: float, most: float) -> Place:
    """No farther than that from where the disc was."""
    far = math.dist(disc[:2], (x, y))
    if far <= most:
        return x, y
    return disc[0] + (x - disc[0]) * most / far, disc[1] + (y - disc[1]) * most / far
