"""Command Decisions that change shots, or make some: section 2.21."""

import pytest

from owm_net.engine.records import Played
from owm_net.games.owm.actions import Attack, EndTurn, Entrench, Maneuver
from owm_net.games.owm.actions.attack import CeaseFire, Shoot, ShotLost
from owm_net.games.owm.decisions import (
    ActOfValor,
    ChainOfCommand,
    CoveringFire,
    DoubleTime,
    FieldRepairs,
    Fubar,
    LastStand,
    LuckyShot,
    Marksman,
    OnTheRun,
)
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.terms import Status
from tests.games.driver import only
from tests.games.owm import assaults
from tests.games.owm.colonel import give
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    EVANS,
    FIRST,
    HILL,
    MANEUVER,
    MANEUVER_2,
    RALLY_RED,
    ROAD,
    SECOND,
    WOODS,
    Table,
    colours,
    down,
    flips_for,
    hurt,
    jammed,
    team,
    totals,
)

FUBAR, COVER_2, CHAIN, LUCKY = map(Played, (34, 20, 30, 165))
MARKSMAN, LAST_STAND, COVER, REPAIRS, RUN, VALOR, ATTACK_2 = map(
    Played, (55, 77, 2, 120, 107, 116, 48)
)
OWN = SoldierId(203)


def table(*hands, mine=(EVANS, 203), theirs=(303, 304), **more):
    """At level Lieutenant; the enemies stand three Terrains apart, ours is active."""
    teams = more.pop("teams", (team(0, "B3", *mine), team(1, "E3", *theirs)))
    return Table(*teams, hands=hands, level="lieutenant", **more).begin()


def subject(t):
    """Return the window's subject, "" if none is open."""
    return t.top.subject.name.rpartition(".")[2] if t.kind == "decision" else ""


def to(t, what, seat):
    """All pass until this is answered, and this seat is asked."""
    for _ in range(60):
        if subject(t) == what and t.seat == seat and not t.top.stack:
            return t
        if t.kind == "shooter":
            t.say(Shoot(EVANS))
        else:
            t.passes()
    raise AssertionError(f"no window of a {what}")


# ------------------------------------------------------------------ Marksman


@pytest.mark.rule("OWM-CD-MARKSMAN", "OWM-ATK-01", "OWM-STLTH-02")
def test_a_marksman_reaches_whom_an_order_named_out_of_range():
    """Before the first shot; then the enemy has been attacked, and cannot hide."""
    teams = (team(0, "C1", 201), team(1, "C5", 303))  # a Thompson, one Terrain too far
    t = table([ATTACK_RED, MARKSMAN], [ENTRENCH], teams=teams).until("action", 0)
    t.stack("R1").say(Attack(ATTACK_RED, SECOND))
    to(t, "shots", 0).say(Marksman(MARKSMAN, SoldierId(201)))
    assert t.team(SECOND).attacked_in == 0
    t.until("shooter").say(Shoot(SoldierId(201)))
    assert t.team(SECOND).attacked_in == t.g.round_no


@pytest.mark.rule("OWM-CD-MARKSMAN", "OWM-IMM-03")
def test_a_marksman_uses_the_row_one_nearer_for_one_sequence():
    """At range 3 Evans flips green and blue; at range 2 three dice (A-47)."""
    t = table([ATTACK_RED, MARKSMAN], [])
    t.until("action", 0).say(Attack(ATTACK_RED, SECOND))
    to(t, "target", 0).stack("R1", "R1", "R1", "R1", "R1", "R1")
    t.do(Marksman(MARKSMAN, EVANS))
    while not totals(t.events):
        t.passes()
    read = [e for e in t.events if getattr(e, "purpose", None) is Purpose.LETHALITY]
    assert tuple(e.colour for e in read) == evans_at(2)
    while t.kind == "decision":
        t.passes()
    assert not t.soldier(EVANS).is_marksman


def evans_at(distance):
    """Return the colours Evans flips at a range."""
    return CATALOG.soldier_weapon(EVANS).colours(distance, alternative=False)


@pytest.mark.rule("OWM-CD-MARKSMAN")
def test_a_marksman_reaches_one_terrain_farther_until_the_turn_is_over():
    close = SoldierId(201)  # his weapon reaches three Terrains
    t = table([ATTACK_RED, MARKSMAN], [], teams=(team(0, "A1", close), team(1, "A5", 303)))
    t.until("decision", 0)
    t.say(Marksman(MARKSMAN, close))
    t.until("action", 0)
    assert t.allowed(Attack(ATTACK_RED, SECOND))
    t.say(EndTurn()).until("action", 1)
    assert not t.soldier(close).is_marksman


