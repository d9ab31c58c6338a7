"""Reveal: a seat opens cards that it holds."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests.base import some_cards
from owm_net.engine.requests.openings import Opening


@record("reveal")
class Reveal(Opening):
    """The seat that knows these slots opens them to everybody: cards it plays or shows.

    Answered by a tuple of card numbers.
    """

    seat: Seat
    slots: tuple[int, ...]

    def line(self) -> str:
        return f"reveal seat {self.seat}{some_cards(self.slots)}"
