"""The Sniper's shot, by a separate table. HON-AB-75, HON-AB-76, R-22."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.lone_marksman import Sniped, SnipersTable
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.shooting import best_aim, why_not_target
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE, PRESSED, Ability, UnitType
from owm_net.games.heroes.words import unit_name

NO_SNIPER = Refusal("HON-AB-75", say("it is no Sniper"), misfit=True)


@record("heroes.order_snipe")
class OrderSnipe(Answer):
    """An order is revealed, and a Sniper rolls on its table instead of a shot."""

    title: ClassVar[str] = say("Sniper")

    token: Played
    target: UnitId

    def sentence(self, view: View[HeroesState]) -> str:
        return say("a Sniper aims at {target}", target=unit_name(view.state, self.target))


@record("heroes.act_snipe")
class ActSnipe(Answer):
    """The same without an order."""

    title: ClassVar[str] = say("Sniper")

    unit: UnitId
    target: UnitId

    def sentence(self, view: View[HeroesState]) -> str:
        return say("a Sniper aims at {target}", target=unit_name(view.state, self.target))


def why_not_snipe(g: HeroesState, unit: UnitId, target: object) -> Refusal | None:
    """None if a unit may aim at another as a Sniper: at infantry that it could shoot at."""
    if not g.units[unit].has(Ability.SNIPER):
        return NO_SNIPER
    no = why_not_target(g, unit, target, suppressive=False)
    if no is None and isinstance(target, int) and g.units[target].kind is not UnitType.INFANTRY:
        return Refusal("HON-AB-75", say("a Sniper aims at infantry"))
    return no


def marks(g: HeroesState, unit: UnitId) -> Iterator[UnitId]:
    """Every enemy at which a unit may aim as a Sniper."""
    if g.units[unit].has(Ability.SNIPER):
        for enemy, _ in g.enemies(g.units[unit].seat):
            if why_not_snipe(g, unit, enemy) is None:
                yield enemy


@frame("heroes.sniper_fire")
@define
class SniperFire(Frame[None]):
    """A Sniper's die."""

    unit: UnitId
    target: UnitId

    def start(self, g: HeroesState) -> Outcome[None]:
        """One."""
        return Ask(Roll(DIE, 1, say("a sniper's die")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Its player may roll it again."""
        g.tell(Sniped(self.target, self.result(g, dice[0])))
        return Call(SecondLook(g.units[self.unit].seat, dice, self.unit), then=self.resolve)

    def result(self, g: HeroesState, die: int) -> int:
        """With what its markers and obstacles take off, and nothing else (HON-AB-76)."""
        hidden = best_aim(g, self.unit, self.target).hidden
        return die - PRESSED * g.units[self.unit].suppressed - hidden

    def resolve(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """By the table (HON-AB-75)."""
        return Call(SnipersTable(self.target, self.result(g, dice[0])), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """It is over."""
        return Done()
