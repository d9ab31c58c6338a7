"""The cards: SKEL-01 the duel's deck, SKEL-09 reserves, SKEL-14 tokens."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say, seat_called

DECK = tuple(range(24))
"""Card numbers of the duel: 0 to 17 scouts, 18 to 23 smokes."""
SMOKES = range(18, 24)
POOL = tuple([card for card in range(24, 30) for _ in range(2)])
"""Scouts that a reserve may be made of, each as often as it may be taken."""
TOKENS = range(30, 35)
"""Token 30 is for seat 0, and so on; the last one is for nobody."""
NOBODY = TOKENS[-1]


def strength(card: int) -> int:
    """Strength of a scout, 1-6; 0 for a smoke."""
    return 0 if card in SMOKES else 1 + card % 6


def card_name(card: int) -> str:
    """Scout 1-6, Reserve 1-6, Smoke or a token."""
    if card in SMOKES:
        return say("Smoke")
    if card in TOKENS:
        return (
            say("Blank token")
            if card == NOBODY
            else say("Token for {seat}", seat=seat_called(TOKENS.index(card)))
        )
    if card in DECK:
        return say("Scout {strength}", strength=strength(card))
    return say("Reserve {strength}", strength=strength(card))


def token_words(card: int) -> str:
    """A token within a sentence."""
    if card == NOBODY:
        return say("blank token")
    return say("token for {seat}", seat=seat_called(TOKENS.index(card)))


def why_no_scout(card: int, hand: int) -> Refusal | None:
    """SKEL-04: why a card cannot be sent."""
    return Refusal("SKEL-04", say("a smoke cannot be sent as a scout")) if card in SMOKES else None


def why_no_smoke(card: int, hand: int) -> Refusal | None:
    """SKEL-05: why a card cannot answer a scout."""
    return None if card in SMOKES else Refusal("SKEL-05", say("only a smoke answers a scout"))


def why_no_bet(card: int, seat: int) -> Refusal | None:
    """SKEL-14: why a token cannot be a seat's bet."""
    return Refusal("SKEL-14", say("nobody bets on himself")) if card == TOKENS[seat] else None
