"""The order of soldiers in an assault: both lines face each other, clicked in order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Clear, Confirm, Pick, said, values_of
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.shown import asked_about, asked_text, state_of
from owm_net.client.widgets import OVERLAY, Choice, Prompt, card_zoom, outlined, panel, shade, tag
from owm_net.games.owm.assault import AssaultLine
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.traits.told import facts
from owm_net.games.owm.words import fireteam_name, soldier_name


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar over the two lines."""
    answering = seen.answering
    text, detail = asked_text(seen)
    look = answering.look
    own = state_of(seen).fireteams[asked_about(seen).fireteam].line
    why = "" if look is None or look.lacks is None else said(look.lacks)
    placed = len(values_of(answering.sketch, SoldierId))
    choices = [
        Choice("confirm", tr("FIGHT"), Confirm(), why=why),
        Choice(
            "continue",
            tr("AS THEY STAND"),
            Adopt(AssaultLine(own)),
            lit=placed < len(own),
            why="" if placed < len(own) else tr("your line is complete; clear it first"),
            tooltip=tr("Their order from left to right"),
        ),
        Choice(
            "cancel",
            tr("CLEAR"),
            Clear(),
            lit=False,
            tooltip=tr("All of them; Esc takes back the last one"),
        ),
    ]
    if why:
        text = tr(
            "{question}: {placed} of {many} placed", question=text, placed=placed, many=len(own)
        )
    return Prompt(text, detail, choices)


def draw(box: Box, seen: SeenTable) -> None:
    """Draw the enemy above, the player's line in the middle, the player's soldiers below."""
    g, told = state_of(seen), asked_about(seen)
    own, enemy = told.fireteam, told.enemy
    placed = values_of(seen.answering.sketch, SoldierId)
    shade(box.pen, "assault.shade", opacity=120)
    box = Box(box.pen, box.rect, OVERLAY + 5)
    place = g.ground.cell_name(g.fireteams[own].cell)
    panel(box, "assault", dark=True, title=tr("Assault"), note=tr("at {place}", place=place))
    high = (box.h - 110) / 3
    wide = min(high * 0.8, (box.w - 40) / 8 - 6)
    high = min(high, wide / 0.8)
    secret = tr(
        "{team}: their order stays secret until both have chosen", team=fireteam_name(g, enemy)
    )
    in_order = tr("{team}: click in order", team=fireteam_name(g, own))
    rows = box.above(2).at(16, 34, box.w - 32, box.h - 40).rows(3)
    mine = g.fireteams[own].line
    for row, kind, title, soldiers in (
        (rows[0], "enemy", secret, g.fireteams[enemy].line),
        (rows[1], "line", tr("Your line, first at the left"), placed),
        (rows[2], "place", in_order, mine),
    ):
        style: Lettering = {"role": "title", "size": 16, "colour": theme.GOLD}
        row.cut_top(16, gap=6).text(f"assault.{kind}", title, **style)
        count = len(mine) if kind == "line" else len(soldiers)
        slots = row.at((row.w - count * (wide + 6)) / 2, 0, 0, high).grid(count, wide + 6, high)
        for i, slot in enumerate(islice(slots, count)):
            slot = slot.at(0, 0, wide, high)
            if i < len(soldiers):
                _soldier(slot, kind, soldiers[i], placed, seen)
                continue
            run = slot.run(str(i + 1), role="title", size=24, anchor="m", colour=theme.FAINT)
            shape = outlined((40, 38, 30, 255), theme.PANEL_EDGE, 1.4)
            slot.add(f"slot:{i}", "slot", shape=shape, runs=[run])


def _soldier(
    box: Box, kind: str, soldier: SoldierId, placed: Sequence[SoldierId], seen: SeenTable
) -> None:
    g, id = state_of(seen), f"{kind}:{soldier}"
    in_line = kind == "place" and soldier in placed
    box.add(
        id,
        "soldier",
        art=faces.soldier_chip(g, soldier),
        flags=flags_of(lit=kind == "place" and not in_line, shaded=in_line),
        action=Pick(SoldierId, soldier) if kind != "enemy" else None,
        solid=True,
        label=soldier_name(soldier),
    )
    if kind == "line" or in_line:
        number, lit = str(placed.index(soldier) + 1), theme.LIT
        corner = box.above(1).at(-4, box.h * 0.18, 26, 22)
        tag(corner, f"{id}.tag", number, edge=lit, size=16, colour=lit)
    if seen.ui.hover == id:
        art, note = faces.soldier(soldier, g.soldiers[soldier]), "\n".join(facts(g, soldier))
        at = Rect(box.pen.w - 298, 60, 0, 0)
        card_zoom(box.pen, id, art, at, soldier_name(soldier), note, side="at")
