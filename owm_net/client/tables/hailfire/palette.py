"""The orders as a palette at the Unit on the map: what may be ordered, and grey what may not."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from owm_net.client.answering.drafting import Verb, said
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.language import tr
from owm_net.client.maps.beside import verbs_of
from owm_net.client.maps.chart import Place
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire.common import at_once, own_seat, state_of
from owm_net.client.widgets import TOKENS, Choice, choice_button, panel
from owm_net.engine.requests import Answer, Refusal
from owm_net.games.hailfire.ids import TeamId, opponent
from owm_net.games.hailfire.looking import can_fire, declaring_of
from owm_net.games.hailfire.orders import ORDER, Board, FireAt, GetOff, Go, March

COLUMNS, WIDE, HIGH, GAP = 2, 108.0, 27.0, 4.0
"""Of its buttons."""
AWAY = 26.0
"""So far beside the Teams it stands."""
BEFORE, HIDES = 400.0, 150.0
"""So much farther a place counts that lies in their lane, where the enemy is and where they
go, less where it does in part; and for each Team that it hides."""


def choices(seen: SeenTable) -> list[Choice]:
    """Return the orders that this match has, as buttons; none where no order is asked for."""
    if seen.answering.kind is not ORDER or not seen.answering.is_open or at_once(seen):
        return []
    rides: tuple[type[Answer], ...] = () if state_of(seen).options.transport else (Board, GetOff)
    found = list(verbs_of(seen, without=rides))
    if seen.cached("has target", lambda: _has_target(seen)):
        return found
    nobody = Refusal("HAIL-FIRE-01 HAIL-FIRE-05", tr("no enemy is in sight and within range"))
    vain = {Verb(FireAt): said(nobody)}
    return [
        evolve(c, lit=False, why=c.why or vain[c.action]) if c.action in vain else c for c in found
    ]


def _has_target(seen: SeenTable) -> bool:
    """Return True if a Team without an order can fire at an enemy."""
    g, declaring = state_of(seen), declaring_of(state_of(seen))
    teams = declaring.left() if declaring is not None else []
    enemies = g.on_table(opponent(own_seat(seen)))
    return any(can_fire(g, team, enemy) for team in teams for enemy in enemies)


def draw(pen: Pen, chart: FreeChart, seen: SeenTable, places: dict[TeamId, Place]) -> None:
    """Beside the Teams that are activated, where it lies on the fewest others. It stays there while
    the order is made; where that goes over the ground, none of it is hidden until CLEAR."""
    sketch = seen.answering.sketch
    if sketch is not None and sketch.cls in (Go, March) and not sketch.is_empty:
        return
    found, declaring = choices(seen), declaring_of(state_of(seen))
    own = [places[t] for t in (declaring.teams if declaring is not None else ()) if t in places]
    if not found or not own:
        return
    rows = -(-len(found) // COLUMNS)
    wide, high = COLUMNS * (WIDE + GAP) + GAP + 4, rows * (HIGH + GAP) + GAP + 4
    rect = _place(chart.frame, own, list(places.values()), _front(chart, seen), wide, high)
    box = Box(pen, rect, TOKENS + 70)
    panel(box, "palette", dark=True, solid=True)
    cells = box.above(2).inset(4, 4).grid(COLUMNS, WIDE + GAP, HIGH + GAP, GAP)
    for cell, choice in zip(cells, found, strict=False):
        choice_button(cell, choice, size=14)


def _front(chart: FreeChart, seen: SeenTable) -> Place:
    """Return the direction on the screen from the own zone to the enemy's, along the longer side:
    -1, 0 or 1 to the right, and down."""
    zones, own = state_of(seen).battle.zones, own_seat(seen)
    boxes = zones[own].box, zones[opponent(own)].box
    (x0, y0), (x1, y1) = [chart.at(((a + b) // 2, (c + d) // 2)) for a, b, c, d in boxes]
    right, down = x1 - x0, y1 - y0
    if abs(right) > abs(down):
        return (1.0 if right > 0 else -1.0), 0.0
    return 0.0, (1.0 if down > 0 else -1.0)


def _place(
    frame: Rect,
    own: Sequence[Place],
    others: Sequence[Place],
    front: Place,
    wide: float,
    high: float,
) -> Rect:
    """Return the nearest box about the own Teams, where it hides few, and no way ahead."""
    xs, ys = [x for x, _ in own], [y for _, y in own]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    mid = (x0 + x1) / 2, (y0 + y1) / 2
    right, down = front[0] * frame.w, front[1] * frame.h
    lane = Rect(
        x0 + min(0.0, right), y0 + min(0.0, down), x1 - x0 + abs(right), y1 - y0 + abs(down)
    ).inset(-AWAY)
    tried: list[tuple[int, int, Rect]] = []
    for dx, x in ((1, x1 + AWAY), (-1, x0 - AWAY - wide), (0, mid[0] - wide / 2)):
        for dy, y in ((0, mid[1] - high / 2), (1, y1 + AWAY), (-1, y0 - AWAY - high)):
            for far in (0.0, 60.0, 140.0, 240.0) if dx or dy else ():
                left = min(max(frame.x + 4, x + dx * far), frame.right - wide - 4)
                top = min(max(frame.y + 4, y + dy * far), frame.bottom - high - 4)
                rect = Rect(left, top, wide, high)
                hidden = sum([rect.inset(-AWAY / 2).contains(*place) for place in others])
                away = abs(rect.cx - mid[0]) + abs(rect.cy - mid[1])
                away += BEFORE * rect.shared(lane) / (wide * high)
                tried.append((round(away + HIDES * hidden), len(tried), rect))
    return min(tried)[2]
