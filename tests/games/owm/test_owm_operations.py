"""The effects of the four Combat Operations, disarming and Forced Retreat (sections 2.17, 2.19,
2.22)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from owm_net.engine.agenda import Frame
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.games.owm import blast, computer, operations
from owm_net.games.owm.actions import Attack, Disarm, EndTurn, Entrench, Hide
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.actions.disarm import Disarmed, TriesToDisarm
from owm_net.games.owm.assessment import ArtilleryLoaded
from owm_net.games.owm.blast import Blast, Damaged, SoldiersHit
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import Killed, Routed, Suppressed, Wounded
from owm_net.games.owm.decisions import ChainOfCommand, Evade, Fubar, Smoke
from owm_net.games.owm.firing import Totalled
from owm_net.games.owm.flips import Flipped, NobodyPicked, Purpose
from owm_net.games.owm.forced_retreat import ForcedRetreat, RetreatTo
from owm_net.games.owm.ids import NO_CELL, Cell, SoldierId
from owm_net.games.owm.operations.artillery import (
    Artillery,
    ArtilleryCalled,
    CallArtillery,
    Shell,
    ShellsLand,
    strength_of,
    why_no_artillery,
)
from owm_net.games.owm.operations.reinforcements import Reinforcements, reinforcements
from owm_net.games.owm.operations.satchel_charge import (
    Exploded,
    SatchelCharge,
    TerrainDestroyed,
    throw_satchel,
    why_no_satchel,
)
from owm_net.games.owm.operations.star_shell import (
    StarShell,
    StarShellFired,
    fire_star_shell,
    why_no_star_shell,
)
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.terms import Colour, Status
from owm_net.games.owm.throwing import why_no_throw
from owm_net.games.owm.tokens import Border, TokenKind
from owm_net.games.owm.visibility import is_lit
from tests.games.driver import every, only
from tests.games.owm.table import (
    ENTRENCH,
    ENTRENCH_2,
    EVANS,
    FIRST,
    GUNNER,
    HILL,
    LAKE,
    MATE,
    RUINS,
    SECOND,
    THIRD,
    WOODS,
    Table,
    colours,
    down,
    hurt,
    team,
    token,
)

LOADED, RELOADING = Border.ORANGE, Border.YELLOW
CHARGE, SHELL = TokenKind.SATCHEL_CHARGE, TokenKind.STAR_SHELL
BUILDING, LAKE_2 = 73, 160


@pytest.fixture
def wind(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Gives the mission another wind."""

    def make(colour: Colour) -> str:
        changed = evolve(CATALOG.missions["king-of-the-hill"], wind=colour)
        monkeypatch.setitem(CATALOG.missions, "windy", changed)  # type: ignore[arg-type]
        return "windy"

    return make


def run(t: Table, frame: Frame[None]) -> Table:
    """The first thing that happens: this frame, in the turn of the first Fireteam."""
    t.g.agenda.append(frame)
    t.g.active = FIRST
    return t.begin()


def guns(*axis: Any, **more: Any) -> Table:
    """The Allies have called the Artillery. The Axis Fireteam is in C4."""
    line = axis or (303, 306, 307)
    t = Table(
        team(0, "C1", EVANS, 203),
        team(1, "C4", *line, **more.pop("theirs", {})),
        *more.pop("others", ()),
        artillery=more.pop("artillery", LOADED),
        **more,
    )
    t.g.agenda.append(Artillery(t.g.fireteams[FIRST].seat))
    t.g.active = FIRST
    return t


def fire(t: Table, at: str, strength: str, drift: str, *flips: str) -> Table:
    """Name a target; the flips come in this order."""
    t.stack(strength).begin()
    return t.stack(drift, *flips).say(Shell(t.cell(at)))


# ------------------------------------------------------------------ Artillery


@pytest.mark.rule("OWM-COP-AR-01", "OWM-MX-04", "OWM-EX-09", "OWM-MX-03")
def test_artillery_is_called_when_loaded_in_the_own_turn():
    t = guns().begin()
    g = t.g
    assert why_no_artillery(g, t.team(1).seat) is None
    enemy = why_no_artillery(g, t.team(2).seat)
    assert enemy is not None and enemy.rule == "OWM-MX-04"
    g.artillery = RELOADING
    empty = why_no_artillery(g, t.team(1).seat)
    assert empty is not None and empty.rule == "OWM-COP-AR-01"


@pytest.mark.rule("OWM-COP-AR-02")
def test_the_table_of_strengths():
    named = {n: strength_of(n).value for n in range(1, 7)}
    assert named == {1: "blue", 2: "green", 3: "green", 4: "red", 5: "red", 6: "red"}


