"""The parts of menu screens: the ground, headings, entries, rows, the foot."""

from __future__ import annotations

from typing import Any

from owm_net.client import theme
from owm_net.client.art import title as title_art
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.menu.state import Back, Menu
from owm_net.client.pictures import Pictures, face
from owm_net.client.scene.items import Action, Item, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import GROUND, PANELS, button, panel, text_box
from owm_net.client.text_field import TextField
from owm_net.engine.system import System

MARGIN = 44.0
"""At the left and right of everything."""
TOP = 92.0
"""Where what lies below the heading begins."""
FOOT = 62.0
"""Height of the foot, where the buttons are."""
WIDEST, HIGHEST = 1720.0, 1080.0
"""Of a screen with all its parts: in a larger window it stands in the middle, and its lines do not
run from one end of the desk to the other."""
LINE = 20.0
"""From one line of body text to the next."""


@face("menu.ground")
def _ground(pictures: Pictures, w: int, h: int, *, kind: str) -> Any:
    scene = pictures.at_least(ArtKey.of("title"), max(w, h * title_art.WIDE // title_art.HIGH))
    return title_art.ground(scene, w, h, kind)


def ground(pen: Pen, kind: str = "inside") -> None:
    """The title's picture: as it is, or blurred behind what has to be read."""
    pen.add(
        "ground",
        "image",
        Rect(0, 0, pen.w, pen.h),
        z=GROUND,
        art=ArtKey("menu.ground", (("kind", kind),)),
    )


def page(pen: Pen) -> Rect:
    """Return the area for the heading, the content and the foot: the window, unless that is
    huge."""
    w, h = min(WIDEST, pen.w), min(HIGHEST, pen.h)
    return Rect((pen.w - w) / 2, (pen.h - h) / 2, w, h)


def heading(pen: Pen, title: str, about: str = "") -> None:
    """Draw a screen's heading, over a line of gold."""
    whole = page(pen)
    x, y = whole.x + MARGIN, whole.y
    pen.text(
        "heading",
        tr(title).upper(),
        x,
        y + 42,
        z=PANELS,
        role="title",
        size=40,
        colour=theme.CREAM,
    )
    if about:
        left = x + pen.width(tr(title).upper(), "title", 40) + 20
        pen.text(
            "heading.about",
            about,
            left,
            y + 48,
            z=PANELS,
            size=16,
            colour=theme.SAND,
            room=whole.right - left - MARGIN,
        )
    pen.add(
        "heading.line",
        "line",
        Rect(x, y + 70, whole.w - 2 * MARGIN, 2),
        z=PANELS,
        shape=Shape("fill", (*theme.GOLD, 190)),
    )


def foot(pen: Pen, menu: Menu, hints: str = "") -> Rect:
    """The way back, and what was last said. Returns the room at the right for what goes on."""
    whole = page(pen)
    x, y = whole.x + MARGIN, whole.bottom - FOOT + 8
    button(Box(pen, Rect(x, y, 130, 40)), "back", tr("BACK"), Back(), size=18, tooltip="[Esc]")
    text, colour = (menu.note, theme.LIT) if menu.note else (hints, theme.FAINT)
    room = whole.w - 2 * MARGIN - 130 - 250
    lines = pen.wrap(text, "body", 15, room - 40, 2)
    at = y + 20 - LINE / 2 * (len(lines) - 1)
    pen.add(
        "note",
        "text",
        Rect(x + 150, y - 4, room, 48),
        z=PANELS,
        runs=pen.runs(lines, x + 150, at, LINE, size=15, colour=colour),
    )
    return Rect(whole.right - MARGIN - 230, y - 4, 230, 46)


def box(pen: Pen, id: str, rect: Rect, title: str, note: str = "") -> Rect:
    """A panel with its heading. Returns the room inside."""
    panel(Box(pen, rect), id, title=title, note=note, dark=True)
    return Rect(rect.x + 10, rect.y + 32, rect.w - 20, rect.h - 42)


def row(
    pen: Pen,
    menu: Menu,
    id: str,
    rect: Rect,
    text: str,
    action: Action,
    *,
    about: str = "",
    chosen: bool = False,
    note: str = "",
    most: int = 2,
    leads: bool = False,
) -> Item:
    """Something to choose: its name, up to `most` lines about it, and a note at its right. What is
    chosen has a mark and a bright edge: it is not told by colour alone. leads: it is no choice, it
    leads to another screen."""
    ui = menu.ui
    hot = ui.hover == id
    fill: theme.Colour = (96, 76, 34, 235) if chosen else (40, 38, 31, 225)
    if hot:
        fill = (112, 90, 44, 240) if chosen else (64, 60, 45, 240)
    edge: theme.Colour = theme.LIT if chosen else theme.CREAM if hot else (84, 76, 54)
    inner = rect.x + (16 if leads else 32)
    room = rect.right - inner - (34 if leads else 10)  # what leads on has its sign at the right
    wide = pen.width(note, "body", theme.SMALL) + 14 if note else 0.0
    lines = pen.wrap(about, "body", theme.TEXT, room, most) if about else []
    below = 22 if rect.h >= 46 else 19  # in a low row they stand closer, not on its edge
    y = rect.cy - (below + 19 * (len(lines) - 1)) / 2 if lines else rect.cy
    runs = [
        pen.run(text, inner, y, role="bold", size=16, room=room - wide),
        *pen.runs(lines, inner, y + below, 19, size=theme.TEXT, colour=theme.SAND),
    ]
    if note:
        runs.append(
            pen.run(
                note, rect.right - 12, y, size=theme.SMALL, colour=theme.SAND, anchor="r", room=wide
            )
        )
    item = pen.add(
        id,
        "row",
        rect,
        z=PANELS + 2,
        shape=Shape("box", fill, (*edge, 255), 2.0 if chosen else 1.0, 5),
        runs=runs,
        action=action,
        label=text,
    )
    if leads:
        pen.text(f"{id}.on", ">", rect.right - 18, rect.cy, anchor="m", z=PANELS + 3, role="bold")
        return item
    dot = Rect(rect.x + 11, rect.cy - 5, 10, 10)
    pen.add(
        f"{id}.mark",
        "mark",
        dot,
        z=PANELS + 3,
        shape=Shape("box", theme.LIT if chosen else theme.CLEAR, (*edge, 255), 1.4, 5),
    )
    return item


def area(pen: Pen) -> Rect:
    """The room between the heading and the foot."""
    whole = page(pen)
    high = whole.h - TOP - FOOT - 12
    return Rect(whole.x + MARGIN, whole.y + TOP, whole.w - 2 * MARGIN, high)


def plate(
    pen: Pen, menu: Menu, id: str, rect: Rect, action: Action, label: str, chosen: bool = False
) -> theme.Colour:
    """Draw the plate behind the words of a row. Returns the colour of its edge."""
    hot = menu.ui.hover.partition(".")[0] == id
    fill: theme.Colour = (64, 60, 45, 240) if hot else (40, 38, 31, 225)
    edge: theme.Colour = theme.LIT if chosen else theme.CREAM if hot else (84, 76, 54)
    pen.add(
        id,
        "row",
        rect,
        z=PANELS + 2,
        shape=Shape("box", fill, (*edge, 255), 2.0 if chosen else 1.0, 5),
        action=action,
        label=label,
    )
    return edge


def text_field(
    pen: Pen,
    menu: Menu,
    id: str,
    rect: Rect,
    action: Action,
    words: tuple[str, str],
    field: TextField,
    shown: str,
    wide: float = 350.0,
    below: bool = False,
) -> None:
    """Draw a text field. action: gives it the focus. words: its name, and a line about it. shown:
    faint text while it is empty. wide: of the field; below: it is below the words, as wide as there
    is room for."""
    name, about = words
    plate(pen, menu, id, rect, action, name)
    if below:
        box = Rect(rect.x + 14, rect.bottom - 48, rect.w - 28, 38)
        beside = Rect(rect.x, rect.y, rect.w, rect.h - 48)
    else:
        box = Rect(rect.right - wide, rect.cy - 19, wide - 14, 38)
        beside = Rect(rect.x, rect.y, box.x - rect.x - 6, rect.h)
    lines = pen.wrap(about, "body", theme.TEXT, beside.w - 24, 1 if below else 3)
    y = beside.cy - (22 + 19 * (len(lines) - 1)) / 2
    pen.add(
        f"{id}.words",
        "text",
        beside,
        z=PANELS + 3,
        runs=[
            pen.run(name, rect.x + 16, y, role="bold", size=16),
            *pen.runs(lines, rect.x + 16, y + 22, 19, size=theme.TEXT, colour=theme.SAND),
        ],
    )
    writes = menu.ui.focus == id
    text_box(
        Box(pen, box, PANELS + 3), f"{id}.field", field, writes=writes, shown=shown, action=action
    )


def stepper(
    pen: Pen,
    menu: Menu,
    id: str,
    rect: Rect,
    name: str,
    value: str,
    steps: tuple[Action, Action],
    *,
    about: str = "",
    chosen: bool = False,
) -> None:
    """Something with a value: a click on it or on > takes the next one, on < the one before.
    chosen: it is not as it was."""
    edge = plate(pen, menu, id, rect, steps[1], f"{name}: {value}", chosen)
    side = 210.0
    room = rect.w - side - 34
    lines = pen.wrap(about, "body", theme.TEXT, room, 3) if about else []
    y = rect.cy - (22 + 19 * (len(lines) - 1)) / 2 if lines else rect.cy
    pen.add(
        f"{id}.words",
        "text",
        rect,
        z=PANELS + 3,
        runs=[
            pen.run(name, rect.x + 16, y, role="bold", size=16, room=room),
            *pen.runs(lines, rect.x + 16, y + 22, 19, size=theme.TEXT, colour=theme.SAND),
            pen.run(
                value,
                rect.right - side / 2 - 8,
                rect.cy,
                role="bold",
                size=16,
                anchor="m",
                colour=theme.LIT if chosen else theme.CREAM,
                room=side - 80,
            ),
        ],
    )
    for way, x, sign in ((0, rect.right - side - 6, "<"), (1, rect.right - 44, ">")):
        arrow = Rect(x, rect.cy - 17, 34, 34)
        lit = menu.ui.hover == f"{id}.{sign}"
        pen.add(
            f"{id}.{sign}",
            "arrow",
            arrow,
            z=PANELS + 3,
            shape=Shape("box", theme.BUTTON_HOT if lit else theme.BUTTON, (*edge, 255), 1.2, 5),
            runs=[pen.run(sign, arrow.cx, arrow.cy, role="bold", size=17, anchor="m")],
            action=steps[way],
            label=sign,
            flags=("pointer",),
        )


def confirm(
    pen: Pen,
    menu: Menu,
    rect: Rect,
    label: str,
    action: Action,
    why: str = "",
    size: float = 24,
) -> None:
    """The button that goes on; Enter presses it where nothing else has the focus."""
    button(Box(pen, rect), "confirm", label, action, lit=True, size=size, why=why)


def said(text: str, system: System | None = None, option: str = "") -> str:
    """A key of a data file as people write it, in the language that is spoken: "king-of-the-hill"
    is "King of the Hill". system: whose it is, if it has been loaded. option: whose value it is.
    """
    called = system.called if system is not None else {}
    known = called.get(f"{option}={text}") or called.get(text)
    if known:
        return tr(known)
    small = {"a", "an", "and", "at", "in", "is", "of", "on", "the", "to"}
    words = text.replace("_", " ").replace("-", " ").split()
    return tr(
        " ".join(
            word if n and word in small else word[:1].upper() + word[1:]
            for n, word in enumerate(words)
        )
    )
