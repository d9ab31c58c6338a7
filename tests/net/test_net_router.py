"""Asking a router to let friends in, where the router is a stranger that says anything at all."""

from __future__ import annotations

import random
import socket
import struct
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from owm_net.net.rendezvous import Address
from owm_net.net.router import gateway, opening, pcp, upnp
from owm_net.net.router.lease import BRIEFEST, LASTS, Lease, NoLease, granted
from owm_net.net.router.opening import keep_opened, opened
from owm_net.net.router.pcp import OlderRouter, PcpRouter, read_address, read_mapped, read_pcp
from owm_net.net.router.upnp import UpnpRouter, element, read_page
from tests.net.fake_router import GATEWAY, HERE, OUTSIDE, datagrams, description, page, pages, said

NONCE = bytes(range(12))
PUBLIC = Address(OUTSIDE, 7770)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pcp, "PAUSES", (0.1, 0.1))
    monkeypatch.setattr(upnp, "LOOKING", 0.5)
    monkeypatch.setattr(upnp, "FETCHING", 0.5)


def pcp_answer(
    asked: bytes, *, result: int = 0, seconds: int = 3600, host: str = OUTSIDE, port: int = 0
) -> bytes:
    """What a router says to a MAP of PCP."""
    inside, wanted = struct.unpack("!HH", asked[40:44])
    number = b"\0" * 10 + b"\xff\xff" + bytes(map(int, host.split(".")))
    head = struct.pack("!BBxBII12x", 2, 129, result, seconds, 1)
    return head + asked[24:36] + struct.pack("!B3xHH", 6, inside, port or wanted) + number


def older(asked: bytes) -> list[bytes]:
    """A router that knows NAT-PMP alone."""
    if asked[0]:
        return [struct.pack("!BBHI", 0, 128 + asked[1], 1, 5)]
    if asked[1] == 0:
        return [struct.pack("!BBHI4B", 0, 128, 0, 5, *map(int, OUTSIDE.split(".")))]
    _, _, _, inside, outside, seconds = struct.unpack("!BBHHHI", asked)
    return [struct.pack("!BBHIHHI", 0, 130, 0, 5, inside, outside, seconds)]


# ---------------------------------------------------------------- PCP and NAT-PMP


async def test_a_router_opens_a_port_by_pcp_and_closes_it() -> None:
    asked: list[bytes] = []

    def answer(data: bytes) -> list[bytes]:
        asked.append(data)
        return [pcp_answer(data, seconds=0 if not any(data[4:8]) else 900)]

    async with datagrams(answer) as at:
        router = PcpRouter(GATEWAY, at)
        assert await router.lease(7770, 7770) == Lease(PUBLIC, 900, "PCP")
        await router.give_back()
    assert [int.from_bytes(data[4:8], "big") for data in asked] == [LASTS, 0]
    assert asked[0][24:36] == asked[1][24:36], "the nonce that opened it closes it"


@pytest.mark.parametrize("result", [1, 2])
async def test_a_router_that_knows_only_nat_pmp_is_asked_so(result: int) -> None:
    """Also one that takes our port for another's: a program of ours was killed meanwhile."""

    def answer(data: bytes) -> list[bytes]:
        return [pcp_answer(data, result=result)] if data[0] and result == 2 else older(data)

    async with datagrams(answer) as at:
        router = PcpRouter(GATEWAY, at)
        assert await router.lease(7770, 7770) == Lease(PUBLIC, LASTS, "NAT-PMP")
        await router.give_back()


