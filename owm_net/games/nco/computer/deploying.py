"""How the computer player places its squad: together, but not in one heap, where few can fire, and
each time somewhere else.
"""

from __future__ import annotations

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.nco.computer.errands import errand
from owm_net.games.nco.computer.front import Front
from owm_net.games.nco.computer.weighing import prizes
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import Spot
from owm_net.games.nco.set_up import Deploy
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BOARD, CIRCLE

TRIES = 3
"""Placings by chance, of which the places are taken."""
SPREAD = 2 * CIRCLE
"""Nearer to each other two are caught by one burst."""
TOGETHER = 700
"""So far to each side of the middle of the squad nobody is far away."""


def deploy(view: View[NcoState], chance: Chance) -> Answer | None:
    """Take the best of many places for each soldier, one after the other, the dearest first; a
    soldier with an errand takes the nearest to it."""
    g = view.state
    squad = g.squad(view.seat)
    free: list[Spot] = []
    for _ in range(TRIES):
        answer = agenda.sample(view, chance)
        assert isinstance(answer, Deploy)
        free += [s for s in answer.spots if all(gap2(s, other) >= 10_000 for other in free)]
    if len(free) < len(squad):
        return answer
    middle = BOARD // 4 + chance.below(BOARD // 2)
    front = Front(g, view.seat, prizes(view))
    taken: dict[int, Spot] = {}
    sent = [errand(g, soldier) for soldier in squad]
    for n in sorted(
        range(len(squad)), key=lambda n: (sent[n] is None, -g.soldiers[squad[n]].worth)
    ):
        goal = sent[n]

        def cost(spot: Spot, n: int = n, goal: Spot | None = goal) -> int:
            if goal is not None:
                return gap2(spot, goal)
            crowd = sum([gap2(spot, other) < SPREAD * SPREAD for other in taken.values()])
            away = max(0, abs(spot[0] - middle) - TOGETHER)
            return front.danger(squad[n], spot) + 60 * crowd + away // 4 + chance.below(40)

        taken[n] = min(free, key=cost)
        free.remove(taken[n])
    return Deploy(tuple([taken[n] for n in range(len(squad))]))
