"""Where the players of a match meet, and how they agree on its terms."""

from __future__ import annotations

import itertools
import math
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Generic, Protocol, TypeVar

import trio
from attrs import define, evolve, field, frozen

from owm_net import PROGRAM, games
from owm_net.client.language import tr_error
from owm_net.engine.system import Setup, System
from owm_net.engine.text import listed, say
from owm_net.files.identity import own_identity
from owm_net.net.addresses import EVERYWHERE, interfaces
from owm_net.net.consent import Welcome
from owm_net.net.errors import NetError
from owm_net.net.lobby import Lobby, StartLost, wait_for_start
from owm_net.net.peers import again, ask_again, entropy, host_match, sit_down
from owm_net.net.proof import Papers, terms_digest
from owm_net.net.relays import PAUSE, TRIES, RelayRefused, join_room, meet_room
from owm_net.net.rendezvous import (
    Address,
    BadAddress,
    CannotConnect,
    dial,
    listen,
    parse_address,
)
from owm_net.net.secure import NotLetIn, PeerLeft
from owm_net.net.streams import FramedStream, PeerGone, PeerSilent
from owm_net.net.ways import Ways
from owm_net.protocol.codes import BadCode, Code, Invitation, new_code, parse_code
from owm_net.protocol.framing import is_secret
from owm_net.session.clock_terms import read_clock
from owm_net.session.match import Match, Own
from owm_net.session.people import behind, shortened
from owm_net.session.terms import MAX_NAME, CannotPlay, Terms, propose
from owm_net.verbs.common import USAGE, Fail, terms_here

Tell = Callable[[str], None]
Came = TypeVar("Came")
LOOKING = 4.0
"""Seconds to look for a host on the own network, without those for which we speak with somebody."""
MOST_NEAR = 8
"""Hosts there that are shown a guess at the code."""
NEAR = 3.0
"""Seconds to connect to one that is said to be there, and as many until it greets."""
ONE_WAY = 20.0
"""Seconds to look for the other side by one way, where there are several."""
DOUBT = 90.0
"""Seconds in which a guest who has said yes, and has heard nothing of the match, asks the host
again; longer than a host takes to notice that a link is silent."""
LONELY = 20.0
"""Seconds alone in a room after which its name may have been mistyped."""


class Local(Protocol):
    """The other side is a program of this machine, started when it is needed. code: it has it."""

    code: Code

    async def connect(self, tell: Tell, patience: float) -> FramedStream:
        """Start it, again if it has ended; the link to it. Raises NetError."""

    def facts(self) -> dict[str, str | int]:
        """What the private file notes of it."""


@frozen
class StandAt:
    """Of a host: where spectators come. minutes: by which they are behind. port: where they find
    us, 0 for any that is free. code, key: theirs, and with which we take our room at a relay again.
    lan: whether it is announced on the own network."""

    minutes: int
    port: int = 0
    code: Code = field(factory=lambda: new_code(entropy))
    key: str = field(factory=lambda: os.urandom(12).hex(), repr=False)
    lan: bool = True


@frozen
class Meeting:
    """How to reach the other side: listen on `port`, dial `address`, meet in `room` of `relay`,
    look on the own network, or start a `local` program. A host waits by all ways that are given, a
    guest tries one after the other: address, own network, relay.

    lan: by which addresses of this machine to look and announce, () for all, None for not at all.
    rooms: of the relay, by seat, in which those meet again who have met; nobody else knows their
    names. host: the seat that waits for all the others. key: ours, with which we take our place in
    such a room again. code: of a first meeting; a host may leave it to chance. listed: of a host,
    the line of an open game. identity: for a guest, the key that the list shows. token: what the
    relay asks for. stand: of a host, for spectators; None for none. unwatched: of a guest, who
    plays no match that others may watch. clock: of a host, the match clock, as
    `session.clock_terms` writes it.
    """

    port: int | None = None
    bind: str = EVERYWHERE
    address: Address | None = None
    relay: Address | None = None
    room: str = ""
    local: Local | None = None
    rooms: Mapping[int, str] = field(factory=dict)
    host: int = 0
    key: str = field(factory=lambda: os.urandom(12).hex())
    code: Code | None = None
    lan: tuple[str, ...] | None = None
    listed: Callable[[str], bytes] | None = None
    identity: bytes = b""
    token: str = ""
    stand: StandAt | None = None
    unwatched: bool = False
    clock: str = ""


