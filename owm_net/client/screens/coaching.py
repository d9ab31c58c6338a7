"""A lesson over the table: its text as a page; then what is to be done, and where to press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from owm_net.client import theme
from owm_net.client.answering.drafting import (
    Clear,
    DraftAction,
    Drafting,
    Give,
    Sketch,
    Spot,
    held_by,
)
from owm_net.client.language import tr
from owm_net.client.match.after import NEW
from owm_net.client.match.coach import Coach
from owm_net.client.scene.items import Item, Rect, Shape
from owm_net.client.scene.layout import Box, whole
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens.over_table import OverTable
from owm_net.client.sitting.actions import AtTable, GoOnLearning
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.stage.stack import Layer
from owm_net.client.widgets import OVERLAY, button, card_zoom, headline, panel
from owm_net.client.words import capital
from owm_net.engine.drafts import Draft
from owm_net.engine.lessons import LessonTask
from owm_net.engine.requests import Answer
from owm_net.engine.text import say

Z = OVERLAY - 40
"""Of what is said beside the table, and of where to press."""
MARGIN = 44.0
LINE = 23.0
SIZES = ((15.0, 19.0, 9.0), (theme.TEXT, 17.5, 7.0), (theme.SMALL, 16.0, 5.0))
"""Of what is said beside the table: letters, lines, what is between two texts; the first for which
there is room."""
"""From one line to the next, on a page and beside the table."""
HOW = {
    "button": say("Press the button at the arrow."),
    "card": say("Click the card at the arrow."),
    "cell": say("Click the Terrain at the arrow."),
}
"""By the kind of what is pointed at."""
CLICK = say("Click at the arrow.")
RATIO = 1.4
"""A card's height to its width."""


def draw(pen: Pen, seen: SeenTable) -> None:
    """Draw the task, in place of the log."""
    coach = seen.coach
    assert coach is not None
    target = None
    if not seen.presenter.busy:
        target = _pointed_at(pen.items, coach) if coach.points else next_press(pen, seen)
    _beside(pen, seen, coach, target)
    if target is not None:
        _point(pen, target)


# -- the page --------------------------------------------------------------------------------


