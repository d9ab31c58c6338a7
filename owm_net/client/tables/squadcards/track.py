"""The range track of the card game, with the two squads facing each other."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.answering.drafting import Light, Pick
from owm_net.client.language import tr
from owm_net.client.scene.items import flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards import faces
from owm_net.client.tables.squadcards.common import own_seat, state_of
from owm_net.client.widgets import outlined
from owm_net.games.squadcards.ids import opponent
from owm_net.games.squadcards.terms import RangeBand
from owm_net.games.squadcards.words import BAND_WORDS

GROUNDS: tuple[theme.Colour, ...] = (
    (96, 52, 36, 255),
    (92, 76, 40, 255),
    (70, 78, 44, 255),
    (54, 68, 52, 255),
)


def draw(box: Box, seen: SeenTable) -> None:
    """Draw four steps between the squads, with the enemy on the present one."""
    answering = seen.answering
    g = state_of(seen)
    own, foe = own_seat(seen), opponent(own_seat(seen))
    box.above(-10).add("track", "panel", shape=outlined(theme.PANEL_DARK, theme.PANEL_EDGE, 1.2, 7))
    size = min(64.0, box.h - 64)
    title = tr("RANGE: {range}", range=tr(BAND_WORDS[g.band]).upper())
    head = box.cut_top(34).inset(11, 0)
    head.text("track.title", title, role="title", size=17, colour=theme.GOLD)
    steps = box.above(-8).at(0, 0, box.w - 8, box.h - 8)
    pawn = steps.cut_left(size + 8, gap=4).at(7, (steps.h - size) / 2, size, size)
    moving = bool(answering.kind) and answering.takes(RangeBand)
    bands = steps.columns(len(RangeBand), gap=4)
    for band, place in zip(RangeBand, bands, strict=True):
        here, id = band is g.band, f"band:{band.value}"
        light = answering.light(RangeBand, band) if moving else Light()
        fill = GROUNDS[band.value] if here or light.lit else (40, 40, 33, 255)
        shape = outlined(fill, theme.PANEL_EDGE, 1, 5)
        if here:
            shape = outlined(fill, theme.CREAM, 2, 5)
        tip = tr("{range} range", range=BAND_WORDS[band])
        if light.lit:
            tip = tr("{range} range: click to move there", range=BAND_WORDS[band])
        place.add(
            id,
            "cell",
            flags=flags_of(lit=light.lit, chosen=light.chosen),
            solid=True,
            shape=shape,
            action=Pick(RangeBand, band) if moving else None,
            why=light.why,
            label=BAND_WORDS[band],
            tooltip=tip,
        )
        text = faces.letters(band) if place.w < 100 else tr(BAND_WORDS[band]).upper()
        line, ink = place.above(1).at(0, 0, place.w, 26), theme.CREAM if here else theme.FAINT
        style: Lettering = {"role": "title", "size": 18, "anchor": "m", "colour": ink}
        style["room"] = line.w - 4
        line.add(f"{id}.text", "text", runs=[line.run(text, **style)])
    there = bands[g.band.value]
    enemy = there.at((there.w - size) / 2, there.h - size - 1, size, size)
    for seat, place in ((own, pawn), (foe, enemy)):
        squad = g.squads[g.all_of(seat)[0]] if g.squads else None
        if squad is not None:
            art = faces.badge(squad.nation, lit=g.active == seat and g.turn > 0)
            place.above(4).add(f"pawn:{seat}", "token", art=art)
