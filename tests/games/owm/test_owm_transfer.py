"""Transfer of soldiers between Fireteams (section 2.19 of docs/rules/owm.md)."""

from typing import Any

import pytest

from owm_net.games.owm.actions import EndTurn, Maneuver, Transfer, Uncrew
from owm_net.games.owm.ids import DivisionKey, FireteamId, SoldierId
from owm_net.games.owm.stealth import Seen
from tests.games.driver import every
from tests.games.owm.table import (
    EVANS,
    FIRST,
    FOURTH,
    GUNNER,
    HAND,
    HILL,
    LAKE,
    MANEUVER,
    MATE,
    ROAD,
    SNIPER,
    THIRD,
    Table,
    down,
    hurt,
    jammed,
    team,
)


def neighbours(
    *allied: Any, other: tuple[Any, ...] = (201, 202), seat: int = 0, **more: Any
) -> Table:
    """An Allied Fireteam beside the active one. farther: the soldiers of one two cells away, or
    beside it too if near."""
    seats = 4 if seat == 2 else 2
    theirs = more.pop("theirs", {})
    there = "C4" if more.pop("near", False) else "E5"
    farther = [team(0, there, *line) for line in (more.pop("farther", ()),) if line]
    hands = [list(HAND)] + [[] for _ in range(seats - 1)]
    return Table(
        team(0, "C3", *(allied or (EVANS, 203, GUNNER, MATE)), **more.pop("mine", {})),
        team(1, "C6", 302, 303),
        team(seat, more.pop("at", "D4"), *other, **theirs),
        *farther,
        hands=hands,
        seats=seats,
        **more,
    )


@pytest.mark.rule("OWM-TRANS-01", "OWM-ENG-01")
def test_two_soldiers_cost_two_cards_and_one_action():
    t = neighbours().begin()
    t.do(Transfer((HILL, LAKE), (MATE, EVANS), THIRD))
    assert t.team(3).line == (201, 202, MATE, EVANS)
    assert t.team(1).line == (203, GUNNER)
    assert t.discard == [HILL, LAKE]
    assert t.top.actions_left == 1


@pytest.mark.rule("OWM-TRANS-01", "OWM-RANGE-01")
def test_nobody_is_transferred_to_who_is_not_on_the_map_yet():
    """Not from the corner either, beside which the map has no spot."""
    teams = team(0, "E1", EVANS, 203), team(1, "C6", 302), team(0, "", 201), team(0, "E2", 202)
    t = Table(*teams, hands=[list(HAND), []]).begin()
    t.refused(
        Transfer((HILL,), (SoldierId(203),), THIRD),
        "OWM-TRANS-01",
        "must be another friendly Fireteam",
    )


@pytest.mark.rule("OWM-TRANS-01")
def test_what_a_transfer_must_be():
    t = neighbours().begin()
    assert t.rule_against(Transfer((HILL,), (MATE, EVANS), THIRD)) == "OWM-TRANS-01"
    assert t.rule_against(Transfer((), (), THIRD)) == "OWM-TRANS-01"
    assert t.rule_against(Transfer((HILL, HILL), (MATE, EVANS), THIRD)) == "OWM-STD-02"
    assert t.rule_against(Transfer((HILL, LAKE), (MATE, MATE), THIRD)) == "OWM-TRANS-01"
    for nobody in map(FireteamId, (1, 2, 9)):  # itself, an enemy, none
        t.refused(Transfer((HILL,), (MATE,), nobody), "OWM-TRANS-01", "another friendly Fireteam")
    four = tuple(HAND[:4])
    assert (
        t.rule_against(Transfer(four, (EVANS, SoldierId(203), GUNNER, MATE), THIRD))
        == "OWM-TRANS-01"
    )
    t = neighbours(at="E5").begin()
    t.refused(
        Transfer((HILL,), (MATE,), THIRD), "OWM-TRANS-01", "no Fireteam of its squad is beside it"
    )
    t = neighbours(farther=(207, 208)).begin()
    t.refused(Transfer((HILL,), (MATE,), FOURTH), "OWM-TRANS-01", "that Fireteam is not adjacent")
    assert t.allowed(Transfer((HILL,), (MATE,), THIRD))


@pytest.mark.rule("OWM-TRANS-02")
def test_only_the_active_fireteam_gives_and_a_soldier_goes_once_a_round():
    t = neighbours().begin()
    assert t.rule_against(Transfer((HILL,), (SoldierId(201),), THIRD)) == "OWM-TRANS-02"
    t.do(Transfer((HILL,), (MATE,), THIRD), EndTurn(), EndTurn())
    assert t.g.active == 3
    assert t.rule_against(Transfer((LAKE,), (MATE,), FIRST)) == "OWM-TRANS-02"
    assert t.rule_against(Transfer((LAKE,), (SoldierId(201),), FIRST)) == ""
    t.do(EndTurn(), EndTurn(), EndTurn())
    assert (t.g.round_no, t.g.active) == (4, 3)
    assert t.rule_against(Transfer((LAKE,), (MATE,), FIRST)) == ""