class LessonPage(OverTable):
    """The text of a lesson, over the whole table."""

    layer = Layer.NEWS
    shade = 235

    def back(self, at: AtTable) -> None:
        """Leave a lesson without a question; it starts again another time."""
        at.leave()

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw the text on the left, what it talks of on the right."""
        coach = at.sitting.coach
        if coach is None or coach.lesson is None:
            return  # it has gone since the last tick
        room = whole(pen, OVERLAY + 10).inset(MARGIN, 0)
        headline(room.cut_top(84, gap=8), "coach.title", *_heading(coach))
        foot = room.cut_bottom(74).cut_top(46)
        foot.rect = foot.rect.moved(0, 16)
        faces = coach.lesson.faces if not coach.last else ()
        place = room.with_rect(room.rect)
        text = place.cut_left(room.w * 0.6 if faces else min(room.w, 900.0), gap=24)
        indent = 0.0
        for n, line in enumerate(coach.text):
            before, indent = indent, 22.0 if line.startswith(" ") else 0.0
            text.cut_top(8 if before and not indent else 0)
            inner = text.with_rect(text.rect)
            inner.cut_left(indent)
            lines = inner.wrap(line.strip(), 17)
            inner.lines(f"coach.text:{n}", lines, step=LINE, size=17)
            text.cut_top(LINE * len(lines), gap=4 if indent else 12)
        if faces:
            _pieces(place, at.table, coach)
        label = tr("NEW GAME") if coach.last else tr("CONTINUE")
        on = GoOnLearning(NEW) if coach.last else GoOnLearning()
        button(foot.cut_right(230, gap=14), "confirm", label, on, lit=True, size=24)
        hint = tr("Enter begins a match.")
        if coach.last:
            back = foot.cut_right(200, gap=14)
            button(back, "coach.back", tr("TO THE TITLE"), GoOnLearning(), size=20)
        else:
            hint = tr(
                "Enter goes on. Esc returns to the title; you continue here when you come back."
            )
        foot.text("coach.hint", hint, size=15, colour=theme.FAINT)


def _heading(coach: Coach) -> tuple[str, str]:
    assert coach.lesson is not None
    if coach.last:
        return tr(coach.lesson.title), tr("{course}: completed", course=coach.course)
    return tr(coach.lesson.title), tr(
        "{course}, lesson {number} of {many}",
        course=coach.course,
        number=coach.at + 1,
        many=coach.many,
    )


def _pieces(room: Box, table: Table, coach: Coach) -> None:
    """Draw the cards it talks of, each enlarged under the pointer and put into words."""
    assert coach.lesson is not None
    faces, words = coach.lesson.faces, coach.lesson.pieces
    columns = 1 if len(faces) == 1 else 2
    rows = -(-len(faces) // columns)
    high = min((room.h - 12 * (rows - 1)) / rows, (room.w - 12) / columns * RATIO, 340.0)
    wide = high / RATIO
    block = room.cut_right(columns * wide + 12 * (columns - 1))
    block.rect = Rect(block.x, block.y, block.w, high * rows + 12 * (rows - 1))
    places = [place for row in block.rows(rows, 12) for place in row.columns(columns, 12)]
    for n, ((sort, number), place) in enumerate(zip(faces, places, strict=False)):
        art = table.piece(sort, number)
        if art is None:
            continue
        id = f"coach.piece:{n}"
        place.add(id, "card", art=art, solid=True, label=words[n])
        if room.pen.ui.hover == id:
            name, _, facts = words[n].partition(": ")
            card_zoom(room.pen, id, art, place.rect, name, facts, side="left")


# -- beside the table ------------------------------------------------------------------------


def _beside(pen: Pen, seen: SeenTable, coach: Coach, target: Item | None) -> None:
    """Draw it where the log is otherwise: it asks nothing."""
    log = next((item.rect for item in pen.items if item.id == "log"), None)
    k = pen.k
    rect = log.times(1 / k) if log is not None else Rect(pen.w - 312, pen.h - 276, 306, 270)
    pen.items[:] = [i for i in pen.items if i.id.partition(".")[0].partition(":")[0] != "log"]
    note = tr("Lesson {number} of {many}", number=coach.at + 1, many=coach.many)
    frame = Box(pen, rect, Z)
    room = panel(frame, "coach", title=tr("Boot Camp"), note=note, dark=True).inset(3, 0)
    if coach.task is None and not seen.presenter.busy:
        go = room.cut_bottom(34, gap=2).cut_right(124)
        button(go, "confirm", tr("CONTINUE"), GoOnLearning(), lit=True, size=18)
    said = _said(seen, coach, target)
    for size, step, between in SIZES:
        texts = [
            room.wrap(text, size, "bold" if colour == theme.LIT else "body")
            for text, colour in said
        ]
        if step * sum(map(len, texts)) + between * len(texts) <= room.h:
            break
    for n, ((_, colour), lines) in enumerate(zip(said, texts, strict=True)):
        style: Lettering = {"role": "bold" if colour == theme.LIT else "body", "size": size}
        style["colour"] = colour
        room.lines(f"coach.said:{n}", lines, step=step, gap=between, **style)


def _said(seen: SeenTable, coach: Coach, target: Item | None) -> list[tuple[str, theme.Colour]]:
    if seen.presenter.busy:
        return [(tr("See what happens."), theme.SAND)]
    said: list[tuple[str, theme.Colour]] = []
    if coach.refused:
        said.append((f"{capital(coach.refused)}.", theme.REFUSED))
    else:
        said += [(text, theme.SAND) for text in coach.told]
    said += [(coach.say, theme.CREAM)] if coach.say else []
    if coach.task is not None:
        said.append((coach.task.say, theme.LIT))
    if coach.task is not None and target is not None:
        how = tr(HOW.get(target.kind, CLICK))
        if target.id == "confirm":
            how = tr("Everything is chosen: press the button at the arrow, or Enter.")
        said.append((how, theme.CREAM))
    return said


def _pointed_at(items: Sequence[Item], coach: Coach) -> Item | None:
    """Return one item for all whose id begins so: a whole map, a whole hand."""
    found = [item for item in items if item.id.startswith(tuple(coach.points.split()))]
    if not found:
        return None
    left, top = min(i.rect.x for i in found), min(i.rect.y for i in found)
    right, bottom = max(i.rect.right for i in found), max(i.rect.bottom for i in found)
    return evolve(found[0], rect=Rect(left, top, right - left, bottom - top))


def _point(pen: Pen, item: Item) -> None:
    """Draw a frame about it, and an arrow from where there is room."""
    k = pen.k
    box = item.rect.times(1 / k).inset(-4)
    pen.add(
        "coach.frame",
        "mark",
        box,
        z=Z + 8,
        shape=Shape("box", theme.CLEAR, (*theme.CHOSEN, 255), 3, 8),
    )
    x, y, sign = _arrow(pen, item, box)
    pen.add(
        "coach.arrow",
        "mark",
        Rect(x - ARROW / 2, y - ARROW / 2, ARROW, ARROW),
        z=Z + 8,
        shape=Shape("box", (20, 18, 12, 230), (*theme.CHOSEN, 255), 2, 19),
        runs=[pen.run(sign, x, y, role="bold", size=24, anchor="m", colour=theme.LIT)],
    )


ARROW = 38.0
PIECES = ("button", "card", "cell", "token")
"""On which something can be read, though it is no text."""


def _arrow(pen: Pen, item: Item, box: Rect) -> tuple[float, float, str]:
    """Return where the arrow stands and which way it points: beside the frame, where it covers the
    least of what can be read. Beside a card of a hand are others, so it points at its picture."""
    if item.kind == "card" and box.w < box.h:
        return box.cx, box.y + box.h * 0.34, "▼"
    half = ARROW / 2
    places = (
        (box.cx, box.y - half - 1, "▼"),
        (box.cx, box.bottom + half + 1, "▲"),
        (box.x - half - 1, box.cy, "▶"),
        (box.right + half + 1, box.cy, "◀"),
        (box.cx, box.y + box.h * 0.34, "▼"),
    )

    def covered(place: tuple[float, float, str]) -> float:
        at = Rect((place[0] - half) * pen.k, (place[1] - half) * pen.k, *([ARROW * pen.k] * 2))
        if not Rect(0, 0, pen.w * pen.k, pen.h * pen.k).covers(at):
            return float("inf")
        words = [run.box for one in pen.items if one.z < Z for run in one.runs]
        pieces = [one.rect for one in pen.items if one.z < Z and one.kind in PIECES]
        return sum(map(at.shared, words + pieces))

    return min(places, key=covered)


# -- where to press --------------------------------------------------------------------------


def next_press(pen: Pen, seen: SeenTable) -> Item | None:
    """Return the next item to press for the answer that the task wants; None where nothing is
    asked."""
    answering = seen.answering
    coach = seen.coach
    if coach is None or coach.task is None or not answering.is_open or seen.view is None:
        return None
    task, drafting, sketch = coach.task, answering.drafting, answering.sketch
    wanted = seen.cached(("wanted", task), lambda: task.answer(seen.view))  # type: ignore[arg-type]
    best: tuple[int, int, Item] | None = None
    for n, item in enumerate(pen.items):
        action: Any = item.action
        if isinstance(action, Spot):
            action = action.meant(drafting, sketch)
        if not isinstance(action, DraftAction) or item.why:
            continue
        rank = _rank(action, drafting, sketch, task, wanted)
        rank = 1 if rank == 0 and item.id != "confirm" else rank
        if rank is not None and (best is None or (rank, n) < best[:2]):
            best = rank, n, item
    return None if best is None else best[2]


def _rank(
    action: DraftAction, drafting: Drafting, sketch: Sketch, task: LessonTask, wanted: Answer
) -> int | None:
    """Return how well a press leads to the wanted answer, 0 best; None if elsewhere."""
    if isinstance(action, Clear):
        return 9 if sketch is not None and not _leads(sketch, task, wanted) else None
    after = action.on(drafting, sketch)
    if isinstance(after, Give):
        return (
            0 if task.fits(after.answer, wanted) else None
        )  # the button before what does the same
    if not isinstance(after, Draft) or not _leads(after, task, wanted):
        return None
    on_the_way = sketch is not None and _leads(sketch, task, wanted)
    if on_the_way and len(held_by(after)) <= len(held_by(sketch)):
        return None
    look = drafting.look(after)
    if look is None or look.refusal is not None:
        return None
    return 2 if after.over(wanted) == wanted else 3


def _leads(sketch: Draft[Any], task: LessonTask, wanted: Answer) -> bool:
    """Return True if a sketch can become the wanted answer, or one that does as well."""
    if sketch.cls is not type(wanted):
        return False
    return task.fits(sketch.over(wanted), wanted)