def meeting(
    address: str = "",
    relay: str = "",
    code: str = "",
    port: int | None = None,
    bind: str = EVERYWHERE,
    *,
    lan: bool = False,
) -> Meeting:
    """From what was typed. Raises Fail, of wrong usage."""
    try:
        secret = parse_code(code) if code else None
        token, at, place = relay.rpartition("@")
        if at and not is_secret(token):
            raise BadAddress(
                say("that is no access token of a relay"),
                say("it has 1 to 64 of A-Z, a-z, 0-9, - and _"),
                say("write TOKEN@HOST:PORT"),
            )
        where = Meeting(
            port=port,
            bind=bind or EVERYWHERE,
            address=parse_address(address) if address else None,
            relay=parse_address(place) if relay else None,
            room=secret.room if secret is not None else "",
            code=secret,
            lan=() if lan else None,
            token=token,
        )
    except (BadAddress, BadCode) as e:
        raise Fail(tr_error(e), USAGE) from e
    if port is not None and not 0 <= port <= 65535:
        raise Fail(say("there is no port {port}: ports go from 0 to 65535", port=port), USAGE)
    return where


async def connect(where: Meeting, tell: Tell, patience: float = math.inf) -> FramedStream:
    """patience: seconds to wait for the other side. Raises NetError."""
    if where.local is not None:
        return await where.local.connect(tell, patience)
    if where.relay is not None:
        return await _enter(where.relay, where, tell, patience)
    if where.address is not None:
        return await dial(where.address.host, where.address.port)
    assert where.port is not None
    return await listen(
        where.bind,
        where.port,
        on_listening=lambda a: tell(say("waiting on {address}", address=a)),
        patience=patience,
    )


def one_by_one(where: Meeting) -> list[tuple[str, Meeting]]:
    """Each way apart by which we go to the other side, in words too; waiting at a port is none."""
    if where.local is not None:
        return [(say("starting it again"), where)]
    ways = []
    if where.address is not None:
        ways.append(
            (say("dialling {address}", address=where.address), evolve(where, relay=None, port=None))
        )
    if where.relay is not None:
        at = say("trying relay {relay}", relay=where.relay)
        ways.append((at, evolve(where, address=None, port=None)))
    return ways


async def ask_by_code(where: Meeting, papers: Papers, wait: float) -> FramedStream:
    """Of a guest who has heard nothing of the match: by the code, as before it. where: one way.
    Raises NetError; Fail if he has another code by now, so that we guess no further."""
    assert where.code is not None
    if where.relay is not None:
        link = await join_room(where.relay, where.code.room, token=where.token, patience=wait)
    else:
        assert where.address is not None
        link = await dial(*where.address)
    try:
        return await ask_again(link, papers, Invitation(where.code))
    except NotLetIn as error:
        raise Fail(
            say(
                "the match has not begun: your friend waits again, by another code; ask for it"
                " and join once more"
            )
        ) from error


async def _enter(relay: Address, where: Meeting, tell: Tell, patience: float) -> FramedStream:
    """Meet in a room of two; say so if nobody comes."""
    room = where.room
    async with trio.open_nursery() as nursery:

        async def lonely() -> None:
            await trio.sleep(LONELY)
            tell(
                say(
                    "nobody is in room {room} yet; perhaps its name was mistyped, here or there:"
                    " compare it. Still waiting",
                    room=room,
                )
            )

        def waiting() -> None:
            tell(say("waiting in room {room} of relay {relay}", room=room, relay=relay))
            nursery.start_soon(lonely)

        try:
            link = await meet_room(
                relay, room, key=where.key, token=where.token, on_wait=waiting, patience=patience
            )
        except NetError as e:
            problem: NetError | None = e
        else:
            problem = None
        nursery.cancel_scope.cancel()
    if problem is not None:
        raise problem
    return link


