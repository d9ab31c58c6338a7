"""Blast patterns, and Snipers. Ledger 2.26."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes import cards, fire
from tests.referee.heroes.book import HEAVY, INFANTRY, book
from tests.referee.heroes.fire import outcome
from tests.referee.heroes.ground import WAYS
from tests.referee.heroes.judging import Blast, Due
from tests.referee.heroes.model import NONE, OFF_MAP
from tests.referee.heroes.shots import Shots


class Blasts(Shots):
    """Blasts."""

    def on_blasted(self, e: Any) -> None:
        """HON-BLST-02 to -05."""
        self.come_through()
        m, n = self.model, int(e.target)
        u = m.units[n]
        blast = self.blast
        if m.phase == "supply" and n in self.bombs:
            self.aim = self.room = OFF_MAP
            blast = Blast(book().options[self.bombs[n]].bonus)
        if blast is None:
            self.take("a blast of unknown origin", f"unit {n}")
            self.due = [Due("hit", n)]
            return
        if u.type not in blast.bonus:
            self.differ("HON-BLST-02", f"a blast on unit {n}", "X", e)
            return
        self.in_order(n, blast)
        added = blast.bonus[u.type] - blast.moving
        if blast.firer != NONE:
            firer = m.units[blast.firer]
            added -= 2 * firer.suppressed
            if u.type == INFANTRY:
                added += m.directed(firer, "fire_at_will")
        defence = u.up.defence[1] if u.type == HEAVY else u.up.defence[0]
        if u.infantry:
            defence += m.directed(u, "hold_your_ground")
            if blast.open:
                defence += m.bonus_of_place(u.at, u.seat)
        defence += self.shields
        self.same("HON-BLST-02", f"blast on {n}, result", e.die + added, e.result)
        self.same("HON-BLST-02", f"blast on {n}, defence", defence, e.defence)
        self.shooter, self.gun = blast.firer, self.how.weapon if self.how else 0
        kind, more = outcome(e.result, defence, False)
        self.due = [Due(kind, n, more, die=e.die, added=added, defence=defence, blast=True)]
        self.due = [d for d in self.due if d.kind != "miss" or d.blast]

    def come_through(self) -> None:
        """What did not drive an aircraft off is over (HON-AAA-01)."""
        if self.flak is not None:
            result, number = self.flak
            self.same("HON-AAA-01", f"{result} against {number}", False, result >= number)
        self.flak = None

    def on_rolledagain(self, e: Any) -> None:
        """A die of a blast is another now; a shot is told anew."""
        if self.strikes:
            self.same("R-204", "the die that is rolled again", self.dispersal, e.before)
            self.dispersal = e.after
            return
        if self.flak is not None:
            self.flak = self.flak[0] - e.before + e.after, self.flak[1]
            return
        if self.sniped is not None:
            n, r = self.sniped
            self.snipe(n, r - e.before + e.after)
            return
        for d in () if self.razing else self.due:
            if d.blast and d.die == e.before:
                d.die = e.after
                d.kind, d.n = outcome(d.die + d.added, d.defence, False)

    def on_sniped(self, e: Any) -> None:
        """HON-AB-75, R-22."""
        n = int(e.unit)
        r = e.result
        die = max(self.rolled) if self.rolled else 0
        m = self.model
        target = m.units[n]
        if type(self.answer).__name__ in ("OrderSnipe", "ActSnipe", "Pass", "SecondWind", "Reroll"):
            firer = m.units[self.actor] if self.actor != NONE else None
            if firer is not None and self.card != "lone_marksman" and not firer.hidden:
                lines = [
                    s.obscured + s.smoke for _, _, s in m.sights(firer, target) if not s.blocked
                ]
                if lines:
                    mine = die - 2 * firer.suppressed - min(lines)
                    self.same("HON-AB-76", f"sniper's die on unit {n}", mine, r)
        elif self.card == "lone_marksman":
            hard = m.ground.defence(target.at) > 0
            smoke = sum(v for spaces, v in m.smoke_spaces() if target.at in spaces)
            self.same("lone_marksman", f"die on unit {n}", die - hard - smoke, r)
        self.snipe(n, r)

    def in_order(self, n: int, blast: Blast) -> None:
        """HON-BLST-02, R-25: who is struck, one after another."""
        m = self.model
        if self.order is None:
            if self.room != OFF_MAP:
                spaces = fire.contained(m, self.room)
            elif self.aim != OFF_MAP:
                spaces = fire.covered(m, self.colour, self.aim)
            else:
                return
            struck = fire.struck(m, spaces, self.room != OFF_MAP)
            self.order = [i for i in struck if m.units[i].type in blast.bonus]
        if self.loose:
            self.same("HON-BLST-02", f"unit {n} is struck", True, n in self.order)
        else:
            self.same("R-25", f"who is struck next by a blast at {self.aim}", self.order[:1], [n])
        if n in self.order:
            self.order.remove(n)

    def on_scattered(self, e: Any) -> None:
        """HON-AB-32, -18, G-09."""
        m = self.model
        u = self.model.units[self.actor]
        if self.aim == OFF_MAP or self.how is None:
            return
        clear = any(sight.clear for _, sight in m.sight_of_vertex(u, self.aim))
        self.same("HON-AB-32", f"a dispersal die for {self.aim} in clear sight", False, clear)
        steps = self.spread
        if steps and any(
            o.has("artillery_spotter") and any(s.clear for _, s in m.sight_of_vertex(o, self.aim))
            for o in (m.friends(u.seat) if self.agreed else m.on_map(u.seat))
        ):
            steps -= 1
        self.drift(e.die, steps)

    def drift(self, die: int, steps: int) -> None:
        """A dispersal die (G-09)."""
        if die <= 4:
            straight = self.colour in ("white", "red", "black")
            dx, dy = WAYS[2 * (die - 1) + (0 if straight else 1)]
            self.aim = (self.aim[0] + steps * dx, self.aim[1] + steps * dy)

    def on_camedown(self, e: Any) -> None:
        """G-05: an Artillery card. It always drifts, 2 intersections, but by a 5 or 6."""
        m, at = self.model, tuple(e.vertex)
        self.drift(self.dispersal, 2)
        self.same(self.strike, "where the strike comes down", self.aim, at)
        self.aim, self.colour, self.room, self.order = at, "black", OFF_MAP, None
        self.strikes = False
        if self.strike == cards.SUPPRESSES:
            struck = fire.struck(m, fire.covered(m, "black", at), False)
            for n in struck:
                if m.units[n].type != HEAVY:
                    self.owe(n, 1)

    def snipe(self, n: int, r: int) -> None:
        """What a sniper's die does (HON-AB-75)."""
        self.sniped = (n, r)
        self.due = []
        self.owed.pop(n, None)
        if r >= 6:
            self.due = [Due("hit", n)]
            self.owed[n] = 1  # it alone, whoever takes the hit
        elif r >= 4:
            self.due = [Due("hit", n)]
        elif r >= 2:
            self.due = [Due("markers", n, 1)]
