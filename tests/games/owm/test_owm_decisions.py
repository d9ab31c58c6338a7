"""Command Decisions: windows, the stack, and each decision (sections 2.20 and 2.21)."""

import pytest

from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.games.owm.actions import Attack, EndTurn, Entrench, Maneuver, Uncrew
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.assault import AssaultBegun, AssaultLine
from owm_net.games.owm.decisions import (
    ActOfValor,
    ChainOfCommand,
    DoubleTime,
    Evade,
    Fubar,
    Grenade,
    LuckyShot,
    Marksman,
    Smoke,
)
from owm_net.games.owm.ids import Cell, SoldierId
from owm_net.games.owm.windows import NEXT_CARD, NEXT_ROUND, NEXT_TURN
from tests.games.driver import every
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    EVANS,
    FIRST,
    HILL,
    MANEUVER,
    RALLY_RED,
    SECOND,
    Table,
    team,
    totals,
)

FUBAR, FUBAR_2, FUBAR_3 = map(Played, (34, 44, 47))
CHAIN, CHAIN_2 = map(Played, (30, 37))
DOUBLE = Played(58)
EVADE_RED, EVADE_RED_2, EVADE_BLUE = map(Played, (8, 125, 90))
SMOKE, GRENADE, LUCKY, VALOR, MARKSMAN = map(Played, (57, 60, 165, 116, 55))
TWO = (204, 203), (303, 304)


def table(*hands, lieutenant=True, **more):
    """Two soldiers on each side, three Terrains apart on open ground; the first is active."""
    teams = more.pop("teams", (team(0, "B3", *TWO[0]), team(1, "E3", *TWO[1])))
    level = "lieutenant" if lieutenant else "private"
    return Table(*teams, hands=hands, level=level, **more).begin()


def to_act(t):
    """All pass, until an action is asked for."""
    return t.until("action")


def executed(t):
    """All pass until nothing is pending."""
    while t.top.stack:
        t.passes()
    return t


# ------------------------------------------------------------------ levels


@pytest.mark.rule("OWM-LVL-02", "OWM-LVL-03", "OWM-IMM-01")
def test_decisions_begin_at_lieutenant():
    assert table([ATTACK_RED, FUBAR], [FUBAR_2], lieutenant=False).kind == "action"
    t = table([ATTACK_RED, FUBAR], [FUBAR_2])
    assert t.kind == "decision"


@pytest.mark.rule("OWM-IMM-01", "OWM-ROUND-05", "OWM-ROUND-08", "OWM-ROUND-09")
def test_double_time_in_every_phase_and_in_anybodys_turn():
    """Before an action, in the enemy's turn, in the Debrief and in the Assessment."""
    moments = []
    t = table(
        [DOUBLE, ENTRENCH],
        [Played(55)],
        teams=(team(0, "B3", *TWO[0], heading="B4"), team(1, "E6", *TWO[1])),
    )
    hurry = DoubleTime(DOUBLE, FIRST)
    t.g.change_fireteam(FIRST, heading=t.cell("C3"), moved_in=3)
    for _ in range(40):
        if t.kind == "decision" and t.seat == 0 and t.allowed(hurry):
            moments.append((t.g.phase, t.g.active))
        if t.kind == "action":
            t.say(EndTurn())
            t.g.change_fireteam(FIRST, heading=t.cell("C3"), moved_in=t.g.round_no)
        else:
            t.passes()
    assert {"combat", "debrief", "assessment"} <= {phase for phase, _ in moments}
    assert {FIRST, SECOND} <= {active for _, active in moments}


# ------------------------------------------------------------------ the stack


