"""The marks on a map: paths, the ruler, circles, labels, the cross of the keys."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.client import theme
from owm_net.client.maps.chart import MapChart, Place, Point
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.widgets import TOKENS

OWN: theme.Colour = (244, 214, 120)
"""The path that is drawn, and what has been ordered."""
DARK = (20, 18, 12, 200)


def line(
    pen: Pen,
    id: str,
    chart: MapChart,
    points: Sequence[Point],
    colour: theme.Colour,
    *,
    z: int,
    width: float = 3.0,
    dash: float = 0.0,
) -> None:
    """A line through points of the map, with a dark rim."""
    stroke(pen, id, chart, [chart.at(p) for p in points], colour, z=z, width=width, dash=dash)


def stroke(
    pen: Pen,
    id: str,
    chart: MapChart,
    places: Sequence[Place],
    colour: theme.Colour,
    *,
    z: int,
    width: float = 3.0,
    dash: float = 0.0,
) -> None:
    """The same through places of the screen."""
    if len(places) < 2:
        return
    for name, ink, wide in ((f"{id}.rim", DARK, width + 2.4), (id, (*colour[:3], 255), width)):
        shape = Shape("lines", ink, width=wide, points=tuple(places), dash=dash)
        pen.add(name, "line", chart.area, z=z, shape=shape)


def dot(
    pen: Pen,
    id: str,
    chart: MapChart,
    point: Point,
    colour: theme.Colour,
    *,
    z: int,
    size: float = 9,
) -> None:
    """A small disc on a point."""
    x, y = chart.at(point)
    box = Rect(x - size / 2, y - size / 2, size, size)
    shape = Shape("box", (*colour[:3], 255), DARK, 1.6, size / 2)
    pen.add(id, "dot", box, z=z, shape=shape)


def ring(
    pen: Pen,
    id: str,
    chart: MapChart,
    point: Point,
    radius: float,
    colour: theme.Colour,
    *,
    z: int,
    fill: int = 0,
    width: float = 1.8,
) -> None:
    """A circle of so much of the map. fill: how strong its inside is, 0 to 255."""
    box = chart.box(point, radius)
    shape = Shape("box", (*colour[:3], fill), (*colour[:3], 255), width, box.w / 2)
    pen.add(id, "ring", box, z=z, shape=shape)


def label(
    pen: Pen,
    id: str,
    chart: MapChart,
    at: tuple[float, float],
    lines: Sequence[str],
    *,
    z: int,
    colour: theme.Colour = theme.CREAM,
    edge: theme.Colour = theme.GOLD,
    room: float = 250.0,
    taken: Sequence[Rect] = (),
) -> Rect:
    """A plate with a few words beside a place of the screen, moved so that it stays on the map and,
    as long as there is room, off what is taken. Returns where it lies."""
    shown = chart.shown
    wrapped = [part for text in lines for part in pen.wrap(text, "bold", theme.SMALL, room, 3)]
    wide = max([pen.width(text, "bold", theme.SMALL) for text in wrapped], default=0) + 14
    high = 17.0 * len(wrapped) + 7
    x, y = at[0] + 14, at[1] - high - 10
    if x + wide > shown.right - 2:
        x = at[0] - wide - 14
    if y < shown.y + 2:
        y = at[1] + 14
    x = max(shown.x + 2, min(x, shown.right - wide - 2))
    y = max(shown.y + 2, min(y, shown.bottom - high - 2))
    box = _clear(Rect(x, y, wide, high), shown, taken)
    x, y = box.x, box.y
    pen.add(
        id,
        "label",
        box,
        z=z,
        shape=Shape("box", theme.PANEL_DARK, (*edge[:3], 255), 1.2, 5),
        runs=pen.runs(
            wrapped, x + 7, y + 12, 17, role="bold", size=theme.SMALL, colour=colour, room=room + 6
        ),
        label=" ".join(lines),
    )
    return box


def _clear(box: Rect, frame: Rect, taken: Sequence[Rect]) -> Rect:
    """Where it is, or the nearest place above or below it that is free; where it is if none is."""
    ways = sorted(
        [
            Rect(box.x, y, box.w, box.h)
            for other in taken
            for y in (other.y - box.h - 3, other.bottom + 3)
            if frame.y + 2 <= y and y + box.h <= frame.bottom - 2
        ],
        key=lambda one: abs(one.y - box.y),
    )
    free = [one for one in (box, *ways) if not any(one.meets(other) for other in taken)]
    return free[0] if free else box


def path(pen: Pen, chart: MapChart, way: Sequence[Point], radius: float) -> None:
    """A path that is drawn, from where it begins. radius: of the walker's base, at its end."""
    line(pen, "path", chart, way, OWN, z=TOKENS + 10)
    for n, point in enumerate(way[1:]):
        dot(pen, f"path.point:{n}", chart, point, OWN, z=TOKENS + 12)
    if len(way) > 1:
        ring(pen, "path.end", chart, way[-1], radius, OWN, z=TOKENS + 12, fill=60)


def path_ahead(
    pen: Pen,
    chart: MapChart,
    start: Point,
    end: Point,
    radius: float,
    lines: Sequence[str],
    refused: bool,
    taken: Sequence[Rect] = (),
) -> None:
    """Draw what a press at `end` would add to a path that has come to `start`, with its note.
    radius: of the walker's base. Where both are one place, that place is labelled alone."""
    colour = theme.REFUSED if refused else theme.GOOD
    if start != end:
        line(pen, "path.next", chart, (start, end), colour, z=TOKENS + 11, width=2, dash=7)
        ring(pen, "path.ghost", chart, end, radius, colour, z=TOKENS + 13, fill=50)
    label(
        pen,
        "path.text",
        chart,
        chart.at(end),
        lines,
        z=TOKENS + 80,
        colour=colour,
        edge=colour,
        taken=taken,
    )


def cross(pen: Pen, chart: MapChart, point: Point, *, z: int) -> None:
    """Where the keys have come to."""
    x, y = chart.at(point)
    for n, (dx, dy) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        ends = ((x + dx * 5, y + dy * 5), (x + dx * 16, y + dy * 16))
        for name, colour, wide in (("rim", DARK, 4.6), ("arm", (*theme.LIT, 255), 2.2)):
            shape = Shape("lines", colour, width=wide, points=ends)
            pen.add(f"cross.{name}{n}", "line", Rect(x - 18, y - 18, 36, 36), z=z, shape=shape)


def ruler(pen: Pen, chart: MapChart, start: Point, end: Point | None, lines: Sequence[str]) -> None:
    """From a point to a point, with what is to be said of it."""
    dot(pen, "ruler.a", chart, start, theme.CHOSEN, z=TOKENS + 62)
    if end is None:
        return
    line(pen, "ruler", chart, (start, end), theme.CHOSEN, z=TOKENS + 60, width=2)
    dot(pen, "ruler.b", chart, end, theme.CHOSEN, z=TOKENS + 62)
    label(pen, "ruler.text", chart, chart.at(end), lines, z=TOKENS + 82)
