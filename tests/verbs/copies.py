"""Copies of a Python that has loaded the program: to a test they are `python -m owm_net`, without
the time in which that loads.

A copy begins at `owm_net/__main__.py`, with the arguments, environment, streams, signals and
session that a new process would have. It shares the loaded modules, their data and the seed of
hashes; a test about any of these starts a Python. Only on Linux is a process copied.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from runpy import run_module
from struct import Struct
from typing import Any

MOST = 1 << 20
"""Bytes of an order."""
TOLD = Struct("q")
"""The number of a copy, and later its exit code."""
ROOT = Path(__file__).parents[2]
LOADED = ("owm", "skeleton")
"""Systems with which most are played."""


def can_be_a_copy(program: Sequence[str], more: Iterable[str]) -> bool:
    """Return True if a copy does as well as a new process. more: the variables it would get, of
    which Python reads some when it starts."""
    return (
        sys.platform == "linux"
        and tuple(program[-3:]) == (sys.executable, "-m", "owm_net")
        and (not program[:-3] or program[0] == "nsenter")  # as `Machine.enter` has it
        and not any(name.startswith(("PYTHON", "LC_", "LANG")) for name in more)
    )


class Copy:
    """The interface of `subprocess.Popen`, as far as tests use it. machine: the process whose
    network it has, see `namespaces`."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], machine: str = ""
    ) -> None:
        self.args = ["owm-net", *arguments]
        self.returncode: int | None = None
        (out, out_end), (errors, errors_end), (self._told, tells) = os.pipe(), os.pipe(), os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        order = json.dumps(
            {
                "arguments": list(arguments),
                "environment": dict(environment),
                "ignored": signal.getsignal(signal.SIGINT) is signal.SIG_IGN,
                "machine": machine,
            }
        )
        given = [nothing, out_end, errors_end, tells]
        packs = {"pack", "--pack"}.intersection(arguments)  # are there before the rules
        socket.send_fds(_original(() if packs else LOADED), [order.encode()], given)
        for number in given:
            os.close(number)
        self.stdout, self.stderr = (os.fdopen(end, errors="replace") for end in (out, errors))
        self.pid = self._read()

    def poll(self) -> int | None:
        """Return the exit code, minus a signal; None while it runs."""
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self.returncode = self._read()
            os.close(self._told)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Until it has ended. Raises TimeoutExpired."""
        if self.returncode is None:
            select.select([self._told], [], [], timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Unless it has ended: then another may have its number."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """As of a `Popen`."""
        self.send_signal(signal.SIGKILL)

    def _read(self) -> int:
        [number] = TOLD.unpack(os.read(self._told, TOLD.size))
        return int(number)


@cache
def _original(systems: tuple[str, ...]) -> socket.socket:
    """The line to the Python that is copied, which has loaded these; it is started at the first
    call."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-P", __file__, str(its.fileno()), *systems],
        pass_fds=[its.fileno()],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONWARNINGS": "default", "PYTHONPATH": str(ROOT)},
    )
    its.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


# -- in the process that is copied ----------------------------------------------------------


def main(door: socket.socket, systems: Sequence[str]) -> None:
    """Load the program; make a copy for each order, until nobody can give another."""
    from owm_net import games
    from owm_net.verbs import parsers

    parsers()
    for name in systems:
        games.get(name).default_setup()
    gc.collect()
    gc.freeze()
    ended, wakes = socket.socketpair()
    with door, ended, wakes:
        wakes.setblocking(False)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        order = _orders(door, ended)
    if order is not None:
        _begin(*order)


def _orders(door: socket.socket, ended: socket.socket) -> tuple[dict[str, Any], list[int]] | None:
    """Make the copies. Returns in each of them with its order and its streams; in the original
    without one."""
    running: dict[int, int] = {}  # a copy -> where its end is told
    while True:
        ready, _, _ = select.select([door, ended], [], [])
        if ended in ready:
            ended.recv(MOST)
            for pid in list(running):
                found, status = os.waitpid(pid, os.WNOHANG)
                if found:
                    tells = running.pop(pid)
                    os.write(tells, TOLD.pack(os.waitstatus_to_exitcode(status)))
                    os.close(tells)
        if door in ready:
            said, given, _, _ = socket.recv_fds(door, MOST, 4)
            if not said:
                return None
            pid = os.fork()
            if not pid:
                return json.loads(said), given
            running[pid] = given.pop()
            os.write(running[pid], TOLD.pack(pid))
            for stream in given:
                os.close(stream)


def _begin(order: dict[str, Any], given: Sequence[int]) -> None:
    """Be the program, in a copy."""
    os.setsid()
    for number, stream in enumerate(given[:3]):
        os.dup2(stream, number)
    os.closerange(3, 1 << 16)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    ignored = order["ignored"]
    signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.default_int_handler)
    os.environ.clear()
    os.environ.update(order["environment"])
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", errors="backslashreplace", closefd=False)
    if order["machine"]:
        _enter(order["machine"])
    sys.argv[1:] = order["arguments"]
    run_module("owm_net", run_name="__main__", alter_sys=True)


def _enter(machine: str) -> None:
    """Do what nsenter does, which would begin a new Python. (os.setns comes with Python 3.12.)"""
    libc = ctypes.CDLL(None, use_errno=True)
    for kind in ("user", "net"):
        space = os.open(f"/proc/{machine}/ns/{kind}", os.O_RDONLY)
        if libc.setns(space, 0):
            raise OSError(ctypes.get_errno(), f"no way into the {kind} namespace of {machine}")
        os.close(space)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
