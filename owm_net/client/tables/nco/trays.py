"""At both sides of the map: the squads, soldier by soldier, wherever each of them is."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.maps import pieces
from owm_net.client.scene.items import flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco import faces
from owm_net.client.tables.nco.common import acting, own_seat, state_of
from owm_net.client.tables.nco.field import press_of
from owm_net.client.tables.nco.people import told
from owm_net.client.widgets import outlined
from owm_net.engine.ids import Seat
from owm_net.games.nco.ids import SEATS, SoldierId
from owm_net.games.nco.terms import Status
from owm_net.games.nco.words import short_name

LEAST = 48.0
"""A tray is at least so wide; where the map leaves more room beside it, it takes that."""
MOST = 150.0
STEP = 48.0
"""From one to the next, where there is room."""
LINE = 14.0
FOOT = 68.0
"""Below it is the compass."""
GONE = 70
"""How strong the picture of somebody is who is dead or has gone home, 0 to 255."""


def draw(box: Box, seen: SeenTable) -> None:
    """Beside the map in its frame, or over its edges where it is looked at nearer. box: the
    frame."""
    box = box.inset(8)
    margin = (box.w - box.h) / 2 if seen.map_view.camera.zoom == 1.0 else 0.0
    wide = max(LEAST, min(MOST, margin - 8))
    mine = own_seat(seen)
    room = box.above(60)
    _tray(room.cut_left(wide), seen, mine)
    _tray(room.cut_right(wide), seen, SEATS[1 - mine])


def _tray(box: Box, seen: SeenTable, seat: Seat) -> None:
    """A press means what it means on the map; who is not on the table yet is chosen here."""
    g = state_of(seen)
    squad = [SoldierId(n) for n, s in enumerate(g.soldiers) if s.seat == seat and n != g.pilot]
    step = min(STEP, (box.h - FOOT) / max(1, len(squad)))
    box = box.cut_top(step * len(squad) + 8)
    box.add(f"tray.of:{seat}", "panel", shape=outlined(theme.PANEL_DARK, theme.PANEL_EDGE, 1.0, 6))
    room = box.above(2).inset(2, 4)
    for n in squad:
        row = room.cut_top(step)
        size = min(step, LEAST - 4)
        _soldier(row.cut_left(size, gap=4).centred(size, size), seen, n)
        name = tr(g.soldiers[n].row.title)
        lines = row.wrap(name, theme.TIGHT)
        if any(line.endswith("…") for line in lines):
            lines = row.wrap(name.replace("-", "- "), theme.TIGHT)
        fits = all(not line.endswith("…") for line in lines) and len(lines) * LINE <= step
        if row.w > LEAST and fits:
            top = row.cy - LINE * (len(lines) - 1) / 2
            ink = theme.CREAM if g.there(n) else theme.FAINT
            runs = row.pen.runs(lines, row.x, top, LINE, size=theme.TIGHT, colour=ink, room=row.w)
            row.add(f"tray:{n}.name", "text", runs=runs)


def _soldier(place: Box, seen: SeenTable, n: SoldierId) -> None:
    g = state_of(seen)
    status, chosen = g.soldiers[n].status, n == acting(seen)
    light, action = press_of(seen, n)
    waits = status is Status.WAITING
    opacity = 255 if waits or g.there(n) else GONE
    place.add(f"tray:{n}.art", "man", art=faces.soldier(g, n), opacity=opacity)
    at, r, name, tip = (place.cx, place.cy - 1), place.w * 0.34, short_name(g, n), told(seen, n)
    if light.lit and not chosen and (waits or g.there(n)):
        pieces.rim(place.pen, f"tray:{n}", at, r, z=place.z - 1)
    if waits:
        id, z = f"man:{n}", place.z + 1
        pieces.pressed(place.pen, id, at, r, seen, light, action, name, tip, z=z, chosen=chosen)
        return
    place.with_rect(pieces.around(at, r)).above(1).add(
        f"tray:{n}",
        "man.base",
        action=action,
        label=name,
        tooltip=tip,
        flags=[*flags_of(chosen=chosen), "pointer"],
        mark="round",
    )
