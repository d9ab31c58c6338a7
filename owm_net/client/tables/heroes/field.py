"""The map: ground, zones, objectives, units with their tokens, ways, aims."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence

from attrs import evolve

from owm_net.client import theme
from owm_net.client.answering.drafting import Light, Pick, Sketch
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.grid_map.chart import GridChart
from owm_net.client.grid_map.gliding import glide
from owm_net.client.grid_map.labels import LABELS, labels
from owm_net.client.language import current, tr, tr_n
from owm_net.client.maps import land, marks, pressing
from owm_net.client.maps.chart import Place, Point
from owm_net.client.maps.pointing import SIGHT
from owm_net.client.scene.items import Action, Rect, Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes import acting, faces, sighting, terrain
from owm_net.client.tables.heroes.acting import driving, going, means_of, opened
from owm_net.client.tables.heroes.common import (
    BARE,
    FIRES,
    PLACED,
    POSTED,
    REACTION,
    SHOT,
    WALKED,
    aimed_at,
    held,
    is_asked,
    own_seat,
    plane_of,
    pointed_unit,
    sign_of,
    spot_of,
    state_of,
    target_in,
    token_on,
    unit_in,
    view_of,
)
from owm_net.client.tables.heroes.common import (
    acting as acting_unit,
)
from owm_net.client.tables.heroes.people import ground_told, name, named, token_told, told
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import TOKENS, look_through, outlined, plate
from owm_net.client.words import because, capital
from owm_net.games.heroes import smoke_bombs
from owm_net.games.heroes.blast import covered, drifted, exposed
from owm_net.games.heroes.cards import artillery
from owm_net.games.heroes.cards.artillery import Artillery
from owm_net.games.heroes.driving import is_driven
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import NO_UNIT, NO_VERTEX, Space, UnitId, Vertex
from owm_net.games.heroes.looking import (
    controllers,
    exposed_to,
    finders,
    obstacle,
    placed,
    reacting_of,
    retreat_ways,
    retreating_of,
    seekers,
    steps_of,
)
from owm_net.games.heroes.paths import ZONE
from owm_net.games.heroes.patterns import is_clear, ordnance
from owm_net.games.heroes.reacting import REACT
from owm_net.games.heroes.riding import passengers
from owm_net.games.heroes.set_up import DEPLOY
from owm_net.games.heroes.shooting import best_aim
from owm_net.games.heroes.smoke_bombs import OrderSmoke
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.supply import SUPPLY_MOVE
from owm_net.games.heroes.terms import Pattern, Phase
from owm_net.games.heroes.vehicles import way_of
from owm_net.games.heroes.weapons import PRIMARY, armed
from owm_net.games.heroes.words import objective_name, seat_name, side_name, space_name, vertex_name

GAP = 2.0
"""Between a counter and the edges of its space."""
BLOCK = 0.38
"""A token's side, in parts of a space's."""
TILE = "own"
"""The mark of counters, by which the keys find the next one; their frames are drawn here, beside
the numbers and not over them."""
BEYOND = 9.0
"""Pixels of a counter's token that are seen beyond the edge of the map."""


def chart_of(g: HeroesState, room: Rect) -> GridChart:
    """The map in a room, with its letters and numbers."""
    frame = Rect(room.x + LABELS, room.y + LABELS, room.w - LABELS, room.h - LABELS)
    chart = GridChart.within(frame, plane_of(g))
    return evolve(chart, frame=chart.area)


def draw(pen: Pen, room: Rect, seen: SeenTable) -> Iterator[None]:
    """All of it, as near as it is looked at, in parts."""
    g = state_of(seen)
    whole = chart_of(g, room)
    lens = look_through(pen, whole.frame, seen, whole.cell_size[0])
    chart = whole.seen(lens)
    shape = Shape("box", (20, 19, 14, 255), (*theme.GOLD, 200), 1.6, 6)
    pen.add("map.frame", "panel", chart.frame.inset(-3), z=MAP - 10, shape=shape)
    _labels(pen, chart, g)
    with pen.through(lens):
        land.draw(pen, chart, faces.ground(terrain.ground(seen)))
        _zones(pen, chart, seen)
        _objectives(pen, chart, seen)
        sighting.draw(pen, chart, seen)
        _ground(pen, chart, seen)
        _spaces(pen, chart, seen)
        written = _way(pen, chart, seen)
        _vertices(pen, chart, seen)
        _retreats(pen, chart, seen)
        _lying(pen, chart, g)
        _pointed(pen, chart, seen, written)
    yield
    with pen.through(lens, BEYOND):
        if seen.ui.look != BARE:
            yield from _units(pen, chart, seen)


