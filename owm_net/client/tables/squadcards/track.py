"""The range track of the card game, with the two squads facing each other."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.answering.drafting import Light, Pick
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape, flags_of
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import own_seat, state_of
from owm_net.client.widgets import PANELS
from owm_net.games.squadcards.ids import opponent
from owm_net.games.squadcards.terms import RangeBand
from owm_net.games.squadcards.words import BAND_WORDS

GROUNDS: tuple[theme.Colour, ...] = (
    (96, 52, 36, 255),
    (92, 76, 40, 255),
    (70, 78, 44, 255),
    (54, 68, 52, 255),
)


def draw(pen: Pen, rect: Rect, seen: SeenTable) -> None:
    """Draw four steps between the squads, with the enemy on the present one."""
    answering = seen.answering
    g = state_of(seen)
    own, foe = own_seat(seen), opponent(own_seat(seen))
    pen.add(
        "track",
        "panel",
        rect,
        z=PANELS - 10,
        shape=Shape("box", theme.PANEL_DARK, (*theme.PANEL_EDGE, 255), 1.2, 7),
    )
    size = min(64.0, rect.h - 64)
    left = rect.x + size + 12
    wide = (rect.right - 8 - left) / 4
    moving = bool(answering.kind) and answering.drafting.takes(answering.sketch, RangeBand)
    band_top = rect.y + 34
    high = rect.h - 42
    pen.text(
        "track.title",
        tr("RANGE: {range}", range=tr(BAND_WORDS[g.band]).upper()),
        rect.x + 11,
        rect.y + 17,
        z=PANELS,
        role="title",
        size=17,
        colour=theme.GOLD,
        room=rect.w - 20,
    )
    for band in RangeBand:
        box = Rect(left + band.value * wide, band_top, wide - 4, high)
        here = band is g.band
        id = f"band:{band.value}"
        light = answering.drafting.light(answering.sketch, RangeBand, band) if moving else Light()
        flags = flags_of(lit=light.lit, chosen=light.chosen)
        fill = GROUNDS[band.value] if here or light.lit else (40, 40, 33, 255)
        edge = theme.CREAM if here else theme.PANEL_EDGE
        pen.add(
            id,
            "cell",
            box,
            z=PANELS - 8,
            flags=flags,
            solid=True,
            shape=Shape("box", fill, (*edge, 255), 2 if here else 1, 5),
            action=Pick(RangeBand, band) if moving else None,
            why=light.why,
            label=BAND_WORDS[band],
            tooltip=tr("{range} range: click to move there", range=BAND_WORDS[band])
            if light.lit
            else tr("{range} range", range=BAND_WORDS[band]),
        )
        text = faces.letters(band) if wide < 104 else tr(BAND_WORDS[band]).upper()
        line, ink = Rect(box.x, box.y, box.w, 26), theme.CREAM if here else theme.FAINT
        pen.caption(f"{id}.text", text, line, z=PANELS - 7, size=18, colour=ink, room=box.w - 4)
    for seat, x, y in (
        (own, rect.x + 7, band_top + (high - size) / 2),
        (foe, left + g.band.value * wide + (wide - 4 - size) / 2, band_top + high - size - 1),
    ):
        squad = g.squads[g.all_of(seat)[0]] if g.squads else None
        if squad is not None:
            pen.add(
                f"pawn:{seat}",
                "token",
                Rect(x, y, size, size),
                z=PANELS - 4,
                art=faces.badge(squad.nation, lit=g.active == seat and g.turn > 0),
            )
