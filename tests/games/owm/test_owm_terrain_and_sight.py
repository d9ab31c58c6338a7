"""Line of sight, angles, and the things on the map (sections 2.4 and 2.25)."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.engine.ids import CardNumber, Seat
from owm_net.games.owm.ground import OPEN, UNIT, Ground, flanks, lies_behind
from owm_net.games.owm.ids import Cell
from owm_net.games.owm.state import CATALOG, TERRAINS, new_ground
from tests.games.owm.table import HILL, LAKE, ROAD, THIRD, WOODS, WOODS_2, Table, team

CENTRED = 143  # Woods with the cross-hair in the middle
NORTH_EAST = 53  # Woods, NE
SOUTH_WEST = 148  # Woods, SW
RUINS_NE = 119


def ground(turned: tuple[str, ...] = (), **cards: int) -> Ground:
    """A map of 5 x 7 with these cards on it."""
    made = Ground(5, 7, (OPEN,) * 35)
    for name, card in cards.items():
        made = made.with_card(made.cell(name), CardNumber(card), name in turned)
    return made


def sees(made: Ground, a: str, b: str) -> bool:
    """Line of sight by names."""
    return TERRAINS.sees(made, made.cell(a), made.cell(b))


@pytest.mark.rule("OWM-LOS-02", "OWM-TERR-05")
def test_a_card_in_between_blocks():
    assert not sees(ground(B1=WOODS), "A1", "C1")
    assert sees(ground(B1=ROAD), "A1", "C1")
    assert sees(ground(B1=LAKE), "A1", "C1")
    assert not sees(ground(C3=HILL), "C1", "C7")


@pytest.mark.rule("OWM-LOS-03")
def test_the_corner_is_clear():
    assert sees(ground(B1=WOODS, A2=WOODS_2), "A1", "B2")
    # From the north-east cross-hair of A1 the line (9,3)-(18,18) runs through B1, not A2.
    assert not sees(ground(A1=RUINS_NE, B1=WOODS), "A1", "B2")
    assert sees(ground(A1=RUINS_NE, A2=WOODS), "A1", "B2")


@pytest.mark.rule("OWM-LOS-01", "OWM-LOS-03")
def test_a_turned_card_has_its_cross_hair_on_the_other_side():
    assert sees(ground(turned=("A1",), A1=RUINS_NE, B1=WOODS), "A1", "B2")
    assert not sees(ground(turned=("A1",), A1=RUINS_NE, A2=WOODS), "A1", "B2")


@pytest.mark.rule("OWM-LOS-04")
def test_blocking_terrain_is_seen_into_and_out_of():
    assert sees(ground(A1=WOODS, C1=CENTRED), "A1", "C1")
    assert sees(ground(A1=NORTH_EAST, B2=SOUTH_WEST), "A1", "B2")


@pytest.mark.rule("OWM-LOS-02")
def test_a_line_may_pass_beside_a_card_but_touch_no_part_of_it():
    # A1 to C2, centre to centre: (6,6)-(30,18) crosses the border of B1 and B2 at x = 18.
    assert not sees(ground(B1=WOODS), "A1", "C2")
    assert not sees(ground(B2=WOODS), "A1", "C2")
    assert sees(ground(A2=WOODS, C1=CENTRED), "A1", "C2")


CARDS = st.sampled_from((OPEN, WOODS, CENTRED, NORTH_EAST, SOUTH_WEST, HILL, LAKE, RUINS_NE))
GROUNDS = st.builds(
    lambda cards, turned: Ground(5, 7, tuple(cards), tuple(sorted(turned))),
    st.lists(CARDS, min_size=35, max_size=35),
    st.frozensets(st.integers(0, 34), max_size=10),
)
CELLS = st.integers(0, 34)


@pytest.mark.rule("OWM-LOS-01")
@given(made=GROUNDS, a=CELLS, b=CELLS)
def test_sight_is_mutual(made, a, b):
    other = Ground(made.width, made.height, made.cards, made.turned)  # nothing worked out yet
    assert TERRAINS.sees(made, a, b) == TERRAINS.sees(other, b, a)


@pytest.mark.rule("OWM-LOS-02", "OWM-LOS-03", "OWM-LOS-04")
@given(made=GROUNDS, a=CELLS, b=CELLS)
def test_sight_by_another_method(made, a, b):
    """The middle of each piece of the line between two borders is in one card: none blocks.

    Where all pieces are clear only corners are touched, because no cross-hair is on a border."""
    (ax, ay), (bx, by) = [
        tuple(UNIT * n + spot for n, spot in zip(
            made.place(c), TERRAINS.crosshair(made, c).spot, strict=True
        ))
        for c in (a, b)
    ]  # fmt: skip
    cuts = {Fraction(0), Fraction(1)}
    for start, end in ((ax, bx), (ay, by)):
        low, high = sorted((start, end))
        cuts |= {
            Fraction(line - start, end - start)
            for line in range(0, 12 * UNIT, UNIT)
            if low < line < high
        }
    clear = True
    ordered = sorted(cuts)
    for one, two in pairwise(ordered):
        middle = (one + two) / 2
        x, y = ax + (bx - ax) * middle, ay + (by - ay) * middle
        cell = int(y // UNIT) * made.width + int(x // UNIT)
        if cell not in (a, b) and TERRAINS.at(made, cell).blocks_los:
            clear = False
    assert TERRAINS.sees(made, a, b) is clear


@pytest.mark.rule("OWM-LOS-02")
@given(made=GROUNDS, a=CELLS, b=CELLS, cell=CELLS)
def test_a_blocking_card_never_opens_a_view(made, a, b, cell):
    if cell in (a, b) or TERRAINS.sees(made, a, b):
        return
    assert not TERRAINS.sees(made.with_card(cell, CENTRED), a, b)


@pytest.mark.rule("OWM-LOS-03", "OWM-LOS-01")
@given(made=GROUNDS, cell=CELLS)
def test_orthogonal_neighbours_always_see_each_other(made, cell):
    for other in made.neighbours(cell):
        if made.direction(cell, other) % 2 == 0:
            assert TERRAINS.sees(made, cell, other)


# ------------------------------------------------------------------ flanking, friendly fire


@pytest.mark.rule("OWM-FLANK-01")
@pytest.mark.parametrize(
    ("a", "b", "flanked"),
    [("C2", "D3", True), ("C2", "D4", True), ("C2", "D2", False), ("C2", "C4", False),
     ("D2", "D4", True), ("D2", "B4", False), ("D2", "B2", True), ("B2", "C2", False),
     ("B4", "C2", True), ("C1", "D3", False), ("C2", "E3", False)],
)  # fmt: skip
def test_the_angle_between_two_neighbours_of_c3(a, b, flanked):
    made = ground()
    assert flanks(made, made.cell("C3"), made.cell(a), made.cell(b)) is flanked


@pytest.mark.rule("OWM-FLANK-01")
@given(enemy=CELLS, a=CELLS, b=CELLS)
def test_both_have_it_or_none(enemy, a, b):
    made = ground()
    assert flanks(made, enemy, a, b) == flanks(made, enemy, b, a)
    if flanks(made, enemy, a, b):
        assert made.adjacent(a, enemy) and made.adjacent(b, enemy)
        turn = abs(made.direction(enemy, a) - made.direction(enemy, b))
        assert turn in (2, 3, 5, 6)


@pytest.mark.rule("OWM-FLANK-01")
def test_both_need_to_see_the_enemy():
    def pair(**more: Any) -> Table:
        return Table(
            team(0, "B2", 204, 203),
            team(1, "C3", 303, 306),
            team(0, "D2", 206, 207, **more.pop("other", {})),
            cards=more.pop("cards", {}),
        )

    t = pair()
    assert t.g.has_flanking(t.team(1), t.team(2))
    assert t.g.has_flanking(t.team(3), t.team(2))
    t = pair(cards={"B2": RUINS_NE, "C2": WOODS})  # B2 looks through C2 now
    assert not t.g.sees(t.cell("B2"), t.cell("C3"))
    assert not t.g.has_flanking(t.team(1), t.team(2))
    assert not t.g.has_flanking(t.team(3), t.team(2))
    t = pair(other={"stealthed": True, "heading": 3 * 5 + 4})
    assert t.g.has_flanking(t.team(1), t.team(2))  # hidden and moving friends count
    t.g.fireteams[THIRD] = t.team(3).with_(seat=Seat(1))
    assert not t.g.has_flanking(t.team(1), t.team(2))  # enemies do not


@pytest.mark.rule("OWM-FF-01")
@pytest.mark.parametrize(
    ("shooter", "target", "friend", "behind"),
    [((0, 0), (2, 0), (4, 0), True), ((0, 0), (2, 0), (4, 1), False),
     ((0, 0), (2, 0), (1, 0), False), ((0, 0), (1, 2), (2, 4), True),
     ((0, 0), (1, 1), (4, 4), True), ((2, 3), (2, 1), (2, 0), True),
     ((0, 0), (2, 1), (4, 2), True), ((0, 0), (2, 1), (3, 2), False)],
)  # fmt: skip
def test_who_stands_exactly_behind_the_target(shooter, target, friend, behind):
    cells = [y * 5 + x for x, y in (shooter, target, friend)]
    assert lies_behind(ground(), *cells) is behind


@pytest.mark.rule("OWM-FF-01")
@pytest.mark.parametrize(("dx", "dy"), [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])
def test_a_friend_beside_the_target_is_safe_in_all_eight_directions(dx, dy):
    """The shooter stands beside the target, the friend beside it on the other side."""
    shooter, target = (2 - dx, 3 - dy), (2, 3)
    around = [(2 + x, 3 + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    cells = {spot: spot[1] * 5 + spot[0] for spot in (shooter, target, *around)}
    behind = [s for s in around if lies_behind(ground(), cells[shooter], cells[target], cells[s])]
    assert behind == [(2 + dx, 3 + dy)]


# ------------------------------------------------------------------ the map


@pytest.mark.rule("OWM-TERR-02", "OWM-LOS-01")
def test_open_spots_are_field_with_the_cross_hair_in_the_middle():
    spot = TERRAINS.at(ground(), Cell(0))
    assert (spot.title, spot.attack, spot.defense) == ("Field", 0, 0)
    assert not (spot.blocks_los or spot.no_stealth or spot.fast_move or spot.no_movement)
    assert TERRAINS.crosshair(ground(), Cell(0)).spot == (6, 6)


@pytest.mark.rule("OWM-SETUP-02")
def test_the_map_of_the_mission_lies_as_printed_and_north_is_up():
    mission = CATALOG.missions["king-of-the-hill"]
    made = new_ground(mission)
    assert (made.width, made.height) == (5, 7)
    for name, card in mission.cards.items():
        assert made.cards[made.cell(name)] == card
    assert made.cell_name(made.cell("C4")) == "C4"
    # The first neighbour is the northern one, everywhere and always.
    assert made.cell_name(made.neighbours(made.cell("C4"))[0]) == "C3"
    for anchors in mission.anchors.values():
        (anchor,) = anchors
        assert made.cards[made.cell(anchor)] != OPEN  # an open anchor has a Field card


@pytest.mark.rule("OWM-TERR-01")
@given(a=CELLS, b=CELLS)
def test_adjacent_is_mutual_and_one_step(a, b):
    made = ground()
    assert made.adjacent(a, b) == made.adjacent(b, a) == (b in made.neighbours(a))
