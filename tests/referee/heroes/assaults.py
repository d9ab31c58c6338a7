"""Assaults. Ledger 2.11."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes import cards, melee, walk
from tests.referee.heroes.book import HEAVY
from tests.referee.heroes.ground import distance
from tests.referee.heroes.judging import Due
from tests.referee.heroes.melee import Clash
from tests.referee.heroes.model import NONE
from tests.referee.heroes.moves import Moves
from tests.referee.heroes.shots import Shots


class Assaults(Moves, Shots):
    """Assaults."""

    def on_assaulted(self, e: Any) -> None:
        """HON-ASLT-01 to -06."""
        m = self.model
        u, target = m.units[int(e.attacker)], m.units[int(e.defender)]
        going = self.start(u)
        self.allowed(
            "HON-ASLT-02",
            f"assault of {u.n} on {target.n}",
            walk.why_no_assault(m, u, target, going),
        )
        launch = min(m.places(u), key=lambda s: min(distance(s, t) for t in target.spaces))
        self.clash = Clash(u.n, target.n, launch)
        self.due = []
        if melee.out_of_arc(m, self.clash):
            self.due.append(Due("markers", target.n, 1))

    def on_diceshown(self, e: Any) -> None:
        """Said again by Clashed."""

    def on_clashed(self, e: Any) -> None:
        """HON-ASLT-08, -09."""
        m, n = self.model, int(e.unit)
        if self.clash is None:
            return
        u = m.units[n]
        count = melee.dice(u, n == self.clash.attacker)
        self.same("HON-AB-19", f"dice of unit {n}", count, len(e.dice))
        mine = melee.total(m, self.clash, n, tuple(e.dice))
        self.same(e.rule, f"assault sum of unit {n} ({u.key}) {e.parts} {e.dice}", mine, e.total)
        self.clash.totals[n] = mine

    def on_tied(self, e: Any) -> None:
        """HON-ASLT-21."""
        if self.clash is not None:
            a, b = (self.clash.totals.get(n, 0) for n in (self.clash.attacker, self.clash.defender))
            self.same("HON-ASLT-12", "a tie", a, b)

    def on_beaten(self, e: Any) -> None:
        """HON-ASLT-12 to -20."""
        c, m = self.clash, self.model
        if c is None:
            return
        a, b = c.totals.get(c.attacker, 0), c.totals.get(c.defender, 0)
        winner = c.attacker if a > b else c.defender if b > a else NONE
        self.same("HON-ASLT-12", "winner of the assault", winner, int(e.winner))
        c.winner = int(e.winner)
        loser = m.units[c.defender if c.winner == c.attacker else c.attacker]
        won = m.units[c.winner]
        if loser.type == HEAVY:
            return
        if "terrifying" in won.up.abilities:  # HON-AB-82, R-117
            self.owe(loser.n, 2)
        if "terrifying" in loser.up.abilities:
            self.owe(won.n, 1)
        twice = c.winner == c.attacker and m.trait(won, "tr_bloodthirsty")
        self.due = [Due("clash", loser.n)]
        if twice and loser.up.step:
            self.due = [Due("kill", loser.n)]
            self.take("bloodthirsty", f"unit {loser.n}")
        if c.winner == c.attacker and loser.infantry and loser.up.step:
            self.stood = loser.at

    def on_retreated(self, e: Any) -> None:
        """HON-ASLT-14, R-18."""
        m, u = self.model, self.model.units[int(e.unit)]
        if u.aboard != NONE:  # it has boarded there, HON-AB-87
            there = tuple(e.space) in m.units[u.aboard].spaces
            self.same("R-18", f"unit {u.n} is in a vehicle at {tuple(e.space)}", True, there)
            return
        if self.clash is not None:
            open_ = walk.retreats(m, u, self.clash.launch)
            self.same(
                "R-18", f"{tuple(e.space)} is open to unit {u.n}", True, tuple(e.space) in open_
            )
            if self.asked != "where":
                self.same("HON-ASLT-14", "spaces where nobody is asked", [tuple(e.space)], open_)
        u.at = tuple(e.space)
        self.skip.add(f"unit {u.n} aboard")

    def on_displaced(self, e: Any) -> None:
        """HON-VEH-08, -09, R-19, R-102."""
        u, at = self.model.units[int(e.unit)], tuple(e.space)
        fine = at in self.room_for(u)
        self.same("HON-VEH-08", f"unit {u.n} may go from {u.at} to {at}", True, fine)
        u.at = at

    def on_healed(self, e: Any) -> None:
        """stretcher_bearers, R-104."""
        m, u = self.model, self.model.units[int(e.unit)]
        if self.dressed != NONE:  # bt_dressing, G-20
            by, self.dressed = m.units[self.dressed], NONE
            fine = u.up.red and u.piece.outline != "hero" and u.seat == by.seat and u.infantry
            self.same("HON-BON-01", f"unit {u.n} may be dressed", True, fine)
            self.same("HON-BON-01", "spaces to the finder", True, cards.near(u, by) <= 3)
            u.face = 0
            return
        near = [o.n for o in m.enemies(u.seat) if o.infantry and distance(o.at, u.at) <= 2]
        fine = u.up.red and u.piece.outline != "hero" and not near
        self.same("stretcher_bearers", f"unit {u.n} may be healed", True, fine)
        u.face = 0

    def on_advanced(self, e: Any) -> None:
        """HON-ASLT-16."""
        u = self.model.units[int(e.unit)]
        if self.clash is not None:
            self.same("HON-ASLT-16", "who advances", self.clash.attacker, u.n)
        u.at, u.aboard = tuple(e.space), NONE
        self.checks["HON-ASLT-16"] += 1
