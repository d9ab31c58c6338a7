"""Friends on one network, whatever else their machines are connected to: each is met by the code
alone, and by the first line with an address that the host prints. Machines are namespaces, the
programs are those that people start, and nothing tells them which interfaces there are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.verbs.command import PROGRAM, Process
from tests.verbs.conftest import Start
from tests.verbs.namespaces import Machine, Net, NotPermitted, own_networks

TRIES = 5
PLAYS = ("--player", "random", "--log")
AT_HOST, AT_GUEST = "192.168.50.1", "192.168.50.2"
OTHERS = "172.20.0.5", "172.21.0.5"
LAN = f"own lan {AT_HOST}/24", f"own lan {AT_GUEST}/24"
ROUTER = ", route 192.168.50.254"
VPN = ", own vpn 10.8.0.2/24, route 10.8.0.1"

NETWORKS = {
    "a router": (LAN[0] + ROUTER, LAN[1] + ROUTER, AT_HOST),
    "no router": (*LAN, AT_HOST),
    "a cable, and addresses of chance": (
        "own lan 169.254.7.1/16", "own lan 169.254.9.2/16", "169.254.7.1",
    ),
    "a VPN at the host": (LAN[0] + VPN, LAN[1] + ROUTER, AT_HOST),
    "a VPN at the guest": (LAN[0] + ROUTER, LAN[1] + VPN, AT_HOST),
    "IPv6 alone": ("own lan fd00:1::1/64", "own lan fd00:1::2/64", "[fd00:1::1]"),
    "IPv6 alone, and no router": ("own lan fe80::1/64", "own lan fe80::2/64", "[fe80::1]"),
}  # fmt: skip
"""Of the host, and of the guest; the address that the host prints first."""


@pytest.fixture
def net() -> Iterator[Net]:
    """Skips the test where networks cannot be had; what goes wrong in one later fails it."""
    if not Path("/proc/sys/net/ipv6").exists():
        pytest.skip("this system has no IPv6")
    with own_networks() as made:
        try:
            made.cable(made.machine(), made.machine())
        except NotPermitted as why:
            pytest.skip(f"no networks of our own on this system: {why}")
        yield made


def machines(net: Net, host: str, guest: str) -> tuple[Machine, Machine]:
    """Two on one cable, each with another one that leads to nobody."""
    one, other, nobody, else_nobody = (net.machine() for _ in range(4))
    one.sets(f"wire lan {other.pid}, wire vpn {nobody.pid}, up lan, up vpn")
    other.sets(f"wire vpn {else_nobody.pid}, up lan, up vpn, {guest}")
    nobody.sets("up vpn")
    else_nobody.sets("up vpn")
    one.sets(host)
    return one, other


class Table:
    """A host for three, and guests by name."""

    def __init__(self, start: Start, folder: Path, at: Machine, *more: str) -> None:
        self._start, self._folder = start, folder
        played = "--system", "skeleton", "--seats", "3"
        self.host = self._program(at, "host", "host", *played, *more)
        self.line = self.host.line("the invitation for your friend: ").strip().partition(": ")[2]
        *verb, code, first = self.line.split()[:4]
        self.by_code, self.first = " ".join((*verb, code)), first
        self.seats = 1

    def _program(self, at: Machine, who: str, *arguments: str) -> Process:
        log = str(self._folder / f"{who}.owmlog")
        program = (*at.enter, *PROGRAM)
        return self._start(self._folder / who, *arguments, *PLAYS, log, program=program)

    def come(self, at: Machine, command: str) -> Process:
        """A friend types what the host has printed, and gets a seat."""
        name, *arguments = command.split()
        assert name == "owm-net"
        self.seats += 1
        for n in range(TRIES):
            guest = self._program(at, f"guest{self.seats}-{n}", *arguments)
            try:
                guest.line(" is here: ")
            except AssertionError:  # a busy machine takes longer than a guest looks
                if n == TRIES - 1 or "looked for 4 s" not in guest.story():
                    raise
            else:
                break
        self.host.line(f"{self.seats} of 3 players are here")
        return guest


@pytest.mark.slow
@pytest.mark.parametrize("network", NETWORKS)
def test_a_friend_is_met_by_the_code_and_by_the_printed_line(
    network: str, tmp_path: Path, start: Start, net: Net
) -> None:
    of_host, of_guest, printed = NETWORKS[network]
    there, here = machines(net, of_host, of_guest)
    table = Table(start, tmp_path, there)
    assert table.first == f"{printed}:7770", table.host.story()
    table.come(here, table.by_code).line("the host says: ")
    table.come(here, table.line)


LISTENS = """
import json, trio
from owm_net.net.lan import listen_for_hosts
async def main():
    async with listen_for_hosts() as found:
        print("looking", flush=True)
        async for one in found:
            print(json.dumps([address.host for address in one.addresses]), flush=True)
