"""A greedy player of Heroes: `docs/strength.md` tells how the computer player does against it."""

from __future__ import annotations

from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.heroes.driving import OrderDrive
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.ids import Space
from owm_net.games.heroes.orders import TURN, OrderFire, OrderMove
from owm_net.games.heroes.set_up import DEPLOY, Deploy
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.supply import SUPPLY_MOVE, SupplyMove
from owm_net.games.heroes.tokens import LAY, Lay, bearer_of
from owm_net.games.heroes.vehicles import way_of


def greedy(system: System, view: View[Any], chance: Chance) -> Answer:
    """Lay tokens where an enemy is nearest. Fire at the dearest enemy; else assault the dearest;
    else go to the nearest objective, in Supply too. Deploy near one. Everything else by chance."""
    g: HeroesState = view.state
    kind = agenda.kind_of(view)
    if kind not in (TURN, DEPLOY, LAY, SUPPLY_MOVE):
        return agenda.sample(view, chance)
    deeds: list[tuple[int, Answer]] = []
    found = list(agenda.options(view))
    chance.shuffle(found)
    for a in found:
        if isinstance(a, OrderFire) and a.targets and not a.suppressive:
            deeds.append((3000 + sum([_points(g, target) for target in a.targets]), a))
        elif isinstance(a, OrderMove) and a.target >= 0:
            deeds.append((1000 + _points(g, a.target), a))
        elif isinstance(a, OrderMove | SupplyMove) and a.path:
            deeds.append((500 - _far(g, a.path[-1]), a))
        elif isinstance(a, OrderDrive) and a.manoeuvres:
            space, _ = way_of(g.units[bearer_of(g, a.token)], a.manoeuvres)[-1]
            deeds.append((500 - _far(g, space), a))
        elif isinstance(a, Deploy):
            deeds.append((500 - _far(g, a.space), a))
        elif isinstance(a, Lay):
            here = g.units[a.unit].at
            deeds.append((-min([distance(here, e.at) for _, e in g.enemies(view.seat)]), a))
    return max(deeds, key=lambda deed: deed[0])[1] if deeds else agenda.sample(view, chance)


def _points(g: HeroesState, unit: int) -> int:
    return g.units[unit].up.strongest


def _far(g: HeroesState, space: Space) -> int:
    spaces = [s for objective in g.battle.objectives for s in objective.spaces]
    return min([distance(space, s) for s in spaces], default=0)
