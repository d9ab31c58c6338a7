"""What two programs say to each other before a match: which program, which terms, which seat.

Messages are one byte of kind and a body; docs/wire.md has them all. The host offers terms and a
seat, the other side accepts or says why it cannot. Nothing here is trusted: the terms are signed
by both in their HELLOs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from owm_net.net.streams import FramedStream, NetError

GREET: Final = b"\x01"
OFFER: Final = b"\x02"
REFUSE: Final = b"\x03"
ACCEPT: Final = b"\x04"
RECORD: Final = b"\x05"
BYE: Final = b"\x06"
RESUME: Final = b"\x07"
DONE: Final = b"\x08"
STATE: Final = b"\x09"
CAUGHT_UP: Final = b"\x0a"

WIRE_VERSION: Final = 1
MAX_TEXT: Final = 400


class PeerRefused(NetError):
    """The other side says that it cannot play, and why."""


class OtherVersion(NetError):
    """The other side speaks another version of the wire."""


async def greet(link: FramedStream, program: str) -> None:
    """Tell which wire version and program we are, and check the other side's."""
    await link.send(GREET + bytes([WIRE_VERSION]) + program.encode()[:64])
    said = await _next(link, "a greeting")
    if said[:1] != GREET or len(said) < 2:
        raise _garbage(link, "its first message is no greeting")
    if said[1] != WIRE_VERSION:
        theirs = said[2:66].decode("utf-8", "replace")
        raise OtherVersion(
            f"cannot play with {link.peer}",
            f"it speaks version {said[1]} of the wire ({_shown(theirs)}), this program"
            f" version {WIRE_VERSION}",
            "install the same version of owm_net on both sides",
        )


async def offer(link: FramedStream, terms: bytes, seat: int) -> None:
    """Host: offer terms and a seat; wait for the other side's yes. Raises PeerRefused."""
    await link.send(OFFER + bytes([seat]) + terms)
    said = await _next(link, "an answer to our terms")
    if said[:1] == REFUSE:
        raise PeerRefused(
            f"{link.peer} does not play", _shown(said[1:].decode("utf-8", "replace")),
            "agree on a version and start again",
        )
    if said != ACCEPT:
        raise _garbage(link, "it neither accepts nor refuses our terms")


async def answer(link: FramedStream, check: Callable[[bytes], None]) -> tuple[bytes, int]:
    """Guest: take the host's terms and seat if `check(terms)` raises nothing.

    A ValueError from `check` is sent as the refusal and raised again.
    """
    said = await _next(link, "the terms of the match")
    if said[:1] != OFFER or len(said) < 2:
        raise _garbage(link, "it offers no terms")
    try:
        check(said[2:])
    except ValueError as e:
        await link.send(REFUSE + str(e).encode()[:MAX_TEXT])
        raise
    await link.send(ACCEPT)
    return said[2:], said[1]


def resume(match_id: bytes, step: int) -> bytes:
    """The first message on a new connection of a match that is under way: where we are."""
    return RESUME + match_id + step.to_bytes(8, "big")


def read_resume(message: bytes, match_id: bytes, peer: str) -> int:
    """The step the other side is at. Raises NetError."""
    if len(message) != 41:
        raise NetError(
            f"cannot go on with {peer}", "its RESUME is garbled",
            "check that both run the same version of owm_net",
        )
    theirs, unknown = message[1:33], bytes(32)  # nobody knows it before all HELLOs are there
    if theirs != match_id and unknown not in (theirs, match_id):
        raise NetError(
            f"cannot go on with {peer}", "it is in another match", "start the match again"
        )
    return int.from_bytes(message[33:], "big")


async def _next(link: FramedStream, what: str) -> bytes:
    said = await link.receive()
    if said is None:
        raise NetError(
            f"no match with {link.peer}", f"it left before sending {what}", "start again"
        )
    return said


def _garbage(link: FramedStream, why: str) -> NetError:
    return NetError(
        f"no match with {link.peer}", why, "check that the other side runs owm-net"
    )


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)[:MAX_TEXT]
