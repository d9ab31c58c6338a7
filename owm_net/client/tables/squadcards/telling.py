"""The display of events, one after another: rolls with their modifiers, cards as they are played.

The strip is used as the panel of the last roll: `subtitle` is its heading.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.client.language import tr
from owm_net.client.match.present import Beat, Strip, StripCard
from owm_net.client.tables.squadcards import faces
from owm_net.client.words import capital
from owm_net.engine.agenda import Event
from owm_net.engine.text import Text, say
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import Attacked, Halted
from owm_net.games.squadcards.cards.combat_engineer import BlockCancelled
from owm_net.games.squadcards.cards.commander_killed import CommanderLost
from owm_net.games.squadcards.cards.concealment import Concealed
from owm_net.games.squadcards.cards.encircled import EncircledSquad
from owm_net.games.squadcards.cards.flanking_fire import Flanking
from owm_net.games.squadcards.cards.minefield import MINES, MinesExploded
from owm_net.games.squadcards.cards.objective import ObjectiveTaken
from owm_net.games.squadcards.drawing import Reshuffled
from owm_net.games.squadcards.events import CardEvent, SquadEvent
from owm_net.games.squadcards.ids import NO_CELL, OPEN, SEATS
from owm_net.games.squadcards.phases.covering import Declared, SmokeLaid
from owm_net.games.squadcards.phases.discarding import Discarded
from owm_net.games.squadcards.phases.morale import MoraleChecked, Routed
from owm_net.games.squadcards.phases.movement import (
    Blocked,
    BlockPlayed,
    MarchTried,
    Moved,
    MoveTried,
    Stayed,
)
from owm_net.games.squadcards.phases.rally import RallyRolled
from owm_net.games.squadcards.plays import CardPlayed
from owm_net.games.squadcards.set_up import First, FirstRoll, StartTerrain
from owm_net.games.squadcards.state import CATALOG, SquadState
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.turn import TurnBegun
from owm_net.games.squadcards.victory import SquadGone
from owm_net.games.squadcards.windows.after_move import Unflanked
from owm_net.games.squadcards.words import (
    BAND_WORDS,
    added,
    card_name,
    count_men,
    seat_name,
    squad_name,
)

CARDS: dict[type[Event], float] = {
    CardPlayed: 0.9,
    SmokeLaid: 0.9,
    MoveTried: 1.0,
    BlockPlayed: 1.0,
    BlockCancelled: 1.0,
    CommanderLost: 1.0,
    EncircledSquad: 1.0,
    ObjectiveTaken: 1.2,
    Concealed: 0.9,
    Flanking: 0.9,
    StartTerrain: 0.9,
}
"""Events whose card is shown with them, and for how long if it is not the player's own doing."""

HEADLINES: dict[type[Event], float] = {
    **CARDS,
    Declared: 0.8,
    MarchTried: 1.0,
    Blocked: 0.8,
    Unflanked: 0.5,
    Discarded: 0.7,
    Reshuffled: 0.6,
    Stayed: 0.5,
    SquadGone: 1.2,
    First: 0.9,
}
"""Events with a headline, and for how long."""

PEEK = "peek"
"""A note that the panel replaces by the cards that have been looked at."""


def beat(view: View[Any] | None, event: Event, strip: Strip) -> Beat:
    """Change what is shown for an event."""
    if view is None or not isinstance(view.state, SquadState):
        return Beat()
    g = view.state
    if isinstance(event, FirstRoll):
        return _first_roll(g, event, strip)
    if not g.squads:
        return Beat()
    if isinstance(event, TurnBegun):
        return Beat(0.0, starts=True)
    if isinstance(event, Moved):
        return _headline(view, strip, event, _moved(g, event), 0.9)
    if type(event) in HEADLINES:
        shown = _headline(view, strip, event, event.sentence(g), HEADLINES[type(event)])
        if isinstance(event, CardPlayed) and CATALOG.uses[event.use].effect is Effect.PEEK:
            strip.notes = [PEEK]
        return shown
    return _roll(g, event, strip)


def _roll(g: SquadState, event: Event, strip: Strip) -> Beat:
    match event:
        case Attacked():
            return _attack(g, event, strip)
        case MoraleChecked():
            return _morale(g, event, strip)
        case RallyRolled():
            return _rally(g, event, strip)
        case Routed() | MinesExploded():
            return _loss(g, event, strip)
        case Halted():
            strip.outcome = tr("The point man is lost: no move")
            return Beat(0.9)
    return Beat()


