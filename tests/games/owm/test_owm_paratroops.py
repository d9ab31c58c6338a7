"""The Sky is Falling: paratroops (OWM-MX-16, OWM-MX-17, A-65, A-119)."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.system import BadSetup
from owm_net.games import get
from owm_net.games.owm.actions import Attack, EndTurn
from owm_net.games.owm.assault import AssaultBegun, Retreat, Stalemate, Stand
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.flips import Flipped
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.missions.paratroops import Landed, StaysAloft
from owm_net.games.owm.placing import Merged
from owm_net.games.owm.terms import Side, Status
from owm_net.games.owm.victory import check_end, score
from owm_net.games.owm.words import place_facts
from tests.games.driver import every, only
from tests.games.owm.assaults import lines
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    EVANS,
    FIRST,
    MANEUVER,
    RALLY_RED,
    SECOND,
    Table,
    hurt,
    team,
)


def sky(*teams: Any, **more: Any) -> Table:
    """The mission in the middle of a round; seat 0, the Allies, jumps."""
    hands = more.pop("hands", [[ATTACK_RED, MANEUVER], [RALLY_RED, ENTRENCH]])
    return Table(*teams, hands=hands, map_of="the-sky-is-falling", **more)


def jumping(number: str, *teams: Any, **more: Any) -> Table:
    """The first Fireteam jumps over B1, at the edge of the map; the wind's blue die shows
    `number`."""
    others = teams or (team(1, "D3", 302, 303),)
    t = sky(team(0, "", EVANS, 203), *others, **more)
    t.g.change_fireteam(FIRST, drop_zone=t.cell("B1"))
    return t.stack(number).begin()


@pytest.mark.rule("OWM-MX-16", "OWM-SETUP-09")
def test_the_paratroops_begin_off_the_map_each_over_its_drop_zone():
    t = sky(team(0, "", EVANS), team(0, "", 203), team(1, "D3", 302, 303))
    assert [t.g.ground.cell_name(t.team(n).drop_zone) for n in (1, 2)] == ["B2", "F2"]
    assert t.team(1).is_aloft and not t.team(1).on_map and t.team(3).on_map
    assert any("drop zone" in fact for fact in place_facts(t.g, t.cell("F2")))
    rules = rules_of(t.g)
    chutes = [m.cell for m in rules.markers(t.g) if m.kind == "parachute"]
    assert [t.g.ground.cell_name(c) for c in chutes] == ["B2", "F2"]
    assert rules.waits(t.g, t.team(1)) and not rules.waits(t.g, t.team(3))
    assert rules.start_cells(t.g, Side.ALLIES) == []
    assert rules.start_room(t.g, Side.ALLIES) == 4


@pytest.mark.rule("OWM-MX-16")
def test_it_is_for_two_players_only():
    system = get("owm")
    system.default_setup(mission="the-sky-is-falling", seats=2)
    with pytest.raises(BadSetup):
        system.default_setup(mission="the-sky-is-falling", seats=4)


@pytest.mark.rule("OWM-MX-17", "OWM-DIR-01", "OWM-MISS-08")
@pytest.mark.parametrize(
    ("number", "place"),
    [("B2", "C1"), ("B3", "B2"), ("B4", "A1"), ("B5", "B1"), ("B6", "B1"), ("B7", "B1")],
)
def test_the_wind_shifts_a_landing_by_one_terrain_or_not_at_all(number: str, place: str):
    t = jumping(number)
    assert t.at(1) == place
    assert only(t.said, Landed).cell == t.cell(place)
    assert t.g.ground.cards[t.cell(place)] != OPEN
    assert t.g.active == FIRST and t.top.actions_left == 2  # it costs no Standard Action
    assert t.g.is_established(t.team(1))  # a landing is no move


@pytest.mark.rule("OWM-MX-17", "OWM-MOVE-08")
def test_who_lands_on_an_open_spot_lies_on_a_field():
    assert jumping("B5").g.ground.cards[1] == FIELD


@pytest.mark.rule("OWM-MX-17")
def test_off_the_map_it_stays_aloft_and_tries_again_in_the_next_round():
    t = jumping("B1")  # north of B1
    assert only(t.said, StaysAloft).fireteam == FIRST
    assert t.team(1).is_aloft and t.g.active == SECOND
    t.stack(*range(150, 151), "B5")
    t.do(EndTurn())
    assert t.g.round_no == 4 and len(every(t.events, Flipped)) == 2


@pytest.mark.rule("OWM-MX-17", "OWM-MOVE-09")
@pytest.mark.parametrize("there", [2, 7])
def test_on_its_own_it_joins_and_stays_aloft_where_they_would_be_too_many(there: int):
    own = team(0, "B2", *range(205, 205 + there))
    t = jumping("B3", own, team(1, "D3", 302, 303))
    if there == 2:
        assert only(t.said, Merged).target == SECOND
        assert t.team(2).line == (205, 206, EVANS, 203)
        assert t.g.active == SECOND and t.top.actions_left == 2
    else:
        assert every(t.said, StaysAloft) and t.team(1).is_aloft


@pytest.mark.rule("OWM-MX-17", "OWM-ASLT-01", "OWM-ASLT-18")
def test_on_an_enemy_it_triggers_an_assault_and_may_leave_to_any_side():
    t = jumping("B3", team(1, "B2", 303, 306), team(0, "C3", 205))
    assert only(t.said, AssaultBegun).fireteam == FIRST
    assert not t.g.agenda[-1].mover_flanks  # type: ignore[attr-defined]  # A-119
    t.stack("G3", "R3", "G3", "G3")
    t.do(*lines(t, (EVANS, 203), (303, 306)))
    ways = {t.g.ground.cell_name(a.cell) for a in t.options(Retreat)}
    assert t.seat == 0 and ways == {"A1", "B1", "C1", "A2", "C2", "A3", "B3"}
    t.do(Retreat(t.cell("A2")), Stand())
    assert t.at(1) == "A2" and t.status(EVANS) == "suppressed"
    assert t.g.active != FIRST  # its turn is over


@pytest.mark.rule("OWM-ASLT-16", "OWM-MX-17")
def test_out_of_a_stalemate_its_owner_says_where_it_goes():
    t = jumping("B3", team(1, "B2", hurt(303)))
    for soldier in (EVANS, 203):
        t.change(soldier, status=Status.WOUNDED)
    told = t.do(*lines(t, (EVANS, 203), (303,)))
    assert every(told, Stalemate) and t.kind == "go_back" and t.seat == 0
    assert t.rule_against(Retreat(t.cell("D4"))) == "OWM-ASLT-11"
    t.do(Retreat(t.cell("C2")))
    assert t.at(1) == "C2" and t.status(EVANS) == "wounded"


@pytest.mark.rule("OWM-MX-17", "OWM-ENT-04")
def test_who_lands_looks_for_the_entrenchment_there():
    t = sky(team(0, "", EVANS, 203), team(1, "D3", 302), trenches=["B2"])
    t.stack("B5", "G1").begin()
    assert t.team(1).dug_in and t.g.active == FIRST


@pytest.mark.rule("OWM-MX-16", "OWM-ATK-01", "OWM-VICT-02")
def test_who_is_aloft_is_shot_at_by_nobody_and_counts():
    t = sky(team(1, "D3", 302, 303), team(0, "", EVANS), hands=[[MANEUVER], [ATTACK_RED]]).begin()
    assert t.rule_against(Attack(ATTACK_RED, SECOND)) == "OWM-ATK-01"
    assert check_end(t.g) is None and score(t.g, Side.ALLIES) == 7
    assert t.g.active == FIRST


@pytest.mark.rule("OWM-MX-17", "OWM-TIMER-01")
def test_the_last_card_lets_one_land_and_then_it_is_over():
    t = sky(team(0, "", EVANS), team(1, "D3", 302), timer_used=2).leave(0)
    t.begin()
    assert (t.over is not None and t.team(1).on_map) or every(t.events, StaysAloft)


@pytest.mark.rule("OWM-ASLT-07", "OWM-MX-17")
def test_who_is_joined_from_the_air_stays_established():
    """Landing is no move; a Fireteam on the move in this round is not established."""
    for moved_in, established in ((0, True), (2, True), (3, False)):
        own = team(0, "B2", 205, 206, moved_in=moved_in)
        t = jumping("B3", own, team(1, "D3", 302, 303))
        assert only(t.said, Merged).target == SECOND
        assert t.g.is_established(t.team(2)) is established
