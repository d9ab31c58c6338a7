"""A relay as a process, and what its operator does with it: looks, changes, stops."""

from __future__ import annotations

import json
import signal
import socket
import sys
from pathlib import Path

import pytest
import trio

from owm_net.net.relays import RelayRefused, hold_room, meet_room
from owm_net.net.rendezvous import Address
from owm_net.net.streams import FramedStream, PeerGone
from owm_net.protocol.framing import encode_frame
from owm_net.relay.__main__ import _signals
from owm_net.relay.admin import answer
from owm_net.relay.journal import Journal
from owm_net.relay.listeners import open_listeners
from owm_net.relay.server import Relay
from owm_net.relay.settings import read_settings
from owm_net.websocket.opening import open_websocket
from tests.relay.memory import hear, meet
from tests.relay.test_relay_main import relay_process, rest

DEPLOY = Path(__file__).parents[2] / "relay" / "deploy"
posix = pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")


async def line(stream, words) -> str:
    """The next line on standard error that holds these words."""
    said = b""
    while True:
        data = await stream.receive_some(1)
        assert data, f"ended after {said!r}"
        said += data
        if data == b"\n":
            if words.encode() in said:
                return said.decode()
            said = b""


async def get(address, path):
    """Code and body that the admin address answers with."""
    stream = await trio.open_tcp_stream(*address)
    async with stream:
        await stream.send_all(
            f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
        )
        whole = b"".join([data async for data in stream])
    head, _, body = whole.partition(b"\r\n\r\n")
    assert b"Content-Length: %d" % len(body) in head
    return int(head.split()[1]), body.decode()


async def pair(relay, **more) -> list[FramedStream]:
    links = []

    async def first(waits) -> None:
        links.append(await meet_room(relay, "amber", on_wait=waits.set, **more))

    async with trio.open_nursery() as nursery:
        waits = trio.Event()
        nursery.start_soon(first, waits)
        await waits.wait()
        links.append(await meet_room(relay, "amber", **more))
    return links


async def test_the_admin_address_tells_numbers_and_no_addresses() -> None:
    pytest.importorskip("prometheus_client")
    async with relay_process("--admin", "127.0.0.1:0") as (process, words):
        admin = (await line(process.stderr, "admin ")).split()
        place = admin[1], int(admin[2])
        relay = Address("127.0.0.1", int(words[2]))
        links = await pair(relay)
        await links[0].send(b"hello")
        assert await links[1].receive() == b"hello"
        assert await get(place, "/healthz") == (200, "ok\n")
        code, body = await get(place, "/status")
        said = json.loads(body)
        assert (code, said["state"], said["pairs"], said["connections"]) == (200, "running", 1, 2)
        assert said["total"]["bytes"] == said["month_bytes"] == 9
        code, metrics = await get(place, "/metrics?x=1")
        assert code == 200 and "owm_relay_pairs 1.0\n" in metrics
        assert "owm_relay_bytes_total 9.0\n" in metrics
        assert "127.0.0.1" not in body + metrics and "amber" not in body + metrics
        assert (await get(place, "/"))[0] == 404
        for link in links:
            await link.cut()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (b"POST /status HTTP/1.1\r\n\r\n", b"405"),
        (b"\x16\x03\x01\x00\xc8\x01\x00", b"400"),
        (b"", b"400"),
        (b"GET /healthz\r\n\r\n", b"400"),
        (b"GET " + b"/" * 9000, b"400"),
        (b"HEAD /healthz HTTP/1.0\r\n\r\n", b"200"),
    ],
)
def test_whatever_comes_to_the_admin_address_is_answered(request_, code) -> None:
    said = answer(Relay(journal=Journal()), request_)
    assert said.startswith(b"HTTP/1.1 " + code)
    assert not request_.startswith(b"HEAD") or said.endswith(b"\r\n\r\n")


