"""The frame of a free map's table: the bar at its foot, what is begun by itself, the help."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, ClassVar

from owm_net.client import widgets
from owm_net.client.answering.drafting import Drafting, Sketch
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.maps import beside
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.widgets import Prompt, answer
from owm_net.engine.passing import Pass
from owm_net.engine.text import named
from owm_net.engine.view import View

Notes = Sequence[tuple[str, list[str]]]


class MapTable(Table):
    """notes: the game's part of the help, its credits last."""

    keys = ()
    notes: ClassVar[Notes]

    @abstractmethod
    def head(self, seen: SeenTable) -> tuple[str, str]:
        """Return the texts of the top bar: at its left, and in its middle."""

    @abstractmethod
    def lay_out(self, box: Box, seen: SeenTable) -> Iterator[None]:
        """All between that bar and the one at the foot, in parts."""

    @abstractmethod
    def prompt(self, seen: SeenTable) -> Prompt:
        """Return the text of the bar at the foot."""

    @abstractmethod
    def is_drawn(self, seen: SeenTable) -> bool:
        """Return True if this table draws everything that can be chosen now."""

    @abstractmethod
    def ground(self, view: View[Any]) -> ArtKey | None:
        """The map, as this seat sees it; None as long as there is none."""

    def bar(self, box: Box, seen: SeenTable) -> Box:
        """Take the place of the prompt from all that is below the top bar."""
        return box.cut_bottom(48, gap=6)

    def draw(self, pen: Pen, seen: SeenTable) -> Iterator[None]:
        """The bars, and between them what the game has."""
        where, standing = self.head(seen)
        assert seen.view is not None
        if aim := tr(named(self.system.aim(seen.view), seen.players.names)):
            standing = f"{standing}{widgets.GAP}{aim}" if standing else aim
        widgets.backdrop(pen)
        widgets.top_bar(pen, seen, where.upper(), standing)
        box = widgets.below_top(pen, 8)
        bar = self.bar(box, seen)
        yield from self.lay_out(box, seen)
        yield
        widgets.prompt_bar(bar, self.prompt(seen), seen)
        if not self.is_drawn(seen):
            answer.over(bar, seen, self.draws)

    def draws(self, kind: Any, value: Hashable) -> bool:
        """Return True if a value of a declared type is drawn where it can be pressed, of a question
        that is not drawn whole."""
        return False

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
