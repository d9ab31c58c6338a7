"""The messages over the table or before there is one: waiting for the match, something went wrong,
cards being drawn."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.keys import HEED
from owm_net.client.language import tr
from owm_net.client.match.notices import Notices
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import Box, whole
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.screens.over_table import OverTable
from owm_net.client.sitting.actions import AtTable, CloseScreen, LeaveMatch
from owm_net.client.stage.stack import Layer
from owm_net.client.widgets import TIP, Choice, backdrop, outlined, question
from owm_net.client.widgets.preview import clear_of
from owm_net.session.player import Notice

LINE = 24.0
"""High, of what is told while one waits."""


BELOW_BAR = 38.0
"""Where the bar at the top has ended."""
NOTICE_WIDTHS = (480.0, 280.0)
"""Of what is told of a lost connection: the first with which it covers nothing."""


def waiting(pen: Pen, at: AtTable) -> None:
    """Draw the window before the first state."""
    notices = at.sitting.notices
    backdrop(pen)
    box, middle = whole(pen), pen.h / 2
    emblem = at.table.emblem()
    if emblem is not None:
        card = box.at(pen.w / 2 - 84, middle - 226, 168, 235)
        card.add("waiting.card", "image", art=emblem)
    room = box.inset(40, 0)
    title: Lettering = {"role": "title", "size": 30, "colour": theme.GOLD, "anchor": "m"}
    room.line(middle + 44).text("waiting.title", at.sitting.system.title.upper(), **title)
    told = notices.lobby or (notices.line or tr("Waiting for the match to begin"),)
    most = int((middle - 84) / LINE)
    lines: list[tuple[str, theme.Colour]] = []
    for age, text in enumerate(reversed(told)):  # the newest is read first, and always whole
        if len(lines) < most:
            colour = theme.FAINT if age else theme.CREAM
            lines += [(line, colour) for line in box.inset(80, 0).wrap(text, 16, most=most)]
    for n, (line, colour) in enumerate(lines[:most]):
        id = "waiting.text" if n == 0 else f"waiting.text.{n}"
        row = room.line(middle + 84 + LINE * n)
        row.text(id, line, size=16, colour=colour, anchor="m")


class Problem(OverTable):
    """The match has stopped: what happened, and what to do."""

    layer = Layer.NEWS
    heed = HEED

    def back(self, at: AtTable) -> None:
        """Go to the table, or leave the window if there is none."""
        if at.sitting.view is None:
            at.leave()
        else:
            at.screens.close(self)

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw the message; the player may look at the table if there is one."""
        sitting = at.sitting
        if sitting.ending.problem is None:
            return  # it has gone since the last tick
        what, advice = sitting.ending.problem
        what = what[:1].upper() + what[1:]
        ink = theme.LIT if sitting.ending.is_calm else theme.REFUSED
        title = (
            tr("The match is set aside") if sitting.ending.is_calm else tr("The match has stopped")
        )
        choices = [Choice("confirm", sitting.exit.way_out, LeaveMatch())]
        if sitting.view is not None:
            label = tr("LOOK AT THE TABLE")
            look = Choice("problem.look", label, CloseScreen(), lit=False, tooltip="[Esc]")
            choices.insert(0, look)
        question(pen, "problem", title, what, choices, note=advice, ink=ink)


def trouble(pen: Pen, notices: Notices, now: float) -> None:
    """Draw what is wrong with another seat, whatever the player is asked meanwhile."""
    assert notices.trouble is not None
    lines = [notices.trouble[1]]
    if since := notices.lost_for(now):
        lines = [tr("{since} ago: {what}", since=since, what=lines[0])]
    if notices.trouble[0] is Notice.AWAY and notices.trying:
        lines.append(notices.trying)
    for wide in NOTICE_WIDTHS:
        wrapped = [p for line in lines for p in pen.wrap(line, "body", theme.SMALL, wide - 36, 3)]
        size = Rect(0, 0, wide, 12.0 + 18 * len(wrapped))
        # below the buttons of the bar, which stay in sight, if that covers nothing
        rect, is_clear = clear_of(pen, size, (pen.w / 2 - wide / 2, BELOW_BAR))
        if is_clear:
            break
    sign: Lettering = {"role": "bold", "size": 17, "colour": theme.REFUSED, "anchor": "m"}
    runs = pen.runs(wrapped, rect.x + 26, rect.y + 15, 18, size=theme.SMALL)
    Box(pen, rect, TIP + 30).add(
        "trouble",
        "panel",
        tooltip="; ".join([notices.trouble[1], *lines[1:]]),
        solid=True,
        shape=outlined((46, 20, 14, 250), theme.REFUSED, 1.4, 6),
        runs=[pen.run("!", rect.x + 14, rect.cy, **sign), *runs],
    )


def progress(pen: Pen, notices: Notices) -> None:
    """Draw how far the drawing of cards is: a bar where nothing stands or waits. Where there is no
    such place it is a bare line at the upper edge."""
    assert notices.progress is not None
    done, total = notices.progress
    said = tr("Drawing the cards, once: {done} of {total}", done=done, total=total)
    share = done / total if total else 1.0
    rect = _unwritten(pen)
    line = Rect(0, 0, pen.w * share + 0.1, 4)
    if rect is not None:
        line = Rect(rect.x + 8, rect.bottom - 9, (rect.w - 16) * share + 0.1, 4)
        place = Box(pen, rect, TIP + 30)
        place.add("progress", "panel", shape=outlined((16, 15, 12, 240), theme.GOLD))
        said_at = place.above(2).inset(6, 0).cut_top(22)
        said_at.text("progress.text", said, anchor="m", size=theme.SMALL)
    shape = Shape("fill", (*theme.LIT, 255))
    Box(pen, line, TIP + 31).add("progress.bar", "bar", tooltip=said, shape=shape)


def _unwritten(pen: Pen) -> Rect | None:
    """Return a place for a line that covers no text and no button."""
    buttons = [i.rect.x / pen.k for i in pen.items if i.kind == "button" and i.id[:4] == "top."]
    right = min(buttons, default=pen.w) - 308
    written = [run.box for item in pen.items for run in item.runs]
    written += [item.rect for item in pen.items if item.action is not None]
    low = Rect(pen.w - 308, pen.h - 34, 300, 30)
    prompt = next((i.rect.times(1 / pen.k) for i in pen.items if i.id == "prompt"), None)
    if prompt is not None and prompt.meets(low):  # within its frame, not across it
        low = Rect(prompt.right - 308, prompt.cy - 15, 300, 30)
    for place in (
        Rect(right, 2, 300, 30),
        low,
        Rect(8, pen.h - 34, 300, 30),
        Rect(right, 40, 300, 30),
    ):
        if place.x >= 0 and not any(place.times(pen.k).meets(box) for box in written):
            return place
    return None
