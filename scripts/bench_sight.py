"""Lines of sight, beside a full step of OWM: on a free map, who of twenty soldiers sees whom; on a
map of squares, any line.

The soldiers stand anywhere on the layouts of docs/rules/nco.md, and all 190 pairs are asked. Anew:
nothing is remembered, as at the first look of all. After a move: one soldier is where nobody has
been, all others are where they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from bench_line import Line, interleaved, median, ratio
from bench_steps import PARTS, record, replay

from owm_net import games
from owm_net.engine import geometry
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import Place, Scenery
from owm_net.games.heroes import sight as squares
from owm_net.games.heroes.catalog import CATALOG as HEROES
from owm_net.games.heroes.ground import ground_of as map_of
from owm_net.games.heroes.ids import ScenarioKey, Space
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ground import Ground, ground_of
from owm_net.games.nco.ids import LayoutKey, Spot
from owm_net.games.nco.terms import BASE, BOARD

SOLDIERS = 20
POSITIONS = 6
"""On each layout, in one measurement."""
MOVES = 100
"""In a row, in one measurement."""


def sights(quick: bool) -> Iterator[Line]:
    """On free maps and on squares."""
    yield from soldiers_seen(quick)
    yield from lines(quick)


def soldiers_seen(quick: bool) -> Iterator[Line]:
    """All pairs of a position, on the layout with most pieces and on all of them."""
    drawn = {key: ground_of(key) for key in CATALOG.layouts}
    chance = Chance("sight")
    fullest = max(drawn, key=lambda name: len(drawn[name].layout.pieces))
    sceneries = {name: ground.scenery for name, ground in drawn.items()}
    positions = {
        name: [_places(ground, SOLDIERS, chance) for _ in range(POSITIONS)]
        for name, ground in drawn.items()
    }
    moves = _places(drawn[fullest], MOVES, chance)
    match = record(games.get("owm"), 1)

    def anew(*names: LayoutKey) -> Callable[[], None]:
        def look() -> None:
            for name in names:
                for soldiers in positions[name]:
                    _forget()
                    _look(sceneries[name], soldiers)

        return look

    def after_moves() -> None:
        _forget()
        for place in moves:
            _look(sceneries[fullest], [place, *positions[fullest][0][1:]])

    works = {
        "step": lambda: replay(match, PARTS) and None,
        "fullest": anew(fullest),
        "every": anew(*drawn),
        "moves": after_moves,
    }
    times = interleaved(works, 3 if quick else 9)
    steps = len(match.answers)
    step = f"a full step of owm, {1e6 * median(times, 'step') / steps:.0f} us"
    pieces = len(drawn[fullest].layout.pieces)
    for work, name, looks in (
        ("fullest", f"sight: 20 soldiers, {fullest} ({pieces} pieces), anew", POSITIONS),
        ("every", "sight: 20 soldiers, mean of all layouts, anew", POSITIONS * len(drawn)),
        ("moves", f"sight: 20 soldiers, {fullest}, after a move", MOVES),
    ):
        yield Line(
            name,
            1000 * median(times, work) / looks,
            "ms",
            ratio(times, work, lambda r: r["step"]) * steps / looks,
            step,
        )


LANE = ScenarioKey("armour-in-the-lane")
"""Of the scenarios of Heroes: one of the largest maps, with most hedges."""
TRACES, UNITS = 2000, 24
"""Lines over its map, and units that stand on it."""


def lines(quick: bool) -> Iterator[Line]:
    """A line of sight over a map of squares, beside a full step of OWM. Anew: no line is
    remembered."""
    over, chance = map_of(HEROES.scenarios[LANE].plan), Chance("lines")
    spaces = list(over.cells)

    def any_space() -> Space:
        return spaces[chance.below(len(spaces))]

    pairs = [(any_space(), any_space()) for _ in range(TRACES)]
    units = dict.fromkeys([any_space() for _ in range(UNITS)])
    match = record(games.get("owm"), 1)

    def look() -> None:
        for one, other in pairs:
            squares.sight(over, one, other, units)

    def anew() -> None:
        squares.lane_between.cache_clear()
        look()

    works = {"step": lambda: replay(match, PARTS) and None, "anew": anew, "again": look}
    times = interleaved(works, 3 if quick else 9)
    steps = len(match.answers)
    step = f"a full step of owm, {1e6 * median(times, 'step') / steps:.0f} us"
    for work, name in (("anew", "line of sight, anew"), ("again", "line of sight, remembered")):
        yield Line(
            f"{name}: {LANE}, {UNITS} units",
            1_000_000 * median(times, work) / TRACES,
            "us",
            ratio(times, work, lambda r: r["step"]) * steps / TRACES,
            step,
        )


def _forget() -> None:
    geometry._sees.cache_clear()
    geometry._seen.cache_clear()


def _look(over: Scenery, soldiers: list[Place]) -> int:
    return sum([over.sees(a, b) for a, b in combinations(soldiers, 2)])


def _places(ground: Ground, count: int, chance: Chance) -> list[Place]:
    """Where bases have room on the table itself."""
    found: list[Place] = []
    while len(found) < count:
        spot = Spot((BASE + chance.below(BOARD), BASE + chance.below(BOARD), 0))
        if ground.why_not_spot(spot) is None:
            found.append(spot)
    return found
