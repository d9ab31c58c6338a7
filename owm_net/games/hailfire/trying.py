"""Orders worth considering: for offers, and by chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.games.hailfire.ids import NO_TEAM, Spot, TeamId, opponent
from owm_net.games.hailfire.orders import (
    Board,
    CallBarrage,
    ChargeAt,
    Declaring,
    FireAt,
    GetOff,
    Go,
    Order,
    TurnTo,
)
from owm_net.games.hailfire.shooting import near_target, why_holds_fire, why_not_fire
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import ASSAULT_REACH, BOARDING, DIRECTIONS, HIGH, WIDE, TeamClass

REACH = 1400
"""How far an offered move goes: more than most rolls allow."""
SELDOM = 8
"""Once in so many fires chance looks at enemies that the Team does not see."""


def orders_of(g: HailfireState, declaring: Declaring) -> Iterator[Order]:
    """Fire at each enemy in reach, moves to what counts, charges, barrages."""
    left = declaring.left()
    firing = [t for t in left if why_holds_fire(g, t, guns=False) is None]
    second = [t for t in firing if g.teams[t].row.rof and g.teams[t].row.machine_guns]
    for enemy in g.enemies(declaring.teams[0]) if firing else ():
        around = near_target(g, enemy)
        main = _who_fires(g, declaring, firing, enemy, around, guns=False)
        if main:
            yield FireAt(enemy, main, ())
        guns = () if g.teams[enemy].vehicle else second
        sprayed = _who_fires(g, declaring, guns, enemy, around, guns=True)
        if sprayed:
            yield FireAt(enemy, sprayed, sprayed)
    for team in left:
        yield from rides(g, team)
        if g.teams[team].row.observer or g.teams[team].row.barrage is not None:
            yield CallBarrage(team)
        for goal in goals(g, team):
            path = towards(g, team, goal, REACH)
            if path is not None:
                yield Go(team, (path,), apart=False)
        for enemy in g.around(team, ASSAULT_REACH, opponent(g.teams[team].seat)):
            yield ChargeAt(team, enemy)


def _who_fires(
    g: HailfireState,
    declaring: Declaring,
    teams: Sequence[TeamId],
    enemy: TeamId,
    around: list[TeamId],
    *,
    guns: bool,
) -> tuple[TeamId, ...]:
    """Return which of these Teams could fire at an enemy. around: the Teams near it."""
    spot = g.teams[enemy].spot
    return tuple(
        t
        for t in teams
        if why_not_fire(g, t, enemy, guns, around) is None and declaring.sees(g, t, spot)
    )


def rides(g: HailfireState, team: TeamId) -> Iterator[Order]:
    """Boarding each own carrier, straight on, or getting off in each direction (HAIL-PORG-06)."""
    t = g.teams[team]
    if not g.options.transport or t.row.team_class is not TeamClass.INFANTRY:
        return
    if t.aboard != NO_TEAM:
        x, y = g.teams[t.aboard].spot
        far = BOARDING + t.row.team_class.radius
        for dx, dy in DIRECTIONS:
            yield GetOff(team, Spot((x + far * dx // 1000, y + far * dy // 1000)))
        return
    for carrier in g.on_table(t.seat):
        if g.teams[carrier].row.carrier:
            if g.within(team, carrier, BOARDING):
                yield Board(team, carrier, ())
            else:
                yield Board(team, carrier, (beside(g, team, carrier),))


def beside(g: HailfireState, team: TeamId, carrier: TeamId) -> Spot:
    """A place on the way to a carrier, near enough to board it."""
    a, b = g.teams[team].spot, g.teams[carrier].spot
    whole = length(a, b)
    return Spot(along(a, b, max(1, whole - BOARDING), whole))


def goals(g: HailfireState, team: TeamId) -> list[Spot]:
    """Return the places a Team may want to go to: objectives."""
    return [Spot(o.at) for o in g.battle.objectives]


def towards(g: HailfireState, team: TeamId, goal: Spot, most: int) -> Spot | None:
    """A place straight towards another one."""
    spot = g.teams[team].spot
    whole = length(spot, goal)
    if not whole:
        return None
    return goal if whole <= most else Spot(along(spot, goal, most, whole))


def any_order(g: HailfireState, declaring: Declaring, chance: Chance) -> Order | None:
    """An allowed order by chance; None where none is found."""
    left = declaring.left()
    for _ in range(4):
        team = left[chance.below(len(left))]
        order = any_deed(g, declaring, team, chance) if chance.below(3) else None
        if order is None:
            order = any_move(g, team, chance)
        if order.why_not(g, declaring) is None:
            return order
    turn = TurnTo(left[0], Spot((chance.below(WIDE), chance.below(HIGH))))
    return turn if turn.why_not(g, declaring) is None else None


def any_deed(g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance) -> Order | None:
    """A ride, a call, a charge or fire by chance, as this Team can; it may be illegal. None where
    it sees nothing to do."""
    row = g.teams[team].row
    riding = list(rides(g, team)) if g.options.transport else []
    if riding and chance.below(2):
        return riding[chance.below(len(riding))]
    if (row.observer or row.barrage is not None) and chance.below(2):
        return CallBarrage(team)
    enemies = g.enemies(team)
    close = g.around(team, ASSAULT_REACH, opponent(g.teams[team].seat))
    if close and chance.below(2):
        return ChargeAt(team, close[chance.below(len(close))])
    guns = bool(row.rof and row.machine_guns and chance.below(2))
    if why_holds_fire(g, team, guns) is not None:
        return None
    if not enemies:  # they are all under blinds
        return None
    seen = [enemy for enemy in enemies if g.sees(team, enemy)]
    if not seen or chance.below(SELDOM) == 0:
        seen = enemies  # one that it does not see may stand near one that it sees
    enemy = seen[chance.below(len(seen))]
    if chance.below(3) == 0:
        return FireAt(enemy, (team,), (team,) if guns else ())
    around = near_target(g, enemy)
    friends = [t for t in declaring.left() if not guns or g.teams[t].row.machine_guns]
    teams = _who_fires(g, declaring, friends, enemy, around, guns=guns)
    return FireAt(enemy, teams, teams if guns else ())


def any_move(g: HailfireState, team: TeamId, chance: Chance) -> Order:
    """A path of one or two legs by chance; it may be illegal."""
    spot, path = g.teams[team].spot, []
    wanted = goals(g, team)
    for _ in range(1 + chance.below(2)):
        if wanted and chance.below(2):
            x, y = wanted[chance.below(len(wanted))]
        else:
            x, y = chance.below(WIDE), chance.below(HIGH)
        whole = max(1, length(spot, (x, y)))
        spot = Spot(along(spot, (x, y), min(whole, 100 + chance.below(800)), whole))
        path.append(spot)
    return Go(team, tuple(path), apart=chance.below(6) == 0)
