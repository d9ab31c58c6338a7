"""Answers that the player wants given automatically, each after the pause of the table."""

from __future__ import annotations

from typing import Any

from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.engine.passing import Pass


class Unasked:
    """is_coming: an answer is about to be given without a press."""

    def __init__(self) -> None:
        self.is_coming = False
        self._due: tuple[Any, float] | None = None  # for which state, and when

    def tick(self, seen: SeenTable, table: Table, now: float, is_bare: bool) -> None:
        """Give what is due. is_bare: nothing lies over the table."""
        answering = seen.answering
        if answering.passes_on:
            self.is_coming, self._due = True, None
            answering.give(Pass())
            return
        asked = answering.is_open and is_bare and not seen.presenter.recalls
        wanted = table.unasked(seen) if asked else None
        self.is_coming = wanted is not None
        if wanted is None:
            self._due = None
            return
        if self._due is None or self._due[0] is not seen.view:
            self._due = (seen.view, now + table.pause)
        if now >= self._due[1]:
            self._due = None
            answering.give(wanted)
