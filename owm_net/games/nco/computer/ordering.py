"""What the computer player orders: who is given the die, and what this soldier does."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import length
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.computer.errands import allowed, errand, errands, step_to
from owm_net.games.nco.computer.weighing import (
    Prizes,
    best_shot,
    charge_worth,
    danger,
    prizes,
    supposing,
)
from owm_net.games.nco.counter_fire import can_counter
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, Spot, opponent
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.orders.command import Command, Lead
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault
from owm_net.games.nco.orders.trying import entry
from owm_net.games.nco.paths import Path, allowance, straight_charge
from owm_net.games.nco.scenarios import MIDDLE, SECTORS
from owm_net.games.nco.state import NcoState, Soldier
from owm_net.games.nco.terms import (
    BASE,
    BOARD,
    NEAR,
    TURNS,
    Gait,
    Order,
    Shooting,
    Skill,
    Status,
)

LOOKED_AT = 6
"""Soldiers who are thought about for one die."""
WORTH_A_SHOT = 60
"""Below this a shot is not worth an order: see `gain`."""
COUNTERED = 60
"""What it costs to be shot at before a charge."""
HELPED = 25
"""Worth of a point of health or psyche that comes back."""
STRIDES = (
    (Gait.ADVANCE, (4, 3, 2), WORTH_A_SHOT),
    (Gait.ADVANCE, (2,), WORTH_A_SHOT // 2),
    (Gait.RUN, (4, 3, 2), WORTH_A_SHOT - 20),
)
"""How he may walk, the quarters of his way that are tried, and what it is worth to come nearer."""
CLOSE = 600
"""Nearer one does not walk up to an enemy without a charge."""


def choose_order(view: View[NcoState], chance: Chance) -> Answer | None:
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Command)
    able = frame.able(g)
    if g.soldiers[able[0]].broken:
        return Rally(able[0], psyche=True)
    best = _best_idea(view, able, chance, frame.shown(g))
    return best[1] if best is not None else GoDown(able[0])


def _best_idea(
    view: View[NcoState], able: list[SoldierId], chance: Chance, shown: Order = Order.NONE
) -> tuple[int, OrderAnswer] | None:
    """Return the best that a few of these soldiers can do. shown: what the die must show."""
    g, prized = view.state, prizes(view)
    chance.shuffle(able)
    able.sort(key=lambda soldier: errand(g, soldier) is None)
    best: tuple[int, OrderAnswer] | None = None
    for soldier in able[:LOOKED_AT]:
        for value, order in _ideas(g, soldier, prized, chance):
            if shown not in (Order.NONE, order.face):
                continue
            if (best is None or value > best[0]) and allowed(g, order):
                best = value, order
    return best


def choose_followers(view: View[NcoState], chance: Chance) -> Answer | None:
    """A friend who has something better to do than to lie down, after the leader."""
    g, frame = view.state, view.state.agenda[-1]
    assert isinstance(frame, Command)
    best = _best_idea(view, frame.followers(g), chance)
    if best is None or best[0] <= 0:
        return Pass()
    return Lead(best[1].soldier, best[1].face, before=False)


def _ideas(
    g: NcoState, soldier: SoldierId, prized: Prizes, chance: Chance
) -> Iterator[tuple[int, OrderAnswer]]:
    """Orders for a soldier with what each may bring."""
    s = g.soldiers[soldier]
    if s.status is Status.WAITING:
        x = BASE + chance.below(BOARD - 2 * BASE)
        yield 1, Advance(soldier, entry(g, soldier, x, allowance(g, soldier, Gait.ADVANCE)))
        return
    yield 0, GoDown(soldier)
    yield from _rallies(g, soldier)
    if not s.peaceful:
        found = best_shot(g, shots_of(g, soldier, Shooting.FIRE), prized)
        if found is not None:
            yield found[0], Fire(soldier, found[1].weapon, found[1].target, found[1].aim)
        for value, enemy, path in charges(g, soldier, prized, Gait.ASSAULT):
            yield value, Assault(soldier, enemy, path)
    yield from errands(g, soldier)
    yield from _walks(g, soldier, prized)


def _rallies(g: NcoState, soldier: SoldierId) -> Iterator[tuple[int, OrderAnswer]]:
    """Yield rallies: a soldier who is half done recovers; a medic and a chaplain help those in
    reach."""
    s = g.soldiers[soldier]
    if s.psyche * 2 < s.psyche_max:
        yield WORTH_A_SHOT, Rally(soldier, psyche=True)
    if s.health * 2 < s.health_max:
        yield WORTH_A_SHOT // 2, Rally(soldier, psyche=False)
    if Skill.FIELD_MEDICINE in s.skills:
        for friend in g.friends(soldier, NEAR):
            hurt = g.soldiers[friend].health_max - g.soldiers[friend].health
            yield HELPED * min(3, hurt), Rally(soldier, False, friend)
    if Skill.RELIGIOUS_RITES in s.skills:
        around = [g.soldiers[friend] for friend in (soldier, *g.friends(soldier, NEAR))]
        shaken = sum([min(2, f.psyche_max - f.psyche) for f in around])
        yield HELPED * shaken // 2, Rally(soldier, True, aloud=True)


def charges(
    g: NcoState, soldier: SoldierId, prized: Prizes, gait: Gait
) -> Iterator[tuple[int, SoldierId, Path]]:
    """Assaults that are likely to be won."""
    for enemy in g.on_field(opponent(g.soldiers[soldier].seat)):
        path = straight_charge(g, soldier, enemy, gait)
        if path is not None:
            risk = COUNTERED if can_counter(g, enemy, soldier) else 0
            yield charge_worth(g, soldier, enemy, prized) - risk, enemy, path


def _walks(g: NcoState, soldier: SoldierId, prized: Prizes) -> Iterator[tuple[int, OrderAnswer]]:
    """Yield walks towards a soldier's goal: as far as possible, or half of it where that is safer
    or leaves a shot."""
    s = g.soldiers[soldier]
    goal, near = goal_of(g, soldier)
    if length(s.spot[:2], goal[:2]) <= near:
        return
    here = danger(g, soldier, s.spot, prized)
    for gait, parts, worth in STRIDES:
        step = step_to(g, soldier, goal, gait, parts)
        if step is None:
            continue
        end = step.path[-1]
        value = worth + here - danger(g, soldier, end, prized)
        if gait is Gait.ADVANCE and not s.peaceful:
            then = supposing(g, soldier, spot=end, moved=True)
            found = best_shot(then, shots_of(then, soldier, Shooting.ADVANCE), prized)
            value += max(0, found[0]) if found is not None else 0
        yield value, step


def goal_of(g: NcoState, soldier: SoldierId) -> tuple[Spot, int]:
    """Return a soldier's goal, and how near is near enough: the middle, the enemy's side, the
    nearest enemy; a soldier who attacks nobody goes to someone they can help."""
    s = g.soldiers[soldier]
    if g.battle.two_edges:
        return MIDDLE, BASE
    if g.scenario == SECTORS and g.turn >= TURNS - 3:
        return Spot((s.spot[0], 2500 if s.seat == g.south else BOARD - 2500, 0)), BASE
    if s.peaceful:
        hurt = [f for f in g.on_field(s.seat) if f != soldier and _hurt(g.soldiers[f])]
        spots = [g.soldiers[f].spot for f in hurt]
        return min(spots, key=lambda spot: gap2(spot, s.spot), default=s.spot), NEAR
    enemies = [g.soldiers[e].spot for e in g.on_field(opponent(s.seat))]
    return min(enemies, key=lambda spot: gap2(spot, s.spot), default=MIDDLE), CLOSE


def _hurt(s: Soldier) -> bool:
    return s.health < s.health_max - 1 or s.psyche < s.psyche_max - 1
