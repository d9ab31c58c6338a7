"""Hidden set-up on the map: blinds that stand, and those that are being laid."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from attrs import fields

from owm_net.client import theme
from owm_net.client.actions import Select
from owm_net.client.drafting import Adopt
from owm_net.client.free_map import marks
from owm_net.client.free_map.apart import Place
from owm_net.client.free_map.chart import Chart
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import TOKENS
from owm_net.client.tables.hailfire import faces
from owm_net.client.tables.hailfire.common import SPOTS, laying, own_seat, state_of
from owm_net.engine.records import Played
from owm_net.games.hailfire.blinds import blind_name, blind_owner, hidden_unit, open_blinds
from owm_net.games.hailfire.ids import NO_UNIT
from owm_net.games.hailfire.looking import opened_at
from owm_net.games.hailfire.state import BLINDS
from owm_net.games.hailfire.terms import BLIND_SIGHT
from owm_net.games.hailfire.turn import ACTIVATE, Unveil

LEAST = 26.0
"""A blind's picture is no smaller, in pixels; else WIDE of the map."""
WIDE = 180


def draw(pen: Pen, chart: Chart, model: Model, middles: Mapping[int, Place]) -> None:
    """Those on the table, drawn at `middles`; those of the answer in the making; where one was that
    is opened now."""
    g = state_of(model)
    cards = laying(model)
    sketch = model.sketch if model.asked and cards else None
    spots = sketch.all(SPOTS) if sketch is not None else ()
    for n, spot in enumerate(spots[: len(cards)]):
        art = faces.blind(own_seat(model), sign_of(model, cards, n))
        pen.add(
            f"laid:{n}", "man", box_of(chart, chart.at(spot)), z=TOKENS + 25, art=art, opacity=220
        )
    for n in open_blinds(g):
        _blind(pen, chart, model, n, middles[n])
    opened = opened_at(g)
    if opened is not None:
        marks.ring(pen, "emerging", chart, opened[0], opened[1], theme.GOOD, z=TOKENS - 2, fill=24)


def _blind(pen: Pen, chart: Chart, model: Model, n: int, middle: Place) -> None:
    """Own ones say what is beneath, the other's have a number. A press on an own one opens it for
    its Unit to be activated, where that is asked for."""
    g, view = state_of(model), model.view
    assert view is not None
    seat = blind_owner(g)
    cards = g.hands[BLINDS + seat]
    own = view.card(cards[n]) is not None
    box, id = box_of(chart, middle), f"blind:{n}"
    pen.add(f"{id}.art", "man", box, z=TOKENS + 26, art=faces.blind(seat, sign_of(model, cards, n)))
    offer = Unveil(Played(cards[n]))
    asked = model.asked and model.kind is ACTIVATE and seat == own_seat(model)
    why = model.why_not(offer) if asked else ""
    lit = asked and not why
    chosen = (
        asked and model.sketch is not None and model.sketch.get(fields(Unveil).blind) == cards[n]
    )
    what = tr("Blind {n}", n=n + 1)
    about = tr(blind_name(view, cards[n])) if own else tr("a hidden Unit or a dummy")
    told = tr('It is opened when an enemy Team within 8" sees it.')
    r = box.w * 0.34
    x, y = middle
    place = chart.at(g.blinds[n])
    if math.dist(place, middle) >= 3:
        shape = Shape("lines", (*theme.CREAM, 230), width=1.4, points=(place, middle))
        pen.add(f"{id}.tie", "line", chart.area, z=TOKENS + 24, shape=shape)
    if lit and not chosen:
        ring = Rect(x - r - 2, y - r - 2, 2 * r + 4, 2 * r + 4)
        shape = Shape("box", edge=(*theme.LIT, 255), width=1.8, radius=r + 2)
        pen.add(f"{id}.lit", "ring", ring, z=TOKENS + 25, shape=shape)
    if model.ui.hover == id:
        marks.ring(pen, f"{id}.sight", chart, g.blinds[n], BLIND_SIGHT, theme.AMBER, z=TOKENS - 2)
    flags = [f for f, on in (("lit", lit), ("quiet", lit), ("chosen", chosen)) if on]
    flags += ["focus"] if model.ui.focus == id else []
    pen.add(
        id,
        "man.base",
        Rect(x - r, y - r, 2 * r, 2 * r),
        z=TOKENS + 27,
        flags=flags,
        action=Adopt(offer, gives=True) if asked else Select(0),
        label=f"{what}: {about}",
        tooltip="\n".join(filter(None, (f"{what}: {about}", told, why))),
        why=why,
        mark="round",
    )


def sign_of(model: Model, cards: Sequence[int], n: int) -> str:
    """The tag of the Unit beneath, "-" for a dummy; the number where one cannot know."""
    g, view = state_of(model), model.view
    assert view is not None
    card = view.card(cards[n])
    if card is None:
        return str(n + 1)
    unit = hidden_unit(card)
    return "-" if unit == NO_UNIT else faces.tag_of(g, unit)


def size_of(chart: Chart) -> float:
    """How wide and high a blind's picture is."""
    return max(LEAST, chart.long(WIDE))


def box_of(chart: Chart, middle: Place) -> Rect:
    """The box of a blind's picture, the middle of its base there on the screen."""
    (x, y), size = middle, size_of(chart)
    return Rect(x - size / 2, y - size * 22 / 48, size, size)
