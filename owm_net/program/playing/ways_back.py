"""How to reach a seat again whose link is lost."""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple

import trio
from attrs import evolve, frozen

from owm_net import PROGRAM
from owm_net.engine.ids import Seat, all_seats
from owm_net.engine.text import say
from owm_net.net.door import Reception
from owm_net.net.driver import Reach
from owm_net.net.errors import NetError
from owm_net.net.peers import again, return_to
from owm_net.net.proof import Papers
from owm_net.net.router.opening import keep_opened
from owm_net.net.streams import FramedStream
from owm_net.program.meeting.connecting import DOUBT, ONE_WAY, ask_by_code, connect, one_by_one
from owm_net.program.meeting.where import Meeting, Tell
from owm_net.program.terminal.prompts import show_above


@frozen
class WayBack:
    """The ways, and the seconds, to look for a lost peer. tell: told meanwhile. watched: told of
    spectators: their code, arrivals and departures."""

    where: Meeting
    patience: float
    tell: Tell = lambda line: None
    watched: Tell = show_above


def ways_back(
    back: WayBack, papers: Papers, nursery: trio.Nursery, trying: Tell
) -> dict[Seat, Reach]:
    """How to reach each seat again that we have a link to: a host all, a guest the host.

    trying: is told which way is taken, at each attempt.

    Who waits does so by all ways at once, who goes tries one after the other: so the two never meet
    by two ways at the same time.
    """
    own, where, patience, tell = papers.own.seat, back.where, back.patience, back.tell
    if where.port == 0 and where.relay is None:  # a port of chance is not found again
        return {}
    hosts = own == where.host or where.local is not None or where.port is not None
    others = [seat for seat in all_seats(papers.seats) if seat != own] if hosts else [where.host]
    if where.port:
        reception = Reception(where.bind, where.port, papers, PROGRAM, tell)
        nursery.start_soon(reception.run)
        if where.router:
            nursery.start_soon(keep_opened, where.port)

    async def come(seat: Seat, way: Meeting, wait: float) -> FramedStream:
        there = evolve(way, room=way.rooms.get(seat, way.room))
        quiet = where.local is None  # the room's name is nothing that a person has typed
        link = await connect(there, (lambda line: None) if quiet else tell, wait)
        return await return_to(link, papers, seat)

    def not_begun(seat: Seat) -> bool:
        """Nothing of the match has come from there. A host may still wait for us as before it;
        who agreed to a rematch may not have heard that it begins."""
        return where.local is None and not papers.shown(seat)

    async def in_doubt(seat: Seat, ways: Sequence[Way]) -> FramedStream:
        asks = [
            Way(say("asking for our seat by the code"), partial(ask_by_code, way, papers))
            for _, way in one_by_one(where)
            if where.code is not None and not hosts
        ]
        try:
            return await again(_in_turn([*asks, *ways], trying), min(patience, DOUBT))()
        except NetError as error:
            raise NetError(
                say("nothing of the match has come from the other side"),
                say("{why}: it may never have begun", why=error.why),
                say("ask your friend: if they cannot go on with it, start a new one"),
            ) from error

    def reach(seat: Seat) -> Reach:
        ways = [Way(words, partial(come, seat, way)) for words, way in one_by_one(where)]
        if where.port:
            at_relay = (
                say(" and at relay {relay}", relay=where.relay) if where.relay is not None else ""
            )
            words = say("waiting at port {port}{at_relay}", port=where.port, at_relay=at_relay)
            all_at_once: list[Try] = [
                partial(reception.reach, seat),
                *(way.attempt for way in ways),
            ]
            ways = [Way(words, partial(_first_of, all_at_once))]
        once_begun = again(_in_turn(ways, trying), patience)

        async def reach_now() -> FramedStream:
            return await (in_doubt(seat, ways) if not_begun(seat) else once_begun())

        return reach_now

    return {seat: reach(seat) for seat in others}


Try = Callable[[float], Awaitable[FramedStream]]
"""One attempt; takes the seconds it may last."""


class Way(NamedTuple):
    """One of those that lead to the other side. words: what is done there, such as "dialling"."""

    words: str
    attempt: Try


def _in_turn(ways: Sequence[Way], trying: Tell) -> Try:
    """Another way at every attempt. trying: is told which."""
    turns = itertools.cycle(ways)

    async def attempt(wait: float) -> FramedStream:
        way = next(turns)
        trying(way.words)
        return await way.attempt(wait if len(ways) == 1 else min(wait, ONE_WAY))

    return attempt


async def _first_of(ways: Sequence[Try], wait: float) -> FramedStream:
    """By all ways at once; the first that leads somewhere ends the others. Raises NetError when
    all have failed."""
    came: list[FramedStream] = []
    failed: list[NetError] = []

    async def by(way: Try) -> None:
        try:
            link = await way(wait)
        except NetError as error:
            failed.append(error)
        else:
            came.append(link)
            nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            for way in ways:
                nursery.start_soon(by, way)
    finally:
        for late in came[1:]:
            await late.cut()
    if not came:
        raise failed[0]
    return came[0]
