"""What the computer players of Of War and Men do that no good player does. Its lines:

redraws                 orders (Standard Actions) that were a Redraw
rounds of nothing else  a seat's rounds with an order in which every order was a Redraw
turns of nothing else   the same of a Fireteam's turns
behind, could move      redraws by who was behind and could have played a Maneuver instead
half moves in sight     turns that ended on the move with an enemy looking on, in 100 matches
cover for the enemy     Terrain with a defense laid no farther from an enemy than from a friend
trench left at once     entrenchments left by a Maneuver in the round they were dug, or the next
Attack thrown away      Attack cards discarded while the Fireteam had somebody to shoot at
turns passed whole      turns without an order, of all turns
helpless in sight       turns that a Fireteam in which nobody can shoot ended where it was in sight
                        of an enemy, though it could move out of sight by a Maneuver of its hand;
                        not on an objective
fire withheld           turns ended with an action, an Attack card, and a target that the best shot
                        harms more often than once in seven
hopeless Attacks        Attack orders whose best shot harms nobody nine times out of ten
hopeless shots          shots that harm nobody 24 times out of 25
gun up and down         guns and scopes set up in a turn in which one was packed up, or the other
                        way round
half way to an enemy    moves begun into an enemy's Terrain and left open
dug in unseen           entrenchments where no enemy sees the place, and which is no objective
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from habits import Habits, Row, Watcher

from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch
from owm_net.engine.view import View
from owm_net.games.owm import odds
from owm_net.games.owm.actions import (
    Action,
    Attack,
    Crew,
    EndTurn,
    Entrench,
    Hide,
    LayTerrain,
    Maneuver,
    Recognise,
    Redraw,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.actions.attack import AttackOrder, Shoot
from owm_net.games.owm.firing import why_no_shot, why_no_target, why_nobody_shoots
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of, why_no_entry
from owm_net.games.owm.state import OTHER, TERRAINS, Fireteam, OwmState, order_of
from owm_net.games.owm.terms import StandingOrder
from owm_net.games.owm.turn import Turn
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
        Row("turns passed whole", "turns passed whole", "turns"),
        Row("helpless in sight", "helpless in sight", "helpless turns"),
        Row("fire withheld", "fire withheld", "turns"),
        Row("hopeless Attacks", "hopeless Attacks", "Attack"),
        Row("hopeless shots", "hopeless shots", "Shoot"),
        Row("gun up and down", "gun up and down", "guns"),
        Row("half way to an enemy", "half way to an enemy", "half moves"),
        Row("dug in unseen", "dug in unseen", "Entrench"),
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
        self.could_hide = False
        self.began = 0
        self.guns: Counter[str] = Counter()

    def answered(self, seat: int, answer: Any) -> None:
        """Count an order before it takes effect."""
        g = self._state()
        if isinstance(answer, Crew | Scope | Uncrew):
            self._gun(self.habits[seat].counts, "down" if isinstance(answer, Uncrew) else "up")
        if isinstance(answer, Shoot) and isinstance(order := g.agenda[-1], AttackOrder):
            counts = self.habits[seat].counts
            counts["Shoot"] += 1
            harm = self._harm(order.fireteam, order.target, [answer.soldier], order.from_stealth)
            counts["hopeless shots"] += harm < odds.SCALE // 25
        if isinstance(answer, Action):
            self._ordered(self.match.view(seat), answer)

    def _gun(self, counts: Counter[str], way: str) -> None:
        """A gun or scope is set up, or packed up, in the turn of the active Fireteam."""
        counts["guns"] += 1
        counts["gun up and down"] += self.guns["up" if way == "down" else "down"] > 0
        self.guns[way] += 1

    def went_on(self) -> None:
        """A turn is over when another Fireteam is active, or the same again."""
        g, before = self._state(), self.active
        self.active = g.active
        if before != g.active:
            self.guns.clear()
            if before in g.fireteams:
                self._turn_over(before)
            if g.active in g.fireteams:
                self._turn_begins(g.fireteams[g.active])

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

    def _turn_begins(self, team: Fireteam) -> None:
        g, counts = self._state(), self.habits[team.seat].counts
        self.could_hide, self.began = False, g.round_no
        if team.on_map:
            counts["turns"] += 1
            cards = [self.match.view(team.seat).card(c) for c in g.hands[team.seat]]
            orders = [order_of(card) for card in cards]
            moves = any(
                o is not None and o.standing_order is StandingOrder.MANEUVER for o in orders
            )
            self.could_hide = (
                moves
                and not g.has_suppressed(team.id)
                and any(
                    not self._is_seen(team.seat, cell) and why_no_entry(g, team, cell) is None
                    for cell in g.ground.neighbours(team.cell)
                )
            )

    def _is_seen(self, seat: int, cell: Cell) -> bool:
        """Return True if an enemy who can shoot sees a place."""
        g = self._state()
        return any(
            g.sees(enemy.cell, cell)
            for enemy in g.enemies(Seat(seat))
            if why_nobody_shoots(g, enemy) is None
        )

    def _is_objective(self, seat: int, cell: Cell) -> bool:
        g = self._state()
        return any(cell == goal for goal, _ in rules_of(g).goals(g, g.sides[seat]))

    def _harm(
        self,
        fireteam: FireteamId,
        target: FireteamId,
        soldiers: Sequence[SoldierId],
        hidden: bool,
    ) -> int:
        """Return how often, in parts of SCALE, the best of these soldiers' shots harms anybody."""
        g = self._state()
        team, other = g.fireteams[fireteam], g.fireteams[target]
        found = [odds.shot_odds(g, team, other, g.soldiers[s], hidden) for s in soldiers]
        return max([o.kill + o.down for o in found], default=0)

    def _able(self, team: Fireteam, target: Fireteam) -> list[SoldierId]:
        g = self._state()
        return [s for s in team.line if why_no_shot(g, team, target, s) is None]

    def _turn_over(self, fireteam: FireteamId) -> None:
        g = self._state()
        team = g.fireteams[fireteam]
        counts = self.habits[team.seat].counts
        if team.on_map:
            counts["turns passed whole"] += (self.began, team.id) not in self.turns
        if team.on_the_move:
            counts["half moves"] += 1
            seen = any(g.sees(enemy.cell, team.cell) for enemy in g.enemies(team.seat))
            counts["half moves in sight"] += seen
            there = g.fireteams_at(team.heading)
            counts["half way to an enemy"] += any(g.is_enemy(team, t) for t in there)
        elif (
            team.on_map
            and why_nobody_shoots(g, team) is not None
            and not self._is_objective(team.seat, team.cell)
        ):
            counts["helpless turns"] += 1
            seen = self._is_seen(team.seat, team.cell) and not team.stealthed
            counts["helpless in sight"] += seen and self.could_hide

    def _ordered(self, view: View[OwmState], answer: Action) -> None:
        g, seat = view.state, view.seat
        counts = self.habits[seat].counts
        if isinstance(answer, EndTurn):
            self._ended(view)
        if answer.is_free or isinstance(answer, EndTurn | Recognise):
            return
        name = type(answer).__name__
        counts["orders"] += 1
        counts[name] += 1
        team = g.fireteams[g.active]
        for found, who in ((self.rounds, seat), (self.turns, team.id)):
            found.setdefault((g.round_no, who), (seat, Counter()))[1][name] += 1
        if isinstance(answer, Redraw | Hide | Transfer):
            self._discarded(view, team, answer)
        if isinstance(answer, LayTerrain):
            self._laid(view, answer)
        if isinstance(answer, Maneuver):
            if self.dug.get(team.id, -2) >= g.round_no - 1 and not team.on_the_move:
                counts["trench left at once"] += 1
                del self.dug[team.id]
            there = g.fireteams_at(answer.cell)
            counts["merges"] += any(not g.is_enemy(team, t) for t in there)
        if isinstance(answer, Entrench):
            self.dug[team.id] = g.round_no
            if not self._is_objective(seat, team.cell):
                counts["dug in unseen"] += not self._is_seen(seat, team.cell)
        if isinstance(answer, Attack):
            able = self._able(team, g.fireteams[answer.target])
            harm = self._harm(team.id, answer.target, able, team.stealthed)
            counts["hopeless Attacks"] += harm < odds.SCALE // 10

    def _discarded(
        self, view: View[OwmState], team: Fireteam, answer: Redraw | Hide | Transfer
    ) -> None:
        """Would the cards, or another action, have been of more use?"""
        g, seat = view.state, view.seat
        counts = self.habits[seat].counts
        if isinstance(answer, Redraw):
            side = g.sides[seat]
            behind = score(g, side) < score(g, OTHER[side])
            counts["behind, could move"] += behind and self._could_move(view)
        cards = (answer.card,) if isinstance(answer, Hide) else answer.cards
        orders = [order_of(view.card(card)) for card in cards]
        attacks = sum(o is not None and o.standing_order is StandingOrder.ATTACK for o in orders)
        if any(why_no_target(g, team, enemy) is None for enemy in g.enemies(seat)):
            counts["Attack thrown away"] += attacks

    def _ended(self, view: View[OwmState]) -> None:
        """A seat ends a turn: could it have fired?"""
        g, top = view.state, view.state.agenda[-1]
        assert isinstance(top, Turn)
        team = g.fireteams[top.fireteam]
        orders = [order_of(view.card(card)) for card in g.hands[view.seat]]
        if top.actions_left and any(
            o is not None and o.standing_order is StandingOrder.ATTACK for o in orders
        ):
            self.habits[view.seat].counts["fire withheld"] += any(
                self._harm(team.id, e.id, self._able(team, e), team.stealthed) > odds.SCALE // 7
                for e in g.enemies(view.seat)
                if e.id not in top.attacked and why_no_target(g, team, e) is None
            )

    def _laid(self, view: View[OwmState], answer: LayTerrain) -> None:
        """For whom is the cover of a Terrain card?"""
        g, seat = view.state, view.seat
        counts = self.habits[seat].counts
        counts["turned"] += answer.turned
        face = view.card(answer.card)
        assert face is not None
        away = {
            who: min([g.ground.distance(t.cell, answer.cell) for t in teams], default=FAR)
            for who, teams in (("friend", g.friends(seat)), ("enemy", g.enemies(seat)))
        }
        cover = TERRAINS.at(g.ground.with_card(answer.cell, face), answer.cell).defense > 0
        counts["cover for the enemy"] += cover and away["enemy"] <= away["friend"]

    def _could_move(self, view: View[OwmState]) -> bool:
        """By a Maneuver that is in the hand."""
        top = view.state.agenda[-1]
        return any(
            isinstance(offer, Maneuver) and agenda.why_not(view, offer) is None
            for offer in Maneuver.offers(view, top)  # type: ignore[arg-type]
        )