async def test_what_is_no_answer_to_our_question_is_as_if_it_had_not_come() -> None:
    def answer(data: bytes) -> list[bytes]:
        good, other = pcp_answer(data), pcp_answer(data, host="11.9.9.9")
        others = other[:24] + NONCE + other[36:]  # to somebody else's question
        another = other[:40] + b"\0\1" + other[42:]  # about another port
        return [b"", b"\2", good[:50], others, bytes(1100), b"x" * 1400, another, good]

    async with datagrams(answer) as at:
        assert (await PcpRouter(GATEWAY, at).lease(7770, 7770)).public == PUBLIC


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda data: [], "does not answer"),
        (lambda data: [random.Random(7).randbytes(60)] * 200, "does not answer"),
        (lambda data: [pcp_answer(data, result=8)], "refuses, with number 8"),
        (lambda data: [pcp_answer(data, seconds=0)], "for no time at all"),
        (lambda data: [pcp_answer(data, host="192.168.1.1")], "behind another router"),
        (lambda data: [pcp_answer(data, host="100.64.3.3")], "behind another router"),
        (lambda data: [pcp_answer(data, host="127.0.0.1")], "behind another router"),
        (lambda data: [pcp_answer(data, host="224.0.0.1")], "behind another router"),
    ],
)
async def test_a_router_that_does_not_let_friends_in_is_said_to_be_one(
    answer: Callable[[bytes], list[bytes]], why: str
) -> None:
    async with datagrams(answer) as at:
        with pytest.raises(NoLease, match=why):
            await PcpRouter(GATEWAY, at).lease(7770, 7770)


@given(st.binary(max_size=1200))
def test_whatever_a_router_says_is_an_answer_or_none(data: bytes) -> None:
    for read in (read_address, lambda d: read_mapped(d, 7770), lambda d: read_pcp(d, NONCE, 7770)):
        try:
            read(data)
        except (NoLease, OlderRouter) as error:
            assert str(error).isprintable()


@given(st.text(max_size=40), st.integers(-1, 70_000), st.integers(0, 1 << 40))
def test_a_lease_lasts_neither_a_moment_nor_for_ever(host: str, port: int, seconds: int) -> None:
    try:
        lease = granted(host if host else OUTSIDE, port, seconds, "PCP")
    except NoLease:
        return
    assert BRIEFEST <= lease.seconds <= LASTS and 1 <= lease.public.port <= 65535


# ---------------------------------------------------------------- UPnP


@asynccontextmanager
async def upnp_router(
    serve: Any, location: str = "http://127.0.0.1:{port}/desc.xml"
) -> AsyncIterator[tuple[UpnpRouter, list[bytes]]]:
    async with pages(serve) as made:
        where = location.format(port=made.port)
        answer = f"HTTP/1.1 200 OK\r\nST: x\r\nLOCATION: {where}\r\n\r\n".encode()
        async with datagrams(lambda data: [b"\xff" * 3000, answer]) as at:
            yield UpnpRouter(GATEWAY, (HERE, at), at), made.asked


def good(**answers: str) -> Any:
    """A router as it should be. answers: other bodies, by action or page."""

    async def serve(request: bytes, stream: trio.SocketStream) -> None:
        if request.startswith(b"GET"):
            body = answers.get("desc", description("/ctl"))
        else:
            action = request.partition(b"#")[2].partition(b'"')[0].decode()
            bodies = {"GetExternalIPAddress": said(NewExternalIPAddress=OUTSIDE)} | answers
            body = bodies.get(action, said())
        status = "500 Error" if "<errorCode>" in body else "200 OK"
        await stream.send_all(page(body, status))

    return serve


async def test_a_router_opens_a_port_by_upnp_and_closes_it() -> None:
    async with upnp_router(good()) as (router, asked):
        assert await router.lease(7770, 7770) == Lease(PUBLIC, LASTS, "UPnP")
        await router.give_back()
    assert [request.partition(b" ")[0] for request in asked] == [b"GET", *[b"POST"] * 3]
    assert b"AddPortMapping" in asked[2] and b"DeletePortMapping" in asked[3]


async def test_another_port_is_asked_for_where_ours_is_taken() -> None:
    taken = [False, True]

    async def serve(request: bytes, stream: trio.SocketStream) -> None:
        is_opening = b"#AddPortMapping" in request
        answers = {"AddPortMapping": said(errorCode="718")} if is_opening and taken.pop() else {}
        await good(**answers)(request, stream)

    async with upnp_router(serve) as (router, _):
        lease = await router.lease(7770, 7770)
    assert lease.public.host == OUTSIDE and lease.public.port >= 49152