def own_side(name: str) -> Callable[[int], Own]:
    """This player, once the seat is known. A name is cut to what a HELLO holds."""
    name = "".join(c for c in name if c.isprintable()).strip() or "Player"
    name = name.encode()[:MAX_NAME].decode("utf-8", "ignore")
    identity = own_identity()
    return lambda seat: Own(seat, name, identity, entropy)


def make_match(terms: Terms, own: Own | None) -> Match:
    """A match by terms that have been checked."""
    return Match(games.get(terms.system), terms, own)


@define
class Met:
    """A match about to begin. links: to other seats. where: by which way they came, and come back.
    who: with whom we play, for people. begins: whether all have said yes to each other."""

    match: Match
    links: dict[int, FramedStream]
    where: Meeting
    begins: bool = True

    async def say_yes(self, tell: Tell, welcome: Welcome) -> None:
        """A guest's part: say yes to the host, or no, and wait for his and for all others. A host
        who is lost then is asked again. Raises NetError; then the links are closed."""
        try:
            for seat, link in self.links.items():
                try:
                    await wait_for_start(link, tell, welcome)
                except StartLost as lost:
                    tell(say("{what}: {why}; asking again", what=lost.what, why=lost.why))
                    await link.cut()
                    self.links[seat] = await self._ask_again(link)
        except BaseException:
            await self.__aexit__()
            raise
        self.begins = True
        _note(self.links, welcome)

    async def _ask_again(self, lost: FramedStream) -> FramedStream:
        own, proved = self.match.own, lost.proved
        assert own is not None and proved is not None
        known = {proved.seat: proved.identity}
        digest = terms_digest(self.match.terms.encode())
        papers = Papers(own, digest, self.match.seats, known=known)
        asks = [partial(ask_by_code, way, papers) for _, way in one_by_one(self.where)]
        turns = itertools.cycle(asks)
        try:
            link = await again(lambda wait: next(turns)(min(wait, ONE_WAY)), DOUBT)()
        except NetError as error:
            raise NetError(
                say("no match with {peer}", peer=lost.peer),
                say("{why}, and it did not say that the match begins", why=error.why),
                say(
                    "ask your friend: if they still wait, join again; otherwise they host a"
                    " new match"
                ),
            ) from error
        link.peer = lost.peer
        return link

    @property
    def who(self) -> str:
        """Who has come, as people read it."""
        return " and ".join(link.peer for link in self.links.values())

    async def __aenter__(self) -> Met:
        return self

    async def __aexit__(self, *_: object) -> None:
        for link in self.links.values():
            await link.cut()


async def meet(
    where: Meeting,
    game: tuple[System, Setup] | None,
    name: str,
    tell: Tell,
    welcome: Welcome | None = None,
) -> Met:
    """Find the other players and agree on terms. game: what we host; None joins a host. welcome:
    whether we play with who is there; None with everybody.

    A host sends strangers away, and waits until all seats are taken and all have said yes. Raises
    NetError, Fail.
    """
    welcome = welcome or Welcome()
    if game is None:
        met = await find_host(where, name, tell)
        await met.say_yes(tell, welcome)
        return met
    own = own_side(name)
    minutes = None if where.stand is None else where.stand.minutes
    terms = propose(*game, int(time.time()), minutes, where.clock)
    if where.local is not None:
        link = await connect(where, tell)
        try:
            code = Invitation(where.local.code)
            return Met(await host_match(link, terms, make_match, own, code), {1: link}, where)
        except BaseException:
            await link.cut()
            raise
    lobby = Lobby(terms, own(0), PROGRAM, tell, where.code, welcome)
    ways = Ways(
        where.port, where.bind, where.relay, where.room, where.token, where.lan, where.listed
    )
    await trio.to_thread.run_sync(interfaces)  # what it needs is loaded beside the window
    await lobby.wait(ways)
    _note(lobby.links, welcome)
    return Met(make_match(terms, own(0)), lobby.links, where)


async def find_host(where: Meeting, name: str, tell: Tell) -> Met:
    """A guest's way to a seat, before he has said yes to who the host is. Raises NetError, Fail."""
    own = own_side(name)
    if where.code is None:
        raise Fail(say("the code is missing: the host's program has shown it"), USAGE)
    return await _Guest(where, own, tell, Invitation(where.code)).join()


