"""Beside the map: score and rounds, the strip of tokens, the unit that is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr, tr_n
from owm_net.client.maps import beside
from owm_net.client.maps.pointing import SIGHT, NextBase
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes import faces
from owm_net.client.tables.heroes.common import (
    BARE,
    ZONES,
    in_gap,
    own_seat,
    pointed_unit,
    sign_of,
    state_of,
    view_of,
)
from owm_net.client.tables.heroes.common import acting as acting_unit
from owm_net.client.tables.heroes.counting import (
    at_once_told,
    objective_scores,
    objective_told,
    points_of,
    tile_told,
)
from owm_net.client.tables.heroes.field import TILE
from owm_net.client.tables.heroes.people import (
    condition,
    lost_told,
    name,
    named,
    other_face,
    token_told,
    told,
    values,
)
from owm_net.client.widgets import button, map_control, panel
from owm_net.engine.ids import Seat
from owm_net.games.heroes.driving import is_driven
from owm_net.games.heroes.ids import NO_UNIT
from owm_net.games.heroes.looking import comes_next
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Phase
from owm_net.games.heroes.words import (
    formation_name,
    seat_name,
)

# ------------------------------------------------------------------ the score


EDGE, INDENT = 20.0, 19.0
"""What the panel of the score keeps free at its sides; how much further right tiles begin."""


def points(column: Box, seen: SeenTable, aims: bool) -> None:
    """Take as much of a column's top as it needs for the rounds and each side with its breaking
    points. aims: what is fought for too."""
    g = state_of(seen)
    tiles = {s: _tiles(column.pen, g, s, column.w - EDGE - INDENT) for s in g.players}
    found = _aims(column.pen, g, column.w - EDGE) if aims else []
    high = 38 + _height(found) + sum([22 + 18 * len(rows) for rows in tiles.values()])
    box = column.cut_top(high, gap=6)
    panel(box, "points", title=tr("Score"))
    _rounds(box.with_rect(Rect(box.x + 90, box.y, box.w - 100, 30)).above(2), g)
    room = box.with_rect(Rect(box.x + 10, box.y + 32, box.w - EDGE, box.h - 38)).above(2)
    mine = own_seat(seen)
    for seat in own_first(g, mine):
        _side(room.cut_top(20 + 18 * len(tiles[seat]), gap=2), seen, seat, tiles[seat])
    _write(room, found)


def objectives(column: Box, seen: SeenTable, least: float) -> bool:
    """Take as much of a column's top as what is fought for needs. least: what must be left of the
    column. Returns False, and takes nothing, where that is too much."""
    found = _aims(column.pen, state_of(seen), column.w - EDGE)
    if not found or 44 + _height(found) + least > column.h:
        return False
    box = column.cut_top(38 + _height(found), gap=6)
    panel(box, "objectives", title=tr("Objectives"))
    _write(box.with_rect(Rect(box.x + 10, box.y + 32, box.w - EDGE, box.h - 38)).above(2), found)
    return True


@frozen
class Aim:
    """What is fought for, in lines; tip: for whom it counts, and when."""

    id: str
    lines: list[str]
    tip: str
    colour: theme.Colour


def _aims(pen: Pen, g: HeroesState, wide: float) -> list[Aim]:
    """Each objective, and what wins at once."""
    found = []
    for n in range(len(g.battle.objectives)):
        lines = pen.wrap(objective_told(g, n), "body", theme.SMALL, wide, 2)
        found.append(Aim(f"score:{n}", lines, objective_scores(g, n), theme.SAND))
    text, tip = at_once_told(g)
    if text:
        lines = pen.wrap(text, "body", theme.SMALL, wide, 3)
        found.append(Aim("score.once", lines, tip, theme.GOLD))
    return found


def _height(found: Sequence[Aim]) -> float:
    return 17.0 * sum([len(aim.lines) for aim in found])


def _write(room: Box, found: Sequence[Aim]) -> None:
    for aim in found:
        place = room.cut_top(17.0 * len(aim.lines))
        style: Lettering = {"size": theme.SMALL, "colour": aim.colour}
        runs = room.pen.runs(aim.lines, place.x, place.y + 8.5, 17, **style)
        place.add(aim.id, "text", runs=runs, tooltip=aim.tip)


def own_first(g: HeroesState, mine: Seat) -> list[Seat]:
    """Return the player's own seat, those of their allies, then the others."""
    return sorted(g.players, key=lambda seat: (seat != mine, g.hostile(seat, mine), seat))


