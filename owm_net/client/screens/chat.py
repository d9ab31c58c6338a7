"""Chat: the lines, a line to type, and presets for one press."""

from __future__ import annotations

from owm_net.client import keys, theme
from owm_net.client.actions import AtTable, OpenScreen, SayRemark, ToggleMute
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import TIP, button, panel, text_box
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.stack import Door
from owm_net.client.talk import Talk
from owm_net.client.text_field import TextField
from owm_net.engine.text import say
from owm_net.session.remarks import LONGEST, PRESETS

WIDE, HIGH = 860.0, 480.0
"""Of the panel."""
LINE = 20.0
"""Height of a line that was written."""
PRESET_W = 230.0


class Chat(OverTable):
    """The newest lines at the foot, the line that is typed below them, presets at the right."""

    def field(self, at: AtTable) -> TextField:
        """Whatever is typed is written."""
        return at.model.talk.line

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """Enter sends what was written; where there is nothing to send, it closes."""
        line = at.model.talk.line
        if name == "enter" and line.text.strip() and not at.ui.focus:
            at.refuse(at.model.talk.write(line.text.strip()))
            line.put("")
            return True
        return super().key(at, name, shift)

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Beside each other."""
        rect = Rect(pen.w / 2 - WIDE / 2, pen.h / 2 - HIGH / 2, WIDE, HIGH)
        panel(Box(pen, rect, Z), "chat", title=tr("What the players write"), dark=True)
        area = Rect(rect.x + 16, rect.y + 44, WIDE - PRESET_W - 44, HIGH - 112)
        _lines(pen, at.model.talk, area, Z + 2)
        _typed(pen, at.model.talk, Rect(area.x, area.bottom + 10, area.w, 34), Z + 2)
        _presets(pen, at, Rect(rect.right - PRESET_W - 14, area.y, PRESET_W, area.h), Z + 5)
        close_button(pen, at, rect)


CHAT = Door(
    word="chat",
    keys=("f2",),
    label=say("CHAT"),
    tip=say("What the players write to each other"),
    what=say("what the players write to each other"),
    screen=Chat,
    plays=True,
)


def _lines(pen: Pen, talk: Talk, area: Rect, z: int) -> None:
    room = int(area.h // LINE)
    lines: list[str] = []
    for text in talk.remarks[-room:]:
        lines += pen.wrap(text, "body", theme.SMALL, area.w - 16, 6)
    if not lines:
        lines = pen.wrap(_nothing(talk), "body", theme.SMALL, area.w - 16, 4)
    lines = lines[-room:]
    pen.add(
        "chat.lines",
        "text",
        area,
        z=z,
        runs=pen.runs(lines, area.x + 8, area.y + 12, LINE, size=theme.SMALL),
    )


def _nothing(talk: Talk) -> str:
    if talk.speak is None:
        return tr("There is nobody to write to yet.")
    return tr(
        "No remarks yet. What you write is signed, goes to all players and stays in"
        " the log of the match; it is no part of the game."
    )


def _typed(pen: Pen, talk: Talk, rect: Rect, z: int) -> None:
    """What is typed, and how many characters are left."""
    field = talk.line
    text_box(
        Box(pen, rect, z),
        "chat.typed",
        field,
        role="body",
        size=15,
        right=str(LONGEST - len(field.text)) if field.text else "",
        tooltip=tr("Type; Enter sends it"),
    )


def _presets(pen: Pen, at: AtTable, area: Rect, z: int) -> None:
    why = "" if at.model.talk.speak is not None else tr("there is nobody to write to yet")
    y = area.y
    for number, text in enumerate(PRESETS):
        button(
            Box(pen, Rect(area.x, y, area.w, 28), z),
            f"chat.preset:{number}",
            tr(text),
            SayRemark(text),
            why=why,
        )
        y += 33
    _mutes(pen, at, Rect(area.x, area.bottom + 10, area.w, 34), why, z)


def _mutes(pen: Pen, at: AtTable, row: Rect, why: str, z: int) -> None:
    """A button for each of the others, beside each other."""
    names = at.model.names
    others = [seat for seat in range(len(names)) if seat != at.model.seat]
    wide = (row.w + 6) / len(others)
    for place, seat in enumerate(others):
        name, is_muted = names[seat], seat in at.model.talk.muted
        shown = name.upper() if len(others) == 1 else name
        button(
            Box(pen, Rect(row.x + place * wide, row.y, wide - 6, row.h), z),
            f"chat.mute:{seat}",
            tr("SHOW {name}", name=shown) if is_muted else tr("MUTE {name}", name=shown),
            ToggleMute(seat),
            chosen=is_muted,
            why=why,
            tooltip=tr("You see what {name} writes again.", name=name)
            if is_muted
            else tr("You no longer see what {name} writes. It stays in the log.", name=name),
        )


def newest(pen: Pen, talk: Talk, below: bool) -> None:
    """Over the table for some seconds: what somebody has just written. below: what is wrong."""
    wide = 480.0
    lines = pen.wrap(talk.remarks[-1], "body", theme.SMALL, wide - 24, 3)
    top = 132.0 if below else 38.0
    rect = Rect(pen.w / 2 - wide / 2, top, wide, 12 + LINE * len(lines))
    pen.add(
        "chat.newest",
        "panel",
        rect,
        z=TIP + 29,
        tooltip=f"{talk.remarks[-1]} {keys.hint(*CHAT.keys)}",
        action=OpenScreen(Chat),
        shape=Shape("box", (16, 15, 12, 240), (*theme.GOLD, 255), 1.2, 6),
        runs=pen.runs(lines, rect.cx, rect.y + 6 + LINE / 2, LINE, anchor="m", size=theme.SMALL),
    )
