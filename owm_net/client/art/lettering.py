"""The shipped typefaces (see fonts/ for the licences), by role.

Fonts come from package data, never from the system, and Pillow's basic layout engine is
named, so that a face is the same on every machine.
"""

import functools
import io
import operator
from importlib import resources
from typing import TypeAlias

from PIL import ImageFont

Words: TypeAlias = tuple[tuple[str, str], ...]
"""What a drawing says in English, and what stands there instead: part of its key, so that each
language has pictures of its own."""

FILES: dict[str, str] = {
    "title": "BebasNeue-Bold.otf",
    "label": "BebasNeue-Regular.otf",
    "slab": "RobotoSlab-Bold.otf",
    "body": "Inter-Medium.otf",
    "bold": "Inter-Bold.otf",
    "type": "CourierPrime-Bold.otf",
}


@functools.cache
def _data(role: str) -> bytes:
    return resources.files("owm_net.client.art").joinpath("fonts", FILES[role]).read_bytes()


@functools.lru_cache(maxsize=512)
def font(role: str, pixels: int) -> ImageFont.FreeTypeFont:
    """The typeface of a role at a size in pixels."""
    return ImageFont.truetype(
        io.BytesIO(_data(role)), max(1, pixels), layout_engine=ImageFont.Layout.BASIC
    )


@functools.lru_cache(maxsize=512)
def cap_height(role: str, pixels: int) -> float:
    """Height of a capital in pixels: display fonts have odd ascents, so centre by this."""
    return -font(role, pixels).getbbox("H", anchor="ls")[1]


NARROW = ("title", "label")
"""Roles whose blank is so narrow that words run together when they are small."""


def spaced(role: str, text: str) -> str:
    """A line of the window as it is drawn: with blanks that are seen."""
    return text.replace(" ", "  ") if role in NARROW else text


class _Advances(dict[str, float]):
    """How much wider a line of one typeface gets by a letter: of the first alone, of every other by
    it and the one before. The typefaces are laid out letter by letter (`Layout.BASIC`), so these
    add up to exactly what FreeType finds for the line, which takes 50 times as long."""

    def __init__(self, face: ImageFont.FreeTypeFont) -> None:
        self._face = face

    def __missing__(self, letters: str) -> float:
        before = self[letters[0]] if len(letters) > 1 else 0.0
        self[letters] = found = self._face.getlength(letters) - before
        return found


@functools.lru_cache(maxsize=512)
def _advances(role: str, pixels: int) -> _Advances:
    return _Advances(font(role, pixels))


def width(role: str, pixels: int, text: str, track: float = 0.0) -> float:
    """Width of one line in pixels; track is extra space between letters, in pixels."""
    advances = _advances(role, pixels)
    pairs = map(operator.add, text, text[1:])
    length = sum(map(advances.__getitem__, pairs), advances[text[0]]) if text else 0.0
    return length + track * max(0, len(text) - 1)


def lines(role: str, pixels: int, text: str, room: float) -> list[str]:
    """The text broken at spaces into lines at most `room` pixels wide (one word may exceed)."""
    result: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and width(role, pixels, longer) > room:
                result.append(line)
                line = word
            else:
                line = longer
        result.append(line)
    return result
