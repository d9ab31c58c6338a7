"""Ways around the obstacles of a layout, for the computer player: the shortest over the corners of
pieces. Men are not looked at here; what an order may be is judged by the rules alone.
"""

from __future__ import annotations

from functools import lru_cache

from owm_net.engine.agenda import Refusal
from owm_net.engine.ways import cheapest
from owm_net.games.nco.ground import ground_of
from owm_net.games.nco.ids import LayoutKey, Spot
from owm_net.games.nco.terms import Gait

SLOW = 2
"""A leg that nobody can run counts so much: it takes an Advance."""


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
    corners = ground_of(layout).corners
    return cheapest(corners, start, goal, lambda a, b: leg_cost(layout, a, b))
