"""Which events of NCO have a short animation, and between which soldiers and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owm_net.client.maps.chart import ANYWHERE
from owm_net.client.scene.animation import Animation, AnimationKind, Site
from owm_net.client.tables.nco.common import chart_of
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.nco.attack import Scattered, ToHit
from owm_net.games.nco.damage import Broken, Casualty, ThrownDown
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.looking import shot_at
from owm_net.games.nco.melee import FightRound
from owm_net.games.nco.terms import CIRCLE


def animations(view: View[Any], event: Event) -> Iterator[Animation]:
    """Yield what is shown of an event."""
    shot = shot_at(view.state)
    match event:
        case Scattered() if shot is not None and shot.aim is not None:
            chart = chart_of(ANYWHERE)
            at = chart.site(chart.at(shot.aim[:2]), CIRCLE)
            yield Animation(AnimationKind.BURST, at, _man(shot.shooter))
        case ToHit() if shot is not None and not shot.row.thrown:
            kind = AnimationKind.BURST if shot.row.area else AnimationKind.SHOT
            yield Animation(kind, _man(event.soldier), _man(shot.shooter))
        case FightRound():
            one, other = event.soldiers
            yield Animation(AnimationKind.CLASH, _man(other), _man(one))
        case ThrownDown() | Broken() | Casualty():
            yield Animation(AnimationKind.MARK, _man(event.soldier))
        case _:
            pass


def _man(soldier: SoldierId) -> Site:
    return Site.of(f"man:{soldier}")
