"""Opens the encrypted channel on a new link, before anything else is said on it.

protocol/channel.py says what goes over the wire, docs/wire.md, "The channel", why. After
`open_channel` the link's frames are records, and `link.who` is who the other end has proved to be.
"""

from __future__ import annotations

import math
from contextlib import suppress
from typing import Final

import trio

from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.streams import FramedStream
from owm_net.protocol import channel
from owm_net.protocol.channel import (
    CALLERS,
    Channel,
    ChannelError,
    ChannelState,
    Rejection,
    Role,
    TooOften,
    WrongSecret,
)
from owm_net.protocol.codes import MAX_GUESSES, Invitation
from owm_net.session.match import Own
from owm_net.strangers.misses import Allowed, Misses
from owm_net.strangers.origins import Origin

_COMES: Final = {
    Role.HOST: say("it is the host of a new match"),
    Role.GUEST: say("it wants to join a new match"),
    Role.RETURNING: say("it is in a match that has begun already"),
    Role.SHOWING: say("it shows a match to spectators"),
    Role.WATCHING: say("it wants to watch a match"),
}

_ELSEWHERE: Final = {
    Role.SHOWING: say("that is the code for spectators: owm-net watch CODE"),
    Role.HOST: say("that is the code of a seat: owm-net join CODE"),
}


class OtherVersion(NetError):
    """The other side speaks another version of the wire."""


class OtherRole(NetError):
    """The other side has come for something else, such as a guest who meets a guest."""


class NotLetIn(NetError):
    """The other side does not have our code, or the key of our match."""


class PeerLeft(NetError):
    """The other side ended the connection where a message should come."""


class Knocked(NetError):
    """No guest: a relay has tried our port, as we had asked."""


async def open_channel(
    link: FramedStream,
    role: Role,
    secret: Invitation | bytes,
    own: Own,
    program: str,
    misses: Misses | None = None,
) -> None:
    """Open the channel on a link on which nothing has been said.

    role: the purpose of our end. secret: for a first meeting the code, with the guesses it has
    seen; else the key that all seats of the match have. program: named to the other side, before it
    is known who that is. misses: on the waiting side, whose guesses were wrong; no origin may guess
    more often. Raises NetError; then `link` is the caller's to close. It takes as long as the other
    side does: the caller limits that.
    """
    code = secret.code if isinstance(secret, Invitation) else secret
    about = code if isinstance(code, bytes) else str(code).encode()
    source = own.random(b"owm/channel", bytes([role.value]) + about)
    opening = Channel(role, code, own.identity, own.name, program, source)
    silence, keepalive = link.silence, link.keepalive
    link.set_patience(silence=silence, keepalive=math.inf)  # none that is not sealed
    await link.send(opening.hail)
    heard = role in CALLERS
    while opening.state is not ChannelState.OPEN:
        try:
            said = await next_message(link, say("that it is the one we look for"))
        except PeerLeft as e:  # it may have come by two of our addresses, and left one
            raise e if heard else Knocked(e.what, e.why, e.do) from None
        heard = True
        if link.is_knock(said):
            raise Knocked(say("nobody has come"), say("a relay tried our port"), "")
        answer = await _heard(link, opening, secret, said, misses)
        if answer is not None:
            await link.send(answer)
    if isinstance(secret, Invitation) and role in CALLERS:
        secret.shown -= 1
    link.encrypt(opening)
    link.set_patience(silence=silence, keepalive=keepalive)


async def next_message(link: FramedStream, what: str) -> bytes:
    """The next message; PeerLeft if there is none. what: was to come."""
    said = await link.receive()
    if said is None:
        raise PeerLeft(
            say("no match with {peer}", peer=link.peer),
            say("it left before sending {what}", what=what),
            say("start again"),
        )
    return said


