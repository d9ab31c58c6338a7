"""Aviation cards: the enemy fires at the aircraft first. Ledger 2.18, G-05."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import define, field, frozen

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Mark, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay
from owm_net.games.heroes.cards.card_attack import CardAttack, sheltered
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE, Ability, UnitType


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

    bonus: ClassVar[Mapping[UnitType, int]] = {}


@frame("heroes.sortie")
@define
class Sortie(Frame[None]):
    """An aircraft attacks these units one after another. key: of the card, which has its number."""

    seat: Seat
    key: CardKey
    left: list[UnitId]
    bonus: dict[UnitType, int] = field(factory=dict)

    def start(self, g: HeroesState) -> Outcome[None]:
        """A die of the enemy's (HON-AAA-01)."""
        return Ask(Roll(DIE, 1, say("anti-aircraft fire")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """The enemy may roll it again."""
        self.tell(g, dice[0])
        enemy = next(seat for seat in g.order() if g.hostile(seat, self.seat))
        return Call(SecondLook(enemy, dice), then=self.fly)

    def tell(self, g: HeroesState, die: int) -> None:
        """The sum, for everybody."""
        g.tell(Flak(die + guns(g, self.seat), CATALOG.cards[self.key].aaa))

    def fly(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """It comes through, or it does not; the card is spent (HON-AAA-01, HON-CARD-06)."""
        if dice[0] + guns(g, self.seat) >= CATALOG.cards[self.key].aaa:
            g.tell(DrivenOff())
            return Done()
        return self.attack

    def attack(self, g: HeroesState) -> Outcome[None]:
        """Each unit with a die of its own."""
        while self.left:
            unit = self.left.pop(0)
            bonus = self.bonus.get(g.units[unit].kind)
            if g.units[unit].there and bonus is not None:
                return Call(
                    CardAttack(self.seat, unit, bonus, sheltered(g, unit)), then=self.attack
                )
        return Done()


def guns(g: HeroesState, seat: Seat) -> int:
    """The enemy's units on the map with the AAA ability (HON-AAA-02, R-34)."""
    able = [u for _, u in g.enemies(seat) if u.has(Ability.AAA)]
    return len(able)
