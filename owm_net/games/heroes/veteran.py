"""Veteran: tokens by which dice are rolled again. HON-TRT-15, R-55."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from owm_net.engine.agenda import Refusal
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.games.heroes.equipment import stocks, take_token
from owm_net.games.heroes.ids import NO_UNIT, DiePlace, OptionKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE

VETERAN = OptionKey("tr_veteran")


@record("heroes.reroll")
class Reroll(Answer):
    """A token is spent. dice: the places, from 0, of those of one roll that are rolled again."""

    title: ClassVar[str] = say("Veteran")
    words = say("roll dice again")

    dice: tuple[DiePlace, ...]


def may_reroll(g: HeroesState, unit: UnitId) -> bool:
    """Return True if a unit that has rolled has a token left."""
    return unit != NO_UNIT and bool(stocks(g, unit, VETERAN))


def rerolls(g: HeroesState, unit: UnitId, count: int) -> Iterator[Reroll]:
    """Each die alone, and all of them."""
    if may_reroll(g, unit):
        dice = tuple(map(DiePlace, range(count)))
        for die in dice:
            yield Reroll((die,))
        if count > 1:
            yield Reroll(dice)


def why_not_reroll(g: HeroesState, unit: UnitId, count: int, answer: Reroll) -> Refusal | None:
    """None if these dice of so many may be rolled again."""
    if not may_reroll(g, unit):
        return Refusal("HON-TRT-15", say("no Veteran token is left to it"), misfit=True)
    dice = answer.dice
    if not isinstance(dice, tuple) or not dice or len(dice) > count:
        return Refusal("HON-TRT-15", say("choose dice of the roll"), more=True)
    if any(die.__class__ is not int or not 0 <= die < count for die in dice):
        return Refusal("HON-TRT-15", say("choose dice of the roll"))
    if len(dict.fromkeys(dice)) < len(dice):
        return Refusal("HON-TRT-15", say("a die is named twice"))
    return None


def reroll(g: HeroesState, unit: UnitId, answer: Reroll) -> Roll:
    """The token is gone; the request for the new dice."""
    take_token(g, unit, VETERAN)
    return Roll(DIE, len(answer.dice), say("dice rolled again"))
