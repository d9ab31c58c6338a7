"""Moves of infantry and vehicles, fire at movers. Ledger 2.8 to 2.10, 2.31."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes import fire, spotting, walk
from tests.referee.heroes.book import Space
from tests.referee.heroes.drive import Pose, after, drive, pose_of
from tests.referee.heroes.fire import How
from tests.referee.heroes.model import NONE, OFF_MAP, Counter
from tests.referee.heroes.tokens import Tokens
from tests.referee.heroes.walk import Going


class Moves(Tokens):
    """Moves."""

    def check_supply(self, a: Any) -> None:
        """HON-SUP-03, -12."""
        if self.asked != "supply_move":
            return
        m, n = self.model, int(a.unit)
        u = m.units[n]
        self.same("HON-MP-15", f"unit {n} is its owner's", self.seat, u.seat)
        later = m.order[m.order.index(u.seat) + 1 :]
        moved = [o for o in self.moved if m.units[o].seat in later]
        self.same("HON-SUP-03, HON-MP-15", "who has moved before its turn", [], moved)
        self.same("HON-SUP-03", f"unit {n} may move in Supply", True, not u.acted and not u.lost)
        self.same("HON-SUP-03", f"unit {n} has moved", False, n in self.moved)
        self.moved.add(n)

    def start(self, u: Counter) -> Going:
        """The move that is under way, begun now if this is its first leg."""
        if self.going is None or self.going.n != u.n:
            more = self.more
            if "forced_march" in self.riders:
                more += 2
            self.going = walk.begin(self.model, u, more, self.asked == "supply_move")
            self.going.flipped = self.flipped_first == u.n
            self.flipped_first = NONE
        return self.going

    def on_moved(self, e: Any) -> None:
        """HON-MOVE, HON-ZOC, HON-TER."""
        m, u = self.model, self.model.units[int(e.unit)]
        path = tuple(tuple(s) for s in e.path)
        going = self.start(u)
        if u.n != self.actor:
            self.take("a move of somebody else", f"unit {u.n}")
            return
        declared = self.leg
        if declared is not None:
            self.unasked(u)
        stops = path or ((u.at,) if u.on_map else ())
        self.look_about(u, [(s, u.facing) for s in stops])
        if declared is not None:
            self.same("R-95", "the declared leg", path, tuple(declared[: len(path)]))
            before = Going(**vars(going))
            why = walk.walk(m, u, tuple(declared), before, True)
            self.allowed("HON-MOVE-01", f"unit {u.n} from {u.at} by {declared}", why)
            self.leg = tuple(declared[len(path) :]) or None
            self.halted = self.leg is not None
        walk.walk(m, u, path, going, False)
        if path:
            u.at, u.aboard = path[-1], NONE
        if self.leg is None and self.final and self.promised == NONE and u.at in self.bonus:
            self.searching = NONE if u.hidden else u.n
        if self.leg is None and self.asked != "react" and not self.spotted:
            self.turn_to(u)

    def look_about(self, u: Counter, stops: list[tuple[Space, int]]) -> None:
        """Who is found after each step (HON-AB-06 to -11, R-85, R-86); the last alone may find."""
        m = self.model
        was = u.at, u.facing, u.aboard
        for i, (at, facing) in enumerate(stops):
            u.at, u.facing, u.aboard = at, facing, NONE
            found = spotting.found(m, u)
            if self.turned(u) and u.n in found:
                found = set()  # R-85; two blinds open both or none
            if i < len(stops) - 1:
                self.same("HON-AB-08", f"found by unit {u.n} at {at}", set(), found)
            else:
                self.checks["HON-AB-08"] += 1
                self.spotted = found
        u.at, u.facing, u.aboard = was

    def turned(self, u: Counter) -> bool:
        """Return True if a mover was turned over in this move, and is not tested any more
        (R-85)."""
        return self.going is not None and self.going.n == u.n and self.going.flipped

    def spot(self, n: int) -> None:
        """A counter is opened: because it was found, or for another reason."""
        moving = ("OrderMove", "ActMove", "SupplyMove", "Leg", "OrderDrive", "ActDrive", "Drive")
        if n in self.sought:
            self.sought.discard(n)
        elif n in self.spotted:
            self.spotted.discard(n)
        elif type(self.answer).__name__ in moving and self.clash is None and not self.checked:
            self.differ("HON-AB-08", f"counter {n} is opened", "out of sight", "found")

    def turn_to(self, u: Counter) -> None:
        """R-23: the facing that was named."""
        if self.facing != NONE and not u.hidden:
            self.same("R-23", f"a facing of unit {u.n}", True, self.facing % 2 == 0)
            u.facing = self.facing
        self.facing = NONE

    def on_boarded(self, e: Any) -> None:
        """HON-AB-86."""
        m, u = self.model, self.model.units[int(e.unit)]
        vehicle = m.units[int(e.vehicle)]
        going = self.start(u)
        if self.leg is not None:
            self.allowed("HON-AB-86", f"{u.n} boards", walk.walk(m, u, self.leg, going, True))
        fits = walk.has_room(m, vehicle, u)
        self.same("HON-AB-84", f"room for unit {u.n}", True, fits)
        u.at, u.aboard, self.leg = OFF_MAP, vehicle.n, None

    def on_driven(self, e: Any) -> None:
        """HON-VEH."""
        m, u = self.model, self.model.units[int(e.unit)]
        going = self.start(u)
        if self.leg is not None:
            self.unasked(u)
        declared = self.leg or ()
        pose, stops = pose_of(u), []
        for name in declared[: e.steps]:
            pose = after(pose, name) or pose
            stops.append((pose.at, pose.facing))
        self.look_about(u, stops or [(u.at, u.facing)])
        pose, why = drive(m, u, tuple(declared[: e.steps]), going)
        self.allowed("HON-VEH-02", f"unit {u.n} from {u.at} {u.facing} by {declared}", why)
        self.same("HON-VEH-02", "pose", (pose.at, pose.facing), (tuple(e.at), int(e.facing)))
        self.leg = tuple(declared[e.steps :]) or None
        self.halted = self.leg is not None
        u.at, u.facing = pose.at, pose.facing

    def on_flipped(self, e: Any) -> None:
        """HON-AB-45, -92, -03; HON-MOVE-08."""
        u = self.model.units[int(e.unit)]
        if self.going is not None and self.going.n == u.n and self.going.flipped:
            self.differ("HON-MOVE-08", f"flips of unit {u.n}", 1, 2)
        if u.piece.conceals:
            u.concealed = not u.concealed
            self.searching = NONE if u.concealed else self.searching
        else:
            abilities = u.up.abilities
            fits = "tripod" in abilities or "opportunity_fire" in abilities
            self.same("HON-AB-92", f"unit {u.n} may be turned over", True, fits)
            u.face = 1 - u.face
        if self.going is None or self.going.n != u.n:
            self.going = None
            self.flipped_first = u.n
        else:
            self.going.flipped = True
        if self.card == "speed_setup" and self.targets and u.up.weapons[0].arc:
            spaces = self.model.units[self.targets[0]].spaces
            able = [
                f for f in (u.facing, 0, 2, 4, 6) if any(fire.in_arc(f, u.at, s) for s in spaces)
            ]
            u.facing = able[0] if able else u.facing

    def on_leftmap(self, e: Any) -> None:
        """HON-EXIT-01: it is off, with who is aboard, and is no loss."""
        m, u = self.model, self.model.units[int(e.unit)]
        off = [u, *(r for r in m.units if r.aboard == u.n and not r.lost)]
        worth = [2 if not o.infantry or o.piece.outline == "officer" else 1 for o in off]
        self.same("HON-EXIT-01", f"points of unit {u.n}", sum(worth), e.n)
        there = bool(set(u.spaces) & m.scenario.exits)
        self.same("HON-EXIT-01", f"unit {u.n} is at an exit", True, there)
        m.exited[u.seat] += sum(worth)
        for o in off:
            self.lose_token(o.n)
            o.lost, o.at, o.aboard = True, OFF_MAP, NONE

    def stops(self, u: Counter) -> list[Space | Pose]:
        """Where a mover is after each step of the leg that it has declared."""
        if self.halted:
            return [u.at if u.infantry else pose_of(u)]
        if u.infantry or self.leg is None:
            leg = tuple(self.leg or ())
            ends = walk.boarded(self.model, u, leg[-1]) is not None if leg else False
            return list(leg[:-1] if ends else leg) or ([u.at] if u.on_map and not ends else [])
        poses: list[Space | Pose] = []
        pose = pose_of(u)
        for name in self.leg:
            new = after(pose, name)
            if new is not None:
                pose = new
                poses.append(pose)
        return poses or [pose]

    def reactors(self, u: Counter) -> set[int]:
        """The units that could fire at a mover at some step by ability or terrain (G-06)."""
        m, found = self.model, set()
        was = u.at, u.facing, u.aboard
        for stop in self.stops(u):
            u.aboard = NONE
            if isinstance(stop, Pose):
                u.at, u.facing = stop.at, stop.facing
            else:
                u.at = stop
            if spotting.found(m, u) - ({u.n} if self.turned(u) else set()):
                break
            for e in m.enemies(u.seat):
                if fire.may_react(m, e) and fire.shot(m, e, u, How()) is not None:
                    found.add(e.n)
        u.at, u.facing, u.aboard = was
        return found

    def unasked(self, u: Counter) -> None:
        """A leg is gone without a question: nobody could react, or has said that they pass."""
        m = self.model
        if m.phase != "activation" or self.asked == "react" or self.again:
            return
        self.checks["HON-CARD-09"] += 1
        found = {
            n
            for n in self.reactors(u)
            if not any("move" in word for word in self.standing.get(m.units[n].seat, ()))
        }
        if found:
            self.differ("HON-CARD-09", f"units that could react to {u.n}", found, "not asked")

    def check_reaction(self, a: Any) -> None:
        """HON-TER-10, HON-AB-46: each may react, and can fire once the mover is there."""
        for unit in a.units:
            u = self.model.units[int(unit)]
            ok = fire.may_react(self.model, u)
            self.same("HON-AB-46", f"unit {u.n} may react", True, ok)
