"""Displays on demand: sight of a unit, its ranges and arc, zones of control."""

from __future__ import annotations

from attrs import evolve

from owm_net.client import theme
from owm_net.client.grid_map.chart import GridChart
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import marks
from owm_net.client.maps.chart import Place
from owm_net.client.maps.pointing import SIGHT
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes.acting import going
from owm_net.client.tables.heroes.common import (
    PLACED,
    WALKED,
    ZONES,
    acting,
    held,
    is_asked,
    own_seat,
    pointed_unit,
    spot_of,
    state_of,
    view_of,
)
from owm_net.client.tables.heroes.people import ground_told, name
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import TOKENS, outlined, plate
from owm_net.games.heroes.grid import distance, in_arc
from owm_net.games.heroes.hidden import hidden_unit
from owm_net.games.heroes.ids import KEEP, NO_UNIT, Space, UnitId
from owm_net.games.heroes.looking import first_blocker
from owm_net.games.heroes.set_up import DEPLOY, DeployOpen
from owm_net.games.heroes.shooting import best_aim, is_far, lines
from owm_net.games.heroes.sight import BLOCKED, sight
from owm_net.games.heroes.smoke import smoke_of
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import LONG_RANGE, Ability, Flip
from owm_net.games.heroes.words import space_name

CLOSE = 4
"""The range of side arms, which is ringed too."""


