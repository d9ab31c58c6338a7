"""The briefing over a table: how the match is won, and how it stands with that."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.rules.besides import favourites
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable, closing
from owm_net.client.sitting.actions import AtTable
from owm_net.client.stage.stack import Door
from owm_net.client.widgets import briefing
from owm_net.client.widgets.dialog import dialog
from owm_net.client.words import capital
from owm_net.engine.text import named, say


class BriefingScreen(OverTable):
    """What brings the win, and what of it each side has now."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Now at the top: it is looked for most often."""
        system, view = at.sitting.system, at.sitting.view
        with dialog(pen, "briefing", tr("How to win"), min(720.0, pen.w - 40), closing()) as box:
            if view is None:
                box.words("briefing.none", tr("The table is still empty."), size=16)
                return
            aim = capital(named(system.aim(view), at.sitting.players.names))
            if aim:
                now = tr("Now: {aim}.", aim=aim)
                box.words("briefing.now", now, size=16, step=22, gap=12, colour=theme.LIT)
            besides = favourites(system.id, system.mission_of(view.state))
            briefing.write(box, "briefing", system.briefing(view.state), besides)


BRIEFING = Door(
    word="briefing",
    keys=("f5",),
    label=say("GOAL"),
    tip=say("How the match is won, and how it stands with that"),
    what=say("how the match is won, and how it stands with that"),
    screen=BriefingScreen,
)
