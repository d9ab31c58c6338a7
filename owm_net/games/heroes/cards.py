"""Numbers of hidden cards: what a token is. G-15."""

from __future__ import annotations

from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.text import say
from owm_net.games.heroes.terms import MOST_ORDERS

FIRST_TOKEN, TOKENS_OF_A_SEAT = 200, 20
"""G-15: the cards of a seat's tokens; its order n is the n-th of them."""
SPECIAL = 11
"""HON-ORD-10: the number of a special order's card among a seat's tokens."""
BLUFF = 13
"""HON-ORD-07: the number of a bluff's card among a seat's tokens."""


def token(seat: Seat, number: int) -> CardNumber:
    """The card of a seat's token."""
    return CardNumber(FIRST_TOKEN + TOKENS_OF_A_SEAT * seat + number)


def number_of(card: int) -> int:
    """1 to 10 for an order, from SPECIAL on for a special order, from BLUFF on for a bluff."""
    return (card - FIRST_TOKEN) % TOKENS_OF_A_SEAT


def is_order(card: int) -> bool:
    """Whether a token activates its unit at its number (HON-ORD-06)."""
    return number_of(card) <= MOST_ORDERS


def is_special(card: int) -> bool:
    """Whether a token activates its unit in a gap (HON-ORD-11)."""
    return MOST_ORDERS < number_of(card) < BLUFF


def is_bluff(card: int) -> bool:
    """Whether a token activates nobody (HON-ORD-07)."""
    return number_of(card) >= BLUFF


def token_words(card: int) -> str:
    """What is on a token."""
    if is_order(card):
        return say("order {number}", number=number_of(card))
    return say("a special order") if is_special(card) else say("a bluff")
