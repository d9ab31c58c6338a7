"""The uses of a picked card, one below the other: choose one, confirm it."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import STRIP, panel
from owm_net.client.tables.squadcards import acting
from owm_net.client.tables.squadcards.draft import draft_of
from owm_net.games.squadcards.state import face

ROW = 48.0


def wanted(model: Model) -> bool:
    """Whether the picked card could be several things."""
    d = draft_of(model)
    return (
        d.card is not None and model.kind in acting.WINDOWS and not acting.only_use(model, d.card)
    )


def draw(pen: Pen, above: Rect, model: Model) -> None:
    """A panel standing on the prompt bar `above`."""
    d = draft_of(model)
    assert d.card is not None and model.view is not None
    options = acting.candidates(model, d.card)
    card = model.view.card(d.card)
    wide = min(640.0, above.w - 40)
    row = min(ROW, (above.y - 84) / len(options))
    high = 36 + row * len(options)
    rect = Rect(above.cx - wide / 2, above.y - high - 6, wide, high)
    title = face(card).title if card is not None else "Card"
    z = STRIP + 20
    panel(
        pen,
        "uses",
        rect,
        title=f"{title}: choose its use",
        note="Esc: back",
        z=z,
        dark=True,
        solid=True,
    )
    for i, answer in enumerate(options):
        box = Rect(rect.x + 8, rect.y + 31 + i * row, rect.w - 16, row - 5)
        why = model.why_not(answer)
        head, detail = acting.title_of(model, answer)
        chosen = d.answer == answer
        id = f"use:{i}"
        hot = model.ui.hover == id
        fill = (
            theme.BUTTON_OFF
            if why
            else theme.BUTTON_HOT
            if hot
            else theme.BUTTON_LIT
            if chosen
            else theme.BUTTON
        )
        edge = (70, 66, 52) if why else theme.CHOSEN if chosen else theme.LIT
        flags = [
            f
            for f, on in (
                ("lit", not why),
                ("chosen", chosen),
                ("off", bool(why)),
                ("focus", model.ui.focus == id),
            )
            if on
        ]
        pen.add(
            id,
            "button",
            box,
            z=z + 2,
            flags=flags,
            action=("use", answer),
            why=why,
            label=head,
            shape=Shape("box", fill, (*edge, 255), 2.6 if chosen else 1.4, 6),
            runs=[
                pen.run(
                    head,
                    box.x + 12,
                    box.y + row * 0.29,
                    role="title",
                    size=18,
                    colour=theme.FAINT if why else theme.CREAM,
                    room=box.w - 24,
                ),
                pen.run(
                    why or detail,
                    box.x + 12,
                    box.y + row * 0.67,
                    size=13,
                    colour=theme.FAINT if why else theme.SAND,
                    room=box.w - 24,
                ),
            ],
        )
