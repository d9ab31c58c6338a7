"""By which addresses this machine can be reached: what a host announces, and tells its friends to
type. Read from the interfaces: a default route says nothing of who is on the next cable.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from attrs import frozen

if TYPE_CHECKING:
    import ifaddr

EVERYWHERE: Final = "::"
"""To listen at all addresses of this machine, those of IPv4 too."""
MAX_INTERFACES: Final = 8
"""Of a machine with more, the unlikely ones are left out: each is announced by itself."""
ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Somebody in the internet (RFC 5737, RFC 3849: nobody has these)."""
HOME: Final = ipaddress.ip_network("192.168.0.0/16")
"""What nearly every router gives a home."""
SELDOM: Final = re.compile(
    r"tun|tap|vpn|^wg|wireguard|ppp|ipsec|tailscale|zerotier|^zt|docker|^br-|veth|virbr|vnet|vmnet"
    r"|vbox|virtual|vmware|hyper-v|wsl|awdl|llw",
    re.IGNORECASE,
)
"""Names of interfaces that are rarely the way to a friend: tunnels, virtual machines."""
GET_FLAGS, IS_RUNNING = 0x8913, 0x40  # of Linux: SIOCGIFFLAGS, IFF_RUNNING


@frozen
class Interface:
    """One of this machine's that is up. name: for people; index: the system's number of it;
    addresses: ours there, link-local ones of IPv6 last and without a scope."""

    name: str
    index: int
    addresses: tuple[str, ...]


@frozen
class _Found:
    """An address as the system lists it. rank: the lower, the likelier it leads to a friend."""

    name: str
    index: int
    network: ipaddress.IPv4Network | ipaddress.IPv6Network
    address: ipaddress.IPv4Address | ipaddress.IPv6Address
    rank: tuple[bool, ...]


def interfaces(bound: str = EVERYWHERE, only: Sequence[str] = ()) -> list[Interface]:
    """Those through which others reach a port, the likely ones first. Never fails; loopback stands
    for itself if there is no other, and the list is empty without any.

    bound: the address at which the port listens. only: addresses to be left with, () for all.
    """
    found: dict[tuple[str, int], list[str]] = {}
    for one in _found(bound, only):
        found.setdefault((one.name, one.index), []).append(str(one.address))
    kept = list(found.items())[:MAX_INTERFACES]
    return [Interface(name, index, tuple(own)) for (name, index), own in kept]


def reached_at(bound: str) -> list[str]:
    """The addresses that a friend may type, the likely ones first, one for each network. bound: as
    for `interfaces`.

    Link-local ones of IPv6 only if there is nothing else: whoever types one tries it on each
    interface, for the scope that they have here means nothing elsewhere (`on_each_interface`).
    """
    try:
        here = ipaddress.ip_address(bound)
    except ValueError:
        return [bound]
    if not here.is_unspecified:
        return [bound]
    networks: dict[tuple[int, str], str] = {}
    for one in _found(bound):
        networks.setdefault((one.index, str(one.network)), str(one.address))
    named = [one for one in networks.values() if not is_link_local(one)]
    return named or list(networks.values())


def on_each_interface(host: str) -> list[str]:
    """Return the addresses to dial for one that somebody typed: an IPv6 link-local address that
    names no interface may be on any of ours."""
    if "%" in host or not is_link_local(host):
        return [host]
    return [f"{host}%{one.index}" for one in interfaces() if not is_loopback(one.addresses[0])]


def is_loopback(address: str) -> bool:
    """Return True if this address leads from this machine to itself."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def is_link_local(host: str) -> bool:
    """Return True if this is an IPv6 address that is valid on one network only. That of IPv4,
    169.254.0.0/16, is routed like any other."""
    with suppress(ValueError):
        here = ipaddress.ip_address(host.partition("%")[0])
        return here.version == 6 and here.is_link_local
    return False


def _found(bound: str, only: Sequence[str] = ()) -> list[_Found]:
    """All addresses of ours at which a port listens that is bound so, likely ones first."""
    import ifaddr  # 20 ms, which no help or list needs

    here = ipaddress.ip_address(bound.partition("%")[0])
    wanted = {ipaddress.ip_address(one) for one in only}
    routed = {_routed(family) for family in ELSEWHERE}
    near: list[_Found] = []
    alone: list[_Found] = []
    try:
        adapters = list(ifaddr.get_adapters())
    except (OSError, ValueError, AssertionError):  # it takes some systems' answers for impossible
        return []
    for adapter in adapters:
        own = [_at(ip) for ip in adapter.ips]
        is_lo = any(at.ip.is_loopback for at in own)
        for at in own:
            listens = at.ip == here or (
                here.is_unspecified and (here.version == 6 or at.version == 4)
            )
            if not listens or (wanted and at.ip not in wanted) or not _is_up(adapter, at.ip):
                continue
            seldom = bool(SELDOM.search(f"{adapter.name} {adapter.nice_name}"))
            seldom |= at.network.prefixlen >= at.max_prefixlen - 1  # nobody else is there
            away = at.ip not in HOME, str(at.ip) not in routed  # a VPN takes the default route
            rank = is_link_local(str(at.ip)), seldom, *away, at.version == 6
            one = _Found(adapter.nice_name, adapter.index or 0, at.network, at.ip, rank)
            (alone if is_lo else near).append(one)
    if not near:  # by IPv6 no multicast leaves or reaches ::1
        near = [one for one in alone if one.address.is_loopback and one.address.version == 4]
    return sorted(near, key=lambda one: one.rank)


def _at(ip: ifaddr.IP) -> ipaddress.IPv4Interface | ipaddress.IPv6Interface:
    """The address and its network; a Mac writes the interface into a link-local one."""
    if not isinstance(ip.ip, tuple):
        return ipaddress.IPv4Interface(f"{ip.ip}/{ip.network_prefix}")
    number = ipaddress.IPv6Address(ip.ip[0])
    if number.is_link_local:
        number = ipaddress.IPv6Address(int(number) & ~(0xFFFF << 96))
    return ipaddress.IPv6Interface(f"{number}/{ip.network_prefix}")


def _is_up(adapter: ifaddr.Adapter, address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Return True if the interface is in use, its cable plugged in, and the address already
    ours."""
    scope = adapter.index or 0 if is_link_local(str(address)) else 0
    where = (str(address), 0) if address.version == 4 else (str(address), 0, 0, scope)
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    running = IS_RUNNING
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asks:
            asks.bind(where)
            if sys.platform == "linux":  # lets us bind to what is down as well
                from fcntl import ioctl

                said = ioctl(asks, GET_FLAGS, struct.pack("40s", adapter.name.encode()[:15]))
                [running] = struct.unpack_from("H", said, 16)
    except OSError:
        return False
    return bool(running & IS_RUNNING)


def _routed(family: socket.AddressFamily) -> str:
    """Our address on the way to the internet, "" if there is none. Nothing is sent: connecting a
    UDP socket only asks which way a packet would go."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asks:
        asks.connect((ELSEWHERE[family], 9))
        return str(asks.getsockname()[0])
    return ""
