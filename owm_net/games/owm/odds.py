"""The odds of shots and assaults, exact where the rules are simple enough; integers only.

One Firing Sequence is counted out card by card (OWM-FIRE-01 to 09): every flip is taken to come
from a full core deck, so a sequence of n flips has 192 ** n equal outcomes. Outcomes are valued in
hundredths of a soldier point.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from attrs import frozen

from owm_net.games.owm.catalog import CORE_CARDS, OrderCard
from owm_net.games.owm.firing import (
    is_doubled,
    is_ducking,
    lethality,
    modifiers,
    why_no_shot,
    why_no_target,
)
from owm_net.games.owm.flips import ICON_DIE, size_colour
from owm_net.games.owm.state import (
    AS_RULED,
    CATALOG,
    TERRAINS,
    Fireteam,
    OwmState,
    Soldier,
    Variants,
)
from owm_net.games.owm.terms import Colour, EventIcon, Status
from owm_net.games.owm.traits import firing as traits
from owm_net.games.owm.traits import hits
from owm_net.games.owm.traits.assaults import advantage
from owm_net.games.owm.traits.attacks import stands_out
from owm_net.games.owm.traits.checks import LIMIT, melee_limit
from owm_net.games.owm.traits.course import STRAIGHT, Course, course_of
from owm_net.games.owm.traits.course import lethality as course_lethality
from owm_net.games.owm.traits.hook import in_force
from owm_net.games.owm.traits.leading import is_leader

SCALE = 10_000
"""Odds are given as parts of this."""

LU_WORTH = 4000
"""What Lu's death is worth, in hundredths of a point: more than any shot at soldiers."""


@frozen
class Odds:
    """The effect of one shot, in parts of SCALE; the three add up to it.

    kill: the target is removed, killed or routed. down: suppressed or wounded. miss: nothing.
    """

    kill: int
    down: int
    miss: int


NO_SHOT = Odds(0, 0, SCALE)


# -- one Firing Sequence ---------------------------------------------------------------------


@cache
def _faces(colour: Colour, icons: bool = False) -> tuple[tuple[int, int, bool], ...]:
    """(value, number of cards that show it, whether with a wound icon) of the core cards on which
    no jam icon counts. icons: they sit on one die (G-02)."""
    counts: dict[tuple[int, bool], int] = {}
    for card in CATALOG.core.values():
        icon = card.icon if isinstance(card, OrderCard) else None
        if icon is not None and icons and ICON_DIE[icon] is not colour:
            icon = None
        if icon is not EventIcon.JAM:
            face = (card.dice.of(colour), icon is EventIcon.WOUND)
            counts[face] = counts.get(face, 0) + 1
    return tuple([(value, n, wound) for (value, wound), n in sorted(counts.items())])


def outcomes(
    colours: tuple[Colour, ...], discipline: Colour, flips: int, icons: bool = False
) -> dict[int, int]:
    """Total before modifiers -> number of outcomes, of 192 ** (len(colours) + flips) in all."""
    totals: dict[int, int] = {}
    for (total, _), ways in _counted(colours, discipline, flips, icons).items():
        totals[total] = totals.get(total, 0) + ways
    return totals


@cache
def _counted(
    colours: tuple[Colour, ...], discipline: Colour, flips: int, icons: bool
) -> dict[tuple[int, bool], int]:
    """(total before modifiers, whether a wound icon showed) -> number of outcomes.

    A jam ends the lethality flips and its card does not count (OWM-FIRE-05); the flips that
    are not made then still count as outcomes. flips: of Discipline, 1 or 2.
    """
    done: dict[tuple[int, bool], int] = {}
    running = {(0, False): 1}
    for i, colour in enumerate(colours):
        faces = _faces(colour, icons)
        jams = CORE_CARDS - sum(n for _, n, _ in faces)
        rest = CORE_CARDS ** (len(colours) - i - 1)
        longer: dict[tuple[int, bool], int] = {}
        for (total, hurt), ways in running.items():
            done[total, hurt] = done.get((total, hurt), 0) + ways * jams * rest
            for value, n, wound in faces:
                at = (total + value, hurt or wound)
                longer[at] = longer.get(at, 0) + ways * n
        running = longer
    for ended, ways in running.items():
        done[ended] = done.get(ended, 0) + ways
    each = CORE_CARDS // discipline.sides
    for _ in range(flips):
        lower: dict[tuple[int, bool], int] = {}
        for (total, hurt), ways in done.items():
            for value in range(1, discipline.sides + 1):
                at = (total - value, hurt)
                lower[at] = lower.get(at, 0) + ways * each
        done = lower
    return done


