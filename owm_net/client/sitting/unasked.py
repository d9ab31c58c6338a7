"""Answers that the player wants given automatically, each after the pause of the table."""

from __future__ import annotations

from typing import Any

from owm_net.client.language import tr
from owm_net.client.match.match_log import LogLine
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.engine.agenda import Event
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer

PAUSE = Table.pause
"""Seconds before such an answer at most tables."""


class AnsweredForYou(Event):
    """The program has answered a question that one sensible answer settles."""

    __slots__ = ()
    rule = ""


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
            if table.tells_unasked(wanted):
                _note(seen, wanted)
            answering.give(wanted)


def _note(seen: SeenTable, answer: Answer) -> None:
    """Write into the log what is answered, and that the player was not asked."""
    view = seen.view
    assert view is not None
    what = tr(seen.system.describe(view, answer))
    told = tr("Done for you: {what}", what=what)
    seen.log.add(LogLine(AnsweredForYou(), told, view.state.answered, view))
