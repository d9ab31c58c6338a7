"""Running one network match for a verb: meet the other side, play, say how it ended."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from owm_net import games
from owm_net.engine.system import Setup, System
from owm_net.files.identity import own_identity
from owm_net.files.logfile import LogFile
from owm_net.net.driver import Stopped, run_match
from owm_net.net.peers import again, entropy, host_match, join_match
from owm_net.net.rendezvous import Address, dial, join_room, listen, parse_address
from owm_net.net.streams import FramedStream, NetError
from owm_net.session.match import Blame, Match, Own
from owm_net.session.player import Player
from owm_net.session.terms import CannotPlay, Terms, propose
from owm_net.verbs.common import Fail, terms_here

Tell = Callable[[str], None]


@frozen
class Meeting:
    """How to reach the other side. One of: listen on `port`, dial `address`, meet in `room`."""

    port: int | None = None
    bind: str = "0.0.0.0"  # noqa: S104 - a friend comes from outside
    address: Address | None = None
    relay: Address | None = None
    room: str = ""


def meeting(address: str = "", relay: str = "", room: str = "") -> Meeting:
    """From what was typed. Raises NetError."""
    if relay:
        return Meeting(relay=parse_address(relay), room=room)
    return Meeting(address=parse_address(address))


async def connect(where: Meeting, tell: Tell, patience: float = math.inf) -> FramedStream:
    """patience: seconds to wait for the other side. Raises NetError."""
    if where.relay is not None:
        relay = where.relay
        return await join_room(
            relay.host, relay.port, where.room,
            on_wait=lambda: tell(f"waiting in room {where.room} of relay {relay}"),
            patience=patience,
        )
    if where.address is not None:
        return await dial(where.address.host, where.address.port)
    assert where.port is not None
    return await listen(
        where.bind, where.port, on_listening=lambda a: tell(f"waiting on {a}"),
        patience=patience,
    )


def own_side(name: str) -> Callable[[int], Own]:
    """This player, once the seat is known."""
    identity = own_identity()
    return lambda seat: Own(seat, name[:40], identity, entropy)


def make_match(terms: Terms, own: Own | None) -> Match:
    """A match by terms that have been checked."""
    return Match(games.get(terms.system), terms, own)


async def start(
    link: FramedStream, host_of: tuple[System, Setup] | None, name: str
) -> Match:
    """Agree on terms with the other side. Raises NetError, Fail."""
    own = own_side(name)
    if host_of is not None:
        system, setup = host_of
        terms = propose(system, setup, int(time.time()))
        return await host_match(link, terms, make_match, own)
    try:
        return await join_match(link, terms_here, make_match, own)
    except CannotPlay as e:
        raise Fail(f"cannot play this match: {e}") from e


async def play_on(
    match: Match,
    link: FramedStream,
    player: Player,
    path: Path,
    where: Meeting,
    patience: float,
    illegal: Callable[[Exception], None] | None = None,
) -> None:
    """Play a match to its end, keeping its log. Raises Fail with a line, NetError.

    where, patience: how, and for how many seconds, to look for a peer that was lost.
    """
    assert match.own is not None
    other = 1 - match.own.seat
    reach = {other: again(lambda wait: connect(where, lambda line: None, wait), patience)}
    if where.port == 0:  # a port of chance is not found again
        reach = {}
    with LogFile.create(path) as log:
        try:
            await run_match(
                match, {other: link}, player, log, illegal, reach,
                disagree=lambda text: _keep(path.with_suffix(".desync.json"), text),
            )
        except Blame as e:
            raise Fail(f"the match stops: {e}; the log is {path}", 1) from e
        except Stopped as e:
            raise Fail(f"the other side stopped the match: {e}; the log is {path}") from e
    with suppress(NetError):
        await link.finish(2.0)


def _keep(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
