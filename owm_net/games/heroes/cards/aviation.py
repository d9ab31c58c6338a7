"""Aviation cards: the enemy fires at the aircraft first. Ledger 2.18, G-05."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Self

from attrs import define, field, frozen

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Mark, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.blasts import Blast, Bonus
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, CardKey, Space, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE, Ability, UnitType
from owm_net.games.heroes.words import space_name, unit_name


@record("heroes.aaa")
class Flak(Event):
    """The die against an aircraft."""

    words = say("anti-aircraft fire: {result} against {number}")
    rule = "HON-AAA-01"
    headline = True

    result: int
    number: int

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


@record("heroes.driven_off")
class DrivenOff(Event):
    """The card does nothing."""

    words = say("the aircraft is driven off")
    rule = "HON-AAA-01"
    headline = True


@frozen
class Aviation(CardPlay):
    """A card of the air force. bonus: of its attacks, by the type of the target."""

    bonus: ClassVar[Mapping[UnitType, int]]

    def sortie(self, at: Moment, targets: list[UnitId]) -> Frame[None]:
        """An attack on these units."""
        return Sortie(at.seat, self.key, tuple(self.bonus.items()), targets)


@frozen
class Bombing(Aviation):
    """An attack on one enemy outside buildings, or on the structure of a space. destruction: dice
    against it."""

    destruction: ClassVar[int]

    target: UnitId = NO_UNIT
    place: Space = OFF_MAP

    def sentence(self, view: View[HeroesState]) -> str:
        g = view.state
        if self.target == NO_UNIT:
            return say("an aircraft attacks {space}", space=space_name(g, self.place))
        return say("an aircraft attacks {unit}", unit=unit_name(g, self.target))

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[Self]:
        """Each enemy that it can attack, and each space of a structure."""
        for unit, u in g.enemies(at.seat):
            if u.kind in cls.bonus and g.ground.building(u.at) == NO_OVERLAY and not u.concealed:
                yield cls(card, unit)
        for structure in g.ground.structures.values():
            for space in structure.spaces:
                yield cls(card, NO_UNIT, space)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """If it comes through."""
        if self.target != NO_UNIT:
            return self.sortie(at, [self.target])
        number = g.ground.cells[self.place].overlay
        return Sortie(at.seat, self.key, (), [], [number], self.destruction)


@frame("heroes.anti_aircraft")
@define
class AntiAircraft(Frame[bool]):
    """The enemy fires at an aircraft (HON-AAA-01). Its result: whether it comes through. key: of
    the card, which has its number."""

    seat: Seat
    key: CardKey

    def start(self, g: HeroesState) -> Outcome[bool]:
        """A die of the enemy's."""
        return Ask(Roll(DIE, 1, say("anti-aircraft fire")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[bool]:
        """One of the enemies may roll it again (HON-MP-18)."""
        g.tell(Flak(dice[0] + guns(g, self.seat), CATALOG.cards[self.key].aaa))
        first, *others = g.rivals(self.seat)
        return Call(SecondLook(first, dice, others=tuple(others)), then=self.judge)

    def judge(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[bool]:
        """By the number of the card."""
        through = dice[0] + guns(g, self.seat) < CATALOG.cards[self.key].aaa
        if not through:
            g.tell(DrivenOff())
        return Done(through)


@frame("heroes.sortie")
@define
class Sortie(Frame[None]):
    """An aircraft attacks units or structures: see `Blast`."""

    seat: Seat
    key: CardKey
    bonus: Bonus
    targets: list[UnitId]
    structures: list[int] = field(factory=list)
    destruction: int = 0

    def start(self, g: HeroesState) -> Outcome[None]:
        """It is fired at first."""
        return Call(AntiAircraft(self.seat, self.key), then=self.fly)

    def fly(self, g: HeroesState, through: bool) -> Outcome[None]:
        """The card is spent in any case."""
        if not through:
            return Done()
        blast = Blast(self.seat, self.bonus, self.targets, self.structures, self.destruction)
        return Call(blast, then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """It is over."""
        return Done()


def guns(g: HeroesState, seat: Seat) -> int:
    """The enemy's units on the map with the AAA ability (HON-AAA-02, R-34)."""
    able = [u for _, u in g.enemies(seat) if u.has(Ability.AAA)]
    return len(able)
