"""How the players of a match find each other, and agree on its terms."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Mapping
from functools import partial

import trio
from attrs import define

from owm_net import PROGRAM, games
from owm_net.client.match.handles import Gathered
from owm_net.engine.ids import Seat
from owm_net.engine.system import Setup, System
from owm_net.engine.text import listed, say
from owm_net.files.identity import own_identity
from owm_net.net.addresses import interfaces
from owm_net.net.consent import Welcome
from owm_net.net.errors import NetError
from owm_net.net.lobby import Lobby
from owm_net.net.peers import again, entropy, host_match, sit_down
from owm_net.net.proof import Papers, terms_digest
from owm_net.net.streams import FramedStream
from owm_net.net.waiting import StartLost, wait_for_start
from owm_net.net.ways import Ways
from owm_net.program.failing import USAGE, Fail
from owm_net.program.meeting.connecting import DOUBT, ONE_WAY, ask_by_code, connect, one_by_one
from owm_net.program.meeting.known_relays import with_known_relay
from owm_net.program.meeting.visit import Visit
from owm_net.program.meeting.where import Meeting, Tell
from owm_net.program.setups import terms_here
from owm_net.protocol.codes import Invitation
from owm_net.session.clock_terms import read_clock
from owm_net.session.match import Match, Own
from owm_net.session.people import behind, shortened
from owm_net.session.terms import MAX_NAME, CannotPlay, Terms, propose


def own_side(name: str) -> Callable[[int], Own]:
    """This player, once the seat is known. A name is cut to what a HELLO holds."""
    name = "".join(c for c in name if c.isprintable()).strip() or "Player"
    name = name.encode()[:MAX_NAME].decode("utf-8", "ignore")
    identity = own_identity()
    return lambda seat: Own(Seat(seat), name, identity, entropy)


def make_match(terms: Terms, own: Own | None) -> Match:
    """A match by terms that have been checked."""
    return Match(games.get(terms.system), terms, own)


@define
class Met(Gathered):
    """A match about to begin. links: to other seats. where: the way they came, and come back. who:
    the other players, for people. begins: True if all have said yes to each other."""

    match: Match
    links: dict[Seat, FramedStream]
    where: Meeting
    begins: bool = True

    async def say_yes(self, tell: Tell, welcome: Welcome) -> None:
        """A guest's part: say yes to the host, or no, and wait for the others' answers. A host who
        is lost then is asked again. Raises NetError; then the links are closed."""
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
        """Return the people who have come, as people read it."""
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
            return Met(await host_match(link, terms, make_match, own, code), {Seat(1): link}, where)
        except BaseException:
            await link.cut()
            raise
    where = await with_known_relay(where, tell)
    lobby = Lobby(terms, own(0), PROGRAM, tell, where.code, welcome)
    ways = Ways(
        where.port,
        where.bind,
        where.relay,
        where.room,
        where.token,
        where.lan,
        where.listed,
        where.router,
        where.page,
    )
    await trio.to_thread.run_sync(interfaces)  # what it needs is loaded beside the window
    await lobby.wait(ways)
    _note(lobby.links, welcome)
    return Met(make_match(terms, own(0)), lobby.links, where)


async def find_host(where: Meeting, name: str, tell: Tell) -> Met:
    """Go to a host's seat, as a guest, before saying yes to the host. Raises NetError, Fail."""
    own = own_side(name)
    if where.code is None:
        raise Fail(say("the code is missing: the host's program has shown it"), USAGE)
    return await _Guest(where, own, tell, Invitation(where.code)).join()


def _note(links: Mapping[Seat, FramedStream], welcome: Welcome) -> None:
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
                    "spectators may watch it, {behind}; a guest who joins with --no-spectators"
                    " does not accept that: the host leaves --spectators out",
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
            for line in match.system.briefing(match.state).lines:
                self.tell(line)
            if match.terms.spectators is not None:  # told before they say yes
                self.tell(
                    say("spectators may watch it, {behind}", behind=behind(match.terms.spectators))
                )
            if (rule := read_clock(match.terms.clock)) is not None:
                self.tell(say("it is played by the clock: {words}", words=rule.words))
            return Met(match, {Seat(0): link}, where, begins=False)
        except BaseException as e:
            await link.cut()
            if isinstance(e, CannotPlay):
                raise Fail(say("cannot play this match: {why}", why=e)) from e
            raise


def _played(match: Match) -> str:
    """Return the host's game, as people call it: told before a guest says yes."""
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
