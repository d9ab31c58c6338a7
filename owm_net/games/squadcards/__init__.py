"""Squad, a two-player card game of small units. Rules and rulings: docs/rules/squadcards.md."""

from owm_net.games.squadcards.system import SquadCards

__all__ = ["SquadCards"]
