"""Before a match, and between its links: strangers are sent away, friends get their seats."""

from __future__ import annotations

import math
import random
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine.ids import Seat
from owm_net.net import door, handshake, lobby, ways
from owm_net.net.door import Reception
from owm_net.net.errors import NetError
from owm_net.net.handshake import PeerRefused
from owm_net.net.lobby import Lobby
from owm_net.net.peers import (
    again,
    entropy,
    host_match,
    join_match,
    papers_for,
    return_to,
    sit_down,
)
from owm_net.net.relays import join_room
from owm_net.net.rendezvous import Address, dial, listen
from owm_net.net.secure import OtherRole, open_channel
from owm_net.net.streams import FramedStream
from owm_net.net.ways import Ways
from owm_net.protocol.channel import HAIL, HAIL_BYTES, WIRE_VERSION, Role
from owm_net.protocol.codes import Invitation, withstands
from owm_net.protocol.framing import encode_frame
from owm_net.relay.listeners import serve
from owm_net.session.match import Match, Own
from owm_net.session.terms import Terms, decode_terms, propose
from tests.net.codes import CODE, code
from tests.net.star import SYSTEM
from tests.verbs.command import free_port

HERE = "127.0.0.1"
OPENED: list[FramedStream] = []
"""What a test leaves open."""


@pytest.fixture(autouse=True)
async def closed_at_the_end() -> AsyncIterator[None]:
    yield
    for link in OPENED:
        await link.cut()
    OPENED.clear()


async def call(address: Address) -> FramedStream:
    link = await dial(*address)
    OPENED.append(link)
    return link


def own(name: str, key: Ed25519PrivateKey | None = None) -> Callable[[int], Own]:
    mine = key or Ed25519PrivateKey.generate()
    return lambda seat: Own(Seat(seat), name, mine, entropy)


def make(terms: Terms, side: Own | None) -> Match:
    return Match(SYSTEM, terms, side)


class Host:
    """A lobby for so many seats, the lines that its person reads, and where it waits."""

    def __init__(self, seats: int) -> None:
        self.lines: list[str] = []
        self.listening = trio.Event()
        self.changed = trio.Event()
        self.lobby = Lobby(
            propose(SYSTEM, SYSTEM.default_setup(seats=seats), 0),
            own("Ada")(0),
            "test",
            self.tell,
            CODE,
        )
        self.address = Address(HERE, 0)

    async def wait(self, ways: Ways) -> None:
        """Until all know that it begins: nobody plays here."""
        await self.lobby.wait(ways, hears_all=False)

    def tell(self, line: str) -> None:
        self.lines.append(line)
        self.changed.set()
        self.changed = trio.Event()
        if line.startswith("waiting on "):
            self.address = Address(HERE, int(line.rpartition(":")[2]))
            self.listening.set()

    async def said(self, words: str, times: int = 1) -> None:
        while sum(words in line for line in self.lines) < times:
            await self.changed.wait()


@asynccontextmanager
async def hosting(seats: int) -> AsyncIterator[Host]:
    """At a port, until its seats are taken."""
    host = Host(seats)
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.wait, Ways(port=0, bind=HERE))
            await host.listening.wait()
            yield host
    OPENED.extend(host.lobby.links.values())


async def join(host: Host, name: str, key: Ed25519PrivateKey | None = None) -> Any:
    link = await call(host.address)
    return await join_match(link, decode_terms, make, own(name, key), code())


async def stranger(host: Host, data: bytes, close: bool = True) -> trio.SocketStream:
    stream = await trio.open_tcp_stream(*host.address)
    if data:
        await stream.send_all(data)
    if close:
        await stream.aclose()
    return stream


