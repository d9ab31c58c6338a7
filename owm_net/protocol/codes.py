"""Codes such as 7-hedgerow-mortar-orchard: what a host tells a friend, and nobody else.

The number is the room, which everybody may know: it finds the host. The words are the secret that
both prove to know without sending it (protocol/channel.py). Each connection tests one guess. Three
words are 24 bits, and enough for the few wrong guesses of a day without an attack. A code that has
seen more is burnt, and the one that replaces it has one word more: it withstands 64 times as many
guesses, at a fourth of the risk. So nobody who guesses can end the waiting, and all guesses
together, however many there are, hit with a chance of less than one in a million.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import pairwise, takewhile
from typing import Final

from attrs import define, field, frozen

from owm_net.engine.text import say, say_n
from owm_net.protocol.errors import LocalProtocolError
from owm_net.protocol.framing import NUMBERS
from owm_net.protocol.group import Entropy
from owm_net.protocol.words import WORDS

CODE_WORDS: Final = 3
MAX_WORDS: Final = 8
"""Of a code that replaces others. Nobody can guess often enough to get there."""
FIRST_GUESSES: Final = 12
"""Wrong ones that a code of three words withstands,"""
MORE_BITS: Final = 6
"""and 64 times as many for each word more."""
MAX_SHOWN: Final = 16
"""Times that a guest shows its guess at a code of three words to somebody who does not show that it
has the code; 256 times as often for each word more. That hits with less than one in a million."""
MAX_GUESSES: Final = 3
"""Of these, guesses by one way that were answered with a no."""
MAX_ROOM: Final = 10
"""Digits of a room's number."""
SHORTEST: Final = 4
"""Letters to which a word may be cut: no two words have the same first four."""
MAX_TYPED: Final = 2000
"""Characters of what is pasted: a whole mail, with what was quoted in it."""
MAX_SHOWN_BACK: Final = 80
"""Of them shown to whoever typed them."""
_EXAMPLE = say("write it as 7-melon-sandal-orchid: a number and three words")
_SHORT: Final = {word[:SHORTEST]: word for word in WORDS}
_FILLERS: Final = "\u115f\u1160\u3164\uffa0"
"""Letters, by Unicode's categories, that nobody sees."""
_FOLLOWS: Final = "relay"
"""What follows a code in an invitation, with dashes before it, and is no word of codes."""
_ROOM = re.compile(rf"[1-9][0-9]{{0,{MAX_ROOM - 1}}}")


class BadCode(ValueError):
    """The text is no code; str() says why, and how to write one."""


@frozen
class Code:
    """A room and its words. repr shows the room only."""

    room: str
    words: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.room}-{self.words}"

    @property
    def count(self) -> int:
        """Of its words."""
        return self.words.count("-") + 1


@define
class Invitation:
    """A code that is open: a host's until it is burnt or all seats are taken, or a guest's.

    wrong: guesses that did not fit; of a guest those by this way that were answered with a no.
    shown: of a guest, how often it has shown a guess to somebody who has not shown the same.
    guarded: of a host, by more than the code (its words are listed for everybody, or only named
    keys may come in), so that guesses are of no use and nothing is burnt.
    """

    code: Code
    wrong: int = 0
    shown: int = 0
    guarded: bool = False

    @property
    def burnt(self) -> bool:
        """A host's: whether it was guessed at too often, and nobody may use it any more."""
        return not self.guarded and self.wrong >= withstands(self.code)

    @property
    def spent(self) -> bool:
        """A guest's: whether no more may be shown by this way."""
        most = MAX_SHOWN << 8 * (self.code.count - CODE_WORDS)
        return self.wrong >= MAX_GUESSES or self.shown >= most


def withstands(code: Code) -> int:
    """How many wrong guesses at it a host hears."""
    return FIRST_GUESSES << MORE_BITS * (code.count - CODE_WORDS)


def new_code(entropy: Entropy, room: str = "", count: int = CODE_WORDS) -> Code:
    """A code of so many words for a room; without one, for a room of chance, one of NUMBERS."""
    data = entropy(count + 8)
    if len(data) != count + 8:
        raise LocalProtocolError(f"entropy({count + 8}) returned {len(data)} bytes")
    words = "-".join(WORDS[byte] for byte in data[:count])
    number = NUMBERS[int.from_bytes(data[count:], "big") % len(NUMBERS)]
    return Code(room or str(number), words)


def longer(entropy: Entropy, burnt: Code) -> Code:
    """The code that replaces one that is burnt."""
    return new_code(entropy, burnt.room, min(burnt.count + 1, MAX_WORDS))


