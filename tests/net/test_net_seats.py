"""Seats at the host's: not for those who hold them up, and no connection is forgotten on the
way."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.ids import Seat
from owm_net.net import handshake, lobby, ways
from owm_net.net.door import GREETING
from owm_net.net.errors import NetError
from owm_net.net.handshake import PeerRefused
from owm_net.net.lobby import Lobby
from owm_net.net.peers import entropy, join_match
from owm_net.net.rendezvous import Address
from owm_net.net.secure import NotLetIn, next_message, open_channel
from owm_net.net.streams import FramedStream
from owm_net.net.ways import Ways
from owm_net.protocol.channel import AUTH, HAIL, Role
from owm_net.session.match import Match, Own
from owm_net.session.terms import Terms, decode_terms, propose
from tests.net.codes import CODE, code

SYSTEM = games.get("skeleton")
RELAY = Address("relay.example.org", 7771)
SLOW = {
    "greets": HAIL,
    "proves": AUTH,
    "accepts": handshake.ACCEPT,
    "says who": handshake.LINK,
}
"""What of a slow guest does not arrive in time."""
LONG = 3600.0
blocked = trio.testing.wait_all_tasks_blocked


def own(name: str) -> Callable[[int], Own]:
    key = Ed25519PrivateKey.generate()
    return lambda seat: Own(Seat(seat), name, key, entropy)


def make(terms: Terms, side: Own | None) -> Match:
    return Match(SYSTEM, terms, side)


class Host:
    """A lobby whose port, and whose relay, are memory. links: by the caller's name; open: those
    that the host has not closed. late: by name, a kind of message that arrives not before an event.
    ended: by name, the seat or the error."""

    def __init__(self, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[str] = []
        self.heard: dict[str, list[str]] = {}
        self.links: dict[str, FramedStream] = {}
        self.open: set[str] = set()
        self.ended: dict[str, Any] = {}
        self.terms = propose(SYSTEM, SYSTEM.default_setup(seats=seats), 0)
        self.lobby = Lobby(self.terms, own("Ada")(0), "test", self.lines.append, CODE)
        self.late: dict[str, tuple[bytes, trio.Event]] = {}
        monkeypatch.setattr(ways, "keep_open", self._keep_open)
        monkeypatch.setattr(ways, "hold_room", self._hold_room)

    async def _keep_open(self, host: str, port: int, attend: Any, told: Any) -> None:
        async with trio.open_nursery() as nursery:
            self.attend = lambda link: nursery.start_soon(attend, link)
            await trio.sleep_forever()

    async def _hold_room(self, relay: Address, room: str, attend: Any, **more: Any) -> None:
        more["on_held"](room)
        await self._keep_open("", 0, attend, None)

    def _noted(self, link: FramedStream, name: str) -> FramedStream:
        self.links[name] = link
        self.open.add(name)
        stream: Any = link._stream
        stream.receive_stream.close_hook = lambda: self.open.discard(name)
        kind, event = self.late.get(name, (b"", trio.Event()))
        whole = link.receive

        async def receive() -> bytes | None:
            message = await whole()
            if kind and message is not None and message[:1] == kind:
                await event.wait()
            return message

        link.receive = receive  # type: ignore[method-assign]
        return link

    def call(self, name: str) -> FramedStream:
        """Somebody at the port; returns its end."""
        a, b = trio.testing.memory_stream_pair()
        self.attend(self._noted(FramedStream(a, peer=name), name))
        return FramedStream(b, peer="the host")

    async def join(self, name: str, leaves: trio.CancelScope | None = None) -> None:
        """A friend, from its call to the start, unless it leaves before."""
        with leaves or trio.CancelScope():
            await self._join(name, self.call(name))

    async def _join(self, name: str, link: FramedStream) -> None:
        lines = self.heard.setdefault(name, [])
        try:
            match = await join_match(link, decode_terms, make, own(name), code(), lines.append)
        except NetError as error:
            self.ended[name] = error
            await link.cut()
        except BaseException:
            await link.cut()
            raise
        else:
            assert match.own is not None
            self.ended[name] = match.own.seat

    async def silent(self, name: str) -> FramedStream:
        """A stranger who has the code, is offered a seat, and says nothing more."""
        link = self.call(name)
        await open_channel(link, Role.GUEST, code(), own(name)(1), "test")
        assert (await next_message(link, "an offer"))[:1] == handshake.OFFER
        return link


@asynccontextmanager
async def hosting(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Host, trio.Nursery]]:
    """A host who waits at its port until its seats are taken."""
    host = Host(seats, monkeypatch)
    with trio.fail_after(LONG):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(host.lobby.wait, hears_all=False), Ways(port=0, bind=""))
            await blocked()
            yield host, nursery


async def said_last(link: FramedStream) -> bytes | None:
    """Return the host's words before it closed."""
    last = None
    async for message in link:
        last = message
    return last


