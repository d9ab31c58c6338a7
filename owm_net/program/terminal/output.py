"""Standard output and standard error of the program, whatever they are: a terminal, a pipe whose
reader has gone, a full disk, nothing at all.

What standard output does not take is one error for every verb, `CannotPrint`. Of what standard
error does not take nobody can be told, and the program goes on.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import Any, TextIO, cast

from owm_net.engine.text import say
from owm_net.files.reasons import reason

CLOSED = say("it is closed")


class CannotPrint(BaseException):
    """Standard output takes nothing any more. It ends the program, like Ctrl-C: no handler of other
    errors may catch it. why: "" if the reader has enough."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


class _Output:
    """A stream that says by `CannotPrint` that it takes nothing, or, if it is not needed, by
    nothing. All else of it is as it was."""

    def __init__(self, stream: TextIO, needed: bool, why: str = "") -> None:
        self._stream = stream
        self._needed = needed
        self._why = why

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """As of every stream. Raises CannotPrint."""
        if self._why and self._needed and text:
            raise CannotPrint(self._why)
        try:
            return self._stream.write(text)
        except OSError as e:
            self._give_up(e)
            return len(text)

    def flush(self) -> None:
        """As of every stream. Raises CannotPrint."""
        try:
            self._stream.flush()
        except OSError as e:
            self._give_up(e)

    def _give_up(self, error: OSError) -> None:
        """Python writes what is left when it ends: to where it disturbs nobody."""
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
        if self._needed:
            raise CannotPrint("" if _has_enough(error) else reason(error)) from error


def _has_enough(error: OSError) -> bool:
    """Return True if the reader of the output has gone; Windows has no name for this error."""
    return isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL)


def take_streams() -> None:
    """From now on errors of standard output and standard error are as above, also where these, or
    standard input, were closed before we were started. (Else the next file that is opened would be
    standard output.)"""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    for number, name in enumerate(("stdout", "stderr"), 1):
        there = getattr(sys, name)
        stream = there or open(number, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        taken = _Output(stream, number == 1, "" if there else CLOSED)
        setattr(sys, name, cast(TextIO, taken))
