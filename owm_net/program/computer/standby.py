"""A computer player that has been started before it is known what it will play.

Most of the time between START and the first state of a match goes into another Python that loads
everything it needs. While a player still chooses on the screen of a new game, one is started; it
waits until it is told what to do, and ends unused if it never is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from importlib import import_module
from runpy import run_module
from typing import IO, Any

import trio

from owm_net import games
from owm_net.program.failing import CANNOT


class Pipe:
    """One end of a pipe, as trio has them; read in a thread."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield await trio.to_thread.run_sync(self._file.read, abandon_on_cancel=True)

    async def aclose(self) -> None:
        """Close it."""
        self._file.close()


class Process:
    """The interface of `trio.Process` for a process that trio has not started."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self.stdin, self.stdout = Pipe(process.stdin), Pipe(process.stdout)
        self.terminate: Callable[[], None] = process.terminate
        self.kill: Callable[[], None] = process.kill

    @property
    def returncode(self) -> int | None:
        """Of the process; None while it runs."""
        return self._process.poll()

    async def wait(self) -> int:
        """Until it has ended."""
        return await trio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)


def apart() -> dict[str, Any]:
    """Return the options of a process that Ctrl-C does not reach."""
    if os.name == "nt":
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def end_with_parent() -> None:
    """From now on end when standard input does: whoever started us is gone. A match can be
    resumed from the log."""

    def read() -> None:
        while os.read(0, 1024):
            pass
        os._exit(CANNOT)

    threading.Thread(target=read, daemon=True).start()


class Standby:
    """At most one such process. All may be called in any thread.

    elsewhere: what plays in its place where there are no processes; gets what `claim` does. find:
    what answers a question (`asked.py`) there.
    """

    def __init__(self) -> None:
        self.find: Callable[[bytes], Awaitable[bytes]] | None = None
        self.elsewhere: Callable[[Sequence[str], Mapping[str, str]], Process] | None = None
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """Start it, unless it waits already. Where it cannot be started it will not be missed."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "owm_net.program.computer.standby"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    **apart(),
                )
            except OSError:
                self._process = None

    def claim(self, arguments: Sequence[str], variables: Mapping[str, str]) -> Process | None:
        """Have it do what `owm-net` with these arguments would, with these variables in its
        environment; None if none waits. From here on it belongs to whoever asked."""
        if self.elsewhere is not None:
            return self.elsewhere(arguments, variables)
        with self._lock:
            process, self._process = self._process, None
        if process is None or process.poll() is not None:
            return None
        line = json.dumps({"arguments": list(arguments), "variables": dict(variables)})
        assert process.stdin is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except OSError:  # it has just ended
            return None
        return Process(process)

    def dismiss(self) -> None:
        """Nobody will need it."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.terminate()
            process.communicate()


STANDBY = Standby()
"""That of this program."""


def main() -> None:
    """Load what every match needs, wait for a line, do what it says as `python -m owm_net` does."""
    import_module("owm_net.program.computer.peer")
    games.get(games.names()[0])
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)  # no more than the line: who plays listens for the end
        if not byte:
            return
        line += byte
    order = json.loads(line)
    os.environ.update(order["variables"])
    sys.argv[1:] = order["arguments"]
    run_module("owm_net", run_name="__main__")


if __name__ == "__main__":
    main()
