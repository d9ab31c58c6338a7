"""The view from a place, before any card is chosen: threads of sight, how far each place is, and
what can hit soldiers there. The rules say it; here it is drawn.
"""

from __future__ import annotations

from math import atan2, degrees, hypot

from attrs import evolve

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm.board import OwmChart
from owm_net.client.tables.owm.shown import state_of
from owm_net.client.widgets import TOKENS, tag
from owm_net.client.words import capital
from owm_net.games.owm.firing import lethality_at, why_not_able
from owm_net.games.owm.forecast import SHORT, shots
from owm_net.games.owm.ids import Cell, FireteamId
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.words import fireteam_name, place_name, soldier_name

WORD = "sight"
"""What `Ui.look` is while it is shown."""

SEEN, HIDDEN = theme.GOOD, theme.REFUSED


def origin(seen: SeenTable, shown: FireteamId) -> tuple[Cell, Fireteam] | None:
    """Return the viewpoint: the place under the pointer, else that of the shown Fireteam; and the
    Fireteam there, else the shown one."""
    g = state_of(seen)
    what, _, number = seen.ui.hover.partition("~")[0].partition(":")
    team = g.fireteams.get(shown)
    if what == "team" and FireteamId(int(number)) in g.fireteams:
        team = g.fireteams[FireteamId(int(number))]
    elif what == "cell":
        there = list(g.fireteams_at(Cell(int(number))))
        if there:
            team = there[0]
        elif team is not None:
            return Cell(int(number)), evolve(team, cell=Cell(int(number)), dug_in=False)
    return (team.cell, team) if team is not None and team.on_map else None


def draw(pen: Pen, chart: OwmChart, seen: SeenTable, shown: FireteamId) -> None:
    """Draw a thread to each enemy, whole where visible and broken where not; on each place its
    distance; a veil over hidden places."""
    g = state_of(seen)
    found = origin(seen, shown)
    if found is None:
        return
    here, team = found
    with pen.through(chart.lens):
        for cell in g.ground.cells:
            if cell != here:
                _place(pen, chart, g, team, here, cell)
        for enemy in g.enemies(team.seat):
            if enemy.cell != here:
                _thread(pen, chart, g, here, enemy)


def _place(pen: Pen, chart: OwmChart, g: OwmState, team: Fireteam, here: Cell, cell: Cell) -> None:
    """How far a place is; lit where a weapon of the Fireteam reaches it, veiled where unseen."""
    rect, sees = chart.rect(cell), g.sees(here, cell)
    if not sees:
        veil = Shape("box", (8, 8, 6, 120), (0, 0, 0, 0), 0, 6)
        pen.add(f"sight.veil:{cell}", "glow", rect, z=TOKENS + 1, shape=veil)
    reached = sees and any(
        why_not_able(g, team, soldier.id) is None and lethality_at(g, soldier, team, cell)
        for soldier in g.members(team.id)
    )
    far = g.ground.distance(here, cell)
    k = chart.letters
    plate = Rect(rect.right - 25 * k, rect.y + chart.strip + 1, 22 * k, 18 * k)
    edge = theme.LIT if reached else theme.PANEL_EDGE
    tag(
        Box(pen, plate, TOKENS + 33),
        f"sight.range:{cell}",
        str(far),
        edge=edge,
        width=2 if reached else 1,
        radius=9,
        label=tr("{n} away, in reach", n=far) if reached else tr("{n} away", n=far),
        size=14 * k,
        colour=theme.LIT if reached else theme.SAND,
    )


def _thread(pen: Pen, chart: OwmChart, g: OwmState, here: Cell, enemy: Fireteam) -> None:
    """From place to place: whole and green, or in pieces and red."""
    a, b = chart.rect(here), chart.rect(enemy.cell)
    dx, dy = b.cx - a.cx, b.cy - a.cy
    sees = g.sees(here, enemy.cell)
    colour = SEEN if sees else HIDDEN
    seen = tr("seen") if sees else tr("no line of sight")
    pieces = 1 if sees else 9
    long = hypot(dx, dy) / pieces
    for n in range(pieces):
        part = (n + 0.5) / pieces
        x, y = a.cx + dx * part, a.cy + dy * part
        reach = long if sees else long * 0.55
        pen.add(
            f"sight.thread:{enemy.id}:{n}",
            "glow",
            Rect(x - reach / 2, y - 2, reach, 4),
            z=TOKENS + 50,
            angle=degrees(atan2(dy, dx)),
            shape=Shape("box", (*colour[:3], 235), (20, 16, 10, 255), 1, 2),
            label=f"{tr(fireteam_name(g, enemy.id))}: {seen}",
        )


def told(seen: SeenTable, shown: FireteamId) -> str:
    """Return what can hit a Fireteam at the place under the pointer, in words; "" where there is
    none."""
    found = origin(seen, shown)
    if found is None:
        return ""
    g, (here, team) = state_of(seen), found
    key = ("threats", here, team.id)
    text: str = seen.cached(key, lambda: "\n".join(_threats(g, here, team)))
    return text


def _threats(g: OwmState, here: Cell, team: Fireteam) -> list[str]:
    """A line for each enemy, and what the words mean."""
    moved = g.fireteams[team.id].cell != here
    name, place = fireteam_name(g, team.id), place_name(g, here)
    lines = [
        tr("What can hit {team} at {place}, were it there", team=name, place=place)
        if moved
        else tr("What can hit {team} at {place}", team=name, place=place)
    ]
    some = False
    for enemy in g.enemies(team.seat):
        name = tr(
            "{team}, {distance} away",
            team=fireteam_name(g, enemy.id),
            distance=g.ground.distance(here, enemy.cell),
        )
        if not g.sees(enemy.cell, here):
            lines.append(tr("{name}: no line of sight", name=name))
            continue
        able = shots(g, enemy, team)
        some = some or bool(able)
        if able:
            soldier, odds = able[0]
            lines.append(
                tr(
                    "{name}: {n} can shoot; best, {soldier}: {odds}",
                    name=name,
                    n=len(able),
                    soldier=soldier_name(soldier),
                    odds=odds,
                )
            )
        else:
            lines.append(tr("{name}: no weapon reaches that far", name=name))
    if team.stealthed and not moved:
        lines.append(tr("It is in stealth: an enemy has to recognise it first"))
    return [*lines, capital(SHORT)] if some else lines
