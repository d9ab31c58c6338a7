"""Lines of sight: the cases of G-16, read from the ledger, and what must hold of all of them."""

from __future__ import annotations

import re
from ast import literal_eval
from itertools import combinations
from pathlib import Path

import pytest

from owm_net.engine.chance import Chance
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.grid import edge, footprint, touching
from owm_net.games.heroes.ground import Ground, ground_of
from owm_net.games.heroes.ids import ScenarioKey, Space, Vertex
from owm_net.games.heroes.printed.scenarios import Placed, Plan
from owm_net.games.heroes.sight import BLOCKED, CLEAR, sight, sight_of_vertex

LEDGER = Path(__file__).parents[3].joinpath("docs/rules/heroes.md").read_text("utf-8")
MAPS = {"S2": "hill-farm", "S3": "armour-in-the-lane"}
CASES = re.findall(
    r"^\| (S[23])(?: \+ (\w+) on (\(\d+,\d+\)))? \| (\(.+?\)) \| (\(.+?\))"
    r" \|(?: (\w+))? \| (\w+ ?\d?) \|",
    LEDGER,
    re.M,
)


def ground(key: str) -> Ground:
    return ground_of(CATALOG.scenarios[ScenarioKey(key)].plan)


def at(x: int, y: int) -> Space:
    return Space((x, y))


def test_the_ledger_has_thirty_three_cases() -> None:
    assert len(CASES) == 33


@pytest.mark.rule("HON-LOS-01", "HON-LOS-02", "HON-LOS-03", "HON-LOS-04", "HON-LOS-05")
@pytest.mark.rule("HON-LOS-08", "HON-LOS-09", "HON-LOS-12", "HON-BLD-04", "HON-BLD-05")
@pytest.mark.rule("HON-BLD-11", "HON-BLD-13", "HON-TER-05", "HON-TER-15")
@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(filter(None, case)))
def test_a_case_of_the_ledger(case: tuple[str, ...]) -> None:
    key, who, where, start, end, what, expected = case
    on, a, b = ground(MAPS[key]), Space(literal_eval(start)), literal_eval(end)
    units = {Space(literal_eval(where))} if where else set()
    if who == "infantry" and what == "vehicle":  # infantry hides no vehicle, and nobody from one
        units = set()
    if what == "vertex":
        found = sight_of_vertex(on, a, Vertex(b), units)
    else:
        found = sight(on, a, Space(b), units)
        assert sight(on, Space(b), a, units) == found
    said = {BLOCKED: "BLOCKED", CLEAR: "CLEAR"}.get(found, f"OBSCURED {found}")
    assert said == expected


@pytest.mark.rule("HON-LOS-01")
@pytest.mark.parametrize("scenario", [s.key for s in CATALOG.scenarios.values() if s.plan.boards])
def test_who_sees_is_seen(scenario: ScenarioKey) -> None:
    """Any two spaces of a map, whoever stands between them, in smoke and without."""
    on, chance = ground(scenario), Chance("sight", scenario)
    spaces = list(on.cells)
    for _ in range(1500):
        a, b = (spaces[chance.below(len(spaces))] for _ in range(2))
        units = {spaces[chance.below(len(spaces))] for _ in range(12)}
        smoke = [(touching(Vertex(spaces[chance.below(len(spaces))])), 2) for _ in range(4)]
        assert sight(on, a, b, units) == sight(on, b, a, units), (a, b)
        there, back = (sight(on, x, y, units, smoke=smoke) for x, y in ((a, b), (b, a)))
        assert there == back, (a, b)


@pytest.mark.rule("HON-LOS-02")
def test_open_ground_hides_nobody() -> None:
    """A map of one board without hedges: every pair is clear."""
    on = ground_of(Plan((Placed("A", at(0, 0)),), ()))
    road = [s for s, cell in on.cells.items() if not cell.blocks and s[1] in (3, 4)]
    assert all(sight(on, a, b, ()) == CLEAR for a, b in combinations(road, 2))


@pytest.mark.rule("HON-LOS-08")
def test_each_space_of_a_forest_counts_once_but_for_the_ends() -> None:
    on = ground_of(Plan((Placed("C", at(0, 0)),), ()))
    assert [sight(on, at(0, 2), at(x, 2), ()) for x in (1, 2, 3, 4)] == [0, 1, 2, 3]


@pytest.mark.rule("HON-LOS-09", "HON-TER-09")
def test_of_an_edge_beside_an_end_only_a_wall_counts() -> None:
    on = ground("hill-farm")
    assert sight(on, at(6, 2), at(8, 2), ()) == CLEAR  # a low wall beside the target
    assert sight(on, at(4, 5), at(8, 5), ()) == 1  # beside neither
    assert sight(on, at(8, 2), at(9, 2), ()) == BLOCKED  # a wall between neighbours


@pytest.mark.rule("HON-LOS-05")
def test_a_vehicle_of_two_spaces_is_aimed_at_in_either_and_hides_behind_neither() -> None:
    on = ground("crossroads-scramble")
    rear, front = footprint(at(6, 3), 2, 2)[::-1]
    vehicle = {rear, front}
    assert sight(on, at(0, 3), front, vehicle) == BLOCKED
    assert sight(on, at(0, 3), front, vehicle, (rear,)) == CLEAR
    assert sight(on, at(0, 3), rear, vehicle, (front,)) == CLEAR


@pytest.mark.rule("HON-LOS-12")
def test_the_spaces_round_a_vertex_do_not_count() -> None:
    on = ground("hill-farm")
    hedge = at(2, 6)
    assert on.cells[hedge].blocks
    assert sight_of_vertex(on, at(2, 4), Vertex((2, 6)), ()) == CLEAR
    assert sight_of_vertex(on, at(2, 4), Vertex((2, 6)), {at(2, 5)}) == CLEAR
    assert sight_of_vertex(on, at(2, 3), Vertex((2, 6)), {at(2, 4)}) == BLOCKED


def test_edges_are_the_same_from_both_sides() -> None:
    on = ground("hill-farm")
    assert on.edges[edge(at(8, 2), at(9, 2))] is on.edges[edge(at(9, 2), at(8, 2))]


@pytest.mark.rule("HON-ORO-17")
def test_smoke_round_a_corner_counts_like_what_lies_there() -> None:
    """R-280: in the only way round, and where the other way costs more; never twice."""
    on = ground("crossroads-scramble")
    only = [(touching(Vertex((5, 4))), 2)]  # the other way is the hedgerow (6, 2)
    assert sight(on, at(9, 6), at(3, 0), set(), smoke=only) == 2
    here, there, thicket = at(9, 3), at(12, 0), at(11, 2)
    dense = [(touching(Vertex((10, 1))), 4)]  # on the other side of the line than the thicket
    assert sight(on, here, there, set()) == CLEAR
    assert sight(on, here, there, set(), smoke=dense) == 1
    assert sight(on, here, there, {thicket}, smoke=dense) == 4
    met = [(touching(Vertex((11, 2))), 2)]  # it is entered anyway
    assert sight(on, here, there, {thicket}, smoke=met) == 2
