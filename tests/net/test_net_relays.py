"""Rooms of a relay as players use them, and every way in which that may fail."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import pytest
import trio
import trio.testing

from owm_net.net import relays
from owm_net.net.errors import NetError
from owm_net.net.lobby import turn_away
from owm_net.net.relays import (
    RelayRefused,
    hold_room,
    in_words,
    join_room,
    meet_room,
    open_games,
)
from owm_net.net.rendezvous import Address, BadRoom, CannotConnect, parse_address
from owm_net.net.streams import FramedStream, PeerGarbage, PeerGone
from owm_net.net.web_relay import RelayGone
from owm_net.protocol.channel import Peer
from owm_net.protocol.framing import NUMBERS, ask_to_host, encode_frame
from owm_net.relay.limits import Limits
from owm_net.relay.listeners import serve
from tests.verbs.command import free_port

HERE = "127.0.0.1"
NARROW = [
    "rooms_per_home", "rooms_per_network", "asks_per_minute", "connections_per_home",
    "connections_per_network",
]  # fmt: skip


def one_line(caught: Any, *parts: str) -> None:
    text = str(caught.value)
    assert text.isprintable() and "; " in text
    for part in parts:
        assert part in text


@asynccontextmanager
async def running_relay(
    limits: Limits | None = None, port: int = 0
) -> AsyncIterator[tuple[Address, trio.CancelScope]]:
    with trio.fail_after(120):  # real sockets, so no test clock
        async with trio.open_nursery() as nursery:
            scope = trio.CancelScope()

            async def run(task_status: Any) -> None:
                with scope:
                    await serve(HERE, port, limits=limits, task_status=task_status)

            address = Address(*await nursery.start(run))
            try:
                yield address, scope
            finally:
                scope.cancel()


@asynccontextmanager
async def pretender(
    *says: bytes, then_wait: bool = False, visits: list[int] | None = None
) -> AsyncIterator[Address]:
    """A server that says the same to everybody, whatever they want."""

    async def attend(stream: trio.SocketStream) -> None:
        async with stream:
            if visits is not None:
                visits.append(1)
            await stream.receive_some()
            await stream.send_all(b"".join(says))
            if then_wait:
                await trio.sleep_forever()
            await stream.send_eof()
            await stream.receive_some()

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            (listener,) = await nursery.start(partial(trio.serve_tcp, attend, 0, host=HERE))
            _, port = listener.socket.getsockname()
            yield Address(HERE, port)
            nursery.cancel_scope.cancel()


async def meet(
    relay: Address, room: str = "amber-elk-7", **options: Any
) -> tuple[FramedStream, FramedStream]:
    """Both links of a room of two: the first there, and the second."""
    links = {}
    waits = trio.Event()

    async def first() -> None:
        links["first"] = await meet_room(relay, room, on_wait=waits.set, **options)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(first)
        await waits.wait()
        links["second"] = await meet_room(relay, room, **options)
    return links["first"], links["second"]


class Host:
    """Holds a room; guests: the links of those who came, which stay open until the end."""

    def __init__(self) -> None:
        self.room = ""
        self.held = trio.Event()
        self.lines: list[str] = []
        self.guests: list[FramedStream] = []
        self.stirred = trio.Event()

    def on_held(self, room: str) -> None:
        self.room = room
        self.held.set()

    def tell(self, line: str) -> None:
        self.lines.append(line)
        self.stir()

    def stir(self) -> None:
        self.stirred.set()
        self.stirred = trio.Event()

    async def until(self, done: Callable[[], object]) -> None:
        while not done():
            await self.stirred.wait()

    async def attend(self, link: FramedStream) -> None:
        self.guests.append(link)
        self.stir()


@asynccontextmanager
async def holding(relay: Address, room: str = "", **more: Any) -> AsyncIterator[Host]:
    host = Host()
    attend = more.pop("attend", host.attend)
    async with trio.open_nursery() as nursery:
        hold = partial(hold_room, on_held=host.on_held, tell=host.tell, **more)
        nursery.start_soon(hold, relay, room, attend)
        await host.held.wait()
        yield host
        nursery.cancel_scope.cancel()
    for link in host.guests:
        await link.cut()


# ------------------------------------------------------------------ held rooms


async def test_every_guest_gets_a_link_of_its_own() -> None:
    async with running_relay() as (relay, _), holding(relay) as host:
        assert int(host.room) in NUMBERS
        guests = [await join_room(relay, host.room) for _ in range(3)]
        await host.until(lambda: len(host.guests) == 3)
        async with trio.open_nursery() as nursery:
            for number, guest in enumerate(guests):
                nursery.start_soon(guest.send, b"guest %d" % number * 30_000)
            heard = [await link.receive() for link in host.guests]
        assert {h[:7] for h in heard if h} == {b"guest 0", b"guest 1", b"guest 2"}
        for guest in guests:
            assert guest.peer == f"the host of room {host.room}"
            await guest.cut()


async def test_a_guest_who_is_sent_away_is_not_known_and_has_guessed() -> None:
    """The relay hears of those alone who stay: whoever guessed wrong three times waits."""

    async def attend(link: FramedStream) -> None:
        assert await link.receive() == b"hail"
        await link.receive()
        await link.send(b"no")
        await link.cut()

    async with running_relay() as (relay, _), holding(relay, attend=attend) as host:
        for _ in range(3):
            async with await join_room(relay, host.room) as guest:
                await guest.send(b"hail")
                await guest.send(b"guess")
                with suppress(NetError):
                    while await guest.receive() is not None:
                        pass
        with pytest.raises(RelayRefused, match="too many wrong room numbers or codes") as refused:
            await join_room(relay, host.room)
        assert refused.value.limit == "misses"


async def test_a_guest_with_the_code_who_is_turned_away_has_not_guessed() -> None:
    """All seats are taken, or the host says no: they may try again as often as anybody."""
    who = Peer(bytes(32), "Ben", "test")

    async def attend(link: FramedStream) -> None:
        assert await link.receive() == b"hail"
        await link.receive()
        link.who = who
        await turn_away(link, "all seats are taken")

    async with running_relay() as (relay, _), holding(relay, attend=attend) as host:
        for _ in range(5):
            async with await join_room(relay, host.room) as guest:
                await guest.send(b"hail")
                await guest.send(b"the code")
                said = await guest.receive()
                assert said is not None and b"all seats are taken" in said
                assert await guest.receive() is None


async def test_a_guest_who_comes_before_the_host_tries_again() -> None:
    why: list[RelayRefused] = []
    async with running_relay() as (relay, _), trio.open_nursery() as nursery:
        host = Host()

        def waits(error: RelayRefused) -> None:
            why.append(error)
            if len(why) == 1:
                nursery.start_soon(hold_room, relay, "amber", host.attend)

        link = await join_room(relay, "amber", on_wait=waits)
        assert why[0].limit == "no-room" and "nobody holds this room" in str(why[0])
        await link.cut()
        nursery.cancel_scope.cancel()
    for guest in host.guests:
        await guest.cut()


async def test_nobody_holds_the_room_for_long_enough() -> None:
    async with running_relay() as (relay, _):
        with pytest.raises(RelayRefused) as caught:
            await join_room(relay, "amber", patience=0)
        one_line(caught, "refused us: it says 'nobody holds this room", "; try again in 2 s")


async def test_a_guest_whose_host_does_not_come_is_told() -> None:
    """The host's program lives, and takes no ticket."""
    async with running_relay(Limits(call_seconds=0.05)) as (relay, _):
        link, room, _ = await relays._hold(relay, ask_to_host("", "key"))
        async with link:
            with pytest.raises(RelayRefused) as caught:
                await join_room(relay, room, patience=0)
            one_line(caught, "the host of this room has not come within 0.05 s")


