"""Bonus objectives. Ledger 2.31, G-20."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes import cards
from tests.referee.heroes.judging import MOST_ORDERS
from tests.referee.heroes.model import NONE, Counter
from tests.referee.heroes.rounds import Rounds

TACTICS = ("papers", "crate", "radio", "dressing", "flare", "plan")
"""Bonus tactics, in the order of their cards from 500 (G-20)."""


class Bonus(Rounds):
    """Bonus tactics."""

    def on_bonusfound(self, e: Any) -> None:
        """HON-BON-01, G-20."""
        m, u = self.model, self.model.units[int(e.unit)]
        fine = u.infantry and not u.hidden and u.on_map and u.at in self.bonus
        self.same("HON-BON-01", f"unit {u.n} opens a bonus token at {u.at}", True, fine)
        self.bonus = [s for s in self.bonus if s != u.at]
        self.searching = NONE
        tactic = TACTICS[int(e.card) - 500]
        if tactic == "radio":
            due = sum(m.stars(s) for s in m.side(u.seat)) + m.shared(u.seat, "or_planning")
            if due < MOST_ORDERS:
                m.more_orders[u.seat] += 1
        elif tactic == "flare":
            self.sought = cards.seen_from_above(m, u.seat, u.at)
        elif tactic == "plan":
            self.held[u.seat] += self.draw(u.seat, 1)
        elif tactic == "crate":
            self.unpack(u)
        elif tactic == "dressing":
            self.dressed = u.n

    def unpack(self, u: Counter) -> None:
        """2 Ammo tokens for the tile of a finder; a hero has none."""
        m = self.model
        tile = m.tile_of(u)
        if tile == NONE:
            self.take("where the tokens of a crate lie", "options")
        else:
            m.options.append((u.seat, tile, "eq_ammo", 2))

    def on_bonuslost(self, e: Any) -> None:
        """HON-BON-02: an effect has no target."""
        m = self.model
        if self.dressed != NONE:
            by, self.dressed = m.units[self.dressed], NONE
            hurt = [
                u.n
                for u in m.on_map(by.seat)
                if u.infantry and not u.hidden and u.up.red and u.piece.outline != "hero"
                if cards.near(u, by) <= 3
            ]
            self.same("HON-BON-02", "who could be dressed", [], hurt)
