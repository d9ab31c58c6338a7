"""The builder of decks: every kind of card with its copies, by the phase in which it is played; how
the deck is spread over the phases, and the command cards that go with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import fields, frozen

from owm_net.client import theme
from owm_net.client.answering.drafting import Adopt, Drafting, Sketch, said
from owm_net.client.language import tr, tr_n
from owm_net.client.scene.items import Shape
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.squads import builder
from owm_net.client.squads.builder import LineWords
from owm_net.client.squads.shelf import LookAtShelf
from owm_net.client.squads.squad_list import ListedSquad, keep_button, squad_list
from owm_net.client.tables.heroes.building import READY
from owm_net.client.tables.heroes.common import own_seat, state_of
from owm_net.client.tables.heroes.deed import card_told
from owm_net.client.widgets import Choice, Prompt, button, panel
from owm_net.client.words import because
from owm_net.engine import agenda
from owm_net.engine.agenda import Refusal
from owm_net.engine.drafts import Draft
from owm_net.engine.requests import Answer, DeckList
from owm_net.engine.text import say
from owm_net.files.squads import Groups
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.decks import COMMAND, COMMAND_CARDS, faults_of_deck, sizes
from owm_net.games.heroes.hidden import card_key, pool
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.kept import numbers_of_deck, own_decks
from owm_net.games.heroes.looking import deck_asked
from owm_net.games.heroes.terms import CardKind, CardPhase, Nation

KIND_NAMES = {
    CardKind.ORDINARY: say("Action cards"),
    CardKind.ARTILLERY: say("Artillery cards"),
    CardKind.AVIATION: say("Aviation cards"),
}
TINT: dict[CardPhase, theme.Colour] = {
    CardPhase.ORDERS: (150, 120, 60, 255),
    CardPhase.ACTIVATION: (156, 66, 50, 255),
    CardPhase.SUPPLY: (76, 110, 64, 255),
    CardPhase.ANY: (70, 98, 140, 255),
}
PHASE_NAMES = {
    CardPhase.ORDERS: say("Orders"),
    CardPhase.ACTIVATION: say("Activation"),
    CardPhase.SUPPLY: say("Supply"),
    CardPhase.ANY: say("At any time"),
}
BAR, HEAD, GAP = 40.0, 31.0, 6.0
SIDE = 330.0
"""How wide the curve and the command cards are."""
MOST_ROW, CURVE = 36.0, 34.0


def begin(drafting: Drafting) -> Sketch:
    """The deck that the rules offer: most players change it, if anything."""
    return Draft.of(_offered(drafting))


def _offered(drafting: Drafting) -> DeckList:
    deck = next(iter(agenda.offers(drafting.view)))
    assert isinstance(deck, DeckList)
    return deck


def cards_in(seen: SeenTable) -> tuple[int, ...]:
    """The cards that are chosen."""
    sketch = seen.answering.sketch
    return () if sketch is None else sketch.all(fields(DeckList).cards)


def kept(seen: SeenTable) -> Groups:
    """The deck as it is kept by name."""
    return numbers_of_deck(cards_in(seen))


def draw(box: Box, seen: SeenTable) -> Iterator[None]:
    """The whole screen."""
    asked, cards = _Asked.of(seen), cards_in(seen)
    _bar(box.cut_top(BAR, gap=GAP), seen, asked, cards)
    fine = tr("This deck can be taken into battle.")
    builder.all_faults(box.cut_bottom(builder.FOOT, gap=GAP), asked.faults(cards), fine)
    yield
    if seen.ui.look == READY:
        yield from _decks(box, seen, asked, cards)
        return
    side = box.cut_right(SIDE, gap=GAP)
    _curve(side.cut_top(HEAD + CURVE * len(CardPhase) + 10, gap=GAP), cards)
    _command(side, seen)
    yield
    _kinds(box, asked, cards)


def prompt(seen: SeenTable) -> Prompt:
    """The prompt bar below it."""
    cards = cards_in(seen)
    empty = "" if cards else tr("choose cards, or a ready deck")
    return builder.prompt(seen, _Asked.of(seen).faults(cards), empty)


@frozen
class _Asked:
    """The part of a deck that is asked for."""

    nation: Nation
    kind: CardKind
    size: int

    @classmethod
    def of(cls, seen: SeenTable) -> _Asked:
        """As the rules have it."""
        g = state_of(seen)
        found = deck_asked(g)
        assert found is not None
        return cls(g.side(own_seat(seen)).army.nation, *found)

    def refusals(self, cards: Sequence[int]) -> list[Refusal]:
        """All that is wrong with a deck."""
        return list(faults_of_deck(self.nation, self.kind, self.size, cards))

    def faults(self, cards: Sequence[int]) -> list[str]:
        """The same in words."""
        return list(map(said, self.refusals(cards)))

    def why_not_more(self, cards: Sequence[int], card: int) -> str:
        """Return what one more card would make wrong that was right before."""
        known = {refusal.rule for refusal in self.refusals(cards) if not refusal.more}
        found = self.refusals((*cards, card))
        wrong = [no for no in found if not no.more and no.rule not in known]
        return said(wrong[0]) if wrong else ""


def _bar(box: Box, seen: SeenTable, asked: _Asked, cards: Sequence[int]) -> None:
    """How many cards; and what can be done with the whole deck."""
    panel(box, "points", dark=True)
    text = tr("{n} of {size} cards", n=len(cards), size=asked.size)
    builder.count(box.cut_left(box.w * 0.24), "points.cards", text, over=len(cards) > asked.size)
    row = box.at(0, 5, box.w - 12, 30)
    ready, keep, clear = row.columns((48, 30, 22), gap=6)
    shown = seen.ui.look == READY
    label = tr("BACK TO THE CARDS") if shown else tr("READY DECKS AND YOUR OWN")
    tip = tr("Decks that can be taken as they are, and those that you have kept")
    button(ready, "ready-made", label, LookAtShelf(READY), chosen=shown, tooltip=tip, key="w")
    why = "" if cards else tr("choose cards first")
    keep_button(keep, seen, why)
    button(clear, "clear", tr("CLEAR"), Adopt(DeckList(()), keeps=True), why=why)


def _decks(box: Box, seen: SeenTable, asked: _Asked, cards: Sequence[int]) -> Iterator[None]:
    """Yield the player's own decks of such cards, then the one that the rules offer."""
    offered = _offered(seen.answering.drafting)
    own = own_decks(seen.ui.shelf, asked.nation, asked.kind)
    offers = [_offer(asked, name, deck, own=True) for name, deck in own]
    name = tr("Starter deck") if asked.kind is CardKind.ORDINARY else tr(KIND_NAMES[asked.kind])
    offers.append(_offer(asked, name, offered.cards))

    def is_taken(answer: Answer) -> bool:
        return isinstance(answer, DeckList) and sorted(answer.cards) == sorted(cards)

    holds = bool(cards) and sorted(cards) != sorted(offered.cards)
    yield from squad_list(box, seen, offers, is_taken, holds=holds, digits=True)


