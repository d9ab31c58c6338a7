"""The base of all screens over a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from owm_net.client.language import tr
from owm_net.client.scene.layout import Box, whole
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import AtTable, CloseScreen, OpenScreen
from owm_net.client.stage.stack import Door, Layer, Screen
from owm_net.client.widgets import OVERLAY, Choice, choice_button, panel, turn_pages

Z = OVERLAY + 10
"""Of what stands on one."""


class OverTable(Screen[AtTable]):
    """Its own key closes it, those of others open them in its place, and Space closes what the
    player has opened, where no button has the focus."""

    @staticmethod
    def door(at: AtTable, key: str) -> Door | None:
        """Return what a key opens here: in a match, or outside of one."""
        return next((door for door in at.sitting.useful_doors() if key in door.keys), None)

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """See above."""
        if name == "space" and not at.ui.focus:
            if self.layer is Layer.OPENED:
                self.back(at)
        elif door := self.door(at, name):
            OpenScreen(door.screen).do(at)
        else:
            return False
        return True


def closing() -> Choice:
    """Return CLOSE, for the upper right of a panel; Enter presses it without a focus."""
    return Choice("confirm", tr("CLOSE"), CloseScreen(), tooltip=tr("Esc"))


def close_button(frame: Box) -> None:
    """Draw it on a panel with a heading."""
    choice_button(frame.at(frame.w - 112, 6, 100, 26).above(5), closing())


T = TypeVar("T")


def laid_open(
    pen: Pen, title: str, cards: Sequence[T], sizes: Sequence[float], page: int
) -> Iterator[tuple[str, Box, T]]:
    """Lay cards out over the table, in rows and on pages: yield the id, the place and the card of
    each. sizes: the widths a card may have, the largest first; the first of them with which all
    are on one page is taken, else the last."""
    frame = whole(pen, Z).at(40, 44, pen.w - 80, pen.h - 84)
    for wide in sizes:
        high = wide * 1.4
        across, down = int((frame.w - 24) // (wide + 8)), int((frame.h - 90) // (high + 8))
        if across * down >= len(cards):
            break
    size = across * down
    pages = max(1, -(-len(cards) // size))
    page = min(page, pages - 1)
    panel(frame, "browse", dark=True, title=title)
    places = frame.above(2).at(14, 40, 0, 0).grid(across, wide + 8, high + 8, gap=8)
    shown = cards[page * size : (page + 1) * size]
    for n, (card, place) in enumerate(zip(shown, places, strict=False)):
        yield f"browse:{n}", place, card
    close_button(frame)
    turn_pages(frame.above(3), page, pages)
