"""The table of a scenario for looking and moving: sight, concealment, obstacles. Section 3.1.

Every answer follows from the scenario alone, so it is remembered; `paths` looks at the Teams in the
way each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from owm_net.engine.agenda import Refusal
from owm_net.engine.geometry import (
    Point,
    Ratio,
    Stretch,
    distance2,
    gap2,
    length,
    less,
    longer,
    meeting,
    share,
)
from owm_net.engine.text import say
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.ids import ScenarioKey, Spot
from owm_net.games.hailfire.reading import Area, Line, Scenario
from owm_net.games.hailfire.terms import (
    EYE,
    HARD_NEAR,
    HIGH,
    NEAR,
    TRENCH_NEAR,
    WIDE,
    WOODS_DEEP,
    Going,
    Sight,
    TeamClass,
)

REMEMBERED = 1 << 15
"""Lines of sight of one table."""


class Stand(NamedTuple):
    """Where a Team stands, and the radius of its base."""

    spot: Spot
    radius: int


class Trouble(NamedTuple):
    """Where a path first needs a check: how much of it is walked by then, and what is there."""

    walked: int
    title: str


class Ground:
    """One table."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        areas, lines = scenario.areas, scenario.lines
        self._hills = [area for area in areas if area.kind.lift]
        self._high = [area for area in areas if area.kind.height or area.kind.lift]
        self._hedges = [line for line in lines if line.kind.height]
        self._hiding = [area for area in areas if area.kind.conceals]
        self._hard_areas = [area for area in areas if area.kind.hard]
        self._hard_lines = [line for line in lines if line.kind.hard]
        self._trenches = [line for line in lines if line.kind.conceals_near]
        self._roads = [line for line in lines if line.kind.road]
        self._spans = [area for area in areas if area.kind.over_water]
        self._never = {
            each: [area for area in areas if area.kind.going(each) is Going.NEVER]
            for each in TeamClass
        }
        self._seen: dict[tuple[Stand, Stand], bool] = {}
        self._veiled: dict[tuple[Stand, Stand], bool] = {}

    # -- standing ------------------------------------------------------------------------

    def lift(self, p: Point) -> int:
        """How high the ground is there (HAIL-PLOS-02)."""
        return max(
            [area.kind.lift for area in self._hills if area.polygon.where(p) >= 0], default=0
        )

    def hard_cover(self, stand: Stand) -> bool:
        """HAIL-PLOS-07."""
        return any(area.polygon.where(stand.spot) >= 0 for area in self._hard_areas) or any(
            _near(stand, line, HARD_NEAR) for line in self._hard_lines
        )

    def why_not_spot(self, stand: Stand, team_class: TeamClass, rule: str) -> Refusal | None:
        """Why a Team cannot stand there, whoever is about."""
        (x, y), r = stand
        if not (r <= x <= WIDE - r and r <= y <= HIGH - r):
            return Refusal("HAIL-PGEO-01", say("it would leave the table"))
        for area in self._never[team_class]:
            if area.polygon.where((x, y)) >= 0 and not self._passable((x, y)):
                return Refusal(
                    rule,
                    say("it cannot stand there: {title}", title=area.kind.title),
                )
        return None

    def _passable(self, p: Point) -> bool:
        return self._on_road(p, p) or any(area.polygon.where(p) >= 0 for area in self._spans)

    # -- looking -------------------------------------------------------------------------

    def sees(self, one: Stand, other: Stand) -> bool:
        """Return True if there is a line of sight between two Teams (HAIL-PLOS-01 to -05)."""
        found = self._seen.get((one, other))
        if found is None:
            _forget(self._seen)
            found = self._seen[one, other] = _Ray(self, one, other).free()
        return found

    def concealed(self, target: Stand, firer: Stand) -> bool:
        """Return True if a visible target is concealed from the firer (HAIL-PLOS-06)."""
        found = self._veiled.get((firer, target))
        if found is None:
            _forget(self._veiled)
            found = self._veiled[firer, target] = _Ray(self, firer, target).veiled()
        return found

    # -- moving --------------------------------------------------------------------------

    def on_road(self, path: tuple[Spot, ...]) -> bool:
        """Return True if a whole path is on road, leg by leg (HAIL-MOVE-06)."""
        return all(self._on_road(a, b) for a, b in pairwise(path))

    def _on_road(self, a: Point, b: Point) -> bool:
        """Return True if a leg keeps to one stretch of a road or to one bridge. Both are convex:
        where its ends are on it, all of it is."""
        for line in self._roads:
            half = line.kind.half_width
            for p, q in line.legs:
                if _within(a, p, q, half) and _within(b, p, q, half):
                    return True
        return any(
            area.kind.road and area.polygon.where(a) >= 0 and area.polygon.where(b) >= 0
            for area in self._spans
        )

    def why_not_leg(self, a: Spot, b: Spot, team_class: TeamClass) -> Refusal | None:
        """Why nothing of this class can go from one place straight to another (section 2.3)."""
        if self._on_road(a, b):
            return None
        for area in self.scenario.areas:
            going = area.kind.going(team_class)
            if barred(going, team_class):
                stretches = area.polygon.stretches(a, b)
                if going is Going.NEVER:
                    spans = [s for span in self._spans for s in span.polygon.stretches(a, b)]
                    stretches = _without(stretches, spans)
                if stretches:
                    return _impassable(area.kind.title, team_class)
        for line in self.scenario.lines:
            bars = barred(line.kind.going(team_class), team_class)
            if bars and self._crossing(line, a, b) is not None:
                return _impassable(line.kind.title, team_class)
        return None

    def trouble(self, path: tuple[Spot, ...], team_class: TeamClass) -> Trouble | None:
        """Where a path first enters or crosses what needs a Quality Check, 0 walked if it begins
        there (HAIL-TERR-01 to -05). path: from where the Team stands."""
        if not team_class.vehicle:
            return None
        walked = 0
        for a, b in pairwise(path):
            whole = length(a, b)
            first: tuple[Ratio, str] | None = None
            if not self._on_road(a, b):
                for at, title in self._rough(a, b, team_class):
                    if first is None or less(at, first[0]):
                        first = at, title
            if first is not None:
                (n, d), title = first
                return Trouble(walked + n * whole // d, title)
            walked += whole
        return None

    def _rough(self, a: Spot, b: Spot, team_class: TeamClass) -> Iterator[tuple[Ratio, str]]:
        """Where a leg enters each area and crosses each line that is no free ground."""
        for area in self.scenario.areas:
            if area.kind.going(team_class) in (Going.DIFFICULT, Going.VERY_DIFFICULT):
                for start, _ in area.polygon.stretches(a, b):
                    yield start, area.kind.title
        for line in self.scenario.lines:
            if line.kind.going(team_class) is not Going.FREE:
                at = self._crossing(line, a, b)
                if at is not None:
                    yield at, line.kind.title

    def _crossing(self, line: Line, a: Spot, b: Spot) -> Ratio | None:
        """Where a leg first meets a line off the road: a road overrides what it crosses."""
        least: Ratio | None = None
        for p, q in line.legs:
            met = meeting(a, b, p, q)
            if met is None or self._road_at(a, b, met[0]):
                continue
            if least is None or less(met[0], least):
                least = met[0]
        return least

    def _road_at(self, a: Spot, b: Spot, at: Ratio) -> bool:
        """Return True if a leg is on road at this ratio of it; everything is scaled by the ratio's
        denominator, so that the place there is whole."""
        n, d = at
        place = (a[0] * d + (b[0] - a[0]) * n, a[1] * d + (b[1] - a[1]) * n)
        return any(
            _within(place, (p[0] * d, p[1] * d), (q[0] * d, q[1] * d), road.kind.half_width * d)
            for road in self._roads
            for p, q in road.legs
        )


def _forget(sights: dict[tuple[Stand, Stand], bool]) -> None:
    """Make room, where too much is remembered."""
    if len(sights) > REMEMBERED:
        sights.clear()


def barred(going: Going, team_class: TeamClass) -> bool:
    """Return True if a Team of this class may not enter such ground (HAIL-TERR-02, -04, -05)."""
    if going is Going.NEVER:
        return True
    return going is Going.VERY_DIFFICULT and team_class in (
        TeamClass.GUN,
        TeamClass.HALF_TRACKED,
        TeamClass.WHEELED,
    )


def _impassable(title: str, team_class: TeamClass) -> Refusal:
    rule = {
        TeamClass.GUN: "HAIL-TERR-02",
        TeamClass.HALF_TRACKED: "HAIL-TERR-04",
        TeamClass.WHEELED: "HAIL-TERR-05",
    }.get(team_class, "HAIL-TERR-01")
    return Refusal(
        rule,
        say("{title}: in the way of {what}", title=title, what=team_class.word),
    )


class _Ray:
    """The line of sight from one Team to another."""

    def __init__(self, ground: Ground, a: Stand, b: Stand) -> None:
        self.ground, self.a, self.b = ground, a, b
        self.p, self.q = a.spot, b.spot
        self.eye_a = ground.lift(self.p) + EYE
        self.eye_b = ground.lift(self.q) + EYE

    def free(self) -> bool:
        """Return True if nothing cuts it (HAIL-PLOS-03 to -05), and no night (HAIL-PLOS-08)."""
        sight = self.ground.scenario.sight
        if sight and distance2(self.p, self.q) > (sight + self.a.radius + self.b.radius) ** 2:
            return False
        woods: list[Stretch] = []
        for area in self.ground._high:
            kind = area.kind.sight
            if kind is Sight.CLEAR:
                continue
            stretches = self._affecting(area)
            if kind is Sight.DEEP:
                woods += stretches
            elif stretches and not self._looks_out(area):
                return False
        if woods and longer(share(woods), self.p, self.q, WOODS_DEEP):
            return False
        return not any(
            line.kind.sight is Sight.HEDGEROW
            and self._crossed(line)
            and not _near(self.a, line, NEAR)
            and not _near(self.b, line, NEAR)
            for line in self.ground._hedges
        )

    def _looks_out(self, area: Area) -> bool:
        """Return True if a building or hill does not cut the line, because one of the two is in it
        or on it, or both look over it."""
        if area.polygon.where(self.p) >= 0 or area.polygon.where(self.q) >= 0:
            return True
        return area.kind.sight is Sight.BODY and min(self.eye_a, self.eye_b) > area.kind.lift

    def veiled(self) -> bool:
        """Return True if the target is concealed from the firer (HAIL-PLOS-06, H-42)."""
        ground = self.ground
        for area in ground._hiding:
            if area.polygon.where(self.q) >= 0:
                return True
            stretches = self._affecting(area)
            if stretches and not self._at_the_edge(area, stretches):
                return True
        if any(_near(self.b, line, TRENCH_NEAR) for line in ground._trenches):
            return True
        return any(
            line.kind.conceals and self._crossed(line) and not _near(self.a, line, NEAR)
            for line in ground._hedges
        )

    def _at_the_edge(self, area: Area, stretches: list[Stretch]) -> bool:
        """Return True if the firer looks out of an area from its edge (H-42)."""
        if area.polygon.where(self.p) < 0 or len(stretches) > 1:
            return False
        return not longer(share(stretches), self.p, self.q, NEAR + self.a.radius)

    def _affecting(self, area: Area) -> list[Stretch]:
        """The stretches of the line inside an area that is as high as the line at either end of
        them (HAIL-PLOS-02)."""
        kind = area.kind
        top = kind.height + kind.lift
        return [
            (start, end)
            for start, end in area.polygon.stretches(self.p, self.q)
            if self._reaches(top, start) or self._reaches(top, end)
        ]

    def _crossed(self, line: Line) -> bool:
        """Return True if the line of sight meets a line feature that is as high as it there."""
        for a, b in line.legs:
            met = meeting(self.p, self.q, a, b)
            if met is not None:
                top = line.kind.height + self.ground.lift(self._point(met[0]))
                if any(self._reaches(top, at) for at in met):
                    return True
        return False

    def _reaches(self, top: int, at: Ratio) -> bool:
        n, d = at
        return top * d >= self.eye_a * d + n * (self.eye_b - self.eye_a)

    def _point(self, at: Ratio) -> Point:
        """The place at a ratio of the line, its coordinates cut: lines stand on one ground."""
        n, d = at
        (px, py), (qx, qy) = self.p, self.q
        return px + (qx - px) * n // d, py + (qy - py) * n // d


def _near(stand: Stand, line: Line, reach: int) -> bool:
    """Return True if the edge of a base is within reach of a line."""
    return any(_within(stand.spot, a, b, reach + stand.radius) for a, b in line.legs)


def _within(p: Point, a: Point, b: Point, reach: int) -> bool:
    n, d = gap2(p, a, b)
    return n <= reach * reach * d


def _without(stretches: list[Stretch], others: list[Stretch]) -> list[Stretch]:
    """Return the parts of some stretches of a line that none of the others covers."""
    left = list(stretches)
    for start, end in others:
        cut = []
        for a, b in left:
            if not less(a, end) or not less(start, b):
                cut.append((a, b))
                continue
            if less(a, start):
                cut.append((a, start))
            if less(end, b):
                cut.append((end, b))
        left = cut
    return left


GROUNDS: dict[ScenarioKey, Ground] = {}
"""The ground of each scenario, once it has been asked for."""


def ground_of(key: ScenarioKey) -> Ground:
    """The table of a scenario."""
    found = GROUNDS.get(key)
    if found is None:
        found = GROUNDS[key] = Ground(CATALOG.scenarios[key])
    return found
