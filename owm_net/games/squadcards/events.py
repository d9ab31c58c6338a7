"""Bases of the events of Squad. Each event is in the file of the rule that tells it."""

from __future__ import annotations

from owm_net.engine.agenda import Event
from owm_net.engine.ids import CardNumber
from owm_net.games.squadcards.ids import SquadId


class SquadEvent(Event):
    """Something that a squad has done, or that has happened to it."""

    __slots__ = ()
    squad: SquadId


class CardEvent(SquadEvent):
    """The same with a card that lies open to all by it."""

    __slots__ = ()
    card: CardNumber