def draw(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """As the player has asked for it."""
    if seen.ui.look == ZONES:
        _zones(pen, chart, seen)
    unit = acting(seen)
    _arc(pen, chart, seen, unit)
    if seen.ui.look == SIGHT and unit != NO_UNIT:
        _veil(pen, chart, seen, unit)
        _rings(pen, chart, seen, unit)
        _lines(pen, chart, seen, unit)


# ------------------------------------------------------------------ zones of control


def _zones(pen: Pen, chart: GridChart, seen: SeenTable) -> None:
    """The spaces that the enemy's infantry controls, hatched."""
    g = state_of(seen)
    enemy = [n for n, _ in g.enemies(own_seat(seen))]
    spaces: dict[Space, int] = {}
    for unit in enemy:
        u = g.units[unit]
        if not u.suppressed and not u.kind.vehicle:
            for space in g.ground.zone(u.at):
                spaces[space] = spaces.get(space, 0) + 1
    for space, times in spaces.items():
        id = f"zoc:{space[0]}.{space[1]}"
        shape = Shape("hatch", fill=(*theme.REFUSED, 120 + 50 * min(2, times)), width=2)
        pen.add(id, "zone", chart.cell(space, 2), z=MAP + 12, shape=shape)


# ------------------------------------------------------------------ arcs


def _arc(pen: Pen, chart: GridChart, seen: SeenTable, unit: UnitId) -> None:
    """The spaces in the arc of the chosen unit, with the face and the facing that is drafted."""
    if unit == NO_UNIT:
        return
    g, sketch = state_of(seen), seen.answering.sketch if seen.answering.is_open else None
    u, deployed = g.units[unit], is_asked(seen, DEPLOY)
    if u.blind:
        card = view_of(seen).card(g.card_under(unit)) if deployed else None
        if sketch is None or sketch.cls is not DeployOpen or card is None:
            return
        u = g.units[hidden_unit(card)]
    move = going(g, sketch)
    at = held(sketch, PLACED.space) if deployed else spot_of(g, unit)
    at = at if move is None else move.start
    face, turn = held(sketch, PLACED.face, u.face), held(sketch, WALKED.facing, KEEP)
    turned = held(sketch, WALKED.flip, Flip.NONE) not in (Flip.NONE, False) and u.flips
    u = evolve(u, face=face)
    u = u.other if turned else u
    if at is None or not u.up.weapons or not u.weapon.arc:
        return
    facing = u.facing if turn == KEEP else turn
    for space in g.ground.cells:
        if in_arc(facing, at, space):
            shape = Shape("fill", (*theme.AMBER, 80))
            id = f"arc:{space[0]}.{space[1]}"
            pen.add(id, "zone", chart.cell(space), z=MAP + 19, shape=shape)


# ------------------------------------------------------------------ sight


def seen_from(g: HeroesState, unit: UnitId) -> dict[Space, int]:
    """The penalty of the line to each space of the map, or BLOCKED, for infantry there."""
    u = g.units[unit]
    blockers = {
        space: n
        for n, o in enumerate(g.units)
        if o.there and n != unit and (o.kind.vehicle or not u.kind.vehicle)
        for space in o.covers
    }
    found, smoke = {}, smoke_of(g)
    for space in g.ground.cells:
        others = {s: n for s, n in blockers.items() if s != space}
        ways = [sight(g.ground, start, space, others, smoke=smoke) for start in u.covers]
        best = min([w for w in ways if w != BLOCKED], default=BLOCKED)
        out_of_arc = u.up.weapons and u.weapon.arc and not in_arc(u.facing, u.at, space)
        found[space] = BLOCKED if out_of_arc and space != u.at else best
    return found


def _veil(pen: Pen, chart: GridChart, seen: SeenTable, unit: UnitId) -> None:
    """Dark where it does not see or fire; a number where the line is obscured."""
    g = state_of(seen)
    u = g.units[unit]
    found: dict[Space, int] = seen.cached(("sight", unit), lambda: seen_from(g, unit))
    for space, value in found.items():
        if space in u.covers:
            continue
        id = f"sight:{space[0]}.{space[1]}"
        if value == BLOCKED:
            shape = Shape("fill", (12, 12, 18, 150))
            pen.add(id, "zone", chart.cell(space), z=MAP + 20, shape=shape)
        elif value:
            cell = chart.cell(space)
            at = Box(pen, Rect(cell.x + 2, cell.bottom - 17, 24, 15), MAP + 21)
            shape = Shape("fill", (12, 12, 18, 60))
            pen.add(f"{id}.veil", "zone", cell, z=MAP + 20, shape=shape)
            plate(at, id, f"-{value}", size=12, role="bold", colour=theme.AMBER)


def _rings(pen: Pen, chart: GridChart, seen: SeenTable, unit: UnitId) -> None:
    """Squares of 4 and 7 spaces about it: side arms and long range; and its printed range."""
    g = state_of(seen)
    u = g.units[unit]
    printed = u.weapon.abilities.get(Ability.LIMITED_RANGE, 0) if u.up.weapons else 0
    numbered = list[Place]()  # of several squares, where the edge of the map cuts them off
    for reach in dict.fromkeys((CLOSE, LONG_RANGE, printed)):
        if not reach:
            continue
        (x, y), (wide, high) = chart.at(u.at), chart.cell_size
        far = (reach + 0.5) * wide, (reach + 0.5) * high
        box = Rect(x - far[0], y - far[1], 2 * far[0], 2 * far[1])
        box = box.common(chart.frame.inset(1))
        colour = theme.AMBER if reach == printed else theme.CREAM
        shape = Shape("dashes", edge=(*colour, 220), width=1.6)
        pen.add(f"range:{reach}", "ring", box, z=MAP + 24, shape=shape)
        aside = 25 * numbered.count((box.x, box.y))
        numbered.append((box.x, box.y))
        at = Box(pen, Rect(box.x + 2 + aside, box.y + 2, 22, 16), MAP + 25)
        shape = outlined((20, 18, 12, 220), colour, 1, 4)
        plate(at, f"range:{reach}.n", str(reach), shape, size=12, role="bold", colour=colour)


def _lines(pen: Pen, chart: GridChart, seen: SeenTable, unit: UnitId) -> None:
    """A line to each enemy; to one that is pointed at with what it comes to, up to the first thing
    that blocks."""
    g = state_of(seen)
    looked = pointed_unit(seen)
    for enemy, t in g.enemies(g.units[unit].seat):
        aim = best_aim(g, unit, enemy)
        sighted = lines(g, unit, enemy, t.covers)
        found = [sighted.penalty(g, a, b) for a in g.spots(unit) for b in t.covers]
        seen_at = min(found, key=lambda n: (n == BLOCKED, n))
        if seen_at == BLOCKED:
            if enemy == looked:
                _blocked(pen, chart, g, unit, enemy)
            continue
        colour = theme.AMBER if seen_at or aim.far else theme.GOOD
        ends = (aim.start, aim.end)
        marks.line(pen, f"look:{enemy}", chart, ends, colour, z=TOKENS + 40, width=2)
        if enemy == looked:
            away = distance(aim.start, aim.end)
            words = [tr("clear") if not seen_at else tr("obscured: -{n}", n=seen_at)]
            words.append(tr_n("{n} space away", "{n} spaces away", away))
            if is_far(g, unit, away):
                words.append(tr("long range: -{n}", n=aim.far))
            place = chart.at(aim.end)
            text = [", ".join(words)]
            marks.label(pen, "look.text", chart, place, text, z=TOKENS + 92, colour=colour)


def _blocked(pen: Pen, chart: GridChart, g: HeroesState, unit: UnitId, enemy: UnitId) -> None:
    """The line as far as it goes, and what ends it."""
    found = first_blocker(g, unit, enemy)
    if found is None:
        return
    space = found.space
    start, end = chart.at(g.units[unit].at), chart.at(g.units[enemy].at)
    edge = _edge_between(chart, found.before, space) if found.wall else ()
    x, y = _middle(edge) if edge else chart.at(space)
    ahead = end[0] - start[0], end[1] - start[1]
    far = (x - start[0]) * ahead[0] + (y - start[1]) * ahead[1]
    part = far / max(1.0, ahead[0] ** 2 + ahead[1] ** 2)  # of the line, up to what is nearest to it
    stop = start[0] + ahead[0] * part, start[1] + ahead[1] * part
    red, faint = (start, stop), (stop, end)
    marks.stroke(pen, "look.no", chart, red, theme.REFUSED, z=TOKENS + 40, width=2)
    marks.stroke(pen, "look.rest", chart, faint, theme.FAINT, z=TOKENS + 40, width=1.4, dash=5)
    cell = chart.cell(space, 1.5)
    if edge:
        marks.stroke(pen, "look.block", chart, edge, theme.REFUSED, z=TOKENS + 42, width=6)
    else:
        shape = Shape("box", (*theme.REFUSED, 50), (*theme.REFUSED, 255), 2.4, 5)
        pen.add("look.block", "ring", cell, z=TOKENS + 42, shape=shape)
    what = name(g, found.unit) if found.unit != NO_UNIT else ground_told(g, space)[0]
    if edge:
        what = tr("a wall")
    text = [tr("{space}: {what} blocks the line", space=space_name(g, space), what=what)]
    if edge:
        text.append(tr("Openings let lines through up to 45°."))
    at = chart.at(space)
    marks.label(pen, "look.text", chart, at, text, z=TOKENS + 92, colour=theme.REFUSED)


def _edge_between(chart: GridChart, one: Space, other: Space) -> tuple[Place, ...]:
    """Both ends of the edge between two spaces side by side."""
    x, y = max(one[0], other[0]), max(one[1], other[1])
    after = (x, y + 1) if one[1] == other[1] else (x + 1, y)
    return chart.corner((x, y)), chart.corner(after)


def _middle(edge: tuple[Place, ...]) -> Place:
    (x, y), (right, low) = edge
    return (x + right) / 2, (y + low) / 2
