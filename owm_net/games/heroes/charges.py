"""Demolition Charges, sticky bombs and magnetic mines: laid at the end of a move, and what they do
in Supply. HON-EQ-06, HON-EQ-16, R-36, R-77."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.blasts import Blast
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.equipment import stocks, take_token
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.ids import OptionKey, StructureId, UnitId
from owm_net.games.heroes.state import Charge, HeroesState
from owm_net.games.heroes.structures import Demolishing
from owm_net.games.heroes.words import unit_name

CHARGE = OptionKey("eq_demolition")
BOMBS = (OptionKey("eq_magnetic_mine"), OptionKey("eq_sticky_bomb"))


@record("heroes.place_charge")
class PlaceCharge(Answer):
    """A charge is laid at a structure. structure: the number of its overlay."""

    title: ClassVar[str] = say("Demolition Charge")
    words = say("lay a charge")

    structure: StructureId


@record("heroes.attach")
class Attach(Answer):
    """Bombs on an enemy vehicle. tokens: how many of the kind."""

    title: ClassVar[str] = say("Bomb")
    words = say("{tokens} on {target}")

    target: UnitId
    tokens: int = 1


PLACE: Kind[PlaceCharge | Attach] = Kind(
    "place",
    PlaceCharge,
    Attach,
    rule="HON-EQ-06",
    why=say("a charge or a bomb may be placed"),
    deed=say("place a charge or a bomb"),
    passes=True,
    pass_first=True,
)


@record("heroes.charge_laid")
class ChargeLaid(Event):
    """A charge or a bomb is in its place."""

    words = say("{unit} has laid a charge")
    rule = "HON-EQ-06"

    unit: UnitId


def structures_beside(g: HeroesState, unit: UnitId) -> list[StructureId]:
    """The structures beside a unit, by the numbers of their overlays: their own walls do not keep
    it away (HON-EQ-06, R-125)."""
    at = g.units[unit].at
    found = [
        StructureId(number)
        for number, structure in g.ground.structures.items()
        if any(distance(at, space) == 1 for space in structure.spaces)
    ]
    return found if stocks(g, unit, CHARGE) else []


def vehicles_beside(g: HeroesState, unit: UnitId) -> list[UnitId]:
    """The enemy vehicles beside infantry (HON-EQ-16)."""
    u = g.units[unit]
    if u.kind.vehicle or not bombs(g, unit):
        return []
    return [
        enemy
        for enemy, e in g.enemies(u.seat)
        if e.kind.vehicle and any(g.ground.adjacent(u.at, space) for space in e.covers)
    ]


def bombs(g: HeroesState, unit: UnitId) -> list[OptionKey]:
    """The bombs that a unit may attach, each by the option on which it lies."""
    return [key for key in BOMBS for n in stocks(g, unit, key) for _ in range(g.options[n].tokens)]


def may_place(g: HeroesState, unit: UnitId) -> bool:
    """Return True if a unit could place something where it stands, as everybody sees."""
    u = g.units[unit]
    able = u.there and not u.kind.vehicle and not u.concealed
    return able and bool(structures_beside(g, unit) or vehicles_beside(g, unit))


@frame("heroes.placing")
@define
class Placing(Frame[None]):
    """The end of a move of infantry, in either phase."""

    unit: UnitId

    def start(self, g: HeroesState) -> Outcome[None]:
        """Asked where everybody sees that something may be placed."""
        if may_place(g, self.unit):
            return Ask(PLACE.of(g.units[self.unit].seat), then=self.hear)
        return Done()

    @PLACE.tells
    def about_place(self, view: View[HeroesState]) -> About:
        """By whom."""
        who = unit_name(view.state, self.unit)
        return About(say("place a charge or a bomb by {unit}", unit=who), "", "HON-EQ-06")

    @PLACE.offers
    def offers_place(self, view: View[HeroesState]) -> Iterator[PlaceCharge | Attach]:
        """Each structure and each vehicle."""
        g = view.state
        for number in structures_beside(g, self.unit):
            yield PlaceCharge(number)
        for enemy in vehicles_beside(g, self.unit):
            for tokens in range(1, len(bombs(g, self.unit)) + 1):
                yield Attach(enemy, tokens)

    @PLACE.judges
    def why_not_place(
        self, view: View[HeroesState], answer: PlaceCharge | Attach
    ) -> Refusal | None:
        """Beside it, with as many tokens as there are."""
        g = view.state
        if isinstance(answer, PlaceCharge):
            beside = structures_beside(g, self.unit)
            if answer.structure.__class__ is int and answer.structure in beside:
                return None
            return Refusal("HON-EQ-06", say("choose a structure beside the unit"))
        target = answer.target
        if target.__class__ is not int or target not in vehicles_beside(g, self.unit):
            return Refusal("HON-EQ-16", say("choose an enemy vehicle beside the unit"))
        tokens = answer.tokens
        if tokens.__class__ is int and 0 < tokens <= len(bombs(g, self.unit)):
            return None
        return Refusal("HON-EQ-16", say("there are not that many tokens left"))

    def hear(self, g: HeroesState, answer: PlaceCharge | Attach) -> Outcome[None]:
        """It is there; more may be placed."""
        u = g.units[self.unit]
        if isinstance(answer, PlaceCharge):
            take_token(g, self.unit, CHARGE)
            g.charges.append(Charge(seat=u.seat, key=CHARGE, structure=answer.structure))
        else:
            for key in bombs(g, self.unit)[: answer.tokens]:
                take_token(g, self.unit, key)
                g.charges.append(Charge(seat=u.seat, key=key, target=answer.target))
        g.tell(ChargeLaid(self.unit))
        return self.start

    def passed_place(self, g: HeroesState) -> Outcome[None]:
        """The move is over."""
        return Done()


@frame("heroes.exploding")
@define
class Exploding(Frame[None]):
    """Charges at the beginning of Supply, bombs at its end (HON-SUP-01, HON-SUP-08). at_end: which
    of the two. left: those that are still to go off."""

    at_end: bool
    left: list[Charge] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """In the order in which they were laid."""
        self.left = [c for c in g.charges if (c.key in BOMBS) is self.at_end]
        g.charges = [c for c in g.charges if (c.key in BOMBS) is not self.at_end]
        return self.next

    def next(self, g: HeroesState) -> Outcome[None]:
        """One after the other; what is gone already is left alone. A charge is no unit's roll: no
        markers count (R-77). A bomb goes against the side of a heavy vehicle."""
        while self.left:
            c = self.left.pop(0)
            option = CATALOG.options[c.key]
            if not self.at_end:
                return Call(Demolishing(c.structure, option.destruction, c.seat), then=self.next)
            if g.units[c.target].there:
                blast = Blast(c.seat, tuple(option.bonus.items()), [c.target])
                return Call(blast, then=self.next)
        return Done()
