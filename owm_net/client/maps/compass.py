"""Where north is."""

from __future__ import annotations

from PIL import Image

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK
from owm_net.client.language import tr
from owm_net.client.maps.chart import MapChart
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.pictures import Pictures, face
from owm_net.client.widgets import TOKENS

SIZE = 46.0
GAP = 8.0
"""From the edges of the frame."""


def compass(pen: Pen, chart: MapChart, turned: bool = False) -> None:
    """Draw a needle in the lower left corner of a map's frame. turned: north is at the foot."""
    frame = chart.frame
    words = tr("North is at the foot") if turned else tr("North is at the top")
    art = ArtKey("map.compass", (("letter", tr("N")), ("turned", turned)))
    box = Rect(frame.x + GAP, frame.bottom - SIZE - GAP, SIZE, SIZE)
    pen.add("map.compass", "image", box, z=TOKENS + 88, art=art, label=words, opacity=230)


@face("map.compass")
def _compass(
    pictures: Pictures, width: int, height: int, *, letter: str, turned: bool
) -> Image.Image:
    ink = Ink(48, 48, width / 48, "RGBA")
    sheet = ink.layer()
    sheet.dot(24, 24, 21, (20, 18, 12, 190), (*GOLD[:3], 255), 1.4)
    foot = 1 if turned else -1
    for way, fill in ((foot, (196, 52, 40)), (-foot, CREAM)):
        sheet.poly([(24, 24 + way * 17), (18.5, 24), (29.5, 24)], fill, INK, 1.0)
    ink.stamp(sheet, Shadow(0.6, 1.2, 1.2, 0.5))
    ink.text(24, 24 + foot * 9.5, letter, "bold", 11, CREAM, "mm", stroke=1.4, edge=INK)
    return ink.out()
