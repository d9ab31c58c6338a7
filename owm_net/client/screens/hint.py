"""A hint over the table: what the computer player would do in the player's place."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable, closing
from owm_net.client.sitting.actions import AtTable, WindowAction
from owm_net.client.stage.stack import Door
from owm_net.client.terminal.advice import AGAINST_PEOPLE, Advice, advice_on
from owm_net.client.widgets import Choice, choice_button
from owm_net.client.widgets.dialog import dialog
from owm_net.engine.requests import Answer
from owm_net.engine.text import say

NEVER_PLAYED = say("Nothing is played: the choice is laid out, and you can change it.")


@frozen
class TakeHint(WindowAction):
    """The computer player's answer is laid out as if the player had chosen it."""

    answer: Answer

    def do(self, at: AtTable) -> None:
        """Confirming it stays with the player; Esc brings back what was chosen before."""
        at.screens.put_away()
        at.lay_out(self.answer)


class HintScreen(OverTable):
    """The answer with its reason and its odds, and the next best, as soon as they have been
    found."""

    def tick(self, at: AtTable) -> None:
        """Ask for it, once for each question: after a failure, the player opens this again."""
        sitting = at.sitting
        view, hints = sitting.view, sitting.hints
        if sitting.answering.is_open and view is not None and hints.view is not view:
            hints.want(view)

    def left(self, at: AtTable) -> None:
        """Think no longer."""
        at.sitting.hints.drop()

    def draw(self, pen: Pen, at: AtTable) -> None:
        """What it would do, why, with which odds, and the buttons that lay it out."""
        found = _found(at)
        with dialog(pen, "hint", tr("Hint"), min(720.0, pen.w - 40), closing()) as box:
            if not found:
                box.words("hint.none", _why_none(at), size=16, step=22, most=8)
                return
            _told(box, found[0], "hint", tr("The computer player would do this:"), "c")
            if len(found) > 1:
                box.cut_top(10)
                _told(box, found[1], "hint.second", tr("Its second choice:"), "d")
            box.cut_top(6)
            box.words("hint.note", tr(NEVER_PLAYED), size=theme.SMALL, most=2, colour=theme.SAND)


def _told(box: Box, advice: Advice, id: str, who: str, key: str) -> None:
    """One thing that could be done, and the button that lays it out."""
    box.words(f"{id}.who", who, size=theme.SMALL, gap=6, colour=theme.SAND)
    box.words(f"{id}.what", advice.what, size=18, step=24, most=4, gap=8, colour=theme.LIT)
    for n, line in enumerate(filter(None, [advice.why, advice.plan, advice.tried])):
        box.words(f"{id}.why:{n}", line, size=16, step=22, most=4, gap=8)
    for n, line in enumerate(advice.odds):
        box.words(f"{id}.odds:{n}", line, size=15, step=20, most=3, gap=4)
    take = Choice(f"{id}.take", tr("CHOOSE THIS"), TakeHint(advice.answer), key=key)
    choice_button(box.cut_top(44).cut_right(190).cut_bottom(38), take)


def _found(at: AtTable) -> tuple[Advice, ...]:
    """Return the hint for the question that is open, if it has been found."""
    sitting = at.sitting
    found, view = sitting.hints.found, sitting.view
    if not found or view is None or view is not sitting.hints.view:
        return ()
    at.words.names = sitting.players.names
    advice: tuple[Advice, ...] = sitting.cached(
        ("hint", found), lambda: tuple([advice_on(at.words, view, one) for one in found])
    )
    return advice


def _why_none(at: AtTable) -> str:
    """Return why there is no hint, or not yet."""
    sitting = at.sitting
    if sitting.hints.think is None:
        return tr(AGAINST_PEOPLE)
    if sitting.log.past is not None:
        return tr("You look at an earlier moment. Go back to now, then ask for a hint.")
    if not sitting.answering.is_open:
        return tr("You are asked nothing now. Ask for a hint when it is your turn to decide.")
    if sitting.hints.problem:
        return tr(
            "There is no hint: {why}. Close this and open it again to try once more.",
            why=sitting.hints.problem.rstrip("."),
        )
    return tr("Thinking ... Close this to stop it.")


HINT = Door(
    word="hint",
    keys=("f12",),
    label=say("HINT"),
    tip=say("What the computer player would do in your place"),
    what=say("what the computer player would do in your place"),
    screen=HintScreen,
    plays=True,
    seated=True,
    gives_way=True,
)
