"""The computer player's plans for some Teams and one point, with their worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, takewhile

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
from owm_net.games.hailfire.computer.weighing import SHAKEN, SUNK, SURE, Outlook
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
from owm_net.games.hailfire.state import Team
from owm_net.games.hailfire.terms import ASSAULT_REACH, ON_THE_POINT, TeamClass

TARGETS = 6
"""Targets that are reckoned with for one order."""
DEVIATIONS = (2, 4, 6, 8)
"""Faces of the deviation that stand for all but the last."""
AIMED = 4
"""Aim points whose deviation is reckoned with, the best without it."""
APART = 700
"""A barrage may be aimed between two enemies who are no farther apart."""
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


def best_fire(
    o: Outlook, teams: Sequence[TeamId], struck: Sequence[TeamId] = (), splits: bool = False
) -> tuple[int, FireAt] | None:
    """The Fire order of some of these Teams that brings most. struck: whom an order before it may
    hit. splits: some of them are left for a second order, where that brings more."""
    key = (*teams, NO_TEAM, *struck, splits)
    if key not in o.fires:
        o.fires[key] = _best_fire(o, teams, struck, splits)
    return o.fires[key]


def _best_fire(
    o: Outlook, teams: Sequence[TeamId], struck: Sequence[TeamId], splits: bool
) -> tuple[int, FireAt] | None:
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
    best: tuple[int, TeamId] | None = None
    some = sorted(at, key=lambda e: (-sum([w.rof for _, w, _ in at[e]]) * o.harm(e), e))
    some = [e for e in some if o.targets_near(e)][:TARGETS]
    for enemy in some:
        at[enemy] = _worth_it(o, at[enemy], enemy, struck)
        value = o.volley([(team, weapon) for team, weapon, _ in at[enemy]], enemy, struck)
        if value > 0 and (best is None or value > best[0]):
            best = value, enemy
    if best is None:
        return None
    value, enemy = best
    left = _left_over(o, at, enemy, value, some) if splits else []
    who = [shot for shot in at[enemy] if shot[0] not in left]
    if left:
        value = o.volley([(team, weapon) for team, weapon, _ in who], enemy, struck)
    guns = tuple([team for team, _, use in who if use])
    return value, FireAt(enemy, tuple([team for team, _, _ in who]), guns)


Shot = tuple[TeamId, Weapon, bool]
"""Who fires, with what; True for machine guns."""


def _worth_it(o: Outlook, shots: list[Shot], enemy: TeamId, struck: Sequence[TeamId]) -> list[Shot]:
    """Return the shots without those of Teams who had better leave the fire on them unchecked."""
    g = o.g
    if o.pressed or len(shots) == 1:
        return shots
    kept = shots
    for shot in shots:
        cost = o.loss(shot[0], g.teams[shot[0]].points) // SUNK
        if cost and len(kept) > 1:
            rest = [other for other in kept if other != shot]
            with_it = o.volley([(team, weapon) for team, weapon, _ in kept], enemy, struck)
            without = o.volley([(team, weapon) for team, weapon, _ in rest], enemy, struck)
            if with_it - without < cost:
                kept = rest
    return kept


def _left_over(
    o: Outlook, at: dict[TeamId, list[Shot]], first: TeamId, value: int, some: Sequence[TeamId]
) -> list[TeamId]:
    """Return those of whose fire at the first Target little is lost, if they fire at another one:
    a Hit more on who has had one is no Hit (HAIL-ALLOC-03)."""
    best, found = value, list[TeamId]()
    hit = o.targets_near(first)
    for other in some:
        if other in hit:
            continue
        whole, going = value, list[tuple[TeamId, Weapon]]()
        staying = [(team, weapon) for team, weapon, _ in at[first]]
        for team, weapon, _ in at[other]:
            rest = [shot for shot in staying if shot[0] != team]
            if not rest or len(rest) == len(staying):
                continue
            both = o.volley(rest, first) + o.volley([*going, (team, weapon)], other, hit)
            if both > whole:
                whole, staying = both, rest
                going.append((team, weapon))
        if whole > best:
            best, found = whole, [team for team, _ in going]
    return found


# ------------------------------------------------------------------ assaults


def best_charges(
    o: Outlook, teams: Sequence[TeamId], fired_at: Sequence[TeamId] = ()
) -> tuple[int, tuple[ChargeAt, ...]]:
    """Charges that pay: two on each enemy, the best first. fired_at: who is fired at before."""
    g = o.g
    left = [t for t in teams if not _keeps_off(g.teams[t])]
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


def _keeps_off(t: Team) -> bool:
    """Return True for a Leader, an observer or a gun: they do more elsewhere."""
    return t.row.leader or t.row.observer or t.row.team_class is TeamClass.GUN


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
    going: Mapping[TeamId, Spot] | None = None,
    promised: Sequence[TeamId] = (),
    exact: bool = True,
) -> Iterator[tuple[int, Go | Board]]:
    """The best step of each Team that has one, or its ride. going: who has a Move already, and
    where it ends. promised: carriers that others are ordered to."""
    if not o.g.battle.objectives:
        return
    where = posts(o)
    ends, carriers = dict(going or {}), list(promised)
    for team in teams:
        post = where[o.g.teams[team].unit]
        found = best_step(o, team, post, ends, exact)
        ride = best_ride(o, team, post, carriers)
        if ride is not None:
            carriers.append(ride[1].carrier)
            yield ride[0] + (found[0] if found is not None else 0), ride[1]
        elif found is not None and (len(teams) == 1 or _in_sight(o, team, found[1][-1])):
            ends[team] = found[1][-1]
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
    if exact and len(teams) > 1:
        found.append(_with_fire(o, teams, steps, splits=True))
    found += list(_with_assault(o, teams))
    return max(found, key=lambda p: p.value)


def _with_fire(
    o: Outlook,
    teams: Sequence[TeamId],
    steps: dict[TeamId, tuple[int, Go | Board]],
    splits: bool = False,
) -> Plan:
    """Return the plan with fire, except for Teams that gain more from a step."""
    fire = best_fire(o, teams, splits=splits)
    if fire is None:
        return NOTHING
    value, order = fire
    share = value // len(order.teams)
    walkers = [t for t in order.teams if t in steps and steps[t][0] > share]
    if walkers:
        fire = best_fire(o, [t for t in teams if t not in walkers], splits=splits)
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
    second = None
    if fire is not None:
        rest = [t for t in teams if t not in busy]
        second = best_fire(o, rest, o.targets_near(fire[1].target))
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
    found: list[tuple[int, int, Spot]] = []
    for spot in _aim_points(o, observer):
        firing = firing_mortars(g, unit, spot) if mortars(g, unit) else []
        if not firing and g.units[unit].off_board is None:
            continue
        radius = barrage_radius(g, unit, weight, len(firing))
        value = o.shelled(spot, radius, weight.points)
        if value > 0:
            found.append((value, radius, spot))
    found.sort(key=lambda each: -each[0])
    if not exact:
        found = [
            (_scattered(o, spot, radius, weight.points, value), radius, spot)
            for value, radius, spot in found[:AIMED]
        ]
    best = max(found, key=lambda each: each[0], default=None)
    return None if best is None else (best[0], best[2])


def _aim_points(o: Outlook, observer: TeamId) -> Iterator[Spot]:
    """Yield the places of enemies who are seen, and those half way between two of them."""
    g = o.g
    seen = [g.teams[enemy].spot for enemy in o.theirs if g.sees(observer, enemy)]
    yield from seen
    stand = g.teams[observer].stand
    for a, b in combinations(seen, 2):
        if distance2(a, b) <= APART * APART:
            middle = Spot(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2))
            if g.ground.sees(stand, Stand(middle, 0)):
                yield middle


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
        second = best_fire(o, left, _fired(o, declaring))
        if second is not None and second[0] > sum([value for value, _ in steps]):
            return second[1]
        return _next([go for _, go in steps])
    going = [move for order in declaring.orders for move in order.moves]
    if last.moves:
        ends = {m.team: m.path[-1] for m in going if m.path and m.carrier == NO_TEAM}
        promised = [move.carrier for move in going if move.carrier != NO_TEAM]
        steps = list(moves(o, left, ends, promised))
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
