"""Which rolls count as luck in Hailfire: fire, close combat and Rally Checks."""

from __future__ import annotations

from collections.abc import Iterable

from owm_net.client.tables.luck import Luck
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.games.hailfire.assault import AssaultCheck, CloseFire
from owm_net.games.hailfire.checks import RallyCheck
from owm_net.games.hailfire.ids import SEATS
from owm_net.games.hailfire.shooting import Fired
from owm_net.games.hailfire.state import HailfireState


def of_dice(g: HailfireState, events: Iterable[Event]) -> dict[Seat, Luck]:
    """By seat: high dice are good for who rolls them."""
    found = {seat: Luck() for seat in SEATS}
    for event in events:
        if isinstance(event, Fired):
            found[g.teams[event.firer].seat].count_dice(event.faces)
        elif isinstance(event, CloseFire):
            found[g.teams[event.team].seat].count_dice(event.faces)
        elif isinstance(event, AssaultCheck) or (isinstance(event, RallyCheck) and event.die):
            found[g.teams[event.team].seat].count_dice((event.die,))
    return found