async def _heard(
    link: FramedStream,
    opening: Channel,
    secret: Invitation | bytes,
    said: bytes,
    misses: Misses | None,
) -> bytes | None:
    """Return the answer to send. Who waits counts wrong guesses, who comes what it has let others
    guess: more of what nobody has answered than of what was answered with a no, for a host may be
    busy."""
    state, reject = opening.state, None
    problem: NetError
    try:
        if isinstance(secret, Invitation):
            _check_open(link, opening, secret, misses)
        answer = opening.receive(said)
    except WrongSecret as error:
        if isinstance(secret, Invitation):
            if opening.role in CALLERS:
                secret.wrong += state is ChannelState.AWAITING_ANSWER
            else:
                if state is ChannelState.AWAITING_AUTH and not secret.burnt:
                    _count(link, secret, misses)
                reject = Rejection.BURNT if secret.burnt else Rejection.WRONG_CODE
        problem = _not_let_in(link, opening.role, error)
    except TooOften as error:
        if opening.role not in CALLERS:
            reject = Rejection.TOO_OFTEN
        problem = _in_words(link, opening.role, error)
    except ChannelError as error:
        problem = _in_words(link, opening.role, error)
    else:
        if isinstance(secret, Invitation) and opening.state is ChannelState.AWAITING_ANSWER:
            secret.shown += 1  # until the host shows that it has the code too
        return answer
    if reject is not None:
        with suppress(NetError, trio.ClosedResourceError):
            await link.send(channel.rejected(reject))
            await link.finish(1.0)
    raise problem


def _check_open(
    link: FramedStream, opening: Channel, invitation: Invitation, misses: Misses | None
) -> None:
    """Raise if the code was guessed at too often, or from where this one comes; it may have
    happened since we said HAIL."""
    if opening.role in CALLERS:
        if invitation.spent and opening.state is not ChannelState.AWAITING_ANSWER:
            times = invitation.wrong if invitation.wrong >= MAX_GUESSES else invitation.shown
            raise WrongSecret(say("{times} tries there came without the right code", times=times))
    elif invitation.burnt:
        raise WrongSecret(say("it comes with a code that is burnt"))
    elif (
        opening.state is ChannelState.AWAITING_AUTH
        and misses is not None
        and link.origin is not None
    ):
        _let_guess(link.origin, misses)


def _let_guess(origin: Origin, misses: Misses) -> None:
    if misses.wait(origin, Allowed(), trio.current_time()):
        raise TooOften(say("too many wrong codes came from its network"))


def _count(link: FramedStream, invitation: Invitation, misses: Misses | None) -> None:
    """A guess that was wrong."""
    invitation.wrong += 1
    if misses is not None and link.origin is not None:
        misses.count(link.origin, trio.current_time())


def _not_let_in(link: FramedStream, role: Role, error: WrongSecret) -> NotLetIn:
    if role in CALLERS:
        return NotLetIn(
            say("the code is of no use at {peer}", peer=link.peer),
            say(
                "{error}: it is mistyped, was burnt by wrong guesses or is of another"
                " match, or somebody is between you",
                error=error.args[0],
            ),
            say("ask the host which code is good now, and type that one"),
        )
    if role is not Role.RETURNING:
        return NotLetIn(
            say("no match with {peer}", peer=link.peer), error.args[0], say("it may try again")
        )
    return NotLetIn(
        say("cannot go on with {peer}", peer=link.peer),
        error.args[0],
        say("start again on both sides"),
    )


def _in_words(link: FramedStream, ours: Role, error: ChannelError) -> NetError:
    what = say("no match with {peer}", peer=link.peer)
    if isinstance(error, TooOften):
        if ours not in CALLERS:
            return NotLetIn(what, str(error), say("it may try again in two minutes"))
        why = say("too many wrong codes came from your network")
        return NotLetIn(what, why, say("wait two minutes, compare the code, try again"))
    if isinstance(error, channel.NoSeat):
        return NotLetIn(what, str(error), say("ask the host to start another one"))
    if isinstance(error, channel.VersionMismatch):
        do = say("install the newest owm_net here: both need the same version")
        if error.version < channel.WIRE_VERSION:
            do = say("install the newest owm_net there: both need the same version")
        return OtherVersion(
            say("cannot play with {peer}", peer=link.peer),
            str(error),
            do,
        )
    if isinstance(error, channel.RoleMismatch):
        why = _COMES[error.role]
        do = say("check where you meet, and start again on both sides")
        if ours in CALLERS:
            do = _ELSEWHERE.get(error.role, do)
        return OtherRole(what, why, do)
    return NetError(what, str(error), say("check that the other side runs owm-net"))
