"""The picture of a map in its frame: all of it, or the part that is seen."""

from __future__ import annotations

from typing import Any

from PIL import Image

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.maps.chart import MapChart
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.pictures import Pictures, face
from owm_net.client.widgets import BOARD as MAP

Part = tuple[float, float, float, float]


def draw(pen: Pen, chart: MapChart, whole: ArtKey, *, z: int = MAP) -> None:
    """Draw what is seen of a map. whole: a face of the catalogue."""
    named = (*whole.parameters, ("part", chart.part), ("sheet", whole.face))
    art = whole if chart.shown == chart.area else ArtKey("map.part", named)
    pen.add("land", "image", chart.shown, z=z, art=art)


@face("map.part")
def _part(
    pictures: Pictures, width: int, height: int, *, part: Part, sheet: str, **whole: Any
) -> Image.Image:
    across = part[2] - part[0]
    drawn = pictures.at_least(ArtKey.of(sheet, **whole), round(width / across))
    return cut(drawn, part, width, height)


def cut(sheet: Image.Image, part: Part, width: int, height: int) -> Image.Image:
    """A part of a sheet, as large as it is wanted."""
    w, h = sheet.size
    box = (part[0] * w, part[1] * h, part[2] * w, part[3] * h)
    box = (max(0.0, box[0]), max(0.0, box[1]), min(w, box[2]), min(h, box[3]))
    return sheet.resize((width, height), Image.Resampling.BICUBIC, box=box)
