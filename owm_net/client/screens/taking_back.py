"""Taking back one's last decision, if the others agree."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable
from owm_net.client.sitting.actions import AtTable, CloseScreen, SayWill
from owm_net.client.stage.stack import Door
from owm_net.client.widgets import Choice, question
from owm_net.engine.text import say
from owm_net.session.match import What
from owm_net.session.player import Will

MOST_LINES = 4
"""Lines of the log that tell what would be undone."""


class TakingBack(OverTable):
    """What would be undone, and the question; Enter asks the others."""

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw it; where nothing can be taken back, say why."""
        since, why = at.sitting.talk.regret()
        take = SayWill(Will(What.TAKE_BACK))
        yes = Choice("confirm", tr("TAKE IT BACK"), take, why=why, key="t")
        no = Choice("back.no", tr("PLAY ON"), CloseScreen(), lit=False, tooltip="[Esc]", key="p")
        undone = [line.text for line in at.sitting.log.lines if line.text and line.step > since]
        told = undone[:MOST_LINES]
        if len(undone) > len(told):
            told[-1:] = [tr("and {n} more", n=len(undone) - len(told) + 1)]
        text = "\n".join([tr("This is undone:"), *told]) if told and not why else ""
        note = tr("What a card, a die or a hidden token has shown cannot be taken back.")
        if at.sitting.hints.think is None:  # against people
            asks = tr(
                "Your opponent must agree. Their program agrees by itself if they allow that and "
                "have not acted since."
            )
            note = f"{asks} {note}"
        question(
            pen, "back", tr("Take your last decision back?"), why or text, [yes, no], note=note
        )


TAKE_BACK = Door(
    word="back",
    keys=("f6",),
    label=say("UNDO"),
    tip=say("Ask to take back your last decision"),
    what=say("ask to take back your last decision"),
    screen=TakingBack,
    plays=True,
    seated=True,
    gives_way=True,
)
