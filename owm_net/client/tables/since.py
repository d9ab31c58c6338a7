"""What the others have done since the own last turn, in few lines: of any game with turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from owm_net.client import theme
from owm_net.client.actions import LayOver, LookBack
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, Choice, button, panel, shade, turn_pages
from owm_net.engine.agenda import Event, InLog

WORD = "since"
"""What `Ui.over` is while it is shown."""

STEP = 20.0
"""From line to line."""
MOST = 3
"""Lines for one thing that has happened."""

Row = tuple[int, list[str], float]
"""The number of a line of the log, its text as it is broken, and where it begins."""


def lines(model: Model, begun: type[Event], tells: Callable[[Event], bool]) -> list[int]:
    """The lines of the log that matter between the own last turn and this one, by their numbers;
    none if nobody else has had a turn since. begun: the event with which the turn of a `seat`
    begins. tells: whether another one matters."""
    found: list[int] = []
    theirs = 0  # of these belong to turns of others
    for at in range(len(model.log) - 1, -1, -1):
        event = model.log[at].event
        if isinstance(event, begun) and getattr(event, "seat", None) == model.seat:
            if theirs:
                break
            found = []  # the own turn, which goes on
            continue
        if isinstance(event, begun) or tells(event):
            found.append(at)
        if isinstance(event, begun):
            theirs = len(found)
    return found[:theirs][::-1]


def matters(event: Event) -> bool:
    """What a game tells as a headline."""
    return event.headline or event.in_log is InLog.HEADING


def choice() -> Choice:
    """The button that shows them."""
    tip = tr("What the others have done since your last turn")
    return Choice("since", tr("THEIR TURN"), LayOver(WORD), lit=False, tooltip=tip, key="n")


def draw(pen: Pen, model: Model, shown: Sequence[int]) -> None:
    """Line by line; a click shows the table as it was then. shown: see `lines`."""
    shade(pen, "since.shade")
    z = OVERLAY + 10
    wide = min(760.0, pen.w - 80)
    rows = []
    for at in shown:
        heading = model.log[at].event.in_log is InLog.HEADING
        role, x = ("bold", 16.0) if heading else ("body", 32.0)
        rows.append((at, pen.wrap(model.log[at].text, role, theme.SMALL, wide - x - 16, MOST), x))
    high = min(pen.h - 100, max(160.0, 90 + sum(map(_height, rows))))
    rect = Rect(pen.w / 2 - wide / 2, (pen.h - high) / 2, wide, high)
    panel(pen, WORD, rect, z=z, dark=True, title=tr("Since your last turn"))
    pages = _pages(rows, rect.h - 90)
    page = min(model.ui.page, len(pages) - 1)
    y = rect.y + 36
    for row in pages[page]:
        at, texts, x = row
        heading = model.log[at].event.in_log is InLog.HEADING
        box = Rect(rect.x + 10, y, rect.w - 20, _height(row))
        pen.add(
            f"since:{at}",
            "line",
            box,
            z=z + 2,
            runs=pen.runs(
                texts,
                rect.x + x,
                y + STEP / 2,
                STEP - 2,
                role="bold" if heading else "body",
                size=theme.SMALL,
                colour=theme.GOLD if heading else theme.CREAM,
            ),
            action=LookBack(at),
            label=model.log[at].text,
            tooltip=tr("Click: the table as it was then"),
            flags=["focus"] if model.ui.focus == f"since:{at}" else [],
        )
        y += box.h
    button(
        pen,
        "confirm",
        Rect(rect.right - 112, rect.y + 5, 100, 26),
        tr("CLOSE"),
        LayOver(WORD),
        model,
        z=z + 3,
        lit=True,
        tooltip=tr("Esc"),
    )
    turn_pages(pen, rect, page, len(pages), model, z + 3)


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
