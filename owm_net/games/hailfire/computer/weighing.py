"""The computer player's values of fire, barrages, assaults and places.

A worth is a hundred times points of the profiles. Odds are thousandths and come from the rules:
what a die must show, which column a check uses, how many dice armour takes.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from owm_net.engine.ids import Seat
from owm_net.games.hailfire.assault import assault_at
from owm_net.games.hailfire.checks import HARD, OPEN, Rfc, column_of, fire_check, is_shielded
from owm_net.games.hailfire.damage import dice_on_armour
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import ATTACKER, NO_SEAT, Spot, TeamId, UnitId, opponent
from owm_net.games.hailfire.orders import FireAt
from owm_net.games.hailfire.shooting import (
    Weapon,
    is_spared,
    to_hit,
    veiled,
    weapon_of,
)
from owm_net.games.hailfire.state import HailfireState, Team, near
from owm_net.games.hailfire.terms import ASSAULT_ROUNDS, CLOSE, HIT, TAKES, Aim
from owm_net.games.hailfire.victory import held

SURE = 1000
POINT = 100
"""Worth of a point of somebody who is killed for certain."""
SHAKEN = 3
"""Who is suppressed has lost so much of his worth: one part in three."""
AT_OBJECTIVE = 2
"""Who stands near an objective counts so often."""
LED = 3
"""Points that a Leader counts more for each Team that he leads."""
LAST = 1500
"""Worth of the chit that is drawn when the last Team of a Unit falls."""
SUNK = 4
"""Points that lie on a Team must be checked some day: one part in four of what that costs counts,
and all that it costs more in the open."""
PRESENT = 1500
"""Worth of an enemy who alone keeps an objective from being taken, beside his points."""


# ------------------------------------------------------------------ exact odds


@lru_cache(maxsize=1024)
def fate(points: int, hard: bool, shielded: bool) -> tuple[int, int]:
    """Thousandths of being killed, and of being suppressed, in a Received Fire Check. hard,
    shielded: as `fire_check` takes them."""
    column = HARD if hard else OPEN
    faces_of: dict[Rfc, list[int]] = {result: [] for result in Rfc}
    for face in range(1, 7):
        faces_of[column.get(face, Rfc.READY)].append(face)
    kill, shake, spare = (faces_of[result] for result in Rfc)
    counts = dict.fromkeys(Rfc, 0)
    # dice of the same entry are alike: how many of each sort is enough
    for kills in range(points + 1):
        for shakes in range(points - kills + 1):
            spared = points - kills - shakes
            result = fire_check(
                kill[:1] * kills + shake[:1] * shakes + spare[:1] * spared,
                hard=hard,
                shielded=shielded,
            )
            ways = comb(points, kills) * comb(points - kills, shakes)
            ways *= len(kill) ** kills * len(shake) ** shakes * len(spare) ** spared
            counts[result] += ways
    killed, shaken = counts[Rfc.KILLED], counts[Rfc.SUPPRESSED]
    return SURE * killed // 6**points, SURE * shaken // 6**points


@lru_cache(maxsize=4096)
def tails(dice: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Thousandths of at least 1, 2, 3 ... hits. dice: (what they must show, how many)."""
    ways, whole = [1], 1
    for need, count in dice:
        hits = max(0, min(6, 7 - need))
        for _ in range(count):
            whole *= 6
            ways = [
                (ways[n] * (6 - hits) if n < len(ways) else 0) + (ways[n - 1] * hits if n else 0)
                for n in range(len(ways) + 1)
            ]
    found, left = [], whole - ways[0]
    for n in range(1, len(ways)):
        found.append(SURE * left // whole)
        left -= ways[n]
    return tuple(found)


@lru_cache(maxsize=256)
def any_six(dice: int) -> int:
    """Thousandths of at least one six."""
    none: int = 5**dice
    whole: int = 6**dice
    return SURE - SURE * none // whole


@lru_cache(maxsize=1024)
def duel(attackers: int, number: int, other: int, rounds: int = ASSAULT_ROUNDS) -> tuple[int, int]:
    """Return (won, lost) of one or two against one enemy who strikes first: thousandths of its end,
    and of Teams that are lost. number, other: of their Assault Checks; 7 for a side that makes
    none."""
    if not attackers or not rounds:
        return 0, 0
    mine, his = SURE * max(0, 7 - number) // 6, SURE * max(0, 7 - other) // 6
    won = lost = 0
    for left, odds in ((attackers, SURE - his), (attackers - 1, his)):
        misses = SURE
        for _ in range(left):
            misses = misses * (SURE - mine) // SURE
        later_won, later_lost = duel(left, number, other, rounds - 1) if left else (0, 0)
        fallen = SURE * (attackers - left)
        won += odds * (SURE - misses + misses * later_won // SURE) // SURE
        lost += odds * (fallen + misses * later_lost // SURE) // SURE
    return won, lost


# ------------------------------------------------------------------ a battle as one side sees it


class Threat(NamedTuple):
    """An enemy who can fire. foot, armour: weapons against Teams on foot and against vehicles, with
    how far they reach: the first that does is used. steady: thousandths of its being able to."""

    unit: UnitId
    stand: Stand
    foot: tuple[tuple[Weapon, int], ...]
    armour: tuple[tuple[Weapon, int], ...]
    steady: int


class Outlook:
    """One seat's picture of a state, for one decision: the worth and place of each Team. pressed:
    time favours the enemy. posts, fires: what `marching.posts` and `planning.best_fire` have
    found."""

    def __init__(self, g: HailfireState, seat: Seat) -> None:
        self.g, self.seat = g, seat
        self.mine = g.on_table(seat)
        self.theirs = g.on_table(opponent(seat))
        self.pressed = self._pressed()
        self.posts: dict[UnitId, int] = {}
        self.fires: dict[Hashable, tuple[int, FireAt] | None] = {}
        self._near: dict[TeamId, list[TeamId]] = {}
        self._weapons: dict[tuple[TeamId, TeamId], tuple[Weapon, bool] | None] = {}
        self._worth: dict[TeamId, int] = {}
        self._losses: dict[tuple[TeamId, int, bool], int] = {}
        self._checks: dict[tuple[TeamId, bool], tuple[bool, bool]] = {}
        self._free: list[TeamId] | None = None
        self._armed: list[Threat] | None = None
        self._shelled: dict[int, list[tuple[int, int, int, int]]] = {}

    def _pressed(self) -> bool:
        """Return True if time favours the enemy: they hold more objectives, and chits are drawn for
        them, or nobody holds one yet; where something else is the aim the attacker has to hurry."""
        if self.g.battle.aim is not Aim.OBJECTIVES:
            return self.seat == ATTACKER
        if NO_SEAT in self.g.holders:
            return True
        return held(self.g, opponent(self.seat)) > held(self.g, self.seat)

    # -- who counts for what

    def worth(self, team: TeamId) -> int:
        """Return the worth of killing or keeping a Team."""
        found = self._worth.get(team)
        if found is None:
            t = self.g.teams[team]
            found = POINT * t.row.costs(self.g.unit_of(team).quality)
            if not t.vehicle and any(near_objective(t, o.at) for o in self.g.battle.objectives):
                found *= AT_OBJECTIVE
            if t.row.leader or t.row.observer:
                unit = self.g.unit_of(team)
                found += POINT * LED * (len(self.g.members(t.unit)) - 1)
                found += 0 if unit.off_board is None else POINT * unit.off_board.cost
            elif self._counted(t.unit) == 1:
                found += LAST
            self._worth[team] = found
        return found

    def _counted(self, unit: UnitId) -> int:
        """Return how many of a Unit must still fall for it to be destroyed (HAIL-PVIC-02)."""
        rows = [self.g.teams[team].row for team in self.g.members(unit)]
        return sum([not (row.leader or row.observer) for row in rows])

    def targets_near(self, target: TeamId) -> list[TeamId]:
        """Return the Teams that fire at a Target can hit (HAIL-FIRE-01, HAIL-PASL-10)."""
        found = self._near.get(target)
        if found is None:
            free = self._free
            if free is None:
                free = self._free = [t for t in self.theirs if not self.g.engaged(t)]
            found = [t for t in free if t == target or self.g.within(t, target, CLOSE)]
            self._near[target] = found
        return found

    # -- Received Fire Points

    def check(self, team: TeamId, points: int, moving: bool = False) -> tuple[int, int]:
        """Its odds with so many points, where it stands now."""
        found = self._checks.get((team, moving))
        if found is None:
            hard = column_of(self.g, team, moving).hard
            found = self._checks[(team, moving)] = hard, is_shielded(self.g, team)
        return fate(points, *found)

    def loss(self, team: TeamId, points: int, moving: bool = False) -> int:
        """Return the part of its worth that so many points take."""
        if not points:
            return 0
        found = self._losses.get((team, points, moving))
        if found is None:
            killed, shaken = self.check(team, points, moving)
            if self.g.teams[team].suppressed:
                shaken = 0
            found = self.worth(team) * (killed + shaken // SHAKEN) // SURE
            self._losses[(team, points, moving)] = found
        return found

    def harm(self, team: TeamId, points: int = 1) -> int:
        """Return what some more points take from it; the first ones pin it down."""
        had = self.g.teams[team].points
        more = self.loss(team, had + points) - self.loss(team, had)
        return more // 2 if had else more

    def steady(self, team: TeamId, moving: bool = False) -> int:
        """Thousandths of its being able to carry out an order after steps 2 and 3."""
        t = self.g.teams[team]
        if t.points:
            if t.suppressed:
                return 0
            killed, shaken = self.check(team, t.points, moving)
            return SURE - killed - shaken
        return SURE * (7 - self.g.number(team)) // 6 if t.suppressed else SURE

    # -- fire

    def weapon(self, team: TeamId, target: TeamId) -> tuple[Weapon, bool] | None:
        """Return its weapon against a Target, and True if that is its machine guns; None if it does
        not reach it or does not see it."""
        key = team, target
        if key not in self._weapons:
            self._weapons[key] = self._weapon(team, target)
        return self._weapons[key]

    def _weapon(self, team: TeamId, target: TeamId) -> tuple[Weapon, bool] | None:
        g, t = self.g, self.g.teams[team]
        guns = t.row.machine_guns is not None and not g.teams[target].vehicle
        for use in (True, False) if guns and t.row.rof else (False,):
            weapon = weapon_of(g, team, use)
            if weapon is None or not g.within(team, target, 2 * weapon.range):
                continue
            if use and not g.within(team, target, weapon.range):
                continue
            if not weapon.at and g.teams[target].vehicle:
                continue
            if t.row.hull and not g.in_front(team, g.teams[target].spot):
                return None
            return (weapon, use) if g.sees(team, target) else None
        return None

    def volley(
        self,
        firers: Sequence[tuple[TeamId, Weapon]],
        target: TeamId,
        struck: Sequence[TeamId] = (),
    ) -> int:
        """Return the worth of these Teams' fire at a Target. struck: who may have had their Hit in
        this activation (HAIL-ALLOC-03)."""
        g = self.g
        teams = [team for team, _ in firers]
        hidden = veiled(g, teams, target)
        piercing: dict[int, int] = {}
        plain: dict[int, int] = {}
        best: tuple[int, TeamId] | None = None
        steady = dice = 0
        for team, weapon in firers:
            need = to_hit(g, team, target, weapon, hidden)
            pool = piercing if weapon.at else plain
            pool[need] = pool.get(need, 0) + weapon.rof
            steady += weapon.rof * self.steady(team)
            dice += weapon.rof
            if weapon.at and (best is None or weapon.at > best[0]):
                best = weapon.at, team
        places = [t for t in self.targets_near(target) if any(g.sees(f, t) for f in teams)]
        places.sort(key=lambda t: (is_spared(g, t), t != target, self.harm(t)))
        places = [t for t in places if g.teams[t].vehicle or t not in struck]
        foot = [self.harm(t) for t in places if not g.teams[t].vehicle]
        value = 0
        if best is not None:
            value += self._pierce(best, places, tails(tuple(sorted(piercing.items()))))
        for odds, harm in zip(tails(tuple(sorted(plain.items()))), foot, strict=False):
            value += odds * harm // SURE
        return value * steady // (SURE * dice)

    def _pierce(
        self, best: tuple[int, TeamId], places: Sequence[TeamId], odds: Sequence[int]
    ) -> int:
        """Return the worth of anti-tank hits, dealt round after round; best: AT and the firer."""
        g, (at, firer) = self.g, best
        harms: list[tuple[int, bool]] = []
        for team in places:
            if g.teams[team].vehicle:
                armour = g.armour(team, g.teams[firer].spot)
                harms.append((self.pierced(team, at, armour), True))
            else:
                harms.append((self.harm(team), False))
        harms = [(harm, again) for harm, again in harms if harm or not again]
        value, dealt = 0, 0
        for chance in odds:
            if not harms:
                break
            harm, again = harms[dealt % len(harms)]
            value += chance * harm // SURE
            if again:
                dealt += 1
            else:
                harms.pop(dealt % len(harms))
        return value

    def pierced(self, vehicle: TeamId, at: int, armour: int, least: bool = False) -> int:
        """Return the worth of one hit on a vehicle."""
        rolled = dice_on_armour(at, armour, least=least)
        if not rolled.number:
            return 0
        if not rolled.pen:
            return rolled.number * self.harm(vehicle) // 6
        at_once = any_six(rolled.number)
        rest = self.harm(vehicle, rolled.number)
        return (at_once * self.worth(vehicle) + (SURE - at_once) * rest) // SURE

    # -- barrages

    def shelled(self, spot: Spot, radius: int, points: int) -> int:
        """Return the worth of a barrage that falls there; friends count against it."""
        x, y = spot
        return sum(
            [
                value
                for tx, ty, reach, value in self._under_fire(points)
                if (tx - x) ** 2 + (ty - y) ** 2 <= (radius + reach) ** 2
            ]
        )

    def _under_fire(self, points: int) -> list[tuple[int, int, int, int]]:
        """Return place, radius and worth of each Team that a barrage can hit."""
        found = self._shelled.get(points)
        if found is None:
            found = self._shelled[points] = []
            for team, sign in [*[(t, 1) for t in self.theirs], *[(t, -2) for t in self.mine]]:
                t = self.g.teams[team]
                if t.vehicle:
                    value = max(0, points - t.row.flank) * self.harm(team) // 6
                else:
                    value = self.harm(team, points)
                if value:
                    found.append((*t.spot, t.stand.radius, sign * value))
        return found

    # -- assaults

    def charge(self, teams: Sequence[TeamId], enemy: TeamId, fired_at: bool = False) -> int:
        """Return the worth of these Teams' assault on an enemy. fired_at: the enemy is fired at
        before."""
        strikers = self._strikers(teams)
        if not strikers:
            return 0
        able = min([self.steady(t, moving=True) for t in strikers])
        if self.g.teams[enemy].vehicle:
            return self._storm(strikers, enemy, able)
        won, lost = self._fought(teams, enemy, fired_at)
        mine = max([self._at_stake(t, enemy) for t in strikers])
        after = won * mine // (SURE * SHAKEN)
        return able * (won * self.prize(enemy) // SURE - lost * mine // SURE - after) // SURE

    def wins(self, teams: Sequence[TeamId], enemy: TeamId, fired_at: bool = False) -> int:
        """Return thousandths of the enemy's end in an assault of these Teams. fired_at: as in
        `charge`."""
        strikers = self._strikers(teams)
        if not strikers:
            return 0
        e = self.g.teams[enemy]
        if not e.vehicle:
            return self._fought(teams, enemy, fired_at)[0]
        misses = SURE
        for team in strikers:
            at, least = assault_at(self.g, team)
            rolled = dice_on_armour(at, e.row.flank, least=least)
            kills = any_six(rolled.number) if rolled.pen else 0
            hit = SURE * (7 - self.g.teams[team].row.assault) // 6
            misses = misses * (SURE - hit * kills // SURE) // SURE
        return SURE - misses

    def _strikers(self, teams: Sequence[TeamId]) -> list[TeamId]:
        return [t for t in teams if not self.g.teams[t].row.small]

    def _fought(self, teams: Sequence[TeamId], enemy: TeamId, fired_at: bool) -> tuple[int, int]:
        """Return thousandths (won, lost) of an assault on an enemy on foot, as `duel` does."""
        e, strikers = self.g.teams[enemy], self._strikers(teams)
        helped = len(teams) - len(strikers)
        number = min([self.g.teams[t].row.assault for t in strikers]) - helped
        down = self._breaks(enemy, e.points + (1 if fired_at else 0))
        won, lost = duel(len(strikers), number, 7 if e.row.small else e.row.assault)
        return down + (SURE - down) * won // SURE, (SURE - down) * lost // SURE

    def _at_stake(self, team: TeamId, enemy: TeamId) -> int:
        """Return the cost if an enemy's Assault Check against a Team succeeds."""
        t = self.g.teams[team]
        if not t.vehicle:
            return self.worth(team)
        at, least = assault_at(self.g, enemy)
        return self.pierced(team, at, t.row.flank, least=least)

    def _breaks(self, enemy: TeamId, points: int) -> int:
        """Return thousandths of a defender's end before it strikes (HAIL-PASL-04)."""
        e = self.g.teams[enemy]
        killed, shaken = self.check(enemy, points) if points else (0, 0)
        if e.suppressed:
            shaken = SURE - killed
        return killed + shaken * (self.g.number(enemy) - 1) // 6

    def _storm(self, strikers: Sequence[TeamId], enemy: TeamId, able: int) -> int:
        """Infantry against a vehicle: once, for it drives off."""
        g, e = self.g, self.g.teams[enemy]
        value = 0
        for team in strikers:
            row = g.teams[team].row
            at = max(row.at, row.assault_at) + 1
            hit = SURE * (7 - row.assault) // 6
            value += hit * self.pierced(enemy, at, e.row.flank, least=at == 1) // SURE
            value -= self.worth(team) // 3
        return able * value // (SURE * 2)

    def prize(self, enemy: TeamId) -> int:
        """Return the worth of an enemy's place to a Team that takes it."""
        e = self.g.teams[enemy]
        extra = 0
        for number, objective in enumerate(self.g.battle.objectives):
            if self.g.holders[number] != self.seat and near_objective(e, objective.at):
                extra = PRESENT
        return self.worth(enemy) + extra

    # -- places

    def danger(self, team: TeamId, spot: Spot) -> int:
        """Return the likely cost of standing somewhere: for each enemy Unit that could fire at it
        there. One on foot takes one Hit from each (HAIL-ALLOC-03)."""
        g, t = self.g, self.g.teams[team]
        vehicle, ground, (x, y) = t.vehicle, g.ground, spot
        stand = Stand(spot, t.row.team_class.radius)
        hits: dict[UnitId, int] = {}
        for threat in self._threats():
            (ex, ey), radius = threat.stand
            far2, base = (ex - x) ** 2 + (ey - y) ** 2, radius + stand.radius
            weapons = threat.armour if vehicle else threat.foot
            weapon = next((w for w, most in weapons if far2 <= (most + base) ** 2), None)
            if weapon is None or not ground.sees(threat.stand, stand):
                continue
            need = HIT + ground.concealed(stand, threat.stand)
            need += far2 > (weapon.range + base) ** 2
            if vehicle and not dice_on_armour(weapon.at, t.row.armour).pen:
                need = 6
            hit = weapon.rof * (7 - need) * threat.steady // 6
            hits[threat.unit] = hits.get(threat.unit, 0) + hit
        if not hits:
            return 0
        killed, shaken = fate(1, vehicle or ground.hard_cover(stand), shielded=False)
        harm = killed + shaken // SHAKEN
        whole = sum([min(hit, 2 * SURE if vehicle else SURE) for hit in hits.values()])
        return min(whole, 2 * SURE) * harm // SURE * self.worth(team) // (2 * SURE)

    def _threats(self) -> list[Threat]:
        """Return the enemies who can fire, with what they use against whom."""
        if self._armed is None:
            self._armed = []
            for enemy in self.theirs:
                e = self.g.teams[enemy]
                main, guns = weapon_of(self.g, enemy, False), weapon_of(self.g, enemy, True)
                if e.suppressed or main is None:
                    continue
                armour = ((main, 2 * main.range),) if main.at else ()
                sprays = ((guns, guns.range),) if guns is not None and guns != main else ()
                foot = (*sprays, (main, 2 * main.range))
                steady = SURE // 2 if e.points else SURE
                self._armed.append(Threat(e.unit, e.stand, foot, armour, steady))
        return self._armed


def near_objective(t: Team, at: tuple[int, int]) -> bool:
    """Return True if a Team is near enough to take an objective, or to deny it (HAIL-PVIC-01)."""
    return near(t.stand, Stand(Spot(at), 0), TAKES)
