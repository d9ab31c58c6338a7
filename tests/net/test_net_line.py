"""The states of a line to another seat, and what its program has said of going."""

from __future__ import annotations

import math

import pytest
import trio
import trio.testing

from owm_net.engine.ids import Seat
from owm_net.net.line import TRANSITIONS, LineEvent, LineState, PeerLine, Presence
from owm_net.net.streams import FramedStream


@pytest.mark.parametrize("state", LineState)
async def test_a_line_goes_where_the_table_leads_and_nowhere_else(state: LineState) -> None:
    for what in LineEvent:
        line = PeerLine(Seat(1), "Ben", None, None, state)
        if what in TRANSITIONS[state]:
            line.happens(what)
            assert line.state is TRANSITIONS[state][what]
        else:
            with pytest.raises(KeyError):
                line.happens(what)
            assert line.state is state


async def test_one_who_left_is_here_again_when_they_return_and_one_who_stopped_is_heard_out() -> (
    None
):
    line = PeerLine(Seat(1), "Ben", None, None, LineState.AWAY)

    async def return_once() -> None:
        link = FramedStream(
            trio.testing.memory_stream_pair()[0], peer="Ben", silence=math.inf, keepalive=math.inf
        )
        async with trio.open_nursery() as nursery:
            line.back(link, nursery)
            line.lost()
            nursery.cancel_scope.cancel()

    line.leaves("the disk is full")
    assert (line.presence, line.why, line.has_all) == (Presence.LEFT, "the disk is full", True)
    await return_once()
    assert (line.presence, line.why, line.has_all) == (Presence.HERE, "", False)
    line.stops("enough")
    line.leaves("")
    await return_once()
    assert (line.presence, line.why) == (Presence.STOPPED, "enough")
    line.heard_out()
    assert not line.has_all
