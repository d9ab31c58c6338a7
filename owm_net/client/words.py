"""Small words that every table needs: counts, and reasons with the rule they come from."""

from __future__ import annotations

import re
from collections.abc import Sequence

from owm_net.client.language import tr, tr_n
from owm_net.engine.requests import Answer
from owm_net.engine.text import Text, say

ALL_GOOD = say("Checked: every move was allowed, every card and every signature is genuine.")
SO_FAR_GOOD = say("Checked: all is genuine so far, and the match can go on.")
"""What is said of a log in which nothing is wrong, of a match that is over and of one that is not.
"""

_RULINGS = re.compile(r" \(([A-Z][A-Z0-9-]*(?:, [A-Z][A-Z0-9-]*)*)\)$")


def capital(text: str) -> str:
    """A text without blanks around it, with a capital letter first; the rest, such as a rule's id,
    as it is, and so is a player's name that it begins with."""
    told = tr(text).strip()
    return told if _begins_with_name(text) else told[:1].upper() + told[1:]


_FIRST = re.compile(r"\s*\{(\w+)")
_NAMES = ("name", "who", "peer", "part0")
"""Places of a text in which a player's name may stand as it was written, and not a word of ours."""


def _begins_with_name(text: object) -> bool:
    first = _FIRST.match(text.one) if isinstance(text, Text) else None
    if first is None:
        return False
    value = text.values.get(first[1])  # type: ignore[attr-defined]  # a Text, as above
    if isinstance(value, Text):
        return _begins_with_name(value)
    return isinstance(value, str) and first[1] in _NAMES


def soldiers_in_words(n: int) -> str:
    """How many soldiers."""
    return tr_n("{n} soldier", "{n} soldiers", n)


def enumerated(things: Sequence[str]) -> str:
    """Several things in a sentence: "one, two and three"."""
    told = [tr(thing) for thing in things]
    return tr(" and ").join(filter(None, [", ".join(told[:-1]), *told[-1:]]))


KERNEL = "KERNEL"
"""Instead of a rule, where an answer is none at all: no book has an entry for it."""


def because(why: str, rule: str) -> str:
    """Return a reason with the id of its rule, if it has one; a ruling that ends it is in the same
    brackets."""
    why = tr(why)
    if rule in ("", KERNEL):
        return why
    ruling = _RULINGS.search(why)
    if ruling is None:
        return f"{why} ({rule})"
    return f"{why[: ruling.start()]} ({rule}, {ruling[1]})"


_ID = r"[A-Z]+(?:-[A-Z0-9]+)+"
_IDS = re.compile(rf"\s*\({_ID}(?:, {_ID})*\)")


def without_ids(text: str) -> str:
    """Return a sentence without the rule ids in brackets: they are shown where a player asks."""
    return _IDS.sub("", tr(text))


def title_of(cls: type[Answer]) -> str:
    """A class of answers as a button's label; one without a title by its name."""
    return cls.title or re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cls.__name__).capitalize()


def decimal(number: str) -> str:
    """A number with a decimal point, as the language writes it."""
    whole, _, rest = number.partition(".")
    return tr("{whole}.{rest}", whole=whole, rest=rest)
