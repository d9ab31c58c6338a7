"""Which events of Heroes of Normandie have a short animation, and between which units and
spaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owm_net.client.grid_map.chart import GridChart
from owm_net.client.maps.chart import ANYWHERE
from owm_net.client.scene.animation import Animation, AnimationKind, Site
from owm_net.client.tables.heroes.common import plane_of
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Assaulted
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.cards.artillery import CameDown
from owm_net.games.heroes.cards.lone_marksman import Sniped
from owm_net.games.heroes.damage import Eliminated, Reduced, Suppressed
from owm_net.games.heroes.goliath import Detonated
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.smoke import SmokeLaid
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.structures import Collapsed

BROAD = 1.2
"""The radius of a strike or of smoke about an intersection, in spaces."""


def animations(view: View[Any], event: Event) -> Iterator[Animation]:
    """Yield what is shown of an event."""
    g: HeroesState = view.state
    match event:
        case ShotFired():
            yield Animation(AnimationKind.SHOT, _unit(event.target), _unit(event.firer))
        case Sniped():
            yield Animation(AnimationKind.SHOT, _unit(event.unit))
        case Blasted():
            yield Animation(AnimationKind.BURST, _unit(event.target))
        case Detonated():
            yield Animation(AnimationKind.BURST, _unit(event.unit))
        case CameDown() | SmokeLaid():
            falls = isinstance(event, CameDown)
            kind = AnimationKind.BURST if falls else AnimationKind.SMOKE
            chart = GridChart.within(ANYWHERE, plane_of(g))
            yield Animation(kind, chart.site(chart.corner(event.vertex), BROAD))
        case Collapsed():
            chart = GridChart.within(ANYWHERE, plane_of(g))
            yield Animation(AnimationKind.SMOKE, chart.site(chart.at(event.space), 1))
        case Assaulted():
            yield Animation(AnimationKind.CLASH, _unit(event.defender), _unit(event.attacker))
        case Suppressed() | Reduced() | Eliminated():
            yield Animation(AnimationKind.MARK, _unit(event.unit))
        case _:
            pass


def _unit(unit: UnitId) -> Site:
    return Site.of(f"unit:{unit}")