@pytest.mark.rule("OWM-CD-MARKSMAN")
def test_who_cannot_be_a_marksman():
    t = table([MARKSMAN, ENTRENCH], [Played(16)], mine=(hurt(204), 203))
    t.until("decision", 0)
    t.refused(Marksman(MARKSMAN, SoldierId(204)), "OWM-ATK-05", "wounded")
    t.refused(Marksman(MARKSMAN, SoldierId(303)), "OWM-CD-MARKSMAN", "not about to shoot")
    t.until("decision", 1)
    t.refused(Marksman(Played(16), SoldierId(303)), "OWM-CD-MARKSMAN", "no own soldier")


# ------------------------------------------------------------------ Last Stand


@pytest.mark.rule("OWM-CD-LASTSTAND", "OWM-IMM-03")
def test_each_shot_at_a_last_stand_is_lowered_by_a_red_flip():
    """It rallies all at once, and lasts until the Debrief of the round is over (A-53)."""
    t = table([ATTACK_RED, ENTRENCH], [LAST_STAND], theirs=(303, down(304, since=2)))
    t.until("action", 0).say(Attack(ATTACK_RED, SECOND))
    t.until("decision", 1).stack("R2", "R1", "G5", "B5", "R2", "R4", "R2", "G5", "B5", "R2", "R3")
    t.say(LastStand(LAST_STAND, SECOND))
    t.until("shooter")
    assert t.status(304) == "ready"
    t.say(Shoot(EVANS))
    while len(totals(t.events)) < 1:
        t.passes()
    assert totals(t.events) == [5 + 5 - 2 - 4]
    assert flips_for(t.events, Purpose.LAST_STAND) == 1
    t.until("shooter").say(Shoot(OWN))
    t.until("action", 0)
    assert flips_for(t.events, Purpose.LAST_STAND) == 2
    t.g.round_no += 1
    t.say(Entrench(ENTRENCH))
    assert t.team(SECOND).last_stand_in != t.g.round_no


@pytest.mark.rule("OWM-CD-LASTSTAND", "OWM-CD-FUBAR")
def test_the_last_stand_flip_is_the_newest_of_the_total():
    t = table([ATTACK_RED, FUBAR, ENTRENCH], [LAST_STAND])
    t.until("action", 0).say(Attack(ATTACK_RED, SECOND))
    t.until("decision", 1).stack("R1", "R1", "G5", "B5", "R2", "R4")
    t.say(LastStand(LAST_STAND, SECOND))
    to(t, "total", 0).say(Fubar(FUBAR))
    while t.top.stack:
        t.passes()
    assert t.top.subject.total == 8


@pytest.mark.rule("OWM-CD-CHAIN", "OWM-CD-FUBAR")
@pytest.mark.parametrize("cancelled", [False, True])
def test_a_flip_of_the_total_that_was_cancelled_cannot_be_chained(cancelled):
    t = table([ATTACK_RED, FUBAR, ENTRENCH], [CHAIN])
    t.until("action", 0).say(Attack(ATTACK_RED, SECOND))
    t.until("decision", 1).stack("R1", "R1", "G5", "B5", "R2")
    to(t, "total", 0)
    if not cancelled:
        assert to(t, "total", 1).allowed(ChainOfCommand(CHAIN))
        return
    t.say(Fubar(FUBAR))
    while t.top.stack:
        t.passes()
    assert t.top.subject.total == 10
    to(t, "total", 1).refused(ChainOfCommand(CHAIN), "OWM-CD-CHAIN", "no flip is left")


# ------------------------------------------------------------------ Covering Fire


