"""Lines for people, for scripts, and of progress."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from owm_net.client.language import tr
from owm_net.program.terminal.edges import broken


def show(text: str) -> None:
    """A line for people, at once, in the language that is spoken."""
    print(broken(tr(text), sys.stdout), flush=True)


def show_json(value: Any) -> None:
    """A JSON value on one line."""
    print(json.dumps(value), flush=True)


class ProgressLine:
    """A line on stderr that is written over; silent where stderr is no terminal."""

    def __init__(self, what: str, quiet: bool = False) -> None:
        self._what = what
        self._on = sys.stderr.isatty() and not quiet
        self._last = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self._on and (now - self._last > 0.1 or done == total):
            self._last = now
            share = 100 * done // max(1, total)
            line = tr(
                "{what}: {done} of {total} ({share} %)",
                what=tr(self._what),
                done=done,
                total=total,
                share=share,
            )
            sys.stderr.write(f"\r{line}  ")
            sys.stderr.flush()

    def close(self) -> None:
        """Clear the line of progress, so that what follows stands alone."""
        if self._on:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
