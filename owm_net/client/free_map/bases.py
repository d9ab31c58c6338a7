"""Round bases of two sides, told apart without colour too."""

from __future__ import annotations

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import INK, SIDE, Colour, shade
from owm_net.client.art.paths import regular
from owm_net.engine.ids import Seat

RIM: tuple[Colour, Colour] = ((150, 172, 84), (92, 138, 196))
DISC: tuple[Colour, Colour] = (SIDE["allies"], SIDE["axis"])


def base(ink: Ink, seat: Seat, dark: bool) -> None:
    """A base on a sheet of 48 units, its middle at (24, 22); the second side has a broken rim."""
    sheet = ink.layer()
    disc, rim = DISC[seat], RIM[seat]
    sheet.dot(24, 22, 16, INK)
    sheet.dot(24, 22, 15, rim if seat == 0 else shade(rim, 0.62))
    if seat:
        for x, y in regular(24, 22, 13.6, 8):
            sheet.dot(x, y, 2.6, rim)
    sheet.dot(24, 22, 11.6, shade(disc, 0.5 if dark else 0.9))
    ink.stamp(sheet, Shadow(0.8, 1.6, 1.4, 0.55))
