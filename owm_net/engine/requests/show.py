"""Show: a seat lets another one look at its cards."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests.base import some_cards
from owm_net.engine.requests.openings import Learning


@record("show")
class Show(Learning):
    """A seat shows slots that only it knows to one other seat. Answered by ()."""

    seat: Seat
    to: Seat
    slots: tuple[int, ...]

    def learns(self) -> tuple[Seat, tuple[int, ...]]:
        return self.to, self.slots

    def line(self) -> str:
        return f"show seat {self.seat} to {self.to}{some_cards(self.slots)}"
