"""Grenades, thrown and thrown back; damage to several soldiers that can be answered."""

import pytest

from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.games.owm.actions import EndTurn
from owm_net.games.owm.blast import Damaged
from owm_net.games.owm.decisions import ChainOfCommand, Evade, Fubar, Grenade
from owm_net.games.owm.decisions.grenade import GrenadeBursts
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.operations.artillery import Artillery, Shell
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.tokens import Border
from tests.games.driver import every
from tests.games.owm.colonel import give, worked
from tests.games.owm.table import (
    ENTRENCH,
    EVANS,
    FIFTH,
    FIRST,
    FOURTH,
    GUNNER,
    HILL,
    MATE,
    SECOND,
    THIRD,
    WOODS,
    Table,
    colours,
    flips_for,
    hurt,
    team,
)

GREEN, GREEN_2, BLUE, RED = map(Played, (60, 63, 69, 86))
FUBAR, CHAIN, EVADE_RED = map(Played, (34, 30, 8))
THREE = (303, 304, 305)
HILL_ATTACK = CATALOG.terrain[CardNumber(HILL)].attack


def table(*hands, mine=(EVANS,), theirs=THREE, teams=None, level="lieutenant", **more):
    """Return a table with our Fireteam active and an enemy beside it."""
    usual = (team(0, "B3", *mine), team(1, "B4", *theirs))
    return Table(*(teams or usual), hands=hands, level=level, **more).begin()


def to(t, what, seat):
    """All pass until such a subject is answered, and this seat is asked."""
    for _ in range(60):
        asked = t.kind == "decision" and t.seat == seat and not t.top.stack
        if asked and t.top.subject.name == f"owm.window.{what}":
            return t
        t.passes()
    raise AssertionError(f"no window of a {what}")


def bursts(t):
    """(by whom, at whom, damage) of every Grenade."""
    return [(e.fireteam, e.target, e.damage) for e in every(t.events, GrenadeBursts)]


def damaged(t):
    return [(e.soldier, e.total) for e in every(t.events, Damaged)]


# ------------------------------------------------------------------ steps 1 to 4


@pytest.mark.rule("OWM-CD-GRENADE-1")
def test_a_grenade_goes_into_an_adjacent_terrain_in_sight():
    teams = (
        team(0, "B3", EVANS),
        team(1, "B5", 303),
        team(1, "C3", 304, stealthed=True),
        team(0, "E2", 203),
        team(1, "A3", 305),
    )
    t = table([GREEN, ENTRENCH], [HILL], teams=teams)
    t.refused(Grenade(GREEN, FIRST, SECOND), "OWM-CD-GRENADE-1", "adjacent Terrain")
    t.refused(Grenade(GREEN, FIRST, THIRD), "OWM-STLTH-03", "in stealth")
    t.refused(Grenade(GREEN, FIRST, FOURTH), "OWM-CD-GRENADE-1", "no enemy")
    t.refused(Grenade(GREEN, SECOND, FIRST), "OWM-CD-GRENADE-1", "a Fireteam of your own")
    t.refused(Grenade(ENTRENCH, FIRST, FIFTH), "OWM-CARD-02")
    assert t.options(Grenade) == [Grenade(GREEN, FIRST, FIFTH)]


@pytest.mark.rule("OWM-CD-GRENADE-1")
def test_who_can_throw_a_grenade():
    """One who is neither wounded nor at a crewed gun (A-45)."""
    t = table([GREEN, ENTRENCH], [HILL], mine=(hurt(EVANS), GUNNER, MATE))
    assert t.allowed(Grenade(GREEN, FIRST, SECOND))
    t.change(GUNNER, crewed_in=2, assistant=MATE)
    t.change(MATE, assists=GUNNER)
    t.refused(Grenade(GREEN, FIRST, SECOND), "OWM-IMM-01", "wounded or at a crewed gun")


@pytest.mark.rule("OWM-CD-GRENADE-2", "OWM-CD-GRENADE-3")
def test_damage_from_a_hill_against_woods():
    """Green 4 and 3 for the Hill: 7. The defense of Woods and Discipline do not count."""
    cards = {"B3": HILL, "B4": WOODS}
    t = table([GREEN, ENTRENCH], [Played(55)], cards=cards)
    t.stack("G4", "R1", "R2")
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert bursts(t) == [(FIRST, SECOND, 4 + HILL_ATTACK)] and damaged(t) == [
        (304, 4 + HILL_ATTACK)
    ]
    assert colours(t.events) == ["green", "red", "red"]