@pytest.mark.rule("OWM-COP-AR-02", "OWM-COP-AR-03", "OWM-LOS-05")
def test_the_strength_is_known_before_any_terrain_is_named():
    t = guns(cards={"C2": WOODS, "C3": WOODS})
    t.stack("G1").begin()
    assert (t.kind, t.seat, colours(t.said)) == ("shell", 0, ["green"])
    assert "strength blue" in t.top.about_shell(t.view()).what
    assert not t.g.sees(t.cell("C1"), t.cell("C4"))
    assert len(t.options(Shell)) == 35  # every Terrain, in sight or not
    t.refused(Shell(Cell(35)), "OWM-COP-AR-03")
    t.stack("B8", "R1").say(Shell(t.cell("C4")))
    assert only(t.said, ArtilleryCalled).strength is Colour.BLUE


@pytest.mark.rule("OWM-COP-AR-04", "OWM-EX-29", "OWM-EX-21", "OWM-DIR-01", "OWM-DIR-02")
@pytest.mark.parametrize(
    ("colour", "flip", "hit"),
    [
        (Colour.GREEN, "G2", "D4"),  # the rulebook's example: one cell east
        (Colour.GREEN, "G6", "C4"),
        (Colour.GREEN, "G1", "C3"),
        (Colour.BLUE, "B8", "C4"),
        (Colour.BLUE, "B3", "C5"),
        (Colour.RED, "R4", "B4"),  # a red wind never lets it be on target
        (Colour.RED, "R1", "C3"),
        (Colour.RED, "R2", "D4"),
        (Colour.RED, "R3", "C5"),
    ],
)
def test_shells_drift_with_the_wind_of_the_mission(wind, colour, flip, hit):
    t = fire(guns(mission=wind(colour)), "C4", "G1", flip)
    assert t.g.ground.cell_name(only(t.said, ShellsLand).cell) == hit
    assert bool(every(t.said, SoldiersHit)) is (hit == "C4")


@pytest.mark.rule("OWM-COP-AR-04", "OWM-DIR-01")
def test_shells_that_drift_off_the_map_do_nothing():
    t = fire(guns(trenches=("C1",)), "C1", "G1", "B1")
    assert only(t.said, ShellsLand).cell == NO_CELL
    assert t.g.ground.trenches == (t.cell("C1"),)
    assert t.kind == "action"


@pytest.mark.rule("OWM-COP-AR-05", "OWM-COP-AR-06", "OWM-EX-20", "OWM-CCS-06")
def test_the_example_of_the_rulebook_blue_and_blue_against_soldier_3():
    t = fire(guns(303, 306, 307), "C4", "G1", "B8", "R1", "R3", "B5", "B7")
    purposes = [e.purpose.value for e in t.told(Flipped)]
    assert purposes == [
        "Artillery strength", "drift", "soldiers hit", "target", "damage", "damage",
    ]  # fmt: skip
    assert only(t.said, Damaged).total == 12
    assert only(t.said, Killed).soldier == 307
    assert [t.status(s) for s in (303, 306)] == ["ready", "ready"]


@pytest.mark.rule("OWM-COP-AR-06")
def test_no_modifier_and_no_discipline_but_a_wound_icon_counts():
    t = guns(303, 306, 307, cards={"C4": WOODS}, trenches=("C4",), theirs={"dug_in": True})
    fire(t, "C4", "G4", "B8", "R2", "R2", "R2+wound", "R2", "R3", "R2+jam", "R3")
    assert [e.total for e in every(t.said, Damaged)] == [4, 5]
    assert only(t.said, Wounded).soldier == 306
    assert only(t.said, Suppressed).soldier == 307  # a jam is nothing to shells


@pytest.mark.rule("OWM-COP-AR-05")
def test_never_more_soldiers_than_there_are_and_one_burns_a_card():
    t = fire(guns(303, 306), "C4", "G4", "B8", "R4", "R1", "R1", "R1", "R2", "R1", "R1")
    assert only(t.said, SoldiersHit).n == 2
    assert [e.soldier for e in every(t.said, Damaged)] == [303, 306]
    t = fire(guns(303), "C4", "G4", "B8", "R3", "R4", "R1", "R1")
    assert only(t.said, SoldiersHit).n == 1
    assert [e.soldier for e in every(t.said, Damaged)] == [303]


@pytest.mark.rule("OWM-COP-AR-06", "OWM-CCS-07")
def test_void_targets_and_soldiers_already_hit_are_flipped_again_though_they_are_dead():
    t = fire(
        guns(306, 307, 308), "C4", "G1", "B8",
        "R2", "R4", "R2", "B8", "B8", "R2", "R3", "B1", "B1",
    )  # fmt: skip
    assert only(t.said, Killed).soldier == 307
    assert [e.soldier for e in every(t.said, Damaged)] == [307, 308]
    assert [e.rule for e in every(t.said, NobodyPicked)] == ["OWM-CCS-07", "OWM-COP-AR-06"]


