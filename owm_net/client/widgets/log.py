"""The log pane: what has happened, newest last, with the rule of each line."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.match.match_log import LogLine
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import PANELS, Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import LookBack, RecallFlips, ScrollLog, StepBack
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets.parts import button, panel
from owm_net.client.words import capital
from owm_net.engine.agenda import InLog

STEP = 17.0


@frozen
class LogRow:
    """A row of the pane. index: of its line in the log; part: which row of that line; lead: what
    stands before its text."""

    text: str
    index: int
    part: int
    lead: str = ""


def log_pane(
    pen: Pen,
    rect: Rect,
    seen: SeenTable,
    *,
    recall: tuple[str, str] | None = None,
) -> None:
    """Draw the log, newest at the bottom; the wheel scrolls. Rule ids on hover. A click on a line
    shows the table as it was then. recall: the label and the note of a button that shows the strip
    again, where a game has one."""
    title = tr("Log").upper()
    panel(Box(pen, rect), "log", title=title)
    if seen.log.lines:
        button(
            Box(pen, Rect(rect.x + 24 + pen.width(title, "title", 16), rect.y + 4, 66, 23)),
            "log.back",
            tr("BACK"),
            StepBack(-1),
            size=14,
            key="b",
            chosen=seen.log.past is not None,
            tooltip=tr("Look at the table as it was a step ago; so does a click on a line"),
        )
    if recall is not None and seen.presenter.told:
        button(
            Box(pen, Rect(rect.right - 102, rect.y + 4, 94, 23)),
            "log.recall",
            recall[0],
            RecallFlips(),
            size=14,
            key="l",
            tooltip=recall[1],
        )
    most = int((rect.h - 40) / STEP)
    first = seen.log.past if seen.log.finds else None
    rows, at = _last_rows(pen, rect.w - 30, seen.log.lines, most + seen.log.scroll, first)
    if first is not None:
        _find(seen, [row.index for row in rows], first, most)
    spare = max(0, len(rows) - most)
    seen.log.scroll = min(seen.log.scroll, spare if at < 0 else seen.log.scroll)
    end = len(rows) - seen.log.scroll
    for i, row in enumerate(rows[max(0, end - most) : max(0, end)]):
        _draw(
            pen,
            Rect(rect.x + 4, rect.y + 38 + (i - 0.5) * STEP, rect.w - 8, STEP),
            row,
            seen,
        )
    if seen.log.scroll:
        button(
            Box(pen, Rect(rect.x + 120, rect.y + 4, 46, 23)),
            "log.end",
            tr("END"),
            ScrollLog(-100_000),
            size=14,
            tooltip=tr("To the newest line"),
        )


def _find(seen: SeenTable, lines: Sequence[int], line: int, most: int) -> None:
    """Scroll to the line that is looked at, unless it is seen already. lines: of each row."""
    seen.log.finds = False
    below = sum(1 for one in lines if one > line)
    if not seen.log.scroll <= below < seen.log.scroll + most:
        seen.log.scroll = max(0, below - most // 2)


def _last_rows(
    pen: Pen, room: float, log: Sequence[LogLine], wanted: int, first: int | None
) -> tuple[list[LogRow], int]:
    """At least so many rows from the end, if there are, and those from line `first` on; and the
    line before them (-1: none)."""
    rows: list[LogRow] = []
    at = len(log) - 1
    while at >= 0 and (len(rows) < wanted or (first is not None and at >= first - wanted)):
        line = log[at]
        if line.event.in_log is not InLog.LEAD:
            heading = line.event.in_log is InLog.HEADING
            led = at > 0 and not heading and log[at - 1].event.in_log is InLog.LEAD
            lead = f"{capital(log[at - 1].text)}: " if led else ""
            lines = pen.wrap(
                lead + tr(line.text) if lead else capital(line.text),
                "bold" if heading else "body",
                theme.SMALL,
                room,
                6,
            )
            rows[:0] = [LogRow(text, at, n, "" if n else lead) for n, text in enumerate(lines)]
        at -= 1
    return rows, at


def _draw(pen: Pen, box: Rect, row: LogRow, seen: SeenTable) -> None:
    line, here = seen.log.lines[row.index], row.index == seen.log.past
    heading = line.event.in_log is InLog.HEADING
    x = box.x + (7.0 if heading or row.part == 0 else 16.0)
    room = box.right - x - 4
    runs = []
    if row.lead and row.text.startswith(row.lead):
        lead = pen.run(row.lead, x, box.cy, size=theme.SMALL, colour=theme.GOLD, room=room)
        wide = pen.width(row.lead, "body", theme.SMALL)
        runs, x, room = [lead], x + wide, room - wide
    rest = row.text.removeprefix(row.lead)
    runs.append(
        pen.run(
            rest,
            x,
            box.cy,
            role="bold" if heading else "body",
            size=theme.SMALL,
            colour=theme.GOLD if heading else theme.CREAM,
            room=room,
        )
    )
    pen.add(
        f"log:{row.index}:{row.part}",
        "log",
        box,
        z=PANELS + 2,
        shape=Shape("box", (84, 66, 22, 255), (*theme.LIT, 255), 1, 4) if here else None,
        action=LookBack(None if here else row.index),
        flags=["pointer"],
        label=tr(line.text),
        tooltip=tr(
            "Rule {rule} {key}. Click: the table as it was then",
            rule=line.event.rule,
            key=keys.hint("f4"),
        )
        if line.event.rule
        else tr("Click: the table as it was then"),
        runs=runs,
    )
