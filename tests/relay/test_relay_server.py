"""The relay over memory streams with the test clock, and over real sockets of this machine."""

import hashlib
import random
import re
import socket
import struct
import subprocess
import sys
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest
import trio
from trio.testing import lockstep_stream_pair

from owm_net.protocol.framing import encode_frame
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Limits
from owm_net.relay.listeners import ListenError, open_listeners, serve, serve_listeners
from owm_net.relay.server import Relay
from tests.relay.memory import frames_to_end, hear, meet, memory_relay

MEET = meet()
both = pytest.mark.usefixtures("carried")
FAST = Limits(pair_rate=1 << 40, total_rate=1 << 40)


@asynccontextmanager
async def socket_relay(limits=None, detail=lambda line: None):
    """A relay on a free port: gives a function that connects to it, and its cancel scope."""
    streams = []
    with trio.fail_after(120):  # real sockets, so no test clock
        async with trio.open_nursery() as nursery:
            relay_scope = trio.CancelScope()

            async def run(task_status) -> None:
                with relay_scope:
                    await serve(
                        limits=limits, journal=Journal(detail=detail), task_status=task_status
                    )

            host, port = await nursery.start(run)

            async def connect(data=b""):
                stream = await trio.open_tcp_stream(host, port)
                streams.append(stream)
                await stream.send_all(data)
                return stream

            try:
                yield connect, relay_scope
            finally:
                relay_scope.cancel()
                for stream in streams:
                    stream.socket.close()


async def paired(connect):
    first = await connect(meet())
    await hear(first, b"WAIT")
    second = await connect(meet())
    await hear(second, b"PAIR")
    await hear(first, b"PAIR")
    return first, second


# ------------------------------------------------------------------ with the test clock


@both
async def test_first_waits_second_pairs_third_is_refused(autojump_clock) -> None:
    async with memory_relay() as m:
        first = await m.join()
        await hear(first, b"WAIT")
        second = await m.join()
        await hear(second, b"PAIR")
        await hear(first, b"PAIR")
        assert await m.refused(meet()) == [b"NO full 2 two are in this room already"]
        await first.send_all(encode_frame(b"anything"))
        assert await second.receive_some() == encode_frame(b"anything")
        await second.send_all(encode_frame(b"\0"))
        assert await first.receive_some() == encode_frame(b"\0")


@both
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"NO garbled 0 that was a frame of 1195725856 bytes"),
        (b"\0\0\0\0", b"NO garbled 0 that was a frame of 0 bytes"),
        (b"\0\0\x02\x01", b"NO garbled 0 that was a frame of 513 bytes"),
        (bytes.fromhex("16030100c8010000c40303"), b"NO garbled 0 that was a frame of 369295616"),
        (encode_frame(b"OWMRELAY2 JOIN Amber *"), b"NO garbled 0 a room's name"),
        (encode_frame(b"OWMRELAY2 JOIN amber"), b"NO garbled 0 a field is missing"),
        (encode_frame(b"OWMRELAY2 SING a *"), b"NO garbled 0 a client asks to HOST"),
        (
            encode_frame(b"OWMRELAY1 amber"),
            b"BAD this relay speaks version 2 of the relay's words, you speak version 1;",
        ),
        (
            encode_frame(b"OWMRELAY3 JOIN x"),
            b"BAD this relay speaks version 2 of the relay's words, you speak version 3",
        ),
        (encode_frame(b"\xff\xfe\x00"), b"NO garbled 0 this is an owm_net relay, version 2"),
        (MEET + b"early", b"NO quiet 0 speak after PAIR"),
    ],
)
async def test_hostile_joins(data, reason, autojump_clock) -> None:
    async with memory_relay() as m:
        (answer,) = await m.refused(data)
        assert answer.startswith(reason)
        assert m.relay.rooms == 0


@both
@pytest.mark.parametrize("data", [b"", MEET[:-1]])
async def test_who_does_not_join_in_time_is_sent_away(data, autojump_clock) -> None:
    async with memory_relay() as m:
        assert await m.refused(data) == [
            b"NO handshake 0 you did not say within 10 s what you want"
        ]
        assert trio.current_time() == pytest.approx(10)


@both
async def test_a_join_may_come_byte_by_byte(autojump_clock) -> None:
    async with memory_relay() as m:
        stream = m.connect()
        for byte in MEET:
            await stream.send_all(bytes([byte]))
            await trio.sleep(0.1)
        await hear(stream, b"WAIT")


