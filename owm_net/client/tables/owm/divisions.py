"""The choice of a division: nine plates, and the soldiers of the one that is looked at."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Confirm, values_of
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import LookAt
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.rows import soldier_row
from owm_net.client.tables.owm.shown import asked_text, cancel
from owm_net.client.widgets import Choice, Prompt, button, outlined, panel, tag
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


def draw(box: Box, seen: SeenTable) -> None:
    """Nine plates; what can be taken is lit. Also what is seen while others form their squads."""
    title, note = tr("The divisions"), tr("point at one to see its soldiers")
    if seen.answering.kind is DIVISION:
        title = tr("Choose your division")
        note = tr("point at one to see its soldiers; grey ones are taken, or on the other side")
    panel(box, "divisions", title=title, note=note)
    wide = (box.w - 20) / ACROSS
    high = min(wide * 0.64, (box.h - 44) / -(-len(CATALOG.divisions) // ACROSS))
    plates = box.above(2).at(14, 39, 0, 0).grid(ACROSS, wide, high, gap=8)
    for division, plate in zip(CATALOG.divisions.values(), plates, strict=False):
        _plate(plate, division, seen)


def _plate(box: Box, division: Division, seen: SeenTable) -> None:
    key, id = division.key, f"division:{division.key}"
    soldiers = soldiers_of(key)
    looked = looked_at(seen) == key
    shape = outlined((44, 42, 34, 255), theme.PANEL_EDGE)
    if looked:
        shape = outlined((58, 54, 40, 255), theme.GOLD, 1.6)
    box.add(id, "plate", action=LookAt(key), label=division.title, shape=shape)
    room = box.above(1).inset(6, 5)
    chip = room.cut_left(room.h * 120 / 150, gap=10)
    chip.add(f"{id}.art", "image", art=faces.chip(soldiers[0]))
    room.cut_right(2)
    foot = room.cut_bottom(32, gap=7)
    title = room.wrap(division.title, 19, "title", most=2)
    leaders = sum(CATALOG.soldiers[s].is_leader for s in soldiers)
    led = tr_n("{n} Leader", "{n} Leaders", leaders)
    about = [soldiers_in_words(len(soldiers)), led]
    x, y, pen = room.x, room.y + 13, room.pen
    small: Lettering = {"size": 14, "colour": theme.SAND, "room": ABOUT_WIDE}
    room.at(-2, -3, room.w + 4, room.h + 6).add(
        f"{id}.text",
        "text",
        runs=[
            *pen.runs(title, x, y, 21, role="title", size=19, colour=theme.GOLD),
            *pen.runs(about, x, y + 2 + 21 * len(title), 16, **small),
        ],
    )
    top = 7 + 21.0 * len(title)
    beside, below = room.w - ABOUT_WIDE, room.h - (top + ABOUT_HIGH)
    size = min(96.0, max(beside, below))
    place = room.at((room.w - size) / 2, room.h - (below + size) / 2, size, size)
    if beside > below:
        place = room.at(room.w - size, top, size, size)
    place.add(f"{id}.badge", "image", art=faces.badge(key))
    sides = [s for s in (Side.ALLIES, Side.AXIS) if division.side in (s, Side.EITHER)]
    for side, half in zip(sides, foot.columns(len(sides)), strict=True):
        _take(half.above(-3).at(0, 1, half.w - 5, 30), division, side, seen)


def _take(box: Box, division: Division, side: Side, seen: SeenTable) -> None:
    """The button of a division for a side."""
    answering, answer = seen.answering, TakeDivision(division.key, side)
    why = answering.why_not(answer) if answering.is_open else tr("it is not your choice yet")
    button(
        box,
        f"take:{division.key}:{side.value}",
        tr(side.word).upper(),
        Adopt(answer, gives=True),
        lit=not why,
        why=why,
        chosen=answering.sketch is not None and answering.sketch == Draft.of(answer),
        tooltip=tr("Take {title} for the {side}", title=division.title, side=side.word),
    )


def roster(box: Box, seen: SeenTable, key: DivisionKey) -> None:
    """All soldiers of a division, Leaders and the dearest first; pointing at one shows the
    card."""
    division = CATALOG.divisions[key]
    soldiers = sorted(
        soldiers_of(key),
        key=lambda s: (not CATALOG.soldiers[s].is_leader, -CATALOG.soldiers[s].points, s),
    )
    note = tr("points at the left")
    panel(box, "roster", title=division.title, note=note, sign=faces.badge(key))
    step = min(40.0, (box.h - 36) / len(soldiers))
    rows = box.inset(6, 0)
    rows.cut_top(32)
    for soldier in soldiers:
        row = rows.cut_top(step - 2.5, gap=2.5)
        soldier_row(row, seen, soldier, None, prefix="roster")
        points = str(CATALOG.soldiers[soldier].points)
        tag(row.above(5).at(1, 1, 24, 17), f"roster:{soldier}.tag", points)


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it."""
    text, detail = asked_text(seen)
    if not values_of(seen.answering.sketch, DivisionKey):
        return Prompt(text, detail)
    confirm = Choice("confirm", tr("CONFIRM"), Confirm(), tooltip=tr("Enter, or click it again"))
    return Prompt(text, detail, [confirm, *cancel(seen)])
