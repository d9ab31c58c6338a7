"""The match for a first evening, and that ready-made forces begin level."""

from __future__ import annotations

from itertools import combinations

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.requests import Decision, Over
from owm_net.games.heroes.muster import cost_of
from owm_net.games.heroes.roster import ready_armies
from owm_net.games.heroes.terms import Nation
from owm_net.games.owm.set_up import SQUAD, AboutSquad
from owm_net.games.owm.state import CATALOG, OwmState

GAMES = [name for name in games.names() if not games.get(name).for_developers]
LIMITS = (35, 65, 75, 90)
"""What a side's squads of Of War and Men may cost, by its missions and by the option `points`."""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_first_match_against_its_weakest_player(name: str) -> None:
    system = games.get(name)
    setup, opponent = system.first_match()
    system.check_setup(setup)
    assert setup.seats == 2 and opponent == system.strengths[0] != system.strengths[-1]


@pytest.mark.parametrize("name", ["squadcards", "nco", "hailfire", "heroes"])
def test_a_recruit_plays_worse_now_and_then_and_by_the_rules(name: str) -> None:
    system = games.get(name)
    match = LocalMatch(system, system.first_match()[0], 5, [computer_player] * 2)
    others = 0
    for _ in range(20):
        request = match.request
        assert not isinstance(request, Over)
        if isinstance(request, Decision):
            view = match.view(request.deciders[0])
            answers = [
                system.computer(view, Chance(seed), strength)
                for strength, seed in (("regular", 1), *[("recruit", n) for n in range(4)])
            ]
            assert all(agenda.why_not(view, answer) is None for answer in answers)
            others += len({str(answer) for answer in answers}) > 1
        match.step()
    assert others


@pytest.mark.rule("OWM-SETUP-06", "OWM-SETUP-07")
@pytest.mark.parametrize("limit", LIMITS)
def test_ready_made_squads_cost_nearly_what_a_squad_may(limit: int) -> None:
    """Of every division, in two pairs of sides."""
    system = games.get("owm")
    setup = system.default_setup().with_(switches=(("points", str(limit)),))
    for pair in list(combinations(CATALOG.divisions, 2))[::5]:
        match = LocalMatch(system, setup, 1, [random_player] * 2)
        while getattr(match.request, "kind", "") != SQUAD.word:
            match.step()
        assert isinstance(match.state, OwmState)
        for seat, division in enumerate(pair):
            match.state.divisions[seat] = (division,)
            told = agenda.about(match.view(seat))
            assert isinstance(told, AboutSquad) and told.near
            assert all(0.95 * limit <= one.points <= limit for one in told.near), division


@pytest.mark.rule("HON-ARMY-01")
@pytest.mark.parametrize("limit", [250, 350, 500])
def test_ready_armies_cost_nearly_what_an_army_may(limit: int) -> None:
    for nation in (Nation.GERMAN, Nation.US):
        found = [cost_of(ready.army) for ready in ready_armies(nation, limit)]
        assert found and all(0.95 * limit <= cost <= limit for cost in found)
    assert [cost_of(ready.army) for ready in ready_armies(Nation.US, 330)]  # none is near: all
