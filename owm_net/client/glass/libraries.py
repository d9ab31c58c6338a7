"""The system libraries that the window needs on Linux. Imports nothing: the set-up of a checkout,
which runs before anything is installed, asks here too."""

from __future__ import annotations

import ctypes.util
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

LIBRARIES = {
    "GL": "libgl1",
    "EGL": "libegl1",
    "fontconfig": "libfontconfig1",
    "Xrender": "libxrender1",  # pyglet 2.1 cannot be imported without it
}
"""A library, and the Debian package that has it."""


def missing_libraries() -> list[str]:
    """Return the libraries that are not here. Elsewhere than on Linux the system brings them
    all."""
    if not sys.platform.startswith("linux"):
        return []
    return [name for name in LIBRARIES if ctypes.util.find_library(name) is None]


@contextmanager
def known_libraries() -> Iterator[None]:
    """Look libraries up in the system's list inside the block. Python starts a process for each
    name, and three for a missing one; pyglet asks for two dozen, and those that play films are
    missing. Change nothing where the system has no list, or LD_LIBRARY_PATH names other places."""
    usual = ctypes.util.find_library
    is_whole = sys.platform.startswith("linux") and not os.environ.get("LD_LIBRARY_PATH")
    listed = _listed() if is_whole else ""

    @cache
    def find(name: str) -> str | None:
        return usual(name) if f"lib{name}." in listed else None

    if listed:
        ctypes.util.find_library = find
    try:
        yield
    finally:
        ctypes.util.find_library = usual


def _listed() -> str:
    """Return the libraries known to the system's linker, "" if it does not say."""
    try:
        done = subprocess.run(
            ["/sbin/ldconfig", "-p"], stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace")
