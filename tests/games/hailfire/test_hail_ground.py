"""Hailfire: lines of sight, concealment, cover and terrain, on tables made for one test."""

from __future__ import annotations

import pytest

from owm_net.engine.geometry import Polygon
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.ground import Ground, Stand
from owm_net.games.hailfire.ids import ScenarioKey, Spot
from owm_net.games.hailfire.reading import Area, Line, Scenario
from owm_net.games.hailfire.terms import HIGH, WIDE, First, TeamClass

MAN, TANK = 50, 100


def area(kind: str, x0: int, y0: int, x1: int, y1: int) -> Area:
    return Area(CATALOG.kinds[kind], Polygon.rectangle(x0, y0, x1, y1))


def line(kind: str, *points: tuple[int, int]) -> Line:
    return Line(CATALOG.kinds[kind], points)


def table(*pieces: Area | Line) -> Ground:
    zone = Polygon.rectangle(0, 0, WIDE, HIGH)
    return Ground(
        Scenario(
            key=ScenarioKey("test"),
            title="",
            about="",
            first=First.ATTACKER,
            rounds=1,
            break_limits=(1, 1),
            zones=(zone, zone),
            objectives=(),
            areas=tuple([piece for piece in pieces if isinstance(piece, Area)]),
            lines=tuple([piece for piece in pieces if isinstance(piece, Line)]),
            forces={},
        )
    )


def man(x: int, y: int) -> Stand:
    return Stand(Spot((x, y)), MAN)


@pytest.mark.rule("HAIL-PLOS-01", "HAIL-PLOS-03")
def test_a_building_hides_what_is_behind_it_and_grazing_its_corner_is_no_crossing() -> None:
    ground = table(area("building", 1000, 1000, 1400, 1400))
    assert not ground.sees(man(800, 1200), man(1600, 1200))
    assert ground.sees(man(800, 1400), man(1600, 1400))  # along its side
    assert ground.sees(man(1200, 1200), man(2000, 1200))  # who stands in it looks out


@pytest.mark.rule("HAIL-PLOS-02", "HAIL-PLOS-03")
def test_a_hill_hides_who_is_below_and_not_who_is_on_it() -> None:
    hill = area("hill", 1000, 1000, 1400, 1400)
    assert not table(hill).sees(man(800, 1200), man(1600, 1200))
    assert table(hill).sees(man(1200, 1200), man(1600, 1200))
    higher = [area("hill", x, 1000, x + 200, 1400) for x in (500, 1700)]
    assert table(hill, *higher).sees(man(600, 1200), man(1800, 1200))  # both look over it


@pytest.mark.rule("HAIL-PLOS-04", "HAIL-PLOS-06")
def test_one_sees_four_inches_through_woods_and_all_behind_is_concealed() -> None:
    four = table(area("woods", 1000, 1000, 1400, 1400))
    assert four.sees(man(800, 1200), man(1600, 1200))
    assert four.concealed(man(1600, 1200), man(800, 1200))
    assert not table(area("woods", 1000, 1000, 1401, 1400)).sees(man(800, 1200), man(1600, 1200))
    two = (area("woods", 1000, 1000, 1250, 1400), area("woods", 1300, 1000, 1451, 1400))
    assert not table(*two).sees(man(800, 1200), man(1600, 1200))


@pytest.mark.rule("HAIL-PLOS-05", "HAIL-PLOS-06")
def test_who_hugs_a_hedgerow_sees_and_is_seen_through_it() -> None:
    ground = table(line("bocage", (1000, 0), (1000, 3600)))
    assert not ground.sees(man(800, 1200), man(1200, 1200))
    assert ground.sees(man(850, 1200), man(1600, 1200))
    assert ground.sees(man(849, 1200), man(1150, 1200))
    assert not ground.sees(man(849, 1200), man(1151, 1200))


@pytest.mark.rule("HAIL-PLOS-06")
def test_a_hedge_conceals_from_who_does_not_hug_it_himself() -> None:
    ground = table(line("hedge", (1000, 0), (1000, 3600)))
    assert ground.concealed(man(1200, 1200), man(800, 1200))
    assert not ground.concealed(man(1200, 1200), man(850, 1200))
    wood = table(area("woods", 1000, 1000, 1400, 1400))
    assert not wood.concealed(man(2000, 1200), man(1300, 1200))  # from the edge (H-42)
    assert wood.concealed(man(2000, 1200), man(1200, 1200))
    trench = table(line("trench", (1000, 0), (1000, 3600)))
    assert trench.concealed(man(1100, 1200), man(2000, 1200))
    assert not trench.concealed(man(1101, 1200), man(2000, 1200))


@pytest.mark.rule("HAIL-PLOS-07")
def test_hard_cover_is_a_building_or_a_wall_one_touches() -> None:
    ground = table(area("building", 1000, 1000, 1400, 1400), line("wall", (2000, 0), (2000, 900)))
    assert ground.hard_cover(man(1200, 1200)) and not ground.hard_cover(man(1500, 1200))
    assert ground.hard_cover(man(2100, 500)) and not ground.hard_cover(man(2101, 500))


