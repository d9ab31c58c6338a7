"""Rare moments: a named soldier is gone, a cancelled flip is repeated."""

from typing import Any

import pytest

from owm_net.engine.records import Played
from owm_net.games.owm.actions import LayTerrain, Maneuver
from owm_net.games.owm.assault import AssaultLine, Stand
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.decisions import (
    ChainOfCommand,
    CoveringFire,
    DoubleTime,
    FieldRepairs,
    Fubar,
    Grenade,
    Recon,
)
from owm_net.games.owm.forced_retreat import RetreatTo
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.missions.capture_the_flag import Flag, Flags
from owm_net.games.owm.set_up import StartAt
from owm_net.games.owm.terms import Side
from owm_net.games.owm.tokens import Border, TokenKind
from tests.games.owm.table import (
    ENTRENCH,
    EVANS,
    FIRST,
    HILL,
    LAKE,
    MANEUVER,
    MANEUVER_2,
    ROAD,
    SECOND,
    WOODS,
    Table,
    jammed,
    team,
    token,
)

COVER, DOUBLE, DOUBLE_2, RECON = map(Played, (2, 58, 78, 64))
FUBAR, FUBAR_2, FUBAR_3 = map(Played, (34, 44, 103))
GRENADE_BLUE = Played(69)
CHAIN = Played(30)
SLOW = 202
"""By a trait his Fireteam gains nothing from fast-move."""


def table(*hands: Any, teams: Any, level: str = "lieutenant", **more: Any) -> Table:
    return Table(*teams, hands=hands, level=level, **more).begin()


def executed(t: Table) -> Table:
    """All pass until nothing is pending."""
    while t.top.stack:
        t.passes()
    return t


# ------------------------------------------------------------------ who was named is gone


@pytest.mark.rule("OWM-CD-COVER", "OWM-CD-GRENADE-1", "OWM-STACK-01")
def test_who_was_ordered_to_move_falls_while_the_order_is_answered():
    """Blue 8 from a Hill kills the soldier: nobody can be covered any more, and the turn is
    over."""
    t = table(
        [MANEUVER, COVER],
        [GRENADE_BLUE, ENTRENCH],
        teams=(team(0, "B3", EVANS), team(1, "C3", 303), team(0, "A7", 205)),
        cards={"C3": HILL},
    ).until("action")
    t.say(Maneuver(MANEUVER, t.cell("B4"))).until("decision", 1)
    t.stack("B8", "R1", "R1").say(Grenade(GRENADE_BLUE, SECOND, FIRST))
    while FIRST in t.g.fireteams:
        t.passes()
    t.until("decision", 0)
    assert t.top.subject.title == "Maneuver"
    t.refused(CoveringFire(COVER), "OWM-CD-COVER", "no Maneuver order")
    assert t.until("action", 1).g.active == SECOND


@pytest.mark.rule("OWM-CD-COVER", "OWM-MOVE-09", "OWM-CD-DOUBLE")
def test_double_time_takes_a_fireteam_into_another_while_its_second_order_is_answered():
    t = table(
        [MANEUVER, MANEUVER_2, DOUBLE, COVER],
        [ENTRENCH],
        teams=(team(0, "B3", EVANS), team(0, "B4", 205), team(1, "E7", 303)),
    ).until("action")
    t.say(Maneuver(MANEUVER, t.cell("B4"))).until("action")
    t.say(Maneuver(MANEUVER_2, t.cell("B4"))).until("decision", 0)
    t.say(DoubleTime(DOUBLE, FIRST))
    while FIRST in t.g.fireteams:
        t.passes()
    t.until("decision", 0)
    t.refused(CoveringFire(COVER), "OWM-CD-COVER", "no Maneuver order")
    assert t.until("action").seat == 1 or t.top.actions_left == 0


@pytest.mark.rule("OWM-MOVE-09", "OWM-CD-DOUBLE")
def test_who_joins_the_active_fireteam_does_not_end_its_turn():
    teams = (
        team(0, "B4", 205),
        team(0, "B3", EVANS, heading="B4", moved_in=3, activated_in=3),
        team(1, "E7", 303),
    )
    t = table([DOUBLE, MANEUVER], [ENTRENCH], teams=teams).until("decision", 0)
    t.say(DoubleTime(DOUBLE, SECOND)).until("action")
    assert (t.g.active, t.top.actions_left) == (FIRST, 2)
    assert t.team(FIRST).line == (205, EVANS)


# ------------------------------------------------------------------ moves


