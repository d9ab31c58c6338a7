"""A layout as soldiers walk and look on it: places to stand, what a leg costs, who sees whom.

Every answer follows from the layout alone, so it is remembered; `paths` looks at the men in the way
each time. A surface is 0 for the table, or 1 and up for the pieces on which one can stand (G-01).
"""

from __future__ import annotations

from functools import cached_property
from math import isqrt

from owm_net.engine.agenda import Refusal
from owm_net.engine.geometry import (
    Body,
    Place,
    Point,
    Prism,
    Ratio,
    Scenery,
    length,
    less,
    longer,
    scaled,
    share,
)
from owm_net.engine.text import say
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import LayoutKey, Spot
from owm_net.games.nco.layouts import Layout, Piece, nests
from owm_net.games.nco.terms import (
    BASE,
    BOARD,
    COLUMNS,
    EYE,
    JUMP,
    JUMP_DOWN,
    JUMP_UP,
    OVER,
    ROWS,
    SCATTER,
    WAIST,
    Climb,
    Gait,
    Sight,
)

BODY = Body(columns=COLUMNS, rows=ROWS, eye=EYE)
"""What is seen of a soldier (G-03)."""
ASIDE = BASE + 2
"""So far a corner is pushed out on either axis: a base passes it."""
REMEMBERED = 4096
"""Legs of one layout and gait."""


