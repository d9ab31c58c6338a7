"""A unit's aim at an intersection, or into a room or position. R-24, R-27, R-108.

Ledger 2.26, HON-BLD-07, HON-BLD-08, HON-BLD-10, HON-EQ-10, HON-EQ-15, HON-TER-18, HON-AB-29 to -34.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from attrs import frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.blast import COVERED, covered
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.equipment import Spend, stocks
from owm_net.games.heroes.grid import (
    STRAIGHT,
    VECTORS,
    ahead,
    distance,
    in_arc,
    side,
    touching,
    vertex_distance,
)
from owm_net.games.heroes.ground import NO_OVERLAY, Ground
from owm_net.games.heroes.ids import (
    NO_VERTEX,
    OFF_MAP,
    CounterKey,
    OptionKey,
    Space,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.options import limit
from owm_net.games.heroes.paths import is_space
from owm_net.games.heroes.riding import why_not_aboard
from owm_net.games.heroes.sight import BLOCKED, CLEAR, sight, sight_of_vertex
from owm_net.games.heroes.smoke import smoke_of
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import Ability, Damage, Edge, Pattern, UnitType

SHELLS = OptionKey("eq_he_shells")
INDIRECT = Refusal("HON-AB-31", say("it is always aimed at an intersection"))
GRENADES = tuple([key for key, o in CATALOG.options.items() if o.pattern is not None])
"""Equipment that infantry throws or fires at an intersection (HON-EQ-10, HON-EQ-15)."""
SPOTTED, SUPPLY_REACH = 1, 2
"""HON-AB-18: what a spotter takes off; HON-EQ-12: so near is the supply of a mortar."""
MORTARS = (CounterKey("de_mortar"), CounterKey("us_mortar"))
MORTAR_SUPPLY = CounterKey("mortar_supply")


@frozen
class Ordnance:
    """A weapon aimed at an intersection. bonus: by type; destruction: dice against structures.
    reach: in intersections, 0 without limit. scatter: where the line to it is not Clear; None if
    the line must be Clear, 0 if it never scatters. hand: a unit throws it."""

    pattern: Pattern
    bonus: tuple[tuple[UnitType, int], ...]
    destruction: int
    reach: int
    scatter: int | None
    hand: bool = False


def ordnance(g: HeroesState, unit: UnitId, spend: Spend) -> Ordnance | None:
    """Return the ordnance of a unit; None if it has nothing of the kind, or is concealed."""
    u = g.units[unit]
    if u.concealed:
        return None
    if spend:
        option = CATALOG.options.get(spend[0])
        if option is None or option.pattern is None or len(spend) > 1:
            return None
        if spend[0] == SHELLS:
            has = u.weapon.abilities
            dice = has.get(Ability.DESTRUCTION, 0)
            bonus = tuple(u.weapon.bonus.items())
            return Ordnance(option.pattern, bonus, dice, 0, None) if _fires_shells(u) else None
        if not option.reach:
            return None
        return Ordnance(
            option.pattern,
            tuple(option.bonus.items()),
            option.destruction,
            option.reach,
            option.scatter,
            not option.scatter,
        )
    weapon = u.weapon
    if weapon.pattern is None:
        return None
    has = weapon.abilities
    supplied = u.key in MORTARS and any(
        g.units[o].key == MORTAR_SUPPLY and distance(g.units[o].at, u.at) <= SUPPLY_REACH
        for o in g.on_map(u.seat)
    )
    printed = has.get(Ability.LIMITED_RANGE, 0)
    return Ordnance(
        Pattern.GREEN if supplied else weapon.pattern,
        tuple(weapon.bonus.items()),
        has.get(Ability.DESTRUCTION, 0),
        limit(g, unit, printed) if printed else 0,
        has.get(Ability.INDIRECT_FIRE),
    )


def _fires_shells(u: Unit) -> bool:
    """Return True if a unit has the gun for HE shells (HON-EQ-11)."""
    return u.kind is UnitType.HEAVY and u.gun == 0 and Damage.PRIMARY not in u.damage


def _why_not_demolish(g: HeroesState, unit: UnitId, into: Space) -> Refusal | None:
    """None if a unit may fire at the structure of a space: it wants Destruction, and a line of
    sight to that space (HON-AB-23, R-56)."""
    u, ground = g.units[unit], g.ground
    if not destruction(u):
        return Refusal("HON-AB-23", say("it does nothing to structures"), misfit=True)
    if Ability.INDIRECT_FIRE in u.weapon.abilities:
        return INDIRECT
    if not is_space(ground, into) or ground.cells[into].overlay not in ground.structures:
        return Refusal("HON-AB-23", say("choose a structure"))
    spots, printed = g.spots(unit), u.weapon.abilities.get(Ability.LIMITED_RANGE)
    if printed is not None and min(distance(at, into) for at in spots) > limit(g, unit, printed):
        return Refusal("HON-AB-35", say("its range is {limit}", limit=limit(g, unit, printed)))
    arc = u.weapon.arc and not u.rides
    starts = [at for at in spots if not arc or in_arc(u.facing, at, into)]
    if not starts:
        return Refusal("HON-FIRE-07", say("that is outside its firing arc"))
    hiding = g.blockers(unit, unit)
    if into in spots or all(sight(ground, at, into, hiding, spots) == BLOCKED for at in starts):
        return Refusal("HON-LOS-01", say("there is no line of sight"))
    return why_not_ally(g, unit, ground.structures[ground.cells[into].overlay].spaces)


def destruction(u: Unit) -> int:
    """How many Destruction dice the weapon of a unit has (HON-AB-23)."""
    return u.weapon.abilities.get(Ability.DESTRUCTION, 0)


def is_clear(g: HeroesState, unit: UnitId, vertex: Vertex) -> bool:
    """Return True if the line to an intersection is Clear, from either space of a unit of two.
    Infantry blocks it, unless a vehicle looks, and smoke obscures it (HON-LOS-06, HON-LOS-12,
    R-24)."""
    spots, hiding = g.spots(unit), g.blockers(unit, unit)
    smoke = smoke_of(g)
    return any(sight_of_vertex(g.ground, at, vertex, hiding, spots, smoke) == CLEAR for at in spots)


NOT_INTO = Refusal("HON-BLD-08", say("only grenades go into a room or a position"))


def why_not_aim(
    g: HeroesState, unit: UnitId, spend: Spend, vertex: Vertex, into: Space
) -> Refusal | None:
    """None if a unit may fire or throw this at an intersection, or into a room or position."""
    no = why_not_aboard(g.units[unit])
    if no is not None:
        return no
    if into != OFF_MAP and not spend and vertex == NO_VERTEX:
        return _why_not_demolish(g, unit, into)
    what = ordnance(g, unit, spend)
    if what is None:
        return Refusal("HON-BLST-01", say("nothing is aimed at an intersection so"), misfit=True)
    if spend and not stocks(g, unit, spend[0]):
        return Refusal("HON-ARMY-08", say("no such token is left to it"))
    if spend and g.units[unit].kind.vehicle is (spend[0] != SHELLS):
        return Refusal("HON-EQ-10", say("it has no effect on units of that type"))
    if into != OFF_MAP:
        if not spend or spend[0] == SHELLS:
            return NOT_INTO
        return _why_not_into(g, unit, into) or why_not_ally(g, unit, contained(g.ground, into))
    no = _why_not_at(g, unit, what, vertex)
    return no or why_not_ally(g, unit, covered(g, what.pattern, vertex))


def why_not_ally(g: HeroesState, unit: UnitId, spaces: Iterable[Space]) -> Refusal | None:
    """None if no ally's unit is on these spaces (HON-MP-13)."""
    own = g.units[unit].seat
    allies = [ally for ally in g.members(own) if ally != own]
    there = [s for ally in allies for u in g.on_map(ally) for s in g.units[u].covers]
    if there and any(space in there for space in spaces):
        return Refusal("HON-MP-13", say("an ally's unit is there"))
    return None


