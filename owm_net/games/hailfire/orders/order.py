"""What every order of an activation has, and the orders that have been declared. HAIL-ACT-03,
HAIL-ORD-01.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeAlias

from attrs import define, field

from owm_net.engine.agenda import Outcome, Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import Copied, Record, record, register
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.hailfire.assault import Charge
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_TEAM, Spot, TeamId
from owm_net.games.hailfire.moving import Move
from owm_net.games.hailfire.shooting import Fire
from owm_net.games.hailfire.state import HailfireState

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
                return Refusal(
                    "HAIL-PORG-06", say("a Team that rides can only get off"), misfit=True
                )
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

    def why_no_move(self, apart: bool = False) -> Refusal | None:
        """The same of a Team that joins the Move order being declared, unless it moves apart."""
        return self.why_no_more_orders() if apart or self.open_move() is None else None

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


CarriedOut: TypeAlias = "Outcome[None] | None"
"""What comes next; None where it was an order of another class."""


class CarriesOut(Protocol):
    """The activation that carries an order out, as far as orders know it.

    directed: the Team that fires with one die more. pushed: the one that goes farther, to end
    beside the leader. struck: the Teams that have had their Hit (`activation`).
    """

    directed: TeamId
    pushed: TeamId
    leader: TeamId
    struck: list[TeamId]

    @property
    def seat(self) -> Seat:
        """Return the seat whose Teams they are."""

    def fired(self, g: HailfireState, struck: tuple[TeamId, ...]) -> Outcome[None]:
        """After a Fire order."""

    def after_order(self, g: HailfireState) -> Outcome[None]:
        """After any other."""


class Order(Answer):
    """One order of an activation. Each adds to the orders that its Teams have."""

    __slots__ = ()

    @classmethod
    def offers(cls, g: HailfireState, declaring: Declaring) -> Iterator[Order]:
        """Yield the orders of this class that are worth considering."""
        yield from ()

    @classmethod
    def by_chance(
        cls, g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance
    ) -> Order | None:
        """Return one of a Team by chance, which may be illegal; None where it sees nothing to
        do."""
        return None

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        """Why it cannot be declared now."""
        return None

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        """Add it."""

    @classmethod
    def carry_out(cls, g: HailfireState, by: CarriesOut, order: Declared) -> CarriedOut:
        """Step 4 of the activation: carry out what was declared."""
        return None
