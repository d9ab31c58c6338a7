"""The display of events: fire and checks with their dice, the numbers needed, the results."""

from __future__ import annotations

from typing import Any

from owm_net.client.language import tr, tr_n
from owm_net.client.maps.telling import SHOWN, roll
from owm_net.client.match.present import Beat, Strip
from owm_net.client.words import capital
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.hailfire.artillery import BarrageFell, RangedIn
from owm_net.games.hailfire.assault import AssaultCheck, CloseFire, Nerve
from owm_net.games.hailfire.checks import FireCheck, RallyCheck
from owm_net.games.hailfire.damage import ArmourRolled
from owm_net.games.hailfire.moving import MoveRolled, TerrainCheck
from owm_net.games.hailfire.shooting import Fired
from owm_net.games.hailfire.terms import HIT
from owm_net.games.hailfire.turn import OrderDice
from owm_net.games.hailfire.words import team_name


def beat(view: View[Any] | None, event: Event, strip: Strip) -> Beat:
    """Change the strip, and say how long it is to be looked at."""
    if view is None:
        return Beat()
    g = view.state
    if isinstance(event, Fired):
        who, whom = tr(team_name(g, event.firer)), tr(team_name(g, event.target))
        roll(strip, capital(tr("{who} fires at {whom}", who=who, whom=whom)), event.faces)
        strip.total = f"{event.number}+"
        strip.notes = [tr("base 4+")]
        strip.notes += [tr("concealed +1")] if event.concealed else []
        strip.notes += [tr("long range +1")] if event.far else []
        hits = sum([face >= event.number for face in event.faces])
        strip.outcome = tr_n("{n} hit", "{n} hits", hits) if hits else tr("missed")
        return Beat(SHOWN, starts=True)
    if isinstance(event, ArmourRolled):
        _armour(view, event, strip)
        return Beat(SHOWN)
    if isinstance(event, FireCheck):
        who = tr(team_name(g, event.team))
        roll(strip, capital(tr("{who} checks received fire", who=who)), event.faces)
        strip.notes = [tr(event.column.word)]
        strip.notes += [tr("one Killed is not enough")] if event.shielded else []
        strip.outcome = tr(event.result.word)
        return Beat(SHOWN)
    if isinstance(event, AssaultCheck | RallyCheck | TerrainCheck) and event.die:
        roll(strip, _words(view, event), (event.die,))
        strip.total = f"{event.number}+"
        if isinstance(event, AssaultCheck):
            number = g.teams[event.team].row.assault
            strip.notes = [tr("Assault Check {n}+", n=number)]
            strip.notes += [tr("support -1")] if event.number < number else []
        else:
            strip.notes = [tr("Quality Check {n}+", n=g.number(event.team))]
        return Beat(SHOWN)
    if isinstance(event, CloseFire):
        roll(strip, _words(view, event), event.faces)
        strip.total = f"{HIT}+"
        strip.notes = [tr("base 4+")]
        return Beat(SHOWN)
    if isinstance(event, MoveRolled | OrderDice):
        roll(strip, _words(view, event), event.faces)
        return Beat(SHOWN)
    if isinstance(event, RangedIn | BarrageFell | Nerve) or event.headline:
        roll(strip, _words(view, event))
        return Beat(SHOWN / 2)
    return Beat()


def _armour(view: View[Any], event: ArmourRolled, strip: Strip) -> None:
    """Ping and Pen dice: what each face does, and what they came to."""
    whom = tr(team_name(view.state, event.team))
    what = tr(
        "Anti-tank {at} on armour {armour}: {whom}", at=event.at, armour=event.armour, whom=whom
    )
    roll(strip, capital(what), event.faces)
    sixes = event.faces.count(6)
    if event.pen:
        strip.notes = [tr("Pen dice: 6 destroys, else a point each")]
        points = 0 if sixes else len(event.faces)
    else:
        strip.notes = [tr("Ping dice: a point for each 6")] if event.faces else []
        points = sixes
    if event.pen and sixes:
        strip.outcome = tr("destroyed")
    elif points:
        strip.outcome = tr_n("{n} Received Fire Point", "{n} Received Fire Points", points)
    else:
        strip.outcome = tr("no effect")


def _words(view: View[Any], event: Event) -> str:
    return capital(tr(event.sentence(view.state)))
