"""Several relays that share a directory, with a real Valkey server: who is sent where, what holds
for all of them, and what a directory that is down, hangs or lies costs."""

from __future__ import annotations

import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from owm_net.net import relays
from owm_net.net.errors import NetError
from owm_net.net.relays import RelayRefused, hold_room, join_room, meet_room, open_games
from owm_net.net.rendezvous import Address
from owm_net.net.streams import FramedStream
from owm_net.protocol.framing import ask_to_host, ask_to_join, encode_frame
from owm_net.relay import directory as directory_module
from owm_net.relay import scripts, store
from owm_net.relay.admin import answer, metrics, status
from owm_net.relay.directory import Directory, Held
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Limits, Refused
from owm_net.relay.listeners import open_listeners, serve_listeners
from owm_net.relay.scripts import ALIVE, ANNOUNCED, ASKED, CLAIM, GAMES, HOLDER, RELEASE
from owm_net.relay.server import FAREWELLS, Relay
from owm_net.relay.store import Membership
from owm_net.strangers.origins import origin_of
from tests.relay.memory import memory_relay
from tests.relay.tls import certificate, tls_before
from tests.relay.valkey import PASSWORD, free_port, valkey

PATIENCE = 60
"""Seconds until something is taken to hang, on a busy machine."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be patient: on a busy machine no directory counts as dead, and no relay loses its rooms."""
    monkeypatch.setattr(directory_module, "LEASE", 30.0)
    monkeypatch.setattr(directory_module, "PATIENCE", 20.0)
    monkeypatch.setattr(directory_module, "CONNECT", 20.0)
    monkeypatch.setattr(store, "CONNECT", 20.0)
    monkeypatch.setattr(directory_module, "ANNOUNCE", 0.2)
    monkeypatch.setattr(directory_module, "BEAT", 0.1)
    monkeypatch.setattr(directory_module, "FRESH", 0.05)
    monkeypatch.setattr(directory_module, "PAUSES", (0.1,))


class One:
    """One of several relays. lines: what its operator reads."""

    def __init__(self, url: str, address: Address, limits: Limits | None) -> None:
        self.address = address
        self.lines: list[str] = []
        self.changed = trio.Event()
        journal = Journal(self._tell)
        member = Membership(url, str(address), PASSWORD)
        self.directory = Directory(member, journal)
        self.relay = Relay(limits, journal, directory=self.directory)
        self.scope = trio.CancelScope()

    def _tell(self, line: str) -> None:
        self.lines.append(line)
        self.changed.set()
        self.changed = trio.Event()

    async def said(self, words: str) -> str:
        """The first line that holds these words, once there is one."""
        while True:
            for line in self.lines:
                if words in line:
                    return line
            await self.changed.wait()

    async def run(self, listeners: list[trio.SocketListener]) -> None:
        with self.scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.directory.run)
                nursery.start_soon(self.directory.minutely)
                nursery.start_soon(partial(serve_listeners, listeners, relay=self.relay))

    def health(self) -> bytes:
        return answer(self.relay, b"GET /healthz HTTP/1.1\r\n\r\n")


@asynccontextmanager
async def relays_at(
    port: int, count: int = 2, limits: Limits | None = None, scheme: str = "redis"
) -> AsyncIterator[list[One]]:
    limits = limits or Limits(asks_per_minute=1_000_000)  # tests ask until something is so
    ones = []
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            for _ in range(count):
                listeners = await open_listeners("127.0.0.1", 0)
                address = Address(*listeners[0].socket.getsockname()[:2])
                one = One(f"{scheme}://127.0.0.1:{port}", address, limits)
                nursery.start_soon(one.run, listeners)
                await one.directory.ready.wait()
                ones.append(one)
            yield ones
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def group(count: int = 2, limits: Limits | None = None) -> AsyncIterator[list[One]]:
    port = free_port()
    async with valkey(port), relays_at(port, count, limits) as ones:
        assert all(one.directory.up for one in ones)
        yield ones


