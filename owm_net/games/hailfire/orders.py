"""Orders of an activation, as they are declared. HAIL-ACT-03, HAIL-ORD-01."""

from __future__ import annotations

from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import Kind, Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import Copied, Record, record, register
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire.artillery import why_no_call
from owm_net.games.hailfire.assault import Charge, why_not_charge
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_TEAM, Spot, TeamId
from owm_net.games.hailfire.moving import Move, why_not_move, why_not_turn
from owm_net.games.hailfire.paths import Path, why_not_place
from owm_net.games.hailfire.shooting import Fire, weapon_of, why_not_fire
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import BOARDING
from owm_net.games.hailfire.transport import (
    why_no_transport,
    why_nobody_rides,
    why_not_get_off,
    why_not_ride,
)
from owm_net.games.hailfire.words import place_name, team_name

MOST_ORDERS = 2
"""HAIL-ACT-03."""
MOST_TEAMS = 40
"""Of one answer, whatever a stranger sends."""


@record("hailfire.declared", kw_only=True)
class Declared(Record):
    """One order of an activation: a Fire order, Moves, charges or a barrage."""

    fires: Fire | None = None
    moves: tuple[Move, ...] = ()
    charges: tuple[Charge, ...] = ()
    observer: TeamId = NO_TEAM

    def teams(self) -> tuple[TeamId, ...]:
        """Return the Teams it is given to."""
        if self.fires is not None:
            return self.fires.teams
        if self.observer != NO_TEAM:
            return (self.observer,)
        return (*[m.team for m in self.moves], *[c.team for c in self.charges])


@register("hailfire.declaring")
@define
class Declaring(Copied):
    """Step 1 of an activation: its Teams, and the orders that they have so far (HAIL-ACT-03). hero:
    a Hero Point pays for it. first: the first Order Point of the turn does."""

    seat: Seat
    teams: list[TeamId]
    hero: bool = False
    first: bool = False
    orders: list[Declared] = field(factory=list)

    def left(self) -> list[TeamId]:
        """Return the Teams without an order."""
        given = [team for order in self.orders for team in order.teams()]
        return [team for team in self.teams if team not in given]

    def why_not_ordered(
        self, g: HailfireState, teams: tuple[TeamId, ...], riding: bool = False
    ) -> Refusal | None:
        """Return why these Teams cannot be given one more order. riding: an order for
        passengers."""
        if len(teams) > MOST_TEAMS or len(dict.fromkeys(teams)) < len(teams):
            return Refusal("HAIL-ACT-03", say("each Team follows one order"), misfit=True)
        given = [team for order in self.orders for team in order.teams()]
        for team in teams:
            if not g.known(team) or team not in self.teams:
                return Refusal("HAIL-ACT-01", say("it is not activated now"), misfit=True)
            if team in given:
                return Refusal("HAIL-ACT-03", say("it has an order already"), misfit=True)
            if g.teams[team].aboard != NO_TEAM and not riding:
                return Refusal("HAIL-PORG-06", say("who rides can only get off"), misfit=True)
        return None

    def sees(self, g: HailfireState, team: TeamId, spot: Spot) -> bool:
        """Return True if a Team may be given an order that leads to this place, a target's or the
        end of a path: vehicles that are activated together must each see it (HAIL-ACT-02, H-60)."""
        led = any(g.teams[other].row.leader for other in self.teams)
        if len(self.teams) == 1 or led or not g.teams[team].vehicle:
            return True
        return g.ground.sees(g.teams[team].stand, Stand(spot, 0))

    def why_no_more_orders(self) -> Refusal | None:
        """HAIL-ACT-03."""
        if len(self.orders) >= MOST_ORDERS:
            return Refusal("HAIL-ACT-03", say("two orders are given already"))
        return None

    def open_move(self) -> tuple[Move, ...] | None:
        """The Move order that is being declared."""
        return self.orders[-1].moves or None if self.orders else None

    def open_assault(self) -> list[Charge] | None:
        """The assault that is being declared."""
        return list(self.orders[-1].charges) or None if self.orders else None

    def add_move(self, move: Move, apart: bool) -> None:
        """To the Move order that is open, or as a new one."""
        moves = None if apart else self.open_move()
        if moves is None:
            self.orders.append(Declared(moves=(move,)))
        else:
            self.orders[-1] = Declared(moves=(*moves, move))

    def add_charge(self, charge: Charge) -> None:
        """To the assault that is open, or as a new one."""
        charges = self.open_assault()
        if charges is None:
            self.orders.append(Declared(charges=(charge,)))
        else:
            self.orders[-1] = Declared(charges=(*charges, charge))


