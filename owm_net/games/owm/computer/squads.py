"""The squads a computer player of OWM builds, and how it splits them into Fireteams."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from owm_net.engine.chance import Chance
from owm_net.games.owm import odds
from owm_net.games.owm.catalog import SoldierCard
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.terms import Colour

STEADY = {Colour.RED: 195, Colour.GREEN: 135, Colour.BLUE: 100}
"""What a soldier is worth by their Discipline, fitted to which squads won (docs/strength.md)."""
UNARMED, RIFLE = 40, 100
"""So much less a soldier is worth whose weapon has less firepower than a rifle's."""


def choose_soldiers(
    division: DivisionKey, budget: int, style: int, chance: Chance, most: int
) -> list[SoldierId]:
    """At most so many soldiers of a division for at most `budget` points.

    style 0: the historical squad and whoever still fits. 1: the most fire. 2: fire and nerves.
    3: the most points with a few of the best. 4: those of good Discipline.
    """
    pool = [s for s, d in CATALOG.division_of.items() if d.key == division]
    likes: dict[SoldierId, int] = {}
    for s in pool:
        card = CATALOG.soldiers[s]
        fire = firepower(card)
        nerves = 40 * (card.resolve - 3) + 30 * (card.vitality - 8)
        steady = STEADY[card.discipline] - (UNARMED if fire < RIFLE else 0)
        like = (
            400 + fire,
            300 + fire,
            100 + fire + 2 * nerves,
            fire + 60 * card.points,
            steady,
        )[style]
        if style == 0 and card.number <= CATALOG.divisions[division].historical:
            like += 100_000
        likes[s] = like * (90 + chance.below(21)) // 100
    chosen = _best_for(pool, likes, budget, most)
    if not any(CATALOG.soldiers[s].is_leader for s in chosen):
        leader = max(
            (s for s in pool if CATALOG.soldiers[s].is_leader),
            key=lambda s: (CATALOG.soldiers[s].points <= budget - 6, likes[s]),
        )
        rest = [s for s in pool if s != leader]
        left = budget - CATALOG.soldiers[leader].points
        chosen = [leader, *_best_for(rest, likes, left, most - 1)]
    return chosen


def _best_for(
    pool: Sequence[SoldierId], likes: dict[SoldierId, int], budget: int, most: int
) -> list[SoldierId]:
    """Those who are liked best together, at most so many and for at most `budget` points (a
    knapsack)."""
    best: dict[tuple[int, int], tuple[int, tuple[SoldierId, ...]]] = {(0, 0): (0, ())}
    for s in pool:
        cost = CATALOG.soldiers[s].points
        for (spent, n), (liked, there) in list(best.items()):
            key = spent + cost, n + 1
            if key[0] <= budget and n < most:
                now = liked + likes[s]
                if key not in best or now > best[key][0]:
                    best[key] = now, (*there, s)
    # Points that are not spent do not survive: each is worth as much as a good soldier's point.
    ranked = [(liked + 25 * spent, there) for (spent, _), (liked, there) in best.items()]
    return list(max(ranked)[1])


def firepower(card: SoldierCard) -> int:
    """The worth of a soldier's shots at ranges 1 to 4 at ordinary men, in rough numbers."""
    return _firepower(card.weapon, card.discipline)


@cache
def _firepower(key: str, discipline: Colour) -> int:
    weapon = CATALOG.weapons[key]
    total = 0
    for distance, weight in ((1, 2), (2, 4), (3, 3), (4, 1)):
        for second in (False, True):
            colours = weapon.colours(distance, second)
            if colours:
                for wanted, parts in ((9, 100), (4, 34)):
                    for plus in (0, 2):
                        part = odds.reaching(colours, discipline, 1, wanted - plus)
                        total += weight * parts * part // odds.SCALE
    return total // 8


def split_squad(chosen: Sequence[SoldierId], parts: int) -> list[tuple[SoldierId, ...]]:
    """Fireteams of about the same strength, each with a Leader."""

    def by_fire(s: SoldierId) -> tuple[int, int]:
        return -firepower(CATALOG.soldiers[s]), s

    leaders = sorted((s for s in chosen if CATALOG.soldiers[s].is_leader), key=by_fire)
    others = sorted((s for s in chosen if not CATALOG.soldiers[s].is_leader), key=by_fire)
    lines: list[list[SoldierId]] = [[] for _ in range(parts)]
    for i, soldier in enumerate([*leaders, *others]):
        turn, place = divmod(i, parts)
        lines[place if turn % 2 == 0 else parts - 1 - place].append(soldier)
    return [tuple(line) for line in lines]