def _why_not_at(g: HeroesState, unit: UnitId, what: Ordnance, vertex: Vertex) -> Refusal | None:
    if not is_vertex(g.ground, vertex):
        return Refusal("HON-BLST-01", say("choose an intersection of the map"))
    ground, spots = g.ground, g.spots(unit)
    house = ground.building(spots[0])
    if all(ground.building(space) != NO_OVERLAY for space in touching(vertex)):
        return Refusal("HON-BLD-08", say("that lies inside a building"))
    if house != NO_OVERLAY:
        if not what.hand:
            return Refusal("HON-AB-33", say("it is not fired from inside a building"))
        if vertex not in thrown_out(ground, spots[0]):
            return Refusal("HON-BLD-10", say("from a building it goes out by an opening"))
        return None
    if what.reach and min(vertex_distance(at, vertex) for at in spots) > what.reach:
        return Refusal("HON-EQ-10", say("its range is {limit}", limit=what.reach))
    if what.scatter is None and not is_clear(g, unit, vertex):
        return Refusal("HON-AB-29", say("the line to it is not Clear"))
    return None


def is_vertex(ground: Ground, vertex: object) -> bool:
    """Return True if a value from a stranger is an intersection that touches the map."""
    return (
        isinstance(vertex, tuple)
        and len(vertex) == 2
        and vertex[0].__class__ is int
        and vertex[1].__class__ is int
        and any(space in ground.cells for space in touching(Vertex(vertex)))
    )


