"""A relay of which one reaches nothing but its web server, and every server that is none."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest
import trio

from owm_net.net import relays, web_relay
from owm_net.net.errors import NetError
from owm_net.net.relays import hold_room, join_room, meet_room, open_games
from owm_net.net.rendezvous import Address, BadAddress, CannotConnect, parse_address
from owm_net.net.streams import FramedStream
from owm_net.net.web_relay import RelayGone, RelayPlace, WebRelay, parse_relay
from owm_net.relay.listeners import accept_from, open_listeners
from owm_net.relay.server import Relay
from owm_net.relay.web import WebDoor, WebSite
from tests.net.test_net_relays import Names, one_line
from tests.relay.tls import certificate, tls_before

HERE = "127.0.0.1"


@asynccontextmanager
async def web_only() -> AsyncIterator[tuple[WebRelay, Address]]:
    """A relay by its WebSocket, and by its port."""
    relay = Relay()
    door = WebDoor(relay, WebSite())
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            ports = []
            for attend in (door.attend, relay.attend):
                listeners = await open_listeners(HERE, 0)
                ports.append(listeners[0].socket.getsockname()[1])
                nursery.start_soon(accept_from, listeners, relay, attend)
            nursery.start_soon(relay.look_after)
            yield WebRelay(HERE, ports[0], False), Address(HERE, ports[1])
            nursery.cancel_scope.cancel()


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a server's key and certificate, whose authority this system trusts."""
    trusted, held = certificate(tmp_path, HERE)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    monkeypatch.setattr(web_relay, "trusted", ssl.create_default_context)
    return held


async def play(host_at: RelayPlace, guest_at: RelayPlace) -> None:
    """A host and a guest meet, and a long message goes both ways."""
    told = trio.Event()
    room = ""

    async def attend(link: FramedStream) -> None:
        async with link:
            await link.send((await link.receive() or b"")[::-1])
            await link.receive()

    def held(name: str) -> None:
        nonlocal room
        room = name
        told.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(hold_room, host_at, "", attend, on_held=held))
        await told.wait()
        message = bytes(range(256)) * 1000
        async with await join_room(guest_at, room) as link:
            await link.send(message)
            assert await link.receive() == message[::-1]
        nursery.cancel_scope.cancel()


async def test_a_program_comes_by_web_socket_alone_and_meets_one_that_does_not() -> None:
    async with web_only() as (web, port):
        await play(web, web)
        await play(port, web)
        await play(web, port)
        assert await open_games(web) == []


async def test_it_comes_by_tls_whose_certificate_is_checked(authority: Path) -> None:
    async with web_only() as (web, port), tls_before(web.port, authority) as secured:
        await play(WebRelay(HERE, secured), port)
        await play(port, WebRelay(HERE, secured))