@pytest.mark.rule("OWM-COP-AR-05")
def test_the_own_fireteam_can_be_hit():
    t = fire(guns(), "B1", "G4", "B2", "R1", "R1", "R3", "R3")
    assert only(t.said, Damaged).soldier == EVANS
    assert t.status(EVANS) == "suppressed"


@pytest.mark.rule("OWM-COP-AR-07", "OWM-TOK-03", "OWM-ENT-05")
@pytest.mark.parametrize("where", ["C4", "E5"])
def test_an_entrenchment_is_destroyed_empty_or_not(where):
    t = guns(trenches=("C4", "E5"), theirs={"dug_in": True})
    fire(t, where, "G4", "B8", "R1", "R1", "R1", "R1")
    left = {"C4": "E5", "E5": "C4"}[where]
    assert [t.g.ground.cell_name(c) for c in t.g.ground.trenches] == [left]
    assert t.team(2).dug_in is (where != "C4")


@pytest.mark.rule("OWM-COP-AR-08", "OWM-BORD-03", "OWM-MX-04", "OWM-COP-AR-01")
def test_afterwards_the_guns_reload_and_the_cards_lie_on_the_discard_pile():
    t = guns()
    t.stack("G4").begin()
    assert len(t.g.event_pile) == 1  # apart, while it runs
    before = len(t.discard)
    t.stack("B8", "R1", "R1", "R1", "R1").say(Shell(t.cell("C4")))
    assert t.g.artillery is RELOADING
    assert (len(t.g.event_pile), len(t.discard) - before) == (0, 6)
    assert why_no_artillery(t.g, t.team(1).seat)
    t.do(EndTurn(), EndTurn())
    assert t.g.artillery is LOADED  # the next Assessment


@pytest.mark.rule("OWM-CCS-04", "OWM-COP-AR-04")
def test_every_card_of_the_artillery_lies_apart_until_it_is_over():
    """Strength, drift, how many, each target and its damage: nothing reaches the discard pile."""
    t = guns(level="lieutenant", hands=[[], [HILL]]).begin()
    before, seen = list(t.discard), 0
    while t.kind != "shell":
        t.passes()
    t.stack("B8", "R1", "R1", "R1", "R1").say(Shell(t.cell("C4")))
    while t.g.artillery is LOADED:
        assert t.kind == "decision" and t.discard == before
        assert len(t.g.event_pile) >= seen
        seen = len(t.g.event_pile)
        t.passes()
    assert seen == len(t.discard) - len(before) == 6


@pytest.mark.rule("OWM-STLTH-06", "OWM-STLTH-02", "OWM-STLTH-03")
def test_shells_end_the_own_stealth_and_bar_that_of_the_enemy():
    t = guns(others=(team(1, "A6", 308, stealthed=True), team(0, "E1", 206)))
    t.g.change_fireteam(FIRST, stealthed=True)
    t.stack("G4").begin()
    t.refused(Shell(t.cell("A6")), "OWM-STLTH-03")
    assert t.team(1).stealthed
    t.stack("B8", "R1", "R1", "R1", "R1").say(Shell(t.cell("C4")))
    assert not t.team(1).stealthed
    t.g.hands[1][:] = [HILL]
    t.do(EndTurn())
    assert (t.g.active, t.rule_against(Hide(HILL))) == (SECOND, "OWM-STLTH-02")


@pytest.mark.rule("OWM-COP-AR-04", "OWM-STLTH-03")
def test_drift_may_hit_whom_nobody_could_name():
    t = guns(theirs={"stealthed": True})
    fire(t, "C3", "G4", "B3", "R1", "R1", "R1", "R1")
    assert only(t.said, Damaged).soldier == 303


# ------------------------------------------------------------------ Grenade and Artillery alike


@pytest.mark.rule("OWM-CD-GRENADE-3", "OWM-EX-19")
def test_the_same_damage_for_every_soldier_that_is_found():
    """Number 2; target flips 2, 2, 3: soldiers 2 and 3."""
    t = Table(team(0, "C1", EVANS, 203), team(1, "C2", 303, 306, 307))
    t.stack("R2", "R2", "R2", "R3")
    run(t, Blast(SECOND, "OWM-CD-GRENADE-3", base=7))
    assert [(e.soldier, e.total) for e in every(t.said, Damaged)] == [(306, 7), (307, 7)]
    assert [t.status(s) for s in (303, 306, 307)] == ["ready", "suppressed", "suppressed"]
    assert blast.Damaged(SoldierId(306), 7).sentence(t.g).endswith("Resolve 4, Vitality 9")