def _rounds(box: Box, g: HeroesState) -> None:
    """A circle for each round, the present one lit; those with an event are marked."""
    size = 15.0
    x = box.right - (size + 4) * g.battle.rounds
    events = {event.round for event in g.battle.events}
    for n in range(1, g.battle.rounds + 1):
        now, over = n == g.round, n < g.round
        fill = (*theme.LIT, 255) if now else (92, 84, 60, 255) if over else (30, 28, 22, 255)
        edge = theme.REFUSED if n in events else theme.GOLD
        rect = Rect(x + (n - 1) * (size + 4), box.cy - size / 2, size, size)
        shape = Shape("box", fill, (*edge, 255), 1.4, size / 2)
        box.pen.add(f"round:{n}", "mark", rect, z=box.z, shape=shape, label=f"{n}")
        ink = theme.INK if now else theme.CREAM
        style: Lettering = {"size": 11, "role": "bold", "anchor": "m", "colour": ink}
        box.pen.text(f"round:{n}.n", str(n), rect.cx, rect.cy, z=box.z + 1, **style)
    if g.round:
        said = tr("round {n} of {all}", n=g.round, all=g.battle.rounds)
        head = box.with_rect(Rect(box.x, box.y, x - box.x - 6, box.h))
        head.text("round.text", said, anchor="r", size=theme.SMALL, colour=theme.SAND)


@frozen
class TileStanding:
    """How near a tile is to breaking: its name, a sign for each loss, and how wide both are."""

    formation: int
    title: str
    pips: str
    wide: float


def _tiles(pen: Pen, g: HeroesState, seat: Seat, wide: float) -> list[list[TileStanding]]:
    """The tiles of a side in rows in which no name is cut; a row without any if it has none."""
    rows, left = list[list[TileStanding]]([[]]), wide
    for k, f in enumerate(g.formations):
        if f.seat != seat or not f.squares:
            continue
        title = tr(formation_name(g, f))
        pips = "■" * min(f.losses, f.squares) + "□" * max(0, f.squares - f.losses)
        long = pen.width(title, "body", 12) + pen.width(pips, "body", 12) + 8
        if rows[-1] and long > left:
            rows.append([])
            left = wide
        rows[-1].append(TileStanding(k, title, pips, long))
        left -= long + 10
    return rows


def _side(row: Box, seen: SeenTable, seat: Seat, tiles: list[list[TileStanding]]) -> None:
    """The points of a side, whether it has the initiative, how near each tile is to breaking."""
    g = state_of(seen)
    nation = g.side(seat).army.nation.value
    colour = faces.rim_of(g, seat)
    shape = Shape("box", colour, (20, 18, 14, 255), 1.4, faces.CORNER[nation] / 2)
    chip = Rect(row.x, row.y + 3, 13, 13)
    row.pen.add(f"side:{seat}", "mark", chip, z=row.z, shape=shape)
    who = tr(seat_name(g, seat))
    n = points_of(g, seat)
    told = tr_n("{side}: {n} point", "{side}: {n} points", n, side=who)
    first = tr("has the initiative") if g.initiative >= 0 and g.leads(seat) else ""
    upper = row.with_rect(Rect(row.x + INDENT, row.y, row.w - INDENT, 19))
    upper.text(f"side:{seat}.who", told, role="bold", size=14)
    upper.text(f"side:{seat}.first", first, anchor="r", size=theme.SMALL, colour=theme.LIT)
    lower = row.with_rect(Rect(row.x + INDENT, row.y + 19, row.w - INDENT, row.h - 19))
    for standing in tiles:
        line = lower.cut_top(18)
        for one in standing:
            k, f = one.formation, g.formations[one.formation]
            place, tip = line.cut_left(one.wide, gap=10), tile_told(g, f)
            ink = theme.REFUSED if f.turned else theme.SAND
            pip = place.cut_right(place.pen.width(one.pips, "body", 12) + 2)
            pip.text(f"tile:{k}.pips", one.pips, size=12, colour=theme.LIT, tooltip=tip)
            place.text(f"tile:{k}", one.title, size=12, colour=ink, tooltip=tip)


