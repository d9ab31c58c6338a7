"""A port for several guests: who gives way when too many come, and who is not forgotten."""

from __future__ import annotations

import itertools
import sys
from typing import Any

import pytest
import trio
import trio.testing

from owm_net.engine.ids import Seat
from owm_net.net import door
from owm_net.net.door import Queue, Reception, keep_open
from owm_net.net.handshake import LINK
from owm_net.net.lobby import Lobby
from owm_net.net.peers import entropy, join_match, papers_for, return_to
from owm_net.net.rendezvous import Address
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import Channel, Role
from owm_net.protocol.codes import Invitation
from owm_net.protocol.framing import encode_frame
from owm_net.session.terms import decode_terms, propose
from owm_net.strangers.line import Pace
from owm_net.strangers.origins import origin_of
from tests.games.every import THOROUGH
from tests.net.codes import CODE
from tests.net.sea import Sea, Weather
from tests.net.test_net_driver import SYSTEM, make, own
from tests.net.test_net_lobby import two

HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"


class Door:
    """An open port whose visitors stay until they are shown out. inside, left: their addresses, in
    the order in which they came and went."""

    def __init__(self) -> None:
        self.inside: list[str] = []
        self.left: list[str] = []
        self.changed = trio.Event()
        self.where: Address | None = None

    async def attend(self, link: FramedStream) -> None:
        try:
            self.inside.append(link.peer)
            self._change()
            await trio.sleep_forever()
        finally:
            self.left.append(link.peer)
            self._change()

    def opened(self, address: Address) -> None:
        self.where = address
        self._change()

    def _change(self) -> None:
        self.changed.set()
        self.changed = trio.Event()

    async def until(self, what: Any) -> None:
        while not what():
            await self.changed.wait()

    async def call(self, source: str) -> trio.SocketStream:
        """Returns once this visitor is, or was, inside."""
        assert self.where is not None
        stream = await trio.open_tcp_stream(*self.where, local_address=source)
        name = str(Address(*stream.socket.getsockname()[:2]))
        await self.until(lambda: name in self.inside)
        return stream


@pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.2 is no address there")
async def test_a_crowd_from_one_address_pushes_out_only_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The friend from another address was there first, and stays; another comes when all places
    and the whole queue are taken, and is met next."""
    monkeypatch.setattr(door, "PACE", Pace(places=6, seconds=0.0, per_minute=1e9, queue=4))
    port, crowd = Door(), []
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep_open, HERE, 0, port.attend, port.opened)
            await port.until(lambda: port.where is not None)
            first = await port.call(ELSEWHERE)
            crowd = [await port.call(HERE) for _ in range(30)]
            await port.until(lambda: len(port.inside) - len(port.left) == 6)
            monkeypatch.setattr(door, "PACE", Pace(6, 3600.0, 1e9, queue=4))
            assert port.where is not None
            for _ in range(20):  # who comes now waits, and of the queue one must go
                crowd.append(await trio.open_tcp_stream(*port.where, local_address=HERE))
            monkeypatch.setattr(door, "PACE", Pace(6, 0.0, 1e9, queue=4))
            second = await port.call("127.0.1.1")
            gone = {name.rpartition(":")[0] for name in port.left}
            nursery.cancel_scope.cancel()
    for stream in (first, second, *crowd):
        await trio.aclose_forcefully(stream)
    assert gone == {HERE}


@pytest.mark.parametrize("one_way", [0.0, 0.02, 0.04, 0.07, 0.1] if THOROUGH else [0.0, 0.1])
async def test_a_friend_gets_in_however_far_away_while_a_crowd_comes_from_everywhere(
    one_way: float, autojump_clock: trio.testing.MockClock, nursery: trio.Nursery
) -> None:
    """A hundred each second, from networks of their own, that say nothing or a greeting and then
    nothing. The friend gets in at the first try, and has not shown the code to nobody."""
    terms = propose(SYSTEM, SYSTEM.default_setup(), 0)
    lines: list[str] = []
    lobby = Lobby(terms, own("Ada")(0), "test", lines.append, CODE)
    queue = Queue()
    nursery.start_soon(queue.run)
    nursery.start_soon(lobby._gather, trio.sleep_forever)
    await trio.testing.wait_all_tasks_blocked()
    sea = Sea(nursery, Weather(0, one_way=one_way))

    async def crowd() -> None:
        for n in itertools.count():
            a, b = trio.testing.memory_stream_pair()
            home = origin_of(f"10.{n % 40}.0.1")
            crowded.start_soon(queue.attend, FramedStream(b), home, lobby.attend)
            if n % 2:
                eve = Channel(Role.GUEST, CODE, own("Eve")(1).identity, "", "", entropy)
                await a.send_all(encode_frame(eve.hail))
            await trio.sleep(0.01)

    async with trio.open_nursery() as crowded:
        crowded.start_soon(crowd)
        await trio.sleep(8)
        wire, code = sea.wire("the friend", "the host"), Invitation(CODE)
        nursery.start_soon(queue.attend, wire.ends[1], origin_of("198.51.100.7"), lobby.attend)
        began = trio.current_time()
        match = await join_match(wire.ends[0], decode_terms, make, own("Ben"), code)
        crowded.cancel_scope.cancel()
    assert match.own is not None and match.own.seat == 1
    assert trio.current_time() < began + door.PACE.seconds + 1 + 10 * one_way and code.shown == 0
    nursery.cancel_scope.cancel()


class Late(FramedStream):
    """Its proof arrives in the moment in which it is given up."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        super().__init__(stream)
        self.give_up = trio.CancelScope()

    async def receive(self) -> bytes | None:
        message = await super().receive()
        if message is not None and message[:1] == LINK:
            self.give_up.cancel()
        return message


async def test_a_guest_who_comes_back_as_we_give_up_is_not_left_hanging(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Nobody would ever read from its connection: it is closed, and the guest tries again."""
    host, guest, of_host, of_guest = await two()
    reception = Reception("", 0, papers_for(host, of_host), "test")
    here, there = trio.testing.memory_stream_pair()
    link = Late(here)
    with trio.fail_after(3600):
        async with trio.open_nursery() as nursery:

            async def wait() -> None:
                with link.give_up:
                    await reception.reach(Seat(1), 60)

            nursery.start_soon(wait)
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(reception.attend, link)
            back = await return_to(FramedStream(there), papers_for(guest, of_guest), Seat(0))
            asked = trio.current_time()
            assert await back.receive() is None
            assert trio.current_time() == asked
            await back.cut()
