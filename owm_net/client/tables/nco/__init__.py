"""The table of NCO: a free map with soldiers on round bases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owm_net.client import widgets
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import beside
from owm_net.client.maps.table import MapTable
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco import (
    asking,
    building,
    counting,
    field,
    mustering,
    overview,
    panels,
    telling,
)
from owm_net.client.tables.nco.common import land_of, own_seat, state_of
from owm_net.client.tables.nco.helping import EVENTS, NOTES
from owm_net.engine.agenda import Event, GameState
from owm_net.engine.ids import Seat
from owm_net.engine.view import View
from owm_net.files.squads import Groups
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NO_EVENT, SEATS
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.victory import standing
from owm_net.games.nco.words import seat_name

LEAST_SIDE = 516.0
"""What is beside the map is at least so wide."""


class NcoTable(MapTable):
    """Registered as "nco"."""

    notes = NOTES

    def head(self, seen: SeenTable) -> tuple[str, str]:
        """The turn, and the event of it."""
        g = state_of(seen)
        return _where(g), _standing(g)

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
        """The layout, once it is known."""
        g: NcoState = view.state
        return land_of(g.ground.layout).face(False) if g.layout else None

    def overview(self, box: Box, g: GameState) -> bool:
        """The table, or a sample where a die chooses it in the match."""
        assert isinstance(g, NcoState)
        overview.draw(box, g)
        return True

    def lay_out(self, box: Box, seen: SeenTable) -> Iterator[None]:
        """The squads first, then the table."""
        if not state_of(seen).nations:
            yield from mustering.draw(box.inset(0, 2), seen)
            return
        high = box.h - 6
        size = min(high, box.pen.w - LEAST_SIDE)
        room = box.cut_left(size + 6, gap=8).at(3, 4, size, high).rect
        yield from field.draw(box.pen, room, seen)
        yield
        first, second = box.columns(2, gap=6)
        panels.tools(first.cut_top(beside.TOOLS, gap=6), seen)
        panels.soldier(first.cut_top(172, gap=6), seen)
        panels.orders(first, seen)
        counting.sides(second.cut_top(132, gap=6), seen)
        beside.dice(second.cut_top(168, gap=6), seen)
        if seen.ui.look == counting.POINTS:
            counting.points(second, seen)
        else:
            widgets.log_pane(second, seen)

    def kept(self, seen: SeenTable) -> Groups:
        """The squad as numbers."""
        return building.kept(seen)

    def final(self, seen: SeenTable) -> list[str]:
        """Return the survivors of each side, and the sources of its points."""
        g = state_of(seen)
        mine = own_seat(seen)
        return [_account(g, seat) for seat in (mine, SEATS[1 - mine])]


def _account(g: NcoState, seat: Seat) -> str:
    """Of a side, for the end screen."""
    side, n = seat_name(g, seat), len(g.squad(seat))
    left = tr_n("{side}: {n} soldier left", "{side}: {n} soldiers left", n, side=side)
    brought = [f"{tr(what)} ({points:+d})" for what, points in standing(g, seat) if points]
    return f"{left}; {', '.join(brought)}" if brought else left


def _where(g: NcoState) -> str:
    """The turn, and what it brings."""
    if not g.turn:
        return tr("{battle}: set-up", battle=g.battle.title)
    return tr("{battle}: turn {n}, {phase}", battle=g.battle.title, n=g.turn, phase=g.phase.word)


def _standing(g: NcoState) -> str:
    """The event of the turn, and what it does."""
    if g.event == NO_EVENT:
        return tr(g.ground.layout.title) if g.layout else ""
    return tr("{event}: {effect}", event=CATALOG.events[g.event].title, effect=EVENTS[g.event])
