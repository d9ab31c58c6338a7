"""The table of Hailfire: a free map with Teams on bases and vehicles that face somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.drafting import Drafting, Sketch
from owm_net.client.free_map import beside
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.present import Beat, Strip
from owm_net.client.scene import widgets
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.tables import Table
from owm_net.client.tables.hailfire import asking, field, panels, telling
from owm_net.client.tables.hailfire.common import is_turned, land_of, own_seat, state_of
from owm_net.client.tables.hailfire.helping import NOTES
from owm_net.client.tables.plain import answer
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.hailfire.chits import known_total
from owm_net.games.hailfire.ids import SEATS
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.turn import ACTIVATE
from owm_net.games.hailfire.words import seat_name

LEAST_SIDE = 372.0
"""What is beside the map is at least so wide, and what is below it so high."""
LEAST_FOOT = 138.0


class HailfireTable(Table):
    """Registered as "hailfire"."""

    keys = ()

    def beat(self, view: View[Any] | None, event: Event, strip: Strip) -> Beat:
        """See `telling`."""
        return telling.beat(view, event, strip)

    def begin(self, drafting: Drafting) -> Sketch:
        """Where there is one thing to do besides passing, that is begun; a pass never is."""
        if drafting.kind is ACTIVATE:
            return None
        sketch = drafting.begin()
        if sketch is not None and sketch.cls is not Pass:
            return sketch
        classes = [cls for cls in drafting.kind.answers if cls is not Pass]
        return drafting.desk.begin(classes[0]) if len(classes) == 1 else None

    def draw(self, pen: Pen, model: Model) -> Iterator[None]:
        """The map with dice and log below, all else at its right."""
        widgets.backdrop(pen)
        widgets.top_bar(pen, model, _where(state_of(model)).upper(), _standing(model))
        bar = Rect(8, pen.h - 54, pen.w - 16, 48)
        high = bar.y - 46
        wide = min(pen.w - LEAST_SIDE - 28, (high - LEAST_FOOT - 12) * 4 / 3)
        room = Rect(12, 44, wide, wide * 3 / 4)
        yield from field.draw(pen, room, model)
        yield
        foot = Rect(8, room.bottom + 10, wide + 8, bar.y - room.bottom - 16)
        dice = min(300.0, foot.w * 0.46)
        beside.dice(pen, Rect(foot.x, foot.y, dice, foot.h), model)
        widgets.log_pane(pen, Rect(foot.x + dice + 6, foot.y, foot.w - dice - 6, foot.h), model)
        x = room.right + 10
        side = Rect(x, 40, pen.w - x - 8, bar.y - 46)
        panels.points(pen, Rect(side.x, side.y, side.w, 84), model)
        panels.tools(pen, Rect(side.x, side.y + 90, side.w, 101), model)
        panels.team(pen, Rect(side.x, side.y + 197, side.w, 134), model)
        rest = side.y + 337
        yield
        panels.orders(pen, Rect(side.x, rest, side.w, side.bottom - rest), model)
        yield
        widgets.prompt_bar(pen, bar, asking.prompt(model), model)
        if not asking.is_drawn(model):
            answer.over(pen, bar, model, lambda kind, value: False)

    def art(self, view: View[Any]) -> list[ArtKey]:
        """The ground, as this seat sees it."""
        return self.soon(view)

    def soon(self, view: View[Any]) -> list[ArtKey]:
        """The ground."""
        g = view.state
        assert isinstance(g, HailfireState)
        return [land_of(g).face(is_turned(g, SEATS[max(0, view.seat)]))]

    def help(self) -> list[tuple[str, list[str]]]:
        """How the game goes, in short."""
        return [*NOTES[:-1], beside.by_keys(), NOTES[-1]]

    def final(self, model: Model) -> list[str]:
        """Return the survivors of each side, and the total of its chits, which are all open
        then."""
        g, view = state_of(model), model.view
        assert view is not None
        lines = []
        for seat in (own_seat(model), SEATS[1 - own_seat(model)]):
            who, n = seat_name(g, seat), len(g.left(seat))
            total, limit = known_total(view, seat), g.battle.break_limits[seat]
            line = tr("{side}: {n} Teams left", side=who, n=n)
            chits = tr("chits {total} of {limit}", total=total, limit=limit)
            lines.append(line if total is None else f"{line}, {chits}")
        return lines


def _where(g: HailfireState) -> str:
    """The round."""
    if not g.round:
        return tr("{battle}: set-up", battle=g.battle.title)
    return tr(
        "{battle}: round {n} of {most}", battle=g.battle.title, n=g.round, most=g.battle.rounds
    )


def _standing(model: Model) -> str:
    """Return whose turn it is."""
    g = state_of(model)
    if g.active < 0:
        return ""
    return tr("Turn of the {side}", side=seat_name(g, g.active))
