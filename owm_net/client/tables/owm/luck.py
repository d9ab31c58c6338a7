"""Which flips count as luck in OWM: those of shots, against the average card of the deck."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from owm_net.client.tables.luck import Luck
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.games.owm.actions.attack import Aimed
from owm_net.games.owm.firing import Jammed
from owm_net.games.owm.flips import Flipped, Purpose
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Colour


@cache
def average(colour: Colour) -> float:
    """Return the average of this die over the whole core deck."""
    cards = CATALOG.core
    return sum(CATALOG.dice(card).of(colour) for card in cards) / len(cards)


@cache
def variance(colour: Colour) -> float:
    """Return the variance of this die over the whole core deck."""
    cards, mean = CATALOG.core, average(colour)
    return sum((CATALOG.dice(card).of(colour) - mean) ** 2 for card in cards) / len(cards)


def of_fire(g: OwmState, events: Iterable[Event]) -> dict[Seat, Luck]:
    """By seat: lethality that is high and Discipline that is low are lucky; of a card that jams
    the weapon nothing counts."""
    found = {Seat(seat): Luck() for seat in range(g.seats)}
    now, last = None, 0
    for event in events:
        if isinstance(event, Aimed):
            home = CATALOG.division_of.get(event.soldier)
            owners = [s for s in found if home is not None and home.key in g.divisions[s]]
            now = found[owners[0]] if owners else None
            if now is not None:
                now.rolls += 1
        elif isinstance(event, Flipped) and now is not None:
            mean, spread = average(event.colour), variance(event.colour)
            if event.purpose is Purpose.LETHALITY:
                last = event.value
                now.count(last - mean, spread)
            elif event.purpose is Purpose.DISCIPLINE:
                now.count(mean - event.value, spread)
        elif isinstance(event, Jammed) and now is not None:
            now.above -= last
    return found
