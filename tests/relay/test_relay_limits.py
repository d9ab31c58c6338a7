"""Every limit of a relay is met here: the client is told which, and when to try again."""

from contextlib import suppress
from dataclasses import fields
from datetime import UTC, datetime

import pytest
import trio
from trio.testing import lockstep_stream_pair, wait_all_tasks_blocked

from owm_net.protocol.framing import (
    ask_for_games,
    ask_to_host,
    ask_to_join,
    ask_to_meet,
    encode_frame,
)
from owm_net.relay import limits as limits_module
from owm_net.relay.limits import Asks, Limits, Refused
from owm_net.relay.server import FAREWELLS
from owm_net.strangers import misses as misses_module
from owm_net.strangers.misses import Allowed, Misses
from owm_net.strangers.origins import origin_of
from tests.relay.memory import frames_to_end, hear, meet, memory_relay

pytestmark = pytest.mark.usefixtures("carried")

ONE = origin_of("192.0.2.1")
HIT = {
    "rooms", "connections",  # test_limits_of_rooms_and_connections, in test_relay_server.py
    "rooms_per_home", "rooms_per_network",  # test_rooms_of_an_address_..., in test_relay_rooms.py
    "handshake_seconds",  # test_who_does_not_ask_in_time_is_sent_away
    "wait_seconds",  # test_nobody_waits_for_ever
    "idle_seconds",  # test_a_pair_that_says_nothing_at_all_goes
    "linger_seconds",  # test_the_half_that_stays_and_says_nothing_goes_too
    "keep_seconds",  # test_a_host_who_is_cut_off_finds_his_room_again_..., in test_relay_rooms.py
    "call_seconds",  # test_a_guest_whose_host_does_not_come_is_told, in test_net_relays.py
    "connections_per_home", "connections_per_network", "handshakes", "guests",
    "asks_per_minute", "misses_per_home", "misses_per_network",
    "joins_per_minute", "queue", "queue_seconds", "guest_seconds", "hold_seconds", "host_silence",
    "life_seconds", "frame_bytes", "pair_rate",
    "total_rate", "month_bytes", "slow_rate",
    "knocks", "knocks_per_minute", "knock_seconds",  # all in test_relay_knocking.py
}  # fmt: skip
"""Those not named with a test are met below."""


def test_every_limit_is_met_somewhere() -> None:
    assert {limit.name for limit in fields(Limits)} == HIT


async def held(m, room=b"7", key="key"):
    """A host's control link."""
    control = await m.join(encode_frame(ask_to_host(room.decode(), key)))
    await hear(control, b"HELD " + room)
    return control


async def word(stream):
    """The next frame, of less than 256 bytes."""
    head = b""
    while len(head) < 4:
        head += await stream.receive_some(4 - len(head))
    said = b""
    while len(said) < head[3]:
        said += await stream.receive_some(head[3] - len(said))
    return said


async def attended(m, control, room="7", **more):
    """Return a guest and the host's end of their pair."""
    guest = await m.join(encode_frame(ask_to_join(room)), **more)
    await hear(guest, b"WAIT")
    verb, _, ticket = (await word(control)).partition(b" ")
    assert verb == b"CALL"
    there = await m.join(encode_frame(b"OWMRELAY2 TAKE " + ticket))
    await hear(there, b"PAIR")
    await hear(guest, b"PAIR")
    return guest, there, ticket


async def test_a_silent_guest_keeps_no_friend_out_and_one_who_re_enters_neither(
    autojump_clock,
) -> None:
    """Measured before: 0 of 3 friends in 91 s got past one silent guest who came again."""
    async with memory_relay() as m:
        control = await held(m)
        silent = [await attended(m, control) for _ in range(3)]
        friend, there, ticket = await attended(m, control)
        await control.send_all(encode_frame(b"KEEP " + ticket))
        await friend.send_all(encode_frame(b"hello"))
        await hear(there, b"hello")
        await silent[0][0].aclose()
        assert await silent[0][1].receive_some() == b""
        assert m.relay.pairs == 4


