"""The veteran of NCO: a squad that wins, orders that are played out, and matches by the rules."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest

from owm_net import games
from owm_net.engine import agenda, search
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Answer
from owm_net.engine.system import VETERAN, System
from owm_net.engine.view import View
from owm_net.games.nco.computer import decide
from owm_net.games.nco.computer.front import Front
from owm_net.games.nco.computer.musters import WINNING
from owm_net.games.nco.computer.thinking import MOST_PLANS, NcoThinker
from owm_net.games.nco.missions import FACES
from owm_net.games.nco.orders.command import ORDER
from owm_net.games.nco.set_up import ROSTER
from owm_net.games.nco.squads import why_not_roster
from tests.games.every import THOROUGH
from tests.games.nco.table import ANN, S, at, ground, lay, man

NCO = games.get("nco")
WALL = ("house", 1400, 600, 1500, 1400)


@pytest.mark.rule("NCO-BLD-01", "NCO-BLD-10")
def test_its_squads_are_lawful_and_not_the_same_each_evening() -> None:
    rosters = [roster for alike in WINNING for roster in alike]
    assert all(why_not_roster(roster) is None for roster in rosters)
    match = LocalMatch(NCO, NCO.default_setup(), 1, [player_of(NCO, VETERAN)] * 2)
    while not agenda.asks(match.state, ROSTER):
        match.step()
    taken = [NCO.computer(match.view(ANN), Chance(n), VETERAN) for n in range(99)]
    assert all(roster in taken for roster in rosters) and all(one in rosters for one in taken)


@pytest.mark.parametrize("mission", NCO.missions if THOROUGH else NCO.missions[3:4])
def test_it_plays_each_mission_to_its_end(mission: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is enough for it here to leave regular's answer: then it often does."""
    monkeypatch.setattr(search, "LEAST_WORLDS", 1)
    monkeypatch.setattr(NcoThinker, "doubt", 0)
    others = 0

    def veteran(system: System, view: View[Any], chance: Chance) -> Answer:
        nonlocal others
        own = NcoThinker().plans(view, copy(chance))[0].first
        answer = system.computer(view, chance, VETERAN)
        others += answer != own
        return answer

    players = [veteran, player_of(NCO, "regular")]
    match = LocalMatch(NCO, NCO.default_setup(mission), 4, players)
    match.play()
    assert others > 1
    state: Any = match.state
    assert state.nations[0] in {roster.nation for alike in WINNING for roster in alike}


def test_it_plays_out_orders_about_as_good_and_regulars_own_first() -> None:
    match = LocalMatch(NCO, NCO.default_setup(), 3, [player_of(NCO, "regular")] * 2)
    state: Any = match.state
    while not (agenda.asks(match.state, ORDER) and state.turn == 2):
        match.step()
    view = match.view(state.pending.seat)
    plans = NcoThinker().plans(view, Chance(1))
    assert plans[0].first == decide(view, Chance(1))
    assert 1 < len(plans) <= MOST_PLANS
    assert len({(type(p.first), getattr(p.first, "soldier", None)) for p in plans}) == len(plans)
    best, other = NCO.advised(view)
    assert best.answer != other.answer and best.tried == other.tried > 0


@pytest.mark.rule("NCO-SCN-18")
def test_an_enemy_mission_is_one_of_six_cards() -> None:
    players = [player_of(NCO, "regular")] * 2
    match = LocalMatch(NCO, NCO.default_setup("extermination-order"), 2, players)
    state: Any = match.state
    while not state.turn:
        match.step()
    mine, theirs = NcoThinker().hidden(match.view(ANN)).closed
    assert len(mine[0]) == len(mine[1]) == FACES - 1
    assert len(theirs[0]) == len(theirs[1]) == FACES


def test_a_discharger_reaches_whom_nobody_sees() -> None:
    """So one behind a wall is as dangerous as one in sight, and as useful."""
    thrower = man(1000, 1000, "lance_corporal", "discharger")
    fight = lay([thrower], [man(1900, 1000)], layout=ground(WALL))
    front = Front(fight.g, ANN, {})
    assert front.look(at(1000, 1000), at(1900, 1000)) == 0
    assert front.fire(S(0), at(1000, 1000)) > 0
    assert Front(fight.g, fight.g.soldiers[1].seat, {}).danger(S(1), at(1900, 1000)) > 0
    rifle = lay([man(1000, 1000)], [man(1900, 1000)], layout=ground(WALL))
    assert Front(rifle.g, ANN, {}).fire(S(0), at(1000, 1000)) == 0
