"""The cost of each system, in lines: the table of docs/costs.md.

The upper half counts the folders of a game now. The lower half is what has been added and taken out
anywhere else, by all commits whose subject names the game. It needs the whole history, not a
shallow clone.

  .venv/bin/python scripts/costs.py            show it
  .venv/bin/python scripts/costs.py --write    into docs/costs.md
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections import Counter
from pathlib import Path

from owm_net import games

ROOT = Path(__file__).resolve().parent.parent
ORDER = ("skeleton", *[name for name in games.names() if name != "skeleton"])
MINDS = re.compile(r"owm_net/games/\w+/computer/")
"""The computer players."""
NAMED = {
    "squadcards": re.compile(r"\bSquad\b|squadcards"),
    "nco": re.compile(r"\bNCO\b|\bnco\b"),
    "hailfire": re.compile(r"\bHailfire\b|\bhailfire\b"),
    "heroes": re.compile(r"\bHeroes\b|\bheroes\b"),
}
"""How a subject names a game; the others came with the house."""
MADE = re.compile(
    r"rulebook\.json|listed\.json|locale/|tests/golden/|balance\.md|looks/|\.jpg|\.png"
)
"""What is made by a program."""
SORTS = (
    ("changed outside its own folders: `engine`", re.compile(r"owm_net/engine/")),
    ("`client`", re.compile(r"owm_net/client/(?!tables/\w+/)")),
    (
        "other games",
        re.compile(r"owm_net/games/\w+/|owm_net/client/tables/\w+/|tests/games/\w+/|docs/rules/"),
    ),
    ("general tests, scripts, `Makefile`", re.compile(r"tests/|scripts/|fuzz/|Makefile")),
    ("documents", re.compile(r".*\.md$")),
)
"""Where a line lies that is in none of its own folders, the first that fits."""

HEADS = (
    "files of rules",
    "rules with words and computer player",
    "of these the computer player",
    "data",
    "table in the window",
    "tests and scripts of its own",
    "ledger",
)


def git(*arguments: str) -> str:
    """Return git's output."""
    return subprocess.run(
        ["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout


def lines(paths: list[str]) -> int:
    """How many there are in all of these files."""
    return sum(len((ROOT / path).read_bytes().splitlines()) for path in paths)


def homes(game: str) -> tuple[str, ...]:
    """Return a game's own paths: its folders, its ledger, tests and scripts named after it."""
    return (
        f"owm_net/games/{game}/",
        f"owm_net/client/tables/{game}/",
        rf"tests/games/{game}/|(?:tests|scripts)/.*\b(?:\w+_)?{game}(?:_\w+)?\.py",
        rf"docs/rules/{game}\.md",
    )


def now(game: str, files: list[str]) -> list[int]:
    """The upper half."""
    rules, table, tests, ledger = (
        [path for path in files if re.match(home, path)] for home in homes(game)
    )
    python = [path for path in rules if path.endswith(".py")]
    data = [path for path in rules if path.endswith(".toml")]
    minds = [path for path in python if MINDS.match(path)]
    return [len(python), *map(lines, (python, minds, data, table, tests, ledger))]


def elsewhere(game: str) -> Counter[str]:
    """The lower half."""
    found: Counter[str] = Counter()
    own = re.compile("|".join(homes(game)))
    named = False
    for line in git("log", "--no-merges", "--no-renames", "--numstat", "--format=@%s").splitlines():
        if line.startswith("@"):
            named = NAMED[game].search(line) is not None
        elif named and line:
            more, less, path = line.split("\t")
            if own.match(path) or MADE.search(path) or more == "-":
                continue
            sort = next((name for name, fits in SORTS if fits.match(path)), "the rest")
            found[sort] += int(more) + int(less)
    return found


def table() -> str:
    """The whole of it."""
    files = git("ls-files").splitlines()
    upper = {game: now(game, files) for game in ORDER}
    lower = {game: elsewhere(game) for game in ORDER if game in NAMED}
    rows = [["", *[f"`{game}`" for game in ORDER]], ["---"] * (len(ORDER) + 1)]
    for n, head in enumerate(HEADS):
        rows.append([head, *[f"{upper[game][n]:,}" if upper[game][n] else "-" for game in ORDER]])
    for sort in [name for name, _ in SORTS] + ["the rest"]:
        found = [f"{lower[game][sort]:,}" if game in lower else "-" for game in ORDER]
        rows.append([sort, *found])
    return "".join([f"| {' | '.join(row)} |\n" for row in rows])


def main() -> int:
    """Show the table, or write it where it stands."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--write", action="store_true", help="into docs/costs.md")
    if not parser.parse_args().write:
        print(table(), end="")
        return 0
    page = ROOT / "docs/costs.md"
    before, head, after = page.read_text("utf-8").partition(f"|  | `{ORDER[0]}`")
    rest = (head + after).split("\n\n", 1)[1]
    page.write_text(f"{before}{table()}\n{rest}", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
