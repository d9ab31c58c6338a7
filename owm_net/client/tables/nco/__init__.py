"""The table of NCO: a free map with soldiers on round bases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from owm_net.client import widgets
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import beside
from owm_net.client.maps.table import MapTable
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.animation import Animation
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables import luck as lucks
from owm_net.client.tables.nco import (
    animating,
    asking,
    building,
    counting,
    field,
    luck,
    mustering,
    overview,
    panels,
    telling,
    trays,
)
from owm_net.client.tables.nco.common import land_of, own_seat, state_of
from owm_net.client.tables.nco.helping import NOTES
from owm_net.engine.agenda import Event, GameState
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.files.squads import Groups
from owm_net.games.nco.ids import SEATS
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.victory import standing
from owm_net.games.nco.words import seat_name


class NcoTable(MapTable):
    """Registered as "nco"."""

    notes = NOTES

    def head(self, seen: SeenTable) -> tuple[str, str]:
        """The turn; its event is beside the map."""
        return _where(state_of(seen)), ""

    def beat(self, view: View[Any] | None, event: Event, strip: Strip) -> Beat:
        """See `telling`."""
        return telling.beat(view, event, strip)

    def animations(self, view: View[Any], event: Event) -> Sequence[Animation]:
        """See `animating`."""
        return tuple(animating.animations(view, event))

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

    def bar(self, box: Box, seen: SeenTable) -> Box:
        """At the foot of the column beside a map, else below all."""
        return beside.prompt(box) if state_of(seen).nations else super().bar(box, seen)

    def lay_out(self, box: Box, seen: SeenTable) -> Iterator[None]:
        """The squads first; then the table between both squads, and one column with all else."""
        if not state_of(seen).nations:
            yield from mustering.draw(box.inset(0, 2), seen)
            return
        beside.lesson(box, seen)
        column = beside.column(box)
        column.cut_bottom(beside.PROMPT, gap=6)
        room = box.inset(4)
        yield from field.draw(box.pen, room.rect, seen)
        yield
        trays.draw(room, seen)
        counting.sides(column.cut_top(counting.SIDES, gap=6), seen)
        panels.tools(column.cut_top(beside.TOOLS, gap=6), seen)
        yield
        panels.below(column, seen)

    def tells_unasked(self, answer: Answer) -> bool:
        """Tell nothing of an Ambush in which nobody could fire."""
        return False

    def kept(self, seen: SeenTable) -> Groups:
        """The squad as numbers."""
        return building.kept(seen)

    def afterwards(self, seen: SeenTable) -> list[str]:
        """How lucky the dice of both sides were."""
        return lucks.lines(seen, luck.of_dice(state_of(seen), lucks.events(seen)))

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
