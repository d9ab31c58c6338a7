"""Concealed counters: taking and keeping concealment, being found, Ruses. Ledger 2.25, 2.29."""

from __future__ import annotations

from copy import deepcopy

import pytest

from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import EVERYBODY
from owm_net.engine.records import Played
from owm_net.engine.requests import Reveal
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Advanced, Assaulted
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.blast import standing
from owm_net.games.heroes.cards.spotter_plane import SpotterPlane
from owm_net.games.heroes.concealing import Emerge, Opened
from owm_net.games.heroes.hidden import SPECIAL
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, Heading, Step, UnitId
from owm_net.games.heroes.moving import Leg, Stop
from owm_net.games.heroes.orders import ActMove, OrderFire
from owm_net.games.heroes.paths import traffic
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.shooting import ShotFired, targets
from owm_net.games.heroes.spotting import spots
from owm_net.games.heroes.state import Smoke
from owm_net.games.heroes.steps import Moved
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.system import Heroes
from owm_net.games.heroes.terms import Flip
from owm_net.games.heroes.victory import sides_on
from tests.games.heroes.table import Table, acting, ann, at, battle, ben, counter, scenario
from tests.games.heroes.veils import RUSE, veiled
from tests.seats import ANN, BEN

SNIPER = "de_sniper"


def opened(table: Table) -> list[tuple[int, int]]:
    return [(e.counter, e.unit) for e in table.said if isinstance(e, Opened)]


@pytest.mark.rule("HON-AB-03", "HON-AB-16", "HON-AB-09")
def test_an_ambush_unit_conceals_itself_in_view_and_is_found_by_the_next_step_of_another() -> None:
    """R-85."""
    table = acting(ann(4, 1, SNIPER), ben(9, 1), ben(9, 6))
    table.until("turn", ANN).say(table.move(0, flip=Flip.LAST))
    assert table.u(0).concealed and not opened(table)
    table.over_to_turn(BEN).say(table.move(1))  # a null move looks too
    assert not table.u(0).concealed and opened(table) == [(0, 0)]


@pytest.mark.rule("HON-AB-03", "HON-HID-07")
def test_turned_over_first_it_walks_at_the_speed_of_its_concealed_face() -> None:
    table = acting(ann(4, 1, SNIPER), ben(9, 1))
    table.until("turn", ANN)
    steps = ((4, 2), (5, 2), (6, 2))
    table.refused(table.move(0, *steps, flip=Flip.FIRST), "HON-MOVE-01")
    table.say(table.move(0, *steps[:2], flip=Flip.FIRST))
    assert table.u(0).concealed and table.u(0).at == at(5, 2)  # it is not tested in that move


@pytest.mark.rule("HON-AB-05")
def test_nobody_shoots_at_a_concealed_counter_and_blasts_pass_it_by() -> None:
    hidden = ann(5, 1, SNIPER, concealed=True)
    table = acting(hidden, ben(9, 1), orders={"u0": 13, "u1": 1})
    table.over_to_turn(BEN)
    table.refused(table.fire(1, 0), "HON-AB-05")
    assert not list(targets(table.g, UnitId(1))) and not standing(table.g, [at(5, 1)])
    table.g.change(UnitId(0), concealed=False)
    assert list(targets(table.g, UnitId(1))) and standing(table.g, [at(5, 1)]) == [0]


