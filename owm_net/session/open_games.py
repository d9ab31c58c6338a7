"""An open game: what a host tells everybody, on a relay or on the own network, who looks for one.

It travels as a line of at most MAX_LINE bytes that neither a relay nor the network reads. Whoever
reads one may have it from anybody: it is a claim. It holds the words of the code, so the code keeps
nobody out; who is there shows in the six words of the key that the other end proves to have.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from owm_net.engine import codec
from owm_net.engine.errors import BadEncoding
from owm_net.protocol.codes import CODE_WORDS, Code
from owm_net.protocol.words import WORDS, fingerprint

VERSION: Final = 1
MAX_LINE: Final = 240
"""Bytes: a relay keeps 256 for a room, an item of a TXT record 255 with its key."""
MAX_TEXT: Final = 80
"""Characters of the host's own words; fewer if they are long in UTF-8."""
_MAX_TEXT_BYTES: Final = 100
_MAX_KEY: Final = 32
_IDENTITY: Final = 32
_MAX_SEATS: Final = 8


@frozen
class OpenGame:
    """words: of the code. system, mission, level: keys, which may be unknown here; mission and
    level "" where there is none. seats: of the whole match. text: the host's own. identity: the
    key that the host says it has."""

    words: str
    system: str
    mission: str
    level: str
    seats: int
    text: str
    identity: bytes

    def code(self, room: str) -> Code:
        """Return the code to join with, for the room of the listing."""
        return Code(room, self.words)

    @property
    def who(self) -> str:
        """The six words of the host's key."""
        return fingerprint(self.identity)

    def encode(self) -> bytes:
        """As a line. Text that is too long is cut."""
        words = bytes(WORDS.index(word) for word in self.words.split("-"))
        text = listed_text(self.text)
        line = codec.encode(
            [VERSION, words, self.system, self.mission, self.level, self.seats, text, self.identity]
        )
        if len(line) > MAX_LINE:
            raise ValueError("the names of this game are too long to be listed")
        return line


def decode(line: bytes) -> OpenGame:
    """A line as somebody listed it. Raises BadEncoding, with the reason."""
    if len(line) > MAX_LINE:
        raise BadEncoding("a line that is too long")
    match codec.decode(line):
        case [
            1,
            bytes(words),
            str(system),
            str(mission),
            str(level),
            int(seats),
            str(text),
            bytes(identity),
        ]:
            pass
        case [int(version), *_]:
            raise BadEncoding(f"a line of version {version}; this program reads {VERSION}")
        case _:
            raise BadEncoding("a line that lists no game")
    if len(words) != CODE_WORDS or len(identity) != _IDENTITY or not 2 <= seats <= _MAX_SEATS:
        raise BadEncoding("a line that lists an impossible game")
    if any(len(key) > _MAX_KEY or not _is_key(key) for key in (system, mission, level)):
        raise BadEncoding("a line that names an impossible game")
    secret = "-".join(WORDS[byte] for byte in words)
    return OpenGame(secret, system, mission, level, seats, printable(text)[:MAX_TEXT], identity)


def listed_text(text: str) -> str:
    """Return a host's words as a list shows them: printable, and cut if they are too long."""
    return printable(text)[:MAX_TEXT].encode()[:_MAX_TEXT_BYTES].decode("utf-8", "ignore")


def printable(text: str) -> str:
    """Return somebody's words as one safe line: nothing that commands a terminal."""
    return " ".join("".join(c if c.isprintable() else "?" for c in text).split())


def _is_key(key: str) -> bool:
    return key.isascii() and all(c.isalnum() or c in "-_" for c in key)
