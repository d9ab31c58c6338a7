"""The odds of a shot, from the rules' own numbers: exact, by counting all dice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

from attrs import evolve, frozen

from owm_net.client.language import tr
from owm_net.engine.agenda import Refusal
from owm_net.games.nco.attack import SIDES, WOUNDS
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, WeaponKey
from owm_net.games.nco.melee import fighting_courage
from owm_net.games.nco.shots import (
    Shot,
    focused,
    in_half_range,
    modifiers,
    needed,
    why_not_aim,
    why_not_target,
)
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import HIT_AGAIN, HIT_IMPROBABLE, Item, Shooting, Skill


@frozen
class Odds:
    """weapon: the one used. need: the face that hits. why: its modifiers, each with its sign. hit,
    kill: the odds that one die at least hits, and that the target dies of it; lucky: unless a Lucky
    Trinket saves the target."""

    weapon: WeaponKey
    need: int
    why: tuple[tuple[str, int], ...]
    hit: Fraction
    kill: Fraction
    lucky: bool = False

    @property
    def short(self) -> str:
        """For a small plate: "4+ 50%"."""
        return f"{self.need}+ {percent(self.hit)}"

    @property
    def chance(self) -> str:
        """In a few words."""
        return tr("hits {hit}, kills {kill}", hit=percent(self.hit), kill=percent(self.kill))

    def lines(self) -> list[str]:
        """With every modifier named."""
        why = ", ".join([f"{tr(name)} {change:+d}" for name, change in self.why])
        need = tr("needs {need}+", need=self.need)
        again = tr("a 6, and then 5 or 6") if self.need >= HIT_IMPROBABLE else ""
        return [
            ": ".join(filter(None, (need, again))),
            why or tr("no modifiers"),
            self.chance,
            *([tr("unless the Lucky Trinket helps")] if self.lucky else []),
        ]


def percent(chance: Fraction) -> str:
    """A chance as people read it."""
    n = round(chance * 100)
    if chance and not n:
        return "<1%"
    return ">99%" if n == 100 and chance < 1 else f"{n}%"


def odds_of(g: NcoState, shot: Shot, target: SoldierId) -> Odds:
    """Of a shot as men stand now, for one of those whom it catches."""
    need, row = needed(g, shot, target), shot.row
    again = row.again and shot.how is Shooting.FIRE
    t = g.soldiers[target]
    bonus = row.wound
    if row.wound_near and in_half_range(g, shot, t.spot):
        bonus += row.wound_near
    if shot.how is Shooting.FOCUS and focused(g, shot):
        bonus += Skill.DEADEYE in g.soldiers[shot.shooter].skills
    hits = _hits(need, row.dice, again)
    kill = sum([chance * _killed(n, bonus, t.health) for n, chance in enumerate(hits)], Fraction(0))
    lucky = Item.LUCKY_TRINKET in t.items
    return Odds(shot.weapon, need, tuple(modifiers(g, shot, target)), 1 - hits[0], kill, lucky)


@lru_cache(maxsize=128)
def _hits(need: int, dice: int, again: bool) -> tuple[Fraction, ...]:
    """How likely 0, 1, 2 ... dice hit."""
    counts = [Fraction(0)] * (dice + 1)
    faces = range(1, SIDES + 1)
    for rolled in product(faces, repeat=dice):
        missed = [n for n, face in enumerate(rolled) if face < min(SIDES, need)]
        rerolls = faces if again and missed else (0,)
        for more in rerolls:
            final = list(rolled)
            if more:
                final[missed[0]] = more
            chance = Fraction(1, SIDES**dice * len(rerolls))
            for n, part in enumerate(_sum([_one(face, need) for face in final])):
                counts[n] += chance * part
    return tuple(counts)


def _one(face: int, need: int) -> Fraction:
    """How likely a die that shows this hits."""
    if need >= HIT_IMPROBABLE:
        return Fraction(SIDES + 1 - HIT_AGAIN, SIDES) if face == SIDES else Fraction(0)
    return Fraction(face >= need)


def _sum(chances: list[Fraction]) -> list[Fraction]:
    """How likely 0, 1, 2 ... of these come true."""
    counts = [Fraction(1)]
    for chance in chances:
        longer = [n * (1 - chance) for n in counts] + [Fraction(0)]
        for n, part in enumerate(counts):
            longer[n + 1] += part * chance
        counts = longer
    return counts


@lru_cache(maxsize=256)
def _killed(hits: int, bonus: int, health: int) -> Fraction:
    """How likely so many wound rolls take all health."""
    deaths = 0
    for faces in product(range(1, SIDES + 1), repeat=hits):
        rolls = [face + bonus for face in faces]
        lost = sum([WOUNDS[max(0, r)][0] if r < len(WOUNDS) else 99 for r in rolls])
        deaths += bool(hits) and lost >= health
    return Fraction(deaths, SIDES**hits)


# ------------------------------------------------------------------ a fight


@frozen
class Duel:
    """The odds of an Assault that comes to a fight. courage: of the charger, of the other, as they
    fight. wins: only the other is dead at the end; both: nobody lives."""

    courage: tuple[int, int]
    wins: Fraction
    both: Fraction

    @property
    def chance(self) -> str:
        """In a few words."""
        return tr("wins {wins}, both die {both}", wins=percent(self.wins), both=percent(self.both))

    def lines(self) -> list[str]:
        """With the numbers that are compared."""
        mine, theirs = self.courage
        return [tr("courage {mine} against {theirs}", mine=mine, theirs=theirs), self.chance]


def duel_of(g: NcoState, charger: SoldierId, target: SoldierId) -> Duel:
    """As both are now; who is shot at first may come to it weaker."""
    courage = fighting_courage(g, charger), fighting_courage(g, target)
    health = g.soldiers[charger].health, g.soldiers[target].health
    return Duel(courage, *_fought(*health, *courage))


@lru_cache(maxsize=512)
def _fought(health: int, other: int, courage: int, theirs: int) -> tuple[Fraction, Fraction]:
    """How likely the first lives alone, and nobody; each round costs the loser health."""
    wins, both = Fraction(0), Fraction(0)
    for one, two in product(range(1, SIDES + 1), repeat=2):
        ahead = one + courage - two - theirs
        if not ahead:
            both += 1
        elif ahead >= other:
            wins += 1
        elif ahead > 0:
            rest = _fought(health, other - ahead, courage, 0)
            wins, both = wins + rest[0], both + rest[1]
        elif -ahead < health:
            rest = _fought(health + ahead, other, 0, theirs)
            wins, both = wins + rest[0], both + rest[1]
    return wins / SIDES**2, both / SIDES**2


# ------------------------------------------------------------------ which shot is meant


def shots_at(
    g: NcoState,
    shooter: SoldierId,
    weapons: tuple[WeaponKey, ...],
    how: Shooting,
    charger: SoldierId = NO_SOLDIER,
    alone: bool = False,
) -> Iterator[tuple[SoldierId, Shot, Refusal | None]]:
    """Yield each enemy on the table with the best shot at them, or why not with the first weapon.
    charger: a shot at them answers their Assault; alone: nobody else is shot at."""
    seat = g.soldiers[shooter].seat
    for target in g.on_field():
        if target != charger and (alone or g.soldiers[target].seat == seat):
            continue
        first: tuple[Shot, Refusal] | None = None
        able: list[Shot] = []
        for weapon in weapons:
            shot = Shot(shooter, weapon, target, None, how, response=target == charger)
            if shot.row.thrown:
                continue
            if shot.row.area:
                shot = evolve(shot, target=None, aim=g.soldiers[target].spot)
            refusal = why_not_target(g, shot, target)
            if refusal is None and shot.aim is not None:
                refusal = why_not_aim(g, shot, shot.aim)
            if refusal is None:
                able.append(shot)
            else:
                first = first or (shot, refusal)
        if able:
            yield target, _best(g, able, target), None
        elif first is not None:
            yield target, *first


def _best(g: NcoState, shots: list[Shot], target: SoldierId) -> Shot:
    """Return the shot that hits most likely; of equal ones the deadlier, then the first."""

    def chances(shot: Shot) -> tuple[Fraction, Fraction]:
        odds = odds_of(g, shot, target)
        return odds.hit, odds.kill

    return max(shots, key=chances)
