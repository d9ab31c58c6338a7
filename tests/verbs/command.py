"""The command line as a separate process: shared parts of the tests of verbs.

Every wait has an end, far beyond a loaded machine's needs; a failure shows everything the process
has said; and every process is gone when its `with` is left.
"""

from __future__ import annotations

import io
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import IO
from unittest.mock import patch

from owm_net import cli
from tests.verbs.copies import Copy, can_be_a_copy

PROGRAM = (sys.executable, "-m", "owm_net")
HERE = "127.0.0.1"
PATIENCE = 200.0
"""Seconds until a process is taken to hang. Some start three more Pythons, on a busy machine."""


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a machine without a display, with a separate home."""
    environment = {**os.environ, "OWM_HOME": str(home), "PYTHONWARNINGS": "default", **more}
    environment.pop("DISPLAY", None)
    environment.pop("WAYLAND_DISPLAY", None)
    return environment


@contextmanager
def in_the_background() -> Iterator[None]:
    """Make programs started here ignore Ctrl-C, as a script's shell does with `&`: that is the
    harder case, because our programs must be ended all the same."""
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Process:
    """A program in the background, with nobody at the keyboard. Use it in a `with`.

    said: its lines so far, on standard output and on standard error. yes: what is typed to
    say it beforehand to whoever comes, "" for nothing.
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        program: Sequence[str] = PROGRAM,
        yes: str = "--yes",
        **environment: str,
    ) -> None:
        if yes and arguments[:1] in (("host",), ("join",)):
            arguments = (*arguments, yes)
        around = surroundings(home, **environment)
        self.process: Copy | subprocess.Popen[str]
        with in_the_background():
            if can_be_a_copy(program, environment):
                machine = program[2] if program[0] == "nsenter" else ""
                self.process = Copy(arguments, around, machine)
            else:
                self.process = subprocess.Popen(
                    [*program, *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                    errors="replace",
                    env=around,
                    start_new_session=True,
                )
        self.said: tuple[list[str], list[str]] = [], []
        self._arguments = " ".join(arguments)
        self._read_on = 0
        self._ended: list[IO[str]] = []
        self._news = threading.Condition()
        assert self.process.stdout is not None and self.process.stderr is not None
        self._readers = [
            threading.Thread(target=self._read, args=both, daemon=True)
            for both in zip((self.process.stdout, self.process.stderr), self.said, strict=True)
        ]
        for reader in self._readers:
            reader.start()

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # it has ended
            if os.name == "posix":  # and whom it has started, but for a computer player,
                os.killpg(self.process.pid, signal.SIGKILL)  # who ends when we do
            self.process.kill()
        self.process.wait()
        self._join()

    def line(self, words: str) -> str:
        """The next line on standard output with these words in it; waits for it."""
        deadline = time.monotonic() + PATIENCE
        lines, _ = self.said
        with self._news:
            while True:
                while self._read_on < len(lines):
                    self._read_on += 1
                    if words in lines[self._read_on - 1]:
                        return lines[self._read_on - 1]
                left = deadline - time.monotonic()
                if self.process.stdout in self._ended or left <= 0:
                    raise AssertionError(f"it never said {words!r}\n{self.story()}")
                self._news.wait(left)

    @property
    def code(self) -> str:
        """The code that it has shown; `line` goes on where it was."""
        [line] = [line for line in self.said[0] if line.startswith("the code is ")]
        return line.split()[3].rstrip(":")

    def grows(self, log: Path, size: int) -> None:
        """Wait until a file that it writes has a size."""
        deadline = time.monotonic() + PATIENCE
        while not log.exists() or log.stat().st_size < size:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"{log.name} never had {size} bytes\n{self.story()}")
            time.sleep(0.002)  # another process's file: nothing to wait on

    def stop(self, by: signal.Signals = signal.SIGINT) -> subprocess.CompletedProcess[str]:
        """Ctrl-C, or another signal, and the end."""
        self.process.send_signal(by)
        return self.end()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()

    def end(self) -> subprocess.CompletedProcess[str]:
        """Wait until it has ended; what it said in all."""
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it does not end\n{self.story()}") from None
        self._join()
        out, err = ("".join(lines) for lines in self.said)
        return subprocess.CompletedProcess(self.process.args, code, out, err)

    def story(self) -> str:
        """Return the facts needed when a test fails."""
        code = self.process.poll()
        out, err = ("".join(lines) for lines in self.said)
        how = "is running" if code is None else f"ended with code {code}"
        return f"{self._arguments} {how}\n-- standard output\n{out}-- standard error\n{err}--"

    def _read(self, stream: IO[str], lines: list[str]) -> None:
        with stream:
            for line in stream:
                with self._news:
                    lines.append(line)
                    self._news.notify_all()
        with self._news:
            self._ended.append(stream)
            self._news.notify_all()

    def _join(self) -> None:
        """It has ended; its pipes do when whom it has started has ended too."""
        for reader in self._readers:
            reader.join(PATIENCE)
            assert not reader.is_alive(), f"somebody holds its pipes open\n{self.story()}"


def owm_net(
    *arguments: str, home: Path, yes: str = "--yes", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `owm-net` to its end."""
    with Process(home, *arguments, yes=yes, **environment) as process:
        return process.end()


def typed(*arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
    """The same in this process, in a twentieth of the time: for what is wrong usage, or ends before
    anything is started."""
    out, err = io.StringIO(), io.StringIO()
    code: object
    with (
        patch.dict(os.environ, surroundings(home), clear=True),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            code = cli.main(arguments)
        except SystemExit as end:
            code = end.code or 0
    assert isinstance(code, int), code
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def one_line(run: subprocess.CompletedProcess[str], code: int) -> str:
    """The one line of an error, of an expected exit code."""
    assert run.returncode == code, run.stdout + run.stderr
    assert run.stderr.count("\n") == 1 and "Traceback" not in run.stderr, run.stderr
    assert run.stderr.startswith("owm-net: ")
    return run.stderr


def free_port() -> str:
    """A port of this machine that nobody listens on, and that no system gives to anybody who does
    not ask for it by number, as it does from 32768 on. Each process of `make test` has a thousand
    ports: otherwise another could take one before the listener does."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    while True:
        port = 20_000 + worker % 12 * 1_000 + secrets.randbelow(1_000)
        with socket.socket() as free, suppress(OSError):
            free.bind((HERE, port))
            return str(port)
