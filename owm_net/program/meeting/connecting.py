"""Links to the other side, by each of the ways that lead to it."""

from __future__ import annotations

import math

import trio
from attrs import evolve

from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.peers import ask_again
from owm_net.net.proof import Papers
from owm_net.net.relays import join_room, meet_room
from owm_net.net.rendezvous import (
    dial,
    listen,
)
from owm_net.net.secure import NotLetIn
from owm_net.net.streams import FramedStream
from owm_net.net.web_relay import RelayPlace
from owm_net.program.failing import Fail
from owm_net.program.meeting.where import Meeting, Tell
from owm_net.protocol.codes import Invitation

ONE_WAY = 20.0
"""Seconds to look for the other side by one way, where there are several."""
DOUBT = 90.0
"""Seconds in which a guest who has said yes, and has heard nothing of the match, asks the host
again; longer than a host takes to notice that a link is silent."""
LONELY = 20.0
"""Seconds alone in a room after which its name may have been mistyped."""


async def connect(where: Meeting, tell: Tell, patience: float = math.inf) -> FramedStream:
    """patience: seconds to wait for the other side. Raises NetError."""
    if where.local is not None:
        return await where.local.connect(tell, patience)
    if where.relay is not None:
        return await _enter(where.relay, where, tell, patience)
    if where.address is not None:
        return await dial(where.address.host, where.address.port)
    assert where.port is not None
    return await listen(
        where.bind,
        where.port,
        on_listening=lambda a: tell(say("waiting on {address}", address=a)),
        patience=patience,
    )


def one_by_one(where: Meeting) -> list[tuple[str, Meeting]]:
    """Each way apart by which we go to the other side, in words too; waiting at a port is none."""
    if where.local is not None:
        return [(say("starting it again"), where)]
    ways = []
    if where.address is not None:
        ways.append(
            (say("dialling {address}", address=where.address), evolve(where, relay=None, port=None))
        )
    if where.relay is not None:
        at = say("trying relay {relay}", relay=where.relay)
        ways.append((at, evolve(where, address=None, port=None)))
    return ways


async def ask_by_code(where: Meeting, papers: Papers, wait: float) -> FramedStream:
    """Of a guest who has heard nothing of the match: by the code, as before it. where: one way.
    Raises NetError; Fail if the host has another code by now, so that we guess no further."""
    assert where.code is not None
    if where.relay is not None:
        link = await join_room(where.relay, where.code.room, token=where.token, patience=wait)
    else:
        assert where.address is not None
        link = await dial(*where.address)
    try:
        return await ask_again(link, papers, Invitation(where.code))
    except NotLetIn as error:
        raise Fail(
            say(
                "the match has not begun: your friend waits again, by another code; ask for it"
                " and join once more"
            )
        ) from error


async def _enter(relay: RelayPlace, where: Meeting, tell: Tell, patience: float) -> FramedStream:
    """Meet in a room of two; say so if nobody comes."""
    room = where.room
    async with trio.open_nursery() as nursery:

        async def lonely() -> None:
            await trio.sleep(LONELY)
            tell(
                say(
                    "nobody is in room {room} yet; perhaps its name was mistyped, here or there:"
                    " compare it. Still waiting",
                    room=room,
                )
            )

        def waiting() -> None:
            tell(say("waiting in room {room} of relay {relay}", room=room, relay=relay))
            nursery.start_soon(lonely)

        try:
            link = await meet_room(
                relay, room, key=where.key, token=where.token, on_wait=waiting, patience=patience
            )
        except NetError as e:
            problem: NetError | None = e
        else:
            problem = None
        nursery.cancel_scope.cancel()
    if problem is not None:
        raise problem
    return link
