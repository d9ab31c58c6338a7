"""Interrupts in mid-move: NCO-INT, and what breakdowns do to them: NCO-HLT-04 to -12."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.nco.ambush import Spring
from owm_net.games.nco.attack import Dropped, Fired, GoDownAtOnce, ToHit
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.counter_fire import Counter
from owm_net.games.nco.damage import ThrownDown
from owm_net.games.nco.interrupts import (
    BreakdownRoll,
    Breakdowns,
    CalmAgain,
    GoOn,
    Nearest,
    Snapped,
    Stopped,
    Walked,
)
from owm_net.games.nco.melee import FightRound
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.command import Command
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.reloading import Reload
from owm_net.games.nco.specials import SpecialAssault
from owm_net.games.nco.state import Soldier
from owm_net.games.nco.terms import Item, Order, Phase, Status
from owm_net.games.nco.victory import casualties
from tests.games.driver import classes
from tests.games.nco.table import (
    Fight,
    Rest,
    S,
    W,
    at,
    between_turns,
    ground,
    lay,
    man,
    specials,
    who,
)
from tests.seats import ANN, BEN

DONE: dict[str, Any] = {"order": Order.DOWN}
"""A soldier who has had his order."""

# ------------------------------------------------------------------ Down reaction


@pytest.mark.rule("NCO-INT-01", "NCO-DIE-08", "NCO-ITM-11")
def test_who_is_shot_at_may_drop_first() -> None:
    nervous = man(1000, 1000, psyche=2)
    target = man(2598, 1000, items=("tobacco",))
    fight = lay([nervous], [target], dice=[(3,)]).say(Fire(S(0), W("rifle"), S(1)))
    assert (fight.kind, fight.seat, fight.bag()) == ("react", BEN, (0, 1))
    fight.refused(GoDownAtOnce(who(0)), "NCO-INT-01")
    fight.refused(GoDownAtOnce(who(1, 1)), "NCO-INT-01")
    fight.say(GoDownAtOnce(who(1)))
    assert fight.told(ToHit)[0].need == 4 and fight.told(ToHit)[0].hits == 0
    assert fight.bag() == (0, 0) and fight.man(1).down and fight.man(1).order is Order.DOWN
    assert fight.kind == "rest", "no item is asked for"
    assert len(fight.told(Dropped)) == 1


@pytest.mark.rule("NCO-INT-01", "NCO-INT-03")
@pytest.mark.parametrize("state", [DONE, {"psyche": 0}, {"ambush": 3, "down": True}])
def test_who_may_not_drop_is_not_asked(state: dict[str, Any]) -> None:
    """R-11: the soldier has an order, is broken, or lies in Ambush."""
    fight = lay([man(1000, 1000)], [man(1500, 1000, **state)]).say(Fire(S(0), W("rifle"), S(1)))
    assert fight.kind == "rest"


@pytest.mark.rule("NCO-INT-02")
def test_all_in_the_circle_are_asked_at_once() -> None:
    three = [man(1900 + 100 * n, 1000) for n in range(3)]
    friend = man(2000, 1150)
    fight = lay([man(1000, 1000), friend], three).say(CoverFire(S(0), W("rifle"), at(2000, 1000)))
    assert fight.top.able(fight.g) == [2, 3, 4]
    assert fight.allowed(GoDownAtOnce(who(2, 4))) and fight.allowed(GoDownAtOnce(()))
    fight.refused(GoDownAtOnce(who(1)), "NCO-INT-01")
    fight.rolls((1, 1, 1, 1)).say(GoDownAtOnce(who(2, 4)))
    assert [fight.man(n).down for n in (2, 3, 4)] == [True, False, True]
    assert [told.soldier for told in fight.told(ToHit)] == [1, 2, 3, 4], "by number, friends too"


@pytest.mark.rule("NCO-INT-03")
def test_nobody_drops_in_the_second_phase() -> None:
    from owm_net.games.nco.specials import FocusFire

    shooter = man(1000, 1000, "corporal", "rifle", order=Order.FIRE)
    fight = specials([shooter], [man(1500, 1000, order=Order.RALLY)], dice=[(1,)])
    fight.say(FocusFire(S(0), W("rifle"), S(1)))
    assert fight.kind == "rest" and fight.told(ToHit)


# ------------------------------------------------------------------ counter-fire


def charged(charger: Soldier, target: Soldier, **more: Any) -> Fight:
    """An Assault from 10 inches away is declared."""
    fight = lay([charger.with_(spot=at(1000, 1000))], [target.with_(spot=at(2000, 1000))], **more)
    return fight.say(Assault(S(0), S(1), (at(1901, 1000),)))


@pytest.mark.rule("NCO-INT-04", "NCO-HIT-06", "NCO-DIE-08")
def test_the_target_shoots_before_the_charger_moves() -> None:
    fight = charged(man(0, 0), man(0, 0, psyche=2))
    assert (fight.kind, fight.seat, fight.spot(0)) == ("counter", BEN, (1000, 1000, 0))
    fight.rolls((3,), (6,)).say(Counter(W("rifle")))
    assert fight.told(ToHit)[0].need == 3, "3 - 1 for half range + 1 for the answer"
    assert ("response", -1) in fight.told(ToHit)[0].changes
    assert fight.man(0).status is Status.DEAD and fight.man(1).order is Order.FIRE
    assert not fight.told(Walked) and fight.kind == "rest"


@pytest.mark.rule("NCO-INT-05", "NCO-INT-10", "NCO-CC-01")
def test_a_wound_does_not_stop_a_charger() -> None:
    fight = charged(man(0, 0, "corporal"), man(0, 0)).rolls((6,), (4,), (6, 1))
    fight.say(Counter(W("rifle")))
    assert fight.man(0).health == 3
    order = [e for e in classes(fight.events) if e in (Fired, Walked, FightRound)]
    assert order == [Fired, Walked, FightRound]
    assert fight.spot(0) == (1901, 1000, 0)


@pytest.mark.rule("NCO-INT-09", "NCO-HLT-04")
def test_a_breakdown_stops_him() -> None:
    fight = charged(man(0, 0, psyche=1), man(0, 0)).rolls((6,), (1,)).say(Counter(W("rifle")))
    s = fight.man(0)
    assert s.broken and s.down and s.spot == (1000, 1000, 0) and fight.kind == "rest"


@pytest.mark.rule("NCO-INT-09", "NCO-HLT-10")
def test_a_breakdown_stops_him_though_it_is_over() -> None:
    """The soldier snaps, runs for the friend out of reach, and calms down: no more charging."""
    friend = man(1400, 1000, "corporal", order=Order.FIRE)
    charger = man(1000, 1000, "corporal", psyche=1, breakdowns=1)
    swamp = ground(("swamp", 1060, 700, 1290, 1300))
    fight = lay([charger, friend], [man(1000, 1800)], layout=swamp)
    fight.say(Assault(S(0), S(2), (at(1000, 1701),)))
    fight.rolls((6,), (1,), (6,), (6, 1)).say(Counter(W("rifle")))
    s = fight.man(0)
    assert classes(fight.events)[-1] is CalmAgain
    assert (s.spot, s.order, s.broken) == ((1060, 1000, 0), Order.DOWN, False)


@pytest.mark.rule("NCO-INT-04", "NCO-SKL-08", "NCO-WPN-07")
def test_who_can_answer_an_assault() -> None:
    """R-15: no HE; broken, bound or ordered soldiers not; a medic does."""
    for state in (DONE, {"psyche": 0}, {"debt": 2}, {"fighter": True}):
        fight = charged(man(0, 0), man(0, 0, **state), dice=[(6, 1)])
        assert fight.told(FightRound) and fight.kind != "counter"
    assert charged(man(0, 0), man(0, 0, health=1)).allowed(Counter(W("rifle")))
    assert charged(man(0, 0), man(0, 0, "medic")).allowed(Counter(W("pistol")))
    heavy = charged(man(0, 0), man(0, 0, "engineer", "he"))
    heavy.refused(Counter(W("he"), at(1000, 1000)), "NCO-WPN-07")
    area = charged(man(0, 0), man(0, 0, "engineer", "lmg"))
    area.refused(Counter(W("lmg"), at(1000, 1300)), "NCO-INT-04 NCO-INT-07", "circle")
    assert area.allowed(Counter(W("lmg"), at(1000, 1200)))


@pytest.mark.rule("NCO-WPN-07")
def test_he_is_dropped_before_an_assault() -> None:
    fight = lay([man(1200, 1000, "engineer", "he")], [man(2000, 1000)])
    fight.say(Assault(S(0), S(1), (at(1901, 1000),)))
    assert fight.man(0).weapons == ("pistol",)


@pytest.mark.rule("NCO-INT-06", "NCO-EVT-09")
@pytest.mark.parametrize(
    ("target", "event", "may"),
    [
        (man(0, 0, "corporal", order=Order.ADVANCE), "", True),
        (man(0, 0, "corporal", order=Order.ADVANCE, acted=True), "", False),
        (man(0, 0, "hardened_pfc", order=Order.ADVANCE), "", False),
        (man(0, 0, "corporal", order=Order.RALLY), "", False),
        (man(0, 0, "sergeant", order=Order.FIRE), "roger", False),
        (man(0, 0, "sergeant", order=Order.FIRE), "", True),
    ],
)
def test_counter_fire_in_the_second_phase(target: Soldier, event: str, may: bool) -> None:
    charger = man(1500, 1000, "corporal", order=Order.FIRE)
    there = target.with_(spot=at(2000, 1000))
    fight = specials([charger], [there], event=event)
    fight.say(SpecialAssault(S(0), S(1), (at(1901, 1000),)))
    assert (fight.kind == "counter") is may
    if may:
        fight.rolls((1,)).say(Counter(W("rifle")))
        assert fight.man(1).order is target.order, "his die stays as it is (R-20)"
        assert fight.man(1).acted or not fight.g.there(S(1)), "it was his special action"


# ------------------------------------------------------------------ ambush


AMBUSHER = man(1500, 1800, "corporal", "rifle", ambush=3, down=True)


def passing(mover: Soldier, path: tuple[Any, ...], order: Any = Run, **more: Any) -> Fight:
    """Somebody moves past an ambusher 8 inches away."""
    fight = lay([mover], [AMBUSHER], **more)
    return fight.say(order(S(0), path))


@pytest.mark.rule("NCO-INT-07", "NCO-INT-08", "NCO-SPC-10", "NCO-DIE-08")
def test_an_ambush_stops_a_runner_and_a_hit_ends_his_run() -> None:
    fight = passing(man(1000, 1000, "corporal"), (at(2000, 1000),))
    assert (fight.kind, fight.seat, fight.bag()) == ("ambush", BEN, (0, 1))
    fight.rolls((6,), (1,)).say(Spring(S(1), 0, 437, W("rifle")))
    assert fight.spot(0) == (1437, 1000, 0)
    assert (fight.man(0).order, fight.man(0).down) == (Order.DOWN, True)
    assert (fight.man(1).order, fight.man(1).ambush, fight.man(1).down) == (Order.FIRE, 0, False)
    assert fight.bag() == (0, 0) and fight.kind == "rest" and len(fight.told(Stopped)) == 1
    assert [(e.soldier, e.rule) for e in fight.told(ThrownDown)] == [(S(0), "NCO-INT-08")]


@pytest.mark.rule("NCO-INT-08")
def test_after_a_miss_he_goes_on_or_stays() -> None:
    """R-82: the rest of the path is kept; the shot of an Advance follows at its end."""
    for stay, end in ((False, 1500), (True, 1200)):
        mover = man(1000, 1000, "corporal")
        fight = passing(mover, (at(1200, 1000), at(1500, 1000)), Advance).rolls((1,))
        fight.say(Spring(S(1), 0, 200, W("rifle")))
        assert (fight.kind, fight.seat) == ("go_on", ANN)
        fight.say(GoOn(stay=stay))
        assert fight.spot(0) == (end, 1000, 0) and fight.kind == "shot"


@pytest.mark.rule("NCO-INT-07", "NCO-INT-08")
def test_nothing_is_asked_where_there_is_one_answer() -> None:
    """Nobody near enough to fire; a walk that has ended; a charger where no weapon reaches."""
    far = AMBUSHER.with_(spot=at(1000, 3500))
    assert lay([man(1000, 500)], [far]).say(Run(S(0), (at(2000, 500),))).kind == "rest"
    for y, kind in ((1201, "rest"), (1202, "ambush")):
        edge = lay([man(1000, 500)], [far]).say(Run(S(0), (at(1000, y),)))
        assert edge.kind == kind, "the circle of Cover Fire reaches 2 inches beyond its range"
    assert edge.allowed(Spring(S(1), 0, 702, W("rifle"), True, at(1000, 1451)))
    around = lay([man(1000, 500)], [far]).say(Run(S(0), (at(1000, 900), at(1000, 1300))))
    assert around.kind == "ambush", "one leg of two is near enough"
    still = passing(man(1000, 1000), (), Advance)
    assert (still.kind, still.spot(0)) == ("shot", (1000, 1000, 0)), "he does not move at all"
    ended = passing(man(1000, 1000), (at(1200, 1000), at(1500, 1000)), Advance).rolls((1,))
    ended.say(Spring(S(1), 1, 300, W("rifle")))
    assert (ended.kind, ended.spot(0)) == ("shot", (1500, 1000, 0))
    unarmed = man(2500, 1000, "engineer", "he", grenades=0).with_(weapons=(W("he"),))
    fight = lay([man(1500, 1000, "corporal")], [unarmed], dice=[(6, 1)])
    fight.say(Assault(S(0), S(1), (at(2401, 1000),)))
    assert fight.told(FightRound), "HE does not answer"


@pytest.mark.rule("NCO-ORD-09", "NCO-SPC-07", "NCO-HLT-10")
def test_an_assault_is_told_with_its_target() -> None:
    fight = charged(man(0, 0, "corporal"), man(0, 0, **DONE), dice=[(6, 1)])
    assert fight.said[0].sentence(fight.g) == "US Army Corporal 1: Assault on German Heer Private 1"
    brave = man(1500, 1000, "corporal", order=Order.FIRE)
    special = specials([brave], [man(2000, 1000, order=Order.RALLY)], dice=[(6, 1)])
    special.say(SpecialAssault(S(0), S(1), (at(1901, 1000),)))
    assert special.said[0].sentence(special.g).endswith("Assault on German Heer Private 1")
    fight = lay([man(1500, 2500, **DONE)], [snapping(0)], frames=[Rest(), Snapped(S(1))])
    assert fight.events[0].sentence(fight.g).endswith("Assault on US Army Private 1")


@pytest.mark.rule("NCO-INT-07")
def test_several_ambushes_come_one_after_the_other() -> None:
    """R-22: at the same point or a later one."""
    second = AMBUSHER.with_(spot=at(1700, 1800))
    fight = lay([man(1000, 1000, "corporal")], [AMBUSHER, second], dice=[(1,), (6,), (2,)])
    fight.say(Run(S(0), (at(2000, 1000),)), Spring(S(1), 0, 500, W("rifle")), GoOn())
    assert fight.kind == "ambush" and fight.top.walked == 500
    fight.refused(Spring(S(1), 0, 700, W("rifle")), "NCO-INT-07", "not in Ambush")
    fight.refused(Spring(S(2), 0, 499, W("rifle")), "NCO-INT-07", "passed")
    fight.refused(Spring(S(2), 1, 0, W("rifle")), "NCO-INT-07", "no such point")
    fight.refused(Spring(S(2), 0, 1001, W("rifle")), "NCO-INT-07", "no such point")
    fight.say(Spring(S(2), 0, 700, W("rifle")))
    assert fight.spot(0) == (1700, 1000, 0) and fight.man(0).down


@pytest.mark.rule("NCO-INT-07", "NCO-EVT-05")
def test_sight_and_range_are_those_of_the_point() -> None:
    wall = ground(("wall_high", 900, 1400, 1400, 1420))
    fight = lay([man(1000, 1000)], [AMBUSHER.with_(spot=at(1000, 1800))], layout=wall)
    fight.say(Run(S(0), (at(1900, 1000),)))
    fight.refused(Spring(S(1), 0, 0, W("rifle")), "NCO-TER-01 NCO-GEN-03")
    assert fight.allowed(Spring(S(1), 0, 900, W("rifle")))
    assert fight.allowed(Spring(S(1), 0, 900, W("rifle"), True, at(1900, 1190)))
    fight.refused(Spring(S(1), 0, 900, W("rifle"), True, at(1900, 1260)), "NCO-INT-04 NCO-INT-07")
    dog = passing(man(1000, 1000), (at(1900, 1000),), event="dog")
    dog.refused(Spring(S(1), 0, 900, W("rifle"), True, at(1900, 1100)), "NCO-EVT-05")
    wounded = lay([man(1000, 1000)], [AMBUSHER.with_(health=1)])
    wounded.say(Run(S(0), (at(1900, 1000),)))
    wounded.refused(Spring(S(1), 0, 900, W("rifle"), True, at(1900, 1100)), "NCO-HLT-02")


@pytest.mark.rule("NCO-INT-07")
def test_who_is_stopped_where_nobody_stands_is_put_back() -> None:
    """G-08: in the middle of a wall, to the last place before it."""
    wall = ground(("sandbags", 1400, 800, 1430, 1200))
    fight = passing(man(1000, 1000), (at(1800, 1000),), layout=wall)
    cost = 800 + 120
    fight.rolls((1,)).say(Spring(S(1), 0, cost // 2, W("rifle")))
    assert fight.spot(0)[0] == 1351, "49 before the sandbags"
    fight.say(GoOn())
    assert fight.spot(0) == (1800, 1000, 0)


@pytest.mark.rule("NCO-INT-10", "NCO-INT-07")
def test_both_counter_fire_and_an_ambush_meet_an_assault() -> None:
    """R-23: the target's own shot first, then the other's Ambush during the run."""
    fight = lay(
        [man(1000, 1000, "corporal")], [man(2000, 1000), AMBUSHER], dice=[(1,), (1,), (6, 1)]
    )
    fight.say(Assault(S(0), S(1), (at(1901, 1000),)), Counter(W("rifle")))
    fight.say(Spring(S(2), 0, 300, W("rifle")), GoOn())
    order = [e for e in classes(fight.events) if e in (Fired, Stopped, Walked, FightRound)]
    assert order == [Fired, Stopped, Fired, Walked, FightRound]


@pytest.mark.rule("NCO-INT-08", "NCO-INT-09")
def test_an_ambush_that_hits_takes_the_fight_away() -> None:
    fight = lay([man(1000, 1000, "corporal")], [man(2000, 1000, **DONE), AMBUSHER])
    fight.rolls((6,), (1,)).say(Assault(S(0), S(1), (at(1901, 1000),)))
    fight.say(Spring(S(2), 0, 899, W("rifle")))
    assert fight.kind == "rest" and not fight.told(FightRound) and fight.man(0).down


@pytest.mark.rule("NCO-INT-08", "NCO-CC-01")
@pytest.mark.parametrize("stay", [True, False])
def test_who_stays_short_of_his_enemy_does_not_fight(stay: bool) -> None:
    """R-82: a charger fights only if in contact at the stop."""
    fight = lay([man(1000, 1000, "corporal")], [man(2000, 1000, **DONE), AMBUSHER])
    fight.rolls((1,)).say(Assault(S(0), S(1), (at(1901, 1000),)))
    fight.say(Spring(S(2), 0, 300, W("rifle"))).rolls((6, 1)).say(GoOn(stay=stay))
    assert fight.kind == "rest" and bool(fight.told(FightRound)) is not stay
    assert fight.spot(0) == ((1300 if stay else 1901), 1000, 0)


@pytest.mark.rule("NCO-INT-07", "NCO-SPC-09")
def test_an_ambush_in_the_turn_it_was_laid_springs_on_a_special_assault() -> None:
    """R-21: no die is pulled then."""
    charger = man(1500, 1000, "corporal", order=Order.FIRE)
    lurker = AMBUSHER.with_(order=Order.DOWN, acted=True)
    fight = specials([charger], [man(2000, 1000, order=Order.RALLY), lurker], dice=[(6,), (1,)])
    fight.say(SpecialAssault(S(0), S(1), (at(1901, 1000),)))
    assert fight.kind == "ambush"
    fight.say(Spring(S(2), 0, 100, W("rifle")))
    assert fight.man(2).order is Order.DOWN and not fight.man(2).ambush
    assert fight.man(0).acted and fight.man(0).down and not fight.told(FightRound)


# ------------------------------------------------------------------ breakdowns


@pytest.mark.rule("NCO-HLT-04", "NCO-DIE-08", "NCO-HLT-05")
def test_the_first_breakdown() -> None:
    fight = lay([man(1000, 1000)], [man(1500, 1000, psyche=1), man(1500, 1400)])
    fight.rolls((6,), (1,)).say(Fire(S(0), W("rifle"), S(1)), GoDownAtOnce(()))
    s = fight.man(1)
    assert s.broken and s.down and s.barred and s.order is Order.DOWN and fight.bag() == (0, 1)
    ordered = man(1500, 1000, "corporal", psyche=1, order=Order.FIRE)
    fight = lay([man(1000, 1000), man(1000, 1300)], [ordered])
    fight.rolls((6,), (1,)).say(Fire(S(0), W("rifle"), S(1 + 1)))
    assert fight.man(2).order is Order.FIRE and fight.man(2).down
    assert not fight.g.qualifies(S(2))
    again = lay([man(1000, 1300)], [fight.man(2)], dice=[(6,), (4,)])
    again.say(Fire(S(0), W("rifle"), S(1)))
    assert (again.man(1).health, again.man(1).psyche, again.man(1).breakdowns) == (3, 0, 1)


@pytest.mark.rule("NCO-HLT-07", "NCO-DIE-09", "NCO-HLT-03", "NCO-HLT-08")
def test_who_is_broken_rallies_before_anybody_else() -> None:
    broken = [man(1000, 1000 + 300 * n, psyche=0, breakdowns=1) for n in range(2)]
    fight = lay([*broken, man(1000, 2000)], [man(3500, 3500)], goes_on=True)
    fight.refused(GoDown(S(2)), "NCO-DIE-09 NCO-HLT-07")
    fight.refused(GoDown(S(0)), "NCO-HLT-07")
    fight.refused(Rally(S(0), psyche=False), "NCO-HLT-07")
    assert fight.allowed(Rally(S(1), True)) and fight.allowed(Rally(S(0), True))
    fight.dealt.picks = [0, 0]
    fight.rolls((1,), (1,)).say(Rally(S(1), True))
    assert not fight.man(1).broken
    assert fight.man(0).order is Order.RALLY and not fight.man(0).broken, "R-102: nothing to ask"
    assert fight.kind == "order" and fight.allowed(GoDown(S(2)))
    assert lay([man(1000, 1000, psyche=1)], [man(3500, 3500)]).allowed(Run(S(0), ()))


def snapping(psyche: int = 1, **more: Any) -> Soldier:
    return man(1500, 1000, psyche=psyche, breakdowns=1, order=Order.FIRE, **more)


@pytest.mark.rule("NCO-HLT-09")
@pytest.mark.parametrize(("die", "gone"), [(1, True), (4, True), (5, False)])
def test_the_second_breakdown_is_rolled_for(die: int, gone: bool) -> None:
    wall = ground(("tower", 1200, 600, 1300, 960), ("tower", 1200, 1040, 1300, 1400))
    fight = lay([man(1000, 1000)], [snapping()], layout=wall)
    fight.rolls((6,), (1,), (die,)).say(Fire(S(0), W("rifle"), S(1)))
    assert (fight.man(1).status is Status.DEAD) is gone
    assert casualties(fight.g, ANN) == (8 if gone else 0)


@pytest.mark.rule("NCO-HLT-10", "NCO-HLT-11")
def test_who_snaps_takes_the_nearest_with_him() -> None:
    """A friend at 6 inches, an enemy at 7: the snapped soldier runs at the friend. R-61."""
    friend = man(1500, 1698, "corporal", order=Order.FIRE)
    fight = lay([man(702, 1000)], [snapping(), friend])
    fight.rolls((6,), (1,), (6,)).say(Fire(S(0), W("rifle"), S(1)))
    assert [fight.man(n).status is Status.DEAD for n in range(3)] == [False, True, True]
    assert casualties(fight.g, ANN) == 8 + 18 and not fight.told(FightRound)


@pytest.mark.rule("NCO-HLT-10", "NCO-INT-04")
def test_the_one_he_runs_at_may_shoot() -> None:
    fight = lay([man(702, 1000), man(1500, 1500)], [snapping()])
    fight.rolls((6,), (1,), (5,)).say(Fire(S(0), W("rifle"), S(2)))
    assert (fight.kind, fight.seat) == ("counter", ANN)
    fight.rolls((6,), (6,)).say(Counter(W("rifle")))
    assert fight.man(2).status is Status.DEAD and fight.g.there(S(1))
    assert fight.man(1).order is Order.FIRE


@pytest.mark.rule("NCO-HLT-10", "NCO-INT-04")
def test_a_friend_he_runs_at_may_shoot_too() -> None:
    """R-46."""
    friend = man(1500, 1698)
    fight = lay([man(3000, 3000)], [snapping(0), friend], frames=[Rest(), Snapped(S(1))])
    assert (fight.kind, fight.seat) == ("counter", BEN)
    fight.rolls((6,), (6,)).say(Counter(W("rifle")))
    assert not fight.g.there(S(1)) and fight.g.there(S(2))


@pytest.mark.rule("NCO-HLT-09", "NCO-HLT-11")
def test_who_is_dead_is_not_rolled_for_any_more() -> None:
    """R-45: the first of two snaps, and takes the other along before the other's die."""
    two = [snapping(0), snapping(0).with_(spot=at(1500, 1400))]
    fight = lay([], two, frames=[Rest(), Breakdowns()], shaken=who(0, 1), dice=[(6,)])
    assert len(fight.told(BreakdownRoll)) == 1
    assert not fight.g.there(S(0)) and not fight.g.there(S(1)) and not fight.g.shaken


