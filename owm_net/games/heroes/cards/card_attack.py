"""An attack that comes from a card: a die and the card's bonus against the defence. G-05, R-54."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Mark, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.damage import eliminate, hit
from owm_net.games.heroes.grid import FLANK
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.options import shelter
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE


def sheltered(g: HeroesState, unit: UnitId) -> int:
    """What terrain adds to the defence of a unit against an attack from outside (HON-FIRE-17)."""
    return shelter(g, unit, g.ground.cells[g.units[unit].at].defence)


@record("heroes.struck")
class Struck(Event):
    """The die of such an attack, with its sum."""

    words = say("{unit}: die {die}, {result} against {defence}")
    rule = "HON-FIRE-14"
    headline = True

    unit: UnitId
    die: int
    result: int
    defence: int

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


@frame("heroes.card_attack")
@define
class CardAttack(Frame[None]):
    """One attack by a seat's card; nothing that suppresses a unit changes it (R-77). bonus: against
    this target; shelter: what terrain adds to its defence."""

    seat: Seat
    target: UnitId
    bonus: int
    shelter: int = 0

    def start(self, g: HeroesState) -> Outcome[None]:
        """A joint die."""
        return Ask(Roll(DIE, 1, say("an attack by a card")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """It is the player's of the card."""
        self.tell(g, dice)
        return Call(SecondLook(self.seat, dice), then=self.resolve)

    def tell(self, g: HeroesState, dice: tuple[int, ...]) -> None:
        """The sum, for everybody."""
        g.tell(Struck(self.target, dice[0], dice[0] + self.bonus, self.defence(g)))

    def defence(self, g: HeroesState) -> int:
        """Of who is attacked: a heavy vehicle's side (HON-BLST-04)."""
        printed = g.units[self.target].up.defence
        return (printed[FLANK] if len(printed) > 1 else printed[0]) + self.shelter

    def resolve(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """A hit, or twice the defence."""
        result, defence = dice[0] + self.bonus, self.defence(g)
        if result >= 2 * defence:
            eliminate(g, self.target, "HON-FIRE-14")
        elif result >= defence:
            hit(g, self.target, "HON-FIRE-10")
        return Done()
