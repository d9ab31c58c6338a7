"""The table before a match: where the sides deploy, and what is fought for."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.free_map.bases import RIM
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.language import tr
from owm_net.client.maps import land, marks
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.tables.nco import faces
from owm_net.client.tables.nco.common import chart_of, land_of
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import SEATS
from owm_net.games.nco.scenarios import CENTER, MIDDLE, RESCUE, RETRIEVAL, SECTORS, THIRD
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASES, BOARD

NAME = 24.0
"""Height of what is said of the table."""


def draw(box: Box, g: NcoState) -> None:
    """The table that was chosen, or one of those among which a die chooses."""
    layout = CATALOG.layouts[g.layout] if g.layout else next(iter(CATALOG.layouts.values()))
    told = tr(layout.title)
    if not g.layout:
        told = tr(
            "{title}: a sample. A die chooses one of {n}.", title=told, n=len(CATALOG.layouts)
        )
    name = box.cut_bottom(NAME, gap=2).above(3)
    style: Lettering = {"size": theme.SMALL, "colour": theme.FAINT, "anchor": "m", "least": 11}
    name.text("overview.name", told, **style)
    chart = chart_of(box.rect)
    land.draw(box.pen, chart, land_of(layout).face(False), z=box.z)
    _edges(box.above(1), chart, g)
    _goals(box.above(2), chart, g)


def _edges(box: Box, chart: FreeChart, g: NcoState) -> None:
    """Where the sides deploy, in the south and in the north; at another edge too, if they may."""
    deep = g.battle.deep
    south = [((0, deep), (BOARD, 0))]
    if g.battle.two_edges:
        south.append(((0, BOARD - deep), (deep, deep)))
    turned = [((BOARD - x, BOARD - y), (BOARD - u, BOARD - v)) for (u, v), (x, y) in south]
    for seat, strips in zip(SEATS, (south, turned), strict=True):
        shape = Shape("box", (*RIM[seat], 70), (*RIM[seat], 255), 1.6)
        for n, ends in enumerate(strips):
            (x, y), (right, bottom) = map(chart.at, ends)
            place = box.with_rect(Rect(x, y, right - x, bottom - y))
            place.add(f"zone:{seat}.{n}", "zone", shape=shape)


def _goals(box: Box, chart: FreeChart, g: NcoState) -> None:
    """What lies there from the beginning: the centre, the sectors, the pilot, intel."""
    pen, z = box.pen, box.z
    if g.scenario == SECTORS:
        for n, at in enumerate((THIRD, 2 * THIRD)):
            for way, ends in (("across", ((0, at), (BOARD, at))), ("up", ((at, 0), (at, BOARD)))):
                id = f"goal.{way}:{n}"
                marks.line(pen, id, chart, ends, theme.SAND, z=z, width=1.4, dash=9)
    elif g.scenario in (CENTER, RESCUE):
        marks.ring(pen, "goal.centre", chart, MIDDLE[:2], BASES, theme.GOLD, z=z, fill=90)
        marks.dot(pen, "goal.centre.dot", chart, MIDDLE[:2], theme.GOLD, z=z)
    elif g.scenario == RETRIEVAL:
        x, y = chart.at(MIDDLE[:2])
        place = box.with_rect(Rect(x - 14, y - 14, 28, 28))
        place.add("goal.intel", "token", art=faces.token("intel", -1), label=tr("a piece of intel"))
