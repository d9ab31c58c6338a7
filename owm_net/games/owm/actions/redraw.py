"""Discard and Redraw (000:1403-1409, 1437-1439, section 2.19)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from owm_net.engine.agenda import Call, Outcome, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    hand_of,
    laid,
    why_not_in_hand,
)
from owm_net.games.owm.flips import DrawCards
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import Order

MOST = 3
"""Cards that one Redraw can exchange (OWM-ENG-02)."""


@record("owm.redraw")
class Redraw(Action):
    """Discard 1-3 cards and draw as many (OWM-ENG-02)."""

    title = say("Redraw")
    help = say("Discard 1 to 3 cards and draw as many (OWM-ENG-02)")
    by_name = True

    cards: tuple[Played, ...]

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Redraw]:
        for n in range(1, MOST + 1):
            for cards in combinations(hand_of(view, turn), n):
                yield Redraw(cards)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """One to three cards of the hand (OWM-ENG-02)."""
        if not view.state.hands[view.state.fireteams[turn.fireteam].seat]:
            return Refusal("OWM-ENG-02", say("there is no card to discard"))
        problem = why_not_in_hand(view, *self.cards)
        if problem is not None:
            return problem
        if not 1 <= len(self.cards) <= MOST:
            few = len(self.cards) < 1
            return Refusal(
                "OWM-ENG-02", say("1 to {most} cards are discarded", most=MOST), more=few
            )
        return None

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        """All cards are discarded together (OWM-STD-03)."""
        seat = g.fireteams[turn.fireteam].seat
        cards = tuple([g.spend(seat, card) for card in self.cards])
        g.tell(Redraws(turn.fireteam, cards))
        return laid(Redraw, g, turn)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        return Call(DrawCards(order.seat, len(self.cards)), then=turn.acted)

    def sentence(self, view: View[OwmState]) -> str:
        return say(
            "discard {played_names} and draw {cards}",
            played_names=words.played_names(view, *self.cards),
            cards=len(self.cards),
        )


@record("owm.event.redraw")
class Redraws(Ordered):
    """Cards were discarded for new ones. How many are drawn is told next."""

    rule = "OWM-STD-02"

    def deed(self, g: OwmState) -> str:
        return say("discards and redraws")
