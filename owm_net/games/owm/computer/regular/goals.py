"""Where regular wants each of its Fireteams to be: one takes each objective, the others help.

A recruit sends all of them to the first one.
"""

from __future__ import annotations

from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.ids import Cell, FireteamId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.terms import Side

TO_HOLD = ("hold", "bridge")
"""Objectives that several Fireteams can see to, each to another one."""
STEP = 4
"""For so many points an objective may be one Terrain farther away."""


def objectives(g: OwmState, side: Side) -> list[tuple[Cell, int]]:
    """Those that are shared out, with their points; none where there is one aim at a time."""
    if any(o.kind not in TO_HOLD for o in g.card.objectives):
        return []
    return rules_of(g).goals(g, side)


def awaits(g: OwmState, side: Side) -> bool:
    """Return True if Fireteams of a side are still to arrive (OWM-MX-02); arrivals from the air do
    not count."""
    rules = rules_of(g)
    return any(
        g.sides[t.seat] is side and rules.waits(g, t) and not t.on_map and not t.is_aloft
        for t in g.fireteams.values()
    )


def focus(mind: Mind, team: Fireteam) -> None:
    """Set the mind on what the active Fireteam is to see to, and on who goes first."""
    g = mind.g
    side = g.sides[team.seat]
    carrier = rules_of(g).carrier(g, side)
    if carrier in g.fireteams:
        mind.lead = carrier
        return
    goals = objectives(g, side)
    if len(goals) < 2:
        return
    taken: dict[Cell, FireteamId] = {}
    free = [t for t in mind.friends if t.on_map]
    ranked = sorted(
        (STEP * g.ground.distance(mind.whereabouts(t), cell) - points, t.id, cell)
        for t in free
        for cell, points in goals
    )
    for _, who, cell in ranked:
        if cell not in taken and who not in taken.values():
            taken[cell] = who
    own = [cell for cell, who in taken.items() if who == team.id]
    if not own:  # helps where most enemies are near
        own = sorted(taken, key=lambda c: sum(g.ground.distance(e.cell, c) for e in mind.enemies))
    points = dict(goals)
    mind.stake = mind.stake * points[own[0]] // max(1, goals[0][1])
    mind.goal, mind.lead = own[0], taken[own[0]]
    if g.card.lead == side.value and g.card.objectives[0].kind == "bridge":
        mind.stake = _patience(mind, points[own[0]])


def _patience(mind: Mind, points: int) -> int:
    """Return the worth of a bridge now to the side that wants it gone, in hundredths of a point:
    nothing before the last of its Fireteams is there; where it has no charges (OWM-LVL-02) more
    towards the end, because only then does standing on it count."""
    if awaits(mind.g, mind.g.sides[mind.view.seat]):
        return 0
    if mind.g.has_decisions:
        return mind.stake
    return points * 100 * max(0, min(6, 7 - mind.rounds_left)) // 6
