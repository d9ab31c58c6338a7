"""Errands of single soldiers, for the computer player: who goes where, and by which order. It asks
the rules what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Refusal
from owm_net.engine.geometry import along, length
from owm_net.games.nco.computer.routes import way
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, Spot
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.base import OrderAnswer, barred
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.run import Run
from owm_net.games.nco.orders.trying import at_pilot, home
from owm_net.games.nco.paths import Path, allowance, off_table
from owm_net.games.nco.scenarios import DESTROY, RESCUE
from owm_net.games.nco.shots import why_not_killed
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BOARD, MOST_LEGS, TURNS, Gait
from owm_net.games.nco.tokens import at_goal, goals, laden

AT_ONCE = 100_000
"""Worth of an order that does what the battle is about."""
ON_THE_WAY = 1500
"""Worth of a step towards that, less LEFT for each inch that is left."""
LEFT = 20
WAYS = ((0, 1), (1, 4), (-1, 4), (1, 2), (-1, 2), (1, 1), (-1, 1))
"""Aside by so many parts of the way."""
PARTS = (4, 3, 2)
"""Of how far he could go, in quarters."""


def allowed(g: NcoState, order: OrderAnswer) -> bool:
    """Return True if an order can be given and executed."""
    return barred(g, order) is None and order.why_not(g) is None


def errand(g: NcoState, soldier: SoldierId) -> Spot | None:
    """Where a soldier has something to do that the battle is about; None for most."""
    if laden(g, soldier):
        return home(g, soldier)
    here = g.soldiers[soldier].spot
    theirs = [goal for goal in goals(g, soldier) if _sent(g, goal, soldier)]
    return min(theirs, key=lambda spot: gap2(spot, here), default=None)


def _sent(g: NcoState, goal: Spot, soldier: SoldierId) -> bool:
    """Return True if this soldier should go there: the Bomber, or the nearest free one who can; two
    to the pilot."""
    if g.scenario == DESTROY:
        return True
    able = [
        s
        for s in g.on_field(g.soldiers[soldier].seat)
        if not (laden(g, s) or g.soldiers[s].wounded or g.soldiers[s].broken)
    ]
    able.sort(key=lambda s: gap2(g.soldiers[s].spot, goal))
    return soldier in able[: 2 if g.scenario == RESCUE else 1]


def _kill_pilot(g: NcoState, soldier: SoldierId) -> Iterator[tuple[int, OrderAnswer]]:
    """Late, or where the rescuers are nearer: a dead pilot is worth little."""
    if why_not_killed(g, soldier) is not None:
        return
    spot = g.soldiers[g.pilot].spot
    near = [
        min([gap2(g.soldiers[s].spot, spot) for s in g.on_field(seat)], default=BOARD * BOARD)
        for seat in (g.lower, g.higher)
    ]
    if g.turn >= TURNS - 1 or near[1] < near[0]:
        for order in at_pilot(g, soldier):
            yield ON_THE_WAY, order


def errands(g: NcoState, soldier: SoldierId) -> Iterator[tuple[int, OrderAnswer]]:
    """Yield orders that do or advance a soldier's errand, with their worth."""
    yield from _kill_pilot(g, soldier)
    goal = errand(g, soldier)
    if goal is None:
        return
    if at_goal(g, soldier):
        yield AT_ONCE, GoDown(soldier)
        return
    for gait in (Gait.RUN, Gait.ADVANCE):
        step = step_to(g, soldier, goal, gait)
        if step is not None:
            yield ON_THE_WAY - LEFT * length(step.path[-1][:2], goal[:2]) // 100, step


# ------------------------------------------------------------------ ways


def step_to(
    g: NcoState, soldier: SoldierId, goal: Spot, gait: Gait, parts: tuple[int, ...] = PARTS
) -> Advance | Run | None:
    """Return the farthest step on the way around obstacles; where men block it, straight or a
    little aside, but not back. parts: of the allowance to try, in quarters."""
    most = allowance(g, soldier, gait)
    kind = Advance if gait is Gait.ADVANCE else Run
    for quarters in parts:
        path = _cut(g, soldier, goal, gait, most * quarters // 4)
        if path:
            order = kind(soldier, path)
            if allowed(g, order):
                return order
    return _aside(g, soldier, goal, gait, most * max(parts) // 4)


def _cut(g: NcoState, soldier: SoldierId, goal: Spot, gait: Gait, most: int) -> Path:
    """So much of the way to a goal as a soldier can walk of it with a gait."""
    ground, here = g.ground, g.soldiers[soldier].spot
    deep = min(BOARD - BASE, max(BASE, goal[1]))
    found = way(g.layout, here, Spot((goal[0], deep, goal[2])))
    if found is None:
        return ()
    path: list[Spot] = []
    for spot in found if deep == goal[1] else (*found, goal):
        cost = ground.leg(spot, here, gait) if off_table(spot) else ground.leg(here, spot, gait)
        if isinstance(cost, Refusal) or len(path) == MOST_LEGS:
            break
        if cost <= most:
            path.append(spot)
            here, most = spot, most - cost
            continue
        p = along(here[:2], spot[:2], most, cost)
        if not off_table(spot) and p != here[:2]:
            path.append(Spot((*p, ground.surface_at(p))))
        break
    return tuple(path)


def _aside(
    g: NcoState, soldier: SoldierId, goal: Spot, gait: Gait, most: int
) -> Advance | Run | None:
    """The allowed straight step that leaves least to a goal; none that goes back."""
    spot = g.soldiers[soldier].spot
    whole = length(spot[:2], goal[:2])
    dx, dy = goal[0] - spot[0], goal[1] - spot[1]
    ends = []
    for part, of in WAYS:
        aim = goal[0] - dy * part // of, goal[1] + dx * part // of
        for quarters in PARTS:
            far = min(most, whole) * quarters // 4
            x, y = along(spot[:2], aim, far, max(1, length(spot[:2], aim)))
            p = min(BOARD - BASE, max(BASE, x)), min(BOARD - BASE, max(BASE, y))
            ends.append(Spot((*p, g.ground.surface_at(p))))
    ends = [end for end in ends if gap2(end, goal) < whole * whole]
    for end in sorted(ends, key=lambda end: gap2(end, goal)):
        order = (Advance if gait is Gait.ADVANCE else Run)(soldier, (end,))
        if allowed(g, order):
            return order
    return None
