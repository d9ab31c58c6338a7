"""The order of soldiers in an assault: both lines face each other, clicked in order."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Clear, Confirm, Pick, said, values_of
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.shown import asked_about, asked_text, state_of
from owm_net.client.widgets import OVERLAY, Choice, Prompt, card_zoom, panel, shade, tag
from owm_net.games.owm.assault import AssaultLine
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.traits.told import facts
from owm_net.games.owm.words import fireteam_name, soldier_name


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar over the two lines."""
    answering = seen.answering
    text, detail = asked_text(seen)
    look = answering.drafting.look(answering.sketch)
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


def draw(pen: Pen, area: Rect, seen: SeenTable) -> None:
    """Draw the enemy above, the player's line in the middle, the player's soldiers below."""
    g, told = state_of(seen), asked_about(seen)
    own, enemy = told.fireteam, told.enemy
    placed = values_of(seen.answering.sketch, SoldierId)
    shade(pen, "assault.shade", opacity=120)
    z = OVERLAY + 5
    panel(
        Box(pen, area, z),
        "assault",
        dark=True,
        title=tr("Assault"),
        note=tr("at {place}", place=g.ground.cell_name(g.fireteams[own].cell)),
    )
    high = (area.h - 110) / 3
    wide = min(high * 0.8, (area.w - 40) / 8 - 6)
    high = min(high, wide / 0.8)
    step = (area.h - 40) / 3
    lines = (
        (
            "enemy",
            tr(
                "{team}: their order stays secret until both have chosen",
                team=fireteam_name(g, enemy),
            ),
            list(g.fireteams[enemy].line),
        ),
        ("line", tr("Your line, first at the left"), list(placed)),
        (
            "place",
            tr("{team}: click in order", team=fireteam_name(g, own)),
            list(g.fireteams[own].line),
        ),
    )
    for row, (kind, title, soldiers) in enumerate(lines):
        y = area.y + 34 + row * step
        pen.text(
            f"assault.{kind}",
            title,
            area.x + 16,
            y + 8,
            z=z + 2,
            role="title",
            size=16,
            colour=theme.GOLD,
            room=area.w - 32,
        )
        slots = 8 if kind == "line" else len(soldiers)
        count = len(g.fireteams[own].line) if kind == "line" else slots
        left = area.cx - count * (wide + 6) / 2
        for i in range(count):
            box = Rect(left + i * (wide + 6), y + 22, wide, high)
            if i >= len(soldiers):
                pen.caption(
                    f"slot:{i}",
                    str(i + 1),
                    box,
                    kind="slot",
                    z=z + 2,
                    shape=Shape("box", (40, 38, 30, 255), (*theme.PANEL_EDGE, 255), 1.4, 6),
                    size=24,
                    colour=theme.FAINT,
                )
                continue
            soldier = soldiers[i]
            in_line = kind == "place" and soldier in placed
            id = f"{kind}:{soldier}"
            action = Pick(SoldierId, soldier) if kind != "enemy" else None
            flags = flags_of(lit=kind == "place" and not in_line, shaded=in_line)
            pen.add(
                id,
                "soldier",
                box,
                z=z + 2,
                art=faces.soldier_chip(g, soldier),
                flags=flags,
                action=action,
                solid=True,
                label=soldier_name(soldier),
            )
            if kind == "line" or in_line:
                number = placed.index(soldier) + 1
                place, lit = Rect(box.x - 4, box.y + box.h * 0.18, 26, 22), theme.LIT
                tag(pen, f"{id}.tag", str(number), place, z=z + 3, edge=lit, size=16, colour=lit)
            if seen.ui.hover == id:
                card_zoom(
                    pen,
                    id,
                    faces.soldier(soldier, g.soldiers[soldier]),
                    Rect(pen.w - 298, 60, 0, 0),
                    soldier_name(soldier),
                    "\n".join(facts(g, soldier)),
                    side="at",
                )