@asynccontextmanager
async def hosting(relay: Address, room: str = "", **more: Any) -> AsyncIterator[tuple[str, Any]]:
    """The room, and a function that gives the next guest's link."""
    rooms: list[str] = []
    held = trio.Event()
    guests, come = trio.open_memory_channel[FramedStream](10)

    async def attend(link: FramedStream) -> None:
        await guests.send(link)

    def on_held(name: str) -> None:
        rooms.append(name)
        held.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(hold_room, relay, room, attend, on_held=on_held, **more))
        await held.wait()
        yield rooms[0], come.receive
        nursery.cancel_scope.cancel()


async def talk(one: FramedStream, other: FramedStream) -> None:
    """Something goes both ways; then both are closed."""
    await one.send(b"there")
    assert await other.receive() == b"there"
    await other.send(b"back")
    assert await one.receive() == b"back"
    for link in (one, other):
        await link.cut()


async def eventually(done: Any) -> Any:
    """Return the result of a coroutine function, once it gives one; bounded by the group's
    patience."""
    while not (got := await done()):  # noqa: ASYNC110 - another program's knowledge, no event
        await trio.sleep(0.02)
    return got


async def test_a_guest_is_sent_to_the_relay_that_holds_his_room() -> None:
    async with group(3) as (a, b, c):
        told: list[str] = []
        opened = hosting(a.address, line=b"evening game")
        async with opened as (room, guest), hosting(b.address) as (other, _):
            assert room != other
            link = await join_room(b.address, room, tell=told.append)
            await talk(link, await guest())
            assert told == [f"relay {b.address} sends us on to relay {a.address}"]
            games = await eventually(lambda: open_games(c.address))
            assert games == [(room, b"evening game")]
            assert games == await open_games(a.address)
            assert (a.relay.journal.bytes, b.relay.journal.bytes) == (17, 0)
            assert status(b.relay)["total"]["sent_on"] == 1
        with pytest.raises(RelayRefused, match="nobody holds this room"):
            await eventually(partial(_gone, c.address, room))


async def _gone(relay: Address, room: str) -> bool:
    """Raises RelayRefused once the room is nowhere."""
    await (await join_room(relay, room, patience=0)).cut()
    return False


async def test_a_directory_behind_tls_whose_certificate_the_system_trusts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted, held = certificate(tmp_path, "127.0.0.1")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    async with (
        valkey(plain := free_port()),
        tls_before(plain, held) as port,
        relays_at(port, 2, scheme="rediss") as (a, b),
        hosting(a.address) as (room, guest),
    ):
        assert status(b.relay)["directory"]["state"] == "up"
        told: list[str] = []
        await talk(await join_room(b.address, room, tell=told.append), await guest())
        assert told == [f"relay {b.address} sends us on to relay {a.address}"]