@pytest.mark.rule("OWM-CD-COVER", "OWM-TOK-01", "OWM-TOK-02", "OWM-DISC-08")
def test_covering_fire_lasts_until_the_move_is_over():
    """Over the end of the round too; shooters meanwhile flip Discipline twice."""
    t = table([MANEUVER, COVER], [ATTACK_RED, Played(55)])
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.until("decision", 0).say(CoveringFire(COVER))
    t.until("action", 0)
    assert t.team(FIRST).covered
    t.say(EndTurn()).until("action", 1)
    t.say(Attack(ATTACK_RED, FIRST)).until("shooter").stack("R1", "G1", "B1", "R1", "R1")
    t.say(Shoot(t.options(Shoot)[0].soldier))
    while not totals(t.events):
        t.passes()
    assert flips_for(t.events, Purpose.DISCIPLINE) == 2
    while t.g.round_no == 3:
        t.say(EndTurn() if t.kind == "action" else t.options()[-1])
    if FIRST in t.g.fireteams and t.team(FIRST).on_the_move:
        assert t.team(FIRST).covered
        t.until("action", 0)
        assert not t.team(FIRST).covered and t.at(FIRST) == "B4"


@pytest.mark.rule("OWM-CD-COVER")
def test_covering_fire_goes_with_an_own_maneuver_order_and_falls_with_it():
    t = table([MANEUVER, COVER, Played(96)], [COVER_2, FUBAR])
    t.until("decision", 0)
    t.refused(CoveringFire(COVER), "OWM-CD-COVER", "own Maneuver order")
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.refused(CoveringFire(COVER_2), "OWM-CD-COVER", "own Maneuver order")
    t.until("decision", 0).say(CoveringFire(COVER))
    t.passes(2)
    t.until("decision", 1).say(Fubar(FUBAR))  # on the order
    t.until("action", 0)
    assert not t.team(FIRST).covered and not t.team(FIRST).on_the_move


@pytest.mark.rule("OWM-CD-COVER", "OWM-STACK-01")
def test_covering_fire_is_lost_with_an_order_that_has_become_impossible():
    t = table([MANEUVER, COVER, ENTRENCH], [LUCKY, HILL])
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.until("decision", 0).say(CoveringFire(COVER))
    while not t.team(FIRST).covered:
        t.passes()
    t.until("decision", 1).stack("R1").say(LuckyShot(LUCKY, SECOND, FIRST))
    t.until("action", 0)
    assert t.at(FIRST) == "B3" and not t.team(FIRST).covered and not t.team(FIRST).on_the_move


@pytest.mark.rule("OWM-CD-COVER", "OWM-CD-FUBAR")
def test_covering_fire_stays_with_an_open_move_whose_second_order_is_cancelled():
    t = table([MANEUVER, MANEUVER_2, COVER, ENTRENCH], [FUBAR])
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.until("action", 0).say(Maneuver(MANEUVER_2, t.cell("B4")))
    t.until("decision", 0).say(CoveringFire(COVER))
    t.passes(2)
    t.until("decision", 1).say(Fubar(FUBAR))  # on the order
    t.until("action")
    assert t.at(FIRST) == "B3" and t.team(FIRST).covered and t.team(FIRST).on_the_move


@pytest.mark.rule("OWM-CD-COVER", "OWM-TERR-07", "OWM-DISC-08")
@pytest.mark.parametrize("road", [True, False])
def test_covering_fire_goes_with_a_move_that_is_over_at_once(road):
    """A fast move, or the second order (A-156): who shoots before it arrives flips twice."""
    hand = [MANEUVER, MANEUVER_2, COVER]
    t = table(hand, [VALOR, ENTRENCH], cards={"B4": ROAD} if road else {})
    if not road:
        t.until("action", 0).say(Maneuver(MANEUVER_2, t.cell("B4")))
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.until("decision", 0).say(CoveringFire(COVER))
    while not t.team(FIRST).covered:
        t.passes()
    t.until("decision", 1).stack("R1", "R1", "G1", "B1", "R1", "R1")
    t.say(ActOfValor(VALOR, SoldierId(303), FIRST)).until("shooter", 1).say(Shoot(SoldierId(303)))
    t.until("action")
    assert flips_for(t.events, Purpose.DISCIPLINE) == 2
    assert t.at(FIRST) == "B4" and not t.team(FIRST).covered


# ------------------------------------------------------------------ Field Repairs


@pytest.mark.rule("OWM-CD-REPAIRS")
def test_field_repairs_clear_a_weapon_without_a_check():
    t = table([REPAIRS, ENTRENCH], [Played(5)], mine=(jammed(204), 203))
    t.until("decision", 0)
    t.refused(FieldRepairs(REPAIRS, OWN), "OWM-CD-REPAIRS", "jammed weapon must be named")
    before = t.taken
    t.say(FieldRepairs(REPAIRS, EVANS))
    t.until("action", 0)
    assert not t.soldier(EVANS).jammed and t.taken == before


