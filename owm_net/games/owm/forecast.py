"""The forecast of an attack or an assault in words, before it is ordered."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.text import listed, say
from owm_net.games.owm import words
from owm_net.games.owm.firing import modifiers, why_doubled, why_no_shot
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.odds import SCALE, melee, shot_odds
from owm_net.games.owm.state import Fireteam, OwmState, Soldier
from owm_net.games.owm.terms import Colour
from owm_net.games.owm.traits import hits
from owm_net.games.owm.traits.firing import Shot, shooter_modifiers, target_modifiers

SHORT = say("out: killed or routed; down: suppressed or wounded")
"""What the two words in a shot's odds mean (OWM-RES-01 to 06)."""

NO_SHOT = say("nobody's weapon reaches that far")


def shots(g: OwmState, team: Fireteam, target: Fireteam) -> list[tuple[SoldierId, str]]:
    """Return (soldier, odds of the shot) for everybody who can shoot at a Fireteam, best first."""
    found = []
    for soldier in g.members(team.id):
        if why_no_shot(g, team, target, soldier.id) is None:
            odds = shot_odds(g, team, target, soldier, team.stealthed)
            text = say(
                "out {out}, down {down}",
                out=_percent(odds.kill),
                down=_percent(odds.down),
            )
            found.append((odds.kill * 3 + odds.down, soldier.id, text))
    found.sort(reverse=True)
    return [(soldier, text) for _, soldier, text in found]


def attack(g: OwmState, team: Fireteam, target: Fireteam, strength: Colour | None) -> str:
    """An attack in a line: how many shots, the best of them, modifiers (OWM-ATK-03, OWM-FIRE-09).

    strength: of the order, None if this view may not know its card.
    """
    able = shots(g, team, target)
    if not able:
        return say("{no_shot}: it would be wasted (OWM-FIRE-03)", no_shot=NO_SHOT)
    best, odds = able[0]
    number = ""
    if strength is not None:
        most = min(strength.sides, len(able))
        number = say("1 to {most} shots; ", most=most) if most > 1 else say("1 shot; ")
    why = listed([*_modifiers(g, team, target), *_doubled(g, team, target)], "; ")
    told = say(
        "{number}best shot, {soldier}: {odds}",
        number=number,
        soldier=words.soldier_name(best),
        odds=odds,
    )
    return say("{told} ({why})", told=told, why=why) if why else told


def attack_in_full(g: OwmState, team: Fireteam, target: Fireteam) -> list[str]:
    """The odds of every soldier, those with the same in one line, and the modifiers."""
    alike: dict[str, list[str]] = {}
    for soldier, text in shots(g, team, target):
        alike.setdefault(text, []).append(words.soldier_name(soldier))
    rows = [listed([listed(names), text], ": ") for text, names in alike.items()]
    rows += _modifiers(g, team, target)
    rows += _doubled(g, team, target)
    rows += _traits(g, team, target)
    if not rows:
        return [say("{no_shot} (OWM-FIRE-03)", no_shot=NO_SHOT)]
    away = g.ground.distance(team.cell, target.cell)
    head = say(
        "A shot from {team} ({away} away): {short}",
        team=words.fireteam_name(g, team.id),
        away=away,
        short=SHORT,
    )
    return [head, *rows]


def assault(
    own: Sequence[Soldier],
    enemy: Sequence[Soldier],
    own_edge: int,
    enemy_edge: int,
    first_edge: int,
    level: str,
) -> str:
    """What two rounds of an assault cost both sides, in the lines given (`odds.melee`)."""
    course = melee(own, enemy, own_edge, enemy_edge, 2, first_edge, level)
    return say(
        "in two rounds {own} of your line falls on average, {enemy} of theirs",
        own=_percent(SCALE - course.own_left),
        enemy=_percent(SCALE - course.enemy_left),
    )


def _modifiers(g: OwmState, team: Fireteam, target: Fireteam) -> list[str]:
    return [
        say("{number:+d} {why}", number=n, why=why)
        for why, n in modifiers(g, team, target, team.stealthed)
    ]


def _doubled(g: OwmState, team: Fireteam, target: Fireteam) -> list[str]:
    """Return the shooters with Double Discipline, and why (OWM-DISC-08)."""
    able = [s for s in g.members(team.id) if why_no_shot(g, team, target, s.id) is None]
    alike: dict[str, list[str]] = {}
    for soldier in able:
        why = listed(why_doubled(g, soldier, team, target))
        if why:
            alike.setdefault(why, []).append(words.soldier_name(soldier.id))
    return [
        say("Double Discipline: {why}", why=why)
        if len(names) == len(able)
        else say("Double Discipline: {why}, for {names}", why=why, names=listed(names))
        for why, names in alike.items()
    ]


def _traits(g: OwmState, team: Fireteam, target: Fireteam) -> list[str]:
    """Return the effects of traits on each soldier's shots, and on what a total must reach."""
    rows: list[str] = []
    aimed_at, shooters = g.members(target.id), g.members(team.id)
    for soldier in shooters:
        if why_no_shot(g, team, target, soldier.id) is None:
            found = shooter_modifiers(Shot(g, team, soldier, target, aimed_at[0]))
            name = words.soldier_name(soldier.id)
            rows += [
                say("{number:+d} {why}, for {name}", number=n, why=why, name=name)
                for why, n in found
            ]
    for soldier in aimed_at:
        found = target_modifiers(Shot(g, team, shooters[0], target, soldier))
        told = [
            *(say("{number:+d} {why}", number=n, why=why) for why, n in found),
            *hits.changes(g, soldier.id),
        ]
        rows += [
            say(
                "{text}, for {soldier} as a target",
                text=text,
                soldier=words.soldier_name(soldier.id),
            )
            for text in told
        ]
    return rows


def _percent(part: int) -> str:
    return f"{(100 * part + SCALE // 2) // SCALE} %"
