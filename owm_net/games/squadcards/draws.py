"""Cards from the common deck (2.3)."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Done, Frame, Outcome, frame
from owm_net.games.squadcards.state import DECK, Table
from owm_net.games.squadcards.terms import Phase


@frame("squadcards.draw")
@define
class DrawCards(Frame[None]):
    """A squad draws n cards; an empty deck is made anew from the discard pile (SQD-DRAW-02)."""

    squad: int
    n: int

    def start(self, g: Table) -> Outcome[None]:
        """As many as the deck has at once; if both are empty the rest is lost (R-09)."""
        if not self.n:
            return Done()
        left = g.decks[DECK].left
        if left:
            now = min(self.n, left)
            self.n -= now
            rule = "SQD-SET-08" if g.phase is Phase.SET_UP else "SQD-DRAW-01"
            g.tell_seat("drew", rule, self.squad, cards=now)
            return Ask(g.draw_to(self.squad, now), then=self.start)
        if not g.discard:
            g.tell_seat("no_card", "SQD-DRAW-02", self.squad, cards=self.n)
            return Done()
        cards, g.discard = g.discard, []
        g.tell("reshuffled", "SQD-DRAW-02", cards=len(cards))
        return Ask(g.shuffle(DECK, sorted(cards)), then=self.start)
