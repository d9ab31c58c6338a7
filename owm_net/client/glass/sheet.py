"""The texture that holds all pictures of a window, and the owner of each part."""

from __future__ import annotations

from typing import Any, TypeAlias

from arcade import Texture
from arcade.texture_atlas.atlas_default import DefaultTextureAtlas
from PIL import Image
from pyglet.image.atlas import AllocatorException

SIDE = 4096
"""Pixels. It has this size from the beginning, and that is enough for a window of 2560 x 1440: to
double it while somebody plays takes a quarter of a second, as the first look at a window of 3840 x
2160 does. It is never halved."""

BORDER = 1
"""Pixels that Arcade repeats around each picture."""

LOW = 64
"""Pictures up to this height, most of them lettering, have a part of the sheet to themselves, or
they would be everywhere and leave no room for large ones."""

LOW_PART = 7
"""That part is one of so many."""

STEPS = (8, 64)
"""What the heights of low pictures, and both sides of others, are rounded up to: room that is
given up fits again what comes."""

LARGE = 1 << 17
"""Pixels from which on a picture is written in parts, if it was not made ready before."""

BAND = 1 << 15
"""Pixels of such a part: so much is free in memory already."""

Area: TypeAlias = tuple[int, int, int, int]
"""x, y, width, height."""


class Part:
    """An allocator of rectangles in one part of the sheet, which joins returned ones."""

    def __init__(self, area: Area) -> None:
        self._free = {area[:2]: area}  # by the upper left corner
        self._right = {(area[0] + area[2], area[1]): area}  # by the upper right one
        self._below = {(area[0], area[1] + area[3]): area}  # by the lower left one

    def alloc(self, width: int, height: int) -> tuple[int, int] | None:
        """Return the upper left corner of a rectangle, None if there is no room."""
        fits = [one for one in self._free.values() if one[2] >= width and one[3] >= height]
        if not fits:
            return None
        one = min(fits, key=lambda one: one[2] * one[3])
        self._take(one)
        x, y, w, h = one
        if w - width > h - height:  # what is left is as large as can be
            self.free((x + width, y, w - width, h))
            self.free((x, y + height, width, h - height))
        else:
            self.free((x + width, y, w - width, height))
            self.free((x, y + height, w, h - height))
        return x, y

    def free(self, area: Area) -> None:
        """Free a rectangle that nobody needs any more."""
        x, y, w, h = area
        if w <= 0 or h <= 0:
            return
        for beside, same, whole in (
            (self._right.get((x, y)), 3, lambda o: (o[0], y, o[2] + w, h)),
            (self._free.get((x + w, y)), 3, lambda o: (x, y, w + o[2], h)),
            (self._below.get((x, y)), 2, lambda o: (x, o[1], w, o[3] + h)),
            (self._free.get((x, y + h)), 2, lambda o: (x, y, w, h + o[3])),
        ):
            if beside is not None and beside[same] == area[same]:
                self._take(beside)
                self.free(whole(beside))
                return
        self._free[x, y] = self._right[x + w, y] = self._below[x, y + h] = area

    def _take(self, area: Area) -> None:
        x, y, w, h = area
        del self._free[x, y], self._right[x + w, y], self._below[x, y + h]


class Room:
    """Gives away rectangles of the sheet, and takes them back.

    Arcade's own never reuses space: when it is full it repacks the whole sheet, which takes a tenth
    of a second.
    """

    def __init__(self, width: int, height: int) -> None:
        self._line = height // LOW_PART // LOW * LOW
        self._low = Part((0, 0, width, self._line))
        self._rest = Part((0, self._line, width, height - self._line))

    def alloc(self, width: int, height: int) -> tuple[int, int]:
        """Return the upper left corner of a rectangle. Raises AllocatorException without room."""
        found = self._low.alloc(*_rounded(width, height)) if height <= LOW else None
        found = found or self._rest.alloc(*_rounded(width, height))
        if found is None:
            raise AllocatorException(f"no room for {width} x {height} pixels")
        return found

    def free(self, x: int, y: int, width: int, height: int) -> None:
        """Free a rectangle that nobody needs any more."""
        part = self._low if y < self._line else self._rest
        part.free((x, y, *_rounded(width, height)))