async def test_a_relay_that_cannot_prove_who_it_is_is_told_nothing(
    authority: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even which room is wanted, nor a token."""
    async with web_only() as (web, _), tls_before(web.port, authority) as secured:
        with pytest.raises(CannotConnect) as caught:
            await join_room(WebRelay("localhost", secured), "amber")
        one_line(caught, f"cannot use relay wss://localhost:{secured}", "Hostname mismatch")
        monkeypatch.delenv("SSL_CERT_FILE")
        with pytest.raises(CannotConnect) as caught:
            await join_room(WebRelay(HERE, secured), "amber")
        one_line(caught, "its certificate is not trusted: ")


async def test_where_tls_is_expected_and_is_not_there(authority: Path) -> None:
    """And where it is there and is not expected."""
    async with web_only() as (web, port), tls_before(web.port, authority) as secured:
        for at in web.port, port.port:
            with pytest.raises(CannotConnect) as caught:
                await join_room(WebRelay(HERE, at), "amber", patience=0)
            one_line(caught, f"cannot use relay wss://{HERE}:{at}")
        with pytest.raises(CannotConnect) as caught:
            await join_room(WebRelay(HERE, secured, False), "amber", patience=0)
        one_line(caught, f"cannot use relay ws://{HERE}:{secured}")
        with pytest.raises(CannotConnect) as caught:
            await join_room(WebRelay(HERE, port.port, False), "amber", patience=0)
        one_line(caught, "what answers there is no relay")


@asynccontextmanager
async def server(says: bytes) -> AsyncIterator[tuple[WebRelay, list[bytes]]]:
    """One that says the same to everybody. The list is what it heard."""
    heard: list[bytes] = []

    async def attend(stream: trio.SocketStream) -> None:
        heard.append(bytes(await stream.receive_some()))
        await stream.send_all(says)
        await stream.aclose()

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            (listener,) = await nursery.start(partial(trio.serve_tcp, attend, 0, host=HERE))
            yield WebRelay(HERE, listener.socket.getsockname()[1], False), heard
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("says", "kind", "why"),
    [
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", CannotConnect, "and no relay"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", CannotConnect, "and no relay"),
        (
            b"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/relay\r\n\r\n",
            CannotConnect,
            "and no relay",
        ),
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", RelayGone, "at the moment"),
        (b"HTTP/1.1 503 Full\r\nContent-Length: 0\r\n\r\n", RelayGone, "at the moment"),
        (b"HTTP/1.1 101 Up\r\nUpgrade: websocket\r\n\r\n", CannotConnect, "is no relay"),
        (
            b"HTTP/1.1 101 Up\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: AAAA\r\nSec-WebSocket-Accept: AAAA\r\n\r\n",
            CannotConnect,
            "is no relay",
        ),
        (b"SSH-2.0-OpenSSH\r\n", CannotConnect, "is no relay"),
        (b"HTTP/1.1 101 " + b"x" * 100_000, CannotConnect, "is no relay"),
        (b"\0" * 500, CannotConnect, "is no relay"),
        (b"", CannotConnect, "is no relay"),
    ],
)
async def test_a_server_that_is_no_relay(says: bytes, kind: type[NetError], why: str) -> None:
    """It is asked once, and nothing that it says leads anywhere else."""
    async with server(says) as (there, heard):
        with pytest.raises(kind) as caught:
            await meet_room(there, "amber")
        one_line(caught, f"cannot use relay {there}", why)
        assert len(heard) == 1 and heard[0].startswith(b"GET /relay HTTP/1.1\r\n")
        assert f"Host: 127.0.0.1:{there.port}\r\n".encode() in heard[0]


async def test_one_that_says_nothing_or_slowly_has_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relays, "STEP", 0.3)

    async def drip(stream: trio.SocketStream) -> None:
        async with stream:
            with suppress(trio.BrokenResourceError):
                while True:
                    await stream.send_all(b"H")
                    await trio.sleep(0.05)

    async with trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, drip, 0, host=HERE))
        port = listener.socket.getsockname()[1]
        for secure in (False, True):
            with trio.fail_after(20), pytest.raises(CannotConnect) as caught:
                await join_room(WebRelay(HERE, port, secure), "amber")
            one_line(caught, f"cannot use relay ws{'s' * secure}://{HERE}:{port}")
        nursery.cancel_scope.cancel()


async def test_of_several_relays_behind_a_name_the_one_that_has_the_room_is_meant() -> None:
    """At the port of the name that was typed, with its certificate; and at no other address."""
    trio.socket.set_custom_hostname_resolver(
        Names({"relay.test": ["9.9.9.9", "9.9.9.10"], "b.test": ["192.168.1.1", "9.9.9.10"]})
    )
    ways = await relays._allowed(WebRelay("relay.test", 443), parse_address("b.test:7771"))
    assert [(str(way), getattr(way, "number", "")) for way in ways] == [
        ("wss://relay.test", "9.9.9.10")
    ]


async def test_a_host_takes_its_tickets_at_the_same_machine() -> None:
    async with web_only() as (web, port):
        names = Names({"relay.test": [HERE]})
        trio.socket.set_custom_hostname_resolver(names)
        await play(WebRelay("relay.test", web.port, False), port)
        assert names.asked == ["relay.test"], "a ticket is known to one relay of the name alone"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("wss://relay.example.org", "wss://relay.example.org"),
        (" https://Relay.example.org/ ", "wss://relay.example.org"),
        ("https://relay.example.org/page/#482913-melon-sandal-orchid", "wss://relay.example.org"),
        ("wss://relay.example.org:7443/relay", "wss://relay.example.org:7443"),
        ("ws://192.168.1.20:7773", "ws://192.168.1.20:7773"),
        ("http://[::1]:80/", "ws://[::1]"),
        ("wss://[2001:db8::7]:443", "wss://[2001:db8::7]"),
        ("relay.example.org:7771", "relay.example.org:7771"),
    ],
)
def test_what_names_a_relay(text: str, said: str) -> None:
    assert str(parse_relay(text)) == said
    assert parse_relay(said) == parse_relay(text)


@pytest.mark.parametrize(
    "text",
    [
        "wss://", "wss:///relay", "wss://:443", "wss://relay.example.org:x",
        "wss://relay.example.org:65536", "wss://you@relay.example.org", "ftp://relay.example.org",
        "wss://relay example", "wss://[::1", "wss://r\u00e9lay.example", "://", "wss://a:1:2",
        "wss://relay.example.org\nX: y", "wss://" + "a" * 300,
    ],
    ids=range(14),
)  # fmt: skip
def test_what_names_none_is_said_in_one_sentence(text: str) -> None:
    with pytest.raises(BadAddress) as caught:
        parse_relay(text)
    one_line(caught, "is no address")
