"""Finding each other, over sockets of this machine, and every way in which that may fail."""

import socket
from typing import Any, Never

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from owm_net.net.addresses import EVERYWHERE
from owm_net.net.errors import NetError
from owm_net.net.rendezvous import (
    Address,
    BadAddress,
    BadRoom,
    CannotConnect,
    CannotListen,
    bound_to,
    connect_within,
    dial,
    listen,
    open_port,
    parse_address,
)
from owm_net.protocol.words import WORDS
from tests.verbs.command import free_port

HERE = "127.0.0.1"
Place = tuple[str, int]  # host and port


def one_line(caught, *parts) -> None:
    text = str(caught.value)
    assert text.isprintable() and "; " in text
    for part in parts:
        assert part in text


# ------------------------------------------------------------------ addresses and names


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("localhost:7440", "localhost", 7440),
        (" 192.168.1.20:1 \n", "192.168.1.20", 1),
        ("[::1]:65535", "::1", 65535),
        ("[fe80::1%eth0]:7440", "fe80::1%eth0", 7440),
        ("bücher.example:7440", "bücher.example", 7440),
    ],
)
def test_good_addresses(text, host, port) -> None:
    assert parse_address(text) == (host, port)
    assert str(parse_address(text)) == text.strip()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the port is missing"),
        ("localhost", "the port is missing"),
        ("[::1]", "the port is missing"),
        (":7440", "the host is missing"),
        ("::1:7440", "needs brackets"),
        ("[localhost]:7440", "no IPv6 number"),
        ("[::1%\x1b]:7440", "no IPv6 number"),
        ("a b:7440", "no host has such a name"),
        ("\x1b[31m:7440", "no host has such a name"),
        ("x" * 300 + ":7440", "no host has such a name"),
        ("-o:1", "no host has such a name"),
        *((f"localhost:{port}", "1 to 65535") for port in ("", "0", "65536", "-1", "٣", "1e3")),
    ],
)
def test_bad_addresses(text, why) -> None:
    with pytest.raises(BadAddress) as caught:
        parse_address(text)
    one_line(caught, why, "write HOST:PORT")


@given(st.text(max_size=80))
def test_any_text_is_an_address_or_bad_address(text) -> None:
    try:
        address = parse_address(text)
    except BadAddress as error:
        assert str(error).isprintable()
    else:
        assert parse_address(str(address)) == address


def test_words_are_256_short_and_hard_to_confuse() -> None:
    assert len(set(WORDS)) == len(WORDS) == 256
    for word in WORDS:
        assert 3 <= len(word) <= 7 and word.isascii() and word.isalpha() and word.islower()
        assert not any(other.startswith(word) for other in WORDS if other != word)
        slips = {word[:i] + word[i + 1 :] for i in range(len(word))}
        assert not slips & set(WORDS)


# ------------------------------------------------------------------ listen and dial


async def test_listen_takes_one_and_refuses_the_next() -> None:
    told: list[Address] = []
    links = {}

    def listening(address: Address) -> None:
        told.append(address)
        up.set()

    async def host() -> None:
        links["host"] = await listen(HERE, 0, on_listening=listening)

    up = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        await up.wait()
        links["guest"] = await dial(*told[0])
    assert links["guest"].peer == str(told[0])
    assert links["host"].peer.startswith(HERE)
    with pytest.raises(CannotConnect):
        await dial(*told[0])
    async with links["host"] as a, links["guest"] as b:
        await a.send(b"hello")
        assert await b.receive() == b"hello"


async def test_nobody_comes() -> None:
    with pytest.raises(CannotConnect) as caught:
        await listen(HERE, 0, patience=0.02)
    one_line(caught, "nobody came to 127.0.0.1:0", "0.02 s")


async def test_listen_on_a_port_in_use_or_a_foreign_address() -> None:
    with socket.socket() as s:
        s.bind((HERE, 0))
        s.listen()
        port = s.getsockname()[1]
        with pytest.raises(CannotListen) as caught:
            await listen(HERE, port)
    one_line(caught, f"cannot listen on 127.0.0.1:{port}: the port is in use; choose another")
    with pytest.raises(CannotListen) as caught:
        await listen("192.0.2.1", 0)
    one_line(caught, "no address of this machine")


@pytest.mark.parametrize("port", [0, None])
async def test_who_listens_everywhere_is_reached_by_both_families_at_one_port(port) -> None:
    wanted = int(free_port()) if port is None else port
    listeners = await open_port(EVERYWHERE, wanted)
    try:
        bound = bound_to(EVERYWHERE, listeners)
        numbers = {listener.socket.getsockname()[1] for listener in listeners}
        assert numbers == {bound.port} and wanted in (0, bound.port)
        assert bound.host == (EVERYWHERE if len(listeners) == 2 else "0.0.0.0")
        for host in ("127.0.0.1", "::1")[: len(listeners)]:
            await (await connect_within(Address(host, bound.port), 60)).aclose()
        with pytest.raises(CannotListen, match="the port is in use"):
            await open_port(EVERYWHERE, bound.port)
    finally:
        for listener in listeners:
            listener.socket.close()


@pytest.mark.parametrize("port", [-1, 65536, 65536 * 2 + 80])
async def test_ports_out_of_range(port) -> None:
    with pytest.raises(CannotListen):
        await listen(HERE, port)
    with pytest.raises(CannotConnect):
        await dial(HERE, port)


async def test_dial_is_refused() -> None:
    port = int(free_port())
    with pytest.raises(CannotConnect) as caught:
        await dial(HERE, port)
    one_line(caught, f"cannot reach 127.0.0.1:{port}: nobody listens there; check")


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "a\0b"])
async def test_dial_to_no_host(host) -> None:
    with pytest.raises(CannotConnect) as caught:
        await dial(host, 7440)
    assert "; " in str(caught.value)


class Resolver(trio.abc.HostnameResolver):
    """Stands in for the name service, so that no test asks the real one."""

    def __init__(self, answer) -> None:
        self.answer = answer

    async def getaddrinfo(self, host, port, family=0, type=0, proto=0, flags=0) -> Any:
        await self.answer()

    async def getnameinfo(self, sockaddr, flags):
        raise NotImplementedError


async def test_dial_to_a_name_nobody_knows() -> None:
    async def unknown() -> Never:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    trio.socket.set_custom_hostname_resolver(Resolver(unknown))
    with pytest.raises(CannotConnect) as caught:
        await dial("nobody.example", 7440)
    one_line(caught, "cannot reach nobody.example:7440: there is no such host; check the spelling")


async def test_dial_takes_too_long(autojump_clock) -> None:
    trio.socket.set_custom_hostname_resolver(Resolver(trio.sleep_forever))
    with pytest.raises(CannotConnect) as caught:
        await dial("slow.example", 7440)
    one_line(caught, "cannot reach slow.example:7440: not within 10 s")


async def test_every_failure_is_a_net_error() -> None:
    for kind in (BadAddress, BadRoom, CannotConnect, CannotListen):
        assert issubclass(kind, NetError)
