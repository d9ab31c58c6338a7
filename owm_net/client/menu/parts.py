"""The parts of menu screens: the ground, headings, entries, rows, the foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import define

from owm_net.client import theme
from owm_net.client.art import title as title_art
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.menu.state import Back, Menu
from owm_net.client.scene.items import Action, Rect, Run, flags_of
from owm_net.client.scene.layout import Box, whole
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.scene.pictures import Pictures, face
from owm_net.client.stage.text_field import TextField
from owm_net.client.widgets import GROUND, button, headline, outlined, panel, text_box
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
    whole(pen, GROUND).add("ground", "image", art=ArtKey("menu.ground", (("kind", kind),)))


def page(pen: Pen) -> Box:
    """Return the area for the heading, the content and the foot: the window, unless that is
    huge."""
    return whole(pen).centred(min(WIDEST, pen.w), min(HIGHEST, pen.h)).inset(MARGIN, 0)


def heading(pen: Pen, title: str, about: str = "", *, right: float = 0.0) -> Box:
    """Draw a screen's heading, over a line of gold. right: width of the place beside it, which is
    returned."""
    room = page(pen).cut_top(84)
    beside = room.cut_right(right, gap=20 if right else 0)
    headline(room, "heading", title, about)
    return beside


def area(pen: Pen) -> Box:
    """The room between the heading and the foot."""
    room = page(pen)
    room.cut_top(TOP)
    room.cut_bottom(FOOT + 12)
    return room


def foot(pen: Pen, menu: Menu, hints: str = "") -> Box:
    """The way back, and what was last said. Returns the room at the right for what goes on."""
    room = page(pen).cut_bottom(FOOT).inset(0, 6)
    on = room.cut_right(230, gap=20)
    back = room.cut_left(130, gap=20)
    button(back.centred(130, 40), "back", tr("BACK"), Back(), size=18, tooltip="[Esc]")
    text, colour = (menu.note, theme.LIT) if menu.note else (hints, theme.FAINT)
    room.paragraph("note", text, most=2, size=15, step=LINE, colour=colour)
    return on.centred(230, 46)


def box(place: Box, id: str, title: str, note: str = "") -> Box:
    """A panel with its heading. Returns the room inside."""
    return panel(place, id, title=title, note=note, dark=True)


def told(place: Box, name: str, text: str, *, most: int = 3, right: float = 0.0) -> list[Run]:
    """A name and up to `most` lines about it, halfway up. right: room that the name leaves."""
    lines = place.wrap(text, theme.TEXT, most=most)
    below = 22 if place.h >= 46 else 19  # in a low row they stand closer, not on its edge
    y = place.cy - (below + 19 * (len(lines) - 1)) / 2 if lines else place.cy
    return [
        place.pen.run(name, place.x, y, role="bold", size=16, room=place.w - right),
        *place.pen.runs(lines, place.x, y + below, 19, size=theme.TEXT, colour=theme.SAND),
    ]


def plate(
    place: Box,
    id: str,
    action: Action,
    label: str,
    *,
    chosen: bool = False,
    fills: bool = False,
    runs: Sequence[Run] = (),
) -> theme.Colour:
    """Draw the plate of a row. fills: what is chosen has another ground, too. Returns the colour of
    its edge."""
    hover = place.pen.ui.hover
    hot = hover == id or hover.startswith(f"{id}.")
    fill: theme.Colour = (64, 60, 45, 240) if hot else (40, 38, 31, 225)
    if chosen and fills:
        fill = (112, 90, 44, 240) if hot else (96, 76, 34, 235)
    edge: theme.Colour = theme.LIT if chosen else theme.CREAM if hot else (84, 76, 54)
    shape = outlined(fill, edge, 2.0 if chosen else 1.0, 5)
    place.above(2).add(id, "row", shape=shape, action=action, label=label, runs=runs)
    return edge


def row(
    place: Box,
    id: str,
    text: str,
    action: Action,
    *,
    about: str = "",
    chosen: bool = False,
    note: str = "",
    most: int = 2,
    leads: bool = False,
) -> None:
    """Something to choose: its name, up to `most` lines about it, and a note at its right. What is
    chosen has a mark and a bright edge: it is not told by colour alone. leads: it is no choice, it
    leads to another screen."""
    pen, inner = place.pen, place.with_rect(place.rect)
    inner.cut_left(16 if leads else 32)
    inner.cut_right(34 if leads else 10)  # what leads on has its sign at the right
    wide = pen.width(note, "body", theme.SMALL) + 14 if note else 0.0
    runs = told(inner, text, about, most=most, right=wide)
    if note:
        y, right = runs[0].box.times(1 / pen.k).cy, place.right - 12
        style: Lettering = {"size": theme.SMALL, "colour": theme.SAND, "anchor": "r", "room": wide}
        runs.append(pen.run(note, right, y, **style))
    edge = plate(place, id, action, text, chosen=chosen, fills=True, runs=runs)
    top = place.above(3)
    if leads:
        top.cut_right(36).text(f"{id}.on", ">", anchor="m", role="bold")
        return
    shape = outlined(theme.LIT if chosen else theme.CLEAR, edge, 1.4, 5)
    flags = flags_of(chosen=chosen)
    top.cut_left(32).centred(10, 10).add(f"{id}.mark", "mark", shape=shape, flags=flags, mark="own")


def text_field(
    place: Box,
    id: str,
    action: Action,
    words: tuple[str, str],
    field: TextField,
    shown: str,
    *,
    wide: float = 350.0,
    below: bool = False,
) -> None:
    """Draw a text field. action: gives it the focus. words: its name, and a line about it. shown:
    faint text while it is empty. wide: of the field; below: it is below the words, as wide as there
    is room for."""
    plate(place, id, action, words[0])
    inner = place.inset(14, 0).above(3)
    if below:
        line = inner.cut_bottom(48).with_rect(Rect(inner.x, place.bottom - 48, inner.w, 38))
    else:
        line = inner.cut_right(wide - 14, gap=10).centred(wide - 14, 38)
    inner.add(f"{id}.words", "text", runs=told(inner.inset(2, 0), *words, most=1 if below else 3))
    writes = place.pen.ui.focus == id
    text_box(line, f"{id}.field", field, writes=writes, shown=shown, action=action)


def stepper(
    place: Box,
    id: str,
    name: str,
    value: str,
    steps: tuple[Action, Action],
    *,
    about: str = "",
    chosen: bool = False,
) -> None:
    """Something with a value: a click on it or on > takes the next one, on < the one before.
    chosen: it is not as it was."""
    edge = plate(place, id, steps[1], f"{name}: {value}", chosen=chosen)
    inner = place.inset(10, 0).above(3)
    side = inner.cut_right(206, gap=8)
    less, more = side.cut_left(34, gap=4), side.cut_right(34, gap=4)
    words = inner.inset(6, 0)
    words.add(f"{id}.words", "text", runs=told(words, name, about))
    ink = theme.LIT if chosen else theme.CREAM
    style: Lettering = {"role": "bold", "size": 16, "colour": ink, "room": side.w}
    style["anchor"] = "m"
    style["least"] = theme.SMALL
    side.add(f"{id}.value", "text", runs=side.squeezed(value, **style))
    for way, sign, action in ((less, "<", steps[0]), (more, ">", steps[1])):
        arrow = way.centred(34, 34)
        hot = place.pen.ui.hover == f"{id}.{sign}"
        shape = outlined(theme.BUTTON_HOT if hot else theme.BUTTON, edge, 1.2, 5)
        arrow.add(
            f"{id}.{sign}",
            "arrow",
            shape=shape,
            runs=[place.pen.run(sign, arrow.cx, arrow.cy, role="bold", size=17, anchor="m")],
            action=action,
            label=sign,
            flags=("pointer",),
        )


def confirm(place: Box, label: str, action: Action, why: str = "", size: float = 24) -> None:
    """The button that goes on; Enter presses it where nothing else has the focus."""
    button(place, "confirm", label, action, lit=True, size=size, why=why)


def columned(pen: Pen, count: int, wide: float = 980.0, most: float = 76.0) -> list[Box]:
    """Return rows in the middle of the room, not higher than that."""
    room = area(pen)
    return room.centred(min(wide, room.w), room.h).rows(count, 10, most)


def waits(pen: Pen, id: str, text: str) -> None:
    """Write a line in the middle of the window."""
    whole(pen).inset(MARGIN, 0).text(id, text, anchor="m", size=18)


@define
class ScrolledList:
    """The visible part of a list longer than its room. top: its first row; fit: how many rows."""

    top: int = 0
    fit: int = 1

    def scroll(self, many: int, steps: float) -> None:
        """The wheel moves it."""
        self.top = max(0, min(many - self.fit, self.top - round(steps)))

    def is_longer(self, room: Box, many: int, high: float, gap: float = 5) -> bool:
        """Return True if not all rows have room."""
        self.fit = max(1, int((room.h + gap) // (high + gap)))
        return many > self.fit

    def places(
        self, room: Box, many: int, high: float, gap: float = 5
    ) -> Iterator[tuple[int, Box]]:
        """Yield the number of each row that is seen, and its place."""
        self.is_longer(room, many, high, gap)
        top = max(0, min(self.top, many - self.fit))
        for n in range(top, min(many, top + self.fit)):
            yield n, room.cut_top(high, gap)


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
