"""A lesson over the table: what is to be done, where to press, and the end of it."""

from __future__ import annotations

from collections.abc import Iterator
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
from owm_net.client.match.coach import BACK, KEPT, LIST, MATCH, NEXT, SKIP, Coach
from owm_net.client.scene.items import Action, Item, Pointed, Rect, Shape, part_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable
from owm_net.client.sitting.actions import AtTable, GoOnLearning, Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.stage.stack import Layer
from owm_net.client.widgets import OVERLAY, Choice, button, panel, question
from owm_net.client.words import capital
from owm_net.engine.drafts import Draft, blanks_of
from owm_net.engine.records import Record, fields_of
from owm_net.engine.requests import Answer

Z = OVERLAY - 40
"""Of what is said beside the table, and of where to press."""
SIZES = ((16.0, 21.0, 10.0), (theme.TEXT, 18.5, 8.0), (theme.SMALL, 16.0, 5.0))
"""Of what is said beside the table: letters, lines, what is between two texts; the first for which
there is room."""
ARROW = 38.0
NARROW = 260.0
"""Up to this width there are two rows of buttons."""
PLACE = 15.0
"""How far the frame about a place of a map is from its middle."""
SELECTED = -1
"""How well it leads to an answer to select the unit that is to do it: best."""
PIECES = ("button", "card", "cell", "token")
"""On which something can be read, though it is no text."""


def draw(pen: Pen, seen: SeenTable) -> None:
    """Draw what is to be done, in place of the log, and point at what to press."""
    coach = seen.coach
    assert coach is not None
    busy = seen.presenter.busy
    target = None if busy else next_press(pen, seen)
    _beside(pen, seen, coach)
    for item in () if busy else _lit(pen, coach):
        _frame(pen, item, f"coach.lit:{item.id}")
    if target is not None:
        _point(pen, target)


