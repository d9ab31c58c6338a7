"""The plainest parts: layers, plates, buttons, the table top, the bar at the top."""

from __future__ import annotations

from enum import Enum
from typing import Any, Unpack

from owm_net.client import keys, theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, Item, Rect, Shape, flags_of
from owm_net.client.scene.layout import GROUND, OVERLAY, STRIP, Box, whole
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.actions import NextSpeed, OpenScreen, Rescale, TurnPage
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.theme import Colour
from owm_net.engine.records import Record, field_names
from owm_net.engine.text import say
from owm_net.files.page import here as page_here
from owm_net.net.clock import in_minutes

SHOWS = {
    "slow": say("SHOW: SLOW"),
    "normal": say("SHOW: NORMAL"),
    "fast": say("SHOW: FAST"),
    "off": say("SHOW: OFF"),
}
"""How fast what happens is shown, on the button that changes it."""


GAP = " " * 5
"""What stands between two things in the line at the top; each has a line of its own if it must."""


def panel(
    box: Box,
    id: str,
    *,
    title: str = "",
    note: str = "",
    sign: ArtKey | None = None,
    dark: bool = False,
    solid: bool = False,
) -> Box:
    """A dark plate with an optional heading, a sign before it, and a note at its right. Returns the
    room inside, below the heading."""
    shape = outlined(theme.PANEL_DARK if dark else theme.PANEL, theme.PANEL_EDGE, 1.2, 7)
    box.add(id, "panel", shape=shape, solid=solid)
    room = box.inset(10).above(2)
    if not title:
        return room
    room.cut_top(22)
    head = box.above(1).cut_top(28)
    if sign is not None:
        place = Rect(box.x + 7, box.y + 3, 25, 25)
        box.above(1).with_rect(place).add(f"{id}.sign", "image", art=sign)
    x = box.x + (37 if sign is not None else 11)
    wide = box.pen.width(note, "body", theme.SMALL) if note else 0.0
    left: Lettering = {"role": "title", "size": 16, "least": theme.TIGHT, "colour": theme.GOLD}
    left["room"] = box.right - 15 - wide - x
    right: Lettering = {
        "room": box.w - 22,
        "size": theme.SMALL,
        "colour": theme.FAINT,
        "anchor": "r",
    }
    runs = [
        box.pen.run(tr(title).upper(), x, box.y + 15, **left),
        box.pen.run(note, box.right - 11, box.y + 15, **right),
    ]
    head.add(f"{id}.title", "text", runs=runs)
    return room


def standing_on(bar: Box, wide: float, high: float) -> Box:
    """Return a box in the middle above a prompt bar, over all of the table."""
    return Box(bar.pen, Rect(bar.cx - wide / 2, bar.y - high - 6, wide, high), STRIP + 20)


def outlined(fill: Colour, edge: Colour, width: float = 1.2, radius: float = 6.0) -> Shape:
    """Return a filled box with an edge."""
    return Shape("box", fill, (*edge, 255), width, radius)


def button(
    box: Box,
    id: str,
    label: str,
    action: Action,
    *,
    lit: bool = False,
    chosen: bool = False,
    why: str = "",
    tooltip: str = "",
    key: str = "",
    hint: str = "",
    size: float = 15.0,
) -> Item:
    """A button, above what else is in its box. why: pressing it is refused for this reason. key:
    its letter on the keyboard; hint: another key that does the same, which is told with it."""
    ink = theme.CREAM
    edge: Colour
    if why:
        fill, ink, edge = theme.BUTTON_OFF, theme.FAINT, (70, 66, 52)
    elif box.pen.ui.hover == id:
        fill, edge = theme.BUTTON_HOT, theme.CREAM
    elif lit or chosen:
        fill, edge = theme.BUTTON_LIT, theme.LIT
    else:
        fill, edge = theme.BUTTON, theme.GOLD
    tip = " ".join(part for part in (tr(tooltip), keys.hint(key, hint)) if part)
    if why:
        told = why if why.endswith(".") else tr("Not now: {why}", why=why)  # what to do first
        tip = f"{tip}\n{told}".strip()
    room = box.inset(min(5.0, size / 3), 1)
    style: Lettering = {"role": "title", "size": size, "colour": ink, "anchor": "m"}
    style["least"] = size * 13 / 15
    runs = room.squeezed(label, **style)
    return box.above(10).add(
        id,
        "button",
        shape=outlined(fill, edge, 2.2 if lit and not why else 1.2),
        runs=runs,
        flags=flags_of(lit=lit, chosen=chosen, off=bool(why)),
        action=action,
        why=why,
        label=label,
        tooltip=tip,
        key=key,
    )


