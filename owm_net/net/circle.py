"""The other seats of a match as one seat speaks to them: what goes to whom, who is away."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress

import trio

from owm_net.net.handshake import BYE, MAX_TEXT, RECORD, resume
from owm_net.net.line import Line, Reach
from owm_net.net.streams import FramedStream, NetError
from owm_net.protocol.entries import Entry, decode_entry, split_record
from owm_net.session.match import Match
from owm_net.session.player import Player

MAX_PASSING = 1024
"""Records of which we note, until they are accepted, on which link they came."""


class Stopped(Exception):
    """The other side ended the match by saying so; str() is its reason."""


class Circle:
    """Lines to the other seats, by seat. lines: the seats we have a link to, or a way to reach.

    taken_up: whether the match has begun before, so that others may know more of us than we do.
    """

    def __init__(
        self, match: Match, player: Player, links: Mapping[int, FramedStream],
        reach: Mapping[int, Reach], taken_up: bool,
    ) -> None:
        self.match = match
        self.player = player
        self.lines: dict[int, Line] = {}
        self._came: dict[bytes, int] = {}
        for seat in sorted({**links, **reach}):
            link = links.get(seat)
            name = link.peer if link is not None else match.names[seat] or f"seat {seat}"
            line = Line(seat, name, link, reach.get(seat))
            line.behind = taken_up
            line.open = not taken_up
            line.lost_at = None if link is not None else trio.current_time()
            self.lines[seat] = line

    def noted(self, record: bytes, line: Line) -> None:
        """A record came on this link: its seat need not be sent it."""
        if len(self._came) >= MAX_PASSING:
            del self._came[next(iter(self._came))]  # the oldest: then it is sent there in vain
        self._came[hashlib.sha256(record).digest()] = line.seat

    async def pass_on(self, accepted: Sequence[bytes], outgoing: Sequence[bytes]) -> None:
        """Our own records to all; what others have signed to all but those who have it.

        In the order accepted: what an entry of ours follows from goes before it.
        """
        for record in accepted:
            came = self._came.pop(hashlib.sha256(record).digest(), None)
            if record in outgoing:
                continue
            author = entry_of(record).seat
            for line in self.lines.values():
                if line.seat not in (came, author):
                    await self.send_record(line, record)
        for record in outgoing:
            for line in self.lines.values():
                await self.send_record(line, record)

    async def send_record(self, line: Line, record: bytes) -> None:
        """Unless it will be sent with all that it lacks."""
        if line.open and line.gone is None:
            await self.send(line, RECORD + record)

    async def send(self, line: Line, message: bytes) -> None:
        """To one of them, as far as the link takes it. Raises NetError if nobody is left."""
        try:
            await line.send(message)
        except trio.ClosedResourceError:
            return  # whoever closed it knows why
        except NetError as error:
            await self.give_up(line, error)

    async def say_where_we_are(self, line: Line) -> None:
        """First on every link that is reached again."""
        await self.send(line, resume(self.match.match_id, self.match.step))

    def leave_the_dropped(self) -> None:
        """Whom all have dropped is waited for no more. It is still given what was signed: so it
        learns, at once or when it comes back, that the others have gone on."""
        for seat in self.match.dropped:
            line = self.lines.get(seat)
            if line is not None and not line.dropped:
                line.dropped = True
                self.player.notice("dropped", f"the match goes on without {self.name(seat)}")

    def name(self, seat: int) -> str:
        """For people."""
        return (self.match.seats > 2 and self.match.names[seat]) or self.lines[seat].name

    async def give_up(self, line: Line, why: NetError) -> None:
        """Nobody waits for this seat's link any more. Raises `why` if no other is left."""
        await line.give_up(why)
        if line.dropped:
            return
        if line.bye is None and not any(other.counts for other in self.lines.values()):
            raise why
        self.player.notice("gone", str(why))

    async def mind_goodbyes(self) -> None:
        """A goodbye counts when all has been looked at that was said before it: that may be
        the reason, and a cheat, which is to be named here too."""
        for line in self.lines.values():
            if line.bye is None or self.match.is_working:
                continue
            if len(self.lines) == 1:
                raise Stopped(line.bye)
            if line.counts:
                self.player.notice("left", f"{self.name(line.seat)} has left: {line.bye}")
            line.bye = None
            if line.link is not None:
                await line.link.aclose()  # it may come back

    async def say_goodbye(self, why: str) -> None:
        """Tell all, as far as their links take it, that we stop here and why."""
        with trio.CancelScope(shield=True), trio.move_on_after(1):
            for line in self.lines.values():
                with suppress(NetError, trio.ClosedResourceError):
                    if line.link is not None:
                        await line.link.send(BYE + why.encode()[:MAX_TEXT])


def entry_of(record: bytes) -> Entry:
    """What a record that was accepted holds."""
    return decode_entry(split_record(record)[0])
