"""What is the same on every machine: `python -m fuzz.fingerprints GAMES SYSTEM...`."""

from __future__ import annotations

import sys

from fuzz.watched import Playout, setups
from owm_net import games
from owm_net.engine import codec


def fingerprint(system_id: str, games_each: int) -> str:
    """One line: a digest over random games of every setup of a system, which is the same on
    every machine, Python version and hash seed."""
    system = games.get(system_id)
    parts = []
    for setup in setups(system):
        for seed in range(games_each):
            playout = Playout(system, setup, seed)
            while playout.over is None:
                playout.step()
                parts.append(codec.digest(playout.match.state))
                parts.append(repr(playout.match.state.events).encode())
    return f"{system_id} {codec.digest(parts).hex()}"


def main() -> None:
    """The fingerprints, one for each line."""
    for system_id in sys.argv[2:]:
        print(fingerprint(system_id, int(sys.argv[1])))


if __name__ == "__main__":
    main()
