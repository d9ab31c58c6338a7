"""Objectives, points, who wins. Ledger 2.27, G-10."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes.judging import Judging
from tests.referee.heroes.model import NONE, OFF_MAP


class Victory(Judging):
    """Victory."""

    def on_scored(self, e: Any) -> None:
        """HON-VIC-07, G-10, R-93, R-113."""
        m = self.model
        markers = [u.n for u in m.on_map() if u.suppressed and u.n in self.marked]
        if self.rallied:
            self.same("HON-SUP-07", "units that keep a marker they should lose", {}, self.rallying)
        elif markers:
            self.differ("HON-SUP-07", "markers to remove", markers, "none removed")
        m.smoke = [(v, 2) for v, value in self.thick if value == 4]  # HON-ORO-16
        self.control()
        points = [
            sum(m.gained[o] + m.exited[o] for o in m.side(s)) + self.objectives(s) for s in m.seats
        ]
        self.same("HON-VIC-07", "scores", tuple(points), tuple(e.points))
        self.score, self.checked = tuple(points), True
        if self.verdict() is not None:
            self.skip |= {"due", "bluffs", "specials", "more_orders", "more_specials", "initiative"}

    def control(self) -> None:
        """R-93: who holds the objectives now."""
        m = self.model
        if not m.holders:
            m.holders = [""] * len(m.scenario.objectives)
        for i, objective in enumerate(m.scenario.objectives):
            open_, any_ = set(), set()
            for u in m.on_map():
                if u.infantry and set(u.spaces) & set(objective.spaces):
                    any_.add(u.seat)
                    if not u.hidden:
                        open_.add(u.seat)
            for s in open_:
                if not set(m.foes(s)) & any_:
                    m.holders[i] = m.scenario.sides[s].name

    def objectives(self, s: int) -> int:
        """The points of a seat by objectives at this check."""
        m = self.model
        name = m.scenario.sides[s].name
        last = m.round == m.scenario.rounds
        total = 0
        for objective, holder in zip(m.scenario.objectives, m.holders, strict=True):
            counts = objective.counts.get(name)
            if holder == name and (counts == "check" or (counts == "end" and last)):
                total += objective.points
        return total

    def on_controltaken(self, e: Any) -> None:
        """Compared by the holders."""
        self.control()
        name = self.model.holders[e.objective]
        mine = [s.name for s in self.model.scenario.sides].index(name) if name else NONE
        self.same("R-93", f"who holds objective {e.objective}", mine, int(e.seat))

    def verdict(self) -> tuple[int, ...] | None:
        """Who has won at this check; None if the match goes on (G-10, HON-VIC-09, R-94, R-170).

        One member's defeat does not lose it for an alliance (HON-MP-03)."""
        m = self.model
        sides = self.sides()
        won = [side for side in sides if m.round >= 2 and self.meets(side[0])]
        if len(won) == 1:
            return won[0]
        if won or m.round >= m.scenario.rounds:
            return self.tie_break(not won)
        beaten = [side for side in sides if all(self.beaten(s) for s in side)]
        if len(beaten) == 1:
            return next(side for side in sides if side != beaten[0])
        return self.tie_break(False) if beaten else None

    def beaten(self, s: int) -> bool:
        """Return True if a seat has no unit or no order (HON-RND-04, R-223, R-229)."""
        m = self.model
        reserve = m.scenario.sides[s].reserve
        waits = any(u.seat == s and u.key in reserve and not u.lost for u in m.units)
        blinds = any(u.blind for u in m.in_play(s))
        units = any(not u.blind for u in m.in_play(s)) or (blinds and self.under_blinds(s))
        return not (units or waits) or not m.stars(s)

    def under_blinds(self, s: int) -> bool:
        """Return True if a unit may be under the blinds of a seat: not all are Ruses (R-223)."""
        return any(
            u.seat == s and u.piece.conceals and not u.lost and u.at == OFF_MAP and u.aboard == NONE
            for u in self.model.units
            if not u.blind
        )

    def sides(self) -> list[tuple[int, ...]]:
        """The seats of both sides, in the order of their numbers."""
        m = self.model
        return [tuple(sorted(m.side(0))), tuple(sorted(m.foes(0)))]

    def points(self, s: int) -> int:
        """The score of the side of a seat."""
        return self.score[s]

    def tie_break(self, last: bool) -> tuple[int, ...]:
        """Score, then the cost of what is lost."""
        m = self.model
        sides = self.sides()
        if last and m.scenario.otherwise:
            names = [m.scenario.sides[side[0]].name for side in sides]
            return sides[names.index(m.scenario.otherwise)]
        a, b = (self.points(side[0]) for side in sides)
        if a != b:
            return sides[0] if a > b else sides[1]
        costs = [
            sum(f.cost * f.losses // f.units for s in side for f in m.formations_of(s) if f.units)
            for side in sides
        ]
        if costs[0] != costs[1]:
            return sides[0] if costs[0] < costs[1] else sides[1]
        return ()

    def meets(self, s: int) -> bool:
        """Return True if a seat meets the line `at once` of the scenario."""
        m = self.model
        line = m.scenario.at_once
        if not line or m.round < line["since"]:
            return False
        name = m.scenario.sides[s].name
        if line.get("who", name) != name:
            return False
        mine, theirs = self.points(s), self.points(m.foes(s)[0])
        if line.get("score") and mine < line["score"]:
            return False
        if line.get("ahead") and mine <= theirs:
            return False
        if line.get("holds"):
            names = [o.name for o in m.scenario.objectives]
            at = names.index(line["holds"])
            ruined = line.get("ruin") and not any(
                m.ground.building(s) for s in m.scenario.objectives[at].spaces
            )
            if m.holders[at] != name and not ruined:
                return False
        if line.get("exit_points") and sum(m.exited[o] for o in m.side(s)) < line["exit_points"]:
            return False
        if line.get("tiles"):
            tiles = [f for o in m.foes(s) for f in m.formations_of(o) if f.tile]
            if not all(f.turned for f in tiles):
                return False
        return True

    def ended(self, result: Any) -> None:
        """Compare the result."""
        mine = self.verdict()
        self.same("HON-VIC-01", "winners", mine, tuple(int(s) for s in result.winners))
        self.same("HON-VIC-07", "final scores", tuple(self.score), tuple(result.scores))
