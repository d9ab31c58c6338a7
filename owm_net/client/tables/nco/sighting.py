"""Whom a soldier sees: the veil over what he does not, lines to each enemy with the cover that he
has, and the odds of the shot that is being made."""

from __future__ import annotations

from typing import Any

from owm_net.client import theme
from owm_net.client.free_map import marks
from owm_net.client.free_map.chart import Chart
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import BOARD as MAP
from owm_net.client.scene.widgets import TOKENS
from owm_net.client.tables.nco.common import acting, spot_at, state_of
from owm_net.client.tables.nco.odds import Odds, odds_of, shots_at
from owm_net.engine.agenda import Refusal
from owm_net.games.nco.counter_fire import Counter
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.orders.advance import Shoot
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.shots import Shot, in_cover
from owm_net.games.nco.specials import FocusFire
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BOARD, Shooting

SIGHT = "sight"
"""What `Ui.look` is while the veil lies over the map."""
FIRING: dict[Any, Shooting] = {
    Fire: Shooting.FIRE,
    Shoot: Shooting.ADVANCE,
    Counter: Shooting.FIRE,
    FocusFire: Shooting.FOCUS,
}
"""Answers that fire at a man, and how."""


def draw(pen: Pen, chart: Chart, model: Model) -> None:
    """While it is looked for, or a shot is being made."""
    g, soldier = state_of(model), acting(model)
    if soldier == NO_SOLDIER or not g.there(soldier):
        return
    sketch = model.sketch if model.asked else None
    fires = sketch is not None and sketch.cls in FIRING
    looks = model.ui.look == SIGHT
    if looks:
        spot = g.soldiers[soldier].spot
        mask = model.cached(
            ("veil", spot),
            lambda: marks.seen_mask(BOARD, lambda p: g.ground.sees(spot, spot_at(g, p))),
        )
        marks.veil(pen, chart, mask, z=MAP + 20)
    if looks or fires:
        for target, shot, refusal in shots_of(model, soldier):
            pointed = model.ui.hover == f"man:{target}"
            _line(pen, chart, g, (soldier, target), shot, refusal, pointed)


def how_of(model: Model) -> Shooting:
    """By which order the shot that is being made is fired; Fire where none is."""
    sketch = model.sketch if model.asked else None
    return FIRING.get(sketch.cls, Shooting.FIRE) if sketch is not None else Shooting.FIRE


def shots_of(model: Model, soldier: SoldierId) -> list[tuple[SoldierId, Shot, Refusal | None]]:
    """His shots at each enemy, with the weapon that has been chosen if one has."""
    g = state_of(model)
    sketch = model.sketch if model.asked else None
    chosen: Any = sketch.values.get("weapon") if sketch is not None else None
    arms = (chosen,) if chosen in g.soldiers[soldier].arms else g.soldiers[soldier].weapons
    how = how_of(model)
    found: list[tuple[SoldierId, Shot, Refusal | None]] = model.cached(
        ("shots", soldier, arms, how), lambda: list(shots_at(g, soldier, arms, how))
    )
    return found


def odds_at(model: Model, soldier: SoldierId, target: SoldierId) -> Odds | None:
    """Of his shot at one enemy; None where he cannot fire at him."""
    for other, shot, refusal in shots_of(model, soldier):
        if other == target and refusal is None:
            return odds_of(state_of(model), shot, target)
    return None


def _line(
    pen: Pen,
    chart: Chart,
    g: NcoState,
    pair: tuple[SoldierId, SoldierId],
    shot: Shot,
    refusal: Refusal | None,
    pointed: bool,
) -> None:
    """A plate over who is looked at, and a line to him: whole where he can be shot at; where not,
    as he is far off or hidden, broken, and only while he is pointed at."""
    soldier, target = pair
    a, b = g.soldiers[soldier].spot, g.soldiers[target].spot
    id = f"sight:{target}"
    if not g.ground.sees(a, b):
        colour, text = theme.REFUSED, tr("hidden")
    elif refusal is not None:
        colour, text = theme.FAINT, tr("too far")
    else:
        colour = theme.AMBER if in_cover(g, soldier, target) else theme.GOOD
        text = odds_of(g, shot, target).short
        if in_cover(g, soldier, target):
            text += " " + tr("cover")
    if refusal is None:
        marks.line(pen, id, chart, (a[:2], b[:2]), colour, z=MAP + 40, width=2.4)
    elif pointed:
        marks.line(pen, id, chart, (a[:2], b[:2]), colour, z=MAP + 40, width=1.6, dash=12)
    x, y = chart.at(b[:2])
    wide = pen.width(text, "bold", theme.SMALL) + 10
    r = max(19.0, chart.long(60))
    left = max(chart.frame.x, min(x - wide / 2, chart.frame.right - wide))
    top = y - r - 19 if y - r - 19 > chart.frame.y else y + r + 4
    pen.add(
        f"{id}.text",
        "label",
        Rect(left, top, wide, 18),
        z=TOKENS + 40,
        shape=Shape("box", theme.PANEL_DARK, (*colour[:3], 255), 1.2, 5),
        runs=[
            pen.run(
                text,
                left + wide / 2,
                top + 9,
                role="bold",
                size=theme.SMALL,
                anchor="m",
                colour=colour,
                room=wide,
            )
        ],
    )