def plate(
    box: Box,
    id: str,
    text: str,
    shape: Shape | None = None,
    *,
    kind: str = "text",
    label: str = "",
    tooltip: str = "",
    **style: Unpack[Lettering],
) -> None:
    """A few letters in the middle of something."""
    ink: Lettering = {"role": "title", "anchor": "m", "room": 1e9, **style}
    runs = [box.run(text, **ink)]
    box.add(id, kind, shape=shape, runs=runs, label=label, tooltip=tooltip)


def tag(
    box: Box,
    id: str,
    text: str,
    *,
    edge: theme.Colour = theme.GOLD,
    width: float = 1.0,
    radius: float = 5.0,
    label: str = "",
    **style: Unpack[Lettering],
) -> None:
    """A small dark plate on something."""
    ink: Lettering = {"size": 14.0, **style}
    plate(box, id, text, outlined((18, 17, 13, 235), edge[:3], width, radius), label=label, **ink)


def headline(box: Box, id: str, title: str, about: str = "") -> None:
    """A screen's heading, and a line or two about it, over a line of gold."""
    title = tr(title).upper()
    line = box.with_rect(Rect(box.x, box.y + 70, box.w, 2))
    line.add(f"{id}.line", "line", shape=Shape("fill", (*theme.GOLD, 190)))
    room = box.w
    left = box.cut_left(box.pen.width(title, "title", 40), gap=20)
    left.text(id, title, role="title", size=40, room=room)
    lines = box.wrap(about, 16, most=2)
    lower = box.with_rect(Rect(box.x, box.cy + 6 - 10 * len(lines), box.w, 20.0 * len(lines)))
    lower.lines(f"{id}.about", lines, step=20, size=16, colour=theme.SAND)


def shade(pen: Pen, id: str = "shade", z: int = OVERLAY, opacity: int = 178) -> None:
    """Darkens everything below and takes the pointer from it."""
    whole(pen, z).add(id, "shade", solid=True, shape=Shape("fill", (8, 8, 6, opacity)))


def backdrop(pen: Pen) -> None:
    """The table top, under everything else."""
    whole(pen, GROUND).add("backdrop", "image", art=ArtKey.of("backdrop", width=0, height=0))


def top_bar(
    pen: Pen, seen: SeenTable, left: str, centre: str, *, high: float = 34.0, tip: str = ""
) -> None:
    """Where we are, how it stands, and the buttons that are always there."""
    bar = whole(pen).cut_top(high)
    bar.add("top", "panel", shape=Shape("fill", (20, 19, 15, 250)))
    line = bar.above(1).cut_bottom(1.5)
    line.add("top.line", "line", shape=Shape("fill", (*theme.GOLD, 150)))
    bar = bar.above(2)
    bar.cut_right(8)
    _standing_buttons(bar, seen)
    _clocks(bar, seen)
    # how it stands is begun earlier where it would be cut off, if where we are has room enough
    middle = max(pen.w * 0.30, 300.0)
    needed = pen.width(centre, "bold", 14) + 20
    middle = max(min(middle, bar.w - needed), pen.width(left, "title", 17) + 40)
    if pen.width(centre, "bold", theme.SMALL) > 1.75 * (bar.w - middle):  # not in two lines either
        middle = max(0.47 * pen.width(left, "title", 17), 120) + 40
    where = bar.cut_left(middle).inset(6, 0)
    gold: Lettering = {"role": "title", "size": 17, "least": 13, "colour": theme.GOLD}
    runs = where.inset(6, 0.5).squeezed(left, **gold)
    where.add("top.left", "text", runs=runs)
    bar.cut_right(4)
    room = bar.at(6, 0.5, bar.w - 14, high - 3)
    parts = centre.split(GAP)
    fits = all(pen.width(part, "bold", theme.SMALL) <= room.w for part in parts)
    if pen.width(centre, "bold", theme.SMALL) > room.w:  # a gap is no longer seen at a line's end
        between = "\n" if len(parts) == 2 and fits else " · "
        centre = between.join(part.strip() for part in parts)
    told = room.squeezed(centre, least=theme.SMALL, role="bold", size=14)
    cut = any(run.text.endswith("…") for run in told)
    tip = "\n".join(filter(None, (centre, tip))) if cut else tip
    bar.add("top.centre", "text", tooltip=tip, runs=told)


