"""Directionality (000:1079-1088, section 2.12): which way a flipped number points.

The compass of the Mission card fixes north for the whole match (OWM-MISS-08): the top of the map,
unless the players have agreed on another edge (OWM-SETUP-03, A-114).
"""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.owm.ground import Ground
from owm_net.games.owm.ids import NO_CELL, Cell

_STEPS = {
    1: (say("north"), 0, -1),
    2: (say("east"), 1, 0),
    3: (say("south"), 0, 1),
    4: (say("west"), -1, 0),
}
WAYS = tuple([name for name, _, _ in _STEPS.values()])
"""The ways of the compass, in the order of their numbers."""


def direction_of(number: int) -> str:
    """1 north, 2 east, 3 south, 4 west (OWM-DIR-01); "" for 5 to 8, which point nowhere."""
    return _STEPS[number][0] if number in _STEPS else ""


def step_of(ground: Ground, way: str) -> tuple[int, int]:
    """Return a compass direction on the map: columns to the right, rows down. Raises KeyError for
    what is no way."""
    dx, dy = {name: (dx, dy) for name, dx, dy in _STEPS.values()}[way]
    for _ in range(ground.north):  # a quarter turn clockwise
        dx, dy = -dy, dx
    return dx, dy


def drifted(ground: Ground, cell: Cell, number: int) -> Cell:
    """The Terrain one step that way, the same one for 5 to 8; NO_CELL beyond the edge (A-28)."""
    if number not in _STEPS:
        return cell
    dx, dy = step_of(ground, direction_of(number))
    x, y = ground.place(cell)
    x, y = x + dx, y + dy
    if not (0 <= x < ground.width and 0 <= y < ground.height):
        return NO_CELL
    return Cell(y * ground.width + x)
