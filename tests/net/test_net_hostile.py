"""One hostile or slow guest of three costs its own link, and never the match of the others."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import attrs
import pytest
import trio
import trio.testing

from owm_net.engine.ids import Seat
from owm_net.net import handshake
from owm_net.net.circle import LAST_MINUTE, Circle
from owm_net.net.driver import FAREWELL, FLUSH, LONG_FAREWELL, Stopped
from owm_net.net.errors import NetError
from owm_net.net.intake import MAX_WAITING, Intake
from owm_net.net.streams import FramedStream, PeerGarbage, Proved
from owm_net.protocol.channel import MAX_MESSAGE
from owm_net.protocol.entries import EntryKind, Step, decode_entry, sign, split_record
from owm_net.protocol.framing import encode_frame
from owm_net.session.in_memory import driver
from owm_net.session.match import Work
from owm_net.session.verify import Outcome
from tests.net.star import MemoryLog, Spoke, Star
from tests.threads import threads_at_once

PATIENCE = 30.0
HOSTILE = Seat(2)
NOISE = random.Random(2).randbytes(300)


async def say(star: Star, message: bytes) -> None:
    """Say what an honest seat 2 would never say."""
    await FramedStream.send(star.spokes[HOSTILE].ends[1], message)


async def at_work(star: Star) -> None:
    """Until the host computes, well within the match."""
    host = star.matches[0]
    await star.players[0].until(lambda: host.step > 8)
    while not host.is_working:  # noqa: ASYNC110 - nobody is told of it
        await trio.sleep(0.01)


async def junk(star: Star) -> None:
    await star.players[0].until(lambda: star.matches[0].step > 8)
    await say(star, handshake.RECORD + NOISE)


async def nothing(star: Star) -> None:
    await star.players[0].until(lambda: star.matches[0].step > 8)
    await say(star, handshake.RECORD)


async def junk_at_work(star: Star) -> None:
    await at_work(star)
    await say(star, handshake.RECORD + NOISE)


async def flood_at_work(star: Star) -> None:
    await at_work(star)
    for _ in range(MAX_WAITING // (1 << 20) + 2):
        await say(star, handshake.RECORD + bytes(MAX_MESSAGE - 1))


async def another_history(star: Star) -> None:
    """Entries for steps to come that follow what never was."""
    guest = star.matches[HOSTILE]
    await star.players[HOSTILE].until(lambda: guest.step > 8)
    own = guest.own
    assert own is not None
    entry = guest.chain.entry(HOSTILE, bytes(96))
    for ahead in range(3, 20):
        early = attrs.evolve(entry, step=entry.step + ahead, prev=NOISE[:32], kind=EntryKind.SHARES)
        await say(star, handshake.RECORD + sign(early, own.identity))


async def garbled_resume(star: Star) -> None:
    await star.players[0].until(lambda: star.matches[0].step > 8)
    await say(star, handshake.RESUME + b"?")


async def other_match(star: Star) -> None:
    await star.players[0].until(lambda: star.matches[0].step > 8)
    await say(star, handshake.resume(bytes(31) + b"x", Step(3)))


async def resume_twice(star: Star) -> None:
    await star.players[0].until(lambda: star.matches[0].step > 8)
    with suppress(NetError):
        for _ in range(100):
            await say(star, handshake.resume(star.matches[HOSTILE].match_id, Step(0)))


async def other_tongue(star: Star) -> None:
    await star.players[0].until(lambda: star.matches[0].step > 8)
    await star.spokes[HOSTILE].ends[1]._stream.send_all(b"GET / HTTP/1.1\r\n\r\n")


TRICKS = [
    junk,
    nothing,
    junk_at_work,
    flood_at_work,
    another_history,
    garbled_resume,
    other_match,
    resume_twice,
    other_tongue,
]


@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
async def test_one_guest_of_three_cannot_end_it_for_the_others(
    trick: Callable[[Star], Any],
    autojump_clock: trio.testing.MockClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its line is given up, the reason is said, and the others go on without it to the end."""
    threads_at_once(monkeypatch, 0.1)
    star = Star(3)
    star.players[0].slow = 0.5
    with trio.move_on_after(5_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(star.play, HOSTILE)
            nursery.start_soon(trick, star)
            async with trio.open_nursery() as rest:
                for seat in (0, 1):
                    rest.start_soon(partial(star.play, seat, drop_after=PATIENCE))
            nursery.cancel_scope.cancel()
    for seat in (0, 1):
        assert star.ends.get(seat, "none") is None, star.ends
        assert star.matches[seat].dropped == (HOSTILE,)
        assert star.logs[seat].verdict().verdict is Outcome.OK
    gone = [text for kind, text in star.players[0].notices if kind == "gone"]
    assert len(gone) == 1 and "P2" in gone[0] and "\n" not in gone[0]


async def test_a_hello_for_another_guests_seat_costs_the_line_it_came_on(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Only the seat's proven owner may say HELLO for it; the offender is named to all, because
    without it there is no match."""
    star = Star(3)
    for seat, spoke in star.spokes.items():
        own = star.matches[seat].own
        assert own is not None
        spoke.ends[0].proved = Proved(Seat(seat), own.public(), "")
    other = Star(3, chance=1).matches[1]
    driver(other).todo()
    await say(star, handshake.RECORD + driver(other).outgoing()[0])
    with trio.move_on_after(600):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(star.play, 1)
            nursery.start_soon(star.play, HOSTILE)
            await star.play(0)
            nursery.cancel_scope.cancel()
    assert isinstance(star.ends[0], PeerGarbage) and "P2" in str(star.ends[0])
    assert "somebody else than who proved" in str(star.ends[0])


async def test_the_smallest_records_that_wait_are_bounded_too(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A record's overhead counts besides its bytes."""
    star = Star(3)
    match, most = star.matches[0], MAX_WAITING // 256
    circle = Circle(match, star.players[0], star.links(0), {}, None)
    match._effects.begin(Work("busy", lambda: lambda: None))
    intake, line = Intake(match, circle, {}, {}), circle.lines[HOSTILE]
    for _ in range(most):
        await intake.heard(line, b"?")
        if line.gone is not None:
            break
    assert line.gone is not None and not intake._waiting
    assert circle.lines[Seat(1)].gone is None


# ------------------------------------------------------------------ who takes little, or nothing


class SlowGuest:
    """The guest's end of a link, of which the host's way out is read a byte a second. It plays all
    the same, for what the host stores reaches it by another way."""

    def __init__(self, star: Star, nursery: trio.Nursery) -> None:
        there, here = trio.testing.memory_stream_one_way_pair()
        self.slow, self.out = trio.testing.lockstep_stream_one_way_pair()[::-1]
        by_way, by_end = trio.testing.memory_stream_one_way_pair()
        star.spokes[HOSTILE].ends = [
            FramedStream(trio.StapledStream(self.out, here), peer="P2", keepalive=math.inf),
            FramedStream(trio.StapledStream(there, by_end), peer="the host", silence=math.inf),
        ]
        post, self._mail = trio.open_memory_channel[bytes](math.inf)

        class Log(MemoryLog):
            def append(self, records: list[bytes], sync: bool) -> None:
                super().append(records, sync)
                for record in records:
                    post.send_nowait(record)

        star.logs[0] = Log()
        self._by_way = by_way
        nursery.start_soon(self._carry)
        nursery.start_soon(self._read)

    async def _carry(self) -> None:
        async for record in self._mail:
            if decode_entry(split_record(record)[0]).seat != HOSTILE:
                await self._by_way.send_all(encode_frame(handshake.RECORD + record))

    async def _read(self) -> None:
        while True:
            await trio.sleep(1)
            await self.slow.receive_some(1)


@pytest.mark.parametrize("asks", [False, True])
async def test_one_who_takes_a_byte_a_second_keeps_nobody_waiting(
    asks: bool,
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The others play at full speed, also when it has asked for the whole history; and when all
    is over they do not wait for it for ever."""
    star = Star(3)
    ended: dict[int, float] = {}

    async def note(seat: int) -> None:
        await star.players[seat].until(lambda: star.matches[seat].finished)
        ended[seat] = trio.current_time()

    async def ask() -> None:
        await star.players[0].until(lambda: star.matches[0].step > 8)
        await say(star, handshake.resume(star.matches[HOSTILE].match_id, Step(0)))

    with trio.fail_after(10_000):
        async with trio.open_nursery() as nursery:
            SlowGuest(star, nursery)
            nursery.start_soon(note, 0)
            nursery.start_soon(note, 1)
            if asks:
                nursery.start_soon(ask)
            await star.play_all(reach={})
            nursery.cancel_scope.cancel()
    assert ended[0] < 1 and ended[1] < 1
    assert star.ends[0] is None and star.ends[1] is None
    assert star.logs[0].verdict().verdict is Outcome.OK
    assert trio.current_time() < LONG_FAREWELL + FAREWELL + FLUSH + 5


async def test_one_who_takes_nothing_is_left_out(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """It sends its keepalives, and nothing that it owes: its link is lost, again and again."""
    star = Star(3)
    reached = 0

    async def deaf() -> FramedStream:
        nonlocal reached
        reached += 1
        await trio.sleep(5)
        here, there = trio.testing.lockstep_stream_pair()
        nursery.start_soon(alive, there)
        return FramedStream(here, peer="P2", keepalive=math.inf)

    async def alive(there: Any) -> None:
        while True:
            await trio.sleep(5)
            try:
                await there.send_all(b"\0\0\0\1\0")
            except trio.BrokenResourceError:
                return

    async def leaves() -> None:
        await star.players[0].until(lambda: star.matches[0].step > 8)
        await star.spokes[HOSTILE].cut()

    with trio.move_on_after(5_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lambda: star.play(HOSTILE))
            nursery.start_soon(leaves)
            reach = {**star.reach(0), HOSTILE: deaf}
            async with trio.open_nursery() as rest:
                rest.start_soon(lambda: star.play(0, drop_after=PATIENCE, reach=reach))
                rest.start_soon(lambda: star.play(1, drop_after=PATIENCE))
            nursery.cancel_scope.cancel()
    assert star.ends[0] is None and star.ends[1] is None
    assert star.matches[0].dropped == (HOSTILE,) and reached > 1


async def test_a_goodbye_comes_after_all_that_was_said_before_it(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """A slow link, a host that leaves: whatever it had signed arrives, then its reason. Another
    guest, who takes nothing, does not hold it back for long."""
    star = Star(3, spokes=[Spoke("P1", delay=0.2), Spoke("P2")])
    deaf, _ = trio.testing.lockstep_stream_pair()
    star.spokes[HOSTILE].ends[0] = FramedStream(deaf, peer="P2", silence=math.inf)
    with trio.fail_after(600):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(star.play, 1, reach={}))
            with trio.move_on_after(0.1):
                await star.play(0)
            left = trio.current_time()
    assert left < 0.1 + LAST_MINUTE + 0.1
    assert isinstance(star.ends[1], Stopped) and "can be resumed" in str(star.ends[1])
    assert star.logs[0].records and set(star.logs[0].records) <= set(star.logs[1].records)


async def test_records_go_out_in_the_order_of_the_log(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """An entry's causes go before it, and nothing that is not stored."""
    star = Star(3)
    sent: list[bytes] = []
    link = star.spokes[1].ends[0]
    whole = link.send

    async def send(payload: bytes) -> None:
        if payload[:1] == handshake.RECORD:
            assert payload[1:] in star.logs[0].records
            sent.append(payload[1:])
        await whole(payload)

    link.send = send  # type: ignore[method-assign]
    await star.play_all()
    assert sent == [r for r in star.logs[0].records if decode_entry(split_record(r)[0]).seat != 1]


async def test_one_who_connects_as_often_as_it_can_is_slowed_down(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Each time it asks for the whole history, and hangs up."""
    star, times = Star(3), 0

    async def storm() -> FramedStream:
        nonlocal times
        times += 1
        if times > 1_000:
            await trio.sleep_forever()
        here, there = trio.testing.memory_stream_pair()
        ask = handshake.resume(star.matches[0].match_id, Step(0))
        await there.send_all(encode_frame(ask))
        await there.aclose()
        return FramedStream(here, peer="P2", keepalive=math.inf)

    async def leaves() -> None:
        await star.players[0].until(lambda: star.matches[0].step > 8)
        await star.spokes[HOSTILE].cut()

    with trio.move_on_after(10):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leaves)
            nursery.start_soon(star.play, 1)
            nursery.start_soon(star.play, HOSTILE)
            await star.play(0, reach={**star.reach(0), HOSTILE: storm})
    assert 10 < times < 110 and not star.ends
