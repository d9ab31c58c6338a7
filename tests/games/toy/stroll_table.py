"""The table of Stroll, the least that a free map needs: the ground, its walkers, a path that is
clicked, the tools with ruler and cross of the keys, the plain table's bar and panel for more."""

from __future__ import annotations

from attrs import fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Drafting, Pick, Sketch
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.free_map.ground import ground
from owm_net.client.free_map.in_words import inches
from owm_net.client.free_map.land import Feature, Land
from owm_net.client.maps import beside, marks, pressing
from owm_net.client.maps.beside import Hand
from owm_net.client.maps.meanings import Adding
from owm_net.client.maps.pointing import Meaning, Nothing
from owm_net.client.scene import Pen, Rect
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.sitting.table import Table
from owm_net.client.widgets import BOARD, TOKENS, answer, backdrop, button, prompt_bar, top_bar
from owm_net.engine.geometry import length
from tests.games.toy.stroll import POND, TREE, WIDE, Go, Spot, StrollState, WalkerId, path_of

SIZE = (WIDE, WIDE)
GO = fields(Go)
LAND = Land(SIZE, (Feature("water", POND.corners),))


def meaning(seen: SeenTable) -> Meaning:
    """Return the current meaning of a press on the ground."""
    sketch = seen.answering.sketch if seen.answering.is_open else None
    walks = sketch is not None and sketch.cls is Go and sketch.holds(GO.walker)
    return Adding(GO.path, Spot) if walks else Nothing()


class StrollTable(Table):
    """The map is turned for the player in the north."""

    def begin(self, drafting: Drafting) -> Sketch:
        """There is one kind of answer to each question: it is begun."""
        return drafting.begin() or drafting.desk.begin(drafting.kind.answers[0])

    def draw(self, pen: Pen, seen: SeenTable) -> None:
        assert seen.view is not None
        g: StrollState = seen.view.state
        backdrop(pen)
        top_bar(pen, seen, "STROLL", f"round {g.round}")
        bar = Rect(8, pen.h - 56, pen.w - 16, 48)
        whole = FreeChart.within(
            Rect(16, 48, bar.y - 64, bar.y - 64), SIZE, turned=seen.players.seat == 1
        )
        lens, chart = pressing.spread(pen, seen, whole, nearest=4)
        with pen.through(lens):
            ground(pen, chart, LAND)
            pressing.ground(pen, chart, seen, meaning(seen))
            marks.dot(pen, "tree", chart, TREE, theme.GOLD, z=BOARD + 10)
            sketch = seen.answering.sketch if seen.answering.is_open else None
            who = sketch.get(GO.walker) if sketch is not None else None
            if sketch is not None and who is not None:
                way = path_of(g, who, sketch.all(GO.path))
                marks.line(pen, "path", chart, way, theme.GOLD, z=TOKENS)
            for n, walker in enumerate(g.walkers):
                pick = Pick(WalkerId, WalkerId(n))
                light = seen.answering.is_open and seen.answering.light(WalkerId, n).lit
                box = chart.box(walker.spot, 60)
                button(Box(pen, box, TOKENS + 9), f"walker:{n}", str(n + 1), pick, lit=light)
            over, told = ("map", "walker:"), lambda a, b: [inches(length(a, b))]
            pressing.rule(pen, seen, chart, over, (), told)
            if seen.map_view.cross is not None:
                marks.cross(pen, chart, seen.map_view.cross, z=TOKENS + 90)
        own = g.walkers[max(0, seen.players.seat)].spot
        hand = Hand(whole.plane, own, meaning(seen), GO.path, "all is seen")
        beside.tools(Box(pen, Rect(whole.frame.right + 16, 42, 420, 101)), seen, hand)
        prompt_bar(Box(pen, bar), answer.bar(seen), seen)
        answer.over(Box(pen, bar), seen, lambda kind, value: kind in (WalkerId, Spot))
