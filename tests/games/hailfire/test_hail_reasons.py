"""What is said for a hint: one reason in one sentence, with its odds, and no place in inches."""

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
from owm_net.games.hailfire.assault import Strike
from owm_net.games.hailfire.chits import SayBroken
from owm_net.games.hailfire.orders import ChargeAt, FireAt
from owm_net.games.hailfire.shooting import Allot

HAILFIRE = games.get("hailfire")
SORTS = ("set_up", "activate", "order", "fight", "shift", "lead", "aim", "allot", "break")
"""Questions that each of these matches asks."""
WITH_ODDS = (FireAt, ChargeAt, Strike, Allot)
FAR = re.compile(r'"|\d east|\d north')
"""How coordinates would read."""


@cache
def hints() -> tuple[tuple[str, Answer, str], ...]:
    """Return the hints of two matches: kind of question, answer, reason."""
    return (*_hints("lane-junction", 3), *_hints("last-road", 1))


def _hints(mission: str, seed: int) -> Iterator[tuple[str, Answer, str]]:
    setup = HAILFIRE.default_setup(mission=mission)
    regular = partial(computer_player, strength="regular")
    match = LocalMatch(HAILFIRE, setup, seed, [regular] * 2)
    while not isinstance(match.request, Over):
        if isinstance(match.request, Decision):
            view = match.view(match.request.deciders[0])
            answer = HAILFIRE.advised(view)[0].answer
            yield agenda.kind_of(view).word, answer, str(HAILFIRE.reason(view, answer))
        match.step()


@pytest.mark.parametrize("kind", SORTS)
def test_each_hint_has_one_sentence_as_its_reason(kind: str) -> None:
    reasons = [why for word, _, why in hints() if word == kind]
    assert reasons
    for why in reasons:
        assert why.endswith(".") and why.count(". ") == 0, why
        assert not FAR.search(why), why


def test_the_reason_of_a_roll_tells_its_odds() -> None:
    told = [(answer, why) for _, answer, why in hints() if isinstance(answer, WITH_ODDS)]
    assert {type(answer) for answer, _ in told} == set(WITH_ODDS)
    assert all("%" in why for _, why in told)


def test_no_hint_silences_a_question_for_the_rest_of_the_battle() -> None:
    halts = [answer for word, answer, _ in hints() if word == "halt"]
    assert halts and all(answer == Pass() for answer in halts)


@pytest.mark.rule("HAIL-PVIC-04")
def test_only_a_limit_that_is_reached_is_asked_for() -> None:
    """The other answer is the only one that the rules allow, and ends nothing."""
    match = LocalMatch(HAILFIRE, HAILFIRE.default_setup(), 3, [computer_player] * 2)
    said = []
    while not isinstance(match.request, Over):
        if isinstance(match.request, Decision):
            view = match.view(match.request.deciders[0])
            if agenda.kind_of(view).word == "break":
                settled, options = HAILFIRE.settled(view), agenda.options(view)
                said += [option.broken for option in options if isinstance(option, SayBroken)]
                assert settled == (None if said[-1] else options[0])
        match.step()
    assert len(said) > 2 and not said[0]
