"""Free battles: the map that the players make. Ledger 2.32, G-11 S6."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fuzz.watched import Playout
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose, Over
from owm_net.engine.system import Setup
from owm_net.games.heroes.free_map import (
    FREE_BATTLE,
    FreeMap,
    bars,
    boards_on,
    line_of,
    primary_of,
    quarters,
    way_of,
    why_not_objective,
    why_not_piece,
    with_piece,
)
from owm_net.games.heroes.generator import (
    BonusPut,
    ChooseEdge,
    LayTerrain,
    ObjectivePut,
    PutObjective,
    TerrainLaid,
    shuffled,
)
from owm_net.games.heroes.grid import Facing, distance
from owm_net.games.heroes.ids import Heading, OverlayKey, Quarters
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Edge, UnitType
from owm_net.games.heroes.victory import check, scores
from tests.games.driver import Driver
from tests.games.heroes.table import at
from tests.games.heroes.test_hon_match import HEROES, match
from tests.seats import ANN, BEN

FREE = Setup(FREE_BATTLE, "standard", 2)
PLAIN = ("D", "D")
"""Crossing roads, open ground, a little forest in the corners."""


def sized(points: int) -> Setup:
    return Setup(FREE_BATTLE, "standard", 2, (("armies", f"{points}"),))


def made(*boards: str, points: int = 250, edge: int = Facing.W) -> FreeMap:
    """A map of these boards; seat 0 deploys in the west."""
    wide = 2 if len(boards) != 3 else 3
    return FreeMap(points=points, boards=boards_on(boards, wide), edge=edge, primary=(at(7, 3),))


def begun(*dice: tuple[int, ...], points: int = 250) -> Driver[HeroesState]:
    state = HEROES.new_game(sized(points))
    assert isinstance(state, HeroesState)
    return Driver(state, match("free").dealer, dice).begin()


def furnishing(boards: Sequence[str] = PLAIN) -> Driver[HeroesState]:
    """Ann has the initiative and deploys in the west; the first piece is asked for."""
    table = begun((1, 1, 1, 1), (6, 1))
    assert table.g.made is not None
    table.g.made = table.g.made.with_(boards=boards_on(boards, 2))
    return table.say(ChooseEdge(Heading(int(Facing.E))))


def piece(key: str, x: int, y: int, turns: int = 0) -> LayTerrain:
    return LayTerrain(OverlayKey(key), at(x, y), Quarters(turns))


def rule(on: FreeMap, key: str, x: int, y: int, turns: int = 0) -> str:
    no = why_not_piece(on, OverlayKey(key), at(x, y), Quarters(turns))
    return "" if no is None else no.rule


# -- boards and edges ----------------------------------------------------------------------


@pytest.mark.rule("HON-GEN-01", "HON-GEN-02")
@pytest.mark.parametrize(("points", "size"), [(250, (16, 8)), (350, (24, 8)), (500, (16, 16))])
def test_the_boards_are_drawn_and_turned(points: int, size: tuple[int, int]) -> None:
    number = size[0] * size[1] // 64
    table = begun((4, 2, *(1, 6) * (number - 1)), (1, 2), points=points)
    on = table.g.made
    assert on is not None and on.size == size and len(table.g.ground.cells) == size[0] * size[1]
    first, *others = on.boards
    assert first.key.endswith("2") and first.turns == 1 and first.at == (0, 0)
    assert all(b.turns == 0 and len(b.key) == 1 for b in others)
    assert len(dict.fromkeys(b.key[0] for b in on.boards)) == number
    assert others[-1].at == (size[0] - 8, size[1] - 8)


@pytest.mark.rule("HON-GEN-02")
def test_each_order_of_the_six_boards_may_be_drawn() -> None:
    assert len({shuffled(n) for n in range(720)}) == 720 and shuffled(0) == "ABCDEF"


@pytest.mark.rule("HON-GEN-03", "HON-SET-02")
def test_who_lacks_the_initiative_chooses_an_edge() -> None:
    table = begun((1, 1, 1, 1), (3, 3), (2, 5))
    assert (table.kind, table.seat) == ("edge", ANN) and table.g.initiative == BEN
    table.refused(ChooseEdge(Heading(int(Facing.N))), "HON-GEN-03")
    table.refused(ChooseEdge(Heading(-1)), "HON-GEN-03")
    table.say(ChooseEdge(Heading(int(Facing.E))))
    german, us = (table.g.side(seat).zone for seat in (ANN, BEN))
    assert {x for x, _ in german} == {13, 14, 15} and {x for x, _ in us} == {0, 1, 2}
    square = begun((1, 1) * 4, (6, 1), points=500)
    assert square.seat == BEN
    square.say(ChooseEdge(Heading(int(Facing.N))))
    assert {y for _, y in square.g.side(BEN).zone} == {0, 1, 2}
    assert {y for _, y in square.g.side(ANN).zone} == {13, 14, 15}


@pytest.mark.rule("HON-GEN-03")
@pytest.mark.parametrize(("boards", "edge"), [(("F", "D"), Facing.E), (("D", "F"), Facing.W)])
def test_the_computer_player_does_not_deploy_behind_hedgerows(
    boards: tuple[str, str], edge: Facing
) -> None:
    table = begun((1, 1, 1, 1), (6, 1))
    assert table.g.made is not None
    table.g.made = table.g.made.with_(boards=boards_on(boards, 2))
    said = computer_player(HEROES, table.view(BEN), Chance(1))
    assert isinstance(said, ChooseEdge) and int(said.edge) == int(edge)


# -- terrain -------------------------------------------------------------------------------


@pytest.mark.rule("HON-GEN-04")
def test_terrain_is_laid_in_turns_until_six_pieces_lie_or_both_pass() -> None:
    table = furnishing()
    assert (table.kind, table.seat) == ("terrain", ANN)
    table.say(piece("thicket1", 4, 1))
    assert table.seat == BEN and "thicket" in table.g.ground.cells[at(4, 1)].layers
    table.refused(piece("bld_bunker", 4, 5), "HON-GEN-04")
    table.say(piece("bld_shed", 10, 1))
    assert table.g.ground.cells[at(10, 2)].building
    table.say(Pass())
    assert table.seat == BEN
    table.say(piece("lowwall", 4, 5, 1))
    assert table.g.ground.edges[line_of(Placed("lowwall", at(4, 5), 1))] is Edge.LOW_WALL
    table.say(Pass(), Pass())
    assert table.kind == "objective" and len(table.told(TerrainLaid)) == 3
    full = furnishing()
    for n in range(6):
        full.say(piece("thicket1" if n < 4 else "position1", 4, n))
    assert full.kind == "objective"


@pytest.mark.rule("HON-GEN-04")
def test_no_piece_is_laid_more_often_than_there_are_of_it() -> None:
    on = made(*PLAIN)
    assert [quarters(OverlayKey(k)) for k in ("thicket1", "thicket2", "bld_shed", "lowwall")] == [
        1, 2, 4, 2,
    ]  # fmt: skip
    for n in range(4):
        on = with_piece(on, Placed("position1", at(4, n)))
    assert rule(on, "position1", 4, 5) == "HON-GEN-04" and rule(on, "thicket1", 4, 5) == ""
    assert rule(on, "thicket1", 4, 5, 1) == "HON-GEN-04"
    assert rule(on, "nothing", 4, 5) == "HON-GEN-04"


@pytest.mark.rule("HON-GEN-05")
def test_where_a_piece_may_not_lie() -> None:
    on = made(*PLAIN)
    assert rule(on, "thicket2", 4, 1) == "" and rule(on, "thicket2", 4, 7) == "HON-GEN-05"
    assert rule(on, "thicket1", 2, 1) == "HON-GEN-05"  # a zone
    assert rule(on, "bld_farmhouse", 12, 1) == "HON-GEN-05"  # a part of it in the other
    assert rule(on, "thicket1", 6, 2) == "HON-GEN-05"  # near the centre
    assert rule(on, "thicket1", 5, 2) == ""
    assert rule(on, "thicket1", 0, 0) == "HON-GEN-05"
    assert rule(on, "ford", 4, 1) == "HON-GEN-05"
    lying = with_piece(on, Placed("bld_farmhouse", at(4, 0)))
    assert rule(lying, "position1", 5, 1) == "HON-GEN-05"
    wall = with_piece(on, Placed("lowwall", at(4, 1)))
    assert rule(wall, "thicket1", 5, 1) == "HON-GEN-05"
    assert rule(wall, "lowwall", 4, 1, 1) == "HON-GEN-05" and rule(wall, "thicket1", 4, 2) == ""
    wet = made("E", "D")
    water = next(s for s, c in wet.printed.cells.items() if c.water and s[0] in (3, 4))
    assert rule(wet, "ford", *water) == "" and rule(wet, "thicket1", *water) == "HON-GEN-05"


@pytest.mark.rule("HON-GEN-05")
def test_buildings_keep_apart_and_their_doors_are_free() -> None:
    on = with_piece(made(*PLAIN), Placed("bld_shed", at(4, 0)))  # its door leads to (4, 2)
    assert rule(on, "bld_shed", 5, 1) == "HON-GEN-05" and rule(on, "bld_shed", 4, 4) == ""
    assert rule(on, "thicket1", 4, 2) == "HON-GEN-05"  # before its door
    blocked = with_piece(made(*PLAIN), Placed("thicket1", at(4, 2)))
    assert rule(blocked, "bld_shed", 4, 0) == "HON-GEN-05"
    assert rule(blocked, "bld_shed", 4, 0, 1) == ""  # turned to another side
    assert rule(made(*PLAIN), "bld_shed", 4, 6) == "HON-GEN-05"  # it leads off the map


@pytest.mark.rule("HON-GEN-06")
def test_a_way_for_vehicles_stays_open() -> None:
    table = furnishing(("D", "F2"))  # hedges from north to south, and a gap at both ends
    table.say(piece("position1", 9, 0), piece("lowwall", 4, 1))
    table.refused(piece("position1", 9, 7), "HON-GEN-06")
    assert table.g.made is not None and way_of(table.g.made)
    table.say(piece("position1", 4, 7))
    barred = with_piece(table.g.made, Placed("position1", at(9, 7)))
    assert not way_of(barred) and not bars(barred, Placed("thicket1", at(4, 4)))


# -- objectives ----------------------------------------------------------------------------


@pytest.mark.rule("HON-GEN-07")
def test_the_primary_objective_leaves_bad_ground() -> None:
    """R-242."""
    assert primary_of(made(*PLAIN), Facing.E) == (at(7, 3), at(8, 3), at(7, 4), at(8, 4))
    three = made("D", "E2", "D", points=350)  # water all round the centre: three spaces away
    assert {x for x, _ in primary_of(three, Facing.E)} == {14, 15}
    assert {x for x, _ in primary_of(three, Facing.W)} == {8, 9}


@pytest.mark.rule("HON-GEN-08", "HON-GEN-09")
def test_each_side_puts_an_objective_into_the_enemys_half_then_a_bonus_one() -> None:
    table = furnishing().say(Pass(), Pass())
    assert (table.kind, table.seat) == ("objective", BEN)  # initiative last; Ben is in the east
    table.refused(PutObjective(at(10, 1)), "HON-GEN-08")  # his own half
    table.refused(PutObjective(at(2, 1)), "HON-GEN-08")  # a zone
    table.refused(PutObjective(at(6, 2)), "HON-GEN-08")  # beside the primary one
    table.say(PutObjective(at(5, 1)))
    assert table.seat == ANN
    table.say(PutObjective(at(10, 6)))
    table.refused(PutObjective(at(10, 5)), "HON-GEN-09")
    table.say(PutObjective(at(8, 1)))  # Ben, anywhere
    table.refused(PutObjective(at(8, 0)), "HON-GEN-09")
    table.say(PutObjective(at(4, 7)))
    assert [len(table.told(put)) for put in (ObjectivePut, BonusPut)] == [2, 2]
    objectives = table.g.battle.objectives
    assert [(o.points, o.spaces) for o in objectives[1:]] == [
        (2, (at(5, 1),)),
        (2, (at(10, 6),)),
    ]
    assert table.g.battle.bonus == (at(8, 1), at(4, 7)) and table.kind == "roster"


@pytest.mark.rule("HON-GEN-08")
def test_the_two_secondary_objectives_lie_apart() -> None:
    on = made("A", "D").with_(primary=(at(2, 0),), secondary=(at(7, 1),))
    no = why_not_objective(on, ANN, at(8, 1), bonus=False)
    assert no is not None and no.rule == "HON-GEN-08"
    assert why_not_objective(on, ANN, at(9, 1), bonus=False) is None


@pytest.mark.rule("HON-GEN-09")
def test_no_bonus_objective_lies_where_infantry_cannot_come() -> None:
    """R-243."""
    wet = made("E", "D")
    water = next(s for s, c in wet.printed.cells.items() if c.water and s[0] > 3)
    no = why_not_objective(wet.with_(primary=(at(15, 7),)), ANN, water, True)
    assert no is not None and no.rule == "HON-GEN-09"


# -- the battle ----------------------------------------------------------------------------


@pytest.mark.rule("HON-GEN-10", "HON-VIC-02")
@pytest.mark.parametrize(("points", "enough"), [(250, 14), (350, 17), (500, 20)])
def test_what_wins_a_free_battle(points: int, enough: int) -> None:
    played = LocalMatch(HEROES, sized(points), 1, match(0).players)
    g = played.state
    assert isinstance(g, HeroesState)
    while not g.round:
        played.step()
    assert g.battle.rounds == 6 and [o.points for o in g.battle.objectives] == [4, 2, 2]
    g.holders = ["german", "", "us"]
    assert scores(g, last=False) == (4, 2)
    g.gained, g.round = [enough - 4, 0], 2
    assert check(g) is None
    g.round = 3
    verdict = check(g)
    assert verdict is not None and verdict.winners == (ANN,)
    g.gained = [enough - 5, 0]
    assert check(g) is None


@pytest.mark.rule("HON-GEN-04", "HON-GEN-06", "HON-GEN-08")
@pytest.mark.parametrize("points", [250, 350, 500])
def test_players_by_chance_make_fair_maps_and_play_on_them(points: int) -> None:
    played = LocalMatch(HEROES, sized(points), 2, match(0).players)
    g = played.state
    assert isinstance(g, HeroesState)
    while not isinstance(request := played.request, Over):
        if isinstance(request, Choose) and request.kind in ("edge", "objective"):
            assert len(list(agenda.options(played.view(request.seat)))) > 1
        played.step()
    on = g.made
    assert on is not None and way_of(on) and on.laid <= 3 * len(on.boards) and 1 <= g.round <= 8
    spots = [s for o in g.battle.objectives for s in o.spaces]
    assert all(on.printed.why_not_enter(s, UnitType.INFANTRY) is None for s in on.primary)
    assert len(spots) == len(on.primary) + 2 and len(on.bonus) == 2
    for space in (*on.secondary, *on.bonus):
        assert all(distance(space, s) > 1 for s in on.primary)


def test_offers_bad_answers_and_twins_of_a_free_battle() -> None:
    playout = Playout(HEROES, FREE, 1)
    playout.play(examine_every=30)
    assert playout.refused > 200
    Playout(HEROES, FREE, 2).play(twins=4)
