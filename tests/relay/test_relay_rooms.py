"""Rooms: any order of comings and goings, beside models that are too simple to be wrong."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from owm_net.protocol.framing import (
    NUMBERS,
    ask_for_games,
    ask_to_host,
    ask_to_join,
    ask_to_meet,
    ask_to_take,
)
from owm_net.relay.limits import Limits, Refused
from owm_net.relay.requests import (
    BadRequest,
    Host,
    Join,
    List,
    Meet,
    Take,
    UnknownVersion,
    parse_request,
)
from owm_net.relay.rooms import Rooms, RoomState
from owm_net.strangers.crowd import Crowd
from owm_net.strangers.line import Pace, WaitingLine
from owm_net.strangers.origins import Origin, origin_of

HOME = origin_of("192.0.2.7")
MANY = Limits(rooms_per_home=1000, rooms_per_network=1000)


def refused(limit, call, *arguments, **more) -> Refused:
    with pytest.raises(Refused) as caught:
        call(*arguments, **more)
    assert caught.value.limit == limit and caught.value.why.isprintable()
    return caught.value


HALF = settings(max_examples=settings().max_examples // 2)
"""Half as many runs of a state machine as of a test; each has up to 50 steps."""


class RoomsOfTwo(RuleBasedStateMachine):
    """The model is a list of peers for each name; an empty one is no room."""

    peers = Bundle("peers")
    names = st.sampled_from(["amber", "birch", "cedar", "daisy", "elk"])

    def __init__(self) -> None:
        super().__init__()
        self.rooms: Rooms[int] = Rooms(Limits(rooms=3))
        self.model: dict[str, list[tuple[int, str]]] = {}
        self.born = 0

    @rule(target=peers, name=names, own_key=st.booleans())
    def meet(self, name, own_key):
        self.born += 1
        peer = self.born
        key = "known" if own_key else f"key-{peer}"
        there = self.model.get(name, [])
        if any(k == key for _, k in there):
            assert self.rooms.meet(peer, HOME, name, key, 0) == (None, [p for p, _ in there])
            self.model[name] = [(peer, key)]
        elif len(there) == 2:
            refused("full", self.rooms.meet, peer, HOME, name, key, 0)
        elif not there and len(self.model) == 3:
            refused("rooms", self.rooms.meet, peer, HOME, name, key, 0)
        else:
            assert self.rooms.meet(peer, HOME, name, key, 0) == (there[0][0] if there else None, [])
            self.model[name] = [*there, (peer, key)]
        return peer

    @rule(peer=consumes(peers))
    def leave(self, peer) -> None:
        name = next((n for n, there in self.model.items() if peer in [p for p, _ in there]), "")
        there = self.model.pop(name, [])
        assert self.rooms.leave(peer, 0) == [p for p, _ in there if p != peer]

    @invariant()
    def same(self) -> None:
        assert len(self.rooms) == len(self.model) <= 3
        for name in ["amber", "birch", "cedar", "daisy", "elk"]:
            want = [RoomState.FREE, RoomState.WAITING, RoomState.PAIRED][
                len(self.model.get(name, []))
            ]
            assert self.rooms.state(name) is want


TestRoomsOfTwo = RoomsOfTwo.TestCase
TestRoomsOfTwo.settings = HALF


class HeldRooms(RuleBasedStateMachine):
    """One host, at most three unknown guests, at most two in the queue. The model is what each
    guest is."""

    guests = Bundle("guests")

    def __init__(self) -> None:
        super().__init__()
        numbers = iter(range(10**6))
        limits = Limits(guests=3, queue=2, guest_seconds=4, joins_per_minute=10**6)
        self.rooms: Rooms[str] = Rooms(limits, random.Random(1), lambda: f"t{next(numbers)}")
        self.rooms.host("host", HOME, "7", "key", b"", 0)
        self.queue: set[str] = set()
        self.there: dict[str, str] = {}  # guest: ticket, while the host does not know it
        self.since: dict[str, float] = {}
        self.taken: set[str] = set()
        self.time = 0.0
        self.born = 0

    @rule(target=guests)
    def join(self):
        self.born += 1
        guest = f"guest {self.born}"
        self.queue.add(guest)
        gone = self.rooms.join(guest, HOME, "7", self.time)
        assert (gone is None) == (len(self.queue) <= 2)
        self.queue.discard(gone or "")
        return guest

    @rule(seconds=st.sampled_from([0.5, 1, 5]))
    def time_passes(self, seconds) -> None:
        self.time += seconds
        for call in self.rooms.due(self.time):
            assert call.host == "host"
            assert (call.gone is None) == (len(self.there) < 3)
            if call.gone is not None:
                assert self.since[call.gone] <= self.time - 4, "it had no time to say who it is"
                del self.there[call.gone]
            self.queue.remove(call.guest)
            self.there[call.guest] = call.ticket
            self.since[call.guest] = self.time
        young = [g for g in self.there if self.since[g] > self.time - 4]
        assert not self.queue or len(young) == 3, "a turn was not given"

    @rule(guest=guests)
    def take(self, guest) -> None:
        ticket = self.there.get(guest, "made-up")
        if guest in self.there and ticket not in self.taken:
            assert self.rooms.redeem(ticket) == guest
            self.taken.add(ticket)
        else:
            refused("no-ticket", self.rooms.redeem, ticket)

    @rule(guest=guests)
    def keep(self, guest) -> None:
        ticket = self.there.get(guest, "made-up")
        self.rooms.keep("host", ticket)
        if ticket in self.taken:
            self.there.pop(guest, None)

    @rule(guest=guests)
    def leave(self, guest) -> None:
        assert self.rooms.leave(guest, self.time) == []
        self.there.pop(guest, None)
        self.queue.discard(guest)

    @rule()
    def host_leaves(self) -> None:
        waiting = [g for g, ticket in self.there.items() if ticket not in self.taken]
        waiting += self.queue
        assert sorted(self.rooms.leave("host", self.time)) == sorted(waiting)
        assert self.rooms.state("7") is RoomState.FREE and len(self.rooms) == 0
        self.rooms.host("host", HOME, "7", "key", b"", self.time)
        self.there, self.queue = {}, set()

    @invariant()
    def same(self) -> None:
        assert len(self.there) <= 3
        for guest in (f"guest {n}" for n in range(self.born + 1)):
            assert (guest in self.rooms) == (guest in self.there or guest in self.queue)


TestHeldRooms = HeldRooms.TestCase
TestHeldRooms.settings = HALF


def test_numbers_are_drawn_by_chance_from_many_and_none_is_given_twice(monkeypatch) -> None:
    """Whoever counts 1, 2, 3 finds nobody; and a friend who is late with a code of before stands
    before no other host."""
    rooms: Rooms[int] = Rooms(MANY)
    names = [rooms.host(n, HOME, "", f"key-{n}", b"", 0)[0] for n in range(50)]
    assert len(set(names)) == 50 and all(int(name) in NUMBERS for name in names)
    assert len({name[:2] for name in names}) > 10, "from everywhere"
    assert len(NUMBERS) == 900_000
    monkeypatch.setattr("owm_net.relay.rooms.NUMBERS", range(7, 9))
    two = {rooms.host(n, HOME, "", f"key-{n}", b"", 0)[0] for n in (100, 101)}
    assert two == {"7", "8"}


def test_a_host_who_is_cut_off_finds_his_room_again_and_nobody_else_gets_it() -> None:
    rooms: Rooms[str] = Rooms(MANY)
    rooms.host("a", HOME, "7", "key", b"line", 0)
    rooms.leave("a", 10, cut_off=True)
    assert rooms.state("7") is RoomState.KEPT_FOR_HOST
    assert refused("taken", rooms.host, "b", HOME, "7", "other", b"", 11).again
    assert refused("away", rooms.join, "g", HOME, "7", 11).again
    assert list(rooms.open_rooms(0)) == []
    assert rooms.host("a2", HOME, "", "key", b"", 12) == ("7", None)
    assert rooms.host("a3", HOME, "7", "key", b"", 13) == ("7", "a2"), "not even cut off yet"
    rooms.leave("a3", 20, cut_off=True)
    assert rooms.host("b", HOME, "7", "other", b"", 81) == ("7", None), "too late"


def test_rooms_of_an_address_and_of_a_network_are_bounded() -> None:
    """IPv6 by /64 and /48: a customer has more addresses than anybody can count."""
    rooms: Rooms[int] = Rooms(Limits(rooms_per_home=2, rooms_per_network=3))
    for n in range(2):
        rooms.meet(n, origin_of(f"2001:db8:1:1::{n}"), f"room-{n}", "k", 0)
    refused("rooms-home", rooms.host, 2, origin_of("2001:db8:1:1:ffff::"), "", "k", b"", 0)
    rooms.host(3, origin_of("2001:db8:1:2::"), "", "k", b"", 0)
    refused("rooms-network", rooms.host, 4, origin_of("2001:db8:1:3::"), "", "k", b"", 0)
    rooms.leave(0, 0)
    rooms.host(5, origin_of("2001:db8:1:3::"), "", "k", b"", 0)
    assert len(rooms) == 3


def test_the_turns_of_a_room_are_bounded_and_the_next_is_for_whose_like_had_the_fewest() -> None:
    """Two hundred networks ask again and again; a friend comes last, and is met next."""
    rooms: Rooms[str] = Rooms(Limits(guests=10, joins_per_minute=60), random.Random(1))
    rooms.host("host", HOME, "7", "key", b"", 0)
    crowd = [origin_of(f"10.0.{n}.1") for n in range(200)]
    for n, origin in enumerate(crowd):
        rooms.join(f"first {n}", origin, "7", 0)
    assert len(rooms.due(0)) == 10
    assert rooms.due(2.9) == [], "who is being met has time to say who it is"
    met = [call.guest for second in range(3, 198) for call in rooms.due(second)]
    assert len(met) == 190, "one a second, and no more"
    for n, origin in enumerate(crowd):
        rooms.join(f"second {n}", origin, "7", 198)
    rooms.due(198)
    rooms.join("friend", origin_of("10.0.250.7"), "7", 199)
    assert [call.guest for call in rooms.due(199)] == ["friend"]


def test_the_list_shows_open_rooms_in_order() -> None:
    rooms: Rooms[str] = Rooms(MANY)
    for n, line in enumerate([b"one", b"", b"three"]):
        rooms.host(f"h{n}", HOME, str(9 - n), f"key-{n}", line, 0)
    assert list(rooms.open_rooms(0)) == [(1, "9", b"one"), (3, "7", b"three")]
    assert list(rooms.open_rooms(1)) == [(3, "7", b"three")]


# ------------------------------------------------------------------ who gives way


def survivors(crowd_of, places=32, rounds=40):
    """How often a friend who is there already outlasts so many strangers."""
    outlasted = 0
    for seed in range(rounds):
        crowd: Crowd[str] = Crowd(random.Random(seed))
        crowd.add("friend", origin_of("198.51.100.7"), places)
        for n, origin in enumerate(crowd_of):
            crowd.add(f"stranger {n}", origin, places)
        outlasted += "friend" in crowd
        assert len(crowd) <= places
    return outlasted / rounds


def test_a_crowd_from_one_place_pushes_out_only_itself() -> None:
    assert survivors([origin_of("203.0.113.1")] * 500) == 1
    assert survivors([origin_of(f"203.0.{n % 256}.{n // 256}") for n in range(500)]) == 1
    assert survivors([origin_of(f"2001:db8:{n:x}::1") for n in range(500)]) == 1


def test_a_crowd_from_everywhere_gains_no_more_than_its_share() -> None:
    """Sixteen newcomers for 32 places that are all taken: each draw takes the friend in 1 of 33."""
    everywhere = [origin_of(f"{n + 1}.{n}.0.1") for n in range(31 + 16)]
    assert survivors(everywhere) == pytest.approx((32 / 33) ** 16, abs=0.25)


def test_whoever_comes_first_or_last_is_not_drawn_more_often() -> None:
    drawn = []
    for seed in range(400):
        crowd: Crowd[int] = Crowd(random.Random(seed))
        for n in range(4):
            crowd.add(n, origin_of(f"{n + 1}.0.0.1"), 4)
        drawn.append(crowd.add(4, origin_of("9.0.0.1"), 4))
    assert all(drawn.count(n) == pytest.approx(80, abs=30) for n in range(5))


@pytest.mark.parametrize("tenths", (4, 12, 24))
def test_nobody_who_was_not_met_yet_is_pushed_out_of_the_queue_by_those_who_were(
    tenths: int,
) -> None:
    """Three hundred each second of two hundred networks, who stay until they must go: for 3 s at a
    time nobody leaves, and 140 each second find the queue full."""
    line: WaitingLine[object] = WaitingLine(random.Random(tenths))
    pace = Pace(places=32, seconds=3.0, per_minute=1200, queue=160)
    pushed_out, met, comes = set[object](), set[object](), 30 * 300 + tenths * 30
    for n in range(comes + 4 * 300):
        if n == comes:
            pushed_out.add(line.add("friend", origin_of("198.51.100.7"), pace))
        pushed_out.add(line.add(n, origin_of(f"10.{n % 200}.0.1"), pace))
        while (turn := line.turn(n / 300, pace)) is not None:
            met.add(turn.peer)
    assert "friend" in met - pushed_out


def test_a_newcomer_replaces_one_of_those_that_have_more_places_and_nobody_else() -> None:
    crowd: Crowd[str] = Crowd(random.Random(1))
    for name, where in (("a", "10.0.0.1"), ("b", "10.0.0.1"), ("c", "10.0.0.2"), ("d", "9.0.0.1")):
        crowd.add(name, origin_of(where), 9)
    assert crowd.giving_way(origin_of("10.0.0.1")) is None, "it has most itself"
    assert crowd.giving_way(origin_of("10.0.0.2")) is None, "it would have as many"
    assert crowd.giving_way(origin_of("10.0.0.3")) in {"a", "b"}, "two of its network's address"
    assert crowd.giving_way(origin_of("8.0.0.1")) in {"a", "b"}
    crowd.remove("a")
    crowd.remove("b")
    assert crowd.giving_way(origin_of("8.0.0.1")) is None, "nobody has more than it would"
    assert Crowd[str]().giving_way(origin_of("8.0.0.1")) is None


def test_origins() -> None:
    assert origin_of("192.0.2.7") == Origin(("192.0", "192.0.2", "192.0.2.7"))
    assert origin_of("::ffff:192.0.2.7") == origin_of("192.0.2.7")
    assert origin_of("2001:db8:1:2:3::").home == origin_of("2001:db8:1:2:4::%eth0").home
    assert origin_of("2001:db8:1:2::").home != origin_of("2001:db8:1:3::").home
    assert origin_of("2001:db8:1:2::").network == origin_of("2001:db8:1:3::").network
    assert origin_of("nonsense").home == "nowhere"


# ------------------------------------------------------------------ what a client asks


@pytest.mark.parametrize(
    ("payload", "request_"),
    [
        (ask_to_host("", "k"), Host("", "k", "", b"")),
        (ask_to_host("7", "k", "t", b"a \xff line "), Host("7", "k", "t", b"a \xff line ")),
        (ask_to_join("amber-elk-7", "t"), Join("amber-elk-7", "t")),
        (ask_to_take("T_-9"), Take("T_-9")),
        (ask_to_meet("z" * 64, "k"), Meet("z" * 64, "k", "")),
        (ask_for_games(41), List(41, "")),
    ],
)
def test_what_is_asked_is_what_is_understood(payload, request_) -> None:
    assert parse_request(payload) == request_


VERBS = [b"HOST ", b"JOIN ", b"TAKE ", b"MEET ", b"LIST ", b""]


@given(
    st.binary(max_size=128)
    | st.builds(
        lambda verb, tail: b"OWMRELAY2 " + verb + tail,
        st.sampled_from(VERBS),
        st.binary(max_size=70) | st.from_regex(rb"\A[a-z*0-9 ]{0,40}\Z"),
    )
)
def test_any_bytes_are_a_request_or_refused_in_words(payload) -> None:
    try:
        parse_request(payload)
    except BadRequest as error:
        assert str(error).isascii() and str(error).isprintable()


@pytest.mark.parametrize("name", [b"", b"z" * 65, b"Amber", b"a\n", b"\xff", "é".encode(), b"*"])
def test_bad_names(name) -> None:
    with pytest.raises(BadRequest, match="name"):
        parse_request(b"OWMRELAY2 JOIN " + name + b" *")


def test_a_line_has_256_bytes_at_most() -> None:
    assert parse_request(ask_to_host("7", "k", "", b"x" * 256))
    with pytest.raises(BadRequest, match="256"):
        parse_request(ask_to_host("7", "k", "", b"x" * 256) + b"x")
    with pytest.raises(ValueError, match="256"):
        ask_to_host("7", "k", "", b"x" * 257)


@pytest.mark.parametrize("version", [1, 3, 10])
def test_another_version_is_told_both(version) -> None:
    with pytest.raises(UnknownVersion, match=f"speaks version 2 .* you speak version {version}"):
        parse_request(b"OWMRELAY%d amber" % version)
