"""Pieces on a map: the box of a picture, the rim of a choice, the place of a press."""

from __future__ import annotations

import math

from owm_net.client import theme
from owm_net.client.answering.drafting import Light
from owm_net.client.maps.chart import MapChart, Place, Point
from owm_net.client.scene.items import Action, Rect, Shape, flags_of
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import TOKENS

PRESSED = 0.34
"""The radius of the part of a picture that is pressed, in parts of its width."""
BESIDE = 3.0
"""So many pixels from its place a picture is beside it, and tied to it."""


def picture(middle: Place, size: float) -> Rect:
    """The box of a picture, the middle of its base there on the screen."""
    return Rect(middle[0] - size / 2, middle[1] - size * 22 / 48, size, size)


def around(at: Place, r: float) -> Rect:
    """The box of a disc."""
    return Rect(at[0] - r, at[1] - r, 2 * r, 2 * r)


def rim(pen: Pen, id: str, at: Place, r: float, *, z: int, width: float = 1.8) -> None:
    """About who may be chosen."""
    shape = Shape("box", edge=(*theme.LIT, 255), width=width, radius=r + 2)
    pen.add(f"{id}.lit", "ring", around(at, r + 2), z=z, shape=shape)


def pressed(
    pen: Pen,
    id: str,
    at: Place,
    r: float,
    seen: SeenTable,
    light: Light,
    action: Action | None,
    label: str,
    tooltip: str,
    *,
    z: int,
    chosen: bool = False,
    why: str = "",
) -> None:
    """Where somebody is pressed, and what is told of them there."""
    pen.add(
        id,
        "man.base",
        around(at, r),
        z=z,
        flags=flags_of(lit=light.lit, quiet=light.lit, chosen=chosen),
        action=action,
        label=label,
        tooltip=tooltip,
        why=why,
        mark="round",
    )


def tie(
    pen: Pen, id: str, chart: MapChart, point: Point, middle: Place, colour: theme.Colour
) -> bool:
    """A line from a place to the picture that is drawn beside it. Returns whether it is beside."""
    place = chart.at(point)
    if math.dist(place, middle) < BESIDE:
        return False
    shape = Shape("lines", (*colour, 230), width=1.4, points=(place, middle))
    pen.add(f"{id}.tie", "line", chart.area, z=TOKENS + 24, shape=shape)
    return True
