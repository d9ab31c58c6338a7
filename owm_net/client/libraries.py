"""What the window needs of a Linux system. Imports nothing: the set-up of a checkout, which runs
before anything is installed, asks here too."""

from __future__ import annotations

import ctypes.util
import sys

LIBRARIES = {"GL": "libgl1", "EGL": "libegl1", "fontconfig": "libfontconfig1"}
"""A library, and the Debian package that has it."""


def missing_libraries() -> list[str]:
    """The libraries that are not here. Elsewhere than on Linux the system brings them all."""
    if not sys.platform.startswith("linux"):
        return []
    return [name for name in LIBRARIES if ctypes.util.find_library(name) is None]