@pytest.mark.rule("NCO-HLT-08", "NCO-HLT-09", "NCO-INT-02")
def test_both_whom_one_attack_breaks_are_rolled_for() -> None:
    """R-45: by number, once the attack is applied to both."""
    two = [snapping().with_(spot=at(1900 + 100 * n, 1000)) for n in range(2)]
    fight = lay([man(1000, 1000)], two, dice=[(6, 6), (1, 1), (1,), (4,)])
    fight.say(CoverFire(S(0), W("rifle"), at(1950, 1000)))
    assert [(told.soldier, told.die) for told in fight.told(BreakdownRoll)] == [(1, 1), (2, 4)]
    assert fight.kind == "rest" and not fight.g.there(S(1)) and not fight.g.there(S(2))


@pytest.mark.rule("NCO-HLT-12")
def test_who_sees_nobody_or_reaches_nobody_comes_to_himself() -> None:
    alone = lay([], [snapping(0)], frames=[Rest(), Breakdowns()], shaken=who(0), dice=[(6,)])
    s = alone.man(0)
    assert s.down and s.psyche == s.psyche_max and len(alone.told(CalmAgain)) == 1
    far = lay(
        [man(1500, 2500)], [snapping(0)], frames=[Rest(), Snapped(S(1))], phase=Phase.SPECIALS
    )
    s = far.man(1)
    assert s.spot == (1500, 2000, 0) and s.psyche == 3 and far.g.there(S(0)) and s.down


