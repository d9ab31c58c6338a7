"""Events of OWM as something to watch: flips in a row, totals, outcomes."""

from __future__ import annotations

from typing import Any

from owm_net.client.present import Beat, Strip, StripCard
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.shown import state_in
from owm_net.client.words import counted
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.owm.actions.action import Ordered
from owm_net.games.owm.actions.attack import Aimed, Attacks, ShotsAllowed
from owm_net.games.owm.actions.crew import Crews, Scopes
from owm_net.games.owm.actions.lay_terrain import TerrainLaid
from owm_net.games.owm.actions.maneuver import Moves
from owm_net.games.owm.actions.rally import Rallies
from owm_net.games.owm.actions.recognise import LooksFor
from owm_net.games.owm.actions.redraw import Redraws
from owm_net.games.owm.actions.transfer import Transfers
from owm_net.games.owm.assault import AssaultBegun, AssaultRound, DuelBegun, Retreated
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import Fate, Uncrewed
from owm_net.games.owm.firing import Jammed, Totalled
from owm_net.games.owm.flips import Flipped, NobodyPicked, Purpose
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.rounds import RoundBegun
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.traits import hits
from owm_net.games.owm.traits.told import TraitWorks
from owm_net.games.owm.turn import TurnBegun
from owm_net.games.owm.words import fireteam_name, soldier_name


def beat(view: View[Any] | None, event: Event, strip: Strip) -> Beat:
    """Change the strip for an event and say how long it is shown."""
    if view is None:
        return Beat()
    g = state_in(view)
    match event:
        case TurnBegun() | RoundBegun():
            strip.open = False
            strip.link = None
            return Beat(0.3, starts=True)
        case Ordered():
            return _order(g, event, strip, view.seat)
        case TerrainLaid():
            cell = g.ground.cell_name(event.cell)
            text = f"{fireteam_name(g, event.fireteam)} lays a Terrain card at {cell}"
            return _headline(strip, text, g, event.fireteam, view.seat)
        case LooksFor():
            _start(strip, event.words(g))
            strip.link = _cells(g, event.fireteam, event.target)
            return Beat(0.5, starts=True)
        case AssaultBegun() | AssaultRound() | DuelBegun() | Retreated():
            return _assault(g, event, strip)
        case _:
            return _fire(g, event, strip)


def _order(g: OwmState, event: Ordered, strip: Strip, seat: int) -> Beat:
    name = fireteam_name(g, event.fireteam)
    match event:
        case Attacks():
            _start(strip, f"{name} {event.deed(g)}")
            strip.link = _cells(g, event.fireteam, event.target)
            return Beat(0.7, starts=True)
        case Rallies():
            _start(strip, f"{name} rallies")
            return Beat(0.5, starts=True)
        case Moves():
            deed = f"moves to {g.ground.cell_name(event.cell)}"
        case Redraws():
            deed = "redraws cards"
        case Crews():
            deed = "crews a gun"
        case Scopes():
            deed = "sets up a scope"
        case Transfers():
            deed = "transfers soldiers"
        case _:
            deed = event.deed(g)
    return _headline(strip, f"{name} {deed}", g, event.fireteam, seat)


def _assault(
    g: OwmState, event: AssaultBegun | AssaultRound | DuelBegun | Retreated, strip: Strip
) -> Beat:
    match event:
        case AssaultBegun():
            mover, other = fireteam_name(g, event.fireteam), fireteam_name(g, event.target)
            _start(strip, f"Assault: {mover} against {other}")
            return Beat(0.8, starts=True)
        case AssaultRound():
            strip.clear_cards()
            strip.subtitle = f"round {event.n}"
            return Beat(0.5)
        case DuelBegun():
            strip.clear_cards()
            strip.subtitle = f"{soldier_name(event.soldier)} against {soldier_name(event.target)}"
            if event.favourite:
                better = soldier_name(event.favourite)
                strip.notes = [f"{better} has the advantage: he flips first"]
            return Beat(0.5)
        case Retreated():
            strip.outcome = f"{fireteam_name(g, event.fireteam)} retreats"
            return Beat(0.8)


def _fire(g: OwmState, event: Event, strip: Strip) -> Beat:
    match event:
        case Flipped():
            return _flip(event, strip)
        case ShotsAllowed():
            strip.subtitle = f"{counted(event.n, 'soldier')} may shoot"
            return Beat(0.7)
        case Aimed():
            strip.clear_cards()
            strip.subtitle = (
                f"{soldier_name(event.soldier)} fires at {soldier_name(event.target)}"
                f" ({hits.needed(g, event.target)})"
            )
            strip.total = "Total 0"
            return Beat(0.5)
        case NobodyPicked():
            strip.notes = ["no such target: again"]
            return Beat(0.3)
        case Jammed():
            strip.notes = ["the weapon jams: no more lethality"]
            return Beat(0.6)
        case Totalled():
            strip.total = f"Total {event.total}"
            strip.notes = [*event.why, *event.against] or ["no modifiers"]
            return Beat(0.9)
        case Checked():
            passed = "passed" if event.passed else "failed"
            strip.outcome = f"{soldier_name(event.soldier)}: {passed}"
            strip.notes = [*event.why] or strip.notes
            return Beat(0.8)
        case TraitWorks():
            strip.notes = [event.words(g)]
            return Beat(0.9 if strip.open else 0.0)
        case Fate() if not isinstance(event, Uncrewed):
            strip.outcome = event.words(g)
            return Beat(0.9 if strip.open else 0.0)
        case _:
            return Beat()


def _headline(strip: Strip, text: str, g: OwmState, fireteam: FireteamId, seat: int) -> Beat:
    team = g.fireteams.get(fireteam)
    if team is not None and team.seat == seat:
        strip.open = False
        return Beat(0.0, starts=True)
    _start(strip, text)
    return Beat(0.8, starts=True)


def _start(strip: Strip, title: str) -> None:
    strip.clear_cards()
    strip.title, strip.subtitle = title, ""
    strip.link = None
    strip.open = True


def _cells(g: OwmState, a: FireteamId, b: FireteamId) -> tuple[int, int] | None:
    if a in g.fireteams and b in g.fireteams:
        return g.fireteams[a].cell, g.fireteams[b].cell
    return None


CAPTIONS = {
    Purpose.SHOTS: "shots",
    Purpose.TARGET: "target",
    Purpose.RALLY: "rallied",
    Purpose.OPPONENT: "opponent",
}
"""What stands under a flip; "check" where it is none of these."""


def _flip(event: Flipped, strip: Strip) -> Beat:
    purpose, value = event.purpose, event.value
    if not strip.open:
        title = purpose.value
        _start(strip, title[:1].upper() + title[1:])
    if purpose is Purpose.SHOTS or (purpose is Purpose.TARGET and strip.total):
        strip.clear_cards()
    sign, caption = str(value), CAPTIONS.get(purpose, "check")
    if purpose is Purpose.LETHALITY:
        sign, caption = f"+{value}", "hit"
    elif purpose is Purpose.DISCIPLINE:
        sign, caption = f"-{value}", "aim"
    strip.cards.append(StripCard(faces.flip(event.card, event.colour.value), caption, sign))
    if purpose in (Purpose.LETHALITY, Purpose.DISCIPLINE) and strip.total:
        so_far = int(strip.total.rsplit(" ", 1)[-1])
        so_far += value if purpose is Purpose.LETHALITY else -value
        strip.total = f"Total {so_far}"
    return Beat(0.6)