@pytest.mark.rule("HON-AB-06", "HON-AB-07", "HON-AB-11", "HON-LOS-10")
def test_who_finds_whom() -> None:
    table = acting(
        ann(4, 1, SNIPER, concealed=True),
        ann(6, 2, SNIPER, concealed=True),
        ben(13, 1),
        ben(9, 2),
        ben(5, 5, "us_sherman"),
        ben(3, 6, "us_halftrack"),
        on=scenario([("thicket1", 6, 2)]),
        due=(2, 2),
    )
    g = table.g

    def finds(spotter: int, x: int, y: int, hidden: int) -> bool:
        return spots(g, UnitId(spotter), (at(x, y),), UnitId(hidden), g.units[hidden].at)

    assert finds(2, 13, 1, 0) and finds(3, 8, 2, 1) and not finds(3, 9, 2, 1)
    assert finds(5, 4, 2, 0) and not finds(4, 4, 2, 0)  # no heavy vehicle finds anybody
    g.change(UnitId(3), at=at(7, 1))
    assert not finds(2, 13, 1, 0)  # its own infantry is between
    g.change(UnitId(3), concealed=True)
    assert finds(2, 13, 1, 0)  # who is concealed hides nobody
    g.smoke = [Smoke(vertex=at(4, 1), value=2)]  # type: ignore[arg-type]
    assert not finds(2, 13, 1, 0)  # the line is not Clear


@pytest.mark.rule("HON-AB-06")
def test_a_bridge_is_a_terrain_element() -> None:
    """R-325: who is concealed on it is found from 2 spaces away."""
    on = scenario(boards=(Placed("E", at(0, 0)), Placed("D", at(8, 0))))
    g = acting(ann(2, 3, SNIPER, concealed=True), ben(4, 3), on=on).g
    assert spots(g, UnitId(1), (at(4, 3),), UnitId(0), at(2, 3))
    assert not spots(g, UnitId(1), (at(5, 3),), UnitId(0), at(2, 3))
    assert spots(g, UnitId(1), (at(5, 3),), UnitId(0), at(3, 3))


@pytest.mark.rule("HON-AB-08", "HON-MOVE-05", "HON-AB-13", "HON-HID-05", "HON-HID-06")
def test_a_leg_stops_where_a_blind_is_found_and_fire_comes_after_that() -> None:
    """R-95: move, then the ambush check, then opportunity fire; then another leg."""
    table = veiled(
        ann(0, 0, SNIPER),
        ann(8, 5, "de_grenadier"),
        ben(10, 1),
        ann=((0, 6, 2),),
        on=scenario([("thicket1", 6, 2), ("position1", 8, 5)]),
        orders={"u1": 13, "u2": 1},
        due=(1, 1),
        dice=[(1,)],
    )
    table.over_to_turn(BEN)
    table.say(table.move(2, (9, 1), (8, 1), (7, 1)))
    assert table.kind == "react" and table.u(2).at == at(10, 1)
    table.refused(React((UnitId(1),), Step(2)), "HON-TER-10")  # there somebody is found first
    table.passes()
    assert isinstance(table.requests[-1], Reveal) and table.requests[-1].seat == ANN
    assert opened(table) == [(3, 0)] and table.u(0).at == at(6, 2) and table.u(3).lost
    assert (table.kind, table.u(2).at) == ("react", at(8, 1))
    table.say(React((UnitId(1),), Step(1)))
    names = [type(e) for e in table.events if isinstance(e, Moved | Opened | ShotFired)]
    assert names[1:] == [Moved, Opened, ShotFired]
    assert table.kind == "leg" and table.top.left == 2  # of its four
    table.say(Leg((at(7, 1),)))
    assert table.u(2).at == at(7, 1)


@pytest.mark.rule("HON-MOVE-05", "HON-AB-08")
def test_nobody_reacts_before_a_step_that_finds_somebody() -> None:
    """R-109: step 0 is for a null leg alone."""
    table = veiled(
        ann(0, 0, SNIPER),
        ann(8, 5, "de_grenadier"),
        ben(9, 1),
        ann=((0, 6, 2),),
        on=scenario([("thicket1", 6, 2), ("position1", 8, 5)]),
        orders={"u1": 13, "u2": 1},
        due=(1, 1),
    )
    table.over_to_turn(BEN)
    table.say(table.move(2, (8, 1), (7, 1)))
    assert opened(table) == [(3, 0)] and table.u(2).at == at(8, 1)
    assert table.kind == "react" and {a.step for a in table.options(React)} == {1}


