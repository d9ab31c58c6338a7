"""The parts of a builder of squads or armies: what has been spent, the lines of things that can be
had, every fault, and what follows the pointer."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import Confirm, DraftAction, Portable
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import TIP, Choice, Prompt, button, outlined, panel
from owm_net.client.words import because, capital

FOOT = 66.0
"""How high the faults are at the foot."""
MOST_LINES = 6


def prompt(seen: SeenTable, faults: Sequence[str], empty: str) -> Prompt:
    """The prompt bar below a builder: the answer is given, or why it cannot be. empty: what is said
    while nothing has been chosen, "" once something has."""
    told = seen.answering.about
    detail = f"{capital(because(told.why, told.rule))}."
    why = empty or "; ".join(first_of(faults))
    if why and not empty:
        detail = tr("Not ready: {why}", why=why)
    ready = Choice("confirm", tr("READY"), Confirm(), why=why, tooltip=tr("Enter"))
    return Prompt(capital(told.what), detail, [ready])


def count(box: Box, id: str, text: str, *, over: bool = False, tooltip: str = "") -> None:
    """A number of the whole, such as points that are spent. over: they are too many."""
    place = box.above(3).inset(6, 0)
    colour = theme.REFUSED if over else theme.GOLD
    style: Lettering = {"role": "title", "size": 19, "colour": colour, "least": 13}
    place.add(id, "text", runs=[place.inset(8, 0).run(text, **style)], tooltip=tooltip)


@frozen
class LineWords:
    """Of a line, from left to right; and where one points at it. why: why it cannot be pressed."""

    left: str
    middle: str
    right: str
    tip: str
    why: str = ""


def line(
    box: Box,
    id: str,
    hover: str,
    words: LineWords,
    action: DraftAction,
    *,
    chosen: bool = False,
    wrong: bool = False,
) -> None:
    """A line that can be pressed and, unless there is a reason against it, carried. hover: what is
    pointed at, by its id."""
    tip, why = words.tip, words.why
    edge = theme.LIT if chosen else theme.REFUSED if wrong else theme.PANEL_EDGE
    hot, portable = hover == id, isinstance(action, Portable)
    ink = theme.FAINT if why else theme.CREAM
    left: Lettering = {"role": "title", "size": min(15.0, box.h * 0.56), "colour": ink, "least": 11}
    room = box.inset(8, 0)
    worth = room.cut_right(room.pen.width(words.right, "body", 14), gap=6)
    runs = [worth.run(words.right, size=14, colour=theme.SAND, anchor="r")]
    if words.middle:
        middle = room.at(box.w * 0.36 + 4, 0, room.w - box.w * 0.36 - 8, room.h)
        colour = theme.REFUSED if wrong else theme.SAND
        runs.append(middle.run(words.middle, size=14, colour=colour))
        room.cut_right(room.w - box.w * 0.36)
    box.add(
        id,
        "soldier",
        action=action,
        why=why,
        label=words.left,
        tooltip=f"{tip}\n{tr('Not now: {why}', why=why)}" if why else tip,
        flags=flags_of(off=bool(why), chosen=chosen, carried=portable and not why),
        shape=outlined(theme.BUTTON_HOT if hot and not why else theme.PANEL_DARK, edge, 1.2, 4),
        runs=[room.run(words.left, **left), *runs],
    )


def stepper(
    box: Box,
    id: str,
    words: LineWords,
    fewer: Choice,
    more: Choice,
) -> None:
    """How many there are of something, which is what stands at the right of the words, and two
    buttons."""
    wide = 72 + max(26.0, box.pen.width(words.right, "title", 16) + 10)
    label, right = box.inset(4, 0), box.at(box.w - wide, 0, wide, box.h)
    label.cut_right(wide)
    ink = theme.FAINT if fewer.why else theme.CREAM
    name: Lettering = {"size": 15, "colour": ink, "least": 11}
    note: Lettering = {"size": 13, "colour": theme.FAINT, "anchor": "r", "least": 10}
    left, middle = label.columns((64, 36), gap=6) if words.middle else (label, label)
    runs = [left.run(words.left, **name), middle.run(words.middle, **note)]
    label.add(f"{id}.text", "text", runs=runs, tooltip=words.tip, label=words.left)
    number = right.cut_left(wide - 72)
    number.text(f"{id}.n", words.right, role="title", size=16, colour=theme.GOLD, anchor="m")
    places = right.columns(2, gap=4)
    for place, choice in zip(places, (fewer, more), strict=True):
        button(
            place, choice.id, choice.label, choice.action, why=choice.why, tooltip=choice.tooltip
        )


def all_faults(box: Box, faults: Sequence[str], fine: str) -> None:
    """All of it in two columns; where there is more than fits, the tip tells it. fine: what is said
    where there is none."""
    panel(box, "faults", dark=True)
    lines = first_of(faults or [fine])
    room = box.above(2).at(4, 2, box.w - 8, box.h - 4)
    style: Lettering = {"size": 14, "colour": theme.REFUSED if faults else theme.LIT, "least": 11}
    places = [
        column.cut_top(19)
        for column in room.at(8, 2.5, room.w - 16, 57).columns(2, gap=8)
        for _ in range(3)
    ]
    runs = [place.run(line, **style) for place, line in zip(places, lines, strict=False)]
    room.add("faults.text", "text", tooltip="\n".join(faults), runs=runs)


def first_of(lines: Sequence[str]) -> Sequence[str]:
    """As many as are read at once, and how many more there are."""
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[: MOST_LINES - 1], tr("and {n} more", n=len(lines) - MOST_LINES + 1)]


def carried(pen: Pen, seen: SeenTable, title: str) -> None:
    """Draw the name of the thing that follows the pointer."""
    x, y = seen.ui.pointer
    box = Box(pen, Rect(x / pen.k - 90, y / pen.k - 14, 180, 28), TIP + 1)
    run = box.run(title, role="title", size=15, anchor="m", room=170)
    box.add("carried", "text", shape=outlined(theme.BUTTON_HOT, theme.CHOSEN, 2, 5), runs=[run])
