"""Which events of OWM have a short animation, and between which Fireteams and Terrains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owm_net.client.scene.animation import Animation, AnimationKind, Site
from owm_net.client.tables.owm.shown import state_in
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.owm.actions.attack import Aimed
from owm_net.games.owm.actions.attack_truck import TruckTotalled
from owm_net.games.owm.assault import AssaultBegun, DuelBegun
from owm_net.games.owm.damage import Killed, Routed, Suppressed
from owm_net.games.owm.decisions.grenade import GrenadeBursts
from owm_net.games.owm.decisions.smoke import SmokeRises
from owm_net.games.owm.ids import NO_CELL, Cell, FireteamId, SoldierId
from owm_net.games.owm.missions.burning_bridges import BridgeDown
from owm_net.games.owm.missions.supply_truck import truck_of
from owm_net.games.owm.operations.artillery import ShellsLand
from owm_net.games.owm.operations.satchel_charge import Exploded
from owm_net.games.owm.state import OwmState


def animations(view: View[Any], event: Event) -> Iterator[Animation]:
    """Yield what is shown of an event."""
    g = state_in(view)
    match event:
        case Aimed():
            yield _shot(_of(g, event.target), _of(g, event.soldier))
        case TruckTotalled():
            truck = truck_of(g)
            if truck is not None:
                yield _shot(_terrain(truck.cell), _of(g, event.soldier))
        case GrenadeBursts():
            yield Animation(AnimationKind.BURST, _team(event.target))
        case Exploded() | BridgeDown():
            yield Animation(AnimationKind.BURST, _terrain(event.cell))
        case ShellsLand() if event.cell != NO_CELL:
            yield Animation(AnimationKind.BURST, _terrain(event.cell))
        case SmokeRises():
            yield Animation(AnimationKind.SMOKE, _terrain(event.cell))
        case AssaultBegun():
            yield Animation(AnimationKind.CLASH, _team(event.target), _team(event.fireteam))
        case DuelBegun():
            yield Animation(AnimationKind.CLASH, _of(g, event.target), _of(g, event.soldier))
        case Suppressed() | Killed() | Routed():
            yield Animation(AnimationKind.MARK, _of(g, event.soldier))
        case _:
            pass


def _shot(at: Site, origin: Site) -> Animation:
    return Animation(AnimationKind.SHOT, at, origin)


def _team(fireteam: FireteamId) -> Site:
    return Site.of(f"team:{fireteam}")


def _of(g: OwmState, soldier: SoldierId) -> Site:
    """The token of a soldier's Fireteam; nowhere, if the soldier is gone."""
    teams = [team.id for team in g.fireteams.values() if soldier in team.line]
    return Site(tuple([f"team:{team}" for team in teams]))


def _terrain(cell: Cell) -> Site:
    return Site.of(f"cell:{cell}")
