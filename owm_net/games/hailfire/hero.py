"""The Hero Die: hidden points that buy activations. HAIL-PHERO, HAIL-TURN-03, -06 to -08."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Event, Foul, Frame, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Reveal
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire.ids import SEATS
from owm_net.games.hailfire.state import HERO, HailfireState

CARDS = 6
"""Faces of a die, each a card; cards 0 to 5 are the first seat's."""


def hero_value(card: int) -> int:
    """The face that a card is."""
    return card % CARDS + 1


def known_points(view: View[HailfireState], seat: Seat) -> int | None:
    """Hero Points that a seat has left, if this view may know its die."""
    hand = view.state.hands[HERO + seat]
    card = view.card(hand[0]) if hand else None
    return None if card is None else max(0, hero_value(card) - view.state.spent[seat])


@record("hailfire.hero_opened")
class HeroOpened(Event):
    """A Hero Die is opened at doubles (HAIL-TURN-03). value: what it showed."""

    words = say("doubles: {seat} open a Hero Die of {value}, {spent} spent, and roll again")
    rule = "HAIL-TURN-03 HAIL-PHERO-05"

    seat: Seat
    value: int
    spent: int


@frame("hailfire.hero_roll")
@define
class HeroRoll(Frame[None]):
    """A Hero Die is rolled in secret: one of six cards, which its owner alone sees
    (HAIL-PHERO-02). seats: whose."""

    seats: list[Seat] = field(factory=lambda: list(SEATS))

    def start(self, g: HailfireState) -> Outcome[None]:
        """One after the other."""
        if not self.seats:
            return Done()
        seat = self.seats[0]
        first = CARDS * seat
        return Ask(g.shuffle(f"hero {seat}", range(first, first + CARDS)), then=self.draw)

    def draw(self, g: HailfireState) -> Outcome[None]:
        """Draw for this seat alone."""
        seat = self.seats.pop(0)
        g.hands[HERO + seat] = []
        spent = list(g.spent)
        spent[seat] = 0
        g.spent = (spent[0], spent[1])
        return Ask(g.draw(seat, f"hero {seat}", 1, HERO + seat), then=self.start)


@frame("hailfire.doubles")
@define
class Doubles(Frame[None]):
    """Step 3: the old die is opened and checked, a new one rolled (HAIL-PHERO-04, -05)."""

    seat: Seat

    def start(self, g: HailfireState) -> Outcome[None]:
        """It has never been opened before."""
        return Ask(Reveal(self.seat, tuple(g.hands[HERO + self.seat])), then=self.opened)

    def opened(self, g: HailfireState, cards: tuple[int, ...]) -> Outcome[None]:
        """Open the die: a seat that has spent more than it had has lost."""
        value, spent = hero_value(cards[0]), g.spent[self.seat]
        g.hands[HERO + self.seat] = list(cards)
        g.tell(HeroOpened(self.seat, value, spent))
        if spent > value:
            why = say(
                "{spent} Hero Points were spent, the die showed {value}", spent=spent, value=value
            )
            return Foul(self.seat, "HAIL-PHERO-04", why)
        return Call(HeroRoll([self.seat]), then=self.again)

    def again(self, g: HailfireState) -> Outcome[None]:
        """HAIL-PHERO-05."""
        return Done()
