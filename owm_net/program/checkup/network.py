"""What `owm-net doctor` checks of the network: this machine, the local networks, a relay.

Nothing leaves this machine but an announcement on the own network, and what goes to a relay that
was named. No line holds an address of this machine.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress
from typing import Final

import trio

from owm_net.engine.text import say
from owm_net.files.reasons import reason
from owm_net.net.addresses import EVERYWHERE, interfaces, is_loopback
from owm_net.net.errors import NetError
from owm_net.net.lan import NO_NETWORK, announce, listen_for_hosts
from owm_net.net.loop import run as run_loop
from owm_net.net.peers import entropy
from owm_net.net.relays import meet_room
from owm_net.net.rendezvous import bound_to, connect_within, open_port
from owm_net.net.web_relay import RelayPlace
from owm_net.program.checkup.finding import Finding, failed, ok, warning
from owm_net.protocol.errors import RemoteProtocolError

LAN_TIME: Final = 4.0
"""Seconds in which our own announcement must be heard."""
RELAY_TIME: Final = 15.0


def loopback() -> Iterator[Finding]:
    """IPv4 and IPv6: to this machine itself, and whether there is a way to others."""
    for name, number, family, here, away in (
        ("IPv4", 4, socket.AF_INET, "127.0.0.1", "192.0.2.1"),
        ("IPv6", 6, socket.AF_INET6, "::1", "2001:db8::1"),
    ):
        problem = _talks_to_itself(family, here)
        if problem:
            do = say("a firewall on this machine keeps programs from talking to each other")
            made = failed if family == socket.AF_INET else warning
            yield made(
                name, say("this machine cannot reach itself: {problem}", problem=problem), do
            )
        elif _has_way(family, away):
            yield ok(name, say("works, and there is a way to others"))
        elif any(ipaddress.ip_address(own).version == number for own in _own_addresses()):
            yield ok(name, say("works, but reaches only your own network"))
        else:
            do = (
                say("look at the network")
                if family == socket.AF_INET
                else say("most play without it")
            )
            yield warning(name, say("there is no way to others"), do)


def _talks_to_itself(family: int, here: str) -> str:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as server:
            server.settimeout(5)
            server.bind((here, 0))
            server.listen()
            with socket.create_connection(server.getsockname()[:2], timeout=5) as client:
                there, _ = server.accept()
                with there:
                    there.settimeout(5)
                    client.sendall(b"x")
                    return "" if there.recv(1) == b"x" else say("the bytes sent did not arrive")
    except OSError as e:
        return reason(e)


def _has_way(family: int, away: str) -> bool:
    """Nothing is sent: connecting a UDP socket only asks which way a packet would go."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((away, 9))
    except OSError:
        return False
    return True


def lan() -> Iterator[Finding]:
    """Check that a host's announcement is heard on each local network, and answers there."""
    name = say("LAN discovery")
    do = say(
        "friends on this network type your address, or use a relay; a firewall must let UDP 5353 in"
    )
    own = _own_addresses()
    if not own:
        yield warning(name, NO_NETWORK, say("look at the network"))
        return
    try:
        heard, reached = run_loop(_hears_itself, own)
    except NetError as e:
        yield warning(name, f"{e.what}: {e.why}", do)
        return
    if unheard := set(own.values()) - {own[address] for address in heard}:
        where = ", ".join(sorted(unheard))
        yield warning(name, say("our own announcement is not heard: {where}", where=where), do)
    if silent := heard - reached:
        where = _by_name(own, silent)
        yield warning(name, say("what we announce does not answer: {where}", where=where), do)
    if reached:
        where = _by_name(own, reached)
        yield ok(name, say("our own announcement is heard, and answers: {where}", where=where))


def _own_addresses() -> dict[str, str]:
    """Those at which others could reach this machine, and how the way there is called."""
    return {
        address: f"{one.name} IPv{ipaddress.ip_address(address).version}"
        for one in interfaces()
        for address in one.addresses
        if not is_loopback(address)
    }


def _by_name(own: Mapping[str, str], addresses: Set[str]) -> str:
    """Without the addresses themselves: this is read in bug reports."""
    return ", ".join(sorted({own[address] for address in addresses}))


async def _hears_itself(own: Mapping[str, str]) -> tuple[Set[str], Set[str]]:
    """Return which of our addresses are heard, announced as a host does it; and which of them
    answer, by both families. One heard of is enough on each interface: a link-local one of IPv6
    comes without its scope, and so not at all, from where we have another as well."""
    room, heard, reached = entropy(8).hex(), set[str](), set[str]()
    listeners = await open_port(EVERYWHERE, 0)
    try:
        with trio.move_on_after(LAN_TIME):
            port = bound_to(EVERYWHERE, listeners).port
            async with listen_for_hosts() as found, announce(room, port):
                async for host in found:
                    for address in host.addresses if host.room == room else ():
                        plain = address.host.partition("%")[0]
                        heard.add(plain)
                        with suppress(NetError):
                            await (await connect_within(address, LAN_TIME)).aclose()
                            reached.add(plain)
                    if {own[plain] for plain in reached & own.keys()} == set(own.values()):
                        break
    finally:
        for listener in listeners:
            listener.socket.close()
    return own.keys() & heard, own.keys() & reached


def round_trip(relay: RelayPlace, token: str = "") -> Iterator[Finding]:
    """Two connections of ours meet at a relay, and one hears what the other says."""
    try:
        seconds = run_loop(_meets_itself, relay, token)
    except (NetError, RemoteProtocolError) as e:
        do = e.do if isinstance(e, NetError) else say("use another relay")
        what = f"{e.what}: {e.why}" if isinstance(e, NetError) else str(e)
        yield failed("relay", what, do)
    except trio.TooSlowError:
        said = say(
            "nothing came through {relay} within {seconds:g} s",
            relay=relay,
            seconds=RELAY_TIME,
        )
        yield failed("relay", said, say("try again, or use another relay"))
    else:
        yield ok(
            "relay",
            say(
                "{relay} carries messages, {n:.0f} ms there and back", relay=relay, n=1000 * seconds
            ),
        )


async def _meets_itself(relay: RelayPlace, token: str) -> float:
    """Seconds for a message there and back again. Raises NetError, TooSlowError."""
    room = "m-" + entropy(20).hex()
    with trio.fail_after(RELAY_TIME):
        try:
            return await _say_and_hear(relay, room, token)
        except* NetError as group:
            error: BaseException = group
            while isinstance(error, BaseExceptionGroup):
                error = error.exceptions[0]
            problem = error
    raise problem


async def _say_and_hear(relay: RelayPlace, room: str, token: str) -> float:
    took: list[float] = []
    async with trio.open_nursery() as nursery:

        async def answers() -> None:
            async with await meet_room(relay, room, token=token) as link:
                said = await link.receive()
                await link.send(said or b"")
                await link.receive()

        nursery.start_soon(answers)
        async with await meet_room(relay, room, token=token) as link:
            begun = time.perf_counter()
            await link.send(b"are you there?")
            if await link.receive() == b"are you there?":
                took.append(time.perf_counter() - begun)
        nursery.cancel_scope.cancel()
    if not took:
        raise NetError(
            say("relay {relay}", relay=relay),
            say("it changes what it passes on"),
            say("use another relay"),
        )
    return took[0]
