"""The Activation phase: turns, orders revealed, and what their units do. Ledger 2.7, R-84."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    InLog,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.assault import reach_of, why_not_assault
from owm_net.games.heroes.cards import is_order, number_of
from owm_net.games.heroes.grid import STRAIGHT
from owm_net.games.heroes.ids import NO_UNIT, Space, UnitId
from owm_net.games.heroes.moving import (
    KEEP,
    Moving,
    allowance,
    faced,
    why_not_facing,
    why_not_flip,
    why_not_leg,
)
from owm_net.games.heroes.paths import is_flag, ways
from owm_net.games.heroes.shooting import Shooting, targets, why_not_target
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Flip
from owm_net.games.heroes.words import unit_name

TRIES = 8
"""How many random deeds a sampler tries before it lets a unit stay where it is."""


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
        who = unit_name(g, _bearer(g, self.token))
        if self.target != NO_UNIT:
            return say("{unit} assaults {target}", unit=who, target=unit_name(g, self.target))
        if not self.path:
            return say("{unit} makes a null move", unit=who)
        place = g.telling.value(tuple[Space, ...], g, self.path, view.card)
        return say("{unit} moves by {path}", unit=who, path=place)


@record("heroes.order_fire")
class OrderFire(Answer):
    """An order is revealed, and its unit fires; without a target it does nothing (HON-FIRE-19)."""

    title: ClassVar[str] = say("Fire")

    token: Played
    target: UnitId = NO_UNIT
    suppressive: bool = False

    def sentence(self, view: View[HeroesState]) -> str:
        g = view.state
        who = unit_name(g, _bearer(g, self.token))
        if self.target == NO_UNIT:
            return say("{unit} holds its fire", unit=who)
        whom = unit_name(g, self.target)
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


TURN = Kind(
    "turn",
    OrderMove,
    OrderFire,
    NoMoreOrders,
    rule="HON-ACT-04",
    why=say("an order is to be revealed"),
    deed=say("reveal an order"),
)


@record("heroes.order_revealed")
class OrderRevealed(Event):
    """A unit is activated."""

    words = say("{seat} reveal order {number} on {unit}")
    rule = "HON-ACT-01"
    in_log: ClassVar[InLog] = InLog.HEADING

    seat: Seat
    number: int
    unit: UnitId


@record("heroes.orders_over")
class OrdersOver(Event):
    """A seat has no more orders this round."""

    words = say("{seat} have no more orders")
    rule = "HON-ACT-02"

    seat: Seat


def _bearer(g: HeroesState, token: int) -> UnitId:
    """The unit under a token, whoever's it is; NO_UNIT if it lies nowhere."""
    for seat in g.players:
        if token in g.hands[g.laid(seat)]:
            return g.bearer(seat, token)
    return NO_UNIT


@frame("heroes.turns")
@define
class Turns(Frame[None]):
    """The seats take turns, initiative first; when one is done the others go on (R-84). seat: whose
    turn it is."""

    seat: Seat

    def start(self, g: HeroesState) -> Outcome[None]:
        """Who has no closed token on the map has no turn any more."""
        for seat in g.players:
            if not g.done[seat] and not g.closed(seat):
                g.done[seat] = True
                g.tell(OrdersOver(seat))
        if all(g.done):
            return Done()
        while g.done[self.seat]:
            self.seat = g.after(self.seat)
        return Ask(TURN.of(self.seat), then=self.hear)

    @TURN.tells
    def about_turn(self, view: View[HeroesState]) -> About:
        """Which order it may be."""
        shown = view.state.shown[self.seat]
        why = say("order {number} or a higher one", number=shown + 1)
        return About(say("reveal your next order"), why, "HON-ACT-01")

    @TURN.offers
    def offers_turn(
        self, view: View[HeroesState]
    ) -> Iterator[OrderMove | OrderFire | NoMoreOrders]:
        """Of each closed token: each target, each space its unit can get to, each assault."""
        g = view.state
        closed = g.closed(self.seat)
        for slot in closed:
            yield from _deeds(g, Played(slot), g.bearer(self.seat, slot))
        yield NoMoreOrders(closed)

    @TURN.judges
    def why_not_turn(
        self, view: View[HeroesState], answer: OrderMove | OrderFire | NoMoreOrders
    ) -> Refusal | None:
        """What everybody sees first; then the token, for who may know it."""
        g = view.state
        if isinstance(answer, NoMoreOrders):
            return self._why_not_over(view, answer)
        slot = answer.token
        if slot.__class__ is not int or slot not in g.hands[g.laid(self.seat)]:
            return Refusal("HON-ACT-01", say("a token of one's own on the map is asked for"))
        unit = g.bearer(self.seat, slot)
        if g.units[unit].acted:
            return Refusal("HON-ACT-05", say("that unit has acted this round"))
        card = view.card(slot)
        if card is not None:
            no = self._why_not_token(view, card)
            if no is not None:
                return no
        if isinstance(answer, OrderFire):
            return _why_not_fire(g, unit, answer)
        return _why_not_move(g, unit, answer)

    def _orders_left(self, view: View[HeroesState]) -> list[int]:
        """The numbers of the seat's orders that lie closed, as far as this view knows them."""
        g = view.state
        cards = [view.card(slot) for slot in g.closed(self.seat)]
        return [number_of(card) for card in cards if card is not None and is_order(card)]

    def _why_not_token(self, view: View[HeroesState], card: int) -> Refusal | None:
        """None if the next order to be revealed may be this one."""
        if not is_order(card):
            return Refusal("HON-ORD-07", say("a bluff activates nobody"))
        number, shown = number_of(card), view.state.shown[self.seat]
        if number <= shown:
            return Refusal("HON-ACT-01", say("a higher order has been revealed"))
        if any(shown < other < number for other in self._orders_left(view)):
            return Refusal("HON-ACT-01", say("a lower order comes first"))
        return None

    def _why_not_over(self, view: View[HeroesState], answer: NoMoreOrders) -> Refusal | None:
        g = view.state
        if answer.left != g.closed(self.seat) or any(s.__class__ is not int for s in answer.left):
            return Refusal("HON-ACT-02", say("all tokens that lie closed are to be named"))
        if any(number > g.shown[self.seat] for number in self._orders_left(view)):
            return Refusal("HON-ACT-02", say("an order is left"))
        return None

    @TURN.samples
    def sample_turn(
        self, view: View[HeroesState], chance: Chance
    ) -> OrderMove | OrderFire | NoMoreOrders:
        """The next order, with any deed of its unit; no more orders where none is left."""
        g = view.state
        for slot in g.closed(self.seat):
            card = view.card(slot)
            if card is None or self._why_not_token(view, card) is not None:
                continue
            unit = g.bearer(self.seat, slot)
            for _ in range(TRIES):
                answer = _any_deed(g, Played(slot), unit, chance)
                if answer is not None and self.why_not_turn(view, answer) is None:
                    return answer
            return OrderMove(Played(slot))
        return NoMoreOrders(g.closed(self.seat))

    def hear(self, g: HeroesState, answer: OrderMove | OrderFire | NoMoreOrders) -> Outcome[None]:
        """The token is open now; its unit acts."""
        if isinstance(answer, NoMoreOrders):
            g.done[self.seat] = True
            g.tell(OrdersOver(self.seat))
            return self.pass_on
        unit = g.bearer(self.seat, answer.token)
        g.shown[self.seat] = number_of(answer.token)
        g.change(unit, acted=True)
        g.tell(OrderRevealed(self.seat, g.shown[self.seat], unit))
        if isinstance(answer, OrderMove):
            move = Moving(
                unit, answer.target, answer.path, answer.facing, answer.goes_on, answer.flip
            )
            return Call(move, then=self.pass_on)
        if answer.target == NO_UNIT:
            return self.pass_on
        shot = Shooting(unit, answer.target, answer.suppressive, moving=False)
        return Call(shot, then=self.pass_on)

    def pass_on(self, g: HeroesState) -> Outcome[None]:
        """The next seat has its turn."""
        self.seat = g.after(self.seat)
        return self.start


