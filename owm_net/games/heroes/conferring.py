"""Allies show each other action cards, and exchange them in Supply. HON-MP-17, R-98, R-263."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from attrs import define

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.hands import why_not_held
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass, is_silent
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Show
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.hidden import card_words
from owm_net.games.heroes.ids import NO_SEAT, Hidden
from owm_net.games.heroes.silence import NO_TALK
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Phase
from owm_net.games.heroes.words import seat_name

NOTHING = Hidden(0)
"""In place of a slot."""


@record("heroes.show_cards")
class ShowCards(Answer):
    """An ally looks at cards of the hand; nobody else does."""

    title: ClassVar[str] = say("Show cards")

    cards: tuple[Hidden, ...]
    ally: Seat

    def sentence(self, view: View[HeroesState]) -> str:
        who, faces = seat_name(view.state, self.ally), [view.card(card) for card in self.cards]
        known = [card_words(face) for face in faces if face is not None]
        if known and len(known) == len(faces):
            return say("show {cards} to the {seat}", cards=listed(known), seat=who)
        n = len(self.cards)
        return say_n("show a card to the {seat}", "show {n} cards to the {seat}", n, seat=who)


@record("heroes.offer_card")
class OfferCard(Answer):
    """An ally looks at a card, and may give one of theirs for it."""

    title: ClassVar[str] = say("Exchange a card")

    card: Hidden
    ally: Seat

    def sentence(self, view: View[HeroesState]) -> str:
        card, who = view.card(self.card), seat_name(view.state, self.ally)
        what = say("a card") if card is None else card_words(card)
        return say("offer {card} to the {seat}", card=what, seat=who)


@record("heroes.give_card")
class GiveCard(Answer):
    """A card for the one that is offered."""

    title: ClassVar[str] = say("Give a card for it")

    card: Hidden

    def sentence(self, view: View[HeroesState]) -> str:
        card = view.card(self.card)
        return say("give {card} for it", card=say("a card") if card is None else card_words(card))


Talk: TypeAlias = ShowCards | OfferCard

CONFER: Kind[Talk] = Kind(
    "confer",
    ShowCards,
    OfferCard,
    rule="HON-MP-17",
    why=say("choose a card to show an ally"),
    deed=say("confer about their cards"),
    passes=True,
    until=(NO_TALK,),
    pass_first=True,
)
SWAP = Kind(
    "swap",
    GiveCard,
    rule="HON-MP-17",
    why=say("choose a card to give for the offered one"),
    deed=say("say what they give for a card"),
    passes=say("keep all cards"),
    pass_first=True,
)


@record("heroes.cards_shown")
class CardsShown(Event):
    """An ally has seen cards."""

    words = say_n("{seat} show a card to the {to}", "{seat} show {n} cards to the {to}")
    rule = "HON-MP-17"

    seat: Seat
    to: Seat
    n: int


@record("heroes.cards_exchanged")
class CardsExchanged(Event):
    """Two allies have exchanged a card."""

    words = say("{seat} and {to} exchange a card")
    rule = "HON-MP-17"

    seat: Seat
    to: Seat


@frame("heroes.conferring")
@define
class Conferring(Frame[None]):
    """Each member of an alliance may show cards; in Supply, when all have drawn, exchange them too.
    left: who may still. card, to: what is offered, and to whom; back: what is given for it.
    offered: who has offered a card here, to whom, and the card; nobody asks an ally twice for
    one."""

    left: list[Seat]
    card: Hidden = NOTHING
    to: Seat = NO_SEAT
    back: Hidden = NOTHING
    offered: tuple[tuple[Seat, Seat, int], ...] = ()

    def start(self, g: HeroesState) -> Outcome[None]:
        """Ask a member who has something to show or to offer, as everybody sees."""
        held = {(to, card) for to in g.players for s in g.members(to) for card in g.hands[s]}
        g.shown_cards = tuple([seen for seen in g.shown_cards if seen in held])
        while self.left:
            seat = self.left[0]
            if any(self.choices(g, seat)) and not is_silent(g, seat, (NO_TALK,)):
                return Ask(CONFER.of(seat), then=self.hear)
            self.left.pop(0)
        return Done()

    def choices(self, g: HeroesState, seat: Seat) -> Iterator[Talk]:
        """All that a seat may show or offer; nothing that its ally has seen before."""
        for to in g.members(seat):
            cards = [Hidden(card) for card in g.hands[seat]] if to != seat else []
            for card in cards:
                if (to, card) not in g.shown_cards:
                    yield ShowCards((card,), to)
            for card in cards if g.phase is Phase.SUPPLY and g.hands[to] else ():
                if (seat, to, card) not in self.offered:
                    yield OfferCard(card, to)

    @CONFER.tells
    def about_confer(self, view: View[HeroesState]) -> About:
        """Say what may be done."""
        if view.state.phase is Phase.SUPPLY:
            return About(say("show your allies cards, or exchange them"), "", "HON-MP-17")
        return About(say("show your allies cards"), "", "HON-MP-17")

    @CONFER.offers
    def offers_confer(self, view: View[HeroesState]) -> Iterator[Talk]:
        """Each card to each ally; the whole hand."""
        g, seat = view.state, self.left[0]
        yield from self.choices(g, seat)
        for to in g.members(seat):
            cards = [c for c in g.hands[seat] if (to, c) not in g.shown_cards and to != seat]
            if len(cards) > 1:
                yield ShowCards(tuple(map(Hidden, cards)), to)

    @CONFER.judges
    def why_not_confer(self, view: View[HeroesState], answer: Talk) -> Refusal | None:
        """Cards of one's own hand, for an ally; which they are nobody else needs to know."""
        g, seat = view.state, self.left[0]
        why = say("choose cards from your hand")
        cards = (answer.card,) if isinstance(answer, OfferCard) else answer.cards
        if not isinstance(cards, tuple) or any(card.__class__ is not int for card in cards):
            return Refusal("HON-MP-17", why)
        no = why_not_held(view, cards, "HON-MP-17", why, seat)
        if no is not None:
            return no
        if isinstance(answer, OfferCard) and g.phase is not Phase.SUPPLY:
            return Refusal("HON-MP-17", say("cards are exchanged in Supply"), misfit=True)
        to = answer.ally
        if to.__class__ is not int or to == seat or to not in g.members(seat):
            return Refusal("HON-MP-17", say("choose an ally"))
        if isinstance(answer, OfferCard):
            if (seat, to, answer.card) in self.offered or not g.hands[to]:
                return Refusal("HON-MP-17", say("that ally has nothing to give for it"))
            return None
        if not cards:
            return Refusal("HON-MP-17", say("choose a card"), more=True)
        if any((to, card) in g.shown_cards for card in cards):
            return Refusal("HON-MP-17", say("that ally has seen it"))
        return None

    @CONFER.samples
    def sample_confer(self, view: View[HeroesState], chance: Chance) -> Talk | Pass:
        """Now and then something."""
        found = list(self.choices(view.state, self.left[0]))
        return found[chance.below(len(found))] if chance.below(3) == 0 else Pass()

    def passed_confer(self, g: HeroesState) -> Outcome[None]:
        """The next member."""
        self.left.pop(0)
        return self.start

    def hear(self, g: HeroesState, answer: Talk) -> Outcome[None]:
        """The ally sees the cards; one that is offered may have been seen before."""
        self.to = answer.ally
        if isinstance(answer, ShowCards):
            return self.show(g, self.left[0], answer.ally, answer.cards)
        self.card = answer.card
        self.offered = (*self.offered, (self.left[0], answer.ally, answer.card))
        if (answer.ally, answer.card) in g.shown_cards:
            return self.ask_back(g)
        return self.show(g, self.left[0], answer.ally, (answer.card,))

    def show(
        self, g: HeroesState, seat: Seat, to: Seat, cards: tuple[Hidden, ...]
    ) -> Outcome[None]:
        """One seat shows them to another."""
        g.shown_cards = (*g.shown_cards, *[(to, card) for card in cards])
        g.tell(CardsShown(seat, to, len(cards)))
        return Ask(Show(seat, to, cards), then=self.shown)

    def shown(self, g: HeroesState) -> Outcome[None]:
        """It was only to be seen; or it is an offer, or the answer to one."""
        if self.back != NOTHING:
            return self.exchange(g)
        return self.start if self.card == NOTHING else self.ask_back(g)

    def ask_back(self, g: HeroesState) -> Outcome[None]:
        """The ally says what they give for it."""
        return Ask(SWAP.of(self.to), then=self.hear_back)

    @SWAP.tells
    def about_swap(self, view: View[HeroesState]) -> About:
        """Name the card, to who may see it."""
        g, card = view.state, view.card(self.card)
        what = say("a card") if card is None else card_words(card)
        who = seat_name(g, self.left[0])
        why = say("the {seat} offer {card}", seat=who, card=what)
        return About(say("give a card for it"), why, "HON-MP-17")

    @SWAP.offers
    def offers_swap(self, view: View[HeroesState]) -> Iterator[GiveCard]:
        """Each card."""
        for card in view.state.hands[self.to]:
            yield GiveCard(Hidden(card))

    @SWAP.judges
    def why_not_swap(self, view: View[HeroesState], answer: GiveCard) -> Refusal | None:
        """A card of one's own hand."""
        why = say("choose a card from your hand")
        if answer.card.__class__ is not int:
            return Refusal("HON-MP-17", why)
        return why_not_held(view, (answer.card,), "HON-MP-17", why, self.to)

    def passed_swap(self, g: HeroesState) -> Outcome[None]:
        """Both keep what they have."""
        self.card = NOTHING
        return self.start

    def hear_back(self, g: HeroesState, answer: GiveCard) -> Outcome[None]:
        """The other one sees that card first."""
        self.back = answer.card
        if (self.left[0], answer.card) in g.shown_cards:
            return self.exchange(g)
        return self.show(g, self.to, self.left[0], (answer.card,))

    def exchange(self, g: HeroesState) -> Outcome[None]:
        """The slots change hands; both know both cards."""
        seat = self.left[0]
        for card, of, to in ((self.card, seat, self.to), (self.back, self.to, seat)):
            g.hands[of].remove(card)
            g.hands[to].append(card)
            g.shown_cards = (*[s for s in g.shown_cards if s != (to, card)], (of, card))
        g.tell(CardsExchanged(seat, self.to))
        self.card = self.back = NOTHING
        return self.start
