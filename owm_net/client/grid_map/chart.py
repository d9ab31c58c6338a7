"""Where the spaces and corners of a map with cells are on the screen, and which is where."""

from __future__ import annotations

from typing import Self

from attrs import evolve, frozen

from owm_net.client.maps.chart import MapChart, Place, Point
from owm_net.client.scene.items import Rect
from owm_net.client.scene.lens import Lens

USUAL = 100.0
"""How high a cell is for which words and marks on it have their usual size."""
MOST = 1.6
"""How many times as large they are at most, in a large window."""


@frozen
class GridPlane:
    """The spaces of a map: x to the east, y to the south. turns: quarters clockwise, as the player
    looks at it."""

    width: int
    height: int
    turns: int = 0

    @property
    def columns(self) -> int:
        """Spaces across the screen."""
        return self.height if self.turns % 2 else self.width

    @property
    def rows(self) -> int:
        """Spaces down the screen."""
        return self.width if self.turns % 2 else self.height

    def shown(self, x: float, y: float) -> Place:
        """Where a place of the map is, in spaces across and down the screen."""
        w, h = self.width, self.height
        return ((x, y), (h - y, x), (w - x, h - y), (y, w - x))[self.turns]

    def place(self, space: Point) -> Point:
        """Column and row of a space on the screen."""
        x, y = self.shown(space[0] + 0.5, space[1] + 0.5)
        return int(x), int(y)

    def _space(self, column: int, row: int) -> Point:
        """The space there on the screen, or the nearest on the map."""
        back = GridPlane(self.columns, self.rows, -self.turns % 4)
        return back.place((max(0, min(self.columns - 1, column)), max(0, min(self.rows - 1, row))))

    def point_at(self, x: float, y: float) -> Point:
        """See `Plane`."""
        return self._space(int(x * self.columns), int(y * self.rows))

    def place_of(self, point: Point) -> Place:
        """Return where the middle of a space is. See `Plane`."""
        column, row = self.place(point)
        return (column + 0.5) / self.columns, (row + 0.5) / self.rows

    def moved(self, point: Point, right: int, up: int) -> Point:
        """See `Plane`."""
        column, row = self.place(point)
        return self._space(column + right, row - up)


@frozen
class GridChart(MapChart):
    """A map with cells in its frame. A length is counted in spaces. letters: how many times as
    large as usual what is written on a cell is: larger where cells are, too."""

    plane: GridPlane
    letters: float = 1.0

    @classmethod
    def within(
        cls, room: Rect, plane: GridPlane, widest: float = 1.0, highest: float = 1.0
    ) -> Self:
        """The largest that has room, in its middle. widest: how wide a cell may be, in parts of its
        height; highest: how high, in parts of its width."""
        high = room.h / plane.rows
        wide = min(room.w / plane.columns, high * widest)
        high = min(high, wide * highest)
        all_w, all_h = wide * plane.columns, high * plane.rows
        area = Rect(room.cx - all_w / 2, room.cy - all_h / 2, all_w, all_h)
        large = min(MOST, max(1.0, min(wide / widest, high) / USUAL))
        return cls(room, area, plane, large)

    def seen(self, lens: Lens) -> Self:
        """As it is seen through a lens."""
        return evolve(super().seen(lens), letters=self.letters * lens.letters)

    @property
    def cell_size(self) -> tuple[float, float]:
        """Width and height of a cell, with the gap about it."""
        return self.area.w / self.plane.columns, self.area.h / self.plane.rows

    def _on_screen(self, x: float, y: float) -> Place:
        across, down = self.plane.shown(x, y)
        wide, high = self.cell_size
        return self.area.x + across * wide, self.area.y + down * high

    def at(self, point: Point) -> Place:
        """The middle of a space."""
        return self._on_screen(point[0] + 0.5, point[1] + 0.5)

    def long(self, length: float) -> float:
        """How long something is on the screen."""
        return length * self.cell_size[0]

    def cell(self, space: Point, gap: float = 0.0) -> Rect:
        """The box of a space; smaller by a gap on each side."""
        (x, y), (wide, high) = self.at(space), self.cell_size
        return Rect(x - wide / 2, y - high / 2, wide, high).inset(gap)

    def corner(self, vertex: Point) -> Place:
        """An intersection: the north-west corner of the space with the same numbers."""
        return self._on_screen(*vertex)

    def heading(self, facing: int) -> float:
        """Degrees clockwise from the top of the screen of one of the eight facings, 0 north."""
        return (45.0 * facing + 90.0 * self.plane.turns) % 360
