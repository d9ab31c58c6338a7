"""Peek: a seat looks at cards that stay where they are."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests.base import some_cards
from owm_net.engine.requests.openings import Learning


@record("peek")
class Peek(Learning):
    """As `Draw`, but the cards stay where they are. Answered by ()."""

    seat: Seat
    slots: tuple[int, ...]

    def learns(self) -> tuple[Seat, tuple[int, ...]]:
        return self.seat, self.slots

    def line(self) -> str:
        return f"peek seat {self.seat}{some_cards(self.slots)}"
