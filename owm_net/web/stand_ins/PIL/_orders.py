"""What JavaScript is to do, as one list of numbers: a call takes longer than a small figure."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from enum import IntEnum, auto
from typing import Any, TypeAlias

import page_pixels
from pyodide.ffi import to_js

Image: TypeAlias = Any
"""One of Image.py, for type checkers, who know only Pillow's."""

ENOUGH = 1 << 16
"""Numbers after which the list is carried out, whoever looks or not."""


class Order(IntEnum):
    """The places in ORDERS of pixels.mjs."""

    FORGET = 0
    NEW = auto()
    GIVEN = auto()
    COPY = auto()
    RESIZE = auto()
    CONVERT = auto()
    PASTE = auto()
    STAIN = auto()
    COMPOSE = auto()
    SET_ALPHA = auto()
    CHANNEL = auto()
    MERGE = auto()
    MAP = auto()
    MIX = auto()
    OFFSET = auto()
    BLUR = auto()
    LEAST = auto()
    ROTATE = auto()
    MIRROR = auto()
    POLYGON = auto()
    LINE = auto()
    ELLIPSE = auto()
    OVAL = auto()
    SECTOR = auto()
    RECTANGLE = auto()
    BORDER = auto()
    PLATE = auto()
    TEXT = auto()


_list = array("d")


def order(*numbers: float) -> None:
    """Write down an order and its values."""
    _list.extend(numbers)  # at once: a picture that is given up meanwhile writes an order too
    if len(_list) > ENOUGH:
        flush()


def flush() -> None:
    """Have everything carried out."""
    global _list
    now, _list = _list, array("d")
    if now:
        page_pixels.run(to_js(now))


def ink(colour: int | Sequence[int]) -> tuple[int, ...]:
    """Four values of a colour, or of a grey one."""
    if isinstance(colour, int):
        return colour, 0, 0, 255
    return (*colour, 255) if len(colour) == 3 else (*colour, 0, 0, 0)[:4]
