"""Whether friends reach a port from the internet: by the router, and as a relay finds it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import trio

from owm_net import games
from owm_net.net import outside
from owm_net.net.lobby import Lobby
from owm_net.net.outside import HeardKnocks
from owm_net.net.relays import RelayRefused, ask_for_knock
from owm_net.net.rendezvous import Address
from owm_net.net.router.lease import Lease, NoLease
from owm_net.net.ways import Ways, listen
from owm_net.protocol.framing import RELAY_ASK, encode_frame
from owm_net.relay import server
from owm_net.relay.listeners import open_listeners, serve_listeners
from owm_net.relay.server import Relay
from owm_net.session.terms import propose
from tests.net.star import own

HERE, OUTSIDE, SIXTH = "127.0.0.1", "11.1.0.1", "2a00:1450::7"


class Kept:
    """A router's port."""

    def __init__(self, public: Address) -> None:
        self.lease, self.keep = Lease(public, 3600, "PCP"), False

    async def renew(self, changed: Callable[[Lease], None]) -> None:
        await trio.sleep_forever()


@pytest.fixture
async def relay(nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Address]:
    """It believes that we are on the internet, and reaches our ports there."""
    there = Relay()

    async def connect(host: str, port: int) -> trio.SocketStream:
        assert host == OUTSIDE
        return await trio.open_tcp_stream(HERE, port)

    monkeypatch.setattr(server, "host_of", lambda stream: OUTSIDE)
    there.knocks.connect = connect
    listeners = await open_listeners(HERE, 0)
    nursery.start_soon(partial(serve_listeners, listeners, relay=there))
    yield Address(*listeners[0].socket.getsockname()[:2])
    nursery.cancel_scope.cancel()


class Host:
    """One who waits at a port of its own. router: what that says. waits: as of `Ways`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, relay: Address | None, router: Any) -> None:
        skeleton = games.get("skeleton")
        self.said: list[str] = []
        self.kept: list[Kept] = []
        terms = propose(skeleton, skeleton.default_setup(), 0)
        self.lobby = Lobby(terms, own(0), "test", self.tell)
        self.told = trio.Event()
        self.mapped = 0

        @asynccontextmanager
        async def opened(port: int) -> AsyncIterator[Kept]:
            if isinstance(router, str):
                raise NoLease(router)
            kept = Kept(Address(OUTSIDE, self.mapped or port))
            self.kept.append(kept)
            yield kept

        monkeypatch.setattr(outside, "opened", opened)
        monkeypatch.setattr("owm_net.net.ways.is_loopback", lambda _: False)
        self.ways = Ways(0, HERE, relay, router=router is not None)

    def tell(self, line: str) -> None:
        self.said.append(line)
        if line.startswith("reachable from the internet: "):
            self.told.set()

    async def waits(self) -> tuple[str, str]:
        """Return what is said of the port, and the invitation afterwards."""
        with trio.fail_after(30):
            async with trio.open_nursery() as nursery:
                self.lobby._nursery = nursery
                nursery.start_soon(listen, self.lobby, self.ways)
                await self.told.wait()
                await trio.testing.wait_all_tasks_blocked()
                nursery.cancel_scope.cancel()
        (reachable,) = [line for line in self.said if line.startswith("reachable")]
        return reachable, [line for line in self.said if line.startswith("the invitation")][-1]


async def test_a_port_that_a_relay_reaches_is_in_the_invitation(monkeypatch, relay) -> None:
    """Though no router was asked: it was forwarded by hand. No guest is said to have come."""
    host = Host(monkeypatch, relay, None)
    reachable, invitation = await host.waits()
    place = host.lobby.public
    assert place is not None and place.host == OUTSIDE
    assert reachable == f"reachable from the internet: yes, at {place}"
    assert f" {place} --relay {relay}" in invitation
    assert not any("no match" in line for line in host.said)


async def test_a_port_that_the_router_opens_and_the_relay_finds_closed_is_not(
    monkeypatch, relay
) -> None:
    """A second router is behind the first, or a firewall."""
    host = Host(monkeypatch, relay, True)
    there = trio.open_tcp_stream

    async def closed(host: str, port: int) -> Any:
        if (host, port) != relay:
            raise OSError("closed")
        return await there(host, port)

    monkeypatch.setattr(trio, "open_tcp_stream", closed)
    reachable, invitation = await host.waits()
    assert reachable.startswith("reachable from the internet: no, use the relay (your router open")
    assert OUTSIDE not in invitation and host.lobby.public is None


@pytest.mark.parametrize("with_relay", [True, False])
async def test_a_router_that_opens_no_port_is_said_to_be_the_reason(
    with_relay: bool, monkeypatch, relay
) -> None:
    monkeypatch.setattr(outside, "ask_for_knock", _unanswered)
    host = Host(monkeypatch, relay if with_relay else None, "it does not answer")
    reachable, _ = await host.waits()
    which = "the relay" if with_relay else "a relay"
    assert reachable.startswith(f"reachable from the internet: no, use {which} (it does not answer")
    assert reachable.endswith("; the relay tried IPv4 alone)") is with_relay
    assert ("ask who runs one" in reachable) is (not with_relay)


async def _unanswered(*_: Any, **__: Any) -> Address:
    raise RelayRefused("refused", "nobody answers", "", "unanswered")


@pytest.mark.parametrize(
    ("mapped", "answers", "says", "public"),
    [
        # a port of IPv4 alone is opened, and the relay's name leads to both, or to IPv6 alone
        (40000, {4: OUTSIDE, 6: ""}, "yes, at 11.1.0.1:40000", f"{OUTSIDE}:40000"),
        (40000, {6: ""}, "yes, says your router, at 11.1.0.1:40000; no", f"{OUTSIDE}:40000"),
        (40000, {4: "", 6: ""}, "no, use the relay (your router opened port 40000, and the", ""),
        (40000, {4: "", 6: SIXTH}, f"yes, at [{SIXTH}]:PORT", f"[{SIXTH}]:PORT"),
        (40000, {}, "yes, says your router, at 11.1.0.1:40000; no", f"{OUTSIDE}:40000"),
        # nothing is opened, and one may be forwarded by hand
        (0, {4: OUTSIDE, 6: SIXTH}, "yes, at 11.1.0.1:PORT", f"{OUTSIDE}:PORT"),
        (0, {4: "", 6: SIXTH}, f"yes, at [{SIXTH}]:PORT", f"[{SIXTH}]:PORT"),
        (0, {6: ""}, "no, use the relay (no router; the relay tried IPv6 alone)", ""),
        (0, {4: "", 6: ""}, "no, use the relay (no router)", ""),
        (0, {}, "no, use the relay (no router; the relay cannot try your port)", ""),
    ],
    ids=range(10),
)
async def test_a_port_of_one_family_is_not_said_to_be_closed_because_the_other_was_tried(
    mapped: int, answers: dict[int, str], says: str, public: str, monkeypatch
) -> None:
    """Each family is tried at its own port: a router's is of IPv4, and may have another number."""
    ours = 0

    async def by_family(relay: Any) -> dict[int, Address]:
        return {family: Address(str(family), 7771) for family in answers}

    async def knock(relay: Address, port: int, nonce: str, *, token: str) -> Address:
        assert port == (mapped if mapped and relay.host == "4" else ours)
        if not answers[int(relay.host)]:
            await _unanswered()
        async with await trio.open_tcp_stream(HERE, ours) as there:
            await there.send_all(encode_frame(b"KNOCK " + nonce.encode()))
            await there.receive_some()
        return Address(answers[int(relay.host)], port)

    monkeypatch.setattr(outside, "by_family", by_family)
    monkeypatch.setattr(outside, "ask_for_knock", knock)
    host = Host(monkeypatch, Address("relay.test", 7771), True if mapped else "no router")
    host.mapped = mapped
    keep = outside.Outside.keep

    async def kept(self: outside.Outside, is_kept: Any) -> None:
        nonlocal ours
        ours = self.port
        await keep(self, is_kept)

    monkeypatch.setattr(outside.Outside, "keep", kept)
    reachable, invitation = await host.waits()
    assert reachable.startswith("reachable from the internet: " + says.replace("PORT", str(ours)))
    assert str(host.lobby.public or "") == public.replace("PORT", str(ours))
    assert public.replace("PORT", str(ours)) in invitation