async def test_strangers_at_the_hosts_port_are_sent_away_and_the_friend_comes_in() -> None:
    """Noise, HTTP, silence, coming and going: none ends the waiting, or keeps the friend out. The
    host reads nothing of who leaves without a word: a friend may have come by two addresses."""
    async with hosting(2) as host:
        quiet = await stranger(host, b"", close=False)
        await stranger(host, b"")
        await stranger(host, bytes(range(200, 256)))
        await stranger(host, b"GET / HTTP/1.1\r\n\r\n")
        await host.said("; still waiting", 2)
        match = await join(host, "Ben")
        await quiet.aclose()
    assert list(host.lobby.links) == [1] and match.own.seat == 1
    refused = [line for line in host.lines if line.endswith("; still waiting")]
    assert len(refused) == 2 and all("\n" not in line for line in host.lines)


HELLO = bytes.fromhex(
    "16030100f8010000f40303" + "ab" * 32 + "20" + "cd" * 32 + "003e130213031301c02cc030"
)
TLS = ssl.create_default_context()
LANGUAGES = {
    "TLS": HELLO,
    "HTTP": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "SSH": b"SSH-2.0-OpenSSH_9.9\r\n",
    "SMB": bytes.fromhex("00000045ff534d4272") + bytes(60),
    "a relay's client": encode_frame(b"OWMRELAY2 JOIN 7 *"),
    "a message of nothing": bytes(4),
    "a message without end": b"\x00\x10\x00\x00" + bytes(1 << 16),
    "a message that is too long": b"\x00\x10\x00\x01" + bytes(1 << 16),
    "bytes of every kind": bytes(range(256)) * 40,
    "a hail, and then nonsense": encode_frame(HAIL + bytes(range(1, 90))) + bytes(500),
    "chance": random.Random(7).randbytes(5000),
}


async def test_whatever_is_said_at_the_hosts_port_costs_who_says_it_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is sent away in time, whether it ends or stays; then a client of TLS in earnest; then
    the friend comes in. The host reads a line about each, and nothing they wrote."""
    monkeypatch.setattr(lobby, "GREETING", 0.5)
    async with hosting(2) as host:
        stay = [await stranger(host, said, close=False) for said in LANGUAGES.values()]
        for said in LANGUAGES.values():
            await stranger(host, said)
        secure = await stranger(host, b"", close=False)
        with pytest.raises(trio.BrokenResourceError):
            await trio.SSLStream(secure, TLS, server_hostname=HERE).do_handshake()
        for stream in (*stay, secure):
            with suppress(trio.BrokenResourceError):
                while await stream.receive_some():
                    pass
            await stream.aclose()
        monkeypatch.undo()  # a friend has the time that he needs
        match = await join(host, "Ben")
    assert list(host.lobby.links) == [1] and match.own.seat == 1
    for line in host.lines:
        assert line.isprintable() and len(line) < 300
        assert "JOIN" not in line and "SSH" not in line


async def test_a_port_does_not_wait_for_a_relay_that_takes_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The relay would give the number of the code; so the host chooses it, and asks for that."""
    monkeypatch.setattr(ways, "NUMBER", 0.1)
    host = Host(2)
    asked: list[bytes] = []
    answers = trio.Event()

    async def slow(stream: trio.SocketStream) -> None:
        async with stream:
            asked.append(bytes(await stream.receive_some()))
            if len(asked) > 1:
                await answers.wait()
                await stream.send_all(encode_frame(b"HELD 7"))
            await stream.receive_some()

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            (listener,) = await nursery.start(partial(trio.serve_tcp, slow, 0, host=HERE))
            relay = Address(*listener.socket.getsockname())
            nursery.start_soon(
                partial(host.lobby.wait, hears_all=False), Ways(port=0, bind=HERE, relay=relay)
            )
            await host.listening.wait()
            assert host.lines[0] == f"relay {relay} takes its time; still asking it"
            assert f"waiting for your friend in room 7 of relay {relay}" not in host.lines
            answers.set()
            await host.said(f"waiting for your friend in room 7 of relay {relay}")
            await host.said(f"the code is {CODE}")
            await join(host, "Ben")
            nursery.cancel_scope.cancel()
    OPENED.extend(host.lobby.links.values())
    assert [said.split()[2] for said in asked] == [b"*", b"7"]
    assert list(host.lobby.links) == [1]