@pytest.mark.rule("HON-AB-13", "HON-AB-09")
def test_who_is_found_on_the_way_keeps_its_slow_step_and_is_not_turned_again() -> None:
    table = veiled(
        ann(0, 0, SNIPER),
        ben(9, 4),
        ben(9, 6),
        ann=((0, 4, 5),),
        on=scenario([("thicket1", 4, 5)]),
        orders={"u3": 1, "u1": 1, "u2": 2},
    )
    table.over_to_turn(ANN)
    table.say(table.move(3, (5, 5), (6, 5)))
    assert opened(table) == [(3, 0)] and table.u(0).at == at(5, 5)
    assert table.kind == "leg" and table.top.left == 1 and table.u(0).movement == 4
    table.refused(Stop(Heading(-1), True), "HON-MOVE-08")
    table.refused(Leg((at(6, 5), at(7, 5))), "HON-MOVE-01")
    table.say(Leg((at(6, 5),)))
    assert table.u(0).acted and table.kind != "leg"
    assert table.g.bearers[ANN].count(UnitId(0)) == 1  # the token is its own now


@pytest.mark.rule("HON-TRT-08", "HON-AB-13", "HON-ORD-11")
def test_who_is_found_in_a_gap_may_be_heroic() -> None:
    table = veiled(
        ann(0, 0, SNIPER),
        ben(9, 4),
        ann(15, 7),
        ann=((0, 4, 5),),
        orders={"u3": SPECIAL, "u1": 1, "u2": 1},
        due=(1, 1),
        specials=(1, 0),
        options={"tr_heroic": ANN},
    )
    table.until("gap", ANN).say(table.move(3, (5, 5)))
    assert opened(table) == [(3, 0)]
    if table.kind == "leg":
        table.say(Stop())
    assert (table.kind, table.top.unit) == ("once_more", 0)


@pytest.mark.rule("HON-AB-10")
def test_two_concealed_counters_find_each_other_both_or_none() -> None:
    """R-86."""
    table = veiled(
        ann(0, 0, SNIPER),
        ben(0, 0, "us_sniper"),
        ann=((0, 4, 5),),
        ben=((1, 8, 5),),
        orders={"u2": 1, "u3": 1},
    )
    table.over_to_turn(ANN)
    table.say(table.move(2, (5, 5)))
    assert opened(table) == [(2, 0), (3, 1)]  # the mover's first
    table = veiled(
        ann(0, 0, SNIPER),
        ben(0, 0, "us_sniper"),
        ann=((0, 4, 5),),
        ben=((1, 8, 5),),
        on=scenario([("thicket1", 8, 5)]),
        orders={"u2": 1, "u3": 1},
    )
    table.over_to_turn(ANN)
    table.say(table.move(2, (5, 5)))
    assert not opened(table)  # Ben's lies in a thicket, too far away
    table.over_to_turn(BEN)
    table.say(table.move(3, (7, 6)))
    assert opened(table) == [(3, 1), (2, 0)]
    table = veiled(
        ann(0, 0, SNIPER),
        ben(0, 0, "us_sniper"),
        ann=((0, 4, 5),),
        ben=((1, 8, 5),),
        on=scenario([("thicket1", 5, 5)]),
        orders={"u2": 1, "u3": 1},
    )
    table.over_to_turn(ANN)
    table.say(table.move(2, (5, 5)))
    assert not opened(table)  # the mover sees Ben's, and is not seen in its thicket


@pytest.mark.rule("HON-AB-08")
def test_an_open_unit_finds_whoever_else_is_concealed_near() -> None:
    """Ben's sniper sees the mover and is not seen by it, which says nothing (R-86)."""
    hidden = ben(8, 5, "us_sniper", concealed=True)
    on = scenario([("thicket1", 8, 5)])
    table = acting(ann(3, 5, SNIPER, concealed=True), ben(9, 1), hidden, due=(1, 1), on=on)
    table.until("turn", ANN).say(table.move(0, (4, 5)))
    assert opened(table) == [(0, 0)]


