"""Riding: Teams of a Move order that board a carrier or get off. HAIL-PORG-06; what it is to ride:
`transport`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from owm_net.engine.agenda import Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.hailfire.ids import NO_TEAM, Spot, TeamId
from owm_net.games.hailfire.moving import Move, why_not_move
from owm_net.games.hailfire.orders.order import Declaring, Order
from owm_net.games.hailfire.paths import Path
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import BOARDING, DIRECTIONS, TeamClass
from owm_net.games.hailfire.transport import (
    why_no_transport,
    why_nobody_rides,
    why_not_get_off,
    why_not_ride,
)


class Riding(Order):
    """The orders of one Team that has to do with a carrier."""

    __slots__ = ()

    @classmethod
    def ways(cls, g: HailfireState, team: TeamId) -> Iterator[Order]:
        """Yield each such order of a Team."""
        yield from ()

    @classmethod
    def offers(cls, g: HailfireState, declaring: Declaring) -> Iterator[Order]:
        """Those of each Team."""
        for team in declaring.left():
            yield from cls.ways(g, team)

    @classmethod
    def by_chance(
        cls, g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance
    ) -> Order | None:
        """One of them, every other time."""
        ways = list(cls.ways(g, team))
        return ways[chance.below(len(ways))] if ways and chance.below(2) else None


@record("hailfire.board")
class Board(Riding):
    """One Team of a Move order that goes to a carrier and boards it (HAIL-PORG-06)."""

    title: ClassVar[str] = say("Board")
    help: ClassVar[str] = say(
        'To within 2" of a carrier; without waypoints from where it stands (HAIL-PORG-06)'
    )
    words = say("{team}: board {carrier}")

    team: TeamId
    carrier: TeamId
    path: Path

    @classmethod
    def ways(cls, g: HailfireState, team: TeamId) -> Iterator[Order]:
        """Boarding each own carrier, straight on."""
        t = g.teams[team]
        foot = g.options.transport and t.row.team_class is TeamClass.INFANTRY
        for carrier in g.on_table(t.seat) if foot and t.aboard == NO_TEAM else ():
            if g.teams[carrier].row.carrier:
                yield cls(team, carrier, way_to(g, team, carrier))

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = why_no_transport(g) or declaring.why_not_ordered(g, (self.team,))
        refusal = refusal or why_not_ride(g, self.team, self.carrier)
        refusal = refusal or why_not_move(g, Move(team=self.team, path=self.path))
        if refusal is not None:
            return refusal
        if not self.path and not g.within(self.team, self.carrier, BOARDING):
            return Refusal("HAIL-PORG-06", say("choose a path to the carrier"), more=True)
        return declaring.why_no_move()

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        move = Move(team=self.team, path=self.path, carrier=self.carrier)
        declaring.add_move(move, apart=False)


def way_to(g: HailfireState, team: TeamId, carrier: TeamId) -> Path:
    """The way to a carrier, straight on; none if it is near enough to be boarded."""
    if g.within(team, carrier, BOARDING):
        return ()
    a, b = g.teams[team].spot, g.teams[carrier].spot
    whole = length(a, b)
    return (Spot(along(a, b, max(1, whole - BOARDING), whole)),)


@record("hailfire.get_off")
class GetOff(Riding):
    """A Team that rides gets off: all of its Move order (HAIL-PORG-06)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Get off")
    help: ClassVar[str] = say('To a place within 2" of its carrier (HAIL-PORG-06)')
    words = say("{team}: get off {spot}")

    team: TeamId
    spot: Spot

    @classmethod
    def ways(cls, g: HailfireState, team: TeamId) -> Iterator[GetOff]:
        """Getting off in each direction."""
        t = g.teams[team]
        if t.aboard != NO_TEAM:
            x, y = g.teams[t.aboard].spot
            far = BOARDING + t.row.team_class.radius
            for dx, dy in DIRECTIONS:
                yield cls(team, Spot((x + far * dx // 1000, y + far * dy // 1000)))

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = why_no_transport(g) or why_nobody_rides(g, declaring.teams)
        refusal = refusal or declaring.why_not_ordered(g, (self.team,), riding=True)
        return refusal or why_not_get_off(g, self.team, self.spot)

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        declaring.add_move(Move(team=self.team, path=(), landing=self.spot), apart=True)
