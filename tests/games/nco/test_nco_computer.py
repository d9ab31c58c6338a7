"""The computer player: it wins against chance, and does what is plain."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.requests import Answer
from owm_net.games.nco.ambush import Spring
from owm_net.games.nco.attack import GoDownAtOnce
from owm_net.games.nco.computer import decide
from owm_net.games.nco.computer.errands import step_to
from owm_net.games.nco.computer.quick import Aim, Stance, quick
from owm_net.games.nco.computer.routes import way
from owm_net.games.nco.computer.weighing import duel, gain
from owm_net.games.nco.ground import gap2, ground_of
from owm_net.games.nco.missions import Disclosure, Guess
from owm_net.games.nco.orders.advance import Advance, Shoot
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.set_up import DEPLOY
from owm_net.games.nco.shots import Shot
from owm_net.games.nco.specials import FocusFire
from owm_net.games.nco.terms import Gait, Item, Order, Status
from tests.games.every import paired
from tests.games.nco.table import ANN, BEN, Rest, S, W, at, ground, lay, man, specials, who

NCO = games.get("nco")


@pytest.mark.parametrize(("mission", "seat"), paired(NCO.missions, [ANN, BEN]))
def test_it_beats_chance_from_either_side(mission: str, seat: Seat) -> None:
    players = [random_player, random_player]
    players[seat] = computer_player
    result = LocalMatch(NCO, NCO.default_setup(mission), 3, players).play()
    assert result.winners == (seat,)


def test_it_shoots_at_what_is_near_and_weak() -> None:
    weak, strong = man(2150, 1000, health=1, order=Order.DOWN), man(2150, 1500, order=Order.DOWN)
    fight = lay([man(1000, 1000, health=1)], [strong, weak])
    answer = decide(fight.view(), Chance(1))
    assert isinstance(answer, Fire) and answer.target == S(2)
    near, far = Shot(S(0), W("rifle"), S(1), None), Shot(S(0), W("rifle"), S(2), None)
    assert gain(fight.g, far, {}) > gain(fight.g, near, {}) > 0


def test_it_charges_the_weaker_and_not_the_stronger() -> None:
    fight = lay([man(1000, 1000, "sergeant", "smg")], [man(1600, 1000, "pfc", "rifle")])
    assert isinstance(decide(fight.view(), Chance(1)), Assault | Fire)
    timid = lay([man(1000, 1000)], [man(1600, 1000, "sergeant", "smg")])
    assert not isinstance(decide(timid.view(), Chance(1)), Assault)


def test_it_walks_towards_an_enemy_out_of_reach_and_rallies_the_broken() -> None:
    fight = lay([man(300, 300)], [man(3300, 3300)])
    answer = decide(fight.view(), Chance(1))
    assert isinstance(answer, Advance | Run) and answer.path[-1][0] > 300 < answer.path[-1][1]
    shaken = man(300, 300, psyche=0)
    broken = lay([shaken, shaken.with_(spot=at(300, 900))], [man(3300, 3300)])
    answer = decide(broken.view(), Chance(1))
    assert isinstance(answer, Rally) and answer.psyche


def test_it_drops_unless_its_die_is_worth_more_and_takes_aim_when_it_can() -> None:
    shot = Fire(S(0), W("rifle"), S(1))
    fight = lay([man(1000, 1000)], [man(2500, 1000, "pfc", "smg")]).say(shot)
    assert decide(fight.view(), Chance(1)) == GoDownAtOnce(who(1))
    armed = lay([man(1000, 1000)], [man(1600, 1000)]).say(shot)
    assert decide(armed.view(), Chance(1)) == GoDownAtOnce(())
    whole = lay([man(1000, 1000)], [man(2500, 1000, "corporal")]).say(shot)
    assert decide(whole.view(), Chance(1)) == GoDownAtOnce(())
    dying = lay([man(1000, 1000)], [man(2500, 1000, "corporal", health=1)]).say(shot)
    assert decide(dying.view(), Chance(1)) == GoDownAtOnce(who(1))
    hero = man(1000, 1000, "corporal", "rifle", order=Order.FIRE)
    focus = specials([hero], [man(1500, 1000, order=Order.RALLY)])
    assert isinstance(decide(focus.view(), Chance(1)), FocusFire)


HUT = ("hut", 1000, 1000, 2600, 1200)
"""Nobody climbs it, and it is too broad to step aside."""


def test_it_knows_the_way_around_what_stands_there() -> None:
    layout = ground(HUT)
    found = way(layout, at(1700, 600), at(1700, 1600))
    assert found is not None and found[-1] == at(1700, 1600) and len(found) == 3
    legs = zip((at(1700, 600), *found[:-1]), found, strict=True)
    assert all(isinstance(ground_of(layout).leg(a, b, Gait.RUN), int) for a, b in legs)
    assert way(layout, at(1700, 600), at(500, 600)) == (at(500, 600),)
    assert way(layout, at(1700, 600), at(1700, 1100)) is None


def test_a_carrier_comes_home_around_a_hut() -> None:
    fight = lay([man(1700, 1700)], [man(1700, 3400)], layout=ground(HUT))
    for _ in range(4):
        order = step_to(fight.g, S(0), at(1700, 49), Gait.RUN)
        assert order is not None
        fight.g.change(S(0), spot=order.path[-1])
    assert fight.man(0).spot == at(1700, 49)


def test_it_hunts_whom_its_secret_mission_names() -> None:
    mine = [man(1000, 1000)]
    them = [man(2300, 1200, "pfc", "rifle"), man(2300, 800, "scout", "smg")]
    shot = []
    for card in (0, 2):
        hands = [[card], [6]]
        fight = lay(mine, them, scenario="extermination-order", hands=hands)
        answer = decide(fight.view(), Chance(1))
        assert isinstance(answer, Fire | Advance)
        if isinstance(answer, Advance):
            answer = decide(fight.say(answer).view(), Chance(1))
        assert isinstance(answer, Fire | Shoot)
        shot.append(answer.target)
    assert shot == [S(1), S(2)]


def test_it_guesses_the_mission_that_was_done() -> None:
    mine = [man(1000, 1000, "sergeant", "smg", status=Status.DEAD), man(800, 800)]
    mine += [man(900, 900, "scout", "smg")]
    fight = lay(mine, [man(2000, 2000, "sergeant", "smg")], frames=[Rest(), Disclosure()])
    assert decide(fight.view(ANN), Chance(1)) == Guess(2)


@pytest.mark.rule("NCO-CC-02", "NCO-CC-03", "NCO-CC-04")
def test_odds_of_close_combat() -> None:
    assert duel(0, 1, 0, 1) == (583, 583)  # 15 of 36 won, 6 ties kill both
    assert duel(9, 6, 2, 3) == (1000, 0)
    won, lost = duel(4, 5, 2, 3)
    assert (lost, won) == duel(2, 3, 4, 5) and won > 3 * lost


def test_it_springs_an_ambush_where_the_mover_is_nearest() -> None:
    waiting = man(1800, 1800, "corporal", "rifle", ambush=2, down=True)
    fight = lay([man(200, 900, "pfc", "smg")], [waiting])
    fight.say(Run(S(0), (at(700, 900), at(1200, 900))))
    answer = decide(fight.view(BEN), Chance(1))
    assert isinstance(answer, Spring) and (answer.leg, answer.walked) == (1, 500)


def test_it_covers_those_who_stand_close_together_with_fire() -> None:
    """Who is hit has no order left, and each of them may be hit (NCO-ORD-03, NCO-ORD-04)."""
    heap = [man(1900, 1000 + 110 * n) for n in range(4)]
    fight = lay([man(1000, 1000)], heap)
    answer = decide(fight.view(), Chance(1))
    assert isinstance(answer, CoverFire)
    alone = lay([man(1000, 1000)], [man(1900, 1000)])
    assert not isinstance(decide(alone.view(), Chance(1)), CoverFire)


def test_it_fires_high_explosive_at_a_heap() -> None:
    heap = [man(1900, 1000 + 110 * n, health=2) for n in range(3)]
    fight = lay([man(1000, 1000, "engineer", "he")], heap)
    answer = decide(fight.view(), Chance(1))
    assert isinstance(answer, Fire) and answer.weapon == W("he") and answer.aim is not None


WALL = ("hedge", 900, 1300, 1500, 1340)


def test_a_lone_soldier_takes_cover_before_many_guns() -> None:
    """And does not walk towards them."""
    guns = [man(600 + 300 * n, 2700, "scout", "rifle_scoped") for n in range(5)]
    fight = lay([man(1200, 1000, "scout", "smg")], guns, layout=ground(WALL))
    answer = decide(fight.view(), Chance(1))
    assert isinstance(answer, GoDown | Advance | Run)
    end = answer.path[-1] if isinstance(answer, Advance | Run) else at(1200, 1000)
    there = [ground_of(fight.g.layout).sees(gun.spot, end) for gun in guns]
    assert not any(there)


def test_it_lies_down_to_use_what_helps() -> None:
    """Tobacco gives the courage for a special action (NCO-ITM-07)."""
    shaken = man(1000, 1000, "lance_corporal", "smg", psyche=2, items=(Item.TOBACCO,))
    fight = lay([shaken], [man(3000, 3400, "pfc", "smg")]).say(GoDown(S(0)))
    answer = decide(fight.view(), Chance(1))
    assert getattr(answer, "item", None) is Item.TOBACCO


def test_it_deploys_somewhere_else_each_time_and_in_no_heap() -> None:
    match = LocalMatch(NCO, NCO.default_setup("basic-battle"), 3, [computer_player] * 2)
    while not agenda.asks(match.state, DEPLOY):
        match.step()
    state: Any = match.state
    answers: list[Any] = [decide(match.view(state.lower), Chance(n)) for n in range(3)]
    spots = [answer.spots for answer in answers]
    assert len(set(spots)) == 3
    for squad in spots:
        assert all(sum(gap2(a, b) < 250 * 250 for b in squad) < 4 for a in squad)


@pytest.mark.parametrize("stance", Stance)
def test_the_fast_player_plays_whatever_the_aim(stance: Stance) -> None:
    """As plans are played out: every answer is allowed, and HOLD walks nowhere."""
    walks = []

    def player(system: object, view: Any, chance: Chance) -> Answer:
        enemy = view.state.on_field(1 - view.seat)
        aim = Aim(stance, target=enemy[0] if enemy else S(-1))
        answer = quick(view, chance, aim)
        walks.append(bool(getattr(answer, "path", ())))
        return answer

    LocalMatch(NCO, NCO.default_setup("basic-battle"), 5, [player, player]).play()
    assert any(walks) is (stance is not Stance.HOLD)
