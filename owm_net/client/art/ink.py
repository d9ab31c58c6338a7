"""The drawing sheet: logical units, supersampled, shadows, lettering.

Pillow's shapes are not antialiased: everything is drawn larger and scaled down once, at the
end. An opaque sheet (RGB) blends translucent colours as it draws; a clear one (RGBA, for
patches and tokens) is composited with its own opacity.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from attrs import frozen
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from owm_net.client.art import lettering
from owm_net.client.art.material import material
from owm_net.client.art.palette import SOOT, Colour
from owm_net.client.art.paths import Points, placed, polygons

Fill = Colour | int | None


@frozen
class Shadow:
    """A soft shadow: moved by (dx, dy), blurred, of an opacity 0..1; in logical units."""

    dx: float = 0.0
    dy: float = 1.2
    blur: float = 1.2
    opacity: float = 0.4


LOW = Shadow(1.2, 1.5, 1.0, 0.5)
TALL = Shadow(3.2, 4.0, 2.0, 0.62)


def supersample(scale: float) -> int:
    """Pixels drawn for each pixel kept, in one direction: more for very small pictures."""
    return 2 if scale >= 0.75 else 4


class Ink:
    """A sheet of width x height logical units, drawn at `scale` pixels a unit in the end."""

    def __init__(self, width: float, height: float, scale: float, mode: str = "RGB") -> None:
        self.width, self.height, self.scale = width, height, scale
        self.final = (max(1, round(width * scale)), max(1, round(height * scale)))
        many = supersample(scale)
        self.k = scale * many
        self.left = self.top = 0
        self._begin(mode, (self.final[0] * many, self.final[1] * many))

    def _begin(self, mode: str, size: tuple[int, int]) -> None:
        self.im = Image.new(mode, size, 0 if mode == "L" else (0,) * len(mode))
        self.refresh()

    def refresh(self) -> None:
        """Draw on the present picture (after `im` was replaced)."""
        self.pen = ImageDraw.Draw(self.im, "RGBA" if self.im.mode == "RGB" else None)

    # -- sheets on top ---------------------------------------------------------------------

    def patch(self, x0: float, y0: float, x1: float, y1: float, mode: str = "RGBA") -> Ink:
        """A clear sheet for one part of this one, in the same coordinates."""
        sheet = Ink.__new__(Ink)
        sheet.width, sheet.height, sheet.scale, sheet.k = x1 - x0, y1 - y0, self.scale, self.k
        sheet.left, sheet.top = math.floor(x0 * self.k), math.floor(y0 * self.k)
        size = (
            max(1, math.ceil(x1 * self.k) - sheet.left),
            max(1, math.ceil(y1 * self.k) - sheet.top),
        )
        sheet.final = size
        sheet._begin(mode, size)
        return sheet

    def layer(self, mode: str = "RGBA") -> Ink:
        """A clear sheet as large as this one; mode "L" makes a stencil."""
        sheet = self.patch(0, 0, 1, 1, mode)
        sheet.width, sheet.height, sheet.final = self.width, self.height, self.final
        sheet.left, sheet.top = self.left, self.top
        sheet._begin(mode, self.im.size)
        return sheet

    def stamp(self, sheet: Ink, shadow: Shadow | None = None) -> None:
        """Lay a patch or layer down, over its shadow if one is asked for."""
        if shadow is not None:
            self._cast(sheet, shadow)
        self._lay(sheet.im, sheet.left - self.left, sheet.top - self.top)

    def _cast(self, sheet: Ink, shadow: Shadow) -> None:
        mask, step = sheet.im.getchannel("A"), 4
        small = mask.resize(
            (max(1, mask.width // step), max(1, mask.height // step)), Image.Resampling.BOX
        ).filter(ImageFilter.GaussianBlur(shadow.blur * self.k / step))
        mask = small.resize(mask.size, Image.Resampling.BILINEAR)
        mask = mask.point([int(i * shadow.opacity) for i in range(256)])
        x = sheet.left - self.left + round(shadow.dx * self.k)
        y = sheet.top - self.top + round(shadow.dy * self.k)
        if self.im.mode == "RGB":
            self.im.paste(SOOT, (x, y, x + mask.width, y + mask.height), mask)
        else:
            dark = Image.new("RGBA", mask.size, SOOT)
            dark.putalpha(mask)
            self._lay(dark, x, y)

    def _lay(self, image: Image.Image, x: int, y: int) -> None:
        if self.im.mode == "RGB":
            self.im.paste(image, (x, y), image)
            return
        left, top = max(0, -x), max(0, -y)
        right, bottom = min(image.width, self.im.width - x), min(image.height, self.im.height - y)
        if right > left and bottom > top:
            self.im.alpha_composite(image, (x + left, y + top), (left, top, right, bottom))

    def glaze(self, paint: Image.Image | Colour, stencil: Image.Image) -> None:
        """Colour or picture over the whole sheet, as strong as the stencil (mode L) says."""
        if isinstance(paint, Image.Image):
            self.im.paste(paint, (0, 0), stencil)
        else:
            self.im.paste(paint, (0, 0, *self.im.size), stencil)

    def picture(self, image: Image.Image, x: float, y: float) -> None:
        """An image, already of the right size in pixels, with its corner at (x, y)."""
        px, py = round(x * self.k) - self.left, round(y * self.k) - self.top
        if image.mode == "RGBA":
            self._lay(image, px, py)
        else:
            self.im.paste(image, (px, py))

    # -- shapes ----------------------------------------------------------------------------

    def _pixels(self, points: Points) -> list[tuple[float, float]]:
        k, left, top = self.k, self.left, self.top
        return [(x * k - left, y * k - top) for x, y in points]

    def _thick(self, width: float) -> int:
        return max(1, round(width * self.k)) if width else 0

    def poly(self, points: Points, fill: Fill, outline: Fill = None, width: float = 0) -> None:
        """A closed figure through these points."""
        corners = self._pixels(points)
        if fill is not None:
            self.pen.polygon(corners, fill=fill)
        if outline is not None:
            self.pen.line(
                [*corners, corners[0], corners[1]],
                fill=outline,
                width=self._thick(width),
                joint="curve",
            )

    def path(
        self,
        path: str,
        fill: Fill,
        x: float = 0,
        y: float = 0,
        size: float = 1,
        turn: float = 0,
        *,
        flip: bool = False,
        outline: Fill = None,
        width: float = 0,
    ) -> None:
        """The figures of an SVG path, drawn about (0, 0) and placed at (x, y)."""
        for figure in polygons(path):
            self.poly(placed(figure, x, y, size, turn, flip), fill, outline, width)

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Fill,
        radius: float = 0,
        outline: Fill = None,
        width: float = 0,
    ) -> None:
        """A rectangle, its corners rounded if asked."""
        (x0, y0), (x1, y1) = self._pixels([(x, y), (x + w, y + h)])
        corners = (x0, y0, max(x0, x1 - 1), max(y0, y1 - 1))
        if radius:
            self.pen.rounded_rectangle(
                corners, radius * self.k, fill=fill, outline=outline, width=self._thick(width)
            )
        else:
            self.pen.rectangle(corners, fill=fill, outline=outline, width=self._thick(width))

    def dot(
        self, x: float, y: float, r: float, fill: Fill, outline: Fill = None, width: float = 0
    ) -> None:
        """A disc around a point."""
        self.oval(x, y, r, r, fill, outline, width)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: Fill,
        outline: Fill = None,
        width: float = 0,
    ) -> None:
        """An ellipse with its axes level and upright."""
        k = self.k
        cx, cy = x * k - self.left, y * k - self.top
        self.pen.ellipse(
            (cx - rx * k, cy - ry * k, cx + rx * k, cy + ry * k),
            fill=fill,
            outline=outline,
            width=self._thick(width),
        )

    def line(self, points: Points, fill: Fill, width: float) -> None:
        """An open line with square ends."""
        self.pen.line(self._pixels(points), fill=fill, width=self._thick(width), joint="curve")

    def stroke(self, points: Points, fill: Fill, width: float) -> None:
        """An open line with round ends."""
        self.line(points, fill, width)
        for x, y in (points[0], points[-1]):
            self.dot(x, y, width / 2, fill)

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, fill: Fill, width: float
    ) -> None:
        """Part of a circle's rim, angles in degrees, clockwise from the right."""
        k = self.k
        cx, cy = x * k - self.left, y * k - self.top
        self.pen.arc(
            (cx - r * k, cy - r * k, cx + r * k, cy + r * k),
            start,
            end,
            fill=fill,
            width=self._thick(width),
        )

    def fade(
        self, x: float, y: float, w: float, h: float, colour: Colour, top: int, bottom: int
    ) -> None:
        """A box of one colour whose opacity runs from `top` to `bottom`."""
        (x0, y0), (x1, y1) = self._pixels([(x, y), (x + w, y + h)])
        size = (max(1, round(x1 - x0)), max(1, round(y1 - y0)))
        column = Image.new("L", (1, 64))
        column.putdata([int(top + (bottom - top) * i / 63) for i in range(64)])
        mask = column.resize(size, Image.Resampling.BILINEAR)
        veil = Image.new("RGBA", size, colour[:3])
        veil.putalpha(mask)
        self._lay(veil, round(x0), round(y0))

    # -- lettering -------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        text: str,
        role: str,
        size: float,
        fill: Fill,
        anchor: str = "ls",
        *,
        track: float = 0,
        stroke: float = 0,
        edge: Fill = None,
    ) -> None:
        """One line. anchor: l, m or r; then s (baseline at y) or m (capitals centred on y)."""
        px = max(1, round(size * self.k))
        face = lettering.font(role, px)
        cx, cy = x * self.k - self.left, y * self.k - self.top
        if anchor[1] == "m":
            cy += lettering.cap_height(role, px) / 2
        gap = track * self.k
        cx -= lettering.width(role, px, text, gap) * {"l": 0, "m": 0.5, "r": 1}[anchor[0]]
        border = round(stroke * self.k)
        for piece in text if track else [text]:
            self.pen.text(
                (cx, cy),
                piece,
                font=face,
                fill=fill,
                anchor="ls",
                stroke_width=border,
                stroke_fill=edge,
            )
            cx += face.getlength(piece) + gap

    def fitting(
        self, text: str, role: str, size: float, room: float, least: float = 5, track: float = 0
    ) -> float:
        """The largest size up to `size` at which one line fits into `room`."""
        while size > least:
            px = max(1, round(size * self.k))
            if lettering.width(role, px, text, track * self.k) <= room * self.k:
                break
            size -= 0.5
        return size

    def paragraph(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        text: str,
        role: str,
        fill: Fill,
        sizes: Iterable[float],
        lead: float = 1.24,
    ) -> None:
        """Lines from (x, y) down, in the first of `sizes` (falling) that fits w x h."""
        chosen: list[str] = []
        for size in sizes:
            px = max(1, round(size * self.k))
            chosen = lettering.lines(role, px, text, w * self.k)
            tall = (len(chosen) - 1) * size * lead + size
            if tall <= h and all(lettering.width(role, px, s) <= w * self.k for s in chosen):
                break
        for i, line in enumerate(chosen):
            self.text(x, y + size * (0.82 + i * lead), line, role, size, fill)

    # -- the end ---------------------------------------------------------------------------

    def out(self, radius: float = 0) -> Image.Image:
        """The finished RGBA image, its corners cut round if asked."""
        image = self.im.resize(self.final, Image.Resampling.LANCZOS).convert("RGBA")
        if radius:
            mask = _corners(self.im.size, radius * self.k, self.final)
            image.putalpha(ImageChops.multiply(image.getchannel("A"), mask))
        return image


@material
def _corners(size: tuple[int, int], radius: float, final: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, fill=255)
    return mask.resize(final, Image.Resampling.LANCZOS)
