"""A WebSocket is as good as a TCP connection, and whatever comes instead ends soon."""

import random
import struct

import pytest
import trio
from trio.testing import (
    check_half_closeable_stream,
    lockstep_stream_pair,
    memory_stream_pair,
    wait_all_tasks_blocked,
)
from wsproto.frame_protocol import FrameProtocol, Opcode

from owm_net.websocket.stream import FRAMES_AT_ONCE, PINGS_AT_ONCE, QUIET, WebSocketStream
from tests.websocket.pairs import FRAMES, prompt_pair, raw_client, sent_by, websocket_pair


@pytest.mark.parametrize("turned", [False, True])
async def test_it_is_a_stream_as_trio_wants_streams(turned, autojump_clock) -> None:
    async def pair(under=memory_stream_pair):
        return websocket_pair(under)[:: -1 if turned else 1]

    async def clogged():
        return await pair(lockstep_stream_pair)

    await check_half_closeable_stream(pair, clogged)


async def test_a_half_that_has_ended_is_told_and_the_other_goes_on() -> None:
    client, server = websocket_pair()
    await client.send_all(b"first")
    await client.send_eof()
    assert await server.receive_some() == b"first"
    assert await server.receive_some() == b""
    await server.send_all(b"still heard")
    assert await client.receive_some() == b"still heard"
    await server.send_eof()
    assert await client.receive_some() == b""


async def test_bytes_come_as_they_were_sent_however_they_are_cut() -> None:
    dice = random.Random(1)
    blob = dice.randbytes(300_000)
    ours, server = raw_client()
    frames, at = [], 0
    while at < len(blob):
        size = dice.choice((1, 125, 126, 5000, 70_000))
        fin = dice.random() < 0.5 or at + size >= len(blob)
        frames.append(bytes(FRAMES.send_data(blob[at : at + size], fin)))
        at += size
    wire = b"".join(frames) + bytes(FRAMES.close(1000))
    got = bytearray()

    async def read() -> None:
        while data := await server.receive_some(dice.randrange(1, 9000)):
            got.extend(data)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        for start in range(0, len(wire), 777):
            await ours.send_all(wire[start : start + 777])
    assert got == blob


async def test_a_frame_without_an_end_is_passed_on_and_not_kept() -> None:
    ours, server = raw_client()
    await ours.send_all(b"\x82\xff" + struct.pack("!Q", 2**62) + bytes(4) + b"a" * 100_000)
    got = 0
    while got < 100_000:
        got += len(await server.receive_some())
        assert len(server._link._proto._frame_decoder.buffer) == 0


async def test_without_a_close_it_has_not_ended_but_is_broken() -> None:
    ours, server = raw_client()
    await ours.send_all(bytes(FRAMES.send_data(b"all that came")))
    await ours.aclose()
    assert await server.receive_some() == b"all that came"
    with pytest.raises(trio.BrokenResourceError):
        await server.receive_some()


@pytest.mark.parametrize("code", [1001, 1011, 3000])
async def test_a_tab_that_was_closed_has_not_ended_but_is_broken(code) -> None:
    ours, server = raw_client()
    await ours.send_all(bytes(FRAMES.close(code)))
    with pytest.raises(trio.BrokenResourceError):
        await server.receive_some()
    with pytest.raises(trio.BrokenResourceError):
        await server.send_all(b"too late")


@pytest.mark.parametrize("code", [1000, None])
async def test_a_close_is_answered_and_ends_it(code) -> None:
    ours, server = raw_client()
    await ours.send_all(bytes(FRAMES.close(code)))
    assert await server.receive_some() == b""
    assert await ours.receive_some() == b"\x88\x02\x03\xe8"
    await server.aclose()
    assert await ours.receive_some() == b""


async def test_an_abrupt_end_says_nothing_that_could_be_taken_for_an_end() -> None:
    client, server = websocket_pair()
    server.abrupt = True
    await server.aclose()
    with pytest.raises(trio.BrokenResourceError):
        await client.receive_some()


