"""Where a point of a map without cells is on the screen, and which point is where."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.free_map.land import Size
from owm_net.client.maps.chart import MapChart, Place, Point
from owm_net.client.scene.items import Rect

SPILL = 16.0
"""Pixels of a picture that are seen beyond the edge of a map: of who stands there, too."""


@frozen
class FreePlane:
    """The points of a map. size: of it, as they count. turned: the north is at the foot, for the
    player there."""

    size: Size
    turned: bool = False

    def point_at(self, x: float, y: float) -> Point:
        """See `Plane`."""
        if self.turned:
            x, y = 1 - x, 1 - y
        wide, high = self.size
        return self.held(round(x * wide), round((1 - y) * high))

    def place_of(self, point: Point) -> Place:
        """See `Plane`."""
        x, y = point[0] / self.size[0], 1 - point[1] / self.size[1]
        return (1 - x, 1 - y) if self.turned else (x, y)

    def moved(self, point: Point, right: int, up: int) -> Point:
        """See `Plane`."""
        sign = -1 if self.turned else 1
        return self.held(point[0] + sign * right, point[1] + sign * up)

    def held(self, x: int, y: int) -> Point:
        """Return the nearest point on the map."""
        return max(0, min(self.size[0], x)), max(0, min(self.size[1], y))


@frozen
class FreeChart(MapChart):
    """A map without cells in its frame."""

    plane: FreePlane

    @classmethod
    def within(cls, room: Rect, size: Size, turned: bool) -> FreeChart:
        """The largest that has room, in its middle; nearer, it is seen in all the room."""
        scale = min(room.w / size[0], room.h / size[1])
        wide, high = size[0] * scale, size[1] * scale
        area = Rect(room.cx - wide / 2, room.cy - high / 2, wide, high)
        return cls(room, area, FreePlane(size, turned))

    def at(self, point: Point) -> Place:
        """Where a point is drawn."""
        x, y = self.plane.place_of(point)
        return self.area.x + x * self.area.w, self.area.y + y * self.area.h

    def long(self, length: float) -> float:
        """How long something is on the screen."""
        return length / self.plane.size[0] * self.area.w
