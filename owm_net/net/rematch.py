"""After a match of two: whether the same two play again, over the link that is still open.

What they say to each other is session/rematch.py, which knows no link; here it is sent and heard,
and the next match begins (docs/wire.md, "A rematch").
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import trio
from attrs import evolve

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.bucket import TokenBucket
from owm_net.net.door import GREETING
from owm_net.net.driver import Parting
from owm_net.net.errors import NetError
from owm_net.net.handshake import (
    BYE,
    CAUGHT_UP,
    DONE,
    MAX_TEXT,
    RECORD,
    RESUME,
    STATE,
    text_of,
)
from owm_net.net.outbox import Outbox
from owm_net.net.peers import meet_again
from owm_net.net.streams import FramedStream, PeerGarbage, PeerGone, PeerSilent, first_error
from owm_net.protocol.channel import MAX_MESSAGE
from owm_net.session.match import Match, Own
from owm_net.session.rematch import BEGIN, REMATCH, Misfit, RematchWishes, Sides
from owm_net.session.terms import CannotPlay

ASKS: Final = 16
"""Requests, refusals and beginnings of the other side that are heard at once,"""
ASKS_EVERY: Final = 4.0
"""and one more after so many seconds; who says more is left."""
OWN_ASKS: Final = 6
"""Of our own player so many are sent at once, and one more after twice the seconds: well below."""
HAND: Final = b"\x15"
"""Its player opens what they alone have seen of the match: a file of `files.hands`."""
HANDS: Final = 4
"""So often the other may do that; a program lets its player do it OWN_HANDS times."""
OWN_HANDS: Final = 2
LATE: Final = 256
"""Messages of the match that is over, still on their way: they are not looked at,"""
LATE_EVERY: Final = 1.0
"""and one more after so many seconds."""
LAST_WORDS: Final = 1.0
"""Seconds for a goodbye to go out, and once more to arrive."""
FLUSH: Final = 5.0
"""The same for the last word before a match."""
OLD: Final = (RECORD, RESUME, DONE, STATE, CAUGHT_UP)
"""What may still come of the match that is over."""


class Rematch:
    """The talk of two players about a rematch; what they see of it, and do.

    Somebody must be in run(). name: of the other. why: why there can be none, "" while there can.
    note: what our player should know besides. begins: both have agreed. changed: is called when any
    of it has changed. hand: what the other has opened of the match, as a file of `files.hands` that
    nobody has looked into yet; b"" for nothing.
    """

    def __init__(
        self, match: Match, parting: Parting, changed: Callable[[], None] = lambda: None
    ) -> None:
        assert match.own is not None
        self._match = match
        self._own: Own = match.own
        self._link = parting.link
        self._outbox: Outbox | None = None
        self._changed = changed
        self.wishes = RematchWishes(match.own.seat)
        self.why = parting.why
        self.note = ""
        self.name = ""
        self.hand = b""
        self._heard_hands = self._given_hands = 0
        if match.seats != 2:
            self.why = say("a rematch needs two players, and here were {n}", n=match.seats)
            return
        self.name = match.names[1 - match.own.seat]
        if self._link is None and not self.why:
            self.why = _lost(self.name)

    @property
    def begins(self) -> bool:
        """Return True if both have agreed, as far as we know."""
        return not self.why and not self.wishes.open

    @property
    def asks(self) -> Sides:
        """Return what the other asks of our player now; NONE for nothing."""
        if self.why or not self.wishes.open or self.wishes.theirs is self.wishes.ours:
            return Sides.NONE
        return self.wishes.theirs

    @property
    def waits(self) -> Sides:
        """Return what our player has asked and waits for; NONE for nothing."""
        return Sides.NONE if self.why or not self.wishes.open else self.wishes.ours

    @property
    def declined(self) -> bool:
        """Return True if the other has declined what our player asked last."""
        return self.wishes.declined

    def wish(self, sides: Sides) -> None:
        """Ask for a rematch, accept one, or, by NONE, withdraw our request."""
        self._say(lambda: self.wishes.wish(sides))

    def decline(self) -> None:
        """Our player says no to what is asked."""
        self._say(self.wishes.decline)

    @property
    def may_give(self) -> bool:
        """Return True if the other can be sent our player's own cards."""
        is_open = self._outbox is not None and not self.why and self.wishes.open
        return is_open and self._given_hands < OWN_HANDS

    def give(self, hand: bytes) -> bool:
        """Open to the other what our player alone has seen; False if it does not go that way."""
        if not self.may_give or len(hand) >= MAX_MESSAGE:
            return False
        assert self._outbox is not None
        self._given_hands += 1
        self._outbox.put(HAND + hand)
        return True

    async def run(self) -> tuple[Match, FramedStream] | None:
        """Until there is another match, with the link to the other, or there can be none: then
        `why` says so. Whoever cancels it leaves, and the other is told."""
        link = self._link
        if link is None or self.why:
            return None
        try:
            sides = await self._agree(link)
            return await self._begin(link, sides), link
        except BaseException as error:
            with trio.CancelScope(shield=True):
                await link.finish(LAST_WORDS)  # what was said last shall arrive
            if (why := self._told(first_error(error))) is None:
                raise
            self.why = self.why or why
            self._changed()
            return None

    async def _begin(self, link: FramedStream, sides: Sides) -> Match:
        seat = self._own.seat if sides is Sides.SAME else 1 - self._own.seat
        own = evolve(self._own, seat=Seat(seat))
        terms = evolve(self._match.terms, started=int(time.time()))
        other = self._match.identities[1 - self._own.seat]
        return Match(self._match.system, await meet_again(link, terms, own, other), own)

    def _say(self, what: Callable[[], list[bytes]]) -> None:
        """Unless our player says more than the other side would hear."""
        if self.why or self._outbox is None:
            return
        self.note = ""
        if self._own_asks.spend():
            for message in what():
                self._outbox.put(message)
            self._limit()
        else:
            self.note = say("Not so fast: say it again in a while.")
        self._changed()

    async def _agree(self, link: FramedStream) -> Sides:
        """Until both wish the same. Raises NetError; ClosedResourceError, if the link was lost."""
        self._own_asks = TokenBucket(OWN_ASKS, 2 * ASKS_EVERY)
        self._asks, self._late = TokenBucket(ASKS, ASKS_EVERY), TokenBucket(LATE, LATE_EVERY)
        self._outbox = outbox = Outbox(link)
        self._changed()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(outbox.run)
            patience = LAST_WORDS
            try:
                while not self.wishes.agreed:
                    for message in self._hear(link, await self._next(link)):
                        outbox.put(message)
                    self._changed()
                patience = FLUSH
            except PeerGarbage as error:
                outbox.put(BYE + error.why.encode()[:MAX_TEXT])
                raise
            except (trio.Cancelled, KeyboardInterrupt):
                outbox.put(BYE)
                raise
            finally:
                with trio.CancelScope(shield=True), trio.move_on_after(patience):
                    await outbox.flush()
                outbox.close()
        return self.wishes.agreed

    async def _next(self, link: FramedStream) -> bytes:
        """The next message. Raises NetError, also when we have said that the match begins and hear
        nothing for too long."""
        with trio.CancelScope() as self._hearing:
            self._limit()
            said = await link.receive()
        if self._hearing.cancelled_caught:
            raise _garbage(link, say("it has agreed, and then says nothing"))
        if said is None:
            raise _Gone
        return said

    def _limit(self) -> None:
        if self.wishes.begins is not None:
            self._hearing.deadline = trio.current_time() + GREETING

    def _told(self, error: BaseException) -> str | None:
        """Return why there is no rematch, in words; None for something that does not concern the
        other side."""
        if isinstance(error, _Left) and error.args[0]:
            return say("{name} has left: {why}", name=self.name, why=error.args[0])
        if isinstance(error, _Left):
            return say("{name} has left", name=self.name)
        if isinstance(error, _Gone | trio.ClosedResourceError):
            return _lost(self.name)
        if isinstance(error, PeerGone | PeerSilent):
            return say("{lost}: {why}", lost=_lost(self.name), why=error.why)
        if isinstance(error, NetError):
            return error.why
        if isinstance(error, CannotPlay):
            return str(error.args[0])
        return None

    def _hear(self, link: FramedStream, said: bytes) -> list[bytes]:
        """Return the answers to send. Raises NetError."""
        kind = said[:1]
        if kind == BYE:
            raise _Left(text_of(said))
        if kind in OLD:
            if not self._late.spend():
                raise _garbage(link, say("it goes on with a match that is over"))
            return []
        if kind == HAND:
            self._heard_hands += 1
            if self._heard_hands > HANDS:
                raise _garbage(link, say("it opens its hand too often"))
            self.hand = said[1:]
            return []
        if kind not in (REMATCH, BEGIN):
            raise _garbage(link, say("a message of unknown kind {message}", message=said[0]))
        if not self._asks.spend():
            raise _garbage(link, say("it asks for a rematch too often"))
        try:
            return self.wishes.receive(said)
        except Misfit as error:
            raise _garbage(link, error.args[0]) from None


class _Left(Exception):
    """The other player has left; str() is their program's reason, if there is one."""


class _Gone(Exception):
    """The other side has ended the connection without a word."""


def _lost(name: str) -> str:
    return say("the connection to {name} is lost", name=name)


def _garbage(link: FramedStream, why: str) -> PeerGarbage:
    return PeerGarbage(
        say("no rematch with {peer}", peer=link.peer), why, say("start a new match together")
    )
