"""Pixels for everything in a scene: card faces, text, boxes. Pillow only.

Both painters show the same pictures at the same places, so the picture file and the window look
the same. Text is drawn with the shipped typefaces, so a measured line is as wide on the screen.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from attrs import frozen
from PIL import Image, ImageDraw

from owm_net.client.art import catalogue, lettering
from owm_net.client.art.cache import ArtCache
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.material import weight
from owm_net.client.scene.items import Colour, Shape

Drawn: TypeAlias = Callable[..., Image.Image]
FACES: dict[str, Drawn] = {}
"""Faces that the tables add: name -> function(pictures, width, height, **parameters)."""

_SIZED = ("backdrop", "dark_panel", "parchment", "title_plate")
"""Faces that are drawn for their size in pixels."""

_FINER = 1.1
"""Above this enlargement a face is drawn at twice its size and reduced."""


def face(name: str) -> Callable[[Drawn], Drawn]:
    """Register a face of a table: `@face("owm.tile")`."""

    def enter(draw: Drawn) -> Drawn:
        FACES[name] = draw
        return draw

    return enter


@frozen(cache_hash=True)
class Art:
    """A face fitted to a size in pixels."""

    key: ArtKey
    w: int
    h: int


@frozen(cache_hash=True)
class TextPicture:
    """A line of text."""

    text: str
    role: str
    size: int
    colour: Colour


@frozen(cache_hash=True)
class BoxPicture:
    """A shape in pixels."""

    shape: Shape
    w: int
    h: int


@frozen(cache_hash=True)
class Side:
    """One side of a plain box, `rim` pixels deep: "top" and "foot" have its corners, "left" and
    "right" lie between them. In the midst there is nothing but the box's fill."""

    box: BoxPicture
    side: str


@frozen(cache_hash=True)
class Turned:
    """A picture turned clockwise, so that the window need not filter it."""

    picture: Art | BoxPicture
    angle: float


Picture: TypeAlias = Art | TextPicture | BoxPicture | Side | Turned


