"""The display of events: the shot with its dice, its modifiers, the result."""

from __future__ import annotations

from typing import Any

from owm_net.client.language import tr
from owm_net.client.maps.telling import SHOWN, die, roll
from owm_net.client.match.present import Beat, Strip
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.nco.attack import Fired, Scattered, ToHit, Wounded
from owm_net.games.nco.interrupts import BreakdownRoll
from owm_net.games.nco.melee import FightRound
from owm_net.games.nco.orders.rally import Rallied


def beat(view: View[Any] | None, event: Event, strip: Strip) -> Beat:
    """Change the strip, and say how long it is to be looked at."""
    if view is None:
        return Beat()
    if isinstance(event, ToHit):
        strip.clear_cards()
        strip.cards = [die(n) for n in event.faces]
        strip.total = f"{event.need}+"
        target = tr(_words(view, event)).partition(":")[0]
        strip.notes = [f"{tr(name)} {change:+d}" for name, change in event.changes]
        if target not in tr(strip.subtitle):  # who fires stands there; at whom, unless at an area
            strip.notes.insert(0, tr("at {target}", target=target))
        if event.hits > 1:
            strip.outcome = tr("{hits} hits", hits=event.hits)
        else:
            strip.outcome = tr("hit") if event.hits else tr("missed")
        return Beat(SHOWN)
    if isinstance(event, Wounded):
        target, _, wound = tr(_words(view, event)).partition(": ")
        told = target in tr(strip.subtitle) or tr("at {target}", target=target) in strip.notes
        named = told and strip.cards
        strip.outcome = wound if named else f"{target}: {wound}"
        return Beat(SHOWN)
    if isinstance(event, Fired):
        roll(strip, _words(view, event))
        return Beat(SHOWN / 2, starts=True)
    if isinstance(event, Scattered | BreakdownRoll | Rallied):
        roll(strip, _words(view, event), (event.die,))
        return Beat(SHOWN)
    if isinstance(event, FightRound):
        roll(strip, _words(view, event), event.faces)
        return Beat(SHOWN)
    if event.headline:
        roll(strip, _words(view, event))
        return Beat(SHOWN / 2)
    return Beat()


def _words(view: View[Any], event: Event) -> str:
    return event.sentence(view.state)
