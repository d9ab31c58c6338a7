"""The special rules of missions (section 2.9), and the ways they end."""

from typing import Any

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Flip, Over, Shuffle
from owm_net.games.owm.actions import EndTurn, Maneuver, Transfer
from owm_net.games.owm.catalog import CORE_CARDS, RULES
from owm_net.games.owm.forced_retreat import ForcedRetreat, RetreatTo
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.missions import RULES as ENTERED
from owm_net.games.owm.missions import held_by, rules_of
from owm_net.games.owm.missions.burning_bridges import RIVER, Came
from owm_net.games.owm.missions.capture_the_flag import FlagMoved, Flags
from owm_net.games.owm.missions.random_map import HOLD, HUNT, NOTHING, SURROUND, ByChance, GoalSet
from owm_net.games.owm.operations.satchel_charge import Explosion
from owm_net.games.owm.set_up import StartAt, start_cells
from owm_net.games.owm.state import CATALOG, TERRAINS, OwmState
from owm_net.games.owm.system import PLAYABLE
from owm_net.games.owm.terms import Side
from owm_net.games.owm.tokens import Border
from owm_net.games.owm.victory import check_last_round, end_of_match, score, soldier_points
from tests.games.driver import Driver, every, only
from tests.games.owm.assaults import lines
from tests.games.owm.opening import ALLIES, AXIS, GERMAN, GERMAN_10, US_74, Opening, squad
from tests.games.owm.table import (
    EVANS,
    FIRST,
    FOURTH,
    MANEUVER,
    MANEUVER_2,
    SECOND,
    THIRD,
    Table,
    down,
    team,
)

HOUSES, BRIDGES, FLAG = "not-in-my-house", "burning-bridges", "capture-the-flag"
RANDOM = "random-mission-generator"


def names(g: Any, cells: Any) -> list[str]:
    return [g.ground.cell_name(cell) for cell in cells]


# ------------------------------------------------------------------ what every mission says


@pytest.mark.rule("OWM-MISS-01")
@pytest.mark.parametrize("key", PLAYABLE)
def test_a_mission_that_can_be_played_has_the_rules_that_it_names(key):
    mission = CATALOG.missions[key]
    assert mission.rules in ENTERED
    assert list(ENTERED[mission.rules].faults(mission)) == []


def test_no_rules_are_entered_that_no_mission_may_name():
    assert set(ENTERED) <= set(RULES)


# ------------------------------------------------------------------ Not in My House


@pytest.mark.rule("OWM-MX-01", "OWM-MISS-05", "OWM-MISS-06")
def test_a_side_may_start_in_its_own_house_and_has_three_fireteams():
    o = Opening(mission=HOUSES)
    o.divided()
    assert names(o.g, start_cells(o.g, AXIS)) == ["B1", "C1", "D1", "B2", "C2", "D2"]
    assert TERRAINS.at(o.g.ground, o.g.ground.cell("C1")).title == "Building"
    four = squad(GERMAN, (1, 3), (2, 4), (5, 6), (7, 8))
    assert o.rule_against(four, 1) == "OWM-MISS-06"


@pytest.mark.rule("OWM-VICT-03", "OWM-MISS-07", "OWM-MX-01")
def test_each_house_counts_for_who_is_alone_in_it():
    t = Table(team(0, "C1", EVANS), team(0, "C2", 203), team(1, "C6", 303), map_of=HOUSES).begin()
    for side in (ALLIES, AXIS):
        assert score(t.g, side) == soldier_points(t.g, side) + 15
    t.g.change_fireteam(FIRST, cell=t.cell("C6"))
    assert score(t.g, AXIS) == soldier_points(t.g, AXIS)
    assert (
        rules_of(t.g).standing(t.g) == "nobody holds the Building C1, nobody holds the Building C6"
    )


