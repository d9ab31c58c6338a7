"""The code of all matches of the tests, and an open channel without a match."""

from __future__ import annotations

import trio

from owm_net.net.secure import open_channel
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import Role
from owm_net.protocol.codes import Code, Invitation
from owm_net.session.match import Own

CODE = Code("7", "melon-sandal-orchid")


def code() -> Invitation:
    """Return a code that nobody has guessed at yet."""
    return Invitation(CODE)


async def secured(here: FramedStream, there: FramedStream, host: Own, guest: Own) -> None:
    """Open the channel between two ends, by the code."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(open_channel, here, Role.HOST, code(), host, "test")
        nursery.start_soon(open_channel, there, Role.GUEST, code(), guest, "test")
