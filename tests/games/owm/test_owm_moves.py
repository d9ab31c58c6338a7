"""Maneuver, merging, and what Terrain does to movement (sections 2.4 and 2.17)."""

from typing import Any

import pytest

from owm_net.engine.ids import CardNumber
from owm_net.games.owm.actions import (
    Attack,
    Crew,
    EndTurn,
    Entrench,
    LayTerrain,
    Maneuver,
    Redraw,
    Scope,
    Uncrew,
)
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.ground import OPEN, Ground
from owm_net.games.owm.ids import NO_CELL, Cell, SoldierId
from owm_net.games.owm.movement import Arrived
from owm_net.games.owm.placing import Merged, MoveStopped, settle
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.stealth import Seen
from owm_net.games.owm.words import fireteam_name
from tests.games.driver import every, only
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    EVANS,
    FIRST,
    HILL,
    LAKE,
    MANEUVER,
    MANEUVER_2,
    MANEUVER_3,
    ROAD,
    RUINS,
    SECOND,
    WOODS,
    Table,
    down,
    hurt,
    team,
)

ORDERS = [MANEUVER, MANEUVER_2, MANEUVER_3, ATTACK_RED, ENTRENCH, LAKE]


def walking(*allied: Any, at: str = "C3", more: tuple[Any, ...] = (), **options: Any) -> Table:
    """One Allied Fireteam, active, and an enemy far away."""
    mine = options.pop("mine", {})
    return Table(
        team(0, at, *(allied or (EVANS, 203)), **mine),
        team(1, "A7", 302, 303),
        *more,
        hands=options.pop("hands", [list(ORDERS), []]),
        **options,
    )


@pytest.mark.rule("OWM-TERR-01")
def test_eight_neighbours_in_the_middle_three_in_a_corner():
    ground = Ground(5, 7, (OPEN,) * 35)
    assert len(ground.neighbours(ground.cell("C3"))) == 8
    corner = ground.neighbours(ground.cell("A1"))
    assert [ground.cell_name(c) for c in corner] == ["B1", "B2", "A2"]


@pytest.mark.rule("OWM-MOVE-01", "OWM-BORD-02")
def test_a_maneuver_names_an_adjacent_terrain_and_turns_the_token_green():
    t = walking().begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("C5"))) == "OWM-MOVE-01"
    assert t.rule_against(Maneuver(MANEUVER, t.cell("C3"))) == "OWM-MOVE-01"
    assert t.rule_against(Maneuver(MANEUVER, Cell(35))) == "OWM-MOVE-01"
    assert t.rule_against(Maneuver(MANEUVER, NO_CELL)) == "OWM-MOVE-01"
    assert t.rule_against(Maneuver(ENTRENCH, t.cell("C4"))) == "OWM-CARD-02"
    assert len({a.cell for a in t.options(Maneuver)}) == 8
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert t.at(1) == "C3"
    assert t.team(1).heading == t.cell("D4")
    assert t.top.actions_left == 1


@pytest.mark.rule("OWM-MOVE-01")
@pytest.mark.parametrize("at", ["A1", "E1", "A7", "E7", "C7", "A4", "E4"])
def test_nobody_leaves_the_map(at):
    """From an edge too only neighbours that are there can be named (A-28)."""
    t = Table(team(0, at, EVANS, 203), team(1, "C4", 302, 303), hands=[[MANEUVER], []]).begin()
    legal = {c for c in map(Cell, range(-40, 80)) if not t.rule_against(Maneuver(MANEUVER, c))}
    assert legal == set(t.g.ground.neighbours(t.team(1).cell))


@pytest.mark.rule("OWM-MOVE-03", "OWM-MOVE-08", "OWM-TERR-03", "OWM-BORD-02", "OWM-EX-14")
def test_a_second_maneuver_completes_the_move_and_lays_a_field():
    t = walking().begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert t.rule_against(Maneuver(MANEUVER_2, t.cell("C4"))) == "OWM-MOVE-03"
    assert [a.cell for a in t.options(Maneuver)] == [t.cell("D4")] * 2
    assert t.g.ground.cards[t.cell("D4")] == OPEN
    t.do(Maneuver(MANEUVER_2, t.cell("D4")))
    assert t.at(1) == "D4"
    assert not t.team(1).on_the_move
    assert t.g.ground.cards[t.cell("D4")] == FIELD
    assert t.g.active == 2  # both actions are used