@pytest.mark.parametrize(
    ("host", "trusts", "why"),
    [
        ("127.0.0.1", False, "its certificate is not trusted: unable to get local issuer certif"),
        ("127.0.0.9", True, "its certificate is not trusted: IP address mismatch"),
    ],
)
async def test_a_directory_behind_tls_that_is_not_who_it_says_is_down(
    host: str, trusts: bool, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown authority; a certificate of another host."""
    pytest.importorskip("coredis")
    monkeypatch.setattr(directory_module, "CONNECT", 2.0)
    trusted, held = certificate(tmp_path, host)
    if trusts:
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    async with (
        tls_before(free_port(), held) as port,
        relays_at(port, 1, scheme="rediss") as (a,),
    ):
        assert f"the directory is down: {why}" in await a.said("the directory is down: ")
        async with hosting(a.address) as (room, guest):
            await talk(await join_room(a.address, room), await guest())


async def test_two_who_come_to_different_relays_meet() -> None:
    async with group() as (a, b):
        async with trio.open_nursery() as nursery:
            links: list[FramedStream] = []
            waits = trio.Event()

            async def first() -> None:
                links.append(await meet_room(a.address, "m-secret", on_wait=waits.set))

            nursery.start_soon(first)
            await waits.wait()
            links.append(await meet_room(b.address, "m-secret"))
        await talk(*links)


async def test_one_room_is_held_by_one_relay_however_many_ask_at_once() -> None:
    async with group(3) as ones:
        said: list[bytes] = []
        holders: list[Address] = []
        async with trio.open_nursery() as nursery:

            async def ask(relay: Address, key: str) -> None:
                stream = await trio.open_tcp_stream(*relay)
                nursery.start_soon(hold, relay, stream, key)

            async def hold(relay: Address, stream: trio.SocketStream, key: str) -> None:
                async with stream:
                    await stream.send_all(encode_frame(ask_to_host("club", key)))
                    said.append(bytes(await stream.receive_some())[4:])
                    if said[-1] == b"HELD club":
                        holders.append(relay)
                    if len(said) == 12:
                        nursery.cancel_scope.cancel()
                    await trio.sleep_forever()

            for number in range(12):
                await ask(ones[number % 3].address, f"key-{number}")
        (holder,) = holders
        assert said.count(b"NO taken 60 somebody else has this room; ask for another") == 3
        assert said.count(b"AT " + str(holder).encode()) == 8


async def test_what_holds_for_an_address_holds_at_all_relays_together() -> None:
    limits = Limits(rooms_per_home=2, asks_per_minute=1_000_000, keep_seconds=0.1)
    async with group(3, limits) as (a, b, c):
        async with hosting(a.address), hosting(b.address):
            with pytest.raises(RelayRefused, match="your address has 2 rooms at these relays") as e:
                await relays._hold(c.address, ask_to_host("", "key"))
            assert e.value.limit == "rooms-home" and e.value.again == 30
        # What they left is free for the next.
        link = await eventually(partial(_try_to_hold, c.address, ""))
        await link.cut()


async def test_what_an_address_asks_counts_at_all_relays_together() -> None:
    async with group(2, Limits(asks_per_minute=9)) as (a, b):
        for _ in range(9):
            await open_games(a.address)

        async def counted(relay: One) -> object:
            return relay.directory._barred

        await eventually(partial(counted, a))  # b is told how many they are when it asks
        await open_games(b.address)
        await eventually(partial(counted, b))
        with pytest.raises(RelayRefused) as caught:
            await open_games(b.address)
        error = caught.value
        assert error.limit == "asks-home" and 0 < error.again <= 60
        assert "at these relays" in str(error), "and not for what it asked of this one alone"
        assert b.relay.journal.refused["asks-home"] == 1


async def test_the_directory_holds_no_address_of_people_and_no_name_of_a_room() -> None:
    async with (
        group(1) as (a,),
        hosting(a.address, "the-name-of-a-room"),
        trio.open_nursery() as n,
    ):
        waits = trio.Event()
        n.start_soon(partial(meet_room, a.address, "m-secret", on_wait=waits.set))
        await waits.wait()
        await open_games(a.address)
        run = a.directory._run
        assert run is not None
        dump = "local all = {} for _, k in ipairs(redis.call('KEYS', '*')) do all[#all + 1] = k"
        dump += " local t = redis.call('TYPE', k).ok"
        dump += " if t == 'string' then all[#all + 1] = redis.call('GET', k) end"
        dump += " if t == 'zset' then for _, v in ipairs(redis.call('ZRANGE', k, 0, -1)) do"
        dump += " all[#all + 1] = v end end all[#all + 1] = redis.call('PTTL', k) end return all"

        async def whole() -> list[Any]:
            said = await run(dump, [], [])
            assert isinstance(said, list)
            return said if any(b"asks:" in one for one in said if type(one) is bytes) else []

        said = await eventually(whole)
        text = b"\n".join(one for one in said if type(one) is bytes).decode()
        assert text.count("room:") >= 2 and str(a.address) in text
        for secret in ("the-name", "m-secret", PASSWORD):
            assert secret not in text
        assert "127.0.0.1" not in text.replace(str(a.address), "")
        assert all(one > 0 for one in said if type(one) is int), "all of it is over some time"
        n.cancel_scope.cancel()


ROTTEN = {
    "of another type": "redis.call('DEL', k) redis.call('RPUSH', k, 'x')",
    "a text that is no place": "redis.call('SET', k, 'evil', 'PX', 9000)",
    "a place without end": "redis.call('SET', k, '192.0.2.1:1')",
    "a place for years": "redis.call('SET', k, '192.0.2.1:1', 'EX', 99999999)",
    "a long text": "redis.call('SET', k, string.rep('x', 1000000), 'PX', 9000)",
    "a number that is too high": "redis.call('SET', k, '9223372036854775807', 'PX', 9000)",
    "a thousand games too many": (
        "redis.call('DEL', k) for n = 1, 2000 do redis.call('HSET', k, n, 'x') end"
        " redis.call('PEXPIRE', k, 9000)"
    ),
    "a game with too long a line": (
        "redis.call('DEL', k) redis.call('HSET', k, '1', string.rep('x', 5000000))"
        " redis.call('PEXPIRE', k, 9000)"
    ),
    "many relays": (
        "redis.call('DEL', k)"
        " for n = 1, 200 do redis.call('ZADD', k, 9e15, '192.0.2.1:' .. n) end"
        " redis.call('PEXPIRE', k, 9000)"
    ),
}
"""What somebody who knows the password may write at a name, k."""


@pytest.mark.parametrize("what", ROTTEN)
async def test_what_is_rotten_in_the_directory_is_removed_and_in_the_way_of_nobody(
    what: str,
) -> None:
    """At every name there is: of rooms in use and rooms that nobody has, of addresses, of relays
    and their games, of the password's check. Players host, join and list as ever, and no relay
    takes the directory for broken."""
    async with group(2) as (a, b), hosting(a.address, "old", line=b"old game"):
        await eventually(partial(_listed, b.address, "old"))
        run = a.directory._run
        assert run is not None
        home = origin_of("127.0.0.1")
        keys = a.directory.keys
        names = [
            *keys.held("old", home), *keys.held("new", home), keys.asks(home), keys.relays,
            *(kind(str(one.address)) for kind in (keys.games, keys.relay) for one in (a, b)),
        ]  # fmt: skip
        if what == "of another type":
            names.append(keys.check)
        spoil = f"for _, k in ipairs(KEYS) do {ROTTEN[what]} end return 0"
        await run(spoil, sorted(set(names)), [])
        async with hosting(b.address, "new", line=b"new game") as (_, guest):
            link = await eventually(partial(_try_to_join, a.address, "new"))
            await talk(link, await guest())
            for one in (a, b):
                await eventually(partial(_listed, one.address, "old", "new"))
        for one in (a, b):
            assert not any("is down" in line for line in one.lines), one.lines


async def serving(port: int, task_status: trio.TaskStatus[Any]) -> None:
    """A server until its scope is cancelled: then it is killed. Reports scope and process."""
    with trio.CancelScope() as scope:
        async with valkey(port) as process:
            task_status.started((scope, process))
            await trio.sleep_forever()


async def test_a_relay_whose_directory_is_killed_goes_on_and_says_so() -> None:
    pytest.importorskip("prometheus_client")
    port = free_port()
    async with trio.open_nursery() as nursery:
        server, _ = await nursery.start(serving, port)
        async with (
            relays_at(port) as (a, b),
            hosting(b.address, "old", line=b"old game") as (_, guest),
        ):
            assert b.health().endswith(b"\r\n\r\nok\n") and not b.lines
            playing = await join_room(b.address, "old"), await guest()
            server.cancel()
            line = await b.said("the directory is down")
            assert "going on with the rooms that are here" in line
            await talk(*playing)
            await talk(await join_room(b.address, "old"), await guest())
            async with hosting(b.address, line=b"new game") as (room, new_guest):
                assert len(room) > 3, "so that hardly another relay gives it meanwhile"
                await talk(await join_room(b.address, room), await new_guest())
                assert [game.room for game in await open_games(b.address)] == [room, "old"]
                with pytest.raises(RelayRefused, match="nobody holds"):
                    await join_room(a.address, "old", patience=0)
                assert b"200 OK" in b.health() and b"degraded" in b.health()
                assert b"owm_relay_directory_up 0.0\n" in metrics(b.relay)
                server, _ = await nursery.start(serving, port)
                await b.said("the directory is there again")
                assert b"owm_relay_directory_up 1.0\n" in metrics(b.relay)
                link = await eventually(partial(_try_to_join, a.address, "old"))
                await talk(link, await guest())
                await eventually(partial(_listed, a.address, room, "old"))
                assert sum("is down" in line for line in b.lines) == 1
        nursery.cancel_scope.cancel()


async def _try_to_join(relay: Address, room: str) -> FramedStream | None:
    try:
        return await join_room(relay, room, patience=0)
    except RelayRefused:
        return None


async def _listed(relay: Address, *rooms: str) -> bool:
    return {game.room for game in await open_games(relay)} == set(rooms)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
async def test_a_directory_that_hangs_hangs_no_relay(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    async with trio.open_nursery() as nursery:
        _, process = await nursery.start(serving, port)
        async with relays_at(port, 1) as (a,), hosting(a.address) as (room, guest):
            for name in ("PATIENCE", "CONNECT"):  # now that it is there, however slow the machine
                monkeypatch.setattr(directory_module, name, 0.3)
            process.send_signal(signal.SIGSTOP)
            # Both ask the directory; the first is made to wait, and no longer than it must.
            with pytest.raises(RelayRefused, match="nobody holds"):
                await join_room(a.address, "elsewhere", patience=0)
            async with hosting(a.address, "new"):
                await talk(await join_room(a.address, room), await guest())
            assert "no answer within 0.3 s" in await a.said("the directory is down")
            process.send_signal(signal.SIGCONT)
            monkeypatch.undo()
            await a.said("the directory is there again")
        nursery.cancel_scope.cancel()


async def test_who_waits_for_the_other_of_two_is_sent_to_him_when_the_directory_is_back() -> None:
    """Both came while it was down, each to another relay."""
    port = free_port()
    async with relays_at(port) as ones, trio.open_nursery() as nursery:
        for one in ones:
            await one.said("the directory is down")
        links, meets = trio.open_memory_channel[FramedStream](2)

        async def comes(relay: Address, waits: trio.Event) -> None:
            while True:
                try:
                    link = await meet_room(relay, "m-secret", on_wait=waits.set)
                except RelayRefused as error:
                    assert (error.limit, error.again) == ("moved", 1)
                else:
                    await links.send(link)
                    return

        for one in ones:
            waits = trio.Event()
            nursery.start_soon(comes, one.address, waits)
            await waits.wait()
        await nursery.start(serving, port)
        await talk(await meets.receive(), await meets.receive())
        nursery.cancel_scope.cancel()


async def test_what_a_relay_that_stops_had_is_free_at_once() -> None:
    async with group(3) as (a, b, c), hosting(a.address, "farewell"):
        await a.directory.farewell()
        a.scope.cancel()
        async with hosting(b.address, "farewell") as (_, guest):
            await talk(await join_room(c.address, "farewell"), await guest())


async def test_what_a_relay_that_is_killed_had_is_free_once_it_is_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(directory_module, "LEASE", 1.0)
    async with group() as (a, b), trio.open_nursery() as nursery:
        nursery.start_soon(partial(hold_room, a.address, "killed", _nobody))
        await eventually(partial(_is_sent_on, b.address, "killed"))
        a.scope.cancel()
        link = await eventually(partial(_try_to_hold, b.address, "killed"))
        await link.cut()
        nursery.cancel_scope.cancel()


async def _try_to_hold(relay: Address, room: str) -> FramedStream | None:
    try:
        return (await relays._hold(relay, ask_to_host(room, "another-key")))[0]
    except NetError:
        return None


async def _nobody(link: FramedStream) -> None:
    await link.cut()


async def _is_sent_on(relay: Address, room: str) -> bool:
    told: list[str] = []
    with suppress(NetError):
        await (await join_room(relay, room, patience=0, tell=told.append)).cut()
    return bool(told)


PLACE = "192.0.2.9:7771"
HOME = origin_of("192.0.2.77")
ODD: list[Any] = [
    None, b"", b"x" * 100_000, b"evil", b"host:99999", b"ho st:1", b"192.0.2.1:0", "192.0.2.1:1",
    -7, 0, 5, 10**30, 1.5, True, [], [b"a"], [b"a", b"b"], [1, 2, 3, 4], [b""] * 5000, [0] * 5000,
    [[1], [2]], {b"a": 1}, [b"room", b"y" * 257], [b"", [b"no place"]], [b"z" * 65, [b"a:1"]],
    [b"", [b"a:1"] * 101], [b"", 7], [[], []], [-1], [999], set(), ValueError("odd"), OSError(),
]  # fmt: skip


@asynccontextmanager
async def rogue(
    script: str, says: object
) -> AsyncIterator[tuple[Directory, list[str], list[tuple[str, object]]]]:
    """A directory that answers one script with anything, and all others as it should."""
    good: dict[str, object] = {
        ALIVE: [b"", [PLACE.encode(), b"192.0.2.8:1"]], ANNOUNCED: [], CLAIM: 1, GAMES: [],
        ASKED: [1, 1000], HOLDER: None,
    }  # fmt: skip
    lying = trio.Event()
    asked: list[tuple[str, object]] = []

    async def run(what: str, keys: object, args: object) -> object:
        await trio.lowlevel.checkpoint()
        asked.append((what, keys))
        said = says if what == script and lying.is_set() else good.get(what, 0)
        if isinstance(said, Exception):
            raise said
        return said() if callable(said) else said

    @asynccontextmanager
    async def connect(member: Membership) -> AsyncIterator[Any]:
        yield run

    lines: list[str] = []
    directory = Directory(Membership("", PLACE), Journal(lines.append), connect)
    directory.held = lambda: [Held("amber", HOME, b"a line"), Held("birch", HOME, b"")]
    with trio.fail_after(10_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(directory.run)
            await directory.ready.wait()
            assert directory.up
            lying.set()
            asked.clear()
            yield directory, lines, asked
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize("script", ["CLAIM", "HOLDER", "GAMES", "ALIVE", "ANNOUNCED", "ASKED"])
async def test_whatever_a_directory_answers_costs_its_use_and_no_more(
    script: str, autojump_clock: trio.abc.Clock
) -> None:
    for says in ODD:
        async with rogue(getattr(scripts, script), says) as (directory, lines, _):
            directory.asked(HOME, trio.current_time())
            for ask in (
                partial(directory.claim, "amber", HOME, Limits()),
                partial(directory.claim_any, ["1", "2"], HOME, Limits()),
                partial(directory.holder, "amber"),
            ):
                try:
                    place = await ask()
                except Refused as error:
                    assert error.limit in ("rooms-home", "rooms-network")
                else:
                    assert place in (None, "1", "2") or place == "192.0.2.1:1"
            for name, line in await directory.games():
                assert (name, len(line)) == ("a", 1)
            await trio.sleep(1)
            for told in lines:
                assert len(told) < 400 and told.isascii() and told.isprintable()


async def test_a_crowd_that_says_nothing_hinders_no_sending_on(
    autojump_clock: trio.abc.Clock,
) -> None:
    """One address has as many connections as it may, and as many more are being told so."""
    async with (
        rogue(HOLDER, b"192.0.2.8:1") as (directory, _, _),
        memory_relay(directory=directory) as m,
    ):
        crowd = [m.connect(origin=HOME) for _ in range(64 + 2 * FAREWELLS)]
        await wait_all_tasks_blocked()
        assert m.relay.connections == 64 + FAREWELLS, "and the others have been closed"
        friend = origin_of("198.51.100.7")
        said = await m.refused(encode_frame(ask_to_join("elsewhere")), origin=friend)
        assert said == [b"AT 192.0.2.8:1"]
        for stream in crowd:
            await stream.aclose()


async def test_a_room_that_is_in_use_again_is_not_let_go(autojump_clock: trio.abc.Clock) -> None:
    """Two peers, one of which returns, close their room and open it in the same moment."""
    async with rogue(HOLDER, None) as (directory, _, asked):
        directory.free("amber", HOME)  # which is among those held
        directory.free("cedar", HOME)
        await trio.sleep(1)
        (released,) = [keys for what, keys in asked if what == RELEASE]
        assert released == list(directory.keys.held("cedar", HOME))


async def test_nor_is_one_that_comes_into_use_while_others_are_let_go(
    autojump_clock: trio.abc.Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(directory_module, "BATCH", 1)
    in_use: list[str] = []

    def meanwhile() -> int:
        in_use.append("dove")
        return 0

    async with rogue(RELEASE, meanwhile) as (directory, _, asked):
        directory.held = lambda: [Held(name, HOME, b"") for name in in_use]
        directory.free("cedar", HOME)
        directory.free("dove", HOME)
        await trio.sleep(1)
        released = [keys for what, keys in asked if what == RELEASE]
        assert released == [list(directory.keys.held("cedar", HOME))]


async def test_what_is_let_go_while_somebody_asks_for_it_is_free_if_he_does_not_get_it(
    autojump_clock: trio.abc.Clock,
) -> None:
    """Once, it was kept from all until its time was over."""
    async with rogue(CLAIM, -1) as (directory, _, asked):
        directory._claiming["cedar"] += 1  # the directory has not answered yet
        directory.free("cedar", HOME)
        await trio.sleep(1)
        assert RELEASE not in [what for what, _ in asked]
        del directory._claiming["cedar"]
        await trio.sleep(1)
        assert [what for what, _ in asked].count(RELEASE) == 1


async def test_a_call_that_fails_late_ends_no_later_session(
    autojump_clock: trio.abc.Clock,
) -> None:
    """Of a directory that was gone and is there again."""

    async def fail_late() -> None:
        await trio.sleep(5)
        raise OSError("late")

    gone = True

    def fail_once() -> object:
        nonlocal gone
        if gone:
            gone = False
            raise OSError("gone")
        return [b"", [PLACE.encode()]]

    async with rogue(ALIVE, fail_once) as (directory, lines, _), trio.open_nursery() as nursery:
        old = directory._run
        assert old is not None

        async def run(what: str, keys: Any, args: Any) -> object:
            return await (fail_late() if what == HOLDER else old(what, keys, args))

        directory._run = run
        nursery.start_soon(directory.holder, "amber")
        await trio.sleep(1)
        assert directory.up and len(lines) == 2
        await trio.sleep(10)
        assert directory.up and len(lines) == 2, lines


async def test_relays_of_another_password_are_told_apart(autojump_clock: trio.abc.Clock) -> None:
    async with rogue(ALIVE, 0) as (directory, lines, _):
        await trio.sleep(1)
        assert not directory.up
        assert "its other relays have another password: all must have the same" in lines[0]


async def test_a_directory_that_is_down_is_told_once_a_minute(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with rogue(ALIVE, OSError("gone\x1b[2J\n")) as (directory, lines, _):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(directory.minutely)
            await trio.sleep(600)
            nursery.cancel_scope.cancel()
        assert len(lines) == 11 - 1 and "gone\\x1b[2J" in lines[0]


GARBAGE = {
    "HTTP": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "TLS": bytes.fromhex("15030100020246"),
    "nothing": b"",
    "an error": b"-ERR no\r\n",
    "a long line": b"+" + b"x" * 100_000 + b"\r\n",
    "a number": b":12\r\n",
    "no number": b":twelve\r\n",
    "a string without end": b"$1000000000\r\n",
    "deep lists": b"*1\r\n" * 20_000,
    "pushed without end": b">1\r\n:1\r\n" * 10_000,
    "our greeting": (
        b"-ERR unknown command `HELLO`, with args beginning with: `3`, `AUTH`, `default`, `%s`\r\n"
        % PASSWORD.encode()
    ),
    "a greeting, and then nonsense": (
        b"%3\r\n+proto\r\n:3\r\n+version\r\n+7.0.0\r\n+id\r\n:1\r\n" + b"?\r\n" * 9
    ),
}


@pytest.mark.parametrize(("what", "scheme"), [*((w, "redis") for w in GARBAGE), ("HTTP", "rediss")])
async def test_a_server_that_says_anything_is_a_directory_that_is_down(
    what: str, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over real sockets, for it is coredis that reads it."""
    pytest.importorskip("coredis")
    monkeypatch.setattr(directory_module, "CONNECT", 0.3)
    monkeypatch.setattr(store, "MOST_BYTES", 200_000)

    async def attend(stream: trio.SocketStream) -> None:
        async with stream:
            try:
                await stream.receive_some()
                for _ in range(20):
                    await stream.send_all(GARBAGE[what])
                await stream.receive_some()
            except trio.BrokenResourceError:
                pass

    async with trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, attend, 0, host="127.0.0.1"))
        port = listener.socket.getsockname()[1]
        async with relays_at(port, 1, scheme=scheme) as (a,):
            line = await a.said("the directory is down: ")
            assert scheme == "redis" or "down: it does not speak TLS: WRONG_VERSION" in line
            assert "Traceback" not in line and len(line) < 400 and PASSWORD not in line
            async with hosting(a.address) as (room, guest):
                await talk(await join_room(a.address, room), await guest())
        nursery.cancel_scope.cancel()
