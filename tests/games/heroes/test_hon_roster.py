"""Army building: the roster question, Gear, ready armies, and matches of built armies."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from fuzz.watched import Playout
from owm_net.engine import agenda, codec
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, ChooseSecretly, Over
from owm_net.engine.system import Setup
from owm_net.engine.text import read_out
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import ArmyKey, CounterKey, OptionKey, TileKey
from owm_net.games.heroes.roster import (
    CHOICE,
    Mustered,
    Roster,
    army_of,
    faults_of,
    ready_armies,
    roster_of,
    strength,
    why_not_roster,
)
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.system import PLAYABLE, Heroes
from owm_net.games.heroes.terms import Directive, Nation
from tests.games.driver import Driver
from tests.seats import ANN, BEN

HEROES = Heroes()
BUILT = Setup(PLAYABLE[0], "standard", 2, (("armies", "250"),))
MAJOR, PLATOON = TileKey("de_t_major"), TileKey("de_t_pzgren")
GEAR3 = OptionKey("eq_gear3")


def against(roster: Roster, points: int = 500, nation: Nation = Nation.GERMAN) -> str:
    refusal = why_not_roster(nation, points, roster)
    return "" if refusal is None else refusal.rule


def with_gear(*gear: tuple[str, int]) -> Roster:
    chosen = tuple([(GEAR3, OptionKey(key), n) for key, n in gear])
    return Roster((MAJOR, PLATOON), ((PLATOON, "P2", GEAR3),), (), chosen)


# -- what may be chosen --------------------------------------------------------------------


@pytest.mark.rule("HON-ARMY-01", "HON-ARMY-05", "HON-ARMY-16")
def test_a_roster_is_judged_by_the_rules_of_buying_whatever_it_names() -> None:
    plain = Roster((MAJOR, PLATOON), ((PLATOON, "P1", OptionKey("eq_grenade")),))
    assert against(plain, 200) == "" and against(plain, 199) == "HON-ARMY-01"
    assert against(plain, nation=Nation.US) == "HON-ARMY-02"
    wrong = {
        "HON-ARMY-02": [
            Roster(()),
            Roster((TileKey("no such"),)),
            evolve(plain, options=((PLATOON, "P1", OptionKey("no such")),)),
            evolve(plain, heroes=(CounterKey("de_grenadier"),)),
        ],
        "HON-ARMY-05": [
            evolve(plain, options=(*plain.options, (PLATOON, "P1", OptionKey("tr_hardened")))),
            evolve(plain, options=((TileKey("de_t_stoss"), "T1", OptionKey("eq_grenade")),)),
            evolve(plain, options=((PLATOON, "P9", OptionKey("eq_grenade")),)),
        ],
        "HON-ARMY-16": [evolve(plain, tiles=(PLATOON,) * 61), evolve(plain, tiles=(PLATOON,) * 2)],
        "HON-ORO-06": [evolve(plain, directives=(Directive.CHARGE,))],
    }
    for rule, rosters in wrong.items():
        assert [against(roster) for roster in rosters] == [rule] * len(rosters)


@pytest.mark.rule("HON-EQ-08", "HON-ARMY-09")
def test_gear_is_so_many_tokens_of_equipment_with_a_band_of_its_own() -> None:
    assert against(with_gear(("eq_ammo", 2), ("eq_grenade", 1))) == ""
    bad = [
        with_gear(("eq_ammo", 2)),
        with_gear(("eq_ammo", 3), ("eq_grenade", 1)),
        with_gear(("eq_ammo", 4), ("eq_grenade", -1)),
        with_gear(("eq_goliath", 3)),  # it makes a unit
        with_gear(("eq_position", 3)),
        with_gear(("eq_gear5", 3)),
        with_gear(("tr_veteran", 3)),
        with_gear(("eq_sticky_bomb", 3)),  # American
        evolve(with_gear(("eq_ammo", 3)), options=()),
    ]
    assert {against(roster) for roster in bad} == {"HON-EQ-08"}
    assert OptionKey("eq_grenade") in CHOICE and OptionKey("eq_mortar_supply") not in CHOICE


@pytest.mark.rule("HON-EQ-08", "HON-ARMY-14")
def test_the_tokens_of_gear_lie_on_the_tile_as_those_of_their_options() -> None:
    g = begun().g
    roster = with_gear(("eq_ammo", 2), ("eq_grenade", 1))
    agenda.advance(g, (roster, roster_of(next(ready_armies(Nation.US, 250)).army)))
    mine = {str(o.key): o.tokens for o in g.options if o.seat == ANN}
    assert mine == {"eq_ammo": 2, "eq_grenade": 1}
    tile = next(o.tile for o in g.options if o.seat == ANN)
    assert g.formations[tile].key == PLATOON


def test_every_ready_army_is_a_roster_and_comes_back_from_it() -> None:
    for ready in CATALOG.armies.values():
        roster = roster_of(ready.army)
        assert army_of(ready.nation, roster) == ready.army
        assert against(roster, ready.points, ready.nation) == ""
        assert len(codec.encode(roster)) < 1000
        said = roster.sentence(View(begun().g, ANN, {}))
        assert all(read_out(CATALOG.tiles[key].title) in said for key in roster.tiles)


@pytest.mark.rule("HON-ARMY-01", "HON-ARMY-05", "HON-ARMY-12", "HON-EQ-08", "HON-ORO-06")
def test_every_fault_of_an_army_is_named_and_what_is_only_missing_says_so() -> None:
    directive = (MAJOR, "O1", OptionKey("or_directive3"))
    wrong = Roster(
        (MAJOR, PLATOON),
        (directive, (PLATOON, "P1", OptionKey("sup_tank_1")), (PLATOON, "P2", GEAR3)),
        (CounterKey("us_hero_crane"),),
        (),
        (Directive.CHARGE,),
    )
    faults = list(faults_of(Nation.GERMAN, 250, wrong))
    rules = ["HON-ARMY-05", "HON-ARMY-12", "HON-ORO-06", "HON-ARMY-01", "HON-EQ-08"]
    assert [fault.rule for fault in faults] == rules
    assert {fault.rule for fault in faults if fault.more} == {"HON-ORO-06", "HON-EQ-08"}


@pytest.mark.rule("HON-ORD-03", "HON-ARMY-14")
def test_an_army_brings_the_units_and_orders_that_the_ledger_counts() -> None:
    g = begun().g
    counted = {"de_250_line": (7, 4), "us_250_line": (7, 4), "de_500_company": (15, 7)}
    for key, (units, orders) in counted.items():
        army = CATALOG.armies[ArmyKey(key)].army
        assert strength(g, ANN, army) == (units, orders), key


# -- the question --------------------------------------------------------------------------


def begun() -> Driver[HeroesState]:
    state = HEROES.new_game(BUILT)
    assert isinstance(state, HeroesState)
    return Driver(state, LocalMatch(HEROES, BUILT, 1, [random_player] * 2).dealer).begin()


@pytest.mark.rule("HON-ARMY-17", "HON-ARMY-01")
def test_both_sides_choose_at_once_and_then_both_are_public() -> None:
    t = begun()
    assert isinstance(t.request, ChooseSecretly) and t.kind == "roster" and t.seats == (ANN, BEN)
    rosters = []
    for seat, nation in ((ANN, Nation.GERMAN), (BEN, Nation.US)):
        view = View(t.g, Seat(seat), {})
        offers = agenda.options(view)
        ready = [roster_of(one.army) for one in ready_armies(nation, 250)]
        assert offers == ready and len(offers) > 1
        rosters.append(offers[0])
        tank = Roster((MAJOR,), ((MAJOR, "O5", OptionKey("sup_tank_1")),))
        refusal = agenda.why_not(view, tank)
        assert (refusal is None) == (nation is Nation.GERMAN)
    t.do(tuple(rosters))
    assert [e.seat for e in t.told(Mustered)] == [ANN, BEN]
    assert t.kind == "deploy" and {u.seat for u in t.g.units} == {ANN, BEN}


@pytest.mark.rule("HON-ARMY-17")
def test_smoke_bombs_are_no_units_of_an_army() -> None:
    """R-161: a major and a platoon of five, with three bombs beside the map."""
    t = begun()
    smoke = Roster((MAJOR, PLATOON), ((MAJOR, "O1", OptionKey("or_smoke")),))
    other = roster_of(next(iter(ready_armies(Nation.US, 250))).army)
    t.do((smoke, other))
    assert t.told(Mustered)[0].units == 6


@pytest.mark.rule("HON-ARMY-17", "HON-RND-02")
def test_matches_of_built_armies_end() -> None:
    asked = Counter[str]()
    for seed in range(6):
        match = LocalMatch(HEROES, BUILT, seed, [random_player] * 2)
        while not isinstance(match.request, Over):
            if isinstance(match.request, Choose):
                asked[match.request.kind] += 1
            match.step()
            assert match.state.answered < 2000
    assert {"deploy", "lay", "turn", "supply_move", "after"} <= set(asked), asked


def test_offers_and_bad_answers_in_a_match_of_built_armies() -> None:
    playout = Playout(HEROES, BUILT, 2)
    playout.play(examine_every=30)
    assert playout.refused > 400 and playout.tried > 50
