"""Before the first shot: divisions, the split of points, and the squad builder."""

from __future__ import annotations

from typing import Any, cast

from owm_net.client import theme
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import (
    PANELS,
    Choice,
    Numbers,
    Prompt,
    button,
    card_zoom,
    number_choice,
    panel,
)
from owm_net.client.scene.widgets.number import HIGH
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.draft import Draft, draft_of, frame_of, state_of
from owm_net.client.tables.owm.panels import soldier_row
from owm_net.client.words import counted
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.set_up import FormSquad, SetUp, SplitPoints, TakeDivision
from owm_net.games.owm.state import CATALOG, MAX_FIRETEAM
from owm_net.games.owm.words import short_division, soldier_name

KINDS = ("division", "split", "squad")

ROOM_BELOW = 460.0
"""What the points and a Fireteam of eight need below the pool."""


# -- the split of points ---------------------------------------------------------------------


def draw_split(pen: Pen, area: Rect, model: Model) -> None:
    """How many of the side's points the first partner's squad may cost."""
    panel(
        pen,
        "split",
        area,
        title="Share your side's points",
        note="your partner has the rest (OWM-TEAM-02)",
    )
    values = [x.points for x in cast("list[SplitPoints]", model.options())]
    opening, most = draft_of(model).opening, state_of(model).card.squad_points
    mine = opening.points if isinstance(opening, SplitPoints) else most // 2
    caption = f"points for your squad, {most - mine} for {_partner(model)}'s"
    wide = min(620.0, area.w - 40)
    number_choice(
        pen,
        Rect(area.cx - wide / 2, area.cy - HIGH / 2, wide, HIGH),
        Numbers(values, mine, caption),
        model,
        lambda points: ("number", points),
    )


def _partner(model: Model) -> str:
    """Who has the rest: with three at the table one player has two squads of his own."""
    g = state_of(model)
    others = [s for s in g.side_seats(g.sides[model.seat]) if s != model.seat]
    return model.name(others[0]) if others else "the other squad"


# -- the squad -------------------------------------------------------------------------------


def begin(model: Model) -> Draft:
    """The draft with its empty Fireteams."""
    d = draft_of(model)
    if not d.lines:
        divisions = state_of(model).divisions[model.seat]
        most = frame_of(model, SetUp).most_fireteams(state_of(model))
        d.lines = [[] for _ in range(most * len(divisions))]
    return d


def answer_of(d: Draft) -> FormSquad:
    """The squad as it is put together."""
    return FormSquad(tuple(tuple(line) for line in d.lines if line))


