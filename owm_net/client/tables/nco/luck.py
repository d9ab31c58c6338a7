"""Which rolls count as luck in NCO: shots, close combats and rallies."""

from __future__ import annotations

from collections.abc import Iterable

from owm_net.client.tables.luck import Luck
from owm_net.engine.agenda import Event
from owm_net.engine.ids import Seat
from owm_net.games.nco.attack import Fired, ToHit
from owm_net.games.nco.ids import SEATS
from owm_net.games.nco.melee import FightRound
from owm_net.games.nco.orders.rally import Rallied
from owm_net.games.nco.state import NcoState


def of_dice(g: NcoState, events: Iterable[Event]) -> dict[Seat, Luck]:
    """By seat: high dice are good for who rolls them."""
    found = {seat: Luck() for seat in SEATS}
    firer: Seat | None = None
    for event in events:
        if isinstance(event, Fired):
            firer = g.soldiers[event.soldier].seat
        elif isinstance(event, ToHit) and firer is not None:
            found[firer].count_dice(event.faces)
        elif isinstance(event, FightRound):
            for soldier, face in zip(event.soldiers, event.faces, strict=True):
                found[g.soldiers[soldier].seat].count_dice((face,))
        elif isinstance(event, Rallied) and event.die:
            found[g.soldiers[event.soldier].seat].count_dice((event.die,))
    return found
