"""Smoke bombs and grenades: where smoke takes more from the enemy's fire than from one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from owm_net.games.heroes.cards.smoke_grenades import reach
from owm_net.games.heroes.computer.odds import SURE
from owm_net.games.heroes.computer.plans import Plan
from owm_net.games.heroes.computer.weighing import LATER, SOON, Outlook, Stand
from owm_net.games.heroes.grid import corners
from owm_net.games.heroes.ids import NO_VERTEX, Space, UnitId, Vertex
from owm_net.games.heroes.patterns import is_vertex
from owm_net.games.heroes.sight import spaces_met

THINNED = 60
"""Percent of a shot through dense smoke that it takes away."""
DRIFTS = 70
"""Percent that counts, for it may drift."""
LEAST = 15
"""What a smoke bomb must bring."""


Line: TypeAlias = tuple[int, tuple[Space, ...]]
"""What a shot is worth, and the spaces that it meets."""


def smokes(o: Outlook) -> Iterator[Plan]:
    """Smoke of a bomb at each intersection that a line of fire crosses."""
    for vertex, value in clouds(o, list(map(o.stand, o.ours))).items():
        yield Plan(value=value * THINNED * DRIFTS // 10000 - LEAST, smoke=vertex)


def grenade(o: Outlook, unit: UnitId, plan: Plan) -> tuple[int, Vertex]:
    """The best smoke grenade before a unit acts, and what it brings where the unit will be; the
    unit itself fires through it."""
    end = plan.path[-1] if plan.path else o.g.units[unit].at
    ours = [o.stand(n) for n in o.ours if n != unit]
    found = clouds(o, [*ours, Stand(unit, o.units[unit], end)])
    thrown = [(found.get(v, 0) * THINNED // 200, v) for v in reach(o.g, unit)]
    return max(thrown, default=(0, NO_VERTEX))


def clouds(o: Outlook, ours: list[Stand]) -> dict[Vertex, int]:
    """Return the shots that smoke at each intersection would be in the way of: what those of the
    enemy cost, less what one's own bring."""
    found: dict[Vertex, int] = {}
    for value, met in shots_between(o, ours):
        near = [v for space in met for v in corners(space) if is_vertex(o.g.ground, v)]
        for vertex in dict.fromkeys(near):
            found[vertex] = found.get(vertex, 0) + value
    return found


def shots_between(o: Outlook, ours: list[Stand]) -> list[Line]:
    """Return what each enemy's best shot costs, below zero what each own one brings."""
    theirs = list(map(o.stand, o.theirs))
    found = []
    for sign, side, others in ((1, theirs, ours), (-1, ours, theirs)):
        for by in side:
            weight = SOON * o.ordered(by.number) // SURE + (LATER if o.left else 0)
            shots = [(o.shot_worth(by, at, by.number), at.space) for at in others]
            value, space = max(shots, default=(0, by.space))
            if value:
                found.append((sign * value * weight // 100, spaces_met(by.space, space)))
    return found