def _note(links: Mapping[int, FramedStream], welcome: Welcome) -> None:
    for link in links.values():
        assert link.who is not None
        welcome.met(link.who)


@define
class _Guest:
    """One who goes to a host, by one way after the other. code: with the guesses it has seen."""

    where: Meeting
    own: Callable[[int], Own]
    tell: Tell
    code: Invitation

    async def join(self) -> Met:
        """Raises NetError, Fail."""
        return await Visit(self.where, self.code, self.tell, self._sit_down).go()

    def _terms(self, data: bytes) -> Terms:
        """Those that the host offers, if we play by them. Raises CannotPlay."""
        terms = terms_here(data)
        if self.where.unwatched and terms.spectators is not None:
            raise CannotPlay(
                say(
                    "spectators may watch it, {behind}, and who joins with --no-spectators plays"
                    " no such match: the host leaves --spectators out",
                    behind=behind(terms.spectators),
                )
            )
        return terms

    async def _sit_down(self, link: FramedStream, where: Meeting) -> Met:
        """Take a seat over this link. where: the way it came, by which we also come back."""
        try:
            match = await sit_down(link, self._terms, make_match, self.own, self.code)
            expected = self.where.identity
            if expected and (link.who is None or link.who.identity != expected):
                raise NetError(
                    say("no match with {peer}", peer=link.peer),
                    say("its key is not the one that the list of open games shows for it"),
                    say("somebody else has taken its place: choose another game"),
                )
            self.tell(_played(match))
            if match.terms.spectators is not None:  # told before he says yes
                self.tell(
                    say("spectators may watch it, {behind}", behind=behind(match.terms.spectators))
                )
            if (rule := read_clock(match.terms.clock)) is not None:
                self.tell(say("it is played by the clock: {words}", words=rule.words))
            return Met(match, {0: link}, where, begins=False)
        except BaseException as e:
            await link.cut()
            if isinstance(e, CannotPlay):
                raise Fail(say("cannot play this match: {why}", why=e)) from e
            raise


def _played(match: Match) -> str:
    """What the host would play, as people call it: told before a guest says yes."""
    system, setup = match.system, match.terms.setup
    called = system.called
    words = [
        system.title,
        system.about_mission(setup.mission)[0],
        say("level {level}", level=called.get(setup.level, setup.level.capitalize())),
        *(
            listed([called.get(name, name), called.get(f"{name}={value}", shortened(value))], " ")
            for name, value in setup.switches
        ),
        *([say("pack {pack}", pack=setup.pack)] if setup.pack else []),
    ]
    return say("what is played: {words}", words=listed(words))


class NobodyNear(NetError):
    """No host was heard of on the own network. room: that of the code."""

    def __init__(self, room: str, verb: str) -> None:
        super().__init__(
            say("nobody on your own network waits in room {room}", room=room),
            say("looked for {seconds:g} s", seconds=LOOKING),
            say(
                "check the number, or ask your friend for an address or a relay: owm-net {verb}"
                " HOST:PORT CODE, owm-net {verb} CODE --relay HOST:PORT",
                verb=verb,
            ),
        )
        self.room = room


