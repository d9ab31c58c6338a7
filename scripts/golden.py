"""`make golden`: golden playthroughs, games as text that must be played the same for ever.

Each file tests/golden/<system>/<name>.txt says in its fourth line how it was recorded, for example
`# seed=7 players=random most=0`, and is re-recorded that way; a file without that line (a fixed
crash) is played again by its own answers. The changes are shown as a diff: review it before you
commit it, and bump the system's version.

  make golden                                record everything again
  make golden ARGS=hailfire                  only the playthroughs of one game
  make golden ARGS=--check                   only say whether anything would change
  make golden new=owm/king_of_the_hill       add one; its name chooses the mission if it is one
  make golden new=skeleton/three ARGS='--seats 3 --seed 4'
  make golden new=squadcards/printed ARGS='--switch stiff_upper_lip=printed --switch blocks=one'

A `mixed` player answers as the computer player does, and every fourth time at random: so it fights,
and sometimes does what a good player seldom does.

Exit codes: 0 fine; 1 something differs (--check) or cannot be played any more; 2 wrong usage.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path
from typing import Any

from owm_net import games
from owm_net.engine import playthrough
from owm_net.engine.chance import Chance
from owm_net.engine.local import (
    PLAYERS,
    Player,
    computer_player,
    player_names,
    player_of,
    random_player,
)
from owm_net.engine.playthrough import BadPlaythrough
from owm_net.engine.requests import Answer
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.view import View

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
HEADER_LINES = 3
"""Magic, system and setup; then comes the line that says how the file was recorded."""
LONGEST_DIFF = 30
MIXED = "mixed"
ERRS = 4
"""Once in so many answers a mixed player gives one by chance."""


def header_of(text: str) -> dict[str, str]:
    """How a golden file was recorded; {} if it was not."""
    lines = text.splitlines()
    if len(lines) <= HEADER_LINES or not lines[HEADER_LINES].startswith("# seed="):
        return {}
    return dict(word.split("=", 1) for word in lines[HEADER_LINES].split()[1:])


def mixed_player(system: System, view: View[Any], chance: Chance) -> Answer:
    """The computer player's answer, or any other now and then."""
    return (computer_player if chance.below(ERRS) else random_player)(system, view, chance)


def golden_player(system: System, word: str) -> Player:
    """Return the player with this name in a golden playthrough."""
    return mixed_player if word == MIXED else player_of(system, word)


def record(setup: Setup, system_id: str, header: dict[str, str]) -> str:
    """A golden file's text: a game of these players, decided by the seed."""
    system = games.get(system_id)
    players = [golden_player(system, word) for word in header["players"].split(",")]
    seats = [players[seat % len(players)] for seat in range(setup.seats)]
    text = playthrough.record(system, setup, int(header["seed"]), seats, int(header["most"]))
    lines = text.splitlines()
    lines.insert(HEADER_LINES, "# " + " ".join(f"{k}={v}" for k, v in header.items()))
    return "\n".join(lines) + "\n"


def retold(text: str) -> str:
    """The same answers as they are played today."""
    played = playthrough.parse(text)
    lines = playthrough.retell(games.get(played.system_id), played).splitlines()
    if header_of(text):
        lines.insert(HEADER_LINES, text.splitlines()[HEADER_LINES])
    return "\n".join(lines) + "\n"


def recorded(text: str) -> str:
    """The game that the file's header gives today; without one, its answers as played today."""
    header = header_of(text)
    if not header:
        return retold(text)
    played = playthrough.parse(text)
    return record(played.setup, played.system_id, header)


def again(file: Path, check: bool) -> bool:
    """Re-record a file, or only look; tell what changed. Returns whether all is well."""
    old = file.read_text("utf-8")
    name = f"{file.parent.name}/{file.name}"
    try:
        new = recorded(old)
    except (BadPlaythrough, BadSetup) as e:
        print(f"{name}: cannot be played any more: {e}")
        return False
    if new == old:
        print(f"{name}: unchanged")
        return True
    diff = list(difflib.unified_diff(old.splitlines(), new.splitlines(), "was", "is", n=1))
    print(f"{name}: {'would change' if check else 'changed'}", *diff[:LONGEST_DIFF], sep="\n")
    if len(diff) > LONGEST_DIFF:
        print(f"... and {len(diff) - LONGEST_DIFF} lines more")
    if not check:
        file.write_text(new, encoding="utf-8", newline="\n")
    return not check


def switches_of(words: list[str]) -> tuple[tuple[str, str], ...]:
    """`name=value` words as a set-up keeps them. Raises BadSetup, saying how one is written."""
    pairs: list[tuple[str, str]] = []
    for word in words:
        name, sign, value = word.partition("=")
        if not (name and sign and value):
            raise BadSetup(f"--switch {word[:40]!r}: write it as name=value")
        if name in dict(pairs):
            raise BadSetup(f"--switch {name[:40]}: it is set twice")
        pairs.append((name, value))
    return tuple(pairs)


def add(options: argparse.Namespace) -> int:
    """Record a new golden playthrough."""
    system_id, _, name = options.new.partition("/")
    try:
        system = games.get(system_id)
        mission = options.mission or (name if name in system.missions else "")
        plain = system.default_setup(mission, options.level, options.seats)
        setup = Setup(plain.mission, plain.level, plain.seats, switches_of(options.switch))
        system.check_setup(setup)
    except (KeyError, BadSetup) as e:
        print(f"golden: {e.args[0]}", file=sys.stderr)
        return 2
    file = GOLDEN / system_id / f"{name}.txt"
    if not name or file.exists():
        print(
            f"golden: {file} exists already" if name else "golden: new=SYSTEM/NAME", file=sys.stderr
        )
        return 2
    header = {"seed": str(options.seed), "players": options.players, "most": str(options.most)}
    text = record(setup, system_id, header)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")
    print(f"{file.relative_to(ROOT)}: {len(text.splitlines())} lines; read them")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """The program. Returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="golden.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    option = parser.add_argument
    option("games", nargs="*", metavar="GAME", help="only these games (default: all)")
    option("--check", action="store_true", help="write nothing; exit 1 if anything would change")
    option("--new", metavar="SYSTEM/NAME", default="", help="add a playthrough")
    option("--mission", default="", help="of the new one (default: NAME, or the first)")
    option("--level", default="", help="of the new one (default: the first)")
    option("--seats", type=int, default=0, help="of the new one (default: the fewest)")
    option(
        "--switch",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the new one's game away from its default; again for each",
    )
    option("--seed", type=int, default=1, help="of the new one (default: 1)")
    option("--players", default="random", help=f"of {', '.join(PLAYERS)}, {MIXED}, or of the game")
    option("--most", type=int, default=0, help="steps to record (default: the whole game)")
    options = parser.parse_args(arguments)
    if options.new:
        system_id = options.new.partition("/")[0]
        known = player_names(games.get(system_id)) if system_id in games.names() else PLAYERS
        known = (*known, MIXED)
        if any(word not in known for word in options.players.split(",")):
            parser.error(f"players are {', '.join(known)}")
        return add(options)
    unknown = [game for game in options.games if not (GOLDEN / game).is_dir()]
    if unknown:
        parser.error(f"no playthroughs of {', '.join(unknown)}")
    files = [
        file for game in options.games or ["*"] for file in sorted(GOLDEN.glob(f"{game}/*.txt"))
    ]
    well = [again(file, options.check) for file in files]  # all of them, not up to the first
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
