"""The list of squads that can be taken as they are: the player's own, kept by name, then those that
are ready. The table says what a squad is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import Arm, OpenScreen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads.naming import AskName, Deleting
from owm_net.client.widgets import PANELS, button, panel, turn_pages
from owm_net.engine.requests import Answer

ROW_HIGH = 74.0
"""The height of a line."""


@frozen
class ListedSquad:
    """A squad in the list. sentence: what it is good for, or what is wrong with it here. what: its
    cost and size. own: the player has kept it, so it can be renamed and deleted."""

    name: str
    sentence: str
    what: str
    answer: Answer
    own: bool = False


def squad_list(
    pen: Pen,
    rect: Rect,
    seen: SeenTable,
    offers: Sequence[ListedSquad],
    is_taken: Callable[[Answer], bool],
    *,
    holds: bool,
    across: int = 2,
    digits: bool = False,
) -> Iterator[None]:
    """Each squad a part, for its words are to be measured.

    is_taken: whether it is what has been chosen now. holds: whether anything has been. A player
    with a custom squad is asked before it is replaced. digits: those of a page are taken by the
    keys 1 to 9, where nothing else has them."""
    built = holds and not any(is_taken(offer.answer) for offer in offers)
    note = (
        tr("Esc brings your own squad back") if built else tr("it can still be changed afterwards")
    )
    panel(Box(pen, rect), "ready", title=tr("Squads that are ready"), note=note)
    down = max(1, int((rect.h - 76) // ROW_HIGH))
    page_size = across * down
    pages = max(1, -(-len(offers) // page_size))
    page = min(seen.ui.page, pages - 1)
    wide = (rect.w - 16) / across
    for i, offer in enumerate(offers):
        if i // page_size != page:
            continue
        column, line = divmod(i % page_size, down)
        box = Rect(
            rect.x + 8 + column * wide, rect.y + 32 + line * ROW_HIGH, wide - 8, ROW_HIGH - 6
        )
        key = str(i % page_size + 1) if digits else ""
        _line(pen, box, seen, i, offer, chosen=is_taken(offer.answer), built=built, key=key)
        yield
    turn_pages(Box(pen, rect, PANELS + 10), page, pages)


def keep_button(pen: Pen, rect: Rect, seen: SeenTable, why: str) -> None:
    """Keeps the squad that is being made. why: why it cannot be kept yet."""
    if seen.settings.shelf is None:
        why = tr("squads are not kept here")
    tip = tr("Keep it by a name, for other matches too")
    button(Box(pen, rect), "keep", tr("KEEP THIS SQUAD"), AskName(), why=why, tooltip=tip)


def _line(
    pen: Pen,
    box: Rect,
    seen: SeenTable,
    i: int,
    offer: ListedSquad,
    *,
    chosen: bool,
    built: bool,
    key: str,
) -> None:
    """Its name and points, what it is good for, and the buttons."""
    room = box.w - 136
    lines = pen.wrap(offer.sentence, "body", 14, room, 2)
    wide = min(room * 0.64, pen.width(offer.what, "body", 14) + 2)
    pen.add(
        f"preset:{i}.text",
        "text",
        box,
        z=PANELS + 2,
        shape=Shape("box", theme.PANEL_DARK, (*(theme.LIT if chosen else theme.PANEL_EDGE), 255)),
        runs=[
            pen.run(
                offer.name,
                box.x + 10,
                box.y + 15,
                role="title",
                size=17,
                colour=theme.GOLD,
                room=room - wide - 12,
            ),
            pen.run(
                offer.what,
                box.x + room,
                box.y + 15,
                size=13,
                colour=theme.SAND,
                anchor="r",
                room=wide,
            ),
            *pen.runs(lines, box.x + 10, box.y + 35, 16, size=13),
        ],
    )
    id = f"preset:{i}"
    takes: Action = Adopt(offer.answer, keeps=True)
    label = tr("TAKE")
    spare = room - wide - 12 - pen.width(offer.name, "title", 17)
    cut = spare < 0 or any(line.endswith("…") for line in lines[-1:])  # else all of it stands there
    if built:
        asked = seen.ui.focus == seen.ui.armed == id
        label, takes = (tr("SURE?"), takes) if asked else (tr("REPLACE MINE"), Arm(id))
    button(
        Box(pen, Rect(box.right - 122, box.y + 3 if offer.own else box.cy - 15, 116, 30)),
        id,
        label,
        takes,
        chosen=chosen,
        tooltip=f"{tr(offer.name)}: {tr(offer.sentence)}" if cut else "",
        key=key,
    )
    if offer.own:
        _change(pen, Rect(box.right - 122, box.bottom - 31, 116, 28), i, offer.name)


def _change(pen: Pen, rect: Rect, i: int, name: str) -> None:
    """Offer to rename or delete a kept squad."""
    left, right = Rect(rect.x, rect.y, 56, rect.h), Rect(rect.x + 60, rect.y, 56, rect.h)
    called = tr("Another name for {name}", name=name)
    button(Box(pen, left), f"rename:{i}", tr("NAME"), AskName(name), size=13, tooltip=called)
    gone = tr("Delete {name}?", name=name)
    asks = OpenScreen(Deleting, (name,))
    button(Box(pen, right), f"delete:{i}", tr("DELETE"), asks, size=13, tooltip=gone)
