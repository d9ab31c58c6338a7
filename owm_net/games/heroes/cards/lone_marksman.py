"""Lone marksman: a sniper's die on an enemy. G-05, HON-AB-75, R-22."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Mark, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.damage import suppress
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.smoke import haze
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE, UnitType
from owm_net.games.heroes.wounds import Wounding

MARKED, HURT, BOTH = 2, 4, 6
"""The rows of a sniper's table: from this result on a marker, a hit, a hit and a marker."""


@record("heroes.sniped")
class Sniped(Event):
    """A sniper's die."""

    words = say("a marksman aims at {unit}: {result}")
    rule = "HON-AB-75"
    headline = True

    unit: UnitId
    result: int

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


@record("heroes.card.lone_marksman")
class LoneMarksman(CardPlay):
    """On infantry that is in no building."""

    key = CardKey("lone_marksman")
    why = say("choose enemy infantry outside buildings")
    words = say("a lone marksman shoots at {target}")

    target: UnitId

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[LoneMarksman]:
        """Each of them."""
        for unit, u in g.enemies(at.seat):
            outside = not g.ground.cells[u.at].building
            if u.kind is UnitType.INFANTRY and outside and not u.concealed:
                yield LoneMarksman(card, unit)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """A die."""
        return Sniping(at.seat, self.target)


@frame("heroes.sniping")
@define
class Sniping(Frame[None]):
    """A sniper's die by a card; an element with a defence bonus takes 1 off."""

    seat: Seat
    target: UnitId

    def start(self, g: HeroesState) -> Outcome[None]:
        """One."""
        return Ask(Roll(DIE, 1, say("a sniper's die")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """The player of the card may roll it again."""
        g.tell(Sniped(self.target, self.result(g, dice[0])))
        return Call(SecondLook(self.seat, dice), then=self.resolve)

    def result(self, g: HeroesState, die: int) -> int:
        """With what the ground and the smoke about it take off."""
        at = g.units[self.target].at
        return die - (1 if g.ground.cells[at].defence else 0) - haze(g, at)

    def resolve(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """By the table (HON-AB-75)."""
        return Call(SnipersTable(self.target, self.result(g, dice[0])), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """It is over."""
        return Done()


@frame("heroes.snipers_table")
@define
class SnipersTable(Frame[None]):
    """A sniper's result on a unit (HON-AB-75)."""

    target: UnitId
    result: int

    def start(self, g: HeroesState) -> Outcome[None]:
        """A hit, which a Substitute may take (HON-AB-78)."""
        if self.result >= HURT:
            return Call(Wounding(self.target, "HON-AB-75"), then=self.mark)
        return self.mark

    def mark(self, g: HeroesState) -> Outcome[None]:
        """A marker, on who is left."""
        marked = MARKED <= self.result < HURT or self.result >= BOTH
        if marked and g.units[self.target].there:
            suppress(g, self.target)
        return Done()
