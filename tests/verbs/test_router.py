"""A friend far away comes through a real router: a miniupnpd on a machine of its own, which opens
the host's port when it is asked and closes it at the end."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from attrs import define

from tests.verbs.command import PROGRAM, Process, owm_net
from tests.verbs.conftest import Start
from tests.verbs.namespaces import Machine, NotPermitted, own_networks, run

HOST, INSIDE, OUTSIDE, FRIEND = "192.168.50.20", "192.168.50.1", "11.1.0.1", "11.1.0.2"
"""The last two are on the internet; nobody there has a way to the host but the router's."""
SET_UP = """
ext_ifname=net
listening_ip=home
enable_upnp={upnp}
enable_natpmp={pcp}
secure_mode=yes
uuid=78b25517-32a4-498b-9b00-bce28e2102bb
allow 1024-65535 192.168.50.0/24 1024-65535
deny 0-65535 0.0.0.0/0 0-65535
"""
FIREWALL = """
table inet filter {
  chain forward {
    type filter hook forward priority 0; policy drop;
    jump miniupnpd; ct state established,related accept; iifname home accept;
  }
  chain miniupnpd { }
  chain prerouting { type nat hook prerouting priority -100; jump prerouting_miniupnpd; }
  chain postrouting {
    type nat hook postrouting priority 100; jump postrouting_miniupnpd; oifname net masquerade;
  }
  chain prerouting_miniupnpd { }
  chain postrouting_miniupnpd { }
}
"""


@define
class Homes:
    """Two homes, and the router of the first."""

    host: Machine
    router: Machine
    friend: Machine

    def opened(self) -> str:
        """Return which port of the router leads where, "" for none."""
        rules = run(*self.router.enter, "nft", "list", "chain", "inet", "filter",
                    "prerouting_miniupnpd")  # fmt: skip
        found = re.search(r"dport ([0-9]+) dnat ip to (\S+)", rules)
        return f"{found[1]} {found[2]}" if found else ""


@pytest.fixture
def homes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Homes]:
    """Skips the test where there are no networks of our own, or no such router."""
    for needed in ("miniupnpd", "nft"):
        if shutil.which(needed, path="/usr/sbin:/usr/bin:/sbin") is None:
            pytest.skip(f"this system has no {needed}")
    with own_networks() as net, ExitStack() as started:
        try:
            made = Homes(net.machine(), net.machine(), net.machine())
            made.router.sets(
                f"wire home {made.host.pid}, wire net {made.friend.pid}, up home, up net,"
                f" own home {INSIDE}/24, own net {OUTSIDE}/24"
            )
            made.host.sets(f"up home, own home {HOST}/24, route {INSIDE}")
            made.friend.sets(f"up net, own net {FRIEND}/24")
            firewall, conf = tmp_path / "firewall", tmp_path / "miniupnpd.conf"
            firewall.write_text(FIREWALL)
            run(*made.router.enter, "sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward")
            run(*made.router.enter, "nft", "-f", str(firewall))
        except NotPermitted as why:
            pytest.skip(f"no router of our own on this system: {why}")
        yes = {"pcp": "no", "upnp": "no"} | dict.fromkeys(request.param, "yes")
        conf.write_text(SET_UP.format(**yes))
        daemon = started.enter_context(
            subprocess.Popen(
                [*made.router.enter, "miniupnpd", "-d", "-f", str(conf), "-P", f"{conf}.pid"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        started.callback(daemon.kill)
        assert daemon.stderr is not None
        last = "Listening for NAT-PMP/PCP" if yes["pcp"] == "yes" else "HTTP listening"
        heard = [""]
        while last not in heard[-1]:
            heard.append(daemon.stderr.readline())
            assert heard[-1], "".join(heard)
        yield made


def program(machine: Machine) -> tuple[str, ...]:
    return (*machine.enter, *PROGRAM)


@pytest.mark.slow
@pytest.mark.parametrize("homes", [("pcp",), ("upnp",)], indirect=True, ids=lambda ways: ways[0])
def test_a_friend_far_away_comes_by_the_invitation_alone(
    homes: Homes, tmp_path: Path, start: Start
) -> None:
    """The router opens the port, a relay finds it open, and the whole match goes through it."""
    relay = start(
        tmp_path, "--bind", FRIEND, "--port", "7771",
        program=(*homes.friend.enter, sys.executable, "-m", "relay"),
    )  # fmt: skip
    relay.line("listening")
    logs = [tmp_path / f"{who}.owmlog" for who in ("ada", "ben")]
    ada = start(
        tmp_path / "ada", "host", "--system", "skeleton", "--player", "random", "--no-lan",
        "--relay", f"{FRIEND}:7771", "--log", str(logs[0]), program=program(homes.host),
    )  # fmt: skip
    place = f"{OUTSIDE}:7770"
    ada.line(f"reachable from the internet: yes, at {place}")
    line = ada.line("the invitation for your friend: ").partition(": ")[2].strip()
    assert line.startswith("owm-net join ")
    assert line.endswith(f" {HOST}:7770 {place} --relay {FRIEND}:7771")
    assert homes.opened() == f"7770 {HOST}:7770"
    text = f"Come tonight at 20:15!\n> {line}\nSee you"
    ben = start(
        tmp_path / "ben", "join", text, "--player", "random", "--log", str(logs[1]),
        program=program(homes.friend),
    )  # fmt: skip
    assert ben.end().returncode == 0, ben.story()
    assert ada.end().returncode == 0, ada.story()
    assert f"({OUTSIDE}:" in ada.story() or f"({FRIEND}:" in ada.story(), "by the port"
    first, second = (
        json.loads(owm_net("verify", str(log), "--json", home=tmp_path).stdout) for log in logs
    )
    assert first["verdict"] == second["verdict"] == "OK"
    assert homes.opened() == "", "it was closed at the end"


@pytest.mark.slow
@pytest.mark.parametrize("homes", [("pcp", "upnp")], indirect=True, ids=["both"])
def test_ctrl_c_closes_the_port_and_a_program_that_was_killed_gets_it_again(
    homes: Homes, tmp_path: Path, start: Start
) -> None:
    def host(*more: str) -> Process:
        return start(
            tmp_path, "host", "--system", "skeleton", "--player", "random", "--no-lan", *more,
            program=program(homes.host),
        )  # fmt: skip

    killed = host()
    killed.line("reachable from the internet: yes, says your router, at 11.1.0.1:7770")
    killed.kill()
    assert homes.opened() == f"7770 {HOST}:7770", "for an hour"
    again = host()
    again.line("reachable from the internet: yes, says your router, at 11.1.0.1:7770")
    assert again.stop().returncode == 130, again.story()
    assert homes.opened() == ""
    alone = host("--no-router")
    alone.line("the invitation for your friend: ")
    alone.stop()
    assert "reachable" not in alone.story()