@pytest.mark.rule("NCO-HLT-10")
def test_equally_near_men_are_chosen_by_the_enemy() -> None:
    friends = [man(1500, 1698, order=Order.FIRE), man(1500, 302, order=Order.FIRE)]
    fight = lay([man(3000, 1000)], [snapping(0), *friends], frames=[Rest(), Snapped(S(1))])
    assert (fight.kind, fight.seat) == ("nearest", ANN)
    fight.refused(Nearest(S(0)), "NCO-HLT-10")
    fight.say(Nearest(S(3)))
    assert fight.g.there(S(2)) and not fight.g.there(S(3))


@pytest.mark.rule("NCO-HLT-10", "NCO-INT-07")
def test_an_ambush_stops_who_has_snapped() -> None:
    fight = lay([AMBUSHER.with_(seat=ANN)], [snapping(0)], frames=[Rest(), Snapped(S(1))])
    fight.say(Pass())  # the ambusher is his target: no counter-fire
    assert fight.kind == "ambush"
    fight.rolls((6,), (1,)).say(Spring(S(0), 0, 300, W("rifle")))
    assert fight.spot(1) == (1500, 1300, 0) and fight.man(1).psyche == 3 and fight.g.there(S(0))


@pytest.mark.rule("NCO-HLT-10", "NCO-INT-08")
def test_an_ambush_that_misses_does_not_stop_who_has_snapped() -> None:
    """R-82: the snapped soldier goes on, and to the fight."""
    fight = lay([AMBUSHER.with_(seat=ANN)], [snapping(0)], frames=[Rest(), Snapped(S(1))])
    fight.say(Pass()).rolls((1,)).say(Spring(S(0), 0, 300, W("rifle")))
    assert fight.spot(1) == (1500, 1701, 0) and not fight.g.there(S(0))