# ------------------------------------------------------------------ Reinforcements, Star Shell


@pytest.mark.rule("OWM-COP-RE", "OWM-HAND-01")
@pytest.mark.parametrize(("held", "drawn"), [(2, 5), (7, 0)])
def test_reinforcements_fill_the_hand(held, drawn):
    cards = [ENTRENCH, HILL, LAKE, RUINS, 1, 2, 3][:held]
    t = Table(team(0, "C1", EVANS, 203), team(1, "C7", 303), hands=[cards, []])
    before = t.taken
    run(t, reinforcements(t.g, t.g.fireteams[FIRST].seat))
    assert (len(t.g.hands[0]), t.taken - before) == (7, drawn)


@pytest.mark.rule("OWM-COP-SS-01", "OWM-COP-SS-04", "OWM-TOK-09")
def test_a_star_shell_lights_nine_terrains_then_one_then_none():
    t = Table(team(0, "A7", EVANS, 203), team(1, "E7", 303), cards={"B2": WOODS}).begin()
    assert why_no_star_shell(t.g, Cell(35))
    assert why_no_star_shell(t.g, t.cell("C1")) is None  # no line of sight is needed
    fire_star_shell(t.g, t.cell("C3"))
    lit = []
    for _ in range(3):
        lit.append(sum(is_lit(t.g, cell) for cell in t.g.ground.cells))
        t.do(EndTurn(), EndTurn())
    assert lit == [9, 1, 0]


@pytest.mark.rule("OWM-COP-SS-01")
@pytest.mark.parametrize(("corner", "lit"), [("A1", 4), ("E1", 4), ("A7", 4), ("E7", 4), ("C1", 6)])
def test_every_corner_of_the_map_can_be_lit(corner, lit):
    t = Table(team(0, "B4", EVANS, 203), team(1, "D4", 303)).begin()
    assert why_no_star_shell(t.g, t.cell(corner)) is None
    fire_star_shell(t.g, t.cell(corner))
    assert sum(is_lit(t.g, cell) for cell in t.g.ground.cells) == lit
    for outside in (-1, t.g.ground.size):
        assert "not on the map" in str(why_no_star_shell(t.g, Cell(outside)))


# ------------------------------------------------------------------ Satchel Charge


def sapper(*axis: Any, **more: Any) -> Table:
    """An Axis Fireteam in C2, next to the Allied one in C1."""
    return Table(team(0, "C1", EVANS, 203), team(1, "C2", *(axis or (303, 306))), **more)


@pytest.mark.rule("OWM-COP-SC-01", "OWM-TOK-06", "OWM-STLTH-06")
def test_a_satchel_charge_goes_into_the_own_or_an_adjacent_terrain():
    t = sapper().begin()
    near = [c for c in t.g.ground.cells if why_no_satchel(t.g, t.team(1), c) is None]
    assert [t.g.ground.cell_name(c) for c in near] == ["B1", "C1", "D1", "B2", "C2", "D2"]
    t.g.change_fireteam(FIRST, stealthed=True)
    throw_satchel(t.g, FIRST, t.cell("C2"))
    assert t.tokens(CHARGE) == {"C2": "yellow"}
    assert not t.team(1).stealthed
    again = why_no_satchel(t.g, t.team(1), t.cell("C2"))
    assert again is not None and again.rule == "OWM-COP-SC-01"


@pytest.mark.rule("OWM-COP-SC-01", "OWM-STLTH-03")
def test_who_can_throw_and_at_whom():
    t = sapper().begin()
    t.g.change_fireteam(SECOND, stealthed=True)
    hidden = why_no_satchel(t.g, t.team(1), t.cell("C2"))
    assert hidden is not None and hidden.rule == "OWM-STLTH-03"
    assert why_no_satchel(t.g, t.team(1), t.cell("D2")) is None
    t = Table(team(0, "C1", hurt(EVANS), GUNNER, MATE, down(203)), team(1, "C7", 303))
    t.change(GUNNER, crewed_in=1, assistant=MATE)
    t.change(MATE, assists=GUNNER)
    t.begin()
    assert why_no_throw(t.g, t.team(1)) is None  # the suppressed one throws
    t.change(203, status=t.soldier(EVANS).status, suppressed_in=0)
    assert why_no_throw(t.g, t.team(1))


