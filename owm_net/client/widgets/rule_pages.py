"""A rule book as it is read on any screen: what is looked for, what is found, one rule open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from attrs import evolve

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.rules.reading import Reading
from owm_net.client.scene.items import Action
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.widgets import button, outlined, text_box
from owm_net.files.rulebook import RuleBook, RuleEntry

ROW = 52.0
"""Height of an entry in the list."""
LIST_WIDE = 400.0
LINE = 21.0


Turn: TypeAlias = Callable[[Reading], Action]
"""The action that reads on elsewhere."""


def draw_pages(box: Box, book: RuleBook, reading: Reading, turn: Turn) -> None:
    """The line that is looked for, the list below it, and the open entry at the right."""
    found, opened = book.search(reading.words), reading.opened(book)
    text_box(
        box.cut_top(36, gap=10),
        "rules.search",
        reading.search,
        shown=tr("Type words to search for, or the id of a rule"),
        right=tr("{number} of {many}", number=len(found), many=len(book.entries)),
    )
    if opened is None:
        box.inset(12, 0).cut_top(40).text("rules.none", tr("No rule contains these words."))
        return
    listed = box.cut_left(LIST_WIDE, gap=24)
    foot = listed.cut_bottom(30, gap=6)
    rows = max(1, int(listed.h // ROW))
    pages = -(-len(found) // rows)
    page = found.index(opened) // rows if reading.page is None else min(reading.page, pages - 1)
    for entry in found[page * rows : (page + 1) * rows]:
        action = turn(evolve(reading, chosen=entry.id))
        _row(listed.cut_top(ROW - 4, gap=4), entry, entry is opened, action)
    if pages > 1:
        _pages(foot, reading, page, pages, turn)
    _entry(box, book, opened, turn)


def _row(box: Box, entry: RuleEntry, opened: bool, action: Action) -> None:
    pen, id = box.pen, f"entry:{entry.id}"
    hot = id in (pen.ui.hover, pen.ui.focus)
    fill: theme.Colour = (96, 76, 34, 235) if opened else (40, 38, 31, 225)
    edge: theme.Colour = theme.LIT if opened else theme.CREAM if hot else (84, 76, 54)
    room, x = box.w - 24, box.x + 12
    name = _beginning(pen, entry.id, "bold", 15, room)
    text = _beginning(pen, entry.text, "body", theme.TEXT, room)
    runs = [
        pen.run(name, x, box.y + 15, role="bold", size=15),
        pen.run(text, x, box.y + 34, colour=theme.SAND),
    ]
    shape = outlined(fill, edge, 2.0 if opened else 1.0, 5)
    box.add(id, "row", shape=shape, runs=runs, action=action, label=entry.id)


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


def _pages(row: Box, reading: Reading, page: int, pages: int, turn: Turn) -> None:
    back, on = (turn(evolve(reading, page=page + step)) for step in (-1, 1))
    first = "" if page else tr("this is the first page")
    last = "" if page + 1 < pages else tr("this is the last page")
    button(row.cut_left(100), "rules.back", tr("< BACK"), back, why=first)
    button(row.cut_right(100), "rules.on", tr("MORE >"), on, why=last)
    said = tr("page {page} of {pages}", page=page + 1, pages=pages)
    row.text("rules.page", said, anchor="m", colour=theme.SAND)


def _entry(box: Box, book: RuleBook, entry: RuleEntry, turn: Turn) -> None:
    room, pen, y = box.w - 20, box.pen, box.y + 18
    heads = pen.wrap(entry.section, "body", 15, room)
    if entry.note:
        heads.append(entry.note[:1].upper() + entry.note[1:])
    lines = pen.wrap(entry.text, "body", 16, room)
    place = box.cut_top(52 + LINE * len(heads) + (LINE + 1) * len(lines))
    runs = [
        pen.run(entry.id, box.x, y, role="bold", size=20, colour=theme.LIT, room=box.w),
        *pen.runs(heads, box.x, y + 28, LINE, size=15, colour=theme.SAND),
        *pen.runs(lines, box.x, y + 40 + LINE * len(heads), LINE + 1, size=16),
    ]
    place.add("rules.text", "text", label=entry.text, runs=runs)
    _see(box, book, entry, turn)


def _see(box: Box, book: RuleBook, entry: RuleEntry, turn: Turn) -> None:
    """List related rules, each a button, as far as there is room."""
    if not entry.see:
        return
    box.cut_top(26, gap=4).text("rules.see", tr("See also"), size=15, colour=theme.SAND)
    row = box.cut_top(30, gap=4)
    for id in entry.see:
        wide = box.pen.width(id, "title", 15) + 26
        if wide > row.w:
            row = box.cut_top(30, gap=4)
        if not box.h:
            return
        other = book.find(id)
        tip = other.text if other is not None and len(other.text) < 240 else ""
        button(row.cut_left(wide, gap=8), f"see:{id}", id, turn(Reading(chosen=id)), tooltip=tip)
