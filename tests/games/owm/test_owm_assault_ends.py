"""How assaults end: slipping away, staying or retreating, and what follows (section 2.24).

How they begin and are fought: `test_owm_assault.py`.
"""

import pytest

from owm_net.games.owm.actions import EndTurn, Maneuver
from owm_net.games.owm.assault import AssaultBegun, AssaultRound, Retreat, Stand
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import Killed
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.movement import TakeCommand
from owm_net.games.owm.stealth import Seen
from tests.games.driver import every, only
from tests.games.owm.assaults import charge, lines, storming
from tests.games.owm.table import FIRST, HILL, LAKE, MANEUVER, MANEUVER_2, RUINS, down, hurt, team

# ------------------------------------------------------------------ slipping away


@pytest.mark.rule("OWM-ASLT-09", "OWM-ASLT-18")
def test_a_hidden_established_fireteam_may_slip_away_and_there_is_no_assault():
    t = storming((203, 206), (303, 306), theirs={"moved_in": 2, "stealthed": True}, card=RUINS)
    t.g.fireteams[FIRST] = t.team(1).with_(heading=t.cell("C4"))
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert (t.kind, t.seat) == ("slip_away", 1)
    assert t.rule_against(Retreat(t.cell("C6"))) == "OWM-ASLT-11"
    assert t.rule_against(EndTurn()) == "OWM-ASLT-10"
    events = t.do(Retreat(t.cell("C5")))
    assert not every(events, AssaultBegun)
    assert t.at(2) == "C5"
    assert {t.status(303), t.status(306)} == {"ready"}
    assert t.team(2).stealthed
    assert t.g.is_established(t.team(2))  # it has not been on the move
    assert t.at(1) == "C4"
    assert (t.kind, t.g.active, t.top.actions_left) == ("action", 1, 1)  # nothing was triggered


@pytest.mark.rule("OWM-ASLT-09", "OWM-ASLT-18", "OWM-MOVE-04")
def test_where_the_enemy_has_slipped_away_the_turn_goes_on():
    """Nothing was triggered: a Fireteam that arrived at the start of its turn has both actions."""
    coming = {"heading": 3 * 5 + 2, "moved_in": 2, "stealthed": True}
    hidden = {"moved_in": 2, "stealthed": True}
    t = storming((203, 206), (303, 306, 313), mine=coming, theirs=hidden, card=RUINS)
    assert (t.kind, t.seat) == ("slip_away", 1)
    t.do(Retreat(t.cell("C3")))  # past those who came
    assert (t.at(1), t.at(2)) == ("C4", "C3")
    assert (t.kind, t.seat, t.top.actions_left) == ("action", 0, 2)
    assert t.team(1).stealthed  # it has attacked nobody
    assert t.g.is_established(t.team(2))
    t = storming((203, 206), (303, 306), mine=coming, theirs=hidden, card=RUINS)
    t.do(Stand())
    t.stack(*["G3"] * 4).do(*lines(t, (203, 206), (303, 306)))
    t.do(Stand(), Retreat(t.cell("C5")))
    assert t.g.active == 2  # it stayed, so there was an assault and the turn is over


@pytest.mark.rule("OWM-ASLT-09", "OWM-CREW-04")
def test_who_slips_away_gives_up_guns_and_scopes():
    t = storming(
        (203, 206), (303, 306, 313, 312), theirs={"moved_in": 2, "stealthed": True}, card=RUINS
    )
    t.change(313, crewed_in=2, assistant=306)
    t.change(306, assists=313)
    t.change(312, crewed_in=2)
    t.do(Maneuver(MANEUVER, t.cell("C4")), Maneuver(MANEUVER_2, t.cell("C4")))
    t.do(Retreat(t.cell("C5")))
    assert [t.soldier(s).crewed_in for s in (313, 312)] == [0, 0]
    assert t.g.soldiers[SoldierId(306)].assists == 0


@pytest.mark.rule("OWM-ASLT-09", "OWM-TERR-04")
def test_it_is_seen_where_nobody_can_hide():
    t = storming(
        (203, 206), (303, 306), theirs={"moved_in": 2, "stealthed": True}, card=RUINS,
        cards={"C5": HILL},
    )  # fmt: skip
    t.do(Maneuver(MANEUVER, t.cell("C4")), Maneuver(MANEUVER_2, t.cell("C4")))
    t.do(Retreat(t.cell("C5")))
    assert not t.team(2).stealthed


@pytest.mark.rule("OWM-ASLT-09")
@pytest.mark.parametrize(
    "theirs", [{"moved_in": 3, "stealthed": True}, {"moved_in": 2, "stealthed": False}]
)
def test_others_may_not(theirs):
    t = storming((203, 206), (303, 306), theirs=theirs, card=RUINS)
    t.do(Maneuver(MANEUVER, t.cell("C4")), Maneuver(MANEUVER_2, t.cell("C4")))
    assert t.kind == "assault_line"


