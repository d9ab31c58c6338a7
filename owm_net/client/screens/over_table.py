"""The base of all screens over a table."""

from __future__ import annotations

from owm_net.client.actions import AtTable, CloseScreen, OpenScreen
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button
from owm_net.client.stack import Door, Layer, Screen

Z = OVERLAY + 10
"""Of what stands on one."""


class OverTable(Screen[AtTable]):
    """Its own key closes it, those of others open them in its place, and Space closes what the
    player has opened."""

    @staticmethod
    def door(at: AtTable, key: str) -> Door | None:
        """Return what a key opens here: in a match, or outside of one."""
        doors = [d for d in at.model.doors if at.model.is_match or not d.plays]
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


def close_button(pen: Pen, at: AtTable, rect: Rect, y: float = 6.0) -> None:
    """CLOSE at the upper right of a panel; Enter presses it where nothing else has the focus."""
    place = Rect(rect.right - 112, rect.y + y, 100, 26)
    action, tip = CloseScreen(), tr("Esc")
    button(Box(pen, place, Z + 5), "confirm", tr("CLOSE"), action, lit=True, tooltip=tip)
