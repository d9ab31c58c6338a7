"""How far a soldier comes with each gait, on this ground and past these enemies; how far a weapon
reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from owm_net.client import theme
from owm_net.client.free_map import reach
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.free_map.reach import Reach, WalkFrom
from owm_net.client.language import tr
from owm_net.client.maps.chart import Point
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco.acting import GAITS, begins
from owm_net.client.tables.nco.common import WHO, acting, spot_at, state_of
from owm_net.engine.requests import Refusal
from owm_net.engine.text import say
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.orders.command import ORDER
from owm_net.games.nco.paths import allowance, blocked
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BOARD, Gait
from owm_net.games.nco.words import inches

LOOKS: dict[Gait, tuple[theme.Colour, str]] = {
    Gait.ADVANCE: (theme.GOOD, say("Advance {far}")),
    Gait.RUN: (theme.AMBER, say("Run {far}")),
    Gait.ASSAULT: (theme.REFUSED, say("Assault {far}")),
    Gait.SPECIAL: (theme.REFUSED, say("Assault {far}")),
}


def shown(seen: SeenTable) -> tuple[SoldierId, tuple[Gait, ...]]:
    """Return whose reach is shown, and with which gaits: of the order that is drawn, of who is
    selected for one, of who has just been looked at; NO_SOLDIER for nobody's."""
    g, soldier = state_of(seen), acting(seen)
    if soldier == NO_SOLDIER or not g.there(soldier) or soldier == g.pilot or not g.turn:
        return NO_SOLDIER, ()
    sketch = seen.answering.sketch if seen.answering.is_open else None
    if sketch is not None and sketch.cls in GAITS:
        chosen = sketch.get(WHO) == soldier
        return (soldier, (GAITS[sketch.cls],)) if chosen else (NO_SOLDIER, ())
    looked = sketch is None and seen.ui.selected_at == g.answered
    begun = begins(seen) == soldier and seen.answering.kind is ORDER
    if (begun or looked) and not g.soldiers[soldier].wounded:
        return soldier, (Gait.ADVANCE, Gait.RUN)
    return NO_SOLDIER, ()


def known(seen: SeenTable) -> Iterator[None]:
    """Work it out, part by part."""
    soldier, gaits = shown(seen)
    for gait in gaits:
        area = _area(seen, soldier, gait)
        while area.grow():
            yield


def draw(pen: Pen, chart: FreeChart, seen: SeenTable, taken: Sequence[Rect]) -> None:
    """Shade it, the wider one below. taken: where no words go."""
    soldier, gaits = shown(seen)
    names = list(taken)
    for gait in reversed(gaits):
        colour, words = LOOKS[gait]
        far = inches(allowance(state_of(seen), soldier, gait))
        name = tr(words, far=far) if len(gaits) > 1 else ""  # else the path says it
        area, id = _area(seen, soldier, gait), f"reach.{gait.value}"
        place = reach.draw(pen, id, chart, area, colour, name, names)
        names += [place] if place is not None else []


def _area(seen: SeenTable, soldier: SoldierId, gait: Gait) -> Reach:
    g = state_of(seen)
    found: Reach = seen.cached(
        ("reach", soldier, gait), lambda: Reach.of(reach_of(g, soldier, gait))
    )
    return found


def reach_of(g: NcoState, soldier: SoldierId, gait: Gait) -> WalkFrom:
    """Return the walk of a soldier with a gait, whatever stands or lies in the way."""
    corners = [corner[:2] for corner in g.ground.corners]
    edges = (BASE, BASE, BOARD - BASE, BOARD - BASE)
    start, most = g.soldiers[soldier].spot[:2], allowance(g, soldier, gait)
    return WalkFrom(start, most, partial(_leg, g, soldier, gait), corners, edges)


def _leg(g: NcoState, soldier: SoldierId, gait: Gait, a: Point, b: Point) -> int | None:
    start, end = spot_at(g, a), spot_at(g, b)
    cost = g.ground.leg(start, end, gait)
    return None if isinstance(cost, Refusal) or blocked(g, soldier, start, end) else cost
