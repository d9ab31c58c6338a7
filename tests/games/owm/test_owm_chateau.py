"""Murder at the Moonless Chateau: Lu of the Resistance (OWM-MX-07, OWM-MX-08, OWM-MX-18, A-64)."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.ids import CardNumber
from owm_net.games.owm.actions import (
    Attack,
    Crew,
    EndTurn,
    Maneuver,
    Transfer,
)
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.assault import Retreat, Stand
from owm_net.games.owm.catalog import LU
from owm_net.games.owm.damage import Killed, remove, suppress
from owm_net.games.owm.firing import Totalled
from owm_net.games.owm.forced_retreat import ForcedRetreat
from owm_net.games.owm.ids import NO_CELL, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.missions.chateau import STAKE, LeftBehind, Rescued, site_of, whereabouts
from owm_net.games.owm.state import Soldier
from owm_net.games.owm.terms import Side, Status
from owm_net.games.owm.throwing import why_no_throw
from owm_net.games.owm.traits.hits import needed
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.words import place_facts, soldier_name
from tests.games.driver import every, only
from tests.games.owm.assaults import lines
from tests.games.owm.table import (
    ATTACK_RED,
    ATTACK_RED_2,
    EVANS,
    FIRST,
    GUNNER,
    MANEUVER,
    MANEUVER_2,
    MANEUVER_3,
    RALLY_RED,
    SECOND,
    THIRD,
    Table,
    hurt,
    team,
)

HOME = ("C7",)
RIVER = CardNumber(248)


def night(*teams: Any, hidden: bool = True, at: str = "", home: tuple[str, ...] = HOME) -> Table:
    """The mission in the middle of a round. at: where Lu is alone, if not in the Chateau."""
    hands = [[ATTACK_RED, MANEUVER, MANEUVER_2, RALLY_RED], [ATTACK_RED_2, MANEUVER_3]]
    t = Table(*teams, hands=hands, map_of="murder-at-the-moonless-chateau")
    cell = site_of(t.g).cell if not at else t.cell(at)
    if LU in t.g.soldiers:
        cell, hidden = NO_CELL, False
    t.g.site = site_of(t.g).with_(cell=cell, hidden=hidden, home=tuple(map(t.cell, home)))
    return t


def lu() -> Soldier:
    """Lu, to stand in a line."""
    return Soldier(LU, Status.UNARMED)


def into(t: Table, name: str) -> Any:
    """One order on a Road, two elsewhere."""
    mover = t.g.active
    told = t.do(Maneuver(MANEUVER, t.cell(name)))
    if t.over is None and t.g.fireteams.get(mover, t.team(SECOND)).on_the_move:
        told = told + t.do(Maneuver(MANEUVER_2, t.cell(name)))
    return told


# -- rescue ----------------------------------------------------------------------------------


@pytest.mark.rule("OWM-MX-07")
def test_the_token_lies_on_the_chateau_and_goes_with_the_fireteam_that_rescues_her():
    t = night(team(0, "C3", EVANS, 203), team(1, "A1", 302)).begin()
    assert t.g.ground.cell_name(whereabouts(t.g)) == "C2"
    assert rules_of(t.g).goals(t.g, Side.ALLIES) == [(t.cell("C2"), STAKE)]
    assert [(m.cell, m.side) for m in rules_of(t.g).markers(t.g)][1:] == [(t.cell("C2"), None)]
    assert any("Lu hides here" in line for line in place_facts(t.g, t.cell("C2")))
    events = into(t, "C2")
    assert only(events, Rescued) == Rescued(FIRST)
    assert t.team(1).line == (EVANS, 203, LU)  # at the right end of the line
    assert whereabouts(t.g) == t.cell("C2") and site_of(t.g).cell == NO_CELL
    assert soldier_name(LU) == "Lu"
    assert rules_of(t.g).goals(t.g, Side.ALLIES) == [(t.cell(home), STAKE) for home in HOME]
    assert rules_of(t.g).markers(t.g)[-1].side is Side.ALLIES


@pytest.mark.rule("OWM-MX-07")
def test_her_token_moves_with_completed_moves_only():
    t = night(team(0, "C3", EVANS, lu()), team(1, "A1", 302)).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")), EndTurn())
    assert whereabouts(t.g) == t.cell("C3")
    t.do(EndTurn())
    assert t.g.active == FIRST and whereabouts(t.g) == t.cell("D4")


@pytest.mark.rule("OWM-MX-07", "OWM-MX-18")
def test_the_axis_does_not_find_her_in_the_chateau_and_may_enter_it_later():
    t = night(team(1, "C3", 302, 303), team(0, "A7", EVANS))
    t.g.hands[:] = [t.g.hands[1], t.g.hands[0]]
    t.begin()
    t.refused(Maneuver(MANEUVER, t.cell("C2")), "OWM-MX-18", "house rule")
    assert any("house rule" in line for line in place_facts(t.g, t.cell("C2")))
    assert t.allowed(Maneuver(MANEUVER, t.cell("D4")))
    t.g.site = site_of(t.g).with_(hidden=False, cell=t.cell("C5"))
    assert t.allowed(Maneuver(MANEUVER, t.cell("C2")))
    assert not any("house rule" in line for line in place_facts(t.g, t.cell("C2")))


@pytest.mark.rule("OWM-MX-07", "OWM-SETUP-08")
def test_eight_soldiers_have_no_room_for_her():
    eight = (EVANS, 203, 206, 207, 208, 209, 210, 211)
    t = night(team(0, "C3", *eight), team(1, "A1", 302)).begin()
    assert not every(into(t, "C2"), Rescued)
    assert whereabouts(t.g) == t.cell("C2") and LU not in t.g.soldiers


@pytest.mark.rule("OWM-MX-07", "OWM-MOVE-09")
def test_she_counts_for_the_limit_when_fireteams_join_and_stays_at_the_end():
    seven = (201, 203, 206, 207, 208, 209)
    t = night(team(0, "C4", EVANS, lu()), team(0, "C5", *seven), team(1, "A1", 302)).begin()
    into(t, "C5")
    assert t.team(2).line == (*seven, EVANS, LU)
    t = night(team(0, "C4", EVANS, lu()), team(0, "C5", *seven, 210), team(1, "A1", 302)).begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("C5"))) == "OWM-MOVE-09"
    t = night(team(0, "C4", EVANS), team(0, "C5", 203, lu()), team(1, "A1", 302)).begin()
    into(t, "C5")
    assert t.team(2).line == (203, EVANS, LU)


# -- what she can and cannot -----------------------------------------------------------------


@pytest.mark.rule("OWM-MX-07")
def test_she_is_unarmed_commands_nobody_and_is_not_transferred():
    t = night(team(0, "C4", GUNNER, lu()), team(0, "C5", 203), team(1, "C3", 302)).begin()
    assert t.g.commanders(FIRST) == [GUNNER]
    assert t.rule_against(Crew(MANEUVER, GUNNER, LU)) != ""
    assert t.rule_against(Transfer((MANEUVER,), (GUNNER,), SECOND)) == "OWM-TRANS-02"
    t.g.change_fireteam(FIRST, line=(GUNNER, EVANS, LU))
    t.g.soldiers[EVANS] = Soldier(EVANS)
    t.total = t.count()
    assert t.rule_against(Transfer((MANEUVER,), (LU,), SECOND)) == "OWM-MX-07"
    assert t.allowed(Transfer((MANEUVER,), (EVANS,), SECOND))
    t.stack("R2")
    t.do(Attack(ATTACK_RED, THIRD))
    assert t.rule_against(Shoot(LU)) == "OWM-MX-07"


@pytest.mark.rule("OWM-MX-07", "OWM-TGT-01")
@pytest.mark.parametrize(("green", "dead"), [("G5", True), ("G4", False)])
def test_a_total_of_8_kills_her_and_less_does_nothing(green: str, dead: bool):
    """Green and blue, less a red Discipline and the Road's defense of 1: 5 + 6 - 2 - 1."""
    t = night(team(0, "C4", EVANS, lu()), team(1, "D3", 304, 305))
    t.g.initiative.reverse()
    t.begin()
    t.stack("R1", "R2", green, "B6", "R2")
    t.do(Attack(ATTACK_RED_2, FIRST), Shoot(SoldierId(304)))
    if dead:
        assert t.winners == (1,)
        assert "Lu is dead" in t.reason
    else:
        assert t.kind == "action" and t.soldier(LU).status is Status.UNARMED