# ------------------------------------------------------------------ the strip of tokens


def tokens(box: Box, seen: SeenTable) -> None:
    """Draw the tokens of the round: for each side the shown ones, the closed ones, and those
    lost unseen, struck through. The side that decides now is lit, and the player's next order."""
    panel(box, "tokens", dark=True)
    g, mine = state_of(seen), own_seat(seen)
    room = box.inset(6, 3).above(2)
    rows = room.rows(g.seats, gap=2) if box.h > 50 else room.columns(g.seats, gap=10)
    deciding = [mine] if seen.answering.is_open else seen.waiting_for()
    for row, seat in zip(rows, own_first(g, mine), strict=True):
        _row_of(row, seen, seat, seat in deciding)


def _row_of(row: Box, seen: SeenTable, seat: Seat, decides: bool) -> None:
    """decides: all wait for that side."""
    g, view = state_of(seen), view_of(seen)
    nation = g.side(seat).army.nation
    who, text = tr(seat_name(g, seat)), "; ".join(_notes(seen, seat, decides))
    head = row.cut_left(row.pen.width(who, "bold", 13) + 14, gap=4)
    if decides:
        head.centred(head.w, 22).add(f"strip:{seat}.now", "mark", shape=_NOW)
    ink = theme.INK if decides else theme.GOLD
    head = head.above(1)
    head.text(f"strip:{seat}", who, role="bold", size=13, colour=ink, anchor="m", tooltip=text)
    laid = g.hands[g.laid(seat)]
    shown = sorted(t for t in laid if t >= 0)
    closed = [t for t in laid if t < 0]
    own = {t: sign_of(view, t) for t in closed}
    closed.sort(key=lambda t: (own[t].zfill(2) if own[t].isdigit() else f"9{own[t]}", -t))
    note = row.pen.width(text, "body", 12) + 4 if text else 0
    each = (row.w - note) / max(1, len(laid) + len(_lost(g, seat))) - 3
    size = min(row.h, 24.0, each if each >= LEAST_TOKEN else 24.0)
    following = next((t for t in closed if own[t].isdigit() and g.phase is not Phase.ORDERS), None)
    for n, token in enumerate((*shown, *closed)):
        if row.w < size:
            return
        sign = sign_of(view, token)
        state = "open" if token >= 0 else "own" if sign else "closed"
        unit = g.bearer(seat, token)
        place = row.cut_left(size, gap=3).centred(size, size)
        art = faces.token(nation, sign, state)
        tip = f"{name(g, unit)}\n{token_told(seen, unit)}"
        if token == following:
            tip += "\n" + tr("Your next order")
            place.above(1).add(f"strip:{seat}.next", "ring", shape=_NEXT)
        place.add(f"strip:{seat}.{n}", "token", art=art, tooltip=tip, label=tip)
    for n, slot in enumerate(_lost(g, seat)):
        if row.w < size:
            return
        sign = sign_of(view, slot)
        place = row.cut_left(size, gap=3).centred(size, size)
        art, tip = faces.token(nation, sign, "own" if sign else "closed"), lost_told(sign)
        id = f"strip:{seat}.lost{n}"
        place.add(id, "token", art=art, tooltip=tip, label=tip, opacity=110)
        struck = Shape("lines", (*theme.REFUSED, 255), width=2.4, points=_corners(place))
        place.above(1).add(f"{id}.gone", "line", shape=struck)
    if text and row.w >= note:
        row.text(f"strip:{seat}.note", text, size=12, colour=theme.SAND, tooltip=text)


