"""The flips of a sequence."""

from __future__ import annotations

from owm_net.client import keys, theme
from owm_net.client.language import tr
from owm_net.client.match.present import Strip, StripCard
from owm_net.client.scene.items import Run
from owm_net.client.scene.layout import STRIP, Box
from owm_net.client.sitting.actions import CloseStrip, Skip, TurnPage
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets.parts import button, outlined


def strip(box: Box, shown: Strip, seen: SeenTable) -> None:
    """The flips of a sequence, one after another: what it is at the left, the cards, what they
    come to at the right. Click: skip, or close. Those before it can be looked at again."""
    busy = seen.presenter.busy
    rows = seen.presenter.rows
    if seen.presenter.recalls and not shown.tells and rows:  # the last of which was none
        rows, shown = rows[:-1], rows[-1]
    back = min(seen.ui.page, len(rows)) if not busy else 0
    shown = rows[-back] if back else shown
    box = Box(box.pen, box.rect, STRIP)
    box.add(
        "strip",
        "panel",
        solid=True,
        shape=outlined((20, 19, 15, 252), theme.GOLD, 1.8, 9),
        action=Skip() if busy else CloseStrip(),
        label=tr("what is shown"),
    )
    right = box.cut_right(min(290.0, box.w * 0.31))
    left = box.cut_left(min(260.0, (box.w + right.w) * 0.28))
    _title(left, shown, seen, bool(rows) and not busy)
    if rows and not busy:
        _turn(left.inset(16, 5).cut_bottom(24).cut_left(left.w - 22), back, len(rows))
    high = min(box.h - 36, 150.0)
    wide = high * 72 / 120
    step = min(wide + 12, (box.w - wide) / max(1, len(shown.cards) - 1))
    start = 0 if len(shown.cards) > 4 else 10
    for i, one in enumerate(shown.cards):
        card = box.at(start + i * step, 8, wide, high)
        below, flags = _below(one), ["dim"] if one.muted else []
        card.above(2 + i).add(
            f"strip:{i}", "flip", art=one.art, label=below, tooltip=below, flags=flags
        )
        room = min(step - 2, wide + 8)
        said = card.above(3).at((min(step, wide) - room) / 2, high, room, 26)
        said.add(f"strip:{i}.text", "text", runs=_caption(said, one))
    _sum(right, shown)


def _title(left: Box, shown: Strip, seen: SeenTable, turns: bool) -> None:
    """What is shown, and how it is closed. turns: buttons to turn the pages stand below."""
    room = left.at(16, 0, left.w - 20, left.h)
    title = room.wrap(shown.title.upper(), 20, "title", most=2)
    skips = tr("{key} or click: skip", key=keys.shown("space"))
    if seen.replay is not None:
        skips = tr("A click skips.")
    ends = room.wrap(skips if seen.presenter.busy else tr("click or Esc: close"), 14, most=2)
    y = room.y + 22
    foot = room.bottom - (42 if turns else 15) - 17 * (len(ends) - 1)
    fits = int((foot - 15 - y - 23 * len(title)) // 19) + 1
    about = room.wrap(shown.subtitle, 14, most=max(1, min(3, fits)))
    pen, x = room.pen, room.x
    left.above(1).at(8, 0, left.w - 8, left.h).add(
        "strip.title",
        "text",
        runs=[
            *pen.runs(title, x, y, 23, role="title", size=20, colour=theme.GOLD),
            *pen.runs(about, x, y + 23 * len(title) + 6, 19, size=14),
            *pen.runs(ends, x, foot, 17, size=14, colour=theme.FAINT),
        ],
    )


def _sum(right: Box, shown: Strip) -> None:
    """What the cards come to, notes on it, and the outcome."""
    room = right.at(0, 0, right.w - 16, right.h)
    whole, runs = right.above(3).at(-4, 0, right.w, right.h), []
    outcome = room.wrap(tr(shown.outcome).upper(), 23, "title", most=2)
    room.cut_top(12)
    if shown.total:
        runs.append(room.cut_top(24, gap=2).run(shown.total, role="title", size=28))
    notes = [line for note in shown.notes for line in room.wrap(note, 14, most=2)]
    fits = int((room.h - 24 - 25 * len(outcome)) // 17)
    tip = ""
    if len(notes) > fits > 0:  # one after the other, then
        notes = room.wrap(", ".join(map(tr, shown.notes)), 14, most=fits)
        tip = "\n".join(map(tr, shown.notes)) if notes[-1].endswith("…") else ""
    at, pen = room.y + 12, room.pen
    runs += pen.runs(notes[: max(0, fits)], room.x, at, 17, size=14, colour=theme.SAND, room=room.w)
    last = room.bottom - 20 - 25 * (len(outcome) - 1)
    runs += pen.runs(outcome, room.x, last, 25, role="title", size=23, colour=theme.LIT)
    whole.add("strip.sum", "text", runs=runs, tooltip=tip)


def _below(card: StripCard) -> str:
    """Return the line under a card."""
    return f"{card.sign} {tr(card.caption)}".strip()


def _caption(box: Box, card: StripCard) -> list[Run]:
    """In a line, in two, or only the number where there is no room for more."""
    pen = box.pen
    whole, caption = _below(card), tr(card.caption)
    lines, size = [whole], 16.0
    if pen.width(whole, "label", size) > box.w:
        lines, size = [card.sign, caption], theme.SMALL
        if not card.sign or pen.width(caption, "label", size) > box.w:
            lines, size = [card.sign or caption], 16.0
    places = box.centred(box.w, 13.0 * len(lines)).rows(len(lines))
    return [
        place.run(text, role="label", size=size, anchor="m", room=box.w)
        for place, text in zip(places, lines, strict=True)
    ]


def _turn(row: Box, back: int, earlier: int) -> None:
    """To the flips before these, and on again. back: how many rows before the last is shown."""
    row = row.above(40)
    none = tr("there are none")
    first, last = none if back >= earlier else "", "" if back else none
    before, after = row.cut_left(34, gap=4), row.cut_right(34, gap=4)
    tip = tr("Those before these")
    button(before, "strip.earlier", "<", TurnPage(1), why=first, tooltip=tip)
    tip = tr("Those after these")
    button(after, "strip.later", ">", TurnPage(-1), why=last, tooltip=tip)
    shown = tr("{number} of {many}", number=earlier + 1 - back, many=earlier + 1)
    row.text("strip.row", shown, anchor="m", size=theme.SMALL, colour=theme.SAND)
