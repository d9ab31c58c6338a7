"""The flips of a sequence."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.actions import CloseStrip, Skip
from owm_net.client.model import Model
from owm_net.client.present import Strip
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets.parts import STRIP


def strip(pen: Pen, area: Rect, shown: Strip, model: Model) -> None:
    """The flips of a sequence, one after another: what it is at the left, the cards, what they
    come to at the right. Click: skip, or close."""
    busy = model.presenter.busy
    pen.add(
        "strip",
        "panel",
        area,
        z=STRIP,
        solid=True,
        shape=Shape("box", (20, 19, 15, 252), (*theme.GOLD, 255), 1.8, 9),
        action=Skip() if busy else CloseStrip(),
        label="what is shown",
        flags=["focus"] if model.ui.focus == "strip" else [],
    )
    left_w, right_w = min(260.0, area.w * 0.28), min(290.0, area.w * 0.31)
    x = area.x + 16
    title = pen.wrap(shown.title.upper(), "title", 20, left_w - 20, 2)
    about = pen.wrap(shown.subtitle, "body", 14, left_w - 20, 3) if shown.subtitle else []
    y = area.y + 22
    pen.add(
        "strip.title",
        "text",
        Rect(area.x + 8, area.y, left_w - 8, area.h),
        z=STRIP + 1,
        runs=[
            *pen.runs(title, x, y, 23, role="title", size=20, colour=theme.GOLD),
            *pen.runs(about, x, y + 23 * len(title) + 6, 19, size=14),
            pen.run(
                "Space or click: skip" if busy else "click or Esc: close",
                x,
                area.bottom - 15,
                size=13,
                colour=theme.FAINT,
                room=left_w - 20,
            ),
        ],
    )
    middle = Rect(area.x + left_w, area.y, area.w - left_w - right_w, area.h)
    high = min(area.h - 36, 150.0)
    wide = high * 72 / 120
    step = min(wide + 12, (middle.w - wide) / max(1, len(shown.cards) - 1))
    start = middle.x if len(shown.cards) > 4 else middle.x + 10
    for i, one in enumerate(shown.cards):
        box = Rect(start + i * step, area.y + 8, wide, high)
        pen.add(
            f"strip:{i}",
            "flip",
            box,
            z=STRIP + 2 + i,
            art=one.art,
            label=one.caption,
            flags=["dim"] if one.muted else [],
        )
        pen.add(
            f"strip:{i}.text",
            "text",
            Rect(box.x - 4, box.bottom, min(step, wide) + 8, 26),
            z=STRIP + 3,
            runs=[
                pen.run(
                    f"{one.sign} {one.caption}".strip(),
                    box.x + min(step, wide) / 2,
                    box.bottom + 13,
                    role="label",
                    size=16,
                    anchor="m",
                    room=min(step, wide) + 8,
                )
            ],
        )
    x, y, room = area.right - right_w, area.y + 24, right_w - 16
    runs = []
    if shown.total:
        runs.append(pen.run(shown.total, x, y, role="title", size=28, room=room))
        y += 26
    notes = [line for note in shown.notes for line in pen.wrap(note, "body", 13, room, 2)]
    outcome = pen.wrap(shown.outcome.upper(), "title", 23, room, 2) if shown.outcome else []
    fits = int((area.bottom - 12 - 25 * len(outcome) - y) // 17)
    for note in notes[: max(0, fits)]:
        runs.append(pen.run(note, x, y, size=13, colour=theme.SAND, room=room))
        y += 17
    runs += pen.runs(
        outcome,
        x,
        area.bottom - 20 - 25 * (len(outcome) - 1),
        25,
        role="title",
        size=23,
        colour=theme.LIT,
    )
    pen.add("strip.sum", "text", Rect(x - 4, area.y, right_w, area.h), z=STRIP + 3, runs=runs)
