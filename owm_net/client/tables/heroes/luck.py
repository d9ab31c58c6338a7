"""Which rolls count as luck in Heroes: shots, blasts and assaults."""

from __future__ import annotations

from collections.abc import Iterable

from owm_net.client.tables.luck import Luck
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.games.heroes.assault import Clashed
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.state import HeroesState


def of_dice(g: HeroesState, events: Iterable[Event]) -> dict[Seat, Luck]:
    """By seat: high dice are good for who rolls them."""
    found = {seat: Luck() for seat in g.players}
    for event in events:
        if isinstance(event, ShotFired):
            found[g.units[event.firer].seat].count_dice(event.dice)
        elif isinstance(event, Clashed):
            found[g.units[event.unit].seat].count_dice(event.dice)
    return found
