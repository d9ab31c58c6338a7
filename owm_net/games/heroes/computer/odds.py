"""Exact odds of dice, in thousandths."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from owm_net.games.heroes.terms import DIE

SURE = 1000
"""Odds are in thousandths."""
FACES = range(1, DIE + 1)


@lru_cache(maxsize=256)
def reaches(need: int, dice: int = 1) -> int:
    """Return the odds that the best of so many dice comes to a number."""
    below: int = min(DIE, max(0, need - 1)) ** dice
    whole: int = DIE**dice
    return SURE - SURE * below // whole


@lru_cache(maxsize=256)
def clash(lead: int, mine: int, theirs: int) -> tuple[int, int]:
    """Return the odds that the better of my dice and a lead beats the better of theirs, and that
    it loses against it (HON-ASLT-12)."""
    won = lost = 0
    for dice in product(FACES, repeat=mine + theirs):
        more = max(dice[:mine]) + lead - max(dice[mine:])
        won += more > 0
        lost += more < 0
    whole: int = DIE ** (mine + theirs)
    return SURE * won // whole, SURE * lost // whole
