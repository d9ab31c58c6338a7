"""From a connected link to a running match: greeting, terms, then the match itself."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable

import trio

from owm_net.net import handshake
from owm_net.net.driver import Reach
from owm_net.net.streams import FramedStream, NetError
from owm_net.session.match import Match, Own
from owm_net.session.terms import Terms

FindMatch = Callable[[bytes], Terms]
"""Terms as received, checked against what is installed here; raises ValueError with a reason."""

MakeMatch = Callable[[Terms, Own | None], Match]
PROGRAM = "owm-net 0.1.0"
LONGEST_PAUSE = 10.0
"""Seconds between attempts to reach a peer that is away."""


async def host_match(
    link: FramedStream, terms: Terms, make: MakeMatch, own: Callable[[int], Own]
) -> Match:
    """Offer terms to the other side and take seat 0."""
    await handshake.greet(link, PROGRAM)
    await handshake.offer(link, terms.encode(), 1)
    return make(terms, own(0))


async def join_match(
    link: FramedStream, find: FindMatch, make: MakeMatch, own: Callable[[int], Own]
) -> Match:
    """Take the terms and the seat that the host offers."""
    await handshake.greet(link, PROGRAM)
    offered, seat = await handshake.answer(link, lambda data: _check(find(data)))
    terms = find(offered)
    if not 0 < seat < terms.setup.seats:
        raise handshake.PeerRefused(
            f"no match with {link.peer}", f"it offers seat {seat}", "ask the host to start again"
        )
    return make(terms, own(seat))


def _check(terms: Terms) -> None:
    if terms.setup.seats != 2:
        raise ValueError(f"this program plays on the network with 2 seats, not {terms.setup.seats}")


def again(connect: Callable[[float], Awaitable[FramedStream]], patience: float) -> Reach:
    """How to connect to the same peer again: with growing pauses, for `patience` seconds.

    connect: is given how many seconds it may wait for the other side.
    """

    async def reach() -> FramedStream:
        give_up = trio.current_time() + patience
        pause = 0.25
        while True:
            try:
                link = await connect(max(0.1, give_up - trio.current_time()))
                await handshake.greet(link, PROGRAM)
                return link
            except NetError:
                if trio.current_time() + pause > give_up:
                    raise
            await trio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    return reach


def entropy(n: int) -> bytes:
    """n random bytes of the operating system."""
    return os.urandom(n)