async def test_idle_connections_of_one_address_close_the_relay_to_nobody(autojump_clock) -> None:
    """Measured before: 450 of them did, for an hour."""
    async with memory_relay(Limits(connections=40)) as m:
        crowd = [m.connect(origin=ONE) for _ in range(450)]
        await wait_all_tasks_blocked()
        assert m.relay.connections <= 40 + 64
        friend = await m.join(meet(), origin=origin_of("198.51.100.7"))
        await hear(friend, b"WAIT")
        await trio.sleep(15)
        assert m.relay.connections == 1
        for stream in crowd:
            await stream.aclose()


@pytest.mark.parametrize(
    ("limits", "where", "limit"),
    [
        (Limits(connections_per_home=3), "2001:db8:1:1::{}", "connections-home"),
        (Limits(connections_per_network=3), "2001:db8:1:{}::", "connections-network"),
        (Limits(connections_per_home=3), "192.0.2.1", "connections-home"),
        (Limits(connections_per_network=3), "192.0.2.{}", "connections-network"),
    ],
)
async def test_connections_of_an_address_and_of_a_network(
    limits, where, limit, autojump_clock
) -> None:
    async with memory_relay(limits) as m:
        for n in range(3):
            stream = await m.join(meet(f"room-{n}"), origin=origin_of(where.format(n)))
            await hear(stream, b"WAIT")
        said = await m.refused(meet(), origin=origin_of(where.format(9)))
        assert said[0].startswith(b"NO " + limit.encode() + b" 30 ")
        await stream.aclose()
        await wait_all_tasks_blocked()
        await hear(await m.join(meet(), origin=origin_of(where.format(9))), b"WAIT")


@pytest.mark.parametrize("wanted", ["NO taken 60 ", "BAD this relay speaks version 2"])
async def test_a_crowd_that_says_nothing_keeps_no_word_from_who_has_said_what_it_wants(
    wanted, autojump_clock
) -> None:
    """One address has as many connections as it may, and as many more are being told so."""
    async with memory_relay() as m:
        await held(m)
        crowd = [m.connect(origin=ONE) for _ in range(64 + 2 * FAREWELLS)]
        await wait_all_tasks_blocked()
        assert m.relay.connections == 1 + 64 + FAREWELLS, "and the others have been closed"
        ask = ask_to_host("7", "other") if wanted.startswith("NO") else b"OWMRELAY1 amber"
        said = await m.refused(encode_frame(ask), origin=origin_of("198.51.100.7"))
        assert said and said[0].startswith(wanted.encode())
        for stream in crowd:
            await stream.aclose()


async def test_of_too_many_who_say_nothing_one_must_go(autojump_clock) -> None:
    async with memory_relay(Limits(handshakes=5)) as m:
        crowd = [m.connect(origin=ONE) for _ in range(5)]
        friend = m.connect(origin=origin_of("198.51.100.7"))
        await wait_all_tasks_blocked()
        await friend.send_all(meet())
        await hear(friend, b"WAIT")
        assert m.relay.journal.refused == {"handshakes": 1}
        for stream in crowd:
            await stream.aclose()


async def test_of_too_many_guests_one_must_go_and_never_one_whom_the_host_knows(
    autojump_clock,
) -> None:
    async with memory_relay(Limits(guests=3, guest_seconds=3, call_seconds=1000)) as m:
        control = await held(m)
        friend, there, ticket = await attended(m, control, origin=ONE)
        await control.send_all(encode_frame(b"KEEP " + ticket))
        for _ in range(10):
            await m.join(encode_frame(ask_to_join("7")), origin=ONE)
        await trio.sleep(2.5)
        assert m.relay.journal.refused["guests"] == 0, "everybody has time to say who it is"
        await trio.sleep(7)
        assert m.relay.journal.refused["guests"] == 7
        await friend.send_all(encode_frame(b"hello"))
        await hear(there, b"hello")