@pytest.mark.rule("OWM-STACK-01", "OWM-CD-FUBAR", "OWM-CD-DOUBLE", "OWM-EX-18")
def test_maneuver_double_time_fubar():
    """F.U.B.A.R. cancels Double Time; the Maneuver then stands, and is not completed (A-108)."""
    t = to_act(table([MANEUVER, DOUBLE], [FUBAR]))
    t.say(Maneuver(MANEUVER, t.cell("B4")))
    assert t.seat == 1
    t.passes()
    t.say(DoubleTime(DOUBLE, FIRST))
    assert t.seat == 1 and t.at(FIRST) == "B3"
    t.say(Fubar(FUBAR))
    t.until("action")
    assert t.team(FIRST).on_the_move and t.at(FIRST) == "B3"
    assert {int(DOUBLE), int(FUBAR), int(MANEUVER)} <= {*t.discard}


@pytest.mark.rule("OWM-STACK-02", "OWM-CD-DOUBLE")
def test_a_second_fubar_saves_the_double_time():
    t = to_act(table([MANEUVER, DOUBLE, FUBAR_2], [FUBAR]))
    t.say(Maneuver(MANEUVER, t.cell("B4")))
    t.passes()
    t.say(DoubleTime(DOUBLE, FIRST), Fubar(FUBAR), Fubar(FUBAR_2))
    t.until("action")
    assert t.at(FIRST) == "B4" and not t.team(FIRST).on_the_move


@pytest.mark.rule("OWM-CD-FUBAR")
def test_an_attack_is_stopped_right_after_its_order():
    """No shots; the card and the action are spent. The enemy has not been attacked (ATK-02)."""
    t = to_act(table([ATTACK_RED, Played(48)], [FUBAR]))
    before = t.taken
    t.say(Attack(ATTACK_RED, SECOND))
    t.say(Fubar(FUBAR))
    t.until("action")
    assert t.taken == before and t.top.actions_left == 1
    assert {int(ATTACK_RED), int(FUBAR)} <= {*t.discard}
    assert t.allowed(Attack(Played(48), SECOND))


@pytest.mark.rule("OWM-CD-FUBAR", "OWM-EX-17")
def test_after_the_total_only_the_last_flip_is_undone():
    """Green 5 + blue 5 - red 3: without the 3 it is 10 (A-10); a second finds nothing to cancel."""
    t = to_act(table([ATTACK_RED, FUBAR, FUBAR_2], [Played(55)]))
    t.stack("R1", "R2", "G5", "B5", "R3")
    shoot(t)
    assert t.kind == "decision" and totals(t.events) == [7]
    t.until("decision", 0)
    t.say(Fubar(FUBAR))
    assert executed(t).top.subject.total == 10
    t.until("decision", 0)
    t.refused(Fubar(FUBAR_2), "OWM-CD-FUBAR", "no pending card")


@pytest.mark.rule("OWM-IMM-02", "OWM-FIRE-11")
def test_nothing_comes_between_in_a_firing_sequence():
    """From the target on until the total is told nobody is asked (A-09)."""
    t = to_act(table([ATTACK_RED, FUBAR], [FUBAR_2]))
    t.stack("R1", "R2", "G5", "B5", "R3")
    shoot(t, to_total=False)
    kinds = [t.top.subject.name]
    while t.top.subject.name != "owm.window.total":
        t.passes()
        kinds.append(t.top.subject.name)
    assert kinds == ["owm.window.target"] * 2 + ["owm.window.total"]


def shoot(t, to_total=True):
    """Evans of the first Fireteam shoots at the second; all pass until the total stands."""
    t.say(Attack(ATTACK_RED, SECOND))
    t.until("shooter").say(Shoot(EVANS))
    while to_total and t.top.subject.name != "owm.window.total":
        t.passes()


# ------------------------------------------------------------------ the flips


@pytest.mark.rule("OWM-CD-CHAIN")
def test_chain_of_command_flips_a_number_again_in_its_colour():
    """One shot becomes four, by whoever plays it; the new number may be chained again (A-11)."""
    t = to_act(table([ATTACK_RED, CHAIN], [CHAIN_2]))
    t.stack("R1", "R4", "R2")
    t.say(Attack(ATTACK_RED, SECOND))
    t.until("decision", 0)
    while t.top.subject.name != "owm.window.shots":
        t.passes()
    t.say(ChainOfCommand(CHAIN))
    t.until("decision", 1)
    while t.top.subject.value == 1:
        t.passes()
    assert t.top.subject.value == 4
    t.until("decision", 1).say(ChainOfCommand(CHAIN_2))
    t.until("shooter")
    assert t.top.shots == 2


