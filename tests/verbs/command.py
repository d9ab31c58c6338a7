"""The command line as a process of its own: what the tests of the verbs share."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = [sys.executable, "-m", "owm_net"]


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """The environment of a machine without a display, with a home of its own."""
    environment = {**os.environ, "OWM_HOME": str(home), "PYTHONWARNINGS": "default", **more}
    environment.pop("DISPLAY", None)
    environment.pop("WAYLAND_DISPLAY", None)
    return environment


def owm_net(
    *arguments: str, home: Path, seed: str = "0", timeout: int = 120, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `owm-net` to its end, with nobody at the keyboard."""
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, text=True, errors="replace",
        env=surroundings(home, PYTHONHASHSEED=seed, **environment),
        stdin=subprocess.DEVNULL, timeout=timeout, check=False,
    )


def one_line(run: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line of an error, of an expected exit code."""
    assert run.returncode == code, run.stdout + run.stderr
    assert run.stderr.count("\n") == 1 and "Traceback" not in run.stderr, run.stderr
    assert run.stderr.startswith("owm-net: ")
    return run.stderr


def free_port() -> str:
    """A port of this machine that nobody listens on just now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


def grown(path: Path, size: int, seconds: float = 30.0) -> bool:
    """Wait until another process's log has a size; False if it does not get there."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if path.exists() and path.stat().st_size >= size:
            return True
        time.sleep(0.002)  # another process's file: nothing to wait on
    return False