# ------------------------------------------------------------------ stay or retreat


@pytest.mark.rule("OWM-ASLT-10", "OWM-INIT-02")
@pytest.mark.parametrize("axis_first", [False, True])
def test_each_side_declares_in_initiative_order(axis_first):
    t = storming((203, 206), (303, 306), axis_first=axis_first)
    charge(t, *["G3"] * 4)
    assert (t.kind, t.seat) == ("stand", 1 if axis_first else 0)
    t.do(Stand())
    assert (t.kind, t.seat) == ("stand", 0 if axis_first else 1)
    t.stack(*["G3"] * 4)
    events = t.do(Stand())
    assert only(events, AssaultRound).n == 2


@pytest.mark.rule("OWM-ASLT-11", "OWM-ASLT-18", "OWM-SOLD-09")
def test_the_one_who_came_goes_back_suppressed_and_its_turn_is_over():
    t = storming((203, hurt(206)), (303, 306))
    charge(t, "G3", "G3", "G3")
    t.refused(Retreat(t.cell("B3")), "OWM-ASLT-11", "go back where it came from")
    assert t.options() == [Stand(), Retreat(t.cell("C3"))]
    t.do(Retreat(t.cell("C3")), Stand())
    assert t.at(1) == "C3"
    assert (t.status(203), t.status(206)) == ("suppressed", "wounded")
    assert t.g.soldiers[SoldierId(203)].suppressed_in == 3
    assert {t.status(303), t.status(306)} == {"ready"}
    assert t.g.active == 2


@pytest.mark.rule("OWM-ASLT-11")
def test_the_one_who_was_there_goes_to_any_empty_adjacent_terrain():
    friend = team(1, "D5", 310)
    t = storming((203, 206), (303, 306), others=(friend,), cards={"B4": LAKE})
    charge(t, *["G3"] * 4)
    t.do(Stand())
    assert t.seat == 1
    t.refused(Retreat(t.cell("D5")), "OWM-ASLT-11", "to an empty adjacent Terrain")
    names = {t.g.ground.cell_name(a.cell) for a in t.options(Retreat)}
    assert names == {"B3", "C3", "D3", "D4", "C5", "B5"}  # not the Lake, not the friend
    t.do(Retreat(t.cell("C3")))
    assert t.at(2) == "C3"  # even where the others came from
    assert {t.status(303), t.status(306)} == {"suppressed"}
    assert t.at(1) == "C4"


@pytest.mark.rule("OWM-ASLT-11")
def test_both_may_retreat_but_not_to_the_same_terrain():
    t = storming((203, 206), (303, 306))
    charge(t, *["G3"] * 4)
    t.do(Retreat(t.cell("C3")))
    assert t.rule_against(Retreat(t.cell("C3"))) == "OWM-ASLT-11"
    t.do(Retreat(t.cell("C5")))
    assert (t.at(1), t.at(2)) == ("C3", "C5")
    assert t.g.fireteams_at(t.cell("C4")) == []


@pytest.mark.rule("OWM-ASLT-18", "OWM-SOLD-11", "OWM-ASLT-03")
def test_who_is_wiped_out_is_gone_and_the_turn_passes_on():
    t = storming((203,), (303, 306), others=(team(0, "A1", 208),))
    events = charge(t, "G3", "G1")
    assert [e.soldier for e in every(events, Killed)] == [203]
    assert 1 not in t.g.fireteams and 1 not in t.g.initiative
    assert not every(events, Seen)
    assert (t.g.active, t.kind) == (2, "action")


@pytest.mark.rule("OWM-ASLT-11")
def test_suppressed_soldiers_may_retreat():
    t = storming((203, 206), (303, down(306)))
    charge(t, "G3", "G3", "G3", "G3", "G3")
    t.do(Stand(), Retreat(t.cell("C5")))
    assert t.at(2) == "C5"


@pytest.mark.rule("OWM-ASLT-11", "OWM-ENT-04")
@pytest.mark.parametrize(("flip", "found"), [("G2", True), ("G3", False)])
def test_who_retreats_into_an_entrenched_terrain_looks_for_it(flip, found):
    t = storming((203, 206), (303, 306), trenches=("C5",))
    charge(t, *["G3"] * 4)
    t.stack(flip)
    events = t.do(Stand(), Retreat(t.cell("C5")))
    assert only(events, Checked).soldier == 303
    assert t.team(2).dug_in is found
    assert t.g.active == 2