@pytest.mark.rule("OWM-CD-GRENADE-2")
def test_an_entrenched_thrower_adds_one():
    teams = (team(0, "B3", EVANS, dug_in=True), team(1, "B4", 303))
    t = table([GREEN, ENTRENCH], [HILL], teams=teams, trenches=("B3",))
    t.stack("G2")
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert bursts(t) == [(FIRST, SECOND, 3)]


@pytest.mark.rule("OWM-CD-GRENADE-3", "OWM-EX-19", "OWM-STLTH-02", "OWM-STLTH-06")
def test_so_many_different_soldiers_are_hit():
    """Number 2, targets 2, 2, 3: the second and the third. They have been attacked (A-38), and who
    threw is seen."""
    teams = (team(0, "B3", EVANS, stealthed=True), team(1, "B4", *THREE))
    t = table([GREEN, ENTRENCH], [HILL], teams=teams)
    t.stack("G5", "R2", "R2", "R2", "R3")
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert damaged(t) == [(304, 5), (305, 5)]
    assert t.team(SECOND).attacked_at == t.cell("B4") and not t.team(FIRST).stealthed


@pytest.mark.rule("OWM-EX-30", "OWM-CD-GRENADE-2", "OWM-CD-GRENADE-3", "OWM-CCS-07")
def test_example_a_grenade_from_a_hill_hits_all_three():
    """The cards of the ledger: 5 + 3 = 8 for each; a soldier who is hit is not hit again."""
    t = table([GREEN, ENTRENCH], [HILL], cards={"B3": 68})
    t.stack(17, 7, 3, 15, 2, 1)
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert damaged(t) == [(305, 8), (304, 8), (303, 8)]
    assert [t.status(s) for s in THREE] == ["suppressed"] * 3


@pytest.mark.rule("OWM-CD-GRENADE-2", "OWM-CARD-06")
def test_a_wound_icon_on_the_strength_counts():
    """A jam does not (A-45); the damage meets the Resolve, so the soldier is wounded."""
    t = table([GREEN, ENTRENCH], [HILL], theirs=(303,))
    t.stack("G6+wound")
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert damaged(t) == [(303, 6)] and t.status(303) == "wounded"
    t = table([GREEN, ENTRENCH], [HILL], theirs=(303,))
    t.stack("G6+jam")
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert damaged(t) == [(303, 6)] and t.status(303) == "suppressed"


# ------------------------------------------------------------------ answers


@pytest.mark.rule("OWM-CD-EVADE", "OWM-CD-GRENADE-3")
def test_one_of_those_who_are_hit_evades():
    """It lowers the total against that soldier alone (A-46)."""
    t = table([GREEN, ENTRENCH], [EVADE_RED, HILL])
    t.stack("G6", "R3", "R1", "R3", "R2", "R2")
    t.say(Grenade(GREEN, FIRST, SECOND))
    to(t, "total", 1).say(Evade(EVADE_RED))
    assert t.top.subject.soldier == 303
    t.until("action")
    assert damaged(t) == [(303, 6), (304, 6), (305, 6)]
    assert [t.status(s) for s in THREE] == ["ready", "suppressed", "suppressed"]


@pytest.mark.rule("OWM-CD-FUBAR", "OWM-CD-GRENADE-2")
def test_fubar_on_the_strength_leaves_the_modifiers():
    """The flip counts 0, and is not made again (A-10, A-135)."""
    t = table([GREEN, ENTRENCH], [FUBAR, Played(55)], cards={"B3": HILL}, theirs=(303,))
    t.stack("G6+wound")
    t.say(Grenade(GREEN, FIRST, SECOND))
    to(t, "number", 1).say(Fubar(FUBAR)).until("action")
    assert bursts(t) == [(FIRST, SECOND, HILL_ATTACK)]
    assert flips_for(t.events, Purpose.DAMAGE) == 1 and t.status(303) != "wounded"


