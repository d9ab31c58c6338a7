"""The host's side before a match: wait until every seat is taken. The guest's side is
net/waiting.py.

Strangers are sent away, a guest who leaves frees its seat, and nobody waits because of another: a
seat belongs to the guest who proves an identity, not to the one it was offered to. It works the
same at a port and in a room of a relay, where each guest has a separate connection too.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

import trio
from attrs import evolve

from owm_net.engine.ids import Seat
from owm_net.engine.text import listed, say
from owm_net.files.friends import safe_name
from owm_net.net import handshake
from owm_net.net.bucket import TokenBucket
from owm_net.net.consent import ASKED, SAID_NO, SOON, Welcome, shown
from owm_net.net.door import GREETING, limit_stranger
from owm_net.net.errors import NetError
from owm_net.net.proof import Papers, prove, terms_digest
from owm_net.net.rendezvous import Address
from owm_net.net.seats import FULL, Seats
from owm_net.net.secure import Knocked, open_channel
from owm_net.net.streams import FramedStream, first_error
from owm_net.net.waiting import BEING_ASKED, FAREWELL, LINES_AT_ONCE, LINES_EVERY
from owm_net.net.ways import Tell, Ways, hold, invitation_line, listen
from owm_net.protocol.channel import Peer, Rejection, Role, rejected
from owm_net.protocol.codes import Code, Invitation, longer, new_code
from owm_net.protocol.group import Entropy
from owm_net.session.match import Own
from owm_net.session.terms import Terms
from owm_net.strangers.misses import Misses

NEWCOMERS: Final = 20
"""Guests whom our player does not know, that take a seat at once: they are asked about each,"""
NEWCOMERS_EVERY: Final = 20.0
"""and one more after so many seconds. Keys are for nothing, so it cannot be counted by them."""
HELD: Final = 60.0
"""Seconds that a seat is kept for a guest who was told that the match begins, and was lost before
they had said anything of it; and those that they have to say the first of it."""
FIRST_WORDS: Final = 8
"""Records that a guest may say of the match before all have said the first."""
REST: Final = 60.0
"""Seconds until somebody who had a seat, and did not answer or found nobody who could, may have one
again."""
TOLD: Final = 20
"""Strangers of whom the host reads a line: a crowd shall not push all else off the screen. As many
times at once, and once more each LINES_EVERY, they read that a guest has left."""
NOT_NAMED: Final = say("the host waits for somebody else, and lets nobody else in")
TOO_MANY: Final = say("the host has many strangers waiting: try again in a minute")
RESTS: Final = say("you have just left a seat unused: try again in a minute")
MAX_REFUSED: Final = 20
"""Strangers to whom the host says no; then somebody means to keep the match from beginning."""


class Lobby:
    """The host's side. links: by seat, once wait() has returned. papers: with the identities
    that the guests have proved. invitation, public, begins: as of `Inviting`.

    program: named to every guest. tell: told of arrivals and departures. code: else a random one.
    welcome: decides who may come in; the match begins when it and all guests have said yes.
    """

    people: Final = say("your friend")
    verb: Final = "join"

    def __init__(
        self,
        terms: Terms,
        own: Own,
        program: str,
        tell: Tell,
        code: Code | None = None,
        welcome: Welcome | None = None,
    ) -> None:
        self._manners = welcome or Welcome()
        self.papers = Papers(own, terms_digest(terms.encode()), terms.setup.seats)
        self.papers.key = self.papers.new_key()
        self.invitation = Invitation(
            code or new_code(own.random(b"owm/code", self.papers.terms)),
            guarded=bool(self._manners.only),  # by their keys
        )
        self.links: dict[Seat, FramedStream] = {}
        self._terms = terms.encode()
        self._seats = Seats(terms.setup.seats, self.papers.known)
        self._program = program
        self.tell = tell
        self._names: dict[Seat, str] = {}
        self._said_yes: set[tuple[Seat, bool]] = set()  # seat; whether it was the guest, or we
        self._welcomed: set[bytes] = set()  # identities to which our player has said yes
        self._said: dict[
            Seat, list[bytes]
        ] = {}  # of those that know that the match begins: records
        self._patience: dict[Seat, trio.CancelScope] = {}  # seconds until the first of those
        self._refused: set[bytes] = set()  # identities, by us
        self._resting: dict[bytes, float] = {}  # identities, and until when
        self._newcomers: TokenBucket
        self._leavers: TokenBucket
        self.begins = False
        self._misses = Misses()
        self._is_listed = False
        self.public: Address | None = None
        self._invited: tuple[Ways, Address | None] = Ways(), None
        self._spoilt: NetError | None = None  # by strangers
        self._sent_away = 0
        self._nursery: trio.Nursery

    async def wait(self, ways: Ways, *, hears_all: bool = True) -> None:
        """Wait until all seats are taken, by every way at the same time, and all guests have said
        the first of the match; without hears_all, until they were told that it begins. Raises
        NetError.

        Who is told that it begins, and is lost, may not have heard it. Until something of the match
        comes from such a guest, they return by the code; afterwards they have stored it, and return
        to it.
        """
        self._is_listed = ways.listed is not None
        self.invitation.guarded |= self._is_listed  # nobody need guess what everybody may read
        await self._gather(lambda: self._arrivals(ways), hears_all)

    async def _arrivals(self, ways: Ways) -> None:
        """A way that fails is told of, as long as there is another; the last one's error is
        raised."""
        settled = trio.Event()  # the number of the room, for the relay may give it
        failed: list[NetError] = []
        count = (ways.relay is not None) + (ways.port is not None)

        async def by(way: Callable[[], Awaitable[object]]) -> None:
            try:
                await way()
            except NetError as error:
                failed.append(error)
                if len(failed) == count:
                    raise
                self.tell(say("{why}; still waiting by the other way", why=error.said))
            finally:
                settled.set()

        async with trio.open_nursery() as nursery:
            if ways.relay is not None:
                nursery.start_soon(by, lambda: hold(self, ways, ways.room, settled))
                await settled.wait()
            if ways.port is not None:
                known = evolve(ways, relay=None) if failed else ways
                nursery.start_soon(by, lambda: listen(self, known))

    def invite(self, ways: Ways, address: Address | None) -> None:
        """Say where we wait, and what friends have to type. address: where we listen, if we do."""
        code = self.invitation.code
        if address is not None:
            self.tell(say("waiting on {address}", address=address))
        if ways.listed is not None:
            self.tell(
                say(
                    "the game is listed as number {room}; whoever finds it may join", room=code.room
                )
            )
        else:
            self.tell(
                say(
                    "the code is {code}: good for this match alone; tell it to nobody else",
                    code=code,
                )
            )
        self._invited = ways, address
        self.say_invitation()

    def say_invitation(self) -> None:
        """Say the line that brings a friend."""
        line = invitation_line(self, *self._invited)
        self.tell(say("the invitation for your friend: {line}", line=line))

    async def attend(self, link: FramedStream) -> None:
        """One who came to our port, or to our room."""
        limit_stranger(link)
        seat = await self._welcome(link)
        if seat is not None:
            self._nursery.start_soon(self._seated, link, seat)

    async def _gather(
        self, arrivals: Callable[[], Awaitable[None]], hears_all: bool = True
    ) -> None:
        spoken_of: dict[Seat, FramedStream] = {}
        self._newcomers = TokenBucket(NEWCOMERS, NEWCOMERS_EVERY)
        self._leavers = TokenBucket(TOLD, LINES_EVERY)
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                nursery.start_soon(arrivals)
                lines = TokenBucket(LINES_AT_ONCE, LINES_EVERY)
                while True:  # nothing cancels us here in half a message
                    if spoken_of != self.links and lines.spend():
                        spoken_of = await self._announce()
                    elif self._all_agree() and (fresh := self._untold()):
                        for seat in fresh:
                            self._said[seat] = []
                            self._patience[seat].deadline = trio.current_time() + HELD
                        await begin([self.links[seat] for seat in fresh], self.papers.key)
                    elif self._all_agree() and (all(self._said.values()) or not hears_all):
                        break
                    else:
                        later = math.inf if spoken_of == self.links else LINES_EVERY
                        with trio.move_on_after(later):
                            await self._seats.changed()
                self.begins = True
                nursery.cancel_scope.cancel()
            if self._spoilt is not None:
                raise self._spoilt
            for seat, link in self.links.items():
                link.put_back(self._said[seat])
        except BaseException as error:
            for link in self.links.values():
                await link.cut()
            raise first_error(error) from None

    def _renew(self, invitation: Invitation) -> None:
        """A code at which was guessed too often is of no more use: there is a new one."""
        if self.invitation is not invitation or not invitation.burnt:
            return
        self._new_code(
            Invitation(longer(self._chance_after(invitation.code), invitation.code)),
            say(
                "ATTENTION: wrong codes were tried {most} times, so {code} is"
                " burnt: your friend mistyped it, or somebody guesses.",
                most=invitation.wrong,
                code=invitation.code,
            ),
        )

    def _chance_after(self, old: Code) -> Entropy:
        """For another code, which is never the old one again."""
        return self.papers.own.random(b"owm/code", str(old).encode())

    def _new_code(self, invitation: Invitation, why: str) -> None:
        self.invitation = invitation
        self.tell(
            say(
                "{why} Tell your friend the new code, by a way you trust: {code}",
                why=why,
                code=self.invitation.code,
            )
        )
        self.say_invitation()

    async def _welcome(self, link: FramedStream) -> Seat | None:
        """Give a guest a seat, or close the link and say why not."""
        problem = NetError(
            say("no match with {peer}", peer=link.peer),
            say("it says nothing"),
            say("check that it runs owm-net"),
        )
        try:
            with trio.move_on_after(GREETING):
                return await self._admit(link)
        except Knocked:
            await link.cut()
            return None
        except NetError as e:
            problem = e
        except BaseException:
            if self.begins:
                with trio.CancelScope(shield=True):
                    await turn_away(link, FULL)
            await link.cut()
            raise
        await link.cut()
        self._sent_away += 1
        if self._sent_away <= TOLD:
            self.tell(say("{problem}; still waiting", problem=problem.said))
        elif self._sent_away == TOLD + 1:
            self.tell(say("strangers keep coming; no more is said of them; still waiting"))
        return None

    async def _admit(self, link: FramedStream) -> Seat:
        """From the greeting to the seat. Raises NetError.

        Several guests may be offered one seat: one who says nothing more must not keep it from the
        others.
        """
        self._renew(self.invitation)
        invitation = self.invitation
        try:
            misses = None if invitation.guarded else self._misses
            own = self.papers.own
            await open_channel(link, Role.HOST, invitation, own, self._program, misses)
        finally:
            self._renew(invitation)
        assert link.who is not None
        if link.who.name:
            link.peer = f"{safe_name(link.who.name)} ({link.peer})"
        await self._make_way(link.who)
        unwelcome = self._unwelcome(link.who)
        if unwelcome is not None:
            await turn_away(link, unwelcome[0])
            raise NetError(
                say("no seat for {peer}, with {shown}", peer=link.peer, shown=shown(link.who)),
                *unwelcome[1:],
            )
        seat, why_not = await self._seats.to_offer(link.who), self._seats.full()
        if seat is not None:
            with self._seats.offered(seat):
                await handshake.offer(link, self._terms, seat)
                proved = await prove(link, evolve(self.papers, known={}), seat)
            why_not = self._seats.why_not(link.who, proved)
            known = link.who.identity in self._welcomed or self._manners.knows(link.who)
            if not why_not and not (known or self._newcomers.spend()):
                why_not = TOO_MANY
            if not why_not:
                self.papers.known[seat] = proved.identity  # from now on it is taken
                self._names[seat] = safe_name(link.who.name) if link.who.name else link.peer
                return seat
        await turn_away(link, why_not)
        raise NetError(say("no seat for {peer}", peer=link.peer), why_not, say("it may try again"))

    def _unwelcome(self, who: Peer) -> tuple[str, str, str] | None:
        """Return why somebody is not let in, whoever else is here: the answer to send; for our
        player why, and what to do. None if they may come in."""
        if self._manners.only and who.identity not in self._manners.only:
            return (
                NOT_NAMED,
                say("you let in your friend alone"),
                say("start again without --friend"),
            )
        if who.identity in self._refused:
            return (
                SAID_NO,
                say("you have refused them"),
                say("start again to be asked once more"),
            )
        if trio.current_time() < self._resting.get(who.identity, -math.inf):
            return (
                RESTS,
                say("they had a seat a moment ago and did not use it"),
                say("they may try again in a minute"),
            )
        return None

    async def _make_way(self, who: Peer) -> None:
        """Make way for a guest who was told that the match begins, has said nothing of it, and
        comes again: their link is lost, though we may not have noticed it yet."""
        for seat, identity in list(self.papers.known.items()):
            if identity == who.identity and self._said.get(seat) == []:
                await self.links[seat].cut()
                while self.papers.known.get(seat) == identity:
                    await self._seats.changed()

    def _free(self, seat: Seat) -> None:
        if self._said.pop(seat, None) is not None:
            self._seats.keep(seat, HELD)
        self.papers.known.pop(seat, None)
        self._names.pop(seat, None)
        self.links.pop(seat, None)
        self._said_yes -= {(seat, True), (seat, False)}
        self._seats.stir()

    async def _seated(self, link: FramedStream, seat: Seat) -> None:
        """A guest waits with us for the others, until it leaves, one of us says no, or the match
        begins."""
        self.links[seat] = link
        self._seats.stir()
        name, why, no = self._names[seat], "", ""

        async def ask() -> None:
            nonlocal no
            assert link.who is not None
            if link.who.identity not in self._welcomed:
                no = await self._ask_here(link, link.who)
            if no:
                nursery.cancel_scope.cancel()
            else:
                self._welcomed.add(link.who.identity)
                self._said_yes.add((seat, False))
                self._seats.stir()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            why = await self._hear(link, seat)
            nursery.cancel_scope.cancel()
        self._free(seat)
        if no:
            await turn_away(link, no)
            self.tell(say("{name} was sent away; still waiting", name=name))
            if no == SAID_NO:
                self._after_no(link)
            else:
                self._lets_rest(link)
        else:
            await link.cut()
            if self._leavers.spend():
                self.tell(say("{name} is gone: {why}; still waiting", name=name, why=why))

    async def _ask_here(self, link: FramedStream, who: Peer) -> str:
        """Our own player's word. The guest is told that it takes a while."""
        async with trio.open_nursery() as nursery:

            async def word() -> None:
                await trio.sleep(SOON)
                with trio.CancelScope(shield=True), trio.move_on_after(FAREWELL):  # whole
                    await _tell_all([link], handshake.LOBBY + BEING_ASKED.encode())

            nursery.start_soon(word)
            answer = await self._manners.ask(who)
            nursery.cancel_scope.cancel()
        return answer

    async def _hear(self, link: FramedStream, seat: Seat) -> str:
        """Wait for the guest's yes, and on; returns why it is no longer there."""
        try:
            with trio.move_on_after(ASKED) as limit:
                said = await self._first_word(link, self._names[seat])
            if limit.cancelled_caught:
                why = say("nobody there has said yes within {asked:g} s", asked=ASKED)
                self._lets_rest(link)
                await turn_away(link, why)
                return why
            if said == handshake.YES:
                with trio.CancelScope() as self._patience[seat]:
                    self._said_yes.add((seat, True))
                    self._seats.stir()
                    said = await self._first_words(link, seat)
                if self._patience[seat].cancelled_caught:
                    del self._said[seat]  # nothing was lost: the seat is kept for nobody
                    self._lets_rest(link)
                    return say("nothing of the match has come from there")
            if said is None:
                return say("it has left")
            if said[:1] == handshake.REFUSE:
                return say("it says: {text}", text=handshake.text_of(said))
        except NetError as error:
            return error.why
        return say("it does not wait for the start")

    async def _first_word(self, link: FramedStream, name: str) -> bytes | None:
        """Our player is told that it takes a while."""
        with trio.move_on_after(SOON):
            return await link.receive()
        self.tell(say("{name} is asked whether to play with you", name=name))
        return await link.receive()

    async def _first_words(self, link: FramedStream, seat: Seat) -> bytes | None:
        """Keep what the guest says of the match that begins; returns what is none of that."""
        while True:
            try:
                said = await link.receive()
            except trio.ClosedResourceError:  # they have come by another link
                return None
            words = self._said.get(seat)
            if words is None or said is None or said[:1] != handshake.RECORD:
                return said
            if len(words) >= FIRST_WORDS:
                return said
            words.append(said)
            self._patience[seat].deadline = math.inf
            self._seats.stir()

    def _untold(self) -> list[Seat]:
        """The seats that have not been told that the match begins."""
        return [seat for seat in self.links if seat not in self._said]

    def _all_agree(self) -> bool:
        seats = range(1, self._seats.count)
        return all((seat, side) in self._said_yes for seat in seats for side in (True, False))

    def _lets_rest(self, link: FramedStream) -> None:
        """He shall not come again at once, though nobody has said no."""
        assert link.who is not None
        now = trio.current_time()
        self._resting = {who: until for who, until in self._resting.items() if until > now}
        self._resting[link.who.identity] = now + REST

    def _after_no(self, link: FramedStream) -> None:
        """Replace the code, which a refused guest knew; after too many refusals, give up."""
        assert link.who is not None
        self._refused.add(link.who.identity)
        if len(self._refused) >= MAX_REFUSED:
            self._spoilt = NetError(
                say("the match does not begin"),
                say("you said no to {number} who came", number=len(self._refused)),
                say("host it without --open, or with --friend for those you wait for"),
            )
            self._nursery.cancel_scope.cancel()
        elif not self._is_listed:
            old = self.invitation
            code = new_code(self._chance_after(old.code), old.code.room, old.code.count)
            self._new_code(
                evolve(old, code=code),  # the guesses at it count on
                say("They knew the code {code}, so it is no longer good.", code=old.code),
            )

    async def _announce(self) -> dict[Seat, FramedStream]:
        """Tell everybody who is here, if more than two are to come. Return the seats we told of."""
        links = dict(sorted(self.links.items()))
        if self._seats.count > 2:
            untold = [links[seat] for seat in links if seat not in self._said]
            here = [say("the host"), *(self._names[seat] for seat in links)]
            text = say(
                "{number} of {seats} players are here: {listed}",
                number=len(here),
                seats=self._seats.count,
                listed=listed(here),
            )
            self.tell(text)
            line = handshake.LOBBY + text.encode()[: handshake.MAX_TEXT]
            await _tell_all(untold, line)
        return links


