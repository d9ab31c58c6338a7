"""Scene -> the pictures to lay, one after another. Both painters read this list."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, degrees, hypot

from attrs import evolve, frozen

from owm_net.client import theme
from owm_net.client.scene.animation import ANIMATION
from owm_net.client.scene.items import Item, Rect, Scene, Shape
from owm_net.client.scene.pictures import Art, BoxPicture, Picture, Side, TextPicture, Turned, rim


@frozen
class Stamp:
    """A picture with its centre at (x, y); text has its left edge at x. layer: z // 100.

    Pictures are laid pixel by pixel. A plain fill has no picture but a colour and w x h pixels, and
    may be turned by an angle, in degrees clockwise. clip: nothing of it is shown outside; None for
    the whole window.
    """

    picture: Picture | None
    x: float
    y: float
    w: float
    h: float
    layer: int
    opacity: int = 255
    colour: tuple[int, ...] = (0, 0, 0, 0)
    clip: Rect | None = None
    angle: float = 0.0


LIT = Shape("frame", edge=(*theme.LIT, 255), width=2.0, radius=7)
CHOSEN = Shape("frame", edge=(*theme.CHOSEN, 255), width=3.2, radius=7)
FOCUS = Shape("dashes", edge=(*theme.CHOSEN, 255), width=2.0)
HEAVY = 1.3
SHADED = Shape("box", fill=(22, 21, 16, 120), radius=5)

BROAD = 1 << 18
"""Pixels from which on a plain box is laid in parts."""


def stamps(scene: Scene) -> Iterator[Stamp]:
    """Yield all pictures of a scene from back to front."""
    for item in scene.items:
        if item.clip is None or item.angle or item.rect.meets(item.clip):
            yield from _of_item(item, scene.scale, HEAVY if scene.heavy else 1.0)


def of_animation(scene: Scene) -> Iterator[Stamp]:
    """Yield the pictures of what is animated over `scene.under`, from back to front."""
    return stamps(evolve(scene, items=[item for item in scene.items if item.kind == ANIMATION]))


def _of_item(item: Item, k: float, heavy: float) -> Iterator[Stamp]:
    """Yield the stamps of an item. heavy: how much thicker its frame is if it is lit, chosen or
    focused."""
    layer, clip = item.z // 100, item.clip
    r = item.rect
    if item.shape is not None:
        if item.shape.kind == "fill":
            colour = item.shape.fill
            yield Stamp(None, r.cx, r.cy, r.w, r.h, layer, item.opacity, colour, clip)
        elif item.shape.kind == "lines":
            yield from _lines(item.shape, layer, item)
        else:
            yield from _box(item.shape, r, layer, item)
    if item.art is not None:
        w, h = round(r.w), round(r.h)
        opacity = item.opacity if "dim" not in item.flags else item.opacity * 5 // 10
        picture = _turned(Art(item.art, w, h), item)
        yield Stamp(picture, r.cx, r.cy, w, h, layer, opacity, clip=clip)
    if "shaded" in item.flags:
        yield from _box(_wide(SHADED, k), r, layer, item)
    for run in item.runs:
        line = TextPicture(run.text, run.role, run.size, run.colour)
        yield Stamp(line, run.box.x, run.box.cy, 0, 0, layer, item.opacity, clip=clip)
    grown = r.inset(-(5 if item.kind == "card" and "chosen" in item.flags else 2) * k)
    framed = item.kind != "button" and not item.flags & {"chosen", "quiet"}
    if item.mark != "own":
        if "lit" in item.flags and framed:
            yield from _marked(LIT, heavy, grown, layer, item, k)
        if "chosen" in item.flags:
            yield from _marked(CHOSEN, heavy, grown, layer, item, k)
    if "focus" in item.flags:
        yield from _box(_wide(FOCUS, k, heavy), r.inset(-4 * k), layer, item)


def _lines(shape: Shape, layer: int, item: Item) -> Iterator[Stamp]:
    """Yield straight pieces as turned bars: they change with the pointer, and need no picture."""
    for (x0, y0), (x1, y1) in pairwise(shape.points):
        far = hypot(x1 - x0, y1 - y0)
        angle = round(degrees(atan2(y1 - y0, x1 - x0)), 1)
        step = shape.dash * 2 or far
        for n in range(int(far / step) + 1 if far else 0):
            begin, end = n * step, min(far, n * step + (shape.dash or far))
            if end - begin < 0.5:
                continue
            at = (begin + end) / 2 / far
            x, y = x0 + (x1 - x0) * at, y0 + (y1 - y0) * at
            yield Stamp(
                None,
                x,
                y,
                end - begin,
                shape.width,
                layer,
                item.opacity,
                shape.fill,
                item.clip,
                angle,
            )


def _marked(
    shape: Shape, heavy: float, r: Rect, layer: int, item: Item, k: float
) -> Iterator[Stamp]:
    """Yield a frame with heavy corners, or a double ring: seen without colour too."""
    if item.mark != "round":
        yield from _box(_wide(shape, k, heavy), r, layer, item)
        return
    thick = shape.width * heavy
    for out, width in ((1.0, thick), (1.0 + thick * 2.2, 1.2)):
        ring = r.inset(-out * k)
        wanted = Shape("box", edge=shape.edge, width=width * k, radius=ring.w / 2)
        yield from _box(wanted, ring, layer, item)


def _wide(shape: Shape, k: float, heavy: float = 1.0) -> Shape:
    return Shape(shape.kind, shape.fill, shape.edge, shape.width * heavy * k, shape.radius * k)


def _box(shape: Shape, r: Rect, layer: int, item: Item) -> Iterator[Stamp]:
    w, h = max(1, round(r.w)), max(1, round(r.h))
    is_broad = shape.kind == "box" and w * h >= BROAD and not item.angle
    if is_broad and min(w, h) > 2 * rim(shape):
        yield from _broad(BoxPicture(shape, w, h), r, layer, item)
        return
    picture = _turned(BoxPicture(shape, w, h), item)
    yield Stamp(picture, r.cx, r.cy, w, h, layer, item.opacity, clip=item.clip)


def _broad(box: BoxPicture, r: Rect, layer: int, item: Item) -> Iterator[Stamp]:
    """Yield a large plain box as its fill and its four sides: as one picture it would have as many
    pixels as a part of the window, nearly all of them alike."""
    edge, w, h = rim(box.shape), box.w, box.h
    left, top = round(r.cx - w / 2), round(r.cy - h / 2)
    fill = Rect(left + edge, top + edge, w - 2 * edge, h - 2 * edge)
    if box.shape.fill[3:] != (0,):
        colour, opacity = box.shape.fill, item.opacity
        yield Stamp(None, fill.cx, fill.cy, fill.w, fill.h, layer, opacity, colour, item.clip)
    for side, part in (
        ("top", Rect(left, top, w, edge)),
        ("foot", Rect(left, fill.bottom, w, edge)),
        ("left", Rect(left, fill.y, edge, fill.h)),
        ("right", Rect(fill.right, fill.y, edge, fill.h)),
    ):
        at = part.cx, part.cy, part.w, part.h
        yield Stamp(Side(box, side), *at, layer, item.opacity, clip=item.clip)


def _turned(picture: Art | BoxPicture, item: Item) -> Picture:
    return Turned(picture, round(item.angle, 1)) if item.angle else picture


def place(stamp: Stamp, size: tuple[int, int]) -> tuple[float, float]:
    """Return the centre of a stamp whose picture is `size` pixels."""
    w, h = size
    left, top = corner(stamp, w, h)
    return left + w / 2, top + h / 2


def corner(stamp: Stamp, w: int, h: int) -> tuple[int, int]:
    """Return left and top of a stamp whose picture has w x h pixels. Text is laid by its left
    edge."""
    left = round(stamp.x) - 1 if isinstance(stamp.picture, TextPicture) else stamp.x - w / 2
    return round(left), round(stamp.y - h / 2)
