"""The side of a spectator: takes the records of a match as its host shows them.

Nothing is believed of them here: whoever takes them checks each as the verifier of a log does. A
spectator says where it wants to go on, and nothing else.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import trio

from owm_net import PROGRAM
from owm_net.engine.text import say
from owm_net.net.door import GREETING
from owm_net.net.errors import NetError
from owm_net.net.handshake import (
    BYE,
    FROM,
    OVER,
    RECORD,
    REFUSE,
    SHOWS,
    PeerRefused,
    not_ours,
    text_of,
)
from owm_net.net.secure import next_message, open_channel
from owm_net.net.streams import FramedStream, PeerSilent
from owm_net.protocol.channel import Role
from owm_net.protocol.codes import Invitation
from owm_net.protocol.entries import MAX_RECORD
from owm_net.session.match import Own

BREATH: Final = 2.0
"""Seconds between two looks whether a keepalive is due, while a record is checked."""

LEAST_RECORD: Final = 175
"""Bytes of the shortest record there is."""

Begin = Callable[[bytes, bytes], int]
"""Told the terms and the identity of who shows them, which the channel has proved; returns how many
records we have. Raises what it likes if this is not what we watch."""
Take = Callable[[bytes], Awaitable[None]]
"""One record, 175 bytes to 1 MiB, in the order of the log."""


class HostLeft(NetError):
    """The host stops showing the match, and says why; it may come back."""


async def greet(link: FramedStream, code: Invitation, own: Own, begin: Begin) -> None:
    """Come to a host who shows a match, and say where we want to go on.

    own: a key and name of the moment; the seat counts for nothing. Raises NetError, and what
    `begin` raises; `link` is the caller's to close.
    """
    try:
        with trio.fail_after(GREETING):
            await open_channel(link, Role.WATCHING, code, own, PROGRAM)
            said = await next_message(link, say("what it shows"))
    except trio.TooSlowError:
        raise PeerSilent(
            say("{peer} shows no match", peer=link.peer),
            say("it says nothing"),
            say("check that it runs owm-net"),
        ) from None
    if said[:1] in (REFUSE, BYE):
        raise PeerRefused(
            say("{peer} shows no match", peer=link.peer), text_of(said), say("try again later")
        )
    if said[:1] != SHOWS:
        raise not_ours(link, say("it does not say what it shows"))
    assert link.who is not None
    have = begin(said[1:], link.who.identity)
    await link.send(FROM + have.to_bytes(8, "big"))


async def follow(link: FramedStream, take: Take) -> None:
    """Take records until the host says that the match is over. Raises NetError, and what `take`
    raises."""
    while True:
        said = await link.receive()
        if said is None:
            raise HostLeft(
                say("{peer} shows no more", peer=link.peer),
                say("it has gone"),
                say("it may come back"),
            )
        kind = said[:1]
        if kind == RECORD and LEAST_RECORD < len(said) <= 1 + MAX_RECORD:
            await _while_we_are_here(link, take, said[1:])
        elif kind == OVER:
            return
        elif kind == BYE:
            raise HostLeft(
                say("{peer} shows no more", peer=link.peer), text_of(said), say("it may come back")
            )
        else:
            raise not_ours(link, say("it says what no host says to a spectator"))


async def _while_we_are_here(link: FramedStream, take: Take, record: bytes) -> None:
    """A proof may take seconds, and nobody listens meanwhile: say that we are still there."""

    problem: Exception | None = None

    async def breathe() -> None:
        with suppress(NetError, trio.ClosedResourceError):  # whoever listens next will know
            while True:
                await trio.sleep(BREATH)
                await link.still_here()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(breathe)
        try:
            await take(record)
        except Exception as error:  # to be raised as it is, in no group
            problem = error
        nursery.cancel_scope.cancel()
    if problem is not None:
        raise problem
