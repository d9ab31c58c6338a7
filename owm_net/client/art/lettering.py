"""The shipped typefaces (see fonts/ for the licences), by role.

Fonts come from package data, never from the system, and Pillow's basic layout engine is
named, so that a face is the same on every machine.
"""

import functools
import io
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


def width(role: str, pixels: int, text: str, track: float = 0.0) -> float:
    """Width of one line in pixels; track is extra space between letters, in pixels."""
    return font(role, pixels).getlength(text) + track * max(0, len(text) - 1)


def lines(role: str, pixels: int, text: str, room: float) -> list[str]:
    """The text broken at spaces into lines at most `room` pixels wide (one word may exceed)."""
    face = font(role, pixels)
    result: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and face.getlength(longer) > room:
                result.append(line)
                line = word
            else:
                line = longer
        result.append(line)
    return result