def parse_code(text: str) -> Code:
    """The code in what was typed or pasted, as people and their programs hand it on: any case and
    any letters that look so, dashes, blanks or other marks between, nothing that is not seen, words
    cut to four letters or more, and a sentence of ours around it. Raises BadCode, also if there are
    two."""
    if len(text) > MAX_TYPED:
        raise BadCode(say("that is no code; {example}", example=_EXAMPLE))
    for unseen in ("", "-"):  # a mark for where a line may end stands in a word, or for its hyphen
        tokens = _tokens(text, unseen)
        found = list(dict.fromkeys(_codes(tokens)))
        if len(found) > 1:
            both = say("that holds two codes, {one} and {other}: type the one you mean",
                       one=found[0], other=found[1])  # fmt: skip
            raise BadCode(both)
        if found:
            return found[0]
    raise _fault(text, _tokens(text, ""))


def _tokens(text: str, unseen: str) -> list[tuple[str, str]]:
    """Its words and numbers, in the letters of codes; each with what stands between it and the
    next, in which every dash is a hyphen. unseen: what becomes of marks that are not seen."""
    plain = []
    for char in unicodedata.normalize("NFKD", text):
        category = unicodedata.category(char)
        if category in ("Mn", "Me") or is_unseen(char):
            plain.append(unseen)
        else:
            plain.append("-" if category == "Pd" or char == "\N{MINUS SIGN}" else char)
    return re.findall(r"([^\W_]+)([\W_]*)", "".join(plain).lower())


def is_unseen(char: str) -> bool:
    """Return True for a letter or a mark that nobody sees."""
    return unicodedata.category(char) == "Cf" or char in _FILLERS


def _codes(tokens: Sequence[tuple[str, str]]) -> Iterator[Code]:
    """All that stand among these; never a part of what is longer."""
    for start, (room, _) in enumerate(tokens):
        before, gap = tokens[start - 1] if start else ("", "")
        if _ROOM.fullmatch(room) and not (before.isdigit() and "-" in gap):
            words = [_word(word) for word in _run(tokens[start : start + MAX_WORDS + 2])]
            if CODE_WORDS <= len(words) <= MAX_WORDS and all(words):
                yield Code(room, "-".join(words))


def _run(tokens: Sequence[tuple[str, str]]) -> list[str]:
    """The words after a room's number, the first token, that are joined by hyphens; or, if they are
    too few, all up to the first that is neither joined nor a word of codes."""
    rest = [(word, "-" in gap and word != _FOLLOWS) for (_, gap), (word, _) in pairwise(tokens)]
    joined = [word for word, is_joined in takewhile(lambda one: one[1], rest)]
    if len(joined) >= CODE_WORDS:
        return joined
    return [word for word, _ in takewhile(lambda one: one[1] or _word(one[0]), rest)]


def _fault(text: str, tokens: Sequence[tuple[str, str]]) -> BadCode:
    """Why this is no code."""
    stripped = text.strip()
    shown = ascii(stripped[:MAX_SHOWN_BACK] + "..." * (len(stripped) > MAX_SHOWN_BACK))
    rooms = [n for n, (token, _) in enumerate(tokens) if _ROOM.fullmatch(token)]
    if not rooms or (rooms[0] and not _run(tokens[rooms[0] :])):
        return BadCode(
            say(
                "{shown} is no code: it does not begin with a room's number; {example}",
                shown=shown,
                example=_EXAMPLE,
            )
        )
    typed = _run(tokens[rooms[0] :])
    if len(typed) < CODE_WORDS:
        typed = [word for word, _ in tokens[rooms[0] + 1 :]]
    wrong = [word for word in typed if not _word(word)]
    if CODE_WORDS <= len(typed) <= MAX_WORDS and wrong:
        near = get_close_matches(wrong[0][:20], WORDS, 1)
        if near:
            return BadCode(
                say(
                    "{word} is not a word of a code; did you mean {near}?",
                    word=ascii(wrong[0][:MAX_SHOWN_BACK]),
                    near=near[0],
                )
            )
        return BadCode(say("{word} is not a word of a code", word=ascii(wrong[0][:MAX_SHOWN_BACK])))
    return BadCode(
        say_n(
            "{shown} is no code: it has 1 word; {example}",
            "{shown} is no code: it has {n} words; {example}",
            len(typed),
            shown=shown,
            example=_EXAMPLE,
        )
    )


def is_code_room(room: str) -> bool:
    """Return True if this may be the number before the words of a code."""
    return _ROOM.fullmatch(room) is not None


def looks_like_code(text: str) -> bool:
    """Return True if somebody who typed this meant a code: it holds one, or begins with a number
    and a word after a blank or a hyphen."""
    tokens = _tokens(text[:MAX_TYPED], "")
    if len(tokens) > 1 and tokens[0][0].isdigit() and re.fullmatch(r"[\s-]+", tokens[0][1]):
        return not tokens[1][0][0].isdigit()
    with suppress(BadCode):
        return bool(parse_code(text))
    return False


def _word(typed: str) -> str:
    """The word of a code that is meant, "" if none is."""
    word = _SHORT.get(typed[:SHORTEST], "")
    return word if word.startswith(typed) else ""