async def test_a_queue_has_an_end_and_nobody_stands_in_it_for_ever(autojump_clock) -> None:
    limits = Limits(guests=1, guest_seconds=1e6, queue=2, queue_seconds=20)
    async with memory_relay(limits) as m:
        control = await held(m)
        await attended(m, control)
        crowd = [await m.join(encode_frame(ask_to_join("7"))) for _ in range(3)]
        await trio.sleep(15)
        assert m.relay.journal.refused == {"queue": 1}
        await trio.sleep(6)
        assert m.relay.journal.refused == {"queue": 3}
        said = [(await frames_to_end(stream))[-1] for stream in crowd]
        assert all(s.startswith(b"NO queue 2 more come to this room at once") for s in said)


async def test_asks_a_minute_of_an_address(autojump_clock) -> None:
    async with memory_relay(Limits(asks_per_minute=4)) as m:
        for _ in range(4):
            assert await m.refused(encode_frame(ask_for_games())) == [b"END"]
        said = await m.refused(encode_frame(ask_to_join("7")))
        assert said[0].startswith(b"NO asks-home 15 your address asks for more than 4 rooms a min")
        said = await m.refused(encode_frame(b"OWMRELAY2 TAKE guessed"))
        assert said[0].startswith(b"NO asks-home 15"), "a ticket that is guessed counts too"
        assert await m.refused(encode_frame(ask_for_games()), origin=ONE) == [b"END"]
        await trio.sleep(16)
        assert await m.refused(encode_frame(ask_for_games())) == [b"END"]


def join(room) -> bytes:
    return encode_frame(ask_to_join(room))


async def test_who_counts_rooms_is_stopped_and_whoever_comes_before_their_host_is_not(
    autojump_clock,
) -> None:
    """At each number that nobody holds, by whatever word; the friend of another address comes
    again and again to one, until its host is there."""
    friend, asks = (
        origin_of("198.51.100.7"),
        [join("8"), meet("9"), encode_frame(ask_to_host("10", "k"))],
    )
    async with memory_relay(Limits(misses_per_home=3)) as m:
        for ask in asks:
            stream = await m.join(ask, origin=ONE)
            await wait_all_tasks_blocked()
            await stream.aclose()
        for ask in (join("7"), meet("7"), encode_frame(ask_to_host("7", "k"))):
            said = await m.refused(ask, origin=ONE)
            assert said[0].startswith(b"NO misses 120 your address or network has tried too many")
        for _ in range(10):
            assert (await m.refused(join("7"), origin=friend))[0].startswith(b"NO no-room 2 ")
        control = await held(m)
        assert (await m.refused(join("7"), origin=ONE))[0].startswith(b"NO misses ")
        await attended(m, control, origin=friend)
        await trio.sleep(121)
        assert (await m.refused(join("11"), origin=ONE))[0].startswith(b"NO no-room ")
        assert (await m.refused(join("12"), origin=ONE))[0].startswith(b"NO misses ")


async def test_guesses_at_a_code_are_counted_and_a_guest_whom_the_host_knows_has_made_none(
    autojump_clock,
) -> None:
    """The second message of a guest may be one. Those of many networks have some each."""
    async with memory_relay(Limits(misses_per_home=3, misses_per_network=5)) as m:
        control = await held(m)

        async def guesses(where: str, cut: int = 5) -> tuple[trio.abc.HalfCloseableStream, bytes]:
            guest, there, ticket = await attended(m, control, origin=origin_of(where))
            data = encode_frame(b"hail") + encode_frame(b"guess")
            await guest.send_all(data[:cut])
            await guest.send_all(data[cut:])
            with suppress(AssertionError, trio.BrokenResourceError):
                await hear(there, b"hail", b"guess")
                return guest, ticket
            return guest, b""

        for _ in range(5):  # known in time, each
            _, ticket = await guesses("192.0.2.1")
            await control.send_all(encode_frame(b"KEEP " + ticket))
            await wait_all_tasks_blocked()
        crowd = [await attended(m, control, origin=ONE) for _ in range(8)]
        for guest, _, _ in crowd:  # at once
            await guest.send_all(encode_frame(b"hail"))
        for guest, _, _ in crowd:
            await guest.send_all(encode_frame(b"guess"))
            await wait_all_tasks_blocked()
        assert m.relay.journal.refused == {"misses": 5}
        said = await m.refused(join("7"), origin=ONE)
        assert said[0].startswith(b"NO misses 120 "), "nor is it called out any more"
        assert [bool((await guesses("192.0.2.2", cut))[1]) for cut in (9, 1)] == [True, True]
        assert (await m.refused(join("7"), origin=origin_of("192.0.2.9")))[0].startswith(
            b"NO misses 60 "
        ), "its network has had five"
        assert (await guesses("198.51.100.7"))[1]