async def test_a_relay_that_was_restarted_is_asked_for_the_same_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relays, "PAUSE", 0.01)
    port = int(free_port())
    async with (
        running_relay(port=port) as (relay, scope),
        holding(relay, line=b"come in") as host,
    ):
        scope.cancel()
        await host.until(
            lambda: any(f"to hold room {host.room} again" in line for line in host.lines)
        )
        async with running_relay(port=port):
            await host.until(lambda: any("is there again" in line for line in host.lines))
            assert await open_games(relay) == [(host.room, b"come in")]
            async with await join_room(relay, host.room):
                await host.until(lambda: host.guests)
        assert len(host.lines) >= 2 and host.lines[1].endswith(f"still waiting in room {host.room}")


async def test_a_room_that_somebody_else_holds() -> None:
    async with running_relay() as (relay, _), holding(relay, "amber"):
        with pytest.raises(RelayRefused) as caught:
            await hold_room(relay, "amber", Host().attend)
        one_line(caught, "somebody else has this room; ask for another", "in a minute")


async def test_the_same_key_takes_the_room_from_a_link_that_is_dead() -> None:
    async with running_relay() as (relay, _):
        dead, _, _ = await relays._hold(relay, ask_to_host("7", "key"))
        async with dead, holding(relay, "7", key="key") as host:
            with pytest.raises(RelayRefused, match="another connection"):
                await relays._answer(dead)
            async with await join_room(relay, "7"):
                await host.until(lambda: host.guests)


