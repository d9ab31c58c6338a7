"""The computer player's plans for some Teams and one point, with their worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from attrs import field, frozen

from owm_net.engine.geometry import distance2
from owm_net.games.hailfire.artillery import (
    barrage_radius,
    deviated,
    firing_mortars,
    mortars,
    weight_of,
    why_no_call,
)
from owm_net.games.hailfire.assault import Charge, why_not_charge
from owm_net.games.hailfire.computer.marching import best_step, posts
from owm_net.games.hailfire.computer.riding import best_landing, best_ride
from owm_net.games.hailfire.computer.weighing import SHAKEN, SURE, Outlook
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_TEAM, Spot, TeamId, UnitId
from owm_net.games.hailfire.orders import (
    Board,
    CallBarrage,
    ChargeAt,
    Declaring,
    FireAt,
    Go,
    Leg,
    March,
    Order,
)
from owm_net.games.hailfire.shooting import Weapon
from owm_net.games.hailfire.terms import ASSAULT_REACH, ON_THE_POINT

SUNK = 4
"""Points that lie on a Team must be checked some day: one part in four of what that costs counts,
and all that it costs more in the open."""
TARGETS = 6
"""Targets that are reckoned with for one order."""
DEVIATIONS = (2, 4, 6, 8)
"""Faces of the deviation that stand for all but the last."""
LATER = 2
"""A barrage that falls next turn is worth one part in two of what it would do now."""


@frozen
class Plan:
    """Orders with what they bring; teams: who is activated for them, the Leader first, of the group
    that was thought about."""

    value: int
    orders: tuple[Order, ...] = field(default=())
    teams: tuple[TeamId, ...] = field(default=())
    group: tuple[TeamId, ...] = field(default=())


NOTHING = Plan(0)


# ------------------------------------------------------------------ fire


def best_fire(o: Outlook, teams: Sequence[TeamId]) -> tuple[int, FireAt] | None:
    """The Fire order of some of these Teams that brings most."""
    g = o.g
    at: dict[TeamId, list[tuple[TeamId, Weapon, bool]]] = {}
    for team in teams:
        if g.teams[team].pledged or not o.steady(team):
            continue
        for enemy in o.theirs:
            found = o.weapon(team, enemy)
            if len(teams) > 1 and g.teams[team].vehicle and not g.sees(team, enemy):
                continue  # together they fire only at what each of them sees (HAIL-ACT-02)
            if found is not None:
                at.setdefault(enemy, []).append((team, *found))
    best: tuple[int, FireAt] | None = None
    some = sorted(at, key=lambda e: (-sum([w.rof for _, w, _ in at[e]]) * o.harm(e), e))
    for enemy in [e for e in some if o.targets_near(e)][:TARGETS]:
        value = o.volley([(team, weapon) for team, weapon, _ in at[enemy]], enemy)
        if value > 0 and (best is None or value > best[0]):
            who = tuple([team for team, _, _ in at[enemy]])
            guns = tuple([team for team, _, use in at[enemy] if use])
            best = value, FireAt(enemy, who, guns)
    return best


# ------------------------------------------------------------------ assaults


def best_charges(
    o: Outlook, teams: Sequence[TeamId], fired_at: Sequence[TeamId] = ()
) -> tuple[int, tuple[ChargeAt, ...]]:
    """Charges that pay: two on each enemy, the best first. fired_at: who is fired at before."""
    g = o.g
    left = [t for t in teams if not g.teams[t].row.leader and not g.teams[t].row.observer]
    found: list[ChargeAt] = []
    total = 0
    while left:
        best: tuple[int, list[TeamId], TeamId] | None = None
        for enemy in o.theirs:
            if any(charge.enemy == enemy for charge in found):
                continue
            able = _chargers(o, left, enemy)
            for crowd in (able[:1], able[:2]):
                if crowd:
                    value = o.charge(crowd, enemy, enemy in fired_at)
                    if value > 0 and (best is None or value > best[0]):
                        best = value, crowd, enemy
        if best is None:
            break
        value, crowd, enemy = best
        total += value
        found += [ChargeAt(team, enemy) for team in crowd]
        left = [team for team in left if team not in crowd]
    return total, tuple(found)


def _chargers(o: Outlook, teams: Sequence[TeamId], enemy: TeamId) -> list[TeamId]:
    """Return the Teams that can charge an enemy: the fittest and nearest first, a Small Team
    last."""
    g = o.g
    able: list[TeamId] = []
    near = [t for t in teams if g.within(t, enemy, ASSAULT_REACH) and not g.teams[t].suppressed]
    near.sort(
        key=lambda t: (
            g.teams[t].row.small,
            g.teams[t].row.assault,
            g.teams[t].points,
            distance2(g.teams[t].spot, g.teams[enemy].spot),
        )
    )
    for team in near:
        if len(able) < 2:
            given = [Charge(other, enemy) for other in able]
            if why_not_charge(g, given, Charge(team, enemy)) is None:
                able.append(team)
    return able


# ------------------------------------------------------------------ moves


def moves(
    o: Outlook,
    teams: Sequence[TeamId],
    taken: Sequence[Spot] = (),
    promised: Sequence[TeamId] = (),
    exact: bool = True,
) -> Iterator[tuple[int, Go | Board]]:
    """The best step of each Team that has one, or its ride. taken: where others go. promised:
    carriers that others are ordered to."""
    if not o.g.battle.objectives:
        return
    where = posts(o)
    ends, carriers = list(taken), list(promised)
    for team in teams:
        post = where[o.g.teams[team].unit]
        found = best_step(o, team, post, ends, exact)
        ride = best_ride(o, team, post, carriers)
        if ride is not None:
            carriers.append(ride[1].carrier)
            yield ride[0] + (found[0] if found is not None else 0), ride[1]
        elif found is not None and (len(teams) == 1 or _in_sight(o, team, found[1][-1])):
            ends.append(found[1][-1])
            yield found[0], Go(team, found[1], apart=False)


def landing(o: Outlook, team: TeamId) -> Plan:
    """A Team that rides gets off, or rides on."""
    unit = o.g.teams[o.g.teams[team].aboard].unit
    found = best_landing(o, team, posts(o)[unit]) if o.g.battle.objectives else None
    return NOTHING if found is None else Plan(found[0], (found[1],), (team,), (team,))


def _in_sight(o: Outlook, team: TeamId, spot: Spot) -> bool:
    """Return True if a vehicle sees its destination, as it must in company (HAIL-ACT-02, H-60)."""
    t = o.g.teams[team]
    return not t.vehicle or o.g.ground.sees(t.stand, Stand(spot, 0))


# ------------------------------------------------------------------ one point


def plan(o: Outlook, teams: Sequence[TeamId], exact: bool = False) -> Plan:
    """The best that these Teams can do together for one point."""
    if o.g.teams[teams[0]].aboard != NO_TEAM:
        return landing(o, teams[0])
    steps = {go.team: (value, go) for value, go in moves(o, teams, exact=exact)}
    found = [_with_fire(o, teams, steps), _plan(o, teams, None, steps)]
    found += list(_with_assault(o, teams))
    return max(found, key=lambda p: p.value)


def _with_fire(
    o: Outlook, teams: Sequence[TeamId], steps: dict[TeamId, tuple[int, Go | Board]]
) -> Plan:
    """Return the plan with fire, except for Teams that gain more from a step."""
    fire = best_fire(o, teams)
    if fire is None:
        return NOTHING
    value, order = fire
    share = value // len(order.teams)
    walkers = [t for t in order.teams if t in steps and steps[t][0] > share]
    if walkers:
        fire = best_fire(o, [t for t in teams if t not in walkers])
        if fire is None:
            return NOTHING
    return _plan(o, teams, fire, steps)


def _plan(
    o: Outlook,
    teams: Sequence[TeamId],
    fire: tuple[int, FireAt] | None,
    steps: dict[TeamId, tuple[int, Go | Board]],
) -> Plan:
    """A Fire order, or none, and the steps of the others, or a second Fire order."""
    orders: list[Order] = [] if fire is None else [fire[1]]
    busy = [] if fire is None else list(fire[1].teams)
    value = 0 if fire is None else fire[0]
    going = [step for team, step in steps.items() if team not in busy]
    walked = sum([step[0] for step in going])
    second = best_fire(o, [t for t in teams if t not in busy]) if fire is not None else None
    if second is not None and second[0] > walked:
        orders.append(second[1])
        value += second[0]
        busy += second[1].teams
    else:
        orders += [go for _, go in going]
        value += walked
        busy += [go.team for _, go in going]
    return _manned(o, teams, value, orders, busy)


def _with_assault(o: Outlook, teams: Sequence[TeamId]) -> Iterator[Plan]:
    """Charges, alone or after fire at whom they go for."""
    worth, charges = best_charges(o, teams)
    if not charges:
        return
    who = [charge.team for charge in charges]
    rest = [t for t in teams if t not in who]
    yield _manned(o, teams, worth, list(charges), who)
    fire = best_fire(o, rest)
    if fire is not None:
        hit = o.targets_near(fire[1].target)
        worth, charges = best_charges(o, who, hit)
        orders = [fire[1], *charges]
        busy = [*fire[1].teams, *[charge.team for charge in charges]]
        yield _manned(o, teams, worth + fire[0], orders, busy)


def _manned(
    o: Outlook, teams: Sequence[TeamId], value: int, orders: Sequence[Order], busy: list[TeamId]
) -> Plan:
    """With who rallies, and the Leader; what checks and a change of column cost is taken off."""
    g = o.g
    active = list(busy)
    for team in teams:
        t = g.teams[team]
        back = o.steady(team) if (t.suppressed and not t.points) or (t.points and o.pressed) else 0
        if back:
            value += o.worth(team) * back // (SURE * SHAKEN)
            if team not in active:
                active.append(team)
    leaders = [t for t in teams if g.teams[t].row.leader]
    if len(active) > 1 and leaders and leaders[0] not in active:
        active.append(leaders[0])
    walking = [order.team for order in orders if isinstance(order, Go | Board | ChargeAt)]
    for team in active:
        points = g.teams[team].points
        still = o.loss(team, points)
        if not o.pressed:
            value -= still // SUNK
        if team in walking:
            value -= o.loss(team, points, moving=True) - still
    active.sort(key=lambda t: (not g.teams[t].row.leader, t))
    return Plan(value, tuple(orders), tuple(active), tuple(teams))


# ------------------------------------------------------------------ barrages


def best_call(o: Outlook, unit: UnitId, first: bool = True) -> Plan:
    """The barrage of a Unit, called with the first Order Point of a turn."""
    g = o.g
    seers = [t for t in g.members(unit) if g.teams[t].row.observer or g.teams[t].row.barrage]
    best = NOTHING
    for team in seers:
        t = g.teams[team]
        if t.activated or t.done or t.pledged or why_no_call(g, team, first) is not None:
            continue
        direct = t.row.barrage is not None
        if direct and not t.ready:
            continue
        found = best_aim(o, unit, team, exact=direct)
        if found is not None:
            value = found[0] if direct else found[0] // LATER
            if value > best.value:
                best = Plan(value, (CallBarrage(team),), (team,))
    return best


def best_aim(o: Outlook, unit: UnitId, observer: TeamId, exact: bool) -> tuple[int, Spot] | None:
    """Where a barrage is aimed: at an enemy who is seen, or between two. exact: it falls where it
    is aimed."""
    g = o.g
    weight = weight_of(g, unit)
    if weight is None:
        return None
    best: tuple[int, Spot] | None = None
    for enemy in o.theirs:
        spot = g.teams[enemy].spot
        if not g.sees(observer, enemy):
            continue
        firing = firing_mortars(g, unit, spot) if mortars(g, unit) else []
        if not firing and g.units[unit].off_board is None:
            continue
        radius = barrage_radius(g, unit, weight, len(firing))
        value = o.shelled(spot, radius, weight.points)
        if value <= 0:
            continue
        if not exact:
            value = _scattered(o, spot, radius, weight.points, value)
        if best is None or value > best[0]:
            best = value, spot
    return best


def _scattered(o: Outlook, spot: Spot, radius: int, points: int, there: int) -> int:
    """Return the overall worth, if the barrage is held where it would fall badly."""
    total = 0
    for die in DEVIATIONS:
        for face in range(1, 13, 2):
            fallen = deviated(spot, die, face)
            total += max(0, o.shelled(fallen, radius, points)) if fallen is not None else 0
    return (there + (ON_THE_POINT - 1) * total // (6 * len(DEVIATIONS))) // ON_THE_POINT


# ------------------------------------------------------------------ the next order


def next_order(o: Outlook, declaring: Declaring) -> Order | None:
    """Return the next order to declare in an activation; None for nothing more."""
    left = declaring.left()
    if o.g.teams[declaring.teams[0]].aboard != NO_TEAM:
        return None if declaring.orders else next(iter(landing(o, left[0]).orders), None)
    if not declaring.orders:
        call = CallBarrage(declaring.teams[0])
        if declaring.first and call.why_not(o.g, declaring) is None:
            return call
        return _next(plan(o, left, exact=True).orders)
    last = declaring.orders[-1]
    if last.charges:
        found_charges = best_charges(o, left, _fired(o, declaring))[1]
        open_at = [c.enemy for c in last.charges]
        for charge in _supporting(o, left, last.charges, open_at) or found_charges:
            if charge.why_not(o.g, declaring) is None:
                return charge
    elif last.fires is not None:
        worth, charges = best_charges(o, left, _fired(o, declaring))
        steps = list(moves(o, left))
        if charges and worth >= sum([value for value, _ in steps]):
            return charges[0]
        second = best_fire(o, left)
        if second is not None and second[0] > sum([value for value, _ in steps]):
            return second[1]
        return _next([go for _, go in steps])
    going = [move for order in declaring.orders for move in order.moves]
    if last.moves:
        taken = [move.path[-1] for move in going if move.path and move.carrier == NO_TEAM]
        promised = [move.carrier for move in going if move.carrier != NO_TEAM]
        steps = list(moves(o, left, taken, promised))
        if steps:
            return _next([go for _, go in steps])
    fire = best_fire(o, left)
    return fire[1] if fire is not None and len(declaring.orders) < 2 else None


def _next(orders: Sequence[Order]) -> Order | None:
    """Return the first of these; Moves that follow each other in one answer (H-77)."""
    going = list(takewhile(lambda order: isinstance(order, Go), orders))
    legs = [Leg(order.team, order.path) for order in going if isinstance(order, Go)]
    if len(legs) > 1:
        return March(tuple(legs), apart=False)
    return orders[0] if orders else None


def _fired(o: Outlook, declaring: Declaring) -> list[TeamId]:
    """Return the Teams that may be hit by the declared fire."""
    return [
        enemy
        for order in declaring.orders
        if order.fires is not None
        for enemy in o.targets_near(order.fires.target)
    ]


def _supporting(
    o: Outlook, left: Sequence[TeamId], charges: Sequence[Charge], enemies: Sequence[TeamId]
) -> list[ChargeAt]:
    """Return charges beside a Team that is alone so far, where two are better than one."""
    for enemy in enemies:
        alone = [c.team for c in charges if c.enemy == enemy]
        if len(alone) == 1:
            for team in _chargers(o, [*alone, *left], enemy):
                if team in left and o.charge([*alone, team], enemy) > o.charge(alone, enemy):
                    return [ChargeAt(team, enemy)]
    return []