def division_of_line(model: Model, line: int) -> DivisionKey:
    """The division whose soldiers a Fireteam takes."""
    divisions = state_of(model).divisions[model.seat]
    most = frame_of(model, SetUp).most_fireteams(state_of(model))
    return divisions[min(line // most, len(divisions) - 1)]


def draw_squad(pen: Pen, area: Rect, model: Model) -> None:
    """The pool above, the Fireteams below, points and presets between."""
    g = state_of(model)
    d = draft_of(model)
    if not d.lines:
        most = frame_of(model, SetUp).most_fireteams(g) * len(g.divisions[model.seat])
        d = Draft(lines=[[] for _ in range(most)])
    used = {s: i for i, line in enumerate(d.lines) for s in line}
    home = division_of_line(model, d.current)
    pool = [s for s, division in CATALOG.division_of.items() if division.key == home]
    cost = sum(CATALOG.soldiers[s].points for s in used)
    most = frame_of(model, SetUp).allowance[model.seat]
    high_pool = min(area.h * 0.50, max(340.0, area.h - ROOM_BELOW))
    top = Rect(area.x, area.y, area.w, high_pool)
    _pool(pen, top, model, d, pool, used, home, most - cost)
    bar = Rect(area.x, top.bottom + 6, area.w, 40)
    _presets(pen, bar, model, d, cost, most)
    _boxes(pen, Rect(area.x, bar.bottom + 6, area.w, area.bottom - bar.bottom - 6), model, d)


def _pool(
    pen: Pen,
    rect: Rect,
    model: Model,
    d: Draft,
    pool: list[SoldierId],
    used: dict[SoldierId, int],
    home: DivisionKey,
    left: int,
) -> None:
    panel(
        pen,
        "pool",
        rect,
        title=f"{CATALOG.divisions[home].title}: click to take a soldier",
        note="a star marks a Leader; the number is what he costs",
    )
    across = max(8, -(-len(pool) // 2))
    gap = 6.0
    high = (rect.h - 36) / 2 - gap
    wide = min((rect.w - 16) / across - gap, high * 0.8)
    high = min(high, wide / 0.8)
    start = rect.cx - (wide + gap) * across / 2 + gap / 2
    for i, soldier in enumerate(pool):
        box = Rect(
            start + (i % across) * (wide + gap),
            rect.y + 31 + (i // across) * ((rect.h - 36) / 2),
            wide,
            high,
        )
        card = CATALOG.soldiers[soldier]
        taken = soldier in used
        full = len(d.lines[d.current]) >= MAX_FIRETEAM
        why = ""
        if not taken and full:
            why = "a Fireteam has 1 to 8 soldiers (OWM-SETUP-08)"
        elif not taken and card.points > left:
            why = f"he costs {card.points} points and {left} are left (OWM-MISS-04)"
        id = f"pool:{soldier}"
        free = not taken and not why
        flags = [
            f
            for f, on in (
                ("lit", free),
                ("quiet", free),
                ("shaded", not free),
                ("focus", model.ui.focus == id),
            )
            if on
        ]
        pen.add(
            id,
            "soldier",
            box,
            z=PANELS + 3,
            art=faces.chip(soldier),
            flags=flags,
            action=("pool", soldier),
            why=why,
            label=soldier_name(soldier),
        )
        mark = f"FT {used[soldier] % 4 + 1}" if taken else f"{card.points}"
        tag = Rect(box.right - 34, box.y + high * 0.155, 34, 19)
        pen.add(
            f"{id}.tag",
            "text",
            tag,
            z=PANELS + 4,
            shape=Shape("box", (18, 17, 13, 235), (*theme.GOLD, 255), 1, 5),
            runs=[
                pen.run(
                    mark,
                    tag.cx,
                    tag.cy,
                    role="title",
                    size=15,
                    anchor="m",
                    colour=theme.LIT if taken else theme.CREAM,
                    room=32,
                )
            ],
        )
        if model.ui.hover == id:
            tip = why or (
                f"{soldier_name(soldier)}, {counted(card.points, 'point')}"
                + (": click to put him back" if taken else "")
            )
            x = 12.0 if box.cx > pen.w / 2 else pen.w - 12 - 200
            card_zoom(
                pen,
                id,
                faces.soldier(soldier),
                Rect(x, rect.bottom + 2, 0, 0),
                soldier_name(soldier),
                tip,
                side="at",
                size=280,
            )


def _presets(pen: Pen, rect: Rect, model: Model, d: Draft, cost: int, most: int) -> None:
    panel(pen, "presets", rect, dark=True)
    over = cost > most
    pen.add(
        "points",
        "text",
        Rect(rect.x + 8, rect.y, 190, rect.h),
        z=PANELS + 3,
        runs=[
            pen.run(
                f"{cost} of {most} points",
                rect.x + 14,
                rect.cy,
                role="title",
                size=22,
                colour=theme.REFUSED if over else theme.GOLD,
                room=180,
            )
        ],
    )
    x = rect.x + 200
    for i, squad in enumerate(model.options()):
        n = len(cast(FormSquad, squad).fireteams)
        label = f"HISTORICAL SQUAD, {n} FIRETEAM{'S' if n != 1 else ''}"
        wide = pen.width(label, "title", 15) + 22
        if x + wide > rect.right - 90:
            break
        button(
            pen,
            f"preset:{i}",
            Rect(x, rect.y + 5, wide, 30),
            label,
            ("preset", i),
            model,
            tooltip="The historical squad, as far as the points last (OWM-SETUP-07)",
        )
        x += wide + 6
    button(pen, "clear", Rect(rect.right - 82, rect.y + 5, 76, 30), "CLEAR", ("clear",), model)


def _boxes(pen: Pen, rect: Rect, model: Model, d: Draft) -> None:
    n = len(d.lines)
    gap = 8.0
    wide = (rect.w - gap * (n - 1)) / n
    for i, line in enumerate(d.lines):
        box = Rect(rect.x + i * (wide + gap), rect.y, wide, rect.h)
        current = i == d.current
        cost = sum(CATALOG.soldiers[s].points for s in line)
        leader = any(CATALOG.soldiers[s].is_leader for s in line)
        home = short_division(division_of_line(model, i))
        id = f"key:{i + 1}"
        edge = theme.LIT if current else theme.PANEL_EDGE
        pen.add(
            id,
            "box",
            box,
            z=PANELS,
            action=("current", i),
            label=f"Fireteam {i + 1}",
            tooltip="" if current else f"Click, or key {i + 1}: soldiers go here then",
            shape=Shape("box", theme.PANEL, (*edge, 255), 2.4 if current else 1.2, 7),
            flags=["focus"] if model.ui.focus == id else [],
        )
        per = frame_of(model, SetUp).most_fireteams(state_of(model))
        sign = "▶ " if current else ""
        note = f"{counted(len(line), 'man', 'men')}, {cost} p" if line else "empty"
        runs = [
            pen.run(
                f"{home} {i % per + 1}".upper(),
                box.x + (28 if current else 12),
                box.y + 17,
                role="title",
                size=17,
                colour=theme.GOLD,
                room=wide * 0.5,
            ),
            pen.run(
                note,
                box.right - 10,
                box.y + 17,
                size=13,
                colour=theme.SAND,
                anchor="r",
                room=wide * 0.5,
            ),
        ]
        if current:
            runs.append(
                pen.run(
                    sign.strip(), box.x + 10, box.y + 17, role="bold", size=14, colour=theme.LIT
                )
            )
        if line and not leader:
            runs.append(
                pen.run(
                    "needs a Leader (OWM-SETUP-08)",
                    box.cx,
                    box.bottom - 12,
                    size=13,
                    colour=theme.REFUSED,
                    anchor="m",
                    room=wide - 16,
                )
            )
        elif not line and current:
            runs.append(
                pen.run(
                    "soldiers you click go here",
                    box.cx,
                    box.cy,
                    size=13,
                    colour=theme.FAINT,
                    anchor="m",
                    room=wide - 16,
                )
            )
        pen.add(
            f"{id}.text",
            "text",
            Rect(box.x + 4, box.y + 2, wide - 8, box.h - 4),
            z=PANELS + 1,
            runs=runs,
        )
        step = min(38.0, (box.h - 54) / MAX_FIRETEAM)
        for j, soldier in enumerate(line):
            row = Rect(box.x + 6, box.y + 32 + j * step, wide - 12, step - 2)
            if row.h >= 27:
                soldier_row(
                    pen,
                    row,
                    model,
                    soldier,
                    None,
                    action=("unpick", soldier),
                    prefix="picked",
                    zoom="left",
                )
            else:
                _short_row(pen, row, model, soldier)


def _short_row(pen: Pen, row: Rect, model: Model, soldier: SoldierId) -> None:
    """A soldier's name where there is no room for more."""
    id = f"picked:{soldier}"
    card = CATALOG.soldiers[soldier]
    pen.add(
        id,
        "soldier",
        row,
        z=PANELS + 3,
        action=("unpick", soldier),
        label=soldier_name(soldier),
        flags=["focus"] if model.ui.focus == id else [],
        shape=Shape("box", (60, 58, 44, 255), (*theme.PANEL_EDGE, 255), 1, 4),
        runs=[
            pen.run(
                soldier_name(soldier) + (" *" if card.is_leader else ""),
                row.x + 8,
                row.cy,
                role="title",
                size=15,
                room=row.w - 50,
            ),
            pen.run(
                str(card.points),
                row.right - 8,
                row.cy,
                role="title",
                size=15,
                anchor="r",
                colour=theme.GOLD,
            ),
        ],
    )
    if model.ui.hover == id:
        card_zoom(pen, id, faces.soldier(soldier), row, soldier_name(soldier), "", side="left")


def press(model: Model, action: tuple[Any, ...]) -> None:
    """A click in the squad builder, or on a division or a share of the points."""
    if model.kind != "squad":
        _open(model, action)
        return
    d = begin(model)
    what, value = action[0], action[1] if len(action) > 1 else None
    if what == "pool":
        soldier = cast(SoldierId, value)
        taken = next((line for line in d.lines if soldier in line), None)
        if taken is not None:
            taken.remove(soldier)
        elif len(d.lines[d.current]) < MAX_FIRETEAM:
            d.lines[d.current].append(soldier)
    elif what == "unpick":
        for line in d.lines:
            if value in line:
                line.remove(cast(SoldierId, value))
    elif what == "current":
        d.current = cast(int, value)
    elif what == "clear":
        d.lines = [[] for _ in d.lines]
    elif what == "preset":
        _use(model, d, cast(FormSquad, model.options()[cast(int, value)]))
    elif what == "confirm":
        model.give(answer_of(d))


def _open(model: Model, action: tuple[Any, ...]) -> None:
    """Choose a division or a share; the second click on it, or Confirm, takes it."""
    d = draft_of(model)
    if action[0] == "number":
        d.opening = SplitPoints(action[1])
    elif action[0] == "take" and d.opening != action[1]:
        d.opening = action[1]
    elif action[0] in ("take", "confirm") and d.opening is not None:
        model.give(d.opening)
    elif action[0] == "cancel":
        d.opening = None


def _use(model: Model, d: Draft, squad: FormSquad) -> None:
    divisions = state_of(model).divisions[model.seat]
    most = frame_of(model, SetUp).most_fireteams(state_of(model))
    d.lines = [[] for _ in d.lines]
    counts = dict.fromkeys(divisions, 0)
    for line in squad.fireteams:
        key = CATALOG.division_of[line[0]].key
        d.lines[divisions.index(key) * most + counts[key]] = list(line)
        counts[key] += 1
    d.current = 0


def prompt(model: Model) -> Prompt:
    """The prompt bar before the match."""
    d = draft_of(model)
    again = "" if model.kind == "split" else ", or click it again"
    buttons = (
        []
        if d.opening is None
        else [
            Choice("confirm", "CONFIRM", ("confirm",), tooltip=f"Enter{again}"),
        ]
    )
    if d.opening is not None and model.kind == "division":
        buttons.append(Choice("cancel", "CANCEL", ("cancel",), lit=False, tooltip="Esc"))
    if model.kind == "division":
        text = "You: choose the division you lead"
        if isinstance(d.opening, TakeDivision):
            text = (
                f"You: lead {CATALOG.divisions[d.opening.division].title} for the "
                f"{d.opening.side.value.capitalize()}?"
            )
        return Prompt(
            text, "Axis fights Allies; some divisions fight on either side (OWM-SETUP-04).", buttons
        )
    if model.kind == "split":
        text = "You: choose how many points your squad may cost"
        if isinstance(d.opening, SplitPoints):
            text = f"You: a squad of {d.opening.points} points?"
        return Prompt(text, "Both squads of a side share one total (OWM-TEAM-02).", buttons)
    squad = answer_of(d)
    why = (
        model.why_not(squad)
        if squad.fireteams
        else "click soldiers into a Fireteam, or take the historical squad (OWM-SETUP-06)"
    )
    confirm = Choice("confirm", "READY", ("confirm",), why=why, tooltip="Enter")
    text = (
        "You: put your squad together, in up to "
        f"{frame_of(model, SetUp).most_fireteams(state_of(model))} Fireteams of 1 to 8 soldiers"
    )
    return Prompt(
        text,
        f"Not ready: {why}"
        if why
        else "The squad is legal. Opponents choose in secret at the same time.",
        [confirm],
    )
