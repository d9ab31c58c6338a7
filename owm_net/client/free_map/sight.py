"""What is seen from where somebody stands: the veil over the rest."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from owm_net.client.free_map import marks
from owm_net.client.free_map.chart import Chart
from owm_net.client.free_map.land import Point
from owm_net.client.model import Model
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import BOARD as MAP

SIGHT = "sight"
"""What `Ui.look` is while the veil lies over the map."""


def veil(
    pen: Pen, chart: Chart, model: Model, whose: Hashable, sees: Callable[[Point], bool]
) -> None:
    """Worked out once for each state. whose: who looks, from where."""
    mask = model.cached(("veil", whose), lambda: marks.seen_mask(chart.size, sees))
    marks.veil(pen, chart, mask, z=MAP + 20)