def test_she_is_never_suppressed():
    t = night(team(0, "C4", EVANS, lu()), team(1, "D3", 304)).begin()
    suppress(t.g, LU)
    assert t.soldier(LU).status is Status.UNARMED and not t.g.has_suppressed(FIRST)


# -- left behind, captured, dead -------------------------------------------------------------


@pytest.mark.rule("OWM-MX-07")
def test_she_stays_where_her_fireteam_fell_and_can_be_taken_again():
    t = night(team(0, "C4", 206, lu()), team(1, "A7", 302), team(0, "B4", EVANS))
    remove(t.g, t.team(1).line[0], Killed, "OWM-RES-01")
    assert FIRST not in t.g.fireteams and whereabouts(t.g) == t.cell("C4")
    assert every(t.g.events, LeftBehind) and check_end(t.g) is None
    assert LU not in t.g.lost
    t.begin().do(EndTurn())
    into(t, "C4")
    assert t.team(3).line == (EVANS, LU) and not site_of(t.g).hidden


@pytest.mark.rule("OWM-MX-07")
def test_alone_she_is_captured_by_an_axis_fireteam_that_completes_a_move_there():
    t = night(team(1, "C4", 302, 303), team(0, "A7", EVANS), hidden=False, at="C5")
    t.g.hands[:] = [t.g.hands[1], t.g.hands[0]]
    t.begin()
    into(t, "C5")
    assert t.winners == (1,)
    assert t.request.result.reason == "Lu is captured"  # type: ignore[attr-defined]


