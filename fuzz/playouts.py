"""Random games of the rule systems, checked at every pause; keeps a playthrough of what broke."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from fuzz.checks import Broken
from fuzz.watched import Playout, setups
from owm_net import games
from owm_net.engine import playthrough
from owm_net.engine.local import PLAYERS, random_player
from owm_net.engine.playthrough import BadPlaythrough
from owm_net.engine.requests import Over
from owm_net.engine.system import Setup, System
from owm_net.session.crash import write_crash

EXAMPLES = """\
examples:
  python -m fuzz playouts                             every system until Ctrl-C
  python -m fuzz playouts owm --seconds 60            one system for a minute
  python -m fuzz playouts owm --seed 1234 --games 1   one game again
  python -m fuzz playouts --again crashes/owm-king_of_the_hill-812-9c1e44a0.txt
                                                      does what broke still break?

At pauses chosen by chance it checks that every offered answer is accepted, that corrupted
answers are refused and change nothing, and that saved, loaded and cloned twins play alike; in
every game that it ends with a fitting result. When something breaks, the game so far is written
to a file in --keep, as text, with the error at its end. A bug's file joins tests/golden/ with
its fix. Exit codes: 0 nothing broke; 1 something did; 2 wrong usage; 3 a file cannot be read.
"""


def main(arguments: list[str]) -> int:
    """The program. Returns its exit code."""
    options = _parser().parse_args(arguments)
    try:
        if options.again:
            return again(options.again)
        systems = [games.get(name) for name in options.systems or games.names()]
    except KeyError as e:
        print(f"fuzz: {e.args[0]}", file=sys.stderr)
        return 2
    return fuzz(systems, options)


def fuzz(systems: Sequence[System], options: argparse.Namespace) -> int:
    """Play until stopped, out of time or out of games."""
    begun = said = time.monotonic()
    seed, played, steps, refused, tried, broken = options.seed, 0, 0, 0, 0, 0
    todo = [(system, setup) for system in systems for setup in setups(system)]
    try:
        while not options.games or played < options.games:
            now = time.monotonic()
            if options.seconds and now - begun >= options.seconds:
                break
            if now - said >= 2:
                said = now
                _progress(played, steps, refused, now - begun, broken)
            system, setup = todo[seed % len(todo)]
            playout = play(system, setup, seed, options)
            if playout is None:
                broken += 1
                if broken >= options.stop_after:
                    break
            else:
                steps += playout.match.state.answered
                refused += playout.refused
                tried += playout.tried
            played, seed = played + 1, seed + 1
    except KeyboardInterrupt:
        pass
    took = time.monotonic() - begun
    print(
        f"{played} games, {steps} steps, {tried} offered answers accepted, {refused} corrupted "
        f"ones refused, {broken} broken; {took:.0f} s; the next seed would be {seed}"
    )
    return 1 if broken else 0


def play(system: System, setup: Setup, seed: int, options: argparse.Namespace) -> Playout | None:
    """One game; None if it broke, after saying where its playthrough is."""
    playout = Playout(system, setup, seed, PLAYERS[options.player])
    recorder = playout.record()
    try:
        playout.play(options.every, twins=1)
        replayed = list(playthrough.replay(system, playthrough.parse(recorder.text())))[-1]
        if replayed.request != playout.match.request:
            raise Broken("the playthrough ends otherwise")
    except Exception as e:
        file = write_crash(options.keep, recorder, e)
        print(f"seed {seed}, {system.id} {setup}: {type(e).__name__}: {e}\n  kept: {file}")
        return None
    return playout


def again(file: Path) -> int:
    """Play what broke once more and look hard at its last pause."""
    try:
        played = playthrough.parse(file.read_text("utf-8"))
        system = games.get(played.system_id)
    except (OSError, ValueError) as e:
        print(f"fuzz: {file}: {e}", file=sys.stderr)
        return 3
    try:
        match = None
        for match in playthrough.replay(system, played):  # noqa: B007 - the last one is wanted
            pass
        assert match is not None
        playout = Playout(system, played.setup, "again")
        playout.match = match
        match.players = (random_player,) * played.setup.seats
        for seat in range(played.setup.seats):
            playout.seen.private[seat] = dict(match.dealer.knowledge[seat])
        if not isinstance(match.request, Over):
            playout.examine(most=1000)
    except BadPlaythrough as e:
        print(f"{file}: {e}\nIt broke here, or the rules have changed since.")
        return 1
    except Exception as e:
        print(f"{file}: {type(e).__name__}: {e}\nIt still breaks.")
        return 1
    print(f"{file}: {match.state.answered} steps, nothing breaks")
    return 0


def _progress(played: int, steps: int, refused: int, seconds: float, broken: int) -> None:
    end = "\r" if sys.stdout.isatty() else "\n"
    line = f"{played} games, {steps} steps, {steps / seconds:.0f} steps/s, {refused} refused"
    print(f"{line}, {broken} broken", end=end, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz playouts",
        description="Plays random games and checks the engine's promises on the way.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("systems", nargs="*", metavar="SYSTEM", help=f"of {', '.join(games.names())}; default all")
    add("--seconds", type=int, default=0, metavar="N", help="stop after so long (default: never)")
    add("--games", type=int, default=0, metavar="N", help="stop after so many (default: never)")
    add(
        "--seed", type=int, default=0, metavar="N", help="seed of the first game; then it counts up"
    )
    add("--player", choices=sorted(PLAYERS), default="random", help="who decides")
    add("--every", type=int, default=40, metavar="N", help="decisions between two hard looks")
    add("--keep", type=Path, default=Path("crashes"), metavar="DIR", help="where what broke goes")
    add("--stop-after", type=int, default=5, metavar="N", help="stop after so many broken games")
    add("--again", type=Path, metavar="FILE", help="play a kept file once more, and nothing else")
    return parser
