"""Terrain cards: where a squad is. They are played at the set-up, and to move."""

from __future__ import annotations

from owm_net.engine.text import listed, say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.plays import CardEffect, CardInUse
from owm_net.games.squadcards.set_up import SetUp
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import Effect


class Terrain(CardEffect[SetUp]):
    """SQD-SET-09: one card to start in. To move into one: `phases.movement` (SQD-MOVE-01)."""

    effect = Effect.TERRAIN
    rule = "SQD-MOVE-01"
    when = say("is played at the start of the game or to move")

    def carry_out(self, g: SquadState, window: SetUp, card: CardInUse) -> None:
        """It is in play; no card is drawn for it."""
        g.squads[card.squad].terrain = g.take(card.squad, card.number)

    def meaning(self, use: Use, options: Options) -> str:
        more = [say(", attacks +1")] if use.attack_bonus else []
        return listed([say("cover {cover}", cover=use.cover), *more], "")

    def text(self, use: Use, options: Options) -> str:
        words = say("Cover {cover}: attacks on you -{cover}.", cover=use.cover)
        more = [say(" Your own attacks +1.")] if use.attack_bonus else []
        return listed([words, *more], "")