# ------------------------------------------------------------------ orders


class Order(Answer):
    """One order of an activation. Each adds to its orders."""

    __slots__ = ()

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        """Why it cannot be declared now."""
        return None

    def declare(self, declaring: Declaring) -> None:
        """Add it."""


@record("hailfire.fire_at")
class FireAt(Order):
    """A Fire order: some of the Teams at one Target (HAIL-FIRE-01)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Fire")
    help: ClassVar[str] = say(
        "All these Teams at one Target; enemies near it may be hit (HAIL-FIRE-01)"
    )
    words = say("{teams}: Fire at {target}")

    target: TeamId
    teams: tuple[TeamId, ...]
    guns: tuple[TeamId, ...]

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = why_unarmed(g, declaring.teams) or why_no_target(g, self.target, declaring.seat)
        if refusal is not None:
            return refusal
        if not self.teams:
            return Refusal("HAIL-ACT-03", say("who fires is asked for"), more=True)
        refusal = declaring.why_not_ordered(g, self.teams)
        if refusal is not None:
            return refusal
        if len(self.guns) > len(self.teams) or len(dict.fromkeys(self.guns)) < len(self.guns):
            return Refusal(
                "HAIL-FIRE-02", say("machine guns are for a Team that fires"), misfit=True
            )
        for team in self.teams:
            if g.teams[team].pledged:
                return Refusal(
                    "HAIL-ART-02", say("{team} takes part in a barrage", team=team_name(g, team))
                )
            if weapon_of(g, team, team in self.guns) is None:
                return Refusal(
                    "HAIL-FIRE-02", say("{team} has no such weapon", team=team_name(g, team))
                )
            if not declaring.sees(g, team, g.teams[self.target].spot):
                why = say(
                    "{team} does not see the Target; activate it alone", team=team_name(g, team)
                )
                return Refusal("HAIL-ACT-02", why)
        if any(team not in self.teams for team in self.guns):
            return Refusal(
                "HAIL-FIRE-02", say("machine guns are for a Team that fires"), misfit=True
            )
        return declaring.why_no_more_orders()

    def declare(self, declaring: Declaring) -> None:
        fire = Fire(teams=self.teams, target=self.target, guns=self.guns)
        declaring.orders.append(Declared(fires=fire))


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
            return say("{who}: Move nowhere", who=who)
        return say("{who}: Move to {place}", who=who, place=place_name(self.path[-1]))

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = declaring.why_not_ordered(g, (self.team,))
        if refusal is not None:
            return refusal
        refusal = why_not_move(g, Move(team=self.team, path=self.path))
        if refusal is not None:
            return refusal
        if not self.path:
            return Refusal("HAIL-MOVE-08", say("a path is asked for"), more=True)
        if not declaring.sees(g, self.team, self.path[-1]):
            why = say("with others it moves only to where it sees; activate it alone")
            return Refusal("HAIL-ACT-02", why)
        if declaring.open_move() is None or self.apart:
            return declaring.why_no_more_orders()
        return None

    def declare(self, declaring: Declaring) -> None:
        declaring.add_move(Move(team=self.team, path=self.path), self.apart)


@record("hailfire.board")
class Board(Order):
    """One Team of a Move order that goes to a carrier and boards it (HAIL-PORG-06)."""

    title: ClassVar[str] = say("Board")
    help: ClassVar[str] = say(
        'To within 2" of a carrier; without waypoints from where it stands (HAIL-PORG-06)'
    )
    words = say("{team}: board {carrier}")

    team: TeamId
    carrier: TeamId
    path: Path

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = why_no_transport(g) or declaring.why_not_ordered(g, (self.team,))
        refusal = refusal or why_not_ride(g, self.team, self.carrier)
        refusal = refusal or why_not_move(g, Move(team=self.team, path=self.path))
        if refusal is not None:
            return refusal
        if not self.path and not g.within(self.team, self.carrier, BOARDING):
            return Refusal("HAIL-PORG-06", say("a path to the carrier is asked for"), more=True)
        return declaring.why_no_more_orders() if declaring.open_move() is None else None

    def declare(self, declaring: Declaring) -> None:
        move = Move(team=self.team, path=self.path, carrier=self.carrier)
        declaring.add_move(move, apart=False)


@record("hailfire.get_off")
class GetOff(Order):
    """A Team that rides gets off: all of its Move order (HAIL-PORG-06)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Get off")
    help: ClassVar[str] = say('To a place within 2" of its carrier (HAIL-PORG-06)')
    words = say("{team}: get off at {spot}")

    team: TeamId
    spot: Spot

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = why_no_transport(g) or why_nobody_rides(g, declaring.teams)
        refusal = refusal or declaring.why_not_ordered(g, (self.team,), riding=True)
        return refusal or why_not_get_off(g, self.team, self.spot)

    def declare(self, declaring: Declaring) -> None:
        declaring.add_move(Move(team=self.team, path=(), landing=self.spot), apart=True)


