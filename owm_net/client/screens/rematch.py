"""The words and buttons of a rematch at the end of a match; in short, too, over the match that is
watched again meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.client import theme
from owm_net.client.actions import DeclineRematch, WindowAction, WishRematch
from owm_net.client.after import rematch_in_words
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button
from owm_net.session.rematch import Sides

MOST_USUAL = 3
"""Lines for which there is room: so the buttons stay where they are when the other leaves."""
NEWS = 10.0
"""Seconds for which it is told over a replay how it stands now, where nothing is to be answered."""
WIDE, TOP = 700.0, 40.0
"""Of what is told over a replay; from the top."""


def choices(model: Model) -> Iterator[tuple[str, str, WindowAction]]:
    """Yield the choices: id, label, action."""
    assert model.after is not None and model.after.rematch is not None
    rematch = model.after.rematch
    if rematch.begins:
        return
    if rematch.asks:
        yield "accept", tr("ACCEPT"), WishRematch(rematch.asks)
        yield "no", tr("NO"), DeclineRematch()
    elif rematch.waits:
        yield "back", tr("TAKE IT BACK"), WishRematch(Sides.NONE)
    elif rematch.why:
        yield "none", tr("REMATCH"), WishRematch(Sides.SAME)
    else:
        yield "same", tr("REMATCH"), WishRematch(Sides.SAME)
        if model.system.seats_differ:
            yield "changed", tr("REMATCH, SIDES CHANGED"), WishRematch(Sides.CHANGED)


def _lines(pen: Pen, model: Model) -> list[str]:
    """How it stands, and what can still be done where there can be none."""
    after = model.after
    assert after is not None and after.rematch is not None
    line = rematch_in_words(after.rematch, after.waited(model.now))
    lines = pen.wrap(line, "body", 15, 560, 2)
    if after.rematch.why:
        how = tr(
            "To play again, one of you hosts by NEW GAME; the other goes back to the title"
            " and joins."
        )
        lines += pen.wrap(how, "body", 15, 560, 2)
    return lines


def height(pen: Pen, model: Model) -> float:
    """Return the height of its words and buttons at the end."""
    return 52.0 + 20 * max(MOST_USUAL, len(_lines(pen, model)))


def at_end(pen: Pen, model: Model, rect: Rect, z: int) -> None:
    """Its line, and what can be said."""
    after = model.after
    assert after is not None and after.rematch is not None
    asked = bool(after.rematch.asks)
    lines = _lines(pen, model)
    top = rect.bottom - 42 - 20.0 * len(lines)
    pen.add(
        "end.rematch",
        "text",
        Rect(rect.x, top - 2, rect.w, 20.0 * len(lines) + 4),
        z=z + 2,
        runs=pen.runs(
            lines,
            rect.x + 10,
            top + 10,
            20,
            size=15,
            colour=theme.LIT if asked else theme.CREAM,
        ),
    )
    there = list(choices(model))
    for n, (id, label, action) in enumerate(there):
        wide = rect.w / len(there)
        place = Rect(rect.x + wide * n + 4, rect.bottom - 34, wide - 8, 34)
        _button(pen, model, id, place, label, action, z)


def over_replay(pen: Pen, model: Model) -> None:
    """A strip at the top while the match is watched again: what is asked, and how what was asked
    stands. Mere news disappears after a while."""
    after = model.after
    if not model.exit.over_end or after is None or after.rematch is None or after.since is None:
        return
    rematch = after.rematch
    told = bool(rematch.why or rematch.declined or rematch.note)
    is_news = told and model.now - after.since < NEWS
    if not (rematch.asks or rematch.waits or rematch.begins or is_news):
        return
    z = OVERLAY + 150
    there = [one for one in choices(model) if rematch.asks or rematch.waits]
    wide = min(WIDE, pen.w - 24)
    buttons = 128.0 * len(there)
    line = rematch_in_words(rematch, after.waited(model.now))
    lines = pen.wrap(line, "body", 15, wide - buttons - 32, 3)
    rect = Rect(pen.w / 2 - wide / 2, TOP, wide, max(48.0, 14 + 19.0 * len(lines)))
    pen.add(
        "rematch",
        "panel",
        rect,
        z=z,
        solid=True,
        shape=Shape("box", (16, 15, 12, 245), (*theme.GOLD, 255), 1.2, 6),
    )
    pen.add(
        "end.rematch",
        "text",
        Rect(rect.x + 8, rect.y + 2, wide - buttons - 20, rect.h - 4),
        z=z + 1,
        label=line,
        runs=pen.runs(
            lines,
            rect.x + 16,
            rect.cy - 9.5 * (len(lines) - 1),
            19,
            size=15,
            colour=theme.LIT if rematch.asks else theme.CREAM,
        ),
    )
    x = rect.right - buttons - 8
    for id, label, action in there:
        _button(pen, model, id, Rect(x, rect.cy - 17, 122, 34), label, action, z)
        x += 128


def _button(
    pen: Pen, model: Model, id: str, place: Rect, label: str, action: WindowAction, z: int
) -> None:
    assert model.after is not None and model.after.rematch is not None
    why, lit = tr(model.after.rematch.why), id == "accept"
    button(Box(pen, place, z + 5), f"end.rematch.{id}", label, action, why=why, lit=lit)
