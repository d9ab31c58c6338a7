"""Orders worth considering: for offers, and by chance."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.orders import (
    CallBarrage,
    ChargeAt,
    Declaring,
    FireAt,
    Go,
    Order,
    TurnTo,
)
from owm_net.games.hailfire.shooting import why_not_fire
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE, TeamClass

REACH = 1400
"""How far an offered move goes: more than most rolls allow."""


def orders_of(g: HailfireState, declaring: Declaring) -> Iterator[Order]:
    """Fire at each enemy in reach, moves to what counts, charges, barrages."""
    left = declaring.left()
    for enemy in g.enemies(declaring.teams[0]):
        spot = g.teams[enemy].spot
        seeing = [t for t in left if declaring.sees(g, t, spot)]
        firing = [t for t in seeing if why_not_fire(g, t, enemy, guns=False) is None]
        if firing:
            yield FireAt(enemy, tuple(firing), ())
        guns = [
            t
            for t in seeing
            if g.teams[t].row.rof and g.teams[t].row.machine_guns and not g.teams[enemy].vehicle
        ]
        guns = [t for t in guns if why_not_fire(g, t, enemy, guns=True) is None]
        if guns:
            yield FireAt(enemy, tuple(guns), tuple(guns))
    for team in left:
        if g.teams[team].row.observer or g.teams[team].row.barrage is not None:
            yield CallBarrage(team)
        for goal in goals(g, team):
            path = towards(g, team, goal, REACH)
            if path is not None:
                yield Go(team, (path,), apart=False)
        if g.teams[team].row.team_class is TeamClass.INFANTRY:
            for enemy in g.enemies(team):
                yield ChargeAt(team, enemy)


def goals(g: HailfireState, team: TeamId) -> list[Spot]:
    """What a Team may want to go to: objectives."""
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
    offers = [o for o in orders_of(g, declaring) if not isinstance(o, Go)]
    for _ in range(3):
        if offers and chance.below(2):
            order: Order = offers[chance.below(len(offers))]
            if isinstance(order, FireAt) and len(order.teams) > 1 and chance.below(3) == 0:
                order = FireAt(order.target, order.teams[:1], order.guns[:1])
        else:
            order = any_move(g, left[chance.below(len(left))], chance)
        if order.why_not(g, declaring) is None:
            return order
    turn = TurnTo(left[0], Spot((chance.below(WIDE), chance.below(HIGH))))
    return turn if turn.why_not(g, declaring) is None else None


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