async def test_a_crowd_of_strangers_keeps_nobody_out() -> None:
    """More silent connections than there are places: the longest there give way."""
    async with hosting(2) as host:
        crowd = [await stranger(host, b"", close=False) for _ in range(3 * door.PACE.places)]
        match = await join(host, "Ben")
        for stream in crowd:
            await stream.aclose()
    assert list(host.lobby.links) == [1] and match.own.seat == 1


async def test_a_guest_who_leaves_frees_its_seat_and_everybody_reads_who_is_there() -> None:
    heard: list[str] = []
    async with hosting(3) as host:
        gone = await call(host.address)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(join_match, gone, decode_terms, make, own("Eve"), code())
            await host.said("2 of 3 players are here: the host, Eve")
            nursery.cancel_scope.cancel()
        await gone.aclose()
        await host.said("Eve is gone: ")

        async def guest(name: str) -> None:
            link = await call(host.address)
            match = await join_match(link, decode_terms, make, own(name), code(), heard.append)
            seats[name] = match.own.seat  # type: ignore[union-attr]

        seats: dict[str, int] = {}
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest, "Ben")
            await host.said("2 of 3 players are here: the host, Ben")
            nursery.start_soon(guest, "Cem")
    assert seats == {"Ben": 1, "Cem": 2}
    assert heard.count("the host says: 3 of 3 players are here: the host, Ben, Cem") == 2
    assert sorted(host.lobby.papers.known) == [1, 2]


async def test_a_guest_who_says_nothing_of_the_match_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """He has said yes, is told that it begins, and sends keepalives alone: somebody else comes."""
    monkeypatch.setattr(lobby, "HELD", 0.5)
    mute = Ed25519PrivateKey.generate()
    host = Host(2)
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.lobby.wait, Ways(port=0, bind=HERE))
            await host.listening.wait()
            await join(host, "Eve", mute)
            await host.said("Eve is gone: nothing of the match has come from there")
            with pytest.raises(PeerRefused, match="left a seat unused"):
                await join(host, "Eve", mute)
            monkeypatch.setattr(lobby, "HELD", math.inf)
            await join(host, "Ben")
            await OPENED[-1].send(handshake.RECORD + b"the first")
    assert host.lobby.links[Seat(1)].peer.startswith("Ben")
    OPENED.extend(host.lobby.links.values())


async def test_with_a_new_code_the_host_reads_again_what_the_friend_has_to_type() -> None:
    async with hosting(2) as host:
        host.lobby.invitation.wrong = withstands(CODE)
        await stranger(host, b"")
        await host.said("Tell your friend the new code")
        new = host.lobby.invitation.code
        assert new != CODE
        await host.said(f"the invitation for your friend: owm-net join {new} {host.address}")
        link = await call(host.address)
        await join_match(link, decode_terms, make, own("Ben"), Invitation(new))


async def test_a_seat_that_is_kept_for_whom_was_lost_at_the_start_is_no_taken_one() -> None:
    key = Ed25519PrivateKey.generate()
    host = Host(2)
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.lobby.wait, Ways(port=0, bind=HERE))
            await host.listening.wait()
            await join(host, "Eve", key)
            await OPENED[-1].cut()
            await host.said("Eve is gone")
            with pytest.raises(PeerRefused, match="kept for a player whose connection was lost"):
                await join(host, "Ben")
            await join(host, "Eve", key)
            await OPENED[-1].send(handshake.RECORD + b"the first")
    assert host.lobby.links[Seat(1)].peer.startswith("Eve")
    OPENED.extend(host.lobby.links.values())


