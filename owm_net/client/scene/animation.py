"""Short animations of battle actions: a shot, an explosion, smoke, a clash, a mark.

A table says which event shows which animation, and between which items. Here that becomes items,
laid over a finished scene: lines and discs, so a frame with an animation lays out no table. A site
that the scene does not have is not shown: what a seat cannot see, no animation tells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import count

from attrs import frozen

from owm_net.client.scene.items import Colour, Item, Scene, Shape
from owm_net.client.scene.rect import Rect


class AnimationKind(Enum):
    """What is shown."""

    SHOT = "shot"
    BURST = "burst"
    SMOKE = "smoke"
    CLASH = "clash"
    MARK = "mark"


SECONDS = {
    AnimationKind.SHOT: 0.45,
    AnimationKind.BURST: 0.7,
    AnimationKind.SMOKE: 0.8,
    AnimationKind.CLASH: 0.6,
    AnimationKind.MARK: 0.4,
}
"""How long each is shown at normal speed."""


@frozen
class Site:
    """A place on the table. ids: of items; the first that the scene has counts. x, y: where on it,
    from 0 to 1 across and down. size: what is there, in parts of the item's width."""

    ids: tuple[str, ...]
    x: float = 0.5
    y: float = 0.5
    size: float = 1.0

    @classmethod
    def of(cls, *ids: str, size: float = 1.0) -> Site:
        """Return the middle of an item."""
        return cls(ids, size=size)


@frozen
class Animation:
    """One animation. at: where it is seen. origin: who shoots or attacks, None if nobody is
    seen to."""

    kind: AnimationKind
    at: Site
    origin: Site | None = None


def seconds_of(shown: Sequence[Animation]) -> float:
    """Return how long animations that are shown together take, at normal speed."""
    return max([SECONDS[one.kind] for one in shown], default=0.0)


def over(scene: Scene, shown: Sequence[Animation], part: float, still: bool = False) -> Scene:
    """Lay animations over a scene. part: how much of their time is over, from 0 to 1. still:
    nothing moves; what is shown stays as it is for all of the time."""
    items = [item for n, one in enumerate(shown) for item in _items(scene, one, n, part, still)]
    if not items:
        return scene
    whole = (*scene.items, *items)
    return Scene(scene.size, scene.scale, whole, scene.heavy, scene.lens, under=scene)


# ------------------------------------------------------------------ where

LEAST, MOST = 19.0, 44.0
"""The radius of what is shown, in logical pixels, whatever the size of the item there."""
ANIMATION = "animation"
"""The kind of every item of an animation."""
ABOVE = 99
"""Within its layer an animation lies over everything."""


@frozen
class _Spot:
    """A site in the pixels of a scene. r: its radius."""

    x: float
    y: float
    r: float
    z: int
    clip: Rect | None

    def within(self, k: float, most: float = MOST) -> float:
        """Return a radius to draw with. k: pixels of a logical one."""
        return max(LEAST * k, min(most * k, self.r))


def _find(scene: Scene, site: Site | None) -> _Spot | None:
    for id in site.ids if site is not None else ():
        item = scene.find(id)
        if item is not None and site is not None:
            r = item.rect
            x, y, z = r.x + r.w * site.x, r.y + r.h * site.y, item.z // 100 * 100 + ABOVE
            return _Spot(x, y, r.w * site.size / 2, z, item.clip)
    return None


def _items(scene: Scene, shown: Animation, n: int, part: float, still: bool) -> list[Item]:
    at = _find(scene, shown.at)
    if at is None:
        return []
    origin = _find(scene, shown.origin)
    z = at.z if origin is None else max(at.z, origin.z)
    brush = _Brush(f"animation:{n}", scene.scale, z, at.clip, still)
    _DRAWN[shown.kind](brush, origin, at, min(1.0, max(0.0, part)))
    return brush.items


# ------------------------------------------------------------------ with what

DARK: Colour = (24, 18, 10)
PALE: Colour = (255, 240, 196)
FLAME: Colour = (255, 166, 54)
FUME: Colour = (206, 200, 188)
SOIL: Colour = (58, 46, 32)
BRASS: Colour = (222, 176, 84)
STEEL: Colour = (236, 234, 224)

STEP = 3.0
"""Discs and rings have radii this far apart, in logical pixels: each size is a picture."""
RAYS = 8


