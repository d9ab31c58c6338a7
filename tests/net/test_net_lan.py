"""Finding a host on the own network, by multicast on 127.0.0.1; and what a liar may announce."""

import ipaddress

import ifaddr
import pytest
import trio
from zeroconf import ServiceInfo

from owm_net.net import addresses, lan
from owm_net.net.lan import (
    MAX_ADDRESSES,
    SERVICE,
    Announced,
    NoLan,
    announce,
    listen_for_hosts,
    read,
)
from owm_net.net.rendezvous import Address
from owm_net.session.open_games import MAX_LINE

HERE = ("127.0.0.1",)


def said(room=b"7", line=b"", port=7770, hosts=("192.168.1.20",), heard_on=None, here=False):
    parsed = [ipaddress.ip_address(host).packed for host in hosts]
    info = ServiceInfo(
        SERVICE, f"x.{SERVICE}", port=port, addresses=parsed, interface_index=heard_on
    )
    info._properties = {b"room": room, b"line": line}  # as it came; our own cannot be so long
    return read(info, here)


async def test_a_host_on_this_network_is_found_by_its_room_and_read_by_its_line():
    heard: dict[str, Announced] = {}
    try:
        async with (
            announce("7", 7770, line=b"a game", only=HERE),
            announce("8", 7771, only=HERE),
            listen_for_hosts(only=HERE) as found,
        ):
            with trio.fail_after(60):
                while {"7", "8"} - heard.keys():
                    one = await found.receive()
                    heard[one.room] = one
    except NoLan as error:
        pytest.skip(f"no multicast on this machine: {error}")
    assert heard["7"].line == b"a game"
    assert heard["7"].addresses == (Address("127.0.0.1", 7770),)
    assert heard["8"].line == b""


def test_what_is_no_announcement_of_ours_is_not_looked_at():
    assert said() is not None
    assert said(room=b"") is None
    assert said(room=b"7\x1b[2J") is None
    assert said(room=b"7" * 65) is None
    assert said(line=b"x" * (MAX_LINE + 1)) is None
    assert said(port=0) is None


def test_nobody_is_sent_to_an_address_outside_the_own_network():
    """Otherwise anyone on the network could have others dial any address: a stranger, or a program
    of this machine that listens to nobody else."""
    assert said(hosts=("8.8.8.8",)) is None
    assert said(hosts=("224.0.0.1", "0.0.0.0")) is None
    assert said(hosts=("127.0.0.1", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8")) is None
    found = said(hosts=("8.8.8.8", "192.168.1.20", "fd00::1", "10.0.0.5", "2a00::1", "64:ff9b::1"))
    assert [a.host for a in found.addresses] == ["192.168.1.20", "10.0.0.5", "fd00::1"]


def test_a_link_local_address_leads_to_the_network_on_which_it_was_heard_or_nowhere():
    """By IPv4 it is not said on which, and an announcement cannot choose one itself."""
    assert said(hosts=("fe80::1",)) is None
    found = said(hosts=("fe80::1", "fd00::1"), heard_on=3)
    assert {a.host for a in found.addresses} == {"fe80::1%3", "fd00::1"}


def test_only_a_machine_in_no_network_looks_for_hosts_on_itself(monkeypatch):
    """Then nobody else can have said it: a second home of the same machine may be met."""
    loopback = ("lo", ["127.0.0.1", "::1"])
    monkeypatch.setattr(addresses, "_is_up", lambda adapter, address: True)
    for others, alone in (([], True), ([("eth0", ["192.168.1.5"])], False)):
        monkeypatch.setattr(ifaddr, "get_adapters", machine(loopback, *others))
        assert lan._is_alone(()) is alone
    assert said(hosts=("127.0.0.1",), here=True).addresses == (Address("127.0.0.1", 7770),)
    assert said(hosts=("8.8.8.8",), here=True) is None


def machine(*interfaces):
    """One with these, each all of it up."""
    return lambda: [
        ifaddr.Adapter(name, name, [_ip(address) for address in addresses], index)
        for index, (name, addresses) in enumerate(interfaces, 1)
    ]


def _ip(address):
    number, _, bits = address.partition("/")
    if ":" in number:
        return ifaddr.IP((number, 0, 0), int(bits or 64), "")
    return ifaddr.IP(number, int(bits or 24), "")


@pytest.mark.parametrize("bound, typed", [
    ("::", ["192.168.1.5", "192.168.2.5", "10.0.0.5", "fd00:1::5", "192.168.122.1", "10.8.0.2"]),
    ("0.0.0.0", ["192.168.1.5", "192.168.2.5", "10.0.0.5", "192.168.122.1", "10.8.0.2"]),
    ("10.0.0.5", ["10.0.0.5"]),
    ("127.0.0.1", ["127.0.0.1"]),
])  # fmt: skip
def test_the_likeliest_address_is_typed_first_and_one_of_each_network(monkeypatch, bound, typed):
    """tun0 has the default route, as a VPN takes it; eth0 two addresses of one network; what a
    Mac writes into a link-local address is not part of it."""
    of_this_machine = machine(
        ("lo", ["127.0.0.1/8", "::1/128", "10.255.255.254/32"]),
        ("tun0", ["10.8.0.2", "fe80::7"]),
        ("virbr0", ["192.168.122.1"]),
        ("eth0", ["10.0.0.5", "fd00:1::5", "fd00:1::6", "fe80:4::1"]),
        ("wlan0", ["192.168.1.5", "192.168.1.6"]),
        ("en5", ["192.168.2.5"]),
    )
    monkeypatch.setattr(ifaddr, "get_adapters", of_this_machine)
    monkeypatch.setattr(addresses, "_is_up", lambda adapter, address: True)
    monkeypatch.setattr(addresses, "_routed", lambda family: "10.8.0.2")
    assert addresses.reached_at(bound) == typed
    announced = {address for one in addresses.interfaces(bound) for address in one.addresses}
    assert announced >= set(typed) and ("fe80::1" in announced) is (bound == "::")


def test_link_local_addresses_are_typed_where_there_is_nothing_else(monkeypatch):
    monkeypatch.setattr(
        ifaddr, "get_adapters", machine(("eth0", ["fe80::5"]), ("eth1", ["fe80::6"]))
    )
    monkeypatch.setattr(addresses, "_is_up", lambda adapter, address: True)
    assert addresses.reached_at("::") == ["fe80::5", "fe80::6"]
    assert addresses.on_each_interface("fe80::9") == ["fe80::9%1", "fe80::9%2"]
    assert addresses.on_each_interface("fe80::9%7") == ["fe80::9%7"]
    assert addresses.on_each_interface("fd00::9") == ["fd00::9"]


def test_a_thousand_addresses_of_one_host_are_not_tried():
    hosts = [f"10.0.{n // 250}.{n % 250 + 1}" for n in range(1000)]
    assert len(said(hosts=hosts).addresses) == MAX_ADDRESSES


async def test_a_network_without_multicast_is_told_in_one_line(monkeypatch):
    def refuses(**kwargs):
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(lan, "Zeroconf", refuses)
    with pytest.raises(NoLan, match="Network is unreachable; go on with an address or a relay"):
        async with listen_for_hosts():
            pass