async def test_a_guest_who_comes_and_goes_does_not_fill_the_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The host has said yes to him once, and is not asked again."""
    monkeypatch.setattr(lobby, "LINES_EVERY", math.inf)
    key = Ed25519PrivateKey.generate()
    async with hosting(3) as host:
        for _ in range(lobby.TOLD + 10):
            link = await call(host.address)
            await sit_down(link, decode_terms, make, own("Eve", key), code())
            await link.send(handshake.YES)
            await link.cut()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(join, host, "Ben")
            nursery.start_soon(join, host, "Cem")
    assert sum(" is gone: " in line for line in host.lines) <= lobby.TOLD


async def test_two_guests_with_one_key_are_not_two_players() -> None:
    """Two programs of one machine without an OWM_HOME each; the first keeps its seat."""
    key = Ed25519PrivateKey.generate()
    async with hosting(3) as host, trio.open_nursery() as nursery:
        nursery.start_soon(join, host, "Ben", key)
        await host.said("2 of 3 players are here: the host, Ben")
        with pytest.raises(PeerRefused, match="OWM_HOME"):
            await join(host, "Ben again", key)
        nursery.start_soon(join, host, "Cem")


async def test_who_has_left_a_match_cannot_join_it_as_new_and_is_told_why() -> None:
    """At the port of a match under way only its seats are let in."""
    a, b = trio.testing.memory_stream_pair()
    here, there = FramedStream(a), FramedStream(b)
    async with trio.open_nursery() as nursery:

        async def in_match() -> None:
            with pytest.raises(OtherRole):
                await open_channel(here, Role.RETURNING, bytes(32), own("Ada")(0), "test")

        nursery.start_soon(in_match)
        with pytest.raises(OtherRole, match="is in a match that has begun already"):
            await join_match(there, decode_terms, make, own("Eve"), code())


# ------------------------------------------------------------------ through a relay


async def test_three_guests_meet_their_host_in_one_room() -> None:
    """They come at once, before their host too, and each gets a seat and a separate room."""
    host = Host(4)
    rooms: dict[int, str] = {}

    async def guest(name: str, relay: Address) -> None:
        link = await join_room(relay, "7")
        OPENED.append(link)
        match = await join_match(link, decode_terms, make, own(name), code())
        assert match.own is not None and link.proved is not None
        rooms[match.own.seat] = link.proved.room

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            relay = Address(*await nursery.start(serve))
            async with trio.open_nursery() as all_of_them:
                for name in ("Ben", "Cem", "Dag"):
                    all_of_them.start_soon(guest, name, relay)
                all_of_them.start_soon(
                    partial(host.lobby.wait, hears_all=False), Ways(relay=relay, room="7")
                )
            nursery.cancel_scope.cancel()
    OPENED.extend(host.lobby.links.values())
    assert sorted(rooms) == [1, 2, 3] and len(set(rooms.values())) == 3
    ours = {s: link.proved.room for s, link in host.lobby.links.items() if link.proved is not None}
    assert rooms == ours
    assert all(len(room) == 42 and room.startswith("m-") for room in rooms.values())


async def test_strangers_in_the_room_keep_no_friend_out_and_a_friend_finds_the_room_by_number() -> (
    None
):
    """Three guests of the room say nothing, one speaks another language, one comes and goes."""
    host = Host(2)
    strangers: list[FramedStream] = []
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            relay = Address(*await nursery.start(serve))
            async with trio.open_nursery() as both:
                both.start_soon(host.wait, Ways(relay=relay))
                await host.said("the code is ")
                room = host.lobby.invitation.code.room
                for _ in range(5):
                    strangers.append(await join_room(relay, room))
                OPENED.extend(strangers)
                await strangers[3].send(b"GET / HTTP/1.1")
                await strangers[4].aclose()
                link = await join_room(relay, room)
                OPENED.append(link)
                there = Invitation(host.lobby.invitation.code)
                match = await join_match(link, decode_terms, make, own("Ben"), there)
            nursery.cancel_scope.cancel()
    OPENED.extend(host.lobby.links.values())
    assert list(host.lobby.links) == [1] and match.own is not None and match.own.seat == 1


# ------------------------------------------------------------------ links that were lost


async def two() -> tuple[Match, Match, dict[Seat, FramedStream], dict[Seat, FramedStream]]:
    """A match of two whose identities are proved; the links of each."""
    a, b = trio.testing.memory_stream_pair()
    here, there = (FramedStream(s, silence=math.inf, keepalive=math.inf) for s in (a, b))
    terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
    made: list[Match] = []

    async def host() -> None:
        made.append(await host_match(here, terms, make, own("Ada"), code()))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(host)
        guest = await join_match(there, decode_terms, make, own("Ben"), code())
    return made[0], guest, {Seat(1): here}, {Seat(0): there}


async def test_a_lost_guest_comes_back_past_a_crowd_at_the_port() -> None:
    """The port is open while somebody is waited for, and for whoever has the seat's identity."""
    host, guest, of_host, of_guest = await two()
    port = int(free_port())
    reception = Reception(HERE, port, papers_for(host, of_host), "test")
    found: list[FramedStream] = []

    async def come(wait: float) -> FramedStream:
        return await return_to(await dial(HERE, port), papers_for(guest, of_guest), Seat(0))

    async def crowd() -> None:
        while len(OPENED) < 3 * door.PACE.places:
            with suppress(NetError):  # it is not open yet
                await call(Address(HERE, port))
            await trio.lowlevel.checkpoint()
        found.append(await again(come, 60)())

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(reception.run)
            async with trio.open_nursery() as both:
                both.start_soon(crowd)
                found.append(await reception.reach(Seat(1), 60))
            nursery.cancel_scope.cancel()
    OPENED.extend(found)
    assert {link.proved.seat for link in found if link.proved is not None} == {0, 1}
    with pytest.raises(NetError):  # nobody is waited for: the port is closed
        await dial(HERE, port)


