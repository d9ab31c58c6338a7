"""Cards: the own hand, piles, and a card enlarged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import radians, sin

from attrs import frozen

from owm_net.client import theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.pen import Pen, Preview
from owm_net.client.scene.widgets.parts import HAND, PANELS


@frozen
class HandCard:
    """A card of the own hand. card: its slot or number."""

    card: int
    art: ArtKey
    label: str
    action: Action | None = None
    flags: tuple[str, ...] = ()
    why: str = ""
    tooltip: str = ""


def hand_fan(
    pen: Pen,
    area: Rect,
    cards: Sequence[HandCard],
    model: Model,
    *,
    largest: float = 190.0,
    empty: str = "",
    name: str = "hand",
) -> None:
    """The own hand, slightly fanned, each card whole; the one under the pointer is shown enlarged.
    The more cards, the flatter. largest: height of a card at most. empty: shown without any. name:
    how the ids of the cards begin.
    """
    if not cards:
        pen.text(
            f"{name}.empty",
            empty or tr("Your hand is empty."),
            area.cx,
            area.cy,
            z=HAND,
            anchor="m",
            colour=theme.FAINT,
            room=area.w - 12,
        )
        return
    n = len(cards)
    middle = (n - 1) / 2
    turn = min(1.2, 5.0 / n)
    sag = min(0.8, 7.0 / (middle * middle + 1))
    # what the outermost card needs below the middle one
    low = sag * middle**2 + sin(radians(turn * middle)) * area.h * 0.36
    high = min(largest, area.h - 16 - low)
    wide = high * 240 / 336
    step = min(wide + 4, (area.w - wide - 16) / max(1, n - 1))
    left = area.cx - (wide + step * (n - 1)) / 2
    for i, one in enumerate(cards):
        id = f"{name}:{i}"
        chosen = "chosen" in one.flags
        top = area.y + 11 + (i - middle) ** 2 * sag - (8 if chosen else 0)
        rect = Rect(left + i * step, top, wide, high)
        flags = [*one.flags, *(["focus"] if model.ui.focus == id else [])]
        pen.add(
            id,
            "card",
            rect,
            z=HAND + (n if chosen else i),
            art=one.art,
            angle=(i - middle) * turn,
            flags=flags,
            action=one.action,
            why=one.why,
            label=one.label,
            tooltip=one.tooltip,
        )
        if model.ui.hover == id:
            flat = Rect(rect.x, area.y, rect.w, rect.h)
            card_zoom(pen, id, one.art, flat, one.label, one.tooltip, lift=56, size=390)


def hands_side_by_side(
    pen: Pen,
    area: Rect,
    hands: Mapping[int, Sequence[HandCard]],
    model: Model,
    *,
    largest: float = 190.0,
    empty: str = "",
) -> None:
    """The hands of several seats, each with its player's name: the first is that of the seat that
    is looked from. A single one has no name."""
    if len(hands) == 1:
        for cards in hands.values():
            hand_fan(pen, area, cards, model, largest=largest, empty=empty)
        return
    wide = area.w / len(hands)
    for n, (seat, cards) in enumerate(hands.items()):
        x, high = area.x + n * wide, 18.0
        pen.text(
            f"hand.whose:{seat}",
            model.name(seat),
            x + wide / 2,
            area.y + 9,
            z=HAND,
            anchor="m",
            role="bold",
            size=theme.SMALL,
            colour=theme.GOLD,
            room=wide - 12,
        )
        place = Rect(x + 4, area.y + high - 6, wide - 8, area.h - high + 6)
        name = "hand" if n == 0 else f"hand{seat}"
        hand_fan(
            pen, place, cards, model, largest=largest, name=name, empty=tr("This hand is empty.")
        )


def card_zoom(
    pen: Pen,
    id: str,
    art: ArtKey,
    near: Rect,
    label: str,
    note: str,
    *,
    size: float = 400.0,
    side: str = "above",
    ratio: float = 1.4,
    lift: float = 10.0,
) -> None:
    """Ask for a card to be shown enlarged, with its note below it; see `scene.preview`. near:
    what the pointer is on. side: where it would best be, "above" or "left" of that, or "at" its
    corner; lift: the gap when above."""
    pen.preview = Preview(id, art, near, label, note, size, ratio, side, lift)


def pile(
    pen: Pen,
    id: str,
    rect: Rect,
    name: str,
    count: str,
    *,
    art: ArtKey | None,
    action: Action | None = None,
    tooltip: str = "",
    model: Model | None = None,
) -> None:
    """A pile of cards: its top, its name and how many."""
    high = rect.h - 38
    wide = min(rect.w - 4, high / 1.4)
    card = Rect(rect.cx - wide / 2, rect.y, wide, wide * 1.4)
    focus = model is not None and model.ui.focus == id
    shape = Shape("box", (0, 0, 0, 60), (*theme.PANEL_EDGE, 255), 1.4, 5)
    pen.add(
        id,
        "pile",
        card,
        z=PANELS + 5,
        art=art,
        shape=None if art else shape,
        action=action,
        tooltip=tooltip,
        label=f"{name}: {count}",
        flags=["focus"] if focus else [],
    )
    pen.add(
        f"{id}.text",
        "text",
        Rect(rect.x, card.bottom, rect.w, 38),
        z=PANELS + 6,
        runs=[
            pen.run(
                name,
                rect.cx,
                card.bottom + 11,
                role="label",
                size=14,
                anchor="m",
                colour=theme.FAINT,
                room=rect.w,
            ),
            pen.run(
                count, rect.cx, card.bottom + 28, role="title", size=17, anchor="m", room=rect.w
            ),
        ],
    )
