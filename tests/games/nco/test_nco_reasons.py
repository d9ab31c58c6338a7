"""What is said for a hint: one reason in one sentence, with its odds, and no place in inches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from owm_net import games
from owm_net.client.tables.nco.in_words import Words
from owm_net.client.terminal.advice import Advice, advice_on
from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.requests import Decision, Over
from owm_net.games.nco.orders.advance import Shoot
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.set_up import Deploy

NCO = games.get("nco")
SORTS = ("roster", "side", "deploy", "order", "shot", "special", "react", "item")
"""Questions that these matches ask."""
WITH_ODDS = (Fire, Shoot, Assault)
FAR = re.compile(r'"|\d east|\d north')
"""How coordinates would read."""


@cache
def hints() -> tuple[tuple[str, Advice], ...]:
    """Return the hints of two matches, each with the kind of question."""
    return (*_hints("secure-the-sectors", 3), *_hints("search-and-destroy", 1))


def _hints(mission: str, seed: int) -> Iterator[tuple[str, Advice]]:
    setup = NCO.default_setup(mission=mission)
    match = LocalMatch(NCO, setup, seed, [computer_player] * 2)
    while not isinstance(match.request, Over):
        if isinstance(match.request, Decision):
            view = match.view(match.request.deciders[0])
            yield agenda.kind_of(view).word, advice_on(Words(NCO), view, NCO.advised(view)[0])
        match.step()


@pytest.mark.parametrize("kind", SORTS)
def test_each_hint_has_one_sentence_as_its_reason_and_no_coordinates(kind: str) -> None:
    found = [hint for word, hint in hints() if word == kind]
    assert found
    for hint in found:
        assert hint.why.endswith(".") and hint.why.count(". ") == 0, hint
        assert not FAR.search(hint.what) and not FAR.search(hint.why), hint


def test_the_reason_of_a_roll_tells_the_odds_that_stand_below_it() -> None:
    """Of a shot at one soldier, and of a fight."""
    told = [hint for _, hint in hints() if isinstance(hint.answer, WITH_ODDS)]
    assert {type(hint.answer) for hint in told} == set(WITH_ODDS)
    assert all("%" in hint.why for hint in told)
    for hint in told:
        if hint.odds:
            (chance,) = re.findall(r"[<>]?\d+%", hint.why)
            assert any(chance in line for line in hint.odds), hint


def test_an_enemy_is_never_taken_for_a_soldier_of_ones_own() -> None:
    """ "Sergeant 1: Fire, rifle at Sergeant 1" named two."""
    fire = [hint.what for _, hint in hints() if isinstance(hint.answer, Fire) and hint.odds]
    assert fire and all("at the enemy's " in what for what in fire)


def test_a_hint_spreads_a_squad_out_that_has_no_errand() -> None:
    deploy = [hint for _, hint in hints() if isinstance(hint.answer, Deploy)]
    assert any("along the whole edge" in hint.what for hint in deploy)