@both
async def test_nobody_waits_for_ever(autojump_clock) -> None:
    async with memory_relay(Limits(wait_seconds=100)) as m:
        stream = await m.join()
        assert await frames_to_end(stream) == [b"WAIT", b"NO wait 1 nobody came within 100 s"]
        await stream.aclose()
        await trio.sleep(5)
        assert (m.relay.rooms, m.relay.connections) == (0, 0)


@both
async def test_who_waits_must_be_quiet(autojump_clock) -> None:
    async with memory_relay() as m:
        stream = await m.join()
        await hear(stream, b"WAIT")
        await stream.send_all(b"x")
        assert await frames_to_end(stream) == [b"NO quiet 0 speak after PAIR, not before"]


@both
async def test_nobody_pairs_with_one_who_is_being_sent_away(autojump_clock) -> None:
    async with memory_relay() as m:
        stream = await m.join()
        await hear(stream, b"WAIT")
        await stream.send_all(b"x")
        await hear(stream, b"NO quiet 0 speak after PAIR, not before")  # and does not close
        await hear(await m.join(), b"WAIT")


@both
async def test_a_room_is_free_when_the_first_stops_waiting(autojump_clock) -> None:
    async with memory_relay() as m:
        first = await m.join()
        await hear(first, b"WAIT")
        await first.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert (m.relay.rooms, m.relay.connections) == (0, 0)
        await hear(await m.join(), b"WAIT")


@both
@pytest.mark.parametrize("leaver", [0, 1])
async def test_a_room_is_free_as_soon_as_either_ends(leaver, autojump_clock) -> None:
    async with memory_relay() as m:
        pair = [await m.join()]
        await hear(pair[0], b"WAIT")
        pair.append(await m.join())
        await hear(pair[1], b"PAIR")
        await hear(pair[0], b"PAIR")
        await pair[leaver].send_eof()
        assert await pair[1 - leaver].receive_some() == b""
        await hear(await m.join(), b"WAIT")
        await pair[1 - leaver].send_all(encode_frame(b"still heard"))
        assert await pair[leaver].receive_some() == encode_frame(b"still heard")
        await pair[1 - leaver].send_eof()
        assert await pair[leaver].receive_some() == b""


@both
async def test_the_half_that_stays_may_not_stay_for_ever(autojump_clock) -> None:
    async with memory_relay() as m:
        first = await m.join()
        await hear(first, b"WAIT")
        second = await m.join()
        await hear(second, b"PAIR")
        await hear(first, b"PAIR")
        await first.send_eof()
        for _ in range(3):
            await trio.sleep(50)
            await second.send_all(encode_frame(b"x"))
        await trio.sleep(62)
        assert m.relay.connections == 0


@both
async def test_the_half_that_stays_and_says_nothing_goes_too(autojump_clock) -> None:
    async with memory_relay() as m:
        first, _ = await m.pair()
        await first.send_eof()
        await trio.sleep(59)
        assert m.relay.connections == 2, "it may have something to say yet"
        await trio.sleep(2)
        assert (m.relay.rooms, m.relay.connections) == (0, 0)


@both
async def test_a_pair_that_says_nothing_at_all_goes(autojump_clock) -> None:
    """A thinking player's program still says that it is there, every 10 s."""
    async with memory_relay(Limits(idle_seconds=60)) as m:
        first, second = await m.pair()
        for _ in range(100):
            await first.send_all(encode_frame(b"\0"))
            assert await second.receive_some() == encode_frame(b"\0")
            await trio.sleep(50)
        assert m.relay.pairs == 1
        await trio.sleep(12)
        assert (m.relay.pairs, m.relay.connections) == (0, 0)


@both
async def test_who_takes_no_bytes_does_not_keep_a_room(autojump_clock) -> None:
    """It joins and hears nothing, as one whose window is shut: the WAIT cannot be sent."""
    async with memory_relay(Limits(rooms=1)) as m:
        await (deaf := m.connect(lockstep_stream_pair)).send_all(meet())
        await trio.sleep(9)
        assert m.relay.rooms == 1
        await trio.sleep(2)
        assert (m.relay.rooms, m.relay.connections) == (0, 0)
        await deaf.aclose()
        await m.pair()


@both
@pytest.mark.parametrize("deaf", [0, 1])
async def test_who_takes_no_pair_is_sent_away_and_the_other_is_told(deaf, autojump_clock) -> None:
    async with memory_relay() as m:
        first = await m.join(kind=lockstep_stream_pair)
        await hear(first, b"WAIT")
        second = await m.join(kind=lockstep_stream_pair)
        await trio.sleep(1)
        with suppress(trio.BrokenResourceError):
            assert await frames_to_end((first, second)[1 - deaf]) in ([], [b"PAIR"])
        assert trio.current_time() < 21
        await trio.testing.wait_all_tasks_blocked()
        assert (m.relay.rooms, m.relay.connections) == (0, 0)


