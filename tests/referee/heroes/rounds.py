"""Rounds, phases, hands, rallying, equipment that is spent. Ledger 2.5, 2.15, 2.16, 2.21."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes.judging import MOST_ORDERS, Judging
from tests.referee.heroes.model import NONE, Model

HAND = 4
"""HON-DECK-05, HON-SUP-09."""
BONUS_TOKENS = 6
"""HON-BON-03."""


class Rounds(Judging):
    """Rounds and what is counted at their beginning and end."""

    def on_roundbegins(self, e: Any) -> None:
        """HON-RND-01, -05."""
        m = self.model
        if m.round:
            m.initiative = m.initiative if m.kept else m.foes(m.initiative)[0]
        m.round += 1
        m.kept = False
        self.same("HON-RND-01", "round", m.round, e.number)
        if m.round == 1:
            self.begin()
        self.same("HON-RND-02", "rounds", m.scenario.rounds, e.rounds)
        self.same("HON-RND-05", "initiative", m.side(m.initiative), m.side(int(e.seat)))
        for u in m.units:
            u.acted, u.fired = False, ()
        m.posted = []
        self.take_stock()
        for s in m.seats:
            m.more_orders[s] = m.more_specials[s] = 0
        self.went = []
        self.rallied = self.checked = False
        self.moved = set()

    def begin(self) -> None:
        """What everybody has as the first round begins (HON-DECK-05, HON-MP-16, G-20)."""
        m = self.model
        sides = m.side(m.initiative), m.foes(m.initiative)
        turns = [side[i] for i in range(len(m.seats)) for side in sides if i < len(side)]
        self.same("HON-SET-03, HON-MP-11", "who deploys after whom", turns, self.deployed)
        self.bonus = list(m.scenario.bonus[:BONUS_TOKENS])
        self.held, self.gone = [0 for _ in m.seats], [0 for _ in m.seats]
        for s in m.seats:
            self.held[s] = self.draw(s, self.limit(s))

    def counted(self, theirs: Model) -> None:
        """Cards and bonus tokens, at questions where nobody draws."""
        if theirs.phase != "supply":
            self.same("HON-EQ-06, HON-EQ-16", "charges", self.charges, theirs.charges)
        if self.held:
            self.same("HON-SUP-09", "cards in hands", self.held, theirs.hand)
            self.same("HON-CARD-08", "cards out of play", self.gone, theirs.played)
            self.same("HON-BON-01", "bonus tokens", sorted(self.bonus), theirs.bonus)

    def limit(self, s: int) -> int:
        """How many cards a seat holds (HON-SUP-09, HON-MP-16, R-48)."""
        return {1: 6, 2: 3, 3: 2}[len(self.model.side(s))] if self.model.alliances else HAND

    def draw(self, s: int, n: int) -> int:
        """Take cards from the deck of a side; returns how many there were (HON-DECK-07)."""
        key = min(self.model.side(s))
        drawn = min(n, self.decks.get(key, 0))
        self.decks[key] = self.decks.get(key, 0) - drawn
        return drawn

    def take_stock(self) -> None:
        """HON-ORD-03, -04, -07, -10; of an alliance HON-MP-20, R-110."""
        m = self.model
        for s in m.seats:
            m.due[s] = m.stars(s)
            m.bluffs[s] = (not m.alliances or len(m.side(s)) == 1) + m.owns(s, "or_bluff")
            m.specials[s] = min(2, m.more_specials[s] + m.owns(s, "or_battle_plan"))
        self.stars = list(m.due)
        self.share_limit()

    def share_limit(self) -> None:
        """HON-MP-20, R-110: what the order of play decides."""
        m = self.model
        m.due = list(self.stars)
        for side in {tuple(m.side(s)): None for s in m.seats if len(m.side(s)) > 1}:
            shared = m.shared(side[0], "or_planning")
            givers = list(reversed(side))
            while sum(m.due[s] for s in side) + shared > MOST_ORDERS:
                m.due[givers[0]] -= 1
                givers = [*givers[1:], givers[0]]

    def on_phasebegins(self, e: Any) -> None:
        """HON-RND-01."""
        order = {"set-up": "orders", "orders": "activation", "activation": "supply"}
        order["supply"] = "orders"
        m = self.model
        self.same("HON-RND-01", "phase", order[m.phase], e.phase.value)
        m.phase = e.phase.value
        self.went = []
        if m.phase == "supply":
            self.due = []
            self.thick = list(m.smoke)
            self.marked = {u.n for u in m.units if u.suppressed}
            self.event = set()
            names = [s.name for s in m.scenario.sides]
            for when, who in m.scenario.rallies:
                if when == m.round:
                    self.event = {u.n for u in m.friends(names.index(who)) if u.suppressed}
            self.charges = [c for c in self.charges if c[3] != NONE]  # HON-EQ-06
        elif m.phase == "orders":
            self.charges = [c for c in self.charges if c[3] == NONE]  # HON-EQ-16

    def on_initiativeset(self, e: Any) -> None:
        """HON-SET-02."""
        m = self.model
        names = [s.name for s in m.scenario.sides]
        if m.scenario.initiative in names:
            mine = names.index(m.scenario.initiative)
        else:
            a, b = self.rolled
            firsts = m.side(0)[0], m.foes(0)[0]
            mine = firsts[0] if a >= b else firsts[1]  # the dice are those of the sides, R-50
        self.same("HON-SET-02", "initiative", m.side(mine), m.side(int(e.seat)))
        m.initiative = int(e.seat)

    def on_rallied(self, e: Any) -> None:
        """HON-SUP-07, HON-TRT-03; a card's otherwise."""
        m, n = self.model, int(e.unit)
        if self.card == "rally":
            u = m.units[n]
            self.same("rally", f"markers off unit {n}", min(2, u.suppressed), e.n)
            u.suppressed -= min(2, u.suppressed)
            self.card = ""
            return
        if n in self.event and not self.rallied:
            self.event.discard(n)
            self.same("HON-RND-06", f"markers off unit {n}", 1, e.n)
            m.units[n].suppressed -= 1
            return
        if not self.rallied:
            self.rallied = True
            self.rallying = {}
            for u in m.units:
                if u.suppressed and (u.on_map or u.aboard != NONE):
                    most = 2 if m.trait(u, "tr_courageous") else 1
                    self.rallying[u.n] = min(most, u.suppressed)
        self.same("HON-SUP-07", f"markers off unit {n}", self.rallying.pop(n, 0), e.n)
        m.units[n].suppressed -= e.n

    def on_steadied(self, e: Any) -> None:
        """HON-TRT-05."""
        u = self.model.units[int(e.unit)]
        u.suppressed -= 1
        self.spend(u.seat, "tr_hardboiled", u.n)

    def spend(self, seat: int, key: str, unit: int = NONE) -> None:
        """HON-OPT-02: a token of an option is gone."""
        m = self.model
        mine = [
            i
            for i, (s, tile, k, left) in enumerate(m.options)
            if m.has_use(seat, s, tile)
            and k == key
            and left
            and (unit == NONE or m.helps(tile, m.units[unit]) or self.hero(unit))
        ]
        self.same("HON-OPT-02", f"tokens of {key}", True, bool(mine))
        if len(mine) == 1:
            s, tile, k, left = m.options[mine[0]]
            m.options[mine[0]] = (s, tile, k, left - 1)
        else:
            self.skip.add("options")

    def hero(self, n: int) -> bool:
        """Heroes may use all equipment."""
        u = self.model.units[n]
        return not u.blind and not u.bomb and u.piece.outline == "hero"

    def on_spent(self, e: Any) -> None:
        """HON-OPT-02."""
        for key in e.tokens:
            self.spend(self.model.units[int(e.unit)].seat, str(key), int(e.unit))

    def on_actsoncemore(self, e: Any) -> None:
        """HON-TRT-08."""
        n = int(e.unit)
        self.spend(self.model.units[n].seat, "tr_heroic", n)
        self.actor = n

    def on_ended(self, e: Any) -> None:
        """Compared by the result."""

    def on_audited(self, e: Any) -> None:
        """R-99."""
        self.skip.add("lost_tokens")
