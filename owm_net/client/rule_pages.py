"""A rule book as it is read on any screen: what is looked for, what is found, one rule open."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.reading import Reading
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import button, text_box
from owm_net.files.rulebook import RuleBook, RuleEntry

ROW = 52.0
"""Height of an entry in the list."""
LIST_WIDE = 400.0
LINE = 21.0


def draw_pages(
    pen: Pen,
    area: Rect,
    book: RuleBook,
    reading: Reading,
    turn: Callable[[Reading], Action],
    z: int,
) -> None:
    """The line that is looked for, the list below it, and the open entry at the right. turn: the
    action that reads on elsewhere."""
    _search(pen, Rect(area.x, area.y, area.w, 36), book, reading, z)
    list_area = Rect(area.x, area.y + 46, LIST_WIDE, area.h - 46)
    found = book.search(reading.words)
    opened = reading.opened(book)
    if opened is None:
        pen.text("rules.none", tr("No rule holds these words."), area.x + 12, area.y + 66, z=z)
        return
    rows = max(1, int((list_area.h - 36) // ROW))
    pages = -(-len(found) // rows)
    page = found.index(opened) // rows if reading.page is None else min(reading.page, pages - 1)
    for n, entry in enumerate(found[page * rows : (page + 1) * rows]):
        row = Rect(list_area.x, list_area.y + n * ROW, list_area.w, ROW - 4)
        _row(pen, row, entry, entry is opened, turn(evolve(reading, chosen=entry.id)), z)
    _pages(pen, list_area, reading, page, pages, turn, z)
    left = list_area.right + 24
    _entry(pen, Rect(left, list_area.y, area.right - left, list_area.h), book, opened, turn, z)


def _search(pen: Pen, rect: Rect, book: RuleBook, reading: Reading, z: int) -> None:
    many = len(book.search(reading.words))
    text_box(
        Box(pen, rect, z),
        "rules.search",
        reading.search,
        shown=tr("Type what you look for: words, or the id of a rule"),
        right=tr("{number} of {many}", number=many, many=len(book.entries)),
    )


def _row(pen: Pen, rect: Rect, entry: RuleEntry, opened: bool, action: Action, z: int) -> None:
    id = f"entry:{entry.id}"
    hot = id in (pen.ui.hover, pen.ui.focus)
    fill: theme.Colour = (96, 76, 34, 235) if opened else (40, 38, 31, 225)
    edge: theme.Colour = theme.LIT if opened else theme.CREAM if hot else (84, 76, 54)
    room = rect.w - 24
    pen.add(
        id,
        "row",
        rect,
        z=z,
        shape=Shape("box", fill, (*edge, 255), 2.0 if opened else 1.0, 5),
        runs=[
            pen.run(
                _beginning(pen, entry.id, "bold", 15, room),
                rect.x + 12,
                rect.y + 15,
                role="bold",
                size=15,
            ),
            pen.run(
                _beginning(pen, entry.text, "body", theme.TEXT, room),
                rect.x + 12,
                rect.y + 34,
                colour=theme.SAND,
            ),
        ],
        action=action,
        label=entry.id,
    )


def _beginning(pen: Pen, text: str, role: str, size: float, room: float) -> str:
    """As many words as there is room for."""
    words = text.split()
    line = ""
    for many in range(1, len(words) + 1):  # from its beginning: a rule may be a page long
        bare = " ".join(words[:many])
        if pen.width(bare, role, size) > room:
            break
        whole = bare if many == len(words) else f"{bare} ..."
        if pen.width(whole, role, size) <= room:
            line = whole
    return line


def _pages(
    pen: Pen,
    area: Rect,
    reading: Reading,
    page: int,
    pages: int,
    turn: Callable[[Reading], Action],
    z: int,
) -> None:
    if pages < 2:
        return
    y = area.bottom - 30
    for id, label, x, to, end in (
        ("rules.back", tr("< BACK"), area.x, page - 1, tr("this is the first page")),
        ("rules.on", tr("MORE >"), area.right - 100, page + 1, tr("this is the last page")),
    ):
        why = "" if 0 <= to < pages else end
        action = turn(evolve(reading, page=to))
        button(Box(pen, Rect(x, y, 100, 30), z), id, label, action, why=why)
    pen.text(
        "rules.page",
        tr("page {page} of {pages}", page=page + 1, pages=pages),
        area.cx,
        y + 15,
        anchor="m",
        z=z,
        colour=theme.SAND,
    )


def _entry(
    pen: Pen,
    area: Rect,
    book: RuleBook,
    entry: RuleEntry,
    turn: Callable[[Reading], Action],
    z: int,
) -> None:
    heads = pen.wrap(entry.section, "body", 15, area.w - 20)
    if entry.note:
        heads.append(entry.note[:1].upper() + entry.note[1:])
    lines = pen.wrap(entry.text, "body", 16, area.w - 20)
    y = area.y + 18
    pen.add(
        "rules.text",
        "text",
        Rect(area.x, area.y, area.w, 52 + LINE * len(heads) + (LINE + 1) * len(lines)),
        z=z,
        label=entry.text,
        runs=[
            pen.run(entry.id, area.x, y, role="bold", size=20, colour=theme.LIT, room=area.w),
            *pen.runs(heads, area.x, y + 28, LINE, size=15, colour=theme.SAND),
            *pen.runs(lines, area.x, y + 40 + LINE * len(heads), LINE + 1, size=16),
        ],
    )
    y += 62 + LINE * len(heads) + (LINE + 1) * len(lines)
    _see(pen, Rect(area.x, y, area.w, area.bottom - y), book, entry, turn, z)


def _see(
    pen: Pen,
    area: Rect,
    book: RuleBook,
    entry: RuleEntry,
    turn: Callable[[Reading], Action],
    z: int,
) -> None:
    """List related rules, each a button, as far as there is room."""
    if not entry.see:
        return
    pen.text("rules.see", tr("See also"), area.x, area.y, z=z, size=15, colour=theme.SAND)
    x, y = area.x, area.y + 16
    for id in entry.see:
        wide = pen.width(id, "title", 15) + 26
        if x + wide > area.right:
            x, y = area.x, y + 34
        if y + 30 > area.bottom:
            return
        action = turn(Reading(chosen=id))
        other = book.find(id)
        tip = other.text if other is not None and len(other.text) < 240 else ""
        button(Box(pen, Rect(x, y, wide, 30), z), f"see:{id}", id, action, tooltip=tip)
        x += wide + 8
