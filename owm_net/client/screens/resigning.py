"""Ending a match by choice: resign, or offer to abandon or to adjourn it."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.match.talk import Talk
from owm_net.client.scene.items import Action
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable, closing
from owm_net.client.sitting.actions import AtTable, CloseScreen, OpenScreen, SayWill
from owm_net.client.stage.stack import Door
from owm_net.client.widgets import Choice, button, dialog, question
from owm_net.engine.text import say
from owm_net.session.match import What
from owm_net.session.player import Will


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
            tr("If all agree, you all stop here and continue later from My matches."),
            "j",
        ),
        (
            What.ABANDON,
            "resign.abandon",
            tr("OFFER TO ABANDON"),
            tr("If all agree, the match ends here without a winner."),
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
    """Return why there is nobody to say it to; "" if there is."""
    if talk.speak is not None:
        return ""
    return tr("nobody else plays here: just leave {key}", key=keys.hint("f10"))


NOTE = say(
    "You can break off without anyone's consent: leave the match {key}. "
    "It is kept, and you can continue it later."
)


class Resign(OverTable):
    """The three ways, each with a line on its consequences."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw the ways; Enter means none of them."""
        talk, over = at.sitting.talk, at.sitting.result is not None
        never = tr("the match is over") if over else _nobody_hears(talk)
        with dialog(pen, "resign", tr("End the match"), 680, closing()) as box:
            for way in _ways(talk):
                taken_back = way.what in talk.offers()
                why = never or ("" if taken_back else tr(talk.why_no_wish(way.what) or ""))
                said = pen.wrap(way.said, "body", theme.SMALL, box.w - 232, 4)
                row = box.cut_top(max(36.0, 18.0 * len(said)), gap=14)
                place = row.cut_left(216, gap=16).cut_top(36)
                button(place, way.id, way.label, way.action, key=way.key, why=why)
                row.lines(f"{way.id}.said", said, step=18, size=theme.SMALL)
            note = tr(NOTE, key=keys.hint("f10"))
            box.words("resign.note", note, size=theme.SMALL, colour=theme.FAINT)


RESIGN = Door(
    word="resign",
    keys=("f3",),
    label=say("RESIGN"),
    tip=say("Resign, or offer to abandon or to adjourn the match"),
    what=say("resign; offer to abandon or to adjourn the match"),
    screen=Resign,
    plays=True,
    seated=True,
)


class Sure(OverTable):
    """The confirmation before resigning."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw the question; Enter plays on."""
        text = tr("Do you give up? Your signature goes into the log and cannot be taken back.")
        why, gives_up = _nobody_hears(at.sitting.talk), SayWill(Will(What.RESIGN))
        resign = Choice("sure.yes", tr("RESIGN"), gives_up, lit=False, why=why, key="y")
        play_on = Choice("confirm", tr("PLAY ON"), CloseScreen(), tooltip="[Esc]")
        question(pen, "sure", tr("Resign?"), text, [resign, play_on])
