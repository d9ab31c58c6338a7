"""The computer player's values of shots, charges and places.

A worth is a hundred times the points that are won in the mean. Odds come from the rules: which face
a shot needs, whose courage is greater, who sees whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from typing import Unpack

from owm_net.engine.view import View
from owm_net.games.nco.attack import SIDES, WOUNDS
from owm_net.games.nco.catalog import Weapon
from owm_net.games.nco.damage import FATAL
from owm_net.games.nco.ids import SoldierId, opponent
from owm_net.games.nco.melee import fighting_courage
from owm_net.games.nco.missions import MISSION, MOST_SPECIALISTS, mission_of
from owm_net.games.nco.scenarios import (
    CENTRE_OFF,
    DESTROY,
    DROP_DESTROYED,
    EXTERMINATION,
    RESCUED,
)
from owm_net.games.nco.shots import Shot, caught, in_half_range, needed, why_not_shot
from owm_net.games.nco.state import NcoState, Soldier, SoldierChanges
from owm_net.games.nco.terms import HIT_IMPROBABLE, Order, Phase, Shooting, Status
from owm_net.games.nco.tokens import bears_pilot, laden

Prizes = Mapping[SoldierId, int]
"""Points that a side would lose with a soldier, beside his worth."""
SURE = 1000
"""Odds are in thousandths."""
A_SOLDIER = 4
"""Points that anybody counts for beside his worth: he can fight."""
AN_ORDER = 100
"""Worth of an order that somebody cannot be given any more."""


# ------------------------------------------------------------------ who counts for what


def prizes(view: View[NcoState]) -> Prizes:
    """Return the extra value of each soldier on the table, as a seat knows it."""
    g = view.state
    found = {s: _borne(g, s) for s in g.on_field()}
    if g.scenario == EXTERMINATION:
        for s, points in _wanted(view):
            found[s] = found.get(s, 0) + points
    return found


def _borne(g: NcoState, soldier: SoldierId) -> int:
    """Return the value of a soldier's load, or of what only they can do."""
    if g.scenario == DESTROY:
        return DROP_DESTROYED // 2 if soldier in g.bombers else 0
    return RESCUED if bears_pilot(g, soldier) else CENTRE_OFF * laden(g, soldier)