@pytest.mark.rule("OWM-COP-SC-02", "OWM-COP-SC-03", "OWM-BORD-04", "OWM-TOK-06")
def test_it_explodes_in_the_second_assessment_and_wounds_everybody():
    t = Table(
        team(0, "A1", EVANS, 203),
        team(1, "C4", 303, down(306, 2), hurt(307)),
        cards={"C4": RUINS},
        trenches=("C4",),
        tokens=(token(CHARGE, "C4"),),
    ).begin()
    t.g.change_fireteam(SECOND, dug_in=True)
    t.do(EndTurn(), EndTurn())
    assert (t.tokens(CHARGE), t.status(307)) == ({"C4": "red"}, "wounded")
    t.do(EndTurn(), EndTurn())
    assert only(t.said, Exploded).cell == t.cell("C4")
    assert t.tokens(CHARGE) == {}
    assert [t.status(s) for s in (303, 306, 307)] == ["wounded", "wounded", "gone"]
    assert t.g.ground.cards[t.cell("C4")] == FIELD
    assert (t.g.ground.trenches, t.team(2).dug_in) == ((), False)
    assert t.discard.count(RUINS) == 1
    assert t.kind == "action"


@pytest.mark.rule("OWM-COP-SC-02", "OWM-ENT-05", "OWM-TERR-03")
@pytest.mark.parametrize(("card", "becomes"), [(BUILDING, FIELD), (RUINS, FIELD), (WOODS, WOODS)])
def test_buildings_and_ruins_become_fields_other_terrain_stays(card, becomes):
    red = token(CHARGE, "C4", Border.RED)
    t = Table(
        team(0, "A1", EVANS), team(1, "E7", 303), cards={"C4": card}, trenches=("C4",),
        tokens=(red,), at="debrief",
    ).begin()  # fmt: skip
    assert t.g.ground.cards[t.cell("C4")] == becomes
    assert bool(every(t.said, TerrainDestroyed)) is (becomes == FIELD)
    assert t.g.ground.trenches == ()


@pytest.mark.rule("OWM-COP-SC-03", "OWM-STLTH-02")
def test_an_explosion_breaks_up_crews_and_leaves_the_move_open():
    red = token(CHARGE, "C4", Border.RED)
    t = Table(team(0, "C4", GUNNER, MATE, EVANS), team(1, "E7", 303), tokens=(red,), at="debrief")
    t.change(GUNNER, crewed_in=1, assistant=MATE)
    t.change(MATE, assists=GUNNER)
    t.begin()
    assert t.soldier(GUNNER).crewed_in == t.soldier(MATE).assists == 0
    t.g.hands[0][:] = [HILL]
    assert t.rule_against(Hide(HILL)) == "OWM-STLTH-02"  # attacked here in this round


@pytest.mark.rule("OWM-COP-SC-03")
def test_a_side_that_is_wiped_out_by_an_explosion_has_lost():
    red = token(CHARGE, "C4", Border.RED)
    t = Table(team(0, "A1", EVANS), team(1, "C4", hurt(303)), tokens=(red,), at="debrief").begin()
    assert t.over is not None and t.winners == (0,)


# ------------------------------------------------------------------ disarming


@pytest.mark.rule("OWM-COP-SC-04", "OWM-DISARM-01", "OWM-DISC-04", "OWM-ENT-05")
@pytest.mark.parametrize(("flip", "success"), [("G2", True), ("G3", False)])
def test_the_soldier_in_command_disarms_it_or_dies_alone(flip, success):
    t = Table(
        team(0, "C4", EVANS, 203), team(1, "E7", 303), cards={"C4": RUINS}, trenches=("C4",),
        tokens=(token(CHARGE, "C4"),),
    ).begin()  # fmt: skip
    assert t.options(Disarm) == [Disarm(SoldierId(203))]
    assert t.rule_against(Disarm(EVANS)) == "OWM-SOLD-04"
    t.stack(flip).do(Disarm(SoldierId(203)))
    assert (t.tokens(CHARGE), only(t.said, Disarmed).success) == ({}, success)
    assert only(t.said, TriesToDisarm).soldier == 203
    assert only(t.said, Checked).purpose is Purpose.DISARM
    assert [t.status(203), t.status(EVANS)] == ["ready" if success else "gone", "ready"]
    assert not every(t.said, TerrainDestroyed)
    assert t.g.ground.trenches == (t.cell("C4"),)
    assert t.top.actions_left == 2
    assert t.rule_against(Disarm(EVANS)) == "OWM-DISARM-01"


@pytest.mark.rule("OWM-COP-SC-04", "OWM-DISARM-01")
def test_disarming_is_free_and_in_the_own_terrain_only():
    t = Table(
        team(0, "C4", EVANS, 203), team(0, "C3", 206, 202), team(1, "E7", 303),
        hands=[[ENTRENCH, ENTRENCH_2], []], tokens=(token(CHARGE, "C4"),),
    ).begin()  # fmt: skip
    t.do(Entrench(ENTRENCH))
    t.do(Hide(ENTRENCH_2))
    assert (t.kind, t.top.actions_left) == ("action", 0)  # it may still try
    t.do(EndTurn())
    assert (t.g.active, t.rule_against(Disarm(SoldierId(202)))) == (SECOND, "OWM-DISARM-01")


