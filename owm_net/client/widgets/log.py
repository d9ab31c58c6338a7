"""The log pane: what has happened, newest last, with the rule of each line."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.match.match_log import LogEntry, MatchLog
from owm_net.client.scene.items import Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import LookBack, ScrollLog, StepBack, UnfoldStory
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets.parts import button, outlined, panel
from owm_net.client.widgets.prompt import Choice, choice_button
from owm_net.client.words import capital
from owm_net.engine.agenda import InLog

STEP = 17.0
FOLD, BELOW = 15.0, 22.0
"""The room of what opens a line; so far in stands what lies below it."""


@frozen
class LogRow:
    """A row of the pane. entry: what it is a part of. index: the line of the log at which the table
    is looked at; part: which row of that. lead: what stands before its text. below: it shows one
    line of an open story."""

    text: str
    entry: LogEntry
    index: int
    part: int
    lead: str = ""
    below: bool = False

    @property
    def id(self) -> str:
        """The name of its item."""
        return f"log:{self.index}:{self.part}" + (".below" if self.below else "")


def log_pane(box: Box, seen: SeenTable, *, extra: Choice | None = None) -> None:
    """Draw the log, newest at the bottom; the wheel scrolls. Rule ids on hover. A click on a line
    shows the table as it was then. extra: a button of the game at the right of the heading."""
    title = tr("Log").upper()
    panel(box, "log", title=title)
    head = box.inset(8, 4).cut_top(23)
    if extra is not None:
        choice_button(head.cut_right(94), extra, size=14)
    if seen.log.lines:
        head.cut_left(16 + head.pen.width(title, "title", 16))
        button(
            head.cut_left(78),
            "log.back",
            tr("LOOK BACK"),
            StepBack(-1),
            size=14,
            key="b",
            chosen=seen.log.past is not None,
            tooltip=tr("Look at the table as it was a step ago; or click a line"),
        )
    most = int((box.h - 40) / STEP)
    first = seen.log.past if seen.log.finds else None
    rows, at = _last_rows(box.inset(15, 0), seen.log, most + seen.log.scroll, first)
    if first is not None:
        _find(seen, [row.index for row in rows], first, most)
    spare = max(0, len(rows) - most)
    seen.log.scroll = min(seen.log.scroll, spare if at < 0 else seen.log.scroll)
    end = len(rows) - seen.log.scroll
    below, undone = box.inset(4, 38 - STEP / 2).above(2), seen.log.undone()
    for row in rows[max(0, end - most) : max(0, end)]:
        step = seen.log.lines[row.entry.first].step
        is_undone = any(since < step < until for since, until in undone)
        _draw(below.cut_top(STEP), row, seen, is_undone)
    if seen.log.scroll:
        newest = tr("To the newest line")
        button(
            box.at(120, 4, 46, 23),
            "log.end",
            tr("END"),
            ScrollLog(-100_000),
            size=14,
            tooltip=newest,
        )


def _find(seen: SeenTable, lines: Sequence[int], line: int, most: int) -> None:
    """Scroll to the line that is looked at, unless it is seen already. lines: of each row."""
    seen.log.finds = False
    below = sum(1 for one in lines if one > line)
    if not seen.log.scroll <= below < seen.log.scroll + most:
        seen.log.scroll = max(0, below - most // 2)


def _last_rows(
    room: Box, log: MatchLog, wanted: int, first: int | None
) -> tuple[list[LogRow], int]:
    """At least so many rows from the end, if there are, and those from line `first` on; and the
    line before them (-1: none)."""
    rows: list[LogRow] = []
    at = len(log.lines) - 1
    while at >= 0 and (len(rows) < wanted or (first is not None and at >= first - wanted)):
        entry = log.entry(at)
        at = entry.first - 1
        if log.lines[entry.first].event.in_log is not InLog.LEAD or entry.opens:
            rows[:0] = [*_rows_of(room, log, entry), *_rows_below(room, log, entry)]
    return rows, at


def _rows_of(room: Box, log: MatchLog, entry: LogEntry) -> list[LogRow]:
    """Return the rows of a line, behind the lead before it."""
    heading = log.lines[entry.first].event.in_log is InLog.HEADING
    before = log.lines[entry.first - 1] if entry.first and not heading else None
    led = before is not None and before.event.in_log is InLog.LEAD and not before.headline
    lead, said = "", tr(entry.text)
    if before is not None and led and not said.lower().startswith(before.text.lower()):
        lead = f"{capital(before.text)}: "
    text = lead + said if lead else capital(said)
    inside = room.inset(0, 0)
    if entry.opens:
        inside.cut_left(FOLD)
    lines = inside.wrap(text, theme.SMALL, "bold" if heading else "body", most=6)
    return [LogRow(text, entry, entry.last, n, "" if n else lead) for n, text in enumerate(lines)]


def _rows_below(room: Box, log: MatchLog, entry: LogEntry) -> list[LogRow]:
    """Return the rows of its events, if it is open, each with its rule."""
    if not entry.opens or not log.is_open(entry.first):
        return []
    inside = room.inset(0, 0)
    inside.cut_left(BELOW)
    rows: list[LogRow] = []
    for at in range(entry.first, entry.last + 1):
        line = log.lines[at]
        text = (
            f"{capital(line.text)} [{line.event.rule}]" if line.event.rule else capital(line.text)
        )
        lines = inside.wrap(text, theme.SMALL, "body", most=6)
        rows += [LogRow(text, entry, at, n, below=True) for n, text in enumerate(lines)]
    return rows


def _draw(box: Box, row: LogRow, seen: SeenTable, is_undone: bool) -> None:
    """Draw a row. is_undone: what it tells was taken back."""
    log, entry = seen.log, row.entry
    line, past = log.lines[row.index], log.past
    first = row.index if row.below else entry.first
    here = past is not None and first <= past <= row.index
    heading = not row.below and log.lines[entry.first].event.in_log is InLog.HEADING
    room = box.inset(4, 0)
    if row.below:
        room.cut_left(BELOW)
    elif entry.opens:
        fold = room.cut_left(FOLD)
        if row.part == 0:
            _fold(fold, entry, log.is_open(entry.first))
    room.cut_left(3 if heading or row.part == 0 else 12)
    runs = []
    if row.lead and row.text.startswith(row.lead):
        lead = room.pen.width(row.lead, "body", theme.SMALL)
        runs = [room.cut_left(lead).run(row.lead, size=theme.SMALL, colour=theme.GOLD)]
    style: Lettering = {"size": theme.SMALL, "room": room.w}
    if is_undone or row.below:
        style |= {"colour": theme.FAINT}
    elif heading:
        style |= {"role": "bold", "colour": theme.GOLD}
    runs.append(room.run(row.text.removeprefix(row.lead), **style))
    tip = tr("Click: the table as it was then")
    if line.event.rule:
        tip = tr(
            "Rule {rule} {key}. Click: the table as it was then",
            rule=line.event.rule,
            key=keys.hint("f4"),
        )
    if entry.opens and not row.below:
        more = tr("The triangle or {key}: the numbers and rules below", key=keys.hint("f7"))
        tip = f"{tip}\n{more}"
    if is_undone:
        tip = tr("Taken back. {more}", more=tip)
        wide = min(room.w, room.pen.width(row.text, "body", theme.SMALL))
        struck = room.at(0, room.h / 2, wide, 1).above(1)
        struck.add(f"{row.id}.struck", "line", shape=Shape("fill", theme.FAINT))
    pressed = box.inset(0, 0)
    if entry.opens and not row.below:
        pressed.cut_left(FOLD)
    pressed.add(
        row.id,
        "log",
        shape=outlined((84, 66, 22, 255), theme.LIT, 1, 4) if here else None,
        action=LookBack(None if here else row.index),
        flags=["pointer"],
        label=tr(line.text if row.below else entry.text),
        tooltip=tip,
        runs=runs,
    )


def _fold(box: Box, entry: LogEntry, is_open: bool) -> None:
    """Draw what opens a line, or closes it."""
    label = tr("Hide what lies below") if is_open else tr("Show the numbers and rules below")
    box.add(
        f"log:{entry.first}.fold",
        "button",
        action=UnfoldStory(entry.first),
        flags=["pointer"],
        label=label,
        runs=[box.run("\u25bc" if is_open else "\u25b6", size=theme.SMALL, colour=theme.GOLD)],
    )
