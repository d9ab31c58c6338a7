"""A guest's first message when a match begins: until then the host keeps the lobby."""

from __future__ import annotations

from owm_net.net.handshake import RECORD
from owm_net.program.meeting.meet import Met
from owm_net.session.in_memory import driver


async def say_first_word(met: Met) -> None:
    """To the host, as the driver of the match would."""
    side = driver(met.match)
    side.todo()
    for record in side.outgoing():
        for link in met.links.values():
            await link.send(RECORD + record)
