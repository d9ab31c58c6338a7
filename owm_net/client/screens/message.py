"""The messages over the table or before there is one: waiting for the match, something went wrong,
cards being drawn."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.actions import AtTable, CloseScreen, LeaveMatch
from owm_net.client.keys import HEED
from owm_net.client.language import tr
from owm_net.client.notices import Notices
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS, TIP, Choice, backdrop, question
from owm_net.client.screens.over_table import OverTable
from owm_net.client.stack import Layer
from owm_net.session.player import Notice

LINE = 24.0
"""High, of what is told while one waits."""


BELOW_BAR = 38.0
"""Where the bar at the top has ended."""


def waiting(pen: Pen, at: AtTable) -> None:
    """Before the first state."""
    notices = at.model.notices
    backdrop(pen)
    card = Rect(pen.w / 2 - 84, pen.h / 2 - 226, 168, 235)
    emblem = at.table.emblem()
    if emblem is not None:
        pen.add("waiting.card", "image", card, z=PANELS, art=emblem)
    pen.text(
        "waiting.title",
        at.model.system.title.upper(),
        pen.w / 2,
        pen.h / 2 + 44,
        anchor="m",
        z=PANELS,
        role="title",
        size=30,
        colour=theme.GOLD,
        room=pen.w - 80,
    )
    told = notices.lobby or (notices.line or tr("Waiting for the match to begin"),)
    room = int((pen.h / 2 - 84) / LINE)
    lines: list[tuple[str, theme.Colour]] = []
    for age, text in enumerate(reversed(told)):  # the newest is read first, and always whole
        if len(lines) < room:
            colour = theme.FAINT if age else theme.CREAM
            lines += [(line, colour) for line in pen.wrap(text, "body", 16, pen.w - 160, room)]
    for n, (line, colour) in enumerate(lines[:room]):
        pen.text(
            "waiting.text" if n == 0 else f"waiting.text.{n}",
            line,
            pen.w / 2,
            pen.h / 2 + 84 + LINE * n,
            anchor="m",
            z=PANELS,
            size=16,
            room=pen.w - 80,
            colour=colour,
        )


class Problem(OverTable):
    """The match has stopped: what happened, and what to do."""

    layer = Layer.NEWS
    heed = HEED

    def back(self, at: AtTable) -> None:
        """To the table; where there is none the window is left."""
        if at.model.view is None:
            at.leave()
        else:
            at.screens.close(self)

    def draw(self, pen: Pen, at: AtTable) -> None:
        """The table, if there is one, can be looked at all the same."""
        model = at.model
        if model.problem is None:
            return  # it has gone since the last tick
        what, advice = model.problem
        what = what[:1].upper() + what[1:]
        ink = theme.LIT if model.is_calm else theme.REFUSED
        title = tr("The match is set aside") if model.is_calm else tr("The match has stopped")
        choices = [Choice("confirm", model.way_out, LeaveMatch())]
        if model.view is not None:
            label = tr("LOOK AT THE TABLE")
            look = Choice("problem.look", label, CloseScreen(), lit=False, tooltip="[Esc]")
            choices.insert(0, look)
        question(pen, "problem", title, what, choices, note=advice, ink=ink)


def trouble(pen: Pen, notices: Notices, now: float) -> None:
    """Something is wrong with another seat, whatever the player is asked meanwhile."""
    assert notices.trouble is not None
    lines = [notices.trouble[1]]
    if since := notices.lost_for(now):
        lines = [tr("{since} ago: {what}", since=since, what=lines[0])]
    if notices.trouble[0] is Notice.AWAY and notices.trying:
        lines.append(notices.trying)
    wide = 480.0
    wrapped = [part for line in lines for part in pen.wrap(line, "body", theme.SMALL, wide - 36, 2)]
    high = 12.0 + 18 * len(wrapped)
    rect = Rect(pen.w / 2 - wide / 2, BELOW_BAR, wide, high)  # the buttons above stay in sight
    sign = pen.run(
        "!", rect.x + 14, rect.cy, role="bold", size=17, colour=theme.REFUSED, anchor="m"
    )
    pen.add(
        "trouble",
        "panel",
        rect,
        z=TIP + 30,
        tooltip="; ".join([notices.trouble[1], *lines[1:]]),
        solid=True,
        shape=Shape("box", (46, 20, 14, 250), (*theme.REFUSED, 255), 1.4, 6),
        runs=[
            sign,
            *(
                pen.run(line, rect.x + 26, rect.y + 15 + 18 * n, size=theme.SMALL)
                for n, line in enumerate(wrapped)
            ),
        ],
    )


def progress(pen: Pen, notices: Notices) -> None:
    """Cards are being drawn: a bar where nothing stands, nothing waits for it. Where there is no
    such place it is a bare line at the upper edge."""
    assert notices.progress is not None
    done, total = notices.progress
    said = tr("Drawing the cards, once: {done} of {total}", done=done, total=total)
    share = done / total if total else 1.0
    rect = _unwritten(pen)
    line = Rect(0, 0, pen.w * share + 0.1, 4)
    if rect is not None:
        line = Rect(rect.x + 8, rect.bottom - 9, (rect.w - 16) * share + 0.1, 4)
        pen.add(
            "progress",
            "panel",
            rect,
            z=TIP + 30,
            shape=Shape("box", (16, 15, 12, 240), (*theme.GOLD, 255), 1.2, 6),
        )
        text = pen.run(said, rect.cx, rect.y + 11, anchor="m", size=theme.SMALL, room=rect.w - 12)
        pen.add("progress.text", "text", rect, z=TIP + 32, runs=[text])
    pen.add(
        "progress.bar",
        "bar",
        line,
        z=TIP + 31,
        tooltip=said,
        shape=Shape("fill", (*theme.LIT, 255)),
    )


def _unwritten(pen: Pen) -> Rect | None:
    """A place for a line that covers no text and no button."""
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
