"""The list of squads that can be taken as they are: the player's own, kept by name, then those that
are ready. The table says what a squad is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt
from owm_net.client.language import tr
from owm_net.client.scene.items import Action
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.sitting.actions import Arm, OpenScreen
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads.naming import AskName, Deleting
from owm_net.client.widgets import button, outlined, panel, turn_pages
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
    box: Box,
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
    note = tr("Esc brings your own back") if built else tr("it can still be changed afterwards")
    panel(box, "ready", title=tr("Ready to take"), note=note)
    down = max(1, int((box.h - 76) // ROW_HIGH))
    page_size = across * down
    pages = max(1, -(-len(offers) // page_size))
    page = min(seen.ui.page, pages - 1)
    rows = box.above(2).at(8, 32, box.w - 16, 0)
    places = [
        column.cut_top(ROW_HIGH - 6, gap=6) for column in rows.columns(across) for _ in range(down)
    ]
    shown = offers[page * page_size : (page + 1) * page_size]
    for n, (offer, place) in enumerate(zip(shown, places, strict=False)):
        place.cut_right(8)
        key, i = str(n + 1) if digits else "", page * page_size + n
        _line(place, seen, i, offer, chosen=is_taken(offer.answer), built=built, key=key)
        yield
    turn_pages(box.above(10), page, pages)


def keep_button(box: Box, seen: SeenTable, why: str) -> None:
    """Keeps the squad that is being made. why: why it cannot be kept yet."""
    if seen.settings.memory is None:
        why = tr("nothing is kept here")
    tip = tr("Keep it by a name, for other matches too")
    button(box, "keep", tr("KEEP IT"), AskName(), why=why, tooltip=tip)


def _line(
    box: Box, seen: SeenTable, i: int, offer: ListedSquad, *, chosen: bool, built: bool, key: str
) -> None:
    """Its name and points, what it is good for, and the buttons."""
    pen, id = box.pen, f"preset:{i}"
    room = box.at(10, 0, box.w - 136, box.h)
    lines = room.wrap(offer.sentence, 14, most=2)
    wide = min(room.w * 0.64, pen.width(offer.what, "body", 14) + 2)
    head = room.line(15)
    head.cut_right(10)
    name = head.w - wide - 2
    title: Lettering = {"role": "title", "size": 17, "colour": theme.GOLD, "room": name}
    small: Lettering = {"size": 13, "colour": theme.SAND, "anchor": "r", "room": wide}
    edge = theme.LIT if chosen else theme.PANEL_EDGE
    box.add(
        f"{id}.text",
        "text",
        shape=outlined(theme.PANEL_DARK, edge, 1.0),
        runs=[
            head.run(offer.name, **title),
            head.run(offer.what, **small),
            *pen.runs(lines, room.x, room.y + 35, 16, size=13),
        ],
    )
    takes: Action = Adopt(offer.answer, keeps=True)
    label = tr("TAKE")
    spare = name - pen.width(offer.name, "title", 17)
    cut = spare < 0 or any(line.endswith("…") for line in lines[-1:])  # else all of it stands there
    if built:
        asked = seen.ui.focus == seen.ui.armed == id
        label, takes = (tr("SURE?"), takes) if asked else (tr("REPLACE MINE"), Arm(id))
    buttons = box.above(-2).at(box.w - 122, 3, 116, box.h - 6)
    take = buttons.at(0, 0 if offer.own else buttons.h / 2 - 15, 116, 30)
    tip = f"{tr(offer.name)}: {tr(offer.sentence)}" if cut else ""
    button(take, id, label, takes, chosen=chosen, tooltip=tip, key=key)
    if offer.own:
        _change(buttons.cut_bottom(28), i, offer.name)


def _change(box: Box, i: int, name: str) -> None:
    """Offer to rename or delete a kept squad."""
    left, right = box.columns(2, gap=4)
    called = tr("Another name for {name}", name=name)
    button(left, f"rename:{i}", tr("NAME"), AskName(name), size=13, tooltip=called)
    gone = tr("Delete {name}?", name=name)
    asks = OpenScreen(Deleting, (name,))
    button(right, f"delete:{i}", tr("DELETE"), asks, size=13, tooltip=gone)
