"""How long the command line takes to begin."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bench_line import Line, interleaved, median, ratio

ROOT = Path(__file__).resolve().parent.parent


def starts(quick: bool) -> Iterator[Line]:
    """Wall time of the smallest commands."""

    def run(*arguments: str) -> Callable[[], None]:
        def start() -> None:
            subprocess.run(
                [sys.executable, *arguments],
                cwd=ROOT,
                check=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )

        return start

    works = {
        "python -c pass": run("-c", "pass"),
        "owm-net --help": run("-m", "owm_net", "--help"),
        "owm-net systems": run("-m", "owm_net", "systems"),
    }
    times = interleaved(works, 2 if quick else 9, time.perf_counter)
    for name in list(works)[1:]:
        yield Line(
            f"start: {name}",
            1000 * median(times, name),
            "ms",
            ratio(times, name, lambda r: r["python -c pass"]),
            f"python -c pass, {1000 * median(times, 'python -c pass'):.0f} ms",
        )