def _begin(strip: Strip, heading: str) -> None:
    strip.clear_cards()
    strip.subtitle = heading if isinstance(heading, Text) else capital(heading)


def _die(value: int, second: bool, caption: str, sign: str = "") -> StripCard:
    return StripCard(faces.die(value, second), caption, sign)


def _headline(
    view: View[SquadState], strip: Strip, event: Event, text: str, seconds: float
) -> Beat:
    _begin(strip, text)
    g = view.state
    if isinstance(event, CardEvent) and type(event) in CARDS and event.card != OPEN:
        strip.cards = [StripCard(faces.card(event.card, g.options), "")]
    seat = g.squads[event.squad].seat if isinstance(event, SquadEvent) else None
    own = view.seat == (event.seat if isinstance(event, First) else seat)
    return Beat(0.25 if own else seconds, starts=True)


def _first_roll(g: SquadState, event: FirstRoll, strip: Strip) -> Beat:
    _begin(strip, tr("Who begins"))
    dice = event.dice
    strip.cards = [_die(dice[seat], seat == SEATS[1], seat_name(g, seat)) for seat in SEATS]
    strip.total = tr("again") if dice[0] == dice[1] else ""
    return Beat(1.2, starts=True)


def _moved(g: SquadState, event: Moved) -> str:
    who = squad_name(g, event.squad)
    if event.cell != NO_CELL:
        return say("{who} have moved", who=who)
    where = tr("Open terrain") if event.terrain == OPEN else card_name(event.terrain)
    band = BAND_WORDS[event.band]
    return say("{squad} are in {terrain}, range {range}", squad=who, terrain=where, range=band)


def _attack(g: SquadState, event: Attacked, strip: Strip) -> Beat:
    use = CATALOG.uses[event.use]
    _begin(
        strip,
        say(
            "{squad} attack {target}: {use}",
            squad=squad_name(g, event.squad),
            target=squad_name(g, event.target),
            use=use.title,
        ),
    )
    first, second = event.dice
    strip.cards = [_die(first, False, tr("first")), _die(second, True, tr("second"), "–")]
    strip.notes = added(event.why) or [tr("no modifiers")]
    strip.total = _signed(event.total)
    lost = tr("{men} lost, {left} left", men=count_men(event.kills), left=event.men)
    strip.outcome = lost if event.kills else tr("nobody hit")
    strip.link = (event.squad, event.target)
    return Beat(1.9, starts=True)


def _signed(total: int) -> str:
    return f"{total:+d}" if total else "0"


def _morale(g: SquadState, event: MoraleChecked, strip: Strip) -> Beat:
    parts = [
        (say("nation"), event.nation),
        (tr("men lost"), event.lost),
        (say("cards"), event.cards),
    ]
    outcome = tr("5 or more: pinned") if event.pinned else tr("they hold")
    return _check(g, event, strip, tr("morale check"), parts, outcome)


def _rally(g: SquadState, event: RallyRolled, strip: Strip) -> Beat:
    parts = [(say("nation"), event.nation), (say("cards"), event.cards)]
    outcome = tr("still pinned") if event.pinned else tr("5 or more: rallied")
    return _check(g, event, strip, tr("rally roll"), parts, outcome)


def _check(
    g: SquadState,
    event: MoraleChecked | RallyRolled,
    strip: Strip,
    word: str,
    parts: Sequence[tuple[str, int]],
    outcome: str,
) -> Beat:
    _begin(strip, say("{squad}: {word}", squad=squad_name(g, event.squad), word=word))
    strip.cards = [_die(event.die, False, tr("die"))]
    strip.notes = added(parts) or [tr("no modifiers")]
    strip.total = str(event.total)
    strip.outcome = outcome
    return Beat(1.7, starts=True)


def _loss(g: SquadState, event: Routed | MinesExploded, strip: Strip) -> Beat:
    who = squad_name(g, event.squad)
    if isinstance(event, Routed):
        heading, dead, more = say("{squad} pinned again: rout", squad=who), event.lost, 0
    else:
        heading, dead, more = say("{squad} in the minefield", squad=who), event.kills, MINES
    _begin(strip, heading)
    first, second = event.dice
    strip.cards = [_die(first, False, tr("first")), _die(second, True, tr("second"), "–")]
    strip.notes = added([(say("mines"), more)]) or [tr("no modifiers")]
    strip.total = _signed(first - second + more)
    strip.outcome = (
        tr("{men} lost, {left} left", men=count_men(dead), left=event.men)
        if dead
        else tr("nobody lost")
    )
    return Beat(1.7, starts=True)