@pytest.mark.rule("OWM-CD-REPAIRS", "OWM-EFF-02")
def test_field_repairs_right_after_the_jam_do_not_take_up_the_shot_again():
    """A-77: it can be played once the total is told; lethality stays as it is."""
    t = table([ATTACK_RED, REPAIRS], [])
    t.until("action", 0).say(Attack(ATTACK_RED, SECOND))
    t.until("decision", 0).stack("R1", "R1", "G5", "B1+jam", "R3")
    to(t, "total", 0)
    assert t.soldier(EVANS).jammed
    t.say(FieldRepairs(REPAIRS, EVANS))
    t.until("action", 0)
    assert totals(t.events) == [2] and not t.soldier(EVANS).jammed


# ------------------------------------------------------------------ On the Run


@pytest.mark.rule("OWM-CD-ONTHERUN", "OWM-DISC-08")
def test_after_two_maneuvers_a_fireteam_attacks_with_double_discipline():
    t = table([MANEUVER, MANEUVER_2, RUN], [Played(55)])
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.until("decision", 0)
    while subject(t) != "free":
        t.passes()
    t.until("decision", 0)
    t.refused(OnTheRun(RUN, SECOND), "OWM-CD-ONTHERUN", "two Maneuver orders")
    t.until("action", 0).say(Maneuver(MANEUVER_2, t.cell("B4")))
    to(t, "free", 0)
    assert t.at(FIRST) == "B4" and t.g.active == FIRST
    t.say(OnTheRun(RUN, SECOND))
    t.until("shooter").stack("R1", "G1", "B1", "R1", "R1")
    t.say(Shoot(EVANS))
    while not totals(t.events):
        t.passes()
    assert flips_for(t.events, Purpose.DISCIPLINE) == 2
    assert t.g.active == FIRST


@pytest.mark.rule("OWM-CD-ONTHERUN", "OWM-ATK-02")
def test_on_the_run_can_be_answered_like_an_order():
    """Its own W1: F.U.B.A.R. on the order leaves no shots (A-48)."""
    t = table([MANEUVER, MANEUVER_2, RUN], [FUBAR])
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.until("action", 0).say(Maneuver(MANEUVER_2, t.cell("B4")))
    to(t, "free", 0).say(OnTheRun(RUN, SECOND))
    t.passes()  # the card may be answered, and then the attack
    to(t, "order", 1).say(Fubar(FUBAR))
    while t.g.active == FIRST and t.kind != "shooter":
        t.passes()
    assert t.kind != "shooter" and not flips_for(t.events, Purpose.SHOTS)


# ------------------------------------------------------------------ Act of Valor


@pytest.mark.rule("OWM-CD-VALOR")
def test_a_hero_stands_up_and_shoots_as_often_as_the_flip_says():
    """Red 3: three sequences, three targeting flips; out of turn too, and the owner may stop."""
    t = table([ENTRENCH], [VALOR], theirs=(down(303, since=2), 304))
    t.until("decision", 1)
    t.stack("R3", *["R1", "G1", "B1", "R4"] * 3)
    shooter = SoldierId(303)
    valor = ActOfValor(VALOR, shooter, FIRST)
    assert t.allowed(valor)
    t.say(valor)
    t.until("shooter", 1)
    assert t.status(303) == "ready"
    t.refused(Shoot(SoldierId(304)), "OWM-CD-VALOR", "only the hero")
    t.say(Shoot(shooter)).until("shooter", 1).say(Shoot(shooter)).until("shooter", 1)
    assert flips_for(t.events, Purpose.TARGET) == 2
    t.say(CeaseFire()).until("action", 0)
    assert len(totals(t.events)) == 2 and colours(t.events)[0] == "red"
    assert t.team(FIRST).attacked_in == t.g.round_no


