"""Finding a host on the own network, by multicast on 127.0.0.1; and what a liar may announce."""

import pytest
import trio
from zeroconf import ServiceInfo

from owm_net.net import lan
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


def said(room=b"7", line=b"", port=7770, hosts=("192.168.1.20",)):
    parsed = [lan.ipaddress.ip_address(host).packed for host in hosts]
    info = ServiceInfo(SERVICE, f"x.{SERVICE}", port=port, addresses=parsed)
    info._properties = {b"room": room, b"line": line}  # as it came; our own cannot be so long
    return read(info)


async def test_a_host_on_this_network_is_found_by_its_room_and_read_by_its_line():
    heard: dict[str, Announced] = {}
    try:
        async with (
            announce("7", 7770, line=b"a game", interfaces=HERE),
            announce("8", 7771, interfaces=HERE),
            listen_for_hosts(interfaces=HERE) as found,
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
    """Else whoever is on the network could have others dial whom he likes: a stranger, or a program
    of this machine that listens to nobody else."""
    assert said(hosts=("8.8.8.8",)) is None
    assert said(hosts=("224.0.0.1", "0.0.0.0")) is None
    assert said(hosts=("127.0.0.1", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8")) is None
    found = said(hosts=("8.8.8.8", "192.168.1.20", "fe80::1", "10.0.0.5"))
    assert [a.host for a in found.addresses] == ["192.168.1.20", "10.0.0.5", "fe80::1"]


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
