"""Sight on the layouts: G-11, and G-03 beside plain fractions; cover (G-04)."""

from __future__ import annotations

import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import Place, Seen
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ground import ground_of
from owm_net.games.nco.ids import LayoutKey, Spot
from owm_net.games.nco.shots import Shot, in_cover, modifiers
from owm_net.games.nco.terms import BASE
from tests.engine.by_fractions import expected
from tests.games.nco.table import S, W, ground, lay, man

LAYOUTS = tuple(CATALOG.layouts)[:8]


def ground_place(name: LayoutKey, chance: Chance) -> Place:
    """Where a base has room on the table itself."""
    while True:
        spot = Spot((BASE + chance.below(3502), BASE + chance.below(3502), 0))
        if ground_of(name).why_not_spot(spot) is None:
            return spot


@pytest.mark.parametrize(
    ("name", "a", "b", "ab", "ba", "sees"),
    [
        ("crossroads", (1800, 800, 0), (1800, 2600, 0), (16, 16), (16, 16), False),
        ("crossroads", (1200, 700, 0), (1200, 1800, 0), (6, 6), (4, 4), True),
        ("crossroads", (750, 1200, 300), (1600, 1700, 0), (7, 7), (12, 12), True),
        ("crossroads", (1800, 1800, 0), (2300, 1550, 0), (0, 0), (0, 0), True),
        ("bocage", (300, 700, 0), (300, 1200, 0), (16, 16), (16, 16), False),
        ("bocage", (800, 800, 0), (800, 1600, 0), (0, 8), (0, 8), True),
        ("hill_farm", (850, 1250, 300), (1800, 1500, 0), (0, 0), (8, 8), True),
        ("hill_farm", (850, 1250, 300), (1200, 1650, 0), (16, 16), (16, 16), False),
        ("river_crossing", (1800, 1200, 0), (1800, 2400, 0), (8, 8), (8, 8), True),
    ],
)
def test_sight_on_the_layouts(
    name: str, a: Place, b: Place, ab: Seen, ba: Seen, sees: bool
) -> None:
    """G-11, layout cases; and the same after a half turn."""
    scenery = ground_of(LayoutKey(name)).scenery
    for one, two in ((a, b), (turned(a), turned(b))):
        assert (scenery.seen(one, two), scenery.seen(two, one)) == (ab, ba)
        assert scenery.sees(one, two) is scenery.sees(two, one) is sees


def turned(a: Place) -> Place:
    return 3600 - a[0], 3600 - a[1], a[2]


@pytest.mark.parametrize("name", LAYOUTS)
def test_sight_across_a_layout_is_what_fractions_say(name: LayoutKey) -> None:
    """Its long walls hide whole bodies, which is found by another way than part of one."""
    scenery, chance = ground_of(name).scenery, Chance(name)
    seen = []
    for _ in range(25):
        a, b = ground_place(name, chance), ground_place(name, chance)
        there, back = expected(scenery.prisms, a, b), expected(scenery.prisms, b, a)
        assert (scenery.seen(a, b), scenery.seen(b, a)) == (there, back)
        assert scenery.sees(a, b) is (there.hidden < 16 or back.hidden < 16)
        assert scenery.seen(turned(a), turned(b)) == there, "the half turn changes nothing"
        seen.append(scenery.sees(a, b))
    assert True in seen and False in seen


@pytest.mark.rule("NCO-TER-04")
def test_who_is_wholly_in_a_crater_has_cover() -> None:
    """G-04 a, G-11: to the hundredth."""
    crater = ground_of(LayoutKey("crossroads"))
    assert crater.within_cover(Spot((1800, 1800, 0))) and crater.within_cover(Spot((1931, 1800, 0)))
    assert not crater.within_cover(Spot((1932, 1800, 0)))
    assert not crater.within_cover(Spot((2300, 1550, 0)))


@pytest.mark.rule("NCO-TER-04", "NCO-TER-03", "NCO-TER-01")
@pytest.mark.parametrize(("y", "obscured", "cover"), [(1015, 4, True), (1040, 0, False)])
def test_a_quarter_hidden_is_cover(y: int, obscured: int, cover: bool) -> None:
    """G-03, G-04 b: the wall of the worked cases."""
    table = ground(("wall_high", 1900, y, 1920, 1300))
    fight = lay([man(1000, 1000)], [man(2000, 1000)], layout=table)
    assert fight.g.ground.obscured(fight.man(0).spot, fight.man(1).spot) == obscured
    assert in_cover(fight.g, S(0), S(1)) is cover


@pytest.mark.rule("NCO-TER-05", "NCO-TER-06")
def test_a_man_in_the_line_gives_cover_and_nothing_adds_up() -> None:
    """48 off the line hides, 49 does not; two reasons are one -1."""
    for y, cover in ((1048, True), (1049, False)):
        fight = lay([man(1000, 1000), man(1500, y)], [man(2000, 1000)])
        assert in_cover(fight.g, S(0), S(1 + 1)) is cover
    table = ground(("sandbags", 1900, 800, 1920, 1200))
    fight = lay([man(1000, 1000), man(1500, 1000)], [man(2000, 1000)], layout=table)
    changes = modifiers(fight.g, Shot(S(0), W("rifle"), S(2), None), S(2))
    assert [change for change in changes if change[0] == "cover"] == [("cover", -1)]