@pytest.mark.rule("HON-ASLT-04", "HON-ASLT-26")
def test_an_assault_on_a_blind_that_is_found_on_the_way_is_still_announced() -> None:
    storm = counter("tests-storm-blind", assault=0)
    table = veiled(
        ann(4, 1, storm),
        ben(0, 0, "us_sniper"),
        ben(15, 7),
        ben=((1, 7, 1),),
        on=scenario([("thicket1", 7, 1)]),
        orders={"u0": 1, "u2": 1},
        dice=[(6, 6, 1)],
    )
    table.until("turn", ANN)
    table.say(table.move(0, (5, 1), target=3, goes_on=True))
    assert opened(table) == [(3, 1)] and table.kind == "leg"
    table.refused(Stop(), "HON-ASLT-04")
    table.do(Leg((at(6, 1),)))
    assert table.top is not None and [e.defender for e in table.told(Assaulted)] == [1]


@pytest.mark.rule("HON-AB-12", "HON-ASLT-26", "HON-TRT-13")
@pytest.mark.parametrize("under", [0, RUSE])
def test_a_concealed_counter_is_assaulted_and_opened_before_the_dice(under: int) -> None:
    """R-40: smoke hides it until then."""
    attacker = counter("brawler", bonus=3, assault=0)
    table = veiled(
        ann(0, 0, SNIPER),
        ben(6, 2, attacker),
        ann(15, 7),
        ann=((under, 5, 2),),
        orders={"u1": 1, "u3": 13, "u2": 1},
        dice=[(6, 6, 1)] if under == 0 else [],
    )
    table.g.smoke = [Smoke(vertex=at(6, 2), value=4)]  # type: ignore[arg-type]
    table.over_to_turn(BEN)
    table.say(table.move(1, target=3))
    assert opened(table) == [(3, under)]
    assert table.u(0).lost is (under == 0) and table.u(1).at == at(5, 2)
    assert Advanced(UnitId(1), at(5, 2)) in table.said


@pytest.mark.rule("HON-AB-14", "HON-HID-05")
def test_only_its_owner_looks_under_a_blind() -> None:
    table = veiled(
        ann(0, 0, SNIPER), ben(15, 7), ann=((0, 4, 1), (RUSE, 6, 1)), orders={"u2": 1, "u1": 1}
    )
    g = table.g
    cards = g.hands[g.veiled(ANN)]
    assert View(g, ANN, table.known(ANN)).cards(cards) == (300, 361)
    for seat in (BEN, EVERYBODY):
        assert View(g, seat, table.known(BEN)).cards(cards) == (None, None)
    one, other = table.u(2), table.u(3)
    assert one.with_(at=other.at) == other  # but for the place they are alike


@pytest.mark.rule("HON-AB-15", "HON-AB-02")
def test_who_is_concealed_is_turned_over_before_it_fires() -> None:
    table = veiled(
        ann(0, 0, SNIPER),
        ben(8, 1),
        ann=((0, 4, 1), (RUSE, 4, 3)),
        orders={"u2": 1, "u3": 2, "u1": 1},
        dice=[(6,)],
    )
    table.until("turn", ANN)
    token, ruse = table.token(2), table.token(3)
    cards = [Played(card) for card in table.g.hands[table.g.veiled(ANN)]]
    table.refused(OrderFire(token, (UnitId(1),)), "HON-AB-15")
    table.refused(Emerge(token), "HON-AB-15")
    table.refused(Emerge(token, cards[1]), "HON-AB-15")
    table.say(Emerge(token, cards[0]))
    assert opened(table) == [(2, 0)] and (table.kind, table.seat) == ("act", ANN)
    table.refused(ActMove(UnitId(0), (), NO_UNIT, Heading(-1), False, Flip.LAST), "HON-AB-02")
    again = deepcopy(table)
    again.say(ActMove(UnitId(0), (at(4, 2),), goes_on=True))
    assert again.kind == "leg"
    again.refused(Stop(flip=True), "HON-MOVE-08")
    table.say(ActFire(UnitId(0), (UnitId(1),)))
    assert [e.firer for e in table.told(ShotFired)] == [0] and table.u(0).acted
    assert not table.u(0).concealed and ruse


