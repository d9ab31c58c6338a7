"""The table of Hailfire: a free map with Teams on bases and vehicles that face somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from owm_net.client import widgets
from owm_net.client.answering.drafting import Drafting, Sketch
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.maps import beside
from owm_net.client.maps.table import MapTable
from owm_net.client.match.present import Beat, Strip
from owm_net.client.scene.animation import Animation
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables import luck as lucks
from owm_net.client.tables.hailfire import (
    animating,
    asking,
    building,
    field,
    luck,
    panels,
    telling,
)
from owm_net.client.tables.hailfire.common import is_turned, land_of, own_seat, state_of
from owm_net.client.tables.hailfire.helping import NOTES
from owm_net.engine import agenda
from owm_net.engine.agenda import Event, GameState
from owm_net.engine.drafts import Draft
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.files.squads import Groups
from owm_net.games.hailfire.chits import SayBroken, known_total
from owm_net.games.hailfire.ids import SEATS
from owm_net.games.hailfire.set_up import FORCE, PLACE
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.turn import ACTIVATE
from owm_net.games.hailfire.words import seat_name


class HailfireTable(MapTable):
    """Registered as "hailfire"."""

    notes = NOTES
    pause = 0.0

    def head(self, seen: SeenTable) -> tuple[str, str]:
        """The round, and whose turn it is."""
        return _where(state_of(seen)), _standing(seen)

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
        """The scenario's table."""
        return land_of(view.state).face(is_turned(view.state, SEATS[max(0, view.seat)]))

    def overview(self, box: Box, g: GameState) -> bool:
        """The scenario's table."""
        assert isinstance(g, HailfireState)
        field.overview(box, g)
        return True

    def begin(self, drafting: Drafting) -> Sketch:
        """Begin an answer, but leave open who is activated. A Unit that is set up stands where the
        rules would first put it, until it is put elsewhere."""
        if drafting.kind is PLACE:
            offer = next(iter(agenda.offers(drafting.view)), None)
            return super().begin(drafting) if offer is None else Draft.of(offer)
        return None if drafting.kind is ACTIVATE else super().begin(drafting)

    def bar(self, box: Box, seen: SeenTable) -> Box:
        """At the foot of the column; below all where a force is chosen."""
        return super().bar(box, seen) if seen.answering.kind is FORCE else beside.prompt(box)

    def lay_out(self, box: Box, seen: SeenTable) -> Iterator[None]:
        """The forces first; then the map, and one column with all else."""
        if seen.answering.kind is FORCE:
            yield from building.draw(box.inset(0, 2), seen)
            return
        beside.lesson(box, seen)
        column = beside.column(box)
        column.cut_bottom(beside.PROMPT, gap=6)
        yield from field.draw(box.pen, box.rect, seen)
        yield
        panels.points(column.cut_top(panels.SIDES, gap=6), seen)
        panels.tools(column.cut_top(beside.TOOLS, gap=6), seen)
        yield
        panels.below(column, seen)

    def tells_unasked(self, answer: Answer) -> bool:
        """Tell of nothing that changes nothing: a pass, a limit that is not reached."""
        return not isinstance(answer, Pass | SayBroken)

    def kept(self, seen: SeenTable) -> Groups | None:
        """The force as numbers."""
        return building.kept(seen)

    def afterwards(self, seen: SeenTable) -> list[str]:
        """How lucky the dice of both sides were."""
        return lucks.lines(seen, luck.of_dice(state_of(seen), lucks.events(seen)))

    def final(self, seen: SeenTable) -> list[str]:
        """Return the survivors of each side, and the total of its chits, which are all open
        then."""
        g, view = state_of(seen), seen.view
        assert view is not None
        lines = []
        for seat in (own_seat(seen), SEATS[1 - own_seat(seen)]):
            who, n = seat_name(g, seat), len(g.left(seat))
            total, limit = known_total(view, seat), g.limits[seat]
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
