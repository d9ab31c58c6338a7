"""Private decks, opening hands, discarding and drawing. Ledger 2.3, HON-SUP-09, HON-ORO-09.

Only its owner knows what is in a deck, and nobody how its cards lie (HON-HID-08).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.hands import why_not_held
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, DeckList
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.hidden import pool, starter
from owm_net.games.heroes.ids import Hidden, OptionKey, TileKey
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import CardKind, Nation
from owm_net.games.heroes.words import seat_name

HAND = 4
"""HON-DECK-05, HON-SUP-09: the limit of a hand."""
HANDS = {1: 6, 2: 3, 3: 2}
"""HON-MP-16, R-48: the same in a match of alliances, by the seats of a side."""
COMMAND = {
    CardKind.ARTILLERY: OptionKey("or_artillery"),
    CardKind.AVIATION: OptionKey("or_airstrike"),
}
"""HON-DECK-04: the option that each kind of command card wants."""
IMPROVISATION = OptionKey("or_improvisation")

DECK = Kind(
    "deck",
    DeckList,
    rule="HON-DECK-01",
    why=say("choose the cards of a deck"),
    deed=say("make a deck"),
)


@record("heroes.command_cards")
class CommandCards(Answer):
    """So many command cards of a kind go into the deck (R-132)."""

    title: ClassVar[str] = say("Command cards")

    cards: int

    def sentence(self, view: View[HeroesState]) -> str:
        if not self.cards:
            return say("no command cards")
        return say_n("{n} command card", "{n} command cards", self.cards)


COMMAND_CARDS = Kind(
    "command_cards",
    CommandCards,
    rule="HON-DECK-04",
    why=say("choose how many command cards the deck holds"),
    deed=say("say how many command cards the deck holds"),
)


def sizes(g: HeroesState, seat: Seat) -> list[tuple[CardKind, int]]:
    """Return the parts of a seat's deck: ordinary cards, and the most command cards its options
    or those of its allies allow (HON-DECK-01, HON-DECK-04, HON-ORO-01, HON-ORO-02)."""
    if not g.deck_size:
        return []
    parts = [(CardKind.ORDINARY, g.deck_size)]
    for kind, option in COMMAND.items():
        if may_command(g, seat, option):
            parts.append((kind, CATALOG.options[option].tokens))
    return parts


def faults_of_deck(
    nation: Nation, kind: CardKind, size: int, cards: Sequence[int]
) -> Iterator[Refusal]:
    """All that is wrong with these cards as the part of a kind, of so many cards, of a deck."""
    allowed = pool(nation, kind)
    if any(card not in allowed for card in cards):
        yield Refusal("HON-DECK-02", say("only cards of that kind and of your own nation"))
    if len(dict.fromkeys(cards)) < len(cards):
        yield Refusal("HON-DECK-03", say("there are no more copies of that card"))
    if len(cards) != size:
        more = len(cards) < size
        yield Refusal("HON-DECK-01", say("choose {size} cards", size=size), more=more)


@frame("heroes.making_deck")
@define
class MakingDeck(Frame[None]):
    """A seat chooses its cards, of each kind apart; then all are shuffled together (HON-DECK-06).
    slots: of the cards chosen so far. made: kinds; size: cards of the next."""

    seat: Seat
    made: int = 0
    size: int = 0
    slots: tuple[int, ...] = ()

    def start(self, g: HeroesState) -> Outcome[None]:
        """The next kind of card, or the deck of all of them."""
        parts = sizes(g, self.seat)
        if self.made == len(parts):
            return Ask(g.shuffle(draws(self.seat), self.slots), then=self.end)
        kind, self.size = parts[self.made]
        if kind is CardKind.ORDINARY:
            return self.choose(g)
        return Ask(COMMAND_CARDS.of(self.seat), then=self.hear)

    @COMMAND_CARDS.tells
    def about_command_cards(self, view: View[HeroesState]) -> About:
        """Up to how many of which."""
        what = say("say how many Artillery cards your deck holds")
        if sizes(view.state, self.seat)[self.made][0] is CardKind.AVIATION:
            what = say("say how many Aviation cards your deck holds")
        return About(what, say("up to {size}", size=self.size), "HON-DECK-04")

    @COMMAND_CARDS.offers
    def offers_command_cards(self, view: View[HeroesState]) -> Iterator[CommandCards]:
        """All, fewer, none."""
        yield from map(CommandCards, range(self.size, -1, -1))

    @COMMAND_CARDS.judges
    def why_not_command_cards(
        self, view: View[HeroesState], answer: CommandCards
    ) -> Refusal | None:
        """No more than the option allows."""
        if answer.cards.__class__ is int and 0 <= answer.cards <= self.size:
            return None
        return Refusal("HON-DECK-04", say("up to {size}", size=self.size))

    def hear(self, g: HeroesState, answer: CommandCards) -> Outcome[None]:
        """So many are chosen."""
        self.size = answer.cards
        if self.size:
            return self.choose(g)
        self.made += 1
        return self.start

    def choose(self, g: HeroesState) -> Outcome[None]:
        """Choose the cards; nobody else learns them."""
        cards = pool(g.side(self.seat).army.nation, sizes(g, self.seat)[self.made][0])
        deck = g.private_deck(self.seat, DECK, chosen(self.seat), cards, self.size)
        return Ask(deck, then=self.add)

    @DECK.tells
    def about_deck(self, view: View[HeroesState]) -> About:
        """How many of which."""
        kind, size = sizes(view.state, self.seat)[self.made][0], self.size
        what = say("make a deck of action cards")
        if kind is not CardKind.ORDINARY:
            what = say("choose the command cards of your deck")
        return About(what, say("choose {size} cards", size=size), "HON-DECK-01")

    @DECK.offers
    def offers_deck(self, view: View[HeroesState]) -> Iterator[DeckList]:
        """The starter deck, with the first other cards where it is too small."""
        nation = view.state.side(self.seat).army.nation
        kind, size = sizes(view.state, self.seat)[self.made][0], self.size
        ready = tuple(starter(nation)) if kind is CardKind.ORDINARY else ()
        more = [card for card in pool(nation, kind) if card not in ready]
        yield DeckList((*ready, *more)[:size])

    @DECK.judges
    def why_not_deck(self, view: View[HeroesState], answer: DeckList) -> Refusal | None:
        """Return what the pool allows, and as many as are asked for."""
        nation = view.state.side(self.seat).army.nation
        kind = sizes(view.state, self.seat)[self.made][0]
        return next(faults_of_deck(nation, kind, self.size, answer.cards), None)

    @DECK.samples
    def sample_deck(self, view: View[HeroesState], chance: Chance) -> DeckList:
        """Any cards of the pool."""
        kind = sizes(view.state, self.seat)[self.made][0]
        cards = list(pool(view.state.side(self.seat).army.nation, kind))
        chance.shuffle(cards)
        return DeckList(tuple(cards[: self.size]))

    def add(self, g: HeroesState) -> Outcome[None]:
        """They join the others, closed."""
        deck = g.decks.pop(chosen(self.seat))
        self.slots += deck.deal(deck.left)
        self.made += 1
        return self.start

    def end(self, g: HeroesState) -> Outcome[None]:
        """It is ready."""
        return Done()


def may_command(g: HeroesState, seat: Seat, option: OptionKey) -> bool:
    """Return True if a seat or one of its allies has an option: they share a deck (R-262)."""
    return any(g.has_option(member, option) for member in g.members(seat))


def maker(g: HeroesState, seat: Seat) -> Seat:
    """The seat that makes the deck of a side: the first in the order of play, with a High Command
    the first of its nation (HON-MP-09, R-261)."""
    side = g.members(seat)
    for f in g.formations:
        if f.tile and f.seat in side and CATALOG.tiles[TileKey(f.key)].high_command:
            nation = CATALOG.tiles[TileKey(f.key)].nation
            return next(s for s in side if g.side(s).army.nation is nation)
    return side[0]


def source(g: HeroesState, seat: Seat) -> str:
    """The name of the deck from which a seat draws, whoever of its side has made it."""
    return next((draws(s) for s in g.members(seat) if draws(s) in g.decks), draws(seat))


def deck_nation(g: HeroesState, seat: Seat) -> Nation:
    """The nation whose cards a seat holds."""
    made = [s for s in g.members(seat) if draws(s) in g.decks]
    return g.side(made[0] if made else seat).army.nation


def hand_size(g: HeroesState, seat: Seat) -> int:
    """The limit of a seat's hand."""
    return HAND if g.seats == 2 else HANDS[len(g.members(seat))]


