"""The fast player for rollouts: it ends battles, and does what its intent says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import distance2
from owm_net.engine.local import LocalMatch
from owm_net.engine.requests import Answer, Over
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.hailfire.computer.quick import Intent, Stance, quick
from owm_net.games.hailfire.ids import Spot, UnitId
from owm_net.games.hailfire.orders import FireAt, March
from owm_net.games.hailfire.terms import Side
from owm_net.games.hailfire.turn import Activate
from tests.games.hailfire.table import ANN, HAIL, Fight, T, lay, scenario, team, turn, unit, who

AT_B = (3000, 1000)
WHERE = scenario(objectives=[(600, 3000, Side.DEFENDER), (*AT_B, Side.DEFENDER)])


def fast(intent: Intent) -> Callable[[System, View[Any], Chance], Answer]:
    return lambda system, view, chance: quick(view, chance, intent)


def choice(fight: Fight, intent: Intent) -> Answer:
    return quick(fight.view(ANN), Chance(1), intent)


def test_battles_of_it_end() -> None:
    players = [fast(Intent(Stance.STORM)), fast(Intent())]
    match = LocalMatch(HAIL, HAIL.default_setup("last-road"), 1, players)
    match.play()
    assert isinstance(match.request, Over)


def test_who_advances_goes_for_the_objective_that_is_named() -> None:
    rifles = unit(team("us_rifle", 1000, 1000), team("us_rifle", 1000, 1400))
    far = unit(team("ger_rifle", 4700, 3500))
    march = choice(lay([rifles], [far], where=WHERE), Intent(objective=1))
    assert isinstance(march, March)
    for leg in march.legs:
        spot = Spot((1000, 1000 + 400 * leg.team))
        assert distance2(leg.path[-1], AT_B) < distance2(spot, AT_B)


def test_who_holds_fires_and_goes_nowhere_and_who_falls_back_does_not_fire() -> None:
    gun, enemy = unit(team("us_hmg", 1000, 1000)), unit(team("ger_rifle", 2000, 1000))
    battle = lay([gun], [enemy], where=WHERE)
    assert isinstance(choice(battle, Intent(Stance.HOLD)), FireAt)
    away = choice(battle, Intent(Stance.BACK))
    assert isinstance(away, March) and away.legs[0].path[-1][0] < 1000
    held = choice(battle, Intent(Stance.BACK, exempt=(UnitId(0),)))
    assert isinstance(held, FireAt)


def test_fire_is_massed_on_the_unit_that_is_named() -> None:
    guns = unit(team("us_cmd", 1000, 1000), team("us_hmg", 1000, 1200), team("us_hmg", 1000, 800))
    one, other = unit(team("ger_rifle", 2000, 600)), unit(team("ger_rifle", 2000, 1600))
    battle = lay([guns], [one, other], where=WHERE)
    for target in (1, 2):
        fire = choice(battle, Intent(target=UnitId(target)))
        assert isinstance(fire, FireAt) and fire.target == T(2 + target)


def test_a_unit_with_a_target_goes_before_one_that_walks() -> None:
    walker = unit(team("us_rifle", 1000, 3000))
    gun = unit(team("us_hmg", 1000, 1000))
    fight = lay(
        [walker, gun],
        [unit(team("ger_rifle", 2200, 1000))],
        where=WHERE,
        frames=turn(),
        dice=[(3, 1)],
    )
    assert choice(fight, Intent()) == Activate(who(1), hero=False)
