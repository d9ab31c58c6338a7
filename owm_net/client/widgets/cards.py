"""Cards: the own hand, piles, and a card enlarged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import radians, sin

from attrs import frozen

from owm_net.client import theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, Rect
from owm_net.client.scene.layout import HAND, Box
from owm_net.client.scene.pen import Lettering, Pen, Preview
from owm_net.client.widgets.parts import outlined
from owm_net.engine.ids import Seat


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


LEAST = 0.8
"""Of its height a card keeps, however many there are; then they lie over each other."""


def hand_fan(
    box: Box,
    cards: Sequence[HandCard],
    *,
    largest: float = 190.0,
    empty: str = "",
    name: str = "hand",
) -> None:
    """The own hand, slightly fanned, each card whole; the one under the pointer is shown enlarged.
    The more cards, the flatter. largest: height of a card at most. empty: shown without any. name:
    how the ids of the cards begin.
    """
    area, pen = box.rect, box.pen
    box = Box(pen, area, HAND)
    if not cards:
        empty = empty or tr("Your hand is empty.")
        box.inset(6, 0).text(f"{name}.empty", empty, anchor="m", colour=theme.FAINT)
        return
    n = len(cards)
    middle = (n - 1) / 2
    turn = min(1.2, 5.0 / n)
    sag = min(0.8, 7.0 / (middle * middle + 1))
    # what the outermost card needs below the middle one
    low = sag * middle**2 + sin(radians(turn * middle)) * area.h * 0.36
    high = min(largest, area.h - 16 - low)
    apart = ((area.w - 16) / n - 4) * 336 / 240  # so high none covers the corner of the one before
    high = min(high, max(apart, LEAST * high))
    wide = high * 240 / 336
    step = min(wide + 4, (area.w - wide - 16) / max(1, n - 1))
    left = area.cx - (wide + step * (n - 1)) / 2
    for i, one in enumerate(cards):
        id = f"{name}:{i}"
        chosen = "chosen" in one.flags
        top = area.y + 11 + (i - middle) ** 2 * sag - (8 if chosen else 0)
        rect = Rect(left + i * step, top, wide, high)
        Box(pen, rect, HAND + (n if chosen else i)).add(
            id,
            "card",
            art=one.art,
            angle=(i - middle) * turn,
            flags=one.flags,
            action=one.action,
            why=one.why,
            label=one.label,
            tooltip=one.tooltip,
        )
        if pen.ui.hover == id:
            flat = Rect(rect.x, area.y, rect.w, rect.h)
            card_zoom(pen, id, one.art, flat, one.label, one.tooltip, lift=56, size=390)


def hands_side_by_side(
    box: Box,
    hands: Mapping[Seat, Sequence[HandCard]],
    names: Callable[[int], str],
    *,
    largest: float = 190.0,
    empty: str = "",
) -> None:
    """The hands of several seats, each with its player's name: the first is that of the seat that
    is looked from. A single one has no name. names: of the players."""
    if len(hands) == 1:
        for cards in hands.values():
            hand_fan(box, cards, largest=largest, empty=empty)
        return
    for n, (place, (seat, cards)) in enumerate(
        zip(box.columns(len(hands)), hands.items(), strict=True)
    ):
        place = place.inset(4, 0)
        head = place.cut_top(18, gap=-6)
        style: Lettering = {
            "role": "bold",
            "size": theme.SMALL,
            "colour": theme.GOLD,
            "anchor": "m",
        }
        Box(box.pen, head.rect, HAND).text(f"hand.whose:{seat}", names(seat), **style)
        name = "hand" if n == 0 else f"hand{seat}"
        hand_fan(place, cards, largest=largest, name=name, empty=tr("This hand is empty."))


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
    box: Box,
    id: str,
    name: str,
    count: str,
    *,
    art: ArtKey | None,
    action: Action | None = None,
    tooltip: str = "",
) -> None:
    """A pile of cards: its top, its name and how many."""
    high = box.h - 38
    wide = min(box.w - 4, high / 1.4)
    card = box.cut_top(wide * 1.4).centred(wide, wide * 1.4).above(5)
    shape = None if art else outlined((0, 0, 0, 60), theme.PANEL_EDGE, 1.4, 5)
    label = f"{name}: {count}"
    card.add(id, "pile", art=art, shape=shape, action=action, tooltip=tooltip, label=label)
    said = box.above(6).cut_top(38)
    upper: Lettering = {
        "role": "label",
        "size": 14,
        "colour": theme.FAINT,
        "anchor": "m",
        "room": box.w,
    }
    lower: Lettering = {"role": "title", "size": 17, "anchor": "m", "room": box.w}
    runs = [
        box.pen.run(name, box.cx, said.y + 11, **upper),
        box.pen.run(count, box.cx, said.y + 28, **lower),
    ]
    said.add(f"{id}.text", "text", runs=runs)
