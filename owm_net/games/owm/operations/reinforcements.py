"""Reinforcements (000:1664, section 2.22): cards up to a full hand."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.games.owm.flips import DrawCards
from owm_net.games.owm.state import HAND_LIMIT

KEY = "reinforcements"


def reinforcements(seat: Seat) -> DrawCards:
    """Draw up to seven cards at once (OWM-COP-RE)."""
    return DrawCards(seat, HAND_LIMIT)