class LessonEnd(OverTable):
    """What has come of a lesson, and what to do next."""

    layer = Layer.NEWS

    def back(self, at: AtTable) -> None:
        """To the list of lessons; without a question, for nothing is lost."""
        at.leave()

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw it with the next lesson to press; after the last one a match."""
        coach = at.sitting.coach
        if coach is None:
            return  # it has gone since the last tick
        lessons = Choice("lesson.list", tr("ALL LESSONS"), GoOnLearning(LIST), lit=False)
        following = coach.following
        if following is not None:
            title, note = coach.lesson.title, tr("Next: {title}", title=following.title)
            go_on = Choice("confirm", tr("NEXT LESSON"), GoOnLearning(NEXT))
        else:
            title, note = coach.course.title, tr(coach.course.end)
            go_on = Choice("confirm", tr("FIRST MATCH"), GoOnLearning(MATCH))
        done = tr("{title}: done", title=title)
        question(pen, "lesson", done, tr(coach.lesson.end), [lessons, go_on], note=note)


# -- beside the table ------------------------------------------------------------------------


def _beside(pen: Pen, seen: SeenTable, coach: Coach) -> None:
    """Draw it where the table keeps a place for it, else where the log is: it asks nothing."""
    found = {i.id: i.rect.times(1 / pen.k) for i in pen.items if i.id in (KEPT, "log")}
    if KEPT not in found:
        pen.items[:] = [i for i in pen.items if i.id.partition(".")[0].partition(":")[0] != "log"]
    rect = found.get(KEPT) or found.get("log") or Rect(pen.w - 312, pen.h - 276, 306, 270)
    steps = len(coach.lesson.steps)
    note = tr("{n} of {many}", n=min(coach.practice.at + 1, steps), many=steps)
    frame = Box(pen, rect, Z)
    room = panel(frame, "coach", title=tr(coach.lesson.title), note=note, dark=True).inset(3, 0)
    foot = room.cut_bottom(30, gap=4)
    all_lessons = foot if foot.w > NARROW else room.cut_bottom(30, gap=4)
    first = "" if coach.practice.at else tr("this is the first step")
    tips = tr("The step before"), tr("This step is done for you, and you look on")
    back, skip = foot.cut_left(66, gap=6), foot.cut_left(76, gap=6)
    on = GoOnLearning(BACK), GoOnLearning(SKIP), GoOnLearning(LIST)
    button(back, "coach.back", tr("BACK"), on[0], why=first, tooltip=tips[0], size=15)
    button(skip, "coach.skip", tr("SHOW ME"), on[1], tooltip=tips[1], size=15)
    button(all_lessons.cut_right(110), "coach.list", tr("ALL LESSONS"), on[2], size=15)
    said = _said(seen, coach)
    for size, step, between in SIZES:
        texts = [
            room.wrap(text, size, "bold" if colour == theme.LIT else "body")
            for text, colour in said
        ]
        if step * sum(map(len, texts)) + between * len(texts) <= room.h:
            break
    for n, ((_, colour), lines) in enumerate(zip(said, texts, strict=True)):
        role = "bold" if colour == theme.LIT else "body"
        room.lines(
            f"coach.said:{n}", lines, step=step, gap=between, role=role, size=size, colour=colour
        )


def _said(seen: SeenTable, coach: Coach) -> list[tuple[str, theme.Colour]]:
    if seen.presenter.busy:
        return [(tr("See what happens."), theme.SAND)]
    strays = "" if coach.practice.step is None or _on_the_way(seen, coach) else "stray"
    refused = coach.refused or (strays and coach.practice.step and coach.practice.step.refusal)
    *first, last = coach.words(refused or "")
    ink = theme.REFUSED if refused else theme.SAND
    return [*[(capital(tr(text)), ink) for text in first], (tr(last), theme.LIT)]


def _on_the_way(seen: SeenTable, coach: Coach) -> bool:
    """Return True unless something is chosen that leads elsewhere."""
    sketch = seen.answering.sketch
    if not seen.answering.is_open or sketch is None or not seen.answering.trail:
        return True
    wanted = _wanted(seen, coach)
    return _leads(sketch, coach, wanted) or _begins(sketch, wanted)


def _wanted(seen: SeenTable, coach: Coach) -> Answer:
    key = "wanted", coach, coach.practice.at
    wanted: Answer = seen.cached(key, lambda: coach.practice.wanted)
    return wanted


def _lit(pen: Pen, coach: Coach) -> list[Item]:
    """Return what the step talks of, besides what is to be pressed."""
    step = coach.practice.step
    begins = tuple(step.point.split()) if step is not None else ()
    return [item for item in pen.items if begins and item.id.startswith(begins)]


def _frame(pen: Pen, item: Item, id: str) -> Rect:
    box = item.outline.times(1 / pen.k).inset(-4)
    shape = Shape("box", theme.CLEAR, (*theme.CHOSEN, 255), 3, 8)
    pen.add(id, "mark", box, z=Z + 8, shape=shape)
    return box


def _point(pen: Pen, item: Item) -> None:
    """Draw a frame about it, and an arrow from where there is room."""
    box = _frame(pen, item, "coach.frame")
    x, y, sign = _arrow(pen, item, box)
    pen.add(
        "coach.arrow",
        "mark",
        Rect(x - ARROW / 2, y - ARROW / 2, ARROW, ARROW),
        z=Z + 12,
        shape=Shape("box", (20, 18, 12, 230), (*theme.CHOSEN, 255), 2, 19),
        runs=[pen.run(sign, x, y, role="bold", size=24, anchor="m", colour=theme.LIT)],
    )


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
        (box.x + half, box.y - half - 1, "▼"),
        (box.right - half, box.y - half - 1, "▼"),
        (box.cx, box.y + box.h * 0.34, "▼"),
    )

    def covered(place: tuple[float, float, str]) -> float:
        at = Rect((place[0] - half) * pen.k, (place[1] - half) * pen.k, *([ARROW * pen.k] * 2))
        if not Rect(0, 0, pen.w * pen.k, pen.h * pen.k).covers(at):
            return float("inf")
        below = [one for one in pen.items if one.kind != "mark"]
        words = sum([at.shared(run.box) for one in below for run in one.runs])
        pieces = [at.shared(one.rect) for one in below if one.kind in PIECES]
        own = [at.shared(one.rect) for one in below if one.id.startswith("coach.")]
        return words + sum(pieces) + sum(own)

    return min(places, key=covered)


# -- where to press --------------------------------------------------------------------------


def next_press(pen: Pen, seen: SeenTable) -> Item | None:
    """Return the next item to press for the answer that the step wants; None where nothing is
    asked."""
    answering, coach = seen.answering, seen.coach
    if coach is None or coach.practice.step is None or not answering.is_open or seen.view is None:
        return None
    drafting, sketch = answering.drafting, answering.sketch
    wanted = _wanted(seen, coach)
    best: tuple[int, int, int, Item] | None = None
    for n, (item, action) in enumerate(_presses(pen, coach, wanted)):
        if isinstance(action, Spot):
            action = action.meant(drafting, sketch)
        if item.why:
            continue
        if isinstance(action, Select):
            rank, lacks = (SELECTED if _selects(item, action, seen, wanted) else None), 0
        elif isinstance(action, DraftAction):
            rank, lacks = _rank(action, drafting, sketch, coach, wanted)
            rank = 1 if rank == 0 and item.id != "confirm" else rank
        else:
            continue
        if rank is not None and (best is None or (rank, lacks, n) < best[:3]):
            best = rank, lacks, n, item
    return None if best is None else best[3]


def _presses(pen: Pen, coach: Coach, wanted: Answer) -> Iterator[tuple[Item, Action | None]]:
    """Yield everything that can be pressed with its meaning; of a map the places of the wanted
    answer, each as an item of its own."""
    step = coach.practice.step
    assert step is not None
    for item in tuple(pen.items):
        if not isinstance(item.action, Pointed):
            yield item, item.action
            continue
        for point in (*([step.at] if step.at else []), *_points(wanted)):
            place = item.action.place_of(point)
            if place is not None:
                spot = _pressed_there(pen, item, *place)
                if spot is not None:
                    yield spot, item.action.at(*part_of(item, spot.rect.cx, spot.rect.cy))


def _pressed_there(pen: Pen, item: Item, x: float, y: float) -> Item | None:
    """Return the place on an item as an item, the middle on a pixel; None where it is not seen, or
    something else is pressed there."""
    x, y = round(item.rect.x + x * item.rect.w), round(item.rect.y + y * item.rect.h)
    if not item.contains(x, y):
        return None
    above = [one for one in pen.items if one.z > item.z and one.contains(x, y)]
    if any(one.action is not None or one.solid for one in above):
        return None
    r = PLACE * pen.k
    there = Rect(x - r, y - r, 2 * r, 2 * r)
    return evolve(item, id=f"{item.id}:here", kind="place", rect=there, runs=(), flags=frozenset())


def _points(value: object) -> Iterator[tuple[int, ...]]:
    """Yield the places in an answer, in their order: every two or three numbers that stand
    together."""
    if isinstance(value, Record):
        for name in fields_of(type(value)):
            yield from _points(getattr(value, name))
    elif isinstance(value, tuple):
        if len(value) in (2, 3) and all(type(one) is int for one in value):
            yield value
        else:
            for one in value:
                yield from _points(one)


def _selects(item: Item, action: Select, seen: SeenTable, wanted: Answer) -> bool:
    """Return True if a press selects the unit that the wanted answer begins with, before anything
    is begun."""
    unit = getattr(wanted, blanks_of(type(wanted))[0].name) if blanks_of(type(wanted)) else None
    begun = held_by(seen.answering.sketch) or seen.ui.selected == action.unit
    return item.lit and not begun and type(unit) is int and action.unit == unit + 1


def _rank(
    action: DraftAction, drafting: Drafting, sketch: Sketch, coach: Coach, wanted: Answer
) -> tuple[int | None, int]:
    """Return how well a press leads to the wanted answer, 0 best, None if elsewhere; and how much
    is chosen by it, as a number below 0."""
    if isinstance(action, Clear):
        return (9 if sketch is not None and not _leads(sketch, coach, wanted) else None), 0
    after = action.on(drafting, sketch)
    if isinstance(after, Give):  # the button before what does the same
        return (0 if coach.practice.leads(after.answer) else None), 0
    if not isinstance(after, Draft):
        return None, 0
    if not _leads(after, coach, wanted):
        begins = _begins(after, wanted) and not _begins(sketch, wanted)
        return (4 if begins and not _leads(sketch, coach, wanted) else None), 0
    chosen = len(_chosen(after))
    if _leads(sketch, coach, wanted) and chosen <= len(_chosen(sketch)):
        return None, 0
    look = drafting.look(after)
    if look is None or look.refusal is not None:
        return None, 0
    return (2, -chosen) if _grown(after, coach, wanted) == wanted else (3, 0)


def _begins(sketch: Sketch, wanted: Answer) -> bool:
    """Return True if a sketch is of another kind than the wanted answer, and all that it holds is
    in that too: the next press makes it one of that kind, as a press on an enemy makes a shot out
    of a move."""
    if sketch is None or sketch.cls is type(wanted) or sketch.cls.by_name:
        return False
    chosen, wants = _chosen(sketch), _chosen(Draft.of(wanted))
    return bool(chosen) and all(one in wants for one in chosen)


def _chosen(sketch: Sketch) -> list[tuple[Any, Any]]:
    """Return all that a sketch holds, each with its type, a thing as often as it is held."""
    if sketch is None:
        return []
    groups = [(blank, sketch.groups(blank)) for blank in blanks_of(sketch.cls)]
    return [(blank.kind, one) for blank, held in groups for group in held for one in group]


def _leads(sketch: Sketch, coach: Coach, wanted: Answer) -> bool:
    """Return True if a sketch can become the wanted answer, or one that does as well."""
    if sketch is None or sketch.cls is not type(wanted):
        return False
    return coach.practice.leads(_grown(sketch, coach, wanted))


def _grown(sketch: Draft[Any], coach: Coach, wanted: Answer) -> Answer:
    """Return what a sketch becomes with what it lacks of the wanted answer, in lists too."""
    step = coach.practice.step
    in_order = step is None or not step.do.any_order
    for blank in blanks_of(sketch.cls):
        if blank.many and not blank.groups and sketch.holds(blank.field):
            have, want = sketch.held(blank), getattr(wanted, blank.name)
            begun = have == want[: len(have)] if in_order else set(have) <= set(want)
            if len(have) < len(want) and begun:
                sketch = sketch.without(blank.field)
    grown: Answer = sketch.over(wanted)
    return grown
