"""What JavaScript is to do, as one list of numbers: a call takes longer than a small figure."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
_forgotten = array("d")
_is_beside = False


def order(*numbers: float) -> None:
    """Write down an order and its values."""
    _list.extend(numbers)  # at once: a picture that is given up meanwhile writes an order too
    if len(_list) > ENOUGH:
        _pass_on()


def given(number: int, size: Sequence[int], bands: int, data: bytes) -> None:
    """Write down the pixels of a picture, eight bytes of them in the place of each number."""
    _list.extend((Order.GIVEN, number, *size, bands))
    _list.frombytes(data + bytes(-len(data) % 8))
    if len(_list) > ENOUGH:
        _pass_on()


def forget(number: int) -> None:
    """Write down that a picture is given up, after whatever is still made of it."""
    (_list if _is_beside else _forgotten).extend((Order.FORGET, number))


def flush() -> None:
    """Have everything carried out."""
    global _forgotten
    _pass_on()
    now, _forgotten = _forgotten, array("d")
    if now:
        page_pixels.later(to_js(now), 0, 0)


@contextmanager
def beside(number: int) -> Iterator[list[Image]]:
    """Have what is ordered meanwhile carried out when nobody waits for anything else. number: which
    the page tells when that is done (`page_pixels.hear`). Yields a list for a picture whose pixels
    it tells as well."""
    global _is_beside
    flush()
    _is_beside = True
    read: list[Image] = []
    try:
        yield read
    finally:
        _pass_on(number, read[0].number if read else 0)
        _is_beside = False


def _pass_on(number: int = 0, read: int = 0) -> None:
    global _list
    now, _list = _list, array("d")
    if _is_beside:
        page_pixels.later(to_js(now), number, read)
    elif now:
        page_pixels.run(to_js(now))


def ink(colour: int | Sequence[int]) -> tuple[int, ...]:
    """Four values of a colour, or of a grey one."""
    if isinstance(colour, int):
        return colour, 0, 0, 255
    return (*colour, 255) if len(colour) == 3 else (*colour, 0, 0, 0)[:4]
