"""Additional Shielding: tokens that a heavy vehicle spends before the die. HON-EQ-01."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.equipment import stocks, take_token
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType
from owm_net.games.heroes.words import unit_name

SHIELDING = OptionKey("eq_shielding")


@record("heroes.shield")
class Shield(Answer):
    """So many tokens: 1 more to the defence for each."""

    title: ClassVar[str] = say("Additional Shielding")

    tokens: int

    def sentence(self, view: View[HeroesState]) -> str:
        return say_n("spend {n} token of shielding", "spend {n} tokens of shielding", self.tokens)


SHIELD = Kind(
    "shielding",
    Shield,
    rule="HON-EQ-01",
    why=say("choose how much shielding to spend"),
    deed=say("spend shielding"),
    passes=True,
    pass_first=True,
)


@record("heroes.shielded")
class Shielded(Event):
    """Tokens are spent whether or not they help."""

    words = say_n("{unit} spends {n} token of shielding", "{unit} spends {n} tokens of shielding")
    rule = "HON-EQ-01"

    unit: UnitId
    n: int


@frame("heroes.shielding")
@define
class Shielding(Frame[int]):
    """Before a die against a heavy vehicle, of a shot or of any other attack (R-124, R-207); its
    result: what tokens add to its defence."""

    target: UnitId

    def start(self, g: HeroesState) -> Outcome[int]:
        """Its owner is asked where there are tokens."""
        if shields(g, self.target):
            return Ask(SHIELD.of(g.units[self.target].seat), then=self.hear)
        return Done(0)

    @SHIELD.tells
    def about_shielding(self, view: View[HeroesState]) -> About:
        """Name the vehicle, and its tokens."""
        g = view.state
        left = say_n("{n} token is left", "{n} tokens are left", shields(g, self.target))
        who = unit_name(g, self.target)
        return About(say("spend shielding for {unit}", unit=who), left, "HON-EQ-01")

    @SHIELD.offers
    def offers_shielding(self, view: View[HeroesState]) -> Iterator[Shield]:
        """Any number."""
        for tokens in range(1, shields(view.state, self.target) + 1):
            yield Shield(tokens)

    @SHIELD.judges
    def why_not_shielding(self, view: View[HeroesState], answer: Shield) -> Refusal | None:
        """As many as there are."""
        if answer.tokens.__class__ is int and 0 < answer.tokens <= shields(view.state, self.target):
            return None
        return Refusal("HON-EQ-01", say("there are not that many tokens"))

    def hear(self, g: HeroesState, answer: Shield) -> Outcome[int]:
        """They are gone."""
        for _ in range(answer.tokens):
            take_token(g, self.target, SHIELDING)
        g.tell(Shielded(self.target, answer.tokens))
        return Done(answer.tokens)

    def passed_shielding(self, g: HeroesState) -> Outcome[int]:
        """None is spent."""
        return Done(0)


def shields(g: HeroesState, unit: UnitId) -> int:
    """How many tokens a unit may spend: heavy vehicles alone."""
    if g.units[unit].kind is not UnitType.HEAVY:
        return 0
    return sum([g.options[n].tokens for n in stocks(g, unit, SHIELDING)])
