"""A port at which several may come: who gives way when too many do, and who is not forgotten."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest
import trio
import trio.testing

from owm_net.net.door import PLACES, Reception, keep_open, shown_out, whence
from owm_net.net.handshake import LINK
from owm_net.net.peers import papers_for, return_to
from owm_net.net.rendezvous import Address
from owm_net.net.streams import FramedStream
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
        """Returns once this visitor is inside."""
        assert self.where is not None
        stream = await trio.open_tcp_stream(*self.where, local_address=source)
        name = str(Address(*stream.socket.getsockname()[:2]))
        await self.until(lambda: name in self.inside)
        return stream


@pytest.mark.skipif(sys.platform == "darwin", reason="127.0.0.2 is no address there")
async def test_a_crowd_from_one_address_pushes_out_only_itself() -> None:
    """The friend from another address was there first, and stays; of the crowd the oldest go."""
    door, crowd = Door(), []
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keep_open, HERE, 0, door.attend, door.opened)
            await door.until(lambda: door.where is not None)
            friend = await door.call(ELSEWHERE)
            for _ in range(3 * PLACES):
                crowd.append(await door.call(HERE))
            await door.until(lambda: len(door.left) == 2 * PLACES + 1)
            gone = list(door.left)
            nursery.cancel_scope.cancel()
    for stream in (friend, *crowd):
        await trio.aclose_forcefully(stream)
    assert gone == door.inside[1 : len(gone) + 1]


def test_who_gives_way_is_the_oldest_of_those_who_are_most() -> None:
    assert shown_out(["a", "b", "b", "c"]) == 1
    assert shown_out(["a", "b", "c"]) == 0
    assert shown_out(["a", "b", "b", "a"]) == 0
    assert shown_out(["a"]) == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::2:0:0:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("", "", True),
    ],
)
def test_whoever_has_a_whole_network_of_addresses_counts_as_one(
    one: str, other: str, same: bool
) -> None:
    def stream(host: str) -> Any:
        return SimpleNamespace(socket=SimpleNamespace(getpeername=lambda: (host, 1, 0, 0)))

    assert (whence(stream(one)) == whence(stream(other))) is same


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
                    await reception.reach(1, 60)

            nursery.start_soon(wait)
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(reception.attend, link)
            back = await return_to(FramedStream(there), papers_for(guest, of_guest), 0)
            asked = trio.current_time()
            assert await back.receive() is None
            assert trio.current_time() == asked
            await back.cut()
