"""The Activation phase: whose turn it is, and orders revealed. Ledger 2.7, R-84."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    InLog,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import end_standing
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.card import (
    UNTIL_TURN,
    CardPlay,
    Moment,
    can_play,
    card_offers,
    spend_card,
    why_not_card,
)
from owm_net.games.heroes.deeds import any_deed, deeds, with_cards
from owm_net.games.heroes.gaps import Gap
from owm_net.games.heroes.hidden import is_order, is_special, number_of, token_words
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.orders import (
    TURN,
    NoMoreOrders,
    Order,
    OrderFire,
    deed_of,
    why_not_deed,
)
from owm_net.games.heroes.state import HeroesState

TRIES = 8
"""How many random deeds a sampler tries before it lets a unit stay where it is."""


@record("heroes.order_revealed")
class OrderRevealed(Event):
    """A unit is activated."""

    words = say("{seat} reveal order {number} on {unit}")
    rule = "HON-ACT-01"
    in_log: ClassVar[InLog] = InLog.HEADING

    seat: Seat
    number: int
    unit: UnitId


@record("heroes.orders_over")
class OrdersOver(Event):
    """A seat has no more orders this round."""

    words = say("{seat} have no more orders")
    rule = "HON-ACT-02"

    seat: Seat


def able(g: HeroesState, seat: Seat) -> bool:
    """Whether a seat has something to do at a turn, as everybody sees (R-84, R-92)."""
    return bool(g.closed(seat)) or can_play(TURN, g, Moment(seat))


@frame("heroes.turns")
@define
class Turns(Frame[None]):
    """The seats take turns, initiative first; when one is done the others go on (R-84). seat: whose
    turn it is."""

    seat: Seat

    def start(self, g: HeroesState) -> Outcome[None]:
        """Who has no closed token on the map, and no card that could be played at a turn as far as
        everybody sees, has no turn any more."""
        for seat in g.players:
            if not g.done[seat] and not able(g, seat):
                g.done[seat] = True
                g.tell(OrdersOver(seat))
        return Call(Gap(g.initiative), then=self.ask)

    def ask(self, g: HeroesState) -> Outcome[None]:
        """The next seat that has a turn still; after the last there has been a gap too (R-05)."""
        if all(g.done):
            return Done()
        while g.done[self.seat] or not able(g, self.seat):
            if all(g.done[s] or not able(g, s) for s in g.players):
                return self.start
            self.seat = g.after(self.seat)
        end_standing(g, UNTIL_TURN, self.seat)
        return Ask(TURN.of(self.seat), then=self.hear)

    @TURN.tells
    def about_turn(self, view: View[HeroesState]) -> About:
        """Which order it may be."""
        shown = view.state.shown[self.seat]
        why = say("order {number} or a higher one", number=shown + 1)
        return About(say("reveal your next order"), why, "HON-ACT-01")

    @TURN.offers
    def offers_turn(self, view: View[HeroesState]) -> Iterator[Order]:
        """Of each closed token: each target, each space its unit can get to, each assault; each
        card that may be played before that."""
        g = view.state
        closed = g.closed(self.seat)
        for slot in closed:
            unit = g.bearer(self.seat, slot)
            yield from with_cards(view, unit, deeds(g, Played(slot), unit), OrderFire(Played(slot)))
        yield from card_offers(TURN, view, Moment(self.seat))
        yield NoMoreOrders(closed)

    @TURN.judges
    def why_not_turn(self, view: View[HeroesState], answer: Order) -> Refusal | None:
        """What everybody sees first; then the token, for who may know it."""
        g = view.state
        if isinstance(answer, NoMoreOrders):
            return self._why_not_over(view, answer)
        if isinstance(answer, CardPlay):
            return why_not_card(view, Moment(self.seat), answer)
        slot = answer.token
        if slot.__class__ is not int or slot not in g.hands[g.laid(self.seat)]:
            return Refusal("HON-ACT-01", say("a token of one's own on the map is asked for"))
        unit = g.bearer(self.seat, slot)
        if g.units[unit].acted and answer != OrderFire(slot):
            return Refusal("HON-ACT-05", say("that unit has acted this round"))
        card = view.card(slot)
        if card is not None:
            no = self._why_not_token(view, card)
            if no is not None:
                return no
        return why_not_deed(view, unit, answer)

    def _orders_left(self, view: View[HeroesState]) -> list[int]:
        """The numbers of the seat's orders that lie closed, as far as this view knows them."""
        g = view.state
        cards = [view.card(slot) for slot in g.closed(self.seat)]
        return [number_of(card) for card in cards if card is not None and is_order(card)]

    def _why_not_token(self, view: View[HeroesState], card: int) -> Refusal | None:
        """None if the next order to be revealed may be this one."""
        if not is_order(card):
            what = say("{token} activates nobody at a turn", token=token_words(card))
            return Refusal("HON-ORD-11" if is_special(card) else "HON-ORD-07", what)
        number, shown = number_of(card), view.state.shown[self.seat]
        if number <= shown:
            return Refusal("HON-ACT-01", say("a higher order has been revealed"))
        if any(shown < other < number for other in self._orders_left(view)):
            return Refusal("HON-ACT-01", say("a lower order comes first"))
        return None

    def _why_not_over(self, view: View[HeroesState], answer: NoMoreOrders) -> Refusal | None:
        g = view.state
        if answer.left != g.closed(self.seat) or any(s.__class__ is not int for s in answer.left):
            return Refusal("HON-ACT-02", say("all tokens that lie closed are to be named"))
        if any(number > g.shown[self.seat] for number in self._orders_left(view)):
            return Refusal("HON-ACT-02", say("an order is left"))
        return None

    @TURN.samples
    def sample_turn(self, view: View[HeroesState], chance: Chance) -> Order:
        """The next order, with any deed of its unit; no more orders where none is left. Now and
        then a card."""
        g = view.state
        plays = list(card_offers(TURN, view, Moment(self.seat)))
        if plays and chance.below(3) == 0:
            return plays[chance.below(len(plays))]
        for slot in g.closed(self.seat):
            card = view.card(slot)
            if card is None or self._why_not_token(view, card) is not None:
                continue
            unit = g.bearer(self.seat, slot)
            for _ in range(TRIES):
                answer = any_deed(view, Played(slot), unit, chance)
                if self.why_not_turn(view, answer) is None:
                    return answer
            return OrderFire(Played(slot))
        return NoMoreOrders(g.closed(self.seat))

    def hear(self, g: HeroesState, answer: Order) -> Outcome[None]:
        """The token is open now; its unit acts. Who has acted by itself can do nothing (R-61)."""
        if isinstance(answer, NoMoreOrders):
            g.done[self.seat] = True
            g.tell(OrdersOver(self.seat))
            return self.pass_on
        if isinstance(answer, CardPlay):
            spend_card(g, self.seat, answer.card)
            frame = answer.execute(g, Moment(self.seat))
            return self.ask if frame is None else Call(frame, then=self.ask)
        unit = g.bearer(self.seat, answer.token)
        g.shown[self.seat] = number_of(answer.token)
        g.tell(OrderRevealed(self.seat, g.shown[self.seat], unit))
        return Call(deed_of(g, unit, answer), then=self.pass_on)

    def pass_on(self, g: HeroesState) -> Outcome[None]:
        """The next seat has its turn."""
        self.seat = g.after(self.seat)
        return self.start