async def test_a_stranger_at_the_hosts_address_ends_nothing(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A guest that dials again and finds somebody else leaves it, and tries on."""
    host, guest, of_host, of_guest = await two()
    ours, theirs = papers_for(guest, of_guest), papers_for(host, of_host)
    visits: list[str] = []

    async def impostor(link: FramedStream) -> None:
        greeting = bytes([WIRE_VERSION, Role.RETURNING.value]) + b"owm-net"
        await link.send((HAIL + greeting).ljust(HAIL_BYTES))
        await link.send(handshake.BYE + b"it is over")

    async def silent(link: FramedStream) -> None:
        await trio.sleep_forever()

    async def real(link: FramedStream) -> None:
        await return_to(link, theirs, Seat(1))

    kinds: list[Callable[[FramedStream], Awaitable[None]]] = [impostor, silent, impostor, real]
    async with trio.open_nursery() as nursery:

        async def connect(wait: float) -> FramedStream:
            a, b = trio.testing.memory_stream_pair()
            kind = kinds[len(visits)]
            visits.append(kind.__name__)
            nursery.start_soon(kind, FramedStream(b))
            return await return_to(FramedStream(a), ours, Seat(0))

        link = await again(connect, 3600)()
        nursery.cancel_scope.cancel()
    assert visits == ["impostor", "silent", "impostor", "real"]
    assert link.proved is not None and link.proved.seat == 0


async def test_listening_for_one_is_over_when_one_has_come() -> None:
    """The one-peer listener of local programs refuses whoever comes later."""
    up = trio.Event()
    where: list[Address] = []

    def told(address: Address) -> None:
        where.append(address)
        up.set()

    async with trio.open_nursery() as nursery:

        async def wait() -> None:
            await (await listen(HERE, 0, on_listening=told)).aclose()

        nursery.start_soon(wait)
        await up.wait()
        await (await dial(*where[0])).aclose()
    with pytest.raises(NetError, match="nobody listens"):
        await dial(*where[0])
