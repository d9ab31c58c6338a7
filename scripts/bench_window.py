"""The window as a player feels it: how soon it is there, how long a frame takes, what it costs.

Each is measured in a separate process (`bench_inside.py`), in a window on the screen, or on one
that Xvfb keeps in memory; then the processor does OpenGL, and frames cost more than with a graphics
card. The cache of pictures is warm, except in the first round, which does not count.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench_line import Line

from owm_net import games
from owm_net.client.settings import Settings, remember
from owm_net.program.window.opening import has_display, why_no_window

INSIDE = str(Path(__file__).resolve().parent / "bench_inside.py")
SCREEN = "1600x900x24"
FRAME = 1000 / 60
"""Milliseconds."""
LONGEST = 300.0
"""Seconds that one process may take."""

Variables = Mapping[str, str]


def windows(quick: bool) -> Iterator[Line]:
    """The lines, or none, and a line on the terminal that says why."""
    problem = why_no_window()
    if problem is not None:
        print(f"window: not measured: {problem}", file=sys.stderr)
        return
    with _screen() as screen, tempfile.TemporaryDirectory(prefix="owm-bench-") as home:
        if screen is None:
            print(
                "window: not measured: there is no display, and no Xvfb to keep one in memory;"
                " on Debian: apt-get install xvfb",
                file=sys.stderr,
            )
            return
        variables = {**os.environ, **screen, "OWM_HOME": home}
        place = Path(home) / "settings"
        place.mkdir()
        remember(Settings(name="Bench"), place)  # who has a name is not asked for it at the start
        for name in ("owm",) if quick else games.names():
            yield from _starts(variables, name, 1 if quick else 5)
        for name in ("skeleton",) if quick else games.names():
            yield from _table(variables, name)
        if not quick:
            yield from _played(variables)


@contextmanager
def _screen() -> Iterator[Variables | None]:
    """Yield the environment that a program needs to open a window; None if none can be opened."""
    if has_display():
        yield {}
        return
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        yield None
        return
    mine, its = os.pipe()
    process = subprocess.Popen(
        [xvfb, "-displayfd", str(its), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=[its],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(its)
    try:
        with os.fdopen(mine) as number:
            display = number.readline().strip()  # it has taken the first number that is free
        yield {"DISPLAY": f":{display}"} if display else None
    finally:
        process.terminate()
        process.wait()


def _inside(variables: Variables, *arguments: str) -> dict[str, Any]:
    """Return a process's findings; nothing, and a line on the terminal, if it fails."""
    try:
        done = subprocess.run(
            [sys.executable, INSIDE, *arguments],
            env=dict(variables),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=True,
        )
    except subprocess.SubprocessError as e:
        told = (e.stderr or "") if isinstance(e, subprocess.CalledProcessError) else str(e)
        why = (told.strip().splitlines() or [str(e)])[-1]
        print(f"window: {' '.join(arguments[:2])}: not measured: {why}", file=sys.stderr)
        return {}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _starts(variables: Variables, game: str, rounds: int) -> Iterator[Line]:
    """From START to the first question at the table; of one game, more on the way to it."""
    found = [_inside(variables, "first", game, repr(time.time())) for _ in range(rounds + 1)][1:]

    found = [one for one in found if one]
    if not found:
        return

    def middle(name: str) -> float:
        return float(statistics.median([one[name] for one in found]))

    for name, what, wanted in (
        ("title", "from the start of the program to the title", 1.5),
        ("screen", f"{game}: from START to the first frame of the table's screen", 1.0),
        ("state", f"{game}: from START to the state of the game on it", 1.0),
        ("faces", f"{game}: from START to all faces on it", 1.0),
        ("choice", f"{game}: from START to the first lit choice", 1.5),
    ):
        if game != "owm" and name != "choice":
            continue
        busy = f"; {middle(f'{name}_cpu'):.2f} s of it CPU" if f"{name}_cpu" in found[0] else ""
        yield Line(f"window: {what}", middle(name), "s", middle(name) / wanted, f"{wanted} s{busy}")


def _table(variables: Variables, game: str) -> Iterator[Line]:
    """A frame of the fullest table."""
    found = _inside(variables, "table", game)
    if not found:
        return
    parts = f"{found['parts']} parts"
    for name, what, wanted in (
        ("still", "a frame, nothing has changed", 3.0),
        ("changed", "a frame, laid out anew", FRAME),
    ):
        yield Line(
            f"window: {game}: {what}, CPU in on_draw",
            found[name],
            "ms",
            found[name] / wanted,
            f"{wanted:.3g} ms; {parts}"
            + (f", {found['laid']:.1f} ms to lay them out" if name == "changed" else ""),
        )


def _played(variables: Variables) -> Iterator[Line]:
    """A match over 100 ms each way, played by clicks; then nothing is done."""
    found = _inside(variables, "play", "owm", "60")
    if not found:
        return
    waits = sorted(1000 * wait for wait in found["waits"])
    frames = max(found["frames"])
    at = "owm over 100 ms each way"
    yield Line(
        f"window: {at}: a click is seen, median",
        statistics.median(waits),
        "ms",
        statistics.median(waits) / FRAME,
        f"a frame at 60 Hz; {len(waits)} clicks, {frames} frames at most",
    )
    late = waits[len(waits) * 95 // 100]
    yield Line(f"window: {at}: a click is seen, p95", late, "ms", late / FRAME, "a frame at 60 Hz")
    busy = sorted(1000 * one for one in found["busy"])
    yield Line(
        f"window: {at}: of that CPU of our thread, median",
        statistics.median(busy),
        "ms",
        statistics.median(busy) / FRAME,
        f"a frame at 60 Hz; p95 {busy[len(busy) * 95 // 100]:.1f} ms",
    )
    flip, bare = (1000 * statistics.median(found[name]) for name in ("flips", "bare"))
    yield Line(
        f"window: {at}: to paint and show what is laid out, median",
        flip,
        "ms",
        flip / bare,
        f"one of the same size with nothing in it, {bare:.1f} ms",
    )
    yield Line(
        f"window: {at}: longest stall of the event loop",
        1000 * found["stall"],
        "ms",
        found["stall"] / found["bare_stall"],
        f"as many frames with nothing in them, {1000 * found['bare_stall']:.1f} ms; 20 ms wanted",
    )
    yield Line(
        f"window: {at}: longest CPU time of it at a stretch",
        1000 * found["busiest"],
        "ms",
        found["busiest"] / 0.02,
        "20 ms",
    )
    yield Line(
        "window: CPU while nothing happens", 100 * found["idle"], "%", found["idle"] / 0.01, "1 %"
    )
    if found["memory"]:
        yield Line(
            "window: memory after that",
            found["memory"],
            "MiB",
            found["memory"] / 400,
            f"400 MiB; {found['peak']:.0f} MiB at most",
        )
