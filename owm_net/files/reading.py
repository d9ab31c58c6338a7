"""The one way to open a file that somebody else named, or put into a folder."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from owm_net.engine.text import say


class NoPlainFile(OSError):
    """A pipe, a device, a socket."""


def open_plain(path: Path, *flags: str, change: bool = False) -> BinaryIO:
    """Open a plain file to read it, or to change it in place; unbuffered in that case.

    A pipe would keep its reader waiting for ever, and a device may have no end: both are refused.
    flags: names in `os` of what else is asked, where the system has it. Raises OSError.
    """
    how = os.O_RDWR if change else os.O_RDONLY
    for name in (*flags, "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        how |= getattr(os, name, 0)
    descriptor = os.open(path, how)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise NoPlainFile(errno.EINVAL, say("it is not a regular file"))
        if change:
            return open(descriptor, "r+b", buffering=0)
        return open(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_plain(path: Path, most: int) -> bytes:
    """Read a plain file, and one byte more than `most` of a longer one. Raises OSError."""
    with open_plain(path) as file:
        return file.read(most + 1)
