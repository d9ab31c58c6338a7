"""Scout, and British Intelligence: a private look at the next cards of the deck."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Done, Frame, Outcome, frame
from owm_net.engine.requests import Peek
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import CardInUse, PassingEffect
from owm_net.games.squadcards.state import DECK, Options, SquadState
from owm_net.games.squadcards.terms import Effect


class Look(PassingEffect[object]):
    """SQD-CARD-09, SQD-TRAIT-14. It is no attack, though Scout is a card of type A (R-27)."""

    effect = Effect.PEEK
    rule = "SQD-WIN-01"
    when = say("is played in your own draw, position and fire windows")
    told_by = "SQD-CARD-09"

    def take_effect(self, g: SquadState, window: object, card: CardInUse) -> Frame[None]:
        return Looking(card.squad, card.use.amount)

    def meaning(self, use: Use, options: Options) -> str:
        return say("look at the next {amount} cards", amount=use.amount)

    def text(self, use: Use, options: Options) -> str:
        return say(
            "Look at the next {amount} cards of the deck; they stay there. No attack.",
            amount=use.amount,
        )


@frame("squadcards.look")
@define
class Looking(Frame[None]):
    """SQD-CARD-09: the next n cards are shown to the owner of a squad; they stay where they are,
    and nothing is reshuffled for it."""

    squad: SquadId
    n: int

    def start(self, g: SquadState) -> Outcome[None]:
        """As many cards as there are, where the deck has fewer; none at all ends it at once."""
        slots = g.decks[DECK].top(self.n)
        if not slots:
            return Done()
        return Ask(Peek(g.squads[self.squad].seat, slots), then=self.seen)

    def seen(self, g: SquadState) -> Outcome[None]:
        """The state does not change: only the peeker knows more."""
        return Done()
