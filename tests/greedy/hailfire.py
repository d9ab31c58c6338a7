"""A greedy player of Hailfire: `docs/strength.md` tells how the computer player does against it."""

from __future__ import annotations

from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import distance2
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.hailfire.artillery import AIM
from owm_net.games.hailfire.damage import dice_on_armour
from owm_net.games.hailfire.ids import TeamId
from owm_net.games.hailfire.orders import ORDER, CallBarrage, ChargeAt, FireAt, Go, March
from owm_net.games.hailfire.set_up import PLACE
from owm_net.games.hailfire.shooting import weapon_of
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.turn import ACTIVATE, Activate
from owm_net.games.hailfire.victory import wanted


def greedy(system: System, view: View[Any], chance: Chance) -> Answer:
    """Activate one Unit after the other. Fire at the dearest enemy whom somebody can hurt; else
    assault the dearest in reach; else walk to the nearest objective that is to be taken. Call a
    barrage where an observer sees anybody, and answer everything else by chance."""
    g: HailfireState = view.state
    kind, found = agenda.kind_of(view), agenda.options(view)
    if kind is ACTIVATE:
        return next((a for a in found if isinstance(a, Activate)), Pass())
    if kind is not ORDER:
        first = kind in (AIM, PLACE) and bool(found)
        return found[0] if first else agenda.sample(view, chance)
    deeds: list[tuple[int, Answer]] = []
    places = [g.battle.objectives[n].at for n in wanted(g) if g.holders[n] != view.seat]
    for a in found:
        if isinstance(a, CallBarrage) and g.seen_by(a.observer):
            deeds.append((9000, a))
        elif isinstance(a, FireAt) and any(_hurts(g, team, a) for team in a.teams):
            deeds.append((3000 + _points(g, a.target) + len(a.guns), a))
        elif isinstance(a, ChargeAt):
            deeds.append((1000 + _points(g, a.enemy), a))
        elif isinstance(a, Go | March) and places:
            team, end = (a.team, a.path[-1]) if isinstance(a, Go) else (a.teams[0], a.middle)
            here = g.teams[team].spot
            goal = min(places, key=lambda at: distance2(here, at))
            if end is not None and distance2(here, end) > distance2(end, goal):
                deeds.append((500 if isinstance(a, March) else 1, a))
    return max(deeds, key=lambda deed: deed[0])[1] if deeds else Pass()


def _points(g: HailfireState, team: TeamId) -> int:
    return g.teams[team].row.costs(g.unit_of(team).quality)


def _hurts(g: HailfireState, team: TeamId, order: FireAt) -> bool:
    weapon, target = weapon_of(g, team, team in order.guns), order.target
    armour = g.armour(target, g.teams[team].spot)
    vehicle = g.teams[target].vehicle
    return weapon is not None and not (vehicle and not dice_on_armour(weapon.at, armour).number)
