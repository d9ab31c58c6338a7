"""Supply, rounds, control, points, and how a match ends."""

from __future__ import annotations

from typing import cast

import pytest
from attrs import evolve

from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ground import Change
from owm_net.games.heroes.hidden import BLUFF
from owm_net.games.heroes.ids import ElementKey, Heading, ScenarioKey, UnitId
from owm_net.games.heroes.match import PhaseBegins
from owm_net.games.heroes.orders import OrderFire
from owm_net.games.heroes.printed.scenarios import AtOnce, Scenario
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.terms import Counts, Phase
from owm_net.games.heroes.victory import Scored, beaten, check, lost_cost, scores, take_control
from tests.games.heroes.table import Table, acting, ann, at, battle, ben, formation, scenario
from tests.games.heroes.veils import RUSE, veiled
from tests.seats import ANN, BEN


def supply(*units: object, **more: object) -> Table:
    fields = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, **fields).over_to_supply()  # type: ignore[arg-type]


# -- moves ---------------------------------------------------------------------------------


@pytest.mark.rule("HON-SUP-03", "HON-SUP-12", "HON-RND-01")
def test_who_had_no_order_may_move_initiative_first() -> None:
    table = supply(ann(1, 1), ann(3, 1), ben(12, 1), ben(12, 3))
    assert [e.phase for e in table.told(PhaseBegins)] == [
        Phase.ORDERS,
        Phase.ACTIVATION,
        Phase.SUPPLY,
    ]
    assert (table.kind, table.seat) == ("supply_move", ANN)
    table.refused(SupplyMove(UnitId(0), (at(1, 2),)), "HON-SUP-12")  # has acted
    table.refused(SupplyMove(UnitId(3), (at(12, 4),)), "HON-SUP-03")  # not hers
    table.refused(SupplyMove(UnitId(1), ()), "HON-SUP-03")
    table.refused(SupplyMove(UnitId(1), (at(3, 2),) * 5), "HON-MOVE-01")
    table.say(SupplyMove(UnitId(1), (at(3, 2), at(3, 3))))
    assert table.u(1).at == at(3, 3)
    assert (table.kind, table.seat) == ("supply_move", BEN)  # nobody of Ann's is left


@pytest.mark.rule("HON-SUP-03")
def test_each_unit_moves_once_and_none_has_to() -> None:
    table = supply(ann(1, 1), ann(3, 1), ann(5, 1), ben(12, 1))
    table.say(SupplyMove(UnitId(1), (at(3, 2),)))
    table.refused(SupplyMove(UnitId(1), (at(3, 3),)), "HON-SUP-03")
    table.passes()
    assert table.kind == "lay" or table.kind == "turn"


@pytest.mark.rule("HON-SUP-04", "HON-ORD-08")
def test_a_unit_that_bore_a_bluff_may_move() -> None:
    table = acting(
        ann(1, 1), ann(3, 1), ben(12, 1), bluffs=(1, 0), due=(1, 1), orders={"u0": 1, "u1": BLUFF}
    ).over_to_supply()
    assert table.allowed(SupplyMove(UnitId(1), (at(3, 2),)))


@pytest.mark.rule("HON-SUP-06", "HON-FIRE-18", "HON-ASLT-28")
def test_nobody_fires_or_assaults() -> None:
    table = supply(ann(1, 1), ann(4, 1, "de_stosstrupp"), ben(5, 1))
    assert table.rule_against(OrderFire(table.token(0), (UnitId(2),)))
    table.refused(SupplyMove(UnitId(1), (at(5, 1),)), "HON-MOVE-02")
    assert not [a for a in table.options(SupplyMove) if at(5, 1) in a.path]


@pytest.mark.rule("HON-SUP-03", "HON-FIRE-07")
def test_a_machine_gun_turns_its_arc() -> None:
    table = supply(ann(1, 1), ann(3, 1, "de_mg42", face=1), ben(12, 1))
    table.say(SupplyMove(UnitId(1), (), Heading(int(Facing.S))))
    assert table.u(1).facing == Facing.S


@pytest.mark.rule("HON-SUP-07", "HON-SUPP-06")
def test_a_marker_is_taken_off_each_unit() -> None:
    table = acting(ann(1, 1), ann(3, 1), ben(12, 1), due=(1, 1), bluffs=(0, 0))
    table.g.change(UnitId(0), suppressed=3)
    table.g.change(UnitId(2), suppressed=1)
    table.until("lay")
    assert [u.suppressed for u in table.g.units] == [2, 0, 0]


# -- rounds --------------------------------------------------------------------------------


@pytest.mark.rule("HON-RND-05", "HON-SUP-11")
def test_the_initiative_changes_hands_every_round() -> None:
    table = acting(ann(1, 1), ann(1, 3), ben(12, 1), ben(12, 3))
    had = [int(table.g.initiative)]
    for _ in range(2):
        table.until("turn").until("lay")
        had.append(int(table.g.initiative))
    assert had == [0, 1, 0]