def shots_known(t):
    """An Attack order has been played, and the number of shots is answered."""
    to_act(t).say(Attack(ATTACK_RED, SECOND))
    while t.kind != "decision" or t.top.subject.name != "owm.window.shots":
        t.passes()
    return t


@pytest.mark.rule("OWM-IMM-02", "OWM-CD-SMOKE", "OWM-CD-LUCKY", "OWM-CD-GRENADE-1", "OWM-CD-VALOR")
@pytest.mark.parametrize(
    ("play", "seat"),
    [
        (Smoke(SMOKE, SECOND, Cell(18)), 1),
        (Grenade(GRENADE, SECOND, FIRST), 1),
        (LuckyShot(LUCKY, SECOND, FIRST), 1),
        (ActOfValor(VALOR, SoldierId(303), FIRST), 1),
        (LuckyShot(LUCKY, FIRST, SECOND), 0),
        (Marksman(MARKSMAN, EVANS), 0),
    ],
)
def test_before_the_first_shot_everything_can_be_played(play, seat):
    """Between "up to 4 may shoot" and the first shot no Firing Sequence is going on (A-154)."""
    hands = [[ATTACK_RED, ENTRENCH], [HILL]]
    hands[seat].append(play.card)
    teams = team(0, "D3", *TWO[0]), team(1, "D4", *TWO[1])
    t = shots_known(table(*hands, teams=teams).stack("R4")).until("decision", seat)
    assert t.allowed(play)
    t.say(play)
    assert play.card in t.discard
    while t.kind == "decision" and t.top.stack:
        t.passes()
    if t.kind == "decision":
        t.until("shooter")
    assert Shoot(EVANS) in t.options(Shoot) or t.status(EVANS) != "ready" or seat == 1


@pytest.mark.rule("OWM-CD-SMOKE", "OWM-FIRE-09", "OWM-CD-CHAIN")
def test_smoke_before_the_first_shot_counts_and_the_number_can_still_be_chained():
    """A-107: the window opens again when the Smoke has risen; 2 is taken off the total."""
    t = table([ATTACK_RED, CHAIN], [SMOKE, HILL]).stack("R4", "R1")
    shots_known(t).until("decision", 1).say(Smoke(SMOKE, SECOND, t.cell("E3")))
    assert t.seat == 0
    t.refused(ChainOfCommand(CHAIN), "OWM-CD-CHAIN", "another card has been played since")
    executed(t.passes())
    t.until("decision", 0).say(ChainOfCommand(CHAIN)).until("shooter")
    assert t.top.shots == 1
    t.stack("R1", "G5", "B5", "R4").say(Shoot(EVANS))
    while not totals(t.events):
        t.passes()
    assert totals(t.events) == [4]


@pytest.mark.rule("OWM-IMM-02", "OWM-TGT-01", "OWM-CREW-04")
def test_when_a_target_is_named_the_shot_is_under_way():
    """A-106: its card is the first of the pile, and Smoke comes too late."""
    teams = team(0, "B3", *TWO[0]), team(1, "E3", 305, 303)
    t = table([ATTACK_RED], [SMOKE, HILL], teams=teams).stack("R1", "R1")
    t.change(305, crewed_in=1, assistant=SoldierId(303))
    t.change(303, assists=SoldierId(305))
    shots_known(t).until("shooter").say(Shoot(EVANS)).until("decision", 1)
    assert t.top.subject.name == "owm.window.target"
    t.refused(Smoke(SMOKE, SECOND, t.cell("E3")), "OWM-IMM-02", "while a target is answered")
    t.refused(Uncrew(SoldierId(305)), "OWM-IMM-02", "it cannot be done while a target")


