"""Codes such as 7-hedgerow-mortar-orchard: what a host tells a friend, and nobody else.

The number is the room, which everybody may know: it finds the host. The three words are the secret
that both prove to know without sending it (protocol/channel.py). Three words are 24 bits: enough,
because each connection tests one guess, and three wrong ones burn the code.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Final

from attrs import define, field, frozen

from owm_net.protocol.errors import LocalProtocolError
from owm_net.protocol.group import Entropy
from owm_net.protocol.words import WORDS

CODE_WORDS: Final = 3
MAX_GUESSES: Final = 3
ROOMS: Final = 10_000
"""A room's number is below this if no relay has given another."""
MAX_ROOM: Final = 10
"""Digits of a room's number."""
SHORTEST: Final = 4
"""Letters to which a word may be cut: no two words have the same first four."""
_EXAMPLE = "write it as 7-melon-sandal-orchid: a number and three words"
_ROOM = re.compile(rf"[1-9][0-9]{{0,{MAX_ROOM - 1}}}")


class BadCode(ValueError):
    """What a person wrote is no code; str() says why and how it is written."""


@frozen
class Code:
    """A room and its words. repr shows the room only."""

    room: str
    words: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.room}-{self.words}"


@define
class Invitation:
    """A code that is open, on the side of the host, until it is burnt or all seats are taken.

    wrong: guesses that did not fit.
    """

    code: Code
    wrong: int = 0

    @property
    def burnt(self) -> bool:
        """Whether it was guessed at too often: nobody may use it any more."""
        return self.wrong >= MAX_GUESSES


def new_code(entropy: Entropy, room: str = "") -> Code:
    """A code for a room; without one, for a room of chance below ROOMS."""
    data = entropy(CODE_WORDS + 8)
    if len(data) != CODE_WORDS + 8:
        raise LocalProtocolError(f"entropy({CODE_WORDS + 8}) returned {len(data)} bytes")
    words = "-".join(WORDS[byte] for byte in data[:CODE_WORDS])
    number = 1 + int.from_bytes(data[CODE_WORDS:], "big") % (ROOMS - 1)
    return Code(room or str(number), words)


def parse_code(text: str) -> Code:
    """A code as it was typed: any case, blanks or hyphens between, words cut to four letters or
    more. Raises BadCode."""
    if len(text) > 200:
        raise BadCode(f"that is no code; {_EXAMPLE}")
    room, *typed = re.split(r"[\s-]+", text.strip().lower())
    shown = ascii(text.strip())
    if not _ROOM.fullmatch(room):
        raise BadCode(f"{shown} is no code: it does not begin with a room's number; {_EXAMPLE}")
    if len(typed) != CODE_WORDS:
        count = "1 word" if len(typed) == 1 else f"{len(typed)} words"
        raise BadCode(f"{shown} is no code: it has {count}; {_EXAMPLE}")
    return Code(room, "-".join(map(_word, typed)))


def is_code_room(room: str) -> bool:
    """Whether this may stand before the words of a code."""
    return _ROOM.fullmatch(room) is not None


def looks_like_code(text: str) -> bool:
    """Whether somebody who wrote this meant a code: it begins with a number and a hyphen."""
    return re.match(r"\s*[0-9]+[\s-]+[^\W\d_]", text) is not None


def _word(typed: str) -> str:
    if typed in WORDS:
        return typed
    meant = [word for word in WORDS if len(typed) >= SHORTEST and word.startswith(typed)]
    if meant:
        return meant[0]
    near = get_close_matches(typed[:20], WORDS, 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BadCode(f"{typed!a} is no word of a code{hint}")