@record("hailfire.turn_to")
class TurnTo(Order):
    """A vehicle of a Move order turns where it stands (HAIL-PGEO-06)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Turn")
    help: ClassVar[str] = say("A Move of no length: it faces another place (HAIL-PGEO-06)")
    words = say("{team}: turn to {spot}")

    team: TeamId
    spot: Spot

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = declaring.why_not_ordered(g, (self.team,)) or why_not_turn(g, self.team)
        refusal = refusal or why_not_place((self.spot,), 1, "HAIL-PGEO-06")
        refusal = refusal or why_not_move(g, Move(team=self.team, path=(), face=self.spot))
        if refusal is None and declaring.open_move() is None:
            return declaring.why_no_more_orders()
        return refusal

    def declare(self, declaring: Declaring) -> None:
        declaring.add_move(Move(team=self.team, path=(), face=self.spot), False)


@record("hailfire.assault_order")
class ChargeAt(Order):
    """One Team of a Move order that is an assault (HAIL-ASLT-01)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Assault")
    help: ClassVar[str] = say('From 8" or less against an enemy it sees (HAIL-ASLT-01)')
    words = say("{team}: Assault on {enemy}")

    team: TeamId
    enemy: TeamId

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = declaring.why_not_ordered(g, (self.team,))
        if refusal is not None:
            return refusal
        charges = declaring.open_assault()
        refusal = why_not_charge(g, charges or [], Charge(self.team, self.enemy))
        if refusal is None and charges is None:
            return declaring.why_no_more_orders()
        return refusal

    def declare(self, declaring: Declaring) -> None:
        declaring.add_charge(Charge(self.team, self.enemy))


@record("hailfire.call")
class CallBarrage(Order):
    """The artillery's Fire order: a barrage is called (HAIL-ART-01)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Barrage")
    help: ClassVar[str] = say(
        "With the turn's first Order Point; it falls at the start of the next (HAIL-ART-01)"
    )
    words = say("{observer}: call a barrage")

    observer: TeamId

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = declaring.why_not_ordered(g, (self.observer,))
        if refusal is not None:
            return refusal
        return why_no_call(g, self.observer, declaring.first) or declaring.why_no_more_orders()

    def declare(self, declaring: Declaring) -> None:
        declaring.orders.append(Declared(observer=self.observer))


def why_unarmed(g: HailfireState, teams: list[TeamId]) -> Refusal | None:
    """Why none of these can fire, at whomever."""
    if all(g.teams[team].aboard != NO_TEAM for team in teams):
        return Refusal("HAIL-PORG-06", say("who rides can only get off"))
    if any(weapon_of(g, team, guns) for team in teams for guns in (False, True)):
        return None
    return Refusal("HAIL-FIRE-02", say("nobody of these has a weapon to fire with"))


def why_no_target(g: HailfireState, target: TeamId, seat: Seat) -> Refusal | None:
    """Why nobody of a seat fires at this Team (HAIL-FIRE-01)."""
    if not g.known(target) or not g.teams[target].there:
        return Refusal("HAIL-FIRE-01", say("a Target on the table is asked for"), misfit=True)
    if g.teams[target].seat == seat:
        return Refusal("HAIL-FIRE-01", say("the Target is an enemy"), misfit=True)
    if g.engaged(target):
        return Refusal("HAIL-PASL-10", say("nobody fires into an assault"))
    return None


def why_nobody_fires(g: HailfireState, declaring: Declaring, target: TeamId) -> Refusal | None:
    """Why none of those without an order would fire at an enemy: what speaks against the first of
    them; None if nothing does."""
    left = declaring.left()
    if not left:
        return Refusal("HAIL-ACT-03", say("each Team has its order"))
    found = None
    for team in left:
        refusal = why_not_fire(g, team, target, guns=False)
        if refusal is None and not declaring.sees(g, team, g.teams[target].spot):
            refusal = Refusal("HAIL-ACT-02", say("it does not see the Target"))
        if refusal is None:
            return None
        found = found or refusal
    return found


ORDER: Kind[Order] = Kind(
    "order",
    FireAt,
    Go,
    Board,
    GetOff,
    TurnTo,
    ChargeAt,
    CallBarrage,
    rule="HAIL-ORD-01",
    why=say("an order is asked for"),
    deed=say("give orders"),
    passes=say("no further order"),
)