def _rounded(width: int, height: int) -> tuple[int, int]:
    low, rest = STEPS
    if height <= LOW:
        return width, -(-height // low) * low
    return -(-width // rest) * rest, -(-height // rest) * rest


def _by_area(texture: Texture) -> int:
    return texture.width * texture.height


_READY = "bytes for the sheet"
"""Where an image carries them until it is on the sheet."""


def make_ready(image: Image.Image) -> None:
    """Make of an RGBA image what is written on the sheet, in any thread: for a large one it takes
    ten times as long as the writing."""
    w, h, b = *image.size, BORDER
    whole = Image.new("RGBA", (w + 2 * b, h + 2 * b))
    whole.paste(image, (b, b))
    for edge, x, y in _edges(w, h):
        whole.paste(image.crop(edge), (x, y))
    image.info[_READY] = whole.tobytes()


def _edges(w: int, h: int) -> tuple[tuple[tuple[int, int, int, int], int, int], ...]:
    """Return the edges of a picture of this size, and where in its border each stands once more."""
    b = BORDER
    return (
        ((0, 0, w, b), b, 0),
        ((0, h - b, w, h), b, h + b),
        ((0, 0, b, h), 0, b),
        ((w - b, 0, w, h), w + b, b),
    )


class Sheet(DefaultTextureAtlas):
    """Arcade's texture of all textures, in which the room of what is given up is used again."""

    def __init__(self, ctx: Any) -> None:
        super().__init__((SIDE, SIDE), border=BORDER, ctx=ctx)

    def write_image(self, image: Image.Image, x: int, y: int) -> None:
        """Write a picture and its border, whose corner is at x, y."""
        data = image.info.pop(_READY, None)
        if data is not None:
            whole = x, y, image.width + 2 * BORDER, image.height + 2 * BORDER
            self._texture.write(data, 0, viewport=whole)
        elif image.width * image.height >= LARGE:
            self._write_in_parts(image, x, y)
        else:
            super().write_image(image, x, y)

    def _write_in_parts(self, image: Image.Image, x: int, y: int) -> None:
        """Write a large image band by band: memory for the whole would have to come from the
        system, which takes longer than everything else."""
        w, h = image.size
        high = max(1, BAND // w)
        tops = range(0, h, high)
        bands = [((0, top, w, min(h, top + high)), BORDER, BORDER + top) for top in tops]
        for box, across, down in (*bands, *_edges(w, h)):
            part = image.crop(box)
            at = x + across, y + down, part.width, part.height
            self._texture.write(part.tobytes(), 0, viewport=at)

    def rebuild(self) -> None:
        """Repack everything, the largest first: Arcade begins with the lowest, and then no large
        one fits."""
        textures = sorted(self.textures, key=_by_area, reverse=True)
        self._textures.clear()
        super().rebuild()
        for texture in textures:
            self._add(texture, create_finalizer=False)

    def resize(self, size: tuple[int, int], force: bool = False) -> None:
        """Resize the sheet, and repack everything."""
        if size == self.size and not force:
            return
        self._check_size(size)
        self._size = size
        self._texture = self._ctx.texture(size, components=4)
        self._fbo = self._ctx.framebuffer(color_attachments=[self._texture])
        self.rebuild()

    @property  # type: ignore[override]
    def _allocator(self) -> Room:
        """Return the current allocator. Arcade sets its own here, whenever it starts to pack
        again."""
        return self._room

    @_allocator.setter
    def _allocator(self, its: Any) -> None:
        self._room = Room(its.width, its.height)

    def _remove_texture_by_identifiers(self, atlas_name: str, hash: str) -> None:
        region = self._image_regions.get(hash)
        super()._remove_texture_by_identifiers(atlas_name, hash)
        if region is not None and hash not in self._image_regions:
            b = self._border
            self._allocator.free(
                region.x - b, region.y - b, region.width + 2 * b, region.height + 2 * b
            )
