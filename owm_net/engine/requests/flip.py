"""Flip: cards are turned face up."""

from __future__ import annotations

from owm_net.engine.records import record
from owm_net.engine.requests.base import some_cards
from owm_net.engine.requests.openings import Opening


@record("flip")
class Flip(Opening):
    """Turn slots face up for everybody. Answered by a tuple of card numbers."""

    slots: tuple[int, ...]

    def line(self) -> str:
        return f"flip{some_cards(self.slots)}"
