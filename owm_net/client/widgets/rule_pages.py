"""A rule book as it is read on any screen: its contents, or a chapter with one entry open, or what
was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from attrs import evolve

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.rules.reading import Reading
from owm_net.client.scene.items import Action, Shape
from owm_net.client.scene.layout import Box, flowed
from owm_net.client.scene.pen import Pen
from owm_net.client.widgets import button, outlined, text_box
from owm_net.client.widgets.guide_page import Illustrator, draw_guide
from owm_net.files.rulebook import RuleBook, RuleEntry

STEP = 19.0
"""From one line of the list to the next."""
AROUND, BETWEEN = 14.0, 5.0
"""Of an entry in the list: above and below its lines, and to the next one."""
MOST_LINES = 3
MOST_READ = 240
"""Letters of a text that are tried for these lines."""
LIST_WIDE = 470.0
SIZES = (17.0, 16.0, 14.0, 12.0)
"""Of the letters of the open entry: the first with which all of it has room."""
CHAPTER_HIGH, COLUMN_WIDE = 40.0, 320.0
"""Of a line of the contents."""


Turn: TypeAlias = Callable[[Reading], Action]
"""The action that reads on elsewhere."""


def draw_pages(
    box: Box, book: RuleBook, reading: Reading, turn: Turn, illustrator: Illustrator | None
) -> None:
    """The line that is looked for; below it the contents, a page of how to play, or a list and the
    open entry. illustrator: of the game's pictures, None while its rules are not loaded."""
    opened, listed = reading.opened(book), reading.listed(book)
    top = box.cut_top(36, gap=10)
    if opened is not None or reading.words.strip():
        button(top.cut_left(130, gap=10), "rules.contents", tr("CONTENTS"), turn(Reading()))
    if (
        opened is not None
        and opened.sort == "page"
        and illustrator is not None
        and not reading.words.strip()
    ):
        top.inset(10, 0).text("rules.name", opened.id, role="bold", size=22, colour=theme.LIT)
        _page(box, book, opened, turn, illustrator)
        return
    many = tr("{number} of {many}", number=len(listed), many=len(book.entries))
    text_box(
        top,
        "rules.search",
        reading.search,
        shown=tr("Type a question or a word, such as: how far can I walk"),
        right=many if reading.words.strip() else "",
    )
    if opened is not None:
        _list(box.cut_left(LIST_WIDE, gap=24), book, reading, opened, turn)
        _entry(box, book, opened, turn)
    elif reading.words.strip():
        box.inset(12, 0).cut_top(40).text("rules.none", tr("No rule contains these words."))
    else:
        _contents(box, book, turn)


def _page(
    box: Box, book: RuleBook, opened: RuleEntry, turn: Turn, illustrator: Illustrator
) -> None:
    """How to play: the picture with what it shows, and the way to the next page."""
    pages = book.chapter(opened.chapter)
    n = pages.index(opened)
    foot = box.cut_bottom(34, gap=10)
    if n:
        before = turn(Reading(chosen=pages[n - 1].id))
        button(foot.cut_left(110), "rules.back", tr("< BACK"), before)
    after = pages[n + 1].id if n + 1 < len(pages) else book.entries[len(pages)].id
    label = tr("MORE >") if n + 1 < len(pages) else tr("HOW TO WIN >")
    button(foot.cut_right(150), "rules.on", label, turn(Reading(chosen=after)), lit=True)
    said = tr("page {page} of {pages}", page=n + 1, pages=len(pages))
    foot.text("rules.page", said, anchor="m", colour=theme.SAND)
    draw_guide(box, illustrator, n)


