"""The lines of a map, from point to point: roads, hedges, walls, trenches, streams."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from owm_net.client.art import scenery as land
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.paths import along

Points = Sequence[tuple[float, float]]


def _road(ink: Ink, points: Points, rng: random.Random) -> None:
    land.road(ink, points, 13)


def _hedge(ink: Ink, points: Points, rng: random.Random) -> None:
    land.hedge(ink, points, rng, 3.2)


def _bocage(ink: Ink, points: Points, rng: random.Random) -> None:
    """A hedgerow: an earth bank, and bushes higher than a man."""
    sheet = ink.layer()
    sheet.line(points, (96, 76, 46), 12)
    sheet.line(points, (66, 62, 34), 8)
    ink.stamp(sheet, Shadow(2.4, 3, 1.6, 0.5))
    land.hedge(ink, points, rng, 5.6)


def _wall(ink: Ink, points: Points, rng: random.Random) -> None:
    sheet = ink.layer()
    sheet.line(points, (92, 88, 78), 5)
    ink.stamp(sheet, Shadow(1.6, 2, 1.2, 0.5))
    land.stones(ink, points, rng, 2.1)


def _trench(ink: Ink, points: Points, rng: random.Random) -> None:
    sheet = ink.layer()
    sheet.line(points, (150, 126, 84), 11)
    sheet.line(points, (52, 40, 26), 6)
    sheet.line(points, (84, 66, 42), 3)
    ink.stamp(sheet, Shadow(0.8, 1, 1, 0.4))
    for x, y, _ in along(points, 11):
        ink.dot(x, y, 1.5, (120, 92, 58))


def _stream(ink: Ink, points: Points, rng: random.Random) -> None:
    sheet = ink.layer()
    sheet.line(points, (150, 138, 98), 10)
    sheet.line(points, (58, 100, 116), 7)
    sheet.line(points, (98, 142, 152), 2)
    ink.stamp(sheet, Shadow(0, 0, 1, 0.3))


LINES: dict[str, Callable[[Ink, Points, random.Random], None]] = {
    "road": _road,
    "low_hedge": _hedge,
    "hedgerow": _bocage,
    "stone_wall": _wall,
    "ditch": _trench,
    "stream": _stream,
}
"""What can run along a map, by its name."""