@pytest.mark.rule("HON-RND-02", "HON-RND-03")
def test_the_last_round_is_the_scenarios() -> None:
    table = acting(ann(1, 1), ben(12, 1), on=scenario(rounds=2), round=1)
    while table.over is None:
        table.passes()
    assert table.g.round == 2 and len(table.told(Scored)) == 1


@pytest.mark.rule("HON-RND-04", "HON-SUP-10", "HON-RND-03")
def test_who_has_no_units_has_lost_when_the_round_is_over() -> None:
    table = acting(ann(1, 1), ben(12, 1), ben(12, 3), due=(1, 2), bluffs=(0, 0))
    eliminate(table.g, UnitId(0), "HON-FIRE-10")
    assert table.kind == "turn"
    table.over_to_supply()
    while table.over is None:
        table.passes()
    assert table.winners == (BEN,) and table.g.round == 1


@pytest.mark.rule("HON-RND-04")
def test_so_has_who_gets_no_orders_and_if_neither_does_points_decide() -> None:
    """R-60."""
    table = battle(ann(1, 1), ben(12, 1))
    table.g.due = [0, 1]
    verdict = beaten(table.g)
    assert verdict is not None and verdict.winners == (BEN,)
    table.g.due, table.g.gained = [0, 0], [3, 1]
    verdict = beaten(table.g)
    assert verdict is not None and verdict.winners == (ANN,)


@pytest.mark.rule("HON-RND-04", "HON-TRT-13")
@pytest.mark.parametrize("under", [RUSE, 2])
def test_who_has_nothing_but_ruses_left_has_lost(under: int) -> None:
    """R-223. Everybody knows it: each Ambush unit has been seen, or is under one of the blinds."""
    sniper = ben(0, 0, "us_sniper")
    blinds = ((under, 12, 1), (RUSE, 12, 5))
    table = veiled(ann(1, 1), ben(12, 3), sniper, ben=blinds, orders={"u0": 1, "u1": 1})
    g = table.g
    if under == RUSE:
        g.change(UnitId(2), lost=True)
    assert beaten(g) is None
    eliminate(g, UnitId(1), "HON-FIRE-10")
    verdict = beaten(g)
    assert (verdict is not None) is (under == RUSE)
    assert verdict is None or verdict.winners == (ANN,)


# -- control and points --------------------------------------------------------------------


@pytest.mark.rule("HON-VIC-03", "HON-VIC-10")
def test_who_stands_alone_on_an_objective_controls_it_until_the_other_does() -> None:
    """R-93."""
    on = scenario(objectives=[((5, 1), Counts.CHECK), ((9, 1), Counts.END)])
    table = battle(ann(5, 1), ann(9, 1), ben(12, 1), on=on)
    g = table.g
    take_control(g)
    assert g.holders == ["german", "german"]
    assert scores(g, last=False) == (4, 0) and scores(g, last=True) == (8, 0)
    g.gained = [3, 5]
    assert scores(g, last=False) == (7, 5)
    g.change(UnitId(0), at=at(4, 1))
    take_control(g)
    assert g.holders[0] == "german"  # left, and not lost
    g.change(UnitId(2), at=at(5, 1))
    take_control(g)
    assert g.holders[0] == "us"
    g.change(UnitId(0), at=at(5, 1))  # both are there
    g.holders[0] = ""
    take_control(g)
    assert g.holders[0] == ""
    tank = battle(ann(5, 1, "de_pz4"), ben(12, 1), on=on)
    take_control(tank.g)
    assert tank.g.holders[0] == ""


def verdict(g: HeroesState, round: int = 5) -> tuple[int, ...] | None:
    g.round = round
    found = check(g)
    return None if found is None else tuple(map(int, found.winners))


@pytest.mark.rule("HON-VIC-01", "HON-VIC-09", "HON-VIC-07")
def test_both_tiles_turned_over_win_at_once_but_not_in_the_first_round() -> None:
    """The scenario of the first match; R-94."""
    broken = [
        formation(ANN, squares=3),
        formation(BEN, squares=3, turned=True),
        formation(BEN, squares=3, turned=True),
        formation(BEN, squares=1, tile=False, key="sup_scouts"),
        formation(BEN, key="us_t_shaef"),  # without units, it never turns
    ]
    on = scenario(once=AtOnce(since=1, tiles=True))
    table = battle(ann(1, 1), ben(12, 1), on=on, formations=broken)
    assert verdict(table.g, 1) is None and verdict(table.g, 2) == (ANN,)
    table.g.formations[0] = formation(ANN, squares=3, turned=True)
    table.g.gained = [3, 5]  # both have done it
    assert verdict(table.g, 2) == (BEN,)
    table.g.formations[2] = formation(BEN, squares=3)
    assert verdict(table.g, 2) == (BEN,)
    table.g.formations[0] = formation(ANN, squares=3)
    assert verdict(table.g, 2) is None


