"""Where a client of the relay stands: the table of its states, and many who come, go and are sent
away in every order."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from owm_net.protocol.framing import (
    RELAY_CALL,
    RELAY_KEEP,
    FrameReader,
    ask_to_host,
    ask_to_join,
    ask_to_meet,
    ask_to_take,
    encode_frame,
)
from owm_net.relay.clients import IDLE, NEXT, Client, ClientState
from owm_net.relay.limits import Limits, Refused
from owm_net.relay.server import Relay
from owm_net.relay.sockets import GONE
from owm_net.strangers.origins import origin_of
from tests.relay.memory import hear, meet, memory_relay

pytestmark = pytest.mark.usefixtures("carried")

PRESENT = encode_frame(b"\0")
IN_ROOMS = IDLE | {ClientState.CALLED}


@pytest.mark.parametrize("state", ClientState)
def test_a_client_goes_where_the_table_leads_and_nowhere_else(state: ClientState) -> None:
    for wanted in ClientState:
        client = Client(1, memory_stream_pair()[0], origin_of("192.0.2.1"))
        client.state = state
        if wanted in NEXT[state]:
            client.becomes(wanted)
            assert client.state is wanted
        else:
            with pytest.raises(ValueError, match="becomes not"):
                client.becomes(wanted)
            assert client.state is state


def test_the_first_reason_to_send_somebody_away_counts() -> None:
    client = Client(1, memory_stream_pair()[0], origin_of("192.0.2.1"))
    client.send_away(Refused("rooms", "first"))
    client.send_away(Refused("queue", "second"))
    assert client.state is ClientState.REJECTED
    assert client.out is not None and client.out.why == "first"


async def test_who_is_sent_away_is_in_no_room_in_the_same_moment(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with memory_relay() as m:
        first = await m.join(meet())
        await hear(first, b"WAIT")
        m.relay._is_taken("amber-elk-7")  # the directory says: another relay has this room too
        assert m.relay.rooms == 0
        second = await m.join(meet())
        await hear(second, b"WAIT")
        await hear(first, b"NO moved 1 the other is at another of these relays")


class Crowd:
    """Clients that do anything a client can."""

    def __init__(self, relay: Relay, nursery: trio.Nursery, dice: random.Random) -> None:
        self.relay = relay
        self.nursery = nursery
        self.dice = dice
        self.streams: list[trio.abc.Stream] = []
        self.tickets: list[str] = []

    async def deed(self) -> None:
        dice, room = self.dice, f"room-{self.dice.randrange(3)}"
        key = f"key-{dice.randrange(4)}"
        match dice.randrange(12):
            case 0 | 1:
                await self._come(encode_frame(ask_to_host(room, key)))
            case 2 | 3 | 4:
                await self._come(encode_frame(ask_to_join(room)))
            case 5:
                await self._come(encode_frame(ask_to_meet(f"pair-{room}", key)))
            case 6:
                await self._come(b"")
            case 7 | 8 if self.tickets:
                await self._come(encode_frame(ask_to_take(dice.choice(self.tickets[-3:]))))
            case 9 if self.streams:
                stream = self.streams.pop(dice.randrange(len(self.streams)))
                await stream.aclose()
            case 10 if self.streams and self.tickets:
                keep = encode_frame(RELAY_KEEP + b" " + dice.choice(self.tickets[-3:]).encode())
                with suppress(*GONE):
                    await dice.choice(self.streams).send_all(dice.choice((keep, PRESENT)))
            case 11:
                await trio.sleep(dice.choice((0.1, 1.0, 5.0)))

    async def _come(self, ask: bytes) -> None:
        ours, its = memory_stream_pair()
        origin = origin_of(f"192.0.{self.dice.randrange(3)}.{self.dice.randrange(3)}")
        self.nursery.start_soon(self.relay.attend, its, origin)
        self.streams.append(ours)
        self.nursery.start_soon(self._read, ours)
        await ours.send_all(ask)

    async def _read(self, stream: trio.abc.Stream) -> None:
        reader = FrameReader()
        try:
            async for data in stream:
                reader.receive_data(data)
                for frame in reader.frames():
                    if frame.startswith(RELAY_CALL + b" "):
                        self.tickets.append(frame.split()[1].decode())
            await stream.aclose()
        except trio.ClosedResourceError:
            pass

    def check(self) -> None:
        """A client is in a room exactly if its state says so."""
        for client in self.relay._clients:
            if client.state is not ClientState.PAIRED:
                assert (client in self.relay._rooms) == (client.state in IN_ROOMS), client.state
            assert (client.out is not None) == (
                client.state in (ClientState.REJECTED, ClientState.DISMISSED)
            )


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_clients_do_each_stands_where_its_state_says(
    seed: int, autojump_clock: trio.abc.Clock
) -> None:
    limits = Limits(
        rooms=4, connections=12, handshakes=3, queue=3, guests=2, joins_per_minute=20,
        queue_seconds=3.0, guest_seconds=3.0, call_seconds=2.0, wait_seconds=20.0,
        hold_seconds=20.0, keep_seconds=3.0, asks_per_minute=100_000, misses_per_home=1000,
        misses_per_network=1000,
    )  # fmt: skip
    dice = random.Random(seed)
    seen: set[ClientState] = set()
    async with memory_relay(limits) as m:
        crowd = Crowd(m.relay, m.nursery, dice)
        for _ in range(400):
            await crowd.deed()
            crowd.check()
            seen |= {client.state for client in m.relay._clients}
            if dice.randrange(2):
                await wait_all_tasks_blocked()
                crowd.check()
        assert seen >= IN_ROOMS - {ClientState.QUEUED} | {ClientState.NEW, ClientState.PAIRED}
        m.relay.drain()
        crowd.check()
        await m.relay.drained()
