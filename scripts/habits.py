"""Counts what the computer players of Of War and Men do that no good player does: `make habits`.

    python scripts/habits.py                       regular against recruit, 40 matches: a minute
    python scripts/habits.py --matches 200 --seed 1000 --mission not-in-my-house
    python scripts/habits.py --players recruit

Two named players change seats from match to match, and each has a column. The script sees the whole
match: hands, scores and lines of sight. The same seed counts the same matches on every machine; two
matches with each seed, so that both play both sides of it. What each line means:

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

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from balance_page import percent

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, player_names, player_of
from owm_net.engine.requests import Choose, Over
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

SYSTEM = games.get("owm")
FAR = 100
"""The distance to somebody who is not on the map: a paratrooper before his jump."""


@dataclass
class Habits:
    """One player's deeds in all matches. counts: by a word. rounds, turns: (match, round, seat or
    Fireteam) -> what was ordered in it. slowest, seconds: of its decisions."""

    counts: Counter[str] = field(default_factory=Counter)
    rounds: dict[tuple[int, int, int], Counter[str]] = field(default_factory=dict)
    turns: dict[tuple[int, int, int], Counter[str]] = field(default_factory=dict)
    decisions: int = 0
    slowest: float = 0.0
    seconds: float = 0.0


class Watched:
    """One match, looked at from above."""

    def __init__(self, match: LocalMatch, n: int, habits: Sequence[Habits]) -> None:
        self.match = match
        self.n = n
        self.habits = habits
        self.dug: dict[FireteamId, int] = {}

    def play(self) -> None:
        """To the end."""
        match = self.match
        g = self._state()
        while not isinstance(match.request, Over):
            request, active = match.request, g.active
            if isinstance(request, Choose):
                answer = self._decide(request.seat)
                if isinstance(answer, Action):
                    self._ordered(match.view(request.seat), answer)
                match.give(answer)
            else:
                match.step()
            if active and active != g.active and active in g.fireteams:
                self._turn_over(active)
        result = match.request.result
        for seat, own in enumerate(self.habits):
            own.counts["matches"] += 1
            own.counts["wins"] += seat in result.winners
            own.counts["half wins"] += 2 if seat in result.winners else 0 if result.winners else 1
            own.counts["rounds"] += g.round_no

    def _state(self) -> OwmState:
        g = self.match.state
        assert isinstance(g, OwmState)
        return g

    def _decide(self, seat: int) -> Any:
        before = time.perf_counter()
        answer = self.match._ask(seat)
        took = time.perf_counter() - before
        own = self.habits[seat]
        own.decisions += 1
        own.seconds += took
        own.slowest = max(own.slowest, took)
        return answer

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
        self.habits[seat].rounds.setdefault((self.n, g.round_no, seat), Counter())[name] += 1
        team = g.fireteams[g.active]
        self.habits[seat].turns.setdefault((self.n, g.round_no, team.id), Counter())[name] += 1
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


def report(names: Sequence[str], habits: dict[str, Habits]) -> list[str]:
    """The table, line by line."""
    rows: list[tuple[str, list[str]]] = []

    def row(title: str, words: Sequence[str]) -> None:
        rows.append((title, list(words)))

    every = [habits[name] for name in names]

    def part(title: str, what: str, of: str) -> None:
        row(title, [f"{h.counts[what]} of {h.counts[of]}, {_share(h, what, of)}" for h in every])

    def each(title: str, what: str) -> None:
        row(title, [f"{100 * h.counts[what] / h.counts['matches']:.0f}" for h in every])

    row("won", [f"{50 * h.counts['half wins'] / h.counts['matches']:.1f} %" for h in every])
    row("rounds a match", [f"{h.counts['rounds'] / h.counts['matches']:.1f}" for h in every])
    part("redraws", "Redraw", "orders")
    for own in every:
        for what, found in (("rounds", own.rounds), ("turns", own.turns)):
            own.counts[f"{what} with orders"] = len(found)
            own.counts[f"{what} of redraws"] = sum(list(r) == ["Redraw"] for r in found.values())
    part("rounds of nothing else", "rounds of redraws", "rounds with orders")
    part("turns of nothing else", "turns of redraws", "turns with orders")
    part("behind, could move", "behind, could move", "Redraw")
    part("half moves in sight", "half moves in sight", "half moves")
    part("cover for the enemy", "cover for the enemy", "LayTerrain")
    part("trench left at once", "trench left at once", "Entrench")
    for title in ("half moves in sight", "Attack thrown away", "Attack", "Maneuver", "Rally"):
        each(f"in 100: {title}", title)
    for title in (
        "Entrench",
        "Hide",
        "Crew",
        "Scope",
        "LayTerrain",
        "turned",
        "Transfer",
        "merges",
    ):
        each(f"in 100: {title}", title)
    row("ms a decision", [f"{1000 * h.seconds / max(1, h.decisions):.2f}" for h in every])
    row("ms, slowest", [f"{1000 * h.slowest:.0f}" for h in every])
    lines = [f"{'':28}" + "".join(f"{name:>24}" for name in names)]
    return lines + [f"{title:28}" + "".join(f"{w:>24}" for w in words) for title, words in rows]


def _share(own: Habits, what: str, of: str) -> str:
    return f"{100 * own.counts[what] / max(1, own.counts[of]):.0f} %"


def claim(names: Sequence[str], habits: dict[str, Habits], asked: argparse.Namespace) -> str:
    """Return how often the first player beat the second, with everything needed to reproduce it."""
    first, second = names
    won, lost = habits[first].counts["wins"], habits[second].counts["wins"]
    n = asked.matches
    drawn = n - won - lost
    share, low, high = percent([2] * won + [1] * drawn + [0] * lost)
    return (
        f"{first} beat {second} in {won} of {n} matches, {drawn} drawn: {share:.1f} % "
        f"({low:.0f} to {high:.0f} %), seeds {asked.seed} to {asked.seed + (n - 1) // 2}"
    )


def measure(
    players: Sequence[str], matches: int, seed: int, mission: str = "", level: str = ""
) -> dict[str, Habits]:
    """Count the deeds of each player in so many matches. players: one for both seats, or two."""
    setup = SYSTEM.default_setup(mission, level)
    habits = {name: Habits() for name in players}
    for n in range(matches):
        seated = [players[(seat + n) % len(players)] for seat in range(setup.seats)]
        match = LocalMatch(
            SYSTEM, setup, seed + n // len(players), [player_of(SYSTEM, p) for p in seated]
        )
        Watched(match, n, [habits[name] for name in seated]).play()
    return habits


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    parser = argparse.ArgumentParser(
        prog="habits.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = player_names(SYSTEM)
    parser.add_argument(
        "--players", default="regular,recruit", help=f"one or two of {', '.join(known)}"
    )
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--mission", default="", choices=("", *SYSTEM.missions))
    parser.add_argument("--level", default="", choices=("", *SYSTEM.levels))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    players = asked.players.split(",")
    if not 1 <= len(players) <= 2 or any(p not in known for p in players) or asked.matches < 1:
        parser.error(f"--players wants one or two of {', '.join(known)}; --matches 1 or more")
    habits = measure(players, asked.matches, asked.seed, asked.mission, asked.level)
    print("\n".join(report(list(habits), habits)))
    if len(habits) == 2:
        print(claim(list(habits), habits, asked))
    return 0


if __name__ == "__main__":
    sys.exit(main())
