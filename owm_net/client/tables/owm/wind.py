"""The wind, where Smoke hangs: which way it was driven in this round, or may be before the next."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import TOKENS
from owm_net.games.owm.assessment import WindBlows
from owm_net.games.owm.directions import WAYS, step_of
from owm_net.games.owm.rounds import RoundBegun
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.tokens import Border, Token


def blown(seen: SeenTable) -> str:
    """Return which way the wind has blown in the round that is shown: one of WAYS, or "" if it has
    moved nothing."""
    last = len(seen.log.lines) - 1 if seen.log.past is None else seen.log.past
    for at in range(last, -1, -1):
        event = seen.log.lines[at].event
        if isinstance(event, WindBlows):
            return event.way
        if isinstance(event, RoundBegun):
            break
    return ""


def sign(pen: Pen, g: OwmState, token: Token, way: str, turns: int, box: Rect) -> float:
    """Beside the name of Smoke: an arrow the way it was driven; or, while it may still be, one for
    each way. way: as `blown` says. turns: of the map, by quarters clockwise. Return where the next
    thing beside it begins."""
    may = token.border is Border.YELLOW
    if not may and way not in WAYS:
        return box.x
    id = f"wind:{token.cell}"
    if may:
        told = tr(
            "Before the next round the wind may drive it one Terrain: north, east, south or west "
            "with 1 in {sides} each",
            sides=g.card.wind.sides,
        )
    else:
        told = tr("In this round the wind drove it to the {way}", way=way)
    pen.add(
        id,
        "text",
        box,
        z=TOKENS + 14,
        shape=Shape("box", (18, 17, 13, 235), (*theme.PANEL_EDGE, 255), 1, 4),
        label=told,
        tooltip=told,
    )
    for one in WAYS if may else (way,):
        dx, dy = step_of(g.ground, one)
        angle = degrees(atan2(dy, dx)) + 90 * turns
        long, high = (box.h * 0.46, box.h * 0.36) if may else (box.h * 0.86, box.h * 0.66)
        off = box.h * 0.25 if may else 0.0
        x, y = box.cx + cos(radians(angle)) * off, box.cy + sin(radians(angle)) * off
        pen.add(
            f"{id}:{one}",
            "arrow",
            Rect(x - long / 2, y - high / 2, long, high),
            z=TOKENS + 15,
            angle=angle % 360,
            shape=Shape("arrow", (*theme.CREAM, 255), (*theme.CREAM, 255), 0.5),
        )
    return box.right + 2