def test_what_is_remembered_of_addresses_is_bounded(monkeypatch) -> None:
    monkeypatch.setattr(limits_module, "REMEMBERED", 10)
    asks = Asks()
    for n in range(100):
        asks.check(origin_of(f"10.0.0.{n}"), 1, 0)
        assert len(asks) <= 10
    with pytest.raises(Refused):
        asks.check(origin_of("10.0.0.99"), 1, 0)
    asks.forget_the_quiet(61)
    assert len(asks) == 0
    monkeypatch.setattr(misses_module, "REMEMBERED", 10)
    misses = Misses()
    for n in range(100):
        misses.count(origin_of(f"10.0.{n}.1"), 0, f"room-{n}")
        assert len(misses) <= 10
    assert misses.wait(origin_of("10.0.99.1"), Allowed(1, 1), 0) == 120
    misses.forget(121)
    assert len(misses) == 0


async def test_joins_a_minute_of_a_room(autojump_clock) -> None:
    async with memory_relay(Limits(joins_per_minute=6)) as m:
        control = await held(m)
        for _ in range(6):
            await attended(m, control, origin=ONE)
        asked = trio.current_time()
        await attended(m, control, origin=ONE)
        assert 9 < trio.current_time() - asked < 11


async def test_a_host_may_hold_a_room_so_long_and_must_say_that_he_is_there(autojump_clock) -> None:
    async with memory_relay(Limits(hold_seconds=500, host_silence=60)) as m:
        control = await held(m)
        for _ in range(9):
            await trio.sleep(50)
            await control.send_all(encode_frame(b"\0"))
            await hear(control, b"\0")
        await trio.sleep(51)
        assert (await word(control)).startswith(b"NO hold 1 nobody holds a room for 500 s")
        silent = await held(m, b"8")
        await trio.sleep(59)
        assert m.relay.rooms == 1
        await trio.sleep(2)
        assert m.relay.connections == 0
        said = await m.refused(encode_frame(ask_to_join("8")))
        assert said[0].startswith(b"NO away 2 ")
        await silent.aclose()


async def test_a_host_who_says_anything_else_is_sent_away(autojump_clock) -> None:
    async with memory_relay() as m:
        for said in (encode_frame(b"KEEP"), encode_frame(b"hello"), b"GET / HTTP/1.1\r\n\r\n"):
            control = await held(m)
            await control.send_all(said)
            assert (await word(control)).startswith(b"NO garbled 0 ")
            await control.aclose()


async def test_a_host_who_talks_without_end_is_heard_slowly(autojump_clock) -> None:
    async with memory_relay() as m:
        control = await held(m)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(control.send_all, encode_frame(b"\0") * 2000)
            await hear(control, *[b"\0"] * 2000)
        assert trio.current_time() >= 80


async def test_a_host_who_takes_nothing_is_cut_and_its_guests_with_it(autojump_clock) -> None:
    async with memory_relay() as m:
        control = await m.join(encode_frame(ask_to_host("7", "key")), kind=lockstep_stream_pair)
        await hear(control, b"HELD 7")
        guests = [await m.join(encode_frame(ask_to_join("7"))) for _ in range(3)]
        await trio.sleep(45)
        assert m.relay.connections == 0
        for guest in guests:
            assert (await frames_to_end(guest))[0] == b"WAIT"


