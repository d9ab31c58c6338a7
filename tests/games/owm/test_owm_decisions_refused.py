"""The targets, places and times that Command Decisions refuse: one refusal each."""

import pytest

from owm_net import games
from owm_net.client.answering.drafting import Drafting
from owm_net.engine.records import Played
from owm_net.games.owm.actions import Maneuver
from owm_net.games.owm.actions.attack import CeaseFire
from owm_net.games.owm.assault import AssaultLine
from owm_net.games.owm.decisions import (
    ActOfValor,
    Grenade,
    LastStand,
    LuckyShot,
    Marksman,
    OnTheRun,
)
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.turn import Turn
from tests.games.owm.table import (
    ENTRENCH,
    EVANS,
    FIRST,
    FOURTH,
    HILL,
    MANEUVER,
    MANEUVER_2,
    SECOND,
    THIRD,
    WOODS,
    Table,
    down,
    team,
)

GRENADE, LAST_STAND, LAST_STAND_2, LUCKY, MARKSMAN, MARKSMAN_2, RUN, RUN_2, VALOR = map(
    Played, (60, 77, 168, 165, 55, 185, 107, 141, 116)
)
CHAIN, COVER, EVADE, LAKE = map(Played, (30, 2, 8, 33))
ORCHARD = 42
"""Its cross-hair is in the north-east."""


def table(*hands, teams=None, **more):
    """At level Lieutenant; the first Fireteam is active."""
    usual = (team(0, "B3", EVANS, 203), team(1, "E3", 303, 304))
    return Table(*(teams or usual), hands=hands, level="lieutenant", **more).begin()


def waiting(*hand):
    """Of each side one Fireteam on the map, and one that is still to come."""
    teams = (
        team(0, "B1", EVANS, 203),
        team(1, "B2", 302, 303),
        team(0, "", 205, 206),
        team(1, "", 304, 305),
    )
    return table([*hand, ENTRENCH], [HILL], teams=teams)


# ------------------------------------------------------------------ line of sight


@pytest.mark.rule("OWM-CD-GRENADE-1", "OWM-LOS-05")
@pytest.mark.parametrize(("between", "thrown"), [({}, True), ({"C3": WOODS}, False)])
def test_woods_beside_the_line_stop_a_grenade_into_the_next_terrain(between, thrown):
    """From the north-east of B3 to the middle of C4 the line runs through C3."""
    teams = (team(0, "B3", EVANS), team(1, "C4", 303))
    t = table([GRENADE, ENTRENCH], [HILL], teams=teams, cards={"B3": ORCHARD, **between})
    play = Grenade(GRENADE, FIRST, SECOND)
    if thrown:
        assert t.allowed(play)
    else:
        t.refused(play, "OWM-CD-GRENADE-1", "no line of sight")


@pytest.mark.rule("OWM-CD-VALOR", "OWM-LOS-05", "OWM-STLTH-03", "OWM-FF-01")
def test_a_hero_sees_his_enemy_and_endangers_no_friend():
    teams = (
        team(0, "A1", EVANS),
        team(1, "A4", 303),
        team(1, "C1", 304, stealthed=True),
        team(1, "C3", 305),
        team(0, "D4", 203),
    )
    t = table([VALOR, ENTRENCH], [HILL], teams=teams, cards={"A3": WOODS})
    t.refused(ActOfValor(VALOR, EVANS, SECOND), "OWM-LOS-05")
    t.refused(ActOfValor(VALOR, EVANS, THIRD), "OWM-STLTH-03")
    t.refused(ActOfValor(VALOR, EVANS, FOURTH), "OWM-FF-01")


# ------------------------------------------------------------------ who is not on the map


@pytest.mark.rule("OWM-CD-VALOR", "OWM-CD-GRENADE-1", "OWM-CD-LUCKY", "OWM-CD-LASTSTAND")
def test_nobody_who_is_still_to_arrive_shoots_is_shot_at_or_stands():
    t = waiting(VALOR, GRENADE, LUCKY, LAST_STAND)
    there, gone = "OWM-CD-VALOR", "no such Fireteam"
    t.refused(ActOfValor(VALOR, EVANS, FOURTH), there, gone)
    t.refused(ActOfValor(VALOR, SoldierId(205), SECOND), there, gone)
    t.refused(Grenade(GRENADE, FIRST, FOURTH), "OWM-CD-GRENADE-1", gone)
    t.refused(Grenade(GRENADE, THIRD, SECOND), "OWM-IMM-01", "not on the map")
    t.refused(LuckyShot(LUCKY, FIRST, FOURTH), "OWM-CD-LUCKY", gone)
    t.refused(LuckyShot(LUCKY, THIRD, SECOND), "OWM-CD-LUCKY", gone)
    t.refused(LastStand(LAST_STAND, THIRD), "OWM-CD-LASTSTAND", "not on the map")


# ------------------------------------------------------------------ once is enough


