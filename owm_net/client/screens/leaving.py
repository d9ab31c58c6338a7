"""Whether to leave a match that is not over, and how to go on with it."""

from __future__ import annotations

from owm_net.client.actions import CloseWindow, LayOver
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.overlays import QUIT
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import leave_panel
from owm_net.client.tables import Table
from owm_net.files.home import program


def draw(pen: Pen, model: Model, table: Table) -> None:
    """What becomes of the match, and where it is taken up again."""
    quits = model.ui.over == QUIT
    watches = model.replay is not None
    title = tr("Leave the replay?") if watches else tr("Leave the match?")
    title = tr("Close the window?") if quits else title
    leads = tr("CLOSE") if quits else model.way_out
    stays = tr("WATCH ON") if watches else tr("GO ON PLAYING")
    stay, go = (stays, LayOver(model.ui.over)), (leads, CloseWindow())
    leave_panel(pen, model, title, said(model), stay, go)


def said(model: Model) -> str:
    """What becomes of the match."""
    if model.coach is not None:
        return tr("The lesson begins anew when you come back.")
    if model.over_end:
        return tr("Behind it is the end of the match, as you have left it.")
    if model.replay is not None:
        return tr("It can be watched again at any time: My matches, on the title.")
    if not model.may_be_left:
        return tr("The match is over; there is nothing to go on with.")
    if not model.kept:
        return tr("This is practice, and no log is kept: it cannot be gone on with.")
    if model.home:
        return tr(
            "Nothing is lost: every step is on the disk of this machine already. To go on with it,"
            " later or after a crash: My matches, on the title."
        )
    return tr(
        "Nothing is lost: every step is on the disk of this machine already. To go on with it,"
        " later or after a crash: {program} resume.",
        program=program(),
    )
