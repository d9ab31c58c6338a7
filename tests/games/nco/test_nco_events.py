"""The event chart: NCO-EVT."""

from __future__ import annotations

from collections import Counter

import pytest

from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.chart import PickSoldier, event_of
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.terms import Order
from owm_net.games.nco.victory import casualties
from tests.games.nco.table import S, W, at, between_turns, lay, man
from tests.seats import ANN, BEN


@pytest.mark.rule("NCO-EVT-01")
def test_the_chart() -> None:
    cells = Counter([event_of(a, b) for a in range(1, 7) for b in range(1, 7)])
    assert [cells[key] for key in CATALOG.events] == [2, 2, 3, 4, 5, 6, 5, 4, 3, 2]
    assert [event_of(*dice) for dice in ((1, 1), (6, 6), (6, 5), (3, 4), (2, 1))] == [
        "able",
        "able",
        "xray",
        "fox",
        "baker",
    ]


@pytest.mark.rule("NCO-EVT-02", "NCO-HLT-01")
def test_able_makes_one_of_the_lowest_better_for_good() -> None:
    """R-43, R-47, R-48."""
    mine = [man(1000, 1000, psyche=2), man(1000, 1300, "pfc"), man(1000, 1600, "scout")]
    mine.append(man(1000, 1900, "medic"))
    fight = between_turns(mine, [man(3000, 3000), man(3000, 2700)], dice=[(1, 1)])
    assert (fight.kind, fight.seat) == ("event_pick", BEN), "who did not give the first order"
    fight.say(PickSoldier(S(4)))
    assert [a.soldier for a in fight.options()] == [0, 2]
    fight.refused(PickSoldier(S(1)), "NCO-EVT-02")
    fight.say(PickSoldier(S(0)))
    s = fight.man(0)
    assert (s.courage, s.psyche, s.psyche_max) == (3, 3, 4)


@pytest.mark.rule("NCO-EVT-03")
def test_baker_takes_courage_from_all_but_sergeants() -> None:
    mine = [man(1000, 1000, "corporal"), man(1000, 1300, "sergeant")]
    fight = between_turns(mine, [man(3000, 3000)], dice=[(2, 1)])
    assert fight.g.event == "baker"
    assert (fight.g.courage(S(0)), fight.g.courage(S(1)), fight.g.courage(S(2))) == (3, 6, 1)
    assert lay([man(9, 9, courage=0)], [], event="baker", frames=None).g.courage(S(0)) == 0


@pytest.mark.rule("NCO-EVT-04")
def test_charlie_forces_the_timid_down() -> None:
    mine = [man(1000, 1000, "hardened_pfc"), man(1000, 1300, "corporal"), man(1000, 1600)]
    fight = between_turns(mine, [], dice=[(1, 3), (2, 3)])
    assert [s.fighter for s in fight.g.soldiers] == [True, False, False]
    timid = fight.man(0).with_(items=())
    turn = lay([timid, timid.with_(spot=at(1300, 1000))], [man(1800, 1000)])
    assert {type(a) for a in turn.options()} == {GoDown}
    turn.refused(Rally(S(0), True), "NCO-EVT-04")


@pytest.mark.rule("NCO-EVT-05")
def test_dog_forbids_cover_fire_orders() -> None:
    fight = lay(
        [man(1000, 1000), man(1000, 1300, "engineer", "lmg")], [man(1800, 1000)], event="dog"
    )
    fight.refused(CoverFire(S(0), W("rifle"), at(1800, 1000)), "NCO-EVT-05")
    assert fight.allowed(Fire(S(1), W("lmg"), None, at(1800, 1000)))


@pytest.mark.rule("NCO-EVT-06")
def test_easy_jams_an_enemy_specialist() -> None:
    """R-70: the primary weapon, also if it is a pistol."""
    engineer = man(1000, 1000, "engineer", "flamethrower")
    scout = man(1000, 1500, "scout")
    fight = between_turns([engineer, scout], [man(1800, 1000)], dice=[(1, 5)])
    assert (fight.kind, fight.seat) == ("event_pick", BEN)
    fight.refused(PickSoldier(S(2)), "NCO-EVT-06")
    fight.say(PickSoldier(S(0)))
    assert fight.kind == "rest", "the other side has no specialist to name"
    only = between_turns([engineer], [man(1800, 1000)], dice=[(1, 5)])
    assert only.kind == "rest" and only.man(0).jammed, "there is nobody else to name"
    turn = lay([fight.man(0)], [man(1600, 1000)])
    turn.refused(Fire(S(0), W("flamethrower"), None, at(1600, 1000)), "NCO-EVT-06")
    assert turn.allowed(Fire(S(0), W("pistol"), S(1)))
    assert turn.allowed(Fire(S(0), W("grenade"), None, at(1600, 1000)))


@pytest.mark.rule("NCO-EVT-07")
@pytest.mark.parametrize(
    ("weapon", "reach"),
    [
        ("rifle", 1700),
        ("rifle_scoped", 2700),
        ("smg", 900),
        ("pistol", 900),
        ("grenade", 500),
        ("he", 1300),
    ],
)
def test_fox_shortens_every_range(weapon: str, reach: int) -> None:
    fight = lay([man(1000, 1000)], [man(1800, 1000)], event="fox")
    assert fight.g.reach(CATALOG.weapons[W(weapon)]) == reach
    if weapon == "rifle":
        far = lay([man(100, 1000)], [man(198 + 1701, 1000)], event="fox")
        far.refused(Fire(S(0), W("rifle"), S(1)), "NCO-ORD-06")


@pytest.mark.rule("NCO-EVT-08")
def test_mike_moves_all() -> None:
    fight = lay([man(1000, 1000)], [man(3000, 1000)], event="mike")
    assert fight.g.move(S(0)) == 700 == fight.g.move(S(1))


@pytest.mark.rule("NCO-EVT-10")
def test_victor_frightens_those_near_an_edge() -> None:
    fight = between_turns(
        [man(649, 1800), man(650, 1000)], [man(1800, 2951), man(1800, 2950)], dice=[(4, 6)]
    )
    assert [s.psyche for s in fight.g.soldiers] == [2, 3, 2, 3]


@pytest.mark.rule("NCO-EVT-11")
def test_xray_hits_everybody() -> None:
    mine = [man(1000, 1000, "corporal", health=3), man(1000, 1300, health=2)]
    fight = between_turns(mine, [man(3000, 1000), man(3000, 2000)], dice=[(6, 5), (1, 2, 4, 5)])
    assert [(s.health, s.psyche) for s in fight.g.soldiers] == [(1, 4), (0, 3), (3, 2), (3, 3)]
    assert casualties(fight.g, BEN) == 8


@pytest.mark.rule("NCO-EVT-12", "NCO-HLT-09")
def test_what_an_event_breaks_is_rolled_for_at_once() -> None:
    shaken = man(1000, 1000, psyche=1, breakdowns=1)
    fight = between_turns([shaken], [man(3000, 1000)], dice=[(6, 5), (4, 5), (4,)])
    assert not fight.g.there(S(0))


@pytest.mark.rule("NCO-EVT-01", "NCO-EVT-09")
def test_an_event_is_told_and_gone_after_its_turn() -> None:
    fight = between_turns([man(1000, 1000)], [man(3000, 1000)], dice=[(6, 3)])
    told = "event 6-3: Roger, Crossed Signals: sergeants take no special action this turn"
    assert fight.events[-1].sentence(fight.g) == told
    assert fight.man(0).order is Order.NONE and fight.seat == ANN
