"""How lucky the shots of both sides were, told from the log when the match is over."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from attrs import define

from owm_net.client.language import tr_n
from owm_net.client.words import decimal
from owm_net.engine.agenda import Event
from owm_net.games.owm.actions.attack import Aimed
from owm_net.games.owm.firing import Jammed
from owm_net.games.owm.flips import Flipped, Purpose
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Colour


@define
class Luck:
    """Of one side. shots: its soldiers have fired. above: what their flips came to, less what the
    average card of the deck would have."""

    shots: int = 0
    above: float = 0.0


@cache
def average(colour: Colour) -> float:
    """Return the average of this die over the whole core deck."""
    cards = CATALOG.core
    return sum(CATALOG.dice(card).of(colour) for card in cards) / len(cards)


def of_fire(g: OwmState, events: Iterable[Event]) -> dict[int, Luck]:
    """By seat: lethality that is high and Discipline that is low are lucky; of a card that jams
    the weapon nothing counts."""
    found = {seat: Luck() for seat in range(g.seats)}
    now, last = None, 0
    for event in events:
        if isinstance(event, Aimed):
            home = CATALOG.division_of.get(event.soldier)
            owners = [s for s in found if home is not None and home.key in g.divisions[s]]
            now = found[owners[0]] if owners else None
            if now is not None:
                now.shots += 1
        elif isinstance(event, Flipped) and now is not None:
            if event.purpose is Purpose.LETHALITY:
                last = event.value
                now.above += last - average(event.colour)
            elif event.purpose is Purpose.DISCIPLINE:
                now.above += average(event.colour) - event.value
        elif isinstance(event, Jammed) and now is not None:
            now.above -= last
    return found


def told(luck: Luck) -> str:
    """Such as "+3.4 in 12 shots"."""
    above = decimal(f"{luck.above:+.1f}")
    return tr_n("{above} in {n} shot", "{above} in {n} shots", luck.shots, above=above)
