"""How regular fights an assault: in which order its soldiers stand, and whether they stay."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import odds
from owm_net.games.owm.assault import Assault, AssaultLine, Retreat, Stand
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.temper import Temper
from owm_net.games.owm.state import STANDS, OwmState, Soldier
from owm_net.games.owm.terms import Status


def best_line(
    own: Sequence[Soldier],
    enemy: Sequence[Soldier],
    own_edge: int,
    enemy_edge: int,
    first_edge: int,
    place: int,
    level: str,
) -> list[Soldier]:
    """The order that is worth most if the enemy's best stand first: who is likely to lose anyway
    meets their best, the best meet those whom they are likely to beat.

    place: what it is worth to have the Terrain in the end.
    """

    def merit(line: Sequence[Soldier]) -> int:
        course = odds.melee(line, enemy, own_edge, enemy_edge, 3, first_edge, level)
        return course.gain + place * course.wins // odds.SCALE

    best = odds.fighters(own)
    value = merit(best)
    better = True
    while better:  # each exchange of two is worth more than the order before: it comes to an end
        better = False
        for i in range(len(best)):
            for j in range(i + 1, len(best)):
                other = list(best)
                other[i], other[j] = other[j], other[i]
                found = merit(other)
                if found > value:
                    best, value, better = other, found, True
    return best


def line(view: View[OwmState], temper: Temper) -> Answer:
    """The best order of the own line."""
    g = view.state
    fight = g.agenda[-1]
    assert isinstance(fight, Assault)
    attacks = g.fireteams[fight.mover].seat == view.seat
    own, enemy = (fight.mover, fight.other) if attacks else (fight.other, fight.mover)
    mind = Mind(view, temper)
    place = 2 * mind.stake if g.fireteams[own].cell == mind.goal else 200
    edges = fight.edges(g, attacks)
    best = best_line(g.members(own), odds.fighters(g.members(enemy)), *edges, place, g.level)
    return AssaultLine(tuple([s.id for s in best]))


def stand(view: View[OwmState], temper: Temper) -> Answer:
    """Go if the next rounds cost more than the retreat. The lines are known by now."""
    g = view.state
    fight = g.agenda[-1]
    assert isinstance(fight, Assault)
    team = g.fireteams[fight.asked[-1]]
    attacks = team.id == fight.mover
    lines = [
        [g.soldiers[s] for s in laid if s in g.soldiers]
        for laid in (fight.mover_line, fight.other_line)
    ]
    own, enemy = lines if attacks else reversed(lines)
    own_edge, enemy_edge, first = fight.edges(g, attacks)
    course = odds.melee(own, enemy, own_edge, enemy_edge, 2, first, g.level)
    mind = Mind(view, temper)
    place = mind.stake if team.cell == mind.goal else 100
    best: tuple[int, Answer] = (
        course.gain + place * (2 * course.wins - odds.SCALE) // odds.SCALE,
        Stand(),
    )
    shaken = sum(odds.worth(s) for s in own if s.status is Status.READY) * temper.pinned // 100
    for cell in fight.exits(g, team.id):
        there = team.with_(cell=cell, dug_in=False, heading=STANDS)
        after = mind.horizon * mind.position(there, cell)
        if after < 0:  # no more than the whole of it can be lost
            after = -odds.thinned(-after, sum(odds.worth(s) for s in own))
        go = after - place - shaken
        if go > best[0]:
            best = (go, Retreat(cell))
    return best[1]
