"""OWN: cards for the squad itself, in the Draw Phase and before Position Fire (SQD-WIN-01)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import Play, PlayWindow
from owm_net.games.squadcards.state import OfSquad, SquadState
from owm_net.games.squadcards.terms import Moment

OWN_CARD = Kind(
    "own",
    Play,
    rule="SQD-WIN-01",
    why=say("play a card for your own squad, or pass"),
    deed=say("play a card for the own squad or not"),
    passes=say("nothing for the squad now"),
)


@frame("squadcards.own_window")
@define
class OwnWindow(OfSquad, Frame[None]):
    """SQD-WIN-01: as many cards as the owner of a squad likes, until a pass."""

    squad: SquadId

    def start(self, g: SquadState) -> Outcome[None]:
        """An empty hand closes it (R-47)."""
        if not g.hands[self.squad]:
            return Done()
        return Ask(OWN_CARD.of(g.squads[self.squad].seat), then=self.hear)

    @OWN_CARD.tells
    def about_own(self, view: View[SquadState]) -> About:
        """A card, or go on."""
        why = say("looks at the deck and some National Traits are played now")
        return About(say("a card for your own squad?"), why, "SQD-WIN-01")

    @OWN_CARD.offers
    def offers_own(self, view: View[SquadState]) -> Iterator[Play]:
        yield from OWN.offers(view, (self.squad,))

    @OWN_CARD.judges
    def why_not_own(self, view: View[SquadState], answer: Play) -> Refusal | None:
        """Only a card of the squad's own hand, and one that belongs in this window."""
        return OWN.why_not(view, self, (self.squad,), answer)

    def hear(self, g: SquadState, answer: Play) -> Outcome[None]:
        """Play a card."""
        run = OWN.play(g, self, (self.squad,), answer)
        return Call(run, then=self.start) if run else self.start

    def passed_own(self, g: SquadState) -> Outcome[None]:
        return Done()


OWN: PlayWindow[OwnWindow] = PlayWindow(OWN_CARD, Moment.OWN)
