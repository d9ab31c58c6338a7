"""Ambush: a waiting soldier stops a moving enemy and fires. NCO-INT-07, -08, R-21, R-22."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, ClassVar

from attrs import field

from owm_net.engine.agenda import Kind, Refusal
from owm_net.engine.geometry import gap2, less
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import SoldierId, Spot, WeaponKey, opponent
from owm_net.games.nco.paths import Path, Step, leg_cost, point_on, stop_at
from owm_net.games.nco.places import told_place
from owm_net.games.nco.shots import Shot, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASES, CIRCLE, Gait, Order, Phase, Shooting
from owm_net.games.nco.words import short_name, weapon_name

EVERY = 50
"""Half an inch: how closely a path is looked at."""


@record("nco.spring")
class Spring(Answer):
    """Stop the mover on leg `leg` (from 0) of their path, `walked` hundredths of an inch into it,
    and fire. covering: Cover Fire and no Fire. aim: the point for an area weapon."""

    title: ClassVar[str] = say("Ambush")
    help: ClassVar[str] = say("Stops the mover there; a hit ends his move (NCO-INT-07, NCO-INT-08)")

    soldier: SoldierId
    leg: int
    walked: int
    weapon: WeaponKey
    covering: bool = field(default=False)
    aim: Spot | None = field(default=None)

    def sentence(self, view: View[NcoState]) -> str:
        how = say("Cover Fire") if self.covering else say("Fire")
        who = short_name(view.state, self.soldier)
        return say(
            "{who} stops the enemy {where}: {how}, {weapon_name}",
            who=who,
            where=self._where(view.state),
            how=how,
            weapon_name=weapon_name(self.weapon),
        )

    def _where(self, g: NcoState) -> str:
        """Return what is near the point at which the mover is stopped."""
        frame: Any = g.agenda[-1] if g.agenda else None
        path = getattr(frame, "way", ())
        if not 0 <= self.leg < len(path) - 1:
            return say("on the way")
        return told_place(g.layout, point_on(g, path, self.leg, self.walked, frame.gait))


SPRING = Kind(
    "ambush",
    Spring,
    rule="NCO-INT-07",
    why=say("choose an Ambush, or pass"),
    deed=say("spring an Ambush or not"),
    passes=say("wait in Ambush"),
)


def waiting(g: NcoState, seat: Seat) -> list[SoldierId]:
    """Return the soldiers of a side that may spring an Ambush now: with a token, and in phase 1
    with a die still in the bag (R-21) that need not be a Down (NCO-DIE-09). Between turns no die is
    there to pull (R-86)."""
    found = []
    for s in g.on_field(seat):
        soldier = g.soldiers[s]
        free = g.phase is not Phase.ORDERS or (soldier.order is Order.NONE and not g.bound(s))
        if soldier.ambush and free and g.phase is not Phase.END:
            found.append(s)
    return found


def why_no_spring(
    g: NcoState, mover: SoldierId, way: Path, done: Step, gait: Gait, answer: Spring
) -> Refusal | None:
    """Why an Ambush cannot be sprung so. done: how far the mover has come."""
    if answer.soldier not in waiting(g, opponent(g.soldiers[mover].seat)):
        return Refusal("NCO-INT-07", say("he is not in Ambush"))
    leg, walked = answer.leg, answer.walked
    if not 0 <= leg < len(way) - 1 or not 0 <= walked <= leg_cost(g, way, leg, gait):
        return Refusal("NCO-INT-07", say("the path has no such point"))
    if (leg, walked) < done:
        return Refusal("NCO-INT-07", say("he has already passed that point"))
    stop = stop_at(g, mover, way, done, (leg, walked), gait)
    at = point_on(g, way, *stop, gait)
    return why_not_shot(g, ambush_shot(answer, mover), catch=mover, at=at)


def ambush_shot(answer: Spring, mover: SoldierId) -> Shot:
    """The attack that an answer means; no penalty for the response (R-22)."""
    how = Shooting.COVER_FIRE if answer.covering else Shooting.FIRE
    target = mover if answer.aim is None else None
    return Shot(answer.soldier, answer.weapon, target, answer.aim, how)


def in_reach(g: NcoState, mover: SoldierId, way: Path, done: Step, gait: Gait) -> bool:
    """Return True if any waiting soldier is near enough to the rest of a path to fire at its
    walker, whatever they see: otherwise there is nothing to ask."""
    if len(way) < 2:
        return False
    rest = (point_on(g, way, *done, gait), *way[done[0] + 1 :])
    for soldier in waiting(g, opponent(g.soldiers[mover].seat)):
        s = g.soldiers[soldier]
        reach = max([g.reach(CATALOG.weapons[weapon]) for weapon in s.arms], default=0)
        far = reach + CIRCLE + BASES + 1  # as far as that, and not nearer alone
        if any(less(gap2(s.spot[:2], a[:2], b[:2]), (far * far, 1)) for a, b in pairwise(rest)):
            return True
    return False


def can_fire(g: NcoState, mover: SoldierId, way: Path, done: Step, gait: Gait) -> bool:
    """Return True if a waiting soldier could fire at the walker somewhere on the rest of a path, of
    which every half inch is looked at. A point beside the walker does not count."""
    for soldier in waiting(g, opponent(g.soldiers[mover].seat)):
        for leg in range(done[0], len(way) - 1):
            cost = leg_cost(g, way, leg, gait)
            first = done[1] if leg == done[0] else 0
            for walked in (*range(first, cost, EVERY), cost):
                at = point_on(g, way, *stop_at(g, mover, way, done, (leg, walked), gait), gait)
                for weapon in g.soldiers[soldier].arms:
                    aim = at if CATALOG.weapons[weapon].area else None
                    shot = ambush_shot(Spring(soldier, leg, walked, weapon, False, aim), mover)
                    if why_not_shot(g, shot, catch=mover, at=at) is None:
                        return True
    return False


def springs(g: NcoState, mover: SoldierId, way: Path, done: Step, gait: Gait) -> Iterator[Spring]:
    """Each who waits, with each weapon, at each waypoint and half-way to it."""
    for soldier in waiting(g, opponent(g.soldiers[mover].seat)):
        for leg in range(done[0], len(way) - 1):
            cost = leg_cost(g, way, leg, gait)
            for walked in dict.fromkeys((cost // 2, cost)):
                if (leg, walked) < done:
                    continue
                at = point_on(g, way, *stop_at(g, mover, way, done, (leg, walked), gait), gait)
                for weapon in g.soldiers[soldier].arms:
                    aim = at if CATALOG.weapons[weapon].area else None
                    yield Spring(soldier, leg, walked, weapon, False, aim)
