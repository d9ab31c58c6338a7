"""Running one network match for a verb: meet the other side, play, say how it ended."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import trio
from attrs import define, frozen

from owm_net import games
from owm_net.engine.system import Setup, System
from owm_net.files.identity import own_identity
from owm_net.files.logfile import LogFile
from owm_net.files.private import CannotOpen, PrivateFile, private_path
from owm_net.net.driver import Stopped, run_match
from owm_net.net.peers import again, entropy, host_match, join_match
from owm_net.net.rendezvous import Address, dial, join_room, listen, parse_address
from owm_net.net.streams import FramedStream, NetError
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session.match import Blame, Match, Own
from owm_net.session.player import Player
from owm_net.session.private import BadNotes, meeting_note, meeting_of, recall
from owm_net.session.terms import MAX_NAME, CannotPlay, Terms, propose
from owm_net.session.verify import Unreadable, open_log
from owm_net.verbs.common import Fail, terms_here

Tell = Callable[[str], None]
GREETING = 15.0
"""Seconds a stranger has to say who it is and to agree on terms."""


@frozen
class Meeting:
    """How to reach the other side. One of: listen on `port`, dial `address`, meet in `room`."""

    port: int | None = None
    bind: str = "0.0.0.0"
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
    """This player, once the seat is known. A name is cut to what a HELLO holds."""
    name = "".join(c for c in name if c.isprintable()).strip() or "Player"
    name = name.encode()[:MAX_NAME].decode("utf-8", "ignore")
    identity = own_identity()
    return lambda seat: Own(seat, name, identity, entropy)


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


async def meet(
    where: Meeting, game: tuple[System, Setup] | None, name: str, tell: Tell
) -> tuple[FramedStream, Match]:
    """Connect and agree on terms. A host on an open port sends strangers away and waits on.

    Raises NetError, Fail.
    """
    while True:
        link = await connect(where, tell)
        try:
            with trio.move_on_after(GREETING):
                return link, await start(link, game, name)
            problem: NetError = NetError(
                f"no match with {link.peer}", "it says nothing", "check that it runs owm-net"
            )
        except NetError as e:
            problem = e
        await link.aclose()
        if where.port is None:
            raise problem
        tell(f"{problem}; still waiting")


async def play_on(
    match: Match,
    link: FramedStream,
    player: Player,
    path: Path,
    where: Meeting,
    patience: float,
    illegal: Callable[[Exception], None] | None = None,
    passphrase: str = "",
) -> None:
    """Play a new match to its end, keeping its log. Raises Fail with a line, NetError.

    where, patience: how, and for how many seconds, to look for a peer that was lost.
    """
    assert match.own is not None
    with LogFile.create(path) as log:
        private = None
        if where.port != 0:  # a computer player of this machine ends with us: nothing to resume
            private = PrivateFile.create(private_path(path), passphrase)
            private.append([_where_note(where, match.own)])
        await _play(match, link, player, log, private, where, patience, illegal, None)


@define
class Resumed:
    """A match read from its log and private file, and where to meet the other side."""

    match: Match
    records: list[bytes]
    log: LogFile
    private: PrivateFile
    where: Meeting


def take_up(path: Path, passphrase: str = "") -> Resumed:
    """A match that was broken off, as far as it had come. Raises Fail."""
    try:
        private, notes = PrivateFile.open(private_path(path), passphrase)
        log, records = LogFile.resume(path)
        first, _, _, _ = open_log(path.read_bytes(), games.get)
        facts = meeting_of(notes)
        seat, name = facts.get("seat"), facts.get("name")
        if not isinstance(seat, int) or not isinstance(name, str):
            raise BadNotes("the private file does not say which seat was ours")
        own = Own(seat, name, own_identity(), entropy)
        match = Match(first.system, first.terms, own, private=recall(notes))
        match.replay(records)
    except (CannotOpen, BadNotes, Unreadable, RemoteProtocolError) as e:
        raise Fail(f"cannot resume {path}: {e}") from e
    except Blame as e:
        raise Fail(f"cannot resume {path}: its log is not good: {e}", 1) from e
    return Resumed(match, records, log, private, _where_of(facts))


async def resume_on(
    taken: Resumed,
    player: Player,
    patience: float,
    tell: Tell,
    illegal: Callable[[Exception], None] | None = None,
) -> None:
    """Meet the other side of a match again and play on. Raises Fail, NetError."""
    reach = again(lambda wait: connect(taken.where, tell, wait), patience)
    link = await reach()
    async with link:
        with taken.log as log:
            await _play(
                taken.match, link, player, log, taken.private, taken.where, patience, illegal,
                taken.records,
            )


async def _play(
    match: Match,
    link: FramedStream,
    player: Player,
    log: LogFile,
    private: PrivateFile | None,
    where: Meeting,
    patience: float,
    illegal: Callable[[Exception], None] | None,
    history: list[bytes] | None,
) -> None:
    assert match.own is not None
    other = 1 - match.own.seat
    reach = {other: again(lambda wait: connect(where, lambda line: None, wait), patience)}
    if where.port == 0:  # a port of chance is not found again
        reach = {}
    try:
        await run_match(
            match, {other: link}, player, log, illegal, reach, history,
            disagree=lambda text: _keep(log.path.with_suffix(".desync.json"), text),
            private=private,
        )
    except Blame as e:
        raise Fail(f"the match stops: {e}; the log is {log.path}", 1) from e
    except Stopped as e:
        raise Fail(f"the other side stopped the match: {e}; the log is {log.path}") from e
    with suppress(NetError):
        await link.finish(2.0)
    if private is not None:
        private.path.unlink(missing_ok=True)  # cards nobody played stay secret


def _where_note(where: Meeting, own: Own) -> bytes:
    facts: dict[str, str | int] = {"seat": own.seat, "name": own.name}
    if where.relay is not None:
        facts |= {"relay": str(where.relay), "room": where.room}
    elif where.address is not None:
        facts |= {"address": str(where.address)}
    else:
        facts |= {"port": where.port or 0, "bind": where.bind}
    return meeting_note(**facts)


def _where_of(facts: dict[str, str | int]) -> Meeting:
    if "relay" in facts:
        return Meeting(relay=parse_address(str(facts["relay"])), room=str(facts["room"]))
    if "address" in facts:
        return Meeting(address=parse_address(str(facts["address"])))
    return Meeting(port=int(facts.get("port", 0)), bind=str(facts.get("bind", "127.0.0.1")))


def _keep(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
