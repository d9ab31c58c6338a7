"""The steps that presses on a map add to an answer: a place, one more, a stop on a path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from attrs import Attribute, frozen

from owm_net.client.answering.drafting import Append, DraftAction, Fill, Set
from owm_net.client.maps.chart import Point
from owm_net.client.scene.items import Action

S = TypeVar("S")
"""A place, as the rules of the game write it."""


@frozen
class Setting(Generic[S]):
    """Presses set one field. spot: the place at a point."""

    field: Attribute[S]
    spot: Callable[[Point], S]

    def pressed_at(self, point: Point) -> Action:
        """Here."""
        return Set(self.field, self.spot(point))

    def pull(self, point: Point) -> Action:
        """It is moved with the pointer."""
        return self.pressed_at(point)


@frozen
class Adding(Generic[S]):
    """Presses add to a field that holds many; held, the last one is pulled about. first: what they
    choose besides."""

    field: Attribute[tuple[S, ...]]
    spot: Callable[[Point], S]
    first: tuple[DraftAction, ...] = ()

    def pressed_at(self, point: Point) -> DraftAction:
        """Here."""
        return Fill((*self.first, Append(self.field, self.spot(point))))

    def pull(self, point: Point) -> DraftAction:
        """The last one is here."""
        return Fill((*self.first, Append(self.field, self.spot(point), instead=True)))


@frozen
class Stopping:
    """Presses choose among points of a path: the nearest, with what it adds."""

    stops: tuple[tuple[Point, DraftAction], ...]

    def pressed_at(self, point: Point) -> Action:
        """At the nearest point of the path."""
        x, y = point
        return min(self.stops, key=lambda s: (s[0][0] - x) ** 2 + (s[0][1] - y) ** 2)[1]

    def pull(self, point: Point) -> Action:
        """It slides along the path."""
        return self.pressed_at(point)
