"""The table of Hailfire in words, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.client.language import tr
from owm_net.client.tables.hailfire.people import condition
from owm_net.client.terminal_words import InWords
from owm_net.engine.view import View
from owm_net.games.hailfire.ids import SEATS
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.words import place_name, team_name


class Words(InWords):
    """Teams, where they are and how they are."""

    def map(self, view: View[HailfireState]) -> Sequence[str]:
        """Everybody on the table, a line each."""
        g = view.state
        lines = []
        for seat in SEATS:
            for n in g.on_table(seat):
                told = map(tr, [place_name(g.teams[n].spot), *condition(g, n)])
                lines.append(f"{tr(team_name(g, n))}: {', '.join(told)}.")
        return lines or [tr("Nobody is on the table yet.")]

    def status(self, view: View[HailfireState]) -> Sequence[str]:
        """The round, points."""
        g = view.state
        if not g.round:
            return [tr("The match is being set up.")]
        return [tr("Round {n}; Order Points left: {left}.", n=g.round, left=g.order_points)]