@pytest.mark.rule("OWM-ENT-04", "OWM-ASLT-11")
def test_who_goes_back_and_who_takes_the_terrain_look_for_an_entrenchment():
    t = storming((203, 206), (303, 306), mine={"dug_in": True}, trenches=("C3", "C4"))
    charge(t, *["G3"] * 4)
    t.stack("G1")
    t.do(Retreat(t.cell("C3")), Stand())
    assert t.team(1).dug_in  # found again
    t = storming((203, 206), (303, 306), theirs={"moved_in": 3, "dug_in": True}, trenches=("C4",))
    charge(t, *["G3"] * 4)
    t.stack("G3")
    t.do(Stand(), Retreat(t.cell("C5")))
    assert (t.at(1), t.team(1).dug_in, t.team(2).dug_in) == ("C4", False, False)


@pytest.mark.rule("OWM-ASLT-18", "OWM-MOVE-04")
def test_a_move_that_completes_by_itself_into_an_enemy_uses_up_the_turn():
    t = storming((203, 206), (303, 306), mine={"heading": 3 * 5 + 2, "moved_in": 2})
    assert t.kind == "assault_line"
    t.stack(*["G3"] * 4).do(*lines(t, (203, 206), (303, 306)))
    t.do(Stand(), Retreat(t.cell("C5")))
    assert (t.g.active, t.kind) == (2, "action")


@pytest.mark.rule("OWM-ASLT-01", "OWM-RES-06")
def test_an_assault_does_not_stop_a_move_but_a_retreat_does():
    open_move = {"moved_in": 2, "heading": 4 * 5 + 2}
    t = storming((203, 206), (303, 306), theirs=dict(open_move))
    charge(t, *["G3"] * 4)
    t.do(Retreat(t.cell("C3")), Stand())
    assert t.at(2) == "C5"  # its turn began, and its move completed
    t = storming((203, 206), (303, 306), theirs=dict(open_move))
    charge(t, *["G3"] * 4)
    t.do(Stand(), Retreat(t.cell("B5")))
    assert (t.at(2), t.team(2).on_the_move) == ("B5", False)


@pytest.mark.rule("OWM-SOLD-04", "OWM-EX-08", "OWM-ENT-04")
def test_who_is_in_command():
    t = storming((201, 213), (303, 306))
    assert t.g.commanders(FIRST) == [213]  # a Captain before a Sergeant
    t = storming((202, 203), (303, 306))
    assert t.g.commanders(FIRST) == [202, 203]  # two Corporals: the owner's choice
    # Corporals Brandes (red) and Rademacher (green) enter an entrenched Terrain: he chooses.
    t = storming((203, 206), (302, 303, 306), trenches=("C5",))
    charge(t, "G3", "R3", "G3", "G3", "R1", "G3", "G3")
    t.do(Stand(), Retreat(t.cell("C5")))
    assert (t.kind, t.seat) == ("commander", 1)
    assert t.rule_against(TakeCommand(SoldierId(306))) == "OWM-SOLD-04"
    assert t.rule_against(Stand()) == "OWM-SOLD-04"
    t.stack("R2").do(TakeCommand(SoldierId(302)))
    assert t.team(2).dug_in


@pytest.mark.rule("OWM-ASLT-11", "OWM-ASLT-10")
def test_the_way_back_can_be_taken_by_the_other_side():
    t = storming((203, 206), (303, 306), axis_first=True)
    charge(t, *["G3"] * 4)
    assert t.seat == 1
    t.do(Retreat(t.cell("C3")))  # the other side is not asked any more
    axis = next(x for x in t.g.fireteams.values() if x.seat == 1)
    allied = next(x for x in t.g.fireteams.values() if x.seat == 0)
    assert t.g.ground.cell_name(axis.cell) == "C3"
    assert t.g.ground.cell_name(allied.cell) == "C4"
    assert {t.status(203), t.status(206)} == {"ready"}


@pytest.mark.rule("OWM-ASLT-11", "OWM-ASLT-10")
def test_without_a_legal_terrain_nobody_is_asked():
    """A-59, A-100: only the Terrain the other side declares to go back to can close the last."""
    ring = ("B3", "D3", "B4", "D4", "B5", "C5", "D5")
    friends = tuple(team(1, at, 307 + i) for i, at in enumerate(ring))
    t = storming((203, 206), (303, 306), others=friends)
    charge(t, *["G3"] * 4)
    t.do(Stand())
    assert t.seat == 1
    assert t.options(Retreat) == [Retreat(t.cell("C3"))]
    t = storming((203, 206), (303, 306), others=friends)
    charge(t, *["G3"] * 4)
    t.do(Retreat(t.cell("C3")))  # the defender has nowhere left to go: it stays unasked
    assert (t.at(1), t.at(2)) == ("C3", "C4")
    assert {t.status(303), t.status(306)} == {"ready"}
    assert (t.g.active, t.kind) == (2, "action")