@pytest.mark.rule("NCO-ITM-06", "NCO-DIE-09", "NCO-INT-07")
@pytest.mark.parametrize("bound", [{"debt": 2}, {"fighter": True}])
def test_whose_die_must_be_down_springs_no_ambush(bound: dict[str, Any]) -> None:
    fight = lay([man(1000, 1000)], [AMBUSHER.with_(**bound)])
    fight.say(Run(S(0), (at(1900, 1000),)))
    assert fight.kind != "ambush" and fight.man(0).spot == (1900, 1000, 0)


@pytest.mark.rule("NCO-EVT-12", "NCO-HLT-07")
def test_between_turns_no_die_is_pulled() -> None:
    """R-44, R-86: a soldier broken by Victor has no order, and comes first in the turn that
    starts."""
    fight = between_turns([man(100, 1000, psyche=1)], [man(1800, 1800)], dice=[(4, 6)])
    s = fight.man(0)
    assert s.broken and s.order is Order.NONE and s.down


@pytest.mark.rule("NCO-SKL-02")
def test_nobody_breaks_down_near_a_ruthless_man() -> None:
    officer = man(1500, 1500, "corporal", skills=("ruthless",), order=Order.FIRE)
    target = man(1500, 1000, psyche=2, order=Order.DOWN)
    fight = lay([man(1000, 1000)], [target, officer], dice=[(6,), (2,)])
    fight.say(Fire(S(0), W("rifle"), S(1)))
    assert (fight.man(1).health, fight.man(1).psyche) == (2, 1)
    weak = target.with_(psyche=1, health=1)
    fight = lay([man(1000, 1000)], [weak, officer], dice=[(6,), (1,)])
    fight.say(Fire(S(0), W("rifle"), S(1)))
    assert not fight.g.there(S(1)), "dead by a graze"
    far = officer.with_(spot=at(1500, 1000 + 98 + 601))
    fight = lay([man(1000, 1000)], [weak, far], dice=[(6,), (1,)])
    fight.say(Fire(S(0), W("rifle"), S(1)))
    assert fight.man(1).broken