def chosen(seat: Seat) -> str:
    """The name of the deck of the cards that a seat has just chosen."""
    return f"chosen {seat}"


def draws(seat: Seat) -> str:
    """The name of the deck that a seat has made."""
    return f"draw {seat}"


# -- Supply step 6 -------------------------------------------------------------------------


@record("heroes.discard")
class Discard(Answer):
    """Cards leave the hand unseen (HON-SUP-09, HON-CARD-08)."""

    title: ClassVar[str] = say("Discard cards")

    cards: tuple[Hidden, ...] = ()

    def sentence(self, view: View[HeroesState]) -> str:
        if not self.cards:
            return say("keep all cards")
        return say_n("discard a card", "discard {n} cards", len(self.cards))


DISCARD = Kind(
    "discard",
    Discard,
    rule="HON-SUP-09",
    why=say("choose the cards to discard"),
    deed=say("discard cards"),
)


@record("heroes.refilled")
class Refilled(Event):
    """A seat has discarded cards unseen and drawn others."""

    rule = "HON-SUP-09"

    seat: Seat
    discarded: int
    drawn: int

    def sentence(self, g: HeroesState) -> str:
        who = seat_name(g, self.seat)
        if not self.discarded:
            return say_n("{seat} draw a card", "{seat} draw {n} cards", self.drawn, seat=who)
        if not self.drawn:
            less = self.discarded
            return say_n("{seat} discard a card", "{seat} discard {n} cards", less, seat=who)
        return say_n(
            "{seat} discard a card and {draw}",
            "{seat} discard {n} cards and {draw}",
            self.discarded,
            seat=who,
            draw=say_n("draw one", "draw {n}", self.drawn),
        )


