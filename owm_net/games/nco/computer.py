"""A computer player: it shoots where that is worth most, walks from cover to cover towards what the
battle is about, and takes no fight it is likely to lose.

It asks the rules what is allowed and which face a shot needs, and knows no rule a second time. It
looks at a few of its soldiers at a time, so that a decision takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.engine.requests import Answer, Decision
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.ambush import SPRING, Spring
from owm_net.games.nco.attack import REACT, GoDownAtOnce
from owm_net.games.nco.chart import FIELD_MAP, UseMap
from owm_net.games.nco.counter_fire import COUNTER
from owm_net.games.nco.errands import allowed, errand, errands, prize
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, Spot, opponent
from owm_net.games.nco.interrupts import GO_ON, GoOn
from owm_net.games.nco.items import ITEM, UseItem
from owm_net.games.nco.melee import fighting_courage
from owm_net.games.nco.orders.advance import SHOT, Advance, Shoot
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.orders.command import ORDER, Command
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.orders.trying import entry
from owm_net.games.nco.paths import allowance, straight_charge
from owm_net.games.nco.placing import BOMBER, NameBomber
from owm_net.games.nco.reloading import RELOAD
from owm_net.games.nco.scenarios import MIDDLE, SECTORS
from owm_net.games.nco.set_up import DEPLOY, Deploy
from owm_net.games.nco.shots import Shot, caught, needed, why_not_shot
from owm_net.games.nco.specials import SPECIAL, FocusFire, LieInAmbush, Mend
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import (
    BASE,
    BOARD,
    HIT_IMPROBABLE,
    TURNS,
    Gait,
    Item,
    Shooting,
    Status,
)
from owm_net.games.nco.tokens import at_goal
from owm_net.games.nco.turn import END_EARLY, INTEL, OPEN_CHOICE, CallIntel, ChooseDie, EndEarly

LOOKED_AT = 4
"""Soldiers who are thought about for one die."""
WORTH_A_SHOT = 60
"""Below this a shot is not worth an order: see `gain`."""
STRONGER = 3
"""So much more courage makes a charge worth it."""
AROUND = ((0, 1), (1, 3), (-1, 3), (2, 3), (-2, 3))
"""Ways that are tried: straight at the goal, and aside by so many parts of the way."""


def decide(view: View[NcoState], chance: Chance) -> Answer:
    """An allowed answer to what is asked; by chance where there is nothing to think about."""
    request = view.state.pending
    assert isinstance(request, Decision)
    thinks = THOUGHTS.get(request.kind)
    answer = thinks(view, chance) if thinks is not None else None
    if answer is not None and agenda.why_not(view, answer) is None:
        return answer
    return agenda.sample(view, chance)


# ------------------------------------------------------------------ what a shot is worth


def gain(g: NcoState, shot: Shot) -> int:
    """What a shot may bring, about a hundred times the points it kills; friends in the circle count
    against it."""
    targets = [shot.target] if shot.target is not None else []
    if shot.aim is not None:
        targets = list(caught(g, shot, shot.aim))
    total = 0
    for target in targets:
        t = g.soldiers[target]
        need = needed(g, shot, target)
        odds = 2 if need >= HIT_IMPROBABLE else 6 * (7 - need)  # of 36
        deadly = 3 if t.health <= 2 else 2 if t.health == 3 else 1
        value = (
            odds * shot.row.dice * (t.worth + prize(g, target) + 4) * (deadly + shot.row.wound) // 8
        )
        total += value if t.seat != g.soldiers[shot.shooter].seat else -2 * value
    return total


def best_shot(g: NcoState, shots: Iterator[Shot]) -> tuple[int, Shot] | None:
    """The allowed shot that brings most, with what it brings."""
    found: tuple[int, Shot] | None = None
    for shot in shots:
        if why_not_shot(g, shot) is None:
            value = gain(g, shot)
            if found is None or value > found[0]:
                found = value, shot
    return found


# ------------------------------------------------------------------ orders


def _order(view: View[NcoState], chance: Chance) -> Answer | None:
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Command)
    able = frame.able(g)
    if g.soldiers[able[0]].broken:
        return Rally(able[0], psyche=True)
    chance.shuffle(able)
    able.sort(key=lambda soldier: errand(g, soldier) is None)
    best: tuple[int, OrderAnswer] | None = None
    for soldier in able[:LOOKED_AT]:
        for value, order in _ideas(g, soldier, chance):
            if (best is None or value > best[0]) and allowed(g, order):
                best = value, order
    return best[1] if best is not None else GoDown(able[0])


def _ideas(g: NcoState, soldier: SoldierId, chance: Chance) -> Iterator[tuple[int, OrderAnswer]]:
    """Orders for a soldier with what each may bring."""
    s = g.soldiers[soldier]
    if s.status is Status.WAITING:
        x = BASE + chance.below(BOARD - 2 * BASE)
        yield 1, Advance(soldier, entry(g, soldier, x, allowance(g, soldier, Gait.ADVANCE)))
        return
    yield 0, GoDown(soldier)
    if s.psyche * 2 < s.psyche_max:
        yield WORTH_A_SHOT, Rally(soldier, psyche=True)
    if s.health * 2 < s.health_max:
        yield WORTH_A_SHOT // 2, Rally(soldier, psyche=False)
    if not s.peaceful:
        found = best_shot(g, shots_of(g, soldier, Shooting.FIRE))
        if found is not None:
            yield found[0], Fire(soldier, found[1].weapon, found[1].target, found[1].aim)
        yield from _charges(g, soldier)
    yield from errands(g, soldier)
    goal = _goal(g, soldier)
    for gait, worth in ((Gait.ADVANCE, WORTH_A_SHOT), (Gait.RUN, WORTH_A_SHOT - 20)):
        step = _step(g, soldier, goal, gait)
        if step is not None:
            yield worth, step


def _charges(g: NcoState, soldier: SoldierId) -> Iterator[tuple[int, OrderAnswer]]:
    mine = fighting_courage(g, soldier)
    for enemy in g.on_field(opponent(g.soldiers[soldier].seat)):
        if mine - fighting_courage(g, enemy) >= STRONGER:
            path = straight_charge(g, soldier, enemy, Gait.ASSAULT)
            if path is not None:
                yield 20 * g.soldiers[enemy].worth, Assault(soldier, enemy, path)


def _goal(g: NcoState, soldier: SoldierId) -> Spot:
    """Where he is to go: the middle, the enemy's side, or the nearest enemy."""
    s = g.soldiers[soldier]
    if g.battle.two_edges:
        return MIDDLE
    if g.scenario == SECTORS and g.turn >= TURNS - 3:
        return Spot((s.spot[0], 2500 if s.seat == g.south else BOARD - 2500, 0))
    enemies = [g.soldiers[e].spot for e in g.on_field(opponent(s.seat))]
    return min(enemies, key=lambda spot: gap2(spot, s.spot), default=MIDDLE)


