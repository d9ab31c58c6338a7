"""The computer player's values of shots, charges and places.

A worth is about a hundred times the points that are won. Odds come from the rules: which face a
shot needs, whose courage is greater, who sees whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from functools import lru_cache
from typing import Unpack

from owm_net.engine.view import View
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, Spot, opponent
from owm_net.games.nco.melee import fighting_courage
from owm_net.games.nco.missions import MISSION, MOST_SPECIALISTS, mission_of
from owm_net.games.nco.scenarios import (
    CENTRE_OFF,
    DESTROY,
    DROP_DESTROYED,
    EXTERMINATION,
    RESCUED,
)
from owm_net.games.nco.shots import Shot, caught, needed, why_not_shot
from owm_net.games.nco.state import NcoState, Soldier, SoldierChanges
from owm_net.games.nco.terms import BASES, HIT_IMPROBABLE, Order, Shooting, Status
from owm_net.games.nco.tokens import bears_pilot, laden

Prizes = Mapping[SoldierId, int]
"""Points that a side would lose with a soldier, beside his worth."""
SURE = 1000
"""Odds are in thousandths."""
A_DEATH = 50
"""Worth of a point of somebody who is killed for certain."""
IN_SIGHT = 2
"""Danger of a place for each point of who stands there, by each enemy who can fire at it."""


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


# ------------------------------------------------------------------ shots


def gain(g: NcoState, shot: Shot, prized: Prizes) -> int:
    """Return the value of a shot; friends in the circle count against it."""
    targets = [shot.target] if shot.target is not None else []
    if shot.aim is not None:
        targets = list(caught(g, shot, shot.aim))
    total = 0
    for target in targets:
        t = g.soldiers[target]
        need = needed(g, shot, target)
        odds = 2 if need >= HIT_IMPROBABLE else 6 * (7 - need)  # of 36
        deadly = 3 if t.health <= 2 else 2 if t.health == 3 else 1
        points = t.worth + prized.get(target, 0) + 4
        value = odds * shot.row.dice * points * (deadly + shot.row.wound) // 8
        total += value if t.seat != g.soldiers[shot.shooter].seat else -2 * value
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
    points = won * (t.worth + prized.get(enemy, 0)) - lost * (s.worth + prized.get(soldier, 0))
    return A_DEATH * points // SURE


# ------------------------------------------------------------------ places


def danger(g: NcoState, soldier: SoldierId, spot: Spot, prized: Prizes) -> int:
    """Return the likely cost of standing somewhere: for each enemy who could fire there."""
    s = g.soldiers[soldier]
    points = s.worth + prized.get(soldier, 0)
    ground = g.ground
    seen = 0
    for enemy in g.on_field(opponent(s.seat)):
        e = g.soldiers[enemy]
        if e.broken or e.peaceful:
            continue
        reach = max([g.reach(CATALOG.weapons[weapon]) for weapon in e.arms], default=0) + BASES
        if gap2(e.spot, spot) <= reach * reach and ground.sees(e.spot, spot):
            seen += 2 if e.order is Order.NONE else 1
    if ground.within_cover(spot):
        seen = seen * 2 // 3
    return IN_SIGHT * seen * points // 2
