"""Records as they come in over the lines, on their way into the match.

A useless record ends the line it arrived on, never the match with the others. Only a signed entry
that is wrong for everybody ends the match.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import trio

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.circle import Circle, LeftBehind, entry_of
from owm_net.net.line import LineState, PeerLine
from owm_net.protocol.entries import MAX_RECORD, EntryKind
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session.match import Blame, Match, Phase
from owm_net.session.terms import decode_hello

MAX_WAITING: Final = 16 * MAX_RECORD
"""Bytes of one line's records that wait while `Work` is out; a long match has about 1.5 MB."""
PLACE: Final = 256
"""Bytes that a record takes here besides its own."""


class Intake:
    """identities: by seat, who has proved to have it on a link; none where nobody had to. names:
    those by which they came, to which our player has said yes."""

    def __init__(
        self,
        match: Match,
        circle: Circle,
        identities: Mapping[Seat, bytes],
        names: Mapping[Seat, str],
    ) -> None:
        self._match = match
        self._circle = circle
        self._identities = identities
        self._names = names
        self._waiting: deque[tuple[PeerLine, bytes]] = deque()
        self._bytes: dict[Seat, int] = {}

    async def heard(self, line: PeerLine, record: bytes) -> None:
        """A record of any seat. Waits while `Work` is out.

        Raises Blame if the match is over by it, NetError if nobody is left, Stopped.
        """
        if self._match.finished:  # nothing changes any more, but another may lack what we have
            self._match.receive(record)
            return
        if not self._match.is_working and not self._waiting:
            await self._take(line, record)
            return
        self._waiting.append((line, record))
        self._bytes[line.seat] = self._bytes.get(line.seat, 0) + len(record) + PLACE
        if self._bytes[line.seat] > MAX_WAITING:
            self._forget(line)
            reason = say("more is sent than can be looked at")
            await self._of_no_use(line, Blame(None, reason, "wire.md, Three and four seats"))

    async def go_on(self) -> None:
        """The work is done: take what waits. Raises as `heard`."""
        while self._waiting and not self._match.is_working:
            line, record = self._waiting.popleft()
            self._bytes[line.seat] -= len(record) + PLACE
            if line.state is not LineState.GONE:
                await self._take(line, record)
            await trio.lowlevel.checkpoint()

    async def refuse(self, blame: Blame) -> None:
        """Give up whoever has sent for a step to come what was of no use when that had come."""
        lines = self._circle.who_sent(blame.evidence)
        if self._circle.alone is not None:
            lines = [self._circle.alone]
        for line in lines:
            await self._of_no_use(line, blame)

    async def _take(self, line: PeerLine, record: bytes) -> None:
        self._circle.came(record, line)
        try:
            self._check_hello(record)
            self._match.receive(record)
        except Blame as blame:
            if blame.seat is not None or blame.evidence != record:
                raise
            await self._of_no_use(line, blame)
        if self._match.phase is Phase.DROPPED:
            raise LeftBehind(
                say("the others went on without you at step {step}", step=self._match.step)
            )

    async def _of_no_use(self, line: PeerLine, blame: Blame) -> None:
        """Nobody is named and nothing was accepted. Raises it where two play, or a guest hears
        nobody but the host."""
        if line is self._circle.alone:
            raise blame
        await self._circle.refuse(line, say("sends what nobody can use"), blame.reason)

    def _check_hello(self, record: bytes) -> None:
        """Check that a seat's HELLO is from the identity that proved to have the seat, since HELLOs
        can be old, and that it has the name under which our player knows it."""
        if self._match.step or not self._identities:
            return
        with suppress(RemoteProtocolError):  # the match says what is wrong with it
            entry = entry_of(record)
            if entry.kind is not EntryKind.HELLO:
                return
            hello, why = decode_hello(entry.body), ""
            if self._identities.get(Seat(entry.seat)) not in (None, hello.identity):
                why = say("a HELLO of somebody else than who proved to have the seat")
            elif self._names.get(Seat(entry.seat)) not in (None, hello.name):
                why = say("a HELLO under another name than it came with")
            if why:
                raise Blame(None, why, "wire.md, LINK", record)

    def _forget(self, line: PeerLine) -> None:
        """Whatever waits of a line."""
        self._waiting = deque(item for item in self._waiting if item[0] is not line)
        self._bytes[line.seat] = 0
