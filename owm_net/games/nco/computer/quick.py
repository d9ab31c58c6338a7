"""A fast player of NCO, with an aim that a plan sets: a plan is played out by it.

It looks at two soldiers for a die and takes the first thing that is sound, so that most decisions
take less than half a millisecond. Regular (`decide`) plays better; both know no rule.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.engine.passing import Pass
from owm_net.engine.records import Record, record
from owm_net.engine.requests import Answer, Decision
from owm_net.engine.view import View
from owm_net.games.nco.aiming import shot_at
from owm_net.games.nco.ambush import SPRING
from owm_net.games.nco.attack import REACT, Attack, GoDownAtOnce
from owm_net.games.nco.chart import FIELD_MAP, UseMap
from owm_net.games.nco.computer.front import Front
from owm_net.games.nco.counter_fire import COUNTER
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import NO_SOLDIER, OFF_TABLE, SoldierId, Spot
from owm_net.games.nco.interrupts import GO_ON, GoOn
from owm_net.games.nco.items import ITEM
from owm_net.games.nco.orders.advance import SHOT, Advance, Advancing, Shoot
from owm_net.games.nco.orders.base import OrderAnswer, barred
from owm_net.games.nco.orders.command import LEAD, ORDER, Command
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Run
from owm_net.games.nco.orders.trying import aims, entry
from owm_net.games.nco.paths import allowance
from owm_net.games.nco.reloading import RELOAD
from owm_net.games.nco.scenarios import MIDDLE
from owm_net.games.nco.shots import Shot, why_not_shot
from owm_net.games.nco.specials import SPECIAL, FocusFire, LieInAmbush, Mend
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BOARD, Gait, Shooting, Status
from owm_net.games.nco.tokens import at_goal
from owm_net.games.nco.turn import INTEL, CallIntel

LOOKED_AT = 2
"""Soldiers who are thought about for one die."""
WORTH_A_SHOT = 80
"""A shot worth less is fired by nobody who wants to be elsewhere."""
WANTED = 30
"""Points that the target of massed fire counts for beside its worth."""
CLOSE = 600
"""As near one comes to an enemy."""
BACK = 300
"""As far from the own edge falls back who falls back."""


class Stance(Enum):
    """What a side wants of a turn.

    HOLD: fire, or lie in wait where one is. ADVANCE: come nearer to `goal`, or to the nearest
    enemy, and fire. FALL_BACK: go back towards the own edge, and fire only at what is near death.
    MASS: fire at `target` whoever can, and come nearer to it.
    """

    HOLD = "hold"
    ADVANCE = "advance"
    FALL_BACK = "fall back"
    MASS = "mass"


@record("nco.aim")
class Aim(Record):
    """A plan for a turn. goal: a place for ADVANCE, OFF_TABLE for the nearest enemy; target: an
    enemy for MASS."""

    stance: Stance = Stance.ADVANCE
    goal: Spot = OFF_TABLE
    target: SoldierId = NO_SOLDIER


def quick(view: View[NcoState], chance: Chance, aim: Aim) -> Answer:
    """Return an allowed answer to what is asked, in the spirit of an aim."""
    request = view.state.pending
    assert isinstance(request, Decision)
    thinks = THOUGHTS.get(request.kind)
    answer = thinks(view, chance, aim) if thinks is not None else None
    if answer is not None and agenda.why_not(view, answer) is None:
        return answer
    return agenda.sample(view, chance)


def _front(view: View[NcoState], aim: Aim) -> Front:
    prized = {aim.target: WANTED} if aim.stance is Stance.MASS else {}
    return Front(view.state, view.seat, prized)


def _shot(front: Front, soldier: SoldierId, how: Shooting) -> tuple[int, Shot | None]:
    """Return the best shot of a soldier from where they stand, and its value."""
    g = front.g
    s = g.soldiers[soldier]
    value, row, enemy = front.target(soldier, s.spot, moved=how is Shooting.ADVANCE)
    if row is None:
        return 0, None
    shot = shot_at(g, soldier, row.key, enemy, how)
    return (value, shot) if why_not_shot(g, shot) is None else (0, None)


def _order(view: View[NcoState], chance: Chance, aim: Aim) -> Answer | None:
    """Take the best shot of two soldiers; or the first of them walks, or lies down."""
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Command)
    able = frame.able(g)
    if g.soldiers[able[0]].broken:
        return Rally(able[0], psyche=True)
    first = chance.below(len(able))
    some = [able[(first + n) % len(able)] for n in range(min(LOOKED_AT, len(able)))]
    front = _front(view, aim)
    best: tuple[int, Shot | None] = WORTH_A_SHOT, None
    for soldier in some:
        s = g.soldiers[soldier]
        if at_goal(g, soldier):
            return GoDown(soldier)
        if s.status is Status.FIELD and barred(g, Fire(soldier, s.primary)) is None:
            best = max(best, _shot(front, soldier, Shooting.FIRE), key=lambda found: found[0])
    if best[1] is not None:
        shot = best[1]
        return Fire(shot.shooter, shot.weapon, shot.target, shot.aim)
    s = g.soldiers[some[0]]
    if s.psyche * 2 < s.psyche_max:
        return Rally(some[0], psyche=True)
    if s.wounded:
        return Rally(some[0], psyche=False)
    return _walk(front, some[0], aim)


def _walk(front: Front, soldier: SoldierId, aim: Aim) -> OrderAnswer:
    """Return a straight way towards what is wanted, or Down."""
    g = front.g
    s = g.soldiers[soldier]
    if s.status is Status.WAITING:
        x = min(BOARD - BASE, BASE + soldier * 211 % BOARD)
        return Advance(soldier, entry(g, soldier, x, allowance(g, soldier, Gait.ADVANCE)))
    goal, near = _goal(front, soldier, aim)
    whole = length(s.spot[:2], goal[:2])
    if whole > near:
        seen = front.look(s.spot, goal) > 0
        gait, kind = (Gait.ADVANCE, Advance) if seen else (Gait.RUN, Run)
        for part in (2, 1):
            far = min(allowance(g, soldier, gait) * part // 2, whole - near)
            p = along(s.spot[:2], goal[:2], far, whole)
            order = kind(soldier, (Spot((*p, g.ground.surface_at(p))),))
            if barred(g, order) is None and order.why_not(g) is None:
                return order
    return GoDown(soldier)


def _goal(front: Front, soldier: SoldierId, aim: Aim) -> tuple[Spot, int]:
    """Return where a soldier wants to be, and how near is near enough."""
    g = front.g
    s = g.soldiers[soldier]
    if found := aims(g, soldier):
        return min(found, key=lambda spot: gap2(spot, s.spot)), 0
    if aim.stance is Stance.HOLD:
        return s.spot, 0
    if aim.stance is Stance.FALL_BACK:
        return Spot((s.spot[0], BACK if s.seat == g.south else BOARD - BACK, 0)), 0
    if aim.stance is Stance.MASS and g.known(aim.target) and g.there(aim.target):
        return g.soldiers[aim.target].spot, CLOSE
    if aim.goal != OFF_TABLE:
        return aim.goal, 0
    if g.battle.two_edges:
        return MIDDLE, 0
    spots = [spot for _, spot in front.theirs]
    return min(spots, key=lambda spot: gap2(spot, s.spot), default=MIDDLE), CLOSE


def _shoot(view: View[NcoState], chance: Chance, aim: Aim) -> Answer | None:
    frame = view.state.agenda[-1]
    assert isinstance(frame, Advancing)
    _, shot = _shot(_front(view, aim), frame.soldier, Shooting.ADVANCE)
    return Pass() if shot is None else Shoot(shot.weapon, shot.target, shot.aim)


def _special(view: View[NcoState], chance: Chance, aim: Aim) -> Answer | None:
    """Let the first soldier who can act fire, mend or wait."""
    g = view.state
    soldier = next(s for s in g.on_field(view.seat) if g.qualifies(s))
    _, shot = _shot(_front(view, aim), soldier, Shooting.FOCUS)
    if shot is not None:
        return FocusFire(soldier, shot.weapon, shot.target, shot.aim)
    s = g.soldiers[soldier]
    if s.peaceful or s.health < s.health_max or s.psyche < s.psyche_max:
        return Mend(soldier)
    return LieInAmbush(soldier)


def _react(view: View[NcoState], chance: Chance, aim: Aim) -> Answer | None:
    """Drop whoever has no good shot of their own, where it helps."""
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Attack)
    if not frame.shot.row.modified:
        return GoDownAtOnce(())
    able, front = frame.able(g), _front(view, aim)
    spots = [g.soldiers[s].spot for s in able]
    least = 2 * WORTH_A_SHOT
    going = [s for s, spot in zip(able, spots, strict=True) if front.fire(s, spot) < least]
    return GoDownAtOnce(tuple(going))


def _first(view: View[NcoState], chance: Chance, aim: Aim) -> Answer | None:
    """The first thing that is allowed, if it is not to pass."""
    return next((a for a in agenda.offers(view) if agenda.why_not(view, a) is None), None)


THOUGHTS: dict[str, Callable[[View[NcoState], Chance, Aim], Answer | None]] = {
    ORDER.word: _order,
    LEAD.word: lambda view, chance, aim: Pass(),
    SHOT.word: _shoot,
    SPECIAL.word: _special,
    REACT.word: _react,
    SPRING.word: _first,
    COUNTER.word: _first,
    RELOAD.word: _first,
    ITEM.word: _first,
    GO_ON.word: lambda view, chance, aim: GoOn(),
    INTEL.word: lambda view, chance, aim: CallIntel(view.state.turn > 1),
    FIELD_MAP.word: lambda view, chance, aim: UseMap(view.state.turn > 1),
}
"""Kind of decision -> what it thinks; all others are answered by chance."""