class _Brush:
    """Draws the items of one animation. k: pixels of a logical one."""

    def __init__(self, id: str, k: float, z: int, clip: Rect | None, still: bool) -> None:
        self.items: list[Item] = []
        self.k, self.still = k, still
        self._id, self._z, self._clip = id, z, clip
        self._count = count()

    def _add(self, rect: Rect, shape: Shape, strength: float) -> None:
        opacity = round(255 * max(0.0, min(1.0, strength)))
        if opacity:
            id = f"{self._id}.{next(self._count)}"
            self.items.append(
                Item(id, ANIMATION, rect, self._z, shape=shape, opacity=opacity, clip=self._clip)
            )

    def bar(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: Colour,
        width: float,
        strength: float = 1.0,
    ) -> None:
        """Draw a straight line. width: in logical pixels."""
        (x0, y0), (x1, y1) = start, end
        box = Rect(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)).inset(-width * self.k)
        shape = Shape("lines", (*colour, 255), width=width * self.k, points=(start, end))
        self._add(box, shape, strength)

    def rimmed(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: Colour,
        width: float,
        strength: float = 1.0,
    ) -> None:
        """Draw a line with a dark rim: seen on any ground."""
        self.bar(start, end, DARK, width + 2.6, strength * 0.8)
        self.bar(start, end, colour, width, strength)

    def rays(
        self, x: float, y: float, inner: float, outer: float, colour: Colour, strength: float = 1.0
    ) -> None:
        """Draw short lines that leave a point to all sides."""
        for n in range(RAYS):
            turn = 2 * math.pi * (n + 0.25) / RAYS
            dx, dy = math.cos(turn), math.sin(turn)
            ends = (x + dx * inner, y + dy * inner), (x + dx * outer, y + dy * outer)
            self.rimmed(*ends, colour, 2.0, strength)

    def disc(
        self, x: float, y: float, r: float, colour: Colour, strength: float = 1.0, edge: float = 0.0
    ) -> None:
        """Draw a disc; with an edge, a ring so wide in logical pixels."""
        step = STEP * self.k
        r = max(1, round(r / step)) * step
        fill, line = ((*colour, 0), (*colour, 255)) if edge else ((*colour, 255), (0, 0, 0, 0))
        shape = Shape("box", fill, line, edge * self.k if edge else 0.0, r)
        self._add(Rect(x - r, y - r, 2 * r, 2 * r), shape, strength)


# ------------------------------------------------------------------ how

TRACERS, APART = 3, 0.16
"""How many bullets are seen of a shot, and how far apart, in parts of its time."""
LENGTH, LONGEST = 0.2, 56.0
"""How long a bullet is seen, in parts of the way, and at most, in logical pixels."""


def _shot(brush: _Brush, origin: _Spot | None, at: _Spot, part: float) -> None:
    k = brush.k
    far = 0.0 if origin is None else math.hypot(at.x - origin.x, at.y - origin.y)
    if origin is None or far < 4 * k:
        _impact(brush, at, 0.3 if brush.still else part)
        return
    dx, dy = (at.x - origin.x) / far, (at.y - origin.y) / far
    leave, reach = min(origin.r, far * 0.3), far - min(at.r * 0.3, far * 0.2)

    def point(along: float) -> tuple[float, float]:
        there = leave + (reach - leave) * along
        return origin.x + dx * there, origin.y + dy * there

    if brush.still:
        brush.rimmed(point(0), point(1), PALE, 2.4)
        _impact(brush, at, 0.3)
        return
    brush.bar(point(0), point(1), DARK, 3.6, 0.28)
    brush.bar(point(0), point(1), PALE, 1.4, 0.5)
    long = min(LENGTH, LONGEST * k / far)
    flies = 1 - APART * (TRACERS - 1) - 0.25
    for n in range(TRACERS):
        head = (part - APART * n) / flies
        if 0 < head < 1 + long:
            brush.rimmed(point(max(0.0, head - long)), point(min(1.0, head)), PALE, 3.2)
    if part < 0.45:
        brush.disc(*point(0), 7 * k, FLAME, 1 - part / 0.45)
    if part > flies:
        _impact(brush, at, (part - flies) / (1 - flies))


def _impact(brush: _Brush, at: _Spot, part: float) -> None:
    """Show where a shot strikes."""
    r = at.within(brush.k, 26)
    brush.rays(at.x, at.y, r * (0.2 + 0.4 * part), r * (0.7 + 0.5 * part), PALE, 1 - part * part)


SHELLS, WIDE, SPREAD = 4, 46.0, 0.55
"""How many explosions are seen in a circle with a radius of more than so many logical pixels, and
how far from its middle, in parts of the radius."""


FLIGHT = 0.4
"""When a shell that is seen to be fired explodes, of its time."""


def _burst(brush: _Brush, origin: _Spot | None, at: _Spot, part: float) -> None:
    k = brush.k
    if origin is not None and math.hypot(at.x - origin.x, at.y - origin.y) > 4 * k:
        if brush.still:
            brush.rimmed((origin.x, origin.y), (at.x, at.y), PALE, 2.0)
        elif part < FLIGHT:
            _shell(brush, origin, at, part / FLIGHT)
            return
        part = max(0.0, (part - FLIGHT) / (1 - FLIGHT))
    if at.r <= WIDE * k:
        _explosion(brush, at.x, at.y, at.within(k), 0.4 if brush.still else part)
        return
    each = 0.5  # of the time has one shell
    for n in range(SHELLS):
        turn = 2 * math.pi * (n * 0.382 + 0.1)
        x = at.x + math.cos(turn) * at.r * SPREAD
        y = at.y + math.sin(turn) * at.r * SPREAD
        own = (part - n * (1 - each) / (SHELLS - 1)) / each
        if brush.still or 0 <= own < 1:
            _explosion(brush, x, y, MOST * k * 0.8, 0.4 if brush.still else own)


