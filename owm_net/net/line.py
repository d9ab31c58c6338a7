"""The way to one other seat of a match: a link that may be lost and reached again.

FRESH --lost--> AWAY --back--> BACK --says where it is--> TOLD --lost--> AWAY
 | ^             |                                          ^
 | +----anew-----+                                          |
 +-------------------says where it is-----------------------+

any --given up--> GONE: nobody looks for this seat any more

What its program has said of staying is another state, which outlasts the link:

HERE --leaves--> LEFT --back--> HERE --stops--> STOPPED --heard out--> HERE
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from enum import Enum
from typing import Final

import trio
from attrs import define, field

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.mail import LinkBack, LinkGone, LinkLost, MessageArrived, Post
from owm_net.net.outbox import Outbox
from owm_net.net.streams import FramedStream, PeerGarbage, PeerGone

Reach = Callable[[], Awaitable[FramedStream]]
"""Connects to the same peer again and has it prove who it is; raises NetError when it gives up."""

MAX_CAME: Final = 1024
"""Records of which we note, until they are accepted, that they came on a line."""
REST: Final = 0.1
"""Seconds from one link to the next: each begins with proofs, and may ask for the whole history."""


class LineState(Enum):
    """FRESH: a link on which nothing of the match was said before. AWAY: no link; it is being
    reached. BACK: a link again; nothing of the match is sent before the other side has said where
    it is, since it is then given everything from there on: TOLD. GONE: for good."""

    FRESH = "fresh"
    AWAY = "away"
    BACK = "back"
    TOLD = "told"
    GONE = "gone"


class LineEvent(Enum):
    """The events of a line."""

    LOST = "lost"
    BACK = "back"
    ANEW = "anew"
    SAYS_WHERE = "says where it is"
    GIVEN_UP = "given up"


# What is missing cannot be, but that a line which is gone may still be said to be lost.
TRANSITIONS: dict[LineState, dict[LineEvent, LineState]] = {
    LineState.FRESH: {
        LineEvent.LOST: LineState.AWAY,
        LineEvent.SAYS_WHERE: LineState.TOLD,
        LineEvent.GIVEN_UP: LineState.GONE,
    },
    LineState.AWAY: {
        LineEvent.BACK: LineState.BACK,
        LineEvent.ANEW: LineState.FRESH,
        LineEvent.GIVEN_UP: LineState.GONE,
    },
    LineState.BACK: {
        LineEvent.LOST: LineState.AWAY,
        LineEvent.SAYS_WHERE: LineState.TOLD,
        LineEvent.GIVEN_UP: LineState.GONE,
    },
    LineState.TOLD: {LineEvent.LOST: LineState.AWAY, LineEvent.GIVEN_UP: LineState.GONE},
    LineState.GONE: {LineEvent.LOST: LineState.GONE},
}


class Presence(Enum):
    """HERE: it said nothing of going. LEFT: it said on the last link that it leaves, and may
    return. STOPPED: it said that it stops, and we are still looking at its earlier messages."""

    HERE = "here"
    LEFT = "left"
    STOPPED = "stopped"


class Wants(Enum):
    """The other program's remaining needs: MORE of the match; NOTHING, since it has everything; or
    only THE_LINK, which it keeps open after the match."""

    MORE = "more"
    NOTHING = "nothing"
    THE_LINK = "the link"


class LineRole(Enum):
    """PLAYS: its seat is waited for. DROPPED: the match goes on without it, and it is still told so
    when it comes. CARRIES: the same, but all other seats are heard over its line alone."""

    PLAYS = "plays"
    DROPPED = "dropped"
    CARRIES = "carries"


@define(eq=False)
class PeerLine:
    """One other seat. link: None while it is away.

    why: it left or stopped; "" if its player wanted to leave. let_go: on this link we have said
    that we no longer need a seat that gave up. gone: why nobody looks for it any more. since: when
    the link was lost, or came back, on trio's clock. in_hand: received messages that nobody was
    given yet. outbox: how things are sent while there is a link.
    """

    seat: Seat
    name: str
    link: FramedStream | None
    reach: Reach | None
    state: LineState
    presence: Presence = Presence.HERE
    wants: Wants = Wants.MORE
    role: LineRole = LineRole.PLAYS
    why: str = ""
    let_go: bool = False
    gone: NetError | None = None
    since: float = field(factory=trio.current_time)
    outbox: Outbox | None = None
    in_hand: bytes | None = None
    _came: dict[bytes, None] = field(factory=dict)
    _attending: trio.CancelScope = field(factory=trio.CancelScope)

    @property
    def counts(self) -> bool:
        """Return True if anybody waits for this seat."""
        return self.state is not LineState.GONE and self.role is LineRole.PLAYS

    @property
    def is_needed(self) -> bool:
        """Return True if we hear over it a seat that we wait for."""
        return self.state is not LineState.GONE and self.role is not LineRole.DROPPED

    @property
    def is_told(self) -> bool:
        """Return True if there is a link, and the other side has been given everything it lacked,
        or is being given it."""
        return self.state in (LineState.FRESH, LineState.TOLD)

    @property
    def is_away(self) -> bool:
        """Return True if it cannot be heard."""
        return self.link is None

    @property
    def is_sending(self) -> bool:
        """Return True if something has not gone out yet."""
        return self.outbox is not None and self.outbox.is_sending

    @property
    def has_all(self) -> bool:
        """Return True if it needs nothing more of a finished match, or has left."""
        return self.wants is not Wants.MORE or self.presence is not Presence.HERE

    async def attend(self, post: Post) -> None:
        """Put what the link says into the mailbox; connect again when it breaks."""
        with self._attending:
            link = self.link or await self._again(post)
            while link is not None:
                began = trio.current_time()
                error = await self._listen(link, post)
                if self.reach is None or isinstance(error, PeerGarbage):
                    await post.send(LinkGone(self.seat, error))
                    return
                await post.send(LinkLost(self.seat, error))
                await link.aclose()
                await trio.sleep_until(began + REST)
                link = await self._again(post)

    async def _listen(self, link: FramedStream, post: Post) -> NetError:
        """Until it breaks; returns why."""
        self.in_hand = None
        try:
            async for message in link:
                self.in_hand = message
                await post.send(MessageArrived(self.seat, message))
                self.in_hand = None
        except NetError as error:
            return error
        except trio.ClosedResourceError:
            why = self.outbox.error if self.outbox is not None else None
            return why or PeerGone(
                say("lost {peer}", peer=link.peer), say("it was closed here"), say("connect again")
            )
        return PeerGone(
            say("lost {peer}", peer=link.peer),
            say("it closed the connection"),
            say("connect again to go on"),
        )

    async def _again(self, post: Post) -> FramedStream | None:
        assert self.reach is not None
        try:
            link = await self.reach()
        except NetError as error:
            await post.send(LinkGone(self.seat, error))
            return None
        try:
            await post.send(LinkBack(self.seat, link))
        except trio.Cancelled:
            await link.cut()
            raise
        return link

    def happens(self, what: LineEvent) -> None:
        """Change the state. KeyError: that cannot happen in this one."""
        self.state = TRANSITIONS[self.state][what]

    def leaves(self, why: str) -> None:
        """Note that it said so; it may return."""
        if self.presence is not Presence.STOPPED:
            self.presence, self.why = Presence.LEFT, why

    def stops(self, why: str) -> None:
        """Note that it said so. Call `heard_out` once its earlier messages are handled."""
        self.presence, self.why = Presence.STOPPED, why

    def heard_out(self) -> None:
        """Forget that it stops: if it returns it is welcome."""
        self.presence, self.why = Presence.HERE, ""

    def begin(self, nursery: trio.Nursery) -> None:
        """Start sending: there is a link."""
        assert self.link is not None
        self.outbox = Outbox(self.link)
        nursery.start_soon(self.outbox.run)

    def lost(self) -> None:
        """The link has broken."""
        self.happens(LineEvent.LOST)
        if self.outbox is not None:
            self.outbox.close()
            self.outbox = None
        self.link = None
        self.let_go = False
        self.since = trio.current_time()

    def back(self, link: FramedStream, nursery: trio.Nursery) -> None:
        """Take a new link; nobody has said anything on it."""
        self.link = link
        if self.presence is Presence.LEFT:
            self.presence, self.why = Presence.HERE, ""
        self.since = trio.current_time()
        anew = link.proved is not None and link.proved.anew
        self.happens(LineEvent.ANEW if anew else LineEvent.BACK)
        self.begin(nursery)

    async def give_up(self, why: NetError) -> None:
        """Close the link and look for this seat no more."""
        self.gone = why
        self.happens(LineEvent.GIVEN_UP)
        self._attending.cancel()
        if self.link is not None:
            with suppress(NetError):
                await self.link.aclose()
            self.lost()

    def send(self, message: bytes) -> None:
        """Never waits. Anything a broken link does not take is sent again when it is back."""
        if self.outbox is not None:
            self.outbox.put(message)

    def send_all(self, messages: Iterator[bytes]) -> None:
        """The same for many, made as they go out."""
        if self.outbox is not None:
            self.outbox.put_all(messages)

    async def flush(self) -> None:
        """Wait until everything sent has gone out, or cannot."""
        if self.outbox is not None:
            await self.outbox.flush()

    def silence(self) -> None:
        """Send nothing more on this line; still read incoming messages."""
        if self.outbox is not None:
            self.outbox.close()

    def note(self, digest: bytes) -> None:
        """A record came on this line; forgotten when too many others have come since."""
        if len(self._came) >= MAX_CAME:
            del self._came[next(iter(self._came))]
        self._came[digest] = None

    def has_sent(self, digest: bytes) -> bool:
        """Return True if a record is noted."""
        return digest in self._came

    def forget(self, digest: bytes) -> None:
        """The record was accepted, or is of no use."""
        self._came.pop(digest, None)

    async def finish(self) -> None:
        """Part politely: what was sent last shall arrive."""
        if self.link is not None:
            await self.link.finish(2.0)
