"""How an event or an answer says itself: a sentence in which its fields stand by their names.

    @record("hailfire.boarded")
    class Boarded(Event):
        words = say("{team} boards {carrier}")
        rule = "HAIL-PORG-06"

        team: TeamId
        carrier: TeamId

A game says once how it tells a value of each type, beside its names (`words.py`):

    HailfireState.telling.of(TeamId, team_name)

A sentence that names a field which its class does not have is refused when the class is made; a
field of a type that the game does not tell, when it is told for the first time. A sentence that
branches is a method `sentence` of its class.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from enum import Enum
from string import Formatter
from typing import Any, ClassVar, Generic, TypeVar

from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, Record
from owm_net.engine.text import Text, listed, say

S = TypeVar("S")
T = TypeVar("T")
Opened = Callable[[int], CardNumber | None]
"""The number of a card that whoever is told may know, else None: `View.card`."""
Tell = Callable[[Any, Any, Opened], object]
"""(state, value, opened) -> what stands in the sentence."""
COUNTED = "n"
"""The field by which a sentence of two forms counts."""


class Said(Record):
    """Base of what says itself. words: the sentence, with fields and properties in {}; one that
    counts (`say_n`) counts by the field `n`."""

    __slots__ = ()
    words: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if cls.words and not isinstance(cls.words, Text):
            raise EngineBug(f"{cls.__qualname__}.words: write say({cls.words!r})")
        missing = [name for name in _names(cls.words) if not _has(cls, name)]
        if missing:
            raise EngineBug(
                f"{cls.__qualname__}.words says {{{missing[0]}}}, but {cls.__qualname__} has no "
                f"{missing[0]}: name one of its fields, or write a method `sentence`"
            )


class Telling(Generic[S]):
    """How a game tells the values of fields, by the types they are declared as. S: its state.

    Texts and numbers stand as they are, an enum by its `word`, a tuple as a list, a card that is
    played as a `CardNumber`, or as `hidden` to whoever may not know it.
    """

    def __init__(self, hidden: str = say("a hidden card")) -> None:
        self._hidden = hidden
        self._own: list[Any] = []
        self._tells: dict[Any, Tell] = {int: _as_it_is, str: _as_it_is, Played: self._played}

    def of(self, kind: Callable[..., T], tell: Callable[[S, T], str]) -> None:
        """Tell values of this type so: `kind` is a NewType, an enum or a tuple of them."""
        self._own.append(kind)
        self._tells[kind] = lambda g, value, opened: tell(g, value)

    def names(self, kind: Any) -> bool:
        """Whether the game has said how it tells values of this type."""
        return (CardNumber if kind is Played else kind) in self._own

    def sentence(self, said: Said, g: S, opened: Opened = CardNumber) -> str:
        """What an event or an answer says. Raises EngineBug for a field of a type not told."""
        text = said.words
        assert isinstance(text, Text)
        values = {
            name: self.teller(kind)(g, getattr(said, name), opened)
            for name, kind in told_fields(said.__class__)
        }
        n = getattr(said, COUNTED) if text.many else text.n
        return Text(text.one, text.many, n, values) if values else text

    def value(self, kind: Any, g: S, value: Any, opened: Opened) -> str:
        """A value by itself, as a sentence would tell it."""
        return _text(self.teller(kind)(g, value, opened))

    def teller(self, kind: Any) -> Tell:
        """How values of this type are told. Raises EngineBug if nobody has said."""
        found = self._tells.get(kind)
        if found is None:
            found = self._tells[kind] = self._made(kind)
        return found

    def _made(self, kind: Any) -> Tell:
        args = typing.get_args(kind)
        if typing.get_origin(kind) is tuple and len(args) == 2 and args[1] is Ellipsis:
            one = self.teller(args[0])
            return lambda g, values, opened: listed([_text(one(g, v, opened)) for v in values])
        if isinstance(kind, type) and issubclass(kind, Enum) and hasattr(kind, "word"):
            return lambda g, value, opened: value.word
        raise EngineBug(f"no game says how it tells {kind}: see `Telling.of`")

    def _played(self, g: S, card: int, opened: Opened) -> object:
        number = opened(card)
        return self._hidden if number is None else self.teller(CardNumber)(g, number, opened)


def _text(told: object) -> str:
    return told if isinstance(told, str) else str(told)


def _as_it_is(g: Any, value: Any, opened: Opened) -> object:
    return value


_TOLD: dict[type, tuple[tuple[str, Any], ...]] = {}


def told_fields(cls: type[Said]) -> tuple[tuple[str, Any], ...]:
    """The fields and properties in the sentence of a class, with their types."""
    found = _TOLD.get(cls)
    if found is None:
        hints = typing.get_type_hints(cls)
        named = [(name, hints.get(name) or _returned(cls, name)) for name in _names(cls.words)]
        found = _TOLD[cls] = tuple(named)
    return found


def _returned(cls: type, name: str) -> Any:
    return typing.get_type_hints(getattr(cls, name).fget)["return"]


def _names(words: str) -> list[str]:
    if not isinstance(words, Text):
        return []
    found = [name for text in (words.one, words.many) for _, name, _, _ in Formatter().parse(text)]
    return list(dict.fromkeys([*filter(None, found), *([COUNTED] if words.many else [])]))


def _has(cls: type, name: str) -> bool:
    return hasattr(cls, name) or any(name in inspect.get_annotations(c) for c in cls.__mro__)