@pytest.mark.rule("OWM-COP-SC-04")
def test_one_try_in_a_turn_and_each_fireteam_its_own():
    t = Table(team(0, "C4", EVANS, 203), team(1, "E7", 303), tokens=(token(CHARGE, "C4"),)).begin()
    t.top.disarmed = True
    assert t.rule_against(Disarm(SoldierId(203))) == "OWM-COP-SC-04"
    t.do(EndTurn(), EndTurn())
    assert t.rule_against(Disarm(SoldierId(203))) == ""


@pytest.mark.rule("OWM-COP-SC-04")
def test_a_fireteam_of_one_that_fails_is_gone_and_its_turn_over():
    t = Table(
        team(0, "C4", EVANS), team(0, "A1", 203), team(1, "E7", 303), tokens=(token(CHARGE, "C4"),)
    ).begin()
    t.stack("R3").do(Disarm(EVANS))
    assert (t.kind, t.g.active) == ("action", SECOND)


# ------------------------------------------------------------------ Forced Retreat


@pytest.mark.rule("OWM-MOVE-10")
def test_forced_retreat_goes_backward_or_sideways_at_the_owners_choice():
    t = Table(
        team(0, "A1", EVANS, 203),
        team(1, "C4", 303, down(306)),
        team(0, "B5", 206),
        cards={"D5": LAKE},
    )
    run(t, ForcedRetreat(SECOND, t.cell("C3")))
    assert (t.kind, t.seat) == ("retreat_to", 1)
    ways = sorted(t.g.ground.cell_name(a.cell) for a in t.options(RetreatTo))
    assert ways == ["B3", "B4", "C5", "D3", "D4"]
    t.refused(RetreatTo(t.cell("C3")), "OWM-MOVE-10", "nearer")
    t.refused(RetreatTo(t.cell("B5")), "OWM-MOVE-10", "enemy")
    t.refused(RetreatTo(t.cell("D5")), "OWM-TERR-06")
    t.refused(RetreatTo(t.cell("C6")), "OWM-MOVE-10")
    t.say(RetreatTo(t.cell("C5")))
    assert (t.at(2), t.status(303), t.status(306)) == ("C5", "ready", "suppressed")


@pytest.mark.rule("OWM-MOVE-10", "OWM-MOVE-09")
def test_a_forced_retreat_may_join_friends_and_is_not_asked_where_there_is_one_way():
    t = Table(
        team(1, "B7", 308),
        team(1, "A7", 303, 306),
        team(0, "A1", EVANS),
        cards={"A6": LAKE, "B6": LAKE_2},
    )
    t.g.agenda.append(ForcedRetreat(SECOND, t.cell("A7")))
    t.begin()
    assert t.kind == "action"
    assert (t.at(1), len(t.team(1).line)) == ("B7", 3)
    assert SECOND not in t.g.fireteams
    assert t.g.is_established(t.team(1))  # a retreat is no move: nobody was on it


@pytest.mark.rule("OWM-MOVE-10", "OWM-SOLD-11")
def test_surrounded_it_is_routed():
    ring = [(0, "A6", 206), (0, "B6", 207), (0, "B7", 208)]
    t = Table(
        team(0, "A1", EVANS), team(1, "A7", 303, 306), *(team(s, c, p) for s, c, p in ring),
        team(1, "E1", 307),
    )  # fmt: skip
    run(t, ForcedRetreat(SECOND, t.cell("A7")))
    assert [e.soldier for e in every(t.said, Routed)] == [303, 306]
    assert SECOND not in t.g.fireteams and THIRD in t.g.fireteams


def test_the_operations_are_those_that_missions_name():
    assert operations.__doc__
    keys = [m.combat_operation for m in CATALOG.missions.values()]
    assert set(keys) <= {"artillery", "reinforcements", "satchel_charge", "star_shell"}


# ------------------------------------------------------------------ the computer player


def test_the_computer_shells_the_enemy_and_retreats_into_cover():
    t = guns()
    t.stack("G1").begin()
    assert computer.play(t.view(), Chance("a")) == Shell(t.cell("C4"))
    t = Table(team(0, "A1", EVANS), team(1, "C4", 303), cards={"C5": WOODS})
    run(t, ForcedRetreat(SECOND, t.cell("C3")))
    assert computer.play(t.view(), Chance("a")) == RetreatTo(t.cell("C5"))


