"""The rooms of one of several relays: each must be ours before anybody enters. A relay alone has
all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from owm_net.relay.directory import Directory
from owm_net.relay.limits import Refused
from owm_net.relay.rooms import LATER, Rooms, RoomState
from owm_net.strangers.origins import Origin

Peer = TypeVar("Peer", bound=Hashable)
OFFERED = 16  # numbers from which a host gets one that none of several relays has given


class SentOn(Exception):
    """Another relay holds the room. place: where it is."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class SharedRooms(Generic[Peer]):
    """The rooms of all relays, as the directory knows them. directory: None for a relay that is
    alone."""

    def __init__(self, rooms: Rooms[Peer], directory: Directory | None) -> None:
        self._rooms = rooms
        self._directory = directory

    async def claim(self, name: str, origin: Origin) -> None:
        """Have a room, unless it is in use here. Raises SentOn, Refused."""
        if self._directory is None or self._rooms.state(name) is not RoomState.FREE:
            return
        self._rooms.check_new(origin)
        place = await self._directory.claim(name, origin, self._rooms.limits)
        if place is not None:
            raise SentOn(place)

    async def new_number(self, origin: Origin) -> str:
        """Have a room whose number no relay has given; "" if this one is alone. Raises Refused."""
        if self._directory is None:
            return ""
        self._rooms.check_new(origin)
        numbers = [self._rooms.free_number() for _ in range(OFFERED)]
        name = await self._directory.claim_any(numbers, origin, self._rooms.limits)
        if name is None:
            raise Refused("rooms", "these relays have no number that is free", LATER)
        return name

    def opened(self) -> None:
        """Tell the other relays soon that a room here is open to all."""
        if self._directory is not None:
            self._directory.opened()

    async def look_elsewhere(self, name: str) -> None:
        """Raises SentOn if another relay holds a room."""
        place = None if self._directory is None else await self._directory.holder(name)
        if place is not None:
            raise SentOn(place)

    def let_go(self, name: str, origin: Origin) -> None:
        """Release a room claimed for a client that then could not enter."""
        if self._directory is not None and self._rooms.state(name) is RoomState.FREE:
            self._directory.free(name, origin)

    async def open_rooms(self, after: int) -> Iterable[tuple[int, str, bytes]]:
        """Those after a number, in order. Of several relays each gives them the same numbers, for
        the next page may be asked of another."""
        if self._directory is None:
            return self._rooms.open_rooms(after)
        games = dict(await self._directory.games())
        games |= {name: line for _, name, line in self._rooms.open_rooms(0)}
        numbered = sorted((_number_of(name), name, line) for name, line in games.items())
        return [game for game in numbered if game[0] > after]


def _number_of(name: str) -> int:
    """Of a room, from 1 to 12 digits; the same at every relay."""
    if name.isdigit() and len(name) <= 10 and not name.startswith("0"):
        return int(name)
    digest = hashlib.sha256(name.encode()).digest()
    return 10**10 + int.from_bytes(digest[:8], "big") % (98 * 10**10)
