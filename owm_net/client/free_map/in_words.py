"""A map without cells in words, for a terminal: what lies where, and places that are typed."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import Attribute

from owm_net.client.language import tr
from owm_net.client.terminal.parts import THINGS, Line, Look, Row, RowFrame, TextTable, about
from owm_net.client.terminal.terminal_words import InWords
from owm_net.client.words import capital, enumerated
from owm_net.engine.drafts import Blank, Draft, blanks_of
from owm_net.engine.geometry import Point, Polygon, distance2
from owm_net.engine.landmarks import Landmark
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View

INCH = 100
PLACE = re.compile(r"(\d{1,3}(?:[.,]\d{1,2})?)[ ,]+(\d{1,3}(?:[.,]\d{1,2})?)")
TOWARDS = say("to, towards, at, near, the")
"""Words that may stand before the name of a place."""


class FreeMapWords(InWords):
    """The words of a game on such a map about its own table. size: of it, in hundredths of an
    inch. spot_type: the type of a place in its answers. formations: the fields of answers that
    hold a place for each of several; other fields of several places are paths."""

    size: tuple[int, int]
    spot_type: Any
    formations: tuple[Attribute[Any], ...]

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
    def landmarks(self, view: View[Any]) -> Sequence[Landmark]:
        """What places are told by."""

    @abstractmethod
    def told(self, view: View[Any], spot: Sequence[int]) -> str:
        """Return where a place is, by what is near it."""

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
        """Yield each piece of ground by the name by which places are told, or else by its kind."""
        marks = self.landmarks(view)
        area_names = {mark.area: mark.name for mark in marks if mark.area is not None}
        line_names = {mark.ways[0]: mark.name for mark in marks if mark.area is None}
        for title, area in self.areas(view):
            x0, x1, y0, y1 = area.box
            told = {"west": inches(x0), "east": inches(x1)}
            told |= {"south": inches(y0), "north": inches(y1)}
            if name := tr(area_names.get(area, "")):
                at = tr(
                    "{name}: {west} to {east} east, {south} to {north} north.", name=name, **told
                )
                yield capital(at)
            else:
                yield tr(
                    "{what}: {west} to {east} east, {south} to {north} north.",
                    what=capital(tr(title)),
                    **told,
                )
        for title, points in self.lines(view):
            places = enumerated([place(point) for point in points])
            if name := tr(line_names.get(tuple(points), "")):
                yield capital(tr("{name}: through {places}.", name=name, places=places))
            else:
                yield tr("{what}: through {places}.", what=capital(tr(title)), places=places)

    def more(self, view: View[Any], answer: Answer) -> str:
        """Between which places many are put, and where one comes to stand, by what is near."""
        blank = self._placed(answer)
        spots = Draft.of(answer).get(blank.field) if blank is not None and blank.many else None
        if blank is None or not spots:
            return ""
        if blank.field not in self.formations:
            return self.told(view, spots[-1])
        if len(spots) == 1:
            return ""
        xs, ys = ([spot[n] for spot in spots] for n in (0, 1))
        middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
        around = tr("their middle {place}", place=self.told(view, self.spot(view, *middle)))
        extent = tr("{from_to} east, {south_to} north", from_to=span(xs), south_to=span(ys))
        return f"{around}, {extent}"

    def led(
        self, view: View[Any], answer: Answer, points: Sequence[tuple[int, int]]
    ) -> Answer | None:
        """The answer with another path or place; where it places many, all are shifted so that the
        south-western corner of where they stand is there."""
        blank = self._placed(answer)
        if blank is None:
            return None
        draft = Draft.of(answer)
        before = draft.get(blank.field)
        spots = tuple([self.spot(view, *point) for point in points])
        if blank.many and blank.field not in self.formations:
            return draft.with_(blank.field, spots).whole()
        if not before or len(points) != 1:
            return None
        if not blank.many:
            return draft.with_(blank.field, spots[0]).whole()
        dx, dy = (points[0][n] - min(one[n] for one in before) for n in (0, 1))
        moved = [self.spot(view, one[0] + dx, one[1] + dy) for one in before]
        return draft.with_(blank.field, tuple(moved)).whole()

    def named_place(self, view: View[Any], words: str, near: Point) -> Point | None:
        """Return the place that is typed, by its name or in inches; of several of a name that which
        is nearest to a point. None where no place is meant."""
        left = words.lower().split()
        small = [word.strip() for word in tr(TOWARDS).split(",")]
        while left and left[0] in small:
            left.pop(0)
        typed = points(" ".join(left))
        if len(typed) == 1:
            return typed[0]
        name = " ".join(left)
        named = self._named(view, near)
        found = [point for title, point in named if name and title.lower() == name]
        return min(found, key=lambda point: distance2(point, near), default=None)

    def _named(self, view: View[Any], near: Point) -> Iterator[tuple[str, Point]]:
        """Yield what lies on the table, by its name, each with its middle; of a road or a wall that
        place which is nearest to a point."""
        for title, area in self.areas(view):
            x0, x1, y0, y1 = area.box
            yield tr(title), ((x0 + x1) // 2, (y0 + y1) // 2)
        for title, way in self.lines(view):
            yield tr(title), Landmark(title, (tuple(way),)).nearest(near)

    def _placed(self, answer: Answer) -> Blank | None:
        """Return the field of an answer that holds a place or places, None if it has none."""
        return next((b for b in blanks_of(type(answer)) if b.kind is self.spot_type), None)


def points(words: str) -> list[Point]:
    """Places as they are typed, "12 9; 17 9.5", in hundredths of an inch; none if it is not so."""
    found = []
    for pair in words.split(";"):
        numbers = PLACE.fullmatch(pair.strip())
        if numbers is None:
            return []
        east, north = (round(100 * float(n.replace(",", "."))) for n in numbers.groups())
        found.append((east, north))
    return found


def person(name: str, how: Iterable[str], arms: str, ours: bool) -> Row:
    """Return somebody on the table: place, condition, weapons."""
    told = ", ".join(dict.fromkeys(how))
    heads = say("Who"), say("Where and how"), say("Arms")
    table = TextTable(frame=RowFrame.RULED, heads=tuple([tr(head) for head in heads]))
    cells = Line((name, Look.OURS if ours else Look.THEIRS)), told, arms
    return Row(f"{name}: {told}; {arms}.", cells, table)


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


def nearest_half(point: Sequence[int]) -> Point:
    """Return a point to the nearest half inch: more nobody sees on a table."""
    half = INCH // 2
    x, y = ((n + half // 2) // half * half for n in point[:2])
    return x, y


def place(point: Sequence[int]) -> str:
    """A point of the table."""
    return tr("{east} east, {north} north", east=inches(point[0]), north=inches(point[1]))
