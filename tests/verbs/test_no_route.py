"""A whole match through a relay, in which both players' programs and the relay are killed again and
again: on this machine's loopback, and on three machines of which the players' have no way to each
other but the relay's.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from attrs import define

from owm_net.files.private import private_path
from owm_net.protocol.entries import read_records
from tests.verbs.command import HERE, PROGRAM, Process, free_port, owm_net
from tests.verbs.conftest import Start
from tests.verbs.namespaces import NotPermitted, own_networks, run

RELAY = (sys.executable, "-m", "relay")
GOES_ON = ("--player", "random", "--patience", "150")
VICTIMS = ("relay", "host", "guest", "host", "guest", "relay", "guest", "relay", "host")
FIRST, EACH = 6_400, 6_400
"""Bytes of the log at the first kill, and from one to the next: the whole has some 70,000."""


@define
class Place:
    """Where the three programs run. enter: put before a command, by who it is."""

    enter: Mapping[str, tuple[str, ...]]
    relay_binds: str
    host_dials: str
    guest_dials: str


def loopback() -> Place:
    port = free_port()
    here = f"{HERE}:{port}"
    return Place({"relay": (), "host": (), "guest": ()}, here, here, here)


CONNECT = "import socket, sys; socket.create_connection((sys.argv[1], 9), 10)"


@pytest.fixture
def three_machines() -> Iterator[Place]:
    """The players' machines have a cable to the relay's each, and no more."""
    with own_networks() as net:
        try:
            relay, host, guest = net.machine(), net.machine(), net.machine()
            at_host, of_host = net.cable(host, relay)
            at_guest, of_guest = net.cable(guest, relay)
        except NotPermitted as why:
            pytest.skip(f"no networks of our own on this system: {why}")
        for machine, other in ((host, at_guest), (guest, at_host), (host, of_guest)):
            with pytest.raises(NotPermitted, match="Network is unreachable"):
                run(*machine.enter, sys.executable, "-c", CONNECT, other)
        enter = {"relay": relay.enter, "host": host.enter, "guest": guest.enter}
        yield Place(enter, "0.0.0.0:7771", f"{of_host}:7771", f"{of_guest}:7771")


class Party:
    """The three programs; whoever is killed is started again at once."""

    def __init__(self, start: Start, folder: Path, place: Place) -> None:
        self.start, self.place, self.folder = start, place, folder
        self.running: dict[str, Process] = {}
        self.restart("relay")
        self.running["host"] = host = self.program(
            "host", "host", "--system", "skeleton", "--mission", "full-deck",
            "--relay", place.host_dials, "--relay-only", "--no-lan", "--log", self.log("host"),
        )  # fmt: skip
        host.line("the invitation for your friend")
        self.running["guest"] = self.program(
            "guest", "join", host.code,
            "--relay", place.guest_dials, "--relay-only", "--no-lan", "--log", self.log("guest"),
        )  # fmt: skip

    def log(self, who: str) -> str:
        return str(self.folder / f"{who}.owmlog")

    def program(self, who: str, *arguments: str) -> Process:
        return self.start(
            self.folder / who, *arguments, *GOES_ON, program=(*self.place.enter[who], *PROGRAM)
        )

    def restart(self, who: str) -> None:
        if who != "relay":
            self.running[who] = self.program(who, "resume", self.log(who))
            return
        bind, _, port = self.place.relay_binds.rpartition(":")
        self.running[who] = self.start(
            self.folder, "--bind", bind, "--port", port,
            program=(*self.place.enter[who], *RELAY),
        )  # fmt: skip
        self.running[who].line("listening")

    def play(self) -> None:
        for n, who in enumerate(VICTIMS):
            witness = "host" if who == "relay" else who
            self.running[witness].grows(Path(self.log(witness)), FIRST + n * EACH)
            self.running[who].kill()
            self.restart(who)
        for who in ("host", "guest"):
            assert self.running[who].end().returncode == 0, self.running[who].story()


def whole_match_with_nine_kills(start: Start, folder: Path, place: Place) -> None:
    assert sorted(VICTIMS) == ["guest"] * 3 + ["host"] * 3 + ["relay"] * 3
    party = Party(start, folder, place)
    party.play()
    logs = [Path(party.log(who)) for who in ("host", "guest")]
    verdicts = [json.loads(owm_net("verify", str(x), "--json", home=folder).stdout) for x in logs]
    assert [said["verdict"] for said in verdicts] == ["OK", "OK"], verdicts
    first, second = (sorted(read_records(log.read_bytes())) for log in logs)
    assert first == second
    assert not any(private_path(log).exists() for log in logs)


@pytest.mark.slow
def test_a_match_through_a_relay_survives_nine_kills(tmp_path: Path, start: Start) -> None:
    whole_match_with_nine_kills(start, tmp_path, loopback())


@pytest.mark.slow
def test_the_same_between_machines_without_a_way_to_each_other(
    tmp_path: Path, start: Start, three_machines: Place
) -> None:
    whole_match_with_nine_kills(start, tmp_path, three_machines)
