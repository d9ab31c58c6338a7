"""The base of all screens over a table."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.actions import AtTable, CloseScreen, OpenScreen
from owm_net.client.stage.stack import Door, Layer, Screen
from owm_net.client.widgets import OVERLAY, Choice, choice_button

Z = OVERLAY + 10
"""Of what stands on one."""


class OverTable(Screen[AtTable]):
    """Its own key closes it, those of others open them in its place, and Space closes what the
    player has opened."""

    @staticmethod
    def door(at: AtTable, key: str) -> Door | None:
        """Return what a key opens here: in a match, or outside of one."""
        doors = [d for d in at.sitting.doors if at.sitting.is_match or not d.plays]
        return next((door for door in doors if key in door.keys), None)

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """See above."""
        if name == "space" and not (self.writes(at) and at.ui.focus):
            if self.layer is Layer.OPENED:
                self.back(at)
        elif door := self.door(at, name):
            OpenScreen(door.screen).do(at)
        else:
            return False
        return True


def closing() -> Choice:
    """CLOSE, at the upper right of a panel; Enter presses it where nothing else has the focus."""
    return Choice("confirm", tr("CLOSE"), CloseScreen(), tooltip=tr("Esc"))


def close_button(frame: Box) -> None:
    """Draw it on a panel with a heading."""
    place = Rect(frame.right - 112, frame.y + 6, 100, 26)
    choice_button(frame.with_rect(place).above(5), closing())