@pytest.mark.rule("NCO-DIE-07")
def test_who_dies_without_an_order_takes_his_die_along() -> None:
    fight = lay([man(1000, 1000)], [man(1500, 1000, health=1), man(1500, 1400)])
    fight.rolls((6,), (6,)).say(Fire(S(0), W("rifle"), S(1)), GoDownAtOnce(()))
    assert fight.bag() == (0, 1)
    ordered = lay([man(1000, 1000)], [man(1500, 1000, health=1, **DONE), man(1500, 1400)])
    ordered.rolls((6,), (6,)).say(Fire(S(0), W("rifle"), S(1)))
    assert ordered.bag() == (0, 1)


@pytest.mark.rule("NCO-INT-08")
def test_the_rest_of_a_path_ends_at_whoever_has_come_into_it() -> None:
    """R-83."""
    fight = passing(man(1000, 1000), (at(2000, 1000),)).rolls((1,))
    fight.say(Spring(S(1), 0, 300, W("rifle")))
    fight.g.change(S(1), spot=at(1700, 1000))
    fight.say(GoOn())
    x = fight.spot(0)[0]
    assert 1300 < x <= 1700 - 98 and fight.kind == "rest"


@pytest.mark.rule("NCO-ITM-01", "NCO-INT-07")
def test_an_ambusher_reloads() -> None:
    """R-34: a second Fire after the first has missed; it stops the mover all the same."""
    lurker = AMBUSHER.with_(items=(Item.EXTRA_MAGAZINE,))
    fight = lay([man(1000, 1000)], [lurker]).say(Run(S(0), (at(2000, 1000),)))
    fight.rolls((1,), (6,), (1,)).say(Spring(S(1), 0, 500, W("rifle")))
    fight.say(Reload(S(0)))
    assert fight.man(0).down and fight.spot(0) == (1500, 1000, 0)


