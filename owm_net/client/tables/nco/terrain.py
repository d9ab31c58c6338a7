"""The ground in words: the terrain at a point, and its effect on walking and looking."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.client.language import tr
from owm_net.client.maps.chart import Point
from owm_net.client.words import capital
from owm_net.engine.text import say
from owm_net.games.nco.ground import Ground
from owm_net.games.nco.ids import Spot
from owm_net.games.nco.layouts import TerrainKind
from owm_net.games.nco.terms import EYE, WAIST, Climb, Sight
from owm_net.games.nco.words import inches

CLIMBS = {
    Climb.WALK: say("one walks over it"),
    Climb.RUN: say("only a Run scales it"),
    Climb.NONE: say("nobody climbs it"),
}


def lies_at(ground: Ground, point: Point) -> str:
    """Each piece at a point in a line; "" for open ground."""
    found = [piece.kind for piece in ground.layout.pieces if piece.polygon.holds(point, 0)]
    return "\n".join([f"{capital(tr(kind.called))}: {', '.join(_does(kind))}" for kind in found])


def _does(kind: TerrainKind) -> Iterator[str]:
    if kind.top:
        yield tr("{inches} high", inches=inches(kind.top))
    if kind.solid:
        low = kind.top <= WAIST
        yield tr(CLIMBS[Climb.WALK if low else kind.climb])
    if kind.difficult:
        yield tr("difficult ground, nobody runs through it")
    if kind.cover:
        yield tr("cover for soldiers in it")
    if kind.sight is Sight.BLOCK and kind.top > EYE:
        yield tr("hides soldiers behind it")
    elif kind.sight is not Sight.CLEAR:
        yield tr("covers soldiers close behind it")


def rough(ground: Ground, a: Spot, b: Spot) -> list[str]:
    """Return the difficult ground that a leg crosses."""
    crossed = [p for p in ground.difficult if p.polygon.stretches(a[:2], b[:2])]
    return list(dict.fromkeys([tr(piece.kind.called) for piece in crossed]))


def rough_parts(ground: Ground, a: Spot, b: Spot) -> list[tuple[Point, Point]]:
    """Where on a leg that is, from point to point."""
    found = []
    for piece in ground.difficult:
        for (n0, d0), (n1, d1) in piece.polygon.stretches(a[:2], b[:2]):
            found.append((_on(a, b, n0, d0), _on(a, b, n1, d1)))
    return found


def _on(a: Spot, b: Spot, n: int, d: int) -> Point:
    """So far along a leg."""
    return a[0] + (b[0] - a[0]) * n // d, a[1] + (b[1] - a[1]) * n // d
