"""The computer player: it wins against chance, and does what is plain."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.requests import Over
from owm_net.games.nco.attack import GoDownAtOnce
from owm_net.games.nco.computer import decide, gain
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.shots import Shot
from owm_net.games.nco.specials import FocusFire
from owm_net.games.nco.terms import Order
from tests.games.nco.table import S, W, lay, man, specials, who

NCO = games.get("nco")
GAMES = 4


@pytest.mark.parametrize("mission", NCO.missions)
def test_it_beats_chance_from_either_side(mission: str) -> None:
    won = 0
    for seed in range(GAMES):
        players = [computer_player, random_player] if seed % 2 else [random_player, computer_player]
        match = LocalMatch(NCO, NCO.default_setup(mission), seed, players)
        while not isinstance(match.request, Over):
            match.give(match.decide())
        won += (seed + 1) % 2 in match.request.result.winners
    assert won >= GAMES - 1


def test_it_shoots_at_what_is_near_and_weak() -> None:
    weak, strong = man(1600, 1000, health=1, order=Order.DOWN), man(1600, 1500, order=Order.DOWN)
    fight = lay([man(1000, 1000)], [strong, weak])
    answer = decide(fight.view(), Chance(1))
    assert isinstance(answer, Fire) and answer.target == S(2)
    near, far = Shot(S(0), W("rifle"), S(1), None), Shot(S(0), W("rifle"), S(2), None)
    assert gain(fight.g, far) > gain(fight.g, near) > 0


def test_it_charges_the_weaker_and_not_the_stronger() -> None:
    fight = lay([man(1000, 1000, "sergeant", "smg")], [man(1600, 1000, "pfc", "rifle")])
    assert isinstance(decide(fight.view(), Chance(1)), Assault | Fire)
    timid = lay([man(1000, 1000)], [man(1600, 1000, "sergeant", "smg")])
    assert not isinstance(decide(timid.view(), Chance(1)), Assault)


def test_it_walks_towards_an_enemy_out_of_reach_and_rallies_the_broken() -> None:
    fight = lay([man(300, 300)], [man(3300, 3300)])
    answer = decide(fight.view(), Chance(1))
    assert isinstance(answer, Advance | Run) and answer.path[-1][0] > 300 < answer.path[-1][1]
    broken = lay([man(300, 300, psyche=0), man(300, 900)], [man(3300, 3300)])
    assert decide(broken.view(), Chance(1)) == Rally(S(0), psyche=True)


def test_it_drops_when_shot_at_and_takes_aim_when_it_can() -> None:
    fight = lay([man(1000, 1000)], [man(1600, 1000)]).say(Fire(S(0), W("rifle"), S(1)))
    assert decide(fight.view(), Chance(1)) == GoDownAtOnce(who(1))
    hero = man(1000, 1000, "corporal", "rifle", order=Order.FIRE)
    focus = specials([hero], [man(1500, 1000, order=Order.RALLY)])
    assert isinstance(decide(focus.view(), Chance(1)), FocusFire)
