"""Alone in a room: the player is told that its name may be wrong, and the waiting goes on."""

from __future__ import annotations

import pytest
import trio

from owm_net.net.relays import meet_room
from owm_net.net.rendezvous import Address
from owm_net.program.meeting import connecting
from owm_net.program.meeting.connecting import connect
from owm_net.program.meeting.where import Meeting
from owm_net.relay.listeners import serve


async def test_a_room_that_nobody_comes_to_is_told_of_and_waited_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connecting, "LONELY", 0.02)
    lines: list[str] = []
    told = trio.Event()

    def tell(line: str) -> None:
        lines.append(line)
        if "mistyped" in line:
            told.set()

    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            relay = Address(*await nursery.start(serve))

            async def friend() -> None:
                await told.wait()
                await (await meet_room(relay, "amber-kettle-wolf")).cut()

            nursery.start_soon(friend)
            link = await connect(Meeting(relay=relay, room="amber-kettle-wolf"), tell)
            await link.cut()
            nursery.cancel_scope.cancel()
    assert len(lines) == 2 and lines[0].startswith("waiting in room amber-kettle-wolf")
    assert lines[1].startswith("nobody is in room amber-kettle-wolf yet; perhaps its name was")
