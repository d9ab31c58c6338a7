"""Targets: what a client asks of a relay, and rooms under any sequence of comings and goings."""

from __future__ import annotations

import random

from fuzz.checks import Broken
from fuzz.harness import Target
from fuzz.mutations import any_bytes
from owm_net.protocol.framing import (
    ask_for_games,
    ask_to_host,
    ask_to_join,
    ask_to_meet,
    ask_to_take,
)
from owm_net.relay.limits import Limits, Refused
from owm_net.relay.requests import BadRequest, Host, Join, List, Meet, Take, parse_request
from owm_net.relay.rooms import Rooms
from owm_net.strangers.origins import origin_of

PEERS, NAMES = 12, 4
LIMITS = Limits(rooms=3, guests=2, queue=3)
HOMES = [origin_of(f"10.{n}.0.1") for n in range(PEERS)]


def ask(data: bytes) -> None:
    """A client's first frame; its reason may be sent back and repeats nothing."""
    try:
        request = parse_request(data)
    except BadRequest as e:
        if not str(e).isprintable() or not str(e).isascii():
            raise Broken("a reason that cannot be sent back") from e
        raise
    match request:
        case Host(room, key, token, line):
            again = ask_to_host(room, key, token, line)
        case Join(room, token):
            again = ask_to_join(room, token)
        case Take(ticket):
            again = ask_to_take(ticket)
        case Meet(room, key, token):
            again = ask_to_meet(room, key, token)
        case List(after, token):
            again = ask_for_games(after, token)
    if parse_request(again) != request:
        raise Broken("asked again it is another request")


class _Rooms:
    """Rooms, the time there, and the tickets of all calls so far."""

    def __init__(self, most: int) -> None:
        numbers = iter(range(most))
        self.tested: Rooms[int] = Rooms(LIMITS, random.Random(1), lambda: f"t{next(numbers)}")
        self.now = 0.0
        self.tickets = ["made-up"]

    def time_passes(self, seconds: float) -> None:
        """Give those their turn who have waited long enough; somebody may have to go for it."""
        self.now += seconds
        for call in self.tested.due(self.now):
            self.tickets.append(call.ticket)
            if call.gone is not None and call.gone in self.tested:
                raise Broken("who must go is still there")
            if call.guest not in self.tested or call.host not in self.tested:
                raise Broken("a call of somebody who is not there")

    def deed(self, first: int, second: int) -> None:
        """first: who, and with what. second: what it does, and where. Raises Refused."""
        peer, ticket = first % PEERS, self.tickets[first % len(self.tickets)]
        kind = second % 8
        if kind == 0:
            self.tested.leave(peer, self.now, cut_off=second >= 128)
        elif kind == 1:
            self.tested.keep(peer, ticket)
        elif kind == 2:
            if self.tested.redeem(ticket) not in self.tested:
                raise Broken("a ticket of somebody who has gone")
        elif peer not in self.tested:
            self._come(peer, kind, f"room-{second // 8 % NAMES}", first // 16)

    def _come(self, peer: int, kind: int, name: str, more: int) -> None:
        key, home = f"key-{more // 4}", HOMES[peer]
        if kind == 3:
            self.tested.host(peer, home, name if more & 1 else "", key, b"x", self.now)
        elif kind == 4:
            self.tested.meet(peer, home, name, key, self.now)
        else:
            gone = self.tested.join(peer, home, name, self.now)
            if gone is not None and gone in self.tested:
                raise Broken("who must go is still there")


def rooms(data: bytes) -> None:
    """Each two bytes are a peer and what it does. Nobody is in two rooms, and when all have left
    nothing remains."""
    all_of_them = _Rooms(len(data) + 1)
    tested = all_of_them.tested
    for first, second in zip(data[::2], data[1::2], strict=False):
        all_of_them.time_passes(second / 16)
        before = first % PEERS in tested
        try:
            all_of_them.deed(first, second)
        except Refused as e:
            if before != (first % PEERS in tested) or not e.why.isprintable():
                raise Broken(f"refused badly: {e!r}") from e
    if len(tested) > LIMITS.rooms:
        raise Broken("more rooms than there may be")
    for peer in range(PEERS):
        tested.leave(peer, all_of_them.now)
    tested.forget(all_of_them.now + 1e6)
    if (
        len(tested)
        or tested._where
        or tested._tickets
        or tested._kept
        or tested._queued
        or tested._tally.total
    ):
        raise Broken("something is left when all have gone")


TARGETS = [
    Target(
        "ask",
        ask,
        (BadRequest,),
        lambda: [ask_to_host("7", "key", "", b"a line"), ask_to_meet("m-ab", "key"),
                 ask_to_join("7"), ask_to_take("ticket"), ask_for_games(3, "token")],
        any_bytes,
    ),
    Target("rooms", rooms, (), lambda: [bytes(range(0, 256, n)) for n in (1, 3, 7)], any_bytes),
]  # fmt: skip