@pytest.mark.rule("OWM-TERR-03")
def test_a_field_card_stays_and_its_spot_is_no_longer_open():
    t = walking(hands=[[LAKE, WOODS, MANEUVER], []], cards={"D4": FIELD}).begin()
    assert t.rule_against(LayTerrain(LAKE, t.cell("D4"), False)) == "OWM-TACT-01"
    assert t.rule_against(LayTerrain(LAKE, t.cell("D3"), False)) == ""


@pytest.mark.rule("OWM-MOVE-04", "OWM-TERR-07")
def test_an_open_move_completes_free_at_the_start_of_the_next_turn():
    t = walking().begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")), EndTurn())
    assert t.at(1) == "C3"
    t.do(EndTurn())  # the other side's turn, then Debrief and Assessment
    assert (t.g.round_no, t.g.active, t.top.actions_left) == (4, 1, 2)
    assert t.at(1) == "D4"
    assert not t.g.is_established(t.team(1))


@pytest.mark.rule("OWM-MOVE-04", "OWM-ROUND-07")
def test_it_completes_in_its_own_turn_and_in_no_other():
    """Not at the start of the round, nor in the turn of another Fireteam of its player."""
    t = Table(
        team(0, "A1", 206, 203),
        team(1, "A7", 302, 303),
        team(0, "C3", EVANS, 202, heading=3 * 5 + 3, moved_in=2),
        hands=[[MANEUVER, MANEUVER_2, ENTRENCH], []],
    ).begin()
    assert (t.g.active, t.at(3), t.team(3).on_the_move) == (1, "C3", True)
    t.do(EndTurn())
    assert (t.g.active, t.at(3)) == (2, "C3")
    t.do(EndTurn())
    assert (t.g.active, t.seat, t.at(3), t.team(3).on_the_move) == (3, 0, "D4", False)
    t.do(Entrench(ENTRENCH))  # it is this Fireteam that acts, where it is now
    assert t.g.ground.trenches == (t.cell("D4"),)
    assert t.team(3).dug_in


KINDS = {
    face.kind: number for number, face in CATALOG.terrain.items() if number not in (FIELD, 260)
} | {"field": FIELD, "summit": CardNumber(260)}


@pytest.mark.rule("OWM-MOVE-06", "OWM-TERR-07")
@pytest.mark.parametrize("kind", ["road", "railroad", "crossroads"])
def test_who_leaves_fast_terrain_needs_two_maneuvers(kind):
    """It is fast to enter, not to leave."""
    t = walking(cards={"C3": KINDS[kind]}).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert (t.at(1), t.team(1).on_the_move) == ("C3", True)
    t.do(Maneuver(MANEUVER_2, t.cell("D4")))
    assert (t.at(1), t.team(1).on_the_move) == ("D4", False)


@pytest.mark.rule("OWM-MOVE-05", "OWM-BORD-02")
def test_other_actions_are_allowed_on_the_move():
    t = walking().begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    t.do(Entrench(ENTRENCH))
    assert t.g.ground.trenches == (t.cell("C3"),)  # still in its old Terrain
    assert t.team(1).on_the_move


@pytest.mark.rule("OWM-MOVE-06", "OWM-TERR-07", "OWM-TERR-08", "OWM-EX-14", "OWM-BORD-02")
@pytest.mark.parametrize("kind", [k for k in KINDS if not CATALOG.terrain[KINDS[k]].no_movement])
def test_one_maneuver_enters_fast_terrain_all_other_takes_two(kind):
    """Roads, rails and crossroads are fast; Hedgerows and all the rest are not."""
    t = walking(cards={"D4": KINDS[kind]}).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    fast = kind in ("road", "railroad", "crossroads")
    assert (t.at(1), t.team(1).on_the_move) == (("D4", False) if fast else ("C3", True))
    assert t.top.actions_left == 1
    assert not t.g.is_established(t.team(1))
    if not fast:
        t.do(Maneuver(MANEUVER_2, t.cell("D4")))
        assert (t.at(1), t.team(1).on_the_move) == ("D4", False)


