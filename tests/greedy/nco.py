"""A greedy player of NCO: `docs/strength.md` tells how the computer player does against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.computer.errands import step_to
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, opponent
from owm_net.games.nco.orders.advance import SHOT, Shoot
from owm_net.games.nco.orders.command import ORDER
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.shots import caught, why_not_shot
from owm_net.games.nco.specials import SPECIAL, FocusFire, LieInAmbush
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Gait, Shooting


def greedy(system: System, view: View[Any], chance: Chance) -> Answer:
    """Fire at the dearest enemy in reach, or at most points in a circle; else walk to the nearest;
    else lie in Ambush. Everything else by chance."""
    for answer in _wishes(view.state, view):
        if agenda.why_not(view, answer) is None:
            return answer
    return agenda.sample(view, chance)


def _wishes(g: NcoState, view: View[Any]) -> Iterator[Answer]:
    kind, frame = agenda.kind_of(view), g.agenda[-1]
    if kind is ORDER:
        able = frame.able(g)  # type: ignore[attr-defined]
        yield from (Fire(*what) for what in _dearest(g, able, Shooting.FIRE))
        for s in able:
            here = g.soldiers[s].spot
            enemies = [g.soldiers[e].spot for e in g.on_field(opponent(view.seat))]
            for goal in sorted(enemies, key=lambda spot: gap2(spot, here))[:1]:
                step = step_to(g, s, goal, Gait.ADVANCE)
                if step is not None:
                    yield step
    elif kind is SHOT:
        shooter = frame.soldier  # type: ignore[attr-defined]
        yield from (Shoot(*what[1:]) for what in _dearest(g, [shooter], Shooting.ADVANCE))
    elif kind is SPECIAL:
        able = [s for s in g.on_field(view.seat) if g.qualifies(s)]
        yield from (FocusFire(*what) for what in _dearest(g, able, Shooting.FOCUS))
        yield from (LieInAmbush(s) for s in able)


def _dearest(g: NcoState, able: Iterable[SoldierId], how: Shooting) -> Iterator[tuple[Any, ...]]:
    """Yield shooter, weapon, target and aim of the shot at most points, if any is allowed."""
    found = []
    for s in able:
        for shot in shots_of(g, s, how):
            if why_not_shot(g, shot) is None:
                one = () if shot.target is None else (shot.target,)
                whom = caught(g, shot, shot.aim) if shot.aim else one
                seats = [(g.soldiers[t].seat == g.soldiers[s].seat, g.soldiers[t]) for t in whom]
                worth = sum(-t.worth if own else t.worth for own, t in seats)
                found.append((worth, (s, shot.weapon, shot.target, shot.aim)))
    if found and (best := max(found, key=lambda one: one[0]))[0] > 0:
        yield best[1]
