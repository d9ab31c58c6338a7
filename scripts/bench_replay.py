"""How long it takes to show any point of a match that is looked at again: 50 ms at most."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from bench_line import Line, resting_collector

from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.program.logs.retelling import recording_of

LOG = Path(__file__).resolve().parent.parent / "tests/logs/owm-6-colonel.owmlog"
WANTED = 50.0
"""Milliseconds."""


def jumps(quick: bool) -> Iterator[Line]:
    """CPU time from the press to the state, and to the scene that is drawn of it."""
    recording = recording_of(LOG)
    stage = Stage(recording.system, -1, recording.names, Settings(speed="off"))
    replay = stage.sitting.look_again(recording)
    stage.scene()  # what is measured of texts once is known afterwards
    states: list[float] = []
    scenes: list[float] = []
    steps = range(0, recording.last + 1, 97 if quick else 7)
    with resting_collector():
        for n in steps:
            step = n * 5003 % (recording.last + 1)
            began = time.process_time()
            replay.go(step)
            states.append(1000 * (time.process_time() - began))
            stage.scene()
            scenes.append(1000 * (time.process_time() - began))
    to = f"the {WANTED:.0f} ms that it may take; {recording.last} steps"
    for what, found in (("its state", states), ("its scene", scenes)):
        for name, value in (("median", statistics.median(found)), ("longest", max(found))):
            yield Line(f"replay: any point, {what}, {name}", value, "ms", value / WANTED, to)