@pytest.mark.rule("NCO-HLT-12", "NCO-EVT-12", "NCO-SPC-02")
def test_who_comes_to_himself_between_turns_is_barred_from_nothing() -> None:
    """R-86: and nobody answers the run."""
    hero = man(1500, 1000, "corporal", psyche=1, breakdowns=1)
    fight = between_turns([hero], [man(1500, 3500)], dice=[(6, 5), (4, 5), (6,)])
    s = fight.man(0)
    assert s.psyche == 5 and s.down and not s.barred and s.order is Order.NONE
    assert s.spot == (1500, 2000, 0)
    nxt = lay([s], [man(1500, 3500)]).say(Run(S(0), (at(1500, 1500),)))
    assert not nxt.man(0).down, "who is to move gets up (R-12)"


def answered(target: Soldier, **more: Any) -> Fight:
    """Return a corporal, with an Extra Magazine and another enemy near, who misses a charger."""
    target = target.with_(spot=at(2000, 1000), items=(Item.EXTRA_MAGAZINE,))
    fight = lay([man(1000, 1000, "corporal"), man(2000, 1500, order=Order.DOWN)], [target], **more)
    return fight.say(Assault(S(0), S(2), (at(1901, 1000),))).rolls((1,) * target_dice(target))


def target_dice(target: Soldier) -> int:
    return CATALOG.weapons[target.primary].dice


