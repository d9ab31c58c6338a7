"""Hidden set-up on the map: blinds that stand, and those that are being laid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import fields

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Light
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.language import tr
from owm_net.client.maps import marks, pieces
from owm_net.client.maps.chart import Place
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import Select
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire import faces
from owm_net.client.tables.hailfire.common import SPOTS, laying, own_seat, state_of
from owm_net.client.widgets import TOKENS
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


def draw(pen: Pen, chart: FreeChart, seen: SeenTable, middles: Mapping[int, Place]) -> None:
    """Those on the table, drawn at `middles`; those of the answer in the making; where one was that
    is opened now."""
    g = state_of(seen)
    cards = laying(seen)
    sketch = seen.answering.sketch if seen.answering.is_open and cards else None
    spots = sketch.all(SPOTS) if sketch is not None else ()
    for n, spot in enumerate(spots[: len(cards)]):
        art = faces.blind(own_seat(seen), sign_of(seen, cards, n))
        pen.add(
            f"laid:{n}", "man", box_of(chart, chart.at(spot)), z=TOKENS + 25, art=art, opacity=220
        )
    for n in open_blinds(g):
        _blind(pen, chart, seen, n, middles[n])
    opened = opened_at(g)
    if opened is not None:
        marks.ring(pen, "emerging", chart, opened[0], opened[1], theme.GOOD, z=TOKENS - 2, fill=24)


def _blind(pen: Pen, chart: FreeChart, seen: SeenTable, n: int, middle: Place) -> None:
    """Own ones say what is beneath, the other's have a number. A press on an own one opens it for
    its Unit to be activated, where that is asked for."""
    answering = seen.answering
    g, view = state_of(seen), seen.view
    assert view is not None
    seat = blind_owner(g)
    cards = g.hands[BLINDS + seat]
    own = view.card(cards[n]) is not None
    box, id = box_of(chart, middle), f"blind:{n}"
    pen.add(f"{id}.art", "man", box, z=TOKENS + 26, art=faces.blind(seat, sign_of(seen, cards, n)))
    offer = Unveil(Played(cards[n]))
    asked = answering.is_open and answering.kind is ACTIVATE and seat == own_seat(seen)
    why = answering.why_not(offer) if asked else ""
    lit = asked and not why
    chosen = (
        asked
        and answering.sketch is not None
        and answering.sketch.get(fields(Unveil).blind) == cards[n]
    )
    what = tr("Blind {n}", n=n + 1)
    about = tr(blind_name(view, cards[n])) if own else tr("a hidden Unit or a dummy")
    told = tr('It is opened when an enemy Team within 8" sees it.')
    r = box.w * pieces.PRESSED
    pieces.tie(pen, id, chart, g.blinds[n], middle, theme.CREAM)
    if lit and not chosen:
        pieces.rim(pen, id, middle, r, z=TOKENS + 25)
    if seen.ui.hover == id:
        marks.ring(pen, f"{id}.sight", chart, g.blinds[n], BLIND_SIGHT, theme.AMBER, z=TOKENS - 2)
    action = Adopt(offer, gives=True) if asked else Select(0)
    label = f"{what}: {about}"
    tip = "\n".join(filter(None, (label, told, why)))
    z, light = TOKENS + 27, Light(lit)
    pieces.pressed(pen, id, middle, r, seen, light, action, label, tip, z=z, chosen=chosen, why=why)


def sign_of(seen: SeenTable, cards: Sequence[int], n: int) -> str:
    """The tag of the Unit beneath, "-" for a dummy; the number where one cannot know."""
    g, view = state_of(seen), seen.view
    assert view is not None
    card = view.card(cards[n])
    if card is None:
        return str(n + 1)
    unit = hidden_unit(card)
    return "-" if unit == NO_UNIT else faces.tag_of(g, unit)


def size_of(chart: FreeChart) -> float:
    """How wide and high a blind's picture is."""
    return max(LEAST, chart.long(WIDE))


def box_of(chart: FreeChart, middle: Place) -> Rect:
    """The box of a blind's picture, the middle of its base there on the screen."""
    return pieces.picture(middle, size_of(chart))