@posix
async def test_a_token_a_ban_and_limits_are_changed_without_a_stop(tmp_path: Path) -> None:
    path = tmp_path / "relay.toml"
    path.write_text('token = "one"\n', "utf-8")
    async with relay_process("--config", str(path)) as (process, words):
        relay = Address("127.0.0.1", int(words[2]))
        with pytest.raises(RelayRefused) as caught:
            await meet_room(relay, "amber")
        assert caught.value.limit == "token"
        links = await pair(relay, token="one")
        path.write_text("token = 1\nroms = 2\n", "utf-8")
        process.send_signal(signal.SIGHUP)
        assert "must be a text" in await line(process.stderr, "token")
        await line(process.stderr, "nothing is changed")
        path.write_text('token = "two"\n[limits]\nrooms = 1\n', "utf-8")
        process.send_signal(signal.SIGHUP)
        await line(process.stderr, "settings read again")
        await links[0].send(b"still here")
        assert await links[1].receive() == b"still here"
        for token, limit in (("one", "token"), ("two", "rooms")):
            with pytest.raises(RelayRefused) as caught:
                await meet_room(relay, "birch", token=token)
            assert caught.value.limit == limit
        path.write_text('banned = ["127.0.0.0/8"]\n', "utf-8")
        process.send_signal(signal.SIGHUP)
        await line(process.stderr, "settings read again")
        for link in links:
            async with link:
                with pytest.raises(PeerGone):
                    await link.receive()
        with pytest.raises(RelayRefused) as caught:
            await meet_room(relay, "birch")
        assert caught.value.limit == "banned" and caught.value.again == 0


@posix
async def test_browsers_come_by_a_port_of_their_own(tmp_path: Path) -> None:
    """They read the page, and meet whoever comes by TCP; a new page needs no stop."""
    (folder := tmp_path / "page").mkdir()
    (folder / "index.html").write_text("the first page", "utf-8")
    options = ("--web", "127.0.0.1:0", "--page", str(folder), "--admin", "127.0.0.1:0")
    async with relay_process(*options) as (process, words):
        admin = (await line(process.stderr, "admin ")).split()
        place = admin[1], int(admin[2])
        door = (await line(process.stderr, "web ")).split()
        web = door[1], int(door[2])
        assert await get(web, "/") == (200, "the first page")
        browser = await open_websocket(await trio.open_tcp_stream(*web), "x", "/relay")
        async with browser:
            await browser.send_all(meet("amber"))
            await hear(browser, b"WAIT")
            link = await meet_room(Address("127.0.0.1", int(words[2])), "amber")
            await hear(browser, b"PAIR")
            await browser.send_all(encode_frame(b"by WebSocket"))
            assert await link.receive() == b"by WebSocket"
            await link.send(b"by TCP")
            await hear(browser, b"by TCP")
            _, metrics = await get(place, "/metrics")
            assert 'owm_relay_transports_total{transport="websocket"} 1.0' in metrics
            assert 'owm_relay_answers_total{status="101"} 1.0' in metrics
            await link.cut()
        (folder / "index.html").write_text("the second page", "utf-8")
        process.send_signal(signal.SIGHUP)
        await line(process.stderr, "settings read again")
        assert await get(web, "/") == (200, "the second page")
        (folder / "index.html").unlink()
        process.send_signal(signal.SIGHUP)
        assert "has no index.html" in await line(process.stderr, "page: ")
        assert await get(web, "/") == (200, "the second page")


@posix
async def test_a_relay_that_is_told_to_stop_lets_pairs_play_on(tmp_path: Path) -> None:
    """Whoever waits is told when to try again, by then another may run in its place."""
    state = tmp_path / "state.json"
    options = ("--admin", "127.0.0.1:0", "--state", str(state))
    async with relay_process(*options) as (process, words):
        admin = (await line(process.stderr, "admin ")).split()
        relay = Address("127.0.0.1", int(words[2]))
        links = await pair(relay)
        told: list[str] = []
        lost = trio.Event()

        def tell(text: str) -> None:
            told.append(text)
            lost.set()

        async with trio.open_nursery() as nursery:
            held = trio.Event()
            hold = trio.CancelScope()

            async def host() -> None:
                async def attend(link: FramedStream) -> None:
                    await link.cut()

                with hold:
                    await hold_room(
                        relay, "birch", attend, on_held=lambda room: held.set(), tell=tell
                    )

            nursery.start_soon(host)
            await held.wait()
            process.send_signal(signal.SIGTERM)
            await line(process.stderr, "stopping when 1 pair has ended")
            await lost.wait()
            hold.cancel()
        assert "about to stop" in told[0]
        assert await get((admin[1], int(admin[2])), "/healthz") == (503, "draining\n")
        with pytest.raises(RelayRefused) as caught:
            await meet_room(relay, "cedar")
        assert (caught.value.limit, caught.value.again) == ("draining", 10)
        await links[0].send(b"last words")
        assert await links[1].receive() == b"last words"
        async with trio.open_nursery() as nursery:
            for link in links:
                nursery.start_soon(link.finish)
        assert await process.wait() == 0
        assert b"Traceback" not in await rest(process.stderr)
    assert json.loads(state.read_text("utf-8"))["pairs"] == 1


