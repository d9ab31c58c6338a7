"""Blast patterns: what they cover, where they drift, whom they hit. Ledger 2.26, G-09, R-25."""

from __future__ import annotations

from collections.abc import Iterable

from owm_net.games.heroes.grid import Facing, ahead
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import NO_UNIT, Space, UnitId, Vertex
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Pattern

_SMALL, _LARGE = range(-1, 1), range(-2, 2)
_SQUARE = tuple([(x, y) for y in _SMALL for x in _SMALL])
_CROSS = ((-1, -2), (0, -2), (-2, -1), (1, -1), (-2, 0), (1, 0), (-1, 1), (0, 1))

COVERED: dict[Pattern, tuple[tuple[int, int], ...]] = {
    Pattern.WHITE: _SQUARE,
    Pattern.RED: _SQUARE,
    Pattern.BLUE: _SQUARE,
    Pattern.GREEN: (*_SQUARE, *_CROSS),
    Pattern.BLACK: tuple([(x, y) for y in _LARGE for x in _LARGE]),
}
"""The spaces of each colour, as they lie round the vertex (HON-BLST-01)."""

_STRAIGHT = (Facing.N, Facing.E, Facing.S, Facing.W)
_ASLANT = (Facing.NE, Facing.SE, Facing.SW, Facing.NW)
DRIFTS = {
    Pattern.WHITE: _STRAIGHT,
    Pattern.RED: _STRAIGHT,
    Pattern.BLUE: _ASLANT,
    Pattern.GREEN: _ASLANT,
    Pattern.BLACK: _STRAIGHT,
}
"""Where each face of the dispersal die from 1 on sends a colour; a higher one is on target."""


ON_TARGET = (5, 6)
"""The faces of the dispersal die that leave a pattern where it is aimed."""


def drifted(pattern: Pattern, vertex: Vertex, die: int, by: int) -> Vertex:
    """Where a pattern comes down; no marker of the firer changes that die (HON-SUPP-02)."""
    if die in ON_TARGET:
        return vertex
    return Vertex(ahead(Space(vertex), DRIFTS[pattern][die - 1], by))


def covered(g: HeroesState, pattern: Pattern, vertex: Vertex) -> list[Space]:
    """The spaces of the map under a pattern, north to south and west to east; what is off the map
    is left out (HON-BLST-08)."""
    spaces = [Space((vertex[0] + x, vertex[1] + y)) for x, y in COVERED[pattern]]
    return sorted(
        [space for space in spaces if space in g.ground.cells], key=lambda s: (s[1], s[0])
    )


def exposed(g: HeroesState, spaces: Iterable[Space]) -> list[UnitId]:
    """The units on these spaces that a blast from outside reaches, friend or foe, each once: none
    in buildings, nobody who is concealed (HON-BLST-03, HON-BLST-06, HON-FIRE-16, HON-AB-05)."""
    outside = [space for space in spaces if g.ground.building(space) == NO_OVERLAY]
    return standing(g, outside)


def standing(g: HeroesState, spaces: Iterable[Space]) -> list[UnitId]:
    """The units on these spaces of the map that are not concealed, each once (HON-BLST-03), in
    their order (R-25)."""
    there = [space for space in spaces if space in g.ground.cells]
    units = dict.fromkeys([unit for s in there for unit in g.standing_on(s, NO_UNIT)])
    return [unit for unit in units if not g.units[unit].concealed]


def structures_on(g: HeroesState, spaces: Iterable[Space]) -> list[int]:
    """The structures on these spaces, each once, by the numbers of their overlays."""
    numbers = [g.ground.cells[space].overlay for space in spaces]
    return [number for number in dict.fromkeys(numbers) if number in g.ground.structures]