@cache
def reaching(
    colours: tuple[Colour, ...], discipline: Colour, flips: int, wanted: int, icons: bool = False
) -> int:
    """In how many of SCALE a total before modifiers is `wanted` or more, rounded down."""
    counted = outcomes(colours, discipline, flips, icons)
    enough = sum(ways for total, ways in counted.items() if total >= wanted)
    every: int = CORE_CARDS ** (len(colours) + flips)
    return SCALE * enough // every


@cache
def grazing(
    colours: tuple[Colour, ...], discipline: Colour, flips: int, low: int, high: int, icons: bool
) -> int:
    """In how many of SCALE a wound icon shows and low <= total before modifiers < high (A-03)."""
    counted = _counted(colours, discipline, flips, icons)
    hurt = sum(ways for (total, wound), ways in counted.items() if wound and low <= total < high)
    every: int = CORE_CARDS ** (len(colours) + flips)
    return SCALE * hurt // every


def hit_odds(
    colours: tuple[Colour, ...],
    discipline: Colour,
    flips: int,
    plus: int,
    target: Soldier,
    variants: Variants = AS_RULED,
) -> Odds:
    """Return the effect of a shot with these flips and modifiers on a soldier (OWM-RES-01 to
    05)."""
    card, icons = target.card, variants.icons
    kill = reaching(colours, discipline, flips, card.vitality - plus, icons)
    if target.status in (Status.WOUNDED, Status.UNARMED):
        return Odds(kill, 0, SCALE - kill)
    threshold = min(card.resolve, card.vitality) - plus
    hit = reaching(colours, discipline, flips, threshold, icons)
    if target.status is Status.SUPPRESSED:
        return Odds(hit, 0, SCALE - hit)
    if variants.wounds:
        hit += grazing(colours, discipline, flips, 1 - plus, threshold, icons)
    return Odds(kill, hit - kill, SCALE - hit)


@frozen
class Bent:
    """The effect of traits on a shot at one soldier: its course; what a Random Effect adds to its
    total, and the Discipline flips there are then; what is added to the target's Resolve and
    Vitality; in how many of SCALE they hold out where they would be suppressed; whether no icon
    wounds them."""

    course: Course = STRAIGHT
    seen_plus: int = 0
    seen_flips: int = 0
    resolve: int = 0
    vitality: int = 0
    holds: int = 0
    tough: bool = False


@cache
def bent_reaching(
    colours: tuple[Colour, ...],
    discipline: Colour,
    flips: int,
    wanted: int,
    bent: Bent,
    hurting: bool = False,
) -> int:
    """As `reaching`, for a shot that traits bend. hurting: a wound icon shows too."""
    counted, every = course_lethality(colours, bent.course)
    sides = discipline.sides
    enough = 0
    for (total, seen, hurt), ways in counted.items():
        if hurting and not hurt:
            continue
        needed = total - wanted + (bent.seen_plus if seen else 0)  # at most this is subtracted
        n = bent.seen_flips if seen and bent.seen_flips else flips
        enough += ways * (
            sum(1 for a in range(1, sides + 1) for b in range(1, sides + 1) if a + b <= needed)
            if n > 1
            else sides * min(sides, max(0, needed))
        )
    return SCALE * enough // (every * sides * sides)


def bent_odds(
    colours: tuple[Colour, ...],
    discipline: Colour,
    flips: int,
    plus: int,
    target: Soldier,
    bent: Bent,
) -> Odds:
    """As `hit_odds`, for a shot that traits bend."""
    vitality = target.card.vitality + bent.vitality
    kill = bent_reaching(colours, discipline, flips, vitality - plus, bent)
    if target.status in (Status.WOUNDED, Status.UNARMED):
        return Odds(kill, 0, SCALE - kill)
    resolve = min(target.card.resolve + bent.resolve, vitality)
    hit = bent_reaching(colours, discipline, flips, resolve - plus, bent)
    if target.status is Status.SUPPRESSED:
        return Odds(hit, 0, SCALE - hit)
    down = (hit - kill) * (SCALE - bent.holds) // SCALE
    if bent.course.wounds and not bent.tough:
        least, enough = (
            bent_reaching(colours, discipline, flips, wanted - plus, bent, hurting=True)
            for wanted in (1, resolve)
        )
        down += least - enough
    return Odds(kill, down, SCALE - kill - down)


