"""Base of what happens to a soldier. Each event stands beside the rule that tells it."""

from __future__ import annotations

from owm_net.engine.agenda import Event
from owm_net.games.nco.ids import SoldierId


class SoldierEvent(Event):
    """Something that a soldier has done, or that has happened to him."""

    __slots__ = ()
    soldier: SoldierId
