"""What the others have done since the own last turn, in few lines."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.actions import LayOver, LookBack
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button, panel, shade, turn_pages
from owm_net.engine.agenda import InLog
from owm_net.games.owm.turn import TurnBegun

WORD = "since"
"""What `Ui.over` is while it is shown."""

STEP = 20.0


def lines(model: Model) -> list[int]:
    """The lines of the log that matter between the own last turn and this one, by their numbers;
    none if nobody else has had a turn since."""
    found: list[int] = []
    theirs = 0  # of these belong to turns of others
    for at in range(len(model.log) - 1, -1, -1):
        event = model.log[at].event
        if isinstance(event, TurnBegun) and event.seat == model.seat:
            if theirs:
                break
            found = []  # the own turn, which goes on
            continue
        if event.headline or event.in_log is InLog.HEADING:
            found.append(at)
        if isinstance(event, TurnBegun):
            theirs = len(found)
    return found[:theirs][::-1]


def draw(pen: Pen, model: Model) -> None:
    """Line by line; a click shows the table as it was then."""
    shade(pen, "since.shade")
    z = OVERLAY + 10
    shown = lines(model)
    wide = min(760.0, pen.w - 80)
    high = min(pen.h - 100, max(160.0, 90 + len(shown) * STEP))
    rect = Rect(pen.w / 2 - wide / 2, (pen.h - high) / 2, wide, high)
    panel(pen, WORD, rect, z=z, dark=True, title=tr("Since your last turn"))
    most = int((rect.h - 90) // STEP)
    pages = max(1, -(-len(shown) // most))
    page = min(model.ui.page, pages - 1)
    for n, at in enumerate(shown[page * most : (page + 1) * most]):
        line = model.log[at]
        heading = line.event.in_log is InLog.HEADING
        box = Rect(rect.x + 10, rect.y + 36 + n * STEP, rect.w - 20, STEP)
        x = box.x + (6 if heading else 22)
        run = pen.run(
            line.text,
            x,
            box.cy,
            role="bold" if heading else "body",
            size=theme.SMALL,
            colour=theme.GOLD if heading else theme.CREAM,
            room=box.right - x - 6,
        )
        cut = line.text if run.text.endswith("…") else ""
        pen.add(
            f"since:{at}",
            "line",
            box,
            z=z + 2,
            runs=[run],
            action=LookBack(at),
            label=line.text,
            tooltip="\n".join(filter(None, [cut, tr("Click: the table as it was then")])),
            flags=["focus"] if model.ui.focus == f"since:{at}" else [],
        )
    button(
        pen,
        "confirm",
        Rect(rect.right - 112, rect.y + 5, 100, 26),
        tr("CLOSE"),
        LayOver(WORD),
        model,
        z=z + 3,
        lit=True,
        tooltip=tr("Esc"),
    )
    turn_pages(pen, rect, page, pages, model, z + 3)