@pytest.mark.rule("OWM-CREW-04", "OWM-IMM-02")
def test_crewing_ends_at_any_time_and_nobody_answers_it():
    """A-153: in an enemy's turn, and while an order is answered; not between a flip and what it
    decides. It is no card, and the same player is asked again."""
    t = table([ATTACK_RED, HILL], [VALOR, ENTRENCH], teams=(
        team(0, "B3", *TWO[0], 205, 206), team(1, "E3", 305, 306), team(1, "A7", 303)))  # fmt: skip
    t.change(205, crewed_in=1, assistant=SoldierId(206))
    t.change(206, assists=SoldierId(205))
    t.change(305, crewed_in=1, assistant=SoldierId(306))
    t.change(306, assists=SoldierId(305))
    gunner = SoldierId(305)
    t.until("decision", 1)
    assert Uncrew(gunner) in t.options(Uncrew)
    t.refused(ActOfValor(VALOR, SoldierId(306), FIRST), "OWM-CREW-03")
    t.refused(Uncrew(SoldierId(306)), "OWM-CREW-04")
    t.refused(Uncrew(SoldierId(205)), "OWM-CREW-04")  # that one is the enemy's
    to_act(t).say(Attack(ATTACK_RED, SECOND)).until("decision", 1)
    assert t.top.subject.name == "owm.window.order"
    taken = t.taken
    t.say(Uncrew(gunner))
    assert (t.kind, t.seat, t.taken, t.top.stack) == ("decision", 1, taken, [])
    assert not t.soldier(gunner).crewed_in and not t.soldier(306).assists
    t.refused(Uncrew(gunner), "OWM-CREW-04")
    t.say(ActOfValor(VALOR, SoldierId(306), FIRST)).until("shooter", 1)


@pytest.mark.rule("OWM-CREW-04", "OWM-IMM-02")
def test_who_has_a_crew_is_asked_without_a_card_but_about_no_flip_of_a_shot():
    """A-153: everybody sees both, a crew and an empty hand."""
    t = table([ATTACK_RED, ENTRENCH], [], teams=(team(0, "B3", *TWO[0]), team(1, "E3", 305, 303)))
    asked = []
    t.change(305, crewed_in=1, assistant=SoldierId(303))
    t.change(303, assists=SoldierId(305))
    shots_known(t.stack("R1", "R1", "G1", "B1", "R4"))
    while not totals(t.events):
        if t.kind == "shooter":
            t.say(Shoot(EVANS))
            continue
        asked.append((t.seat, t.top.subject.name))
        t.passes()
    assert {what for seat, what in asked if seat == 1} == {"owm.window.shots"}


@pytest.mark.rule("OWM-CD-CHAIN")
def test_chain_of_command_on_the_last_flip_of_a_total():
    """Discipline red 4 becomes red 1."""
    t = to_act(table([ATTACK_RED, CHAIN], [Played(55)]))
    t.stack("R1", "R2", "G5", "B5", "R4", "R1")
    shoot(t)
    assert totals(t.events) == [6]
    t.until("decision", 0).say(ChainOfCommand(CHAIN))
    assert executed(t).top.subject.total == 9


@pytest.mark.rule("OWM-CD-CHAIN", "OWM-CD-FUBAR")
def test_a_pending_card_is_newer_than_the_flip():
    """A-107: while F.U.B.A.R. is pending the number cannot be chained, but then it can."""
    t = to_act(table([ATTACK_RED, CHAIN], [FUBAR]))
    t.stack("R1", "R2", "G5", "B5", "R4", "R1")
    shoot(t)
    t.until("decision", 1).say(Fubar(FUBAR))
    assert t.seat == 0
    t.refused(ChainOfCommand(CHAIN), "OWM-CD-CHAIN", "another card has been played since")


