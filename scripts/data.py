"""`make data`: what is wrong with every rule system's data files, all of it at once.

A line is "file: entry: key: reason". What a ledger promises of the data beyond what every match
needs stands in a file for each system.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import owm_promises

from owm_net import games
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData

PROMISES: dict[str, Callable[[DataFiles], list[str]]] = {"owm": owm_promises.faults}
"""Systems whose ledger promises something of their data."""


def problems(name: str) -> tuple[list[str], Any]:
    """What is wrong with the data of a system, and the system if they can be loaded."""
    check = PROMISES.get(name)
    found = check(DataFiles.of_package(f"owm_net.games.{name}")) if check is not None else []
    try:
        return found, games.get(name)
    except BadData as e:
        return found or list(e.problems), None


def main() -> int:
    """One line a system; exit code 1 if any has bad data."""
    worst = 0
    for name in games.names():
        found, system = problems(name)
        if found or system is None:
            print(f"{name}: {len(found)} problem(s)")
            for problem in found:
                print(f"  {problem}")
            worst = 1
        else:
            print(f"{name}: fine, data {system.data_digest().hex()[:16]}")
    return worst


if __name__ == "__main__":
    sys.exit(main())
