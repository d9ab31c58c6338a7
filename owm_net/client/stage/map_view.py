"""How the player looks at a map: which part of it, and where on it the keys and the ruler are."""

from __future__ import annotations

from attrs import define, field

from owm_net.client.scene.lens import Camera


@define
class MapView:
    """camera: which part is seen, and how near. cross: the point that the keys have come to;
    cross_from: where it began. marks: points that are measured between. All as the map counts."""

    camera: Camera = field(factory=Camera)
    cross: tuple[int, int] | None = None
    cross_from: tuple[int, int] | None = None
    marks: tuple[tuple[int, int], ...] = ()
