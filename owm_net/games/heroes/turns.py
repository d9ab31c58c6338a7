"""The Activation phase: whose turn it is, and orders revealed. Ledger 2.7, R-84."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    InLog,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import end_standing, is_silent
from owm_net.engine.records import ADDED, Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.burst_into_action import Bursting
from owm_net.games.heroes.cards.card import (
    CardPlay,
    Moment,
    can_play,
    card_offers,
    spend_card,
    why_not_card,
)
from owm_net.games.heroes.concealing import Emerge, emerge, emergings, why_not_emerge
from owm_net.games.heroes.deeds import TRIES, any_deed, deeds, with_cards
from owm_net.games.heroes.gaps import Gap
from owm_net.games.heroes.heroic import OnceMore
from owm_net.games.heroes.hidden import is_order, is_special, number_of, token_words
from owm_net.games.heroes.ids import NO_SEAT, NO_UNIT, Hidden, OptionKey, UnitId
from owm_net.games.heroes.orders import (
    TURN,
    NoMoreOrders,
    Order,
    OrderFire,
    deed_of,
    why_not_deed,
)
from owm_net.games.heroes.sides import Turned, candidates, had_turn, others, own
from owm_net.games.heroes.silence import BY_TURN, NO_CLAIM
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.tokens import bearer_of, settle
from owm_net.games.heroes.words import unit_name

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


NOT_YOURS = Refusal("HON-ACT-01", say("choose a token of yours on the map"))
HIGHER = Refusal("HON-ACT-01", say("a higher order has been revealed"))
LOWER = Refusal("HON-ACT-01", say("a lower order comes first"))
INTREPID = OptionKey("tr_intrepid")


@record("heroes.claim")
class Claim(Answer):
    """An order is shown, to act with it before the other side (HON-TRT-09, R-11)."""

    title: ClassVar[str] = say("Intrepid")

    token: Played

    def sentence(self, view: View[HeroesState]) -> str:
        g = view.state
        return say("{unit} goes first", unit=unit_name(g, bearer_of(g, self.token)))


CLAIM = Kind(
    "intrepid",
    Claim,
    rule="HON-TRT-09",
    why=say("say whether an Intrepid unit goes first"),
    deed=say("say whether an Intrepid unit goes first"),
    passes=True,
    until=(NO_CLAIM,),
    pass_first=True,
)


@record("heroes.order_claimed")
class OrderClaimed(Event):
    """An Intrepid unit goes first."""

    words = say("{seat} show order {number} on {unit}, which is Intrepid")
    rule = "HON-TRT-09"

    seat: Seat
    number: int
    unit: UnitId


def claimable(g: HeroesState, seat: Seat) -> list[Hidden]:
    """The closed tokens of a seat that lie on Intrepid units, as everybody sees."""
    found = []
    for slot in g.closed(seat):
        unit = g.bearer(seat, slot)
        if g.has_trait(unit, INTREPID) and not g.units[unit].acted:
            found.append(slot)
    return found


def able(g: HeroesState, seat: Seat) -> bool:
    """Return True if a seat has something to do at a turn, as everybody sees (R-84, R-92): after
    its highest order closed tokens are none (R-329)."""
    ordered = bool(g.closed(seat)) and g.shown[seat] < g.due[seat]
    return ordered or can_play(TURN, g, Moment(seat))


@frame("heroes.turns")
@define
class Turns(Frame[None]):
    """The turns of the sides, initiative first; when one is done the other goes on (R-84). seat:
    the seat on turn. claims: of each seat, the order that it has shown to go first (HON-TRT-09).
    asked: the game has asked in this pair of turns; early: the seat that went first with a claim,
    NO_SEAT for nobody. acting: the unit with the order revealed last. turned: see `sides`. rival:
    the seat of the other side that was asked for a claim last."""

    seat: Seat
    claims: dict[Seat, int] = field(factory=dict)
    asked: bool = False
    early: Seat = NO_SEAT
    acting: UnitId = NO_UNIT
    turned: Turned = field(default=(), metadata=ADDED)
    rival: Seat = field(default=NO_SEAT, metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """End the turns of a seat without a token on the map that may be an order, and without a
        card that it could play at a turn, as far as everybody sees."""
        for seat in g.players:
            if not g.done[seat] and not self.able(g, seat):
                g.done[seat] = True
                g.tell(OrdersOver(seat))
        return Call(Gap(g.initiative), then=self.ask)

    def forget(self, g: HeroesState) -> None:
        """An order that was shown and is lost since holds its seat to nothing, but that the next is
        a higher one (R-84)."""
        for seat, token in list(self.claims.items()):
            if token not in g.hands[g.laid(seat)]:
                g.shown[seat] = number_of(token)
                del self.claims[seat]

    def able(self, g: HeroesState, seat: Seat) -> bool:
        """Return True if a seat has something to do at a turn still."""
        return seat in self.claims or able(g, seat)

    def goes_on(self, g: HeroesState, seat: Seat) -> bool:
        """Return True if a seat has a turn still."""
        return not g.done[seat] and self.able(g, seat)

    def next_rival(self, g: HeroesState) -> Seat:
        """The seat of the other side whose turn is next."""
        rivals = others(g, self.seat, self.turned)
        return next((seat for seat in rivals if self.goes_on(g, seat)), rivals[0])

    def ask(self, g: HeroesState) -> Outcome[None]:
        """The next seat that has a turn still; after the last there has been a gap too (R-05)."""
        self.forget(g)
        if all(g.done):
            return Done()
        able = [s for s in candidates(g, self.seat, self.turned) if self.goes_on(g, s)]
        if not able:
            return self.start
        self.seat = able[0]
        rival = self.next_rival(g)
        if g.leads(self.seat) and not self.asked and not g.done[rival]:
            self.asked = True
            if claimable(g, rival) and not is_silent(g, rival, (NO_CLAIM,)):
                self.rival = rival
                return Ask(CLAIM.of(rival), then=self.claimed)
        return self.ask_turn

    def ask_turn(self, g: HeroesState) -> Outcome[None]:
        """Ask the seat on turn to reveal an order."""
        for word in BY_TURN:
            end_standing(g, word, self.seat)
        return Ask(TURN.of(self.seat), then=self.hear)

    # -- Intrepid ------------------------------------------------------------------------

    @property
    def claimant(self) -> Seat:
        """The seat that is asked for a claim: the rival; after its claim the seat on turn."""
        return self.seat if self.rival in self.claims else self.rival

    @CLAIM.tells
    def about_intrepid(self, view: View[HeroesState]) -> About:
        """Say that an Intrepid unit may go first."""
        return About(say("show an order of an Intrepid unit, to go first"), "", "HON-TRT-09")

    @CLAIM.offers
    def offers_intrepid(self, view: View[HeroesState]) -> Iterator[Claim]:
        """To wait; each order that may be the next."""
        for slot in claimable(view.state, self.claimant):
            yield Claim(Played(slot))

    @CLAIM.judges
    def why_not_intrepid(self, view: View[HeroesState], answer: Claim) -> Refusal | None:
        """The next order of the seat, on an Intrepid unit."""
        g, seat = view.state, self.claimant
        slot = answer.token
        if slot.__class__ is not int or slot not in g.hands[g.laid(seat)]:
            return Refusal("HON-TRT-09", say("choose a token of yours on the map"))
        unit = g.bearer(seat, slot)
        if g.units[unit].acted or not g.has_trait(unit, INTREPID):
            return Refusal("HON-TRT-09", say("choose a token on an Intrepid unit"))
        card = view.card(slot)
        return None if card is None else self._why_not_token(view, card, seat)

    def passed_intrepid(self, g: HeroesState) -> Outcome[None]:
        """The turns go on in their order; or who has shown an order goes first."""
        return self.goes_first(g, self.rival) if self.rival in self.claims else self.ask_turn

    def claimed(self, g: HeroesState, answer: Claim) -> Outcome[None]:
        """The rival goes first, if the other does not show that it is Intrepid too (R-11)."""
        self.claim(g, self.rival, answer)
        if claimable(g, self.seat):
            return Ask(CLAIM.of(self.seat), then=self.countered)
        return self.goes_first(g, self.rival)

    def countered(self, g: HeroesState, answer: Claim) -> Outcome[None]:
        """Of two Intrepid units that of the initiative acts first."""
        self.claim(g, self.seat, answer)
        return self.ask_turn

    def claim(self, g: HeroesState, seat: Seat, answer: Claim) -> None:
        """An order is open, and is the next of its seat; it has been seen on its unit."""
        unit = g.bearer(seat, answer.token)
        self.claims[seat] = answer.token
        settle(g, unit)
        g.tell(OrderClaimed(seat, number_of(answer.token), unit))

    def goes_first(self, g: HeroesState, seat: Seat) -> Outcome[None]:
        """This seat has its turn before the other."""
        self.seat = self.early = seat
        return self.ask_turn

    # -- orders --------------------------------------------------------------------------

    @TURN.tells
    def about_turn(self, view: View[HeroesState]) -> About:
        """Yield the orders it may be."""
        shown = view.state.shown[self.seat]
        why = say("order {number}, or the next one that you have", number=shown + 1)
        return About(say("reveal your next order"), why, "HON-ACT-01")

    @TURN.offers
    def offers_turn(self, view: View[HeroesState]) -> Iterator[Order]:
        """Of each closed token that may be the next: each target, each space its unit can get to,
        each assault; each card that may be played before that."""
        g = view.state
        closed = g.closed(self.seat)
        shown = self.claims.get(self.seat)
        for slot in closed if shown is None else (shown,):
            card = view.card(slot)
            if card is not None and self._why_not_token(view, card, self.seat) is not None:
                continue
            unit = g.bearer(self.seat, slot)
            yield from with_cards(view, unit, deeds(g, Played(slot), unit), OrderFire(Played(slot)))
            yield from (Emerge(Played(slot), counter) for counter in emergings(view, unit))
        yield from card_offers(TURN, view, Moment(self.seat))
        over = NoMoreOrders(closed)
        if self._why_not_over(view, over) is None:
            yield over

    @TURN.judges
    def why_not_turn(self, view: View[HeroesState], answer: Order) -> Refusal | None:
        """Judge what everybody sees first; then the token, for a view that may know it."""
        g = view.state
        if isinstance(answer, NoMoreOrders):
            return self._why_not_over(view, answer)
        if isinstance(answer, CardPlay):
            return why_not_card(view, Moment(self.seat), answer)
        slot = answer.token
        if slot.__class__ is not int or slot not in g.hands[g.laid(self.seat)]:
            return NOT_YOURS
        if slot != self.claims.get(self.seat, slot):
            return Refusal("HON-TRT-09", say("the order that was shown comes first"))
        unit = g.bearer(self.seat, slot)
        if g.units[unit].acted and answer != OrderFire(slot):
            return Refusal("HON-ACT-05", say("that unit has acted this round"))
        card = view.card(slot)
        if card is not None:
            no = self._why_not_token(view, card, self.seat)
            if no is not None:
                return no
        if isinstance(answer, Emerge):
            return why_not_emerge(view, unit, answer.counter)
        return why_not_deed(view, unit, answer)

    def _orders_left(self, view: View[HeroesState], seat: Seat) -> list[int]:
        """The numbers of a seat's orders that lie closed, as far as this view knows them."""
        g = view.state
        cards = [view.card(slot) for slot in g.closed(seat)]
        return [number_of(card) for card in cards if card is not None and is_order(card)]

    def _why_not_token(self, view: View[HeroesState], card: int, seat: Seat) -> Refusal | None:
        """None if the next order that a seat reveals may be this one."""
        if not is_order(card):
            what = say("{token} activates no unit", token=token_words(card))
            return Refusal("HON-ORD-11" if is_special(card) else "HON-ORD-07", what)
        number, shown = number_of(card), view.state.shown[seat]
        if number <= shown:
            return HIGHER
        if number > shown + 1 and any(
            shown < other < number for other in self._orders_left(view, seat)
        ):
            return LOWER
        return None

    def _why_not_over(self, view: View[HeroesState], answer: NoMoreOrders) -> Refusal | None:
        g = view.state
        if self.seat in self.claims:
            return Refusal("HON-TRT-09", say("the order that was shown comes first"))
        if any(number > g.shown[self.seat] for number in self._orders_left(view, self.seat)):
            return Refusal("HON-ACT-02", say("you still have an order to reveal"))
        closed, left = g.closed(self.seat), answer.left
        fits = (
            isinstance(left, tuple)
            and all(slot.__class__ is int and slot in closed for slot in left)
            and len(dict.fromkeys(left)) == len(left)
        )
        if fits and len(left) == len(closed):
            return None
        return Refusal("HON-ACT-02", say("name all closed tokens"), more=fits)

    @TURN.samples
    def sample_turn(self, view: View[HeroesState], chance: Chance) -> Order:
        """The next order, with any deed of its unit; no more orders where none is left. Now and
        then a card."""
        g = view.state
        plays = list(card_offers(TURN, view, Moment(self.seat)))
        if plays and chance.below(3) == 0:
            return plays[chance.below(len(plays))]
        shown = self.claims.get(self.seat)
        for slot in g.closed(self.seat) if shown is None else (shown,):
            card = view.card(slot)
            if card is None or self._why_not_token(view, card, self.seat) is not None:
                continue
            unit = g.bearer(self.seat, slot)
            opened = emergings(view, unit)
            if opened and not g.units[unit].acted and chance.below(2):
                return Emerge(Played(slot), opened[0])
            for _ in range(TRIES):
                answer = any_deed(view, Played(slot), unit, chance)
                if self.why_not_turn(view, answer) is None:
                    return answer
            return OrderFire(Played(slot))
        return NoMoreOrders(g.closed(self.seat))

    def hear(self, g: HeroesState, answer: Order) -> Outcome[None]:
        """The token is open now; its unit acts. A unit that has acted alone can do nothing
        (R-61)."""
        if isinstance(answer, NoMoreOrders):
            g.done[self.seat] = True
            g.tell(OrdersOver(self.seat))
            return self.pass_on
        if isinstance(answer, CardPlay):
            spend_card(g, self.seat, answer.card)
            frame = answer.execute(g, Moment(self.seat))
            return self.ask if frame is None else Call(frame, then=self.ask)
        self.claims.pop(self.seat, None)
        unit = g.bearer(self.seat, answer.token)
        g.shown[self.seat] = number_of(answer.token)
        if isinstance(answer, Emerge):
            foul = emerge(g, unit)
            if foul is not None:
                return foul
            unit = g.now(unit)
        settle(g, unit)
        g.tell(OrderRevealed(self.seat, g.shown[self.seat], unit))
        self.acting = unit
        if isinstance(answer, Emerge):
            g.change(unit, acted=True)
            return Call(Bursting(unit, turned=True, ordered=True), then=self.once_more)
        return Call(deed_of(g, unit, answer), then=self.once_more)

    def once_more(self, g: HeroesState) -> Outcome[None]:
        """Nothing comes between two activations of a Heroic unit."""
        return Call(OnceMore(g.now(self.acting)), then=self.pass_on)

    def pass_on(self, g: HeroesState) -> Outcome[None]:
        """The other side has its turn; after a pair of turns initiative first."""
        self.turned = had_turn(g, self.seat, self.turned)
        if self.early not in (NO_SEAT, self.seat):
            self.seat, self.early = own(g, self.seat, self.turned)[0], NO_SEAT
        else:
            self.seat = others(g, self.seat, self.turned)[0]
        if self.early == NO_SEAT and g.leads(self.seat):
            self.asked = False
        return self.start
