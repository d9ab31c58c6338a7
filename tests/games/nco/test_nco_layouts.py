"""The layouts of G-11: what G-11 promises beyond what is looked at when they are read."""

from __future__ import annotations

from itertools import pairwise

import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.geometry import Point, distance2
from owm_net.games.nco.catalog import CATALOG, read_catalog
from owm_net.games.nco.ground import ground_of
from owm_net.games.nco.ids import LayoutKey, Spot
from owm_net.games.nco.terms import BASE, BOARD, Climb, Gait

LAYOUTS = tuple(CATALOG.layouts)[:8]


@pytest.mark.rule("NCO-GEN-08", "NCO-TER-09")
def test_eight_layouts_of_known_kinds() -> None:
    assert LAYOUTS[:2] == ("crossroads", "bocage") and len(LAYOUTS) == 8
    assert len(CATALOG.kinds) == 24
    used = {piece.kind.key for key in LAYOUTS for piece in CATALOG.layouts[key].pieces}
    assert used <= set(CATALOG.kinds)
    assert {"house", "hill1", "hedge", "woods", "sandbags", "trench", "wreck", "crater"} <= used
    assert CATALOG.kinds["hill1"].climb is Climb.WALK and CATALOG.kinds["tower"].top == 500


def spoilt(name: str, text: str, other: str) -> list[str]:
    """Return the faults of the data with a line of one file changed."""
    files = DataFiles.of_package("owm_net.games.nco")
    whole = files.text(name)
    assert text in whole
    over = {name: whole.replace(text, other, 1).encode()}
    with pytest.raises(BadData) as bad:
        read_catalog(DataFiles(files.folder, over))
    return list(bad.value.problems)


@pytest.mark.rule("NCO-GEN-04", "NCO-TER-07", "NCO-GEN-01")
@pytest.mark.parametrize(
    ("line", "other", "why"),
    [
        ("house R 500 1000 1000 1400", "house R 500 1000 4000 1400", "is not on the table"),
        ("house R 500 1000 1000 1400", "house R 500 300 1000 1400", "within 400 of a home edge"),
        ("house R 500 1000 1000 1400", "house R 500 1000 1200 1400", "overlap"),
        ("wall_low R 1180 1000 1220 1600", "wall_low R 1090 1000 1130 1600", "less than 98 apart"),
        ("swamp R 3250 1150 3600 1600", "swamp R 3400 1150 3600 1600", "is difficult and not wid"),
        ("wreck R 1600 1150 1850 1280", "wreck R 1700 1410 1850 1500", "where the pilot may be"),
        ("hedge R 150 1600 800 1660", "hedgehog R 150 1600 800 1660", "did you mean"),
        (
            "crater P 1725,1620 1875,1620 1980,1725",
            "crater P 1725,1620 1885,1620 1980,1725",
            "no c",
        ),
    ],
)
def test_a_layout_that_breaks_a_promise_is_refused(line: str, other: str, why: str) -> None:
    assert any(why in problem for problem in spoilt("layouts.toml", line, other))


@pytest.mark.rule("NCO-GEN-04", "NCO-SCN-11")
def test_so_much_is_free_around_the_place_of_the_pilot_and_no_more() -> None:
    files = DataFiles.of_package("owm_net.games.nco")
    whole, wreck = files.text("layouts.toml"), "wreck R 1950 600 2200 720"
    near = whole.replace(wreck, "wreck R 1795 1680 1805 1690")
    assert near != whole
    read_catalog(DataFiles(files.folder, {"layouts.toml": near.encode()}))
    problems = spoilt("layouts.toml", wreck, "wreck R 1795 1680 1805 1691")
    assert any("within 110 of (1800, 1800), where the pilot may be" in p for p in problems)


def test_other_data_are_checked_too() -> None:
    (found,) = spoilt("chart.toml", "ABCDEF", "ABCDEE")
    assert "does not follow the chart" in found
    assert "there is no" in spoilt("weapons.toml", 'like = "smg"', 'like = "smgg"')[0]
    assert "there is no" in spoilt("nations.toml", "automatic_rifle", "automatic_riffle")[0]


def ground_place(name: LayoutKey, chance: Chance) -> Spot:
    """Where a base has room on the table itself."""
    while True:
        spot = Spot((BASE + chance.below(3502), BASE + chance.below(3502), 0))
        if ground_of(name).why_not_spot(spot) is None:
            return spot


@pytest.mark.parametrize("name", LAYOUTS)
def test_all_free_ground_of_a_layout_hangs_together(name: LayoutKey) -> None:
    """G-11: without climbing, on a grid of half inches, by legs that a base can walk."""
    step, size = 50, 71
    polygons = [piece.polygon for piece in ground_of(name).solid]

    def walks(p: Point, q: Point) -> bool:
        return not any(polygon.nearer(p, q, BASE) for polygon in polygons)

    grid = [(BASE + step * i, BASE + step * j) for i in range(size) for j in range(size)]
    free = {p for p in grid if walks(p, p)}
    reached, border = {(BASE, BASE)}, [(BASE, BASE)]
    while border:
        x, y = border.pop()
        for q in ((x + step, y), (x - step, y), (x, y + step), (x, y - step)):
            if q in free and q not in reached and walks((x, y), q):
                reached.add(q)
                border.append(q)
    assert len(free) > 3000 and reached == free


@pytest.mark.rule("NCO-GEN-04")
def test_how_open_the_layouts_are() -> None:
    """G-11: of pairs on the ground within 20 inches about 45 to 65 in 100 see each other, most in
    trench_line, least in bocage and jungle_edge."""
    share = {}
    for name in LAYOUTS:
        ground, chance, seen, asked = ground_of(name), Chance(name), 0, 0
        while asked < 1200:
            a, b = ground_place(name, chance), ground_place(name, chance)
            if 98**2 <= distance2(a[:2], b[:2]) <= 2098**2:
                asked, seen = asked + 1, seen + ground.sees(a, b)
        share[name] = 100 * seen // asked
    order = sorted(share, key=share.__getitem__)
    assert set(order[:2]) == {"bocage", "jungle_edge"} and order[-1] == "trench_line"
    assert all(38 <= percent <= 70 for percent in share.values()), share


@pytest.mark.rule("NCO-GEN-04", "NCO-ORD-11")
def test_a_walk_costs_the_same_after_a_half_turn() -> None:
    """Both sides are equal: what a leg costs, and whether it is allowed."""
    chance, walked = Chance("half turn"), 0
    for name in LAYOUTS:
        ground = ground_of(name)
        for _ in range(60):
            a, b = ground_place(name, chance), ground_place(name, chance)
            for gait in (Gait.ADVANCE, Gait.RUN):
                one, two = ground.leg(a, b, gait), ground.leg(turned(a), turned(b), gait)
                assert (one == two) if isinstance(one, int) else not isinstance(two, int)
                walked += isinstance(one, int)
    assert walked > 100


def turned(a: Spot) -> Spot:
    return Spot((BOARD - a[0], BOARD - a[1], a[2]))


def test_points_of_a_walk_are_no_farther_apart_than_it_is_long() -> None:
    """G-08, R-81: what is spent and where one stands go together."""
    from owm_net.games.nco.paths import point_on
    from tests.games.nco.table import lay, man

    fight = lay([man(300, 300)], [man(3300, 3300)])
    way = (Spot((300, 300, 0)), Spot((637, 801, 0)))
    spots = [point_on(fight.g, way, 0, k, Gait.RUN) for k in range(605)]
    for one, two in pairwise(spots):
        assert distance2(one[:2], two[:2]) <= 2
    assert spots[0] == way[0] and spots[-1] == way[1]
