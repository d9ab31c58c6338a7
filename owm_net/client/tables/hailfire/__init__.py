"""The table of Hailfire: a free map with Teams on bases and vehicles that face somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owm_net.client import widgets
from owm_net.client.answering.drafting import Drafting, Sketch
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.maps import beside
from owm_net.client.maps.table import MapTable
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire import asking, field, panels, telling
from owm_net.client.tables.hailfire.common import is_turned, land_of, own_seat, state_of
from owm_net.client.tables.hailfire.helping import NOTES
from owm_net.engine.agenda import Event
from owm_net.engine.view import View
from owm_net.games.hailfire.chits import known_total
from owm_net.games.hailfire.ids import SEATS
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.turn import ACTIVATE
from owm_net.games.hailfire.words import seat_name

LEAST_SIDE = 372.0
"""What is beside the map is at least so wide, and what is below it so high."""
LEAST_FOOT = 138.0


class HailfireTable(MapTable):
    """Registered as "hailfire"."""

    notes = NOTES

    def head(self, seen: SeenTable) -> tuple[str, str]:
        """The round, and whose turn it is."""
        return _where(state_of(seen)), _standing(seen)

    def beat(self, view: View[Any] | None, event: Event, strip: Strip) -> Beat:
        """See `telling`."""
        return telling.beat(view, event, strip)

    def prompt(self, seen: SeenTable) -> widgets.Prompt:
        """See `asking`."""
        return asking.prompt(seen)

    def is_drawn(self, seen: SeenTable) -> bool:
        """See `asking`."""
        return asking.is_drawn(seen)

    def ground(self, view: View[Any]) -> ArtKey | None:
        """The scenario's table."""
        return land_of(view.state).face(is_turned(view.state, SEATS[max(0, view.seat)]))

    def begin(self, drafting: Drafting) -> Sketch:
        """Whom one activates is not begun by itself."""
        return None if drafting.kind is ACTIVATE else super().begin(drafting)

    def lay_out(self, pen: Pen, seen: SeenTable, bar: Rect) -> Iterator[None]:
        """The map with dice and log below, all else at its right."""
        high = bar.y - 46
        wide = min(pen.w - LEAST_SIDE - 28, (high - LEAST_FOOT - 12) * 4 / 3)
        room = Rect(12, 44, wide, wide * 3 / 4)
        yield from field.draw(pen, room, seen)
        yield
        foot = Rect(8, room.bottom + 10, wide + 8, bar.y - room.bottom - 16)
        dice = min(300.0, foot.w * 0.46)
        beside.dice(pen, Rect(foot.x, foot.y, dice, foot.h), seen)
        widgets.log_pane(pen, Rect(foot.x + dice + 6, foot.y, foot.w - dice - 6, foot.h), seen)
        x = room.right + 10
        side = Rect(x, 40, pen.w - x - 8, bar.y - 46)
        panels.points(pen, Rect(side.x, side.y, side.w, 84), seen)
        panels.tools(pen, Rect(side.x, side.y + 90, side.w, 101), seen)
        panels.team(pen, Rect(side.x, side.y + 197, side.w, 134), seen)
        rest = side.y + 337
        yield
        panels.orders(pen, Rect(side.x, rest, side.w, side.bottom - rest), seen)

    def final(self, seen: SeenTable) -> list[str]:
        """Return the survivors of each side, and the total of its chits, which are all open
        then."""
        g, view = state_of(seen), seen.view
        assert view is not None
        lines = []
        for seat in (own_seat(seen), SEATS[1 - own_seat(seen)]):
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


def _standing(seen: SeenTable) -> str:
    """Return whose turn it is."""
    g = state_of(seen)
    if g.active < 0:
        return ""
    return tr("Turn of the {side}", side=seat_name(g, g.active))
