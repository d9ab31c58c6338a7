"""Counts what the computer players of a game do that no good player does: `make habits`.

    python scripts/habits.py                 owm, regular against recruit, 40 matches: a minute
    python scripts/habits.py --game nco --players regular --matches 200 --seed 1000
    python scripts/habits.py --mission not-in-my-house --level colonel

Two named players change seats from match to match, and each has a column. The script sees the whole
match: hands, scores and lines of sight. The same seed counts the same matches on every machine; two
matches with each seed, so that both play both sides of it. What a game counts, and what each line
means, is in its `habits_GAME.py`; `--help` with `--game` prints it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from balance_page import percent

from owm_net import games
from owm_net.engine.local import LocalMatch, player_names, player_of
from owm_net.engine.requests import Decision, Over
from owm_net.engine.system import System

GAMES = tuple(
    sorted(p.stem.removeprefix("habits_") for p in Path(__file__).parent.glob("habits_*"))
)


@dataclass
class Habits:
    """One player's deeds in all matches. counts: by a word. slowest, seconds: of its decisions."""

    counts: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    slowest: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True)
class Row:
    """A line of the table. what: the word that is counted; of: what share of which other count it
    is, or "" for how often in 100 matches."""

    title: str
    what: str
    of: str = ""

    def told(self, own: Habits) -> str:
        """A player's cell."""
        found = own.counts[self.what]
        if not self.of:
            return f"{100 * found / max(1, own.counts['matches']):.0f}"
        total = own.counts[self.of]
        return f"{found} of {total}, {100 * found / max(1, total):.0f} %"


class Watcher:
    """Looks at one match of a game from above and counts. habits: a player's, for each seat.

    A game has a subclass `Watched` in its `habits_GAME.py`, with its table in `rows`.
    """

    rows: ClassVar[tuple[Row, ...]]

    def __init__(self, match: LocalMatch, habits: Sequence[Habits]) -> None:
        self.match = match
        self.habits = habits

    def answered(self, seat: int, answer: Any) -> None:
        """A seat has answered; the state is still that in which it was asked."""

    def went_on(self) -> None:
        """The match stands at its next pause; `match.state.events` tell what happened."""

    def ended(self) -> None:
        """The match is over."""

    def play(self) -> None:
        """To the end."""
        match = self.match
        while not isinstance(request := match.request, Over):
            if isinstance(request, Decision):
                said = [self._decide(seat) for seat in request.deciders]
                for seat, answer in zip(request.deciders, said, strict=True):
                    self.answered(seat, answer)
                match.give(request.decided(said, match.dealer))
            else:
                match.step()
            self.went_on()
        result = request.result
        for place, own in enumerate(self.habits):
            own.counts["matches"] += 1
            own.counts["wins"] += place in result.winners
            own.counts["half wins"] += 2 if place in result.winners else 0 if result.winners else 1
            own.counts["rounds"] += match.system.rounds(match.state) or 0
        self.ended()

    def _decide(self, seat: int) -> Any:
        before = time.perf_counter()
        answer = self.match._ask(seat)
        took = time.perf_counter() - before
        own = self.habits[seat]
        own.decisions += 1
        own.seconds += took
        own.slowest = max(own.slowest, took)
        return answer


def watcher_of(game: str) -> type[Watcher]:
    """The class that counts for a game."""
    found: type[Watcher] = import_module(f"habits_{game}").Watched
    return found


def report(names: Sequence[str], habits: dict[str, Habits], rows: Iterable[Row]) -> list[str]:
    """The table, line by line."""
    every = [habits[name] for name in names]
    table = [
        ("won", [f"{50 * h.counts['half wins'] / h.counts['matches']:.1f} %" for h in every]),
        ("rounds a match", [f"{h.counts['rounds'] / h.counts['matches']:.1f}" for h in every]),
        *[(row.title, [row.told(h) for h in every]) for row in rows],
        ("ms a decision", [f"{1000 * h.seconds / max(1, h.decisions):.2f}" for h in every]),
        ("ms, slowest", [f"{1000 * h.slowest:.0f}" for h in every]),
    ]
    wide = 2 + max(len(title) for title, _ in table)
    lines = [" " * wide + "".join(f"{name:>24}" for name in names)]
    return lines + [
        f"{title:{wide}}" + "".join(f"{w:>24}" for w in words) for title, words in table
    ]


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
    game: str, players: Sequence[str], matches: int, seed: int, mission: str = "", level: str = ""
) -> dict[str, Habits]:
    """Count the deeds of each player in so many matches. players: one for both seats, or two."""
    system: System = games.get(game)
    setup = system.default_setup(mission, level)
    habits = {name: Habits() for name in players}
    watched = watcher_of(game)
    for n in range(matches):
        seated = [players[(seat + n) % len(players)] for seat in range(setup.seats)]
        match = LocalMatch(
            system, setup, seed + n // len(players), [player_of(system, p) for p in seated]
        )
        watched(match, [habits[name] for name in seated]).play()
    return habits


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--game", default="owm", choices=GAMES)
    game = first.parse_known_args(arguments)[0].game
    system = games.get(game)
    about = (__doc__ or "") + "\n" + (sys.modules[watcher_of(game).__module__].__doc__ or "")
    parser = argparse.ArgumentParser(
        prog="habits.py",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[first],
    )
    known = player_names(system)
    parser.add_argument(
        "--players", default="regular,recruit", help=f"one or two of {', '.join(known)}"
    )
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--mission", default="", choices=("", *system.missions))
    parser.add_argument("--level", default="", choices=("", *system.levels))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    players = asked.players.split(",")
    if not 1 <= len(players) <= 2 or any(p not in known for p in players) or asked.matches < 1:
        parser.error(f"--players wants one or two of {', '.join(known)}; --matches 1 or more")
    habits = measure(game, players, asked.matches, asked.seed, asked.mission, asked.level)
    print("\n".join(report(list(habits), habits, watcher_of(game).rows)))
    if len(habits) == 2:
        print(claim(list(habits), habits, asked))
    return 0


if __name__ == "__main__":
    sys.exit(main())
