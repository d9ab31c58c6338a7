"""The uses of a picked card, one below the other: choose one, confirm it."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, values_of
from owm_net.client.language import tr
from owm_net.client.scene.items import flags_of
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.squadcards.common import in_window
from owm_net.client.tables.squadcards.odds import title_of
from owm_net.client.widgets import outlined, panel, standing_on
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.games.squadcards.state import face

ROW = 48.0


def listed(seen: SeenTable) -> tuple[tuple[Answer, str], ...]:
    """Return the uses of the picked card, and why not, if there are several."""
    picked = values_of(seen.answering.sketch, Played) if in_window(seen) else ()
    ways = seen.answering.drafting.ways(Played, picked[0]) if picked else ()
    return ways if len(ways) > 1 else ()


def draw(above: Box, seen: SeenTable) -> None:
    """A panel standing on the prompt bar `above`, where there is something to choose."""
    answering = seen.answering
    ways, view = listed(seen), seen.view
    if not ways:
        return
    assert view is not None
    look = answering.look
    card = view.card(values_of(answering.sketch, Played)[0])
    row = min(ROW, (above.y - 84) / len(ways))
    box = standing_on(above, min(640.0, above.w - 40), 36 + row * len(ways))
    title = tr("{title}: choose its use", title=face(card).title if card else tr("Card"))
    panel(box, "uses", title=title, note=tr("Esc: back"), dark=True, solid=True)
    lines = box.above(2).inset(8, 0)
    lines.cut_top(31)
    for i, (answer, why) in enumerate(ways):
        chosen = look is not None and look.answer == answer
        _line(lines.cut_top(row - 5, gap=5), f"use:{i}", seen, answer, why, chosen)


def _line(box: Box, id: str, seen: SeenTable, answer: Answer, why: str, chosen: bool) -> None:
    head, detail = title_of(seen, answer)
    fill = theme.BUTTON_LIT if chosen else theme.BUTTON
    if why or seen.ui.hover == id:
        fill = theme.BUTTON_OFF if why else theme.BUTTON_HOT
    edge = (70, 66, 52) if why else theme.CHOSEN if chosen else theme.LIT
    first, second = (theme.FAINT, theme.FAINT) if why else (theme.CREAM, theme.SAND)
    room, high = box.inset(12, 0), box.h + 5
    box.add(
        id,
        "button",
        flags=flags_of(lit=not why, chosen=chosen, off=bool(why)),
        action=Adopt(answer, gives=True),
        why=why,
        label=head,
        shape=outlined(fill, edge, 2.6 if chosen else 1.4),
        runs=[
            room.line(high * 0.29).run(head, role="title", size=18, colour=first),
            room.line(high * 0.67).run(why or detail, size=14, colour=second),
        ],
    )
