"""Base of what happens to a soldier. Each event is beside the rule that tells it."""

from __future__ import annotations

from owm_net.engine.agenda import Event
from owm_net.games.nco.ids import SoldierId


class SoldierEvent(Event):
    """A deed or fate of a soldier."""

    __slots__ = ()
    soldier: SoldierId
