"""What players chose. Ledger G-06."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes import fire
from tests.referee.heroes.book import book
from tests.referee.heroes.deployment import Deployment
from tests.referee.heroes.fire import How
from tests.referee.heroes.ground import distance
from tests.referee.heroes.judging import OUTSIDE, Blast
from tests.referee.heroes.model import NONE, OFF_MAP, Counter
from tests.referee.heroes.shots import Shots

SAID = {
    "OrderMove": "said_move",
    "ActMove": "said_move",
    "SupplyMove": "said_move",
    "OrderDrive": "said_drive",
    "ActDrive": "said_drive",
    "SupplyDrive": "said_drive",
    "Drive": "said_on",
    "OrderFire": "announce",
    "ActFire": "announce",
    "FireOnTheMove": "announce",
    "OrderSnipe": "announce",
    "ActSnipe": "announce",
    "Lay": "lay",
    "Where": "check_where",
}
"""Which method hears an answer; others go by their names."""


class Answers(Deployment, Shots):
    """Answers."""

    def on_answer(self) -> None:
        """Remember what an answer announces."""
        a, name = self.answer, type(self.answer).__name__
        if self.asked in OUTSIDE:
            self.card, self.reaction, self.pinned, self.reason = "", None, False, ""
            self.halted = self.halted and self.asked == "react"
            self.sniped = self.clash = None
            if self.asked == "react":
                self.asked_react()
            self.again = self.asked == "react" and name != "Pass"
        if hasattr(a, "token") and name != "Lay":
            laid = self.model.tokens[self.seat]
            self.actor = next((u for u, t in laid.items() if t == int(a.token)), NONE)
        elif name.startswith(("Act", "Supply")):
            self.actor = int(a.unit)
        acts = name.startswith("Order") or name in ("ActMove", "ActDrive", "ActFire", "ActSnipe")
        if acts and self.asked != "guns":
            self.riders, self.reacting, self.shares = set(), {}, ()
        elif acts:
            self.riders.discard("aimed_shot")  # it is for one shot
        if getattr(a, "smoke", OFF_MAP) != OFF_MAP:
            self.named = tuple(a.smoke)
        said = getattr(self, SAID.get(name, f"said_{name.lower()}"), None)
        if said is not None:
            said(a)

    def said_move(self, a: Any) -> None:
        """A move on foot is declared, and its first leg."""
        self.promised = int(getattr(a, "target", NONE))
        self.going, self.leg, self.flipped_first = None, tuple(a.path), NONE
        self.targets = []
        self.final = not getattr(a, "goes_on", False)
        self.facing, self.more = int(a.facing), 0
        self.check_supply(a)

    def said_drive(self, a: Any) -> None:
        """A move of a vehicle is declared, and its first leg."""
        self.going, self.leg = None, tuple(s.value for s in a.manoeuvres)
        self.facing, self.more = NONE, int(a.fuel)
        self.check_supply(a)

    def said_leg(self, a: Any) -> None:
        """Another leg on foot."""
        self.leg, self.facing = tuple(a.path), int(a.facing)
        self.final = not a.goes_on

    def said_on(self, a: Any) -> None:
        """Another leg of a vehicle."""
        self.leg = tuple(s.value for s in a.manoeuvres)

    def said_stop(self, a: Any) -> None:
        """The move is over."""
        self.leg, self.facing, self.final = None, int(a.facing), True

    def said_ordersmoke(self, a: Any) -> None:
        """A smoke bomb is aimed."""
        self.named = tuple(a.vertex)

    def asked_react(self) -> None:
        """Without cards, the question wants a unit that could fire (G-06)."""
        if self.model.hand[self.seat] or self.actor == NONE or self.leg is None or self.again:
            return
        u = self.model.units[self.actor]
        if not self.model.allied(u.seat, self.seat):
            mine = {n for n in self.reactors(u) if self.model.units[n].seat == self.seat}
            self.same("HON-CARD-09", "somebody could react", True, bool(mine))

    def said_react(self, a: Any) -> None:
        """Units fire at a mover."""
        spends = tuple(a.spend) + ((),) * len(a.units)
        self.reacting = {
            int(u): (u in a.suppressing, tuple(spends[i])) for i, u in enumerate(a.units)
        }
        self.check_reaction(a)

    def said_opportunityfire(self, a: Any) -> None:
        """A card lets a unit fire at a mover."""
        self.reacting = {int(a.unit): (False, tuple(a.spend))}
        self.reaction = a
        self.fires = (int(a.unit), int(a.weapon))

    def said_substitute(self, a: Any) -> None:
        """Somebody else takes a hit; an ally's unit, once the ally agrees (HON-MP-19)."""
        self.offered = int(a.unit)
        if self.model.units[self.offered].seat == self.seat:
            self.said_agree(a)

    def said_agree(self, a: Any) -> None:
        """An ally's unit takes a hit, or spots for artillery (R-266)."""
        self.agreed = True
        for due in self.due:
            if due.kind == "hit" and self.offered != NONE:
                self.check_substitute(due, self.offered)
                due.unit = self.offered
        self.offered = NONE

    def said_frighten(self, a: Any) -> None:
        """HON-AB-27; it holds if the dice are rolled again."""
        self.pinned = True
        for due in self.due:
            if due.kind == "miss":
                due.kind, due.n = "markers", 1

    def said_shield(self, a: Any) -> None:
        """HON-EQ-01."""
        self.shields = a.tokens

    def said_reroll(self, a: Any) -> None:
        """HON-TRT-15."""
        self.spend(self.seat, "tr_veteran")

    def said_nomoreorders(self, a: Any) -> None:
        """R-84."""
        closed = {t for t in self.model.tokens[self.seat].values() if t < 0}
        self.same("R-84", "tokens that lie closed", closed, set(a.left))

    def announce(self, a: Any) -> None:
        """A deed of fire is declared."""
        self.pinned = self.agreed = False
        targets = getattr(a, "targets", None)
        if targets is None:
            target = getattr(a, "target", NONE)
            targets = (target,) if target != NONE else ()
        self.targets = [int(t) for t in targets]
        thrown = any(book().options[k].pattern == "white" for k in getattr(a, "spend", ()))
        aims = (
            bool(targets)
            or getattr(a, "into", OFF_MAP) != OFF_MAP
            or getattr(a, "vertex", OFF_MAP) != OFF_MAP
        )
        if self.actor != NONE and aims and not thrown:
            self.fires = (self.actor, int(getattr(a, "weapon", 0)))
        self.shares = tuple(int(s) for s in getattr(a, "shares", ()))
        self.guard, self.shields = {}, 0
        spend = tuple(getattr(a, "spend", ()))
        moving = type(a).__name__ == "FireOnTheMove"
        self.aim, self.room = getattr(a, "vertex", OFF_MAP), getattr(a, "into", OFF_MAP)
        self.order, self.colour, self.spread, self.blast = None, "", 0, None
        self.how = How(
            int(getattr(a, "weapon", 0)), moving, getattr(a, "suppressive", False), spend=spend
        )
        equipment = next((k for k in spend if book().options[k].bonus), "")
        u = self.model.units[self.actor] if self.actor != NONE else None
        if equipment:
            bonus, reach = fire.equipment_shot(equipment)
            if book().options[equipment].pattern:
                cost = 0
                if moving and u is not None:
                    marching = How(moving=True, marching="marching_fire" in self.riders)
                    cost = fire.move_penalty(self.model, u, u.weapon(), marching) or 0
                self.blast = Blast(bonus, self.actor, a.into == OFF_MAP, cost)
                self.colour = book().options[equipment].pattern
                self.spread = book().options[equipment].scatter
            else:
                self.how = How(0, moving, spend=spend, instead=bonus, reach=reach)
        elif getattr(a, "vertex", OFF_MAP) != OFF_MAP and u is not None and not u.hidden:
            weapon = u.weapon(self.how.weapon)
            cost = fire.move_penalty(self.model, u, weapon, self.how) or 0
            self.colour, self.spread = weapon.pattern, weapon.abilities.get("indirect_fire", 0)
            if self.supplied(u):
                self.colour = "green"
            self.blast = Blast(weapon.bonus, self.actor, moving=cost)
        if self.shares and u is not None:
            self.check_split(a, u)

    def supplied(self, u: Counter) -> bool:
        """HON-EQ-12."""
        m = self.model
        return "indirect_fire" in u.up.abilities and any(
            o.key == "mortar_supply" and distance(o.at, u.at) <= 2 for o in m.on_map(u.seat)
        )

    def check_split(self, a: Any, u: Counter) -> None:
        """HON-AB-40, -41, R-06."""
        m, rule = self.model, "HON-AB-41"
        if self.how is None or u.hidden:
            return
        kinds = {m.units[t].type for t in self.targets}
        self.same(rule, "types of a split", 1, len(kinds))
        for t in self.targets:
            for o in self.targets:
                near = min(distance(p, q) for p in m.units[t].spaces for q in m.units[o].spaces)
                if near > 2:
                    self.differ(rule, "targets apart", "2 at most", near)
        kind = kinds.pop()
        whole = fire.bonus_of(m, u, u.weapon(self.how.weapon), kind, self.how)
        aimed = 2 * (2 if self.how.suppressive else 1) if a.cards else 0
        if sum(self.shares) not in (whole, (whole or 0) + aimed):
            self.differ("HON-AB-40", "shares", whole, self.shares)
        if min(self.shares) < 1:
            self.differ("HON-AB-40", "a share", "1 at least", self.shares)
