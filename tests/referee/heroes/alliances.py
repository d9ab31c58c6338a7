"""Three and four players. Ledger 2.28."""

from __future__ import annotations

from typing import Any

from tests.referee.heroes.model import NONE
from tests.referee.heroes.rounds import Rounds


class Alliances(Rounds):
    """Alliances."""

    def on_ranked(self, e: Any) -> None:
        """HON-MP-10: an alliance has another order of play."""
        m = self.model
        members = tuple(int(s) for s in e.members)
        self.same("HON-MP-10", "the members", sorted(m.side(members[0])), sorted(members))
        first = m.side(members[0])[0]
        self.same("R-260", "who says the order of play", first, self.seat)
        others = [s for s in (m.ranks or m.seats) if s not in members]
        lead = m.initiative in members
        m.ranks = (*members, *others)
        self.skip.add("ranks")
        if lead and m.initiative != NONE:
            m.initiative = members[0]
        if m.round:
            self.share_limit()

    def on_pooledout(self, e: Any) -> None:
        """HON-MP-06, -07, R-110."""
        m, s = self.model, int(e.member)
        self.same("R-265", f"member {s} has a unit", True, any(m.in_play(s)))
        into = {"order": m.due, "special": m.specials, "bluff": m.bluffs}[e.token.value]
        into[s] += 1

    def on_cardsshown(self, e: Any) -> None:
        """HON-MP-17."""
        m = self.model
        self.same("HON-MP-17", "cards shown to an ally", True, m.allied(int(e.seat), int(e.to)))

    def on_cardsexchanged(self, e: Any) -> None:
        """HON-MP-17: in Supply alone."""
        m = self.model
        self.same("HON-MP-17", "cards given to an ally", True, m.allied(int(e.seat), int(e.to)))
        self.same("HON-MP-17", "the phase of an exchange", "supply", m.phase)

    def on_initiativerolled(self, e: Any) -> None:
        """R-50: a die for each side."""
        self.same("R-50", "dice for the initiative", self.rolled, tuple(e.faces))
        self.same("R-50", "how many dice", 2, len(e.faces))
