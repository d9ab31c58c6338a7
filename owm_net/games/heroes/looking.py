"""The running procedures, and obstacles to a line, for a viewer of the battle."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import pairwise
from typing import TypeVar

from attrs import frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.games.heroes.assault import Retreating, retreats
from owm_net.games.heroes.decks import MakingDeck, sizes
from owm_net.games.heroes.driving import Driving
from owm_net.games.heroes.gaps import Gap
from owm_net.games.heroes.grid import Facing, Pose, Way, ahead, distance, edge, facing_to
from owm_net.games.heroes.ids import NO_SEAT, NO_UNIT, OFF_MAP, Space, UnitId
from owm_net.games.heroes.moving import Moving
from owm_net.games.heroes.paths import (
    HELD_UP,
    SHARED,
    TOO_FAR,
    Path,
    traffic,
    ways,
    why_not_pass,
    why_not_path,
)
from owm_net.games.heroes.reacting import Reacting, reactions
from owm_net.games.heroes.set_up import Deploying
from owm_net.games.heroes.sides import candidates, had_turn, others, own
from owm_net.games.heroes.sight import BLOCKED, lane_between, sight, spaces_met
from owm_net.games.heroes.spotting import first_found, spots
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.steps import stations, walked
from owm_net.games.heroes.terms import SPOT_REACH, CardKind, Edge
from owm_net.games.heroes.turns import Turns

F = TypeVar("F")

CONTROLLED = Refusal("HON-ASLT-15", say("an enemy controls that space"))


def running(g: HeroesState, kind: type[F]) -> F | None:
    """The procedure of a kind that runs, the innermost of several."""
    return next((frame for frame in reversed(g.agenda) if isinstance(frame, kind)), None)


def comes_next(g: HeroesState) -> Seat:
    """The seat that has the next turn; NO_SEAT outside the turns and after the last. In a gap the
    turn has passed on already."""
    turns = running(g, Turns)
    if turns is None:
        return NO_SEAT
    if running(g, Gap) is not None:
        order = candidates(g, turns.seat, turns.turned)
    else:
        turned = had_turn(g, turns.seat, turns.turned)
        order = [*others(g, turns.seat, turned), *own(g, turns.seat, turned)]
    return next((seat for seat in order if turns.goes_on(g, seat)), NO_SEAT)


def moving_of(g: HeroesState) -> Moving | None:
    """The move that is made."""
    return running(g, Moving)


def driving_of(g: HeroesState) -> Driving | None:
    """The move of a vehicle."""
    return running(g, Driving)


def reacting_of(g: HeroesState) -> Reacting | None:
    """The leg to which somebody may react."""
    return running(g, Reacting)


def deck_asked(g: HeroesState) -> tuple[CardKind, int] | None:
    """The kind and the number of the cards that are chosen for a deck."""
    frame = running(g, MakingDeck)
    return None if frame is None else (sizes(g, frame.seat)[frame.made][0], frame.size)


def steps_of(frame: Reacting) -> dict[int, Pose]:
    """How the mover lies after each step of a leg at which one may react."""
    return dict(stations(frame.way))


def retreating_of(g: HeroesState) -> Retreating | None:
    """The retreat after an assault."""
    return running(g, Retreating)


def waiting(g: HeroesState) -> list[UnitId]:
    """The counters that are still to be deployed by the seat that deploys now."""
    frame = running(g, Deploying)
    return [] if frame is None else frame.waiting(g)


def obstacle(
    g: HeroesState, unit: UnitId, space: Space, left: int, start: Space
) -> tuple[Refusal, Space]:
    """Return why a unit with so much movement left cannot end its way on a space, and from which
    space the last step would be: by the shortest way to a neighbour of it."""
    u = g.units[unit]
    if (start != u.at or not left) and g.ground.difficult(start, u.kind):
        return HELD_UP, start
    found = ways(g, unit, max(0, left - 1), start)
    near = [s for s in found if distance(s, space) == 1]
    best: tuple[Refusal, Space] | None = None
    for by in sorted(near, key=lambda s: len(found[s])):
        no = why_not_path(g, unit, (*found[by], space), left) if start == u.at else None
        no = no or g.ground.why_not_step(by, space, u.kind)
        no = no or why_not_pass(g.ground, traffic(g, unit), by, space)
        if no is None:
            return TOO_FAR, by
        best = best or (no, by)
    return best or (TOO_FAR, start)


def placed(g: HeroesState, unit: UnitId, at: Space, facing: int | None = None) -> HeroesState:
    """The state as it would be with a unit on another space, to be looked at only."""
    other = copy(g)
    other.units = list(g.units)
    u = g.units[unit]
    other.units[unit] = u.with_(at=at, facing=u.facing if facing is None else facing)
    return other


def exposed_to(g: HeroesState, unit: UnitId, way: Way) -> dict[UnitId, int]:
    """The enemies that may fire at a unit on this way, each with the first step at which it may."""
    found: dict[UnitId, int] = {}
    if len(way) < 2:
        return found
    u = g.units[unit]
    for seat in g.players:
        if u.there and g.hostile(seat, u.seat):
            for enemy, step, _ in reactions(g, seat, unit, way):
                found.setdefault(enemy, step)
    return found


def found_after(g: HeroesState, unit: UnitId, path: Path) -> int:
    """The first step of a way after which a concealed unit is opened, 0 if it is where it stands,
    `UNHINDERED` if nobody finds it (HON-AB-06)."""
    return first_found(g, unit, walked(g, unit, path), spared=False)


def finders(g: HeroesState, unit: UnitId, space: Space) -> Iterator[UnitId]:
    """Yield the enemies that find a concealed unit as soon as it is on a space."""
    for n, e in g.enemies(g.units[unit].seat):
        if spots(g, n, e.covers, unit, space) and (
            not e.concealed or spots(g, unit, (space,), n, e.at)
        ):
            yield n


def seekers(g: HeroesState, unit: UnitId, space: Space) -> Iterator[UnitId]:
    """Yield those that would find it there after one step of their own."""
    bare = g.ground.cells[space].bare
    for n, e in g.enemies(g.units[unit].seat):
        near = bare or distance(e.at, space) <= SPOT_REACH + 1
        eyes = (e.at, *g.ground.neighbours(e.at, e.kind)) if near and not e.concealed else ()
        if any(spots(g, n, (eye,), unit, space) for eye in eyes):
            yield n


def retreat_ways(g: HeroesState, unit: UnitId, start: Space) -> dict[Space, Refusal | None]:
    """The spaces to which a beaten unit could go, each with why it is shut, None where it is not
    (HON-ASLT-14, HON-ASLT-15). start: where it is assaulted from."""
    u, among = g.units[unit], traffic(g, unit)
    away = facing_to(start, u.at)
    free = retreats(g, unit, start)
    found: dict[Space, Refusal | None] = {}
    for turn in (-1, 0, 1) if away is not None else ():
        assert away is not None
        space = ahead(u.at, (away + turn) % len(Facing))
        no = g.ground.why_not_step(u.at, space, u.kind)
        if no is None and space in (among.taken | among.shared):
            no = SHARED
        found[space] = None if space in free else no or CONTROLLED
    return found


def controllers(g: HeroesState, unit: UnitId, one: Space, other: Space) -> list[UnitId]:
    """The enemies whose zone of control has both of two spaces (HON-ZOC-03)."""
    return [
        n
        for n, u in g.enemies(g.units[unit].seat)
        if not u.suppressed and not u.kind.vehicle and {one, other} <= set(g.ground.zone(u.at))
    ]


@frozen
class Blocker:
    """What ends a line of sight: a unit, or NO_UNIT for the ground. wall: between `space` and the
    space before it stands one."""

    space: Space
    unit: UnitId = NO_UNIT
    before: Space = OFF_MAP

    @property
    def wall(self) -> bool:
        return self.before != OFF_MAP


def first_blocker(g: HeroesState, one: UnitId, other: UnitId) -> Blocker | None:
    """Return the nearest thing that ends a line between two units; None while it is free."""
    u, t = g.units[one], g.units[other]
    blockers = g.blockers(one, other)
    if sight(g.ground, u.at, t.at, blockers) != BLOCKED:
        return None
    lane = lane_between(g.ground, u.at, t.at)
    if lane is not None:
        spaces = [s for s in lane.through if s in blockers]
        spaces += [s for fork in lane.forks for s, _ in fork if s in blockers]
        if spaces:
            nearest = min(spaces, key=lambda s: distance(u.at, s))
            return Blocker(nearest, blockers[nearest])
    return _ground_blocker(g, u.at, t.at)


def _ground_blocker(g: HeroesState, start: Space, end: Space) -> Blocker:
    """The first wall or space along a line from which on the ground hides the rest."""
    met = spaces_met(start, end)
    for before, space in pairwise(met):
        if g.ground.edges.get(edge(before, space)) is Edge.WALL:
            return Blocker(space, before=before)
        if lane_between(g.ground, start, space) is None or g.ground.cells[space].blocks:
            return Blocker(space)
    return Blocker(end)
