"""How lucky the dice of both sides were, told from the log when the match is over."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define

from owm_net.client.language import tr_n
from owm_net.client.words import decimal
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.games.squadcards.attack import Attacked
from owm_net.games.squadcards.ids import SEATS
from owm_net.games.squadcards.phases.morale import MoraleChecked
from owm_net.games.squadcards.phases.rally import RallyRolled
from owm_net.games.squadcards.state import SquadState

AVERAGE = 3.5
"""Of a die."""


@define
class Luck:
    """Of one side. rolls: it has made. better: by how much they were better for it than the average
    of their dice."""

    rolls: int = 0
    better: float = 0.0


def of_dice(g: SquadState, events: Iterable[Event]) -> dict[Seat, Luck]:
    """By seat: an attack is the first die less the second, a morale check is good when it is low, a
    rally roll when it is high."""
    found = {seat: Luck() for seat in SEATS}
    for event in events:
        if isinstance(event, Attacked):
            better = float(event.dice[0] - event.dice[1])
        elif isinstance(event, MoraleChecked):
            better = AVERAGE - event.die
        elif isinstance(event, RallyRolled):
            better = event.die - AVERAGE
        else:
            continue
        luck = found[g.squads[event.squad].seat]
        luck.rolls += 1
        luck.better += better
    return found


def told(luck: Luck) -> str:
    """Such as "+3.5 in 12 rolls"."""
    better = decimal(f"{luck.better:+.1f}")
    return tr_n("{better} in {n} roll", "{better} in {n} rolls", luck.rolls, better=better)
