"""Numbers of hidden cards: what a token is, and what an action card. G-05, G-15."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.text import read_out, say
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import NO_UNIT, CardKey, UnitId
from owm_net.games.heroes.terms import MOST_ORDERS, BonusTactic, CardKind, Nation

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
    """Return True if a token activates its unit at its number (HON-ORD-06)."""
    return number_of(card) <= MOST_ORDERS


def is_special(card: int) -> bool:
    """Return True if a token activates its unit in a gap (HON-ORD-11)."""
    return MOST_ORDERS < number_of(card) < BLUFF


def is_bluff(card: int) -> bool:
    """Return True if a token activates nobody (HON-ORD-07)."""
    return number_of(card) >= BLUFF


def token_words(card: int) -> str:
    """Return what is on a token."""
    if is_order(card):
        return say("order {number}", number=number_of(card))
    return say("a special order") if is_special(card) else say("a bluff")


# -- action cards --------------------------------------------------------------------------

NUMBERED: tuple[tuple[Nation, CardKey], ...] = tuple(
    [
        (nation, card.key)
        for nation in (Nation.GERMAN, Nation.US)
        for card in CATALOG.cards.values()
        for _ in range(card.copies.get(nation, 0))
    ]
)
"""G-05: whose card each number is, and of which kind; the copies of a kind follow each other."""


def card_key(card: int) -> CardKey:
    """The kind of an action card."""
    return NUMBERED[card][1]


def pool(nation: Nation, *kinds: CardKind) -> tuple[int, ...]:
    """All cards of a nation that are of these kinds (HON-DECK-02, HON-DECK-03)."""
    return tuple(
        [n for n, (whose, key) in enumerate(NUMBERED) if whose is nation and _is_of(key, kinds)]
    )


def _is_of(key: CardKey, kinds: tuple[CardKind, ...]) -> bool:
    return CATALOG.cards[key].kind in kinds


def starter(nation: Nation) -> Iterator[int]:
    """The cards of a nation's starter deck (G-11)."""
    for key, card in CATALOG.cards.items():
        copies = [n for n, (whose, k) in enumerate(NUMBERED) if whose is nation and k == key]
        yield from copies[: card.starter.get(nation, 0)]


# -- concealed counters --------------------------------------------------------------------

FIRST_HIDDEN = 300
"""G-15: the card of a blind over unit 0."""
FIRST_RUSE = 360
"""G-15: the first card of a blind over nobody."""


FIRST_BONUS = 500
BONUS = {FIRST_BONUS + n: tactic for n, tactic in enumerate(BonusTactic)}
"""G-15: the cards of the bonus tactics."""


def hidden_unit(card: int) -> UnitId:
    """The unit under a blind; NO_UNIT under a Ruse (HON-TRT-13)."""
    return UnitId(card - FIRST_HIDDEN) if card < FIRST_RUSE else NO_UNIT


def card_words(card: int) -> str:
    """Name a hidden card that is open: an action card, a token, a bonus, what is under a blind."""
    if card < len(NUMBERED):
        return read_out(CATALOG.cards[card_key(card)].title)
    if card < FIRST_HIDDEN:
        return token_words(card)
    if card >= FIRST_BONUS:
        return BONUS[card].word
    return say("a Ruse") if hidden_unit(card) == NO_UNIT else say("a concealed unit")
