"""`make data`: what is wrong with every rule system's data files, all of it at once.

A line is "file: entry: key: reason". Each system has a file for what its ledger promises of the
data beyond the needs of a match. The choices of each system are in a list too
(owm_net/files/listed.json), so that nobody has to load them all to see it; and the rule books are
made of the ledgers (owm_net/files/rulebook.json). --write rewrites both.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import heroes_promises
import owm_promises
import rule_books

from owm_net import games
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.files import listed, rulebook
from owm_net.program.setups import entry_of

PROMISES: dict[str, Callable[[DataFiles], list[str]]] = {
    "owm": owm_promises.faults,
    "heroes": heroes_promises.faults,
}
"""Systems whose ledger promises something of their data; one that is not registered yet has no
other check."""


def promised(name: str) -> list[str]:
    """List where a system's data is not as its ledger promises."""
    check = PROMISES.get(name)
    return check(DataFiles.of_package(f"owm_net.games.{name}")) if check is not None else []


def problems(name: str) -> tuple[list[str], Any]:
    """Return the faults of the data of a system, and the system if they can be loaded."""
    found = promised(name)
    try:
        return found, games.get(name)
    except BadData as e:
        return found or list(e.problems), None


def main() -> int:
    """One line a system; exit code 1 if any has bad data."""
    worst, whole = 0, []
    for name in games.names():
        found, system = problems(name)
        whole += [system] if system is not None else []
        if found or system is None:
            print(f"{name}: {len(found)} problem(s)")
            for problem in found:
                print(f"  {problem}")
            worst = 1
        else:
            print(f"{name}: fine, data {system.data_digest().hex()[:16]}")
    for name in [name for name in PROMISES if name not in games.names()]:
        found = promised(name)
        print(f"{name}: {len(found)} problem(s)" if found else f"{name}: fine, not registered yet")
        for problem in found:
            print(f"  {problem}")
            worst = 1
    text = json.dumps([entry_of(system) for system in whole], indent=1, ensure_ascii=False) + "\n"
    if worst:
        return worst
    stale = [_kept(Path(listed.FILE), text, "what the systems say")]
    stale.append(
        _kept(Path(rulebook.FILE), rule_books.books(games.names()), "what the ledgers say")
    )
    return max(stale)


def _kept(file: Path, text: str, whose: str) -> int:
    """A file that is made, written if that is wanted; 1 if it is not as it must be."""
    if file.exists() and file.read_text("utf-8") == text:
        return 0
    if "--write" in sys.argv[1:]:
        file.write_text(text, "utf-8")
        print(f"{file.name}: written")
        return 0
    print(f"{file.name}: is not {whose}; write it: python scripts/data.py --write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
