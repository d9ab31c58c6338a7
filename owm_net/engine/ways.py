"""The cheapest way over a free map, from place to place, for computer players.

A game says where one can turn and what a leg costs; what may be walked, its rules alone judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import TypeVar

from owm_net.engine.geometry import length

P = TypeVar("P", bound=tuple[int, ...])

MOST_TRIED = 400
"""Legs that are measured for one way; what is farther around is given up."""


def cheapest(
    corners: Sequence[P], start: P, goal: P, cost: Callable[[P, P], int | None]
) -> tuple[P, ...] | None:
    """The places after `start` of the cheapest way to a goal, the goal with them; None if none is
    found. A leg is measured only when it is the best that is left (a lazy A*).

    corners: where one may turn. cost: of a leg, at least its length; None if nobody walks it.
    """
    places = (*corners, goal, start)
    last, first = len(places) - 2, len(places) - 1
    left = [_apart(place, goal) for place in places]
    before: dict[int, int] = {}
    heap = [(left[first], 0, True, first, first)]
    tried = 0
    while heap and tried < MOST_TRIED:
        _, spent, measured, number, parent = heappop(heap)
        if number in before:
            continue
        here = places[number]
        if not measured:
            tried += 1
            leg = cost(places[parent], here)
            if leg is not None:
                spent += leg
                heappush(heap, (spent + left[number], spent, True, number, parent))
            continue
        before[number] = parent
        if number == last:
            return _followed(places, before, last)
        for other, place in enumerate(places):
            if other not in before:
                guess = spent + _apart(here, place) + left[other]
                heappush(heap, (guess, spent, False, other, number))
    return None


def _apart(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    return length((a[0], a[1]), (b[0], b[1]))


def _followed(places: Sequence[P], before: dict[int, int], end: int) -> tuple[P, ...]:
    """The places up to one, back from it to where nothing is before."""
    found: list[P] = []
    while before[end] != end:
        found.append(places[end])
        end = before[end]
    return tuple(found[::-1])
