"""The results that are the same on every machine: `python -m fuzz.fingerprints GAMES SYSTEM...`."""

from __future__ import annotations

import sys

from fuzz.watched import Playout, setups
from owm_net import games
from owm_net.engine import codec

STRIDE = 8
"""Steps from one digest of a whole state to the next; what happens is taken in at every step."""


def fingerprint(system_id: str, games_each: int) -> str:
    """One line: a digest over random games of every eighth setup of a system (of all, if more than
    one game of each), which is the same on every machine, Python version and hash seed."""
    system = games.get(system_id)
    parts = []
    for setup in setups(system)[:: 8 if games_each == 1 else 1]:
        for seed in range(games_each):
            playout = Playout(system, setup, seed)
            steps = 0
            while playout.over is None:
                playout.step()
                steps += 1
                parts.append(repr(playout.match.state.events).encode())
                if steps % STRIDE == 0 or playout.over is not None:
                    parts.append(codec.digest(playout.match.state))
    return f"{system_id} {codec.digest(parts).hex()}"


def main() -> None:
    """The fingerprints, one for each line."""
    for system_id in sys.argv[2:]:
        print(fingerprint(system_id, int(sys.argv[1])))


if __name__ == "__main__":
    main()