@pytest.mark.rule("OWM-TRANS-02")
def test_who_cannot_go():
    t = neighbours(EVANS, down(203), GUNNER, MATE, SNIPER)
    t.change(GUNNER, crewed_in=2, assistant=MATE)
    t.change(MATE, assists=GUNNER)
    t.change(SNIPER, crewed_in=2)
    t.begin()
    for soldier in (SoldierId(203), GUNNER, MATE, SNIPER):
        assert t.rule_against(Transfer((HILL,), (soldier,), THIRD)) == "OWM-TRANS-02"
    assert t.options(Transfer)[0].soldiers == (EVANS,)
    t.do(Uncrew(GUNNER), Transfer((HILL, LAKE), (GUNNER, MATE), THIRD))
    assert t.team(3).line == (201, 202, GUNNER, MATE)


@pytest.mark.rule("OWM-TRANS-02")
def test_one_stays_and_the_receiver_has_8_at_most():
    t = neighbours(EVANS, 203).begin()
    assert t.rule_against(Transfer((HILL, LAKE), (EVANS, SoldierId(203)), THIRD)) == "OWM-TRANS-02"
    t = neighbours(EVANS, 203, 216, other=(201, 202, 206, 207, 208, 209, 210)).begin()
    assert t.rule_against(Transfer((HILL, LAKE), (EVANS, SoldierId(203)), THIRD)) == "OWM-TRANS-02"
    assert t.rule_against(Transfer((HILL,), (EVANS,), THIRD)) == ""


@pytest.mark.rule("OWM-TRANS-02", "OWM-TOK-05")
def test_states_go_along():
    t = neighbours(jammed(EVANS), hurt(203), MATE).begin()
    t.do(Transfer((HILL, LAKE), (EVANS, SoldierId(203)), THIRD))
    assert t.g.soldiers[EVANS].jammed
    assert t.status(203) == "wounded"
    t.do(EndTurn(), EndTurn(), EndTurn())
    assert (t.kind, t.seat) == ("repair", 0)  # the jam survives the round too


@pytest.mark.rule("OWM-TRANS-02")
def test_neither_may_be_on_the_move():
    t = neighbours(theirs={"heading": 4 * 5 + 3, "moved_in": 3}).begin()
    assert t.rule_against(Transfer((HILL,), (MATE,), THIRD)) == "OWM-TRANS-02"
    t = neighbours().begin()
    t.do(Maneuver(MANEUVER, t.cell("B3")))
    assert t.rule_against(Transfer((HILL,), (MATE,), THIRD)) == "OWM-TRANS-02"


@pytest.mark.rule("OWM-TRANS-01", "OWM-TEAM-01")
def test_nobody_goes_to_a_partners_fireteam():
    t = neighbours(seat=2).begin()
    t.refused(Transfer((HILL,), (MATE,), THIRD), "OWM-TRANS-01", "no Fireteam of its squad")
    assert t.options(Transfer) == []
    t = neighbours(seat=2, farther=(207, 208), near=True).begin()
    t.refused(Transfer((HILL,), (MATE,), THIRD), "OWM-TRANS-01", "they are of another squad")
    assert t.allowed(Transfer((HILL,), (MATE,), FOURTH))


@pytest.mark.rule("OWM-TRANS-01", "OWM-SETUP-05", "OWM-MOVE-09")
def test_the_two_squads_of_one_player_never_mix():
    t = neighbours()
    t.g.fireteams[THIRD] = t.team(3).with_(division=DivisionKey("us_5th_rangers"))
    t.begin()
    t.refused(Transfer((HILL,), (MATE,), THIRD), "OWM-TRANS-01", "no Fireteam of its squad")
    t.refused(Maneuver(MANEUVER, t.cell("D4")), "OWM-MOVE-09", "another squad is there")


@pytest.mark.rule("OWM-TRANS-02", "OWM-SOLD-05")
def test_the_last_leader_may_go_and_leaves_double_discipline_behind():
    t = neighbours(EVANS, MATE, 207).begin()
    t.do(Transfer((HILL,), (EVANS,), THIRD))
    assert t.g.is_leaderless(FIRST)


@pytest.mark.rule("OWM-TRANS-01", "OWM-STLTH-01", "OWM-TOK-10")
@pytest.mark.parametrize(
    ("giver", "receiver", "after"),
    [(True, True, True), (True, False, False), (False, True, False), (False, False, False)],
)
def test_the_receiver_stays_hidden_only_if_both_were(giver, receiver, after):
    t = neighbours(mine={"stealthed": giver}, theirs={"stealthed": receiver}).begin()
    events = t.do(Transfer((HILL,), (MATE,), THIRD))
    assert t.team(3).stealthed is after
    assert t.team(1).stealthed is giver
    assert [e.fireteam for e in every(events, Seen)] == ([3] if receiver and not after else [])


@pytest.mark.rule("OWM-TRANS-01", "OWM-ASLT-07")
def test_who_receives_soldiers_stays_established():  # a transfer is no move
    t = neighbours(cards={"C2": ROAD}).begin()
    t.do(Maneuver(MANEUVER, t.cell("C2")))
    assert t.rule_against(Transfer((HILL,), (MATE,), THIRD)) == "OWM-TRANS-01"  # too far now
    t = neighbours(cards={"D3": ROAD}).begin()
    t.do(Maneuver(MANEUVER, t.cell("D3")), Transfer((HILL,), (MATE,), THIRD))
    assert not t.g.is_established(t.team(1))
    assert t.g.is_established(t.team(3))
