"""A hint over the table: what the computer player would do in the player's place."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
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
    """The answer with its reason and its odds, as soon as it has been found."""

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
        """What it would do, why, with which odds, and the button that lays it out."""
        found = _found(at)
        with dialog(pen, "hint", tr("Hint"), min(720.0, pen.w - 40), closing()) as box:
            if found is None:
                box.words("hint.none", _why_none(at), size=16, step=22, most=8)
                return
            who = tr("The computer player would do this:")
            box.words("hint.who", who, size=theme.SMALL, gap=6, colour=theme.SAND)
            box.words("hint.what", found.what, size=18, step=24, most=4, gap=10, colour=theme.LIT)
            box.words("hint.why", found.why, size=16, step=22, most=4, gap=10)
            for n, line in enumerate(found.odds):
                box.words(f"hint.odds:{n}", line, size=15, step=20, most=3, gap=4)
            row = box.cut_top(48)
            take = Choice("hint.take", tr("CHOOSE THIS"), TakeHint(found.answer), key="c")
            choice_button(row.cut_right(190).cut_bottom(38), take)
            row.cut_top(14)
            row.words("hint.note", tr(NEVER_PLAYED), size=theme.SMALL, most=2, colour=theme.SAND)


def _found(at: AtTable) -> Advice | None:
    """Return the hint for the question that is open, if it has been found."""
    sitting = at.sitting
    answer, view = sitting.hints.answer, sitting.view
    if answer is None or view is None or view is not sitting.hints.view:
        return None
    at.words.names = sitting.players.names
    advice: Advice = sitting.cached(("hint", answer), lambda: advice_on(at.words, view, answer))
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