@pytest.mark.rule("OWM-CD-CHAIN", "OWM-CD-GRENADE-2", "OWM-CD-GRENADE-3")
def test_chain_of_command_on_strength_number_and_target():
    for purpose, cards, hit in (
        (Purpose.DAMAGE, ("G1", "G6", "R1", "R2"), [(304, 6)]),
        (Purpose.HIT_COUNT, ("G6", "R3", "R1", "R2"), [(304, 6)]),
        (Purpose.TARGET, ("G6", "R1", "R2", "R1"), [(303, 6)]),
    ):
        t = table([GREEN, CHAIN], [HILL])
        t.stack(*cards)
        t.say(Grenade(GREEN, FIRST, SECOND))
        to(t, "number", 0)
        while t.top.subject.purpose is not purpose:
            to(t.passes(), "number", 0)
        t.say(ChainOfCommand(CHAIN)).until("action")
        assert damaged(t) == hit, purpose


@pytest.mark.rule("OWM-CD-CHAIN", "OWM-CD-FUBAR", "OWM-COP-AR-06", "OWM-CD-EVADE")
def test_the_last_flip_of_artillery_can_be_undone_with_its_icon():
    """Red 2 and red 4 with a wound: chained it is red 1 without one, cancelled it is nothing."""
    letter = CATALOG.missions["king-of-the-hill"].wind.value[0].upper()
    for card, answer, total in ((CHAIN, ChainOfCommand, 3), (FUBAR, Fubar, 2)):
        t = Table(
            team(0, "B3", EVANS),
            team(1, "B5", 303),
            hands=[[card, ENTRENCH], [HILL]],
            level="lieutenant",
            artillery=Border.ORANGE,
        )
        t.g.agenda.append(Artillery(t.g.fireteams[FIRST].seat))
        t.g.active = FIRST
        t.stack("G6", f"{letter}6", "R1", "R2", "R2", "R4+wound", "R1")
        t.begin().until("shell").say(Shell(t.cell("B5")))
        to(t, "total", 0)
        assert damaged(t) == [(303, 6)] and t.top.subject.wounds == 1
        t.say(answer(card))
        while t.top.stack:
            t.passes()
        assert (t.top.subject.total, t.top.subject.wounds) == (total, 0)
        t.until("action")
        assert t.status(303) == "ready"


# ------------------------------------------------------------------ thrown back


@pytest.mark.rule("OWM-CD-GRENADE-4")
def test_thrown_back_with_the_strength_of_the_first():
    """Blue thrown, a red card thrown back: blue, the catcher's Terrain, and the thrower is the
    target."""
    t = table([BLUE, ENTRENCH], [RED, Played(55)], cards={"B4": HILL, "B3": WOODS})
    t.stack("B3")
    t.say(Grenade(BLUE, FIRST, SECOND))
    assert t.seat == 1
    t.say(Grenade(RED, SECOND, FIRST, back=True)).until("action")
    assert bursts(t) == [(SECOND, FIRST, 3 + HILL_ATTACK)]
    assert colours(t.events)[0] == "blue" and {int(BLUE), int(RED)} <= {*t.discard}
    assert damaged(t)[0][0] == EVANS


@pytest.mark.rule("OWM-CD-GRENADE-4", "OWM-STACK-01")
def test_thrown_back_again_and_again():
    """A-45: always with the first strength; only the last throw bursts."""
    t = table([BLUE, GREEN], [RED, HILL])
    t.stack("B3", "R1", "R1")
    t.say(Grenade(BLUE, FIRST, SECOND), Grenade(RED, SECOND, FIRST, back=True))
    assert t.seat == 0
    t.say(Grenade(GREEN, FIRST, SECOND, back=True)).until("action")
    assert bursts(t) == [(FIRST, SECOND, 3)] and colours(t.events)[0] == "blue"


@pytest.mark.rule("OWM-CD-GRENADE-4", "OWM-CD-FUBAR")
def test_a_cancelled_throw_back_leaves_the_first():
    t = table([BLUE, FUBAR], [RED, HILL])
    t.stack("B3", "R1", "R1")
    t.say(Grenade(BLUE, FIRST, SECOND), Grenade(RED, SECOND, FIRST, back=True), Fubar(FUBAR))
    t.until("action")
    assert bursts(t) == [(FIRST, SECOND, 3)]


