"""Where the players of a match meet, and how they agree on its terms."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping
from typing import Protocol

import trio
from attrs import define, field, frozen

from owm_net import games
from owm_net.engine.system import Setup, System
from owm_net.files.identity import own_identity
from owm_net.net.errors import NetError
from owm_net.net.lobby import Lobby
from owm_net.net.peers import PROGRAM, entropy, host_match, join_match
from owm_net.net.relays import PAUSE, TRIES, RelayRefused, join_room, meet_room
from owm_net.net.rendezvous import (
    Address,
    BadAddress,
    dial,
    listen,
    parse_address,
)
from owm_net.net.secure import PeerLeft
from owm_net.net.streams import FramedStream, PeerGone
from owm_net.protocol.codes import BadCode, Code, Invitation, parse_code
from owm_net.protocol.framing import is_secret
from owm_net.session.match import Match, Own
from owm_net.session.terms import MAX_NAME, CannotPlay, Terms, propose
from owm_net.verbs.common import USAGE, Fail, terms_here

Tell = Callable[[str], None]
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
class Meeting:
    """How to reach the other side. One of: listen on `port`, dial `address`, meet in `room`,
    start a `local` program. rooms: of the relay, by seat, in which those meet again who have
    met; nobody else knows their names. host: the seat that waits for all the others. key: ours,
    with which we take our place in such a room again. token: the relay's access token. code: of a
    first meeting; a host may leave it to chance."""

    port: int | None = None
    bind: str = "0.0.0.0"
    address: Address | None = None
    relay: Address | None = None
    room: str = ""
    local: Local | None = None
    rooms: Mapping[int, str] = field(factory=dict)
    host: int = 0
    key: str = field(factory=lambda: os.urandom(12).hex())
    token: str = ""
    code: Code | None = None


def meeting(
    address: str = "", relay: str = "", code: str = "", port: int = 0, bind: str = ""
) -> Meeting:
    """From what was typed. Raises Fail, of wrong usage."""
    try:
        secret = parse_code(code) if code else None
        if relay:
            token, at, place = relay.rpartition("@")
            if at and not is_secret(token):
                raise BadAddress(
                    "that is no access token of a relay",
                    "it has 1 to 64 of A-Z, a-z, 0-9, - and _",
                    "write TOKEN@HOST:PORT",
                )
            room = secret.room if secret is not None else ""
            return Meeting(relay=parse_address(place), room=room, token=token, code=secret)
        if address:
            return Meeting(address=parse_address(address), code=secret)
    except (BadAddress, BadCode) as e:
        raise Fail(str(e), USAGE) from e
    if not 0 <= port <= 65535:
        raise Fail(f"there is no port {port}: ports go from 0 to 65535", USAGE)
    return Meeting(port=port, bind=bind, code=secret)


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
        on_listening=lambda a: tell(f"waiting on {a}"),
        patience=patience,
    )


async def _enter(relay: Address, where: Meeting, tell: Tell, patience: float) -> FramedStream:
    """Meet in a room of two; say so if nobody comes."""
    room = where.room
    async with trio.open_nursery() as nursery:

        async def lonely() -> None:
            await trio.sleep(LONELY)
            tell(
                f"nobody is in room {room} yet; perhaps its name was mistyped, here or there:"
                " compare it. Still waiting"
            )

        def waiting() -> None:
            tell(f"waiting in room {room} of relay {relay}")
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
    """A match about to begin. links: to other seats. who: with whom we play, for people."""

    match: Match
    links: dict[int, FramedStream]

    @property
    def who(self) -> str:
        """Who has come, as people read it."""
        return " and ".join(link.peer for link in self.links.values())

    async def __aenter__(self) -> Met:
        return self

    async def __aexit__(self, *_: object) -> None:
        for link in self.links.values():
            await link.cut()


async def meet(where: Meeting, game: tuple[System, Setup] | None, name: str, tell: Tell) -> Met:
    """Find the other players and agree on terms. game: what we host; None joins a host.

    A host sends strangers away, and waits until all seats are taken. Raises NetError, Fail.
    """
    own = own_side(name)
    if game is None:
        return await _join(where, own, tell)
    terms = propose(*game, int(time.time()))
    if where.local is not None:
        link = await connect(where, tell)
        try:
            code = Invitation(where.local.code)
            return Met(await host_match(link, terms, make_match, own, code), {1: link})
        except BaseException:
            await link.cut()
            raise
    lobby = Lobby(terms, own(0), PROGRAM, tell, where.code)
    if where.relay is not None:
        await lobby.in_room(where.relay, where.room, token=where.token)
    else:
        assert where.port is not None
        await lobby.at_port(where.bind, where.port)
    return Met(make_match(terms, own(0)), lobby.links)


async def _join(where: Meeting, own: Callable[[int], Own], tell: Tell) -> Met:
    """Go to the host. In a room of a relay we try again for a while: a crowd may be there."""
    if where.code is None:
        raise Fail("the code is missing: the host's program has shown it", USAGE)
    code, give_up = Invitation(where.code), trio.current_time() + TRIES
    while True:
        if where.relay is None:
            link = await connect(where, tell)
        else:
            link = await _call_on(where.relay, where, tell, give_up - trio.current_time())
        try:
            return Met(await join_match(link, terms_here, make_match, own, code, tell), {0: link})
        except BaseException as e:
            await link.cut()
            if isinstance(e, CannotPlay):
                raise Fail(f"cannot play this match: {e}") from e
            late = trio.current_time() > give_up
            if where.relay is None or late or not isinstance(e, PeerGone | PeerLeft):
                raise
        await trio.sleep(PAUSE)


async def _call_on(relay: Address, where: Meeting, tell: Tell, patience: float) -> FramedStream:
    """Join the room of a host; say once why that takes a while."""
    room, told = where.room, False

    def waits(error: RelayRefused) -> None:
        nonlocal told
        if not told:
            tell(f"room {room} of relay {relay}: {error.why}; trying again")
        told = True

    return await join_room(relay, room, token=where.token, patience=patience, on_wait=waits)