def _step(g: NcoState, soldier: SoldierId, goal: Spot, gait: Gait) -> OrderAnswer | None:
    """The first way towards a goal that can be walked, straight or aside; not into a wall of
    enemies: half the distance is left."""
    spot = g.soldiers[soldier].spot
    whole = length(spot[:2], goal[:2])
    far = min(allowance(g, soldier, gait), whole // 2)
    if far < BASE:
        return None
    dx, dy = goal[0] - spot[0], goal[1] - spot[1]
    for part, of in AROUND:
        aim = goal[0] - dy * part // of, goal[1] + dx * part // of
        x, y = along(spot[:2], aim, far, max(1, length(spot[:2], aim)))
        p = min(BOARD - BASE, max(BASE, x)), min(BOARD - BASE, max(BASE, y))
        path = (Spot((*p, g.ground.surface_at(p))),)
        order = Advance(soldier, path) if gait is Gait.ADVANCE else Run(soldier, path)
        if allowed(g, order):
            return order
    return None


# ------------------------------------------------------------------ everything else


def _shot(view: View[NcoState], chance: Chance) -> Answer | None:
    g, frame = view.state, view.state.agenda[-1]
    soldier: SoldierId = frame.soldier  # type: ignore[attr-defined]
    found = best_shot(g, shots_of(g, soldier, Shooting.ADVANCE))
    if found is None or found[0] <= 0:
        return Pass()
    return Shoot(found[1].weapon, found[1].target, found[1].aim)


def _special(view: View[NcoState], chance: Chance) -> Answer | None:
    g = view.state
    able = [s for s in g.on_field(view.seat) if g.qualifies(s)]
    soldier = able[chance.below(len(able))]
    s = g.soldiers[soldier]
    found = best_shot(g, shots_of(g, soldier, Shooting.FOCUS))
    if found is not None and found[0] >= WORTH_A_SHOT // 2:
        return FocusFire(soldier, found[1].weapon, found[1].target, found[1].aim)
    hurt = s.health < s.health_max or s.psyche < s.psyche_max
    return Mend(soldier) if hurt or s.peaceful else LieInAmbush(soldier)


def _spring(view: View[NcoState], chance: Chance) -> Answer | None:
    """Half-way along what can be hit of the path."""
    options = [a for a in agenda.options(view) if isinstance(a, Spring)]
    return options[len(options) // 2] if options else Pass()


def _first_option(view: View[NcoState], chance: Chance) -> Answer | None:
    """The first thing that is allowed, if it is not to pass."""
    return next(iter(agenda.options(view)), None)


def _deploy(view: View[NcoState], chance: Chance) -> Answer | None:
    """Anywhere, but who has an errand takes the place that is nearest to it."""
    g = view.state
    answer = agenda.sample(view, chance)
    assert isinstance(answer, Deploy)
    spots = list(answer.spots)
    for number, soldier in enumerate(g.squad(view.seat)):
        goal = errand(g, soldier)
        if goal is not None:
            best = min(range(len(spots)), key=lambda n: gap2(spots[n], goal))
            spots[number], spots[best] = spots[best], spots[number]
            break
    return Deploy(tuple(spots))


def _bomber(view: View[NcoState], chance: Chance) -> Answer | None:
    """Who stands most; not the sergeant, whose death costs too much."""
    g = view.state
    able = [a for a in agenda.options(view) if isinstance(a, NameBomber)]
    return max(
        able,
        key=lambda a: (not (s := g.soldiers[a.soldier]).sergeant, s.health + s.psyche),
        default=None,
    )


def _end_early(view: View[NcoState], chance: Chance) -> Answer | None:
    """Not as long as somebody still has something to do."""
    g = view.state
    return EndEarly(all(errand(g, s) is None for s in g.on_field(view.seat)))


def _react(view: View[NcoState], chance: Chance) -> Answer | None:
    """All go Down, where it helps; but who is on his way to something goes on, and who has come to
    it drops whatever is fired."""
    g, frame = view.state, view.state.agenda[-1]
    shot: Shot = frame.shot  # type: ignore[attr-defined]
    able: list[SoldierId] = frame.able(g)  # type: ignore[attr-defined]
    idle = [s for s in able if shot.row.modified and errand(g, s) is None]
    return GoDownAtOnce(tuple([s for s in able if s in idle or at_goal(g, s)]))


def _item(view: View[NcoState], chance: Chance) -> Answer | None:
    """What heals, for who needs it."""
    g = view.state
    for answer in agenda.options(view):
        if isinstance(answer, UseItem) and answer.item in (Item.TOBACCO, Item.LETTERS):
            s = g.soldiers[answer.to]
            if 1 < s.psyche < s.psyche_max:
                return answer
    return Pass()


THOUGHTS: dict[str, Callable[[View[NcoState], Chance], Answer | None]] = {
    ORDER.word: _order,
    SHOT.word: _shot,
    SPECIAL.word: _special,
    SPRING.word: _spring,
    COUNTER.word: _first_option,
    RELOAD.word: _first_option,
    REACT.word: _react,
    ITEM.word: _item,
    GO_ON.word: lambda view, chance: GoOn(),
    INTEL.word: lambda view, chance: CallIntel(True),
    FIELD_MAP.word: lambda view, chance: UseMap(view.state.turn > 1),
    BOMBER.word: _bomber,
    DEPLOY.word: _deploy,
    END_EARLY.word: _end_early,
    OPEN_CHOICE.word: lambda view, chance: ChooseDie(view.seat),
}
"""Kind of decision -> what it thinks; all others are answered by chance."""
