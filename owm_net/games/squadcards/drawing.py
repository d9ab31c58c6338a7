"""Cards from the common deck, and what happens when it is empty (2.3)."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Ask, Done, Event, Frame, Outcome, frame
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.squadcards.events import SquadEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.state import DECK, SquadState
from owm_net.games.squadcards.terms import Phase


@record("squadcards.drew")
class Drew(SquadEvent):
    """A squad has drawn so many cards."""

    words = say("{squad} draw {cards}")

    squad: SquadId
    cards: int
    rule: str = field(kw_only=True)


@record("squadcards.no_card")
class NoCard(SquadEvent):
    """R-09: deck and discard pile are empty; the remaining draws are lost. cards: how many."""

    words = say("{squad}: no card is left to draw")
    rule = "SQD-DRAW-02"

    squad: SquadId
    cards: int


@record("squadcards.reshuffled")
class Reshuffled(Event):
    """The deck was empty, and the discard pile is the new one (SQD-DRAW-02). cards: in it."""

    words = say("the discard pile ({cards}) is shuffled into a new deck")
    rule = "SQD-DRAW-02"

    cards: int


@frame("squadcards.draw")
@define
class DrawCards(Frame[None]):
    """A squad draws n cards; the discard pile becomes the deck when that is empty (SQD-DRAW-02)."""

    squad: SquadId
    n: int

    def start(self, g: SquadState) -> Outcome[None]:
        """As many as the deck has at once; if both are empty the rest is lost (R-09)."""
        if not self.n:
            return Done()
        left = g.decks[DECK].left
        if left:
            now = min(self.n, left)
            self.n -= now
            rule = "SQD-SET-08" if g.phase is Phase.SET_UP else "SQD-DRAW-01"
            g.tell(Drew(self.squad, now, rule=rule))
            return Ask(g.draw_to(self.squad, now), then=self.start)
        if not g.discard:
            g.tell(NoCard(self.squad, self.n))
            return Done()
        cards, g.discard = g.discard, []
        g.tell(Reshuffled(len(cards)))
        return Ask(g.shuffle(DECK, sorted(cards)), then=self.start)
