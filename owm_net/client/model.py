"""The parts of a seen table by short names, for tables and tests that do not ask for a part yet."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from owm_net.client.after import After
from owm_net.client.display import Slide
from owm_net.client.drafting import DraftAction, Drafting, Sketch
from owm_net.client.seen_table import SeenTable
from owm_net.client.trail import Trail
from owm_net.engine.agenda import About, Kind
from owm_net.engine.requests import Answer, Result
from owm_net.engine.view import View


def _part(path: str) -> Any:
    """An attribute of a part."""
    part, _, name = path.rpartition(".")

    def put(owner: Any, value: Any) -> None:
        setattr(attrgetter(part)(owner), name, value)

    return property(attrgetter(path), put)


class Model(SeenTable):
    """See `SeenTable`."""

    seat: int = _part("players.seat")
    names: tuple[str, ...] = _part("players.names")
    player: int = _part("players.player")
    open_seats: tuple[int, ...] = _part("players.open_seats")
    sketch: Sketch = _part("answering.sketch")
    trail: Trail = _part("answering.trail")
    asked: bool = _part("answering.is_open")
    is_awaited: bool = _part("answering.is_awaited")
    has_answered: bool = _part("answering.has_answered")
    heeded: bool = _part("answering.heeded")
    passes_on: bool = _part("answering.passes_on")
    kind: Kind[Any] | None = _part("answering.kind")
    drafting: Drafting = _part("answering.drafting")
    about: About = _part("answering.about")
    _sink: Callable[[Answer], None] | None = _part("answering._sink")
    _gave: tuple[float, View[Any] | None] = _part("answering._gave")
    _begun: Any = _part("answering._begun")
    slides: dict[int, Slide] = _part("display.slides")
    now: float = _part("display.now")
    problem: tuple[str, str] | None = _part("ending.problem")
    is_calm: bool = _part("ending.is_calm")
    ended_by: Result | None = _part("ending.ended_by")
    after: After | None = _part("ending.after")
    way_out: str = _part("exit.way_out")

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.players.name(seat)

    def why_not(self, answer: Answer) -> str:
        """See `Answering`."""
        return self.answering.why_not(answer)

    def outlook(self, answer: Answer) -> str:
        """See `Answering`."""
        return self.answering.outlook(answer)

    def apply(self, action: DraftAction) -> Sketch:
        """See `Answering`."""
        return self.answering.apply(action)

    def give(self, answer: Answer) -> bool:
        """See `Answering`."""
        return self.answering.give(answer)
