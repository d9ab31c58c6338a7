"""Messages over memory streams, with the test clock: nothing here waits in earnest."""

import math

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import lockstep_stream_pair, memory_stream_pair

from owm_net.net.errors import NetError
from owm_net.net.streams import AT_ONCE, KEEPALIVE, FramedStream, PeerGarbage, PeerGone, PeerSilent
from owm_net.protocol.channel import MAX_MESSAGE
from owm_net.protocol.framing import encode_frame


def raw_and_framed(**options):
    """The other end's bare stream, and our messages over this one."""
    raw, ours = memory_stream_pair()
    return raw, FramedStream(ours, **options)


def two_framed(**options):
    left, right = memory_stream_pair()
    return FramedStream(left, **options), FramedStream(right, **options)


def one_line(error):
    text = str(error)
    assert text.isprintable() and text.count("; ") >= 1
    return text


async def test_messages_arrive_whole_and_in_order(autojump_clock) -> None:
    a, b = two_framed()
    messages = [b"one", b"\0\0", b"x" * MAX_MESSAGE, b"end"]
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def _() -> None:
            for message in messages:
                await a.send(message)
            await a.aclose()

        assert [message async for message in b] == messages
    assert await b.receive() is None


@given(st.lists(st.binary(min_size=1, max_size=9), max_size=5), st.data())
def test_any_cut_gives_the_same_messages(payloads, data) -> None:
    stream = b"".join(map(encode_frame, payloads))
    cut = data.draw(st.integers(0, len(stream)))

    async def main() -> None:
        raw, ours = raw_and_framed()
        await raw.send_all(stream[:cut])
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def _() -> None:
                await trio.testing.wait_all_tasks_blocked()
                await raw.send_all(stream[cut:])
                await raw.send_eof()

            assert [p async for p in ours] == [p for p in payloads if p != KEEPALIVE]

    trio.run(main)


@given(st.binary(max_size=60))
def test_any_bytes_are_messages_or_a_net_error(data) -> None:
    async def main() -> None:
        raw, ours = raw_and_framed()
        await raw.send_all(data)
        await raw.send_eof()
        try:
            async for payload in ours:
                assert payload
        except (PeerGone, PeerGarbage) as error:
            one_line(error)

    trio.run(main)


@pytest.mark.parametrize("payload", [b"", KEEPALIVE, bytes(MAX_MESSAGE + 1)])
async def test_what_no_message_may_hold_is_our_own_mistake(payload) -> None:
    raw, ours = raw_and_framed()
    with pytest.raises(ValueError):
        await ours.send(payload)
    await ours.send(b"fine")
    assert await raw.receive_some() == encode_frame(b"fine")


async def test_end_in_the_middle_is_peer_gone() -> None:
    raw, ours = raw_and_framed(peer="Anna")
    await raw.send_all(encode_frame(b"whole") + encode_frame(b"half")[:-1])
    await raw.aclose()
    assert await ours.receive() == b"whole"
    for _ in range(2):
        with pytest.raises(PeerGone) as caught:
            await ours.receive()
    assert one_line(caught.value) == (
        "lost Anna: the connection ended in the middle of a message; connect again to go on"
    )


async def test_a_broken_stream_is_peer_gone() -> None:
    raw, ours = raw_and_framed()
    await raw.aclose()
    with pytest.raises(PeerGone):
        await ours.send(b"hello")


async def test_garbage_is_peer_garbage_after_the_good_messages() -> None:
    raw, ours = raw_and_framed(peer="Anna")
    await raw.send_all(encode_frame(b"good") + b"GET / HTTP/1.1\r\n")
    assert await ours.receive() == b"good"
    for _ in range(2):
        with pytest.raises(PeerGarbage, match="Anna does not speak our language"):
            await ours.receive()


async def test_keepalives_are_sent_while_idle_and_swallowed(autojump_clock) -> None:
    a, b = two_framed(silence=30, keepalive=10)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(a.receive)
        nursery.start_soon(b.receive)
        await trio.sleep(1000)
        nursery.cancel_scope.cancel()


async def test_how_often_keepalives_come(autojump_clock) -> None:
    raw, ours = raw_and_framed(silence=math.inf, keepalive=10)
    with trio.move_on_after(35):
        await ours.receive()
    assert await raw.receive_some() == encode_frame(KEEPALIVE) * 3
    await ours.send(b"x")  # at 35 s: the next keepalive is due at 45 s
    with trio.move_on_after(9):
        await ours.receive()
    assert await raw.receive_some() == encode_frame(b"x")


async def test_silence_is_peer_silent_on_time(autojump_clock) -> None:
    _raw, ours = raw_and_framed(peer="Anna", silence=30, keepalive=10)
    start = trio.current_time()
    with pytest.raises(PeerSilent) as caught:
        await ours.receive()
    assert trio.current_time() - start == pytest.approx(30)
    assert one_line(caught.value).startswith("lost Anna: it sent nothing for 30 s; check")


async def test_any_byte_breaks_the_silence(autojump_clock) -> None:
    raw, ours = raw_and_framed(silence=30, keepalive=10)
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def _() -> None:
            for byte in encode_frame(b"slow"):
                await trio.sleep(29)
                await raw.send_all(bytes([byte]))

        assert await ours.receive() == b"slow"