async def test_who_takes_nothing_holds_up_no_close(autojump_clock) -> None:
    client, server = websocket_pair(lockstep_stream_pair)
    await trio.aclose_forcefully(server)
    assert trio.current_time() < 3
    await client.aclose()


async def test_a_ping_is_answered_while_nobody_sends() -> None:
    ours, server = raw_client()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.receive_some)
        await ours.send_all(bytes(FRAMES.ping(b"there?")))
        assert await ours.receive_some() == b"\x8a\x06there?"
        await ours.send_all(bytes(FRAMES.send_data(b"x")))


async def test_a_line_that_is_silent_gets_a_ping_before_a_proxy_cuts_it(autojump_clock) -> None:
    """And one that is not gets none: whatever is said counts."""
    ours, server = raw_client()
    heard: list[tuple[float, bytes]] = []

    async def hear() -> None:
        while data := await ours.receive_some():
            heard.append((trio.current_time() - began, bytes(data)))

    async with trio.open_nursery() as nursery:
        began = trio.current_time()
        nursery.start_soon(hear)
        nursery.start_soon(server.keep_open)
        await trio.sleep(QUIET * 2.5)
        for _ in range(6):
            await trio.sleep(QUIET / 2)
            await server.send_all(b"x")
        await trio.sleep(QUIET * 1.5)
        nursery.cancel_scope.cancel()
    pings = [when / QUIET for when, data in heard if data == b"\x89\0"]
    assert pings == pytest.approx([1, 2, 6.5])
    assert QUIET < 60 / 2, "of nginx and most others; a ping may be late"


async def test_a_ping_waits_for_nobody_and_breaks_nothing(autojump_clock) -> None:
    """Not while a piece is on its way, nor where the line is full: the other side may be slow."""
    client, server = websocket_pair(lockstep_stream_pair)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.keep_open)
        await trio.sleep(10 * QUIET)  # nobody reads: there is no room for a ping

        async def send() -> None:
            await server.send_all(bytes(100_000))
            await server.aclose()

        nursery.start_soon(send)
        await trio.sleep(10 * QUIET)
        assert await sent_by(client) == bytes(100_000)
        await trio.sleep(2 * QUIET)
        assert not nursery.child_tasks, "no pings follow the end"


async def test_pings_of_a_server_cost_a_client_nothing(autojump_clock) -> None:
    """A day of them, each answered, is no flood on either side."""
    client, server = websocket_pair(prompt_pair)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server.keep_open)
        nursery.start_soon(client.receive_some)
        nursery.start_soon(server.receive_some)
        await trio.sleep(24 * 3600)
        await client.send_all(b"there")
        await server.send_all(b"here")
        await wait_all_tasks_blocked()
        assert len(nursery.child_tasks) == 1, "both have read"
        nursery.cancel_scope.cancel()


async def test_reading_may_be_given_up_and_taken_up_again(autojump_clock) -> None:
    ours, server = raw_client()
    frame = bytes(FRAMES.send_data(b"in two halves"))
    for part in (frame[:5], frame[5:]):
        with trio.move_on_after(1) as patience:
            assert await server.receive_some(100) != b""
        if part is frame[:5]:
            assert patience.cancelled_caught
        await ours.send_all(part)
    assert await server.receive_some() == b"in two halves"[: len(frame)]


