"""Places of a table in words: by the ground and the objectives that are near."""

from __future__ import annotations

from functools import cache, lru_cache

from owm_net.engine.geometry import Point
from owm_net.engine.ids import Seat
from owm_net.engine.landmarks import SIDES, Landmark, sides, where
from owm_net.engine.text import Text, say, say_n
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.ids import ScenarioKey, Spot
from owm_net.games.hailfire.terms import HIGH, INCH, WIDE

NAMES = {
    "crop": (say("the crops"), say("the {side} crops")),
    "orchard": (say("the orchard"), say("the {side} orchard")),
    "woods": (say("the woods"), say("the {side} woods")),
    "building": (say("the building"), say("the {side} building")),
    "rubble": (say("the rubble"), say("the {side} rubble")),
    "marsh": (say("the marsh"), say("the {side} marsh")),
    "hill": (say("the hill"), say("the {side} hill")),
    "river": (say("the river"), say("the {side} river")),
    "bridge": (say("the bridge"), say("the {side} bridge")),
    "ford": (say("the ford"), say("the {side} ford")),
    "hedge": (say("the hedge"), say("the {side} hedge")),
    "wall": (say("the wall"), say("the {side} wall")),
    "bocage": (say("the bocage"), say("the {side} bocage")),
    "trench": (say("the trench"), say("the {side} trench")),
    "stream": (say("the stream"), say("the {side} stream")),
}
"""Each kind of terrain that is no road, alone and as one of several, as it stands after a word of
place."""
UPON = ("hill", "bridge")
"""On what one is, and not in it."""
FIRST = ("bridge", "ford", "building", "rubble", "orchard", "woods", "crop", "marsh", "river")
"""What a place in several is told by."""


@cache
def landmarks(scenario: ScenarioKey) -> tuple[Landmark, ...]:
    """Return what the places of a scenario's table are told by."""
    battle = CATALOG.scenarios[scenario]
    grounds: dict[str, list[tuple[Point, ...]]] = {}
    for key, corners in _grounds(scenario):
        grounds.setdefault(key, []).append(corners)
    found = []
    areas = {area.polygon.corners: area.polygon for area in battle.areas}
    order = sorted(grounds, key=lambda key: (FIRST.index(key) if key in FIRST else len(FIRST), key))
    for key in order:
        alone, one = NAMES[key]
        for corners, side in zip(grounds[key], sides(grounds[key]), strict=True):
            name = Text(one, "", 1, {"side": side}) if side else alone
            inside = say("inside {ground}", ground=name)
            if key in UPON:
                inside = say("on {ground}", ground=name)
            area = areas.get(corners)
            way = (*corners, corners[0]) if area is not None else corners
            found.append(Landmark(name, (way,), inside, area))
    for objective in battle.objectives:
        name = say("objective {name}", name=objective.name)
        if objective.exit:
            name = say("exit {name}", name=objective.name)
        found.append(Landmark(name, ((objective.at,),)))
    return tuple(found)


def _grounds(scenario: ScenarioKey) -> list[tuple[str, tuple[Point, ...]]]:
    """Return the key and the corners of each piece of ground that is no road."""
    battle = CATALOG.scenarios[scenario]
    found = [(area.kind.key, area.polygon.corners) for area in battle.areas]
    found += [(line.kind.key, line.points) for line in battle.lines]
    return [(key, corners) for key, corners in found if key in NAMES]


@lru_cache(maxsize=1024)
def named(scenario: ScenarioKey, spot: Spot | None) -> str:
    """Return where a place on the table is, in words that follow a deed."""
    if spot is None or len(spot) != 2:
        return say("no place")
    return where((spot[0], spot[1]), landmarks(scenario), (WIDE, HIGH))


def zone_told(scenario: ScenarioKey, seat: Seat) -> str:
    """Return that one stands wholly in the zone of a seat, and along which edge of the table that
    lies, if it takes all of one."""
    x0, x1, y0, y1 = CATALOG.scenarios[scenario].zones[seat].box
    deep, side = x1 - x0, ""
    if (x0, x1) == (0, WIDE):
        deep = y1 - y0
        side = SIDES[6] if y0 == 0 else SIDES[2] if y1 == HIGH else ""
    elif (y0, y1) == (0, HIGH):
        side = SIDES[4] if x0 == 0 else SIDES[0] if x1 == WIDE else ""
    if not side:
        return say("wholly in your zone")
    return say_n(
        "wholly in your zone: {n} inch along the {side} edge of the table",
        "wholly in your zone: {n} inches along the {side} edge of the table",
        deep // INCH,
        side=side,
    )
