"""Where a heavy vehicle is hit: the location die and its markers. Ledger 2.14, R-08."""

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
    Kind,
    Mark,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.damage import eliminate, suppress
from owm_net.games.heroes.ids import NO_SEAT, NO_UNIT, DiePlace, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE, PRESSED, Ability, Damage
from owm_net.games.heroes.words import unit_name

SHOCK = 2
"""HON-DMG-04: Suppressed markers of a hit on the hull."""


@record("heroes.take_damage")
class TakeDamage(Answer):
    """One of two location dice (HON-DMG-09). die: its place, 0 or 1."""

    title: ClassVar[str] = say("Positive Waves")
    words = say("take {die}")

    die: DiePlace


LOCATION = Kind(
    "location",
    TakeDamage,
    rule="HON-DMG-09",
    why=say("choose one of the two dice"),
    deed=say("choose where a vehicle is hit"),
)


@record("heroes.located")
class Located(Event):
    """A location die; what it comes to."""

    rule = "HON-DMG-01"
    headline = True

    unit: UnitId
    result: int

    def sentence(self, g: HeroesState) -> str:
        who, part = unit_name(g, self.unit), part_of(self.result)
        if part is None:
            return say("{unit} is hit and destroyed ({die})", unit=who, die=self.result)
        return say("{unit} is hit: {part} ({die})", unit=who, part=part.word, die=self.result)

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY


def part_of(result: int) -> Damage | None:
    """Return the part a location die hits; None if it destroys the vehicle (HON-DMG-02 to -06)."""
    if result >= len(_PARTS):
        return None
    return _PARTS[result]


_PARTS = (Damage.CREW, Damage.CREW, Damage.TRACK, Damage.HULL, Damage.HULL, Damage.PRIMARY)
"""By the number on the die; there is no 0."""


@frame("heroes.locating")
@define
class Locating(Frame[None]):
    """A heavy vehicle has been hit. attacker: which rolls, NO_UNIT where no unit does (R-77); seat:
    who does then. results: of two dice, while the owner looks at them."""

    target: UnitId
    attacker: UnitId = NO_UNIT
    seat: Seat = NO_SEAT
    results: tuple[int, ...] = ()

    def start(self, g: HeroesState) -> Outcome[None]:
        """One die; two against Positive Waves (HON-DMG-01, HON-DMG-09)."""
        dice = 2 if g.units[self.target].has(Ability.POSITIVE_WAVES) else 1
        return Ask(Roll(DIE, dice, say("where it is hit")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """They may be rolled again, unless each destroys the vehicle (R-204)."""
        seat = self.seat if self.attacker == NO_UNIT else g.units[self.attacker].seat
        damage = g.units[self.target].damage
        wanted = []
        for face in range(1, DIE + 1):
            part = part_of(self.result(g, face))
            if part is None or part in damage:
                wanted.append(face)
        look = SecondLook(seat, dice, self.attacker, tuple(wanted), each=True)
        return Call(look, then=self.compare)

    def result(self, g: HeroesState, die: int) -> int:
        """Perforating adds 1, markers take off, and 1 is the least (HON-DMG-08)."""
        if self.attacker == NO_UNIT:
            return die
        a = g.units[self.attacker]
        more = int(Ability.PERFORATING in a.weapon.abilities)
        return max(1, die + more - PRESSED * a.suppressed)

    def compare(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Of two that differ the owner picks one (HON-DMG-09)."""
        self.results = tuple([self.result(g, die) for die in dice])
        if len(dict.fromkeys([part_of(result) for result in self.results])) > 1:
            return Ask(LOCATION.of(g.units[self.target].seat), then=self.hear)
        return self.apply(g, self.results[0])

    @LOCATION.tells
    def about_location(self, view: View[HeroesState]) -> About:
        """Name the vehicle."""
        who = unit_name(view.state, self.target)
        return About(say("choose the die that hits {unit}", unit=who), "", "HON-DMG-09")

    @LOCATION.offers
    def offers_location(self, view: View[HeroesState]) -> Iterator[TakeDamage]:
        """Both."""
        for die in map(DiePlace, range(len(self.results))):
            yield TakeDamage(die)

    @LOCATION.judges
    def why_not_location(self, view: View[HeroesState], answer: TakeDamage) -> Refusal | None:
        """One of them."""
        if answer.die.__class__ is int and 0 <= answer.die < len(self.results):
            return None
        return Refusal("HON-DMG-09", say("choose one of the two dice"))

    def hear(self, g: HeroesState, answer: TakeDamage) -> Outcome[None]:
        """It counts."""
        return self.apply(g, self.results[answer.die])

    def apply(self, g: HeroesState, result: int) -> Outcome[None]:
        """A marker; a second one of its kind destroys the vehicle (HON-DMG-07)."""
        g.tell(Located(self.target, result))
        part, damage = part_of(result), g.units[self.target].damage
        if part is None or part in damage:
            eliminate(g, self.target, "HON-DMG-06" if part is None else "HON-DMG-07")
            return Done()
        g.change(self.target, damage=(*damage, part))
        if part is Damage.HULL:
            suppress(g, self.target, SHOCK)
        return Done()
