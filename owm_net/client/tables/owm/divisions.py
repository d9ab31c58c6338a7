"""The choice of a division: nine plates, and the soldiers of the one that is looked at."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Confirm, values_of
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.rows import soldier_row
from owm_net.client.tables.owm.shown import asked_text, cancel
from owm_net.client.widgets import PANELS, Choice, Prompt, button, panel, tag
from owm_net.client.words import soldiers_in_words
from owm_net.engine.drafts import Draft
from owm_net.games.owm.catalog import Division
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.set_up import DIVISION, TakeDivision
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.terms import Side

ACROSS = 3
"""Plates in a row."""

ABOUT_WIDE, ABOUT_HIGH = 92.0, 36.0
"""Room for how many soldiers and Leaders there are; the badge is where it is the larger."""


def soldiers_of(key: DivisionKey) -> list[SoldierId]:
    """Those of a division; the first of them stands for it."""
    return [s for s, division in CATALOG.division_of.items() if division.key == key]


def looked_at(seen: SeenTable) -> DivisionKey | None:
    """The division under the pointer; else the one that is chosen, or was clicked."""
    what, _, rest = seen.ui.hover.partition(":")
    key = rest.partition(":")[0].partition(".")[0]
    for division in CATALOG.divisions:
        if what in ("division", "take") and key == division:
            return division
    if what == "roster":  # who reads one of its soldiers
        return CATALOG.division_of[SoldierId(int(key))].key
    chosen = values_of(seen.answering.sketch, DivisionKey)
    if chosen:
        return chosen[0]
    return DivisionKey(seen.ui.look) if seen.ui.look in CATALOG.divisions else None


def draw(pen: Pen, area: Rect, seen: SeenTable) -> None:
    """Nine plates; what can be taken is lit. Also what is seen while others form their squads."""
    title, note = tr("The divisions"), tr("point at one to see its soldiers")
    if seen.answering.kind is DIVISION:
        title = tr("Choose your division")
        note = tr("point at one to see its soldiers; grey ones are taken, or on the other side")
    panel(Box(pen, area), "divisions", title=title, note=note)
    keys = list(CATALOG.divisions)
    wide = (area.w - 20) / ACROSS
    high = min(wide * 0.64, (area.h - 44) / -(-len(keys) // ACROSS))
    for i, key in enumerate(keys):
        box = Rect(
            area.x + 10 + (i % ACROSS) * wide + 4,
            area.y + 36 + (i // ACROSS) * high + 3,
            wide - 8,
            high - 8,
        )
        _plate(pen, box, CATALOG.divisions[key], seen)


def _plate(pen: Pen, box: Rect, division: Division, seen: SeenTable) -> None:
    answering = seen.answering
    key, id = division.key, f"division:{division.key}"
    soldiers = soldiers_of(key)
    looked = looked_at(seen) == key
    edge = theme.GOLD if looked else theme.PANEL_EDGE
    fill = (58, 54, 40, 255) if looked else (44, 42, 34, 255)
    pen.add(
        id,
        "plate",
        box,
        z=PANELS + 2,
        action=LookAt(key),
        label=division.title,
        shape=Shape("box", fill, (*edge, 255), 1.6 if looked else 1.2, 6),
    )
    chip_h = box.h - 10
    chip_w = chip_h * 120 / 150
    chip = Rect(box.x + 6, box.y + 5, chip_w, chip_h)
    pen.add(f"{id}.art", "image", chip, z=PANELS + 3, art=faces.chip(soldiers[0]))
    x = box.x + chip_w + 16
    room = box.right - x - 8
    title = pen.wrap(division.title, "title", 19, room, 2)
    leaders = sum(CATALOG.soldiers[s].is_leader for s in soldiers)
    led = tr_n("{n} Leader", "{n} Leaders", leaders)
    about = [soldiers_in_words(len(soldiers)), led]
    pen.add(
        f"{id}.text",
        "text",
        Rect(x - 2, box.y + 2, room + 4, box.h - 42),
        z=PANELS + 3,
        runs=[
            *pen.runs(title, x, box.y + 18, 21, role="title", size=19, colour=theme.GOLD),
            *pen.runs(
                about,
                x,
                box.y + 20 + 21 * len(title),
                16,
                size=14,
                colour=theme.SAND,
                room=ABOUT_WIDE,
            ),
        ],
    )
    top = box.y + 12 + 21.0 * len(title)
    beside, below = room - ABOUT_WIDE, box.bottom - 44 - (top + ABOUT_HIGH)
    size = min(96.0, max(beside, below))
    place = Rect(x + (room - size) / 2, box.bottom - 44 - (below + size) / 2, size, size)
    if beside > below:
        place = Rect(box.right - 8 - size, top, size, size)
    pen.add(f"{id}.badge", "image", place, z=PANELS + 3, art=faces.badge(key))
    sides = [s for s in (Side.ALLIES, Side.AXIS) if division.side in (s, Side.EITHER)]
    each = room / len(sides)
    for n, side in enumerate(sides):
        answer = TakeDivision(key, side)
        why = answering.why_not(answer) if answering.is_open else tr("it is not your choice yet")
        chosen = answering.sketch is not None and answering.sketch == Draft.of(answer)
        button(
            Box(pen, Rect(x + n * each, box.bottom - 36, each - 5, 30)),
            f"take:{key}:{side.value}",
            tr(side.word).upper(),
            Adopt(answer, gives=True),
            lit=not why,
            why=why,
            chosen=chosen,
            tooltip=tr(
                "Take {title} for the {side}",
                title=division.title,
                side=side.word,
            ),
        )


def roster(pen: Pen, rect: Rect, seen: SeenTable, key: DivisionKey) -> None:
    """All soldiers of a division, Leaders and the dearest first; pointing at one shows the
    card."""
    division = CATALOG.divisions[key]
    soldiers = sorted(
        soldiers_of(key),
        key=lambda s: (not CATALOG.soldiers[s].is_leader, -CATALOG.soldiers[s].points, s),
    )
    panel(
        Box(pen, rect),
        "roster",
        title=division.title,
        note=tr("points at the left"),
        sign=faces.badge(key),
    )
    step = min(40.0, (rect.h - 36) / len(soldiers))
    for i, soldier in enumerate(soldiers):
        row = Rect(rect.x + 6, rect.y + 32 + i * step, rect.w - 12, step - 2.5)
        soldier_row(pen, row, seen, soldier, None, prefix="roster")
        points, place = CATALOG.soldiers[soldier].points, Rect(row.x + 1, row.y + 1, 24, 17)
        tag(pen, f"roster:{soldier}.tag", str(points), place, z=PANELS + 5)


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it."""
    text, detail = asked_text(seen)
    if not values_of(seen.answering.sketch, DivisionKey):
        return Prompt(text, detail)
    confirm = Choice("confirm", tr("CONFIRM"), Confirm(), tooltip=tr("Enter, or click it again"))
    return Prompt(text, detail, [confirm, *cancel(seen)])
