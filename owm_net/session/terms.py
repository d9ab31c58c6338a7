"""The terms that players agree on before a match, and how each introduces themselves."""

from __future__ import annotations

import struct

from attrs import field, frozen

from owm_net.engine import codec, records
from owm_net.engine.errors import BadEncoding
from owm_net.engine.records import ADDED, Record, record
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.text import Text, say
from owm_net.protocol.errors import MalformedBytes as BadHello
from owm_net.protocol.group import SUITE
from owm_net.protocol.words import pack_words
from owm_net.session.clock_terms import read_clock

PROTOCOL = 5
"""Raised by every change after which an older program cannot play or verify."""
PLAYED = (2, 3, 4, 5)
"""The protocols that this program plays and verifies: it proposes the last, and goes on with what
was begun by the others."""

MAX_TERMS = 4096
MAX_DELAY = 30
"""Minutes by which spectators may be behind."""
MAX_NAME = 64
UNPRINTABLE = tuple(
    range(first, last + 1)
    for first, last in (
        (0x0, 0x1F),
        (0x7F, 0xA0),
        (0xAD, 0xAD),
        (0x61C, 0x61C),
        (0x1680, 0x1680),
        (0x180E, 0x180E),
        (0x2000, 0x200F),
        (0x2028, 0x202F),
        (0x205F, 0x206F),
        (0x3000, 0x3000),
        (0xD800, 0xF8FF),
        (0xFEFF, 0xFEFF),
        (0xFFF9, 0xFFFB),
        (0xFFFE, 0xFFFF),
        (0xE0000, 0xE00FF),
        (0xF0000, 0x10FFFF),
    )
)
"""Code points that no name and no remark may hold: what a terminal obeys, what nobody sees. Not
`isprintable`, which knows other characters on each version of Python, and a verdict must be the
same on all."""


@record("terms")
class Terms(Record):
    """The agreement every seat signs in its HELLO. data: digest of the rule system's data.

    started: seconds since 1970 on the host's clock, for display only. spectators: minutes after
    which others may see what everybody at the table sees, None if nobody may. clock:
    how long each may think (`clock_terms`).
    """

    protocol: int
    suite: str
    system: str
    version: str
    data: bytes
    setup: Setup
    started: int
    spectators: int | None = field(default=None, metadata=ADDED)
    clock: str = field(default="", metadata=ADDED)

    def encode(self) -> bytes:
        """The canonical bytes, which every seat signs in its HELLO."""
        return codec.encode(self)


def propose(
    system: System,
    setup: Setup,
    started: int,
    spectators: int | None = None,
    clock: str = "",
) -> Terms:
    """Terms for a match with this program's rules. spectators, clock: as in `Terms`."""
    system.check_setup(setup)
    data = system.data_digest()
    version = system.version
    return Terms(PROTOCOL, SUITE, system.id, version, data, setup, started, spectators, clock)


class CannotPlay(ValueError):
    """The terms cannot be played with this program; says why and what to do."""


class OtherRules(CannotPlay):
    """The match is of another version of the rules than this program has. version: which, with
    nothing in it that a terminal would obey."""

    def __init__(self, system: System, version: str) -> None:
        self.system = system
        self.version = _shown(version[:20])
        super().__init__(
            say(
                "the match uses version {theirs} of the rules of {system}, this program has"
                " {ours}: {do}",
                theirs=self.version,
                system=system.id,
                ours=system.version,
                do=SAME,
            )
        )


class OtherPack(CannotPlay):
    """The match is played with another pack than this program is, or with none. needed: whether a
    pack is needed."""

    def __init__(self, setup: Setup, system: System) -> None:
        self.needed = bool(setup.pack_digest)
        line = say("the match is played without a pack")
        do = say("type the same without --pack")
        if self.needed:
            name, words = _shown(setup.pack[:40]), pack_words(setup.pack_digest)
            line = say("the match is played with the pack {name} ({words})", name=name, words=words)
            do = say(
                "get that folder or zip from the host and type the same with --pack PATH; its six"
                " words must be these"
            )
        if system.pack is not None:
            line = say(
                "{line}, this program plays {name} ({words})",
                line=line,
                name=system.pack.name,
                words=pack_words(system.pack.digest),
            )
        super().__init__(say("{line}: {do}", line=line, do=do))


