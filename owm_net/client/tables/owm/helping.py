"""The game's own part of the help."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.games.owm.catalog import ReferenceCard, TokenCard
from owm_net.games.owm.state import CATALOG

TOGETHER = 4
"""Tokens in one paragraph: a column has room for no more when everything is shown large."""


def notes() -> list[tuple[str, list[str]]]:
    """How a turn goes, in few lines; then the reference cards, and what the tokens mean."""
    cards = [_card(card) for card in CATALOG.reference]
    tokens = (*CATALOG.token_cards, *CATALOG.other_cards)
    parts = [tokens[i : i + TOGETHER] for i in range(0, len(tokens), TOGETHER)]
    sides = [
        (
            tr("Tokens, {number} of {parts}", number=n, parts=len(parts)),
            [line for token in part for line in _faces(token)],
        )
        for n, part in enumerate(parts, 1)
    ]
    return [*NOTES, *cards, *sides, *LAST]


def _card(card: ReferenceCard) -> tuple[str, list[str]]:
    return tr("In short: {title}", title=card.title), [f"• {tr(line)}" for line in card.lines]


def _faces(token: TokenCard) -> list[str]:
    """A line for each of its sides, one if both are alike."""
    return list(dict.fromkeys(f"• {tr(face.title)}: {tr(face.text)}" for face in token.faces))


NOTES: list[tuple[str, list[str]]] = [
    (
        say("A turn"),
        [
            say(
                "The Fireteam that is next on the Initiative Track acts, with up "
                "to two actions. Play a card for its own order, or discard any "
                "card for one of the actions at the right."
            ),
        ],
    ),
    (
        say("Attack"),
        [
            say(
                "The card's die says how many soldiers may shoot. Click who "
                "shoots, then FIRE, or him again. Each shot: the dice of the "
                "weapon at this range, less a die of Discipline, with modifiers. "
                "Vitality or more kills; Resolve or more suppresses, and routs who "
                "is suppressed already."
            ),
        ],
    ),
    (
        say("Maneuver"),
        [
            say(
                "The first order puts the Fireteam on the move (green arrow), "
                "easier to hit. It arrives at its next turn, or at once with a "
                "second order or by fast-move Terrain. Entering a place with an "
                "enemy is an assault."
            ),
        ],
    ),
    (
        say("Rally and Entrench"),
        [
            say(
                "Rally stands suppressed soldiers up. Entrench digs in: +1 attack "
                "and defense there."
            ),
        ],
    ),
    (
        say("Terrain"),
        [
            say("A Terrain card goes on an open spot in sight, next to other Terrain."),
        ],
    ),
    (
        say("Winning"),
        [
            say(
                "When the deck has run out as often as the mission says, each side "
                "counts its soldiers' points, and who holds the objective alone "
                "adds the mission's points."
            ),
        ],
    ),
    (
        say("Signs on the map"),
        [
            say(
                "Star burst: attack from here. Shield: defense. Eye: blocks sight. "
                "Round tokens are Allies, six-sided ones Axis; an orange tip "
                "points where it is going; a leaf means stealth; a number in amber "
                "counts suppressed soldiers."
            ),
        ],
    ),
]

LAST: list[tuple[str, list[str]]] = [
    (
        say("Credits"),
        [
            say(
                "After 'Of War and Men: WWII', the work of its designers and "
                "publisher. This program is unofficial; its words, pictures and "
                "soldiers are its own."
            ),
        ],
    ),
]
