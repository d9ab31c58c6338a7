"""What a unit does with an order that is revealed: a move, fire, a barrage. Ledger 2.7, G-06."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from owm_net.engine.agenda import Frame, Kind, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.heroes.assault import why_not_assault
from owm_net.games.heroes.barrage import ActFire, Barrage, OrderBarrage, batteries, why_not_barrage
from owm_net.games.heroes.ids import NO_UNIT, OptionKey, Space, UnitId
from owm_net.games.heroes.moving import (
    KEEP,
    Moving,
    allowance,
    faced,
    why_not_facing,
    why_not_flip,
    why_not_leg,
)
from owm_net.games.heroes.paths import is_flag
from owm_net.games.heroes.shooting import Volley, why_not_volley
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Flip
from owm_net.games.heroes.words import unit_name


@record("heroes.order_move")
class OrderMove(Answer):
    """An order is revealed, and its unit moves: the first leg of it (HON-ACT-04). target: whom it
    announces to assault. facing, goes_on: see `Leg`. flip: whether the counter is turned over."""

    title: ClassVar[str] = say("Move")

    token: Played
    path: tuple[Space, ...] = ()
    target: UnitId = NO_UNIT
    facing: int = KEEP
    goes_on: bool = False
    flip: Flip = Flip.NONE

    def sentence(self, view: View[HeroesState]) -> str:
        g = view.state
        who = unit_name(g, bearer_of(g, self.token))
        if self.target != NO_UNIT:
            return say("{unit} assaults {target}", unit=who, target=unit_name(g, self.target))
        if not self.path:
            return say("{unit} makes a null move", unit=who)
        place = g.telling.value(tuple[Space, ...], g, self.path, view.card)
        return say("{unit} moves by {path}", unit=who, path=place)


@record("heroes.act_move")
class ActMove(Answer):
    """A unit moves without revealing an order; see `OrderMove`."""

    title: ClassVar[str] = say("Move")
    words = say("{unit} moves by {path}")

    unit: UnitId
    path: tuple[Space, ...] = ()
    target: UnitId = NO_UNIT
    facing: int = KEEP
    goes_on: bool = False
    flip: Flip = Flip.NONE


@record("heroes.order_fire")
class OrderFire(Answer):
    """An order is revealed, and its unit fires; without a target it does nothing (HON-FIRE-19).
    shares: of the bonus of a machine gunner who splits it over several targets (HON-AB-40). spend:
    tokens of equipment (HON-OPT-04)."""

    title: ClassVar[str] = say("Fire")

    token: Played
    targets: tuple[UnitId, ...] = ()
    suppressive: bool = False
    shares: tuple[int, ...] = ()
    spend: tuple[OptionKey, ...] = ()

    def sentence(self, view: View[HeroesState]) -> str:
        g = view.state
        who = unit_name(g, bearer_of(g, self.token))
        if not self.targets:
            return say("{unit} holds its fire", unit=who)
        whom = listed([unit_name(g, target) for target in self.targets])
        if self.suppressive:
            return say("{unit} suppresses {target}", unit=who, target=whom)
        return say("{unit} shoots at {target}", unit=who, target=whom)


@record("heroes.no_more_orders")
class NoMoreOrders(Answer):
    """No turn any more in this phase (R-84). left: the tokens of the seat that still lie closed."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("No more orders")
    words = say("no more orders")

    left: tuple[int, ...] = ()


def bearer_of(g: HeroesState, token: int) -> UnitId:
    """The unit under a token, whoever's it is; NO_UNIT if it lies nowhere."""
    for seat in g.players:
        if token in g.hands[g.laid(seat)]:
            return g.bearer(seat, token)
    return NO_UNIT


def why_not_move(g: HeroesState, unit: UnitId, answer: OrderMove | ActMove) -> Refusal | None:
    """None if a unit may make this move."""
    u = g.units[unit]
    no = why_not_flip(u, answer.flip)
    if no is not None:
        return no
    before, after = faced(u, answer.flip, True), faced(u, answer.flip, False)
    left = allowance(g, before)
    if not is_flag(answer.goes_on):
        return Refusal("HON-MOVE-10", say("whether it goes on is asked for"))
    if answer.target != NO_UNIT:
        no = why_not_assault(g, before, answer.target)
        if no is not None:
            return no
    if answer.flip is Flip.LAST and (answer.goes_on or answer.target != NO_UNIT):
        return Refusal("HON-AB-92", say("it is turned over at the end of the move"))
    no = why_not_leg(g, unit, answer.path, left, answer.target, answer.goes_on)
    return no or why_not_facing(after, answer.facing)


Deed: TypeAlias = "OrderMove | OrderFire | OrderBarrage | ActMove | ActFire"
"""What a unit does with an order, or without one."""


def why_not_deed(g: HeroesState, unit: UnitId, answer: Deed) -> Refusal | None:
    """None if a unit may do this, as everybody sees."""
    if isinstance(answer, OrderBarrage):
        return why_not_barrage(g, unit, answer.weapons)
    if isinstance(answer, OrderFire | ActFire):
        return why_not_volley(
            g, unit, answer.targets, answer.shares, answer.suppressive, answer.spend
        )
    return why_not_move(g, unit, answer)


def deed_of(g: HeroesState, unit: UnitId, answer: Deed) -> Frame[None]:
    """The procedure of what a unit does. It has acted from now on (HON-ACT-05)."""
    g.change(unit, acted=True)
    if isinstance(answer, OrderBarrage):
        return Barrage(g.units[unit].seat, batteries(g, unit)[answer.weapons])
    if isinstance(answer, OrderFire | ActFire):
        return Volley(
            unit, list(answer.targets), list(answer.shares), answer.suppressive, answer.spend
        )
    return Moving(unit, answer.target, answer.path, answer.facing, answer.goes_on, answer.flip)


Order: TypeAlias = "OrderMove | OrderFire | OrderBarrage | NoMoreOrders"
"""What a seat may do at its turn."""

TURN: Kind[Order] = Kind(
    "turn",
    OrderMove,
    OrderFire,
    OrderBarrage,
    NoMoreOrders,
    rule="HON-ACT-04",
    why=say("an order is to be revealed"),
    deed=say("reveal an order"),
)
