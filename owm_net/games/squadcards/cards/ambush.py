"""Ambush, and the Japanese trait: all opportunity attacks of a phase."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.plays import CardInUse, PassingEffect
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import Effect, Phase
from owm_net.games.squadcards.windows.fire import FireWindow


class Ambush(PassingEffect[FireWindow]):
    """SQD-OPF-05, SQD-WIN-05: one for each squad and phase (R-17), before its first attack."""

    effect = Effect.AMBUSH
    rule = "SQD-OPF-05"
    when = say("is played once, before your first opportunity attack")

    def why_not(self, g: SquadState, window: FireWindow, card: CardInUse) -> Refusal | None:
        """The fire window of Phase 4 only, before anything is fired, and once."""
        late = g.phase is not Phase.OPPORTUNITY or window.attacks or g.squads[card.squad].ambush
        return self.out_of_place(g.options, card.use) if late else None

    def take_effect(self, g: SquadState, window: FireWindow, card: CardInUse) -> None:
        """For the squad that has played it (R-50)."""
        g.squads[card.squad].ambush = True

    def meaning(self, use: Use, options: Options) -> str:
        return say("opportunity attacks {amount:+d}", amount=use.amount)

    def text(self, use: Use, options: Options) -> str:
        return say(
            "Before your first opportunity attack: all of them {amount:+d}.", amount=use.amount
        )