@pytest.mark.rule("NCO-ITM-01", "NCO-HIT-06")
@pytest.mark.parametrize(("at_whom", "response"), [(0, True), (1, False)])
def test_a_second_fire_is_an_answer_only_at_who_charges(at_whom: int, response: bool) -> None:
    """R-91: at anybody else it is a Fire like any other."""
    fight = answered(man(0, 0, "corporal", "rifle")).say(Counter(W("rifle")))
    fight.refused(Reload(S(2)), "NCO-ORD-06", "own side")
    fight.rolls((1,), (6, 1)).say(Reload(S(at_whom)))
    fired = fight.told(Fired)
    assert [e.response for e in fired] == [True, response]
    assert (("response", -1) in fight.told(ToHit)[1].changes) is response


@pytest.mark.rule("NCO-ITM-01", "NCO-WPN-04")
@pytest.mark.parametrize(("y", "bonus"), [(1200, True), (1400, False)])
def test_a_second_burst_answers_whom_its_circle_holds(y: int, bonus: bool) -> None:
    """R-91: the LMG's +1."""
    gunner = man(0, 0, "vet_lance_corporal", "lmg")
    beside = man(1000, 1560, order=Order.DOWN)
    fight = lay(
        [man(1000, 1000, "corporal"), beside],
        [gunner.with_(spot=at(2000, 1000), items=(Item.EXTRA_MAGAZINE,))],
    )
    fight.say(Assault(S(0), S(2), (at(1901, 1000),))).rolls((1, 1))
    fight.say(Counter(W("lmg"), at(1000, 1000)))
    fight.refused(Reload(None, at(10**400, 1000)), "NCO-ORD-03")
    fight.refused(Reload(None, at(1000, 1000, 9)), "NCO-ORD-03")
    fight.rolls((1, 1), (6, 1)).say(Reload(None, at(1000, y)))
    told = fight.told(ToHit)[-1]
    assert told.soldier == (0 if bonus else 1)
    assert (("response", 1) in told.changes) is bonus