@pytest.mark.rule("OWM-VICT-01")
def test_a_tie_goes_to_who_has_more_of_the_objectives():
    t = Table(team(0, "C1", EVANS), team(1, "C3", 303), map_of=HOUSES).begin()
    lead = score(t.g, ALLIES) - score(t.g, AXIS)
    t.g.withdrawn = [s for s in CATALOG.soldiers if s // 100 == 3 and s != 303]
    points = {s: CATALOG.soldiers[s].points for s in t.g.withdrawn}
    t.g.withdrawn = _worth(points, lead)
    assert score(t.g, ALLIES) == score(t.g, AXIS)
    end = end_of_match(t.g, "the time is over")
    assert end.result.winners == (0,)


def _worth(points: dict[Any, int], wanted: int) -> list[Any]:
    """Soldiers who are worth just so much together."""
    reach: dict[int, list[Any]] = {0: []}
    for soldier, cost in points.items():
        for total, chosen in list(reach.items()):
            reach.setdefault(total + cost, [*chosen, soldier])
    return reach[wanted]


# ------------------------------------------------------------------ Burning Bridges


SMALL = squad(GERMAN, (1, 6, 7), (2, 8, 9), (3, 10), (4, 5))


def bridges_begun() -> Opening:
    """All Fireteams that start on the map are placed."""
    o = Opening(mission=BRIDGES)
    o.divided()
    assert o.rule_against(GERMAN_10, 1) == "OWM-MX-02"  # five in a Fireteam
    o.do((US_74, SMALL))
    while o.kind == "start_at":
        o.do(agenda.options(o.match.view(o.seat))[0])
    return o


def to_the_debrief(o: Opening) -> None:
    while o.kind != "start_at":
        o.do(EndTurn() if o.kind == "action" else agenda.options(o.match.view(o.seat))[-1])


@pytest.mark.rule("OWM-MX-02")
def test_axis_fireteams_come_one_after_the_other():
    o = bridges_begun()
    axis = [t.id for t in o.g.fireteams.values() if t.seat == 1]
    assert sorted(o.g.initiative) == sorted(o.g.fireteams)  # all are on the track
    for round_no in (1, 2, 3):
        assert [t for t in axis if o.g.fireteams[t].on_map] == axis[:round_no]
        to_the_debrief(o)
        assert (o.g.round_no, o.g.phase, o.seat) == (round_no, "debrief", 1)
        assert len(o.g.fog) == round_no  # at the end of the phase
        allowed = agenda.options(o.match.view(o.seat))
        taken = o.g.fireteams[axis[0]].cell
        assert StartAt(taken) not in allowed
        assert o.rule_against(StartAt(taken)) == "OWM-MX-02"
        o.do(allowed[0])
    assert all(o.g.fireteams[t].on_map for t in axis)
    assert o.g.round_no == 4


@pytest.mark.rule("OWM-MX-02")
def test_who_finds_no_free_place_waits_for_the_next_debrief():
    around = ("B1", "A1", "A2", "B2", "D1", "E1", "D2", "E2")
    enemies = [team(0, at, soldier) for at, soldier in zip(around, range(201, 209), strict=True)]
    t = Table(*enemies, team(1, "C4", 303), team(1, "", 304), map_of=BRIDGES, at="debrief").begin()
    assert t.kind == "action" and t.g.round_no == 4
    assert not t.team(10).on_map
    t.g.change_fireteam(FIRST, cell=t.cell("A4"))
    while t.kind == "action":
        t.do(EndTurn())
    assert t.options() == [StartAt(t.cell("B1"))]
    t.do(StartAt(t.cell("B1")))
    assert only(t.events, Came).cell == t.cell("B1")
    assert t.at(10) == "B1"


@pytest.mark.rule("OWM-MX-02", "OWM-MOVE-09", "OWM-TRANS-02")
def test_no_axis_fireteam_grows_beyond_three():
    t = Table(
        team(1, "B1", 303, 304),
        team(1, "C2", 305, 306),
        team(0, "C5", EVANS, 203),
        team(0, "B5", 205, 206),
        hands=[[MANEUVER], [MANEUVER_2, 57]],
        map_of=BRIDGES,
    ).begin()
    assert t.rule_against(Maneuver(MANEUVER_2, t.cell("C2"))) == "OWM-MOVE-09"
    assert {len(a.soldiers) for a in t.options(Transfer)} == {1}
    t.do(EndTurn(), EndTurn())
    assert t.rule_against(Maneuver(MANEUVER, t.cell("B5"))) == ""  # the Allies may be eight


def on_the_bridge(*more: Any, **state: Any) -> Table:
    """An Axis and an Allied Fireteam on a bridge each."""
    teams = (team(0, "B3", EVANS, 203), team(1, "D3", 303, 304), *more)
    return Table(*teams, map_of=BRIDGES, **state).begin()


@pytest.mark.rule("OWM-VICT-03", "OWM-MISS-07")
def test_a_bridge_counts_by_who_wants_it():
    t = on_the_bridge()
    rules = rules_of(t.g)
    assert (rules.objective_points(t.g, ALLIES), rules.objective_points(t.g, AXIS)) == (5, 0)
    t.g.change_fireteam(SECOND, cell=t.cell("D2"))
    assert rules.objective_points(t.g, ALLIES) == 10
    rules.blown_up(t.g, t.cell("D3"))
    assert t.g.ground.cards[t.cell("D3")] == RIVER
    assert (rules.objective_points(t.g, ALLIES), rules.objective_points(t.g, AXIS)) == (5, 5)
    rules.blown_up(t.g, t.cell("C4"))
    assert t.g.ground.cards[t.cell("C4")] != RIVER
    assert rules.standing(t.g) == (
        "the bridge B3 stands, for the Allies; the bridge D3 is down, for the Axis"
    )


def driven(t: Table, cell: str) -> Table:
    """A bridge goes up under somebody, in the middle of a turn."""
    t.g.agenda[-1].at = "ask"
    t.g.agenda.append(Explosion(t.cell(cell), at="look_who_stays"))
    t.g.pending = None
    Driver.begin(t)  # for a moment somebody stands on a River
    return t


@pytest.mark.rule("OWM-MOVE-10")
def test_who_is_on_a_bridge_that_is_blown_up_must_leave_it():
    t = driven(on_the_bridge(team(1, "C4", 305), down_there()), "B3")
    assert (t.kind, t.seat) == ("retreat_to", 0)
    assert names(t.g, [a.cell for a in t.options(RetreatTo)]) == ["B2", "C2", "B4", "A4", "A2"]
    assert t.rule_against(RetreatTo(t.cell("C4"))) == "OWM-MOVE-10"  # an enemy
    assert t.rule_against(RetreatTo(t.cell("A3"))) == "OWM-TERR-06"  # River
    t.refused(RetreatTo(t.cell("B5")), "OWM-MOVE-10", "not adjacent")
    t.refused(RetreatTo(t.cell("A1")), "OWM-MOVE-10", "not adjacent")
    t.do(RetreatTo(t.cell("B4")))
    assert t.at(FIRST) == "B4"
    assert t.status(EVANS) == "ready"  # nobody is suppressed by it


def down_there() -> Any:
    return team(0, "C5", down(205), 206)


@pytest.mark.rule("OWM-MOVE-10")
def test_who_cannot_leave_is_routed():
    ring = [
        team(1, at, s) for at, s in zip(("A2", "B2", "C2", "A4", "B4", "C4"), GONE, strict=True)
    ]
    t = Table(team(0, "C6", 205), team(0, "B3", EVANS, 203), *ring, map_of=BRIDGES).begin()
    t = driven(t, "B3")
    assert SECOND not in t.g.fireteams
    assert t.g.lost == [EVANS, 203]


GONE = (303, 304, 305, 306, 307, 308)


@pytest.mark.rule("OWM-MOVE-10")
def test_nobody_falls_back_towards_what_drives_him_out():
    t = Table(team(0, "C4", EVANS, 203), team(1, "C1", 303), map_of=BRIDGES).begin()
    t.g.agenda[-1].at = "ask"
    t.g.agenda.append(ForcedRetreat(FIRST, t.cell("C1")))
    t.g.pending = None
    t.begin()
    assert names(t.g, [a.cell for a in t.options(RetreatTo)]) == ["D4", "D5", "C5", "B5", "B4"]


# ------------------------------------------------------------------ Capture the Flag


def runner(*teams: Any, **more: Any) -> Table:
    hands = [[MANEUVER, MANEUVER_2], []]
    return Table(*teams, map_of=FLAG, hands=hands, **more).begin()


def flag(t: Table, side: Side) -> Any:
    rules = rules_of(t.g)
    return next(f for f in rules.flags(t.g) if f.side is side)  # type: ignore[attr-defined]


def move(t: Table, to: str) -> Table:
    """Two Maneuver orders: the move is completed."""
    t.g.hands[0] = [MANEUVER, MANEUVER_2]
    t.total = t.count()
    t.do(Maneuver(MANEUVER, t.cell(to)))
    mover = t.g.fireteams.get(FIRST)
    if isinstance(t.request, Over) or mover is None or mover.cell == t.cell(to):
        return t
    return t.say(Maneuver(MANEUVER_2, t.cell(to)))


@pytest.mark.rule("OWM-VICT-03", "OWM-MISS-07")
def test_the_flag_is_taken_carried_home_and_ends_the_match():
    t = runner(team(0, "B3", EVANS, 203), team(1, "A1", 303))
    move(t, "A3")
    assert only(t.said, FlagMoved).deed == "taken"
    assert flag(t, AXIS).carrier == FIRST
    t.g.change_fireteam(FIRST, cell=t.cell("F2"))
    assert flag(t, AXIS).cell == t.cell("F2")
    t.do(EndTurn())
    while t.g.active != FIRST:
        t.do(EndTurn())
    before = soldier_points(t.g, ALLIES)
    move(t, "G3")
    assert isinstance(t.request, Over)
    assert t.request.result.scores == (before + 25, soldier_points(t.g, AXIS))
    assert t.request.result.winners == (0,)


@pytest.mark.rule("OWM-MISS-07")
def test_a_post_with_an_enemy_in_it_keeps_its_flag():
    t = runner(team(0, "B3", EVANS, 203), team(1, "A3", 303, 304))
    move(t, "A3")
    assert t.kind == "assault_line" and flag(t, AXIS).carrier == 0


@pytest.mark.rule("OWM-MISS-07", "OWM-ASLT-16")
def test_who_wins_an_assault_on_the_post_takes_the_flag():
    t = runner(team(0, "B3", 203), team(1, "A3", 303), team(1, "G1", 304))
    move(t, "A3")
    t.stack("G4", "G1").do(*lines(t, (203,), (303,)))  # who stood there flips first
    assert SECOND not in t.g.fireteams
    assert t.at(FIRST) == "A3" and flag(t, AXIS).carrier == FIRST


@pytest.mark.rule("OWM-MISS-07")
def test_who_falls_or_retreats_loses_the_flag_and_its_owner_brings_it_back():
    t = runner(team(0, "B3", EVANS, 203), team(1, "A1", 303), team(0, "G1", 205, 206))
    move(t, "A3")
    rules = rules_of(t.g)
    rules.retreated(t.g, FIRST, t.cell("C3"))
    assert (flag(t, AXIS).carrier, t.g.ground.cell_name(flag(t, AXIS).cell)) == (0, "C3")
    assert "Axis flag lies at C3" in rules.standing(t.g)
    t.g.change_fireteam(THIRD, cell=t.cell("C3"))
    rules.arrived(t.g, THIRD)
    assert flag(t, AXIS).carrier == THIRD
    rules.removed(t.g, t.g.fireteams[THIRD])
    assert flag(t, AXIS).carrier == 0
    t.g.change_fireteam(THIRD, cell=t.cell("D4"))
    t.g.change_fireteam(SECOND, cell=t.cell("C3"))
    rules.arrived(t.g, SECOND)
    assert (flag(t, AXIS).carrier, t.g.ground.cell_name(flag(t, AXIS).cell)) == (0, "A3")


@pytest.mark.rule("OWM-MISS-07", "OWM-MOVE-09")
def test_who_joins_others_brings_the_flag_along():
    t = runner(team(0, "B3", EVANS, 203), team(1, "A1", 303), team(0, "B2", 205, 206))
    move(t, "A3")
    t.do(EndTurn())
    while t.g.active != FIRST:
        t.do(EndTurn())
    move(t, "B2")
    assert FIRST not in t.g.fireteams
    assert flag(t, AXIS).carrier == THIRD


def test_the_flags_are_written_down_with_the_state():
    t = runner(team(0, "B3", EVANS, 203), team(1, "A1", 303))
    assert isinstance(t.g.clone().site, Flags)


# ------------------------------------------------------------------ Random Mission Generator


@pytest.mark.rule("OWM-MX-05")
@pytest.mark.parametrize("seed", range(6))
def test_random_terrain_is_laid_and_the_rest_goes_back(seed):
    o = Opening(mission=RANDOM)
    events = o.laid
    shuffles = [r for r in o.asked if isinstance(r, Shuffle)]
    kinds = [c for c in CATALOG.core if c in CATALOG.terrain]
    assert sorted(shuffles[0].cards) == sorted(kinds) and len(kinds) == 48
    laid = [c for c in o.g.ground.cards if c]
    assert len(laid) == len(set(laid)) == 13
    assert [cell for cell, card in enumerate(o.g.ground.cards) if card] == list(range(0, 25, 2))
    assert sorted([*shuffles[1].cards, *laid]) == list(range(1, CORE_CARDS + 1))
    for anchor in ("C1", "C5"):
        assert not TERRAINS.at(o.g.ground, o.g.ground.cell(anchor)).no_movement
    goal = next(e for e in events if isinstance(e, GoalSet))
    assert isinstance(o.g.site, ByChance)
    assert goal.goal == CATALOG.dice(goal.card).red == o.g.site.goal
    assert sum(isinstance(r, Flip) for r in o.asked) >= 14


@pytest.mark.rule("OWM-MX-05", "OWM-MISS-05")
@pytest.mark.parametrize("lot", [0, 1])
def test_sides_draw_lots_for_their_anchors(lot):
    o = Opening(mission=RANDOM, picks=lot)
    assert o.g.card.anchors == {"axis": (("C1", "C5")[lot],), "allies": (("C5", "C1")[lot],)}
    cells = names(o.g, start_cells(o.g, AXIS))
    assert all(name[1] in ("12", "45")[lot] for name in cells)


def chance(goal: int, **more: Any) -> Table:
    site = ByChance(goal, (EVANS, SoldierId(303)))
    teams = (team(0, "C3", EVANS), team(1, "B2", 303, 304), team(1, "A1", 305))
    return Table(*teams, map_of=RANDOM, site=site, **more).begin()


@pytest.mark.rule("OWM-MX-05", "OWM-VICT-03")
@pytest.mark.parametrize(
    ("goal", "allies", "axis"), [(HOLD, 15, 0), (SURROUND, 0, 15), (HUNT, 0, 0), (NOTHING, 0, 0)]
)
def test_what_the_flip_makes_the_objective(goal, allies, axis):
    t = chance(goal)
    rules = rules_of(t.g)
    found = (rules.objective_points(t.g, ALLIES), rules.objective_points(t.g, AXIS))
    assert found == (allies, axis)
    assert rules.standing(t.g)
    wanted = {HUNT: t.at(SECOND), NOTHING: ""}.get(goal, t.g.card.objectives[0].cell)
    assert names(t.g, [cell for cell, _ in rules.goals(t.g, ALLIES)]) == (
        [wanted] if wanted else []
    )
    marked = [("C3", ALLIES if goal == HOLD else AXIS)] if goal in (HOLD, SURROUND) else []
    assert [(t.g.ground.cell_name(m.cell), m.side) for m in rules.markers(t.g)] == marked
    if goal == HUNT:  # both may score
        t.g.lost = [SoldierId(303), EVANS]
        for side in (ALLIES, AXIS):
            assert rules.objective_points(t.g, side) == 15


@pytest.mark.rule("OWM-MX-05")
def test_the_highest_ranked_soldier_of_each_side_is_the_hunted_one():
    t = chance(HUNT, at="start")
    rules_of(t.g).begins(t.g)
    assert isinstance(t.g.site, ByChance)
    for side, chief in zip((ALLIES, AXIS), t.g.site.chiefs, strict=True):
        own = [s for f in t.g.fireteams.values() if t.g.sides[f.seat] is side for s in f.line]
        ranks = [CATALOG.soldiers[s].rank.height for s in own]
        assert CATALOG.soldiers[chief].rank.height == max(ranks)
        assert own.index(chief) == ranks.index(max(ranks))


# ------------------------------------------------------------------ an agreed end


@pytest.mark.rule("OWM-TIMER-01")
def test_an_agreed_last_round_ends_the_match():
    t = Table(team(0, "C1", EVANS), team(1, "C7", 303))
    t.g.agreed = t.g.agreed.with_(last_round=4)
    t.begin()
    assert check_last_round(t.g) is None
    t.do(EndTurn(), EndTurn())
    assert t.g.round_no == 4
    t.do(EndTurn(), EndTurn())
    assert isinstance(t.request, Over)
    assert t.request.result.reason == "round 4 was the last by agreement"
    assert len(t.g.fog) == 2


@pytest.mark.rule("OWM-VICT-03")
def test_held_is_alone_and_not_on_the_move():
    t = Table(team(0, "C4", EVANS), team(1, "C7", 303), team(0, "A1", 205), team(1, "E7", 304))
    t.begin()
    assert held_by(t.g, t.cell("C4")) is ALLIES
    t.g.change_fireteam(FIRST, heading=t.cell("C3"))
    assert held_by(t.g, t.cell("C4")) is None
    t.g.change_fireteam(FOURTH, cell=t.cell("C4"))
    assert held_by(t.g, t.cell("C4")) is None
    assert held_by(t.g, t.cell("C2")) is None
    assert Seat(0) in t.g.side_seats(ALLIES) and every(t.events, FlagMoved) == []


@pytest.mark.rule("OWM-SETUP-13", "OWM-MX-03")
@pytest.mark.parametrize(
    ("mission", "level", "border"),
    [
        ("capture-the-flag", "lieutenant", Border.YELLOW),
        ("random-mission-generator", "colonel", Border.YELLOW),
        ("capture-the-flag", "private", None),  # nobody could call it (OWM-LVL-02)
        ("king-of-the-hill", "lieutenant", None),
    ],
)
def test_the_artillery_card_lies_ready_where_the_mission_says_so(mission, level, border):
    """Yellow side up at set-up, and orange from the Assessment of round 2 on."""
    system = games.get("owm")
    match = LocalMatch(system, system.default_setup(mission, level), 3, [random_player] * 2)
    g = match.state
    assert isinstance(g, OwmState)
    while not g.round_no:
        match.step()
    assert g.artillery is border
    while g.round_no < 2 or g.phase != "combat":
        match.step()
    assert g.artillery is (border and Border.ORANGE)
