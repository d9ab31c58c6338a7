"""The view of a Team: the veil over the rest, lines to enemies, and the odds of fire."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.free_map.ground import veil
from owm_net.client.language import tr
from owm_net.client.maps import marks
from owm_net.client.maps.pointing import SIGHT
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire.common import FIRE, acting, state_of
from owm_net.client.tables.hailfire.odds import reach_of
from owm_net.client.widgets import BOARD as MAP
from owm_net.client.widgets import TOKENS
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_TEAM, Spot
from owm_net.games.hailfire.orders import FireAt


def draw(pen: Pen, chart: FreeChart, seen: SeenTable) -> None:
    """While it is looked for, or fire is being ordered."""
    g, n = state_of(seen), acting(seen)
    sketch = seen.answering.sketch if seen.answering.is_open else None
    if sketch is not None and sketch.cls is FireAt:
        target = sketch.get(FIRE.target, NO_TEAM)
        teams = sketch.all(FIRE.teams)
        if target != NO_TEAM:
            for team in teams:
                ends = (g.teams[team].spot, g.teams[target].spot)
                marks.line(pen, f"fire:{team}", chart, ends, theme.AMBER, z=MAP + 40, width=2)
    if seen.ui.look != SIGHT or n == NO_TEAM or not g.teams[n].there:
        return
    stand = g.teams[n].stand
    veil(pen, chart, seen, n, lambda p: g.ground.sees(stand, Stand(Spot(p), 0)))
    for enemy in g.enemies(n):
        if not g.sees(n, enemy):
            continue
        hidden = g.concealed(enemy, n)
        far = reach_of(g, n, enemy)
        colour = theme.FAINT if far is None else theme.AMBER if hidden or far else theme.GOOD
        ends = (g.teams[n].spot, g.teams[enemy].spot)
        marks.line(pen, f"sight:{enemy}", chart, ends, colour, z=MAP + 40, width=1.8)
        if seen.ui.hover == f"team:{enemy}":
            words = [tr("concealed")] if hidden else [tr("in the open")]
            words += [tr("out of range")] if far is None else [tr("long range")] if far else []
            marks.label(
                pen,
                "sight.text",
                chart,
                chart.at(g.teams[enemy].spot),
                [", ".join(words)],
                z=TOKENS + 80,
                colour=colour,
                edge=colour,
            )
