"""A map without cells in words, for a terminal: what lies where, and places that are typed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import attrs

from owm_net.client.language import tr
from owm_net.client.terminal.parts import THINGS, Line, Look, Row, RowFrame, TextTable, about
from owm_net.client.terminal.terminal_words import InWords
from owm_net.client.words import capital, enumerated
from owm_net.engine.geometry import Point, Polygon
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View

INCH = 100


class FreeMapWords(InWords):
    """The words of a game on such a map about its own table. size: of it, in hundredths of an
    inch."""

    size: tuple[int, int]

    @abstractmethod
    def people(self, view: View[Any]) -> Iterable[str]:
        """Yield a line for each soldier or Team on the table."""

    @abstractmethod
    def marks(self, view: View[Any]) -> Iterable[str]:
        """Yield a line for each objective, and for other things there."""

    @abstractmethod
    def areas(self, view: View[Any]) -> Iterable[tuple[str, Polygon]]:
        """Pieces of ground, by name."""

    @abstractmethod
    def lines(self, view: View[Any]) -> Iterable[tuple[str, Sequence[Point]]]:
        """Roads and the like, by name, from point to point."""

    @abstractmethod
    def spot(self, view: View[Any], east: int, north: int) -> tuple[int, ...]:
        """A place as the rules write it."""

    def map(self, view: View[Any]) -> Sequence[str]:
        """Return the people and objectives, then the ground."""
        wide, high = (length // INCH for length in self.size)
        size = tr(
            "The table is {wide} inches wide and {high} high; places are counted from its"
            " south-western corner.",
            wide=wide,
            high=high,
        )
        people = list(self.people(view)) or [tr("Nobody is on the table yet.")]
        marks = [about(line, THINGS) for line in self.marks(view)]
        return [*people, *marks, size, *[about(line, THINGS) for line in self._ground(view)]]

    def _ground(self, view: View[Any]) -> Iterator[str]:
        for title, area in self.areas(view):
            x0, x1, y0, y1 = area.box
            yield tr(
                "{what}: {west} to {east} east, {south} to {north} north.",
                what=capital(tr(title)),
                west=inches(x0),
                east=inches(x1),
                south=inches(y0),
                north=inches(y1),
            )
        for title, points in self.lines(view):
            places = enumerated([place(point) for point in points])
            yield tr("{what}: through {places}.", what=capital(tr(title)), places=places)

    def ground_at(self, view: View[Any], spot: Sequence[int]) -> str:
        """Return the ground at a point, "" on open ground."""
        x, y = spot[:2]
        found = [tr(title) for title, area in self.areas(view) if area.where((x, y)) >= 0]
        return tr("in {what}", what=enumerated(list(dict.fromkeys(found)))) if found else ""

    def more(self, view: View[Any], answer: Answer) -> str:
        """Between which places many are put, and on what ground one comes to stand."""
        for spots in _fields(answer, ("spots",)):
            if len(spots) > 1:
                xs, ys = ([spot[n] for spot in spots] for n in (0, 1))
                return tr("{from_to} east, {south_to} north", from_to=span(xs), south_to=span(ys))
        for path in _fields(answer, ("path",)):
            return self.ground_at(view, path[-1])
        return ""

    def led(
        self, view: View[Any], answer: Answer, points: Sequence[tuple[int, int]]
    ) -> Answer | None:
        """The answer with another path or place; where it places many, all are shifted so that the
        south-western corner of where they stand is there."""
        spots = tuple([self.spot(view, *point) for point in points])
        for name in ("path", "spot", "spots", "aim"):
            before = getattr(answer, name, None)
            if name == "path" and before is not None:
                return _with(answer, path=spots)
            if before is None or len(points) != 1:
                continue
            if name != "spots":
                return _with(answer, **{name: spots[0]})
            if before:
                dx, dy = (points[0][n] - min(one[n] for one in before) for n in (0, 1))
                moved = [self.spot(view, one[0] + dx, one[1] + dy) for one in before]
                return _with(answer, spots=tuple(moved))
        return None


def _with(answer: Answer, **fields: object) -> Answer:
    changed: Answer = attrs.evolve(cast(Any, answer), **fields)
    return changed


def person(name: str, how: Iterable[str], arms: str, ours: bool) -> Row:
    """Return somebody on the table: place, condition, weapons."""
    told = ", ".join(dict.fromkeys(how))
    heads = say("Who"), say("Where and how"), say("Arms")
    table = TextTable(frame=RowFrame.RULED, heads=tuple([tr(head) for head in heads]))
    cells = Line((name, Look.OURS if ours else Look.THEIRS)), told, arms
    return Row(f"{name}: {told}; {arms}.", cells, table)


def _fields(answer: Answer, names: Iterable[str]) -> Iterator[tuple[tuple[int, ...], ...]]:
    for name in names:
        value = getattr(answer, name, None)
        if isinstance(value, tuple) and value and isinstance(value[0], tuple):
            yield value


def span(lengths: Sequence[int]) -> str:
    """From the least to the most of several lengths."""
    first, last = inches(min(lengths)), inches(max(lengths))
    return first if first == last else tr("{first} to {last}", first=first, last=last)


def inches(length: int) -> str:
    """A length in inches, with no more digits than it needs."""
    whole, rest = divmod(length, INCH)
    if not rest:
        return f'{whole}"'
    return tr('{whole}.{rest}"', whole=whole, rest=f"{rest:02d}".rstrip("0"))


def place(point: Sequence[int]) -> str:
    """A point of the table."""
    return tr("{east} east, {north} north", east=inches(point[0]), north=inches(point[1]))