trio.run(main)
"""


@pytest.mark.slow
def test_on_each_of_two_networks_a_host_is_met_there_and_nothing_is_said_of_the_other(
    tmp_path: Path, start: Start, net: Net
) -> None:
    one, other = machines(net, f"{LAN[0]}, own vpn {OTHERS[0]}/16", LAN[1])
    third = net.machine()
    one.sets(f"wire more {third.pid}, up more, own more {OTHERS[1]}/16")
    third.sets("up more, own more 172.21.0.1/16")
    table = Table(start, tmp_path, one)
    typed = table.line.split()[3:]
    assert sorted(typed) == sorted(f"{a}:7770" for a in (AT_HOST, *OTHERS))
    table.come(third, table.by_code)
    listener = start(tmp_path, program=(*third.enter, *PROGRAM[:1], "-c", LISTENS), yes="")
    listener.line("looking")
    assert json.loads(listener.line("[")) == [OTHERS[1]]
    table.come(other, table.line)


@pytest.mark.slow
def test_spectators_are_told_an_address_where_there_is_no_router(
    tmp_path: Path, start: Start, net: Net
) -> None:
    there, here = machines(net, *LAN)
    table = Table(start, tmp_path, there, "--spectators", "0")
    table.come(here, table.by_code)
    table.come(here, table.line)
    line = table.host.line("the invitation for spectators: owm-net watch ")
    assert f" {AT_HOST}:" in line


@pytest.mark.slow
def test_two_homes_on_a_machine_in_no_network_meet_and_the_host_is_told(
    tmp_path: Path, start: Start, net: Net
) -> None:
    there, _ = machines(net, f"{LAN[0]}, down lan, down vpn", LAN[1])
    table = Table(start, tmp_path, there)
    table.host.line("this machine is on no network: only programs on it can reach port 7770")
    table.come(there, table.by_code)
    table.come(there, table.line)


@pytest.mark.slow
def test_a_cable_that_is_plugged_in_later_is_noticed(
    tmp_path: Path, start: Start, net: Net
) -> None:
    there, here = machines(net, f"{LAN[0]}, down lan, down vpn", LAN[1])
    table = Table(start, tmp_path, there)
    table.host.line("this machine is on no network")
    there.sets("up lan")
    line = table.host.line("this machine is on another network now; the new invitation: ")
    assert f" {AT_HOST}:7770" in line
    table.come(here, table.by_code)


@pytest.mark.slow
def test_doctor_names_the_networks_on_which_a_host_is_found_and_no_address(
    tmp_path: Path, start: Start, net: Net
) -> None:
    alone, _ = machines(net, f"{LAN[0]}, down lan, down vpn", LAN[1])
    with_vpn, ipv6 = machines(net, LAN[0] + VPN, "own lan fd00:1::2/64, own lan fe80::2/64")
    doctors = {
        name: start(tmp_path / name, "doctor", "--json", program=(*at.enter, *PROGRAM))
        for name, at in (("alone", alone), ("vpn", with_vpn), ("ipv6", ipv6))
    }
    said = {name: doctor.end().stdout for name, doctor in doctors.items()}
    found = {
        name: {check["name"]: check["said"] for check in json.loads(text)["checks"]}
        for name, text in said.items()
    }
    heard = "our own announcement is heard, and answers: "
    assert found["alone"]["LAN discovery"] == "this machine is on no network"
    assert found["vpn"]["LAN discovery"] == f"{heard}lan IPv4, vpn IPv4"
    assert found["ipv6"]["LAN discovery"] == f"{heard}lan IPv6"
    assert not any("is not heard" in text for text in said.values())
    assert found["ipv6"]["IPv6"] == "works, but reaches only your own network"
    assert not any("192.168" in text or "fd00" in text for text in said.values())
