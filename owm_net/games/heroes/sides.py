"""Whose turn it is, where a side has several seats. HON-MP-12, HON-MP-21, R-69.

The sides take turns, and within a side its members do. A procedure with turns remembers `turned`:
of each side with several members, the one that had its turn last.
"""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.games.heroes.state import HeroesState

Turned = tuple[Seat, ...]


def had_turn(g: HeroesState, seat: Seat, turned: Turned) -> Turned:
    """Remember that a seat has had its turn."""
    if len(g.members(seat)) == 1:
        return turned
    return (*[s for s in turned if g.hostile(s, seat)], seat)


def others(g: HeroesState, seat: Seat, turned: Turned) -> list[Seat]:
    """The seats of the other side, from the one whose turn is next."""
    return _from_next(g.rivals(seat), turned)


def own(g: HeroesState, seat: Seat, turned: Turned) -> list[Seat]:
    """The seats of one's own side, from the one whose turn is next."""
    return _from_next(g.members(seat), turned)


def candidates(g: HeroesState, seat: Seat, turned: Turned) -> list[Seat]:
    """All seats as they are asked when it is a seat's turn: itself, its allies in its place, then
    the other side."""
    side = g.members(seat)
    at = side.index(seat)
    return [*side[at:], *side[:at], *others(g, seat, turned)]


def _from_next(side: list[Seat], turned: Turned) -> list[Seat]:
    at = next((n + 1 for n, seat in enumerate(side) if seat in turned), 0)
    return side[at:] + side[:at]
