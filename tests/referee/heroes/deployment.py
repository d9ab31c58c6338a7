"""Deployment, counters that are opened, reserves. Ledger 2.4, HON-HID."""

from __future__ import annotations

from collections import Counter as Tally
from typing import Any

from tests.referee.heroes import melee, muster, walk
from tests.referee.heroes.ground import distance
from tests.referee.heroes.judging import Due
from tests.referee.heroes.model import NONE, OFF_MAP, Counter
from tests.referee.heroes.moves import Moves
from tests.referee.heroes.order_options import OrderOptions


class Deployment(Moves, OrderOptions):
    """Deployment and concealed counters."""

    def on_mustered(self, e: Any) -> None:
        """HON-ARMY-01 to -05, -12, R-89, R-90."""
        army = self.rosters[int(e.seat)] if self.rosters else None
        if army is None:
            return
        nation = self.model.scenario.sides[int(e.seat)].nation
        cost, units, wrong = muster.count(army, nation)
        self.same("HON-ARMY-01", f"cost of seat {int(e.seat)}", cost, e.cost)
        self.same("HON-ARMY-14", f"units of seat {int(e.seat)}", units, e.units)
        self.allowed("HON-ARMY-05", "an army", wrong)
        m, s = self.model, int(e.seat)
        limit = self.theirs.points // len(m.side(s)) - (self.theirs.paid or [0, 0, 0])[s]
        limit += 30 * any(key == "tr_notorious" for _, _, key in army.options)
        self.same("HON-ARMY-01, HON-MP-04", f"{cost} points of {limit}", False, cost > limit)
        mine = muster.counters(army, nation)
        ours = Tally(u.key for u in self.theirs.units if u.seat == s and u.key in mine)
        self.same("HON-ARMY-14", f"counters of seat {s}", mine, ours)

    def check_where(self, a: Any) -> None:
        """The space of a retreat."""
        if self.clash is not None:
            u = self.model.units[self.clash.defender]
            open_ = walk.retreats(self.model, u, self.clash.launch)
            self.same("R-18", f"{tuple(a.space)} is open", True, tuple(a.space) in open_)

    def on_arrived(self, e: Any) -> None:
        """HON-RND-06, R-200, R-229."""
        m, u, at = self.model, self.model.units[int(e.unit)], tuple(e.space)
        name = m.scenario.sides[u.seat].name
        open_ = [a for a in m.scenario.arrivals if a.side == name and a.round <= m.round]
        self.same("HON-RND-06", f"unit {u.n} may arrive", True, bool(open_) and m.phase == "supply")
        self.same("HON-RND-06", f"unit {u.n} waits", (False, False), (u.on_map, u.lost))
        u.at = at
        if not open_:
            return
        u.facing = open_[0].facing
        fine = set(u.spaces) <= open_[0].spaces and not any(
            o.n != u.n for s in u.spaces for o in m.standing(s, u.n)
        )
        self.same("HON-RND-06", f"unit {u.n} arrives at {at}", True, fine)

    def on_staysaway(self, e: Any) -> None:
        """R-245, R-319: what the zone holds is taken as given."""
        n = int(e.unit)
        self.take("a counter without a place", f"unit {n}")
        self.skip |= {"formations", *(f"unit {u.n}" for u in self.model.units if u.blind)}

    def check_place(self, u: Counter) -> None:
        """HON-SET-03, HON-AB-70, -71, R-87, R-198, and what a scenario says of its zones."""
        m, side = self.model, self.model.scenario.sides[u.seat]
        outside = [s for s in u.spaces if s not in side.zone]
        if not u.hidden and side.clear[1]:
            rows, wide = side.clear
            near = any(abs(y - row) <= wide for _, y in u.spaces for row in rows)
            self.same("HON-SET-03", f"unit {u.n} is clear of the rows {rows}", False, near)
        if not outside:
            return
        far = max(min(distance(s, z) for z in side.zone) for s in outside)
        scout = 0 if u.blind else max(f.abilities.get("scout", 0) for f in u.piece.faces)
        if u.blind or m.bought(u.seat, "or_infiltration"):
            scout = max(scout, 6)
        self.same("HON-AB-70", f"unit {u.n}, {far} spaces outside its zone", True, far <= scout)
        prizes = [s for o in m.scenario.objectives for s in o.spaces] + list(m.scenario.bonus)
        beside = any(distance(s, prize) <= 1 for s in u.spaces for prize in prizes)
        self.same("HON-AB-71", f"unit {u.n} is beside an objective", False, beside)

    def on_deployed(self, e: Any) -> None:
        """HON-SET-03 to -05, -09."""
        m, a = self.model, self.answer
        u = m.units[int(e.unit)]
        at = tuple(e.space)
        u.at = at
        name = type(a).__name__
        if name in ("Deploy", "DeployOpen"):
            u.face = int(a.face)
        if m.round == 0 and u.seat not in self.deployed:
            self.deployed.append(u.seat)
        if name == "Deploy":
            u.facing = int(a.facing)
        if name in ("Deploy", "DeployOpen", "LayBlind"):
            self.check_place(u)
        if name == "Deploy" and not u.blind and u.up.red:
            self.differ("HON-SET-04", f"unit {u.n}", "white face", "red face")
        self.skip |= {f"unit {u.n} at", f"unit {u.n} aboard", f"unit {u.n} concealed"}

    def on_opened(self, e: Any) -> None:
        """HON-AB-08: a blind becomes the unit beneath, another turns over."""
        m = self.model
        blind, u = m.units[int(e.counter)], m.units[int(e.unit)]
        self.spot(blind.n)
        if int(e.unit) != NONE and u.n == blind.n and not u.piece.conceals:
            self.give_concealed(u.seat)
        if int(e.unit) == NONE:
            self.lose_token(blind.n)
            blind.at, blind.lost = OFF_MAP, True
            return
        if blind.n == u.n:
            u.concealed = False
            return
        u.at, u.facing, u.suppressed, u.acted = (
            blind.at,
            blind.facing,
            blind.suppressed,
            blind.acted,
        )
        blind.at, blind.lost, blind.acted = OFF_MAP, True, False
        blind.suppressed = 0
        if blind.n in self.moved:
            self.moved.add(u.n)
        laid = m.tokens[u.seat]
        if blind.n in laid:
            m.tokens[u.seat] = {u.n if n == blind.n else n: t for n, t in laid.items()}
        if self.actor == blind.n:
            self.actor = u.n
        if self.going is not None and self.going.n == blind.n:
            self.going.n = u.n
        if self.clash is not None and self.clash.defender == blind.n:
            self.clash.defender = u.n
            self.due = [Due("markers", u.n, 1)] if melee.out_of_arc(m, self.clash) else []

    def on_blindstaken(self, e: Any) -> None:
        """Hands are taken as they are."""
