"""Which events of Hailfire have a short animation, and between which Teams and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owm_net.client.free_map.chart import FreeChart
from owm_net.client.maps.chart import ANYWHERE
from owm_net.client.scene.animation import Animation, AnimationKind, Site
from owm_net.client.tables.hailfire.common import SIZE, is_turned
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.hailfire.artillery import BarrageFell
from owm_net.games.hailfire.assault import AssaultCheck, CloseFire, Winded
from owm_net.games.hailfire.checks import FireCheck, Rfc
from owm_net.games.hailfire.damage import Destroyed
from owm_net.games.hailfire.ids import SEATS, TeamId
from owm_net.games.hailfire.shooting import Fired


def animations(view: View[Any], event: Event) -> Iterator[Animation]:
    """Yield what is shown of an event."""
    match event:
        case Fired():
            yield Animation(AnimationKind.SHOT, _team(event.target), _team(event.firer))
        case CloseFire():
            yield Animation(AnimationKind.SHOT, _team(event.enemy), _team(event.team))
        case AssaultCheck():
            yield Animation(AnimationKind.CLASH, _team(event.enemy), _team(event.team))
        case BarrageFell():
            turned = is_turned(view.state, SEATS[max(0, view.seat)])
            chart = FreeChart.within(ANYWHERE, SIZE, turned)
            at = chart.site(chart.at(event.spot), event.radius)
            yield Animation(AnimationKind.BURST, at)
        case Destroyed():
            yield Animation(AnimationKind.BURST, _team(event.team))
        case Winded():
            yield Animation(AnimationKind.MARK, _team(event.team))
        case FireCheck() if event.result is not Rfc.READY:
            yield Animation(AnimationKind.MARK, _team(event.team))
        case _:
            pass


def _team(team: TeamId) -> Site:
    return Site.of(f"team:{team}.art", f"team:{team}", size=0.8)
