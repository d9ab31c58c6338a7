"""Where a point of a map is on the screen, and which point is where."""

from __future__ import annotations

from attrs import evolve, frozen

from owm_net.client.free_map.land import Point
from owm_net.client.scene.items import Rect
from owm_net.client.scene.lens import Lens


@frozen
class Chart:
    """A map laid out in a square frame, of which all is seen or a part. area: the box of the whole
    map. side: of it, as its points count. turned: the north is at the foot, for who sits there."""

    frame: Rect
    area: Rect
    side: int
    turned: bool = False

    @classmethod
    def within(cls, room: Rect, side: int, turned: bool) -> Chart:
        """The largest that has room, in its middle."""
        size = min(room.w, room.h)
        frame = Rect(room.cx - size / 2, room.cy - size / 2, size, size)
        return cls(frame, frame, side, turned)

    def seen(self, lens: Lens) -> Chart:
        """As it is seen through a lens."""
        return evolve(self, area=lens.rect(self.frame))

    @property
    def part(self) -> tuple[float, float, float, float]:
        """Which part of the map is in the frame: left, upper, right and lower edge, from 0 to 1."""
        x, y = self.frame.x - self.area.x, self.frame.y - self.area.y
        ends = (x, y, x + self.frame.w, y + self.frame.h)
        left, top, right, low = [round(n / self.area.w, 4) for n in ends]
        return left, top, right, low

    def at(self, point: Point) -> tuple[float, float]:
        """Where a point is drawn."""
        x, y = point[0] / self.side, 1 - point[1] / self.side
        if self.turned:
            x, y = 1 - x, 1 - y
        return self.area.x + x * self.area.w, self.area.y + y * self.area.h

    def long(self, length: float) -> float:
        """How long something is on the screen."""
        return length / self.side * self.area.w

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
            self.side,
            self.turned,
        )


def point_at(x: float, y: float, side: int, turned: bool) -> Point:
    """The point so far across and down a map, from 0 to 1."""
    if turned:
        x, y = 1 - x, 1 - y
    east, north = round(x * side), round((1 - y) * side)
    return max(0, min(side, east)), max(0, min(side, north))