def _offer(asked: _Asked, name: str, cards: tuple[int, ...], *, own: bool = False) -> ListedSquad:
    """Its cards, or its faults."""
    count = Counter(map(card_key, cards))
    listed = [f"{n} {tr(CATALOG.cards[key].title)}" for key, n in count.items()]
    wrong = "; ".join(asked.faults(cards))
    what = tr_n("{n} card", "{n} cards", len(cards))
    return ListedSquad(name, wrong or ", ".join(listed), what, DeckList(cards), own)


# ------------------------------------------------------------------ the cards


def _kinds(box: Box, asked: _Asked, cards: Sequence[int]) -> None:
    """A stepper for each kind, those of a phase below each other."""
    panel(box, "kinds", title=tr(KIND_NAMES[asked.kind]), note=tr("copies in the deck, and of all"))
    rows = box.above(3).inset(8, 4)
    rows.cut_top(HEAD - 4)
    allowed = pool(asked.nation, asked.kind)
    kinds = dict.fromkeys(map(card_key, allowed))
    order = list(CardPhase)
    keys = sorted(kinds, key=lambda key: order.index(CATALOG.cards[key].phase))
    columns = 2 if len(keys) > 8 else 1
    down = -(-len(keys) // columns)
    high = min(MOST_ROW, rows.h / down)
    places = [
        column.cut_top(high - 3, gap=3)
        for column in rows.columns(columns, gap=16)
        for _ in range(down)
    ]
    for place, key in zip(places, keys, strict=False):
        _kind(place, asked, cards, key, [n for n in allowed if card_key(n) == key])


def _kind(
    box: Box, asked: _Asked, cards: Sequence[int], key: CardKey, copies: Sequence[int]
) -> None:
    """One kind of card: its phase, how many copies there are, how many are in the deck."""
    card, id = CATALOG.cards[key], f"card:{key}"
    held = [n for n in cards if n in copies]
    free = [n for n in copies if n not in cards]
    more = free[0] if free else copies[0]
    fewer = tuple([n for n in cards if n not in held[-1:]])
    tint = box.cut_left(6, gap=6)
    tint.inset(0, 2).add(f"{id}.tint", "mark", shape=Shape("box", TINT[card.phase], theme.CLEAR))
    phase, count = tr(PHASE_NAMES[card.phase]), f"{len(held)}/{len(copies)}"
    builder.stepper(
        box,
        id,
        LineWords(tr(card.title), phase, count, card_told(card)),
        Choice(f"{id}.less", "-", Adopt(DeckList(fewer)), why="" if held else tr("there is none")),
        Choice(
            f"{id}.more",
            "+",
            Adopt(DeckList((*cards, more))),
            why=asked.why_not_more(cards, more),
        ),
    )


def _curve(box: Box, cards: Sequence[int]) -> None:
    """How many cards of the deck are played in each phase."""
    panel(box, "curve", title=tr("By phase"))
    rows = box.above(3).inset(10, 6)
    rows.cut_top(HEAD - 6)
    count = Counter([CATALOG.cards[card_key(card)].phase for card in cards])
    most = max(count.values(), default=1)
    for phase in CardPhase:
        row = rows.cut_top(CURVE - 6, gap=6)
        name = row.cut_left(112)
        name.text(f"curve.{phase.value}", tr(PHASE_NAMES[phase]), size=14, colour=theme.CREAM)
        row.cut_right(34)
        n = count[phase]
        bar = row.at(0, 3, max(2.0, row.w * n / most), row.h - 6)
        bar.add(f"curve.{phase.value}.bar", "mark", shape=Shape("box", TINT[phase], theme.CLEAR))
        at = row.at(bar.w + 6, 0, 30, row.h)
        at.text(f"curve.{phase.value}.n", str(n), role="title", size=16, colour=theme.GOLD)


def _command(box: Box, seen: SeenTable) -> None:
    """The command cards that go with the deck: as many as the army's options allow."""
    panel(box, "command", title=tr("Command cards"))
    rows = box.above(3).inset(12, 6)
    rows.cut_top(HEAD - 6)
    parts = dict(sizes(state_of(seen), own_seat(seen)))
    lines = []
    for kind, option in COMMAND.items():
        title, name = tr(KIND_NAMES[kind]), tr(CATALOG.options[option].title)
        text = tr("{kind}: want the option {option}", kind=title, option=name)
        if kind in parts:
            text = tr("{kind}: up to {n}, asked apart", kind=title, n=parts[kind])
        lines.append(because(text, COMMAND_CARDS.refusal.rule))
    rows.words("command.lines", lines, size=14, gap=6, colour=theme.SAND)
