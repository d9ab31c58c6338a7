"""The words and buttons of a rematch at the end of a match; in short, too, over the match that is
watched again meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.match.after import rematch_in_words
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import DeclineRematch, WindowAction, WishRematch
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import OVERLAY, Choice, choice_button, choice_row, outlined
from owm_net.session.rematch import Sides

MOST_USUAL = 3
"""Lines for which there is room: so the buttons stay where they are when the other leaves."""
NEWS = 10.0
"""Seconds for which it is told over a replay how it stands now, where nothing is to be answered."""
WIDE, TOP = 700.0, 40.0
"""Of what is told over a replay; from the top."""


def choices(seen: SeenTable) -> Iterator[Choice]:
    """Yield the choices."""
    assert seen.ending.after is not None and seen.ending.after.rematch is not None
    rematch = seen.ending.after.rematch
    why = tr(rematch.why)

    def choice(id: str, label: str, action: WindowAction) -> Choice:
        return Choice(f"end.rematch.{id}", label, action, why=why, lit=id == "accept")

    if rematch.begins:
        return
    if rematch.asks:
        yield choice("accept", tr("ACCEPT"), WishRematch(rematch.asks))
        yield choice("no", tr("NO"), DeclineRematch())
    elif rematch.waits:
        yield choice("back", tr("TAKE IT BACK"), WishRematch(Sides.NONE))
    elif rematch.why:
        yield choice("none", tr("REMATCH"), WishRematch(Sides.SAME))
    else:
        yield choice("same", tr("REMATCH"), WishRematch(Sides.SAME))
        if seen.system.seats_differ:
            yield choice("changed", tr("REMATCH, SIDES CHANGED"), WishRematch(Sides.CHANGED))


def lines_of(box: Box, seen: SeenTable) -> list[str]:
    """Return how it stands, and what the player can do if there can be none."""
    after = seen.ending.after
    assert after is not None and after.rematch is not None
    told = [rematch_in_words(after.rematch, after.waited(seen.display.now))]
    if after.rematch.why:
        told.append(
            tr(
                "To play again, one of you hosts by NEW GAME; the other goes back to the title"
                " and joins."
            )
        )
    return box.wrap(told, 15, most=2)


def at_end(box: Box, seen: SeenTable) -> None:
    """Draw its line, and what the player can say."""
    assert seen.ending.after is not None and seen.ending.after.rematch is not None
    lines, there = lines_of(box, seen), list(choices(seen))
    box.cut_top(20.0 * max(0, MOST_USUAL - len(lines)))
    ink = theme.LIT if seen.ending.after.rematch.asks else theme.CREAM
    box.lines("end.rematch", lines, size=15, step=20, gap=8, colour=ink)
    choice_row(box.cut_top(34, gap=10), there, gap=8)


def over_replay(pen: Pen, seen: SeenTable, is_bare: bool) -> None:
    """Draw a strip at the top while the match is watched again: what is asked, and how what was
    asked stands. Mere news disappears after a while. is_bare: nothing else lies over the table, so
    it can be answered."""
    after = seen.ending.after
    if not seen.exit.over_end or after is None or after.rematch is None or after.since is None:
        return
    rematch = after.rematch
    told = bool(rematch.why or rematch.declined or rematch.note)
    is_news = told and seen.display.now - after.since < NEWS
    if not (rematch.asks or rematch.waits or rematch.begins or is_news):
        return
    z = OVERLAY + 150
    there = list(choices(seen)) if is_bare and (rematch.asks or rematch.waits) else []
    wide = min(WIDE, pen.w - 24)
    buttons = 128.0 * len(there)
    line = rematch_in_words(rematch, after.waited(seen.display.now))
    lines = pen.wrap(line, "body", 15, wide - buttons - 32, 3)
    rect = Rect(pen.w / 2 - wide / 2, TOP, wide, max(48.0, 14 + 19.0 * len(lines)))
    box = Box(pen, rect, z)
    shape = outlined((16, 15, 12, 245), theme.GOLD, 1.2, 6)
    box.add("rematch", "panel", solid=True, shape=shape)
    row = box.cut_right(buttons).above(5)
    said = box.inset(16, 0).centred(box.w - 32, 19.0 * len(lines)).above(1)
    ink = theme.LIT if rematch.asks else theme.CREAM
    said.lines("end.rematch", lines, size=15, step=19, colour=ink)
    for place, choice in zip(row.inset(0, 7).columns(max(1, len(there))), there, strict=False):
        place.cut_right(6)
        choice_button(place, choice)
