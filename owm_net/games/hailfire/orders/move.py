"""Move orders: along a path, or a turn of a vehicle that stays. Section 2.3; how they are carried
out: `moving`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from owm_net.engine.agenda import Call, Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.moving import Move, MoveOrder, why_not_move, why_not_turn
from owm_net.games.hailfire.orders.order import (
    CarriedOut,
    CarriesOut,
    Declared,
    Declaring,
    Order,
)
from owm_net.games.hailfire.paths import Path, why_not_place
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE
from owm_net.games.hailfire.words import place_name, team_name

REACH = 1400
"""How far an offered move goes: more than most rolls allow."""


@record("hailfire.go")
class Go(Order):
    """One Team of a Move order. apart: as a second Move order, with a separate roll."""

    title: ClassVar[str] = say("Move")
    help: ClassVar[str] = say("Waypoint by waypoint; the dice say how far it comes (HAIL-MOVE-08)")

    team: TeamId
    path: Path
    apart: bool

    def sentence(self, view: View[HailfireState]) -> str:
        who = team_name(view.state, self.team)
        if not self.path:
            return say("{who}: Move, but stay", who=who)
        place = place_name(view.state, self.path[-1])
        return say("{who}: Move toward a point {place}", who=who, place=place)

    @classmethod
    def offers(cls, g: HailfireState, declaring: Declaring) -> Iterator[Order]:
        """Straight to each objective, or towards it."""
        for team in declaring.left():
            spot = g.teams[team].spot
            for objective in g.battle.objectives:
                goal = Spot(objective.at)
                whole = length(spot, goal)
                if whole:
                    end = goal if whole <= REACH else Spot(along(spot, goal, REACH, whole))
                    yield Go(team, (end,), apart=False)

    @classmethod
    def by_chance(
        cls, g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance
    ) -> Order:
        """A path of one or two legs, often towards an objective."""
        spot, path = g.teams[team].spot, []
        wanted = [Spot(o.at) for o in g.battle.objectives]
        for _ in range(1 + chance.below(2)):
            if wanted and chance.below(2):
                x, y = wanted[chance.below(len(wanted))]
            else:
                x, y = chance.below(WIDE), chance.below(HIGH)
            whole = max(1, length(spot, (x, y)))
            spot = Spot(along(spot, (x, y), min(whole, 100 + chance.below(800)), whole))
            path.append(spot)
        return Go(team, tuple(path), apart=chance.below(6) == 0)

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = declaring.why_not_ordered(g, (self.team,))
        refusal = refusal or why_not_leg(g, declaring, self.team, self.path)
        return refusal or declaring.why_no_move(self.apart)

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        declaring.add_move(Move(team=self.team, path=self.path), self.apart)

    @classmethod
    def carry_out(cls, g: HailfireState, by: CarriesOut, order: Declared) -> CarriedOut:
        """All Moves of an order, whichever answers declared them: see `moving`."""
        if not order.moves:
            return None
        moves = MoveOrder(by.seat, list(order.moves), by.pushed, by.leader)
        return Call(moves, then=by.after_order)


def why_not_leg(g: HailfireState, declaring: Declaring, team: TeamId, path: Path) -> Refusal | None:
    """Why a Team that is activated and has no order yet cannot be given this path."""
    refusal = why_not_move(g, Move(team=team, path=path))
    if refusal is not None:
        return refusal
    if not path:
        return Refusal("HAIL-MOVE-08", say("choose a path"), more=True)
    if not declaring.sees(g, team, path[-1]):
        why = say("with others it moves only to where it sees; activate it alone")
        return Refusal("HAIL-ACT-02", why)
    return None


@record("hailfire.turn_to")
class TurnTo(Order):
    """A vehicle of a Move order turns where it stands (HAIL-PGEO-06)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Turn")
    help: ClassVar[str] = say("A Move of no length: it faces another place (HAIL-PGEO-06)")
    words = say("{team}: turn to a point {spot}")

    team: TeamId
    spot: Spot

    @classmethod
    def by_chance(
        cls, g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance
    ) -> Order:
        """Towards any place."""
        return TurnTo(team, Spot((chance.below(WIDE), chance.below(HIGH))))

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = declaring.why_not_ordered(g, (self.team,)) or why_not_turn(g, self.team)
        refusal = refusal or why_not_place((self.spot,), 1, "HAIL-PGEO-06")
        refusal = refusal or why_not_move(g, Move(team=self.team, path=(), face=self.spot))
        return refusal or declaring.why_no_move()

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        declaring.add_move(Move(team=self.team, path=(), face=self.spot), False)