def _odds_by_traits(
    g: OwmState,
    shot: traits.Shot,
    plus: int,
    cover: int,
) -> Odds:
    """The odds of one soldier's shot at another. plus: of the Fireteams. cover: what of it the
    target's Terrain and entrenchment are."""
    target, shooter = shot.target, shot.shooter
    course = course_of(g.level, shooter, g.variants)
    flips = 2 if is_doubled(g, shooter, shot.team, shot.target_team) else 1
    up = shooter.with_(status=Status.READY)
    calm = course.effect.rallies and not is_doubled(g, up, shot.team, shot.target_team)
    own = sum(n for _, n in traits.modifiers(shot))
    open_ground = sum(n for _, n in traits.modifiers(shot, covered=False))
    leaderless = g.is_leaderless(shot.target_team.id)
    bent = Bent(
        course,
        seen_plus=open_ground - own - cover if course.effect.ignores_cover else 0,
        seen_flips=1 if calm else 0,
        resolve=hits.resolve(g, target.id) - target.card.resolve,
        vitality=hits.vitality(g, target.id) - target.card.vitality,
        holds=check_odds(target, leaderless) if hits.may_hold_out(g, target.id) else 0,
        tough=hits.is_tough(g, target.id),
    )
    colours = lethality(g, shooter, shot.team, shot.target_team)
    return bent_odds(colours, shooter.card.discipline, flips, plus + own, target, bent)


def _aimed_at(g: OwmState, target_team: Fireteam) -> list[tuple[Soldier, int]]:
    """(soldier who can be hit, in how many of the flips that hit anybody)."""
    line = target_team.line
    sides = size_colour(len(line)).sides
    void = sides - len(line) if len(line) > 2 else 0
    tall = stands_out(g, target_team.id)
    return [
        (s, 1 + (void if s.id == tall else 0))
        for s in g.members(target_team.id)
        if not is_ducking(g, s)
    ]


def _shot_by_traits(
    g: OwmState, team: Fireteam, target_team: Fireteam, shooter: Soldier, plus: int
) -> list[tuple[Soldier, int, Odds]]:
    """Return (soldier, how often they are the target, odds then). plus: of the Fireteams."""
    there = TERRAINS.at(g.ground, target_team.cell)
    cover = -there.defense - int(target_team.dug_in)
    return [
        (t, n, _odds_by_traits(g, traits.Shot(g, team, shooter, target_team, t), plus, cover))
        for t, n in _aimed_at(g, target_team)
    ]


def shot_odds(
    g: OwmState, team: Fireteam, target_team: Fireteam, shooter: Soldier, from_stealth: bool
) -> Odds:
    """One shot of a soldier at a Fireteam, the mean over those who can be hit (OWM-TGT-01)."""
    colours = lethality(g, shooter, team, target_team)
    targets = [s for s in g.members(target_team.id) if not is_ducking(g, s)]
    if not colours or not targets:
        return NO_SHOT
    plus = sum(n for _, n in modifiers(g, team, target_team, from_stealth))
    if in_force(g.level):
        by_target = _shot_by_traits(g, team, target_team, shooter, plus)
        every = sum(n for _, n, _ in by_target)
        kill = sum(n * o.kill for _, n, o in by_target) // every
        down = sum(n * o.down for _, n, o in by_target) // every
        return Odds(kill, down, SCALE - kill - down)
    flips = 2 if is_doubled(g, shooter, team, target_team) else 1
    each = [hit_odds(colours, shooter.card.discipline, flips, plus, t, g.variants) for t in targets]
    kill = sum(o.kill for o in each) // len(each)
    down = sum(o.down for o in each) // len(each)
    return Odds(kill, down, SCALE - kill - down)


# -- an Attack order -------------------------------------------------------------------------

DOWN_PARTS = 34
"""What it is worth to suppress or wound a soldier, in percent of his points."""


def worth(soldier: Soldier) -> int:
    """Return the worth of removing a soldier, in hundredths of a point. Lu's decides the match."""
    if soldier.status is Status.UNARMED:
        return LU_WORTH
    return 100 * soldier.card.points


