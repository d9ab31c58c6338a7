"""Rooms of a relay, where peers wait for each other. Bytes and clocks are elsewhere.

Two kinds of rooms, by the one who comes first:

A **held room** belongs to a host, who is there by a control link alone. Each guest is announced to
the host with a ticket; the host opens a new connection and takes the ticket, and the two become a
pair. So a guest who says nothing keeps nobody out. Until the host says that it knows a guest, their
pair is one of a bounded crowd; owm_net/strangers/line.py decides who must go, and who is met next.

A host who does not say which room gets a number, drawn by chance: there are so many that whoever
counts finds nobody, for each that nobody holds costs a miss (owm_net/strangers/misses.py).

    FREE --host--> HELD --cut off--> KEPT FOR HIM --host, same key--> HELD
      ^              |over               |over
      +--------------+-------------------+

    a guest:  --joins--> QUEUED --its turn--> CALLED --host takes--> PAIRED --host keeps--> known
                            |                    |                      |
                            +---drawn, leaves----+----------------------+--> gone

A **room of two** is for two who know its name, which nobody else does. It begins with the first, is
full with the second, and free again as soon as either leaves. Who comes again with the key of one
of them takes that one's place: the connection it had is dead, though we have not heard of it yet.

    FREE --meets--> WAITING --meets--> PAIRED        (a third is refused)
      ^                |leaves           |leaves
      +----------------+-----------------+

A room that is FREE is not stored, so nothing grows with the names ever used.

When all rooms are in use one without a pair gives way, but only to somebody whose network has fewer
(crowd.giving_way). Guests of a held room whom its host has met are pairs of their own and go on.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from owm_net.protocol.framing import NUMBERS
from owm_net.relay.limits import Limits, Refused, Tally
from owm_net.strangers.crowd import Crowd
from owm_net.strangers.line import Pace, WaitingLine
from owm_net.strangers.origins import Origin

Peer = TypeVar("Peer", bound=Hashable)
SOON = 2.0  # seconds after which somebody may have come, or a place be free
LATER = 60.0


class RoomState(Enum):
    """Of a room."""

    FREE = "free"
    HELD = "held"
    KEPT_FOR_HOST = "kept for its host"
    WAITING = "waiting"
    PAIRED = "paired"


@dataclass
class _Held(Generic[Peer]):
    name: str
    key: str
    origin: Origin
    line: bytes
    number: int  # in the order of all rooms ever held, for pages of a list
    host: Peer | None
    guests: WaitingLine[Peer]  # met: called or paired
    until: float = 0.0  # when it is free, if its host does not come back
    tickets: dict[str, Peer] = field(default_factory=dict)


@dataclass
class _OfTwo(Generic[Peer]):
    name: str
    origin: Origin
    peers: dict[Peer, str]  # with their keys


@dataclass(frozen=True)
class CalledGuest(Generic[Peer]):
    """A guest whose turn it is. gone: the one that must make room, or None."""

    host: Peer
    guest: Peer
    ticket: str
    gone: Peer | None


class Rooms(Generic[Peer]):
    """All rooms of one relay. Peers are anything hashable; each is in one room at most.

    limits: may be replaced at any time. lots, ticket: where chance comes from.
    """

    def __init__(
        self,
        limits: Limits,
        lots: random.Random | None = None,
        ticket: Callable[[], str] = lambda: secrets.token_urlsafe(18),
    ) -> None:
        self.limits = limits
        self._lots = lots or random.SystemRandom()
        self._ticket = ticket
        self._rooms: dict[str, _Held[Peer] | _OfTwo[Peer]] = {}
        self._where: dict[Peer, _Held[Peer] | _OfTwo[Peer]] = {}
        self._tally = Tally("rooms", "rooms")
        self._held_ever = 0
        self._tickets: dict[str, _Held[Peer]] = {}
        self._queued: dict[str, _Held[Peer]] = {}  # by name, those with a queue
        self._kept: dict[str, _Held[Peer]] = {}  # by name, those whose host was cut off
        self.on_free: Callable[[str, Origin], None] = lambda name, origin: None
        """Told of each room that is free again, and who had opened it."""
        self.on_pushed_out: Callable[[Peer], None] = lambda peer: None
        """Told of each peer whose room gave way; it is in no room any more."""

    def __len__(self) -> int:
        """How many rooms are in use."""
        return len(self._rooms)

    def __contains__(self, peer: Peer) -> bool:
        return peer in self._where

    def state(self, name: str) -> RoomState:
        """Of the room with this name, in use or not."""
        room = self._rooms.get(name)
        if room is None:
            return RoomState.FREE
        if isinstance(room, _Held):
            return RoomState.HELD if room.host is not None else RoomState.KEPT_FOR_HOST
        return RoomState.PAIRED if len(room.peers) == 2 else RoomState.WAITING

    def all(self) -> Iterator[tuple[str, Origin, bytes]]:
        """Name, who has opened it, and the line if it is open, of each room in use."""
        for room in self._rooms.values():
            line = b""
            if isinstance(room, _Held) and room.host is not None:
                line = room.line
            yield room.name, room.origin, line

    # -- held rooms -----------------------------------------------------------------------

    def is_kept_for(self, key: str) -> bool:
        """Return True if a host that asks for any room will get the one it had."""
        return self._held_with(key) is not None

    def is_had_by(self, key: str, name: str) -> bool:
        """Return True if the host of this room has this key."""
        room = self._rooms.get(name)
        return isinstance(room, _Held) and secrets.compare_digest(room.key, key)

    def free_number(self) -> str:
        """One that is free here, by chance."""
        while (name := str(self._lots.choice(NUMBERS))) in self._rooms:
            pass
        return name

    def host(
        self, peer: Peer, origin: Origin, name: str, key: str, line: bytes, now: float
    ) -> tuple[str, Peer | None]:
        """Hold a room. name: "" for a number.

        Returns its name, and the peer that held it until now, if the same key has come again.
        Raises Refused, and nothing has changed.
        """
        self._enters(peer)
        self.forget(now)
        room = self._rooms.get(name) if name else self._held_with(key)
        if isinstance(room, _Held) and secrets.compare_digest(room.key, key):
            before, room.host, room.line = room.host, peer, line
            if before is not None:
                del self._where[before]
            self._kept.pop(room.name, None)
            self._where[peer] = room
            return room.name, before
        if name and room is not None:
            raise Refused("taken", "somebody else has this room; ask for another", LATER)
        self._make_way(origin)
        name = name or self.free_number()
        self._held_ever += 1
        guests = WaitingLine[Peer](self._lots)
        held = _Held(name, key, origin, line, self._held_ever, peer, guests)
        self._open(held)
        self._where[peer] = held
        return name, None

    def join(self, peer: Peer, origin: Origin, name: str, now: float) -> Peer | None:
        """Stand in the queue of a room; `due` says whose turn it is. Raises Refused, and nothing
        has changed. Returns who must go for it: maybe this guest itself, None if nobody.
        """
        self._enters(peer)
        self.forget(now)
        room = self._rooms.get(name)
        if not isinstance(room, _Held):
            raise Refused("no-room", "nobody holds this room; look whether its name is right", SOON)
        if room.host is None:
            raise Refused("away", "the host of this room is away for a moment", SOON)
        self._where[peer] = room
        self._queued[room.name] = room
        gone = room.guests.add(peer, origin, self._pace())
        if gone is not None:
            del self._where[gone]
        return gone

    @property
    def queued(self) -> bool:
        """Return True if anybody is in a queue."""
        return bool(self._queued)

    def due(self, now: float) -> list[CalledGuest[Peer]]:
        """Those whose turn has come, in all rooms."""
        calls = []
        for room in list(self._queued.values()):
            while (call := self._turn(room, now)) is not None:
                calls.append(call)
            if not room.guests.waiting:
                del self._queued[room.name]
        return calls

    def _turn(self, room: _Held[Peer], now: float) -> CalledGuest[Peer] | None:
        turn = None if room.host is None else room.guests.turn(now, self._pace())
        if room.host is None or turn is None:
            return None
        if turn.gone is not None:
            self._forget_guest(turn.gone, room)
        guest = turn.peer
        ticket = self._ticket()
        room.tickets[ticket] = guest
        self._tickets[ticket] = room
        return CalledGuest(room.host, guest, ticket, turn.gone)

    def _pace(self) -> Pace:
        limits = self.limits
        return Pace(limits.guests, limits.guest_seconds, limits.joins_per_minute, limits.queue)

    def redeem(self, ticket: str) -> Peer:
        """The guest of a ticket, which is of no more use afterwards. Raises Refused."""
        room = self._tickets.get(ticket)
        if room is None:
            raise Refused("no-ticket", "the guest of this ticket has gone", 0)
        guest = room.tickets[ticket]
        self._tickets.pop(ticket)
        return guest

    def keep(self, host: Peer, ticket: str) -> Peer | None:
        """The host knows this guest, which is returned: it is in the crowd no longer. None if it
        has gone."""
        room = self._where.get(host)
        guest: Peer | None = None
        if isinstance(room, _Held) and room.host == host and ticket not in self._tickets:
            guest = room.tickets.get(ticket)
            if guest is not None:
                self._out_of_crowd(guest, room)
        return guest

    def open_rooms(self, after: int) -> Iterator[tuple[int, str, bytes]]:
        """The number, name and line of rooms that are open, those after a number, in order."""
        for room in self._rooms.values():
            if not isinstance(room, _Held) or room.host is None:
                continue
            if room.line and room.number > after:
                yield room.number, room.name, room.line

    # -- rooms of two ---------------------------------------------------------------------

    def meet(
        self, peer: Peer, origin: Origin, name: str, key: str, now: float
    ) -> tuple[Peer | None, list[Peer]]:
        """Enter a room of two.

        Returns the one who was waiting there, now paired with this peer, or None: this peer waits;
        and those who are in no room any more, because this peer has come again.
        Raises Refused, and nothing has changed.
        """
        self._enters(peer)
        self.forget(now)
        room = self._rooms.get(name)
        if isinstance(room, _Held):
            raise Refused("taken", "somebody holds a room of this name", LATER)
        gone: list[Peer] = []
        if room is not None:
            again = [p for p, k in room.peers.items() if secrets.compare_digest(k, key)]
            if again:
                gone = list(room.peers)
                self._close(room)
                room = None
            elif len(room.peers) == 2:
                raise Refused("full", "two are in this room already", SOON)
        if room is None:
            if not gone:
                self._make_way(origin)
            room = _OfTwo(name, origin, {})
            self._open(room)
        partner = next(iter(room.peers), None)
        room.peers[peer] = key
        self._where[peer] = room
        return partner, gone

    def waiting(self, name: str) -> list[Peer]:
        """Those in a room of two."""
        room = self._rooms.get(name)
        return list(room.peers) if isinstance(room, _OfTwo) else []

    # -- ends -----------------------------------------------------------------------------

    def leave(self, peer: Peer, now: float, *, cut_off: bool = False) -> list[Peer]:
        """Take a peer out of its room. cut_off: a host who did not say that it ends.

        Returns those who were waiting for nobody else and are in no room any more: the other of
        two, or guests that were called out and not taken. Does nothing for a peer that is in no
        room, so it may be called on every way out.
        """
        room = self._where.get(peer)
        if room is None:
            return []
        if isinstance(room, _OfTwo):
            self._close(room)
            return [other for other in room.peers if other != peer]
        if room.host != peer:
            self._out_of_crowd(peer, room)
            return []
        if cut_off:
            del self._where[peer]
            room.host = None
            room.until = now + self.limits.keep_seconds
            self._kept[room.name] = room
            return []
        waiting = self._unmet(room)
        self._close(room)
        return waiting

    def _unmet(self, room: _Held[Peer]) -> list[Peer]:
        waiting = [guest for ticket, guest in room.tickets.items() if ticket in self._tickets]
        return waiting + list(room.guests.waiting)

    def ends_half(self, peer: Peer, now: float) -> None:
        """One of a pair says no more: the two may come back to their room at once."""
        if isinstance(self._where.get(peer), _OfTwo):
            self.leave(peer, now)

    def _enters(self, peer: Peer) -> None:
        if peer in self._where:
            raise ValueError(f"{peer!r} is in a room already")

    def check_new(self, origin: Origin) -> _Held[Peer] | _OfTwo[Peer] | None:
        """Return the room that gives way to a new one, None if there is a place without that.

        Raises Refused if one more is too many.
        """
        limits = self.limits
        self._tally.check(origin, limits.rooms_per_home, limits.rooms_per_network)
        if len(self._rooms) < limits.rooms:
            return None
        unpaired = Crowd[str](self._lots)
        for room in self._rooms.values():
            if isinstance(room, _Held) or len(room.peers) == 1:
                unpaired.add(room.name, room.origin, len(self._rooms))
        name = unpaired.giving_way(origin)
        if name is None:
            raise Refused("rooms", f"this relay has its {limits.rooms} rooms in use", LATER)
        return self._rooms[name]

    def _make_way(self, origin: Origin) -> None:
        """Find a place for one more room. Raises Refused, and nothing has changed."""
        room = self.check_new(origin)
        if room is None:
            return
        if isinstance(room, _OfTwo):
            gone = list(room.peers)
        else:
            gone = self._unmet(room) + ([room.host] if room.host is not None else [])
        self._close(room)
        for peer in gone:
            self.on_pushed_out(peer)

    def _held_with(self, key: str) -> _Held[Peer] | None:
        """A host that asks for any room, and was cut off before it heard of the one it got."""
        return next((r for r in self._kept.values() if secrets.compare_digest(r.key, key)), None)

    def _open(self, room: _Held[Peer] | _OfTwo[Peer]) -> None:
        self._rooms[room.name] = room
        self._tally.add(room.origin)

    def _close(self, room: _Held[Peer] | _OfTwo[Peer]) -> None:
        del self._rooms[room.name]
        self._tally.remove(room.origin)
        self.on_free(room.name, room.origin)
        if isinstance(room, _OfTwo):
            for peer in room.peers:
                self._where.pop(peer, None)
            return
        self._kept.pop(room.name, None)
        self._queued.pop(room.name, None)
        if room.host is not None:
            del self._where[room.host]
        for guest in room.guests.waiting:
            del self._where[guest]
        for ticket, guest in room.tickets.items():
            self._tickets.pop(ticket, None)
            del self._where[guest]

    def _out_of_crowd(self, guest: Peer, room: _Held[Peer]) -> None:
        if guest in room.guests.waiting:
            del self._where[guest]
        else:
            self._forget_guest(guest, room)
        room.guests.remove(guest)

    def _forget_guest(self, guest: Peer, room: _Held[Peer]) -> None:
        ticket = next(t for t, peer in room.tickets.items() if peer == guest)
        del room.tickets[ticket]
        self._tickets.pop(ticket, None)
        del self._where[guest]

    def forget(self, now: float) -> None:
        """Free the rooms whose host did not come back."""
        while self._kept:  # in the order in which they were cut off
            room = next(iter(self._kept.values()))
            if room.until > now:
                return
            self._close(room)
