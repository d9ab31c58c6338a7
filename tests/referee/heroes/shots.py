"""Fire, and what it does. Ledger 2.12 to 2.15."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes import fire, walk
from tests.referee.heroes.book import HEAVY, INFANTRY, LIGHT, Space
from tests.referee.heroes.fire import How, outcome
from tests.referee.heroes.ground import distance
from tests.referee.heroes.judging import Due
from tests.referee.heroes.model import NONE, OFF_MAP, Counter
from tests.referee.heroes.tokens import Tokens

PLAYED = {
    "panzerfaust": ({INFANTRY: 2, LIGHT: 6, HEAVY: 6}, 4),
    "tank_hunters": ({INFANTRY: 1, LIGHT: 6, HEAVY: 5}, 5),
}


class Shots(Tokens):
    """Shots and losses."""

    def describe(self, firer: Counter, target: Counter) -> How:
        """How a shot is fired, by what was said."""
        if firer.n in self.reacting:
            suppressive, spend = self.reacting[firer.n]
            how = How(suppressive=suppressive, spend=spend)
            weapon = int(getattr(self.reaction, "weapon", 0)) if self.reaction else 0
            how = How(weapon, suppressive=suppressive, spend=spend)
        else:
            how = self.how or How()
        share = 0
        if self.shares and target.n in self.targets:
            share = self.shares[self.targets.index(target.n)]
        aimed = 2 if "aimed_shot" in self.riders and not share else 0
        late = self.guard.get("aimed_shot", 0)
        if late:
            if share:
                share += 4 if how.suppressive else 2
            else:
                aimed += 2
        instead, reach, card = how.instead, how.reach, False
        for key, (bonus, far) in PLAYED.items():
            if key in self.riders:
                instead, reach, card = bonus, far, True
        return How(
            how.weapon,
            how.moving,
            how.suppressive,
            share,
            how.spend,
            aimed,
            2 * self.guard.get("dig_in", 0),
            self.shields,
            instead,
            reach,
            "marching_fire" in self.riders,
            card,
        )

    def on_shotfired(self, e: Any) -> None:
        """HON-FIRE-08, -09."""
        m = self.model
        firer, target = m.units[int(e.firer)], m.units[int(e.target)]
        how = self.describe(firer, target)
        self.same("HON-FIRE-09", "suppressive", how.suppressive, e.suppressive)
        if how.suppressive and not firer.hidden:
            has = "suppressive_fire" in firer.weapon(how.weapon).abilities
            self.same("HON-AB-80", f"unit {firer.n} has Suppressive Fire", True, has)
        best = fire.shot(m, firer, target, how)
        what = f"shot of {firer.n} ({firer.key}) at {target.n} ({target.key}) by {how}"
        if best is None:
            self.differ("HON-FIRE-02", what, "not allowed", e)
            return
        dual = not firer.hidden and "dual_weapon" in firer.weapon(how.weapon).abilities
        if how.instead is None:
            self.same("HON-AB-24", "dice", 2 if dual else 1, len(e.dice))
        die = max(e.dice)
        self.same("HON-FIRE-09", f"{what}: {best.why}", die + best.added, e.result)
        self.same("HON-FIRE-13", f"defence, {what}: {best.why}", best.defence, e.defence)
        kind, n = outcome(die + best.added, best.defence, how.suppressive)
        if kind == "miss" and self.pinned:
            kind, n = "markers", 1
        self.due = [Due(kind, target.n, n, how.suppressive)]
        self.shooter, self.gun = firer.n, how.weapon

    def on_located(self, e: Any) -> None:
        """HON-DMG-01 to -08."""
        m, n = self.model, int(e.unit)
        u = m.units[n]
        hit = [d for d in self.due if d.unit == n and d.kind in ("hit", "clash")]
        self.same("HON-DMG-01", f"a hit on unit {n} before the location die", True, bool(hit))
        self.finish(n)
        if len(self.rolled) == 1:
            die = self.rolled[0]
            if self.shooter != NONE:
                by = m.units[self.shooter]
                weapon = by.weapon(self.gun)
                die += "perforating" in weapon.abilities and self.clash is None
                die = max(1, die - 2 * by.suppressed)
            self.same("HON-DMG-08", f"location on unit {n}", die, e.result)
        part = {1: "crew", 2: "track", 3: "hull", 4: "hull", 5: "primary"}.get(e.result, "")
        if not part or part in u.damage:
            self.due.append(Due("kill", n))
            self.skip.add(f"unit {n} damage")
            return
        u.damage = (*u.damage, part)
        if part == "hull":
            self.due.append(Due("markers", n, 2))

    def on_missed(self, e: Any) -> None:
        """A shot without effect."""
        n = int(e.target)
        missed = [d for d in self.due if d.kind == "miss" and d.unit == n]
        self.same("HON-FIRE-08", f"a miss of unit {n}", True, bool(missed))
        self.finish(n)

    def finish(self, n: int) -> None:
        """An effect on a unit has come."""
        self.due = [d for d in self.due if d.unit != n]
        self.guard, self.shields = {}, 0

    def on_suppressed(self, e: Any) -> None:
        """Markers, of a shot or of what else lays them."""
        m, n = self.model, int(e.unit)
        mine = [d for d in self.due if d.kind == "markers" and d.unit == n]
        if mine:
            self.same("HON-AB-80", f"markers on unit {n}", mine[0].n, e.n)
            self.finish(n)
        else:
            self.same("HON-SUPP-01", f"markers on unit {n}", self.owed.pop(n, 0), e.n)
            self.due = [d for d in self.due if not (d.kind == "miss" and d.unit == n)]
        m.units[n].suppressed += e.n

    def owe(self, n: int, markers: int) -> None:
        """A unit must get markers."""
        self.owed[n] = self.owed.get(n, 0) + markers

    def check_substitute(self, due: Due, n: int) -> None:
        """HON-AB-78."""
        m = self.model
        hit, other = m.units[due.unit], m.units[n]
        near = min(distance(a, b) for a in hit.spaces for b in other.spaces)
        fine = hit.piece.outline == "heavy_weapon" and "substitute" in other.up.abilities
        self.same("HON-AB-78", "substitute", (True, True), (fine, near <= 2))

    def on_reduced(self, e: Any) -> None:
        """HON-CTR-12."""
        m, n = self.model, int(e.unit)
        u = m.units[n]
        due = [d for d in self.due if d.unit == n and d.kind in ("hit", "clash")]
        self.same("HON-FIRE-10", f"a hit on unit {n}", True, bool(due))
        self.same("HON-CTR-12", f"unit {n} has a face to turn to", True, u.up.step)
        u.face = 1 - u.face
        self.wounded = n
        if due and due[0].kind == "hit":
            self.finish(n)
        elif due:
            self.due.remove(due[0])

    def on_eliminated(self, e: Any) -> None:
        """HON-FIRE-10, -14; losses and breaking points (HON-VIC-04, -05)."""
        m, n = self.model, int(e.unit)
        u = m.units[n]
        due = [d for d in self.due if d.unit == n and d.kind in ("hit", "kill", "clash")]
        causes = ("HON-ASLT", "HON-VEH", "HON-EQ", "HON-AB-89", "HON-TER", "HON-DMG", "R-")
        if due:
            if due[0].kind != "kill" and u.up.step:
                self.differ("HON-CTR-12", f"unit {n} is lost", "flips", "eliminated")
            if due[0].kind == "clash":
                self.due.remove(due[0])
            else:
                self.finish(n)
        elif e.rule == "HON-ASLT-15" and self.clash is not None:
            open_ = walk.retreats(m, u, self.clash.launch)
            self.same("HON-ASLT-15", f"spaces to which unit {n} could retreat", [], open_)
        elif e.rule == "HON-VEH-09":
            self.same("HON-VEH-09", f"where unit {n} could make room", [], self.room_for(u))
        elif not e.rule.startswith(causes):
            self.differ("HON-FIRE-10", f"unit {n} is lost by {e.rule}", "no reason", "eliminated")
        else:
            self.given[f"eliminated by {e.rule}"] += 1
        spaces = u.spaces
        self.lose_token(n)
        self.lose(u)
        if not u.infantry:
            self.wreck(u, spaces)

    def lose(self, u: Counter) -> None:
        """A counter leaves the game and counts as a loss."""
        m = self.model
        u.lost, u.at, u.aboard = True, OFF_MAP, NONE
        u.concealed = False
        if self.order and u.n in self.order:
            self.order.remove(u.n)
        f = m.formations[u.formation]
        f.losses += 1
        if not f.turned and f.squares and f.losses >= f.squares:
            f.turned = True
            m.gained[min(m.foes(f.seat))] += f.points  # kept by the lowest seat of a side
            self.breaks.append((u.formation, f.points))
        self.skip |= {
            f"unit {u.n} {name}"
            for name in ("facing", "face", "suppressed", "acted", "damage", "fired", "concealed")
        }

    def wreck(self, u: Counter, spaces: tuple[Space, ...]) -> None:
        """HON-CTR-05, R-221."""
        m = self.model
        m.changes = (*m.changes, (f"{u.type}_wreck", spaces, -1))

    def on_broken(self, e: Any) -> None:
        """HON-VIC-04."""
        mine = (int(e.formation), e.points)
        self.same("HON-VIC-04", f"breaking point {mine}", True, mine in self.breaks)
        if mine in self.breaks:
            self.breaks.remove(mine)

    def room_for(self, u: Counter) -> list[Space]:
        """Where infantry may go out of a vehicle's way."""
        m, ground = self.model, self.model.ground
        if not u.printed_move():
            return []
        own = ground.building(u.at)
        return [
            at
            for at in ground.neighbours(u.at)
            if ground.step(u.at, at, INFANTRY)
            and not ground.closed(at, INFANTRY)
            and ground.building(at) in (None, own)
            and not m.standing(at, u.n)
            and not any(at in ground.zone(o.at) for o in walk.controllers(m, u.seat))
        ]
