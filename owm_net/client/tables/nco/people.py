"""A soldier in words: profile, equipment, condition."""

from __future__ import annotations

from collections import Counter

from owm_net.client.language import tr
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.nco.common import state_of
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.squads import Roster
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Status
from owm_net.games.nco.words import ORDER_WORDS, soldier_name, weapon_name


def condition(g: NcoState, n: SoldierId) -> list[str]:
    """Return what is out of the ordinary about the soldier now."""
    s = g.soldiers[n]
    found = [
        (tr("not on the table yet"), s.status is Status.WAITING),
        (tr("dead"), s.status is Status.DEAD),
        (tr("gone home"), s.status is Status.LEFT),
        (tr("Down"), s.down),
        (tr("in a breakdown"), s.broken and s.present),
        (tr("Walking Wounded"), s.wounded and s.present),
        (tr("in Ambush"), s.ambush >= max(1, g.turn)),
        (tr("his weapon is jammed"), s.jammed),
        (tr("must go Down"), bool(g.turn) and s.present and g.bound(n)),
        (tr("has taken his special action"), s.acted),
        (tr("Bomber"), n in g.bombers),
        (tr("carries the pilot"), n == g.bearer),
        (tr("carries intel"), any(t.carrier == n for t in g.tokens)),
    ]
    return [words for words, on in found if on]


def arms(g: NcoState, n: SoldierId) -> str:
    """His weapons with their ranges, and grenades."""
    s = g.soldiers[n]
    found = [f'{tr(weapon_name(w))} {g.reach(CATALOG.weapons[w]) // 100}"' for w in s.weapons]
    if s.grenades:
        found.append(tr("grenades: {n}", n=s.grenades))
    return ", ".join(found)


def extras(g: NcoState, n: SoldierId) -> str:
    """Skills and items."""
    s = g.soldiers[n]
    skills = [CATALOG.skills[skill].title for skill in dict.fromkeys(s.skills)]
    items = [CATALOG.items[item].title for item in s.items]
    return ", ".join([tr(title) for title in (*skills, *items)])


def members(roster: Roster) -> str:
    """Return who serves in a squad, in words: "Sergeant, 2 × Marksman"."""
    men = Counter([recruit.row.title for recruit in roster.soldiers])
    return ", ".join([f"{n} × {tr(title)}" if n > 1 else tr(title) for title, n in men.items()])


def told(seen: SeenTable, n: SoldierId) -> str:
    """Return all of it, for a tooltip."""
    g = state_of(seen)
    if n == g.pilot:
        return tr("The pilot. Health {health}", health=g.soldiers[n].health)
    s = g.soldiers[n]
    head = f"{tr(soldier_name(g, n))}: {tr(ORDER_WORDS[s.order])}"
    body = tr(
        "Health {health} of {health_max}, psyche {psyche} of {psyche_max}, courage {courage}",
        health=s.health,
        health_max=s.health_max,
        psyche=s.psyche,
        psyche_max=s.psyche_max,
        courage=g.courage(n),
    )
    lines = [head, body, arms(g, n), extras(g, n), ", ".join(condition(g, n))]
    return "\n".join([line for line in lines if line])
