"""One flip of a Firing Sequence as a small face, 72 x 120, the used die lit."""

from PIL import Image

from owm_net.client.art import dice as dice_glyphs
from owm_net.client.art import icons, noise
from owm_net.client.art.ink import Ink
from owm_net.client.art.palette import AMBER, GOLD, INK


def flip_card(
    dice: tuple[int, int, int],
    used: str | None = None,
    icon: str = "",
    *,
    number: str = "",
    scale: float = 1.0,
) -> Image.Image:
    """A flipped card's dice from top to bottom; all but the `used` colour muted."""
    ink = Ink(72, 120, scale)
    ink.im = noise.paper(ink.im.size, ink.k, 2)
    ink.refresh()
    ink.box(0, 0, 72, 15, (44, 39, 30))
    ink.line([(0, 15), (72, 15)], GOLD, 1)
    if number:
        ink.text(8, 8.4, number, "label", 11.5, (226, 206, 156), "lm", track=0.4)
    for i, (colour, value) in enumerate(zip(dice_glyphs.ORDER, dice, strict=True)):
        y = 34 + i * 33
        if colour == used:
            ink.box(5, y - 16.5, 62, 33, (252, 226, 150), 6, AMBER, 2)
        x = 36.0 if not icon else 27.0
        r = 12.4 if colour == used else 10.4
        dice_glyphs.die(ink, x, y, r, colour, value, muted=used is not None and colour != used)
    if icon:
        icons.event(ink, 56, 19, 10.5, icon)
    ink.box(0, 0, 72, 120, None, 7, INK, 2)
    return ink.out(7)