CROWD = [origin_of(f"10.0.{n % 16}.{n // 16}") for n in range(60)]
"""Sixty addresses of sixteen networks."""


async def test_a_few_networks_cannot_hold_all_rooms(autojump_clock) -> None:
    """Measured before: they held all 450, for 12 hours."""
    limits = Limits(rooms=100)
    async with memory_relay(limits) as m:
        crowd = []
        for n in range(120):
            ask = encode_frame(ask_to_host("", f"key-{n}") if n % 3 else ask_to_meet(f"r-{n}", "k"))
            crowd.append(await m.join(ask, origin=CROWD[n % 60]))
        await wait_all_tasks_blocked()
        assert m.relay.rooms == 100 and m.relay.journal.refused == {"rooms": 20}
        for n in range(20):  # friends, each from somewhere else
            there = origin_of(f"172.{n}.0.1")
            host = await m.join(encode_frame(ask_to_host(f"{n + 70_000}", "key")), origin=there)
            await hear(host, b"HELD %d" % (n + 70_000))
        assert m.relay.rooms == 100 and m.relay.journal.refused == {"rooms": 40}
        guest = await m.join(encode_frame(ask_to_join("70000")), origin=origin_of("198.51.100.7"))
        await hear(guest, b"WAIT")
        (said,) = await m.refused(meet("one-more"), origin=CROWD[0])
        assert said.startswith(b"NO rooms 60 "), "who has more than others pushes out nobody"
        for stream in crowd:
            await stream.aclose()


async def test_who_waits_gives_a_connection_to_one_of_whose_like_fewer_are_here(
    autojump_clock,
) -> None:
    """Pairs stay, and so does everybody of whose network no more are here than of the newcomer's:
    silence pushes out nobody."""
    async with memory_relay(Limits(connections=30)) as m:
        for n in range(10):
            await m.pair(origin=origin_of(f"11.{n}.0.1"))
        crowd = [await m.join(meet(f"wait-{n}"), origin=CROWD[n]) for n in range(16)]
        await wait_all_tasks_blocked()
        assert (m.relay.rooms, m.relay.journal.refused) == (20, {"connections": 6})
        silent = [m.connect(origin=origin_of(f"172.{n}.0.1")) for n in range(20)]
        await wait_all_tasks_blocked()
        assert m.relay.rooms == 20
        friend = await m.join(meet("friends"), origin=origin_of("198.51.100.7"))
        await hear(friend, b"WAIT")
        assert (m.relay.rooms, m.relay.pairs) == (20, 10)
        for stream in [*crowd, *silent]:
            await stream.aclose()


async def test_the_life_of_a_pair(autojump_clock) -> None:
    async with memory_relay(Limits(life_seconds=100)) as m:
        first, _ = await m.pair()
        for _ in range(9):
            await trio.sleep(11)
            await first.send_all(encode_frame(b"\0"))
        assert m.relay.pairs == 1
        await trio.sleep(3)
        assert m.relay.pairs == 0 and m.relay.journal.ended == {"life": 1}


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 1000])
async def test_a_frame_that_is_too_long_ends_a_pair_however_it_is_cut(size, autojump_clock) -> None:
    async with memory_relay(Limits(frame_bytes=300)) as m:
        first, second = await m.pair()
        good = b"".join(encode_frame(bytes(n)) for n in (1, 2, 3, 4, 299, 300, 1, 300))
        for start in range(0, len(good), size):
            await first.send_all(good[start : start + size])
        await hear(second, *[bytes(n) for n in (1, 2, 3, 4, 299, 300, 1, 300)])
        bad = (301).to_bytes(4, "big") + bytes(301)
        for start in range(0, len(bad), size):
            await first.send_all(bad[start : start + size])
            await wait_all_tasks_blocked()
            if m.relay.pairs == 0:
                break
        assert m.relay.pairs == 0 and m.relay.journal.refused == {"frame": 1}


