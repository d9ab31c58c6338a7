"""Intelligence (000:1573): a look at a player's hand, of which one card may be thrown away."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.hands import held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Reveal, Show
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.zones import slots_of
from owm_net.games.owm import words
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import AnyWindow, Decision


@record("owm.decision.intelligence")
class Intelligence(Decision):
    """Whoever plays it, and nobody else, sees the hand of another player once, and may throw one of
    its cards away (OWM-CD-INTEL, A-54)."""

    key = "intelligence"
    rule = "OWM-CD-INTEL"

    seat: Seat

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[Intelligence]:
        g = view.state
        for seat in g.seat_order():
            if seat != view.seat and g.hands[seat]:
                yield Intelligence(card, seat)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        if self.seat not in g.players or self.seat == view.seat:
            return Refusal("OWM-CD-INTEL", say("it must be another player"), misfit=True)
        if not g.hands[self.seat]:
            return Refusal("OWM-CD-INTEL", say("that player holds no card"))
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        return LookAtHand(window.player, self.seat) if g.hands[self.seat] else None

    def aim(self, g: OwmState) -> str:
        return say(" against {seat_name}", seat_name=words.seat_name(g, self.seat))


# -- what may be done with it ----------------------------------------------------------------


@record("owm.throw_away")
class ThrowAway(Answer):
    """A card of the hand that is looked at goes to the discard pile."""

    title = say("Throw away")
    help = say("This card goes to the discard pile, for everybody to see (OWM-CD-INTEL)")

    card: int

    def sentence(self, view: View[OwmState]) -> str:
        return say("throw away {cards}", cards=words.card_names([view.card(self.card)]))


@record("owm.leave_hand")
class LeaveHand(Answer):
    """The hand stays as it is."""

    title = say("Leave the hand")
    help = say("No card is thrown away (OWM-CD-INTEL)")
    words = say("throw no card away")
    by_name = True


THROW_AWAY = Kind(
    "throw_away",
    ThrowAway,
    LeaveHand,
    rule="OWM-CD-INTEL",
    why=say("whether a card of the hand is thrown away is asked"),
    deed=say("choose a card of the hand that is looked at, or none"),
)


@record("owm.event.hand_seen")
class HandSeen(Event):
    """A player looks at the hand of another one."""

    rule = "OWM-CD-INTEL"
    headline = True

    seat: Seat
    owner: Seat
    cards: int

    def sentence(self, g: OwmState) -> str:
        who, owner = words.seat_name(g, self.seat), words.seat_name(g, self.owner)
        n = say("1 card") if self.cards == 1 else say("{cards} cards", cards=self.cards)
        return say("{who} looks at the hand of {owner} ({number})", who=who, owner=owner, number=n)


@record("owm.event.thrown_away")
class ThrownAway(Event):
    """A card of a hand has gone to the discard pile by Intelligence."""

    words = say("{owner} loses {card}")
    rule = "OWM-CD-INTEL"
    headline = True

    owner: Seat
    card: CardNumber


@frame("owm.look_at_hand")
@define
class LookAtHand(Frame[None]):
    """seat: the one who looks. owner: whose hand it is. card: the one thrown away."""

    seat: Seat
    owner: Seat
    card: int = 0

    def start(self, g: OwmState) -> Outcome[None]:
        """Show the hand to the player of the card alone; note what each has been shown (A-137)."""
        hand = g.hands[self.owner]
        g.tell(HandSeen(self.seat, self.owner, len(hand)))
        slots = slots_of(hand)
        g.shown = [*(c for h in g.hands for c in h if c in g.shown and c not in slots), *slots]
        if not slots:
            return self.ask
        return Ask(Show(self.owner, self.seat, slots), then=self.ask)

    def ask(self, g: OwmState) -> Outcome[None]:
        """One of them may be thrown away; it is asked whatever they are."""
        return Ask(THROW_AWAY.of(self.seat), then=self.hear)

    @THROW_AWAY.offers
    def offers_throw_away(self, view: View[OwmState]) -> Iterator[ThrowAway | LeaveHand]:
        """Every card of the hand, or none."""
        for card in held(view, self.owner):
            yield ThrowAway(card)
        yield LeaveHand()

    @THROW_AWAY.judges
    def why_not_throw_away(
        self, view: View[OwmState], answer: ThrowAway | LeaveHand
    ) -> Refusal | None:
        if isinstance(answer, ThrowAway) and answer.card not in view.state.hands[self.owner]:
            return Refusal("OWM-CD-INTEL", say("that card is not in that hand"), misfit=True)
        return None

    @THROW_AWAY.tells
    def about_throw_away(self, view: View[OwmState]) -> About:
        """Tell whose hand it is."""
        owner = words.seat_name(view.state, self.owner)
        what = say("choose a card of {owner} to throw away, or none", owner=owner)
        return About(what, say("only you see that hand"), "OWM-CD-INTEL")

    def hear(self, g: OwmState, answer: ThrowAway | LeaveHand) -> Outcome[None]:
        """The card is opened to everybody."""
        if isinstance(answer, LeaveHand):
            return Done()
        self.card = answer.card
        if self.card < 0:
            return Ask(Reveal(self.owner, (self.card,)), then=self.opened)
        return self.opened(g, (CardNumber(self.card),))

    def opened(self, g: OwmState, cards: tuple[CardNumber, ...]) -> Outcome[None]:
        """It goes to the discard pile."""
        g.hands[self.owner].remove(self.card)
        g.discard.append(cards[0])
        g.tell(ThrownAway(self.owner, cards[0]))
        return Done()
