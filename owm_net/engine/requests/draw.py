"""Draw: cards go to a hand."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests.base import some_cards
from owm_net.engine.requests.openings import Learning


@record("draw")
class Draw(Learning):
    """One seat, and nobody else, learns these slots: cards to its hand. Answered by ()."""

    seat: Seat
    slots: tuple[int, ...]

    def learns(self) -> tuple[Seat, tuple[int, ...]]:
        return self.seat, self.slots

    def line(self) -> str:
        return f"draw seat {self.seat}{some_cards(self.slots)}"
