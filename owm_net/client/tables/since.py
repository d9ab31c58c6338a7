"""The others' deeds since the player's last turn, in few lines: for any game with turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.layout import whole
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.sitting.actions import AtTable, LookBack, OpenScreen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import Choice, panel, turn_pages
from owm_net.client.words import capital
from owm_net.engine.agenda import Event, InLog

STEP = 20.0
"""From line to line."""
MOST = 3
"""Lines for one thing that has happened."""

Row = tuple[int, list[str], float]
"""The number of a line of the log, its text as it is broken, and where it begins."""


def lines(seen: SeenTable, begun: type[Event], tells: Callable[[Event], bool]) -> list[int]:
    """The lines of the log that matter between the own last turn and this one, by their numbers;
    none if nobody else has had a turn since. begun: the event with which the turn of a `seat`
    begins. tells: whether another one matters."""
    found: list[int] = []
    theirs = 0  # of these belong to turns of others
    for at in range(len(seen.log.lines) - 1, -1, -1):
        event = seen.log.lines[at].event
        if isinstance(event, begun) and getattr(event, "seat", None) == seen.players.seat:
            if theirs:
                break
            found = []  # the own turn, which goes on
            continue
        if isinstance(event, begun) or tells(event):
            last = seen.log.entry(at).last
            if not found or found[-1] != last:  # a story is told once
                found.append(last)
        if isinstance(event, begun):
            theirs = len(found)
    return found[:theirs][::-1]


def matters(event: Event) -> bool:
    """Return True if a game tells it as a headline."""
    return event.headline or event.in_log is InLog.HEADING


def choice(shown: Callable[[SeenTable], Sequence[int]]) -> Choice:
    """The button that shows them. shown: as `lines` gives them."""
    tip = tr("What the others have done since your last turn")
    opens = OpenScreen(Since, (shown,))
    return Choice("since", tr("THEIR TURN"), opens, lit=False, tooltip=tip, key="n")


class Since(OverTable):
    """Line by line; a click shows the table as it was then. shown: see `choice`."""

    def __init__(self, shown: Callable[[SeenTable], Sequence[int]]) -> None:
        self.shown = shown

    def draw(self, pen: Pen, at: AtTable) -> None:
        """As many as there is room for."""
        _draw(pen, at, self.shown(at.sitting), self.page)


def _draw(pen: Pen, here: AtTable, shown: Sequence[int], page: int) -> None:
    lines = here.sitting.log.lines
    wide = min(760.0, pen.w - 80)
    rows = []
    for at in shown:
        heading = lines[at].event.in_log is InLog.HEADING
        role, x = ("bold", 16.0) if heading else ("body", 32.0)
        text = capital(here.sitting.log.entry(at).text)
        rows.append((at, pen.wrap(text, role, theme.SMALL, wide - x - 16, MOST), x))
    high = min(pen.h - 100, max(160.0, 90 + sum(map(_height, rows))))
    box = whole(pen, Z).centred(wide, high)
    panel(box, "since", dark=True, title=tr("Since your last turn"))
    pages = _pages(rows, high - 90)
    page = min(page, len(pages) - 1)
    inside = box.above(2).inset(10, 0)
    inside.cut_top(36)
    for row in pages[page]:
        at, texts, x = row
        line = inside.cut_top(_height(row))
        style: Lettering = {"size": theme.SMALL}
        if lines[at].event.in_log is InLog.HEADING:
            style |= {"role": "bold", "colour": theme.GOLD}
        line.add(
            f"since:{at}",
            "line",
            runs=pen.runs(texts, box.x + x, line.y + STEP / 2, STEP - 2, **style),
            action=LookBack(at),
            label=here.sitting.log.entry(at).text,
            tooltip=tr("Click: the table as it was then"),
        )
    close_button(box)
    turn_pages(box.above(3), page, len(pages))


def _height(row: Row) -> float:
    """Of a line, in one or several."""
    return STEP + (STEP - 2) * (len(row[1]) - 1)


def _pages(rows: Sequence[Row], room: float) -> list[list[Row]]:
    """As many on a page as it has room for."""
    pages: list[list[Row]] = [[]]
    used = 0.0
    for row in rows:
        if used and used + _height(row) > room:
            pages.append([])
            used = 0.0
        pages[-1].append(row)
        used += _height(row)
    return pages