def thrown_out(ground: Ground, at: Space) -> list[Vertex]:
    """Where one may throw from a space inside a building: the ends of its openings, and one further
    out (HON-BLD-10, R-27)."""
    found: list[Vertex] = []
    for facing in STRAIGHT:
        if ground.edges.get(side(at, facing)) not in (Edge.DOOR, Edge.WINDOW):
            continue
        x, y = at
        dx, dy = VECTORS[facing]
        i, j = x + (dx > 0), y + (dy > 0)
        for end in ((i, j), (i + abs(dy), j + abs(dx))):
            found += [Vertex(end), Vertex((end[0] + dx, end[1] + dy))]
    return found


def _why_not_into(g: HeroesState, unit: UnitId, into: Space) -> Refusal | None:
    """None if a grenade may be thrown into the room or position of a space (HON-BLD-07,
    HON-TER-18, R-108)."""
    ground, spots = g.ground, g.spots(unit)
    if not is_space(ground, into):
        return Refusal("HON-BLD-07", say("choose a room or a position"))
    cell = ground.cells[into]
    if cell.building:
        sides = [side(at, f) for at in spots for f in STRAIGHT if ahead(at, f) == into]
        if not any(ground.edges.get(line) in (Edge.DOOR, Edge.WINDOW) for line in sides):
            return Refusal("HON-BLD-07", say("one stands outside, beside an opening"))
        return None
    if not cell.position:
        return Refusal("HON-TER-18", say("choose a room or a position"))
    near = [at for at in spots if ground.cells[at].overlay != cell.overlay]
    if not any(ground.adjacent(at, into) for at in near):
        return Refusal("HON-TER-18", say("one stands beside that position"))
    return None


def contained(ground: Ground, into: Space) -> tuple[Space, ...]:
    """The spaces of the room or position of a space, north to south and west to east."""
    cell = ground.cells[into]
    found = [s for s, c in ground.cells.items() if (c.overlay, c.room) == (cell.overlay, cell.room)]
    return tuple(sorted(found, key=lambda space: (space[1], space[0])))


def aims(g: HeroesState, unit: UnitId, spend: Spend) -> Iterator[tuple[Vertex, Space]]:
    """Where a unit may aim with this so that it covers an enemy, where it may throw it in, and the
    structures at which its weapon may fire (R-56)."""
    if not spend:
        for structure in g.ground.structures.values() if destruction(g.units[unit]) else ():
            seen = (s for s in structure.spaces if why_not_aim(g, unit, (), NO_VERTEX, s) is None)
            for space in islice(seen, 1):
                yield NO_VERTEX, space
    what = ordnance(g, unit, spend)
    if what is None or (spend and not stocks(g, unit, spend[0])):
        return
    near: dict[Vertex, None] = {}
    for _, enemy in g.enemies(g.units[unit].seat):
        for space in enemy.covers:
            for x, y in COVERED[what.pattern]:
                near[Vertex((space[0] - x, space[1] - y))] = None
            if spend and why_not_aim(g, unit, spend, NO_VERTEX, space) is None:
                yield NO_VERTEX, space
    for vertex in near:
        if why_not_aim(g, unit, spend, vertex, OFF_MAP) is None:
            yield vertex, OFF_MAP


def throws(g: HeroesState, unit: UnitId) -> Iterator[tuple[Spend, Vertex, Space]]:
    """Yield each aim of a unit at an intersection, room, position or structure: its weapon, each
    grenade."""
    for spend in ((), *[(key,) for key in GRENADES]):
        for vertex, into in aims(g, unit, spend):
            yield spend, vertex, into
