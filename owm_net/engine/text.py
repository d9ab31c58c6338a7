"""Text for people, in English, that remembers its parts so that a window can translate it.

The rules know one language. A `Text` is a plain `str` to whoever writes it into a playthrough or
compares it; only the client looks at what it was made of (`client.language`). In a state (as the
reason for a roll, say) the codec writes the English.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any


class Text(str):
    """A sentence that was filled in. one, many: how it reads for one and for several, with {names}
    where values stand; many: "" where nothing is counted. n: which of the two. values: by name; a
    `Text` among them is translated as well."""

    __slots__ = ("many", "n", "one", "values")
    one: str
    many: str
    n: int
    values: Mapping[str, object]

    def __new__(cls, one: str, many: str, n: int, values: Mapping[str, object]) -> Text:
        template = many if many and n != 1 else one
        self = super().__new__(cls, template.format_map(values) if values else template)
        self.one, self.many, self.n, self.values = one, many, n, values
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Text, (self.one, self.many, self.n, self.values)


Said = Annotated[str, "said"]
"""The type of a field of a data file that is shown to people: it is read as a `Text`, and what
stands there is in the game's catalogue."""


def read_out(text: str) -> str:
    """Return what such a field says, or another word that is known to be in a catalogue."""
    return Text(text, "", 1, {}) if text else text


def say(one: str, /, **values: object) -> str:
    """A whole sentence, or a word that stands alone. It must be written out here, for from the
    source the catalogues are made."""
    if values:
        return Text(one, "", 1, values)
    kept = _KEPT.get(one)  # refusals are made by the thousand, and most say nothing but their words
    if kept is None:
        kept = _KEPT[one] = Text(one, "", 1, values)
    return kept


_KEPT: dict[str, Text] = {}
"""Texts without values: no more than the source holds."""


def say_n(one: str, many: str, n: int | None = None, /, **values: object) -> str:
    """A sentence that counts: `one` for 1, else `many`; {n} is the number, None if it and the
    values are filled in later (`telling`)."""
    return Text(one, many, 0, {}) if n is None else Text(one, many, n, {"n": n, **values})


def counted_in(why: str, number: int) -> str:
    """A modifier with what it comes from: "cover -2"."""
    return say("{why} {number:+d}", why=why, number=number)


def in_brackets(parts: Sequence[str]) -> str:
    """Return the part in brackets after a text, with its leading blank; "" if there is nothing."""
    return say(" ({parts})", parts=listed(parts)) if parts else ""


SEAT = "seat {number}"
"""How the rules call a seat that has no other name; who knows the player's puts that there."""


def seat_called(seat: int) -> str:
    """A seat as people count: from 1."""
    return say("seat {number}", number=seat + 1)


def named(text: str, names: Sequence[str]) -> str:
    """A text with the players' names, by seat, in the place of their seats' numbers."""
    if not isinstance(text, Text):
        return text
    if text.one == SEAT:
        number = text.values["number"]
        if not isinstance(number, int) or number > len(names) or not names[number - 1]:
            return text  # who sits there is not known
        return Text("{name}", "", 1, {"name": names[number - 1]})
    values = {
        key: named(value, names) if isinstance(value, Text) else value
        for key, value in text.values.items()
    }
    return Text(text.one, text.many, text.n, values) if values != text.values else text


def listed(parts: Iterable[str], between: str = ", ") -> str:
    """Several things one after the other; what stands between them is translated if it can be."""
    values: dict[str, object] = {f"part{number}": part for number, part in enumerate(parts)}
    places = [f"{{{name}}}" for name in values]
    if isinstance(between, Text):
        values["between"] = between
        between = "{between}"
    return Text(between.join(places), "", 1, values)