CENTRE = 1200
RIM = [(x, y) for x in (1000, 1200, 1400) for y in (1000, 1200, 1400) if (x, y) != (1200, 1200)]
"""Corners and middles of the sides of the box that the areas below fill."""


@pytest.mark.rule("HAIL-PLOS-02", "HAIL-PLOS-03", "HAIL-PLOS-06", "HAIL-PLOS-07", "HAIL-TERR-02")
@pytest.mark.parametrize(("x", "y"), RIM)
@pytest.mark.parametrize("out", [0, 1])
def test_a_centre_on_the_edge_of_an_area_is_inside(x: int, y: int, out: int) -> None:
    """H-73: on all sides and in the corners; one hundredth farther it is not."""
    dx, dy = (x > CENTRE) - (x < CENTRE), (y > CENTRE) - (y < CENTRE)
    stand, inside = man(x + out * dx, y + out * dy), not out

    def box(kind: str) -> Area:
        return area(kind, 1000, 1000, 1400, 1400)

    def away(far: int) -> Stand:
        return man(CENTRE + far * dx, CENTRE + far * dy)

    assert table(box("hill")).lift(stand.spot) == (2 if inside else 0)
    assert table(box("building")).hard_cover(stand) is inside
    assert table(box("building")).sees(stand, away(-600)) is inside
    assert table(box("building")).sees(away(-600), stand) is inside
    assert table(box("crop")).concealed(stand, away(600)) is inside
    for road in ((stand.spot, away(0).spot), (away(0).spot, stand.spot)):
        assert table(box("bridge")).on_road(road) is inside
    flood = area("river", 0, 0, WIDE, HIGH)
    for pieces, dry in (((box("river"),), not inside), ((flood, box("ford")), inside)):
        refusal = table(*pieces).why_not_spot(stand, TeamClass.INFANTRY, "HAIL-MOVE-08")
        assert (refusal is None) is dry


@pytest.mark.rule("HAIL-PLOS-06")
@pytest.mark.parametrize(("x", "concealed"), [(1000, False), (999, True)])
def test_who_stands_on_the_edge_of_a_wood_looks_out_of_it(x: int, concealed: bool) -> None:
    """H-42, H-73: 100 u of the line run inside."""
    strip = table(area("woods", 1000, 1000, 1100, 1400))
    assert strip.concealed(man(2000, 1200), man(x, 1200)) is concealed


@pytest.mark.rule("HAIL-TERR-01", "HAIL-TERR-02", "HAIL-TERR-04", "HAIL-TERR-05")
@pytest.mark.parametrize(
    ("kind", "barred"),
    [
        ("woods", ()),
        ("marsh", (TeamClass.GUN, TeamClass.HALF_TRACKED, TeamClass.WHEELED)),
        ("building", (TeamClass.HALF_TRACKED, TeamClass.WHEELED)),
        ("river", tuple(TeamClass)),
    ],
)
def test_who_may_not_enter_which_ground(kind: str, barred: tuple[TeamClass, ...]) -> None:
    ground = table(area(kind, 1000, 1000, 1400, 1400))
    for team_class in TeamClass:
        refusal = ground.why_not_leg(Spot((800, 1200)), Spot((1600, 1200)), team_class)
        assert (refusal is not None) == (team_class in barred), team_class
        assert ground.why_not_leg(Spot((800, 900)), Spot((1600, 900)), team_class) is None


@pytest.mark.rule("HAIL-TERR-03", "HAIL-TERR-04")
def test_a_vehicle_is_checked_where_its_path_first_enters_difficult_ground() -> None:
    ground = table(area("woods", 1000, 1000, 1400, 1400), line("hedge", (600, 0), (600, 3600)))
    path = (Spot((300, 1200)), Spot((500, 1200)), Spot((1600, 1200)))
    trouble = ground.trouble(path, TeamClass.TRACKED)
    assert trouble is not None and trouble == (300, "hedge")
    trouble = ground.trouble((*path[:1], Spot((590, 1200))), TeamClass.TRACKED)
    assert trouble is None
    inside = ground.trouble((Spot((1200, 1200)), Spot((1600, 1200))), TeamClass.HALF_TRACKED)
    assert inside == (0, "woods")
    assert ground.trouble(path, TeamClass.INFANTRY) is None


@pytest.mark.rule("HAIL-MOVE-06")
def test_a_road_overrides_what_it_crosses_and_a_bridge_the_river() -> None:
    ground = table(
        area("river", 1000, 0, 1400, 3600),
        area("bridge", 950, 1100, 1450, 1300),
        area("woods", 2000, 0, 2400, 3600),
        line("road", (0, 1200), (4800, 1200)),
    )
    on, off = (Spot((300, 1200)), Spot((3000, 1250))), (Spot((300, 1200)), Spot((3000, 1301)))
    assert ground.on_road(on) and not ground.on_road(off)
    assert ground.trouble(on, TeamClass.WHEELED) is None
    assert ground.why_not_leg(*on, TeamClass.WHEELED) is None
    assert ground.why_not_leg(Spot((900, 1150)), Spot((1500, 1250)), TeamClass.INFANTRY) is None
    assert ground.why_not_leg(Spot((900, 1050)), Spot((1500, 1050)), TeamClass.INFANTRY) is not None
