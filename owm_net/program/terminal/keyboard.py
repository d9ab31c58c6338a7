"""A line from the terminal, while the network goes on: the wait can be given up at any time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module

import trio

from owm_net.program.terminal.prompts import PROMPTS

_LONGEST = 1000
_PAUSE = 0.05


async def typed_line(prompt: str, system: str = os.name) -> str | None:
    """Return the line typed from now on; None at the end of the input. Cancelled, nobody waits for
    it any more."""
    if sys.stdin.isatty():
        _forget_what_was_typed(system)
    with open_prompt(prompt):
        if system != "nt":
            return await _typed_at_posix()
        if sys.stdin.isatty():
            return await _typed_at_windows()
        return await trio.to_thread.run_sync(_piped, abandon_on_cancel=True)


def _piped() -> str | None:
    """A line of a pipe or a file, and not a byte more: the rest is for whoever asks next."""
    line = b""
    while not line.endswith(b"\n") and len(line) < _LONGEST:
        byte = os.read(0, 1)
        if not byte:
            return line.decode("utf-8", "replace") if line else None
        line += byte
    return line.decode("utf-8", "replace")


@contextmanager
def open_prompt(prompt: str) -> Iterator[None]:
    """A prompt behind which somebody types as long as this lasts."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    PROMPTS.append(prompt)
    try:
        yield
    except trio.Cancelled:
        print(flush=True)  # what is said next stands on a line of its own
        raise
    finally:
        PROMPTS.pop()


async def _typed_at_posix() -> str | None:
    """The terminal gives whole lines."""
    line = b""
    while not line.endswith(b"\n") and len(line) < _LONGEST:
        await trio.lowlevel.wait_readable(0)
        piece = os.read(0, _LONGEST)
        if not piece:
            return None
        line += piece
    return line.decode("utf-8", "replace")


async def _typed_at_windows() -> str | None:
    """Key by key: a read there cannot be given up."""
    msvcrt, line = import_module("msvcrt"), ""
    while len(line) < _LONGEST:
        while not msvcrt.kbhit():  # noqa: ASYNC110 - there is no event for a key
            await trio.sleep(_PAUSE)
        key = msvcrt.getwch()
        if key == "\x03":
            raise KeyboardInterrupt
        if key in "\0\xe0":  # an arrow or the like, and which
            msvcrt.getwch()
            continue
        if key in "\r\n":
            print(flush=True)
            return line
        if key == "\x1a":
            return None
        if key != "\b":
            sys.stdout.write(key)
            line += key
        elif line:
            sys.stdout.write("\b \b")
            line = line[:-1]
        sys.stdout.flush()
    return line


def _forget_what_was_typed(system: str) -> None:
    """Drop everything typed before the question: it is no answer to it."""
    if system == "nt":
        msvcrt = import_module("msvcrt")
        while msvcrt.kbhit():
            msvcrt.getwch()
    else:
        termios = import_module("termios")
        with suppress(termios.error):
            termios.tcflush(0, termios.TCIFLUSH)
