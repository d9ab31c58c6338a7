"""Rooms: any order of comings and goings, beside a model that is too simple to be wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from relay.rooms import (
    TRANSITIONS,
    BadJoin,
    Event,
    RoomFull,
    Rooms,
    State,
    TooManyRooms,
    parse_join,
)

MAX_ROOMS = 3
NAMES = st.sampled_from(["amber", "birch", "cedar", "daisy", "elk"])


class RoomsBesideModel(RuleBasedStateMachine):
    """The model is a list of peers for each name; an empty one is no room."""

    peers = Bundle("peers")

    def __init__(self) -> None:
        super().__init__()
        self.rooms: Rooms[int] = Rooms(MAX_ROOMS)
        self.model: dict[str, list[int]] = {}
        self.born = 0

    @rule(target=peers, name=NAMES)
    def join(self, name):
        self.born += 1
        peer = self.born
        there = self.model.get(name, [])
        if len(there) == 2:
            with pytest.raises(RoomFull):
                self.rooms.join(name, peer)
        elif not there and len(self.model) == MAX_ROOMS:
            with pytest.raises(TooManyRooms):
                self.rooms.join(name, peer)
        else:
            assert self.rooms.join(name, peer) == (there[0] if there else None)
            self.model[name] = [*there, peer]
        return peer

    @rule(peer=peers, name=NAMES)
    def join_twice(self, peer, name) -> None:
        if any(peer in there for there in self.model.values()):
            with pytest.raises(ValueError):
                self.rooms.join(name, peer)

    @rule(peer=consumes(peers))
    def leave(self, peer) -> None:
        name = next((n for n, there in self.model.items() if peer in there), None)
        there = self.model.pop(name, []) if name is not None else []
        assert self.rooms.leave(peer) == next((p for p in there if p != peer), None)

    @invariant()
    def same(self) -> None:
        assert len(self.rooms) == len(self.model) <= MAX_ROOMS
        for name in ["amber", "birch", "cedar", "daisy", "elk"]:
            want = [State.FREE, State.WAITING, State.PAIRED][len(self.model.get(name, []))]
            assert self.rooms.state(name) is want


TestRoomsBesideModel = RoomsBesideModel.TestCase


def test_the_second_pairs_the_third_is_refused_and_either_frees_the_room() -> None:
    for leaver in ("first", "second"):
        rooms: Rooms[str] = Rooms(1)
        assert rooms.join("amber", "first") is None
        assert rooms.join("amber", "second") == "first"
        with pytest.raises(RoomFull):
            rooms.join("amber", "third")
        assert {leaver, rooms.leave(leaver)} == {"first", "second"}
        assert rooms.join("amber", "third") is None
        assert rooms.leave("first") is rooms.leave("second") is None
        assert rooms.state("amber") is State.WAITING


def test_the_table_is_whole() -> None:
    assert set(TRANSITIONS) == set(State)
    missing = {(s, e) for s in State for e in Event if e not in TRANSITIONS[s]}
    assert missing == {(State.FREE, Event.LEAVES), (State.PAIRED, Event.JOINS)}


@pytest.mark.parametrize("name", ["a", "amber-elk-7", "z" * 64])
def test_good_joins(name) -> None:
    assert parse_join(b"OWMRELAY1 " + name.encode()) == name


@given(st.binary(max_size=128) | st.binary(max_size=70).map(lambda tail: b"OWMRELAY1 " + tail))
def test_any_bytes_are_a_room_or_bad_join(payload) -> None:
    try:
        assert payload == b"OWMRELAY1 " + parse_join(payload).encode()
    except BadJoin as error:
        assert str(error).isascii() and str(error).isprintable()


@pytest.mark.parametrize("tail", [b"", b"z" * 65, b"Amber", b"a b", b"a\n", b"\xff", "é".encode()])
def test_bad_names(tail) -> None:
    with pytest.raises(BadJoin, match="name"):
        parse_join(b"OWMRELAY1 " + tail)


def test_another_version_is_refused() -> None:
    with pytest.raises(BadJoin, match="version 1"):
        parse_join(b"OWMRELAY2 amber")
