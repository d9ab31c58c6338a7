"""The things on a map, as they are drawn."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.maps.chart import Point

Size = tuple[int, int]
"""How wide and how high a map is, in the units of its points."""


@frozen
class Feature:
    """Something on the map. look: one of `painting.LOOKS`, whose corners stand around it, or of
    `painting.LINES`, whose points it goes along. high: it casts a longer shadow."""

    look: str
    corners: tuple[Point, ...]
    high: bool = False


@frozen
class Land:
    """A map. features: the lowest come first."""

    size: Size
    features: tuple[Feature, ...]

    def face(self, turned: bool) -> ArtKey:
        """Its picture. turned: the north is at the foot."""
        pieces = tuple([(f.look, f.high, f.corners) for f in self.features])
        return ArtKey.of("free_map", size=self.size, turned=turned, pieces=pieces)