def decode_terms(data: bytes) -> Terms:
    """The terms out of their canonical bytes. Raises CannotPlay."""
    if len(data) > MAX_TERMS:
        raise CannotPlay(say("the terms of the match are too long to be real"))
    try:
        terms = records.from_bytes(data)
    except BadEncoding as e:
        raise CannotPlay(say("the terms of the match cannot be read")) from e
    if not isinstance(terms, Terms):
        raise CannotPlay(say("the terms of the match cannot be read"))
    return terms


def check_terms(terms: Terms, system: System) -> None:
    """Raise CannotPlay unless `system`, as installed here, plays by these terms."""
    if terms.protocol not in PLAYED or terms.suite != SUITE:
        raise CannotPlay(
            say(
                "the match uses protocol {theirs} ({suite}), this program {ours} ({own}): {do}",
                theirs=terms.protocol,
                suite=_shown(terms.suite[:40]),
                ours=PROTOCOL,
                own=SUITE,
                do=SAME,
            )
        )
    try:
        read_clock(terms.clock)
    except (ValueError, TypeError) as e:
        raise CannotPlay(say("the match has {what}: {do}", what=e, do=SAME)) from e
    if terms.version != system.version:
        raise OtherRules(system, terms.version)
    wanted, here = terms.setup.pack_digest, b"" if system.pack is None else system.pack.digest
    if wanted != here:
        raise OtherPack(terms.setup, system)
    if terms.data != system.data_digest():
        raise CannotPlay(
            say(
                "the match uses other card data of {system} ({theirs}) than are installed here"
                " ({ours}): reinstall owm_net on both sides",
                system=system.id,
                theirs=terms.data.hex()[:8],
                ours=system.data_digest().hex()[:8],
            )
        )
    if terms.spectators is not None and not 0 <= terms.spectators <= MAX_DELAY:
        raise CannotPlay(
            say(
                "spectators would be {minutes} minutes behind; 0 to {most} can be",
                minutes=terms.spectators,
                most=MAX_DELAY,
            )
        )
    try:
        system.check_setup(terms.setup)
    except BadSetup as e:
        why = e.args[0] if isinstance(e.args[0], Text) and str(e).isprintable() else _shown(str(e))
        raise CannotPlay(why) from e


SAME = say("install the same version of owm_net on both sides")


def is_printable(text: str) -> bool:
    """Return True if a name or a remark is safe to show, the same on all machines."""
    if text.isascii():  # nearly always; of these every version says the same
        return text.isprintable()
    return not any(ord(c) in unprintable for c in text for unprintable in UNPRINTABLE)


def _shown(text: str) -> str:
    """The other side's text, with nothing in it that a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in text)


@frozen
class Hello:
    """Body of a HELLO entry: identity (32 bytes), nonce (32 bytes), name, and the terms."""

    identity: bytes
    nonce: bytes
    name: str
    terms: bytes

    def encode(self) -> bytes:
        """identity || nonce || u8 length of the name || name || terms."""
        name = self.name.encode()
        return self.identity + self.nonce + struct.pack(">B", len(name)) + name + self.terms


def decode_hello(body: bytes) -> Hello:
    """A HELLO's fields out of its bytes. Raises the protocol's BadEncoding."""
    if not 65 <= len(body) <= 65 + MAX_NAME + MAX_TERMS:
        raise BadHello(f"a HELLO of {len(body)} bytes")
    length = body[64]
    raw = body[65 : 65 + length]
    if length > MAX_NAME or len(raw) != length:
        raise BadHello("a HELLO with an impossible name")
    try:
        name = raw.decode()
    except UnicodeDecodeError as e:
        raise BadHello("a HELLO with a name that is no text") from e
    if not is_printable(name):
        raise BadHello("a HELLO with a name that cannot be printed")
    return Hello(body[:32], body[32:64], name, body[65 + length :])
