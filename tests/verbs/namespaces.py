"""Machines that are no machines: networks that Linux gives a test, where it needs no root.

Each is a network namespace with loopback and nothing else; all belong to one user namespace, in
which we may join two by a cable. All of it ends with the `with`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

NETLINK = str(Path(__file__).with_name("netlink.py"))
PATIENCE = 60.0
"""Seconds for one command that sets a network up."""
IN = ("--user", "--net", "--preserve-credentials")


class NotPermitted(Exception):
    """This system lets nobody, or not us, make networks. str() says why."""


class Machine:
    """A network namespace. enter: put before a command, has it run there."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.pid = str(process.pid)
        self.enter = ("nsenter", "--target", self.pid, *IN)

    def sets(self, commands: str) -> None:
        """Change its network: commands of netlink.py. Raises NotPermitted."""
        run(*self.enter, sys.executable, "-IS", NETLINK, *commands.split())


class Net:
    """Machines, and cables between them."""

    def __init__(self, started: ExitStack) -> None:
        self._started = started
        self._machines: list[Machine] = []
        self._cables = 0

    def machine(self) -> Machine:
        """One more, with loopback alone. Raises NotPermitted."""
        enter: Sequence[str] = ("unshare", "--user", "--map-root-user", "--net")
        if self._machines:
            first = self._machines[0]
            enter = ("nsenter", "--target", first.pid, "--user", "--preserve-credentials",
                     "unshare", "--net")  # fmt: skip
        try:
            process = self._started.enter_context(
                subprocess.Popen(
                    [*enter, "sh", "-c", "echo ready; exec cat"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            )
        except OSError as error:
            raise NotPermitted(f"{enter[0]}: {error.strerror}") from error
        self._started.callback(process.kill)
        assert process.stdout is not None and process.stderr is not None
        if process.stdout.readline() != "ready\n":
            raise NotPermitted(" ".join(process.stderr.read().split()))
        machine = Machine(process)
        self._machines.append(machine)
        machine.sets("up lo")
        return machine

    def cable(self, one: Machine, other: Machine) -> tuple[str, str]:
        """Join two machines. Returns their addresses on it. Raises NotPermitted."""
        self._cables += 1
        name, place = f"cable{self._cables}", f"10.77.{self._cables}"
        one.sets(f"wire {name} {other.pid}")
        for machine, last in ((one, 1), (other, 2)):
            machine.sets(f"up {name}, own {name} {place}.{last}/24")
        return f"{place}.1", f"{place}.2"


@contextmanager
def own_networks() -> Iterator[Net]:
    """Where machines and cables are made; they are gone afterwards."""
    with ExitStack() as started:
        yield Net(started)


def run(*command: str) -> str:
    """Run a command and return its output. Raises NotPermitted with its complaint."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except OSError as error:
        raise NotPermitted(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        raise NotPermitted(f"{' '.join(command)}: {' '.join(done.stderr.split())}")
    return done.stdout
