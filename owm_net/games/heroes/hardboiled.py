"""Hardboiled: tokens that take Suppressed markers off. HON-TRT-05, HON-TRT-06, R-39."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.heroes.equipment import stocks, take_token
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.state import HeroesState

HARDBOILED = OptionKey("tr_hardboiled")


@record("heroes.steady")
class Steady(Answer):
    """A play of tokens. units: each loses a marker; a unit that loses several is named so often."""

    title: ClassVar[str] = say("Hardboiled")
    words = say("a marker off {units}")

    units: tuple[UnitId, ...]


@record("heroes.steadied")
class Steadied(Event):
    """A token takes a marker off (HON-TRT-05)."""

    words = say("{unit} is hardboiled: a marker less")
    rule = "HON-TRT-05"

    unit: UnitId


def shaken(g: HeroesState, seat: Seat) -> list[UnitId]:
    """A seat's suppressed units for which it has a token left."""
    return [u for u in g.in_play(seat) if g.units[u].suppressed and stocks(g, u, HARDBOILED)]


def steadyings(units: list[UnitId]) -> Iterator[Steady]:
    """One marker off each."""
    for unit in units:
        yield Steady((unit,))


def why_not_steady(g: HeroesState, able: list[UnitId], answer: Steady) -> Refusal | None:
    """None if these units may lose markers now. able: the units that may."""
    units = answer.units
    if not isinstance(units, tuple) or not units:
        return Refusal("HON-TRT-05", say("choose a suppressed unit"), more=True)
    if any(unit.__class__ is not int or unit not in able for unit in units):
        return Refusal("HON-TRT-05", say("choose a suppressed unit of that tile"))
    if any(units.count(unit) > g.units[unit].suppressed for unit in units):
        return Refusal("HON-TRT-05", say("it has fewer markers"))
    tokens = dict.fromkeys([n for unit in units for n in stocks(g, unit, HARDBOILED)])
    if len(units) > sum([g.options[n].tokens for n in tokens]):
        return Refusal("HON-TRT-05", say("there are not that many tokens left"))
    return None


def steady(g: HeroesState, answer: Steady) -> None:
    """The tokens are gone, and so are the markers."""
    for unit in answer.units:
        take_token(g, unit, HARDBOILED)
        g.change(unit, suppressed=g.units[unit].suppressed - 1)
        g.tell(Steadied(unit))
