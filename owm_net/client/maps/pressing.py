"""The map as one thing to be pressed, and which field of an answer a point goes into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import Attribute

from owm_net.client import theme
from owm_net.client.answering.drafting import Sketch
from owm_net.client.language import tr
from owm_net.client.maps import marks
from owm_net.client.maps.chart import MapChart, Point
from owm_net.client.maps.pointing import RULER, Meaning, Measuring, OnMap, Stands, held_to
from owm_net.client.scene.items import Shape
from owm_net.client.scene.lens import Lens
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import look_through
from owm_net.engine.drafts import blanks_of

T = TypeVar("T")
C = TypeVar("C", bound=MapChart)


def spread(pen: Pen, seen: SeenTable, whole: C, nearest: float) -> tuple[Lens, C]:
    """Return the map at the current zoom, in its frame. nearest: the smallest part, so many times
    smaller, worth looking at alone."""
    lens = look_through(pen, whole.frame, seen, whole.area.w / nearest)
    chart = whole.seen(lens)
    shape = Shape("box", (20, 19, 14, 255), (*theme.GOLD, 200), 1.6, 6)
    pen.add("map.frame", "panel", chart.frame.inset(-4), z=MAP - 10, shape=shape)
    return lens, chart


def ground(
    pen: Pen,
    chart: MapChart,
    seen: SeenTable,
    means: Meaning,
    stands: Stands = (),
    tooltip: str = "",
) -> None:
    """All of it can be pressed; with the ruler that measures, between the bases that stand there
    too. tooltip: what lies under the pointer."""
    pen.add(
        "map",
        "map",
        chart.area,
        z=MAP + 60,
        flags=["pointer"],
        action=OnMap(chart.plane, Measuring(stands) if seen.ui.look == RULER else means),
        label=tr("the table"),
        tooltip=tooltip,
    )


def pointed(seen: SeenTable, chart: MapChart, k: float, over: tuple[str, ...]) -> Point | None:
    """Return the point under the pointer, else at the cross. k: pixels of a unit of the scene.
    over: how the ids begin of everything that lies on the map and may be under the pointer."""
    x, y = seen.ui.pointer
    under = chart.under(x / k, y / k) if seen.ui.hover.startswith(over) else None
    return under or seen.map_view.cross


def measured(
    seen: SeenTable, chart: MapChart, k: float, over: tuple[str, ...], stands: Stands
) -> tuple[Point, Point | None] | None:
    """From where to where the ruler lies, None while it does not; its end goes with the pointer
    until it is set."""
    points = seen.map_view.marks
    if seen.ui.look != RULER or not points:
        return None
    if len(points) > 1:
        return points[0], points[1]
    end = pointed(seen, chart, k, over)
    return points[0], None if end is None else held_to(end, stands)


def field_of_one(sketch: Sketch, kind: type[T]) -> Attribute[T] | None:
    """The field of an answer in the making that holds one value of a type."""
    field: Attribute[T] | None = _field_of(sketch, kind, many=False)
    return field


def field_of_many(sketch: Sketch, kind: type[T]) -> Attribute[tuple[T, ...]] | None:
    """The field of an answer in the making that holds many values of a type."""
    field: Attribute[tuple[T, ...]] | None = _field_of(sketch, kind, many=True)
    return field


def rule(
    pen: Pen,
    seen: SeenTable,
    chart: MapChart,
    over: tuple[str, ...],
    stands: Stands,
    told: Callable[[Point, Point], list[str]],
) -> None:
    """The ruler where it lies, with what is told from its beginning to its end."""
    ends = measured(seen, chart, pen.k, over, stands)
    if ends is not None:
        start, end = ends
        marks.ruler(pen, chart, start, end, [] if end is None else told(start, end))


def _field_of(sketch: Sketch, kind: Any, many: bool) -> Any:
    for blank in blanks_of(sketch.cls) if sketch is not None else ():
        if blank.kind is kind and blank.many == many:
            return blank.field
    return None
