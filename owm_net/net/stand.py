"""Where spectators of a match are shown its log, record by record, some minutes after it was made.

The match knows nothing of them: it tells of what it has stored, and never waits. Each spectator has
a task that sends it stored records at its own pace, so nothing is queued for it. It says where it
wants to go on, once, and from then on nothing that it says has any effect: anything but a keepalive
or a goodbye closes its link. They come by a code of their own and hold no seat, no key of the match
and nothing that is not in the log (docs/threats.md, "Spectators").
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import trio

from owm_net.engine.text import say
from owm_net.files.friends import safe_name
from owm_net.net.bucket import TokenBucket
from owm_net.net.door import GREETING, limit_stranger
from owm_net.net.errors import NetError
from owm_net.net.handshake import (
    BYE,
    FROM,
    MAX_TEXT,
    OVER,
    RECORD,
    REFUSE,
    SHOWS,
    not_ours,
)
from owm_net.net.lobby import TOLD
from owm_net.net.relays import RelayRefused
from owm_net.net.rendezvous import Address
from owm_net.net.secure import next_message, open_channel
from owm_net.net.streams import FramedStream, first_error
from owm_net.net.ways import Tell, Ways, hold, invitation_line, listen
from owm_net.protocol.channel import Role
from owm_net.protocol.codes import Code, Invitation, longer, new_code
from owm_net.session.match import Own
from owm_net.session.people import behind
from owm_net.strangers.misses import Misses

MOST: Final = 8
"""Spectators at the same time."""
KNOCKS: Final = 16
"""Who comes is greeted: so many at once,"""
KNOCKS_EVERY: Final = 0.5
"""and one more after so many seconds. A greeting costs us a millisecond or two, a match pays it."""
RATE: Final = 256 * 1024
"""Bytes a second for all together while the match is played: their history must not fill the line
that it goes over."""
FAREWELL: Final = 20.0
"""Seconds at the end of a match for spectators to take what there is left."""
PARTING: Final = 2.0
"""Seconds for one who has all to close its end."""
AGAIN: Final = 30.0
"""Seconds until a relay that could not be reached is tried again."""


class Stand:
    """The side of the host. invitation: the code that is open now; changed: an event for the next
    one.

    terms: as every seat has signed them. minutes: how far spectators are behind. own, program:
    shown to anyone who has the code. tell: told the code, and of arrivals and departures. code,
    key: those of a resumed match. history: its records; nobody knows when they were stored, so they
    count as stored now.
    """

    people: Final = say("a spectator")
    verb: Final = "watch"

    def __init__(
        self,
        terms: bytes,
        minutes: int,
        own: Own,
        program: str,
        tell: Tell,
        *,
        code: Code | None = None,
        key: str = "",
        history: Sequence[bytes] = (),
    ) -> None:
        self.changed = trio.Event()
        self._invitation = Invitation(code or new_code(own.random(b"owm/watch-code", terms)))
        self.key = key or secrets.token_urlsafe(16)
        self.public: Address | None = None
        self.begins = False
        self._invited: tuple[Ways, Address | None] = Ways(), None
        self._terms = terms
        self._delay = 60.0 * minutes
        self._minutes = minutes
        self._own = own
        self._program = program
        self.tell = tell
        self._records: list[bytes] = []
        self._due: list[float] = []
        self._unsafe: list[bytes] = []  # a power cut may lose them: then they come in another order
        self._watching = 0
        self._told = 0
        self._misses = Misses()
        self._ending = b""
        self._free_at = -math.inf  # when the next byte may be sent
        self._stirred = trio.Event()
        self._knocks = TokenBucket(KNOCKS, KNOCKS_EVERY)
        self._nursery: trio.Nursery
        self.stored(history, True)

    @property
    def invitation(self) -> Invitation:
        return self._invitation

    @invitation.setter
    def invitation(self, new: Invitation) -> None:
        self._invitation = new
        self.changed.set()
        self.changed = trio.Event()

    # -- what the match tells --------------------------------------------------------------

    def stored(self, records: Sequence[bytes], sync: bool) -> None:
        """Records are in the log, in this order; with sync they, and all before, stay there."""
        self._unsafe += records
        if sync:
            self._release(trio.current_time() + self._delay)

    async def end(self, over: bool, why: str = "") -> None:
        """The match is over: spectators are given the rest now, for it can help nobody any more. Or
        it is only left, and may go on later: they are told why. Bounded in time."""
        if over:
            self._due = [-math.inf] * len(self._due)
            self._release(-math.inf)
        self._ending = OVER if over else BYE + why.encode()[:MAX_TEXT]
        self._stir()
        with trio.move_on_after(FAREWELL if over else PARTING):
            while self._watching:
                await self._stirred.wait()

    def _release(self, due: float) -> None:
        self._records += self._unsafe
        self._due += [due] * len(self._unsafe)
        self._unsafe = []
        self._stir()

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = trio.Event()

    # -- where it is ------------------------------------------------------------------------

    async def run(self, ways: Ways) -> None:
        """Be there by every way, until cancelled. Whatever goes wrong is told of, and ends neither
        the match nor another way."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            settled = trio.Event()  # the number of the room, for a relay may give it
            if ways.relay is not None:
                nursery.start_soon(self._contained, lambda: self._hold(ways, settled))
                await settled.wait()
            if ways.port is not None:
                nursery.start_soon(self._contained, lambda: listen(self, ways))
            await trio.sleep_forever()

    async def _contained(self, way: Callable[[], Awaitable[object]]) -> None:
        try:
            await way()
        except Exception as error:
            self._tell_why(first_error(error))
        except BaseExceptionGroup as group:  # we are being cancelled as well
            _, rest = group.split(Exception)
            raise rest or group from None

    def _tell_why(self, error: BaseException) -> None:
        what: str = f"{type(error).__name__}: {error}"
        if isinstance(error, NetError):
            what = error.said
        self.tell(say("no spectators by this way: {what}; the match goes on", what=what))

    async def _hold(self, ways: Ways, settled: trio.Event) -> None:
        """A relay that is lost, or full, is tried again for as long as the match lasts."""
        room, lost = self.invitation.code.room, False
        try:
            while True:
                try:
                    await hold(self, ways, room, settled, key=self.key)
                except RelayRefused as error:
                    if room and not settled.is_set():  # somebody else has it by now
                        room = ""
                        continue
                    if not error.again:
                        raise
                    problem: NetError = error
                except NetError as error:
                    problem = error
                if not lost:
                    self.tell(
                        say(
                            "{problem}; it is tried again, for spectators, in a while",
                            problem=problem.said,
                        )
                    )
                lost = True
                settled.set()
                room = self.invitation.code.room  # it may have been told to somebody by now
                await trio.sleep(AGAIN)
        finally:
            settled.set()

    def invite(self, ways: Ways, address: Address | None) -> None:
        """Say what spectators have to type. address: where we listen, if we do."""
        code = self.invitation.code
        late = behind(self._minutes)
        self.tell(
            say(
                "the code for spectators is {code}: at most {most} may watch at once, {late}",
                code=code,
                most=MOST,
                late=late,
            )
        )
        self._invited = ways, address
        self.say_invitation()

    def say_invitation(self) -> None:
        """Say the line that brings spectators."""
        line = invitation_line(self, *self._invited)
        self.tell(say("the invitation for spectators: {line}", line=line))

    # -- who comes --------------------------------------------------------------------------

    async def attend(self, link: FramedStream) -> None:
        """One who came to our port, or to our room."""
        number = await self._welcome(link)
        if number is not None:
            self._nursery.start_soon(self._seated, link, number)

    async def _welcome(self, link: FramedStream) -> int | None:
        """Where a spectator wants to go on; or close the link. A place is taken then."""
        if not self._knocks.spend():
            await link.cut()
            return None
        limit_stranger(link)
        problem = NetError(
            say("no spectator at {peer}", peer=link.peer),
            say("it says nothing"),
            say("it may try again"),
        )
        try:
            with trio.move_on_after(GREETING):
                return await self._admit(link)
        except NetError as error:
            problem = error
        except BaseException:
            await link.cut()
            raise
        await link.cut()
        self._say(problem.said)
        return None

    async def _admit(self, link: FramedStream) -> int:
        invitation = self.invitation
        try:
            own, program = self._own, self._program
            await open_channel(link, Role.SHOWING, invitation, own, program, self._misses)
        finally:
            self._renew(invitation)
        assert link.who is not None
        link.peer = f"{safe_name(link.who.name)} ({link.peer})"
        if self._watching >= MOST:
            full = say("{most} are watching already", most=MOST)
            await link.send(REFUSE + full.encode())
            await link.finish(PARTING)
            raise NetError(
                say("no spectator at {peer}", peer=link.peer), full, say("it may try again")
            )
        self._watching += 1
        try:
            await link.send(SHOWS + self._terms)
            said = await next_message(link, say("where to go on"))
            if said[:1] != FROM or len(said) != 9:
                raise not_ours(link, say("it does not say where to go on"))
        except BaseException:
            self._leave()
            raise
        return int.from_bytes(said[1:], "big")

    def _renew(self, invitation: Invitation) -> None:
        """A code at which was guessed too often is of no more use: there is a new one."""
        if self.invitation is not invitation or not invitation.burnt:
            return
        source = self._own.random(b"owm/watch-code", str(invitation.code).encode())
        self.invitation = Invitation(longer(source, invitation.code))
        self.tell(
            say(
                "ATTENTION: wrong codes for spectators were tried {most} times,"
                " so {code} is burnt; the new one is {new}",
                most=invitation.wrong,
                code=invitation.code,
                new=self.invitation.code,
            )
        )

    def _say(self, line: str) -> None:
        """Of one who comes or goes: a crowd shall not push all else off the screen."""
        self._told += 1
        if self._told <= TOLD:
            self.tell(line)
        elif self._told == TOLD + 1:
            self.tell(say("spectators keep coming and going; no more is said of them"))

    def _leave(self) -> None:
        self._watching -= 1
        self._stir()

    # -- who is there -----------------------------------------------------------------------

    async def _seated(self, link: FramedStream, number: int) -> None:
        """Show one spectator the log from its record `number` on, until it goes."""
        self._say(
            say(
                "{peer} watches; {watching} of {most}",
                peer=link.peer,
                watching=self._watching,
                most=MOST,
            )
        )
        why = ""

        async def until_it_ends(task: Awaitable[None]) -> None:
            nonlocal why
            try:
                await task
            except Exception as error:  # whatever it is, it is no affair of the match
                why = why or (error.why if isinstance(error, NetError) else type(error).__name__)
            nursery.cancel_scope.cancel()

        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(until_it_ends, self._hear(link))
                nursery.start_soon(until_it_ends, self._show(link, number))
            if not why:
                await link.finish(PARTING)
        finally:
            self._leave()
            await link.cut()
        self._say(
            say(
                "{peer} watches no more: {what}", peer=link.peer, what=why or say("it has seen all")
            )
        )

    async def _hear(self, link: FramedStream) -> None:
        """Until it says something, which is its end. Raises NetError."""
        said = await link.receive()
        if said is None or said[:1] == BYE:
            raise NetError(say("lost {peer}", peer=link.peer), say("it has left"), "")
        raise not_ours(link, say("it says what no spectator says"))

    async def _show(self, link: FramedStream, number: int) -> None:
        """Send every record as it falls due, and how the match ends."""
        while True:
            news = self._stirred
            if self._ending[:1] == BYE:
                break
            due = self._due[number] if number < len(self._due) else math.inf
            if due <= trio.current_time():
                record = self._records[number]
                await self._pace(len(record))
                await link.send(RECORD + record)
                number += 1
            elif self._ending:
                break
            else:
                with trio.move_on_at(due):
                    await news.wait()
        await link.send(self._ending)

    async def _pace(self, size: int) -> None:
        if self._ending:
            return
        start = max(trio.current_time(), self._free_at)
        self._free_at = start + size / RATE
        await trio.sleep_until(start)
