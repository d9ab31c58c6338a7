"""Moves of vehicles, as the referee judges them (HON-VEH, HON-TER)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.referee.heroes.book import Space
from tests.referee.heroes.ground import WAYS, distance
from tests.referee.heroes.model import Counter, Model
from tests.referee.heroes.walk import Going


@dataclass(frozen=True)
class Pose:
    """How a vehicle lies."""

    at: Space
    facing: int
    two: bool

    @property
    def spaces(self) -> tuple[Space, ...]:
        """Its front, and its rear."""
        if not self.two:
            return (self.at,)
        dx, dy = WAYS[self.facing]
        return self.at, (self.at[0] - dx, self.at[1] - dy)


def pose_of(u: Counter) -> Pose:
    """How a vehicle lies now."""
    return Pose(u.at, u.facing, u.piece.spaces == 2)


def after(pose: Pose, manoeuvre: str) -> Pose | None:
    """How it lies after a step or a turn (HON-VEH-02 to -04); None if there is no such turn."""
    dx, dy = WAYS[pose.facing]
    if manoeuvre in ("forward", "back"):
        k = 1 if manoeuvre == "forward" else -1
        return Pose((pose.at[0] + k * dx, pose.at[1] + k * dy), pose.facing, pose.two)
    turn = -1 if manoeuvre.endswith("left") else 1
    if not manoeuvre.startswith("tail"):
        facing = (pose.facing + turn) % 8
        if not pose.two:
            return Pose(pose.at, facing, False)
        rear = pose.spaces[1]
        nx, ny = WAYS[facing]
        return Pose((rear[0] + nx, rear[1] + ny), facing, True)
    if not pose.two:
        return None
    # a tail that swings to the left, seen from behind, brings the nose round to the right
    return Pose(pose.at, (pose.facing - turn) % 8, True)


def _passes(m: Model, u: Counter, a: Space, b: Space) -> bool:
    return m.ground.step(a, b, u.type)


def why_not(m: Model, u: Counter, old: Pose, new: Pose) -> str:
    """Why a vehicle cannot go from one pose to the next; "" if it can."""
    amphibious = "amphibious" in u.up.abilities
    for s in new.spaces:
        if s in old.spaces:
            continue
        if not m.ground.has(s):
            return f"HON-VEH-11: {s} is off the map"
        if m.ground.closed(s, u.type, amphibious):
            return f"HON-VEH-11: {s} is closed"
        if any(not o.infantry for o in m.standing(s, u.n)):
            return f"HON-VEH-10: a vehicle is on {s}"
        swung = [o for o in old.spaces if o not in new.spaces] or [old.at]
        for o in swung:
            if distance(o, s) == 1 and not _passes(m, u, o, s):
                return f"HON-TER-09, R-162: an edge between {o} and {s}"
    if new.two and not _passes(m, u, *new.spaces):
        return "R-162: an edge under it"
    return ""


def drive(m: Model, u: Counter, manoeuvres: tuple[str, ...], going: Going) -> tuple[Pose, str]:
    """Follow steps and turns; changes `going`. Returns where it ends, and why not."""
    pose = pose_of(u)
    for name in manoeuvres:
        new = after(pose, name)
        if new is None:
            return pose, "HON-VEH-04: no such turn"
        if going.left <= 0:
            return pose, "HON-VEH-03: no movement left"
        if going.stopped or (going.once and going.steps):
            return pose, "HON-TER-06: difficult ground"
        why = why_not(m, u, pose, new)
        if why:
            return pose, why
        fresh = [s for s in new.spaces if s not in pose.spaces]
        pose = new
        going.left -= 1
        going.steps += 1
        if any(m.ground.difficult(s, u.type) for s in fresh):
            going.stopped = True
    return pose, ""
