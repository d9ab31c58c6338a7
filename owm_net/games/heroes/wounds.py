"""A hit on infantry or on a light vehicle. HON-AB-78, HON-FIRE-10, R-54.

A Substitute may take the hit for a heavy weapon, whether by a shot, a pattern or a card. In an
assault nobody may.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.records import ADDED, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.card import (
    CardPlay,
    Moment,
    can_play,
    card_offers,
    spend_card,
    why_not_card,
)
from owm_net.games.heroes.consent import Agreeing, Favour
from owm_net.games.heroes.damage import hit
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.ids import NO_UNIT, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import SUBSTITUTE_REACH, Ability, Outline
from owm_net.games.heroes.words import unit_name


@record("heroes.substitute")
class Substitute(Answer):
    """Another unit takes the hit of a heavy weapon (HON-AB-78)."""

    title: ClassVar[str] = say("Substitute")
    words = say("{unit} takes the hit")

    unit: UnitId


WOUNDED: Kind[Substitute | CardPlay] = Kind(
    "wounded",
    rule="HON-AB-78",
    why=say("choose who takes the hit"),
    deed=say("say who takes a hit"),
    passes=True,
    pass_first=True,
)
"""Its answers are told to it by `cards.listed`."""


def substitutes(g: HeroesState, target: UnitId) -> list[UnitId]:
    """The units that may take a hit for a heavy weapon (HON-AB-78), of allies too (HON-MP-19)."""
    t = g.units[target]
    if t.piece.outline is not Outline.HEAVY_WEAPON:
        return []
    return [
        unit
        for member in g.members(t.seat)
        for unit in g.on_map(member)
        if unit != target
        and g.units[unit].has(Ability.SUBSTITUTE)
        and distance(g.units[unit].at, t.at) <= SUBSTITUTE_REACH
    ]


@frame("heroes.wounding")
@define
class Wounding(Frame[None]):
    """A hit. rule: by which. firer: the unit that shot at the target; NO_UNIT for any other hit, on
    which nobody plays a card. struck: the unit that has taken it. asked: a unit of an ally, who is
    asked whether it does; refused: those for which they have refused."""

    target: UnitId
    rule: str
    firer: UnitId = NO_UNIT
    struck: UnitId = NO_UNIT
    asked: UnitId = field(default=NO_UNIT, metadata=ADDED)
    refused: tuple[UnitId, ...] = field(default=(), metadata=ADDED)

    def able(self, g: HeroesState) -> list[UnitId]:
        """The Substitutes that may still take it."""
        return [unit for unit in substitutes(g, self.target) if unit not in self.refused]

    def start(self, g: HeroesState) -> Outcome[None]:
        """The owner is asked where there is a choice."""
        if self.able(g):
            return Ask(WOUNDED.of(g.units[self.target].seat), then=self.hear)
        return self.take(g, self.target)

    def take(self, g: HeroesState, unit: UnitId) -> Outcome[None]:
        """A unit takes it; if it lives and was shot at, cards may be played."""
        hit(g, unit, self.rule)
        self.struck = unit
        shot = self.firer != NO_UNIT and g.units[unit].there
        if shot and can_play(WOUNDED, g, self.moment(g)):
            return Ask(WOUNDED.of(g.units[unit].seat), then=self.hear)
        return Done()

    def moment(self, g: HeroesState) -> Moment:
        """Return the moment at which the owner of the struck unit may play cards."""
        return Moment(g.units[self.struck].seat, own=self.struck, enemy=self.firer)

    @WOUNDED.tells
    def about_wounded(self, view: View[HeroesState]) -> About:
        """Name the unit that was hit."""
        g = view.state
        if self.struck != NO_UNIT:
            who = unit_name(g, self.struck)
            return About(say("play a card on the hit of {unit}", unit=who), "", "HON-CARD-09")
        who = unit_name(g, self.target)
        return About(say("say who takes the hit of {unit}", unit=who), "", "HON-AB-78")

    @WOUNDED.offers
    def offers_wounded(self, view: View[HeroesState]) -> Iterator[Substitute | CardPlay]:
        """Those beside the weapon; afterwards cards."""
        if self.struck != NO_UNIT:
            yield from card_offers(WOUNDED, view, self.moment(view.state))
            return
        for unit in self.able(view.state):
            yield Substitute(unit)

    @WOUNDED.judges
    def why_not_wounded(
        self, view: View[HeroesState], answer: Substitute | CardPlay
    ) -> Refusal | None:
        """A unit with the ability, near enough; or a card."""
        if isinstance(answer, CardPlay):
            if self.struck == NO_UNIT:
                return Refusal("HON-CARD-06", say("nobody has taken the hit yet"), misfit=True)
            return why_not_card(view, self.moment(view.state), answer)
        if self.struck != NO_UNIT:
            return Refusal("HON-AB-78", say("the hit has been taken"), misfit=True)
        near = self.able(view.state)
        if answer.unit.__class__ is not int or answer.unit not in near:
            return Refusal("HON-AB-78", say("choose a Substitute within 2 spaces"))
        return None

    def hear(self, g: HeroesState, answer: Substitute | CardPlay) -> Outcome[None]:
        """A Substitute takes it; or a card is played on it."""
        if isinstance(answer, Substitute):
            owner = g.units[answer.unit].seat
            if owner != g.units[self.target].seat:
                self.asked = answer.unit
                return Call(Agreeing(owner, Favour.SUBSTITUTE, answer.unit), then=self.agreed)
            return self.take(g, answer.unit)
        at = self.moment(g)
        spend_card(g, at.seat, answer.card)
        answer.execute(g, at)
        return Done()

    def agreed(self, g: HeroesState, agreed: bool) -> Outcome[None]:
        """The ally's unit takes it, or somebody else does."""
        if agreed:
            return self.take(g, self.asked)
        self.refused = (*self.refused, self.asked)
        return self.start

    def passed_wounded(self, g: HeroesState) -> Outcome[None]:
        """The weapon takes it itself; or no card is played on the hit."""
        return self.take(g, self.target) if self.struck == NO_UNIT else Done()
