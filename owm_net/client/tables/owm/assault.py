"""The order of soldiers in an assault: both lines face each other, clicked in order."""

from __future__ import annotations

from typing import Any, cast

from owm_net.client import theme
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, Choice, Prompt, card_zoom, panel, shade
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.draft import draft_of, state_of
from owm_net.games.owm.assault import Assault, AssaultLine
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.words import fireteam_name, soldier_name


def frame_of(model: Model) -> Assault:
    """The frame that asks."""
    return cast(Assault, state_of(model).agenda[-1])


def own_team(model: Model) -> FireteamId:
    """The own Fireteam of the two."""
    g, frame = state_of(model), frame_of(model)
    return frame.mover if g.fireteams[frame.mover].seat == model.seat else frame.other


def press(model: Model, action: tuple[Any, ...]) -> None:
    """Click a soldier into the line, or out of it."""
    d = draft_of(model)
    what, value = action[0], action[1] if len(action) > 1 else None
    line = state_of(model).fireteams[own_team(model)].line
    if what == "place":
        if value in d.line:
            d.line.remove(cast(SoldierId, value))
        else:
            d.line.append(cast(SoldierId, value))
        rest = [s for s in line if s not in d.line]
        if len(rest) == 1:
            d.line += rest
    elif what == "as is":
        d.line = list(line)
    elif what == "clear":
        d.line.clear()
    elif what == "confirm":
        model.give(AssaultLine(tuple(d.line)))


def prompt(model: Model) -> Prompt:
    """The prompt bar over the two lines."""
    d = draft_of(model)
    frame = frame_of(model)
    g = state_of(model)
    own = own_team(model)
    enemy = frame.other if own == frame.mover else frame.mover
    answer = AssaultLine(tuple(d.line))
    n = len(g.fireteams[own].line)
    choices = [
        Choice("confirm", "FIGHT", ("confirm",), why=model.why_not(answer)),
        Choice(
            "continue",
            "AS THEY STAND",
            ("as is",),
            lit=len(d.line) < n,
            why="" if len(d.line) < n else "your line is complete; clear it first",
            tooltip="Their order from left to right",
        ),
        Choice(
            "cancel",
            "CLEAR",
            ("clear",),
            lit=False,
            tooltip="All of them; Esc takes back the last one",
        ),
    ]
    verb = "assaults" if own == frame.mover else "is assaulted by"
    return Prompt(
        f"{fireteam_name(g, own)} {verb} {fireteam_name(g, enemy)}: click your soldiers in order "
        f"({len(d.line)} of {n})",
        "First fights first; both orders are laid in secret and hold to the end (OWM-ASLT-02).",
        choices,
    )


def draw(pen: Pen, area: Rect, model: Model) -> None:
    """The enemy above as he stands, the own line in the middle, the own soldiers below."""
    g = state_of(model)
    d = draft_of(model)
    frame = frame_of(model)
    own = own_team(model)
    enemy = frame.other if own == frame.mover else frame.mover
    shade(pen, "assault.shade", opacity=120)
    z = OVERLAY + 5
    panel(
        pen,
        "assault",
        area,
        z=z,
        dark=True,
        title="Assault",
        note=f"at {g.ground.cell_name(g.fireteams[frame.mover].cell)}",
    )
    high = (area.h - 110) / 3
    wide = min(high * 0.8, (area.w - 40) / 8 - 6)
    high = min(high, wide / 0.8)
    step = (area.h - 40) / 3
    lines = (
        (
            "enemy",
            f"{fireteam_name(g, enemy)}: their order stays secret until both have chosen",
            list(g.fireteams[enemy].line),
        ),
        ("line", "Your line, first at the left", list(d.line)),
        ("place", f"{fireteam_name(g, own)}: click in order", list(g.fireteams[own].line)),
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
                pen.add(
                    f"slot:{i}",
                    "slot",
                    box,
                    z=z + 2,
                    shape=Shape("box", (40, 38, 30, 255), (*theme.PANEL_EDGE, 255), 1.4, 6),
                    runs=[
                        pen.run(
                            str(i + 1),
                            box.cx,
                            box.cy,
                            role="title",
                            size=24,
                            anchor="m",
                            colour=theme.FAINT,
                        )
                    ],
                )
                continue
            soldier = soldiers[i]
            placed = kind == "place" and soldier in d.line
            id = f"{kind}:{soldier}"
            action = ("place", soldier) if kind != "enemy" else None
            flags = [
                f
                for f, on in (
                    ("lit", kind == "place" and not placed),
                    ("shaded", placed),
                    ("focus", model.ui.focus == id),
                )
                if on
            ]
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
            if kind == "line" or placed:
                number = d.line.index(soldier) + 1
                tag = Rect(box.x - 4, box.y + box.h * 0.18, 26, 22)
                pen.add(
                    f"{id}.tag",
                    "text",
                    tag,
                    z=z + 3,
                    shape=Shape("box", (18, 17, 13, 245), (*theme.LIT, 255), 1.4, 8),
                    runs=[
                        pen.run(
                            str(number),
                            tag.cx,
                            tag.cy,
                            role="title",
                            size=16,
                            anchor="m",
                            colour=theme.LIT,
                        )
                    ],
                )
            if model.ui.hover == id:
                card_zoom(
                    pen,
                    id,
                    faces.soldier(soldier, g.soldiers[soldier]),
                    Rect(pen.w - 298, 60, 0, 0),
                    soldier_name(soldier),
                    "",
                    side="at",
                )
