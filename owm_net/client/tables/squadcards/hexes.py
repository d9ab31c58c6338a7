"""The hex map of the variant: the own side at the foot, pawns with their men."""

from __future__ import annotations

from functools import cached_property
from math import sqrt

from attrs import frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import Light, Pick
from owm_net.client.grid_map.gliding import glide
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import acting_squad, mark_of, own_seat, state_of
from owm_net.client.widgets import BOARD, TOKENS, outlined, plate
from owm_net.engine.ids import Seat
from owm_net.games.squadcards.ids import NO_CELL, Cell, SquadId, opponent
from owm_net.games.squadcards.state import CATALOG, HEXES, SQUAD_IDS, SquadState
from owm_net.games.squadcards.words import BAND_WORDS, hex_title, number_of, squad_name


@frozen
class Chart:
    """Where each hex is. turn: -1 if the map is turned so that the own side is at the foot."""

    area: Rect
    turn: int

    @classmethod
    def of(cls, seen: SeenTable, area: Rect) -> Chart:
        """The chart as this seat sees it."""
        return cls(area, -1 if own_seat(seen) == state_of(seen).first else 1)

    @cached_property
    def size(self) -> float:
        """From the centre of a hex to a corner."""
        radius = max(r for _, r in HEXES.places)
        return min(self.area.h / (3 * radius + 2), self.area.w / (sqrt(3) * (2 * radius + 1)))

    def rect(self, cell: int) -> Rect:
        """The box about a hex."""
        q, r = HEXES.places[cell]
        s = self.size
        x = self.area.cx + self.turn * s * sqrt(3) * (q + r / 2)
        y = self.area.cy + self.turn * s * 1.5 * r
        return Rect(x - s * sqrt(3) / 2, y - s, s * sqrt(3), 2 * s)

    def field(self, cell: int) -> Rect:
        """The part of that box which belongs to no other hex."""
        box = self.rect(cell)
        return Rect(box.x + 1, box.y + box.h * 0.14, box.w - 2, box.h * 0.72)


def overview(box: Box, each: int) -> None:
    """The hexes before a match, with those in which the sides begin. each: squads of a side."""
    chart = Chart(box.rect, 1)
    starts = [cell for side in HEXES.starts for cell in side[:each]]
    for cell, kind in zip(HEXES.cells, HEXES.kinds, strict=True):
        art = faces.hexagon(kind, "chosen" if cell in starts else "")
        place, row = box.with_rect(chart.rect(cell).inset(0.5)), CATALOG.uses.get(kind)
        cover = tr("cover {cover}", cover=row.cover) if row else ""
        words = ": ".join(filter(None, (tr(hex_title(cell)), cover)))
        place.add(f"cell:{cell}.land", "hex", art=art, label=words, tooltip=words)


def draw(pen: Pen, area: Rect, seen: SeenTable) -> None:
    """All hexes, then the pawns."""
    answering = seen.answering
    g = state_of(seen)
    chart = Chart.of(seen, area)
    moving = bool(answering.kind) and answering.takes(Cell)
    for cell, kind in zip(HEXES.cells, HEXES.kinds, strict=True):
        light = answering.light(Cell, cell) if moving else Light()
        why = light.why
        mark = "chosen" if light.chosen else "lit" if light.lit else "dark" if moving else ""
        row = CATALOG.uses.get(kind)
        title = (
            tr("{hex}: cover {cover}", hex=hex_title(cell), cover=row.cover)
            if row
            else hex_title(cell)
        )
        id = f"cell:{cell}"
        pen.add(
            f"{id}.land", "hex", chart.rect(cell).inset(0.5), z=BOARD, art=faces.hexagon(kind, mark)
        )
        pen.add(
            id,
            "cell",
            chart.field(cell),
            z=BOARD + 10,
            label=title,
            mark="own",
            action=Pick(Cell, cell) if moving else None,
            why=why,
            solid=True,
            flags=flags_of(lit=light.lit),
            tooltip=f"{title}\n" + tr("Not now: {why}", why=why)
            if why
            else f"{title}\n{_ranges(g, cell, own_seat(seen))}",
        )
        if row is not None:
            box = chart.rect(cell)
            foot = Rect(box.cx - 8, box.bottom - box.h * 0.3, 16, 16)
            at = Box(pen, foot, BOARD + 12)
            shape = outlined((38, 62, 84, 235), theme.CREAM, 1, 4)
            plate(at, f"{id}.cover", str(row.cover), shape, size=14, room=14)
    for squad, one in zip(SQUAD_IDS, g.squads, strict=False):
        if one.men and one.cell != NO_CELL:
            _pawn(pen, chart, seen, squad)


def _pawn(pen: Pen, chart: Chart, seen: SeenTable, squad: SquadId) -> None:
    g = state_of(seen)
    one = g.squads[squad]
    box = _box(chart, seen, squad)
    size = box.w * 0.94
    number = str(number_of(g, squad)) if g.squads_each > 1 else ""
    mark = mark_of(seen, squad)
    lit, chosen = mark.light.lit, mark.light.chosen
    acts = acting_squad(seen) == squad or (
        not seen.answering.kind and g.active == one.seat and g.squads_each == 1
    )
    tip = squad_tip(g, squad)
    id = f"pawn:{squad}"
    pen.add(
        id,
        "token",
        Rect(box.cx - size / 2, box.cy - size / 2, size, size),
        z=TOKENS,
        art=faces.badge(one.nation, number, lit or chosen or acts),
        label=tip,
        tooltip=tip,
        action=mark.action,
        why=mark.light.why,
        mark="round",
        flags=flags_of(lit=lit, chosen=chosen),
    )
    wide = 30.0
    left = box.cx - wide / 2 if not number else box.cx - wide + 5
    foot = Rect(left, box.bottom - 18, wide, 17)
    tone: theme.Colour = (112, 40, 30, 255) if one.pinned else (24, 22, 17, 240)
    shape = outlined(tone, theme.CREAM, 1, 5)
    plate(Box(pen, foot, TOKENS + 2), f"{id}.men", str(one.men), shape, size=15, room=28)


def _box(chart: Chart, seen: SeenTable, squad: SquadId) -> Rect:
    """Where a pawn is, or is on its way."""
    box = chart.rect(state_of(seen).squads[squad].cell)
    return glide(seen, squad, box, chart.rect)


def _ranges(g: SquadState, cell: Cell, seat: Seat) -> str:
    """How far the enemy would be from a hex."""
    found = []
    for enemy in g.living(opponent(seat)):
        band = HEXES.band(cell, g.squads[enemy].cell)
        words = (
            tr("{range} range", range=BAND_WORDS[band]) if band is not None else tr("out of range")
        )
        found.append(tr("from there to {squad}: {range}", squad=squad_name(g, enemy), range=words))
    return "\n".join(found)


def squad_tip(g: SquadState, squad: SquadId) -> str:
    """A pawn in words: men, state, ground, ranges to its enemies."""
    one = g.squads[squad]
    lines = [
        squad_name(g, squad),
        tr("{n} men, pinned, cover {cover}", n=one.men, cover=one.cover)
        if one.pinned
        else tr("{n} men, cover {cover}", n=one.men, cover=one.cover),
    ]
    for enemy in g.living(opponent(one.seat)):
        band = g.range_of(squad, enemy)
        words = (
            tr("{range} range", range=BAND_WORDS[band]) if band is not None else tr("out of range")
        )
        lines.append(tr("to {squad}: {range}", squad=squad_name(g, enemy), range=words))
    return "\n".join(lines)
