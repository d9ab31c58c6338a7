"""What the computer players of Of War and Men do that no good player does. Its lines:

redraws                 orders (Standard Actions) that were a Redraw
rounds of nothing else  a seat's rounds with an order in which every order was a Redraw
turns of nothing else   the same of a Fireteam's turns
behind, could move      redraws by who was behind and could have played a Maneuver instead
half moves in sight     turns that ended on the move with an enemy looking on, in 100 matches
cover for the enemy     Terrain with a defense laid no farther from an enemy than from a friend
trench left at once     entrenchments left by a Maneuver in the round they were dug, or the next
Attack thrown away      Attack cards discarded while the Fireteam had somebody to shoot at
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from habits import Habits, Row, Watcher

from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch
from owm_net.engine.view import View
from owm_net.games.owm.actions import (
    Action,
    EndTurn,
    Entrench,
    Hide,
    LayTerrain,
    Maneuver,
    Recognise,
    Redraw,
    Transfer,
)
from owm_net.games.owm.firing import why_no_target
from owm_net.games.owm.ids import FireteamId
from owm_net.games.owm.state import OTHER, TERRAINS, OwmState, order_of
from owm_net.games.owm.terms import StandingOrder
from owm_net.games.owm.victory import score

FAR = 100
"""The distance to somebody who is not on the map: a paratrooper before his jump."""


class Watched(Watcher):
    """One match. rounds, turns: (round, seat or Fireteam) -> its seat, what was ordered in it."""

    rows = (
        Row("redraws", "Redraw", "orders"),
        Row("rounds of nothing else", "rounds of redraws", "rounds with orders"),
        Row("turns of nothing else", "turns of redraws", "turns with orders"),
        Row("behind, could move", "behind, could move", "Redraw"),
        Row("half moves in sight", "half moves in sight", "half moves"),
        Row("cover for the enemy", "cover for the enemy", "LayTerrain"),
        Row("trench left at once", "trench left at once", "Entrench"),
        *[
            Row(f"in 100: {what}", what)
            for what in (
                "half moves in sight",
                "Attack thrown away",
                "Attack",
                "Maneuver",
                "Rally",
                "Entrench",
                "Hide",
                "Crew",
                "Scope",
                "LayTerrain",
                "turned",
                "Transfer",
                "merges",
            )
        ],
    )

    def __init__(self, match: LocalMatch, habits: Sequence[Habits]) -> None:
        super().__init__(match, habits)
        self.dug: dict[FireteamId, int] = {}
        self.rounds: dict[tuple[int, int], tuple[int, Counter[str]]] = {}
        self.turns: dict[tuple[int, int], tuple[int, Counter[str]]] = {}
        self.active = self._state().active

    def answered(self, seat: int, answer: Any) -> None:
        """Count an order before it takes effect."""
        if isinstance(answer, Action):
            self._ordered(self.match.view(seat), answer)

    def went_on(self) -> None:
        """A turn is over when another Fireteam is active."""
        g, before = self._state(), self.active
        self.active = g.active
        if before and before != g.active and before in g.fireteams:
            self._turn_over(before)

    def ended(self) -> None:
        """Which rounds and turns had nothing but redraws?"""
        for what, found in (("rounds", self.rounds), ("turns", self.turns)):
            for seat, orders in found.values():
                self.habits[seat].counts[f"{what} with orders"] += 1
                self.habits[seat].counts[f"{what} of redraws"] += list(orders) == ["Redraw"]

    def _state(self) -> OwmState:
        g = self.match.state
        assert isinstance(g, OwmState)
        return g

    def _turn_over(self, fireteam: FireteamId) -> None:
        g = self._state()
        team = g.fireteams[fireteam]
        if team.on_the_move:
            counts = self.habits[team.seat].counts
            counts["half moves"] += 1
            counts["half moves in sight"] += any(
                g.sees(enemy.cell, team.cell) for enemy in g.enemies(team.seat)
            )

    def _ordered(self, view: View[OwmState], answer: Action) -> None:
        g, seat = view.state, view.seat
        counts = self.habits[seat].counts
        if answer.is_free or isinstance(answer, EndTurn | Recognise):
            return
        name = type(answer).__name__
        counts["orders"] += 1
        counts[name] += 1
        team = g.fireteams[g.active]
        for found, who in ((self.rounds, seat), (self.turns, team.id)):
            found.setdefault((g.round_no, who), (seat, Counter()))[1][name] += 1
        if isinstance(answer, Redraw):
            side = g.sides[seat]
            behind = score(g, side) < score(g, OTHER[side])
            counts["behind, could move"] += behind and self._could_move(view)
        if isinstance(answer, Redraw | Hide | Transfer):
            cards = (answer.card,) if isinstance(answer, Hide) else answer.cards
            orders = [order_of(view.card(card)) for card in cards]
            attacks = sum(
                o is not None and o.standing_order is StandingOrder.ATTACK for o in orders
            )
            if any(why_no_target(g, team, enemy) is None for enemy in g.enemies(seat)):
                counts["Attack thrown away"] += attacks
        if isinstance(answer, LayTerrain):
            counts["turned"] += answer.turned
            face = view.card(answer.card)
            assert face is not None
            away = {
                who: min([g.ground.distance(t.cell, answer.cell) for t in teams], default=FAR)
                for who, teams in (("friend", g.friends(seat)), ("enemy", g.enemies(seat)))
            }
            cover = TERRAINS.at(g.ground.with_card(answer.cell, face), answer.cell).defense > 0
            counts["cover for the enemy"] += cover and away["enemy"] <= away["friend"]
        if isinstance(answer, Maneuver):
            if self.dug.get(team.id, -2) >= g.round_no - 1 and not team.on_the_move:
                counts["trench left at once"] += 1
                del self.dug[team.id]
            there = g.fireteams_at(answer.cell)
            counts["merges"] += any(not g.is_enemy(team, t) for t in there)
        if isinstance(answer, Entrench):
            self.dug[team.id] = g.round_no

    def _could_move(self, view: View[OwmState]) -> bool:
        """By a Maneuver that is in the hand."""
        top = view.state.agenda[-1]
        return any(
            isinstance(offer, Maneuver) and agenda.why_not(view, offer) is None
            for offer in Maneuver.offers(view, top)  # type: ignore[arg-type]
        )
