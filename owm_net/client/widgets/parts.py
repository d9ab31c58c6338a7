"""The plainest parts: layers, plates, buttons, the table top, the bar at the top."""

from __future__ import annotations

from enum import Enum
from typing import Any

from owm_net.client import keys, theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, Item, Rect, Shape, flags_of
from owm_net.client.scene.layout import GROUND, OVERLAY, PANELS, Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.actions import NextSpeed, OpenScreen, Rescale, TurnPage
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.theme import Colour
from owm_net.engine.records import Record, field_names
from owm_net.engine.text import say
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
    elif lit:
        fill, edge = theme.BUTTON_LIT, theme.LIT
    else:
        fill, edge = theme.BUTTON, theme.GOLD
    tip = " ".join(part for part in (tr(tooltip), keys.hint(key, hint)) if part)
    if why:
        tip = f"{tip}\n{tr('Not now: {why}', why=why)}".strip()
    runs = box.pen.squeezed(
        label,
        box.cx,
        box.cy,
        role="title",
        size=size,
        colour=ink,
        anchor="m",
        room=box.w - min(10.0, size * 2 / 3),
        high=box.h - 2,
        least=size * 13 / 15,
    )
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


def tag(
    pen: Pen,
    id: str,
    text: str,
    box: Rect,
    *,
    z: int,
    edge: theme.Colour = theme.GOLD,
    width: float = 1.0,
    radius: float = 5.0,
    size: float = 14.0,
    **more: Any,
) -> Item:
    """A small dark plate with a few letters on something. more: as `Pen.caption` takes it."""
    shape = Shape("box", (18, 17, 13, 235), (*edge[:3], 255), width, radius)
    return pen.caption(id, text, box, z=z, shape=shape, size=size, **more)


def headline(box: Box, id: str, title: str, about: str = "") -> None:
    """A screen's heading, and a line about it, over a line of gold."""
    title = tr(title).upper()
    line = box.with_rect(Rect(box.x, box.y + 70, box.w, 2))
    line.add(f"{id}.line", "line", shape=Shape("fill", (*theme.GOLD, 190)))
    left = box.cut_left(box.pen.width(title, "title", 40), gap=20)
    left.text(id, title, role="title", size=40, room=box.pen.w)
    lower = box.with_rect(box.rect.moved(0, 6))
    lower.text(f"{id}.about", about, size=16, colour=theme.SAND)


def shade(pen: Pen, id: str = "shade", z: int = OVERLAY, opacity: int = 178) -> None:
    """Darkens everything below and takes the pointer from it."""
    pen.add(
        id,
        "shade",
        Rect(0, 0, pen.w, pen.h),
        z=z,
        solid=True,
        shape=Shape("fill", (8, 8, 6, opacity)),
    )


def backdrop(pen: Pen) -> None:
    """The table top, under everything else."""
    pen.add(
        "backdrop",
        "image",
        Rect(0, 0, pen.w, pen.h),
        z=GROUND,
        art=ArtKey.of("backdrop", width=0, height=0),
    )


def top_bar(
    pen: Pen,
    seen: SeenTable,
    left: str,
    centre: str,
    *,
    high: float = 34.0,
    tip: str = "",
) -> None:
    """Where we are, how it stands, and the buttons that are always there."""
    rect = Rect(0, 0, pen.w, high)
    pen.add("top", "panel", rect, z=PANELS, shape=Shape("fill", (20, 19, 15, 250)))
    pen.add(
        "top.line",
        "line",
        Rect(0, high - 1.5, pen.w, 1.5),
        z=PANELS + 1,
        shape=Shape("fill", (*theme.GOLD, 150)),
    )
    right = _clocks(pen, seen, _standing_buttons(pen, seen, high - 2), high)
    # how it stands is begun earlier where it would be cut off, if where we are has room enough
    middle = max(pen.w * 0.30, 300.0)
    needed = pen.width(centre, "bold", 14) + 20
    middle = max(min(middle, right - needed), pen.width(left, "title", 17) + 40)
    pen.add(
        "top.left",
        "text",
        Rect(6, 0, middle - 10, high),
        z=PANELS + 2,
        runs=[
            pen.run(left, 12, high / 2, role="title", size=17, colour=theme.GOLD, room=middle - 24)
        ],
    )
    room = right - middle - 18
    parts = centre.split(GAP)
    fits = all(pen.width(part, "bold", theme.SMALL) <= room for part in parts)
    if pen.width(centre, "bold", theme.SMALL) > room:  # a gap is no longer seen at a line's end
        between = "\n" if len(parts) == 2 and fits else " · "
        centre = between.join(part.strip() for part in parts)
    runs = pen.squeezed(
        centre,
        middle + 6,
        high / 2 - 1,
        role="bold",
        size=14,
        room=room,
        high=high - 3,
        least=theme.SMALL,
    )
    cut = any(run.text.endswith("…") for run in runs)
    pen.add(
        "top.centre",
        "text",
        Rect(middle, 0, right - middle - 4, high),
        z=PANELS + 2,
        tooltip="\n".join(filter(None, (centre, tip))) if cut else tip,
        runs=runs,
    )


def _clocks(pen: Pen, seen: SeenTable, right: float, high: float) -> float:
    """What the match clock has left of each, before the buttons; the x where it begins. Those that
    run are lit."""
    if seen.notices.clocks is None:
        return right
    left, running = seen.notices.clocks.left, seen.notices.clocks.running
    runs, x = [], right - 8
    for seat in reversed(range(len(left))):
        name = seen.players.name(seat)[:8]
        lit = seat in running
        text = f"{'▶ ' if lit else ''}{name} {left[seat] // 60}:{left[seat] % 60:02}"
        wide = pen.width(text, "bold", 14)
        runs.append(
            pen.run(
                text,
                x - wide,
                high / 2,
                role="bold",
                size=14,
                colour=theme.LIT if lit else theme.SAND,
                room=wide + 4,
            )
        )
        x -= wide + 14
    away = [
        tr(
            "{name} may be away at their own decisions for {time} more",
            name=seen.players.name(seat),
            time=in_minutes(time),
        )
        for seat, time in enumerate(seen.notices.clocks.away)
    ]
    pen.add(
        "top.clock",
        "text",
        Rect(x + 8, 2, right - x - 10, high - 4),
        z=PANELS + 2,
        tooltip="\n".join([tr("Time left to think. A clock runs while its player decides"), *away]),
        runs=runs,
    )
    return x


def _standing_buttons(pen: Pen, seen: SeenTable, high: float) -> float:
    """The buttons at the right of the top bar, and the x where they begin."""
    right = pen.w - 8
    doors = [door for door in seen.doors if seen.is_match or not door.plays]
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
            tr("How fast what happens is shown: slow, normal, fast, or off"),
            "",
        ),
    ):
        wide = pen.width(widest, "title", 14) + 18
        place = Box(pen, Rect(right - wide, (high - 22) / 2, wide, 22))
        button(place, id, label, action, size=14, tooltip=tip, hint=key)
        right -= wide + 5
    return right


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
    foot = Rect(box.x + 14, box.bottom - 38, box.w - 28, 30)
    page_buttons(box.with_rect(foot), page, pages)


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
