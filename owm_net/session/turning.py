"""The turning points of a match: of each side the decision that has cost it most.

What a player did is compared with what the game's thinker would have tried in their place
(`engine.search`), by what they could know at that moment. It says nothing of what they could not
know, so luck does not count. Each decision is looked at briefly, then those again that seem to have
cost most.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from attrs import frozen

from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.search import Search, is_beyond_chance
from owm_net.session.recorded import Learnt, Recording

BRIEF, LONG = 4, 2
"""The first look takes one part of so many of a veteran's budget, the second so many times it."""
DOUBT = 20
"""Tenths of a standard error by which something must be better: many decisions are looked at."""
AGAIN = 4
"""Decisions of each side that are looked at again."""


@frozen
class Turning:
    """A decision that cost its seat most, after `step` answered requests. given: what they did.
    better: what came out better in `won` and worse in `lost` of the `tried` worlds; words: of the
    plan it begins, or ""."""

    step: int
    seat: Seat
    given: Answer
    better: Answer
    words: str
    won: int
    lost: int
    tried: int


def turning_points(
    recording: Recording, hands: Sequence[Learnt]
) -> Generator[tuple[int, int], None, list[Turning]]:
    """Find that of each seat whose cards are known, in the order of the seats; of a seat to whom
    nothing else was clearly better, none. Yields how much is done, and of how much.

    hands: what each of these seats has learnt. The game has a thinker. It takes about a minute.
    """
    thinker = recording.system.thinker()
    assert thinker is not None
    of = {hand.seat: hand for hand in hands}
    decided = [one for one in recording.decisions() if one[1] in of]
    total = len(decided) + AGAIN * len(of)

    def compared(step: int, seat: Seat, given: Answer, budget: int) -> _Compared | None:
        view = recording.view(step, of[seat])
        return _compared(Search(thinker, view, Chance(step), budget, given))

    costs: dict[Seat, list[tuple[int, int, Answer]]] = {seat: [] for seat in of}
    for n, (step, seat, given) in enumerate(decided):
        yield n, total
        if (it := compared(step, seat, given, thinker.budget // BRIEF)) is not None:
            costs[seat].append((it.cost, step, given))
    found = []
    for n, seat in enumerate(sorted(of)):
        worst: _Compared | None = None
        dear = sorted(costs[seat], key=lambda one: (-one[0], one[1]))[:AGAIN]
        for m, (_, step, given) in enumerate(dear):
            yield len(decided) + AGAIN * n + m, total
            it = compared(step, seat, given, thinker.budget * LONG)
            if it is not None and (worst is None or it.cost > worst.cost):
                worst = it
                turning = Turning(step, seat, given, it.better, it.words, it.won, it.lost, it.tried)
        found += [] if worst is None else [turning]
    return found


@frozen
class _Compared:
    """How what came out better compares with what was done. cost: in what the game's positions
    are worth."""

    cost: int
    better: Answer
    words: str
    won: int
    lost: int
    tried: int


def _compared(search: Search[Any]) -> _Compared | None:
    """None if nothing came out better beyond chance."""
    best, own = search.run()[0], search.tried[0]
    if best is own or not is_beyond_chance(best, own, DOUBT):
        return None
    pairs = list(zip(best.worths, own.worths, strict=False))
    cost = sum([a - b for a, b in pairs]) // len(pairs)
    won, lost = sum([a > b for a, b in pairs]), sum([a < b for a, b in pairs])
    return _Compared(cost, best.plan.first, best.plan.words, won, lost, len(pairs))