@pytest.mark.rule("OWM-CD-VALOR", "OWM-CCS-05")
def test_a_hero_may_rally_and_no_more():
    """Nobody is in sight, and the red card is flipped all the same; nobody answers it."""
    t = table([VALOR, ENTRENCH], [HILL], mine=(down(204, since=2), 203), cards={"C3": WOODS})
    t.until("decision", 0)
    t.refused(ActOfValor(VALOR, EVANS, SECOND), "OWM-LOS-05")
    t.refused(ActOfValor(VALOR, OWN), "OWM-CD-VALOR", "he is not suppressed")
    t.refused(ActOfValor(VALOR, SoldierId(303)), "OWM-CD-VALOR", "an own soldier")
    assert t.options(ActOfValor) == [ActOfValor(VALOR, EVANS)]
    t.say(ActOfValor(VALOR, EVANS)).until("action", 0)
    assert t.status(EVANS) == "ready"
    assert colours(t.events) == ["red"]


@pytest.mark.rule("OWM-CD-VALOR", "OWM-STACK-01")
def test_a_hero_whose_enemy_is_gone_rallies_all_the_same():
    t = table([VALOR, ENTRENCH], [HILL], mine=(down(204, since=2), 203))
    t.until("decision", 0).say(ActOfValor(VALOR, EVANS, SECOND))
    t.g.change_fireteam(SECOND, stealthed=True)
    t.until("action", 0)
    assert t.status(EVANS) == "ready" and colours(t.events) == ["red"]


@pytest.mark.rule("OWM-CD-VALOR")
def test_it_is_no_attack_order():
    """The same enemy may be attacked in the same turn (A-49)."""
    t = table([VALOR, ATTACK_RED], [])
    t.until("decision", 0).stack("R1", "R1", "G1", "B1", "R4")
    t.say(ActOfValor(VALOR, EVANS, SECOND))
    t.until("shooter").say(Shoot(EVANS))
    t.until("action", 0)
    assert t.allowed(Attack(ATTACK_RED, SECOND))


@pytest.mark.rule("OWM-CD-VALOR")
def test_who_is_no_hero():
    t = table([VALOR, ENTRENCH], [], mine=(hurt(204), jammed(203)))
    t.until("decision", 0)
    t.refused(ActOfValor(VALOR, EVANS, SECOND), "OWM-ATK-05", "wounded")
    t.refused(ActOfValor(VALOR, OWN, SECOND), "OWM-ATK-05", "jammed")
    t.refused(ActOfValor(VALOR, SoldierId(303), FIRST), "OWM-CD-VALOR", "an own soldier")


@pytest.mark.rule("OWM-CD-ONTHERUN", "OWM-FIRE-06")
def test_second_wind_does_not_end_the_double_discipline_of_on_the_run(monkeypatch):
    """The soldier was shot down after the second Maneuver: they are ready again, and run all the
    same."""
    give(monkeypatch, {EVANS: "S22"})
    t = table([MANEUVER, MANEUVER_2, RUN], [Played(55)])
    t.g.level = "colonel"
    t.until("action", 0).say(Maneuver(MANEUVER, t.cell("B4")))
    t.until("action", 0).say(Maneuver(MANEUVER_2, t.cell("B4")))
    to(t, "free", 0)
    t.change(EVANS, status=Status.SUPPRESSED, suppressed_in=3)
    t.say(OnTheRun(RUN, SECOND))
    t.until("shooter").stack("R1", "G1+random_effect", "B1", "R1", "R1")
    t.say(Shoot(EVANS))
    while not totals(t.events):
        t.passes()
    assert t.status(EVANS) == "ready"
    assert flips_for(t.events, Purpose.DISCIPLINE) == 2


# ------------------------------------------------------------------ while a target is answered


@pytest.mark.rule("OWM-ATK-01", "OWM-CD-DOUBLE", "OWM-CCS-04")
def test_a_shot_is_lost_when_its_target_storms_all_who_could_make_it():
    """Double Time answers the naming of the target, and the assault kills Evans."""
    double = Played(58)
    target = team(1, "C4", 303, 304, heading="C3")
    t = table([ATTACK_RED, RALLY_RED], [double], teams=(
        team(0, "C3", EVANS), target, team(0, "A1", 203),
    ))  # fmt: skip
    t.until("action", 0).say(Attack(ATTACK_RED, SECOND))
    to(t, "target", 1).say(DoubleTime(double, SECOND)).until("assault_line")
    t.stack("R3", "G1", "R1", "G1").say(*assaults.lines(t, (EVANS,), (303, 304)))
    told = [*t.said, *t.until("action").events]
    assert t.status(EVANS) == "gone" and t.at(SECOND) == "C3"
    assert only(told, ShotLost).soldier == EVANS
    assert not t.g.event_pile and not totals(t.events)