def _labels(pen: Pen, chart: GridChart, g: HeroesState) -> None:
    def names(space: Point) -> tuple[str, str]:
        named = space_name(g, Space(space))
        return named[0], named[1:]

    labels(pen, chart, names)


# ------------------------------------------------------------------ what lies on the map


def _box_over(chart: GridChart, spaces: tuple[Space, ...], gap: float = 0.0) -> Rect:
    """The box about some spaces."""
    boxes = [chart.cell(space) for space in spaces]
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    right, low = max(b.right for b in boxes), max(b.bottom for b in boxes)
    return Rect(x, y, right - x, low - y).inset(gap)


def _zones(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """Where each side deploys."""
    g = state_of(seen)
    if g.phase is not Phase.SET_UP:
        return
    for seat in g.players:
        colour = faces.rim_of(g, seat)
        zone = g.side(seat).zone
        own = is_asked(seen, DEPLOY) and seat == own_seat(seen)
        for n, space in enumerate(zone):
            shape = Shape("fill", (*colour, 70 if own else 34))
            pen.add(f"zone:{seat}.{n}", "zone", chart.cell(space, 1), z=MAP + 6, shape=shape)
        if zone:  # a free battle has none at first
            shape = Shape("dashes", edge=(*colour, 255), width=2.4)
            pen.add(f"zone:{seat}", "zone", _box_over(chart, zone, 1), z=MAP + 7, shape=shape)


def overview(box: Box, g: HeroesState) -> None:
    """The ground with the objectives, before a match."""
    chart = GridChart.within(box.rect, plane_of(g))
    art = faces.ground(g.ground)
    box.pen.add("land", "image", chart.area, z=box.z, art=art)
    for n, objective in enumerate(g.battle.objectives):
        place = _box_over(chart, objective.spaces, 1)
        shape = Shape("box", (*theme.CREAM, 40), (*theme.CREAM, 255), 2, 4)
        box.pen.add(f"objective:{n}.area", "ring", place, z=box.z + 1, shape=shape)
        size = max(22.0, chart.cell_size[0] * 0.8)
        flag = Rect(place.cx - size * 0.2, place.cy - size * 0.9, size, size)
        name = tr(objective_name(g, n))
        art = faces.objective("", objective.points)
        box.pen.add(f"objective:{n}", "token", flag, z=box.z + 2, art=art, label=name, tooltip=name)


def _objectives(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """Draw the spaces of each with a frame, and a flag in its holder's shape and colour."""
    g = state_of(seen)
    for n, objective in enumerate(g.battle.objectives):
        holder = g.holders[n] if n < len(g.holders) else ""
        seats = [seat for seat in g.players if g.side(seat).name == holder]
        nation = g.side(seats[0]).army.nation.value if seats else ""
        colour = faces.RIM.get(nation, theme.CREAM)
        box = _box_over(chart, objective.spaces, 1.5)
        shape = Shape("box", (*colour, 26), (*colour, 255), 2.2, 5)
        pen.add(f"objective:{n}.area", "ring", box, z=MAP + 8, shape=shape)
        title = tr(objective_name(g, n))
        who = tr(side_name(g, seats[0])) if seats else tr("nobody")
        told = tr_n(
            "{place}: {n} point, held by {who}",
            "{place}: {n} points, held by {who}",
            objective.points,
            place=title,
            who=who,
        )
        size = max(22.0, chart.cell_size[0] * 0.52)
        flag = Rect(box.cx - size * 0.2, box.cy - size * 0.9, size, size)
        art = faces.objective(nation, objective.points)
        pen.add(f"objective:{n}", "token", flag, z=TOKENS + 4, art=art, label=told, tooltip=told)


def _lying(pen: Pen, chart: GridChart, g: HeroesState) -> None:
    """Draw smoke patterns and charges, bonus tokens, spaces where a mine went off, exits."""
    wide = chart.cell_size[0]
    for n, smoke in enumerate(g.smoke):
        x, y = chart.corner(smoke.vertex)
        box = Rect(x - wide, y - wide, 2 * wide, 2 * wide)
        said = tr("smoke: -{n}", n=smoke.value)
        pen.add(f"smoke:{n}", "image", box, z=TOKENS + 60, art=faces.smoke(smoke.value), label=said)
    charged: dict[Space, int] = {}
    hulls: dict[Space, Unit] = {}
    for charge in g.charges:
        if charge.structure in g.ground.structures:
            space = g.ground.structures[charge.structure].spaces[0]
        elif g.known(charge.target) and g.units[charge.target].there:
            space = g.units[charge.target].at
            hulls[space] = g.units[charge.target]
        else:
            continue
        charged[space] = charged.get(space, 0) + 1
    for space, number in charged.items():
        said = tr("{space}: explodes at the end of Supply", space=space_name(g, space))
        _lies(pen, chart, "bomb", space, faces.bomb(number), said, hulls.get(space))
    laid = g.made.bonus if g.made is not None and g.phase is Phase.SET_UP else ()
    for space in g.bonus or laid:
        said = tr("A bonus token: infantry that ends its move here opens it")
        _lies(pen, chart, "bonus", space, faces.sign("bonus"), said)
    for space in dict.fromkeys(g.mined):
        _lies(pen, chart, "mine", space, faces.sign("mine"), tr("A mine went off here"))
    side, exits = g.battle.exits
    for space in exits:
        seats = [seat for seat in g.players if g.side(seat).name == side]
        who = tr(seat_name(g, seats[0])) if seats else side
        colour = faces.RIM[g.side(seats[0]).army.nation.value] if seats else theme.CREAM
        tip = tr("An exit of the {side}", side=who)
        cell = chart.cell(space, 2)
        shape = Shape("dashes", edge=(*colour, 255), width=2)
        pen.add(f"exit:{space[0]}.{space[1]}", "zone", cell, z=MAP + 8, shape=shape, label=tip)
        arrow = "→" if space[0] * 2 >= plane_of(g).width else "←"
        at = (cell.right - 11 if arrow == "→" else cell.x + 11, cell.bottom - 11)
        id = f"exit:{space[0]}.{space[1]}.sign"
        chip(pen, id, arrow, at, (*colour, 255), z=MAP + 9, tip=tip)


def _lies(
    pen: Pen,
    chart: GridChart,
    kind: str,
    space: Space,
    art: ArtKey,
    said: str,
    hull: Unit | None = None,
) -> None:
    """A small thing in the lower left corner of a space; a charge at its upper edge or, on a hull,
    beside the tail, where a counter has no numbers."""
    cell, size = chart.cell(space), chart.cell_size[0] * (0.36 if kind == "bomb" else 0.44)
    box = Rect(cell.x + 1, cell.bottom - size - 1, size, size)
    if kind == "bomb":
        box = Rect(cell.x + cell.w * 0.28, cell.y - 1, size, size)
        if hull is not None and is_driven(hull) and hull.piece.spaces > 1:
            box = _corner(chart, hull, unit_box(chart, hull), -1)
    id = f"{kind}:{space[0]}.{space[1]}"
    pen.add(id, "token", box, z=TOKENS + 50, art=art, label=said, tooltip=said)


def _ground(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """All of it can be pressed, and says what lies under the pointer."""
    g, point = state_of(seen), None
    if seen.ui.hover == "map":
        x, y = seen.ui.pointer
        point = chart.under(x / pen.k, y / pen.k)
    moves = seen.answering.is_open and going(g, seen.answering.sketch) is not None
    tip = "" if point is None or moves else "\n".join(place_told(g, Space(point)))
    pressing.ground(pen, chart, seen, acting.on_space(seen), tooltip=tip)


def place_told(g: HeroesState, space: Space) -> list[str]:
    """List the elements of a space, its name first."""
    what, *rest = ground_told(g, space)
    return [f"{space_name(g, space)}: {what}", *([", ".join(rest)] if rest else [])]


def _spaces(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """The spaces that may be chosen."""
    g = state_of(seen)
    chosen = held(seen.answering.sketch, PLACED.space)
    ends: tuple[Space, ...] = held(seen.answering.sketch, WALKED.path, ())
    veiled = going(g, seen.answering.sketch)
    if veiled is None or not g.units[veiled.unit].concealed:
        veiled = None
    for space, action in opened(seen, Space).items():
        on = space == chosen or space in ends[-1:]
        id = f"cell:{space[0]}.{space[1]}"
        hot = seen.ui.hover == id or seen.ui.focus == id
        edge = (*theme.LIT, 255) if hot else (*theme.LIT, 130)
        dim = 0 if seen.ui.look == SIGHT else 36  # there light and dark is what is seen
        shape = Shape("box", (*theme.LIT, 84 if hot else dim), edge, 1.4, 4)
        tip = "\n".join(place_told(g, space)) if hot else ""
        found = "" if veiled is None else _prying(pen, chart, seen, veiled.unit, space)
        tip = "\n".join([tip, found]) if found else tip
        pen.add(
            id,
            "cell",
            chart.cell(space, 2.5),
            z=MAP + 64,
            shape=shape,
            flags=flags_of(lit=True, quiet=not on, chosen=on),
            action=action,
            label=space_name(g, space),
            tooltip=tip,
        )


def _prying(pen: Pen, chart: GridChart, seen: SeenTable, unit: UnitId, space: Space) -> str:
    """Mark whether an enemy finds a concealed counter on a space at once, or after a step of its
    own. Returns which do."""
    g, id = state_of(seen), f"found:{space[0]}.{space[1]}"
    found: tuple[bool, bool] = seen.cached(("found", unit, space), lambda: _found(g, unit, space))
    if not any(found):
        return ""
    now, cell = found[0], chart.cell(space)
    colour, sign = (theme.REFUSED, "!") if now else (theme.AMBER, "?")
    chip(pen, id, sign, (cell.x + 11, cell.y + 11), colour, z=TOKENS + 70)
    if f"cell:{space[0]}.{space[1]}" not in (seen.ui.hover, seen.ui.focus):
        return ""
    who = ", ".join([name(g, e) for e in (finders if now else seekers)(g, unit, space)])
    if now:
        return tr("found here by {units}", units=who)
    return tr("found here by {units} after a step of theirs", units=who)


def _found(g: HeroesState, unit: UnitId, space: Space) -> tuple[bool, bool]:
    """Return (an enemy finds it there now, an enemy finds it only after a step)."""
    now = any(True for _ in finders(g, unit, space))
    return now, not now and any(True for _ in seekers(g, unit, space))


# ------------------------------------------------------------------ ways


def _way(pen: Pen, chart: GridChart, seen: SeenTable) -> list[Rect]:
    """The way that is drafted or walked, the shot or assault that is drafted. Returns where it has
    labels."""
    g, answering, written = state_of(seen), seen.answering, list[Rect]()
    sketch = answering.sketch if answering.is_open else None
    move = going(g, sketch)
    frame = reacting_of(g)
    if move is not None:
        points = (spot_of(g, move.unit), *move.path)
        _path(pen, chart, points, theme.LIT)
        if move.path:
            label = tr("{n} of {all}", n=len(move.path), all=move.points)
            written.append(_note(pen, chart, "path.cost", move.path[-1], [label]))
    drive = driving(g, sketch)
    mover, way = acting.drafted_way(g, sketch)
    shots = exposed_to(g, mover, way) if not is_asked(seen, SUPPLY_MOVE) else {}
    for step in sorted(set(shots.values())):
        _number(pen, chart, f"exposed:{step}", step, way[step][0], theme.REFUSED)
    if drive is not None and drive.course:
        poses = way_of(g.units[drive.unit], drive.course)
        _path(pen, chart, tuple([at for at, _ in poses]), theme.LIT)
        label = tr("{n} of {all}", n=len(drive.course), all=drive.points)
        written.append(_note(pen, chart, "path.cost", drive.pose[0], [label]))
    elif is_asked(seen, REACT) and frame is not None:
        start = g.units[frame.mover].at
        steps = {n: at for n, (at, _) in steps_of(frame).items()}
        if any(space != start for space in steps.values()):
            _path(pen, chart, (start, *steps.values()), theme.REFUSED)
        else:  # it stays: a number would lie upon its own
            steps = {}
        for n, space in steps.items():
            chosen = n == held(sketch, REACTION.step, -1)
            _number(pen, chart, f"step:{n}", n, space, theme.LIT if chosen else theme.CREAM)
    target, unit = target_in(g, sketch), unit_in(g, sketch)
    if target == NO_UNIT or unit == NO_UNIT:
        return written
    targets = held(sketch, SHOT.targets, ()) or (target,)
    start = move.start if move is not None else spot_of(g, unit)
    for n, enemy in enumerate(targets):
        ends = (start, g.units[enemy].at)
        colour = theme.REFUSED if move is not None else theme.AMBER
        id, dash = f"aim:{n}", 0.0 if move is not None else 7.0
        marks.line(pen, id, chart, ends, colour, z=TOKENS + 68, width=3, dash=dash)
    return written


def _path(pen: Pen, chart: GridChart, points: tuple[Space, ...], colour: theme.Colour) -> None:
    marks.line(pen, "path", chart, points, colour, z=TOKENS + 64, width=3)
    for n, point in enumerate(points[1:]):
        size = 11 if n == len(points) - 2 else 7
        marks.dot(pen, f"path.point:{n}", chart, point, colour, z=TOKENS + 66, size=size)


def _vertices(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """The intersections that may be aimed at; the blast at the one that is pointed at or chosen,
    with where it drifts and whom it hits."""
    g, sketch = state_of(seen), seen.answering.sketch
    chosen = held(sketch, SHOT.vertex, held(sketch, WALKED.smoke, NO_VERTEX))
    for vertex, action in opened(seen, Vertex).items():
        x, y = chart.corner(vertex)
        id = f"vertex:{vertex[0]}.{vertex[1]}"
        on = vertex == chosen
        box = Rect(x - 5, y - 5, 10, 10)
        shape = Shape("box", (*theme.LIT, 120), (20, 18, 12, 200), 1.2, 5)
        flags = flags_of(lit=True, quiet=not on, chosen=on)
        what = tr(vertex_name(g, vertex))
        pen.add(id, "cell", box, z=TOKENS + 76, shape=shape, flags=flags, action=action, label=what)
    looked = aimed_at(seen, Vertex(chosen))
    if looked != NO_VERTEX:
        _blast(pen, chart, seen, looked)


def _pattern(g: HeroesState, sketch: Sketch, vertex: Vertex) -> tuple[Pattern, int, bool] | None:
    """The pattern that is aimed at a vertex, how far it drifts, whether it hits anybody."""
    if sketch is None:
        return None
    if issubclass(sketch.cls, Artillery):
        return Pattern.BLACK, artillery.DRIFT, True
    if sketch.cls is OrderSmoke:
        return Pattern.WHITE, smoke_bombs.DRIFT, False
    if held(sketch, WALKED.smoke, NO_VERTEX) != NO_VERTEX:
        return Pattern.WHITE, 0, False
    unit = unit_in(g, sketch)
    what = ordnance(g, unit, held(sketch, SHOT.spend, ())) if unit != NO_UNIT else None
    if what is None:
        return None
    return what.pattern, 0 if is_clear(g, unit, vertex) else what.scatter or 0, True


def _blast(pen: Pen, chart: GridChart, seen: SeenTable, vertex: Vertex) -> None:
    """The pattern, its shadows with the faces of the dispersal die, friends in it marked."""
    g = state_of(seen)
    what = _pattern(g, seen.answering.sketch, vertex)
    if what is None:
        return
    pattern, scatter, hits = what
    spaces = covered(g, pattern, vertex)
    for n, space in enumerate(spaces):
        shape = Shape("fill", (*theme.AMBER, 110))
        pen.add(f"blast:{n}", "zone", chart.cell(space, 1), z=TOKENS + 10, shape=shape)
    for n, hit in enumerate(exposed(g, spaces) if hits else ()):
        friend = g.units[hit].seat == own_seat(seen)
        colour = theme.REFUSED if friend else theme.LIT
        shape = Shape("box", edge=(*colour, 255), width=3.0 if friend else 2.0, radius=5)
        box = unit_box(chart, g.units[hit]).inset(-1)
        pen.add(f"blast.hit:{n}", "ring", box, z=TOKENS + 56, shape=shape)
    for die in range(1, 5) if scatter else ():
        end = drifted(pattern, vertex, die, scatter)
        shadow = covered(g, pattern, end)
        if shadow:
            shape = Shape("dashes", edge=(*theme.AMBER, 230), width=1.8)
            box = _box_over(chart, tuple(shadow), 2)
            pen.add(f"drift:{die}.box", "ring", box, z=TOKENS + 57, shape=shape)
            x, y = chart.corner(end)
            chip(pen, f"drift:{die}.n", str(die), (x, y), theme.AMBER, z=TOKENS + 78, size=24)


def _retreats(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """Where a beaten unit goes: after an assault, or if the one that is drafted were won. What is
    shut says why."""
    g = state_of(seen)
    frame, sketch = retreating_of(g), seen.answering.sketch
    if frame is not None:
        ways = retreat_ways(g, frame.unit, frame.launch)
    else:
        move, enemy = going(g, sketch), held(sketch, WALKED.target, NO_UNIT)
        if move is None or enemy == NO_UNIT or g.units[enemy].kind.vehicle:
            return
        ways = retreat_ways(placed(g, move.unit, move.start), enemy, move.start)
    for n, (space, no) in enumerate(ways.items()):
        if space not in g.ground.cells:
            continue
        colour = theme.GOOD if no is None else theme.REFUSED
        tip = tr("to retreat to") if no is None else because(no.why, no.rule)
        sign = "↩" if no is None else "×"
        chip(pen, f"retreat:{n}", sign, chart.at(space), colour, z=TOKENS + 72, size=22, tip=tip)


def chip(
    pen: Pen,
    id: str,
    text: str,
    at: Place,
    colour: theme.Colour,
    *,
    z: int,
    size: float = 18.0,
    tip: str = "",
) -> None:
    """A number or sign in a small dark disc about a place of the screen."""
    box = Box(pen, Rect(at[0] - size / 2, at[1] - size / 2, size, size), z)
    shape = outlined((20, 18, 12, 230), colour, 1.6, size / 2)
    ink: Lettering = {"size": size * 0.66, "role": "bold", "colour": colour}
    plate(box, id, text, shape, label=tip, tooltip=tip, **ink)


def _number(
    pen: Pen, chart: GridChart, id: str, n: int, space: Space, colour: theme.Colour
) -> None:
    """A number on a space."""
    chip(pen, id, str(n), chart.at(space), colour, z=TOKENS + 70)


def _note(
    pen: Pen,
    chart: GridChart,
    id: str,
    space: Space,
    lines: list[str],
    colour: theme.Colour = theme.CREAM,
    taken: Sequence[Rect] = (),
) -> Rect:
    """Words beside a space. Returns where they are."""
    x, y = chart.at(space)
    at = (x + chart.cell_size[0] * 0.3, y - chart.cell_size[1] * 0.25)
    z = TOKENS + 90
    return marks.label(pen, id, chart, at, lines, z=z, colour=colour, edge=colour, taken=taken)


def _pointed(pen: Pen, chart: GridChart, seen: SeenTable, written: Sequence[Rect]) -> None:
    """Show why a unit cannot enter the space under the pointer, and the obstacle. written: where
    words are already."""
    g, answering = state_of(seen), seen.answering
    if not answering.is_open or seen.ui.hover != "map":
        return
    x, y = seen.ui.pointer
    point = chart.under(x / pen.k, y / pen.k)
    there = None if point is None else terrain.why_not_there(seen, Space(point))
    if there is not None and point is not None:
        _outline(pen, chart, "no.space", Space(point), theme.REFUSED)
        why = [place_told(g, Space(point))[0], capital(tr(because(there.why, there.rule)))]
        _note(pen, chart, "no.text", Space(point), why, theme.REFUSED, written)
        return
    move = going(g, answering.sketch)
    if point is None or move is None or Space(point) == move.start:
        return
    space = Space(point)
    no, by = obstacle(g, move.unit, space, move.left, move.start)
    lines = [place_told(g, space)[0], capital(tr(because(no.why, no.rule)))]
    _outline(pen, chart, "no.space", space, theme.REFUSED)
    if no == ZONE:
        _outline(pen, chart, "no.from", by, theme.REFUSED)
        for n, enemy in enumerate(controllers(g, move.unit, by, space)):
            _outline(pen, chart, f"no.enemy{n}", g.units[enemy].at, theme.AMBER)
            told = tr("both in the zone of {unit}", unit=name(g, enemy))
            lines.append(f"{space_name(g, by)} - {space_name(g, space)}: {told}")
    elif by != move.start or len(move.path):
        marks.line(
            pen, "no.step", chart, (by, space), theme.REFUSED, z=TOKENS + 64, width=2, dash=5
        )
    _note(pen, chart, "no.text", space, lines, theme.REFUSED, written)


def _outline(pen: Pen, chart: GridChart, id: str, space: Space, colour: theme.Colour) -> None:
    shape = Shape("box", (*colour, 40), (*colour, 255), 2.4, 5)
    pen.add(id, "ring", chart.cell(space, 1.5), z=TOKENS + 62, shape=shape)


# ------------------------------------------------------------------ units


def unit_box(chart: GridChart, u: Unit) -> Rect:
    """The box of a counter that lies straight; a larger one is turned about its middle."""
    x, y = middle_of(chart, u)
    wide, high = chart.cell_size
    return Rect(x - wide / 2, y - high / 2, wide, high).inset(GAP)


def middle_of(chart: GridChart, u: Unit) -> Place:
    """The middle of a counter."""
    places = [chart.at(space) for space in u.covers]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _units(pen: Pen, chart: GridChart, seen: SeenTable) -> Iterator[None]:
    g = state_of(seen)
    sketch = seen.answering.sketch if seen.answering.is_open else None
    chosen = {acting_unit(seen), *chosen_units(sketch)}
    for n, u in enumerate(g.units):
        if u.in_play:
            _unit(pen, chart, seen, UnitId(n), chosen)
            yield
    for unit in acting.must_have(seen):
        shape = Shape("box", edge=(*theme.REFUSED, 255), width=2.6, radius=6)
        box = unit_box(chart, g.units[unit]).inset(-2)
        pen.add(f"must:{unit}", "ring", box, z=TOKENS + 28, shape=shape)
    _ghost(pen, chart, seen)


def light_of(seen: SeenTable, unit: UnitId, action: Action) -> Light:
    """How a unit looks while an answer is made. action: what a press on it means."""
    answering = seen.answering
    if not answering.is_open:
        return Light()
    sketch, drafting = answering.sketch, answering.drafting
    key = ("unit light", unit, None if sketch is None else sketch.key)

    def light() -> Light:
        if isinstance(action, acting.Lays):
            return drafting.light_for(sketch, evolve(action, keeps=False))
        if isinstance(action, acting.CommandUnit | acting.Target | acting.Reacts):
            return drafting.light_for(sketch, action)
        if isinstance(action, Pick):
            return drafting.light(sketch, UnitId, unit)
        return Light()

    found: Light = seen.cached(key, light)
    return found


def _unit(
    pen: Pen, chart: GridChart, seen: SeenTable, unit: UnitId, chosen: Container[UnitId]
) -> None:
    """A unit with its token. chosen: those that the answer names."""
    g, view, on = state_of(seen), view_of(seen), unit in chosen
    u = g.units[unit]
    width = plane_of(g).width

    def came_from(number: int) -> Rect:
        return chart.cell(Space((number % width, number // width)), GAP)

    box = glide(seen, unit, unit_box(chart, u), came_from) if u.there else _seat(chart, g, unit)
    action = means_of(seen, unit)
    light = light_of(seen, unit, action)
    hot = pointed_unit(seen) == unit
    tip = told(seen, unit) if hot else ""
    if hot and light.why:
        tip += "\n" + tr("Not now: {why}", why=light.why)
    low = 4 if is_driven(u) else 0  # the corners of a slanting hull lie below its neighbours
    z = TOKENS + 20 - low + (4 if on else 0) + (12 if u.rides else 0)
    angle, whole = 0.0, box
    if is_driven(u):
        art, angle = faces.hull(u), chart.heading(u.facing)
        counts = _counting(g, seen.answering.sketch, unit) if seen.answering.is_open else 0
        number = seen.cached(("among", unit), lambda: faces.place_among(g, unit))
        wide, high = chart.cell_size
        long = u.piece.spaces
        over = Rect(box.cx - wide * long / 2, box.cy - high * long / 2, wide * long, high * long)
        reading = faces.readings(u, number, round(angle), counts)
        pen.add(f"numbers:{unit}", "image", over.inset(GAP), z=TOKENS + 26, art=reading)
        tall = high * long - 2 * GAP
        box = Rect(box.x, box.cy - tall / 2, box.w, tall)
    else:
        art = seen.cached(("counter", unit), lambda: faces.counter(view, unit))
    pen.add(
        f"unit:{unit}",
        "counter",
        box,
        z=z,
        art=art,
        angle=angle,
        flags=flags_of(lit=light.lit, chosen=on),
        action=action,
        why=light.why if not light.lit and not isinstance(action, acting.Lays) else "",
        label=seen.cached(("named", unit, current()), lambda: named(view, unit)),
        tooltip=tip,
        mark=TILE,
    )
    if u.seat in seen.cached(("allies",), lambda: faces.marked(g)):
        edge = (*faces.rim_of(g, u.seat), 255)
        shape = Shape("box", edge=edge, width=2.4, radius=7)
        pen.add(f"unit:{unit}.ally", "ring", box.inset(0.5), z=z + 1, shape=shape, angle=angle)
    if on or light.lit:
        edge, wide = ((255, 250, 235, 255), 3.4) if on else ((*theme.LIT, 255), 2.4)
        outer = Shape("box", edge=edge, width=wide, radius=7)
        rim = Shape("box", edge=(20, 18, 12, 255), width=wide + 2.6, radius=8)
        for name, shape, out in (("rim", rim, 3.6), ("lit", outer, 2.4)):
            id = f"unit:{unit}.{name}"
            pen.add(id, "ring", box.inset(-out), z=z - 1, shape=shape, angle=angle)
    _token(pen, seen, unit, _corner(chart, u, whole), action)


def _seat(chart: GridChart, g: HeroesState, unit: UnitId) -> Rect:
    """Where a passenger is drawn: small, at the left of its vehicle."""
    u = g.units[unit]
    x, y = middle_of(chart, g.units[u.aboard])
    size = chart.cell_size[0] * 0.5
    n = passengers(g, u.aboard).index(unit)
    return Rect(x - chart.cell_size[0] / 2 - size * 0.35, y - size + n * size * 0.9, size, size)


def _counting(g: HeroesState, sketch: Sketch, unit: UnitId) -> int:
    """The printed defence of a vehicle that counts against the shot that is drafted."""
    firer = unit_in(g, sketch)
    fires = sketch is not None and sketch.cls in FIRES
    if firer == NO_UNIT or target_in(g, sketch) != unit or not fires:
        return 0
    there = armed(g, firer, held(sketch, SHOT.weapon, PRIMARY))
    counts: int = best_aim(there, firer, unit).defence
    return counts


def chosen_units(sketch: Sketch) -> tuple[UnitId, ...]:
    """The units that an answer names."""
    found = [held(sketch, one) for one in (PLACED.unit, WALKED.target, POSTED.officer)]
    many = [held(sketch, some, ()) for some in (REACTION.units, SHOT.targets)]
    return (*[u for u in found if u is not None and u != NO_UNIT], *many[0], *many[1])


def _corner(chart: GridChart, u: Unit, box: Rect, hand: int = 1) -> Rect:
    """Where the token of a unit lies: over the right upper corner; on a long vehicle beside its
    tail, where none of its numbers is. hand: 1 for the right, -1 for the left of a vehicle."""
    size = max(15.0, box.w * BLOCK)
    if not is_driven(u) or u.piece.spaces < 2:
        return Rect(box.right - size * 0.86, box.y - size * 0.16, size, size)
    turn = math.radians(chart.heading(u.facing))
    back, aside = chart.cell_size[1] * 0.64, chart.cell_size[0] * 0.3 * hand
    x = box.cx - math.sin(turn) * back + math.cos(turn) * aside
    y = box.cy + math.cos(turn) * back + math.sin(turn) * aside
    return Rect(x - size / 2, y - size / 2, size, size)


def _token(pen: Pen, seen: SeenTable, unit: UnitId, place: Rect, action: Action) -> None:
    """The block on its corner; pointed at, an own closed one is as the other side sees it."""
    g, view = state_of(seen), view_of(seen)
    shown: int | None = token_on(g, unit)
    drafted = shown is None and acting.lays(seen)[1] == unit
    if drafted:
        shown = acting.lays(seen)[0]
    if shown is None:
        return
    id, sign = f"token:{unit}", sign_of(view, shown)
    own = bool(sign) and shown < 0
    looked = seen.ui.hover == id
    state = "open" if shown >= 0 else "own" if own and not looked else "closed"
    nation = g.side(g.units[unit].seat).army.nation
    pen.add(
        id,
        "token",
        place,
        z=TOKENS + 30,
        art=faces.token(nation, "" if state == "closed" else sign, state),
        action=action,
        flags=["pointer"],
        opacity=150 if drafted else 255,
        label=tr("token"),
        tooltip=token_told(seen, unit) if looked else "",
    )


def _ghost(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """The counter where it is to be placed, or where its way ends."""
    g, answering = state_of(seen), seen.answering
    sketch = answering.sketch if answering.is_open else None
    space = held(sketch, PLACED.space) if is_asked(seen, DEPLOY) else None
    unit = unit_in(g, sketch)
    move = going(g, sketch)
    if move is not None and move.path:
        space, unit = move.start, move.unit
    drive = driving(g, sketch)
    if drive is not None and drive.course:
        space, unit = drive.pose[0], drive.unit
    if space is None or unit == NO_UNIT:
        return
    u = g.units[unit]
    face, facing = held(sketch, PLACED.face, u.face), held(sketch, WALKED.facing, u.facing)
    facing = facing if facing in tuple(Facing) else u.facing
    if drive is not None:
        facing = drive.pose[1]
    u = evolve(u, at=space, face=face, facing=facing)
    look = answering.drafting.look(sketch)
    if look is not None and look.refusal is not None:
        for one in u.covers:
            _outline(pen, chart, f"ghost.no:{one[0]}.{one[1]}", one, theme.REFUSED)
    box, z = unit_box(chart, u), TOKENS + 58
    if not is_driven(u):
        art = faces.counter_of(u, faces.place_among(g, unit))
        if u.concealed:
            art = faces.counter(view_of(seen), unit)
        pen.add("ghost", "image", box, z=z, art=art, opacity=170)
        return
    high = chart.cell_size[1] * u.piece.spaces - 2 * GAP
    box = Rect(box.x, box.cy - high / 2, box.w, high)
    angle = chart.heading(u.facing)
    pen.add("ghost", "image", box, z=z, art=faces.hull(u), opacity=170, angle=angle)
