"""The table of Hailfire in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import fields

from owm_net.client.free_map.in_words import FreeMapWords, person, place
from owm_net.client.language import tr, tr_n
from owm_net.client.tables.hailfire.people import arms, condition
from owm_net.engine.geometry import Point, Polygon
from owm_net.engine.ids import Seat
from owm_net.engine.view import View
from owm_net.games.hailfire.blinds import LayBlinds
from owm_net.games.hailfire.chits import known_total
from owm_net.games.hailfire.hero import CARDS, known_points
from owm_net.games.hailfire.ids import SEATS, Spot
from owm_net.games.hailfire.set_up import SetUpUnit
from owm_net.games.hailfire.state import CHITS, HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE
from owm_net.games.hailfire.words import place_name, seat_name, team_name


class Words(FreeMapWords):
    """Teams, where they are, what they are armed with and how they are."""

    size = (WIDE, HIGH)
    spot_type = Spot
    formations = (fields(SetUpUnit).spots, fields(LayBlinds).spots)

    def people(self, view: View[HailfireState]) -> Iterator[str]:
        g = view.state
        for seat in SEATS:
            for n in g.left(seat):
                spot, there = g.teams[n].spot, g.teams[n].there  # who rides is not there
                where = [tr(place_name(spot)), self.ground_at(view, spot)] if there else []
                told = [*filter(None, where), *condition(g, n)]
                head = tr("{side}: {team}", side=seat_name(g, seat), team=team_name(g, n))
                yield person(head, told, ", ".join(arms(g, n)), seat == view.seat)

    def marks(self, view: View[HailfireState]) -> Iterator[str]:
        """Yield objectives and their holders; blinds."""
        g = view.state
        for n, objective in enumerate(g.battle.objectives):
            holder = g.holders[n] if n < len(g.holders) else Seat(-1)
            what = tr("Objective {name}: {place}", name=objective.name, place=place(objective.at))
            who = tr("held by {side}", side=seat_name(g, holder)) if holder >= 0 else ""
            yield f"{', '.join(filter(None, [what, who]))}."
        for spot in g.blinds:
            if spot[0] >= 0:
                yield tr("A blind: {place}.", place=place(spot))

    def areas(self, view: View[HailfireState]) -> Iterator[tuple[str, Polygon]]:
        for area in view.state.battle.areas:
            yield area.kind.title, area.polygon

    def lines(self, view: View[HailfireState]) -> Iterator[tuple[str, Sequence[Point]]]:
        for line in view.state.battle.lines:
            yield line.kind.title, line.points

    def spot(self, view: View[HailfireState], east: int, north: int) -> tuple[int, ...]:
        return east, north

    def status(self, view: View[HailfireState]) -> Sequence[str]:
        """The battle, the round, points, how near each side is to breaking."""
        g = view.state
        lines = [tr("{title}: {about}", title=g.battle.title, about=g.battle.about)]
        if not g.round:
            return [*lines, tr("The match is being set up.")]
        lines.append(tr("Round {n}; Order Points left: {left}.", n=g.round, left=g.order_points))
        for seat in SEATS:
            teams = len(g.left(seat))
            who = tr_n("{side}: {n} Team", "{side}: {n} Teams", teams, side=seat_name(g, seat))
            lines.append(f"{who}. {self._hero(view, seat)}. {self._chits(view, seat)}.")
        return lines

    def _hero(self, view: View[HailfireState], seat: Seat) -> str:
        spent, left = view.state.spent[seat], known_points(view, seat)
        if left is None:
            most = CARDS
            return tr(
                "Hero Die, hidden: {spent} points spent of 1 to {most}", spent=spent, most=most
            )
        return tr("Hero Die: {spent} points spent, {left} left", spent=spent, left=left)

    def _chits(self, view: View[HailfireState], seat: Seat) -> str:
        drawn, total = len(view.state.hands[CHITS + seat]), known_total(view, seat)
        told = (
            tr("{n} chits drawn; what they come to is hidden", n=drawn)
            if total is None
            else tr("{n} chits drawn, together {total}", n=drawn, total=total)
        )
        limit = tr("The breaking point is {limit}", limit=view.state.battle.break_limits[seat])
        return f"{told}. {limit}"
