"""What computer players measured of each mission: `scripts/measured.py` writes it.

It is no data of the rules: no digest covers it, and no match depends on it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import cache
from typing import Any

FILE = os.path.join(os.path.dirname(__file__), "measured.json")
SECONDS = 15
"""What an answer takes two people who know the game, with what they look at before it: a guess."""
BEYOND_CHANCE = 384
"""The square of 1.96, in hundredths: a side is favoured if chance alone would give it so many wins
in less than one of twenty such measurements."""

ENOUGH = 20
"""Matches after which a mission may be called even."""


@cache
def _measured() -> dict[str, dict[str, Any]]:
    """Game -> mission -> what was measured."""
    with open(FILE, encoding="utf-8") as file:
        found: dict[str, dict[str, Any]] = json.load(file)
    return found


def minutes(game: str, mission: str, switches: Sequence[tuple[str, str]] = ()) -> int:
    """About how long a match takes, in steps of five minutes; 0 for what was not measured.
    switches: with which it is played, if it was measured with just these ("mission name=value")."""
    found = _measured().get(game, {})
    played = " ".join([mission, *[f"{name}={value}" for name, value in switches]])
    answers: int = found.get(played, found.get(mission, {})).get("answers", 0)
    return -(-answers * SECONDS // 300) * 5


def is_even(game: str, mission: str) -> bool:
    """Return True if it was measured who wins, and neither side does so beyond chance; where sides
    are chosen, neither seat."""
    found = _measured().get(game, {}).get(mission, {})
    enough = found.get("matches", 0) >= ENOUGH
    return bool(found.get("even") or enough) and not favoured(game, mission)[0]


def chosen(game: str, mission: str) -> tuple[tuple[str, int], ...]:
    """Of sides that are chosen, the one that won most and the one that won least, by name, each
    with its wins in a hundred matches; () where that was not measured."""
    found = _measured().get(game, {}).get(mission, {}).get("chosen", {})
    return tuple(sorted(found.items(), key=lambda one: -one[1]))


def favoured(game: str, mission: str) -> tuple[str, int]:
    """The side that wins more often, by name, and its wins in a hundred matches; "" and 0 where
    none does, or where sides are chosen."""
    found = _measured().get(game, {}).get(mission, {})
    halves, matches = found.get("half_wins", {}), found.get("matches", 0)
    for side, won in halves.items():
        if won > matches and 100 * (won - matches) ** 2 > BEYOND_CHANCE * matches:
            return side, (100 * won + matches) // (2 * matches)
    return "", 0
