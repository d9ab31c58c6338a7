"""Barbed Wire: a block, and nothing else."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.phases.movement import Block
from owm_net.games.squadcards.state import Options
from owm_net.games.squadcards.terms import Effect


class BarbedWire(Block):
    """SQD-MOVE-07: it blocks as every Block card does, and nobody is lost."""

    effect = Effect.WIRE

    def meaning(self, use: Use, options: Options) -> str:
        return say("block the move")

    def text(self, use: Use, options: Options) -> str:
        return say("Stops an enemy move.")
