"""What the rules say to people: English, and what it was made of, so that a window can say it in
another language.

The rules know one language. A `Text` is a plain `str` to whoever writes it into a playthrough or
compares it; only the client looks at what it was made of (`client.language`). It is never part of
a state: the codec refuses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


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


def say(one: str, /, **values: object) -> Text:
    """A whole sentence, or a word that stands alone. It must be written out here, for from the
    source the catalogues are made."""
    return Text(one, "", 1, values)


def say_n(one: str, many: str, n: int, /, **values: object) -> Text:
    """A sentence that counts: `one` for 1, else `many`; {n} is the number."""
    return Text(one, many, n, {"n": n, **values})


def listed(parts: Iterable[str], between: str = ", ") -> Text:
    """Several things one after the other."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Text(between.join([f"{{{name}}}" for name in values]), "", 1, values)