@frozen
class Targets:
    """Soldiers who can be hit, counted once for many shots at them.

    needs: (total that a shot must reach, what it is worth then beyond lower ones, in parts of 100),
    the same totals added up. count: how many soldiers. whole: what they are worth together.
    """

    needs: tuple[tuple[int, int], ...]
    count: int
    whole: int

    @staticmethod
    def of(soldiers: Sequence[Soldier]) -> Targets:
        """Count them (OWM-RES-01 to 05)."""
        needs: dict[int, int] = {}
        whole = 0
        for target in soldiers:
            card, status, points = target.card, target.status, worth(target)
            whole += points
            kill = points * (100 - DOWN_PARTS if status is Status.READY else 100)
            if status in (Status.READY, Status.SUPPRESSED):
                enough = min(card.resolve, card.vitality)
                hit = points * DOWN_PARTS if status is Status.READY else points * 100
                needs[enough] = needs.get(enough, 0) + hit
            if status is not Status.SUPPRESSED:
                needs[card.vitality] = needs.get(card.vitality, 0) + kill
        return Targets(tuple(needs.items()), len(soldiers), whole)


def shot_value(
    colours: tuple[Colour, ...], discipline: Colour, flips: int, plus: int, targets: Targets
) -> int:
    """Return the worth of one shot, the mean over the soldiers who can be hit."""
    lowest, odds_from = _ladder(colours, discipline, flips)
    return _read_off(odds_from, lowest + plus, targets)


def _read_off(odds_from: tuple[int, ...], lowest: int, targets: Targets) -> int:
    """Return the worth of a shot. lowest: the total for which the first of `odds_from` stands."""
    top = len(odds_from) - 1
    gain = 0
    for needed, points in targets.needs:
        step = needed - lowest
        if step <= 0:
            gain += points * odds_from[0]
        elif step < top:
            gain += points * odds_from[step]
        else:
            gain += points * odds_from[top]
    return gain // (100 * SCALE * targets.count)


@cache
def _ladder(
    colours: tuple[Colour, ...], discipline: Colour, flips: int
) -> tuple[int, tuple[int, ...]]:
    """(lowest total before modifiers, `reaching` for it and for every total up to one too many)."""
    totals = outcomes(colours, discipline, flips)
    lowest = min(totals)
    wanted = range(lowest, max(totals) + 2)
    return lowest, tuple([reaching(colours, discipline, flips, n) for n in wanted])


def volley(gains: Sequence[int], strength: Colour) -> int:
    """Return the worth of an Attack order whose shots, best first, are worth `gains`.

    The order's flip allows 1, 2, ... shots with equal odds (OWM-ATK-03).
    """
    most = strength.sides
    return sum(gain * (most - i) for i, gain in enumerate(gains[:most])) // most


def attack_value(
    g: OwmState, team: Fireteam, target: Fireteam, strength: Colour, plus: int = 0
) -> int:
    """Return the worth of an Attack order in hundredths of a point; 0 if it is not allowed.

    plus: added to every total, for a step that would be taken before (stealth, entrenching).
    """
    if why_no_target(g, team, target) is not None:
        return 0
    aimed = Targets.of([s for s in g.members(target.id) if not is_ducking(g, s)])
    found = sum(n for _, n in modifiers(g, team, target, team.stealthed)) + plus
    gains = []
    for shooter in g.members(team.id):
        if why_no_shot(g, team, target, shooter.id) is None:
            if in_force(g.level):
                gains.append(_gain_by_traits(_shot_by_traits(g, team, target, shooter, found)))
                continue
            flips = 2 if is_doubled(g, shooter, team, target) else 1
            colours = lethality(g, shooter, team, target)
            gains.append(shot_value(colours, shooter.card.discipline, flips, found, aimed))
    gains.sort(reverse=True)
    return thinned(volley(gains, strength), aimed.whole)


def _gain_by_traits(by_target: Sequence[tuple[Soldier, int, Odds]]) -> int:
    """Return the worth of one shot."""
    gain = sum(n * worth(t) * (100 * o.kill + DOWN_PARTS * o.down) for t, n, o in by_target)
    return gain // (100 * SCALE * sum(n for _, n, _ in by_target))


