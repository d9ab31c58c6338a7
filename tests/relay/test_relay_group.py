"""Three relays as processes behind one name, one of which is killed; what their operator types."""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio

from owm_net.net.relays import hold_room, join_room
from owm_net.net.rendezvous import Address
from owm_net.net.streams import FramedStream, PeerGone
from owm_net.relay.__main__ import PASSWORD as VARIABLE
from owm_net.relay.__main__ import _parser, settings_of
from owm_net.relay.settings import BadSettings
from owm_net.relay.store import faults_of_url
from tests.relay.test_relay_main import relay_process, run
from tests.relay.test_relay_operation import get, line
from tests.relay.valkey import PASSWORD, free_port, valkey

NAME = "relays.test"
HOSTS = ("127.0.0.1", "127.0.0.2", "127.0.0.3")


class Resolver(trio.abc.HostnameResolver):
    """The name leads to all of them, in the order in which somebody is to try them."""

    def __init__(self) -> None:
        self.order = list(HOSTS)

    async def getaddrinfo(self, host: Any, port: Any, *more: Any) -> Any:
        return [
            (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (one, port))
            for one in (self.order if host in (NAME, NAME.encode()) else [host])
        ]

    async def getnameinfo(self, sockaddr: Any, flags: int) -> Any:
        raise NotImplementedError


@pytest.fixture
def name() -> Iterator[Resolver]:
    resolver = Resolver()

    def can(host: str) -> bool:
        with socket.socket() as one:
            try:
                one.bind((host, 0))
            except OSError:
                return False
            return True

    if not all(map(can, HOSTS)):
        pytest.skip("this system has no 127.0.0.2")
    yield resolver


@asynccontextmanager
async def of_several(host: str, port: int, *options: str) -> AsyncIterator[Any]:
    async with relay_process(
        "--bind", host, "--port", str(port), "--advertise", f"{host}:{port}", *options
    ) as (process, _):  # fmt: skip
        yield process


@pytest.mark.slow
async def test_one_of_three_relays_is_killed_and_its_host_and_guests_go_on(
    name: Resolver, tmp_path: Path
) -> None:
    trio.socket.set_custom_hostname_resolver(name)
    relay = Address(NAME, free_port(*HOSTS))
    at = [f"relay {Address(host, relay.port)}" for host in HOSTS]
    password = tmp_path / "password"
    password.write_text(PASSWORD + "\n", "utf-8")
    port = free_port()
    options = (
        "--directory", f"redis://127.0.0.1:{port}", "--directory-password-file", str(password),
    )  # fmt: skip
    told: list[str] = []
    came, guests = trio.open_memory_channel[FramedStream](9)
    held, again = trio.Event(), trio.Event()

    def tell(text: str) -> None:
        told.append(text)
        if "is there again" in text:
            again.set()

    async def attend(link: FramedStream) -> None:
        await came.send(link)

    async def guest_comes_to(first: str) -> tuple[list[str], FramedStream, FramedStream]:
        name.order = [first, *(host for host in HOSTS if host != first)]
        way: list[str] = []
        link = await join_room(relay, "777", tell=way.append)
        other = await guests.receive()
        await link.send(b"there")
        assert await other.receive() == b"there"
        await other.send(b"back")
        assert await link.receive() == b"back"
        return way, link, other

    with trio.fail_after(120):
        async with (
            valkey(port),
            of_several(HOSTS[0], relay.port, *options) as first,
            of_several(HOSTS[1], relay.port, *options, "--admin", "127.0.0.1:0") as second,
            of_several(HOSTS[2], relay.port, *options),
            trio.open_nursery() as nursery,
        ):
            admin = (await line(second.stderr, "admin ")).split()
            nursery.start_soon(
                partial(hold_room, relay, "777", attend, on_held=lambda room: held.set(), tell=tell)
            )
            await held.wait()
            way, *links = await guest_comes_to(HOSTS[1])
            assert way == [f"relay {relay} sends us on to {at[0]}"]
            first.kill()
            for link in links:
                with pytest.raises(PeerGone):
                    await link.receive()
                await link.cut()
            name.order = [HOSTS[1], HOSTS[2], HOSTS[0]]
            await again.wait()
            way, *links = await guest_comes_to(HOSTS[2])
            assert way == [f"relay {relay} sends us on to {at[1]}"]
            shared = {"state": "up", "why": "", "relays": 2, "rooms_held_twice": 0}
            said: dict[str, Any] = {}
            while said.get("directory") != shared:  # a busy machine may look like a dead directory
                said = json.loads((await get((admin[1], int(admin[2])), "/status"))[1])
            assert (said["rooms"], said["total"]["sent_on"] >= 1) == (1, True)
            for link in links:
                await link.cut()
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--directory", "redis://u:pw@h"], "directory: holds a password, which others can read"),
        (["--directory", "http://h"], "directory: must be redis://HOST:PORT"),
        (["--directory", "redis://h"], "advertise: with a directory, HOST:PORT at which players"),
        (["--directory", "redis://h", "--advertise", "h:0"], "advertise: with a directory"),
        (["--advertise", "h:1"], "advertise, directory_password: are of use with a directory"),
        (["--directory", "redis://h", "--directory-password-file", "nowhere"], "cannot read the"),
    ],
)
def test_what_is_wrong_with_a_directory_is_said_in_a_line(options, words) -> None:
    result = run(*options)
    assert (result.returncode, result.stdout) == (2, "")
    assert words in result.stderr and "pw" not in result.stderr.replace("password", "")


@pytest.mark.parametrize(
    ("url", "fine"),
    [
        ("redis://h", True), ("redis://u@h:6379/3", True), ("rediss://[::1]:1", True),
        ("redis://h:x", False), ("redis://h:0", False), ("redis://h/one", False),
        ("redis://h?db=1", False), ("unix:///x", False), ("redis://", False), ("", False),
        ("redis://h:70000", False), ("redis://[::1", False),
    ],
)  # fmt: skip
def test_addresses_of_directories(url: str, fine: bool) -> None:
    assert (faults_of_url(url) is None) == fine


def test_the_password_comes_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "of-the-environment")
    typed = ["--directory", "redis://h", "--advertise", "h:1"]

    def password(*more: str) -> str:
        return settings_of(_parser().parse_args([*typed, *more])).directory_password

    assert password() == "of-the-environment"
    path = tmp_path / "password"
    path.write_text("of the file\n", "utf-8")
    assert password("--directory-password-file", str(path)) == "of the file"
    path.write_text("\n", "utf-8")
    with pytest.raises(BadSettings, match="holds no password"):
        password("--directory-password-file", str(path))
    config = tmp_path / "relay.toml"
    config.write_text('directory = "redis://h"\nadvertise = "h:1"\n', "utf-8")
    typed = ["--config", str(config)]
    assert password() == "of-the-environment"
    typed = []
    assert password() == "", "of no use to a relay that is alone"


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
async def test_a_relay_begins_and_stops_without_its_directory(tmp_path: Path) -> None:
    options = ("--directory", f"redis://127.0.0.1:{free_port()}", "--admin", "127.0.0.1:0")
    async with of_several(HOSTS[0], free_port(), *options) as process:
        await line(
            process.stderr, f"the directory is down: {os.strerror(errno.ECONNREFUSED)}; going"
        )
        admin = (await line(process.stderr, "admin ")).split()
        where = admin[1], int(admin[2])
        assert await get(where, "/healthz") == (200, "degraded: the directory is down\n")
        process.terminate()
        assert await process.wait() == 0
