"""Order options: smoke, directives, Concealed tokens. Ledger 2.24."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes.model import NONE
from tests.referee.heroes.rounds import Rounds


class OrderOptions(Rounds):
    """Order options."""

    def on_smokedrifts(self, e: Any) -> None:
        """HON-ORO-15."""
        i, j = self.named
        steps = {1: (0, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 0)}
        dx, dy = steps.get(e.die, (0, 0))
        self.vertex = (i + dx, j + dy)
        self.bomb = self.actor

    def on_smokelaid(self, e: Any) -> None:
        """HON-ORO-14, -15."""
        m, at = self.model, tuple(e.vertex)
        if self.bomb != NONE:
            self.same("HON-ORO-15", "where smoke drifts", self.vertex, at)
            m.smoke.append((at, 4))
            m.units[self.bomb].lost = True
            self.bomb = NONE
            self.skip.add("options")
        else:
            self.same("smoke_grenades", "where smoke is put", self.named, at)
            m.smoke.append((at, 2))

    def on_smokeclears(self, e: Any) -> None:
        """HON-ORO-16: those on -2 go."""
        m = self.model
        old = [p for p in self.thick if p[0] == tuple(e.vertex) and p[1] == 2]
        self.same("HON-ORO-16", f"a pattern on -2 at {tuple(e.vertex)}", True, bool(old))
        m.smoke = [(v, 2) for v, value in self.thick if value == 4]

    def on_directiveposted(self, e: Any) -> None:
        """HON-ORO-06, R-52, R-88."""
        m, u, kind = self.model, self.model.units[int(e.officer)], e.directive.value
        s = u.seat
        fine = u.on_map and not u.hidden and u.piece.outline == "officer" and u.has("order")
        self.same("R-52", f"unit {u.n} may give a directive", True, fine)
        self.same("HON-ORO-06", "directives in a round", [], [p for p in m.posted if p[0] == s])
        if kind in m.directives[s]:
            m.directives[s].remove(kind)
        elif not m.alliances:
            self.differ("R-88", f"directives of seat {s}", m.directives[s], kind)
        m.posted.append((s, kind, u.n))

    def on_hidden(self, e: Any) -> None:
        """HON-ORO-05."""
        m, u = self.model, self.model.units[int(e.unit)]
        fine = u.infantry and u.on_map and not u.hidden and m.phase == "supply"
        self.same("HON-ORO-05", f"unit {u.n} may take a Concealed token", True, fine)
        u.concealed, self.searching = True, NONE
        self.spend_concealed(u.seat)

    def spend_concealed(self, s: int) -> None:
        """A Concealed token of a seat is on the map."""
        m = self.model
        mine = [
            i
            for i, (owner, tile, k, left) in enumerate(m.options)
            if k in self.CONCEALS and left and m.has_use(s, owner, tile)
        ]
        self.same("HON-ORO-05", f"Concealed tokens of seat {s}", True, bool(mine))
        if len(mine) == 1:
            owner, tile, k, left = m.options[mine[0]]
            m.options[mine[0]] = (owner, tile, k, left - 1)
            self.laid_concealed.append(mine[0])
        else:
            self.take("which Concealed token", "options")

    def give_concealed(self, s: int) -> None:
        """A Concealed token comes back to its option."""
        m = self.model
        mine = [i for i in self.laid_concealed if m.has_use(s, m.options[i][0], m.options[i][1])]
        if len(set(mine)) == 1:
            owner, tile, k, left = m.options[mine[0]]
            m.options[mine[0]] = (owner, tile, k, left + 1)
            self.laid_concealed.remove(mine[0])
        else:
            self.take("which Concealed token", "options")

    def on_initiativekept(self, e: Any) -> None:
        """HON-ORO-11."""
        m, s = self.model, int(e.seat)
        self.same("HON-ORO-11", "who keeps the initiative", True, m.allied(s, m.initiative))
        m.kept = True
        self.spend(s, "or_initiative")

    def on_redeployed(self, e: Any) -> None:
        """HON-TER-03."""
        u = self.model.units[int(e.unit)]
        u.at = tuple(e.space)
        ruin = any(x.ruin for x in self.model.ground.elements(u.at))
        self.same("HON-TER-03", f"unit {u.n} stands on ruins", True, ruin)
