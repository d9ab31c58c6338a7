"""Ending a match by choice: resign, or offer to abandon or to adjourn it."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.actions import AtTable, CloseScreen, OpenScreen, SayWill
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import button, panel
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.stack import Door
from owm_net.client.talk import Talk
from owm_net.engine.text import say
from owm_net.session.match import What
from owm_net.session.player import Will

WIDE = 640.0
"""Of the panel."""


@frozen
class _Way:
    """One way to leave. said: its consequences."""

    what: What
    id: str
    label: str
    action: Action
    said: str
    key: str


def _ways(talk: Talk) -> list[_Way]:
    ways = [
        _Way(
            What.RESIGN,
            "resign.give_up",
            tr("RESIGN"),
            OpenScreen(Sure),
            tr(
                "You give up. Your side has lost; where three or four play, the "
                "others go on without you if the rules allow it."
            ),
            "r",
        )
    ]
    for what, id, label, said, key in (
        (
            What.ADJOURN,
            "resign.adjourn",
            tr("OFFER TO ADJOURN"),
            tr("All stop here, and go on another time from My matches, if all agree."),
            "j",
        ),
        (
            What.ABANDON,
            "resign.abandon",
            tr("OFFER TO ABANDON"),
            tr("The match ends here without a winner, if all agree."),
            "b",
        ),
    ):
        offered = what in talk.offers()
        if offered:
            label = tr("TAKE THE OFFER BACK")
            said = tr("You have offered it.") + f" {said}"
        ways.append(_Way(what, id, label, SayWill(Will(what, on=not offered)), said, key))
    return ways


def _nobody_hears(talk: Talk) -> str:
    """Why there is nobody to say it to; "" where there is."""
    if talk.speak is not None:
        return ""
    return tr("nobody else plays here: just leave {key}", key=keys.hint("f10"))


NOTE = say(
    "To break off for a while nobody need agree: leave the match "
    "{key}. It is kept, and goes on another time."
)


class Resign(OverTable):
    """The three ways, each with a line on its consequences."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """None of the ways is what Enter means."""
        model, z = at.model, Z
        never = _nobody_hears(model.talk)
        if model.result is not None:
            never = tr("the match is over")
        ways = _ways(model.talk)
        laid = [(way, pen.wrap(way.said, "body", theme.SMALL, WIDE - 276, 4)) for way in ways]
        note = pen.wrap(tr(NOTE, key=keys.hint("f10")), "body", theme.SMALL, WIDE - 48, 3)
        heights = [max(44.0, 18.0 * len(lines) + 8) for _, lines in laid]
        high = 76 + sum(heights) + 12 * len(laid) + 18 * len(note)
        rect = Rect(pen.w / 2 - WIDE / 2, pen.h / 2 - high / 2, WIDE, high)
        panel(Box(pen, rect, z), "resign", title=tr("End the match"), dark=True)
        x, y = rect.x + 24, rect.y + 50
        for (way, lines), height in zip(laid, heights, strict=True):
            taken_back = way.what in model.talk.offers()
            why = never or ("" if taken_back else tr(model.talk.why_no_wish(way.what) or ""))
            button(
                Box(pen, Rect(x, y, 216, 36), z + 5),
                way.id,
                way.label,
                way.action,
                key=way.key,
                why=why,
            )
            pen.add(
                f"{way.id}.said",
                "text",
                Rect(x + 226, y - 2, WIDE - 270, 18.0 * len(lines) + 6),
                z=z + 2,
                runs=pen.runs(lines, x + 232, y + 11, 18, size=theme.SMALL),
            )
            y += height + 12
        pen.add(
            "resign.note",
            "text",
            Rect(x - 6, y - 8, WIDE - 36, 18.0 * len(note) + 4),
            z=z + 2,
            runs=pen.runs(note, x, y + 4, 18, size=theme.SMALL, colour=theme.FAINT),
        )
        close_button(pen, at, rect)


RESIGN = Door(
    word="resign",
    keys=("f3",),
    label=say("RESIGN"),
    tip=say("Resign, or offer to abandon or to adjourn the match"),
    what=say("resign; offer to abandon or to adjourn the match"),
    screen=Resign,
    plays=True,
)


class Sure(OverTable):
    """The confirmation before resigning."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Enter plays on."""
        model, z = at.model, Z
        text = tr("Do you give up? Your signature goes into the log and cannot be taken back.")
        lines = pen.wrap(text, "body", 16, 440, 4)
        high = 122 + 23.0 * len(lines)
        rect = Rect(pen.w / 2 - 250, pen.h / 2 - high / 2, 500, high)
        panel(Box(pen, rect, z), "sure", title=tr("Resign?"), dark=True)
        x, y = rect.x + 30, rect.y + 56
        pen.add(
            "sure.text",
            "text",
            Rect(x - 6, y - 14, 452, 23.0 * len(lines) + 4),
            z=z + 2,
            runs=pen.runs(lines, x, y, 23, size=16),
        )
        why = _nobody_hears(model.talk)
        left = Rect(x, rect.bottom - 52, 214, 36)
        right = Rect(x + 226, rect.bottom - 52, 214, 36)
        gives_up = SayWill(Will(What.RESIGN))
        button(Box(pen, left, z + 5), "sure.yes", tr("RESIGN"), gives_up, key="y", why=why)
        button(
            Box(pen, right, z + 5),
            "confirm",
            tr("PLAY ON"),
            CloseScreen(),
            lit=True,
            tooltip="[Esc]",
        )