@pytest.mark.rule("OWM-CD-COVER", "OWM-CD-DOUBLE", "OWM-TERR-07", "OWM-LVL-04")
@pytest.mark.parametrize(("level", "open_move"), [("lieutenant", False), ("colonel", True)])
def test_who_is_slow_can_hurry_on_a_road_too(level, open_move):
    """One order is not enough for a slow soldier, so that there is a move to complete."""
    t = table(
        [MANEUVER, DOUBLE, COVER],
        [],
        teams=(team(0, "B3", SLOW), team(1, "E7", 303)),
        cards={"B4": ROAD},
        level=level,
    ).until("action")
    t.say(Maneuver(MANEUVER, t.cell("B4")))
    assert t.allowed(CoveringFire(COVER))
    assert t.allowed(DoubleTime(DOUBLE, FIRST)) is open_move
    if open_move:
        t.say(DoubleTime(DOUBLE, FIRST)).until("action")
    assert t.at(FIRST) == "B3" if not open_move else "B4"


@pytest.mark.rule("OWM-CD-DOUBLE", "OWM-CD-RECON", "OWM-STACK-01")
def test_double_time_on_top_of_a_recon_is_there_first():
    """The card on top is carried out first: the spot is not open any more (A-128)."""
    t = table(
        [MANEUVER, DOUBLE],
        [RECON, LAKE],
        teams=(team(0, "B3", EVANS), team(1, "E3", 303)),
    ).until("action")
    t.say(Maneuver(MANEUVER, t.cell("B4"))).until("decision", 1)
    t.say(Recon(RECON, t.cell("B4"), LAKE)).until("decision", 0)
    t.say(DoubleTime(DOUBLE, FIRST)).until("action")
    assert t.at(FIRST) == "B4" and not t.team(FIRST).on_the_move
    assert int(LAKE) in t.discard


@pytest.mark.rule("OWM-TACT-01", "OWM-CD-RECON", "OWM-LOS-05")
def test_terrain_that_has_gone_out_of_sight_is_not_put_down():
    """Woods between it and the Fireteam, by a Recon that answers: the card is spent (A-128)."""
    t = table(
        [HILL],
        [RECON, WOODS],
        teams=(team(0, "A3", EVANS), team(1, "C2", 303)),
        cards={"C4": ROAD},
    ).until("action")
    t.say(LayTerrain(HILL, t.cell("C3"))).until("decision", 1)
    t.say(Recon(RECON, t.cell("B3"), WOODS)).until("action")
    assert t.g.ground.cards[t.cell("C3")] != int(HILL)
    assert int(HILL) in t.discard and t.top.actions_left == 1


@pytest.mark.rule("OWM-TACT-01", "OWM-CD-FUBAR")
def test_terrain_that_was_cancelled_is_spent():
    """It is on the discard pile, and no longer on the table waiting (A-10)."""
    t = table(
        [HILL],
        [FUBAR],
        teams=(team(0, "A3", EVANS), team(1, "C2", 303)),
        cards={"C4": ROAD},
    ).until("action")
    t.say(LayTerrain(HILL, t.cell("C3"))).until("decision", 1)
    assert t.g.held_terrain == [int(HILL)]
    t.say(Fubar(FUBAR)).until("action")
    assert t.g.ground.cards[t.cell("C3")] != int(HILL)
    assert int(HILL) in t.discard and t.g.held_terrain == []


# ------------------------------------------------------------------ numbers


@pytest.mark.rule("OWM-CD-CHAIN", "OWM-CD-FUBAR", "OWM-CD-GRENADE-2")
def test_the_strength_of_a_grenade_that_was_cancelled_is_not_flipped_again():
    """It counts 0, as a flip that was taken out of a total does (A-10, A-131)."""
    t = table(
        [GRENADE_BLUE, CHAIN],
        [FUBAR, ENTRENCH],
        teams=(team(0, "B3", EVANS), team(1, "C3", 303)),
    ).until("decision", 0)
    t.stack("B8", "R1", "R1").say(Grenade(GRENADE_BLUE, FIRST, SECOND))
    t.passes(2)
    t.until("decision", 1).say(Fubar(FUBAR))
    executed(t).until("decision", 0)
    assert (t.top.subject.value, t.top.subject.is_damage) == (0, True)
    t.refused(ChainOfCommand(CHAIN), "OWM-CD-CHAIN", "no flip is left")


@pytest.mark.rule("OWM-STACK-02", "OWM-CD-FUBAR")
@pytest.mark.parametrize(("fubars", "arrives"), [(0, True), (1, False), (2, True), (3, False)])
def test_one_fubar_on_another(fubars, arrives):
    """Each cancels the one below it; an even number leaves the Double Time as it was. All four are
    last cards: whoever holds none is not asked."""
    t = table(
        [MANEUVER, DOUBLE, FUBAR_2],
        [FUBAR, FUBAR_3],
        teams=(team(0, "B3", EVANS), team(1, "E3", 303)),
    ).until("action")
    t.say(Maneuver(MANEUVER, t.cell("B4"))).until("decision", 0)
    t.say(DoubleTime(DOUBLE, FIRST))
    for card in (FUBAR, FUBAR_2, FUBAR_3)[:fubars]:
        t.say(Fubar(card))
    t.until("action")
    assert (t.at(FIRST) == "B4") is arrives
    assert t.team(FIRST).on_the_move is not arrives


# ------------------------------------------------------------------ partners


