"""The question whether to leave an unfinished match, and how to resume it."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable
from owm_net.client.sitting.actions import AtTable, CloseScreen, LeaveMatch
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.stage.stack import Door
from owm_net.client.widgets import Choice, question
from owm_net.engine.text import say
from owm_net.files import page
from owm_net.files.home import program


class Leave(OverTable):
    """The confirmation: what becomes of the match, and where to resume it. quits: the window
    closes, too."""

    def __init__(self, quits: bool = False) -> None:
        self.quits = quits

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw the question; Enter stays."""
        sitting = at.sitting
        watches, learns = sitting.replay is not None, sitting.coach is not None
        title = tr("Leave the replay?") if watches else tr("Leave the match?")
        title = tr("Leave the lesson?") if learns else title
        title = tr("Close the window?") if self.quits else title
        leads = tr("ALL LESSONS") if learns else sitting.exit.way_out
        leads = tr("CLOSE") if self.quits else leads
        stays = tr("KEEP WATCHING") if watches else tr("KEEP PLAYING")
        stay = Choice("confirm", stays, CloseScreen(), tooltip="[Esc]")
        go = Choice("leave.go", leads, LeaveMatch(self.quits), lit=False)
        question(pen, "leave", title, said(sitting), [stay, go])


def said(seen: SeenTable) -> str:
    """Return what becomes of the match."""
    if seen.coach is not None:
        return tr("Your progress is kept: next time you continue at this step.")
    if seen.exit.over_end:
        return tr("You return to the end screen.")
    if seen.replay is not None:
        return tr("You can watch it again at any time: My matches, on the title.")
    if not seen.may_be_left:
        return tr("The match is over; there is nothing to continue.")
    if not seen.exit.kept:
        return tr("This is practice, and no log is kept: it cannot be continued.")
    if (here := page.here()) is not None and not here.keeps:
        return tr(
            "This browser keeps nothing of this page. You can continue until its tab is closed: My"
            " matches, on the title."
        )
    if seen.exit.home:
        return tr(
            "Nothing is lost: every step is already on this machine's disk. To continue later,"
            " or after a crash: My matches, on the title."
        )
    return tr(
        "Nothing is lost: every step is already on this machine's disk. To continue later,"
        " or after a crash: {program} resume.",
        program=program(),
    )


LEAVE = Door(
    word="leave",
    keys=("f10",),
    label=say("LEAVE"),
    tip=say("Leave; you are asked first"),
    what=say("leave the match; so does Esc when there is nothing to undo"),
    screen=Leave,
)