# ------------------------------------------------------------------ as Command Decisions


COP, COP_2, SMOKE_CARD, EVADE_RED, CHAIN, FUBAR = map(Played, (1, 3, 46, 8, 30, 34))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A table at level Lieutenant whose mission has this Combat Operation."""

    def make(operation: str, *teams: Any, **more: Any) -> Table:
        changed = evolve(CATALOG.missions["king-of-the-hill"], combat_operation=operation)
        monkeypatch.setitem(CATALOG.missions, operation, changed)  # type: ignore[arg-type]
        fireteams = teams or (team(0, "C1", EVANS, 203), team(1, "C2", 303, 306, 307))
        return Table(*fireteams, level="lieutenant", mission=operation, **more).begin()

    return make


def carried_out(t: Table) -> Table:
    """All pass until the window has closed in which it was played."""
    while t.kind == "decision":
        t.passes()
    return t


@pytest.mark.rule("OWM-CD-COMBATOP", "OWM-MISS-02")
@pytest.mark.parametrize(
    ("operation", "wanted"),
    [
        ("artillery", CallArtillery(COP)),
        ("reinforcements", Reinforcements(COP)),
        ("satchel_charge", SatchelCharge(COP, FIRST, Cell(7))),
        ("star_shell", StarShell(COP, Cell(7))),
    ],
)
def test_the_card_can_only_do_what_the_mission_says(played, operation, wanted):
    t = played(operation, hands=[[COP], [COP_2]], artillery=LOADED)
    offered = [a for a in t.options() if not isinstance(a, Pass)]
    assert {type(a) for a in offered} == {type(wanted)}
    assert wanted in offered
    for other in {CallArtillery(COP), Reinforcements(COP), StarShell(COP, Cell(7))} - {wanted}:
        t.refused(other, "OWM-MISS-02")


@pytest.mark.rule("OWM-CD-COMBATOP", "OWM-COP-RE")
def test_reinforcements_after_paying_the_card(played):
    t = played("reinforcements", hands=[[COP, HILL, ENTRENCH], []])
    carried_out(t.say(Reinforcements(COP)))
    assert len(t.g.hands[0]) == 7


@pytest.mark.rule("OWM-CD-COMBATOP", "OWM-COP-AR-01", "OWM-MX-04", "OWM-CD-EVADE")
def test_artillery_in_the_own_turn_evaded_by_one_soldier(played):
    t = played("artillery", hands=[[COP], [COP_2, EVADE_RED]], artillery=LOADED)
    t.say(CallArtillery(COP))
    assert (t.kind, t.seat) == ("decision", 1)
    t.refused(CallArtillery(COP_2), "OWM-MX-04")  # it is not his turn
    t.stack("G4", "B8", "R1", "R1", "R2", "R3")
    while t.kind == "decision":
        t.passes()
    t.say(Shell(t.cell("C2")))
    while not t.told(Damaged):
        t.passes()
    assert (t.kind, t.seat, t.told(Damaged)[0].total) == ("decision", 1, 5)
    t.stack("R2").say(Evade(EVADE_RED))
    carried_out(t)
    assert t.status(303) == "ready"  # 5 - 2 = 3, Resolve 5
    assert t.g.artillery is RELOADING


@pytest.mark.rule("OWM-COP-AR-04", "OWM-CD-CHAIN")
def test_a_drift_can_be_flipped_again(played):
    t = played("artillery", hands=[[COP], [CHAIN]], artillery=LOADED)
    t.stack("G4").say(CallArtillery(COP))
    while t.kind != "shell":
        t.passes()
    t.stack("B8", "B2").say(Shell(t.cell("C2")))
    assert (t.kind, t.seat) == ("decision", 1)
    t.say(ChainOfCommand(CHAIN))
    while not t.told(ShellsLand):
        t.passes()
    assert t.g.ground.cell_name(t.told(ShellsLand)[0].cell) == "D2"


@pytest.mark.rule("OWM-CD-COMBATOP", "OWM-COP-SC-01", "OWM-STLTH-06")
def test_a_satchel_charge_is_thrown_and_can_be_cancelled(played):
    t = played("satchel_charge", hands=[[COP], [FUBAR]])
    t.say(SatchelCharge(COP, FIRST, t.cell("C2"))).say(Fubar(FUBAR))
    carried_out(t)
    assert t.tokens(CHARGE) == {}
    t = played("satchel_charge", hands=[[COP], [FUBAR]])
    t.refused(SatchelCharge(COP, SECOND, t.cell("C2")), "OWM-COP-SC-01")
    carried_out(t.say(SatchelCharge(COP, FIRST, t.cell("C2"))))
    assert t.tokens(CHARGE) == {"C2": "yellow"}


@pytest.mark.rule("OWM-CD-COMBATOP", "OWM-COP-SS-01", "OWM-STLTH-06")
def test_a_star_shell_is_no_hostile_action(played):
    t = played(
        "star_shell", team(0, "C1", EVANS, stealthed=True), team(1, "C4", 303), hands=[[COP], []]
    )
    carried_out(t.say(StarShell(COP, t.cell("E7"))))
    assert t.tokens(SHELL) == {"E7": "yellow"}
    assert [e.cell for e in t.told(StarShellFired)] == [t.cell("E7")]
    assert t.team(1).stealthed


@pytest.mark.rule("OWM-CD-SMOKE", "OWM-STLTH-06", "OWM-TOK-08")
def test_smoke_is_thrown_within_one_terrain_and_is_a_hostile_action(played):
    t = played(
        "star_shell", team(0, "C1", EVANS, stealthed=True), team(1, "C2", 303, stealthed=True),
        hands=[[SMOKE_CARD], []],
    )  # fmt: skip
    t.refused(Smoke(SMOKE_CARD, FIRST, t.cell("C3")), "OWM-CD-SMOKE")
    t.refused(Smoke(SMOKE_CARD, SECOND, t.cell("C2")), "OWM-CD-SMOKE")
    carried_out(t.say(Smoke(SMOKE_CARD, FIRST, t.cell("C2"))))  # a hidden enemy is no bar
    assert t.tokens(TokenKind.SMOKE) == {"C2": "yellow"}
    assert not t.team(1).stealthed
    assert t.team(2).stealthed


@pytest.mark.rule("OWM-CD-SMOKE", "OWM-CREW-03")
def test_who_has_no_hand_free_throws_no_smoke(played):
    t = played(
        "star_shell", team(0, "C1", hurt(203), hurt(206)), team(1, "C2", 303),
        hands=[[SMOKE_CARD], []],
    )  # fmt: skip
    t.refused(Smoke(SMOKE_CARD, FIRST, t.cell("C2")), "OWM-IMM-01", "all its soldiers are wounded")
    t.change(206, status=Status.READY)
    assert t.allowed(Smoke(SMOKE_CARD, FIRST, t.cell("C2")))


@pytest.mark.rule("OWM-CD-SMOKE", "OWM-FIRE-09")
def test_smoke_that_answers_an_attack_makes_its_shots_harder(played):
    t = played(
        "star_shell", team(0, "C1", EVANS, 203), team(1, "C4", 303, 306),
        hands=[[Played(48)], [SMOKE_CARD]],
    )  # fmt: skip
    while t.kind != "action":
        t.passes()
    t.say(Attack(Played(48), SECOND))
    assert (t.kind, t.seat) == ("decision", 1)
    t.stack("R1", "R1", "G4", "B6", "R1").say(Smoke(SMOKE_CARD, SECOND, t.cell("C4")))
    while t.kind != "shooter":
        t.passes()
    t.say(Shoot(EVANS))
    while not t.told(Totalled):
        t.passes()
    assert t.told(Totalled)[0].total == 7


@pytest.mark.rule("OWM-MX-06")
@pytest.mark.parametrize(("level", "border"), [("lieutenant", LOADED), ("private", None)])
def test_a_mission_that_brings_the_artillery_brings_it_loaded(monkeypatch, level, border):
    """In the Debrief of the round that it says (A-43); where nobody could call it, not at all."""
    coming = evolve(
        CATALOG.missions["king-of-the-hill"], combat_operation="artillery", artillery_round=3
    )
    monkeypatch.setitem(CATALOG.missions, "coming", coming)  # type: ignore[arg-type]
    teams = (team(0, "C1", EVANS), team(1, "C7", 303))
    t = Table(*teams, level=level, mission="coming", hands=[[ENTRENCH], [ENTRENCH_2]]).begin()
    assert t.g.artillery is None
    while t.g.round_no == 3:
        t.say(EndTurn() if t.kind == "action" else Pass())
    assert t.g.artillery is border
    assert [e.rule for e in t.told(ArtilleryLoaded)] == (["OWM-MX-06"] if border else [])


@pytest.mark.rule("OWM-MX-04")
def test_nobody_calls_artillery_in_the_turn_of_a_fireteam_that_is_gone():
    """Its last soldier may fall in its own turn: then it is nobody's turn (A-42)."""
    t = guns().begin()
    seat = t.team(1).seat
    assert why_no_artillery(t.g, seat) is None
    del t.g.fireteams[t.g.active]
    gone = why_no_artillery(t.g, seat)
    assert gone is not None and gone.rule == "OWM-MX-04"