async def test_what_came_while_nobody_listened_is_still_read(autojump_clock) -> None:
    raw, ours = raw_and_framed(silence=30, keepalive=10)
    await raw.send_all(encode_frame(b"early"))
    await trio.sleep(1000)
    assert await ours.receive() == b"early"


async def test_cancelled_receive_loses_nothing(autojump_clock) -> None:
    raw, ours = raw_and_framed()
    frame = encode_frame(b"patience")
    for byte in frame[:-1]:
        await raw.send_all(bytes([byte]))
        with trio.move_on_after(1):
            await ours.receive()
    await raw.send_all(frame[-1:])
    with trio.CancelScope() as scope:
        scope.cancel()
        await ours.receive()
    assert await ours.receive() == b"patience"


async def test_who_takes_no_bytes_is_silent_and_half_a_message_is_the_last(autojump_clock) -> None:
    _raw, ours = lockstep_stream_pair()
    link = FramedStream(ours, silence=30, keepalive=10)
    with pytest.raises(PeerSilent, match="took nothing for 30 s"):
        await link.send(b"hello")
    with pytest.raises(PeerGone, match="cut off"):
        await link.send(b"again")


async def test_a_cancelled_send_is_the_last(autojump_clock) -> None:
    _raw, ours = lockstep_stream_pair()
    link = FramedStream(ours)
    with trio.move_on_after(1):
        await link.send(b"hello")
    with pytest.raises(PeerGone, match="cut off"):
        await link.send(b"again")


async def test_a_long_message_may_take_longer_than_the_silence(autojump_clock) -> None:
    raw, ours = lockstep_stream_pair()
    link = FramedStream(ours, silence=30, keepalive=10)
    message = bytes(MAX_MESSAGE)
    got = bytearray()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.send, message)
        while len(got) < len(message) + 4:
            await trio.sleep(20)
            got += await raw.receive_some(64 * 1024)
    assert got == encode_frame(message)


async def test_a_keepalive_never_blocks_the_receiver(autojump_clock) -> None:
    raw, ours = lockstep_stream_pair()
    link = FramedStream(ours, silence=100, keepalive=10)
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def _() -> None:
            await trio.sleep(55)  # all the while it takes nothing
            await raw.send_all(encode_frame(b"back"))

        assert await link.receive() == b"back"
    assert trio.current_time() == pytest.approx(55)


async def test_a_keepalive_does_not_cut_into_a_message(autojump_clock) -> None:
    raw, ours = lockstep_stream_pair()
    link = FramedStream(ours, silence=100, keepalive=10)
    got = bytearray()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(link.receive)
        nursery.start_soon(link.send, b"slow message")
        await trio.sleep(35)
        while len(got) < 16:
            got += await raw.receive_some(3)
        nursery.cancel_scope.cancel()
    assert got == encode_frame(b"slow message")


async def test_many_may_send_at_once(autojump_clock) -> None:
    a, b = (FramedStream(end) for end in lockstep_stream_pair())
    messages = {bytes([65 + i]) * 200_000 for i in range(5)}
    async with trio.open_nursery() as nursery:
        for message in messages:
            nursery.start_soon(a.send, message)
        assert {await b.receive() for _ in messages} == messages


async def test_both_finish_and_the_last_messages_arrive(autojump_clock) -> None:
    a, b = two_framed()
    got = []

    async def end(link, word) -> None:
        await link.send(word)
        got.append(await link.receive())
        await link.finish()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(end, a, b"from a")
        nursery.start_soon(end, b, b"from b")
    assert sorted(got) == [b"from a", b"from b"]
    assert trio.current_time() < 1
    with pytest.raises(trio.ClosedResourceError):
        await a.send(b"more")


async def test_finish_does_not_wait_for_ever(autojump_clock) -> None:
    _raw, ours = raw_and_framed()
    await ours.finish(patience=5)
    assert trio.current_time() == pytest.approx(5)


async def test_endless_keepalives_starve_nobody(autojump_clock) -> None:
    """Other tasks of the loop have their turn after a few, not after all of them."""
    raw, ours = raw_and_framed()
    await raw.send_all(encode_frame(KEEPALIVE) * 50_000)
    opened, most = 0, 0
    next_message = ours._next_message

    def counted() -> bytes | None:
        nonlocal opened
        opened += 1
        return next_message()

    ours._next_message = counted
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ours.receive)
        for _ in range(200):
            before = opened
            await trio.lowlevel.checkpoint()
            most = max(most, opened - before)
        nursery.cancel_scope.cancel()
    assert opened > 1000 and most <= 2 * AT_ONCE


@pytest.mark.parametrize("times", [(0, 1), (1, 0), (-1, 1), (math.nan, 1)])
async def test_times_must_be_above_zero(times) -> None:
    raw, _ = memory_stream_pair()
    with pytest.raises(ValueError):
        FramedStream(raw, silence=times[0], keepalive=times[1])


def test_net_errors_keep_their_parts() -> None:
    error = NetError("what", "why", "do")
    assert (error.what, error.why, error.do) == ("what", "why", "do")
    assert str(error) == "what: why; do"
