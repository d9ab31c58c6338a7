"""Action cards that are played. Ledger 2.17, 2.18."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes import cards, walk
from tests.referee.heroes.book import HEAVY, INFANTRY, LIGHT, book
from tests.referee.heroes.judging import Blast
from tests.referee.heroes.model import NONE, OFF_MAP
from tests.referee.heroes.shots import Shots

CARD_BLASTS = {
    "mine": {INFANTRY: 3, LIGHT: 5, HEAVY: 5},
    "nebelwerfer": {INFANTRY: 2, LIGHT: 3, HEAVY: 1},
    "concentration_105": {INFANTRY: 3, LIGHT: 3, HEAVY: 1},
    "fighter_bomber": {INFANTRY: 2, LIGHT: 5, HEAVY: 5},
    "rocket_attack": {INFANTRY: 2, LIGHT: 6, HEAVY: 6},
    "strafing_run": {INFANTRY: 2, LIGHT: 3},
}


class Played(Shots):
    """Cards."""

    def on_cardplayed(self, e: Any) -> None:
        """A card counts from now on (HON-CARD, G-05)."""
        m, number, seat = self.model, int(e.card), int(e.seat)
        key = book().cards.get(number, "")
        self.allowed("HON-CARD-01", f"{key} of seat {seat}", cards.why_not(self, seat, number))
        self.checks[f"card {key}"] += 1
        self.held[seat] -= 1
        self.gone[seat] += 1
        self.card = key
        if self.asked == "guard":
            self.guard[key] = 1
        elif self.asked == "clash" and self.clash is not None:
            for n in (self.clash.attacker, self.clash.defender):
                if m.units[n].seat == seat and key == "battle_rage":
                    self.clash.rage[n] = 2
        else:
            self.riders.add(key)
        if key in CARD_BLASTS:
            self.blast = Blast(CARD_BLASTS[key], open=key != "mine")
            self.aim = self.room = OFF_MAP
        play = getattr(self, f"played_{key}", None)
        if play is not None:
            play(seat)

    def played_counterthrust(self, seat: int) -> None:
        """Two markers on the beaten attacker."""
        if self.clash is not None:
            self.owe(self.clash.attacker, 2)

    def played_fighter_bomber(self, seat: int) -> None:
        """One unit, or one structure."""
        target = int(self.answer.target)
        self.order = [target] if target != NONE else []

    def played_strafing_run(self, seat: int) -> None:
        """Who is on its line."""
        a = self.answer
        self.order = list(cards.strafed(self.model, tuple(a.start), int(a.course)))
        self.loose = True

    def played_spotter_plane(self, seat: int) -> None:
        """Who is concealed near its space."""
        self.sought = cards.seen_from_above(self.model, seat, tuple(self.answer.space))

    def played_nebelwerfer(self, seat: int) -> None:
        """It drifts, and comes down (R-171)."""
        self.aim, self.colour = tuple(self.answer.vertex), "black"
        self.strikes, self.strike = True, self.card

    def on_flak(self, e: Any) -> None:
        """HON-AAA-01, -02, R-34."""
        m = self.model
        self.same("HON-AAA-01", f"the number of {self.card}", book().kinds[self.card].aaa, e.number)
        guns = sum(u.has("aaa") for u in m.enemies(self.seat))
        if len(self.rolled) == 1 and self.asked == "turn":
            self.same(
                "HON-AAA-02", f"anti-aircraft die {self.rolled}", self.rolled[0] + guns, e.result
            )
        self.flak = e.result, e.number

    def on_drivenoff(self, e: Any) -> None:
        """HON-AAA-01."""
        result, number = self.flak or (0, 0)
        self.same("HON-AAA-01", f"{result} against {number}", True, result >= number)
        self.flak, self.blast, self.order, self.sought = None, None, None, set()

    def on_fallenback(self, e: Any) -> None:
        """elastic_defence."""
        u, at = self.model.units[int(e.unit)], tuple(e.space)
        self.same("elastic_defence", f"where unit {u.n} goes", tuple(self.answer.to), at)
        u.at, u.aboard = at, NONE
        if self.going is not None and self.going.n == u.n:
            self.going.stopped |= self.model.ground.difficult(at, INFANTRY)
        friend = walk.boarded(self.model, u, at)
        if friend is not None:
            u.at, u.aboard = OFF_MAP, friend.n

    def on_repaired(self, e: Any) -> None:
        """field_repair."""
        u = self.model.units[int(e.unit)]
        part = e.damage.value
        self.same("field_repair", f"unit {u.n} has {part} damage", True, part in u.damage)
        u.damage = tuple(d for d in u.damage if d != part)

    def on_tapped(self, e: Any) -> None:
        """wire_tap, HON-HID-12: what was seen is private."""
        m, u = self.model, self.model.units[int(e.unit)]
        closed = m.tokens[u.seat].get(u.n, 0) < 0
        self.same("wire_tap", f"a closed token on unit {u.n}", True, closed)

    def played_high_command(self, seat: int) -> None:
        """One more special order."""
        self.model.more_specials[seat] += 1

    def played_battlefield_promotion(self, seat: int) -> None:
        """One more order."""
        self.model.more_orders[seat] += 1

    def played_mine(self, seat: int) -> None:
        """The space is mined from now on."""
        mover = self.model.units[self.actor]
        self.model.mined.append(mover.at)
        if not mover.infantry:
            self.skip.add("mined")

    def played_pin_down(self, seat: int) -> None:
        """A marker if the shot has no effect, as its dice lie in the end."""
        self.pinned = True
        for d in self.due:
            if d.kind == "miss":
                d.kind, d.n = "markers", 1

    played_rocket_attack = played_fighter_bomber
    played_concentration_105 = played_nebelwerfer
    played_harassing_fire = played_nebelwerfer