async def begin(links: Iterable[FramedStream], key: bytes) -> None:
    """Host: start the match for all. key: KEY_BYTES random bytes, with which its seats, and nobody
    else, come back to it."""
    links = list(links)
    for link in links:
        assert link.proved is not None
        link.proved = evolve(link.proved, key=key)
        link.may_say = None
    await _tell_all(links, handshake.START + key)


async def _tell_all(links: Iterable[FramedStream], message: bytes) -> None:
    """To each as far as it takes it; all at once, for nobody waits because of another."""

    async def tell(link: FramedStream) -> None:
        with suppress(NetError, trio.ClosedResourceError):  # its own task knows that it is gone
            await link.send(message)

    async with trio.open_nursery() as nursery:
        for link in links:
            nursery.start_soon(tell, link)


async def turn_away(link: FramedStream, why: str) -> None:
    """Say why nothing comes of this, and close; politely, or the reason could get lost."""
    with trio.move_on_after(FAREWELL), suppress(NetError, trio.ClosedResourceError):
        with trio.CancelScope(shield=True), trio.move_on_after(FAREWELL):  # whole or not at all
            if link.who is None:
                await link.send(rejected(Rejection.FULL))
            else:
                if link.on_known is not None:  # or a relay would count it as a wrong guess
                    await link.on_known()
                await handshake.refuse(link, why)
        await link.finish(FAREWELL)
    await link.cut()
