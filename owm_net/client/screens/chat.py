"""Chat: the lines, a line to type, and presets for one press."""

from __future__ import annotations

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.match.talk import Talk
from owm_net.client.scene.items import Rect, flags_of
from owm_net.client.scene.layout import Box, whole
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.sitting.actions import AtTable, OpenScreen, SayRemark, ToggleMute
from owm_net.client.stage.stack import Door
from owm_net.client.stage.text_field import TextField
from owm_net.client.widgets import TIP, button, outlined, panel, text_box
from owm_net.client.widgets.preview import clear_of
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
        """Return the only field: whatever is typed goes there."""
        return at.sitting.talk.line

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """Send the text on Enter, or close if there is none."""
        line = at.sitting.talk.line
        if name == "enter" and line.text.strip() and not at.ui.focus:
            at.refuse(at.sitting.talk.write(line.text.strip()))
            line.put("")
            return True
        return super().key(at, name, shift)

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw the remarks, the text and the buttons."""
        frame = whole(pen, Z).centred(WIDE, HIGH)
        room = panel(frame, "chat", title=tr("What the players write"), dark=True).inset(4, 10)
        presets = room.cut_right(PRESET_W, gap=14)
        typed = room.cut_bottom(34, gap=10)
        _lines(room, at.sitting.talk)
        _typed(typed, at.sitting.talk)
        _presets(presets, at)
        close_button(frame)


CHAT = Door(
    word="chat",
    keys=("f2",),
    label=say("CHAT"),
    tip=say("What the players write to each other"),
    what=say("what the players write to each other"),
    screen=Chat,
    plays=True,
)


def _lines(room: Box, talk: Talk) -> None:
    fits = int(room.h // LINE)
    lines = room.inset(8, 0).wrap(talk.remarks[-fits:] or [_nothing(talk)], theme.SMALL, most=6)
    room.inset(8, 0).lines("chat.lines", lines[-fits:], step=LINE, size=theme.SMALL)


def _nothing(talk: Talk) -> str:
    if talk.speak is None:
        return tr("There is nobody to write to yet.")
    return tr(
        "No remarks yet. What you write is signed, goes to all players and stays in"
        " the log of the match; it is no part of the game."
    )


def _typed(place: Box, talk: Talk) -> None:
    """Draw what is typed, and how many characters are left."""
    left = str(LONGEST - len(talk.line.text)) if talk.line.text else ""
    tip = tr("Type your message; Enter sends it")
    text_box(place, "chat.typed", talk.line, role="body", size=15, right=left, tooltip=tip)


def _presets(room: Box, at: AtTable) -> None:
    why = "" if at.sitting.talk.speak is not None else tr("there is nobody to write to yet")
    mutes = room.cut_bottom(34)
    for number, text in enumerate(PRESETS):
        place = room.cut_top(28, gap=5)
        button(place, f"chat.preset:{number}", tr(text), SayRemark(text), why=why)
    _mutes(mutes, at, why)


def _mutes(row: Box, at: AtTable, why: str) -> None:
    """Draw a button for each other player, side by side."""
    names = at.sitting.players.names
    others = [seat for seat in range(len(names)) if seat != at.sitting.players.seat]
    for place, seat in zip(row.columns(len(others), 6), others, strict=True):
        name, is_muted = names[seat], seat in at.sitting.talk.muted
        shown = name.upper() if len(others) == 1 else name
        label = tr("MUTE {name}", name=shown)
        tip = tr("You no longer see what {name} writes. It stays in the log.", name=name)
        if is_muted:
            label = tr("SHOW {name}", name=shown)
            tip = tr("You see what {name} writes again.", name=name)
        id, action = f"chat.mute:{seat}", ToggleMute(seat)
        button(place, id, label, action, chosen=is_muted, why=why, tooltip=tip)


def newest(pen: Pen, talk: Talk, is_bare: bool) -> None:
    """Draw over the table, for some seconds, what somebody has just written. is_bare: nothing else
    lies over the table, so it leads to the other lines."""
    wide = 480.0
    lines = pen.wrap(talk.remarks[-1], "body", theme.SMALL, wide - 24, 3)
    size = Rect(0, 0, wide, 12 + LINE * len(lines))
    place, _ = clear_of(pen, size, (pen.w / 2 - wide / 2, 38.0))
    style: Lettering = {"anchor": "m", "size": theme.SMALL}
    Box(pen, place, TIP + 29).add(
        "chat.newest",
        "panel",
        tooltip=f"{talk.remarks[-1]} {keys.hint(*CHAT.keys) if is_bare else ''}".rstrip(),
        flags=flags_of(off=not is_bare),
        action=OpenScreen(Chat) if is_bare else None,
        solid=True,
        shape=outlined((16, 15, 12, 240), theme.GOLD),
        runs=pen.runs(lines, place.cx, place.y + 6 + LINE / 2, LINE, **style),
    )
