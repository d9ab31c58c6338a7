"""The map of a free battle. Ledger 2.32."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.referee.heroes import furnish
from tests.referee.heroes.furnish import battle
from tests.referee.heroes.tokens import Tokens


class Battlefield(Tokens):
    """Boards, terrain and objectives that players lay."""

    def change_map(self, **changes: Any) -> None:
        """Something more of the map is made."""
        m = self.model
        assert m.made is not None
        m.made = replace(m.made, **changes)
        m.scenario = battle(self.base, m.made)

    def on_boardslaid(self, e: Any) -> None:
        """HON-GEN-01, -02; which board a number means is taken as given."""
        made = self.model.made
        assert made is not None
        order = [str(b.key)[0] for b in e.boards]
        self.same("HON-GEN-02", "boards that lie twice", len(order), len(set(order)))
        mine = furnish.boards(made, order, self.rolled)
        theirs = tuple((str(b.key), tuple(b.at), int(b.turns)) for b in e.boards)
        self.same("HON-GEN-02", f"boards by {self.rolled}", mine, theirs)
        self.change_map(boards=mine)

    def on_edgechosen(self, e: Any) -> None:
        """HON-GEN-03."""
        m, s, edge = self.model, int(e.seat), int(e.edge)
        assert m.made is not None
        self.same("HON-GEN-03", "who chooses an edge", m.foes(m.initiative)[0], s)
        self.same("HON-GEN-03", f"edge {edge}", True, edge in furnish.edges(m.made))
        self.change_map(edge=edge if s == 0 else (edge + 4) % 8)
        self.change_map(primary=furnish.primary(self.base, m.made, m.foes(m.initiative)[0]))

    def on_terrainlaid(self, e: Any) -> None:
        """HON-GEN-04 to -06."""
        m = self.model
        assert m.made is not None
        piece, at, turns = str(e.piece), tuple(e.space), int(self.answer.turns)
        why = furnish.why_no_piece(self.base, m.made, piece, at, turns)
        self.allowed("HON-GEN-05", f"{piece} at {at} {turns}", why)
        one = (piece, at, turns)
        if piece == furnish.LOW_WALL:
            self.change_map(walls=(*m.made.walls, one))
        else:
            self.change_map(overlays=(*m.made.overlays, one))

    def furnish(self, kind: str) -> None:
        """Whose turn it is to lay a piece, and when that is over (HON-GEN-04, HON-GEN-07)."""
        m = self.model
        if self.asked == "terrain" and type(self.answer).__name__ in ("LayTerrain", "Pass"):
            self.same("HON-GEN-04", "whose piece", self.expected(lambda seat: True), self.seat)
            self.went.append(self.seat)
            passed = type(self.answer).__name__ == "Pass"
            self.passes = self.passes + 1 if passed else 0
            assert m.made is not None
            laid = len(m.made.overlays) + len(m.made.walls)
            over = self.passes == 2 or laid == 3 * len(m.made.boards)
            self.same("HON-GEN-04", "the end of laying terrain", over, kind != "terrain")
            self.asked = ""

    def put(self, e: Any, rule: str) -> None:
        """An objective is put on a space."""
        m, s, at = self.model, int(e.seat), tuple(e.space)
        assert m.made is not None
        there = len(m.made.secondary) + len(m.made.bonus)
        turns = [m.foes(m.initiative)[0], m.initiative] * 2
        self.same(rule, "who puts an objective", turns[there], s)
        why = furnish.why_no_objective(self.base, m.made, s, at)
        self.allowed(rule, f"an objective at {at}", why)

    def on_objectiveput(self, e: Any) -> None:
        """HON-GEN-08."""
        self.put(e, "HON-GEN-08")
        made = self.model.made
        assert made is not None
        self.change_map(secondary=(*made.secondary, tuple(e.space)))

    def on_bonusput(self, e: Any) -> None:
        """HON-GEN-09."""
        self.put(e, "HON-GEN-09")
        made = self.model.made
        assert made is not None
        self.change_map(bonus=(*made.bonus, tuple(e.space)))