@pytest.mark.rule("HON-SUP-03", "HON-SUP-05", "HON-ORO-05")
def test_what_is_said_of_a_move_in_supply_and_of_a_counter_that_acts() -> None:
    units = (ann(4, 1, SNIPER, concealed=True), ann(4, 3, "de_mg42"), ben(12, 1))
    table = acting(*units, due=(1, 1), bluffs=(0, 0), options={"or_concealed": ANN})
    table.until("turn", ANN)
    (emerges,) = table.options(Emerge)
    say = Heroes().describe
    assert say(table.view(ANN), emerges) == "Sharpshooter is turned over, and acts"
    table.until("supply_move", ANN)
    told = {str(say(table.view(ANN), o)) for o in table.options(SupplyMove) if o.unit == 1}
    gun = "MG 42 team"
    assert {
        f"{gun} is turned over",
        f"{gun} is concealed",
        f"{gun} moves by E3, and is concealed",
        f"{gun} moves by E3, and is turned over",
        f"{gun} moves to E3",
    } <= told
    first = SupplyMove(UnitId(1), (at(4, 2),), flip=Flip.FIRST)
    assert say(table.view(ANN), first) == f"{gun} is turned over, and moves by E3"


@pytest.mark.rule("HON-TRT-13", "HON-HID-05")
def test_a_ruse_does_nothing_but_move() -> None:
    table = veiled(
        ann(15, 7), ben(8, 1), ann=((RUSE, 4, 1),), orders={"u2": 1, "u1": 1}, due=(2, 1)
    )
    table.until("turn", ANN)
    token, card = table.token(2), Played(table.g.hands[table.g.veiled(ANN)][0])
    table.refused_by_its_own(Emerge(token, card), "HON-TRT-13")
    with pytest.raises(IllegalAnswer, match="a Ruse does nothing but move"):
        table.cheats(Emerge(token, card))


@pytest.mark.rule("HON-TRT-13")
def test_a_ruse_that_is_found_is_gone_and_its_token_with_it_unseen() -> None:
    table = veiled(
        ann(15, 7), ben(8, 1), ann=((RUSE, 4, 1),), orders={"u2": 13, "u1": 1}, due=(1, 1)
    )
    table.over_to_turn(BEN)
    table.say(table.move(1))
    assert opened(table) == [(2, NO_UNIT)] and table.u(2).lost
    assert UnitId(2) not in table.g.bearers[ANN]
    assert [t.slot < 0 for t in table.g.lost_tokens if t.seat == ANN] == [True]


@pytest.mark.rule("HON-AB-06", "HON-LOS-01")
def test_a_vehicle_looks_past_what_its_own_front_stands_on() -> None:
    """Both spaces of it are ends of a line, and so never count (R-15): from the rear, through the
    thicket under its front, past the one before it."""
    on = scenario([("thicket1", 5, 3), ("thicket1", 6, 3)])
    car = ben(5, 3, "us_halftrack", facing=2)
    table = battle(ann(7, 2, SNIPER, concealed=True), car, on=on)
    g = table.g
    assert g.units[1].covers == (at(5, 3), at(4, 3))
    assert spots(g, UnitId(1), g.units[1].covers, UnitId(0), at(7, 2))
    assert not spots(g, UnitId(1), (at(5, 3),), UnitId(0), at(7, 2))