def thinned(value: int, whole: int) -> int:
    """Shots find fewer and fewer who are still up: a volley is never worth a whole Fireteam.

    whole: what all its soldiers are worth."""
    return whole * value // (whole + value) if whole + value else 0


# -- assaults --------------------------------------------------------------------------------


def check_odds(
    soldier: Soldier, leaderless: bool, in_assault: bool = False, level: str = ""
) -> int:
    """A Discipline Check succeeds in so many of SCALE (OWM-DISC-03, OWM-DISC-06)."""
    limit = melee_limit(level, soldier) if in_assault else LIMIT
    once = SCALE * limit // soldier.card.discipline.sides
    doubled = leaderless or (in_assault and soldier.status is Status.SUPPRESSED)
    return once * once // SCALE if doubled else once


def fighters(line: Sequence[Soldier]) -> list[Soldier]:
    """A line for an assault: the best first, the wounded last."""
    return sorted(
        line,
        key=lambda s: (
            not s.can_fight,
            -check_odds(s, False, in_assault=True),
            -s.weapon.assault,
            s.id,
        ),
    )


@frozen
class Melee:
    """The average result of some rounds of an assault.

    gain: worth of the enemies lost less that of the own soldiers lost. own_left, enemy_left:
    what is left of each, in parts of SCALE of its soldiers.
    """

    gain: int
    own_left: int
    enemy_left: int

    @property
    def wins(self) -> int:
        """Roughly the odds of having the place in the end, in parts of SCALE."""
        own, enemy = self.own_left * self.own_left, self.enemy_left * self.enemy_left
        return SCALE * own // (own + enemy) if own + enemy else 0


def melee(
    own: Sequence[Soldier],
    enemy: Sequence[Soldier],
    own_edge: int,
    enemy_edge: int,
    rounds: int = 3,
    first_edge: int = 0,
    level: str = "",
) -> Melee:
    """The expected course of an assault, every duel weighed by the odds that both still live.

    own_edge, enemy_edge: advantages of a whole side (flanking, established, stealth); those
    of weapons and traits are added here. level: of play, for the traits. first_edge: 1 or -1 if one
    side has the first round's advantage in any case (OWM-ASLT-08). The lines are taken to be in the
    order given.
    """
    own_checks = _checks(own, level)
    enemy_checks = _checks(enemy, level)
    own_better = [own_edge + s.weapon.assault + advantage(level, s) for s in own]
    enemy_better = [enemy_edge + s.weapon.assault + advantage(level, s) for s in enemy]
    own_alive, enemy_alive = [SCALE] * len(own), [SCALE] * len(enemy)
    paired = min(len(own), len(enemy))
    extra_checks = own_checks if len(own) > len(enemy) else enemy_checks
    for n in range(rounds):
        for i in range(max(len(own), len(enemy))):
            if i < paired:
                duels = [(i, i)]
            elif len(own) > len(enemy):
                duels = [(i, j) for j in range(len(enemy))]
            else:
                duels = [(j, i) for j in range(len(own))]
            for a, b in duels:
                if i >= paired and not extra_checks[i]:  # he attacks nobody
                    continue
                edge = first_edge if n == 0 and first_edge else own_better[a] - enemy_better[b]
                p, q = own_checks[a], enemy_checks[b]
                kills = p if edge > 0 else p * (SCALE - q) // SCALE
                dies = q if edge < 0 else q * (SCALE - p) // SCALE
                alive_a, alive_b = own_alive[a], enemy_alive[b]
                enemy_alive[b] -= alive_b * kills // SCALE * alive_a // SCALE // len(duels)
                own_alive[a] -= alive_a * dies // SCALE * alive_b // SCALE // len(duels)
    lost = sum(worth(s) * (SCALE - n) for s, n in zip(own, own_alive, strict=True))
    won = sum(worth(s) * (SCALE - n) for s, n in zip(enemy, enemy_alive, strict=True))
    return Melee((won - lost) // SCALE, sum(own_alive) // len(own), sum(enemy_alive) // len(enemy))


def _checks(line: Sequence[Soldier], level: str) -> list[int]:
    """Each soldier's odds of a success in a duel; the wounded do not fight (OWM-ASLT-16)."""
    leaderless = not any(is_leader(level, s) for s in line)
    return [check_odds(s, leaderless, True, level) if s.can_fight else 0 for s in line]
