"""Pictures that would lie on each other are drawn apart, so that each can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from owm_net.client.maps.chart import Place
from owm_net.client.scene.rect import Rect

Disc = tuple[float, float, float]
"""A middle and a radius."""
ROUNDS = 24
"""So often all push each other aside."""
SLACK = 0.5
"""Pixels by which two may overlap."""
AROUND = 24
"""Places that are tried on each circle about where a disc would be."""


@lru_cache(maxsize=64)
def apart(discs: tuple[Disc, ...], most: float, within: Rect | None = None) -> tuple[Place, ...]:
    """Return where the middles of discs go, so that none overlaps another. They push each other
    aside, each no farther than `most` from where it was; those that overlap even then go to the
    nearest free place. within: where all of them stay, as far as they were there."""
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
            if far >= wanted - SLACK / 2:
                continue
            dx, dy = ((bx - ax) / far, (by - ay) / far) if far > 0.01 else (1.0, 0.0)
            push = (wanted - far) / 2
            places[i] = _kept(
                discs[i], _held(discs[i], ax - dx * push, ay - dy * push, most), within
            )
            places[j] = _kept(
                discs[j], _held(discs[j], bx + dx * push, by + dy * push, most), within
            )
            moved = True
        if not moved:
            break
    return _cleared(discs, places, within)


def _held(disc: Disc, x: float, y: float, most: float) -> Place:
    """No farther than that from where the disc was."""
    far = math.dist(disc[:2], (x, y))
    if far <= most:
        return x, y
    return disc[0] + (x - disc[0]) * most / far, disc[1] + (y - disc[1]) * most / far


def _kept(disc: Disc, place: Place, within: Rect | None) -> Place:
    """Return the nearest place within, unless the disc itself was outside."""
    if within is None or not within.contains(*disc[:2]):
        return place
    r = disc[2]
    x = max(min(within.x + r, disc[0]), min(place[0], max(within.right - r, disc[0])))
    y = max(min(within.y + r, disc[1]), min(place[1], max(within.bottom - r, disc[1])))
    return x, y


def _cleared(
    discs: Sequence[Disc], places: Sequence[Place], within: Rect | None
) -> tuple[Place, ...]:
    """Move those that still overlap one before them."""
    found: list[Place] = []
    for disc, place in zip(discs, places, strict=True):
        near = list(zip(found, discs, strict=False))
        found.append(
            next(spot for spot in _about(disc, place, within) if _is_free(spot, disc, near))
        )
    return tuple(found)


def _is_free(place: Place, disc: Disc, others: Sequence[tuple[Place, Disc]]) -> bool:
    return all(math.dist(place, at) >= disc[2] + other[2] - SLACK for at, other in others)


def _about(disc: Disc, place: Place, within: Rect | None) -> Iterator[Place]:
    """Yield a place, then those on larger and larger circles about it; in the end outside, too."""
    yield place
    step = 0.0
    while True:
        step += disc[2] / 2
        for n in range(AROUND):
            turn = math.tau * n / AROUND
            spot = place[0] + step * math.cos(turn), place[1] + step * math.sin(turn)
            if _kept(disc, spot, within) == spot or step > 40 * disc[2]:
                yield spot
