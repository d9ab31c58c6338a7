"""Targets: the relay's JOIN, and its rooms under any sequence of comings and goings."""

from __future__ import annotations

from fuzz.checks import Broken
from fuzz.harness import Target
from fuzz.mutations import any_bytes
from owm_net.protocol.framing import RELAY_JOIN, is_room_name
from relay.rooms import BadJoin, RoomFull, Rooms, State, TooManyRooms, parse_join

SEATS, NAMES, MOST = 6, 4, 3


def join(data: bytes) -> None:
    """A client's first frame; its reason may be sent back and repeats nothing."""
    try:
        name = parse_join(data)
    except BadJoin as e:
        if not str(e).isprintable() or not str(e).isascii():
            raise Broken("a reason that cannot be sent back") from e
        raise
    if not is_room_name(name) or RELAY_JOIN + name.encode() != data:
        raise Broken("a room that was not asked for")


def rooms(data: bytes) -> None:
    """Each byte is a peer that comes into a room or goes; the same is kept in plain lists."""
    tested: Rooms[int] = Rooms(MOST)
    model: dict[str, list[int]] = {}
    for byte in data:
        peer, name = byte % SEATS, f"room-{byte // SEATS % NAMES}"
        inside = next((n for n, peers in model.items() if peer in peers), None)
        if byte >= 128:
            left = tested.leave(peer)
            others = [p for p in model.pop(inside, []) if p != peer] if inside else []
            if left != (others[0] if others else None):
                raise Broken(f"{left} is left behind instead of {others}")
        elif inside is None:
            full = len(model.get(name, [])) == 2
            many = name not in model and len(model) == MOST
            try:
                partner = tested.join(name, peer)
            except (RoomFull, TooManyRooms) as e:
                if isinstance(e, RoomFull) != full or isinstance(e, TooManyRooms) != many:
                    raise Broken(f"{e!r} without reason") from e
                continue
            model.setdefault(name, []).append(peer)
            if full or many or partner != (model[name][0] if len(model[name]) == 2 else None):
                raise Broken(f"{peer} is paired with {partner} in {model[name]}")
        states = {0: State.FREE, 1: State.WAITING, 2: State.PAIRED}
        if len(tested) != len(model) or tested.state(name) is not states[len(model.get(name, []))]:
            raise Broken("rooms are in another state than they should be")


TARGETS = [
    Target("join", join, (BadJoin,), lambda: [RELAY_JOIN + b"amber-kettle-wolf"], any_bytes),
    Target("rooms", rooms, (), lambda: [bytes(range(0, 256, n)) for n in (1, 3, 7)], any_bytes),
]
