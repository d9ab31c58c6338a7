"""The map: ground, objectives, Teams and their Leaders, paths, aims, arcs, the ruler."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

from attrs import fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Append, DraftAction, Light, Pick, said, values_of
from owm_net.client.free_map.apart import apart
from owm_net.client.free_map.bases import RIM
from owm_net.client.free_map.chart import SPILL, FreeChart
from owm_net.client.free_map.ground import ground
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import land, marks, pieces, pressing
from owm_net.client.maps.asking import offers
from owm_net.client.maps.chart import Place, Point
from owm_net.client.maps.meanings import Adding
from owm_net.client.maps.pointing import RULER, Nothing
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire import (
    acting,
    blinds,
    faces,
    forming,
    palette,
    sighting,
    traces,
)
from owm_net.client.tables.hailfire.common import (
    MOST,
    PATH,
    SPOTS,
    TEAM,
    chart_of,
    land_of,
    laying,
    own_seat,
    place_of,
    stands_of,
    state_of,
)
from owm_net.client.tables.hailfire.common import (
    acting as acting_team,
)
from owm_net.client.tables.hailfire.people import name, told
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import TOKENS
from owm_net.engine.agenda import Refusal
from owm_net.engine.drafts import Draft
from owm_net.games.hailfire.artillery import (
    AIM,
    Aim,
    barrage_radius,
    firing_mortars,
    weight_of,
)
from owm_net.games.hailfire.blinds import LAY, open_blinds
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import ATTACKER, NO_TEAM, OFF_TABLE, Spot, TeamId
from owm_net.games.hailfire.looking import barrages_of, declaring_of, farthest, move_order_of
from owm_net.games.hailfire.orders import GetOff
from owm_net.games.hailfire.paths import path_length, reached
from owm_net.games.hailfire.set_up import PLACE
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import BOARDING, TAKES, WIDE, TeamClass
from owm_net.games.hailfire.transport import passengers
from owm_net.games.hailfire.victory import exits_open, wanted
from owm_net.games.hailfire.words import inches, place_name

ON_FOOT, ON_TRACKS = 2.2, 1.55
"""A Team's picture, in diameters of its base; no smaller than LEAST pixels."""
LEAST = 25.0
ENOUGH, NEARLY = 40.0, 1.3
"""Where that is more than so many pixels, it need be no more than so many diameters."""
DISC = 1 / 3
"""The radius of the base in a picture, in parts of the picture."""
ASIDE = 0.8
"""A picture is drawn so far beside its place, in parts of its size, where others are as near."""
NEAREST = 4.5
"""A part of the map so many times smaller is all that is worth looking at alone."""
GROUND = ("map", "team:", "objective", "blind:", "place:")
"""What lies under the pointer where a point of the map is pointed at."""


def draw(pen: Pen, room: Rect, seen: SeenTable) -> Iterator[None]:
    """All of it, as near as it is looked at, in parts."""
    whole = chart_of(seen, room.inset(SPILL / 2))
    lens, chart = pressing.spread(pen, seen, whole, NEAREST)
    with pen.through(lens):
        ground(pen, chart, land_of(state_of(seen)))
        _zones(pen, chart, seen)
        _objectives(pen, chart, seen)
        sighting.draw(pen, chart, seen)
        pressing.ground(pen, chart, seen, acting.meaning(seen), stands_of(state_of(seen)))
        traces.draw(pen, chart, seen)
        _command(pen, chart, seen)
        _orders(pen, chart, seen)
        _path(pen, chart, seen)
        blinds.draw(pen, chart, seen, spread_out(chart, state_of(seen))[1])
        _places(pen, chart, seen)
        _getting_off(pen, chart, seen)
        _barrage(pen, chart, seen)
        g = state_of(seen)
        pressing.rule(pen, seen, chart, GROUND, stands_of(g), partial(_measured, g))
        _pointed(pen, chart, seen)
        if seen.map_view.cross is not None:
            marks.cross(pen, chart, seen.map_view.cross, z=TOKENS + 90)
    yield
    with pen.through(lens, SPILL):
        yield from _teams(pen, chart, seen)
    with pen.through(lens):
        palette.draw(pen, chart, seen, standing(chart, state_of(seen)))


