"""Where a point of a map without cells is, told by what is near it: "2 inches east of the mill"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import isqrt

from attrs import frozen

from owm_net.engine.geometry import Point, Polygon, distance2
from owm_net.engine.text import say, say_n

INCH = 100
BESIDE = 75
"""So near to something one is at it."""
AT_EDGE, FAR = 200, 400
"""So near to an edge one is told to be at the edge, if nothing else is nearer than FAR."""
SIDES = (
    say("eastern"),
    say("north-eastern"),
    say("northern"),
    say("north-western"),
    say("western"),
    say("south-western"),
    say("southern"),
    say("south-eastern"),
)
MIDDLE = say("middle")


@frozen
class Landmark:
    """Something that places are told by. inside: the words for a place within it. name: with its
    article. ways: its outline, or the lines along which it lies."""

    name: str
    ways: tuple[tuple[Point, ...], ...]
    inside: str = ""
    area: Polygon | None = None

    def nearest(self, spot: Point) -> Point:
        """Return the point of it that is nearest."""
        ends = (end for way in self.ways for end in _nearest(spot, way))
        return min(ends, key=lambda end: distance2(end, spot))


def where(spot: Point, marks: Sequence[Landmark], size: tuple[int, int]) -> str:
    """Return where a point is. marks: those that count first come first."""
    for mark in marks:
        if mark.area is not None and mark.area.where(spot) >= 0:
            return mark.inside
    ends = [(mark, mark.nearest(spot)) for mark in marks]
    gaps = [(isqrt(distance2(end, spot)), n) for n, (_, end) in enumerate(ends)]
    far, n = min(gaps, default=(FAR, 0))
    if far >= FAR and (edge := _edge(spot, size)):
        return edge
    if not ends:
        return say("in the open")
    mark, end = ends[n]
    if far < BESIDE:
        return say("at {landmark}", landmark=mark.name)
    inches = (far + INCH // 2) // INCH
    return _BEYOND[sector(spot[0] - end[0], spot[1] - end[1])](inches, mark.name)


def sides(places: Sequence[Sequence[Point]]) -> list[str]:
    """Return for each of several alike on which side of all of them it lies, "" for one alone. Of
    two on the same side each is told by a corner, where the second has one to itself. places: the
    corners of each."""
    if len(places) < 2:
        return [""] * len(places)
    middles = [_middle(corners) for corners in places]
    found = _sectors(middles)
    for side in dict.fromkeys([one for one in found if one is not None and one % 2 == 0]):
        alike = [n for n, one in enumerate(found) if one == side]
        if len(alike) == 2:
            corners = [_corner(side, way) for way in _sectors([middles[n] for n in alike])]
            if not any(corner in found or corner is None for corner in corners):
                for n, corner in zip(alike, corners, strict=True):
                    found[n] = corner
    return [MIDDLE if one is None else SIDES[one] for one in found]


def _sectors(middles: Sequence[Point]) -> list[int | None]:
    """Return in which eighth of the compass each of several points lies, None for the middle."""
    x, y = _middle(middles)
    reach = max(abs(mx - x) + abs(my - y) for mx, my in middles)
    return [
        None if 5 * (abs(mx - x) + abs(my - y)) < reach else sector(mx - x, my - y)
        for mx, my in middles
    ]


def _corner(side: int, way: int | None) -> int | None:
    """Return the corner between one side and a way across it, None where it leads along it."""
    if way is None or (way - side) % 8 not in (2, 6):
        return None
    return (side + (1 if (way - side) % 8 == 2 else -1)) % 8


def sector(dx: int, dy: int) -> int:
    """Return the eighth of the compass in which a way leads: 0 is the east, 2 the north. A way
    more than about twice as long along one axis as along the other leads along that axis."""
    if abs(dx) * 5 > abs(dy) * 12:
        return 0 if dx > 0 else 4
    if abs(dy) * 5 > abs(dx) * 12:
        return 2 if dy > 0 else 6
    return {(True, True): 1, (False, True): 3, (False, False): 5, (True, False): 7}[dx > 0, dy > 0]


def way(here: Point, there: Point) -> str:
    """Return how far and where to a straight way leads, in words that follow a deed."""
    inches = (isqrt(distance2(here, there)) + INCH // 2) // INCH
    return _TO[sector(there[0] - here[0], there[1] - here[1])](inches)


def _middle(points: Sequence[Point]) -> Point:
    """Return the middle of the box about points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _nearest(spot: Point, way: Sequence[Point]) -> Iterator[Point]:
    """Yield the nearest point of each leg of a way, to the hundredth."""
    yield way[0]
    for a, b in pairwise(way):
        dx, dy = b[0] - a[0], b[1] - a[1]
        whole = dx * dx + dy * dy
        if whole:
            dot = (spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy
            dot = max(0, min(whole, dot))
            yield a[0] + dx * dot // whole, a[1] + dy * dot // whole


def _edge(spot: Point, size: tuple[int, int]) -> str:
    """Return the edge at which a point lies, "" if it lies at none."""
    (x, y), (wide, high) = spot, size
    gaps: Iterable[tuple[int, str]] = (
        (high - y, say("at the north edge")),
        (y, say("at the south edge")),
        (wide - x, say("at the east edge")),
        (x, say("at the west edge")),
    )
    gap, words = min(gaps, key=lambda one: one[0])
    return words if gap <= AT_EDGE else ""


_TO = (
    lambda n: say_n("{n} inch to the east", "{n} inches to the east", n),
    lambda n: say_n("{n} inch to the north-east", "{n} inches to the north-east", n),
    lambda n: say_n("{n} inch to the north", "{n} inches to the north", n),
    lambda n: say_n("{n} inch to the north-west", "{n} inches to the north-west", n),
    lambda n: say_n("{n} inch to the west", "{n} inches to the west", n),
    lambda n: say_n("{n} inch to the south-west", "{n} inches to the south-west", n),
    lambda n: say_n("{n} inch to the south", "{n} inches to the south", n),
    lambda n: say_n("{n} inch to the south-east", "{n} inches to the south-east", n),
)
_BEYOND = (
    lambda n, of: say_n("{n} inch east of {of}", "{n} inches east of {of}", n, of=of),
    lambda n, of: say_n("{n} inch north-east of {of}", "{n} inches north-east of {of}", n, of=of),
    lambda n, of: say_n("{n} inch north of {of}", "{n} inches north of {of}", n, of=of),
    lambda n, of: say_n("{n} inch north-west of {of}", "{n} inches north-west of {of}", n, of=of),
    lambda n, of: say_n("{n} inch west of {of}", "{n} inches west of {of}", n, of=of),
    lambda n, of: say_n("{n} inch south-west of {of}", "{n} inches south-west of {of}", n, of=of),
    lambda n, of: say_n("{n} inch south of {of}", "{n} inches south of {of}", n, of=of),
    lambda n, of: say_n("{n} inch south-east of {of}", "{n} inches south-east of {of}", n, of=of),
)
