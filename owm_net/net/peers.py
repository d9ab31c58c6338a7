"""From a connected link to a running match: greeting, terms, proof of who is there, the start."""

from __future__ import annotations

import hashlib
import itertools
import os
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import trio
from attrs import evolve

from owm_net import PROGRAM
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.files.friends import safe_name
from owm_net.net import handshake
from owm_net.net.consent import Welcome
from owm_net.net.door import GREETING
from owm_net.net.driver import Reach
from owm_net.net.errors import NetError
from owm_net.net.lobby import begin
from owm_net.net.proof import Papers, papers_of, prove, terms_digest
from owm_net.net.secure import open_channel
from owm_net.net.streams import FramedStream, PeerSilent
from owm_net.net.waiting import wait_for_start
from owm_net.net.ways import Tell
from owm_net.protocol.channel import Role
from owm_net.protocol.codes import Invitation
from owm_net.protocol.fiat_shamir import u64
from owm_net.session.match import Match, Own
from owm_net.session.terms import CannotPlay, Terms, decode_terms

FindMatch = Callable[[bytes], Terms]
"""Terms as received, checked against what is installed here; raises ValueError with a reason."""

MakeMatch = Callable[[Terms, Own | None], Match]

LONGEST_PAUSE = 10.0
"""Seconds between attempts to reach a peer that is away."""


async def host_match(
    link: FramedStream,
    terms: Terms,
    make: MakeMatch,
    own: Callable[[int], Own],
    code: Invitation,
) -> Match:
    """Offer terms to the one other side of a match of two, a computer player, and take seat 0.
    Raises NetError; then `link` is the caller's to close."""
    side = own(0)
    with _in_time(link):
        await open_channel(link, Role.HOST, code, side, PROGRAM)
        await _offer(link, terms, Papers(side, terms_digest(terms.encode()), 2))
    return make(terms, side)


async def _offer(link: FramedStream, terms: Terms, papers: Papers) -> None:
    """To the one other, on an open channel, up to the start. papers: of seat 0."""
    await handshake.offer(link, terms.encode(), Seat(1))
    await prove(link, papers, Seat(1))
    await handshake.hear_yes(link)
    await begin([link], papers.new_key())


async def meet_again(link: FramedStream, terms: Terms, own: Own, other: bytes) -> Terms:
    """Begin the next match of two who have just played, on their open channel: seat 0 offers terms,
    and seat 1 takes them if they are the same except for the time. Both their players have said yes
    already.

    own: in the new match. other: the identity that must be at the other end. Returns the terms.
    Raises NetError, CannotPlay; then `link` is the caller's to close.
    """
    digest = terms_digest(terms.encode())
    papers = Papers(own, digest, 2, known={Seat(1 - own.seat): other})
    with _in_time(link):
        if own.seat == 0:
            await _offer(link, terms, papers)
            return terms
        offered, seat = await handshake.answer(link, partial(_check_same, terms), own.name)
        if seat != own.seat:
            raise handshake.not_ours(link, say("it offers seat {seat}", seat=seat + 1))
        papers.terms = terms_digest(offered)
        await prove(link, papers, Seat(0), listens_first=True)
        await wait_for_start(link, lambda line: None)
        return decode_terms(offered)


def _check_same(terms: Terms, offered: bytes) -> None:
    """Raise CannotPlay unless what is offered is what was played."""
    if evolve(decode_terms(offered), started=terms.started) != terms:
        raise CannotPlay(say("these are other terms than those of the match that is over"))


async def join_match(
    link: FramedStream,
    find: FindMatch,
    make: MakeMatch,
    own: Callable[[int], Own],
    code: Invitation,
    tell: Tell = lambda line: None,
    welcome: Welcome | None = None,
) -> Match:
    """Take the terms and the seat that the host offers, say yes, and wait for the start.

    tell: told who is there. welcome: whether we play with them. Raises NetError, ValueError of
    `find`; then `link` is the caller's to close.
    """
    match = await sit_down(link, find, make, own, code)
    await wait_for_start(link, tell, welcome)
    return match