@posix
@pytest.mark.parametrize(
    ("first", "second"), [(signal.SIGTERM, signal.SIGTERM), (signal.SIGINT, None)]
)
async def test_a_second_sigterm_and_ctrl_c_stop_at_once(first, second) -> None:
    async with relay_process() as (process, words):
        links = await pair(Address("127.0.0.1", int(words[2])))
        process.send_signal(first)
        if second is not None:
            await line(process.stderr, "stopping when")
            process.send_signal(second)
        assert await process.wait() == 0
        for link in links:
            with pytest.raises(PeerGone):
                await link.receive()
            await link.cut()


@posix
async def test_draining_has_an_end_which_the_file_may_bring_nearer(tmp_path: Path) -> None:
    path = tmp_path / "relay.toml"
    path.write_text("drain_seconds = 3600\n", "utf-8")
    async with relay_process("--config", str(path)) as (process, words):
        links = await pair(Address("127.0.0.1", int(words[2])))
        path.write_text("drain_seconds = 0.1\n", "utf-8")
        process.send_signal(signal.SIGHUP)
        await line(process.stderr, "settings read again")
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
        for link in links:
            await link.cut()


def test_counters_and_the_volume_of_the_month_outlast_the_process() -> None:
    first = Journal()
    first.month_bytes = first.bytes = 700
    first.pairs = 3
    second = Journal()
    second.take_up(json.loads(json.dumps(first.to_keep())))
    assert (second.month_bytes, second.bytes, second.pairs) == (700, 700, 3)
    third = Journal()
    third.take_up({**first.to_keep(), "month": "1999-12", "pairs": "many", "joins": -1})
    assert (third.month_bytes, third.bytes, third.pairs, third.joins) == (0, 700, 0, 0)


async def test_every_address_of_the_machine_is_of_ipv4_and_of_ipv6() -> None:
    """As the file of settings to deploy has it."""
    (one,) = await open_listeners("127.0.0.1", 0)
    port = one.socket.getsockname()[1]
    await one.aclose()
    listeners = await open_listeners("::", port)
    try:
        stream = await trio.open_tcp_stream("127.0.0.1", port)
        await stream.aclose()
        families = {listener.socket.family for listener in listeners}
        if socket.has_ipv6 and len(families) == 2:
            await (await trio.open_tcp_stream("::1", port)).aclose()
    finally:
        for listener in listeners:
            await listener.aclose()


def test_a_system_without_sighup_has_the_other_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGHUP", raising=False)
    assert set(_signals()) >= {signal.SIGINT, signal.SIGTERM}


def test_the_files_to_deploy_are_true() -> None:
    settings = read_settings(DEPLOY / "relay.toml")
    assert settings.port == 7771 and settings.admin == "127.0.0.1:7772"
    unit = (DEPLOY / "owm-net-relay.service").read_text("utf-8")
    files = int(unit.partition("LimitNOFILE=")[2].split()[0])
    assert files > settings.limits.connections + 100
    more = (DEPLOY / "directory.conf").read_text("utf-8")
    (start,) = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    assert f"ExecStart=\n{start} --directory-password-file " in more
    stop = int(unit.partition("TimeoutStopSec=")[2].split()[0])
    assert stop > settings.drain_seconds
