"""The meaning of a press on a map: by the mouse at the pointer, by the keys at the cross."""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from owm_net.client.maps.chart import Place, Plane, Point
from owm_net.client.scene.items import Action, Pointed
from owm_net.client.sitting.actions import AtTable, WindowAction

RULER = "ruler"
"""What `Ui.look` is while presses on the map measure."""
SIGHT = "sight"
"""What it is while the map shows what is seen from a place."""
Stands = tuple[tuple[Point, int], ...]
"""Where bases stand, and how wide each is from its middle."""


def held_to(point: Point, stands: Stands) -> Point:
    """Return the middle of the base at a point, the point itself without one: players measure from
    man to man."""
    for middle, radius in stands:
        if (middle[0] - point[0]) ** 2 + (middle[1] - point[1]) ** 2 <= radius * radius:
            return middle
    return point


@frozen
class NextBase(WindowAction):
    """The focus of the keys goes to the next base that can be chosen, past all else. mark: of the
    items that are bases."""

    mark: str = "round"

    def do(self, at: AtTable) -> None:
        """As the map is read."""
        at.to_next(self.mark)


class Meaning(Protocol):
    """A game's meaning of a pressed point. Frozen, of plain values."""

    def pressed_at(self, point: Point) -> Action | None:
        """The button went down there."""

    def pull(self, point: Point) -> Action | None:
        """It was held until there."""


@frozen
class OnMap(Pointed):
    """The whole of a map, as an item's action."""

    plane: Plane
    meaning: Meaning

    def at(self, x: float, y: float) -> Action | None:
        """Return the action of the point under the pointer."""
        return self.meaning.pressed_at(self.plane.point_at(x, y))

    def pulled(self, x: float, y: float) -> Action | None:
        """The same while the button is held."""
        return self.meaning.pull(self.plane.point_at(x, y))

    def place_of(self, point: tuple[int, ...]) -> Place | None:
        """Return where a point is, at whatever height."""
        return self.plane.place_of((point[0], point[1]))


@frozen
class Measure(WindowAction):
    """A press with the ruler: its beginning, its end, then the next beginning. ends: the end is
    moved."""

    point: Point
    ends: bool = False

    def do(self, at: AtTable) -> None:
        """Nothing of the game is touched."""
        view = at.sitting.map_view
        ends = self.ends or len(view.marks) == 1
        view.marks = (view.marks[0], self.point) if view.marks and ends else (self.point,)


@frozen
class Measuring:
    """The ruler's use of presses, held to the middles of bases."""

    stands: Stands = ()

    def pressed_at(self, point: Point) -> Action:
        """See `Measure`."""
        return Measure(held_to(point, self.stands))

    def pull(self, point: Point) -> Action:
        """From where the button went down to here."""
        return Measure(held_to(point, self.stands), ends=True)


@frozen
class Nothing:
    """No answer has use for a point."""

    def pressed_at(self, point: Point) -> Action | None:
        """Nothing."""
        return None

    def pull(self, point: Point) -> Action | None:
        """Nothing."""
        return None


@frozen
class Ruler(WindowAction):
    """Take up the ruler, or lay it down."""

    def do(self, at: AtTable) -> None:
        """The measurement goes with it."""
        ui = at.sitting.ui
        ui.look = "" if ui.look == RULER else RULER
        at.sitting.map_view.marks = ()


@frozen
class MoveCross(WindowAction):
    """The cross of the keys goes so far to the right and up on the screen; from `start` if it is
    not on the map yet, or has begun somewhere else, as for another man."""

    right: int
    up: int
    plane: Plane
    start: Point

    def do(self, at: AtTable) -> None:
        """Not beyond the edges."""
        view, ui = at.sitting.map_view, at.ui
        begun = view.cross is not None and view.cross_from == self.start
        here = view.cross if begun and view.cross is not None else self.start
        view.cross_from = self.start
        view.cross = self.plane.moved(here, self.right, self.up)
        ui.pointer, ui.hover = (-1.0, -1.0), ""
        ui.keyboard = True
