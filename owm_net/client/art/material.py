"""The materials under faces: papers, grains and whole landscapes, kept for the next face."""

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import ParamSpec

from PIL import Image

P = ParamSpec("P")

LIMIT = 12 << 20
"""Bytes of pixels that are kept by all of them together: as much as the largest face needs."""

_kept: OrderedDict[object, Image.Image] = OrderedDict()
_lock = threading.Lock()


def weight(image: Image.Image) -> int:
    """Bytes of an image's pixels in memory: Pillow keeps four for a colour without opacity too."""
    return image.width * image.height * (1 if len(image.getbands()) == 1 else 4)


def material(draw: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
    """Keep what a function draws, among the material last used. Do not draw on it, it is shared.

    Any thread may ask. The limit is in bytes, not in pictures: a paper has from 70 KiB to 5 MiB,
    and what the last faces of a match were drawn on would stay to the window's end.
    """

    @functools.wraps(draw)
    def kept(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
        place = (draw, args, *sorted(kwargs.items()))
        with _lock:
            if (image := _kept.get(place)) is not None:
                _kept.move_to_end(place)
                return image
        image = draw(*args, **kwargs)
        with _lock:
            _kept[place] = image
            spare = sum(map(weight, _kept.values())) - LIMIT
            while spare > 0 and len(_kept) > 1:
                spare -= weight(_kept.popitem(last=False)[1])
        return image

    return kept
