"""Other processes of this program that help it with what takes long."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def no_ctrl_c() -> Iterator[None]:
    """Processes that this thread starts inherit what it does not hear. Ctrl-C reaches every process
    of a terminal; our helpers are ended by the process that started them, silently."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
