"""KILL: after an attack or a minefield that has killed (SQD-WIN-09, SQD-ATK-13)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import About, Ask, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import Play, PlayWindow
from owm_net.games.squadcards.state import COMMANDER, OfSquad, SquadState
from owm_net.games.squadcards.terms import Moment

KILL_CARD = Kind(
    "kill",
    Play,
    rule="SQD-WIN-09",
    why=say("choose a Commander Killed card, or pass"),
    deed=say("play Commander Killed or not"),
    passes=say("leave it at that"),
)


@frame("squadcards.kill_window")
@define
class KillWindow(OfSquad, Frame[None]):
    """SQD-WIN-09: one card from the hand of the squad that has killed; play or pass."""

    squad: SquadId
    target: SquadId

    def start(self, g: SquadState) -> Outcome[None]:
        """If the target has men and a commander left (R-29, R-47, R-53)."""
        target = g.squads[self.target]
        if not g.hands[self.squad] or not target.men or target.commander_lost:
            return Done()
        return Ask(KILL_CARD.of(g.squads[self.squad].seat), then=self.hear)

    @KILL_CARD.tells
    def about_kill(self, view: View[SquadState]) -> About:
        """Commander Killed, or nothing."""
        why = say("the enemy's hand limit falls by {commander} for good", commander=COMMANDER)
        return About(say("you have killed: play Commander Killed?"), why, "SQD-CARD-14")

    @KILL_CARD.offers
    def offers_kill(self, view: View[SquadState]) -> Iterator[Play]:
        yield from KILL.offers(view, (self.squad,))

    @KILL_CARD.judges
    def why_not_kill(self, view: View[SquadState], answer: Play) -> Refusal | None:
        """Only a card of the squad's own hand, and one that belongs in this window."""
        return KILL.why_not(view, self, (self.squad,), answer)

    def hear(self, g: SquadState, answer: Play) -> Outcome[None]:
        """One card at most."""
        KILL.play(g, self, (self.squad,), answer)
        return Done()

    def passed_kill(self, g: SquadState) -> Outcome[None]:
        return Done()


KILL: PlayWindow[KillWindow] = PlayWindow(KILL_CARD, Moment.KILL)