@pytest.mark.rule("HON-VIC-10")
@pytest.mark.parametrize(("round", "points"), [(2, 5), (6, 9)])
def test_what_counts_at_the_last_check_alone_counts_at_no_other_end(
    round: int, points: int
) -> None:
    on = scenario(objectives=[((5, 1), Counts.END)], once=AtOnce(since=2, score=3))
    table = battle(ann(5, 1), ben(12, 1), on=on, round=round - 1)
    table.g.gained = [5, 0]
    while table.over is None:
        table.passes()
    assert table.g.round == round and table.over.result.scores == (points, 0)


@pytest.mark.rule("HON-VIC-02")
def test_so_many_points_and_more_than_the_other_win_at_once() -> None:
    table = battle(ann(1, 1), ben(12, 1), on=scenario(once=AtOnce(since=3, score=12, ahead=True)))
    table.g.gained = [12, 11]
    assert verdict(table.g, 2) is None and verdict(table.g, 3) == (ANN,)
    table.g.gained = [12, 12]
    assert verdict(table.g, 3) is None
    table.g.gained = [11, 3]
    assert verdict(table.g, 3) is None


@pytest.mark.rule("HON-VIC-02")
def test_where_a_scenario_asks_for_points_alone_the_other_may_have_more() -> None:
    """G-10, G-11 S2 and S4: "US with 9 or more"."""
    table = battle(ann(1, 1), ben(12, 1), on=scenario(once=AtOnce(since=3, who="us", score=9)))
    table.g.gained = [10, 9]
    assert verdict(table.g, 3) == (BEN,)
    table.g.gained = [0, 8]
    assert verdict(table.g, 3) is None
    once = {key: s.at_once for key, s in CATALOG.scenarios.items() if not key.startswith("tests")}
    ahead = {key for key, at_once in once.items() if at_once is not None and at_once.ahead}
    scored = {key for key, at_once in once.items() if at_once is not None and at_once.score}
    assert scored - ahead == {"hill-farm", "stream-crossing"}


@pytest.mark.rule("HON-VIC-01")
def test_a_place_that_wins_at_once_is_held_or_a_ruin() -> None:
    """G-10: the bunker of Strongpoint; without it the other side wins in the end."""
    shed = [("bld_shed", 6, 1)]
    for ruin in (True, False):
        once = AtOnce(since=2, who="us", holds="0", ruin=ruin)
        on = scenario(shed, objectives=[((6, 1), Counts.END)], once=once)
        known = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
        known[on] = evolve(known[on], otherwise="german")
        table = battle(ann(1, 1), ben(12, 1), on=on)
        table.g.gained = [0, 9]
        assert verdict(table.g, 5) is None and verdict(table.g, 6) == (ANN,)
        table.g.holders = ["german"]
        spaces = (at(6, 1), at(6, 2))
        table.g.changes = (Change(element=ElementKey("ruins"), spaces=spaces, gone=0),)
        assert verdict(table.g, 2) == ((BEN,) if ruin else None)
        assert table.g.ground.cells[at(6, 1)].defence == 1 and not table.g.ground.edges
        both = evolve(known[on].objectives[0], spaces=(at(6, 1), at(9, 1)))
        known[on] = evolve(known[on], objectives=(both,))
        assert verdict(table.g, 2) is None  # a part of it is none yet
        table.g.holders, table.g.changes = ["us"], ()
        assert verdict(table.g, 2) == (BEN,) and verdict(table.g, 1) is None


@pytest.mark.rule("HON-VIC-01", "HON-VIC-03")
def test_units_that_have_left_win_at_once_and_score() -> None:
    once = AtOnce(since=3, who="us", exit_points=9)
    table = battle(ann(1, 1), ben(12, 1), on=scenario(once=once))
    table.g.exited = [9, 8]
    assert verdict(table.g, 3) is None and scores(table.g, last=False) == (9, 8)
    table.g.exited = [9, 9]
    assert verdict(table.g, 3) == (BEN,)


@pytest.mark.rule("HON-VIC-08")
def test_the_last_check_goes_by_points_then_by_losses_then_nobody_wins() -> None:
    table = battle(ann(1, 1), ben(12, 1))
    table.g.gained = [5, 3]
    assert verdict(table.g, 6) == (ANN,)
    table.g.gained = [3, 3]
    table.g.formations = [formation(ANN, losses=2), formation(BEN, losses=1)]
    assert (lost_cost(table.g, ANN), lost_cost(table.g, BEN)) == (20, 10)
    assert verdict(table.g, 6) == (BEN,)
    table.g.formations[0] = formation(ANN, losses=1)
    assert verdict(table.g, 6) == ()
