"""Where the pixels of pictures lie in memory."""

from __future__ import annotations

import contextlib
import ctypes
import sys

_MMAP_THRESHOLD = -3
"""M_MMAP_THRESHOLD of mallopt(3)."""

LARGE = 128 << 10
"""Bytes from which on a block gets pages of its own: glibc's first choice."""


def give_freed_pictures_back() -> None:
    """Return large blocks to the system as soon as they are freed, where glibc is the C library.

    By default glibc raises its limit for this up to 32 MB once a large block has been freed.
    Pictures come and go in all sizes, and the gaps that they leave in the heap are not used again:
    a window grew by 60 MB in three minutes without more pictures than before.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE)