@pytest.mark.rule("OWM-CD-GRENADE-4")
def test_only_a_grenade_in_the_air_is_thrown_back():
    """By the Fireteam at which it was thrown, and nobody else; nothing may have come between."""
    teams = (team(0, "B3", EVANS), team(1, "B4", 303), team(1, "C3", 304))
    t = table([BLUE, FUBAR], [RED, HILL], teams=teams)
    t.refused(Grenade(BLUE, FIRST, SECOND, back=True), "OWM-CD-GRENADE-4", "no Grenade")
    t.say(Grenade(BLUE, FIRST, SECOND))
    t.refused(Grenade(RED, THIRD, FIRST, back=True), "OWM-CD-GRENADE-4", "no Grenade")
    assert t.allowed(Grenade(RED, SECOND, FIRST, back=True))
    assert t.allowed(Grenade(RED, THIRD, FIRST))  # a new one, thrown before the other bursts


@pytest.mark.rule("OWM-CD-GRENADE-1")
def test_who_may_throw_it_back_is_asked_whatever_he_holds():
    def asked(theirs):
        t = table([BLUE, ENTRENCH], theirs)
        t.say(Grenade(BLUE, FIRST, SECOND))
        return t.kind, t.seat

    assert asked([RED, HILL]) == asked([HILL, Played(55)]) == ("decision", 1)


# ------------------------------------------------------------------ traits


@pytest.mark.rule("OWM-CD-GRENADE-2", "OWM-LVL-04")
@pytest.mark.parametrize(("trait", "damage"), [("S19", 5), ("W20", 2)])
def test_traits_of_the_thrower(monkeypatch, trait, damage):
    """Green 3: a grenadier adds 2, a clumsy one takes 1 off."""
    give(monkeypatch, {EVANS: trait})
    t = table([GREEN, ENTRENCH], [HILL], theirs=(303,), level="colonel")
    t.stack("G3")
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert bursts(t) == [(FIRST, SECOND, damage)]


@pytest.mark.rule("OWM-CD-GRENADE-4", "OWM-LVL-04")
@pytest.mark.parametrize("passed", [True, False])
def test_a_good_arm_throws_it_back_without_a_card(monkeypatch, passed):
    """By a Discipline Check, once a round (A-136)."""
    give(monkeypatch, {303: "S20"})
    teams = (team(0, "B3", EVANS), team(1, "B4", 303))
    t = table([GREEN, GREEN_2, ENTRENCH], [HILL], teams=teams, level="colonel")
    letter = CATALOG.soldiers[SoldierId(303)].discipline.value[0].upper()
    low, high = f"{letter}1", f"{letter}3"
    t.stack(low if passed else high, "G1")
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert (303, "S20") in worked(t.events) or not passed
    assert bursts(t)[0][:2] == ((SECOND, FIRST) if passed else (FIRST, SECOND))
    t.say(EndTurn())
    t.until("decision", 0)
    checks = flips_for(t.events, Purpose.THROW_BACK)
    t.say(Grenade(GREEN_2, FIRST, SECOND))
    while len(bursts(t)) < 2:
        t.passes()
    assert flips_for(t.events, Purpose.THROW_BACK) == checks
    assert bursts(t)[1][:2] == (FIRST, SECOND)


@pytest.mark.rule("OWM-CD-GRENADE-4", "OWM-LVL-04")
def test_of_two_good_arms_the_second_tries_when_the_first_has_failed(monkeypatch):
    give(monkeypatch, {303: "S20", 304: "S20"})
    teams = (team(0, "B3", EVANS), team(1, "B4", 303, 304))
    t = table([GREEN, ENTRENCH], [HILL], teams=teams, level="colonel")
    letters = [CATALOG.soldiers[SoldierId(s)].discipline.value[0].upper() for s in (303, 304)]
    t.stack(f"{letters[0]}3", f"{letters[1]}1", "G1")
    t.say(Grenade(GREEN, FIRST, SECOND)).until("action")
    assert worked(t.events) == [(304, "S20")]
    assert flips_for(t.events, Purpose.THROW_BACK) == 2
    assert bursts(t)[0][:2] == (SECOND, FIRST)