async def test_without_a_relay_the_router_is_believed_and_that_is_said(monkeypatch) -> None:
    host = Host(monkeypatch, None, True)
    reachable, invitation = await host.waits()
    assert reachable.startswith("reachable from the internet: yes, says your router, at 11.1.0.1:")
    assert OUTSIDE in invitation


@pytest.mark.parametrize("begins", [True, False])
async def test_the_routers_port_stays_open_for_the_match_that_begins(
    begins: bool, monkeypatch
) -> None:
    host = Host(monkeypatch, None, True)
    host.lobby.begins = begins
    await host.waits()
    assert [kept.keep for kept in host.kept] == [begins]


@pytest.mark.parametrize(
    "said",
    [
        b"KNOCKED 11.1.0.1:7771",  # another port
        b"KNOCKED 127.0.0.1:7770",
        b"KNOCKED 192.168.1.1:7770",
        b"KNOCKED evil.example:7770",
        b"KNOCKED ",
        b"PAIR",
        b"x" * 900,
    ],
)
async def test_a_relay_that_says_anything_else_is_not_believed(said: bytes, nursery) -> None:
    async def lies(stream: trio.SocketStream) -> None:
        await stream.receive_some(500)
        await stream.send_all(encode_frame(said))

    (one,) = await nursery.start(partial(trio.serve_tcp, lies, 0, host=HERE))
    at = Address(*one.socket.getsockname()[:2])
    with pytest.raises(RelayRefused, match="says what no relay says"):
        await ask_for_knock(at, 7770, "nonce")
    nursery.cancel_scope.cancel()


async def test_a_relay_that_only_says_that_it_reached_us_is_not_believed(
    nursery, autojump_clock
) -> None:
    """The nonce has to arrive."""
    knocks = HeardKnocks()

    async def lies(*_: Any, **__: Any) -> Address:
        return Address(OUTSIDE, 7770)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outside, "ask_for_knock", lies)
        assert await knocks.ask(Address(HERE, 1), {4: 7770, 6: 7770}, "") == {4: None}
    assert not knocks.is_knock(b"KNOCK ") and not knocks.is_knock(b"")


async def test_a_relay_of_an_older_version_cannot_tell_and_is_used_all_the_same(
    monkeypatch, nursery
) -> None:
    async def older(stream: trio.SocketStream) -> None:
        assert (await stream.receive_some(500))[4:].startswith(RELAY_ASK)
        why = b"NO garbled 0 a client asks to HOST, JOIN, TAKE, MEET or LIST"
        await stream.send_all(encode_frame(why))

    (one,) = await nursery.start(partial(trio.serve_tcp, older, 0, host=HERE))
    host = Host(monkeypatch, Address(*one.socket.getsockname()[:2]), "no router was found")
    reachable, _ = await host.waits()
    why = "no router was found; the relay cannot try your port"
    assert reachable == f"reachable from the internet: no, use the relay ({why})"
    nursery.cancel_scope.cancel()
