"""Orders and activations. Ledger 2.6, 2.7, HON-AB-20."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.referee.heroes.judging import Judging
from tests.referee.heroes.model import NONE


class Tokens(Judging):
    """Order tokens and turns."""

    def lay(self, a: Any) -> None:
        """HON-ORD-01, -02."""
        m, s = self.model, self.seat
        unit = m.units[int(a.unit)]
        self.same("HON-ORD-01", "whose token is next", self.expected(self.can_lay), s)
        self.same("HON-ORD-02", f"tokens on unit {unit.n}", False, unit.n in m.tokens[s])
        fine = unit.seat == s and not unit.lost
        self.same("HON-ORD-02", f"unit {unit.n} may bear a token", True, fine)
        self.went.append(s)
        m.tokens[s][unit.n] = int(a.token)

    def expected(self, able: Callable[[int], bool]) -> int:
        """Whose turn it is: the sides take turns, and the members of a side (R-84, R-110)."""
        m, went = self.model, self.went
        sides = [m.side(m.initiative), m.foes(m.initiative)]
        if went and went[-1] in sides[0]:
            sides.reverse()
        for side in sides:
            last = next((s for s in reversed(went) if s in side), NONE)
            i = side.index(last) + 1 if last != NONE else 0
            for s in (*side[i:], *side[:i]):
                if able(s):
                    return s
        return NONE

    def can_lay(self, seat: int) -> bool:
        """Return True if a seat has a token and a counter for it."""
        m = self.model
        total = m.due[seat] + m.bluffs[seat] + m.specials[seat]
        bare = [u for u in m.in_play(seat) if u.n not in m.tokens[seat]]
        bombs = [
            u
            for u in m.units
            if u.seat == seat and u.bomb and not u.lost and u.n not in m.tokens[seat]
        ]
        return len(m.tokens[seat]) < total and bool(bare or bombs)

    def on_tokenlaid(self, e: Any) -> None:
        """Laid already by the answer, unless the seat had no choice."""
        m, s, n = self.model, int(e.seat), int(e.unit)
        if not self.forced and self.asked == "lay" and self.seat == s:
            self.forced = True
            self.same("HON-ORD-01", "token laid on", int(self.answer.unit), n)
            return
        left = self.pool[s] - set(m.tokens[s].values())
        self.same("HON-ORD-01", f"tokens of seat {s} without a choice", 1, len(left))
        self.same("HON-ORD-01", "whose token is next", self.expected(self.can_lay), s)
        self.went.append(s)
        m.tokens[s][n] = min(left)

    def on_tokenstaken(self, e: Any) -> None:
        """HON-ORD-03, -04, -07, -10."""
        m, s = self.model, int(e.seat)
        self.same("HON-ORD-03", f"orders of seat {s}", m.due[s], e.orders)
        self.same("HON-ORD-07", f"bluffs of seat {s}", m.bluffs[s], e.bluffs)
        self.same("HON-ORD-10", f"special orders of seat {s}", m.specials[s], e.specials)
        m.shown[s], m.done[s], m.tokens[s], m.shown_specials[s] = 0, False, {}, 0

    def on_orderrevealed(self, e: Any) -> None:
        """HON-ACT-01, R-84."""
        m, s, n = self.model, int(e.seat), int(e.unit)
        card = m.tokens[s].get(self.actor, NONE)
        self.same("HON-ACT-01", "number of the order", card - 200 - 20 * s, e.number)
        if e.number <= m.shown[s]:
            self.differ("R-84", "a number that is not higher", m.shown[s], e.number)
        if self.asked == "turn":
            self.whose_turn(s)
        m.shown[s] = e.number
        m.units[self.actor].acted = True
        m.units[n].acted = True
        self.actor = n

    def whose_turn(self, s: int) -> None:
        """The seats take turns, initiative first (R-84)."""
        m = self.model
        idle: set[int] = set()  # without a closed token they are asked for cards alone
        mine = self.expected(lambda seat: not m.done[seat])
        while mine not in (s, NONE) and not any(t < 0 for t in m.tokens[mine].values()):
            idle.add(mine)
            mine = self.expected(lambda seat: not m.done[seat] and seat not in idle)
        self.same("R-84", "whose turn", mine, s)
        self.went.append(s)

    def on_specialrevealed(self, e: Any) -> None:
        """HON-ORD-11."""
        m, n = self.model, int(e.unit)
        m.units[self.actor].acted = True
        m.units[n].acted = True
        self.model.shown_specials[int(e.seat)] += 1
        self.actor = n

    def on_ordersover(self, e: Any) -> None:
        """HON-ACT-02."""
        s = int(e.seat)
        if type(self.answer).__name__ == "NoMoreOrders" and self.seat == s:
            self.whose_turn(s)
        self.model.done[s] = True

    def on_reacted(self, e: Any) -> None:
        """HON-ACT-07: used up, its token lost unseen."""
        n = int(e.unit)
        if self.model.units[n].acted and self.card != "burst_into_action":
            self.differ("R-105", "a unit reacts that is used up", n, "reacts")
        self.model.units[n].acted = True
        self.lose_token(n)

    def lose_token(self, n: int) -> None:
        """HON-ORD-09."""
        m, s = self.model, self.model.units[n].seat
        token = m.tokens[s].get(n)
        if token is None:
            return
        del m.tokens[s][n]
        if token < 0:
            m.lost_tokens.append((s, token, m.round, m.shown[s]))

    def on_tokenlost(self, e: Any) -> None:
        """Crossed lines."""
        self.lose_token(int(e.unit))

    def on_bluffopened(self, e: Any) -> None:
        """HON-SUP-02."""
        n = int(e.unit)
        s = self.model.units[n].seat
        card = self.model.tokens[s].get(n, NONE)
        self.same("HON-SUP-02", f"the token of unit {n} is a bluff", True, card - 200 - 20 * s > 12)
        self.model.tokens[s].pop(n, None)

    def on_speciallapsed(self, e: Any) -> None:
        """R-05, R-116."""
        u = self.model.units[int(e.unit)]
        u.acted = True
        self.model.tokens[u.seat].pop(u.n, None)

    def on_actsalone(self, e: Any) -> None:
        """HON-AB-20, R-61."""
        u = self.model.units[int(e.unit)]
        fine = u.has("autonomous") and not u.acted
        self.same("HON-AB-20", f"unit {u.n} may act by itself", True, fine)
        u.acted, self.actor = True, u.n
        self.take("the token of an autonomous unit", "tokens", "lost_tokens")