@pytest.mark.rule("OWM-TERR-06")
def test_nobody_enters_a_lake():
    t = walking(cards={"D4": LAKE}, hands=[[MANEUVER], []]).begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("D4"))) == "OWM-TERR-06"
    assert t.cell("D4") not in [a.cell for a in t.options(Maneuver)]


@pytest.mark.rule("OWM-TERR-06", "OWM-BORD-02")
@pytest.mark.parametrize("card", [LAKE, ROAD])
def test_terrain_laid_in_front_of_a_moving_fireteam(card):
    t = Table(
        team(0, "C3", EVANS, 203),
        team(1, "C6", 302, 303),
        hands=[[MANEUVER, ATTACK_RED], [card]],
        cards={"C5": FIELD},
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("C4")), EndTurn())
    t.do(LayTerrain(card, t.cell("C4"), False))
    if card == LAKE:
        assert not t.team(1).on_the_move
        assert every(t.said, MoveStopped)
        assert not t.g.is_established(t.team(1))
    else:
        assert t.team(1).on_the_move  # and a Road does not speed it up
    assert t.at(1) == "C3"


@pytest.mark.rule("OWM-MOVE-07", "OWM-EFF-04", "OWM-SOLD-09")
def test_a_suppressed_soldier_holds_his_fireteam():
    t = walking(EVANS, down(203)).begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("D4"))) == "OWM-MOVE-07"
    t = walking(EVANS, hurt(203)).begin()  # a wounded one does not
    assert t.rule_against(Maneuver(MANEUVER, t.cell("D4"))) == ""


@pytest.mark.rule("OWM-MOVE-07", "OWM-CREW-04")
def test_a_crewed_gun_holds_its_fireteam_until_it_is_given_up_free():
    t = walking(205, 203)
    t.change(205, crewed_in=2, assistant=203)
    t.change(203, assists=205)
    t.begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("D4"))) == "OWM-MOVE-07"
    assert t.options(Uncrew) == [Uncrew(SoldierId(205))]
    assert t.rule_against(Uncrew(SoldierId(203))) == "OWM-CREW-04"
    t.do(Uncrew(SoldierId(205)))
    assert t.top.actions_left == 2
    assert t.g.soldiers[SoldierId(203)].assists == 0
    assert t.team(1).line == (205, 203)
    assert t.rule_against(Maneuver(MANEUVER, t.cell("D4"))) == ""


@pytest.mark.rule("OWM-MOVE-07", "OWM-CREW-04")
def test_a_scope_holds_its_fireteam_and_none_is_taken_on_the_move():
    t = walking(214, 205, 203)
    t.change(214, crewed_in=2)
    t.begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("D4"))) == "OWM-MOVE-07"
    t.do(Uncrew(SoldierId(214)), Maneuver(MANEUVER, t.cell("D4")))
    assert t.rule_against(Scope(ATTACK_RED, SoldierId(214))) == "OWM-CREW-04"
    assert t.rule_against(Crew(ATTACK_RED, SoldierId(205), SoldierId(203))) == "OWM-CREW-04"


# ------------------------------------------------------------------ no-stealth


@pytest.mark.rule("OWM-TERR-04", "OWM-STLTH-04", "OWM-TOK-10", "OWM-BORD-01")
def test_stealth_moves_along_and_ends_on_a_road():
    t = walking(mine={"stealthed": True}, cards={"D4": ROAD, "B4": RUINS})
    t.begin()
    t.do(Maneuver(MANEUVER, t.cell("B4")), Maneuver(MANEUVER_2, t.cell("B4")))
    assert t.at(1) == "B4"
    assert t.team(1).stealthed
    t = walking(mine={"stealthed": True}, cards={"D4": ROAD}).begin()
    events = t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert not t.team(1).stealthed
    assert only(events, Seen).fireteam == 1


