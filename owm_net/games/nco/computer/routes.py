"""Ways around the obstacles of a layout, for the computer player: the shortest over the corners of
pieces. Men are not looked at here; what an order may be is judged by the rules alone.
"""

from __future__ import annotations

from functools import cache, lru_cache

from owm_net.engine.agenda import Refusal
from owm_net.engine.ways import cheapest
from owm_net.games.nco.ground import ground_of
from owm_net.games.nco.ids import LayoutKey, Spot
from owm_net.games.nco.layouts import Piece
from owm_net.games.nco.terms import BASE, Gait

ASIDE = BASE + 2
"""So far a corner is pushed out on either axis: a base passes it."""
SLOW = 2
"""A leg that nobody can run counts so much: it takes an Advance."""


@cache
def corners(layout: LayoutKey) -> tuple[Spot, ...]:
    """Where one turns on the way around a piece."""
    ground = ground_of(layout)
    spots = [
        Spot((*p, ground.surface_at(p)))
        for piece in dict.fromkeys([*ground.solid, *ground.difficult])
        for p in _pushed_out(piece)
    ]
    return tuple([spot for spot in spots if ground.why_not_spot(spot) is None])


def _pushed_out(piece: Piece) -> list[tuple[int, int]]:
    x0, x1, y0, y1 = piece.polygon.box
    return [
        (x + (ASIDE if 2 * x > x0 + x1 else -ASIDE), y + (ASIDE if 2 * y > y0 + y1 else -ASIDE))
        for x, y in piece.polygon.corners
    ]


def leg_cost(layout: LayoutKey, a: Spot, b: Spot) -> int | None:
    """Return the cost of a leg on a way, None if nobody walks it."""
    ground = ground_of(layout)
    run = ground.leg(a, b, Gait.RUN)
    if not isinstance(run, Refusal):
        return run
    walked = ground.leg(a, b, Gait.ADVANCE)
    return None if isinstance(walked, Refusal) else SLOW * walked


@lru_cache(maxsize=4096)
def way(layout: LayoutKey, start: Spot, goal: Spot) -> tuple[Spot, ...] | None:
    """The waypoints after `start` of the cheapest way to a goal, the goal with them; None if none
    is found."""
    return cheapest(corners(layout), start, goal, lambda a, b: leg_cost(layout, a, b))