async def sent_in(seconds, pair, size):
    """Bytes that go through a pair in so many seconds, as frames of this size."""
    first, second = pair
    got = 0

    async def send() -> None:
        while True:
            await first.send_all(encode_frame(bytes(size - 4)))
            await trio.lowlevel.checkpoint()

    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send)
            while True:
                got += len(await second.receive_some())
    return got


async def test_bytes_a_second_of_a_pair(autojump_clock) -> None:
    async with memory_relay(Limits(pair_rate=1000, idle_seconds=1e6)) as m:
        pair = await m.pair(bounded=True)
        got = await sent_in(100, pair, 500)
        assert got == pytest.approx(104_000, abs=2000)  # four seconds' worth at once


async def test_bytes_a_second_of_all_are_shared_and_a_small_talker_still_gets_through(
    autojump_clock,
) -> None:
    async with memory_relay(Limits(total_rate=10_000, idle_seconds=1e6)) as m:
        greedy = [await m.pair(bounded=True) for _ in range(3)]
        small = await m.pair()
        got = []

        async def send(pair) -> None:
            got.append(await sent_in(100, pair, 1000))

        async with trio.open_nursery() as nursery:
            for pair in greedy:
                nursery.start_soon(send, pair)
            for _ in range(20):
                await trio.sleep(4)
                asked = trio.current_time()
                await small[0].send_all(encode_frame(b"move"))
                await hear(small[1], b"move")
                assert trio.current_time() - asked < 2
        assert sum(got) == pytest.approx(1_010_000, rel=0.05)
        assert max(got) < 1.2 * min(got)


async def test_the_rate_of_all_is_shared_by_network_however_many_pairs_one_has(
    autojump_clock,
) -> None:
    """Measured before: thirty pairs of one address had 15.9 of 16 MiB a second."""
    async with memory_relay(Limits(total_rate=10_000, idle_seconds=1e6)) as m:
        greedy = [await m.pair(bounded=True, origin=ONE) for _ in range(6)]
        friends = [await m.pair(bounded=True, origin=origin_of(f"10.{n}.0.1")) for n in range(2)]
        got = {}

        async def send(pair) -> None:
            got[pair] = await sent_in(100, pair, 1000)

        async with trio.open_nursery() as nursery:
            for pair in [*greedy, *friends]:
                nursery.start_soon(send, pair)
        crowd = sum(got[pair] for pair in greedy)
        for friend in friends:
            assert got[friend] == pytest.approx(crowd, rel=0.15), "a third for each network"
        assert sum(got.values()) == pytest.approx(1_000_000, rel=0.1)


async def test_who_is_alone_has_the_whole_rate(autojump_clock) -> None:
    async with memory_relay(Limits(total_rate=10_000, idle_seconds=1e6)) as m:
        silent = [await m.pair(origin=origin_of(f"10.{n}.0.1")) for n in range(9)]
        pair = await m.pair(bounded=True, origin=ONE)
        assert await sent_in(100, pair, 1000) == pytest.approx(1_000_000, rel=0.1)
        assert m.relay.pairs == len(silent) + 1


async def test_who_had_what_nobody_else_wanted_owes_nothing_for_it(autojump_clock) -> None:
    limits = Limits(total_rate=10_000, pair_rate=7_000, idle_seconds=1e6)
    async with memory_relay(limits) as m:
        small = await m.pair(origin=origin_of("10.1.0.1"))
        early, late = [await m.pair(bounded=True, origin=ONE) for _ in range(2)]
        other = await m.pair(bounded=True, origin=origin_of("10.2.0.1"))
        got = []

        async def trickle() -> None:
            while True:
                await small[0].send_all(encode_frame(b"move"))
                await trio.sleep(0.5)

        async def send(pair) -> None:
            got.append(await sent_in(20, pair, 1000))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(trickle)
            assert await sent_in(100, early, 1000) > 700_000
            async with trio.open_nursery() as both:
                both.start_soon(send, late)
                both.start_soon(send, other)
            nursery.cancel_scope.cancel()
        assert max(got) < 1.3 * min(got)