class Ground:
    """One layout. surfaces: the height of each; the piece of surface n is `stands[n - 1]`."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.solid = [piece for piece in layout.pieces if piece.kind.solid]
        self.stands = [piece for piece in layout.pieces if piece.kind.stand]
        self.surfaces = (0, *[piece.kind.top for piece in self.stands])
        self._roofs = [(*p.polygon.box, n, p) for n, p in enumerate(self.stands, 1)]
        self._walls = [(*p.polygon.box, p) for p in self.solid]
        self.difficult = [piece for piece in layout.pieces if piece.kind.difficult]
        self.covering = [piece for piece in layout.pieces if piece.kind.cover]
        self.screens = [p for p in layout.pieces if p.kind.sight is not Sight.CLEAR]
        self.scenery = Scenery([_prism(piece) for piece in self.screens], BODY)
        self._legs: dict[tuple[Spot, Spot, Gait], int | Refusal] = {}
        self._under = {id_: self._lower(p) for id_, p in enumerate(self.solid)}

    def _lower(self, piece: Piece) -> int:
        """Return the height of the ground from which a piece rises: a second step stands on the
        first."""
        lower = [p.kind.top for p in self.stands if _one_hill(piece, p)]
        return min([top for top in lower if top < piece.kind.top], default=0)

    # -- standing ------------------------------------------------------------------------

    def height(self, surface: int) -> int:
        """How high a surface lies, in hundredths of an inch."""
        return self.surfaces[surface]

    def place(self, spot: Spot) -> Place:
        """Where a spot is in space."""
        return spot[0], spot[1], self.surfaces[spot[2]]

    def surface_at(self, p: Point) -> int:
        """The highest surface over a point (G-10)."""
        x, y = p
        best = 0
        for x0, x1, y0, y1, number, piece in self._roofs:
            if (
                x0 <= x <= x1
                and y0 <= y <= y1
                and self.surfaces[number] > self.surfaces[best]
                and piece.polygon.where(p) >= 0
            ):
                best = number
        return best

    def why_not_spot(self, spot: Spot, rule: str = "NCO-ORD-11") -> Refusal | None:
        """Why no base can stand there, whoever is about (G-05); the numbers are known to fit."""
        x, y, surface = spot
        if not (BASE <= x <= BOARD - BASE and BASE <= y <= BOARD - BASE):
            return Refusal("NCO-ORD-10 NCO-GEN-01", say("the base does not stay on the table"))
        if not 0 <= surface < len(self.surfaces):
            return Refusal(rule, say("there is no such surface"))
        if self.surface_at((x, y)) != surface:
            return Refusal(rule, say("another surface is the highest there"))
        if not surface:
            for x0, x1, y0, y1, piece in self._walls:
                if (
                    x0 - BASE < x < x1 + BASE
                    and y0 - BASE < y < y1 + BASE
                    and piece.polygon.nearer((x, y), (x, y), BASE)
                ):
                    return Refusal(
                        rule, say("there is no room beside the {kind}", kind=piece.kind.called)
                    )
        return None

    # -- walking -------------------------------------------------------------------------

    @cached_property
    def corners(self) -> tuple[Spot, ...]:
        """Where one turns on the way around a piece."""
        spots = [
            Spot((*p, self.surface_at(p)))
            for piece in dict.fromkeys([*self.solid, *self.difficult])
            for p in _pushed_out(piece)
        ]
        return tuple([spot for spot in spots if self.why_not_spot(spot) is None])

    def leg(self, a: Spot, b: Spot, gait: Gait) -> int | Refusal:
        """Return the cost of a leg in hundredths of an inch, or why it cannot be walked (G-05 to
        G-07)."""
        key = (a, b, gait)
        found = self._legs.get(key)
        if found is None:
            if len(self._legs) > REMEMBERED:
                self._legs.clear()
            found = self._legs[key] = self._leg(a, b, gait)
        return found

    def _leg(self, a: Spot, b: Spot, gait: Gait) -> int | Refusal:
        refusal = self.why_not_spot(b)
        if refusal is not None:
            return refusal
        flat = length(a[:2], b[:2])
        if a[2] != b[2] and gait.runs:
            jumped = self._jumped(a, b)
            if jumped is not None:
                return jumped
        refusal = self._why_too_difficult(a, b) if gait.hurries else None
        if refusal is not None:
            return refusal
        rise = self._on_and_off(a[2], b[2], gait)
        if isinstance(rise, Refusal):
            return rise
        crossed = self._crossed(a, b, gait)
        return crossed if isinstance(crossed, Refusal) else flat + rise + crossed

    def _why_too_difficult(self, a: Spot, b: Spot) -> Refusal | None:
        """NCO-TER-07, R-50: no stretch of the line of centres inside, on the way to a roof or from
        it neither. Only a jump goes over it (G-07)."""
        for piece in self.difficult:
            if piece.polygon.stretches(a[:2], b[:2]):
                why = say("the {kind} is difficult ground", kind=piece.kind.called)
                return Refusal(
                    "NCO-TER-07", say("{why}: nobody runs or charges through it", why=why)
                )
        return None

    def _on_and_off(self, start: int, end: int, gait: Gait) -> int | Refusal:
        """Return the cost of leaving one surface and stepping onto another (G-05, G-06)."""
        if start == end:
            return 0
        if start and end and _one_hill(self.stands[start - 1], self.stands[end - 1]):
            return self._climbed(abs(self.surfaces[end] - self.surfaces[start]), end, gait)
        total = 0
        for surface in (start, end):
            if surface:
                cost = self._climbed(self.surfaces[surface], surface, gait)
                if isinstance(cost, Refusal):
                    return cost
                total += cost
        return total

    def _climbed(self, height: int, surface: int, gait: Gait) -> int | Refusal:
        return self._scaled(height, self.stands[surface - 1], gait)

    def _scaled(self, height: int, piece: Piece, gait: Gait) -> int | Refusal:
        """The height, if a piece so much higher can be climbed with this gait."""
        if height <= WAIST or piece.kind.climb is Climb.WALK:
            return height
        if piece.kind.climb is Climb.NONE:
            return Refusal("NCO-ORD-11", say("nobody climbs the {kind}", kind=piece.kind.called))
        if not gait.runs:
            why = say(
                "the {kind} is higher than the waist: only a Run scales it", kind=piece.kind.called
            )
            return Refusal("NCO-ORD-11", why)
        return height

    def _crossed(self, a: Spot, b: Spot, gait: Gait) -> int | Refusal:
        """Return the cost of crossing the pieces on a leg: up and down again. Every other solid
        piece must be cleared by the base (G-05)."""
        p, q = a[:2], b[:2]
        # On top of a piece, nothing but its second step is in the way.
        standing = a[2] if a[2] == b[2] else 0
        beneath = [self.stands[s - 1] for s in dict.fromkeys((a[2], b[2])) if s]
        total = 0
        for number, piece in enumerate(self.solid):
            if piece in beneath or not piece.polygon.nearer(p, q, BASE):
                continue
            lower = self._under[number]
            on_hill = any(_one_hill(piece, other) for other in beneath)
            if on_hill and piece.kind.top <= max(self.surfaces[a[2]], self.surfaces[b[2]]):
                continue  # the first step of the hill that is climbed
            if standing and not on_hill:
                continue
            if not piece.polygon.stretches(p, q):
                if on_hill or (lower and self._enters_lower(piece, p, q)):
                    continue
                return Refusal(
                    "NCO-ORD-11", say("the base does not pass the {kind}", kind=piece.kind.called)
                )
            cost = self._scaled(piece.kind.top - lower, piece, gait)
            if isinstance(cost, Refusal):
                return cost
            total += 2 * cost
        return total

    def _enters_lower(self, piece: Piece, p: Point, q: Point) -> bool:
        """Return True if a leg beside a second step runs over the first: there its side is no
        wall."""
        return any(
            _one_hill(piece, other) and bool(other.polygon.stretches(p, q)) for other in self.stands
        )

    def _jumped(self, a: Spot, b: Spot) -> int | None:
        """Return the cost of a jump from one surface to another, None if it is none (G-07)."""
        if not (a[2] and b[2]):
            return None
        rise = self.surfaces[b[2]] - self.surfaces[a[2]]
        if not -JUMP_DOWN <= rise <= JUMP_UP:
            return None
        p, q = a[:2], b[:2]
        pieces = (self.stands[a[2] - 1], self.stands[b[2] - 1])
        if _one_hill(*pieces):
            return None
        over = [s for piece in pieces for s in piece.polygon.stretches(p, q)]
        n, d = share(over)
        if longer((d - n, d), p, q, JUMP):
            return None
        if any(piece.polygon.stretches(p, q) for piece in self.solid if piece not in pieces):
            return None
        return length(p, q) + abs(rise)

    # -- looking -------------------------------------------------------------------------

    def sees(self, a: Spot, b: Spot) -> bool:
        """Return True if soldiers at these places see each other (NCO-GEN-03)."""
        return self.scenery.sees(self.place(a), self.place(b))

    def sees_point(self, a: Spot, b: Spot) -> bool:
        """Return True if a soldier at a can aim at the point b (G-03)."""
        return self.scenery.sees_point(self.place(a), self.place(b))

    def obscured(self, a: Spot, b: Spot) -> int:
        """How many of the sixteen points of a body at b are hidden or obscured from a (G-04)."""
        return self.scenery.seen(self.place(a), self.place(b)).obscured

    @cached_property
    def _alone(self) -> list[Scenery]:
        """Each of `screens` as if there were no other."""
        return [Scenery([_prism(piece)], BODY) for piece in self.screens]

    def hiding(self, a: Spot, b: Spot) -> list[Piece]:
        """Return the pieces that alone would hide all of a body at b from a; without any, those
        that hide or obscure a part of it (G-03, G-04)."""
        start, end = self.place(a), self.place(b)
        each = list(zip(self.screens, self._alone, strict=True))
        wholly = [piece for piece, alone in each if not alone.sees(start, end)]
        return wholly or [piece for piece, alone in each if alone.seen(start, end).obscured]

    def within_cover(self, spot: Spot) -> bool:
        """Return True if a base is wholly inside a piece that gives cover (G-04 a)."""
        x, y, surface = spot
        return not surface and any(piece.polygon.holds((x, y), BASE) for piece in self.covering)

    # -- throwing ------------------------------------------------------------------------

    def _too_tall(self, a: Spot) -> list[Piece]:
        """Return the pieces that a grenade from there does not fly over (G-13); a ruin is never so
        tall."""
        limit = self.surfaces[a[2]] + OVER
        return [piece for piece in self.solid if piece.kind.top > limit]

    def throws(self, a: Spot, b: Spot) -> bool:
        """Return True if a grenade can be thrown from one place to another (NCO-WPN-08)."""
        return not any(piece.polygon.stretches(a[:2], b[:2]) for piece in self._too_tall(a))

    def scattered(self, a: Spot, b: Spot, way: int) -> Spot:
        """Where a grenade comes down that falls short (-1) or long (1) of b, perhaps off the table
        (G-13)."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        whole = isqrt(dx * dx + dy * dy)
        if not whole:
            return b
        ux, uy = scaled(dx, dy, SCATTER, whole)
        end = b[0] + way * ux, b[1] + way * uy
        if way < 0:
            if dx * (end[0] - a[0]) + dy * (end[1] - a[1]) < 0:
                end = a[:2]
        else:
            end = self._stopped(b[:2], end, a)
        return Spot((*end, self.surface_at(end)))

    def _stopped(self, b: Point, end: Point, a: Spot) -> Point:
        """The first touch of something too tall between where it was to fall and where it would."""
        first: Ratio = (1, 1)
        for piece in self._too_tall(a):
            for start, _ in piece.polygon.stretches(b, end):
                first = start if less(start, first) else first
        if first == (1, 1):
            return end
        x, y = scaled(end[0] - b[0], end[1] - b[1], *first)
        return b[0] + x, b[1] + y


def _pushed_out(piece: Piece) -> list[Point]:
    x0, x1, y0, y1 = piece.polygon.box
    return [
        (x + (ASIDE if 2 * x > x0 + x1 else -ASIDE), y + (ASIDE if 2 * y > y0 + y1 else -ASIDE))
        for x, y in piece.polygon.corners
    ]


def _prism(piece: Piece) -> Prism:
    """A piece as one looks at it."""
    return Prism(
        piece.polygon,
        0,
        piece.kind.top,
        hides=piece.kind.sight is Sight.BLOCK,
        open=not piece.kind.solid,
    )


def _one_hill(one: Piece, other: Piece) -> bool:
    """Return True if both are steps of a hill (G-10)."""
    return nests(one.kind, other.kind) and one.polygon.overlaps(other.polygon)


GROUNDS: dict[LayoutKey, Ground] = {}
"""The ground of each layout, once it has been asked for."""


def ground_of(key: LayoutKey) -> Ground:
    found = GROUNDS.get(key)
    if found is None:
        found = GROUNDS[key] = Ground(CATALOG.layouts[key])
    return found


def gap2(a: Spot, b: Spot) -> int:
    """The squared distance of two centres in plan."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy
