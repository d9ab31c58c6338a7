"""Measures how well the computer players of a game play, and writes it into docs/strength.md:
`make strength game=nco`.

    python scripts/strength.py --game squadcards
    python scripts/strength.py --game owm --lines veteran:regular --matches 40 --show
    python scripts/strength.py --game nco --missions basic-battle --processes 2

A line is two players, the first's share of wins (a draw is half a win), and its Wilson interval of
95 %. The same seed is played twice with the seats exchanged. Beside the players of the game there
are `random`; `greedy`, the thirty lines of tests/greedy; `veteran*4`, who may think four times as
long; `veteran*0`, who does not think; and `seer`, a veteran who sees all cards and the order of the
decks, farther than thought can go. The same seed gives the same table on every machine. How long
decisions took goes to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from balance_page import percent, play_all, replaced, told

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, Player, player_of
from owm_net.engine.requests import Answer
from owm_net.engine.search import Search, World
from owm_net.engine.system import VETERAN, System
from owm_net.engine.view import View

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "strength.md"
LINES = (
    "veteran:regular",
    "regular:recruit",
    "recruit:random",
    "veteran:greedy",
    "veteran*4:veteran",
)
"""The lines that are measured if none is named, as far as a game has a veteran."""
MISSIONS = {
    "squadcards": ("meeting", "crossroads-knoll", "two-squads"),
    "owm": ("king-of-the-hill", "not-in-my-house", "burning-bridges"),
    "nco": ("basic-battle", "secure-the-sectors", "extermination-order"),
    "hailfire": ("lane-junction",),
    "heroes": ("crossroads-scramble",),
}
"""The missions that are measured if none is named."""
GREEDY = ROOT / "tests" / "greedy"


@dataclass(frozen=True)
class Job:
    """One match. players: of both seats."""

    game: str
    mission: str
    level: str
    seed: int
    players: tuple[str, str]


@dataclass(frozen=True)
class Outcome:
    """halves: half wins of each seat. times: seconds of each decision, of each seat."""

    halves: tuple[int, int]
    times: tuple[tuple[float, ...], tuple[float, ...]]


def _thinking(times: int, system: System, view: View[Any], chance: Chance) -> Answer:
    thinker = system.thinker()
    if times == 0 and thinker is not None:
        return thinker.plans(view, chance)[0].first
    return system.thought(view, chance, times)[0].plan.first


class Seeing(Search[Any]):
    """A search in which the cards lie as they do."""

    match: LocalMatch

    def world(self, view: View[Any], chance: Chance) -> World:
        """The world as it is."""
        dealer = self.match.dealer
        return World(dict(dealer.faces), [dict(known) for known in dealer.knowledge], chance)


class Seer:
    """A veteran who sees all cards. match: set when it is played."""

    match: LocalMatch | None = None

    def __call__(self, system: System, view: View[Any], chance: Chance) -> Answer:
        thinker = system.thinker()
        assert self.match is not None and thinker is not None
        search = Seeing(thinker, view, chance, thinker.budget)
        search.match = self.match
        return search.run()[0].plan.first


def player(system: System, name: str) -> Player:
    """The player with a name of this script. Raises KeyError with a line for people."""
    if name == "greedy" and (GREEDY / f"{system.id}.py").exists():
        if str(ROOT) not in sys.path:
            sys.path.insert(0, str(ROOT))
        found: Player = import_module(f"tests.greedy.{system.id}").greedy
        return found
    if system.thinker() is not None:
        times = name.removeprefix("veteran*")
        if name == "seer":
            return Seer()
        if times != name and times.isdecimal():
            return partial(_thinking, int(times))
        if name == VETERAN:
            return partial(_thinking, 1)
    return player_of(system, name)


def usual(system: System) -> str:
    """Return the lines that are measured if none is named."""
    thinks = system.thinker() is not None
    return ",".join([pair for pair in LINES if thinks or VETERAN not in pair])


def play(job: Job) -> Outcome:
    """Play a match to its end."""
    system = games.get(job.game)
    times: tuple[list[float], list[float]] = ([], [])

    def timed(seat: int, decides: Player) -> Player:
        def decide(system: System, view: View[Any], chance: Chance) -> Answer:
            began = time.process_time()
            answer: Answer = decides(system, view, chance)
            times[seat].append(time.process_time() - began)
            return answer

        return decide

    seated = [player(system, name) for name in job.players]
    players = [timed(seat, one) for seat, one in enumerate(seated)]
    match = LocalMatch(system, system.default_setup(job.mission, job.level), job.seed, players)
    for one in seated:
        if isinstance(one, Seer):
            one.match = match
    winners = match.play().winners
    halves = [2 if seat in winners else 0 if winners else 1 for seat in (0, 1)]
    return Outcome((halves[0], halves[1]), (tuple(times[0]), tuple(times[1])))


def line(asked: argparse.Namespace, mission: str, first: str, second: str) -> str:
    """Measure a line, and return it as a row of the table."""
    jobs = [
        Job(asked.game, mission, asked.level, asked.seed + n // 2, pair)
        for n in range(asked.matches)
        for pair in [(first, second) if n % 2 == 0 else (second, first)]
    ]
    outcomes = play_all(play, jobs, asked.processes)
    halves = [o.halves[n % 2] for n, o in enumerate(outcomes)]
    times = sorted([t for n, o in enumerate(outcomes) for t in o.times[n % 2]])
    share, low, high = percent(halves)
    print(
        f"{mission}: {first} against {second}: {share:.1f} % ({low:.0f} to {high:.0f});"
        f" seconds of a decision: median {times[len(times) // 2]:.4f},"
        f" mean {sum(times) / len(times):.4f}, slowest {times[-1]:.2f}",
        file=sys.stderr,
    )
    return f"| {mission} | {first} | {second} | {told(halves)} | {len(halves)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    parser = argparse.ArgumentParser(
        prog="strength.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--game", default="squadcards", choices=tuple(MISSIONS))
    parser.add_argument("--lines", default="", help=f"pairs of players; usual: {','.join(LINES)}")
    parser.add_argument("--missions", default="", help="with commas between; usual: the largest")
    parser.add_argument("--level", default="")
    parser.add_argument("--matches", type=int, default=400, help="of a line; usual: 400")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", action="store_true", help="print it and write nothing")
    asked = parser.parse_args(arguments)
    system = games.get(asked.game)
    missions = asked.missions.split(",") if asked.missions else list(MISSIONS[asked.game])
    asked.lines = asked.lines or usual(system)
    pairs = [pair.split(":") for pair in asked.lines.split(",")]
    if any(m not in system.missions for m in missions) or any(len(p) != 2 for p in pairs):
        parser.error(f"--missions are of {', '.join(system.missions)}; --lines FIRST:SECOND,…")
    if asked.matches < 1 or asked.processes < 1:
        parser.error("--matches and --processes want 1 or more")
    try:
        for one in {name for pair in pairs for name in pair}:
            player(system, one)
    except KeyError as error:
        parser.error(str(error.args[0]))
    command = f"make strength game={asked.game} ARGS="
    said = [f'"--lines {asked.lines}', f"--missions {','.join(missions)}"]
    said += [f"--level {asked.level}"] if asked.level else []
    rows = [
        f'    {command}{" ".join(said)} --matches {asked.matches} --seed {asked.seed}"',
        "",
        "| mission | player | against | won, % | matches |",
        "|---|---|---|---|---|",
        *[line(asked, mission, *pair) for pair in pairs for mission in missions],
        "",
    ]
    if asked.show:
        print("\n".join(rows))
        return 0
    begin = f"<!-- {asked.game}: written by make strength game={asked.game} -->"
    old = DOCUMENT.read_text("utf-8")
    DOCUMENT.write_text(replaced(old, begin, f"<!-- end of {asked.game} -->", rows), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