@pytest.mark.rule("HON-ZOC-09")
def test_a_concealed_counter_controls_the_spaces_beside_it() -> None:
    table = veiled(ann(15, 7), ben(4, 3), ann=((RUSE, 4, 1),), orders={"u0": 1, "u1": 1})
    assert traffic(table.g, UnitId(1)).controlled(at(5, 2))
    assert not traffic(table.g, UnitId(1)).controlled(at(6, 2))


@pytest.mark.rule("HON-VIC-03")
def test_a_concealed_counter_controls_nothing_and_bars_the_enemy() -> None:
    """R-93."""
    table = veiled(ann(15, 7), ben(4, 3), ann=((RUSE, 5, 3),), orders={"u0": 1, "u1": 1})
    assert sides_on(table.g, (at(5, 3),)) == []
    assert sides_on(table.g, (at(4, 3),)) == ["us"]
    assert len(sides_on(table.g, (at(4, 3), at(5, 3)))) == 2


@pytest.mark.rule("HON-ORO-05", "HON-AB-03")
def test_no_concealed_token_is_laid_for_a_unit_with_ambush() -> None:
    """Once it is found it stays open."""
    options = {"or_concealed": ANN}
    table = acting(ann(2, 1, SNIPER), ann(5, 1), ben(14, 1), due=(0, 1), bluffs=(0, 0),
                   orders={"u2": 1}, options=options)  # fmt: skip
    table.over_to_supply().until("supply_move", ANN)
    table.refused(SupplyMove(UnitId(0), (), conceal=True), "HON-ORO-05")
    assert table.rule_against(SupplyMove(UnitId(1), (), conceal=True)) == ""


@pytest.mark.rule("HON-ORO-05", "HON-AB-03")
def test_a_concealed_token_is_laid_in_supply_and_comes_back_for_the_next() -> None:
    table = acting(
        ann(2, 1),
        ann(2, 6),
        ann(5, 1),
        ben(14, 1),
        due=(1, 1),
        bluffs=(0, 0),
        orders={"u1": 1, "u3": 1},
        options={"or_concealed": ANN},
    )
    table.over_to_supply().until("supply_move", ANN)
    table.refused(SupplyMove(UnitId(1), (), conceal=True), "HON-SUP-12")
    table.say(SupplyMove(UnitId(0), (at(2, 2),), conceal=True))
    assert table.u(0).concealed and table.g.options[0].tokens == 1
    table.say(SupplyMove(UnitId(2), (), conceal=True))
    assert table.g.options[0].tokens == 0
    assert View(table.g, BEN, {}).state.units[0].key == "de_grenadier"  # known, as it was
    table.until("lay")
    assert table.top.__class__.__name__ == "Laying"
    assert table.g.due[ANN] == 1
    table.orders(u1=1, u3=1)
    table.over_to_turn(BEN).say(table.move(3))
    assert set(opened(table)) == {(0, 0), (2, 2)} and table.g.options[0].tokens == 2


@pytest.mark.rule("HON-ORO-05")
def test_a_token_that_comes_back_in_supply_waits_for_the_next_round() -> None:
    table = acting(
        ann(2, 1, concealed=True),
        ann(2, 3, concealed=True),
        ann(2, 6),
        ben(14, 1),
        due=(1, 0),
        bluffs=(0, 1),
        orders={"u2": 1, "u3": 13},
        options={"or_concealed": ANN},
    )
    table.g.options[0] = table.g.options[0].with_(tokens=0)
    table.g.change(UnitId(2), at=at(15, 7))
    table.over_to_supply().until("supply_move", ANN)
    table.say(SupplyMove(UnitId(0), (at(3, 1),)))
    assert opened(table) == [(0, 0)] and table.g.options[0].tokens == 1
    table.refused(SupplyMove(UnitId(1), (), conceal=True), "HON-ORO-05")