@pytest.mark.rule("OWM-TOK-10", "OWM-BORD-01")
def test_no_phase_takes_a_stealth_token_away():
    t = walking(mine={"stealthed": True}).begin()
    t.do(EndTurn(), EndTurn())
    assert t.g.round_no == 4
    assert t.team(1).stealthed


# ------------------------------------------------------------------ merging


def joining(mover: int, resident: int, seat: int = 0, **more: Any) -> Table:
    """A Fireteam in C3 that may move to another in the Road D4."""
    seats = 4 if seat == 2 else 2
    first = tuple(range(201, 201 + mover))
    second = tuple(range(201 + mover, 201 + mover + resident))
    hands = [[MANEUVER, MANEUVER_2, ATTACK_RED]] + [[] for _ in range(seats - 1)]
    return Table(
        team(0, "C3", *first, **more.pop("mine", {})),
        team(1, "A7", 302, 303),
        team(seat, "D4", *second, **more.pop("theirs", {})),
        cards={"D4": more.pop("card", ROAD)},
        hands=hands,
        seats=seats,
        **more,
    )


@pytest.mark.rule("OWM-MOVE-09", "OWM-ASLT-07")
def test_5_and_3_merge_at_the_right_end_of_the_resident():
    t = joining(5, 3).begin()
    events = t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert only(events, Merged).target == 3
    assert t.team(3).line == (206, 207, 208, 201, 202, 203, 204, 205)
    assert 1 not in t.g.fireteams
    assert t.g.initiative == [2, 3]
    assert not t.g.is_established(t.team(3))  # some of it were on the move
    told = [e.sentence(t.g) for e in events]
    assert "101st 1 joins 101st 3" in told  # by its name, though it is gone
    assert any(line.startswith("101st 1 arrives at D4") for line in told)
    t.do(EndTurn(), EndTurn())
    assert t.g.round_no == 4
    # what a later step tells is the same after the state was saved and loaded
    assert fireteam_name(t.g, FIRST) == fireteam_name(t.g.clone(), FIRST) == "Fireteam (gone)"
    assert "101st 1 joins 101st 3" in [e.sentence(t.g) for e in events]  # told late
    assert t.g.is_established(t.team(3))


@pytest.mark.rule("OWM-MOVE-09")
def test_5_and_4_may_not():
    t = joining(5, 4).begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("D4"))) == "OWM-MOVE-09"


@pytest.mark.rule("OWM-MOVE-09")
def test_a_partners_terrain_cannot_be_entered():
    t = joining(2, 2, seat=2).begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("D4"))) == "OWM-MOVE-09"


@pytest.mark.rule("OWM-MOVE-09", "OWM-INIT-03")
def test_an_active_mover_keeps_its_action_and_the_others_lose_their_turn():
    t = joining(2, 2).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert (t.g.active, t.top.fireteam, t.top.actions_left) == (3, 3, 1)
    t.do(EndTurn())
    assert t.g.active == 2
    t.do(EndTurn())
    assert t.g.round_no == 4  # the merged Fireteam has had its turn


