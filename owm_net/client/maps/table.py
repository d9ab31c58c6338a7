"""The frame of a free map's table: the bar at its foot, what is begun by itself, the help."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.drafting import Drafting, Sketch
from owm_net.client.maps import beside
from owm_net.client.model import Model
from owm_net.client.scene import widgets
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import Prompt
from owm_net.client.table import Table
from owm_net.client.tables.plain import answer
from owm_net.engine.passing import Pass
from owm_net.engine.view import View

Notes = Sequence[tuple[str, list[str]]]


class MapTable(Table):
    """notes: the game's part of the help, its credits last."""

    keys = ()
    notes: ClassVar[Notes]

    @abstractmethod
    def head(self, model: Model) -> tuple[str, str]:
        """What stands in the bar at the top: at its left, and in its middle."""

    @abstractmethod
    def lay_out(self, pen: Pen, model: Model, bar: Rect) -> Iterator[None]:
        """All between that bar and `bar`, in parts."""

    @abstractmethod
    def prompt(self, model: Model) -> Prompt:
        """What stands in the bar at the foot."""

    @abstractmethod
    def is_drawn(self, model: Model) -> bool:
        """Whether this table draws all that can be chosen now."""

    @abstractmethod
    def ground(self, view: View[Any]) -> ArtKey | None:
        """The map, as this seat sees it; None as long as there is none."""

    def draw(self, pen: Pen, model: Model) -> Iterator[None]:
        """The bars, and between them what the game has."""
        where, standing = self.head(model)
        widgets.backdrop(pen)
        widgets.top_bar(pen, model, where.upper(), standing)
        bar = Rect(8, pen.h - 54, pen.w - 16, 48)
        yield from self.lay_out(pen, model, bar)
        yield
        widgets.prompt_bar(pen, bar, self.prompt(model), model)
        if not self.is_drawn(model):
            answer.over(pen, bar, model, lambda kind, value: False)

    def begin(self, drafting: Drafting) -> Sketch:
        """Where there is one thing to do besides passing, that is begun; a pass never is."""
        sketch = drafting.begin()
        if sketch is not None and sketch.cls is not Pass:
            return sketch
        classes = drafting.kind.plays
        return drafting.desk.begin(classes[0]) if len(classes) == 1 else None

    def art(self, view: View[Any]) -> list[ArtKey]:
        return self.soon(view)

    def soon(self, view: View[Any]) -> list[ArtKey]:
        found = self.ground(view)
        return [] if found is None else [found]

    def help(self) -> list[tuple[str, list[str]]]:
        return [*self.notes[:-1], beside.by_keys(), self.notes[-1]]
