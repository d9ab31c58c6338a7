"""What stands on a map, as it is drawn."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.art.catalogue import ArtKey

Point = tuple[int, int]


@frozen
class Feature:
    """Something on the map. look: one of `painting.LOOKS`. high: it casts a longer shadow."""

    look: str
    corners: tuple[Point, ...]
    high: bool = False


@frozen
class Land:
    """A square map. side: in the units of its points. features: what lies below comes first."""

    side: int
    features: tuple[Feature, ...]

    def face(self, turned: bool) -> ArtKey:
        """Its picture. turned: the north is at the foot."""
        pieces = tuple([(f.look, f.high, f.corners) for f in self.features])
        return ArtKey.of("free_map", side=self.side, turned=turned, pieces=pieces)