@both
async def test_who_takes_nothing_of_the_other_goes_when_that_one_has_ended(autojump_clock) -> None:
    """A peer that takes nothing is no reason to keep the pair for ever."""
    async with memory_relay() as m:
        first = await m.join()
        await hear(first, b"WAIT")
        second = await m.join(kind=lockstep_stream_pair)
        await hear(second, b"PAIR")
        await hear(first, b"PAIR")
        await second.send_eof()
        await first.send_all(encode_frame(b"never taken"))
        await trio.sleep(61)
        assert m.relay.connections == 0


@both
async def test_who_is_refused_and_goes_on_talking_is_not_listened_to_for_long(
    autojump_clock,
) -> None:
    class Talker(trio.abc.HalfCloseableStream):
        """A client that sends without end, faster than any clock."""

        reads = 0

        async def receive_some(self, max_bytes=None):
            await trio.lowlevel.checkpoint()
            self.reads += 1
            assert self.reads < 1000
            return bytes(max_bytes)

        async def send_all(self, data) -> None:
            await trio.lowlevel.checkpoint()

        async def wait_send_all_might_not_block(self) -> None:
            await trio.lowlevel.checkpoint()

        async def send_eof(self) -> None:
            await trio.lowlevel.checkpoint()

        async def aclose(self) -> None:
            await trio.lowlevel.checkpoint()

    await Relay().attend(Talker())


@both
async def test_limits_of_rooms_and_connections(autojump_clock) -> None:
    async with memory_relay(Limits(rooms=1, connections=2)) as m:
        first = await m.join()
        await hear(first, b"WAIT")
        (answer,) = await m.refused(meet("birch"))
        assert answer.startswith(b"NO rooms 60 this relay has its 1 rooms in use")
        await trio.testing.wait_all_tasks_blocked()
        await hear(await m.join(), b"PAIR")
        (answer,) = await m.refused(meet())
        assert answer.startswith(b"NO connections 2 this relay serves as many")


@both
async def test_refusals_do_not_hold_a_place(autojump_clock) -> None:
    async with memory_relay(Limits(connections=2)) as m:
        stubborn = [m.connect() for _ in range(2)]
        for stream in stubborn:
            await stream.send_all(b"\0\0\0\0")
        await trio.sleep(3)
        assert m.relay.connections == 0


@both
async def test_the_operator_never_reads_what_clients_sent(autojump_clock) -> None:
    async with memory_relay() as m:
        await m.refused(encode_frame(b"\x1b[31mevil"))
        await m.refused(encode_frame(b"OWMRELAY2 JOIN secret-room\x1b *"))
        await m.join()
        await trio.testing.wait_all_tasks_blocked()
        text = "".join(m.lines)
        assert "evil" not in text and "secret" not in text and "amber" not in text
        assert text.isprintable()


@both
async def test_any_bytes_never_break_the_relay(autojump_clock) -> None:
    dice = random.Random(1)
    async with memory_relay() as m:
        for _ in range(200):
            stream = m.connect()
            start = dice.choice([b"", MEET, MEET[:9], b"\0\0\0\5", b"\0"])
            await stream.send_all(start + dice.randbytes(dice.randrange(40)))
            if dice.random() < 0.5:
                await stream.aclose()
        await trio.sleep(4000)
        assert (m.relay.rooms, m.relay.connections) == (0, 0)


# ------------------------------------------------------------------ over sockets


def bulk(dice):
    """Five megabytes in frames of all sizes."""
    return b"".join(
        encode_frame(dice.randbytes(dice.choice((1, 2, 500, 90_000)))) for _ in range(220)
    )


async def test_five_megabytes_both_ways_blindly() -> None:
    blobs = [bulk(random.Random(seed)) for seed in (1, 2)]
    digests = {}
    async with socket_relay(FAST) as (connect, _), trio.open_nursery() as nursery:
        first, second = await paired(connect)

        async def send(stream, blob) -> None:
            await stream.send_all(blob)
            await stream.send_eof()

        async def receive(name, stream) -> None:
            digest = hashlib.sha256()
            async for data in stream:
                digest.update(data)
            digests[name] = digest.digest()

        nursery.start_soon(send, first, blobs[0])
        nursery.start_soon(send, second, blobs[1])
        nursery.start_soon(receive, "at second", second)
        nursery.start_soon(receive, "at first", first)
    assert digests["at second"] == hashlib.sha256(blobs[0]).digest()
    assert digests["at first"] == hashlib.sha256(blobs[1]).digest()


