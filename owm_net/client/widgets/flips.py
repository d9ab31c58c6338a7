"""The flips of a sequence."""

from __future__ import annotations

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.match.present import Strip, StripCard
from owm_net.client.scene.items import Rect, Run, Shape
from owm_net.client.scene.layout import STRIP, Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import CloseStrip, Skip, TurnPage
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets.parts import button


def strip(pen: Pen, area: Rect, shown: Strip, seen: SeenTable) -> None:
    """The flips of a sequence, one after another: what it is at the left, the cards, what they
    come to at the right. Click: skip, or close. Those before it can be looked at again."""
    busy = seen.presenter.busy
    rows = seen.presenter.rows
    if seen.ui.recalls and not shown.tells and rows:  # the last of which was none
        rows, shown = rows[:-1], rows[-1]
    back = min(seen.ui.page, len(rows)) if not busy else 0
    shown = rows[-back] if back else shown
    pen.add(
        "strip",
        "panel",
        area,
        z=STRIP,
        solid=True,
        shape=Shape("box", (20, 19, 15, 252), (*theme.GOLD, 255), 1.8, 9),
        action=Skip() if busy else CloseStrip(),
        label=tr("what is shown"),
    )
    left_w, right_w = min(260.0, area.w * 0.28), min(290.0, area.w * 0.31)
    x = area.x + 16
    title = pen.wrap(shown.title.upper(), "title", 20, left_w - 20, 2)
    y = area.y + 22
    skips = tr("{key} or click: skip", key=keys.shown("space"))
    if seen.replay is not None:
        skips = tr("A click skips.")
    ends = pen.wrap(skips if busy else tr("click or Esc: close"), "body", 14, left_w - 20, 2)
    foot = area.bottom - (42 if rows and not busy else 15) - 17 * (len(ends) - 1)
    fits = int((foot - 15 - y - 23 * len(title)) // 19) + 1
    about = pen.wrap(shown.subtitle, "body", 14, left_w - 20, max(1, min(3, fits)))
    about = about if shown.subtitle else []
    pen.add(
        "strip.title",
        "text",
        Rect(area.x + 8, area.y, left_w - 8, area.h),
        z=STRIP + 1,
        runs=[
            *pen.runs(title, x, y, 23, role="title", size=20, colour=theme.GOLD),
            *pen.runs(about, x, y + 23 * len(title) + 6, 19, size=14),
            *pen.runs(ends, x, foot, 17, size=14, colour=theme.FAINT),
        ],
    )
    if rows and not busy:
        _turn(pen, Rect(x, area.bottom - 29, left_w - 22, 24), back, len(rows), seen)
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
            label=_below(one),
            tooltip=_below(one),
            flags=["dim"] if one.muted else [],
        )
        room = min(step - 2, wide + 8)
        left = Rect(box.x + min(step, wide) / 2 - room / 2, box.bottom, room, 26)
        pen.add(f"strip:{i}.text", "text", left, z=STRIP + 3, runs=_caption(pen, left, one))
    x, y, room = area.right - right_w, area.y + 24, right_w - 16
    runs = []
    if shown.total:
        runs.append(pen.run(shown.total, x, y, role="title", size=28, room=room))
        y += 26
    notes = [line for note in shown.notes for line in pen.wrap(note, "body", 14, room, 2)]
    outcome = pen.wrap(tr(shown.outcome).upper(), "title", 23, room, 2) if shown.outcome else []
    fits = int((area.bottom - 12 - 25 * len(outcome) - y) // 17)
    tip = ""
    if len(notes) > fits > 0:  # one after the other, then
        notes = pen.wrap(", ".join(map(tr, shown.notes)), "body", 14, room, fits)
        tip = "\n".join(map(tr, shown.notes)) if notes[-1].endswith("…") else ""
    for note in notes[: max(0, fits)]:
        runs.append(pen.run(note, x, y, size=14, colour=theme.SAND, room=room))
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
    pen.add(
        "strip.sum",
        "text",
        Rect(x - 4, area.y, right_w, area.h),
        z=STRIP + 3,
        runs=runs,
        tooltip=tip,
    )


def _below(card: StripCard) -> str:
    """Return the line under a card."""
    return f"{card.sign} {tr(card.caption)}".strip()


def _caption(pen: Pen, box: Rect, card: StripCard) -> list[Run]:
    """In a line, in two, or only the number where there is no room for more."""
    whole, caption = _below(card), tr(card.caption)
    lines, size = [whole], 16.0
    if pen.width(whole, "label", size) > box.w:
        lines, size = [card.sign, caption], theme.SMALL
        if not card.sign or pen.width(caption, "label", size) > box.w:
            lines, size = [card.sign or caption], 16.0
    first = box.cy - 6.5 * (len(lines) - 1)
    return [
        pen.run(text, box.cx, first + 13 * n, role="label", size=size, anchor="m", room=box.w)
        for n, text in enumerate(lines)
    ]


def _turn(pen: Pen, row: Rect, back: int, earlier: int, seen: SeenTable) -> None:
    """To the flips before these, and on again. back: how many rows before the last is shown."""
    for id, x, label, step, why, tip in (
        ("strip.earlier", row.x, "<", 1, back >= earlier, tr("Those before these")),
        ("strip.later", row.right - 34, ">", -1, not back, tr("Those after these")),
    ):
        reason = tr("there are none") if why else ""
        button(
            Box(pen, Rect(x, row.y, 34, row.h), STRIP + 40),
            id,
            label,
            TurnPage(step),
            why=reason,
            tooltip=tip,
        )
    pen.text(
        "strip.row",
        tr("{number} of {many}", number=earlier + 1 - back, many=earlier + 1),
        row.cx,
        row.cy,
        anchor="m",
        z=STRIP + 40,
        size=theme.SMALL,
        colour=theme.SAND,
        room=row.w - 76,
    )
