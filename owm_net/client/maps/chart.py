"""Where a point of a map is on the screen, and which point is where."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol, Self

from attrs import evolve, frozen

from owm_net.client.scene.animation import Site
from owm_net.client.scene.items import Rect
from owm_net.client.scene.lens import Lens

Point = tuple[int, int]
Place = tuple[float, float]
"""Of the screen."""


class Plane(Protocol):
    """The points of a map, whatever its size on the screen. Frozen, of plain values."""

    def point_at(self, x: float, y: float) -> Point:
        """Return the point so far across and down the map, from 0 to 1."""

    def place_of(self, point: Point) -> Place:
        """Return how far across and down the map a point is, from 0 to 1."""

    def moved(self, point: Point, right: int, up: int) -> Point:
        """Return the point so far from another as the screen shows them, within the edges."""


ANYWHERE = Rect(0, 0, 1, 1)
"""A frame for a chart that only says which part of a map is where."""


@frozen
class MapChart(ABC):
    """A map laid out in a frame, visible as a whole or in part. frame: where it may be seen, which
    may be wider than the map. area: the box of the whole map. plane: its points."""

    frame: Rect
    area: Rect
    plane: Plane

    @abstractmethod
    def at(self, point: Point) -> Place:
        """Where a point is drawn."""

    @abstractmethod
    def long(self, length: float) -> float:
        """How long something is on the screen."""

    def seen(self, lens: Lens) -> Self:
        """As it is seen through a lens."""
        return evolve(self, area=lens.rect(self.area))

    @property
    def shown(self) -> Rect:
        """Where in the frame the map is."""
        return self.frame.common(self.area)

    @property
    def part(self) -> tuple[float, float, float, float]:
        """Return the part of the map in the frame: left, upper, right and lower edge, from 0 to
        1."""
        shown, area = self.shown, self.area
        xs = [round((x - area.x) / area.w, 4) for x in (shown.x, shown.right)]
        ys = [round((y - area.y) / area.h, 4) for y in (shown.y, shown.bottom)]
        return xs[0], ys[0], xs[1], ys[1]

    def box(self, point: Point, radius: float) -> Rect:
        """The box about a circle."""
        x, y = self.at(point)
        r = self.long(radius)
        return Rect(x - r, y - r, 2 * r, 2 * r)

    def site(self, place: Place, radius: float = 0.0) -> Site:
        """Return a place of the screen as a part of the map, so that it is found at any zoom.
        radius: of what is there."""
        area = self.area
        x, y = (place[0] - area.x) / area.w, (place[1] - area.y) / area.h
        return Site(("map",), x, y, 2 * self.long(radius) / area.w)

    def under(self, x: float, y: float) -> Point | None:
        """The point drawn there; None beside the map."""
        if not (self.frame.contains(x, y) and self.area.contains(x, y)):
            return None
        across, down = (x - self.area.x) / self.area.w, (y - self.area.y) / self.area.h
        return self.plane.point_at(across, down)
