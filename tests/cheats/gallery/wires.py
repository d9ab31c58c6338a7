"""Deviations on the wire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import attrs

from owm_net.engine import agenda, codec
from owm_net.engine.chance import Chance
from owm_net.net import handshake
from owm_net.net.disagreement import state_message
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import HAIL, MAX_MESSAGE
from owm_net.protocol.entries import EntryKind, Step, sign
from owm_net.session.in_memory import driver
from owm_net.session.match import Decide, Match
from tests.cheats.gallery.hostile import patched
from tests.cheats.gallery.registry import wire

RECORD = handshake.RECORD
GARBAGE = "does not speak our language"


async def play(
    link: FramedStream,
    match: Match,
    stop: Callable[[Match], bool] = lambda m: False,
    send: Callable[[bytes], Awaitable[None]] | None = None,
) -> None:
    """Honest, without a driver, until `stop` or the end."""
    chance = Chance(9)
    while True:
        while (todo := driver(match).todo()) is not None:
            if isinstance(todo, Decide):
                match.decide(agenda.sample(match.view(), chance))
            else:
                match.done(todo.run())
        for record in driver(match).outgoing():
            await (send or link.send)(RECORD + record)
        if stop(match) or match.finished:
            return
        said = await link.receive()
        if said is None:
            return
        if said[:1] == RECORD:
            match.receive(said[1:])


async def raw(link: FramedStream, data: bytes) -> None:
    """Bytes that are no frame."""
    await link._stream.send_all(data)


def at_step(n: int) -> Callable[[Match], bool]:
    """Stop when so many steps are done."""
    return lambda match: match.step >= n


def _says(name: str, tries: str, message: bytes, expect: str, words: str) -> None:
    """A deviation that is one message in the middle of a match."""

    @wire(name, tries, "any message", expect, words)
    async def _(link: FramedStream, match: Match) -> None:
        await play(link, match, at_step(6))
        await link.send(message)


def _frames(name: str, tries: str, data: bytes, words: str, close: bool = False) -> None:
    @wire(name, tries, "frames", "owed", words)
    async def _(link: FramedStream, match: Match) -> None:
        await play(link, match, at_step(6))
        await raw(link, data)
        if close:
            await link.aclose()


_frames("frame-of-nothing", "sends a frame of zero bytes", bytes(4), "a frame of 0 bytes")
_frames("frame-huge", "announces a frame of 4 GiB", b"\xff" * 4, "a frame of 4294967295 bytes")
_frames(
    "frame-too-long",
    "announces one byte more than a frame holds",
    ((1 << 20) + 1).to_bytes(4, "big"),
    "a frame of 1048577 bytes",
)
_frames(
    "frame-cut", "hangs up in the middle of a frame", b"\0\0\1\0abc", "lost the guest", close=True
)
_frames(
    "frame-unfinished",
    "announces a frame and never sends it",
    b"\0\x10\0\0abc",
    "it sent nothing for",
)
_frames(
    "frame-other-language",
    "speaks HTTP in the middle of a match",
    b"GET / HTTP/1.1\r\n\r\n",
    GARBAGE,
)

_says("message-unknown", "sends a message of unknown kind", b"\x77hello", "owed", GARBAGE)
_says(
    "message-greets-again",
    "greets in the middle of a match",
    HAIL + b"\3x",
    "owed",
    GARBAGE,
)
_says(
    "message-offers-again",
    "offers other terms in the middle of a match",
    handshake.OFFER + b"\1" + bytes(99),
    "owed",
    GARBAGE,
)
_says("message-empty-record", "sends a record of nothing", RECORD, "nobody", "a record of 0 bytes")
_says(
    "message-longest-record",
    "sends a record of a whole frame of noise",
    RECORD + b"\1" * (MAX_MESSAGE - 1),
    "nobody",
    "not as long as it says",
)
_says(
    "message-bye-in-colours",
    "says goodbye with commands for the terminal",
    handshake.BYE + b"bye\x1b[2J\r\n\xff" * 50,
    "owed",
    "bye?[2J??",
)
_says(
    "oracle-request",
    "asks for a share by a message of its own",
    b"\x0bshare -4097",
    "owed",
    GARBAGE,
)
_says(
    "resume-another-match",
    "goes on with another match",
    handshake.resume(b"x" * 32, Step(3)),
    "owed",
    "it is in another match",
)
_says(
    "resume-garbled",
    "sends a RESUME that is too short",
    handshake.RESUME + b"?",
    "owed",
    "its RESUME is garbled",
)


@wire("resume-storm", "asks for the whole history a thousand times", "RESUME", "owed", GARBAGE)
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(12))
    for _ in range(1000):
        await link.send(handshake.resume(match.match_id, Step(0)))


@wire("done-flood", "says two thousand times that it is done", "DONE", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(6))
    for _ in range(2000):
        await link.send(handshake.DONE)
    await play(link, match)


@wire(
    "state-flood",
    "asks for our state a thousand times, giving noise for its own",
    "STATE",
    "harmless",
    "",
)
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(6))
    for n in range(1000):
        await link.send(handshake.STATE + match.step.to_bytes(8, "big") + b"\x81" * n)
    await play(link, match)


@wire(
    "state-unasked",
    "gives its state, which is ours, as if we did not agree",
    "STATE",
    "harmless",
    "",
)
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(6))
    message = state_message(match)
    assert message is not None
    await link.send(message)
    await link.send(patched(message, 1, (1 << 40).to_bytes(8, "big")) + b"?")  # of a step to come
    await play(link, match)


@wire(
    "state-made-up",
    "gives a state that is not ours, as if we did not agree",
    "STATE",
    "harmless",
    "",
)
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(6))
    changes: dict[str, Any] = {"scores": [99, 0]}
    other = attrs.evolve(match.state, **changes)
    for _ in range(9):
        await link.send(handshake.STATE + match.step.to_bytes(8, "big") + codec.encode(other))
    await play(link, match)


@wire("keepalive-storm", "sends a hundred thousand keepalives", "frames", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(6))
    await raw(link, b"\0\0\0\1\0" * 100_000)
    await play(link, match)


@wire("early-flood", "signs thousands of entries for steps to come", "any entry", "nobody", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, lambda m: m.step >= 6 and 1 not in m.owed())
    assert match.own is not None
    for n in range(1, 5000):
        entry = match.chain.entry(1, bytes(5000))
        entry = attrs.evolve(entry, step=entry.step + n, kind=EntryKind.ANSWER)
        await link.send(RECORD + sign(entry, match.own.identity))


@wire("noise-flood", "sends forty megabytes of unsigned records", "any entry", "nobody", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match, at_step(3))
    for _ in range(40):
        await link.send(RECORD + b"\1" * (MAX_MESSAGE - 1))


@wire("duplicates", "sends each of its records three times", "any entry", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    async def thrice(message: bytes) -> None:
        for _ in range(3):
            await link.send(message)

    await play(link, match, send=thrice)


@wire("echoes", "sends our own records back to us", "any entry", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    heard: list[bytes] = []
    receive = link.receive

    async def noting() -> bytes | None:
        said = await receive()
        if said is not None:
            heard.append(said)
        return said

    link.receive = noting  # type: ignore[method-assign]

    async def with_echo(message: bytes) -> None:
        await link.send(message)
        for said in heard[-3:]:
            await link.send(said)

    await play(link, match, send=with_echo)


@wire("end-bye", "says goodbye in place of done when it has lost", "END", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match)
    await link.send(handshake.BYE + b"you cheated")


@wire("end-garbage", "sends noise when the match is over", "END", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match)
    await raw(link, b"\xff" * 100)


@wire("end-hangs-up", "hangs up when the match is over", "END", "harmless", "")
async def _(link: FramedStream, match: Match) -> None:
    await play(link, match)
    await link.aclose()
