"""The hand of another that Intelligence shows: which of its cards is thrown away, if any."""

from __future__ import annotations

from owm_net.client import keys
from owm_net.client.answering.drafting import Adopt, Confirm, Say
from owm_net.client.language import tr
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.owm import faces
from owm_net.client.tables.owm.shown import asked_text, state_of
from owm_net.client.widgets import Choice, Prompt, card_zoom, panel, standing_on
from owm_net.engine import agenda
from owm_net.games.owm.decisions.intelligence import LeaveHand, ThrowAway

GAP, EDGE, TITLE = 10.0, 14.0, 34.0
LARGEST = 250.0
"""High, of a card."""


def prompt(seen: SeenTable) -> Prompt:
    """A card goes, or none."""
    text, detail = asked_text(seen)
    chosen = _chosen(seen) is not None
    why = "" if chosen else tr("choose one of the cards first")
    leave = Say(LeaveHand())
    choices = [
        Choice("confirm", tr(ThrowAway.title).upper(), Confirm(), why=why, tooltip=ThrowAway.help),
        Choice("leave", tr(LeaveHand.title).upper(), leave, lit=not chosen, tooltip=LeaveHand.help),
    ]
    return Prompt(text, detail, choices)


def draw(above: Box, seen: SeenTable) -> None:
    """Draw all its cards, in a panel on top of the prompt bar `above`."""
    g, view = state_of(seen), seen.view
    assert view is not None
    offers = [one for one in agenda.offers(view) if isinstance(one, ThrowAway)]
    chosen, n = _chosen(seen), max(1, len(offers))
    wide = min(LARGEST / 1.4, (above.w - 2 * EDGE - 20) / n - GAP)
    high = min(wide * 1.4, above.y - TITLE - EDGE - 100)
    row = n * (high / 1.4 + GAP) - GAP
    box = standing_on(above, max(row + 2 * EDGE, 420.0), high + TITLE + EDGE)
    title, note = tr("The hand you look at"), tr("only you see it")
    panel(box, "seen_hand", title=title, note=note, dark=True, solid=True)
    places = box.above(2).at((box.w - row) / 2, TITLE, row, high).columns(n, gap=GAP)
    for i, (offer, place) in enumerate(zip(offers, places, strict=False)):
        number = view.card(offer.card)
        art = faces.core_card(number, g.level != "private") if number is not None else faces.back()
        label = tr(seen.system.card_name(number)) if number is not None else tr("a hidden card")
        id, flags = f"key:{i + 1}", ["chosen" if offer == chosen else "lit"]
        place.add(id, "card", art=art, flags=flags, action=Adopt(offer, gives=True), label=label)
        if seen.ui.hover == id:
            tip = f"{label} {keys.hint(str(i + 1)) if i < 9 else ''}".strip()
            card_zoom(place.pen, id, art, place.rect, label, tip, size=390)


def _chosen(seen: SeenTable) -> ThrowAway | None:
    """Return the card chosen to go, so far."""
    look = seen.answering.look
    answer = look.answer if look is not None else None
    return answer if isinstance(answer, ThrowAway) else None