class Calendar:
    """The operator's clock: noon of a day of a month of thirty days."""

    def __init__(self) -> None:
        self.day = 1

    def __call__(self) -> datetime:
        return datetime(2026, 11, self.day, 12, tzinfo=UTC)


async def test_one_network_uses_up_its_part_of_a_day_and_the_others_play_on(autojump_clock) -> None:
    """Measured before: one address used up a month in 8.3 hours, and all pairs were cut."""
    limits = Limits(month_bytes=30_000_000, pair_rate=10_000, slow_rate=1000, idle_seconds=1e6)
    today = Calendar()
    friend = origin_of("10.0.0.1")

    async with memory_relay(limits, today=today) as m:  # a million bytes each day

        async def sends(seconds, origin) -> int:
            return await sent_in(seconds, await m.pair(bounded=True, origin=origin), 500)

        early = await sends(1000, ONE)
        assert 125_000 <= early < 125_000 + 1_200_000, "an eighth, and then slowly"
        assert m.relay.slow_pairs == m.relay.pairs == 1, "and it is not cut"
        assert await sends(1000, ONE) == pytest.approx(1_000_000, rel=0.05)
        assert m.relay.journal.day_bytes > 1_000_000
        assert 100_000 < await sends(100, friend) < 160_000, "a burst, then slowly as all are now"
        today.day = 2
        await trio.sleep(62)
        assert m.relay.slow_pairs == 0 and m.relay.journal.day_bytes == 0


async def test_who_has_had_little_is_never_slow(autojump_clock) -> None:
    """A thousandth of a day is for everybody, though others have used it all up."""
    limits = Limits(month_bytes=30_000_000_000, slow_rate=1000, idle_seconds=1e6)
    async with memory_relay(limits, today=Calendar()) as m:
        m.relay.journal.month_bytes = 1_100_000_000
        friend = await m.pair(bounded=True, origin=ONE)
        assert await sent_in(10, friend, 500) > 1_000_000
        await trio.sleep(2)
        assert m.relay.slow_pairs == 1


async def test_the_volume_of_a_month(autojump_clock) -> None:
    lines: list[str] = []
    limits = Limits(month_bytes=10_000, slow_rate=1000, idle_seconds=1e6)
    async with memory_relay(limits) as m:
        m.relay.journal.tell = lines.append
        first, second = await m.pair()
        for _ in range(9):
            await first.send_all(encode_frame(bytes(996)))
            await hear(second, bytes(996))
        await trio.sleep(61)
        assert lines == ["80% of this month's volume is used up: 10000 bytes"]
        await first.send_all(encode_frame(bytes(996)))
        await hear(second, bytes(996))
        await trio.sleep(61)
        assert lines[1:] == ["100% of this month's volume is used up: 10000 bytes"]
        (said,) = await m.refused(meet("birch"))
        assert said.startswith(b"NO volume ") and int(said.split()[2]) <= 31 * 86400
        for _ in range(9):
            await first.send_all(encode_frame(bytes(996)))
            await hear(second, bytes(996))
        assert m.relay.pairs == 1 and m.relay.slow_pairs == 1, "who plays goes on to the end"
        m.relay.journal.month = "1999-12"
        await trio.sleep(61)
        await m.pair(room="birch")


async def test_one_line_a_minute_for_what_repeats(autojump_clock) -> None:
    lines: list[str] = []
    async with memory_relay() as m:
        m.relay.journal.tell = lines.append
        for _ in range(20):
            await m.refused(b"GET / HTTP/1.1\r\n\r\n")
        await m.refused(encode_frame(ask_to_join("7")))
        await trio.sleep(200)
    assert lines == ["refused in the last minute: 21 (garbled 20, no-room 1)"]