def holds_back(host: Host, name: str, words: bytes) -> trio.Event:
    """A message to somebody that is not taken before the event."""
    event, whole = trio.Event(), host.links[name].send

    async def send(payload: bytes) -> None:
        if words in payload:
            await event.wait()
        await whole(payload)

    host.links[name].send = send  # type: ignore[method-assign]
    return event


async def test_a_guest_who_comes_while_another_is_being_told_is_spoken_of(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """Both read that all are here, though the third came while the line of "2 of 3" was held up."""
    async with hosting(3, monkeypatch) as (host, nursery):
        host.late["Ben"] = handshake.LINK, trio.Event()
        nursery.start_soon(host.join, "Ben")
        await blocked()
        taken = holds_back(host, "Ben", b"2 of 3")
        host.late["Ben"][1].set()
        await blocked()
        nursery.start_soon(host.join, "Cem")
        await blocked()
        assert sorted(host.lobby.links) == [1, 2]
        taken.set()
    assert host.ended == {"Ben": 1, "Cem": 2}
    for name in ("Ben", "Cem"):
        assert host.heard[name][-1] == "the host says: 3 of 3 players are here: the host, Ben, Cem"


async def test_who_comes_in_place_of_one_who_has_left_is_spoken_of_too(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """As many as were spoken of are there at the end, but not the same."""
    async with hosting(3, monkeypatch) as (host, nursery):
        nursery.start_soon(host.join, "Ben")
        await blocked()
        taken = holds_back(host, "Ben", b"3 of 3")
        leaves = trio.CancelScope()
        nursery.start_soon(host.join, "Eve", leaves)
        await blocked()
        leaves.cancel()
        await blocked()
        nursery.start_soon(host.join, "Cem")
        await blocked()
        assert sorted(host.lobby.links) == [1, 2]
        taken.set()
    assert host.heard["Cem"][-1] == "the host says: 3 of 3 players are here: the host, Ben, Cem"


async def test_strangers_who_hold_the_seat_up_cost_the_friend_nothing(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """The one seat is offered to three who keep silent; the friend has it in a moment."""
    async with hosting(2, monkeypatch) as (host, _):
        strangers = [await host.silent(f"stranger {n}") for n in range(3)]
        asked = trio.current_time()
        await host.join("Ben")
        assert trio.current_time() - asked < GREETING / 5
    assert host.ended == {"Ben": 1} and host.open == {"Ben"}
    for link in strangers:
        assert await said_last(link) == handshake.REFUSE + b"all seats are taken"


@pytest.mark.parametrize("ben_comes", ["first", "last"])
async def test_a_seat_is_refused_once_somebody_has_proved_to_have_it(
    ben_comes: str, monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """Several friends for one seat: whoever is slower learns why, however far it had come. Those
    who wait for a seat learn it in the moment in which the match begins."""
    async with hosting(2, monkeypatch) as (host, nursery):
        host.late = {name: (kind, trio.Event()) for name, kind in SLOW.items()}
        host.late["Ben"] = handshake.LINK, trio.Event()
        for name in ("Ben", *SLOW) if ben_comes == "first" else (*SLOW, "Ben"):
            nursery.start_soon(host.join, name)
            await blocked()
        if ben_comes == "last":
            await trio.sleep(5)
        host.late["Ben"][1].set()
    assert host.ended.pop("Ben") == 1 and host.open == {"Ben"}
    assert sorted(host.ended) == sorted(SLOW)
    for name, why in host.ended.items():
        assert isinstance(why, PeerRefused | NotLetIn), (name, why)
        assert "all seats are taken" in str(why), (name, why)


async def test_of_three_seats_strangers_hold_up_none(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """Both seats are offered to silent ones. Two friends who come together, with one more stranger
    between them, get one each; the first has not even to wait."""
    async with hosting(3, monkeypatch) as (host, nursery):
        for n in range(2):
            await host.silent(f"stranger {n}")
        await trio.sleep(GREETING / 2)
        proves = trio.Event()
        host.late["Ben"] = handshake.LINK, proves
        nursery.start_soon(host.join, "Ben")
        await blocked()
        await host.silent("stranger between")
        nursery.start_soon(host.join, "Cem")
        await blocked()
        proves.set()
    assert sorted(host.ended) == ["Ben", "Cem"] and sorted(host.ended.values()) == [1, 2]


async def test_who_was_slower_for_a_seat_neither_has_it_nor_spoils_it(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    """The seat stays with the identity that came first, another seat is still free."""
    async with hosting(3, monkeypatch) as (host, nursery):
        host.late["Eve"] = handshake.LINK, trio.Event()
        nursery.start_soon(host.join, "Eve")
        await blocked()
        await host.silent("stranger")
        nursery.start_soon(host.join, "Ben")
        await trio.sleep(2)
        [(seat, identity)] = host.lobby.papers.known.items()
        host.late["Eve"][1].set()  # the proof is good
        await blocked()
        assert host.lobby.papers.known == {seat: identity} and list(host.lobby.links) == [seat]
        nursery.start_soon(host.join, "Cem")
    assert "another player was faster" in str(host.ended.pop("Eve"))
    assert sorted(host.ended) == ["Ben", "Cem"] and sorted(host.ended.values()) == [1, 2]


async def test_a_crowd_of_strangers_does_not_fill_the_hosts_screen(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    async with hosting(2, monkeypatch) as (host, _):
        for n in range(200):
            await host.call(f"stranger {n}").cut()
            await blocked()
        assert len(host.lines) == lobby.TOLD + 1 and "no more is said" in host.lines[-1]
        await host.join("Ben")
    assert host.ended == {"Ben": 1} and host.open == {"Ben"}


class CancelAt(trio.abc.Instrument):
    """Cancels a scope before the n-th step of any task."""

    def __init__(self, step: int) -> None:
        self.left = step
        self.scope = trio.CancelScope()

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self.left -= 1
        if self.left == 0:
            self.scope.cancel()


async def at_port(host: Host, nursery: trio.Nursery) -> None:
    nursery.start_soon(partial(host.lobby.wait, hears_all=False), Ways(port=0, bind=""))
    await blocked()
    for name in ("Ben", "Cem"):
        await host.silent(f"before {name}")
        nursery.start_soon(host.join, name)


async def in_room(host: Host, nursery: trio.Nursery) -> None:
    nursery.start_soon(partial(host.lobby.wait, hears_all=False), Ways(relay=RELAY, room="7"))
    await blocked()
    for name in ("Ben", "Cem"):
        await host.silent(f"before {name}")
        nursery.start_soon(host.join, name)


@pytest.mark.parametrize("way", [at_port, in_room])
def test_whenever_the_waiting_is_broken_off_no_connection_stays_open(
    way: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancelled before any step of any task, on both sides: every open connection is closed."""
    step, over = 1, False
    while not over:
        cancel = CancelAt(step)
        host = Host(3, monkeypatch)

        async def main(host: Host = host, cancel: CancelAt = cancel) -> None:
            with trio.fail_after(LONG), cancel.scope:
                async with trio.open_nursery() as nursery:
                    await way(host, nursery)

        clock = trio.testing.MockClock(autojump_threshold=0)
        trio.run(main, clock=clock, instruments=[cancel])
        over = cancel.left > 0
        step += 7
        if not over and not host.lobby.begins:
            assert not host.open, f"cancelled before step {step - 7}"
    assert sorted(host.ended.values()) == [1, 2]