@pytest.mark.rule("OWM-MX-07")
def test_an_assault_duel_kills_her_and_she_attacks_nobody():
    t = night(team(0, "C3", EVANS, lu()), team(1, "C4", 303, 304, moved_in=3)).begin()
    t.do(Maneuver(MANEUVER, t.cell("C4")))  # a Road
    t.stack("R3", "G3", "R1")  # Evans and 303 fail; 304 against Lu, who flips nothing
    t.do(*lines(t, (EVANS, LU), (303, 304)))
    assert t.winners == (1,)
    assert t.request.result.reason == "Lu is dead"  # type: ignore[attr-defined]


@pytest.mark.rule("OWM-MX-07")
def test_she_dies_with_the_last_of_her_fireteam_if_the_enemy_is_there():
    t = night(team(0, "C3", EVANS, lu()), team(1, "C4", 303, moved_in=3)).begin()
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    t.stack("R3", "G1")
    t.do(*lines(t, (EVANS, LU), (303,)))
    assert t.winners == (1,) and LU not in t.g.soldiers


@pytest.mark.rule("OWM-MX-07", "OWM-ASLT-11")
def test_a_retreat_into_her_terrain_takes_her_and_leaves_her_standing():
    t = night(
        team(0, "C4", EVANS, 203),
        team(1, "C3", 303, 304, heading="C4"),
        hidden=False,
        at="D4",
    )
    t.g.change_fireteam(FIRST, activated_in=3)
    t.begin()
    t.stack("R3", "G3", "R3", "G3")
    t.do(*lines(t, (EVANS, 203), (303, 304)))
    t.do(Retreat(t.cell("D4")))
    t.do(Stand())
    assert t.team(1).line == (EVANS, 203, LU) and t.at(1) == "D4"
    assert [t.status(s) for s in t.team(1).line] == ["suppressed", "suppressed", "unarmed"]


# -- the end ---------------------------------------------------------------------------------


