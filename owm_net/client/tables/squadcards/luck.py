"""Which rolls count as luck in Squad: attacks, morale checks and rally rolls."""

from __future__ import annotations

from collections.abc import Iterable

from owm_net.client.tables.luck import AVERAGE, VARIANCE, Luck
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.games.squadcards.attack import Attacked
from owm_net.games.squadcards.ids import SEATS
from owm_net.games.squadcards.phases.morale import MoraleChecked
from owm_net.games.squadcards.phases.rally import RallyRolled
from owm_net.games.squadcards.state import SquadState


def of_dice(g: SquadState, events: Iterable[Event]) -> dict[Seat, Luck]:
    """By seat: an attack is the first die less the second, a morale check is good when it is low, a
    rally roll when it is high."""
    found = {seat: Luck() for seat in SEATS}
    for event in events:
        if isinstance(event, Attacked):
            better, dice = float(event.dice[0] - event.dice[1]), 2
        elif isinstance(event, MoraleChecked):
            better, dice = AVERAGE - event.die, 1
        elif isinstance(event, RallyRolled):
            better, dice = event.die - AVERAGE, 1
        else:
            continue
        luck = found[g.squads[event.squad].seat]
        luck.rolls += 1
        luck.count(better, dice * VARIANCE)
    return found