def _lost(g: HeroesState, seat: Seat) -> list[int]:
    """The tokens that a side has lost unseen in this round."""
    return [t.slot for t in g.lost_tokens if (t.seat, t.round) == (seat, g.round)]


def _corners(box: Box) -> tuple[tuple[float, float], ...]:
    return (box.x + 3, box.bottom - 3), (box.right - 3, box.y + 3)


LEAST_TOKEN = 16.0
"""Pixels of a token where many lie beside a note."""
_NOW = Shape("box", (*theme.LIT, 255), radius=5)
_NEXT = Shape("box", edge=(*theme.LIT, 255), width=2.2, radius=4)


def _notes(seen: SeenTable, seat: Seat, decides: bool) -> Iterator[str]:
    """Yield notes on a side's tokens."""
    g = state_of(seen)
    if decides and in_gap(seen):
        yield tr("between turns")
    if comes_next(g) == seat and (not decides or in_gap(seen)):
        yield tr("comes next")
    if len(g.to_lay(seat)) and g.phase is Phase.ORDERS:
        yield tr("{n} to lay", n=len(g.to_lay(seat)))
    if g.done[seat] and g.phase is Phase.ACTIVATION:
        yield tr("no more orders")


# ------------------------------------------------------------------ the tools


def tools(box: Box, seen: SeenTable) -> None:
    """How the map is looked at: nearer, sight, zones of control, without counters."""
    row = box.inset(0, 2)
    map_control(row.cut_left(148, gap=5))
    looks = (
        ("sight", tr("SIGHT"), SIGHT, "v", tr("What the chosen unit sees, its ranges and arc")),
        ("zones", tr("ZONES"), ZONES, "z", tr("Where enemy infantry controls the ground")),
        ("bare", tr("BARE"), BARE, "k", tr("The map without counters")),
    )
    places = row.columns(len(looks) + 1, gap=4)
    for place, (id, label, look, key, tip) in zip(places, looks, strict=False):
        on = seen.ui.look == look
        button(place, f"tool.{id}", label, LookAt(look), chosen=on, key=key, tooltip=tip, size=13)
    tip = tr("Go to the next unit you can choose on the map; Enter chooses it")
    button(places[-1], "tool.next", tr("NEXT"), NextBase(TILE), key="n", tooltip=tip, size=13)


# ------------------------------------------------------------------ the unit


def unit(box: Box, seen: SeenTable) -> None:
    """Draw the unit that is pointed at, chosen or selected."""
    g, n = state_of(seen), pointed_unit(seen)
    if not g.known(n) or n == NO_UNIT:
        n = acting_unit(seen)
    if n == NO_UNIT:
        panel(box, "unit", title=tr("Unit"))
        room = box.with_rect(Rect(box.x + 11, box.y + 32, box.w - 22, box.h - 36)).above(2)
        hint = tr("Click a unit to see what it can do and how it is.")
        room.words("unit.none", hint, size=theme.SMALL, colour=theme.SAND)
        return
    u, view = g.units[n], view_of(seen)
    panel(box, "unit", title=named(view, n), note=tr(seat_name(g, u.seat)))
    size = min(84.0, box.h - 40)
    long = u.piece.spaces if is_driven(u) else 1
    picture = Rect(box.x + 8 + size / 2 * (1 - 1 / long), box.y + 32, size / long, size)
    art = faces.hull(u) if is_driven(u) else faces.counter(view, n)
    box.pen.add("unit.art", "image", picture, z=box.z + 2, art=art, tooltip=told(seen, n))
    lines = [", ".join(condition(view, n)), *values(g, u), *other_face(u)]
    rect = Rect(box.x + size + 4, box.y + 29, box.w - size - 6, box.h - 32)
    beside.lines(box.with_rect(rect), "unit.facts", [line for line in lines if line])
