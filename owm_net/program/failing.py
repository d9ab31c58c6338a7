"""How a verb ends that cannot do what was asked: one line, and an exit code."""

from __future__ import annotations

FINE, BAD, USAGE, CANNOT, UNFINISHED = 0, 1, 2, 3, 4
"""Exit codes of every verb; `owm-net --help` explains them."""


class Fail(Exception):
    """Ends a verb with one line on stderr and an exit code."""

    def __init__(self, line: str, code: int = CANNOT) -> None:
        self.code = code
        super().__init__(line)
