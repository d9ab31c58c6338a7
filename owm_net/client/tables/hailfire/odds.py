"""The odds of fire and checks, from the rules' own numbers."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.client.language import tr, tr_n
from owm_net.games.hailfire.assault import Strike, assault_at
from owm_net.games.hailfire.checks import column_of, is_shielded
from owm_net.games.hailfire.computer.weighing import Outlook, any_six, fate, tails
from owm_net.games.hailfire.damage import Dice, dice_on_armour
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import Spot, TeamId, opponent
from owm_net.games.hailfire.looking import declaring_of
from owm_net.games.hailfire.moving import Move, allowance
from owm_net.games.hailfire.paths import Path, path_length, way_of
from owm_net.games.hailfire.shooting import near_target, to_hit, veiled, weapon_of
from owm_net.games.hailfire.state import HailfireState, near
from owm_net.games.hailfire.words import about_inches, inches, percent, team_name, team_names

DIE = range(1, 7)


def reach_of(g: HailfireState, team: TeamId, enemy: TeamId) -> bool | None:
    """Return True if it reaches an enemy at long range only; None if it does not reach it at
    all."""
    weapons = [w for w in (weapon_of(g, team, guns) for guns in (False, True)) if w is not None]
    if any(g.within(team, enemy, weapon.range) for weapon in weapons):
        return False
    return True if any(g.within(team, enemy, 2 * weapon.range) for weapon in weapons) else None


def fire_lines(
    g: HailfireState, target: TeamId, teams: tuple[TeamId, ...], guns: tuple[TeamId, ...]
) -> list[str]:
    """Of a Fire order as things stand: what each die needs and why, how likely a Hit is, what one
    brings, and on whom it may fall."""
    hidden = veiled(g, list(teams), target)
    lines = []
    for (need, far), dice in _needs(g, target, teams, guns):
        why = [tr("base 4+")]
        why += [tr("concealed +1")] if hidden else []
        why += [tr("long range +1")] if far else []
        told = {"need": need, "why": ", ".join(why)}
        lines.append(
            tr_n("{n} die needs {need}+: {why}", "{n} dice need {need}+: {why}", dice, **told)
        )
    if chance := hit_line(g, target, teams, guns):
        lines.append(chance)
    lines += _brings(g, target, teams, guns)
    others = [t for t in near_target(g, target) if t != target]
    if others:
        units = dict.fromkeys([g.teams[t].unit for t in others])
        some = [team_names(g, [t for t in others if g.teams[t].unit == u]) for u in units]
        lines.append(tr("Hits may also fall on: {names}", names="; ".join(map(tr, some))))
    return lines


def _needs(
    g: HailfireState, target: TeamId, teams: tuple[TeamId, ...], guns: tuple[TeamId, ...]
) -> list[tuple[tuple[int, bool], int]]:
    """Return the number that a die needs, and whether at long range, each with how many dice."""
    hidden = veiled(g, list(teams), target)
    needs: dict[tuple[int, bool], int] = {}
    for team in teams:
        weapon = weapon_of(g, team, team in guns)
        if weapon is not None:
            far = not g.within(team, target, weapon.range)
            key = (to_hit(g, team, target, weapon, hidden), far)
            needs[key] = needs.get(key, 0) + weapon.rof
    return sorted(needs.items())


def hit_line(
    g: HailfireState, target: TeamId, teams: tuple[TeamId, ...], guns: tuple[TeamId, ...]
) -> str:
    """Return how likely one Hit and two are; "" where nobody can fire."""
    needs = _needs(g, target, teams, guns)
    chances = tails(tuple(sorted([(need, dice) for (need, _), dice in needs])))
    if not chances:
        return ""
    if _is_stopped(g, target, teams, guns):
        return tr("its armour stops every Hit")
    if len(chances) < 2:
        return tr("a Hit {one}", one=percent(chances[0]))
    return tr("a Hit {one}, two {two}", one=percent(chances[0]), two=percent(chances[1]))


def _is_stopped(
    g: HailfireState, target: TeamId, teams: tuple[TeamId, ...], guns: tuple[TeamId, ...]
) -> bool:
    """Return True if no weapon of these does anything to the armour of the target."""
    if not g.teams[target].vehicle:
        return False
    for team in teams:
        weapon = weapon_of(g, team, team in guns)
        armour = g.armour(target, g.teams[team].spot)
        if weapon is not None and weapon.at and dice_on_armour(weapon.at, armour).number:
            return False
    return True


def _brings(
    g: HailfireState, target: TeamId, teams: tuple[TeamId, ...], guns: tuple[TeamId, ...]
) -> list[str]:
    if not g.teams[target].vehicle:
        return [check_line(g, target, g.teams[target].points + 1)]
    best = ""
    strongest = -1
    for team in teams:
        weapon = weapon_of(g, team, team in guns)
        if weapon is None or weapon.at <= strongest:
            continue
        strongest = weapon.at
        armour = g.armour(target, g.teams[team].spot)
        rolled = dice_on_armour(weapon.at, armour)
        side = tr("front") if g.in_front(target, g.teams[team].spot) else tr("flank")
        best = armour_line(weapon.at, armour, side, rolled)
    return [best] if best else []


def armour_line(at: int, armour: int, side: str, rolled: Dice) -> str:
    """Return the effect of one hit on armour."""
    if not at or not rolled.number:
        return tr("armour {n} ({side}) stops it", n=armour, side=side)
    if rolled.pen:
        return tr(
            "anti-tank {at} on armour {n} ({side}): {dice} Pen dice, destroyed {kill}",
            at=at,
            n=armour,
            side=side,
            dice=rolled.number,
            kill=percent(any_six(rolled.number)),
        )
    return tr(
        "anti-tank {at} on armour {n} ({side}): {dice} Ping dice",
        at=at,
        n=armour,
        side=side,
        dice=rolled.number,
    )


def check_line(g: HailfireState, team: TeamId, points: int) -> str:
    """Return the likely result of a Received Fire Check with so many points; twice, where an order
    to Move makes a difference."""
    still, moving = (_check(g, team, points, move) for move in (False, True))
    told = tr(
        "its check with {n}: killed {killed}, suppressed {shaken}",
        n=points,
        killed=percent(still[0]),
        shaken=percent(still[1]),
    )
    if moving == still:
        return told
    return tr(
        "{told}; ordered to Move: killed {killed}, suppressed {shaken}",
        told=told,
        killed=percent(moving[0]),
        shaken=percent(moving[1]),
    )


def _check(g: HailfireState, team: TeamId, points: int, moving: bool) -> tuple[int, int]:
    return fate(points, column_of(g, team, moving).hard, is_shielded(g, team))


def move_lines(g: HailfireState, legs: Sequence[tuple[TeamId, Path]]) -> list[str]:
    """Return how far the dice take Teams along their paths, what they must check first, and who may
    fire at them there."""
    legs = [(team, path) for team, path in legs if path]
    if not legs:
        return []
    lines = [dice_line(g, legs)]
    for team, _ in legs:
        if points := g.teams[team].points:
            killed, shaken = _check(g, team, points, True)
            told = {"team": team_name(g, team), "killed": percent(killed), "n": points}
            line = tr_n(
                "{team} first checks its {n} Received Fire Point: killed {killed},"
                " suppressed {shaken}",
                "{team} first checks its {n} Received Fire Points: killed {killed},"
                " suppressed {shaken}",
                points,
                shaken=percent(shaken),
                **told,
            )
            lines.append(line)
    enemies = {enemy for team, path in legs for enemy in _aiming(g, team, path[-1])}
    if enemies:
        line = tr_n(
            "{n} enemy Team sees that point within range: it may fire in its turn, or at once by a"
            " Hero Point",
            "{n} enemy Teams see that point within range: they may fire in their turn, or at once"
            " by a Hero Point",
            len(enemies),
        )
        lines.append(line)
    return [line for line in lines if line]


def dice_line(g: HailfireState, legs: Sequence[tuple[TeamId, Path]]) -> str:
    """Return how far the dice take Teams along their paths, and how likely one alone comes to its
    end; "" where all surely do, if nothing on the way holds them up."""
    reaches: list[int] = []
    sure, whole = True, 0
    for team, path in legs:
        move, long = Move(team=team, path=path), path_length(way_of(g, team, path))
        found = [allowance(g, move, (a, b)) for a in DIE for b in DIE]
        reaches += found
        sure, whole = sure and min(found) >= long, max(whole, long)
    if sure:
        return ""
    least, most = inches(min(reaches)), inches(max(reaches))
    if len(legs) > 1 or max(reaches) < whole:
        told = {"least": least, "most": most, "whole": about_inches(whole)}
        return tr("By the dice {least} to {most} of {whole}", **told)
    arrives = percent(1000 * sum([one >= whole for one in reaches]) // len(reaches))
    told = {"least": least, "whole": about_inches(whole), "chance": arrives}
    return tr("By the dice {least} or more; all {whole} of it {chance}", **told)


def _aiming(g: HailfireState, team: TeamId, spot: Spot) -> list[TeamId]:
    """Return the enemies who see a Team at a place within range."""
    there = Stand(spot, g.teams[team].stand.radius)
    found = []
    for enemy in g.left(opponent(g.teams[team].seat)):
        weapons = [weapon_of(g, enemy, guns) for guns in (False, True)]
        reach = max([2 * weapon.range for weapon in weapons if weapon is not None], default=0)
        stand = g.teams[enemy].stand
        is_near = g.teams[enemy].there and reach and near(stand, there, reach)
        if is_near and g.ground.sees(stand, there):
            found.append(enemy)
    return found


def charge_lines(g: HailfireState, team: TeamId, enemy: TeamId) -> list[str]:
    """Return the lines of an assault: who acts first, and what each needs."""
    row, theirs = g.teams[team].row, g.teams[enemy].row
    lines = [tr("The enemy acts first: {check}", check=strike_line(theirs.assault))]
    if theirs.small:
        lines = [tr("A Small Team makes no Assault Check.")]
    if row.small:
        return [*lines, tr("It only supports: 1 less is needed.")]
    one, two = strike_line(row.assault), strike_line(row.assault - 1)
    lines.append(tr("Then your Assault Check: {one}; with support {two}", one=one, two=two))
    if theirs.vehicle:
        at, least = assault_at(g, team)
        rolled = dice_on_armour(at, theirs.flank, least=least)
        lines.append(armour_line(at, theirs.flank, tr("flank"), rolled))
    return lines


def charge_chance(g: HailfireState, team: TeamId, enemy: TeamId) -> str:
    """Return how likely one Team destroys an enemy by its assault, with those that have been sent
    against it already; "" for one that only helps and has nobody to help."""
    declaring = declaring_of(g)
    charges = declaring.open_assault() if declaring is not None else None
    others = [c.team for c in charges or () if c.enemy == enemy and c.team != team]
    if g.teams[team].row.small and not others:
        return ""
    wins = percent(Outlook(g, g.teams[team].seat).wins((*others, team), enemy))
    if not others:
        return tr("wins {chance}", chance=wins)
    return tr_n(
        "wins {chance} with the one sent before",
        "wins {chance} with the {n} sent before",
        len(others),
        chance=wins,
    )


def strike_chance(g: HailfireState, strike: Strike) -> str:
    """Return the number that an Assault Check must show, and its odds."""
    return strike_line(g.teams[strike.team].row.assault - strike.supported)


def strike_line(number: int) -> str:
    """Return the number an Assault Check must show, and its odds."""
    chances = tails(((number, 1),))
    return tr("{n}+ ({chance})", n=number, chance=percent(chances[0]))