def _why_not_move(g: HeroesState, unit: UnitId, answer: OrderMove) -> Refusal | None:
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


def _why_not_fire(g: HeroesState, unit: UnitId, answer: OrderFire) -> Refusal | None:
    if not is_flag(answer.suppressive):
        return Refusal("HON-AB-80", say("whether it suppresses is asked for"))
    if answer.target == NO_UNIT and answer.target.__class__ is int:
        if answer.suppressive:
            return Refusal("HON-AB-80", say("nobody is suppressed without a target"))
        return None
    return why_not_target(g, unit, answer.target, answer.suppressive)


def _deeds(g: HeroesState, token: Played, unit: UnitId) -> Iterator[OrderMove | OrderFire]:
    """What a unit may do with an order, in the order in which a player looks for it."""
    for target, suppressive in targets(g, unit):
        yield OrderFire(token, target, suppressive)
    u = g.units[unit]
    found = ways(g, unit, allowance(g, u))
    for enemy, _ in g.enemies(g.units[unit].seat):
        if why_not_assault(g, u, enemy) is None:
            for space in reach_of(g, unit, enemy, found):
                yield OrderMove(token, found[space], enemy)
    for path in found.values():
        yield OrderMove(token, path)
    if u.weapon.arc:
        for facing in STRAIGHT:
            yield OrderMove(token, (), NO_UNIT, int(facing))
    if u.flips:
        for path in ways(g, unit, allowance(g, u.other)).values():
            yield OrderMove(token, path, NO_UNIT, KEEP, False, Flip.FIRST)
        for path in found.values():
            yield OrderMove(token, path, NO_UNIT, KEEP, False, Flip.LAST)
        for facing in STRAIGHT if u.other.weapon.arc else ():
            yield OrderMove(token, (), NO_UNIT, int(facing), False, Flip.LAST)
    yield OrderMove(token, (), NO_UNIT, KEEP, True)
    yield OrderFire(token)


def _any_deed(
    g: HeroesState, token: Played, unit: UnitId, chance: Chance
) -> OrderMove | OrderFire | None:
    """One of them by chance, without listing all: a shot, an assault, or a way."""
    kind = chance.below(4)
    if kind < 2:
        found = list(targets(g, unit))
        if found:
            target, suppressive = found[chance.below(len(found))]
            return OrderFire(token, target, suppressive)
    u = g.units[unit]
    flip = tuple(Flip)[chance.below(3)] if u.flips else Flip.NONE
    there = ways(g, unit, allowance(g, faced(u, flip, True)))
    spaces = list(there)
    if kind == 2:
        prey = [e for e, _ in g.enemies(u.seat) if why_not_assault(g, u, e) is None]
        if prey:
            enemy = prey[chance.below(len(prey))]
            near = reach_of(g, unit, enemy, there)
            if near:
                return OrderMove(token, there[near[chance.below(len(near))]], enemy)
    path = there[spaces[chance.below(len(spaces))]]
    goes_on = chance.below(4) == 0 and flip is not Flip.LAST
    facing = KEEP
    if faced(u, flip, False).weapon.arc:
        facing = int(STRAIGHT[chance.below(len(STRAIGHT))])
    return OrderMove(token, path, NO_UNIT, facing, goes_on, flip)