async def test_a_router_that_keeps_ports_open_for_ever_is_asked_to() -> None:
    asked = []

    async def serve(request: bytes, stream: trio.SocketStream) -> None:
        body = request.partition(b"\r\n\r\n")[2]
        asked.append(body)
        forever = b"<NewLeaseDuration>3600" in body
        await good(**({"AddPortMapping": said(errorCode="725")} if forever else {}))(
            request, stream
        )

    async with upnp_router(serve) as (router, _):
        assert (await router.lease(7770, 7770)).seconds == LASTS, "it is renewed all the same"
        await router.give_back()


async def _never(request: bytes, stream: trio.SocketStream) -> None:
    await trio.sleep_forever()


async def _endless(request: bytes, stream: trio.SocketStream) -> None:
    await stream.send_all(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        await stream.send_all(b"<service>" * 1000)


async def _slow(request: bytes, stream: trio.SocketStream) -> None:
    for letter in page(description("/ctl")):
        await stream.send_all(bytes([letter]))
        await trio.sleep(0.05)


def _says(said: bytes) -> Any:
    async def serve(request: bytes, stream: trio.SocketStream) -> None:
        await stream.send_all(said)

    return serve


@pytest.mark.parametrize(
    ("serve", "why"),
    [
        (_never, "does not answer"),
        (_slow, "does not answer"),
        (_endless, "says too much"),
        (_says(b""), "says nonsense"),
        (_says(random.Random(7).randbytes(5000)), "says nonsense"),
        (_says(b"HTTP/1.1 200 OK\r\nContent-Length: 9999999\r\n\r\nx"), "maps no ports"),
        (
            _says(page("", "302 Found", "Location: http://192.0.2.1/\r\n")),
            "refuses, with number 302",
        ),
        (good(desc="<service>" * 14_000), "maps no ports"),
        (good(desc=description("http://192.0.2.1/ctl")), "address that is not its own"),
        (good(desc=description("http://127.0.0.1@192.0.2.1/ctl")), "address that is not its own"),
        (good(desc=description("ftp://127.0.0.1/ctl")), "address that is not its own"),
        (good(desc=description("/ctl&#13;&#10;X: y")), "address that is not its own"),
        (good(desc=description("/ctl", "Layer3Forwarding:1")), "maps no ports"),
        (good(GetExternalIPAddress=said(NewExternalIPAddress="10.0.0.1")), "behind another router"),
        (good(GetExternalIPAddress=said(NewExternalIPAddress="me")), "not know its own address"),
        (good(GetExternalIPAddress=said()), "not know its own address"),
        (good(AddPortMapping=said(errorCode="606")), "refuses, with number 606"),
        (good(AddPortMapping=said(errorCode="718")), "refuses, with number 718"),
        (good(AddPortMapping=said(errorCode="9" * 99)), "refuses, with number 500"),
    ],
)
async def test_a_router_that_says_anything_else_is_asked_no_further(serve: Any, why: str) -> None:
    async with upnp_router(serve) as (router, _):
        with trio.fail_after(30), pytest.raises(NoLease, match=why):
            await router.lease(7770, 7770)


@pytest.mark.parametrize(
    "location",
    [
        "http://192.0.2.1:80/desc.xml",
        "http://127.0.0.2/",
        "http://localhost/",
        "https://127.0.0.1/",
        "file:///etc/passwd",
        "http://127.0.0.1:0/",
        "http://127.0.0.1:99999/",
        "http://[::1/",
        "http://127.0.0.1/" + "x" * 600,
        "",
    ],
)
async def test_nothing_is_fetched_from_anywhere_but_the_router(
    location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def connect(*_: Any) -> None:
        raise AssertionError("a connection")

    async with upnp_router(good(), location) as (router, asked):
        monkeypatch.setattr(trio, "open_tcp_stream", connect)
        with pytest.raises(NoLease, match="does not answer"):
            await router.lease(7770, 7770)
    assert asked == []


@pytest.mark.skipif(sys.platform != "linux", reason="there is one loopback address")
async def test_what_somebody_else_answers_in_the_place_of_the_router_is_not_looked_at() -> None:
    async with upnp_router(good()) as (router, asked):
        other = trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        await other.bind(("127.0.0.2", 0))
        router.at, router.group = other.getsockname()[1], ("127.0.0.2", other.getsockname()[1])

        async def answers() -> None:
            _, where = await other.recvfrom(4096)
            said = f"HTTP/1.1 200 OK\r\nLOCATION: http://{HERE}:80/desc.xml\r\n\r\n"
            await other.sendto(said.encode(), where)

        with other:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(answers)
                with pytest.raises(NoLease, match="does not answer"):
                    await router._location()
    assert asked == []


@given(st.binary(max_size=2000))
def test_whatever_a_page_says_it_is_text_or_a_refusal(data: bytes) -> None:
    for text in (data, b"HTTP/1.1 200 OK\r\n\r\n" + data, b"HTTP/1.0 500 x\r\n\r\n" + data):
        try:
            element(read_page(text), "errorCode")
        except NoLease as error:
            assert str(error).isprintable()


# ---------------------------------------------------------------- as long as somebody waits


class Kept:
    """A router that has said yes. asked: what for, by seconds of the test's clock."""

    def __init__(self, lasts: int = 1200) -> None:
        self.asked: list[tuple[float, str]] = []
        self.lasts = lasts
        self.port = 7770
        self.works = True

    async def lease(self, port: int, wanted: int) -> Lease:
        self.asked.append((trio.current_time(), "open"))
        if not self.works:
            raise NoLease("not now")
        return Lease(Address(OUTSIDE, self.port), self.lasts, "PCP")

    async def give_back(self) -> None:
        self.asked.append((trio.current_time(), "close"))
        await trio.sleep_forever()  # a router that is gone keeps nobody


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Kept:
    router = Kept()

    async def found() -> gateway.Gateway:
        return GATEWAY

    monkeypatch.setattr(opening, "find_gateway", found)
    monkeypatch.setattr(opening, "PcpRouter", lambda _: router)
    return router


async def test_a_port_is_renewed_while_somebody_waits_and_given_back(
    kept: Kept, autojump_clock: trio.testing.MockClock
) -> None:
    began = trio.current_time()
    with trio.move_on_after(1300):
        await keep_opened(7770)
    assert [(round(when - began), what) for when, what in kept.asked] == [
        (0, "open"), (600, "open"), (1200, "open"), (1300, "close"),
    ]  # fmt: skip
    assert trio.current_time() - began < 1303


async def test_a_router_that_fails_is_asked_again_and_another_port_is_told(
    kept: Kept, autojump_clock: trio.testing.MockClock
) -> None:
    changed: list[Lease] = []
    with trio.move_on_after(700):
        async with opened(7770) as one:
            kept.works = False
            one.keep = True

            async def mends() -> None:
                await trio.sleep(630)
                kept.works, kept.port = True, 50_000

            async with trio.open_nursery() as nursery:
                nursery.start_soon(mends)
                await one.renew(changed.append)
    assert [lease.public.port for lease in changed] == [50_000]
    assert kept.asked[-1][1] == "open", "who goes on with the port finds it open"


# ---------------------------------------------------------------- which router

LINUX = """Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
eth0	00000000	0100A8C0	0003	0	0	600	00000000	0	0	0
wlan0	00000000	FE32A8C0	0003	0	0	100	00000000	0	0	0
tun0	00000000	00000000	0001	0	0	0	00000000	0	0	0
eth0	0000A8C0	00000000	0001	0	0	0	00FFFFFF	0	0	0
"""
MACOS = """Routing tables

Internet:
Destination        Gateway            Flags               Netif Expire
default            192.168.1.1        UGScg                 en0
127                127.0.0.1          UCS                   lo0
"""
WINDOWS = """IPv4 Route Table
Active Routes:
Network Destination        Netmask          Gateway       Interface  Metric
          0.0.0.0          0.0.0.0      192.168.1.1     192.168.1.20     25
        127.0.0.0        255.0.0.0         On-link         127.0.0.1    331
"""


def test_the_router_is_found_on_every_system() -> None:
    assert gateway._of_linux(LINUX.splitlines()) == "192.168.50.254"
    assert gateway._of_netstat(MACOS.splitlines()) == "192.168.1.1"
    assert gateway._of_netstat(WINDOWS.splitlines()) == "192.168.1.1"
    assert gateway._of_linux(["nonsense", ""]) == gateway._of_netstat(["default", ""]) == ""