@frame("heroes.refilling")
@define
class Refilling(Frame[None]):
    """Each seat discards what it likes, then draws up to the limit; with Improvisation one card
    above it, of which one is discarded again (HON-ORO-09). left: seats that have not; over: a card
    is above the limit. discarded, drawn: by the first of them."""

    left: list[Seat]
    over: bool = False
    discarded: int = 0
    drawn: int = field(default=0)

    def start(self, g: HeroesState) -> Outcome[None]:
        """A seat without cards only draws."""
        self.over, self.discarded, self.drawn = False, 0, 0
        if not self.left:
            return Done()
        if g.hands[self.left[0]]:
            return Ask(DISCARD.of(self.left[0]), then=self.hear)
        return self.draw

    @DISCARD.tells
    def about_discard(self, view: View[HeroesState]) -> About:
        """Say why a card goes: it is above the limit, or the seat draws up to the limit
        afterwards."""
        if self.over:
            return About(say("discard a card"), say("a card is above the limit"), "HON-ORO-09")
        why = say("then you draw up to {limit}", limit=limit(view.state, self.left[0]))
        return About(say("discard what you do not need"), why, "HON-SUP-09")

    @DISCARD.offers
    def offers_discard(self, view: View[HeroesState]) -> Iterator[Discard]:
        """Nothing, each card, all."""
        cards = view.state.hands[self.left[0]]
        if not self.over:
            yield Discard()
        for card in cards:
            yield Discard((Hidden(card),))
        if len(cards) > 1 and not self.over:
            yield Discard(tuple(map(Hidden, cards)))

    @DISCARD.judges
    def why_not_discard(self, view: View[HeroesState], answer: Discard) -> Refusal | None:
        """Cards of the hand, each once; which they are nobody needs to know."""
        why = say("choose cards from your hand")
        if any(card.__class__ is not int for card in answer.cards):
            return Refusal("HON-SUP-09", why)
        if self.over and len(answer.cards) != 1:
            more = not answer.cards
            return Refusal("HON-ORO-09", say("choose one card"), more=more)
        return why_not_held(view, answer.cards, "HON-SUP-09", why, self.left[0])

    def hear(self, g: HeroesState, answer: Discard) -> Outcome[None]:
        """They go to the pile, closed."""
        seat = self.left[0]
        for card in answer.cards:
            g.hands[seat].remove(card)
            g.piles[seat].append(card)
        self.discarded += len(answer.cards)
        return self.end if self.over else self.draw

    def draw(self, g: HeroesState) -> Outcome[None]:
        """Up to the limit; a deck that has run out gives no more (HON-DECK-07)."""
        seat = self.left[0]
        below = max(0, limit(g, seat) - len(g.hands[seat]))
        self.drawn = min(below, g.decks[source(g, seat)].left)
        if not self.drawn:
            return self.end
        return Ask(g.draw(seat, source(g, seat), self.drawn), then=self.above)

    def above(self, g: HeroesState) -> Outcome[None]:
        """A card above the limit goes again."""
        seat = self.left[0]
        if len(g.hands[seat]) > hand_size(g, seat):
            self.over = True
            return Ask(DISCARD.of(seat), then=self.hear)
        return self.end

    def end(self, g: HeroesState) -> Outcome[None]:
        """The next seat."""
        seat = self.left.pop(0)
        if self.discarded or self.drawn:
            g.tell(Refilled(seat, self.discarded, self.drawn))
        return self.start


def limit(g: HeroesState, seat: Seat) -> int:
    """Up to how many cards a seat draws."""
    return hand_size(g, seat) + (1 if g.has_option(seat, IMPROVISATION) else 0)
