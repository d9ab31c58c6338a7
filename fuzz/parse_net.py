"""Targets: messages on a stream, the talk before a match, a driver whose peer says anything."""

from __future__ import annotations

import functools
import math
from collections.abc import Coroutine, Sequence
from typing import Any

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import strategies as st

from fuzz.checks import Broken
from fuzz.harness import Draw, Target
from fuzz.matches import party
from fuzz.mutations import any_bytes, blocks, framed, join, lines, split
from fuzz.parse_session import change_body
from owm_net.engine import agenda
from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.net import handshake, relays
from owm_net.net.driver import DriverOptions, Stopped, run_match
from owm_net.net.errors import NetError
from owm_net.net.handshake import ACCEPT, BYE, DONE, OFFER, RECORD, REFUSE, STATE
from owm_net.net.proof import papers_of, prove
from owm_net.net.rendezvous import BadAddress, parse_address
from owm_net.net.secure import open_channel
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import HAIL, WANTED, Channel, Peer, Role
from owm_net.protocol.codes import Code, Invitation
from owm_net.protocol.entries import Entry, Step, decode_entry
from owm_net.protocol.errors import MalformedBytes
from owm_net.protocol.framing import encode_frame
from owm_net.session import desync
from owm_net.session.match import Blame, Own
from owm_net.session.terms import CannotPlay, decode_terms

CODE = Code("7", "melon-sandal-orchid")


class Said:
    """A link whose other side says what it was given and then leaves."""

    peer = "the other side"
    proved = None
    silence = keepalive = math.inf
    room = ""
    is_knock = staticmethod(lambda said: False)
    who = Peer(bytes(32), "Eve", "fuzz")

    def set_patience(self, **_: float) -> None:
        """Nothing to do."""

    def encrypt(self, channel: Channel) -> None:
        """The other side's later words are not tried here."""

    def __init__(self, messages: Sequence[bytes]) -> None:
        self._messages = [m for m in messages if m][::-1]
        self.sent: list[bytes] = []

    async def send(self, payload: bytes) -> None:
        """Take the message at once, and forget it."""
        encode_frame(payload)
        self.sent.append(payload)

    async def receive(self) -> bytes | None:
        """Give the next message at once."""
        return self._messages.pop() if self._messages else None

    def __aiter__(self) -> Said:
        return self

    async def __anext__(self) -> bytes:
        await trio.lowlevel.checkpoint()
        if not self._messages:
            raise StopAsyncIteration
        return self._messages.pop()

    async def aclose(self) -> None:
        """Nothing to do."""

    async def cut(self) -> None:
        """Nothing to do."""

    async def finish(self, patience: float = 0.0) -> None:
        """Nothing to do."""


def _now(task: Coroutine[Any, Any, Any]) -> Any:
    """The result of a task that never waits."""
    try:
        task.send(None)
    except StopIteration as done:
        return done.value
    raise Broken("it waits")


def _one_line(e: BaseException) -> None:
    text = str(e)
    if not text.isprintable() or len(text) > 1500:
        raise Broken(f"not one line for people: {text!r:.200}") from e


def terms_fit(data: bytes) -> None:
    """As the verbs check them."""
    decode_terms(data)


def talk(data: bytes) -> None:
    """u8 who we are || what the other side says, each after u16 length."""
    who, said = (data[0] if data else 0) % 6, split(data[1:], 2)
    link: Any = Said(said)
    try:
        if who == 0:
            _now(open_channel(link, Role.HOST, Invitation(CODE), _own(), "fuzz"))
        elif who == 5:
            _now(open_channel(link, Role.RETURNING, bytes(32), _own(), "fuzz"))
        elif who == 1:
            _now(handshake.offer(link, party().terms.encode(), Seat(1)))
        elif who == 2:
            _now(handshake.answer(link, terms_fit))
        elif who == 4:
            _now(prove(link, papers_of(party().player(0)[0])))
        else:
            _now(relays._answer(link))
            handshake.read_resume((said or [b"\0"])[0], party().records[4][11:43], "them")
    except (NetError, CannotPlay) as e:
        _one_line(e)
        raise


def _own() -> Own:
    """One who has something to prove, always the same."""
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    return Own(Seat(0), "Ada", key, functools.partial(_bytes_of, 1))


def _bytes_of(value: int, count: int) -> bytes:
    return bytes([value]) * count


def _link() -> bytes:
    """Return seat 1's introduction."""
    papers = papers_of(party().player(0)[0])
    return handshake.LINK + papers.match_id + papers.terms + b"\1"


def _said_by(role: Role, secret: Code | bytes) -> list[bytes]:
    """By the other end of a channel that `_own` opens."""
    us, them = (
        Channel(which, secret, _own().identity, "Ben", "fuzz", functools.partial(_bytes_of, n))
        for which, n in ((WANTED[role], 1), (role, 2))
    )
    auth = us.receive(them.hail)
    answer = them.receive(us.hail) or (auth and them.receive(auth))
    return [them.hail, answer or b""]


