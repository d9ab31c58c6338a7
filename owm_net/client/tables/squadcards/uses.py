"""The uses of a picked card, one below the other: choose one, confirm it."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, values_of
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape, flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards.common import in_window
from owm_net.client.tables.squadcards.odds import title_of
from owm_net.client.widgets import STRIP, panel
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.games.squadcards.state import face

ROW = 48.0


def listed(seen: SeenTable) -> tuple[tuple[Answer, str], ...]:
    """Return the uses of the picked card, and why not, if there are several."""
    picked = values_of(seen.answering.sketch, Played) if in_window(seen) else ()
    ways = seen.answering.drafting.ways(Played, picked[0]) if picked else ()
    return ways if len(ways) > 1 else ()


def draw(pen: Pen, above: Rect, seen: SeenTable) -> None:
    """A panel standing on the prompt bar `above`, where there is something to choose."""
    answering = seen.answering
    ways, view = listed(seen), seen.view
    if not ways:
        return
    assert view is not None
    look = answering.drafting.look(answering.sketch)
    card = view.card(values_of(answering.sketch, Played)[0])
    wide = min(640.0, above.w - 40)
    row = min(ROW, (above.y - 84) / len(ways))
    high = 36 + row * len(ways)
    rect = Rect(above.cx - wide / 2, above.y - high - 6, wide, high)
    title = face(card).title if card is not None else tr("Card")
    z = STRIP + 20
    panel(
        Box(pen, rect, z),
        "uses",
        title=tr("{title}: choose its use", title=title),
        note=tr("Esc: back"),
        dark=True,
        solid=True,
    )
    for i, (answer, why) in enumerate(ways):
        box = Rect(rect.x + 8, rect.y + 31 + i * row, rect.w - 16, row - 5)
        chosen = look is not None and look.answer == answer
        _line(pen, f"use:{i}", box, seen, answer, why, chosen, z + 2)


def _line(
    pen: Pen, id: str, box: Rect, seen: SeenTable, answer: Answer, why: str, chosen: bool, z: int
) -> None:
    head, detail = title_of(seen, answer)
    fill = theme.BUTTON_LIT if chosen else theme.BUTTON
    if why or seen.ui.hover == id:
        fill = theme.BUTTON_OFF if why else theme.BUTTON_HOT
    edge = (70, 66, 52) if why else theme.CHOSEN if chosen else theme.LIT
    flags = flags_of(lit=not why, chosen=chosen, off=bool(why))
    room = box.w - 24
    first, second = (theme.FAINT, theme.FAINT) if why else (theme.CREAM, theme.SAND)
    y = box.y + (box.h + 5) * 0.29
    pen.add(
        id,
        "button",
        box,
        z=z,
        flags=flags,
        action=Adopt(answer, gives=True),
        why=why,
        label=head,
        shape=Shape("box", fill, (*edge, 255), 2.6 if chosen else 1.4, 6),
        runs=[
            pen.run(head, box.x + 12, y, role="title", size=18, colour=first, room=room),
            pen.run(
                why or detail,
                box.x + 12,
                box.y + (box.h + 5) * 0.67,
                size=14,
                colour=second,
                room=room,
            ),
        ],
    )
