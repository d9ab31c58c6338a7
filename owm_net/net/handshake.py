"""The messages on an open channel before a match: terms and seat.

Messages are one byte of kind and a body; docs/wire.md has them all. The host offers terms and a
seat, the other side accepts or says why it cannot. Which seat it has both say next (net/proof.py),
and the terms are signed by all in their HELLOs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.secure import next_message
from owm_net.net.streams import FramedStream
from owm_net.protocol.entries import Step

OFFER: Final = b"\x02"
REFUSE: Final = b"\x03"
ACCEPT: Final = b"\x04"
RECORD: Final = b"\x05"
BYE: Final = b"\x06"
RESUME: Final = b"\x07"
DONE: Final = b"\x08"
STATE: Final = b"\x09"
CAUGHT_UP: Final = b"\x0a"
LINK: Final = b"\x0b"
LOBBY: Final = b"\x0d"
YES: Final = b"\x0e"
START: Final = b"\x0f"
SHOWS: Final = b"\x10"
FROM: Final = b"\x11"
OVER: Final = b"\x12"
# 13 and 14 are said when a match is over: session/rematch.py

STAYS: Final = b"\x01"
"""After DONE: who says it keeps the link open when the match is over, for there may be another."""

MAX_TEXT: Final = 400
MAX_NAME: Final = 64


class PeerRefused(NetError):
    """The other side says that it cannot play, and why."""


async def refuse(link: FramedStream, reason: str) -> None:
    """Say why nothing comes of this."""
    await link.send(REFUSE + reason.encode()[:MAX_TEXT])


async def offer(link: FramedStream, terms: bytes, seat: Seat) -> str:
    """Host: offer terms and a seat; wait for the other side's yes. Returns the name it goes by,
    "" for none. Raises PeerRefused."""
    await link.send(OFFER + bytes([seat]) + terms)
    said = await next_message(link, say("an answer to our terms"))
    if said[:1] == REFUSE:
        raise refused(link, said)
    if said[:1] != ACCEPT or len(said) > 1 + MAX_NAME:
        raise not_ours(link, say("it neither accepts nor refuses our terms"))
    return _shown(said[1:].decode("utf-8", "replace")).strip()


async def answer(
    link: FramedStream, check: Callable[[bytes], object], name: str = ""
) -> tuple[bytes, int]:
    """Guest: take the host's terms and seat if `check(terms)` raises nothing.

    name: what we go by until our HELLO says it. A ValueError from `check` is sent as the refusal
    and raised again.
    """
    said = await next_message(link, say("the terms of the match"))
    if said[:1] == REFUSE:
        raise refused(link, said)
    if said[:1] != OFFER or len(said) < 2:
        raise not_ours(link, say("it offers no terms"))
    try:
        check(said[2:])
    except ValueError as e:
        await link.send(REFUSE + str(e).encode()[:MAX_TEXT])
        raise
    await link.send(ACCEPT + name.encode()[:MAX_NAME])
    return said[2:], said[1]


async def hear_yes(link: FramedStream) -> None:
    """Host: wait until the other side has accepted us. Raises PeerRefused."""
    said = await next_message(link, say("that it will play with us"))
    if said[:1] == REFUSE:
        raise refused(link, said)
    if said != YES:
        raise not_ours(link, say("it does not say whether it will play with us"))


def text_of(message: bytes) -> str:
    """The words of a message, fit to be shown."""
    return _shown(message[1 : 1 + MAX_TEXT].decode("utf-8", "replace"))


def resume(match_id: bytes, step: Step) -> bytes:
    """The first message on a new connection of a match that is under way: where we are."""
    return RESUME + match_id + step.to_bytes(8, "big")


def read_resume(message: bytes, match_id: bytes, peer: str) -> Step:
    """The step the other side is at. Raises NetError."""
    if len(message) != 41:
        raise NetError(
            say("cannot go on with {peer}", peer=peer),
            say("its RESUME is garbled"),
            say("check that both run the same version of owm_net"),
        )
    theirs, unknown = message[1:33], bytes(32)  # nobody knows it before all HELLOs are there
    if theirs != match_id and unknown not in (theirs, match_id):
        raise NetError(
            say("cannot go on with {peer}", peer=peer),
            say("it is in another match"),
            say("start the match again"),
        )
    return Step(int.from_bytes(message[33:], "big"))


def refused(link: FramedStream, said: bytes) -> PeerRefused:
    """The other side has said REFUSE."""
    return PeerRefused(
        say("{peer} does not play", peer=link.peer),
        text_of(said),
        say("settle that with them, then start again"),
    )


def not_ours(link: FramedStream, why: str) -> NetError:
    """Whoever is there does not speak as it should."""
    return NetError(
        say("no match with {peer}", peer=link.peer),
        why,
        say("check that the other side runs owm-net"),
    )


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)[:MAX_TEXT]
