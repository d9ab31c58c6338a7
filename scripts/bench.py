"""How fast is it, and where does the time go? Prints a table; `make bench` runs it.

Each line: name, value, unit, ratio, and what it is compared with. Look at the ratios: both sides of
one are measured in turns in this run, so they mean the same on any machine, while the values are
this machine's at this moment. ratio 1.05 beside "its calls bare" says that our code adds 5 % to the
C library's own time; for speeds and speed-ups more is better.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

if TYPE_CHECKING:
    from bench_line import Line

BENCHES = {
    "steps": ("bench_steps", "steps", "full steps a second of each system, clones, replays"),
    "computer": ("bench_steps", "computers", "how long the computer players think"),
    "sight": ("bench_sight", "sights", "who of twenty soldiers sees whom; lines on squares"),
    "shuffle": ("bench_cards", "shuffles", "shuffle 192 cards, prove it, check it; 2 threads"),
    "cards": ("bench_cards", "openings", "shares, a public flip, a roll"),
    "verify": ("bench_verify", "matches", "play and verify a whole match; 2 processes"),
    "memory": ("bench_verify", "memory", "peak memory of verifying a long match"),
    "stall": ("bench_stall", "stalls", "how long the event loop stands still in a shuffle"),
    "relay": ("bench_relay", "relay", "what the relay costs beside a bare pump"),
    "rooms": ("bench_relay", "rooms", "how long a join takes while 10,000 rooms wait and 200 play"),
    "delay": ("bench_far", "matches", "a whole match over a link of 100 ms each way: two minutes"),
    "join": ("bench_far", "joins", "from dialling a host to the first state that both have"),
    "replay": ("bench_replay", "jumps", "how long a jump to any point of a match takes"),
    "window": ("bench_window", "windows", "how soon it is there, frames, clicks, stalls, memory"),
    "page": ("bench_page", "pages", "the page in a browser: weight, shuffle, clicks, and matches"),
    "start": ("bench_start", "starts", "how long the command line takes to begin"),
}
"""--only NAME -> (module, function, what it measures)."""

EXAMPLES = """what can be measured:
{}

examples:
  make bench
  make bench ARGS="--quick"
  make bench ARGS="--only shuffle --only cards"
  python scripts/bench.py --json > figures.json
"""


def machine() -> dict[str, object]:
    """Return the facts a reader needs to compare; nothing that names the machine or a place on
    it."""
    from bench_line import cores

    found: dict[str, object] = {
        "cores": cores(),
        "processor": _processor(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.system(),
    }
    if hasattr(os, "getloadavg"):
        found["load"] = round(os.getloadavg()[0], 1)
    return found


def _processor() -> str:
    """Its family, as the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return f"{line.partition(':')[2].strip()} ({platform.machine()})"
    except OSError:
        pass
    return platform.machine() or "unknown"


def measure(names: list[str], quick: bool) -> Iterator[Line]:
    """The lines of these benches, one after the other."""
    for name in names:
        module, function, _ = BENCHES[name]
        bench: Callable[[bool], Iterator[Line]] = getattr(import_module(module), function)
        yield from bench(quick)


def in_columns(line: Line) -> str:
    """A line of the table."""
    digits = 0 if line.value >= 1000 else 1 if line.value >= 10 else 3
    ratio = "" if line.ratio is None else f"{line.ratio:.2f}"
    row = f"{line.name:<58} {line.value:>10,.{digits}f} {line.unit:<10} {ratio:>6}  {line.to}"
    return row.rstrip()


def main() -> int:
    """Measure what was asked for, and print a table or JSON. Returns the exit code."""
    listed = "\n".join(f"  {name:<10}{what}" for name, (_, _, what) in BENCHES.items())
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=EXAMPLES.format(listed),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="rough figures in half a minute")
    parser.add_argument(
        "--only",
        action="append",
        choices=BENCHES,
        metavar="NAME",
        help="this alone; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, for scripts")
    options = parser.parse_args()
    facts = machine()
    started = time.perf_counter()
    if not options.json:
        print(
            f"{facts['python']} on {facts['system']}, {facts['cores']} cores,"
            f" {facts['processor']}; load {facts.get('load', 'unknown')}"
        )
        print("medians of rounds in turns; garbage collector emptied before, resting during each")
        print(f"{'name':<58} {'value':>10} {'unit':<10} {'ratio':>6}  compared with")
    lines = []
    for line in measure(options.only or list(BENCHES), options.quick):
        lines.append(line)
        if not options.json:
            print(in_columns(line), flush=True)
    seconds = round(time.perf_counter() - started, 1)
    if options.json:
        print(
            json.dumps(
                {
                    "machine": facts,
                    "quick": options.quick,
                    "seconds": seconds,
                    "lines": [asdict(line) for line in lines],
                }
            )
        )
    else:
        print(f"took {seconds:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
