"""Colours and sizes of everything that is not a card. Sizes are logical: pixels at scale 1."""

from __future__ import annotations

from typing import TypeAlias

from owm_net.client.art.palette import AMBER, BLOOD, CREAM, FRESH, GOLD, INK, SAND, SIDE, SOOT

Colour: TypeAlias = tuple[int, ...]

__all__ = [
    "AMBER",
    "BLOOD",
    "CREAM",
    "FRESH",
    "GOLD",
    "INK",
    "SAND",
    "SIDE",
    "SOOT",
    "Colour",
]

PANEL: Colour = (30, 29, 24, 236)
PANEL_DARK: Colour = (22, 21, 17, 244)
PANEL_EDGE: Colour = (104, 90, 56)
STRIPE: Colour = (44, 42, 34, 255)
FAINT: Colour = (168, 158, 132)
"""Secondary text: 6:1 against PANEL."""
LIT: Colour = (255, 206, 84)
CHOSEN: Colour = (255, 248, 224)
REFUSED: Colour = (255, 150, 120)
GOOD: Colour = (190, 220, 140)
BUTTON: Colour = (62, 62, 44, 255)
BUTTON_LIT: Colour = (122, 92, 26, 255)
BUTTON_HOT: Colour = (150, 116, 40, 255)
BUTTON_OFF: Colour = (40, 39, 33, 255)
CLEAR: Colour = (0, 0, 0, 0)

TEXT = 14.0
"""Body text."""
SMALL = 14.0
"""What is told beside: as large as the rest, for it is read for hours."""
TIGHT = 12.0
"""The smallest that a line is shrunk to before it is cut."""

MIN_WINDOW = (960, 540)
FLOOR = (1180.0, 664.0)
"""The fewest logical pixels a table is laid out in; a larger scale is reduced to that."""
ROOMY = (2560, 1440)
"""A window larger than that shows everything larger: there pixels are small."""
SCALES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.6, 1.8, 2.0)