@pytest.mark.rule("NCO-ITM-01", "NCO-WPN-04")
def test_a_second_burst_answers_no_dead_man() -> None:
    """R-91: its circle holds the dead man's place."""
    gunner = man(2000, 1000, "vet_lance_corporal", "lmg", items=("extra_magazine",))
    ann = [man(1000, 1000, health=2), man(1000, 1400, order=Order.DOWN)]
    fight = lay(ann, [gunner]).say(Assault(S(0), S(2), (at(1901, 1000),)))
    fight.rolls((6, 1), (6,)).say(Counter(W("lmg"), at(1000, 1000)))
    fight.rolls((1, 1)).say(Reload(None, at(1000, 1200)))
    told = fight.told(ToHit)[-1]
    assert told.soldier == 1 and "response" not in dict(told.changes)


@pytest.mark.rule("NCO-ITM-01", "NCO-SKL-08")
def test_a_medic_fires_twice_only_at_who_charges() -> None:
    """R-35."""
    fight = answered(man(0, 0, "medic")).say(Counter(W("pistol")))
    fight.refused(Reload(S(1)), "NCO-SKL-08 NCO-SKL-09")
    assert fight.allowed(Reload(S(0)))


@pytest.mark.rule("NCO-ITM-01", "NCO-HLT-10")
def test_a_friend_who_has_snapped_is_shot_at_twice() -> None:
    """R-46, R-91."""
    friend = man(1500, 1698, items=("extra_magazine",))
    fight = lay([man(3000, 3000)], [snapping(0), friend], frames=[Rest(), Snapped(S(1))])
    fight.rolls((1,)).say(Counter(W("rifle")))
    assert Reload(S(1)) in fight.options()
    fight.rolls((6,), (6,)).say(Reload(S(1)))
    assert not fight.g.there(S(1)) and fight.g.there(S(2))


@pytest.mark.rule("NCO-HLT-10", "NCO-WPN-07")
def test_who_snaps_drops_what_is_too_heavy() -> None:
    """R-92: it is an Assault; but not where there is nobody in sight to run at."""
    bomber = man(1500, 1000, "engineer", "he", psyche=0, breakdowns=1, order=Order.FIRE)
    fight = lay([man(1500, 3500)], [bomber], frames=[Rest(), Snapped(S(1))])
    assert fight.man(1).weapons == ("pistol",)
    alone = lay([], [bomber], frames=[Rest(), Snapped(S(0))])
    assert alone.man(0).weapons == ("he", "pistol")


@pytest.mark.rule("NCO-EVT-12", "NCO-SPC-02", "NCO-HLT-04")
def test_who_broke_between_turns_may_be_brave_again_in_the_next() -> None:
    """R-44: inspired by a friend who answers an Assault, the soldier is not even bound to Rally."""
    shaken = man(100, 1000, "corporal", psyche=1)
    s = between_turns([shaken], [man(1800, 1800)], dice=[(4, 6)]).man(0)
    assert s.broken
    boss = man(300, 1000, "sergeant", "rifle")
    fight = lay([s, boss], [man(900, 1000)], frames=[Rest(), Command(ANN), Command(BEN)])
    fight.say(Assault(S(2), S(1), (at(399, 1000),))).rolls((6,), (6,)).say(Counter(W("rifle")))
    assert fight.man(0).psyche == 1
    fight.say(GoDown(S(0)))
    assert fight.g.qualifies(S(0))
