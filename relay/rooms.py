"""Rooms of a relay: who waits for whom. Bytes and clocks are elsewhere.

A room is a name and at most two peers. It begins with the first who names it, is full with the
second, and is free again as soon as either leaves: the one who stays behind is then in no room,
because a stream that lost its other end is of no use to a newcomer.

    FREE --Joins--> WAITING --Joins--> PAIRED
      ^                |Leaves            |Leaves        (Joins in PAIRED is refused)
      +----------------+------------------+

A room that is FREE is not stored, so nothing grows with the names ever used.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from owm_net.protocol.framing import RELAY_JOIN, is_room_name

Peer = TypeVar("Peer", bound=Hashable)


class State(Enum):
    """Whether a room has nobody, one half that waits, or both."""

    FREE = "free"
    WAITING = "waiting"
    PAIRED = "paired"


class Event(Enum):
    """What a peer may do to a room."""

    JOINS = "joins"
    LEAVES = "leaves"


# What is missing cannot be: nobody leaves a free room, and a third is refused before this.
TRANSITIONS: dict[State, dict[Event, State]] = {
    State.FREE: {Event.JOINS: State.WAITING},
    State.WAITING: {Event.JOINS: State.PAIRED, Event.LEAVES: State.FREE},
    State.PAIRED: {Event.LEAVES: State.FREE},
}


class BadJoin(ValueError):
    """A first frame that is no JOIN. Its text may be sent back: it repeats nothing received."""


class RoomFull(Exception):
    """Two peers are in that room already."""


class TooManyRooms(Exception):
    """The relay holds as many rooms as it may."""


@dataclass
class _Room(Generic[Peer]):
    state: State
    peers: list[Peer]


def parse_join(payload: bytes) -> str:
    """The room a client asks for with `OWMRELAY1 <room>`. Raises BadJoin, with a reason."""
    if not payload.startswith(RELAY_JOIN):
        raise BadJoin("this is an owm_net relay, version 1; that was no greeting it knows")
    name = payload[len(RELAY_JOIN) :].decode("ascii", errors="replace")
    if not is_room_name(name):
        raise BadJoin("a room's name is 1 to 64 of a-z, 0-9 and the hyphen")
    return name


class Rooms(Generic[Peer]):
    """All rooms of one relay. Peers are anything hashable; each is in one room at most.

    max_rooms: how many may be in use at the same time.
    """

    def __init__(self, max_rooms: int) -> None:
        self._max_rooms = max_rooms
        self._rooms: dict[str, _Room[Peer]] = {}
        self._where: dict[Peer, str] = {}

    def __len__(self) -> int:
        """How many rooms are in use."""
        return len(self._rooms)

    def state(self, name: str) -> State:
        """Of the room with this name, in use or not."""
        room = self._rooms.get(name)
        return State.FREE if room is None else room.state

    def join(self, name: str, peer: Peer) -> Peer | None:
        """Put a peer into a room.

        Returns the one who was waiting there, now paired with this peer, or None: this peer waits.
        Raises RoomFull or TooManyRooms, and nothing has changed; ValueError, our own mistake, if
        the peer is in a room already.
        """
        if peer in self._where:
            raise ValueError(f"{peer!r} is in a room already")
        if self.state(name) is State.PAIRED:
            raise RoomFull(name)
        if self.state(name) is State.FREE and len(self._rooms) >= self._max_rooms:
            raise TooManyRooms(name)
        room = self._rooms.setdefault(name, _Room(State.FREE, []))
        room.state = TRANSITIONS[room.state][Event.JOINS]
        room.peers.append(peer)
        self._where[peer] = name
        return room.peers[0] if room.state is State.PAIRED else None

    def leave(self, peer: Peer) -> Peer | None:
        """Take a peer out of its room, which is free from now on.

        Returns the one who is left behind and in no room any more, or None. Does nothing for a peer
        that is in no room, so it may be called on every way out.
        """
        name = self._where.pop(peer, None)
        if name is None:
            return None
        room = self._rooms[name]
        room.state = TRANSITIONS[room.state][Event.LEAVES]
        del self._rooms[name]
        for behind in room.peers:
            if behind != peer:
                del self._where[behind]
                return behind
        return None
