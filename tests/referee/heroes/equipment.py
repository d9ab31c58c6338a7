"""Equipment, traits and structures. Ledger 2.20, 2.22, 2.23."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes import furnish, walk
from tests.referee.heroes.book import HEAVY, INFANTRY, Space
from tests.referee.heroes.ground import distance
from tests.referee.heroes.judging import Blast
from tests.referee.heroes.model import NONE, OFF_MAP, Counter, Model
from tests.referee.heroes.moves import Moves
from tests.referee.heroes.rounds import Rounds
from tests.referee.heroes.shots import Shots


class Equipment(Moves, Shots, Rounds):
    """Equipment."""

    def on_cutthrough(self, e: Any) -> None:
        """HON-EQ-05, R-35, R-228."""
        m, u, at = self.model, self.model.units[int(e.unit)], tuple(e.space)
        hedge = any(x.hedge for x in m.ground.elements(at))
        self.same("HON-EQ-05", f"unit {u.n} cuts through {at}", True, hedge and u.type == HEAVY)
        m.changes = (*m.changes, ("passage", (at,), -1))
        self.spend(u.seat, "eq_hedge_cutter", u.n)

    def on_shielded(self, e: Any) -> None:
        """HON-EQ-01."""
        u = self.model.units[int(e.unit)]
        self.same("HON-EQ-01", f"unit {u.n} is heavy", HEAVY, u.type)
        for _ in range(e.n):
            self.spend(u.seat, "eq_shielding", u.n)

    def on_entrenched(self, e: Any) -> None:
        """HON-EQ-14."""
        m, u, at = self.model, self.model.units[int(e.unit)], tuple(e.space)
        here = m.ground.elements(at)
        fine = (
            u.on_map
            and u.at == at
            and m.ground.building(at) is None
            and not any(x.ruin or x.water or x.position for x in here)
            and not m.ground.closed(at, INFANTRY)
            and m.phase == "supply"
            and not u.acted
        )
        self.same("HON-EQ-14", f"unit {u.n} digs at {at}", True, fine)
        self.same("HON-EQ-14", f"unit {u.n} has moved", False, u.n in self.moved)
        self.moved.add(u.n)
        m.changes = (*m.changes, ("position", (at,), -1))
        self.spend(u.seat, "eq_position", u.n)

    def on_nestplaced(self, e: Any) -> None:
        """HON-ORO-12, R-41."""
        m, u, at = self.model, self.model.units[int(e.unit)], tuple(e.space)
        zones = {s for seat in m.foes(u.seat) for s in m.scenario.sides[seat].zone}
        house = m.ground.building(at)
        held = house is not None and any(
            m.ground.building(s) is house for o in m.enemies(u.seat) for s in o.spaces
        )
        fine = furnish.enters(m.ground, at) and at not in zones and not m.standing(at) and not held
        self.same("R-41", f"the nest may come to {at}", True, fine)
        u.at = at
        self.take("the seat of a common nest", f"unit {u.n} facing", "options")

    def on_bailedout(self, e: Any) -> None:
        """HON-AB-89."""
        u, at = self.model.units[int(e.unit)], tuple(e.space)
        self.allowed("HON-AB-89", f"unit {u.n} gets out to {at}", self.why_no_exit(u, at))
        u.at, u.aboard = at, NONE
        self.owe(u.n, 1)
        if "tripod" in u.up.abilities:
            u.face = max((0, 1), key=lambda face: u.piece.faces[face].move)
        if "opportunity_fire" in u.up.abilities and len(u.piece.faces) > 1:
            u.face = min(
                (0, 1), key=lambda f: u.piece.faces[f].abilities.get("opportunity_fire", 0)
            )

    def why_no_exit(self, u: Counter, at: Space) -> str:
        """Why a passenger of a wreck does not come to stand there."""
        m = self.model
        if not furnish.enters(m.ground, at) and not (
            "amphibious" in u.up.abilities and m.ground.has(at)
        ):
            return "closed ground"
        if m.standing(at, u.n):
            return "somebody stands there"
        if any(at in m.ground.zone(o.at) for o in walk.controllers(m, u.seat)):
            return "an enemy zone of control"
        near = any(distance(s, at) == 1 for _, spaces, _ in m.changes for s in spaces)
        return "" if near else "not beside the wreck"

    def on_detonated(self, e: Any) -> None:
        """HON-EQ-09, R-37, R-160, R-225."""
        m, u = self.model, self.model.units[int(e.unit)]
        self.same("R-37", "the phase of a detonation", "activation", m.phase)
        explosion = u.piece.explosion
        self.same("HON-EQ-09", f"unit {u.n} explodes", True, explosion is not None)
        if explosion is None:
            return
        self.blast = Blast(explosion.bonus, open=False)
        self.aim = self.room = OFF_MAP
        others = m.standing(u.at, u.n)
        house = m.ground.structure(u.at)
        near = {u.at, *(house.spaces if house is not None else ())}
        allies = [o.n for o in m.on_map() if self.ally(o, u) and near & set(o.spaces)]
        self.same("R-307, R-322", "allies where it explodes", [], allies)
        self.order = [o.n for o in others if not o.blind and o.type in explosion.bonus]
        self.sought = {o.n for o in others if o.hidden}
        self.loose = True
        self.lose_token(u.n)
        self.lose(u)

    def on_chargelaid(self, e: Any) -> None:
        """HON-EQ-06, -16, R-125."""
        m, u, a = self.model, self.model.units[int(e.unit)], self.answer
        kinds = ("eq_magnetic_mine", "eq_sticky_bomb")
        if type(a).__name__ == "PlaceCharge":
            laid = m.ground.overlays.get(int(a.structure))
            around = laid.spaces if laid is not None and laid.element.structure else ()
            near = any(distance(u.at, s) == 1 for s in around)
            self.same("HON-EQ-06", f"unit {u.n} is beside structure {a.structure}", True, near)
            self.charges.append((u.seat, "eq_demolition", int(a.structure), NONE))
            self.spend(u.seat, "eq_demolition", u.n)
            return
        target = m.units[int(a.target)]
        beside = (
            not target.infantry
            and not m.allied(target.seat, u.seat)
            and any(distance(u.at, s) == 1 and not m.ground.cut(u.at, s) for s in target.spaces)
        )
        self.same("HON-EQ-16", f"unit {u.n} is beside vehicle {target.n}", True, beside)
        kind = next((k for k in kinds if m.usable(u, k)), "")
        self.charges += [(u.seat, kind, NONE, target.n)] * a.tokens
        for _ in range(a.tokens):
            self.spend(u.seat, kind, u.n)

    def on_demolished(self, e: Any) -> None:
        """HON-AB-23: each 4 or more is a marker."""
        pressed = 0
        fired = self.blast is None or self.blast.firer != NONE
        if self.model.phase == "activation" and fired:
            pressed = 2 * self.model.units[self.actor].suppressed
        mine = sum(d - pressed >= 4 for d in self.rolled)
        if "destruction" in self.reason or "again" in self.reason:
            self.checks["HON-AB-23"] += 1
            if "again" not in self.reason and mine != e.n:
                self.differ("HON-AB-23", f"markers by {self.rolled}", mine, e.n)
        self.skip.add("demolition")

    def on_collapsed(self, e: Any) -> None:
        """HON-TER-02, -03: which structure it is, the map says."""
        m = self.model
        self.skip.add("demolition")
        element, spaces, gone = self.theirs.changes[len(m.changes)]
        old = m.ground.overlays.get(gone)
        self.same("HON-TER-02", f"structure {gone} is there", True, old is not None)
        if old is None:
            return
        self.same("HON-TER-02", f"ruins of {gone}", old.element.becomes, element)
        if element:
            self.same("HON-TER-02", f"spaces of {gone}", set(old.spaces), set(spaces))
        for u in m.on_map():
            if u.infantry and u.at in old.spaces:
                self.owe(u.n, 1)
                u.at = OFF_MAP if element else u.at  # until it is redeployed
        m.changes = (*m.changes, (element, spaces, gone))

    def structures(self, theirs: Model) -> None:
        """HON-TER-02: what has all its points is gone."""
        ground = theirs.ground
        for number, points in theirs.demolition.items():
            lies = ground.overlays.get(number)
            if lies is not None and points >= lies.element.structure:
                self.differ("HON-TER-02", f"structure {number}", "destroyed", points)

    def on_refilled(self, e: Any) -> None:
        """HON-SUP-09, HON-ORO-09, HON-MP-16."""
        m, s = self.model, int(e.seat)
        over = m.bought(s, "or_improvisation")
        before = self.held[s] - e.discarded + over  # of Improvisation one is discarded again
        drawn = self.draw(s, max(0, self.limit(s) + over - before))
        self.same("HON-SUP-09", f"cards drawn by seat {s}", drawn, e.drawn)
        self.held[s] += drawn - e.discarded
        self.gone[s] += e.discarded