def talk_seeds() -> list[bytes]:
    """Every message of the table in docs/wire.md."""
    agreed = party().terms.encode()
    said = [
        (0, [HAIL + b"\2\1owm-net 1"]), (0, [HAIL + b"\1other"]), (1, [ACCEPT]),
        (0, _said_by(Role.GUEST, CODE)), (5, _said_by(Role.RETURNING, bytes(32))),
        (1, [REFUSE + "it has no such rules \u2026".encode()]), (2, [OFFER + b"\1" + agreed]),
        (3, [handshake.resume(bytes(32), Step(7))]), (3, [b"WAIT"]), (3, [b"PAIR"]),
        (3, [b"HELD 7"]), (3, [b"NO guests 2 a reason"]), (3, [b"BAD a reason"]),
        (3, [b"CALL a-ticket"]), (4, [_link()]),
    ]  # fmt: skip
    return [bytes([who]) + join(messages, 2) for who, messages in said]


class Pieces(trio.abc.Stream):
    """A byte stream that gives its bytes in pieces and takes all."""

    def __init__(self, data: bytes, size: int) -> None:
        self._rest, self._size = data, size

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Give the next piece of the input."""
        await trio.lowlevel.checkpoint()
        piece, self._rest = self._rest[: self._size], self._rest[self._size :]
        return piece

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Take all of it, and forget it."""
        await trio.lowlevel.checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        """It never blocks."""
        await trio.lowlevel.checkpoint()

    async def aclose(self) -> None:
        """Nothing to do."""


def stream(data: bytes) -> None:
    """u8 size of the pieces || the bytes of a stream: messages, and a typed end."""

    async def listen() -> None:
        link = FramedStream(
            Pieces(data[1:], 1 + data[0] * 8 if data else 1), silence=math.inf, keepalive=math.inf
        )
        heard = [message async for message in link]
        if b"\0" in heard or len(b"".join(heard)) > len(data):
            raise Broken("a keepalive is shown, or more than was sent")

    try:
        trio.run(listen)
    except NetError as e:
        _one_line(e)
        raise


def stream_seeds() -> list[bytes]:
    """A few messages in pieces."""
    whole = b"".join(map(encode_frame, [b"\1abc", b"\0", b"\5" + b"r" * 400, b"\x08"]))
    return [bytes([size]) + whole for size in (0, 2, 255)]


def address(data: bytes) -> None:
    """HOST:PORT; what is read can be written and read again."""
    try:
        found = parse_address(data.decode("utf-8", "replace"))
    except BadAddress as e:
        _one_line(e)
        raise
    if parse_address(str(found)) != found:
        raise Broken("an address is another one when it is written")


# ------------------------------------------------------------------ a whole match


class Someone:
    """Decides by the chance that made the recorded match."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    async def decide(self, view: Any) -> Any:
        """Answer at once, by chance."""
        return agenda.sample(view, self._chance)

    def told(self, view: Any, events: Sequence[Event]) -> None:
        """Nothing to do."""

    def notice(self, kind: str, text: str) -> None:
        """Nothing to do."""


class NoDisk:
    """Keeps records for nobody."""

    def append(self, records: list[bytes], sync: bool) -> None:
        """Nothing to do."""


def drive(data: bytes) -> None:
    """A match of seat 0 with a peer that says these messages, each after u16 length, in this
    order, and goes; it ends by a verdict, by a goodbye, or as a lost connection."""
    match, chance = party().player(0)
    link: Any = Said(split(data, 2))
    bundles: list[str] = []

    async def play() -> None:
        options = DriverOptions(disagree=bundles.append)
        await run_match(match, {Seat(1): link}, Someone(chance), NoDisk(), options)

    try:
        trio.run(play)
    except (Blame, NetError, Stopped) as e:
        _one_line(e)
        raise
    finally:
        for text in bundles:
            desync.read_bundle(text)


@functools.cache
def drive_seeds() -> list[bytes]:
    """Return seat 1's messages of the recorded match, up to several places, and others."""
    said = [RECORD + record for record in party().said[1]]
    more = [BYE + b"tired", STATE + bytes(40), handshake.resume(bytes(32), Step(0)), DONE]
    return [join([*said[:n], *more[n % 4 :]], 2) for n in (0, 1, 2, 3, 5, 9)] + [join(said[:20], 2)]


def change_message(draw: Draw, message: bytes) -> bytes:
    """A record whose body is another one, signed again; or other bytes, or another kind."""
    kind = draw(st.integers(0, 4))
    if message[:1] == RECORD and kind <= 2:
        try:
            entry = decode_entry(message[1:-64])
        except MalformedBytes:
            return any_bytes(draw, message)
        body = change_body(draw, entry.body)
        return RECORD + party().resign(
            Entry(entry.kind, entry.seat, entry.step, entry.match_id, entry.prev, entry.state, body)
        )
    if kind == 3:
        return bytes([draw(st.integers(0, 16))]) + message[1:]
    changed: bytes = draw(st.sampled_from([any_bytes, blocks]))(draw, message)
    return changed


TARGETS = [
    Target(
        "handshake", talk, (NetError, CannotPlay), talk_seeds,
        lambda draw, data: data[:1] + framed(any_bytes, 2)(draw, data[1:]),
    ),
    Target("streams", stream, (NetError,), stream_seeds, any_bytes),
    Target(
        "address", address, (BadAddress,),
        lambda: [b"127.0.0.1:7000", b"[::1]:65535", b"a.example:1"], lines,
    ),
    Target(
        "driver", drive, (Blame, NetError, Stopped), drive_seeds, framed(change_message, 2), 2
    ),
]  # fmt: skip