def _wanted(view: View[NcoState]) -> Iterable[tuple[SoldierId, int]]:
    """Yield the soldiers that the viewer's mission wants dead, each with a share of its points."""
    g, group = view.state, mission_of(view)
    if group is None:
        return []
    enemies = {SoldierId(n): s for n, s in enumerate(g.soldiers) if s.seat == opponent(view.seat)}
    wanted = {n: s for n, s in enemies.items() if kind_of(s) == group}
    most = -(-len(wanted) // 2) if group == 0 else min(MOST_SPECIALISTS, len(wanted))
    most = 1 if group == 2 else most
    left = most - sum([s.status is Status.DEAD for s in wanted.values()])
    if left <= 0:
        return []
    return [(n, MISSION // most) for n, s in wanted.items() if s.present]


def kind_of(s: Soldier) -> int:
    """Return the mission that wants this soldier: of a regular, a specialist, a sergeant."""
    if s.sergeant:
        return 2
    return 1 if s.row.specialist else 0


# ------------------------------------------------------------------ what a hit costs


@lru_cache(maxsize=1 << 14)
def harm(health: int, psyche: int, broke: bool, wound: int, rider: int, hits: int) -> int:
    """Return how much of a soldier so many hits cost, in thousandths, in the mean (D-9).

    broke: had a breakdown before, so that the next may be the end. wound, rider: the weapon's
    bonus on the wound roll, and psyche lost beyond the chart. A psyche of 0 cannot sink.
    """
    total = 0
    for face in range(1, SIDES + 1):
        roll = face + wound
        lost, nerve = WOUNDS[roll] if roll < len(WOUNDS) else (FATAL, 0)
        nerve += rider
        if lost >= health:
            total += SURE
            continue
        left, kept = health - lost, max(0, psyche - nerve)
        more = 0
        if hits > 1:
            more = harm(left, kept, broke, wound, rider, hits - 1)
        now = _lessened(health, lost) + _shaken(psyche, kept, broke)
        total += min(SURE, now + more * max(0, SURE - now) // SURE)
    return total // SIDES


def _lessened(health: int, lost: int) -> int:
    """A soldier with one health left cannot even walk (NCO-HLT-02)."""
    if not lost:
        return 0
    return 400 * lost // health + (200 if health - lost == 1 else 0)


def _shaken(psyche: int, kept: int, broke: bool) -> int:
    if psyche == kept:
        return 0
    if not kept:
        return 700 if broke else 350
    return 40 + 200 * (psyche - kept) // psyche


def harm_of(g: NcoState, soldier: SoldierId, row: Weapon, hits: int, more: int = 0) -> int:
    """Return the same for a soldier hit by a weapon. more: on the wound roll."""
    t = g.soldiers[soldier]
    psyche = 0 if t.calm else t.psyche
    return harm(t.health, psyche, t.breakdowns > 0, row.wound + more, row.psyche, hits)


@lru_cache(maxsize=1 << 12)
def hit_chance(need: int, dice: int, again: bool) -> tuple[int, int]:
    """Return the chances of one hit and of two, in thousandths. again: a miss is rolled once
    more."""
    one = SURE // 18 if need >= HIT_IMPROBABLE else SURE * (7 - need) // 6
    if dice == 1:
        return one + (SURE - one) * one * again // SURE, 0
    both = one * one // SURE
    return 2 * (one - both), both


# ------------------------------------------------------------------ shots


def gain(g: NcoState, shot: Shot, prized: Prizes) -> int:
    """Return the value of a shot: the points that it costs in the mean, times 100; friends in the
    circle count against it. A grenade may fall short or too far (D-12)."""
    if shot.aim is None:
        return _cost(g, shot, [shot.target] if shot.target is not None else [], prized)
    if not shot.row.thrown:
        return _cost(g, shot, caught(g, shot, shot.aim), prized)
    here = g.soldiers[shot.shooter].spot
    total = 3 * _cost(g, shot, caught(g, shot, shot.aim), prized)
    for way in (-1, 1):
        total += _cost(g, shot, caught(g, shot, g.ground.scattered(here, shot.aim, way)), prized)
    return total // SIDES


def _cost(g: NcoState, shot: Shot, targets: Iterable[SoldierId], prized: Prizes) -> int:
    total, row = 0, shot.row
    mine = g.soldiers[shot.shooter].seat
    for target in targets:
        t = g.soldiers[target]
        one, two = hit_chance(
            needed(g, shot, target), row.dice, row.again and shot.how is Shooting.FIRE
        )
        points = t.worth + prized.get(target, 0) + A_SOLDIER
        near = row.wound_near if row.wound_near and in_half_range(g, shot, t.spot) else 0
        value = one * harm_of(g, target, row, 1, near)
        if two:
            value += two * harm_of(g, target, row, 2, near)
        value = value * points // (SURE * SURE // 100)
        if shot.area and t.order is Order.NONE and g.phase is Phase.ORDERS:
            value += (one + two) * AN_ORDER // SURE  # thrown Down, whatever the wound
        total += value if t.seat != mine else -2 * value
    return total


def hit_odds(g: NcoState, shot: Shot, target: SoldierId) -> tuple[int, int]:
    """Return how likely one die at least hits: so many of so many cases."""
    need, dice = needed(g, shot, target), shot.row.dice
    dice += shot.row.again and shot.how is Shooting.FIRE  # a miss is rolled again
    odds = 2 if need >= HIT_IMPROBABLE else 6 * (7 - need)
    lands = 2 if shot.row.thrown else 1  # every other grenade lands where it is aimed
    return 36**dice - (36 - odds) ** dice, lands * 36**dice


def best_shot(g: NcoState, shots: Iterable[Shot], prized: Prizes) -> tuple[int, Shot] | None:
    """The allowed shot that brings most, with what it brings."""
    found: tuple[int, Shot] | None = None
    for shot in shots:
        if why_not_shot(g, shot) is None:
            value = gain(g, shot, prized)
            if found is None or value > found[0]:
                found = value, shot
    return found


def supposing(g: NcoState, soldier: SoldierId, **changes: Unpack[SoldierChanges]) -> NcoState:
    """The state as it would be with another soldier there; the given one stays as it is."""
    other = copy(g)
    other.soldiers = list(g.soldiers)
    other.change(soldier, **changes)
    return other


# ------------------------------------------------------------------ charges


@lru_cache(maxsize=4096)
def duel(mine: int, my_health: int, other: int, his_health: int) -> tuple[int, int]:
    """Thousandths of close combats that I win, and that I die in, with this courage and health of
    both (NCO-CC-02 to -04): a tie kills both, who has lost a round has no courage left."""
    won = lost = 0
    for a in range(1, 7):
        for b in range(1, 7):
            lead = a + mine - b - other
            if lead == 0:
                win, loss = SURE, SURE
            elif lead > 0:
                win, loss = (SURE, 0)
                if his_health > lead:
                    win, loss = duel(mine, my_health, 0, his_health - lead)
            else:
                win, loss = (0, SURE)
                if my_health > -lead:
                    win, loss = duel(0, my_health + lead, other, his_health)
            won, lost = won + win, lost + loss
    return won // 36, lost // 36


@lru_cache(maxsize=512)
def wins(mine: int, my_health: int, other: int, his_health: int) -> tuple[int, int]:
    """Return how likely I win a close combat and live: so many of so many cases, exactly; the
    arguments are those of `duel`."""
    part, whole = 0, 36
    for a in range(1, 7):
        for b in range(1, 7):
            lead = a + mine - b - other
            more = (0, 1)
            if lead >= his_health:
                more = 1, 1
            elif lead > 0:
                more = wins(mine, my_health, 0, his_health - lead)
            elif 0 < -lead < my_health:
                more = wins(0, my_health + lead, other, his_health)
            longer = max(whole, 36 * more[1])
            part = part * (longer // whole) + more[0] * (longer // (36 * more[1]))
            whole = longer
    return part, whole


def charge_worth(g: NcoState, soldier: SoldierId, enemy: SoldierId, prized: Prizes) -> int:
    """Return the value of an Assault on the whole: the enemy's points, less the soldier's own
    risk."""
    s, t = g.soldiers[soldier], g.soldiers[enemy]
    won, lost = duel(fighting_courage(g, soldier), s.health, fighting_courage(g, enemy), t.health)
    mine = s.worth + prized.get(soldier, 0) + A_SOLDIER
    theirs = t.worth + prized.get(enemy, 0) + A_SOLDIER
    return 100 * (won * theirs - lost * mine) // SURE