@pytest.mark.rule("OWM-MOVE-09", "OWM-ATK-04", "OWM-MOVE-03")
def test_the_turn_goes_on_with_all_who_are_together_now():
    """The resident's soldiers act in it, from the resident's Terrain, as of the merged Fireteam."""
    hand = [MANEUVER, ATTACK_RED]
    t = Table(
        team(0, "C3", 201, 202),
        team(1, "D7", 302, 303),
        team(0, "D4", EVANS, 203),
        cards={"D4": ROAD},
        hands=[hand, []],
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert t.seat == 0
    t.stack("R2", "R1", "G1", "B1", "R1").do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert t.allowed(Shoot(SoldierId(202)))
    t.do(CeaseFire())
    assert t.g.active == 2  # both actions are used, and the enemy's turn comes


@pytest.mark.rule("OWM-MOVE-09", "OWM-MOVE-04", "OWM-TEAM-01")
def test_a_move_to_where_a_partner_has_come_meanwhile_stops():
    t = joining(2, 2, seat=2, mine={"heading": 3 * 5 + 3, "moved_in": 2}).begin()
    assert (t.at(1), t.at(3), t.team(1).on_the_move) == ("C3", "D4", False)
    assert only(t.said, MoveStopped).rule == "OWM-MOVE-09"
    assert not every(t.said, Arrived)
    assert (t.g.active, t.top.actions_left) == (1, 2)


@pytest.mark.rule("OWM-MOVE-09", "OWM-ROUND-01", "OWM-INIT-03")
def test_who_joins_a_fireteam_that_has_had_its_turn_is_at_the_end_of_his():
    t = joining(2, 2, theirs={"activated_in": 3}).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert 1 not in t.g.fireteams
    assert t.g.active == 2  # one action was left, and nobody of the four takes it


@pytest.mark.rule("OWM-MOVE-09", "OWM-MOVE-04", "OWM-INIT-03")
def test_a_move_that_completes_by_itself_may_end_the_turn_in_this_way():
    coming = {"heading": 3 * 5 + 3, "moved_in": 2}
    t = joining(2, 2, mine=coming, theirs={"activated_in": 3}).begin()
    assert (t.g.active, t.seat) == (2, 1)
    assert t.team(3).activated_in == 3 and len(t.team(3).line) == 4
    t = joining(2, 2, mine=coming, theirs={"activated_in": 2}).begin()
    assert (t.g.active, t.top.fireteam, t.top.actions_left) == (3, 3, 2)


@pytest.mark.rule("OWM-MOVE-09", "OWM-MOVE-04")
def test_a_move_that_has_become_illegal_stops_and_the_turn_goes_on():
    t = joining(5, 4, mine={"heading": 3 * 5 + 3, "moved_in": 2}).begin()
    assert (t.at(1), t.team(1).on_the_move, t.top.actions_left) == ("C3", False, 2)
    assert only(t.said, MoveStopped).fireteam == 1
    assert not t.g.is_established(t.team(1))


@pytest.mark.rule("OWM-MOVE-09")
@pytest.mark.parametrize(
    ("mover", "resident", "after"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_stealth_is_lost_unless_both_had_it(mover, resident, after):
    t = joining(2, 2, mine={"stealthed": mover}, theirs={"stealthed": resident}, card=RUINS)
    t.begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")), Maneuver(MANEUVER_2, t.cell("D4")))
    assert t.team(3).stealthed is after


@pytest.mark.rule("OWM-MOVE-09", "OWM-ENT-04")
@pytest.mark.parametrize("used", [True, False])
def test_newcomers_share_the_residents_entrenchment_without_a_check(used):
    t = joining(2, 2, theirs={"dug_in": used}, trenches=("D4",)).begin()
    before = t.taken
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert (t.team(3).dug_in, t.taken) == (used, before)


@pytest.mark.rule("OWM-MOVE-09")
def test_who_joins_a_fireteam_on_the_move_moves_on_with_it():
    t = joining(2, 2, theirs={"heading": 4 * 5 + 3, "moved_in": 3}).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert t.team(3).on_the_move
    assert t.team(3).heading == t.cell("D5")


@pytest.mark.rule("OWM-MOVE-08")
def test_the_first_step_into_an_open_spot_lays_a_field_by_any_way():
    t = walking()
    settle(t.g, FIRST, t.cell("E1"))
    assert t.g.ground.cards[t.cell("E1")] == FIELD


@pytest.mark.rule("OWM-TOK-04", "OWM-PASS-01")
def test_redrawing_on_the_move_keeps_the_token_green():
    t = walking(hands=[[MANEUVER, MANEUVER_2, HILL], []]).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")), Redraw((HILL,)))
    assert t.team(1).on_the_move
    assert t.g.active == 2


@pytest.mark.rule("OWM-MOVE-05")
def test_an_attack_after_one_maneuver_is_legal():
    t = Table(
        team(0, "C3", EVANS, 203), team(1, "C6", 302), hands=[[MANEUVER, ATTACK_RED], []]
    ).begin()
    t.stack("R1").do(Maneuver(MANEUVER, t.cell("C4")), Attack(ATTACK_RED, SECOND), CeaseFire())
    assert t.team(1).on_the_move
