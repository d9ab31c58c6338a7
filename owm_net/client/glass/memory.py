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
    """Have large blocks returned to the system when they are freed.

    glibc raises its limit for that up to 32 MB as soon as a large block has been freed. Pictures
    come and go in all sizes, and what they leave between them in the heap is not used again: a
    window grew by 60 MB in three minutes whose pictures were no more than before. Nothing happens
    where there is another C library.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE)