async def test_a_slow_reader_holds_the_sender_back() -> None:
    async with socket_relay(FAST) as (connect, _):
        first, second = await paired(connect)
        sent, piece = 0, encode_frame(bytes(1 << 16))
        with trio.move_on_after(0.5):
            while True:
                await first.send_all(piece)
                sent += len(piece)
        assert sent < 100 * 2**20, "the relay holds it all"
        got = 0
        while got < sent:
            got += len(await second.receive_some(1 << 20))


async def test_a_close_reaches_the_other_as_an_end() -> None:
    async with socket_relay() as (connect, _):
        first, second = await paired(connect)
        await first.send_all(encode_frame(b"last words"))
        await first.aclose()
        assert await second.receive_some() == encode_frame(b"last words")
        assert await second.receive_some() == b""


async def test_last_words_that_are_still_on_their_way_arrive_after_both_have_ended() -> None:
    """The relay has passed them on and closes; the one they are for takes them slowly."""
    gone = trio.Event()
    words = encode_frame(random.Random(3).randbytes(60_000))
    async with socket_relay(detail=lambda line: gone.set() if "is gone" in line else None) as (
        connect,
        _,
    ):
        first, second = await paired(connect)
        second.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        await second.send_eof()
        await first.send_all(words)
        await first.send_eof()
        with trio.move_on_after(5):  # a system that gives its sockets less room waits for us
            await gone.wait()
        got = b""
        while data := await second.receive_some():
            got += data
        assert got == words


async def test_a_reset_reaches_the_other_as_a_reset() -> None:
    async with socket_relay() as (connect, _):
        first, second = await paired(connect)
        linger = struct.pack("HH" if sys.platform == "win32" else "ii", 1, 0)
        first.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        await first.aclose()
        with pytest.raises(trio.BrokenResourceError):
            await second.receive_some()


async def test_a_relay_that_stops_resets_its_pairs() -> None:
    async with socket_relay() as (connect, relay_scope):
        first, second = await paired(connect)
        relay_scope.cancel()
        for stream in (first, second):
            with pytest.raises(trio.BrokenResourceError):
                await stream.receive_some()


async def test_garbage_third_and_oversize_over_sockets() -> None:
    async with socket_relay() as (connect, _):
        await paired(connect)
        assert await frames_to_end(await connect(meet())) == [
            b"NO full 2 two are in this room already"
        ]
        (answer,) = await frames_to_end(await connect(b"\xff" * 50_000))
        assert answer.startswith(b"NO garbled 0 that was a frame of 4294967295 bytes; the longest")


async def test_silent_join_over_sockets() -> None:
    async with socket_relay(Limits(handshake_seconds=0.05)) as (connect, _):
        assert await frames_to_end(await connect()) == [
            b"NO handshake 0 you did not say within 0.05 s what you want"
        ]


async def test_the_system_looks_whether_a_silent_connection_is_dead() -> None:
    """Nothing else would tell that a machine was switched off: thinking is silent too."""
    accepted = []

    class Watched(trio.abc.Listener):
        def __init__(self, listener) -> None:
            self.listener = listener
            self.socket = listener.socket

        async def accept(self):
            accepted.append(await self.listener.accept())
            return accepted[-1]

        async def aclose(self) -> None:
            await self.listener.aclose()

    (listener,) = await open_listeners("127.0.0.1", 0)
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            watched: Any = Watched(listener)  # as good as a SocketListener, which is final
            run = partial(serve_listeners, [watched])
            host, port = await nursery.start(run)
            async with await trio.open_tcp_stream(host, port) as stream:
                await stream.send_all(meet())
                await hear(stream, b"WAIT")
                assert accepted[0].getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            nursery.cancel_scope.cancel()


async def test_a_port_in_use_and_a_foreign_address_cannot_be_listened_on() -> None:
    (listener,) = await open_listeners("127.0.0.1", 0)
    async with listener:
        port = listener.socket.getsockname()[1]
        for host, taken in [("127.0.0.1", port), ("192.0.2.1", 0), ("no host", 0), ("a\0", 0)]:
            with pytest.raises(ListenError) as caught:
                await serve(host, taken)
            assert str(caught.value).isprintable()
        with pytest.raises(ListenError):
            await serve("127.0.0.1", 99999)


def test_the_relay_needs_nothing_of_owm_net_but_framing_and_strangers() -> None:
    code = "import owm_net.relay.__main__, sys; print(*sys.modules)"
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    rest = re.compile(r"owm_net(?!\.relay|\.strangers)")
    loaded = sorted(name for name in out.stdout.split() if rest.match(name))
    assert loaded == ["owm_net", "owm_net.protocol", "owm_net.protocol.framing"]