# ------------------------------------------------------------------ zones and objectives


def _zones(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Where each side sets up."""
    if seen.answering.kind not in (PLACE, LAY):
        return
    for seat, zone in enumerate(state_of(seen).battle.zones):
        ring = (*zone.corners, zone.corners[0])
        marks.line(pen, f"zone:{seat}", chart, ring, RIM[seat], z=MAP + 10, width=2, dash=10)


def overview(box: Box, g: HailfireState) -> None:
    """The ground with the zones and the objectives, before a match."""
    sheet = land_of(g)
    chart = FreeChart.within(box.rect, sheet.size, False)
    land.draw(box.pen, chart, sheet.face(False), z=box.z)
    for seat, zone in enumerate(g.battle.zones):
        ring = (*zone.corners, zone.corners[0])
        marks.line(box.pen, f"zone:{seat}", chart, ring, RIM[seat], z=box.z + 1, width=2, dash=10)
    for n, place in enumerate(g.battle.objectives):
        x, y = chart.at(place.at)
        flag = Rect(x - 6, y - 24, 26, 26)
        art = faces.objective(place.name, -1)
        if place.exit:
            art = faces.way_out(place.name, place.at[0] < WIDE // 2)
        box.pen.add(f"objective:{n}", "token", flag, z=box.z + 2, art=art, label=place.name)


def _objectives(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Draw a flag at each, in the colour of its holder, and how near a Team must be to take it."""
    g = state_of(seen)
    for n, place in enumerate(g.battle.objectives):
        holder = g.holders[n] if n < len(g.holders) else -1
        colour = RIM[holder] if holder >= 0 and not place.exit else theme.CREAM
        marks.ring(pen, f"objective:{n}.area", chart, place.at, TAKES, colour, z=MAP + 8, fill=22)
        x, y = chart.at(place.at)
        size = max(26.0, chart.long(230))
        what = _told_of(seen, n, holder)
        art = faces.objective(place.name, holder)
        if place.exit:
            art = faces.way_out(place.name, place.at[0] < WIDE // 2)
        pen.add(
            f"objective:{n}",
            "token",
            Rect(x - size / 4, y - size * 0.94, size, size),
            z=TOKENS + 2,
            art=art,
            label=what,
            tooltip=what,
        )


def _told_of(seen: SeenTable, number: int, holder: int) -> str:
    """What is said of an objective or an exit under the pointer."""
    g = state_of(seen)
    name = g.battle.objectives[number].name
    if number in g.battle.exits:
        if exits_open(g):
            return tr("Exit {name}: the attacker's Teams leave here", name=name)
        return tr("Exit {name}: not open yet", name=name)
    if holder < 0:
        return tr("Objective {name}, held by nobody", name=name)
    who = seen.system.seat_name(g, holder)
    if number not in (*wanted(g), *g.battle.exits) and holder == ATTACKER and g.battle.razed:
        return tr("Objective {name}, blown up by {who}", name=name, who=who)
    return tr("Objective {name}, held by {who}", name=name, who=who)


# ------------------------------------------------------------------ Teams


def _teams(pen: Pen, chart: FreeChart, seen: SeenTable) -> Iterator[None]:
    """Each a part: what one may fire at is asked of all of them."""
    g = state_of(seen)
    chosen = acting_team(seen)
    places = standing(chart, g)
    order = sorted(places, key=lambda n: (n == chosen, places[n][1]))
    for n in order:
        _team(pen, chart, seen, n, places[n])
        riders = passengers(g, n)
        seats = _seats(chart, g, n, places, len(riders))
        if riders:
            _aboard(pen, chart, g, n, places[n], seats)
        for rider, seat in zip(riders, seats, strict=True):
            _rider(pen, seen, rider, seat)
        yield


def standing(chart: FreeChart, g: HailfireState) -> dict[TeamId, Place]:
    """Where the middle of each Team's base is drawn: beside its place, where others are near."""
    return spread_out(chart, g)[0]


def spread_out(chart: FreeChart, g: HailfireState) -> tuple[dict[TeamId, Place], dict[int, Place]]:
    """Where the middles of Teams and of blinds are drawn: a blind may lie where a Team stands."""
    teams, closed = g.on_table(), open_blinds(g)
    discs = [_disc(chart, g.teams[n].spot, size_of(chart, g, n) * DISC) for n in teams]
    discs += [_disc(chart, g.blinds[n], blinds.size_of(chart) * DISC) for n in closed]
    most = max([ASIDE * r / DISC for _, _, r in discs], default=0.0)
    places = apart(tuple(discs), most)
    return (
        dict(zip(teams, places, strict=False)),
        dict(zip(closed, places[len(teams) :], strict=True)),
    )


def _disc(chart: FreeChart, spot: Spot, radius: float) -> tuple[float, float, float]:
    x, y = chart.at(spot)
    return round(x, 2), round(y, 2), radius


def size_of(chart: FreeChart, g: HailfireState, team: TeamId) -> float:
    """How wide and high a Team's picture is."""
    row = g.teams[team].row
    base = chart.long(2 * row.team_class.radius)
    times = ON_TRACKS if row.vehicle else ON_FOOT
    least = LEAST * 1.35 if row.vehicle else LEAST
    return max(least, min(base * times, max(ENOUGH, base * NEARLY)))


def picture(chart: FreeChart, g: HailfireState, team: TeamId, middle: Place) -> Rect:
    """The box of a Team's picture, the middle of its base there on the screen."""
    return pieces.picture(middle, size_of(chart, g, team))


def _team(pen: Pen, chart: FreeChart, seen: SeenTable, n: TeamId, middle: Place) -> None:
    g = state_of(seen)
    t = g.teams[n]
    box = picture(chart, g, n, middle)
    z = TOKENS + 30 + 3 * (n == acting_team(seen))
    _tie(pen, chart, g, n, middle)
    pen.add(f"team:{n}.art", "man", box, z=z, art=faces.badge(g, n))
    if t.vehicle:
        pen.add(
            f"team:{n}.hull",
            "man",
            pieces.around(middle, box.w * 0.46),
            z=z + 1,
            art=faces.vehicle(t.row, t.suppressed),
            angle=float(faces.heading(t, chart.plane.turned)),
        )
    r = box.w * pieces.PRESSED
    _rim(pen, seen, n, middle, r, TOKENS + 29)
    if goes_on(seen, n):
        return
    if wants_ground(seen):  # one goes close by: what is beside the base itself is ground
        middle, r = chart.at(t.spot), max(4.0, chart.long(t.row.team_class.radius))
    _pressed(pen, seen, n, middle, r, z + 2)


def _aboard(
    pen: Pen, chart: FreeChart, g: HailfireState, n: TeamId, middle: Place, seats: list[Rect]
) -> None:
    """A plate that ties who rides to the carrier."""
    first, last = seats[0], seats[-1]
    left, right = min(middle[0], first.x), max(middle[0], first.right)
    plate = Rect(left, first.y - 1, right - left, last.bottom - first.y + 2)
    shape = Shape("box", (24, 22, 16, 170), (*RIM[g.teams[n].seat], 255), 1.2, 5)
    pen.add(f"team:{n}.aboard", "panel", plate, z=TOKENS + 28, shape=shape)


def _seats(
    chart: FreeChart, g: HailfireState, carrier: TeamId, places: dict[TeamId, Place], many: int
) -> list[Rect]:
    """Where the pictures of those who ride are: small beside the carrier, on the side where they
    lie on fewer others."""
    x, y = places[carrier]
    size = size_of(chart, g, carrier)
    small = max(20.0, size * 0.55)
    sides = []
    for left in (x + size * 0.44, x - size * 0.44 - small):
        seats = [Rect(left, y - size * 0.42 + k * small * 0.92, small, small) for k in range(many)]
        near = [(seat, place) for seat in seats for n, place in places.items() if n != carrier]
        covered = sum([math.dist((seat.cx, seat.cy), place) < small for seat, place in near])
        sides.append((covered, seats))
    return min(sides, key=lambda side: side[0])[1]


def _rider(pen: Pen, seen: SeenTable, n: TeamId, box: Rect) -> None:
    """Make a passenger in a carrier pressable like others."""
    pen.add(f"team:{n}.art", "man", box, z=TOKENS + 36, art=faces.badge(state_of(seen), n))
    at = (box.cx, box.y + box.h * 22 / 48)
    _rim(pen, seen, n, at, box.w * 0.36, TOKENS + 37)
    _pressed(pen, seen, n, at, box.w * 0.36, TOKENS + 38)


def _rim(pen: Pen, seen: SeenTable, n: TeamId, at: Place, r: float, z: int) -> None:
    """About who may be chosen."""
    if press_of(seen, n)[0].lit and n not in taking_part(seen):
        pieces.rim(pen, f"team:{n}", at, r, z=z)


def _pressed(pen: Pen, seen: SeenTable, n: TeamId, at: Place, r: float, z: int) -> None:
    """Where a Team is pressed, and what is told of it there."""
    light, action = press_of(seen, n)
    among, meant = n in taking_part(seen), None if seen.ui.look == RULER else action
    tip = told(seen, n) + (f"\n{light.why}" if light.why else "")
    pieces.pressed(
        pen, f"team:{n}", at, r, seen, light, meant, name(seen, n), tip, z=z, chosen=among
    )


def wants_ground(seen: SeenTable) -> bool:
    """Return True if a point of the map is asked for."""
    if seen.answering.sketch is None:
        return seen.ui.look == RULER
    return seen.ui.look == RULER or not isinstance(acting.meaning(seen), Nothing)


def goes_on(seen: SeenTable, n: TeamId) -> bool:
    """Return True if a press on a friend is meant for the ground under it: a path may lead through
    infantry, or to the place of somebody who moves away. Before it has a point, who can be ordered
    is ordered. A barrage may be aimed at Teams it lies on, too."""
    if seen.answering.kind is AIM and seen.ui.look != RULER:
        return True
    route = acting.route_of(seen)
    if route is None or not is_own(seen, n) or seen.ui.look == RULER:
        return False
    if n == route[0] or acting.may_board(state_of(seen), seen.answering.sketch, n):
        return False
    return len(route[1]) > 1 or not press_of(seen, n)[0].lit


def _tie(pen: Pen, chart: FreeChart, g: HailfireState, n: TeamId, middle: Place) -> None:
    """The base where it truly stands, and a line from there to a picture that is beside it."""
    spot, id, z = g.teams[n].spot, f"team:{n}", TOKENS + 24
    colour, radius = RIM[g.teams[n].seat], g.teams[n].row.team_class.radius
    if pieces.tie(pen, id, chart, spot, middle, colour):
        marks.ring(pen, f"{id}.stand", chart, spot, radius, colour, z=z, fill=110)


def taking_part(seen: SeenTable) -> tuple[TeamId, ...]:
    """All that the answer in the making holds, the one looked at where it holds none."""
    sketch = seen.answering.sketch if seen.answering.is_open else None
    chosen = acting_team(seen)
    held = values_of(sketch, TeamId) or tuple([team for team, _ in forming.formed(seen)])
    return held or ((chosen,) if chosen != NO_TEAM else ())


def press_of(seen: SeenTable, n: TeamId) -> tuple[Light, Action]:
    """How a Team looks now, and what pressing it means: it is chosen where the answer can take it,
    else looked at."""
    look = Select(n + 1)
    means = acting.means_of(seen, n)
    if means is None:
        return Light(), look
    if isinstance(means, Pick):
        light = seen.answering.light(TeamId, n)
        return light, means if light.lit or light.why else look
    assert isinstance(means, DraftAction)
    after = _after(seen, means)
    if isinstance(after, Refusal):
        return Light(why=said(after)), means
    return Light(lit=after is not None), means


def _after(seen: SeenTable, means: DraftAction) -> Any:
    """Return the result of a press, worked out once for each unfinished answer."""
    sketch = seen.answering.sketch
    held = None if sketch is None else sketch.key
    after = seen.cached(("press", means, held), lambda: means.on(seen.answering.drafting, sketch))
    return after if isinstance(after, Draft | Refusal) else None


def _command(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Draw lines from a Leader to the Teams of the Unit: whole where it sees them, else broken; and
    the front of a vehicle."""
    g, n = state_of(seen), acting_team(seen)
    if n == NO_TEAM or not g.teams[n].there:
        return
    unit = g.teams[n].unit
    leader = g.units[unit].leader
    if leader != NO_TEAM and g.teams[leader].there:
        for other in g.members(unit):
            if other != leader:
                ends = (g.teams[leader].spot, g.teams[other].spot)
                dash = 0.0 if g.sees(leader, other) else 6.0
                marks.line(
                    pen,
                    f"command:{other}",
                    chart,
                    ends,
                    theme.GOLD,
                    z=TOKENS + 4,
                    width=1.4,
                    dash=dash,
                )
    if g.teams[n].vehicle:
        _arc(pen, chart, g, n)


def _arc(pen: Pen, chart: FreeChart, g: HailfireState, n: TeamId) -> None:
    """Where its front ends: shots from before this line meet the front."""
    t = g.teams[n]
    (x, y), (fx, fy) = t.spot, t.facing
    far = math.hypot(fx, fy) or 1.0
    side = (round(-fy / far * 400), round(fx / far * 400))
    front = (x + round(fx / far * 320), y + round(fy / far * 320))
    ends = ((x - side[0], y - side[1]), (x + side[0], y + side[1]))
    marks.line(pen, "arc.line", chart, ends, theme.CREAM, z=TOKENS + 5, width=1.2, dash=5)
    marks.line(pen, "arc.front", chart, ((x, y), front), theme.CREAM, z=TOKENS + 5, width=1.6)


# ------------------------------------------------------------------ orders and paths


def _orders(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Draw the orders declared in this activation: fire, ways, charges."""
    g = state_of(seen)
    declaring = declaring_of(g)
    for k, order in enumerate(declaring.orders if declaring is not None else ()):
        for move in order.moves:
            start, way = place_of(g, move.team), move.path
            if move.carrier != NO_TEAM and g.teams[move.carrier].there:
                way = (*way, g.teams[move.carrier].spot)
            way = (*way, *[s for s in (move.landing, move.face) if s is not None])
            if start is not None and way:
                way = (start, *way)
                id, ink = f"order:{k}.{move.team}", marks.OWN
                marks.line(pen, id, chart, way, ink, z=TOKENS + 8, width=1.8, dash=6)
                marks.dot(pen, f"{id}.end", chart, way[-1], ink, z=TOKENS + 9, size=7)
        pairs = [(c.team, c.enemy) for c in order.charges]
        if order.fires is not None:
            pairs += [(team, order.fires.target) for team in order.fires.teams]
        for team, enemy in pairs:
            if g.teams[team].there and g.teams[enemy].there:
                ends = (g.teams[team].spot, g.teams[enemy].spot)
                marks.line(
                    pen,
                    f"order:{k}.{team}",
                    chart,
                    ends,
                    theme.REFUSED,
                    z=TOKENS + 8,
                    width=1.6,
                    dash=4 if order.fires is not None else 0,
                )
    _stops(pen, chart, g)


def _stops(pen: Pen, chart: FreeChart, g: HailfireState) -> None:
    """How far the dice bring each Team of a Move order."""
    order = move_order_of(g)
    if order is None or not order.faces:
        return
    for spot, team, walked in acting.stops(g):
        move = next(m for m in order.moves if m.team == team)
        if walked == farthest(g, order, move):
            radius = g.teams[team].row.team_class.radius
            marks.ring(
                pen, f"comes:{team}", chart, spot, radius, theme.GOOD, z=TOKENS + 12, fill=60
            )


def _path(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """The path that is drawn."""
    route = acting.route_of(seen)
    if route is None:
        return
    team, way = route
    marks.path(pen, chart, way, state_of(seen).teams[team].row.team_class.radius)


def _pointed(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Draw what a press there would add to the path: its length, or why not."""
    point = pressing.pointed(seen, chart, pen.k, GROUND)
    route = acting.route_of(seen)
    means = acting.meaning(seen)
    if point is None or seen.ui.look == RULER:
        return
    if isinstance(means, forming.Forming):
        _formation_ahead(pen, chart, seen, point, means)
    if isinstance(means, Adding) and means.field != PATH:
        _next_place(pen, chart, seen, point)
    if route is None:
        return
    if not isinstance(means, Adding) or seen.ui.hover.startswith("team:"):
        return
    team, way = route
    set_there = Spot(point) == way[-1]  # the last press was here, and the pointer has not moved
    longer = way if set_there else (*way, Spot(point))
    after = None if set_there else _after(seen, means.pressed_at(point))
    why = said(after) if isinstance(after, Refusal) else ""
    radius = state_of(seen).teams[team].row.team_class.radius
    lines = [inches(path_length(longer)), tr(place_name(state_of(seen), Spot(point)))]
    lines.append(why or _stops_short(seen, team, longer))
    told = [line for line in lines if line]
    marks.path_ahead(pen, chart, way[-1], point, radius, told, refused=bool(why))


def _stops_short(seen: SeenTable, team: TeamId, way: tuple[Spot, ...]) -> str:
    """How far a path can be walked while all others stay where they are, "" if to its end."""
    g, far = state_of(seen), path_length(way)
    comes: int = seen.cached(("comes", team, way), lambda: reached(g, team, way, far))
    if comes == far:
        return ""
    return tr("others stand there: as they do it comes {n} far", n=inches(comes))


def _formation_ahead(
    pen: Pen, chart: FreeChart, seen: SeenTable, point: Point, means: forming.Forming
) -> None:
    """Draw where a press there would put a Unit that is set up, or one Team of a formation; or why
    it cannot."""
    if seen.ui.hover.startswith(("team:", "place:")):
        return
    g, why, radius = state_of(seen), "", 2 * TAKES // 3
    if means.team != NO_TEAM:
        radius = g.teams[means.team].row.team_class.radius
    if means.team != NO_TEAM or means.kind == PLACE.word:
        after = _after(seen, means.pressed_at(point))
        why = said(after) if isinstance(after, Refusal) else ""
    colour, at = theme.REFUSED if why else theme.GOOD, chart.at(point)
    marks.ring(pen, "next.place", chart, point, radius, colour, z=TOKENS + 41, fill=30)
    if why:
        marks.label(pen, "next.text", chart, at, [why], z=TOKENS + 80, colour=colour, edge=colour)


def _next_place(pen: Pen, chart: FreeChart, seen: SeenTable, point: Point) -> None:
    """Where the next blind would lie, or why it cannot."""
    sketch = seen.answering.sketch
    n = len(sketch.all(SPOTS)) if sketch is not None else 0
    if n >= len(laying(seen)):
        return
    after = _after(seen, Append(SPOTS, Spot(point)))
    why = said(after) if isinstance(after, Refusal) else ""
    colour, at = theme.REFUSED if why else theme.GOOD, chart.at(point)
    radius = TeamClass.INFANTRY.radius
    marks.ring(pen, "next.place", chart, point, radius, colour, z=TOKENS + 41, fill=60)
    if why:
        marks.label(pen, "next.text", chart, at, [why], z=TOKENS + 80, colour=colour, edge=colour)


# ------------------------------------------------------------------ places, aims, the ruler


def _places(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Points of the answer that are no path: where Teams are to stand, where one turns to."""
    answering = seen.answering
    g, sketch = state_of(seen), answering.sketch
    if not answering.is_open or sketch is None:
        return
    for team, way in forming.formed(seen):
        _in_formation(pen, chart, seen, team, way)
    one = pressing.field_of_one(sketch, Spot)
    spot = sketch.get(one) if one is not None else None
    if spot is not None and answering.kind is not AIM:
        n = acting_team(seen)
        place_now = place_of(g, n) if n != NO_TEAM else None
        if place_now is not None:
            ends = (place_now, spot)
            marks.line(pen, "aim.line", chart, ends, theme.AMBER, z=TOKENS + 19, width=2, dash=7)
        marks.dot(pen, "aim.dot", chart, spot, theme.AMBER, z=TOKENS + 21, size=11)


def _in_formation(
    pen: Pen, chart: FreeChart, seen: SeenTable, team: TeamId, way: tuple[Spot, ...]
) -> None:
    """Draw a Team at its place in a formation, where it can be pressed and dragged, and the way
    there."""
    g, id, place = state_of(seen), f"place:{team}", way[-1]
    box = picture(chart, g, team, chart.at(place))
    start = place_of(g, team)
    if start is not None:
        marks.line(pen, f"{id}.way", chart, (start, *way), marks.OWN, z=TOKENS + 18, width=1.4)
    pen.add(f"{id}.art", "man", box, z=TOKENS + 40, art=faces.badge(g, team), opacity=220)
    if g.teams[team].vehicle:
        art = faces.vehicle(g.teams[team].row, False)
        pen.add(f"{id}.hull", "man", box, z=TOKENS + 41, art=art, opacity=220)
    radius, chosen = box.w * pieces.PRESSED, team == forming.corrected(seen)
    wide = round(2 * radius * chart.plane.size[0] / chart.area.w)
    handle = forming.Handle(team, place, wide, chart.plane.turned, chosen)
    action = None if seen.ui.look == RULER else handle
    tip = tr("Drag it, or click it and then its place.")
    pieces.pressed(
        pen,
        id,
        chart.at(place),
        radius,
        seen,
        Light(),
        action,
        name(seen, team),
        tip,
        z=TOKENS + 42,
        chosen=chosen,
    )


def _getting_off(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """Draw how far from its carrier the middle of a passenger may end."""
    g, sketch = state_of(seen), seen.answering.sketch if seen.answering.is_open else None
    if sketch is None or sketch.cls is not GetOff:
        return
    rider = sketch.get(TEAM, NO_TEAM)
    if g.known(rider) and g.teams[rider].aboard != NO_TEAM:
        carrier = g.teams[g.teams[rider].aboard]
        reach = BOARDING + sum([t.row.team_class.radius for t in (carrier, g.teams[rider])])
        marks.ring(pen, "getting off", chart, carrier.spot, reach, theme.GOOD, z=MAP + 9, fill=24)


def _barrage(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """The template of a barrage: where it lies, or where it would be put."""
    answering = seen.answering
    g = state_of(seen)
    frame = barrages_of(g)
    if frame is None or not frame.calls:
        return
    unit = frame.calls[0].unit
    sketch = answering.sketch if answering.is_open and answering.kind is AIM else None
    spot = sketch.get(fields(Aim).spot) if sketch is not None else None
    if spot is None:
        spot = _listed_aim(seen) if sketch is not None else frame.spot
    if spot is None:
        under = pressing.pointed(seen, chart, pen.k, GROUND)
        spot = None if under is None else Spot(under)
    if spot is None or spot == OFF_TABLE:
        return
    weight = weight_of(g, unit)
    if weight is None:
        return
    radius = barrage_radius(g, unit, weight, len(firing_mortars(g, unit, spot)))
    sees = g.ground.sees(g.teams[frame.calls[0].observer].stand, Stand(spot, 0))
    colour = theme.AMBER if sees or sketch is None else theme.REFUSED
    marks.ring(pen, "barrage", chart, spot, radius, colour, z=TOKENS + 20, fill=50, width=2.4)
    marks.dot(pen, "barrage.middle", chart, spot, colour, z=TOKENS + 21)
    lines = [
        tr_n(
            "{radius} around, {n} Received Fire Point",
            "{radius} around, {n} Received Fire Points",
            weight.points,
            radius=inches(radius),
        )
    ]
    if not sees:
        lines.append(tr("the observing Team does not see that place"))
    marks.label(
        pen, "barrage.text", chart, chart.at(spot), lines, z=TOKENS + 80, colour=colour, edge=colour
    )


def _listed_aim(seen: SeenTable) -> Spot | None:
    """The place of the offer beside the map that is pointed at, by pointer or keys."""
    number = (seen.ui.hover or seen.ui.focus).removeprefix("offer:")
    found = offers(seen, MOST) if number.isdigit() else []
    offer = found[int(number)] if number.isdigit() and int(number) < len(found) else None
    return offer.spot if isinstance(offer, Aim) else None


def _measured(g: HailfireState, start: Point, end: Point) -> list[str]:
    """From a point to a point."""
    far = round(math.dist(start, end))
    sees = g.ground.sees(Stand(Spot(start), 0), Stand(Spot(end), 0))
    return [inches(far), tr("sight is free") if sees else tr("no sight")]


def is_own(seen: SeenTable, n: TeamId) -> bool:
    """Return True if a Team is the player's."""
    return state_of(seen).teams[n].seat == own_seat(seen)