async def sit_down(
    link: FramedStream,
    find: FindMatch,
    make: MakeMatch,
    own: Callable[[int], Own],
    code: Invitation,
) -> Match:
    """The first half of it: we have a seat, and know who the host is; `wait_for_start` is next.
    Raises as `join_match`."""
    with _in_time(link):
        await open_channel(link, Role.GUEST, code, own(1), PROGRAM)
        offered, seat = await handshake.answer(link, find, own(1).name)
        terms = find(offered)
        if not 0 < seat < terms.setup.seats:
            raise handshake.PeerRefused(
                say("no match with {peer}", peer=link.peer),
                say("it offers seat {seat}", seat=seat + 1),
                say("ask the host to start again"),
            )
        side = own(seat)
        papers = Papers(side, terms_digest(offered), terms.setup.seats)
        await prove(link, papers, Seat(0), listens_first=True)
    assert link.who is not None
    if link.who.name:
        link.peer = f"{safe_name(link.who.name)} ({link.peer})"
    return make(terms, side)


async def ask_again(link: FramedStream, papers: Papers, code: Invitation) -> FramedStream:
    """Guest: after our yes and no word of the match, take our seat again on a new connection to the
    host, who still waits for us if they have heard nothing of us.

    papers: with the host's identity, and the key of the match if we were told that it begins.
    Closes the link if nothing comes of it. Raises NetError.
    """
    try:
        with _in_time(link):
            await open_channel(link, Role.GUEST, code, papers.own, PROGRAM)
            offered, seat = await handshake.answer(link, lambda terms: None, papers.own.name)
            if terms_digest(offered) != papers.terms or seat != papers.own.seat:
                raise handshake.not_ours(link, say("it offers another match, or another seat"))
            await prove(link, papers, Seat(0), listens_first=True)
        await wait_for_start(link, lambda line: None)
        assert link.proved is not None
        if papers.key not in (b"", link.proved.key):
            raise handshake.not_ours(link, say("it begins another match"))
        link.proved = evolve(link.proved, anew=True)
    except BaseException:
        await link.cut()
        raise
    return link


@contextmanager
def _in_time(link: FramedStream) -> Iterator[None]:
    try:
        with trio.fail_after(GREETING):
            yield
    except trio.TooSlowError:
        raise PeerSilent(
            say("no match with {peer}", peer=link.peer),
            say("it says nothing"),
            say("check that it runs owm-net"),
        ) from None


def papers_for(match: Match, links: Mapping[Seat, FramedStream], key: bytes = b"") -> Papers:
    """Make the papers of a match's links: the identity that proved to have a seat must stay the
    same.

    key: which all seats have; b"" takes the one that came with the start.
    """
    papers = papers_of(match, key)
    for seat, link in links.items():
        if link.proved is not None:
            papers.known[Seat(seat)] = link.proved.identity
            papers.key = papers.key or link.proved.key
    return papers


async def return_to(link: FramedStream, papers: Papers, seat: Seat | None) -> FramedStream:
    """On a new connection to a peer of a match under way: prove who both are.

    seat: the one that must be there; None for any. Closes the link if the other end is somebody
    else. Raises NetError.
    """
    try:
        with _in_time(link):
            await open_channel(link, Role.RETURNING, papers.resume_key, papers.own, PROGRAM)
            proved = await prove(link, papers, seat)
            link.peer = papers.name(proved.seat) or link.peer
    except BaseException:
        await link.cut()
        raise
    return link


def again(connect: Callable[[float], Awaitable[FramedStream]], patience: float) -> Reach:
    """How to reach the same peer again: with growing pauses, for `patience` seconds.

    connect: is given how many seconds it may wait for the other side, and has it prove who it is.
    """

    async def reach() -> FramedStream:
        give_up = trio.current_time() + patience
        pause = 0.25
        while True:
            try:
                return await connect(max(0.1, give_up - trio.current_time()))
            except NetError:
                if trio.current_time() + pause > give_up:
                    raise
            await trio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    return reach


def entropy(n: int) -> bytes:
    """n random bytes, of which no more than 64 are independent: of the operating system, and of
    what differs on a machine whose system repeats itself, as after a restored snapshot."""
    varies = (time.time_ns(), time.perf_counter_ns(), os.getpid(), next(_calls))
    seed = os.urandom(64) + b"".join(map(u64, varies))
    return hashlib.shake_256(b"owm/entropy" + seed).digest(n)


_calls = itertools.count()