@pytest.mark.rule("OWM-CD-EVADE", "OWM-EX-16")
def test_evade_lowers_the_total_by_its_colour():
    """5 + 5 - 3 = 7, red 4: 3, below the Resolve; several add up (A-46)."""
    t = to_act(table([ATTACK_RED, EVADE_BLUE], [EVADE_RED, EVADE_RED_2]))
    t.stack("R1", "R1", "G5", "B5", "R3", "R2", "R2")
    shoot(t)
    while t.seat != 0:
        t.passes()
    t.refused(Evade(EVADE_BLUE), "OWM-CD-EVADE", "a soldier of your own")
    t.until("decision", 1)
    assert agenda.outlook(t.view(), Evade(EVADE_RED)) == "7 is lowered by 1 to 4"
    t.say(Evade(EVADE_RED))
    assert executed(t).top.subject.total == 5
    t.until("decision", 1).say(Evade(EVADE_RED_2))
    t.until("action", 0)
    assert t.status(303) == "ready"


# ------------------------------------------------------------------ who is asked


@pytest.mark.rule("OWM-IMM-01")
def test_who_is_asked_does_not_hang_on_what_is_held():
    """The same windows open with other hands of the same size (A-09); without a card nobody is
    asked."""

    def asked(mine, theirs):
        t = table(mine, theirs)
        found = []
        for _ in range(5):
            found.append((t.kind, t.seat))
            t.say(EndTurn() if t.kind == "action" else Pass())
        return found

    one = asked([FUBAR, CHAIN], [FUBAR_2])
    assert one == asked([ENTRENCH, RALLY_RED], [HILL])
    assert {kind for kind, _ in one} == {"decision", "action"}
    assert ("decision", 1) not in asked([FUBAR], [])


def test_the_order_of_asking():
    """The others answer a laid card first, then its player; else the active player is first
    (A-12)."""
    t = table([ENTRENCH, FUBAR], [FUBAR_2])
    assert t.seat == 0
    to_act(t).say(Entrench(ENTRENCH))
    assert t.seat == 1
    assert t.passes().seat == 0


@pytest.mark.parametrize("word", [NEXT_CARD, NEXT_TURN, NEXT_ROUND])
def test_a_standing_pass_lasts_until_its_word(word):
    t = table([ENTRENCH, FUBAR], [FUBAR_2, CHAIN])
    t.until("decision", 1).say(Pass(word))
    t.until("action", 0).say(Entrench(ENTRENCH))
    assert (t.seat == 1) is (word == NEXT_CARD)
    t.until("action", 0).say(EndTurn())
    seen = []
    while t.kind != "action" or t.seat != 1:
        seen.append(t.seat)
        t.passes()
    assert (1 in seen) is (word != NEXT_ROUND)


# ------------------------------------------------------------------ Double Time


@pytest.mark.rule("OWM-CD-DOUBLE")
def test_double_time_needs_an_own_fireteam_on_the_move():
    t = table([DOUBLE, ENTRENCH], [MANEUVER])
    t.refused(DoubleTime(DOUBLE, FIRST), "OWM-CD-DOUBLE", "it is not on the move")
    t.refused(DoubleTime(DOUBLE, SECOND), "OWM-CD-DOUBLE", "a Fireteam of your own")
    t.refused(DoubleTime(ENTRENCH, FIRST), "OWM-CARD-02")


@pytest.mark.rule("OWM-ASLT-18", "OWM-CD-DOUBLE")
def test_an_assault_by_double_time_uses_up_the_turn_of_the_round():
    """A-60: it counts as activated, though its turn had not come."""
    many = tuple(map(SoldierId, (201, 202, 203, 204)))
    lines = many, (SoldierId(303),)
    t = table(
        [DOUBLE, ENTRENCH],
        [Played(55)],
        teams=(
            team(1, "E6", 305),
            team(0, "B3", *many, heading="B4"),
            team(1, "B4", 303),
        ),
    )
    t.until("decision", 0).say(DoubleTime(DOUBLE, SECOND))
    acted = []
    while t.g.round_no == 3 and not t.over:
        if t.kind == "action":
            acted.append(t.g.active)
            t.say(EndTurn())
        elif t.kind == "assault_line":
            t.say(tuple(AssaultLine(lines[seat]) for seat in t.seats))
        else:
            t.say(Pass() if t.kind == "decision" else t.options()[0])
    assert every(t.events, AssaultBegun)
    assert FIRST in acted and SECOND not in acted and SECOND in t.g.fireteams