@pytest.mark.rule("OWM-CD-LASTSTAND")
def test_a_last_stand_is_of_an_own_fireteam_and_a_second_one_only_rallies():
    t = table([LAST_STAND, LAST_STAND_2, ENTRENCH], [HILL])
    t.refused(LastStand(LAST_STAND, SECOND), "OWM-CD-LASTSTAND", "a Fireteam of your own")
    t.say(LastStand(LAST_STAND, FIRST)).until("decision", 0)
    while t.top.stack:
        t.passes()
    t.refused(LastStand(LAST_STAND_2, FIRST), "OWM-CD-LASTSTAND", "already")
    t.g.soldiers[EVANS] = down(EVANS, since=t.g.round_no)
    assert t.allowed(LastStand(LAST_STAND_2, FIRST))


@pytest.mark.rule("OWM-CD-MARKSMAN")
def test_nobody_is_a_marksman_twice():
    t = table([MARKSMAN, MARKSMAN_2, ENTRENCH], [HILL])
    t.say(Marksman(MARKSMAN, EVANS)).until("decision", 0)
    while t.top.stack:
        t.passes()
    t.refused(Marksman(MARKSMAN_2, EVANS), "OWM-CD-MARKSMAN", "already")
    assert t.allowed(Marksman(MARKSMAN_2, SoldierId(203)))


# ------------------------------------------------------------------ On the Run


def run(t):
    """Two Maneuver orders of the first Fireteam, to the window after them."""
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.until("action", 0).say(Maneuver(MANEUVER_2, t.cell("B4")))
    return t


def free(t, seat):
    """All pass, until nothing is pending and this seat is asked."""
    while t.kind != "decision" or t.seat != seat or not t.top.subject.name.endswith("free"):
        t.passes()
    return t


@pytest.mark.rule("OWM-CD-ONTHERUN", "OWM-ATK-02")
def test_on_the_run_it_attacks_the_same_enemy_once():
    t = run(table([MANEUVER, MANEUVER_2, RUN, RUN_2], [HILL]))
    free(t, 0).say(OnTheRun(RUN, SECOND))
    t.until("shooter", 0).say(CeaseFire())
    free(t, 0).refused(OnTheRun(RUN_2, SECOND), "OWM-ATK-02")


@pytest.mark.rule("OWM-CD-ONTHERUN")
def test_nobody_runs_in_the_turn_of_an_enemy():
    t = run(table([MANEUVER, MANEUVER_2], [RUN]))
    free(t, 1).refused(OnTheRun(RUN, FIRST), "OWM-CD-ONTHERUN", "no own Fireteam's turn")


@pytest.mark.rule("OWM-CD-ONTHERUN", "OWM-ASLT-18")
def test_who_has_triggered_an_assault_does_not_run_on():
    many = tuple(map(SoldierId, (201, 202, 203, 204)))
    teams = (team(0, "B3", *many), team(1, "B4", 303), team(1, "E4", 305))
    t = run(table([MANEUVER, MANEUVER_2, RUN], [HILL], teams=teams))
    lines = many, (SoldierId(303),)
    t.until("assault_line").say(tuple(AssaultLine(lines[seat]) for seat in t.seats))
    while t.kind == "stand":
        t.say(t.options()[0])  # they stay, until one side is gone
    free(t, 0)
    assert any(isinstance(f, Turn) and f.maneuvers == 2 for f in t.g.agenda)
    t.refused(OnTheRun(RUN, THIRD), "OWM-ASLT-18", "used up the turn")


@pytest.mark.rule("OWM-CD-ONTHERUN", "OWM-MOVE-09")
def test_who_has_joined_a_fireteam_that_has_had_its_turn_does_not_run_on():
    teams = (team(0, "B3", EVANS), team(0, "B4", 203, activated_in=3), team(1, "E4", 305))
    t = run(table([MANEUVER, MANEUVER_2, RUN], [HILL], teams=teams))
    free(t, 0).refused(OnTheRun(RUN, THIRD), "OWM-ASLT-18", "used up the turn")


# ------------------------------------------------------------------ what an unlit card says


@pytest.mark.rule("OWM-CD-GRENADE-1", "OWM-CD-CHAIN", "OWM-CD-EVADE", "OWM-CD-COVER", "OWM-CARD-04")
def test_a_card_that_cannot_be_played_says_its_own_reason():
    """And never that of another Command Decision, which is tried with the card as well."""
    says = {
        CHAIN: "it is played on a number that has just been flipped (OWM-CD-CHAIN)",
        EVADE: "it is played on the total of an attack, before that is resolved (OWM-CD-EVADE)",
        COVER: "it goes with an own Maneuver order (OWM-CD-COVER)",
        GRENADE: "no enemy is in a Terrain beside a Fireteam of yours (OWM-CD-GRENADE-1)",
        LAKE: "a Terrain card has no Command Decision (OWM-CARD-04)",
    }
    t = table(list(says), [HILL])
    t.until("decision", 0)
    drafting = Drafting(games.get("owm"), t.view(0))
    assert {card: drafting.light(None, Played, card).why for card in says} == says