def _shell(brush: _Brush, origin: _Spot, at: _Spot, part: float) -> None:
    dx, dy = at.x - origin.x, at.y - origin.y
    tail = max(0.0, part - 0.15)
    ends = [(origin.x + dx * along, origin.y + dy * along) for along in (0.0, tail, part)]
    brush.bar(ends[0], ends[1], PALE, 1.4, 0.4)
    brush.rimmed(ends[1], ends[2], PALE, 4.0)


def _explosion(brush: _Brush, x: float, y: float, r: float, part: float) -> None:
    fade = 1 - part
    brush.disc(x, y, r * (0.4 + 0.5 * part), SOIL, 0.7 * fade)
    brush.disc(x, y, r * (0.3 + 0.4 * part), FLAME, min(1.0, 1.5 * fade * fade))
    if part < 0.5:
        brush.disc(x, y, r * 0.28, PALE, 1 - part * 2)
    brush.rays(x, y, r * (0.4 + 0.5 * part), r * (0.65 + 0.7 * part), PALE, fade)
    brush.disc(x, y, r * (0.5 + 0.8 * part), PALE, fade * 0.8, edge=2.4)


PUFFS = (
    (0.0, 0.0, 0.62),
    (-0.5, 0.15, 0.5),
    (0.5, 0.1, 0.54),
    (-0.2, -0.4, 0.5),
    (0.3, -0.35, 0.46),
)
"""Of smoke: how far from the middle to the right and down, and how large, as parts of its
radius."""


def _smoke(brush: _Brush, origin: _Spot | None, at: _Spot, part: float) -> None:
    part = 0.5 if brush.still else part
    r = at.within(brush.k, 56)
    thick = min(1.0, 4 * part, 2.2 * (1 - part))
    for dx, dy, large in PUFFS:
        x, y = at.x + r * dx * (0.5 + 0.6 * part), at.y + r * (dy - 0.35 * part)
        brush.disc(x, y, r * large * (0.6 + 0.5 * part), FUME, 0.62 * thick)


MEET = 0.45
"""When the blades of a clash meet, of its time."""


def _clash(brush: _Brush, origin: _Spot | None, at: _Spot, part: float) -> None:
    k, part = brush.k, 0.6 if brush.still else part
    x, y, r = at.x, at.y, at.within(k, 34)
    far = 0.0 if origin is None else math.hypot(at.x - origin.x, at.y - origin.y)
    if origin is not None and far:  # on the side from which the attacker comes, or will
        aside = min(far / 2, at.r) / far
        x, y = at.x + (origin.x - at.x) * aside, at.y + (origin.y - at.y) * aside
    swing, fade = min(1.0, part / MEET), min(1.0, 3.5 * (1 - part))
    for side in (-1, 1):
        turn = math.radians(90 + side * (80 - 38 * swing))
        dx, dy = math.cos(turn) * side, math.sin(turn) * side
        sign = side  # each hilt is at the foot
        hilt, tip = (x + dx * r * sign, y + dy * r * sign), (x - dx * r * sign, y - dy * r * sign)
        brush.rimmed(hilt, tip, STEEL, 3.4, fade)
        gx, gy = x + dx * sign * r * 0.62, y + dy * sign * r * 0.62
        across = -dy * r * 0.26, dx * r * 0.26
        ends = (gx - across[0], gy - across[1]), (gx + across[0], gy + across[1])
        brush.rimmed(*ends, BRASS, 3.0, fade)
    if part > MEET:
        own = (part - MEET) / (1 - MEET)
        brush.rays(x, y, r * (0.3 + 0.5 * own), r * (0.6 + 0.7 * own), PALE, 1 - own)


def _mark(brush: _Brush, origin: _Spot | None, at: _Spot, part: float) -> None:
    part = 0.5 if brush.still else part
    r, strong = at.within(brush.k) * (1.35 - 0.45 * part), min(1.0, 4 * part, 3 * (1 - part))
    brush.disc(at.x, at.y, r, DARK, 0.7 * strong, edge=6.0)
    brush.disc(at.x, at.y, r, FLAME, strong, edge=3.0)


_DRAWN: dict[AnimationKind, Callable[[_Brush, _Spot | None, _Spot, float], None]] = {
    AnimationKind.SHOT: _shot,
    AnimationKind.BURST: _burst,
    AnimationKind.SMOKE: _smoke,
    AnimationKind.CLASH: _clash,
    AnimationKind.MARK: _mark,
}
