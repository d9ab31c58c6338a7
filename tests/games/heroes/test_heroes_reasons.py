"""What is said for a hint: one reason in one sentence, with its odds where dice decide."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision, Over
from owm_net.engine.view import View
from owm_net.games.heroes.computer.reasons import STAYS
from owm_net.games.heroes.ids import NO_UNIT
from owm_net.games.heroes.moving import FireOnTheMove
from owm_net.games.heroes.orders import OrderFire, OrderMove
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.set_up import LayBlind
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.tokens import Lay
from tests.games.heroes.table import ANN, Table, acting, ann, ben

HEROES = games.get("heroes")
SORTS = ("deploy", "lay", "turn", "leg", "react", "supply_move", "discard")
"""Questions that each of these matches asks."""


@cache
def hints() -> tuple[tuple[str, Answer, str], ...]:
    """Return the hints of two matches: kind of question, answer, reason."""
    return (*_hints("crossroads-scramble", 3), *_hints("hill-farm", 3))


def _hints(mission: str, seed: int) -> Iterator[tuple[str, Answer, str]]:
    setup = HEROES.default_setup(mission=mission)
    regular = partial(computer_player, strength="regular")
    match = LocalMatch(HEROES, setup, seed, [regular] * 2)
    while not isinstance(match.request, Over):
        if isinstance(match.request, Decision):
            view = match.view(match.request.deciders[0])
            answer = HEROES.advised(view)[0].answer
            yield agenda.kind_of(view).word, answer, str(HEROES.reason(view, answer))
        match.step()


def speaks(answer: Answer) -> bool:
    """Return False for what may speak for itself."""
    return not isinstance(answer, Pass | LayBlind)


@pytest.mark.parametrize("kind", SORTS)
def test_each_hint_has_one_sentence_as_its_reason(kind: str) -> None:
    reasons = [why for word, answer, why in hints() if word == kind and speaks(answer)]
    assert reasons
    for why in reasons:
        assert why.endswith(".") and not re.search(r"[a-z]{3}[.?!] (?!Walter)", why), why
        assert len(why.split()) <= 20, why


def test_the_reason_of_a_shot_and_an_assault_tells_its_odds() -> None:
    dice = (OrderFire, FireOnTheMove, React)
    told = [(answer, why) for _, answer, why in hints() if isinstance(answer, dice)]
    assert {OrderFire, React} <= {type(answer) for answer, _ in told}
    assert all("%" in why for answer, why in told if getattr(answer, "targets", True)), told
    assaults = [w for _, a, w in hints() if isinstance(a, OrderMove) and a.target != NO_UNIT]
    assert all("%" in why for why in assaults), assaults


def test_orders_and_places_have_different_reasons_and_say_what_they_are_about() -> None:
    for sort, several in ((Lay, 4), (OrderMove, 4)):
        reasons = {why for _, answer, why in hints() if isinstance(answer, sort)}
        assert len(reasons) >= several, reasons
    laid = " ".join(why for _, answer, why in hints() if isinstance(answer, Lay))
    assert "%" in laid and "bluff" in laid


@pytest.mark.rule("HON-AB-40")
def test_the_reason_of_a_split_shot_tells_the_odds_of_its_share() -> None:
    """It told those of the whole bonus."""
    match, view = gunner()
    told = [HEROES.reason(view, match.fire(0, 1, 2, shares=shares)) for shares in ((1, 3), (3, 1))]
    assert "33%" in told[0] and "67%" in told[1], told


@pytest.mark.rule("HON-FIRE-19")
def test_the_reason_to_hold_ones_fire_is_no_blast() -> None:
    match, view = gunner()
    assert HEROES.reason(view, match.fire(0)) == STAYS


def gunner() -> tuple[Table, View[HeroesState]]:
    """A gun whose bonus of 4 may be split between two, and what its player sees."""
    gun = ann(3, 3, "de_mg42", face=1, facing=2)
    match = acting(gun, ben(7, 3), ben(8, 2), due=(1, 1), bluffs=(0, 0), orders={"u0": 1, "u1": 1})
    return match, View(match.g, ANN, match.known(ANN))