BAD = {
    "text": (bytes(FRAMES.send_data("words")), "websocket-text", 1003),
    "a bit that is reserved": (b"\xc2\x81\0\0\0\0x", "websocket-frame", 1002),
    "no mask": (b"\x82\x01x", "websocket-frame", 1002),
    "an unknown opcode": (b"\x83\x81\0\0\0\0x", "websocket-frame", 1002),
    "a length of 2^63": (b"\x82\xff" + b"\x80" + bytes(7) + bytes(4), "websocket-frame", 1002),
    "a length in more bytes than it needs": (b"\x82\xfe\0\x01" + bytes(5), "websocket-frame", 1002),
    "a long ping": (b"\x89\xfe\0\x7e" + bytes(130), "websocket-frame", 1002),
    "a ping in fragments": (b"\x09\x80" + bytes(4), "websocket-frame", 1002),
    "a rest without a beginning": (b"\x80\x81\0\0\0\0x", "websocket-frame", 1002),
    "a message in a message": (
        b"\x02\x81\0\0\0\0x\x82\x81\0\0\0\0x", "websocket-frame", 1002,
    ),
    "a close of one byte": (b"\x88\x81\0\0\0\0x", "websocket-frame", 1002),
    "a close with a code of none": (b"\x88\x82\0\0\0\0\x03\xed", "websocket-frame", 1002),
    "a close with garbage": (b"\x88\x84\0\0\0\0\x03\xe8\xff\xfe", "websocket-frame", 1007),
    "empty fragments": (
        b"\x02\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 100_000, "websocket-flood", 1008,
    ),
    "nothing, in fragments": (b"\x02\x80\0\0\0\0\x80\x80\0\0\0\0", "websocket-flood", 1008),
    "pings": (bytes(FRAMES.ping(b"x")) * 100, "websocket-flood", 1008),
    "pongs": (bytes(FRAMES.pong()) * 100, "websocket-flood", 1008),
}  # fmt: skip


@pytest.mark.parametrize("data, word, code", BAD.values(), ids=BAD)
async def test_what_no_client_sends_ends_in_one_sentence_and_is_counted(
    data, word, code, autojump_clock
) -> None:
    told: list[str] = []
    ours, server = raw_client(told.append)
    await ours.send_all(data)
    with trio.fail_after(60), pytest.raises(trio.BrokenResourceError):
        while await server.receive_some(10):
            pass
    assert trio.current_time() < 5
    assert told == [word]
    await server.aclose()
    said = FrameProtocol(client=True, extensions=[])
    said.receive_bytes(await sent_by(ours))
    *pongs, close = said.received_frames()
    assert close.opcode is Opcode.CLOSE
    assert close.payload[0] == code and close.payload[1]
    assert str(close.payload[1]).isprintable()
    assert len(pongs) <= PINGS_AT_ONCE


async def test_tiny_frames_are_taken_no_faster_than_any_match_sends_them(autojump_clock) -> None:
    ours, server = raw_client()
    count = int(FRAMES_AT_ONCE) + 2560
    await ours.send_all(bytes(FRAMES.send_data(b"x")) * count)
    for _ in range(count):
        assert await server.receive_some(1) == b"x"
    assert 9 < trio.current_time() < 11


async def test_a_reader_that_is_slow_holds_the_sender_back(autojump_clock) -> None:
    client, server = websocket_pair(lockstep_stream_pair)
    sent = 0
    async with trio.open_nursery() as nursery:

        async def send() -> None:
            nonlocal sent
            while True:
                await client.send_all(bytes(1 << 16))
                sent += 1 << 16

        nursery.start_soon(send)
        await wait_all_tasks_blocked()
        assert sent == 0
        got = 0
        while got < 1 << 20:
            got += len(await server.receive_some(4096))
        assert sent <= got + (1 << 17)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("seed", range(30))
async def test_any_bytes_end_in_an_error_or_an_end(seed, autojump_clock) -> None:
    dice = random.Random(seed)
    ours, server = raw_client()
    heads = (b"\x82\x85", b"\x02\x81", b"\x00\x81", b"\x89\x80", b"\x88\x82", b"\x82\xfe\x00\x80")
    for _ in range(20):
        await ours.send_all(dice.choice(heads) + dice.randbytes(dice.randrange(20)))
    await ours.send_eof()
    try:
        while await server.receive_some(dice.randrange(1, 100)):
            pass
    except trio.BrokenResourceError:
        pass
    await server.aclose()
    assert isinstance(server, WebSocketStream) and trio.current_time() < 60