def below_top(pen: Pen, side: float) -> Box:
    """Return the window below that bar. side: what is left out at the left and the right."""
    box = whole(pen).inset(side, 6)
    box.cut_top(34)
    return box


NARROW = 1200.0
"""A window that is not so wide has no room at its top for every button."""


def _clocks(bar: Box, seen: SeenTable) -> None:
    """Take from the right of the bar what the match clock has left of each. Those that run are
    lit."""
    if seen.notices.clocks is None:
        return
    left, running = seen.notices.clocks.left, seen.notices.clocks.running
    texts = [
        f"{'▶ ' if seat in running else ''}{seen.players.name(seat)[:8]} {s // 60}:{s % 60:02}"
        for seat, s in enumerate(left)
    ]
    widths = [bar.pen.width(text, "bold", 14) for text in texts]
    place = bar.cut_right(8 + sum(widths) + 14 * len(widths))
    row, runs = place.at(14, 0, place.w - 22, place.h), []
    for seat, (text, wide) in enumerate(zip(texts, widths, strict=True)):
        colour = theme.LIT if seat in running else theme.SAND
        room = row.cut_left(wide, gap=14)
        runs.append(room.run(text, role="bold", size=14, colour=colour, room=wide + 4))
    away = [
        tr(
            "{name} may be away at their own decisions for {time} more",
            name=seen.players.name(seat),
            time=in_minutes(time),
        )
        for seat, time in enumerate(seen.notices.clocks.away)
    ]
    tip = "\n".join([tr("Time left to think. A clock runs while its player decides"), *away])
    place.at(8, 2, place.w - 10, place.h - 4).add("top.clock", "text", tooltip=tip, runs=runs)


def _standing_buttons(bar: Box, seen: SeenTable) -> None:
    """Take the buttons from the right of the bar."""
    doors = seen.useful_doors()
    narrow = bar.pen.w < NARROW + 200 * (seen.notices.clocks is not None)
    if narrow and page_here() is None:  # how it stands needs the room; a telephone has no keys
        doors = [door for door in doors if not door.gives_way]
    for id, label, widest, action, tip, key in (
        *[
            (f"top.{d.word}", d.label, d.label, OpenScreen(d.screen), d.tip, d.keys[0])
            for d in doors
        ],
        ("top.bigger", "A+", "A+", Rescale(1), tr("Everything larger"), "+"),
        ("top.smaller", "A-", "A+", Rescale(-1), tr("Everything smaller"), "-"),
        (
            "top.speed",
            tr(SHOWS[seen.settings.speed]),
            max((tr(text) for text in SHOWS.values()), key=len),
            NextSpeed(),
            tr("How fast events are shown: slow, normal, fast, or off"),
            "",
        ),
    ):
        wide = bar.pen.width(widest, "title", 14) + 18
        place = bar.cut_right(wide, gap=5).at(0, bar.h / 2 - 12, wide, 22)
        button(place.above(-2), id, label, action, size=14, tooltip=tip, hint=key)


def plain_value(value: Any) -> str:
    """A fact of a state as people read it."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, list | tuple):
        return ", ".join(plain_value(v) for v in value) or "-"
    if isinstance(value, Enum):
        return str(value.value).replace("_", " ")
    if isinstance(value, Record):
        parts = [f"{name} {plain_value(getattr(value, name))}" for name in field_names(value)]
        return f"({', '.join(parts)})".replace("_", " ")
    return str(value)


def turn_pages(box: Box, page: int, pages: int) -> None:
    """Buttons to turn the pages of an overlay, at its foot; nothing where there is one page."""
    page_buttons(box.inset(14, 8).cut_bottom(30), page, pages)


def page_buttons(row: Box, page: int, pages: int, lit: bool = False) -> None:
    """Back and more, at both ends of a row, and between them which page it is; nothing where there
    is one page. lit: whether it is well to turn on, as where the rest is worth reading."""
    if pages < 2:
        return
    first = "" if page else tr("this is the first page")
    last = "" if page + 1 < pages else tr("this is the last page")
    button(row.cut_left(100), "page.back", tr("< BACK"), TurnPage(-1), why=first)
    button(row.cut_right(100), "page.on", tr("MORE >"), TurnPage(1), why=last, lit=lit and not last)
    said = tr("page {page} of {pages}", page=page + 1, pages=pages)
    row.text("page.text", said, anchor="m", size=theme.SMALL, colour=theme.FAINT)
