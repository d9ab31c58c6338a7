"""High contrast: the same scene on black, its words and edges bright, its frames heavy.

Where things are stays as it is, and so do pictures: their words are ink on paper already.
"""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve, frozen

from owm_net.client.scene.items import Colour, Item, Run, Scene, Shape

TEXT, FAINT, EDGE = 7.0, 4.5, 3.0
"""The least contrast of words, of words on what cannot be pressed now, and of edges."""
OPAQUE = 180
"""From this opacity on a fill is what words stand on."""
DARK = 0.22
"""Luminance below which a fill is darkened; what is brighter is a sign of its own."""
GROUNDS = ("backdrop", "menu.ground")
"""Pictures that are only a ground."""
BLACK: Colour = (0, 0, 0, 255)
_ON_A_PICTURE = 0.02
"""The luminance that is taken for the ground where words have no plate of their own."""


def luminance(colour: Colour) -> float:
    """Of a colour, 0 for black to 1 for white, as WCAG 2.2 reckons it."""
    parts = [c / 255 for c in colour[:3]]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(first: float, second: float) -> float:
    """The contrast between two luminances, 1 to 21."""
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def heightened(scene: Scene) -> Scene:
    """The scene with high contrast."""
    return evolve(scene, items=[_item(item) for item in scene.items], heavy=True)


@frozen
class _Plate:
    """The ground behind words: its brightness, and whether they are paler for a reason."""

    bright: float
    is_off: bool


def _item(item: Item) -> Item:
    if item.art is not None and item.art.face in GROUNDS:
        if dict(item.art.parameters).get("kind", "inside") == "inside":
            return evolve(item, art=None, shape=Shape("fill", BLACK))
        return evolve(item, opacity=item.opacity * 2 // 5)
    off = "off" in item.flags
    shape = _shape(item.shape, item.kind, off) if item.shape is not None else None
    filled = shape is not None and _opacity(shape.fill) >= OPAQUE
    ground = luminance(shape.fill) if shape is not None and filled else _ON_A_PICTURE
    runs = tuple([_run(run, _Plate(ground, off)) for run in item.runs])
    return evolve(item, shape=shape, runs=runs)


def _shape(shape: Shape, kind: str, off: bool) -> Shape:
    fill, edge = _fill(shape.fill, kind), shape.edge
    if shape.kind == "fill" or not _opacity(edge):
        return evolve(shape, fill=fill)
    ground = luminance(fill) if _opacity(fill) >= OPAQUE else _ON_A_PICTURE
    edge = (*_readable(edge[:3], ground, EDGE if off else FAINT), *edge[3:])
    return evolve(shape, fill=fill, edge=edge, width=shape.width * (1.0 if off else 1.5))


def _fill(fill: Colour, kind: str) -> Colour:
    if kind == "shade":
        return (0, 0, 0, max(_opacity(fill), 225))
    if _opacity(fill) < OPAQUE or luminance(fill) >= DARK:
        return fill
    return (*[c * 35 // 100 for c in fill[:3]], 255)


def _opacity(colour: Colour) -> int:
    return colour[3] if len(colour) > 3 else 255


def _run(run: Run, plate: _Plate) -> Run:
    colour = _readable(run.colour[:3], plate.bright, FAINT if plate.is_off else TEXT)
    return evolve(run, colour=(*colour, *run.colour[3:]))


@lru_cache(maxsize=1024)
def _readable(colour: Colour, ground: float, least: float) -> Colour:
    """The colour, made brighter until it can be told from the ground by so much, or darker where
    the ground is the brighter one."""
    towards = 0 if ratio(0.0, ground) > ratio(1.0, ground) else 255
    for part in range(0, 101, 5):
        found = tuple([c + (towards - c) * part // 100 for c in colour])
        if ratio(luminance(found), ground) >= least:
            return found
    return (towards,) * 3