@pytest.mark.rule("HON-TRT-13", "HON-SUP-06")
def test_a_ruse_that_is_found_in_supply_goes_no_further() -> None:
    """R-190."""
    table = veiled(
        ann(1, 7),
        ben(14, 2),
        ann=((RUSE, 4, 2),),
        on=scenario([("thicket1", 4, 2)]),
        due=(1, 1),
        bluffs=(0, 0),
        orders={"u0": 1, "u1": 1},
    )
    table.over_to_supply().until("supply_move", ANN)
    table.say(SupplyMove(UnitId(2), (at(5, 2), at(6, 2))))
    assert opened(table) == [(2, NO_UNIT)] and table.u(2).at == OFF_MAP


@pytest.mark.rule("HON-AB-03", "HON-AB-09", "HON-SUP-05")
def test_who_conceals_itself_first_in_supply_is_not_found_in_that_move() -> None:
    """R-85."""
    table = acting(ann(4, 1, SNIPER), ben(9, 1), ann(1, 7), due=(1, 1), bluffs=(0, 0),
                   orders={"u2": 1, "u1": 1})  # fmt: skip
    table.over_to_supply().until("supply_move", ANN)
    table.say(SupplyMove(UnitId(0), (at(5, 1), at(6, 1)), flip=Flip.FIRST))
    assert table.u(0).at == at(6, 1) and table.u(0).concealed and not opened(table)
    assert len([e for e in table.told(Moved) if e.unit == 0]) == 1


@pytest.mark.rule("HON-SUP-06", "HON-AB-08")
def test_in_supply_a_move_goes_on_whoever_is_found() -> None:
    """R-190."""
    table = veiled(
        ann(0, 0, SNIPER),
        ben(14, 6),
        ben(14, 2),
        ann=((0, 4, 2), (RUSE, 10, 5)),
        on=scenario([("thicket1", 4, 2)]),
        due=(1, 1),
        bluffs=(0, 0),
        orders={"u4": 1, "u2": 1},
    )
    table.over_to_supply().until("supply_move", ANN)
    table.refused(SupplyMove(UnitId(3), (at(5, 2), at(6, 2), at(7, 2))), "HON-MOVE-01")
    table.say(SupplyMove(UnitId(3), (at(5, 2), at(6, 2))))
    assert opened(table) == [(3, 0)] and table.u(0).at == at(6, 2)
    assert [e.path for e in table.told(Moved)[-2:]] == [(at(5, 2),), (at(6, 2),)]
    table.until("lay")
    assert all(unit != 0 for unit in table.g.bearers[ANN])


@pytest.mark.rule("HON-AAA-01", "HON-AB-08")
@pytest.mark.parametrize("die", [5, 6])
def test_a_spotter_plane_opens_the_concealed_enemies_within_four_spaces(die: int) -> None:
    """G-05: in a thicket too, and Ruses; its own side is left alone. Its number is 6."""
    table = veiled(
        ann(1, 1),
        ben(0, 0, "us_sniper"),
        ann(8, 2, SNIPER, concealed=True),
        ben(9, 6, "us_scout", concealed=True),
        ben(14, 1, "us_scout", concealed=True),
        ben=((1, 10, 3), (RUSE, 11, 3)),
        on=scenario([("thicket1", 10, 3)]),
        options={"or_airstrike": ANN},
        hands=("spotter_plane", ""),
        dice=[(die,)],
        orders={"u0": 1, "u3": 1},
        due=(1, 1),
    )
    table.over_to_turn(ANN)
    card = table.card("spotter_plane")
    table.refused(SpotterPlane(card, at(1, 1)), "HON-CARD-06")
    assert SpotterPlane(card, at(9, 2)) in table.options(SpotterPlane)
    table.say(SpotterPlane(card, at(9, 2)))
    assert (table.kind, table.seat) == ("turn", ANN) and len(table.g.piles[ANN]) == 1
    seen = {unit for _, unit in opened(table)}
    assert seen == ({3, 1, NO_UNIT} if die == 5 else set())
    assert table.u(2).concealed and table.u(4).concealed
