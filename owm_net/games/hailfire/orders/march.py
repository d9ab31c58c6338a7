"""Move orders of several Teams in one answer: a Unit goes somewhere in formation. H-77; the places
and ways: `formation`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from owm_net.engine.agenda import Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.drafts import so_far
from owm_net.engine.records import Record, record
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.hailfire.formation import middle_of, ways
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.moving import Move
from owm_net.games.hailfire.orders.move import why_not_leg
from owm_net.games.hailfire.orders.order import MOST_TEAMS, Declaring, Order
from owm_net.games.hailfire.paths import Path
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE
from owm_net.games.hailfire.words import place_name, team_name, unit_name


@record("hailfire.march_leg")
class Leg(Record):
    """One Team of a march, and its path."""

    team: TeamId
    path: Path


@record("hailfire.march")
class March(Order):
    """Several Teams of a Move order, in the order in which they go. apart: as a second Move order,
    with a separate roll."""

    title: ClassVar[str] = say("Move together")
    help: ClassVar[str] = say(
        "All who have no order yet, in formation around a place; each can be led elsewhere (H-77)"
    )

    legs: tuple[Leg, ...]
    apart: bool

    @property
    def teams(self) -> tuple[TeamId, ...]:
        """Return who goes."""
        return tuple([leg.team for leg in self.legs])

    @property
    def middle(self) -> Spot | None:
        """Return the place amid the ends of all paths; None where there is none."""
        ends = [leg.path[-1] for leg in self.legs if leg.path]
        return middle_of(ends) if ends else None

    def sentence(self, view: View[HailfireState]) -> str:
        g, teams = view.state, self.teams
        if len(teams) == 1 or not all(map(g.known, teams)):
            who = team_name(g, teams[0]) if teams else say("nobody")
            return say(
                "{who}: Move toward a point {place}", who=who, place=place_name(g, self.middle)
            )
        return say_n(
            "{unit}: Move {n} Team toward a point {place}",
            "{unit}: Move {n} Teams toward a point {place}",
            len(teams),
            unit=unit_name(g, g.teams[teams[0]].unit),
            place=place_name(g, self.middle),
        )

    @classmethod
    def to(cls, g: HailfireState, declaring: Declaring, goal: Spot) -> March:
        """Return the march of all who have no order yet around a place; without legs where nobody
        can go there."""

        def may(team: TeamId, path: Path) -> bool:
            return why_not_leg(g, declaring, team, path) is None

        going = ways(g, declaring.left(), goal, may)
        return cls(tuple([Leg(team, path) for team, path in going]), apart=False)

    @classmethod
    def offers(cls, g: HailfireState, declaring: Declaring) -> Iterator[Order]:
        """To each objective, where several have no order yet."""
        if len(declaring.left()) > 1:
            for objective in g.battle.objectives:
                yield cls.to(g, declaring, Spot(objective.at))

    @classmethod
    def by_chance(
        cls, g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance
    ) -> Order | None:
        """All of them to any place, seldom as a second order."""
        if len(declaring.left()) == 1 or chance.below(2):
            return None
        march = cls.to(g, declaring, Spot((chance.below(WIDE), chance.below(HIGH))))
        return cls(march.legs, apart=chance.below(6) == 0)

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        if not self.legs:
            return Refusal("HAIL-MOVE-08", say("choose who goes, and where"), more=True)
        if len(self.legs) > MOST_TEAMS:
            return Refusal("HAIL-ACT-03", say("each Team follows one order"), misfit=True)
        refusal = declaring.why_not_ordered(g, self.teams)
        if refusal is not None:
            return refusal
        for leg in self.legs:
            refusal = why_not_leg(g, declaring, leg.team, leg.path)
            if refusal is not None:
                who = team_name(g, leg.team)
                return Refusal(refusal.rule, say("{who}: {why}", who=who, why=refusal.why))
        return declaring.why_no_move(so_far(lambda: self.apart, False))

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        for n, leg in enumerate(self.legs):
            declaring.add_move(Move(team=leg.team, path=leg.path), self.apart and n == 0)
