"""Events of OWM as something to watch: flips in a row, totals, outcomes."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from owm_net.client.language import tr, tr_n
from owm_net.client.match.present import Beat, Strip, StripCard
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.shown import state_in
from owm_net.client.words import capital
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
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
from owm_net.games.owm.flips import Flipped, NobodyPicked, Purpose, icon_of
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.rounds import RoundBegun
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import EventIcon
from owm_net.games.owm.traits import hits
from owm_net.games.owm.traits.told import TraitWorks
from owm_net.games.owm.turn import TurnBegun
from owm_net.games.owm.words import fireteam_name, soldier_name


def beat(view: View[Any] | None, event: Event, strip: Strip) -> Beat:
    """Change the strip for an event and say how long it is shown."""
    if view is None:
        return Beat()
    g = state_in(view)
    if not isinstance(event, Jammed):
        _settle(strip)
    match event:
        case TurnBegun() | RoundBegun():
            strip.open = False
            strip.link = None
            return Beat(0.3, starts=True)
        case Ordered():
            return _order(g, event, strip, view.seat)
        case TerrainLaid():
            cell = g.ground.cell_name(event.cell)
            text = tr(
                "{team} lays a Terrain card at {cell}",
                team=fireteam_name(g, event.fireteam),
                cell=cell,
            )
            return _headline(strip, text, g, event.fireteam, view.seat)
        case LooksFor():
            _start(strip, event.sentence(g))
            strip.link = _cells(g, event.fireteam, event.target)
            return Beat(0.5, starts=True)
        case AssaultBegun() | AssaultRound() | DuelBegun() | Retreated():
            return _assault(g, event, strip)
        case _:
            return _fire(g, event, strip)


def _order(g: OwmState, event: Ordered, strip: Strip, seat: Seat) -> Beat:
    name = fireteam_name(g, event.fireteam)
    match event:
        case Attacks():
            _start(strip, f"{tr(name)} {tr(event.deed(g))}")
            strip.link = _cells(g, event.fireteam, event.target)
            return Beat(0.7, starts=True)
        case Rallies():
            _start(strip, tr("{name} rallies", name=name))
            return Beat(0.5, starts=True)
        case Moves():
            deed = tr("sets out for {place}", place=g.ground.cell_name(event.cell))
        case Redraws():
            deed = tr("redraws cards")
        case Crews():
            deed = tr("crews a gun")
        case Scopes():
            deed = tr("sets up a scope")
        case Transfers():
            deed = tr("transfers soldiers")
        case _:
            deed = event.deed(g)
    return _headline(strip, f"{tr(name)} {tr(deed)}", g, event.fireteam, seat)


def _assault(
    g: OwmState, event: AssaultBegun | AssaultRound | DuelBegun | Retreated, strip: Strip
) -> Beat:
    match event:
        case AssaultBegun():
            mover, other = fireteam_name(g, event.fireteam), fireteam_name(g, event.target)
            _start(strip, tr("Assault: {mover} against {other}", mover=mover, other=other))
            return Beat(0.8, starts=True)
        case AssaultRound():
            strip.clear_cards()
            strip.subtitle = tr("round {number}", number=event.n)
            return Beat(0.5)
        case DuelBegun():
            strip.clear_cards()
            strip.subtitle = tr(
                "{one} against {other}",
                one=soldier_name(event.soldier),
                other=soldier_name(event.target),
            )
            if event.favourite:
                better = soldier_name(event.favourite)
                strip.notes = [
                    tr(
                        "{better} has the advantage: he flips first, if he can attack",
                        better=better,
                    )
                ]
            return Beat(0.5)
        case Retreated():
            strip.outcome = tr("{team} retreats", team=fireteam_name(g, event.fireteam))
            return Beat(0.8)


def _fire(g: OwmState, event: Event, strip: Strip) -> Beat:
    match event:
        case Flipped():
            return _flip(g, event, strip)
        case ShotsAllowed():
            strip.subtitle = tr_n("{n} soldier may shoot", "up to {n} soldiers may shoot", event.n)
            return Beat(0.7)
        case Aimed():
            strip.clear_cards()
            strip.subtitle = tr(
                "{soldier} fires at {target} ({needed})",
                soldier=soldier_name(event.soldier),
                target=soldier_name(event.target),
                needed=hits.needed(g, event.target),
            )
            strip.total = tr("Total ...")
            return Beat(0.5)
        case NobodyPicked():
            strip.notes = [tr("no such target: again")]
            return Beat(0.3)
        case Jammed():
            _jam(strip)
            return Beat(0.8)
        case Totalled():
            strip.total = tr("Total {total}", total=event.total)
            strip.notes = [*event.why, *event.against] or [tr("no modifiers")]
            return Beat(0.9)
        case Checked():
            passed = tr("passed") if event.passed else tr("failed")
            strip.outcome = f"{tr(soldier_name(event.soldier))}: {passed}"
            rest = [note for note in strip.notes if note != tr(PASSES)]
            strip.notes = [*event.why] or [*rest, tr(PASSES)]
            return Beat(0.8)
        case TraitWorks():
            strip.notes = [event.sentence(g)]
            return Beat(0.9 if strip.open else 0.0)
        case Fate() if not isinstance(event, Uncrewed):
            strip.outcome = event.sentence(g)
            return Beat(0.9 if strip.open else 0.0)
        case _:
            return Beat()


def _headline(strip: Strip, text: str, g: OwmState, fireteam: FireteamId, seat: Seat) -> Beat:
    team = g.fireteams.get(fireteam)
    if team is not None and team.seat == seat:
        strip.open, strip.link = False, None
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
    Purpose.SHOTS: say("shots"),
    Purpose.TARGET: say("target"),
    Purpose.RALLY: say("rallied"),
    Purpose.OPPONENT: say("opponent"),
}
"""What stands under a flip; "check" where it is none of these."""


OF_A_SHOT = (Purpose.SHOTS, Purpose.TARGET, Purpose.LETHALITY)
"""What is flipped for a shot, before what comes of it."""

UNSETTLED = say("jam?")
"""What stands under a lethality flip with a jam icon until the weapon has jammed, or not."""

PASSES = say("a 1 or 2 passes")
"""Said of a Discipline Check that no trait changes."""

HALTS = say("the weapon jams: this card does not count, and no more lethality is flipped")


def _flip(g: OwmState, event: Flipped, strip: Strip) -> Beat:
    """One more card. What it adds to the total stands with it, and the icon that changes the
    shot among the notes."""
    purpose, value = event.purpose, event.value
    if not strip.open and strip.link is not None and purpose in OF_A_SHOT:
        strip.open = True  # the player has closed it between two shots of the same attack
    elif not strip.open or (purpose is Purpose.TRENCH and strip.cards):  # it follows an assault
        _start(strip, capital(purpose.word))
    if purpose is Purpose.SHOTS or (purpose is Purpose.TARGET and strip.total):
        strip.clear_cards()
    art = faces.flip(event.card, event.colour.value)
    caption = CAPTIONS.get(purpose, say("check"))
    if purpose is Purpose.SHOTS and value == 1:
        caption = say("shot")
    card = StripCard(art, caption, str(value))
    if purpose is Purpose.LETHALITY:
        icon = icon_of(g, event.card, event.colour)
        card = StripCard(art, tr("hit"), f"+{value}", counts=value)
        if icon is EventIcon.JAM:
            card = evolve(card, caption=UNSETTLED, sign="")
        elif icon is EventIcon.WOUND:
            strip.notes = [*strip.notes, tr("wound icon")]
    elif purpose in (Purpose.DISCIPLINE, Purpose.LAST_STAND) and strip.total:
        card = StripCard(art, tr(purpose.word), f"-{value}", counts=-value)
    strip.cards.append(card)
    _add_up(strip)
    return Beat(0.6)


def _settle(strip: Strip) -> None:
    """A jam icon that has jammed nothing is a hit like any other."""
    if strip.cards and strip.cards[-1].caption == UNSETTLED:
        card = strip.cards[-1]
        strip.cards[-1] = evolve(card, caption=tr("hit"), sign=f"+{card.counts}")
        _add_up(strip)


def _jam(strip: Strip) -> None:
    """The last card has jammed the weapon: it adds nothing."""
    if strip.cards:
        strip.cards[-1] = evolve(strip.cards[-1], caption=tr("JAM"), sign="", muted=True, counts=0)
    strip.notes = [HALTS]
    _add_up(strip)


def _add_up(strip: Strip) -> None:
    """The total so far, where there is one."""
    if strip.total:
        settled = [card.counts for card in strip.cards if card.caption != UNSETTLED]
        strip.total = tr("Total {total}", total=sum(settled))