class Pictures:
    """Draws pictures and keeps those last used. Any thread may ask.

    folder: where card faces are stored, None for nowhere. limit: bytes of pixels that are kept,
    and half as many again of faces at their full size.
    """

    def __init__(self, folder: Path | None = None, limit: int = 32 << 20) -> None:
        self.cache = ArtCache(folder, limit=limit // 2)
        self.limit = limit
        self.bytes = 0
        self._kept: OrderedDict[Picture, Image.Image] = OrderedDict()
        self._lock = threading.Lock()

    def has(self, picture: Picture) -> bool:
        """Return True if it is there already."""
        return picture in self._kept

    def image(self, picture: Picture) -> Image.Image:
        """An RGBA image; do not draw on it."""
        with self._lock:
            image = self._kept.get(picture)
            if image is not None:
                self._kept.move_to_end(picture)
                return image
        image = self._draw(picture)
        with self._lock:
            if picture not in self._kept:
                self._kept[picture] = image
                self.bytes += weight(image)
            while self.bytes > self.limit and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self.bytes -= weight(oldest)
        return image

    def _draw(self, picture: Picture) -> Image.Image:
        if isinstance(picture, Art):
            return self._face(picture)
        if isinstance(picture, TextPicture):
            return words(picture)
        if isinstance(picture, Turned):
            upright = self.image(picture.picture)
            return upright.rotate(-picture.angle, Image.Resampling.BICUBIC, expand=True)
        return side(picture) if isinstance(picture, Side) else box(picture)

    def _face(self, art: Art) -> Image.Image:
        key = art.key
        if key.face in FACES:
            return FACES[key.face](self, art.w, art.h, **dict(key.parameters))
        if key.face in _SIZED:
            sized = {**dict(key.parameters), "width": art.w, "height": art.h}
            return catalogue.render(ArtKey.of(key.face, **sized)).convert("RGBA")
        return fitted(self.at_least(key, art.w), art.w, art.h)

    def at_least(self, key: ArtKey, width: int) -> Image.Image:
        """A face of the catalogue at 1x, or at 2x if it is wanted much wider than that."""
        image = self.cache.get(key, 1.0)
        return self.cache.get(key, 2.0) if width > image.width * _FINER else image


def fitted(image: Image.Image, w: int, h: int) -> Image.Image:
    """An image at another size, without hard edges."""
    if image.size == (w, h):
        return image
    return image.convert("RGBA").resize(
        (max(1, w), max(1, h)), Image.Resampling.LANCZOS, reducing_gap=3.0
    )


def words(line: TextPicture) -> Image.Image:
    """A line of text; its capitals are centred in the picture's height."""
    font, text = lettering.font(line.role, line.size), lettering.spaced(line.role, line.text)
    left, top, right, bottom = font.getbbox(text, anchor="ls")
    caps = lettering.cap_height(line.role, line.size)
    reach = int(max(-top - caps / 2, bottom + caps / 2)) + 2
    advance = lettering.width(line.role, line.size, text)
    wide = int(max(advance, right) - min(left, 0)) + 3
    image = Image.new("RGBA", (wide, 2 * reach), (*line.colour[:3], 0))
    ImageDraw.Draw(image).text(
        (1 - min(left, 0), reach + round(caps / 2)),
        text,
        font=font,
        fill=(*line.colour[:3], line.colour[3] if len(line.colour) > 3 else 255),
        anchor="ls",
    )
    return image


def _rgba(colour: Colour) -> tuple[int, ...]:
    return (*colour[:3], colour[3] if len(colour) > 3 else 255)


def box(wanted: BoxPicture) -> Image.Image:
    """A shape, twice as large and reduced; of a large plain box only as much as has corners."""
    shape, w, h = wanted.shape, max(1, wanted.w), max(1, wanted.h)
    if shape.kind == "box":
        reach = rim(shape)
        if w > 2 * reach and h > 2 * reach:
            return _spread(_corners(shape), reach, w, h)
    k = 2 if w * h < 400_000 else 1
    image = Image.new("RGBA", (w * k, h * k), (*shape.fill[:3], 0))
    draw = ImageDraw.Draw(image)
    line = max(1, round(shape.width * k))
    area = (0, 0, w * k - 1, h * k - 1)
    radius = min(shape.radius * k, (min(w, h) * k - 1) / 2)
    edge = _rgba(shape.edge) if _rgba(shape.edge)[3] else None
    if shape.kind == "frame":
        _frame(draw, w * k, h * k, line, radius, _rgba(shape.edge))
    elif shape.kind == "dashes":
        _dashes(draw, w * k, h * k, line, _rgba(shape.edge))
    elif shape.kind == "hatch":
        for x in range(-h * k, w * k, 9 * k):
            draw.line([(x, h * k), (x + h * k, 0)], fill=_rgba(shape.fill), width=line)
    elif shape.kind == "arrow":
        _arrow(draw, w * k, h * k, line, _rgba(shape.fill), _rgba(shape.edge))
    else:
        draw.rounded_rectangle(
            area, radius, fill=_rgba(shape.fill), outline=edge, width=line if edge else 0
        )
    return image if k == 1 else image.resize((w, h), Image.Resampling.BOX)


def rim(shape: Shape) -> int:
    """Pixels from the edge of a plain box up to which it is not all alike."""
    return 2 * math.ceil(max(shape.radius, shape.width)) + 4


def _corners(shape: Shape) -> Image.Image:
    """A plain box that is nothing but its corners."""
    return box(BoxPicture(shape, 2 * rim(shape), 2 * rim(shape)))


def side(wanted: Side) -> Image.Image:
    """A side of a plain box with more than its corners."""
    shape, w, h = wanted.box.shape, wanted.box.w, wanted.box.h
    reach, corners = rim(shape), _corners(shape)
    if wanted.side in ("top", "foot"):
        y = 0 if wanted.side == "top" else reach + 1
        return _spread(corners, reach, w, 2 * reach + 1).crop((0, y, w, y + reach))
    x = 0 if wanted.side == "left" else reach + 1
    return _spread(corners, reach, 2 * reach + 1, h).crop((x, reach, x + reach, h - reach))


def _spread(corners: Image.Image, reach: int, w: int, h: int) -> Image.Image:
    """A box of w x h pixels from one of 2 * reach on each side: what lies between the corners is
    the same all along."""
    inside = corners.crop((reach, reach, reach + 1, reach + 1))
    whole = inside.resize((w, h), Image.Resampling.NEAREST)
    far = 2 * reach
    for left, top, right, low, x, y in (
        (0, 0, reach, reach, 0, 0),
        (reach, 0, far, reach, w - reach, 0),
        (0, reach, reach, far, 0, h - reach),
        (reach, reach, far, far, w - reach, h - reach),
    ):
        whole.paste(corners.crop((left, top, right, low)), (x, y))
    for x, column in ((0, 0), (w - reach, reach)):
        strip = corners.crop((column, reach, column + reach, reach + 1))
        whole.paste(strip.resize((reach, h - far), Image.Resampling.NEAREST), (x, reach))
    for y, row in ((0, 0), (h - reach, reach)):
        strip = corners.crop((reach, row, reach + 1, row + reach))
        whole.paste(strip.resize((w - far, reach), Image.Resampling.NEAREST), (reach, y))
    return whole


def _frame(draw: Any, w: int, h: int, line: int, radius: float, colour: Any) -> None:
    """An edge with thick corners: seen without colour too."""
    draw.rounded_rectangle((0, 0, w - 1, h - 1), radius, outline=colour, width=line)
    arm, thick = min(w, h) * 0.22, line * 2.2
    for x, dx in ((0.0, 1), (w - 1.0, -1)):
        for y, dy in ((0.0, 1), (h - 1.0, -1)):
            _bar(draw, x, y, x + dx * arm, y + dy * thick, colour, radius)
            _bar(draw, x, y, x + dx * thick, y + dy * arm, colour, radius)


def _bar(draw: Any, x0: float, y0: float, x1: float, y1: float, colour: Any, r: float) -> None:
    box_ = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    draw.rounded_rectangle(box_, min(r, 2.0), fill=colour)


def _dashes(draw: Any, w: int, h: int, line: int, colour: Any) -> None:
    dash = line * 4
    for x in range(0, w, dash * 2):
        draw.rectangle((x, 0, min(x + dash, w), line), fill=colour)
        draw.rectangle((x, h - line, min(x + dash, w), h), fill=colour)
    for y in range(0, h, dash * 2):
        draw.rectangle((0, y, line, min(y + dash, h)), fill=colour)
        draw.rectangle((w - line, y, w, min(y + dash, h)), fill=colour)


def _arrow(draw: Any, w: int, h: int, line: int, fill: Any, edge: Any) -> None:
    """A shaft from the left with its head at the right."""
    head = min(h * 1.4, w * 0.5)
    y = h / 2
    points = [
        (0, y - h * 0.14),
        (w - head, y - h * 0.14),
        (w - head, 1),
        (w - 1, y),
        (w - head, h - 1),
        (w - head, y + h * 0.14),
        (0, y + h * 0.14),
    ]
    draw.polygon(points, fill=fill, outline=edge, width=line)
