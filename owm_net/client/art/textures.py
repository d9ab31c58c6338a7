"""Backdrop and panels, by size in pixels."""

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from owm_net.client.art import noise
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.material import material
from owm_net.client.art.palette import GOLD, INK, SOOT, alpha


@material
def _vignette(size: tuple[int, int]) -> Image.Image:
    edge = Image.new("L", (96, 96), 0)
    ImageDraw.Draw(edge).ellipse((-14, -14, 110, 110), fill=255)
    edge = edge.filter(ImageFilter.GaussianBlur(14)).resize(size, Image.Resampling.BICUBIC)
    return edge.point([150 + i * 105 // 255 for i in range(256)])


def backdrop(width: int, height: int, *, tone: str = "felt", seed: int = 0) -> Image.Image:
    """The table top: dark felt or canvas with a weave, darker towards the edges."""
    size = (width, height)
    cloth = noise.ramp(
        noise.cloud(size, 1, f"table{seed}", (220, 90, 24, 2)), noise.PAPER_TONES[tone]
    )
    tile = Image.new("L", (4, 4), 255)
    tile.putdata([255, 246, 250, 242, 246, 252, 243, 250, 250, 243, 255, 246, 242, 250, 246, 252])
    weave = Image.new("L", size)
    row = Image.new("L", (width, 4))
    for x in range(0, width, 4):
        row.paste(tile, (x, 0))
    for y in range(0, height, 4):
        weave.paste(row, (0, y))
    shade = ImageChops.multiply(weave, _vignette(size))
    return ImageChops.multiply(cloth, Image.merge("RGB", (shade, shade, shade))).convert("RGBA")


def parchment(width: int, height: int, *, seed: int = 0, scale: float = 1.0) -> Image.Image:
    """A note of old paper with worn, darker edges. scale: pixels per logical unit."""
    ink = Ink(width / scale, height / scale, scale)
    ink.im = noise.paper(ink.im.size, ink.k, seed)
    stencil = Image.new("L", ink.im.size, 0)
    inset = round(5 * ink.k)
    ImageDraw.Draw(stencil).rectangle(
        (inset, inset, stencil.width - inset, stencil.height - inset), fill=255
    )
    worn = noise.soften(stencil, 7 * ink.k)
    worn = Image.blend(worn, noise.cloud(ink.im.size, ink.k, f"worn{seed}", (26, 9)), 0.2)
    worn = worn.point([min(255, 176 + i * 88 // 255) for i in range(256)])
    tint = Image.merge(
        "RGB",
        (
            worn,
            worn.point([i * 97 // 100 for i in range(256)]),
            worn.point([i * 90 // 100 for i in range(256)]),
        ),
    )
    ink.im = ImageChops.multiply(ink.im, tint)
    ink.refresh()
    ink.box(0, 0, ink.width, ink.height, None, 5, (96, 78, 48), 1)
    return ink.out(5)


def dark_panel(width: int, height: int, *, seed: int = 0, scale: float = 1.0) -> Image.Image:
    """A dark panel with a thin gold edge."""
    ink = Ink(width / scale, height / scale, scale)
    ink.im = noise.paper(ink.im.size, ink.k, seed, "dark")
    ink.refresh()
    ink.fade(0, 0, ink.width, min(40.0, ink.height), (255, 244, 214), 14, 0)
    ink.box(0, 0, ink.width, ink.height, None, 8, SOOT, 2.4)
    ink.box(2.6, 2.6, ink.width - 5.2, ink.height - 5.2, None, 6, GOLD, 1)
    return ink.out(8)


def title_plate(width: int, height: int, *, scale: float = 1.0) -> Image.Image:
    """A button or heading plate: khaki, gold rim, soft shadow inside its own box."""
    ink = Ink(width / scale, height / scale, scale, "RGBA")
    sheet = ink.layer()
    sheet.box(3, 2, ink.width - 6, ink.height - 7, (66, 68, 46), 6, INK, 1.6)
    sheet.box(5, 4, ink.width - 10, ink.height - 11, None, 4.6, alpha(GOLD, 255), 1)
    ink.stamp(sheet, Shadow(0, 2, 1.6, 0.5))
    return ink.out()