@pytest.mark.rule("OWM-MX-07", "OWM-VICT-03")
def test_the_allies_win_when_she_completes_a_move_into_a_terrain_where_they_started():
    t = night(
        team(0, "C6", EVANS, lu()), team(1, "A1", *range(302, 309)), home=("C7", "D7")
    ).begin()
    into(t, "D7")
    assert t.winners == (0,)
    assert t.request.result.reason == "Lu is home"  # type: ignore[attr-defined]
    t = night(team(0, "C6", EVANS, lu()), team(1, "A1", 302), home=("C7",)).begin()
    into(t, "D7")
    assert t.over is None


@pytest.mark.rule("OWM-MX-08")
@pytest.mark.parametrize("rescued", [True, False])
def test_she_counts_as_captured_when_the_time_is_over(rescued: bool):
    """One Terrain short, and with many more points."""
    allied = (201, EVANS, 203, *((lu(),) if rescued else ()))
    t = night(team(0, "C6", *allied), team(1, "A1", 315))
    t.g.playthroughs = t.g.card.deck_timer - 1
    t.leave(1)
    t.begin()
    t.do(EndTurn())
    t.do(EndTurn())
    assert t.winners == (1,)


@pytest.mark.rule("OWM-MX-08")
def test_points_decide_where_the_axis_has_nobody_left():
    t = night(team(0, "C6", EVANS, 203), team(1, "C5", hurt(315))).begin()
    remove(t.g, t.team(2).line[0], Killed, "OWM-RES-01")
    end = check_end(t.g)
    assert end is not None and end.result.winners == (0,)
    assert t.g.sides[0] is Side.ALLIES


# -- odd cases -------------------------------------------------------------------------------


@pytest.mark.rule("OWM-CD-GRENADE-1", "OWM-CD-SMOKE", "OWM-MX-07")
def test_lu_throws_nothing():
    """Beside her only a wounded man is left: nobody has a pair of hands."""
    t = night(team(0, "C3", hurt(EVANS), lu()), team(1, "B4", 302)).begin()
    why = why_no_throw(t.g, t.team(1))
    assert why is not None and "wounded" in why.why
    t.change(EVANS, status=Status.READY)
    assert why_no_throw(t.g, t.team(1)) is None


@pytest.mark.rule("OWM-MOVE-10", "OWM-MX-07")
@pytest.mark.parametrize("friends", [False, True])
def test_a_forced_retreat_brings_lu_home_as_any_retreat_does(friends: bool):
    """Whether friends stand there, whom they join, or not."""
    others = [team(0, "C7", 206)] if friends else []
    t = night(team(0, "B7", EVANS, lu()), team(1, "A1", 302), *others)
    for cell in ("A6", "B6", "C6", "A7"):
        t.g.ground = t.g.ground.with_card(t.cell(cell), RIVER)
    t.g.agenda.append(ForcedRetreat(FIRST, t.cell("B7")))
    t.begin()
    assert t.over is not None and t.over.result.reason == "Lu is home"


@pytest.mark.rule("OWM-MOVE-10", "OWM-MX-08")
def test_the_axis_captures_lu_by_a_forced_retreat_too():
    t = night(team(0, "C3", EVANS), team(1, "B7", 302), at="C7", hidden=False)
    for cell in ("A6", "B6", "C6", "A7"):
        t.g.ground = t.g.ground.with_card(t.cell(cell), RIVER)
    t.g.agenda.append(ForcedRetreat(SECOND, t.cell("B7")))
    t.begin()
    assert t.over is not None and t.over.result.reason == "Lu is captured"


@pytest.mark.rule("OWM-MX-07")
def test_of_lu_no_resolve_is_told():  # she is killed, or nothing
    t = night(team(0, "C3", EVANS, lu()), team(1, "C5", 302))
    assert Totalled(SoldierId(302), LU, 7, ()).sentence(t.g).endswith("total 7 against Vitality 8")
    assert needed(t.g, LU) == "Vitality 8"
    assert needed(t.g, EVANS).startswith("Resolve")