async def test_a_relay_that_brings_strangers_without_end_keeps_the_cpu_quiet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It calls out a thousand guests at once. There is a place for so many, and no more."""
    monkeypatch.setattr(relays, "PAUSE", 3600.0)
    visits: list[int] = []
    calls = [encode_frame(b"CALL t%d" % n) for n in range(1000)]
    async with (
        pretender(encode_frame(b"HELD 1"), *calls, then_wait=True, visits=visits) as relay,
        holding(relay),
    ):
        while len(visits) < 1 + relays.PLACES:
            await trio.lowlevel.checkpoint()
        for _ in range(1000):  # all calls have been heard meanwhile
            await trio.lowlevel.checkpoint()
        assert len(visits) <= 1 + relays.PLACES


async def test_no_link_stays_open_when_the_waiting_is_broken_off() -> None:
    """The guest, and the control link too: the room is free at once."""
    async with running_relay() as (relay, _):
        stuck: list[FramedStream] = []

        async def attend(link: FramedStream) -> None:
            stuck.append(link)
            await trio.sleep_forever()

        async with holding(relay, attend=attend) as host:
            guest = await join_room(relay, host.room)
            while not stuck:
                await trio.lowlevel.checkpoint()
        async with guest:
            assert await guest.receive() is None
        with pytest.raises(trio.ClosedResourceError):
            await stuck[0].receive()
        with pytest.raises(RelayRefused, match="nobody holds this room"):
            await join_room(relay, host.room, patience=0)


# ------------------------------------------------------------------ open games


async def test_the_list_of_open_games_goes_over_pages() -> None:
    many = dict.fromkeys(NARROW, 1000)
    async with running_relay(Limits(**many)) as (relay, _):
        assert await open_games(relay) == []
        async with holding(relay), holding(relay, "hidden"):
            links = []
            for n in range(120):
                ask = ask_to_host(f"open-{n}", f"key-{n}", "", b"line %d" % n)
                links.append((await relays._hold(relay, ask))[0])
            assert await open_games(relay) == [(f"open-{n}", b"line %d" % n) for n in range(120)]
            for link in links:
                await link.cut()


@pytest.mark.parametrize(
    "says",
    [b"GAME Amber x", b"GAME", b"GAME a " + b"x" * 257, b"END 1e9", b"PAIR", b"END x", b"GAME *"],
)
async def test_a_list_of_nonsense_is_refused(says: bytes) -> None:
    async with pretender(encode_frame(says)) as relay:
        with pytest.raises(RelayRefused, match="says what no relay says"):
            await open_games(relay)


async def test_a_list_without_end_comes_to_an_end() -> None:
    """Pages whose number never grows, and pages that grow for ever."""
    visits: list[int] = []
    page = encode_frame(b"GAME 1 x") + encode_frame(b"END 7")
    async with pretender(page, visits=visits) as relay:
        assert len(await open_games(relay)) == 2 == len(visits)
    async with pretender(encode_frame(b"GAME 1 x") * 2000) as relay:
        with pytest.raises(RelayRefused, match="says what no relay says"):
            await open_games(relay)


# ------------------------------------------------------------------ rooms of two


async def test_two_meet_and_talk() -> None:
    async with running_relay() as (relay, _):
        first, second = await meet(relay)
        async with first, second, trio.open_nursery() as nursery:
            nursery.start_soon(first.send, b"a" * 300_000)
            nursery.start_soon(second.send, b"b" * 300_000)
            assert await second.receive() == b"a" * 300_000
            assert await first.receive() == b"b" * 300_000
            nursery.start_soon(first.finish)
            assert await second.receive() is None
            await second.finish()


async def test_the_first_message_may_come_with_the_relays_pair() -> None:
    waits = []
    says = [encode_frame(word) for word in (b"WAIT", b"PAIR", b"hello")]
    async with pretender(*says) as relay:
        link = await meet_room(relay, "amber", on_wait=lambda: waits.append(1))
        async with link:
            assert await link.receive() == b"hello"
            assert await link.receive() is None
    assert waits == [1]


async def test_a_third_is_refused() -> None:
    async with running_relay() as (relay, _):
        first, second = await meet(relay)
        async with first, second:
            with pytest.raises(RelayRefused) as caught:
                await meet_room(relay, "amber-elk-7")
            assert caught.value.limit == "full"
            one_line(caught, "two are in this room already", "try again in 2 s")


async def test_who_comes_again_takes_its_own_place_and_the_other_is_cut_to_come_too() -> None:
    """The relay has not heard yet that a connection is dead: nobody waits for that."""
    async with running_relay() as (relay, _):
        ghost, other = await meet(relay, key="")
        ghost.peer = "ghost"
        await ghost.cut()
        await other.cut()
        waits = trio.Event()
        links: list[FramedStream] = []

        async def come(key: str) -> None:
            links.append(await meet_room(relay, "amber", key=key, on_wait=waits.set))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(come, "mine")
            await waits.wait()
            await come("theirs")
        mine, theirs = links
        async with mine, theirs, trio.open_nursery() as nursery:
            waits = trio.Event()
            nursery.start_soon(come, "mine")
            await waits.wait()
            for link in (mine, theirs):
                with pytest.raises(PeerGone):
                    await link.receive()
            await come("theirs")
        async with links[2], links[3]:
            await links[2].send(b"again")
            assert await links[3].receive() == b"again"


async def test_nobody_comes_to_the_room() -> None:
    async with running_relay() as (relay, _):
        with pytest.raises(CannotConnect) as caught:
            await meet_room(relay, "amber", patience=0.05)
        one_line(caught, "nobody came to room amber: not within 0.05 s")


async def test_the_relay_loses_patience_first() -> None:
    async with running_relay(Limits(wait_seconds=0.02)) as (relay, _):
        with pytest.raises(RelayRefused) as caught:
            await meet_room(relay, "amber")
        one_line(caught, "refused us: it says 'nobody came within 0.02 s'")


# ------------------------------------------------------------------ relays that are none


@pytest.mark.parametrize("room", ["", "Amber", "a b", "a\n", "z" * 65])
async def test_bad_rooms_are_refused_before_anything_is_sent(room: str) -> None:
    nowhere = Address("nobody.invalid", 1)
    for way in (meet_room, join_room):
        with pytest.raises(BadRoom) as caught:
            await way(nowhere, room)
        one_line(caught, "is not a valid room name")


async def test_no_relay_there() -> None:
    nobody = Address(HERE, int(free_port()))
    ways = (
        partial(meet_room, nobody, "amber"),
        partial(join_room, nobody, "amber"),
        partial(hold_room, nobody, "amber", Host().attend),
        partial(open_games, nobody),
    )
    for way in ways:
        with pytest.raises(CannotConnect) as caught:
            await way()
        one_line(caught, "nobody listens there")


STRANGE = [
    (b"SSH-2.0-OpenSSH_9\r\n", PeerGarbage, "does not speak our language"),
    (encode_frame(b"HELLO"), RelayRefused, "says what no relay says"),
    (encode_frame(b"NO x 0 \x1b[31m\n"), RelayRefused, r"'\x1b[31m\n'"),
    (encode_frame(b"NO"), RelayRefused, "refused us"),
    (encode_frame(b"NO x " + b"9" * 5000), RelayRefused, "refused us"),
    (encode_frame(b"BAD no such greeting"), RelayRefused, "of version 1, this program wants versi"),
    (encode_frame(b"WAIT")[:5], PeerGone, "in the middle of a message"),
    (encode_frame(b"WAIT"), RelayGone, "ended the connection"),
    (b"", RelayGone, "ended the connection"),
]


@pytest.mark.parametrize(("says", "kind", "why"), STRANGE)
async def test_what_a_strange_relay_may_say(says: bytes, kind: type[NetError], why: str) -> None:
    async with pretender(says) as relay:
        with pytest.raises(kind) as caught:
            await meet_room(relay, "amber")
        one_line(caught, why, str(relay))
        with pytest.raises(kind) as caught:
            await join_room(relay, "amber", patience=-1)
        one_line(caught, why, str(relay))


@pytest.mark.parametrize(("says", "kind", "why"), STRANGE[:7])
async def test_what_a_strange_relay_may_say_to_a_host(
    says: bytes, kind: type[NetError], why: str
) -> None:
    async with pretender(says) as relay:
        with pytest.raises(kind) as caught:
            await hold_room(relay, "amber", Host().attend)
        one_line(caught, why, str(relay))


@pytest.mark.parametrize(
    "place",
    ["", "127.0.0.1", "127.0.0.1:0", "::1:77", "host:70000", "a b:1", "h:1 x", "h:01", "[::::]:1"],
)
async def test_a_relay_that_sends_us_nowhere(place: str) -> None:
    async with pretender(encode_frame(b"AT " + place.encode())) as relay:
        with pytest.raises(RelayRefused) as caught:
            await meet_room(relay, "amber")
        one_line(caught, "says what no relay says")


async def test_we_are_sent_on_once_and_are_told_so() -> None:
    visits: list[int] = []
    told: list[str] = []
    async with (
        pretender(encode_frame(b"AT 127.0.0.1:9"), visits=visits) as second,
        pretender(encode_frame(b"AT %s" % str(second).encode()), visits=visits) as first,
    ):
        with pytest.raises(RelayRefused) as caught:
            await join_room(first, "amber", patience=0, tell=told.append)
        one_line(caught, f"sent us on to relay {second}: which sends us on as well; try again")
        assert caught.value.again, "so who joins tries the first one again"
    assert told == [f"relay {first} sends us on to relay {second}"] and len(visits) == 2


class Names(trio.abc.HostnameResolver):
    """The addresses of names; a number leads to itself. asked: the names looked up."""

    def __init__(self, names: dict[str, list[str]]) -> None:
        self.names = names
        self.asked: list[str] = []

    async def getaddrinfo(self, host: Any, port: Any, *more: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        self.asked.append(name)
        if name not in self.names:
            raise OSError("no such name")
        return [
            (socket.AF_INET6 if ":" in one else socket.AF_INET, socket.SOCK_STREAM, 0, "",
             (one, port))
            for one in self.names[name]
        ]  # fmt: skip

    async def getnameinfo(self, sockaddr: Any, flags: int) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize(
    "place",
    [
        "127.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "[::ffff:192.168.1.1]",
        "[64:ff9b::c0a8:101]",  # 192.168.1.1 for a network that has IPv6 alone
        "[2002:c0a8:101::1]",
        "[fe80::1]",
        "[2001:db8:1:2::99]",  # beside our own IPv6 address, behind the same router
        "203.0.113.77",  # our router, as the internet sees it
        "0.0.0.0",
        "224.0.0.1",
        "printer.test",
        "localhost",
        "nowhere.test",
    ],
)
@pytest.mark.parametrize("typed", ["relay.test", "9.9.9.9", "nobody.test"])
async def test_a_relay_sends_us_nowhere_but_where_the_name_leads_that_was_typed(
    typed: str, place: str
) -> None:
    trio.socket.set_custom_hostname_resolver(
        Names(
            {
                "relay.test": ["9.9.9.9", "2620:fe::9"],
                "printer.test": ["192.168.1.7"],
                "localhost": [HERE, "::1"],
            }
        )
    )
    relay = Address(typed, 7771)
    with pytest.raises(RelayRefused) as caught:
        await relays._allowed(relay, parse_address(f"{place}:80"))
    why = "there is no such host" if place == "nowhere.test" else f"{typed} does not lead there"
    one_line(caught, f"cannot go where relay {relay} sends us, to {place}:80: {why}")


async def test_of_the_relays_behind_a_name_each_may_send_us_to_each() -> None:
    trio.socket.set_custom_hostname_resolver(
        Names(
            {
                "relay.test": ["9.9.9.9", "2620:fe::9", "9.9.9.10"],
                "b.test": ["192.168.1.1", "9.9.9.10"],
            }
        )
    )
    relay = Address("relay.test", 7771)
    for place, there in (
        ("9.9.9.9:7771", "9.9.9.9:7771"),
        ("9.9.9.10:9", "9.9.9.10:9"),
        ("[2620:00fe::9]:1", "[2620:fe::9]:1"),
        ("b.test:7771", "9.9.9.10:7771"),
    ):
        assert [str(way) for way in await relays._allowed(relay, parse_address(place))] == [there]


async def test_a_relay_that_lies_has_nothing_connected_to_elsewhere() -> None:
    visits: list[int] = []
    async with pretender(b"", visits=visits) as victim:
        place = f"printer.test:{victim.port}".encode()
        async with pretender(encode_frame(b"AT " + place)) as liar:
            names = {"relay.test": [HERE], "printer.test": ["127.0.0.2", "::1"]}
            trio.socket.set_custom_hostname_resolver(Names(names))
            with pytest.raises(RelayRefused, match=r"relay\.test does not lead there"):
                await join_room(Address("relay.test", liar.port), "amber", patience=0)
            names["printer.test"].append(HERE)  # then it may
            with pytest.raises(RelayRefused, match="sent us on"):
                await join_room(Address("relay.test", liar.port), "amber", patience=0)
    assert visits == [1]


async def test_a_host_takes_its_tickets_where_its_room_is() -> None:
    """Not where the name leads by then: another of several relays does not know them."""
    async with running_relay() as (here, _):
        names = Names({"relay.test": [HERE]})
        trio.socket.set_custom_hostname_resolver(names)
        async with holding(Address("relay.test", here.port)) as host:
            names.names.clear()  # from here on it leads nowhere
            async with await join_room(here, host.room):
                await host.until(lambda: host.guests)
        assert names.asked == ["relay.test"]


@pytest.mark.parametrize("where", ["the first", "the second"])
async def test_a_relay_has_so_long_to_answer_wherever_it_sends_us(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes come all the time, and never a whole word."""
    monkeypatch.setattr(relays, "STEP", 0.3)
    monkeypatch.setattr(relays, "EACH", 0.2)

    async def drip(stream: trio.SocketStream) -> None:
        async with stream:
            with suppress(trio.BrokenResourceError):
                await stream.send_all(encode_frame(bytes(1000))[:4])
                while True:
                    await stream.send_all(b".")
                    await trio.sleep(0.05)

    async with trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, drip, 0, host=HERE))
        slow = Address(*listener.socket.getsockname())
        async with pretender(encode_frame(b"AT " + str(slow).encode())) as first:
            with trio.fail_after(20), pytest.raises(NetError) as caught:
                await meet_room(slow if where == "the first" else first, "amber")
        one_line(caught, "not within 0.3 s" if where == "the first" else "not within 0.2 s")
        nursery.cancel_scope.cancel()


async def test_a_relay_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relays, "STEP", 0.2)
    async with pretender(b"", then_wait=True) as relay:
        with pytest.raises(CannotConnect) as caught:
            await meet_room(relay, "amber")
        one_line(caught, "not within 0.2 s")


async def test_a_relay_killed_in_the_middle_is_peer_gone() -> None:
    async with running_relay() as (relay, scope):
        first, second = await meet(relay)
        async with first, second:
            await first.send(b"before")
            assert await second.receive() == b"before"
            scope.cancel()
            for link in (first, second):
                with pytest.raises(PeerGone) as caught:
                    await link.receive()
                one_line(caught, "lost the other side of room amber-elk-7: the connection broke")


def test_how_long_that_is() -> None:
    assert [in_words(n) for n in (1, 59, 60, 150, 3600, 7200, 86400, 2_000_000)] == [
        "1 s", "59 s", "a minute", "2 minutes", "an hour", "2 hours", "a day", "23 days",
    ]  # fmt: skip
