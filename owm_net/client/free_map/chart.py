"""Where a point of a map is on the screen, and which point is where."""

from __future__ import annotations

from attrs import evolve, frozen

from owm_net.client.free_map.land import Point, Size
from owm_net.client.scene.items import Rect
from owm_net.client.scene.lens import Lens

SPILL = 16.0
"""Pixels of a picture that are seen beyond the edge of a map: of who stands there, too."""


@frozen
class Chart:
    """A map laid out in a frame, visible as a whole or in part. area: the box of the whole map.
    size: of it, as its points count. turned: the north is at the foot, for the player there."""

    frame: Rect
    area: Rect
    size: Size
    turned: bool = False

    @classmethod
    def within(cls, room: Rect, size: Size, turned: bool) -> Chart:
        """The largest that has room, in its middle."""
        scale = min(room.w / size[0], room.h / size[1])
        wide, high = size[0] * scale, size[1] * scale
        frame = Rect(room.cx - wide / 2, room.cy - high / 2, wide, high)
        return cls(frame, frame, size, turned)

    def seen(self, lens: Lens) -> Chart:
        """As it is seen through a lens."""
        return evolve(self, area=lens.rect(self.frame))

    @property
    def part(self) -> tuple[float, float, float, float]:
        """Return the part of the map in the frame: left, upper, right and lower edge, from 0 to
        1."""
        x, y = self.frame.x - self.area.x, self.frame.y - self.area.y
        ends = (x, y, x + self.frame.w, y + self.frame.h)
        w, h = self.area.w, self.area.h
        left, top, right, low = [round(n / of, 4) for n, of in zip(ends, (w, h, w, h), strict=True)]
        return left, top, right, low

    def at(self, point: Point) -> tuple[float, float]:
        """Where a point is drawn."""
        x, y = point[0] / self.size[0], 1 - point[1] / self.size[1]
        if self.turned:
            x, y = 1 - x, 1 - y
        return self.area.x + x * self.area.w, self.area.y + y * self.area.h

    def long(self, length: float) -> float:
        """How long something is on the screen."""
        return length / self.size[0] * self.area.w

    def box(self, point: Point, radius: float) -> Rect:
        """The box about a circle."""
        x, y = self.at(point)
        r = self.long(radius)
        return Rect(x - r, y - r, 2 * r, 2 * r)

    def under(self, x: float, y: float) -> Point | None:
        """The point drawn there; None beside the map."""
        if not self.frame.contains(x, y):
            return None
        return point_at(
            (x - self.area.x) / self.area.w,
            (y - self.area.y) / self.area.h,
            self.size,
            self.turned,
        )


def point_at(x: float, y: float, size: Size, turned: bool) -> Point:
    """The point so far across and down a map, from 0 to 1."""
    if turned:
        x, y = 1 - x, 1 - y
    wide, high = size
    east, north = round(x * wide), round((1 - y) * high)
    return max(0, min(wide, east)), max(0, min(high, north))
