"""How far somebody comes over a map without cells, as an area about where they stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, frozen
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from owm_net.client import theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.maps import marks
from owm_net.client.maps.chart import Place, Point
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.pictures import Pictures, face
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import TOKENS

RAYS = 60
"""Directions in which one goes from the start; a third as many from a corner."""
AT_ONCE = 10
"""So many are worked out at once."""
TRIES = 5
"""Lengths that are tried on a ray on which one does not come to its end."""
PARTED = 0.29
"""So much to each side of straight on, in parts of a whole turn, one goes from a corner."""
LEAST = 60
"""A corner with less than that left leads nowhere."""
Leg = Callable[[Point, Point], int | None]
"""What a straight leg costs, at least its length; None if nobody walks it."""


@frozen
class WalkFrom:
    """Who walks from where. most: what all legs together may cost. corners: where one may turn.
    edges: of the map, from west, south, east, north: nobody stands outside."""

    start: Point
    most: int
    leg: Leg
    corners: Sequence[Point]
    edges: tuple[int, int, int, int]


@define
class Reach:
    """An area that is worked out piece by piece: each is what is reached straight from a point.
    pieces: so far."""

    _rest: Iterator[tuple[Point, ...] | None]
    pieces: tuple[tuple[Point, ...], ...] = ()

    @classmethod
    def of(cls, walk: WalkFrom) -> Reach:
        """Nothing is worked out yet."""
        return cls(_pieces(walk))

    def grow(self) -> bool:
        """Work out a part more. Returns False if all is there."""
        for piece in self._rest:
            if piece is not None:
                self.pieces += (piece,)
            return True
        return False


def _pieces(walk: WalkFrom) -> Iterator[tuple[Point, ...] | None]:
    """Yield the corners of each piece, and None while there is more to do for the next. From a
    corner one goes only where one does not come straight from the start."""
    start = walk.start
    straight: list[Point] = []
    for n in range(RAYS):
        straight.append(_farthest(walk, start, walk.most, math.tau * n / RAYS))
        if n % AT_ONCE == AT_ONCE - 1:
            yield None
    yield tuple(straight)
    for corner in sorted(walk.corners, key=lambda corner: math.dist(corner, start)):
        if corner == start or math.dist(corner, start) > walk.most - LEAST:
            continue
        cost = walk.leg(start, corner)
        if cost is None or cost > walk.most - LEAST:
            continue
        ahead, left = math.atan2(corner[1] - start[1], corner[0] - start[0]), walk.most - cost
        ends = []
        for n in range(RAYS // 3 + 1):
            turn = ahead + math.tau * PARTED * (6 * n / RAYS - 1)
            end = _point(corner, _to_edge(walk, corner, float(left), turn), turn)
            is_new = not _within(end, start, straight)
            ends.append(_farthest(walk, corner, left, turn) if is_new else corner)
            if n == AT_ONCE:
                yield None
        yield (corner, *ends) if set(ends) != {corner} else None


def _within(point: Point, middle: Point, star: Sequence[Point]) -> bool:
    """Return True if a point is in an area that is seen whole from its middle, whose corners are
    at even turns about it."""
    turn = math.atan2(point[1] - middle[1], point[0] - middle[0]) % math.tau
    n = int(turn / math.tau * RAYS) % RAYS
    (ax, ay), (bx, by) = star[n], star[(n + 1) % RAYS]
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0


def _farthest(walk: WalkFrom, start: Point, most: int, turn: float) -> Point:
    """The farthest point in a direction to which one comes, `start` if none."""
    far = _to_edge(walk, start, float(most), turn)
    short, long = 0.0, far
    for _ in range(TRIES):
        end = _point(start, far, turn)
        cost = walk.leg(start, end) if end != start else 0
        if cost is not None and cost <= most:
            short = far
            if far >= long - 10:
                break
        elif cost is not None and far - (cost - most) > short:
            long = far
            far -= cost - most
            continue
        else:
            long = far
        far = (short + long) / 2
    return _point(start, short, turn)


def _point(start: Point, far: float, turn: float) -> Point:
    return start[0] + int(far * math.cos(turn)), start[1] + int(far * math.sin(turn))


def _to_edge(walk: WalkFrom, start: Point, far: float, turn: float) -> float:
    """Return how far a ray goes before the edge of the map."""
    west, south, east, north = walk.edges
    for way, at, low, high in (
        (math.cos(turn), start[0], west, east),
        (math.sin(turn), start[1], south, north),
    ):
        if way:
            far = min(far, max(0.0, ((high if way > 0 else low) - at) / way))
    return far


# ------------------------------------------------------------------ how it looks


def draw(
    pen: Pen,
    id: str,
    chart: FreeChart,
    reach: Reach,
    colour: theme.Colour,
    name: str,
    taken: Sequence[Rect] = (),
) -> Rect | None:
    """Shade an area, with a line about it, and its name, if it has one, at its upper edge, off
    what is taken. Returns where the name is."""
    shown = chart.shown
    pieces = tuple([tuple([_part(chart, point) for point in piece]) for piece in reach.pieces])
    art = ArtKey("free_map.reach", (("pieces", pieces), ("colour", colour[:3])))
    pen.add(id, "image", shown, z=MAP + 14, art=art)
    top = min(_places(chart, reach.pieces), key=lambda place: (place[1], place[0]), default=None)
    if top is None or not name:
        return None
    at, z = (top[0] - 14, top[1] + 18), TOKENS + 26
    return marks.label(
        pen, f"{id}.name", chart, at, [name], z=z, colour=colour, edge=colour, taken=taken
    )


def _places(chart: FreeChart, pieces: Iterable[Iterable[Point]]) -> Iterator[Place]:
    for piece in pieces:
        yield from [chart.at(point) for point in piece]


def _part(chart: FreeChart, point: Point) -> Place:
    """Where a point is in what is shown, from 0 to 1 across and down it."""
    x, y = chart.at(point)
    shown = chart.shown
    return round((x - shown.x) / shown.w, 4), round((y - shown.y) / shown.h, 4)


@face("free_map.reach")
def _reach(
    pictures: Pictures,
    width: int,
    height: int,
    *,
    pieces: tuple[tuple[Place, ...], ...],
    colour: tuple[int, int, int],
) -> Image.Image:
    area = Image.new("L", (width, height), 0)
    pencil = ImageDraw.Draw(area)
    for piece in pieces:
        pencil.polygon([(x * width, y * height) for x, y in piece], fill=255)
    area = area.filter(ImageFilter.BoxBlur(2)).point(lambda level: 255 if level > 127 else 0)
    inner = area.filter(ImageFilter.MinFilter(5))
    edge = ImageChops.subtract(area, inner).filter(ImageFilter.BoxBlur(0.7))
    alpha = ImageChops.lighter(edge.point(_strong), area.point(_faint))
    image = Image.new("RGBA", (width, height), (*colour, 0))
    image.putalpha(alpha)
    return image


def _strong(level: int) -> int:
    return level * 9 // 10


def _faint(level: int) -> int:
    return level // 7