@define
class Visit(Generic[Came]):
    """Going to a host by one way after the other, until one leads somewhere: first where our player
    has said that the host is. Each way has guesses of its own at the code, so who lies by one way
    takes none from another.

    code: with the guesses it has seen. arrive: what to do there; it is given the link, which is its
    own from then on, and by which way it came. verb: which people type to come here.
    """

    where: Meeting
    code: Invitation
    tell: Tell
    arrive: Callable[[FramedStream, Meeting], Awaitable[Came]]
    verb: str = "join"

    async def go(self) -> Came:
        """Raises NetError, and what `arrive` raises."""
        where, problem = self.where, None
        ways: list[tuple[str, Callable[[], Awaitable[Came | None]]]] = []
        if where.address is not None:
            ways.append(
                (say("dialling {address}", address=where.address), partial(self._at, where.address))
            )
        if where.lan is not None:
            ways.append((say("looking on your own network"), self._near))
        if where.relay is not None:
            ways.append(
                (
                    say("going to relay {relay}", relay=where.relay),
                    partial(self._through, where.relay),
                )
            )
        for words, way in ways:
            if len(ways) > 1 or way == self._near:
                self.tell(say("{words} ...", words=words))
            self.code.wrong = 0
            try:
                came = await way()
            except NetError as error:
                problem = error
                if len(ways) > 1:
                    self.tell(error.said)
            else:
                if came is not None:
                    return came
        raise problem or NobodyNear(self.code.code.room, self.verb)

    async def _at(self, address: Address) -> Came:
        return await self._knock(lambda _: dial(*address), evolve(self.where, lan=None))

    async def _near(self) -> Came | None:
        """Whoever on the own network waits in our room and has our code; None if nobody waits
        there. What others say who announce that room keeps us from nobody, unless they are very
        many: each is asked once, has no time to be silent, and MOST_NEAR are shown a guess. Raises
        NetError: the last of them; that the code is another one only where nothing else went wrong.
        """
        from owm_net.net.lan import seek

        tried: list[Address] = []
        most = self.code.shown + MOST_NEAR
        problem: NetError | None = None
        refused: NetError | None = None
        began = trio.current_time()
        give_up = began + LOOKING
        while True:
            near = await seek(
                self.code.code.room, tried, min(give_up, began + TRIES), self.where.lan or ()
            )
            if near is None:
                if trouble := problem or refused:
                    raise trouble
                return None
            tried += near
            found = trio.current_time()
            for address in near:
                if self.code.shown >= most:
                    break
                host = address.host.partition("%")[0]  # its number may be another after a restart
                where = evolve(self.where, address=Address(host, address.port), lan=None)
                self.code.wrong = 0
                try:
                    link = await dial(*address, timeout=NEAR)
                    self.tell(say("found on your own network: {address}", address=address))
                    await _greets(link)
                    return await self.arrive(link, where)
                except CannotConnect:
                    pass  # an address of the same host on another network
                except NetError as error:  # another host may have a room of the same number
                    self.tell(
                        say("{what}: {why}; looking for another", what=error.what, why=error.why)
                    )
                    if isinstance(error, NotLetIn):
                        refused = error
                    else:
                        problem = error
            give_up += trio.current_time() - found  # that was no looking

    async def _through(self, relay: Address) -> Came:
        room, token = self.code.code.room, self.where.token
        return await self._knock(
            lambda patience: _call_on(relay, room, self.tell, patience, token),
            evolve(self.where, lan=None),
        )

    async def _knock(
        self, connect: Callable[[float], Awaitable[FramedStream]], where: Meeting
    ) -> Came:
        """Where a host is, we try again for a while: a crowd may be there, or the line is bad.
        connect: is given the seconds that are left."""
        give_up, told = trio.current_time() + TRIES, ""
        while True:
            left = give_up - trio.current_time()
            link = await connect(left)
            try:
                return await self.arrive(link, where)
            except (PeerGone, PeerLeft, PeerSilent) as error:
                if left < 0:
                    raise
                why = say("{what}: {why}; trying again", what=error.what, why=error.why)
                if why != told:
                    self.tell(why)
                    told = why
            await trio.sleep(PAUSE)


async def _greets(link: FramedStream) -> None:
    """Wait for the first message of a host, who greets at once, and leave it where it is. Raises
    NetError, and the link is cut: a few who announce themselves and are silent then would take all
    the time that there is."""
    try:
        with trio.fail_after(NEAR):
            said = await link.receive()
    except trio.TooSlowError:
        await link.cut()
        raise PeerSilent(
            say("no match with {peer}", peer=link.peer),
            say("it says nothing"),
            say("check that it runs owm-net"),
        ) from None
    except BaseException:
        await link.cut()
        raise
    if said is not None:
        link.put_back([said])


async def _call_on(
    relay: Address, room: str, tell: Tell, patience: float, token: str
) -> FramedStream:
    """Join the room of a host; say once why that takes a while."""
    told = False

    def waits(error: RelayRefused) -> None:
        nonlocal told
        if not told:
            tell(
                say(
                    "room {room} of relay {relay}: {why}; trying again",
                    room=room,
                    relay=relay,
                    why=error.why,
                )
            )
        told = True

    return await join_room(relay, room, token=token, patience=patience, on_wait=waits, tell=tell)
