"""`make data`: load every rule system's data files and say what is wrong with them, all at once."""

from __future__ import annotations

import sys

from owm_net import games
from owm_net.engine.errors import BadData


def main() -> int:
    """One line a system; exit code 1 if any has bad data."""
    worst = 0
    for name in games.names():
        try:
            system = games.get(name)
        except BadData as e:
            print(f"{name}: {len(e.problems)} problem(s)")
            for problem in e.problems:
                print(f"  {problem}")
            worst = 1
        else:
            print(f"{name}: fine, data {system.data_digest().hex()[:16]}")
    return worst


if __name__ == "__main__":
    sys.exit(main())
