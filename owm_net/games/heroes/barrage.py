"""Barrage Order: a commander gives its order to heavy weapons. HON-AB-21, HON-AB-22, R-67."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.cards.riders import (
    Act,
    keys_of,
    spend_cards,
    unseen,
    why_not_ridden,
)
from owm_net.games.heroes.fire import fire_of, fire_said, is_aimed, why_not_fire
from owm_net.games.heroes.grid import apart
from owm_net.games.heroes.ids import (
    NO_VERTEX,
    OFF_MAP,
    CounterKey,
    OptionKey,
    Share,
    Space,
    UnitId,
    Vertex,
    WeaponPlace,
)
from owm_net.games.heroes.patterns import aims
from owm_net.games.heroes.reacting import use_up
from owm_net.games.heroes.shooting import targets
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import BARRAGE_REACH, Ability, Outline
from owm_net.games.heroes.weapons import PRIMARY


@record("heroes.order_barrage")
class OrderBarrage(Answer):
    """An order is revealed; its unit does nothing, and heavy weapons of one name fire. weapons:
    their name."""

    title: ClassVar[str] = say("Barrage")
    words = say("barrage of {weapons}")

    token: Played
    weapons: CounterKey


@record("heroes.act_barrage")
class ActBarrage(Answer):
    """The same of a commander who was concealed and has just been turned over by an order
    (R-192)."""

    title: ClassVar[str] = say("Barrage")
    words = say("barrage of {weapons}")

    unit: UnitId
    weapons: CounterKey


@record("heroes.act_fire")
class ActFire(Answer):
    """A unit fires without revealing an order; see `OrderFire`."""

    title: ClassVar[str] = say("Fire")

    unit: UnitId
    targets: tuple[UnitId, ...] = ()
    suppressive: bool = False
    shares: tuple[Share, ...] = ()
    spend: tuple[OptionKey, ...] = ()
    vertex: Vertex = NO_VERTEX
    into: Space = OFF_MAP
    cards: tuple[Played, ...] = ()
    smoke: Vertex = NO_VERTEX
    weapon: WeaponPlace = PRIMARY

    def sentence(self, view: View[HeroesState]) -> str:
        return fire_said(view, self.unit, self)


BARRAGE = Kind(
    "barrage",
    ActFire,
    rule="HON-AB-21",
    why=say("a weapon of the barrage may fire"),
    deed=say("fire a barrage"),
    passes=True,
    pass_first=True,
)


def batteries(g: HeroesState, commander: UnitId) -> dict[CounterKey, list[UnitId]]:
    """The heavy weapons that may fire in a commander's barrage, by their name, those of allies last
    (HON-MP-19); of those that are concealed none may (HON-AB-15). Of a commander in a vehicle the
    nearer space of that one counts (R-103)."""
    c = g.units[commander]
    found: dict[CounterKey, list[UnitId]] = {}
    if not c.has(Ability.BARRAGE_ORDER):
        return found
    spots = g.spots(commander)
    side = [c.seat, *[ally for ally in g.members(c.seat) if ally != c.seat]]
    for unit in [unit for seat in side for unit in g.on_map(seat)]:
        u = g.units[unit]
        near = apart(u.covers, spots) <= BARRAGE_REACH and unit != commander
        ready = not (u.acted or u.concealed)
        if near and ready and u.piece.outline is Outline.HEAVY_WEAPON:
            found.setdefault(u.key, []).append(unit)
    return found


def why_not_barrage(g: HeroesState, commander: UnitId, weapons: object) -> Refusal | None:
    """None if a unit may order such a barrage."""
    if not g.units[commander].has(Ability.BARRAGE_ORDER):
        return Refusal("HON-AB-21", say("it cannot order a barrage"), misfit=True)
    if not isinstance(weapons, str) or weapons not in batteries(g, commander):
        return Refusal("HON-AB-21", say("no such weapon within 3 spaces is ready to fire"))
    return None


@frame("heroes.barrage")
@define
class Barrage(Frame[None]):
    """The weapons fire one after the other, as their owner likes. left: those that have not; lent:
    those of allies, who are asked afterwards, and agree by firing (HON-MP-19)."""

    seat: Seat
    left: list[UnitId]
    lent: tuple[UnitId, ...] = field(default=(), metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """As long as one has a target; an earlier one may have hit it (HON-FIRE-16)."""
        others = [unit for unit in self.left if g.units[unit].seat != self.seat]
        self.lent = (*self.lent, *others)
        self.left = [u for u in self.left if u not in others and g.units[u].there]
        if any(next(targets(g, unit), None) or next(aims(g, unit, ()), None) for unit in self.left):
            return Ask(BARRAGE.of(self.seat), then=self.hear)
        return self.next_ally

    @BARRAGE.tells
    def about_barrage(self, view: View[HeroesState]) -> About:
        """How many are left."""
        left = say_n("{n} weapon may fire", "{n} weapons may fire", len(self.left))
        return About(say("fire a weapon of the barrage"), left, "HON-AB-21")

    @BARRAGE.offers
    def offers_barrage(self, view: View[HeroesState]) -> Iterator[ActFire]:
        """Each weapon at each target."""
        for unit in self.left:
            for target, suppressive in targets(view.state, unit):
                yield ActFire(unit, (target,), suppressive)
            for vertex, into in aims(view.state, unit, ()):
                yield ActFire(unit, (), vertex=vertex, into=into)

    @BARRAGE.judges
    def why_not_barrage(self, view: View[HeroesState], answer: ActFire) -> Refusal | None:
        """A weapon that has not fired, by the rules of fire."""
        unit = answer.unit
        if unit.__class__ is not int or unit not in self.left:
            return Refusal("HON-AB-21", say("choose a weapon of the barrage"))
        if answer.targets == () and not is_aimed(answer):
            return Refusal("HON-AB-21", say("choose a target"), more=True)
        if answer.smoke != NO_VERTEX:
            return Refusal("HON-CARD-01", say("only a card brings smoke"), misfit=True)
        act = Act(unit=unit, shots=len(answer.targets), aimed=is_aimed(answer))
        no = why_not_ridden(view, self.seat, answer.cards, act)
        if no is not None or unseen(view, answer.cards):
            return no
        return why_not_fire(view.state, unit, answer, keys_of(view, answer.cards))

    def hear(self, g: HeroesState, answer: ActFire) -> Outcome[None]:
        """The firing unit is used up, and its token is lost unseen (HON-AB-22)."""
        self.left.remove(answer.unit)
        use_up(g, answer.unit)
        cards = spend_cards(g, self.seat, answer.cards)
        return Call(fire_of(g, answer.unit, answer, cards), then=self.start)

    def passed_barrage(self, g: HeroesState) -> Outcome[None]:
        return self.next_ally

    def next_ally(self, g: HeroesState) -> Outcome[None]:
        """The weapons of the next ally."""
        if not self.lent:
            return Done()
        self.seat = g.units[self.lent[0]].seat
        self.left, self.lent = list(self.lent), ()
        return self.start
