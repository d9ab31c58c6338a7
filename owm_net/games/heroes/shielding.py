"""Additional Shielding: tokens that a heavy vehicle spends before the die. HON-EQ-01."""

from __future__ import annotations

from typing import ClassVar

from owm_net.engine.agenda import Event, Kind, Refusal
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.games.heroes.equipment import stocks, take_token
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType

SHIELDING = OptionKey("eq_shielding")


@record("heroes.shield")
class Shield(Answer):
    """So many tokens: 1 more to the defence for each."""

    title: ClassVar[str] = say("Additional Shielding")
    words = say("spend {tokens} tokens of shielding")

    tokens: int


SHIELD = Kind(
    "shielding",
    Shield,
    rule="HON-EQ-01",
    why=say("how much shielding is spent is asked for"),
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


def shields(g: HeroesState, unit: UnitId) -> int:
    """How many tokens a unit may spend: heavy vehicles alone."""
    if g.units[unit].kind is not UnitType.HEAVY:
        return 0
    return sum([g.options[n].tokens for n in stocks(g, unit, SHIELDING)])


def why_not_shield(g: HeroesState, unit: UnitId, answer: Shield) -> Refusal | None:
    """None if there are so many."""
    if answer.tokens.__class__ is int and 0 < answer.tokens <= shields(g, unit):
        return None
    return Refusal("HON-EQ-01", say("so many tokens are not there"))


def shield(g: HeroesState, unit: UnitId, answer: Shield) -> int:
    """They are gone; what they add to the defence."""
    for _ in range(answer.tokens):
        take_token(g, unit, SHIELDING)
    g.tell(Shielded(unit, answer.tokens))
    return answer.tokens
