"""The other seats of a match as one seat speaks to them: what goes to whom, who is away."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import trio

from owm_net.engine.ids import Seat
from owm_net.engine.text import say, seat_called
from owm_net.net.errors import NetError
from owm_net.net.handshake import BYE, CAUGHT_UP, DONE, MAX_TEXT, RECORD, read_resume, resume
from owm_net.net.line import LineEvent, LineRole, LineState, PeerLine, Presence, Reach
from owm_net.net.mail import Post
from owm_net.net.streams import FramedStream, PeerGarbage
from owm_net.protocol.entries import VOTES, Entry, EntryKind, Step, decode_entry, split_record
from owm_net.protocol.lockstep import FUTURE_STEPS
from owm_net.session.match import Match
from owm_net.session.player import Notice, Player

LAST_MINUTE = 2.0
"""Seconds for a goodbye, and what goes before it, to reach the others."""


class Stopped(Exception):
    """The other side ended the match by saying so; str() is its reason."""


class LeftBehind(Stopped):
    """The others have gone on without us, so there is nothing to come back to."""


class Stored(NamedTuple):
    """A record that may be sent. kind: of its entry."""

    record: bytes
    step: Step
    kind: EntryKind

    def is_lacked_at(self, step: Step) -> bool:
        """Return True if a seat at this step may lack the record. A remark or a wish is said at a
        step and comes when it may, but neither side is ever further than FUTURE_STEPS from the
        other."""
        if self.kind in (EntryKind.REMARK, EntryKind.WISH):
            return self.step + FUTURE_STEPS >= step
        return self.step >= step or self.kind in VOTES


class Circle:
    """Lines to the other seats, by seat. lines: the seats we have a link to, or a way to reach.

    history: the records of a resumed match, so that others may know more of us than we do; None for
    a new one. kept: everything stored, in order.
    """

    nursery: trio.Nursery

    def __init__(
        self,
        match: Match,
        player: Player,
        links: Mapping[Seat, FramedStream],
        reach: Mapping[Seat, Reach],
        history: Sequence[bytes] | None,
    ) -> None:
        self.match = match
        self.player = player
        self.lines: dict[Seat, PeerLine] = {}
        self.kept = [stored(record) for record in history or ()]
        for seat in sorted({**links, **reach}):
            link = links.get(seat)
            name = link.peer if link is not None else match.names[seat] or seat_called(seat)
            state = LineState.FRESH if history is None else LineState.BACK
            state = LineState.AWAY if link is None else state
            self.lines[seat] = PeerLine(Seat(seat), name, link, reach.get(seat), state)
        self._carries_told = False

    @property
    def alone(self) -> PeerLine | None:
        """The line, if there is only one: nobody is left to play with without it."""
        return next(iter(self.lines.values())) if len(self.lines) == 1 else None

    def begin(self, nursery: trio.Nursery, post: Post) -> None:
        """Start to listen and to send, until the nursery is cancelled and `silence` is called."""
        self.nursery = nursery
        for line in self.lines.values():
            if line.link is not None:
                line.begin(nursery)
                if line.state is LineState.BACK:
                    self.say_where_we_are(line)
            nursery.start_soon(line.attend, post)

    def came(self, record: bytes, line: PeerLine) -> None:
        """A record came on this line: its seat need not be sent it."""
        line.note(hashlib.sha256(record).digest())

    def who_sent(self, record: bytes) -> list[PeerLine]:
        """The lines a record came on, as far as that is noted."""
        digest = hashlib.sha256(record).digest()
        return [line for line in self.lines.values() if line.has_sent(digest)]

    def keep(self, records: Sequence[bytes]) -> None:
        """Records are stored: from now on they may be sent."""
        self.kept += [stored(record) for record in records]

    def send(self, record: bytes, author: int | None) -> None:
        """To all but its author, who has it, as have those on whose lines it came."""
        digest = hashlib.sha256(record).digest()
        for line in self.lines.values():
            if line.seat != author and not line.has_sent(digest):
                self.send_record(line, record)
            line.forget(digest)

    def send_record(self, line: PeerLine, record: bytes) -> None:
        """Send a record, unless it will go out later with everything the other side lacks."""
        if line.is_told:
            line.send(RECORD + record)

    def say_where_we_are(self, line: PeerLine) -> None:
        """First on every link that is reached again."""
        line.send(resume(self.match.match_id, self.match.step))

    def say_all(self, line: PeerLine) -> None:
        """Send everything we have, as if it were new, to a peer that has nothing of the match."""
        for one in self.kept:
            line.send(RECORD + one.record)

    async def answer_resume(self, line: PeerLine, message: bytes) -> None:
        """Send a peer everything it lacks, given the step it names.

        This includes the votes about a seat at a step that it has left behind: it may be the one
        that was dropped there, and have gone on alone.
        """
        try:
            step = read_resume(message, self.match.match_id, line.name)
        except NetError as error:
            await self.give_up(line, error)
            return
        line.happens(LineEvent.SAYS_WHERE)
        kept = map(self.kept.__getitem__, range(len(self.kept)))  # read as it goes out
        line.send_all(RECORD + one.record for one in kept if one.is_lacked_at(step))
        line.send(CAUGHT_UP)

    def leave_the_dropped(self) -> None:
        """Stop waiting for dropped seats. It is still given what was signed: so it learns, at once
        or when it comes back, that the others have gone on."""
        for seat in self.match.dropped:
            line = self.lines.get(seat)
            if line is not None and line.role is LineRole.PLAYS:
                line.role = LineRole.CARRIES if line is self.alone else LineRole.DROPPED
                name, how = self.name(seat), self.match.gave_up(seat)
                told = say("the match goes on without {name}", name=name)
                if how:
                    told = say("{name} {how}: {told}", name=name, how=how, told=told)
                self.player.notice(Notice.DROPPED, told)
        if self.carries and not self._carries_told:
            self._carries_told = True
            told = say("you play no more; the others hear each other through you: do not stop yet")
            self.player.notice(Notice.DROPPED, told)

    @property
    def has_given_up(self) -> bool:
        """Return True if our own player has left the match, and the others go on."""
        own = self.match.own
        return own is not None and bool(self.match.gave_up(own.seat))

    @property
    def carries(self) -> bool:
        """Return True if we have left the match, and others still hear each other through us."""
        others = [line for line in self.lines.values() if line.counts]
        return self.has_given_up and len(others) > 1

    def let_go(self) -> None:
        """Tell those who gave up that we have stored it and need them no more, once on each
        link; but not one through whom we hear the others."""
        for seat in self.match.dropped:
            line = self.lines.get(seat)
            if line is None or line is self.alone or not self.match.gave_up(seat):
                continue
            if line.is_told and not line.let_go:
                line.let_go = True
                line.send(DONE)

    def name(self, seat: Seat) -> str:
        """Return the name of the seat's player, for people."""
        return (self.match.seats > 2 and self.match.names[seat]) or self.lines[seat].name

    async def give_up(self, line: PeerLine, why: NetError) -> None:
        """Nobody waits for this seat's link any more. Raises `why` if no other is left."""
        if line.state is LineState.GONE:
            return
        await line.give_up(why)
        if line.role is LineRole.DROPPED:
            return
        stops = line.presence is Presence.STOPPED
        if not stops and not any(other.counts for other in self.lines.values()):
            raise why
        self.player.notice(Notice.GONE, why.said)

    async def refuse(self, line: PeerLine, what: str, why: str) -> None:
        """Give up a line on which came what nobody can use."""
        await self.give_up(
            line,
            PeerGarbage(
                say("{name} {what}", name=self.name(line.seat), what=what),
                why,
                say("check that all run the same version of owm_net"),
            ),
        )

    async def mind_goodbyes(self) -> None:
        """A goodbye counts when all has been looked at that was said before it: that may be
        the reason, and a cheat, which is to be named here too."""
        for line in self.lines.values():
            if line.presence is not Presence.STOPPED or self.match.is_working:
                continue
            if line is self.alone:
                raise Stopped(line.why)
            if line.counts:
                self.player.notice(
                    Notice.GONE,
                    say(
                        "{name} has left: {goodbye}",
                        name=self.name(line.seat),
                        goodbye=line.why,
                    ),
                )
            line.heard_out()
            if line.link is not None:
                await line.link.aclose()  # it may come back

    async def say_goodbye(self, why: str) -> None:
        """Tell all, as far as their links take it, that we stop here and why."""
        for line in self.lines.values():
            line.send(BYE + why.encode()[:MAX_TEXT])
        with trio.CancelScope(shield=True):
            await self.flush(LAST_MINUTE)

    async def flush(self, seconds: float) -> None:
        """Wait until everything sent has gone out, but no longer than this."""
        with trio.move_on_after(seconds):
            for line in self.lines.values():
                await line.flush()

    def silence(self) -> None:
        """Nothing more is sent to anybody."""
        for line in self.lines.values():
            line.silence()

    async def finish(self) -> None:
        """Part politely, from all at once."""
        async with trio.open_nursery() as nursery:
            for line in self.lines.values():
                nursery.start_soon(line.finish)


def stored(record: bytes) -> Stored:
    """A record that was accepted, as it is kept."""
    entry = entry_of(record)
    return Stored(record, Step(entry.step), entry.kind)


def entry_of(record: bytes) -> Entry:
    """Return the entry of an accepted record."""
    return decode_entry(split_record(record)[0])