def _contents(box: Box, book: RuleBook, turn: Turn) -> None:
    """The chapters, each with the number of its entries; a press opens one at its beginning."""
    columns = max(1, int(box.w // COLUMN_WIDE))
    rows = -(-len(book.chapters) // columns)
    high = min(CHAPTER_HIGH, box.h / rows)
    for n, (title, place) in enumerate(
        zip(
            book.chapters,
            (one for column in box.columns(columns, 16) for one in _below(column, rows, high)),
            strict=False,
        )
    ):
        entries = book.chapter(title)
        id, action, first = f"chapter:{n}", turn(Reading(chosen=entries[0].id)), entries[0]
        shape = _shape(place.pen, id, first.sort == "page")  # where one begins
        place.add(id, "row", shape=shape, action=action, label=title)
        inner = place.inset(12, 0).above(1)
        count = inner.cut_right(30)
        count.text(f"{id}.many", str(len(entries)), anchor="r", size=14, colour=theme.FAINT)
        inner.text(f"{id}.title", title, role="bold", size=16, room=inner.w, least=12)


def _below(column: Box, rows: int, high: float) -> list[Box]:
    return [column.cut_top(high - 5, gap=5) for _ in range(rows)]


def _list(box: Box, book: RuleBook, reading: Reading, opened: RuleEntry, turn: Turn) -> None:
    """A page of the chapter, or of what was found; behind the last page comes the next chapter."""
    listed, foot = reading.listed(book), box.cut_bottom(30, gap=6)
    lines = [_lines(box, entry) for entry in listed]
    pages = flowed([STEP * len(one) + AROUND + BETWEEN for one in lines], box.h)
    at = listed.index(opened) if opened in listed else 0
    page = next(n for n, those in enumerate(pages) if at in those)
    if reading.page is not None:
        page = min(reading.page, len(pages) - 1)
    for n in pages[page]:
        action = turn(evolve(reading, chosen=listed[n].id))
        _row(box, listed[n], lines[n], listed[n] is opened, action)
    back, on = (_beside(book, reading, opened, page, len(pages), step) for step in (-1, 1))
    first = "" if back is not None else tr("this is the first page")
    last = "" if on is not None else tr("this is the last page")
    button(foot.cut_left(110), "rules.back", tr("< BACK"), turn(back or reading), why=first)
    button(foot.cut_right(110), "rules.on", tr("MORE >"), turn(on or reading), why=last)
    said = tr("page {page} of {pages}", page=page + 1, pages=len(pages))
    if len(pages) > 1:
        foot.text("rules.page", said, anchor="m", colour=theme.SAND)


def _beside(
    book: RuleBook, reading: Reading, opened: RuleEntry, page: int, pages: int, step: int
) -> Reading | None:
    """The page after this one (1) or before it (-1), or the chapter; None where there is none."""
    if 0 <= page + step < pages:
        return evolve(reading, page=page + step)
    if reading.words.strip() or opened.chapter not in book.chapters:
        return None
    chapter = book.chapters.index(opened.chapter) + step
    if not 0 <= chapter < len(book.chapters):
        return None
    return Reading(chosen=book.chapter(book.chapters[chapter])[0].id)


def _lines(box: Box, entry: RuleEntry) -> list[tuple[str, bool]]:
    """What the list shows of an entry: its name, the beginning of its text; which is bold."""
    room = box.w - 24
    named = [(entry.id, True)] if entry.is_named else []
    most = MOST_LINES - len(named)
    told = box.pen.wrap(entry.text[:MOST_READ], "body", theme.TEXT, room, most)
    return [*named, *((line, False) for line in told)]


def _row(
    box: Box, entry: RuleEntry, lines: Sequence[tuple[str, bool]], opened: bool, action: Action
) -> None:
    place = box.cut_top(STEP * len(lines) + AROUND, gap=BETWEEN)
    id, pen = f"entry:{entry.id}", box.pen
    ink = theme.SAND if entry.sort == "ruling" else theme.CREAM
    runs = [
        pen.run(
            text,
            place.x + 12,
            place.y + AROUND / 2 + STEP * (n + 0.5),
            role="bold" if bold else "body",
            size=15 if bold else theme.TEXT,
            colour=theme.LIT if bold else ink,
            room=place.w - 24,
        )
        for n, (text, bold) in enumerate(lines)
    ]
    shape = _shape(pen, id, opened)
    place.add(id, "row", shape=shape, runs=runs, action=action, label=entry.text[:MOST_READ])


def _shape(pen: Pen, id: str, opened: bool) -> Shape:
    hot = id in (pen.ui.hover, pen.ui.focus)
    fill: theme.Colour = (96, 76, 34, 235) if opened else (40, 38, 31, 225)
    edge: theme.Colour = theme.LIT if opened else theme.CREAM if hot else (84, 76, 54)
    return outlined(fill, edge, 2.0 if opened else 1.0, 5)


def _entry(box: Box, book: RuleBook, entry: RuleEntry, turn: Turn) -> None:
    """Its chapter, its text as large as there is room for, its id, and what it has to do with."""
    pen, room = box.pen, box.w - 20
    box.cut_top(24).text("rules.chapter", entry.chapter, size=15, colour=theme.SAND, room=room)
    if entry.is_named:
        name = entry.id
        box.cut_top(34).text("rules.name", name, role="bold", size=20, colour=theme.LIT, room=room)
    told = entry.text
    if entry.note:
        told += f"\n({entry.note})"
    most = box.h - 30
    for size in SIZES:
        lines, step = pen.wrap(told, "body", size, room), size * 1.38
        if step * len(lines) <= most:
            break
    place = box.cut_top(8 + step * len(lines), gap=2)
    runs = pen.runs(lines, place.x, place.y + 4 + step / 2, step, size=size)
    place.add("rules.text", "text", label=entry.text, runs=runs)
    if not entry.is_named:
        box.cut_top(24).text("rules.id", entry.id, size=12, colour=theme.FAINT)
    _see(box, book, entry, turn)


def _see(box: Box, book: RuleBook, entry: RuleEntry, turn: Turn) -> None:
    """List related rules, each a button that begins as they do, as far as there is room."""
    others = [other for id in entry.see if (other := book.find(id)) is not None]
    if not others or box.h < 80:
        return
    box.cut_top(10)
    box.cut_top(24, gap=4).text("rules.see", tr("See also"), size=15, colour=theme.SAND)
    for other in others:
        if box.h < 34:
            return
        place, id = box.cut_top(30, gap=4), f"see:{other.id}"
        action, text = turn(Reading(chosen=other.id)), _title(other)
        run = box.pen.run(
            text[:MOST_READ], place.x + 10, place.cy, size=theme.TEXT, room=place.w - 20
        )
        shape = _shape(box.pen, id, False)
        place.add(id, "row", shape=shape, runs=[run], action=action, label=text[:MOST_READ])


def _title(entry: RuleEntry) -> str:
    """How an entry is called where there is one line for it."""
    return entry.id if entry.is_named else " ".join(entry.text.split())