@pytest.mark.rule("OWM-CD-REPAIRS")
def test_a_partners_weapon_can_be_repaired_but_no_enemys():
    t = table(
        [Played(5)],
        [],
        [],
        [],
        seats=4,
        teams=(
            team(0, "A1", EVANS), team(1, "E7", jammed(303)), team(2, "B1", jammed(205)),
            team(3, "D7", 305),
        ),
    )  # fmt: skip
    assert t.options(FieldRepairs) == [FieldRepairs(Played(5), SoldierId(205))]
    t.refused(FieldRepairs(Played(5), SoldierId(303)), "OWM-CD-REPAIRS", "jammed weapon")
    t.say(FieldRepairs(Played(5), SoldierId(205)))
    assert not t.soldier(205).jammed


# ------------------------------------------------------------------ missions


@pytest.mark.rule("OWM-VICT-03", "OWM-MISS-07", "OWM-ASLT-01")
def test_a_flag_is_not_home_while_an_enemy_fights_for_the_post():
    """The carrier comes home to a contested post: the fight comes first (A-130)."""
    t = Table(
        team(0, "F3", EVANS), team(1, "G3", 303, 304), team(1, "A1", 305),
        map_of="capture-the-flag", hands=[[MANEUVER, MANEUVER_2], []],
    ).begin()  # fmt: skip
    assert isinstance(t.g.site, Flags)
    mine, theirs = t.g.site.flags
    t.g.site = Flags((mine, Flag(Side.AXIS, t.cell("F3"), FIRST)))
    assert theirs.side is Side.AXIS
    t.say(Maneuver(MANEUVER, t.cell("G3")))
    if t.kind == "action":
        t.say(Maneuver(MANEUVER_2, t.cell("G3")))
    t.stack("G3", "R1", "R1", "R3", "R3")  # Evans kills the first of them; nobody the other
    t.say((AssaultLine((EVANS,)), AssaultLine((SoldierId(303), SoldierId(304)))))
    assert (t.over, t.kind) == (None, "stand")
    t.say(Stand())
    t.stack("R3", "R1").say(Stand())
    assert t.reason == "the Allies have brought the enemy's flag home"


@pytest.mark.rule("OWM-COP-SC-02", "OWM-MX-02", "OWM-MOVE-06")
def test_who_is_on_the_way_to_a_bridge_that_goes_down_stops():
    """Nobody can enter it any more, so the move is over (A-31, A-129)."""
    red = token(TokenKind.SATCHEL_CHARGE, "B3", Border.RED)
    t = Table(
        team(1, "D2", 303), team(0, "B4", EVANS, heading="B3", moved_in=3),
        map_of="burning-bridges", tokens=(red,), at="debrief",
    ).begin()  # fmt: skip
    assert (t.kind, t.seat, t.g.round_no) == ("action", 1, 4)
    assert not t.team(SECOND).on_the_move


@pytest.mark.rule("OWM-MOVE-10", "OWM-EFF-04", "OWM-RES-06")
def test_who_falls_back_suppressed_stops_the_move_of_those_he_joins():
    """By a trait one on the bridge is suppressed instead of wounded (A-129)."""
    red = token(TokenKind.SATCHEL_CHARGE, "B3", Border.RED)
    t = Table(
        team(1, "B3", 313, 303), team(1, "A2", 305, heading="A1", moved_in=3), team(0, "E6", EVANS),
        map_of="burning-bridges", tokens=(red,), at="debrief", level="colonel",
    ).begin()  # fmt: skip
    t.until("retreat_to").say(RetreatTo(t.cell("A2")))
    assert FIRST not in t.g.fireteams
    assert t.status(313) == "suppressed"
    assert not t.team(SECOND).on_the_move


@pytest.mark.rule("OWM-COP-SC-02", "OWM-MISS-07")
def test_a_house_that_is_blown_up_counts_as_before():
    red = token(TokenKind.SATCHEL_CHARGE, "C1", Border.RED)
    t = Table(
        team(0, "C1", EVANS), team(1, "C3", 303),
        map_of="not-in-my-house", tokens=(red,), at="debrief",
    ).begin()  # fmt: skip
    assert t.g.ground.cards[t.cell("C1")] == FIELD
    assert rules_of(t.g).objective_points(t.g, Side.ALLIES) == 15


@pytest.mark.rule("OWM-MX-02", "OWM-ENT-04")
@pytest.mark.parametrize(("flip", "found"), [("G2", True), ("G3", False)])
def test_who_arrives_looks_for_the_entrenchment_of_its_terrain(flip, found):
    t = Table(
        team(1, "D2", 304), team(1, "", 303), team(0, "E6", EVANS),
        map_of="burning-bridges", trenches=("E1",), at="debrief",
    ).begin()  # fmt: skip
    t.stack(flip)
    t.until("start_at").say(StartAt(t.cell("E1")))
    assert t.at(SECOND) == "E1" and t.team(SECOND).dug_in is found
