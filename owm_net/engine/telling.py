"""How an event or an answer says itself: a sentence in which its fields stand by their names.

    @record("hailfire.boarded")
    class Boarded(Event):
        words = say("{team} boards {carrier}")
        rule = "HAIL-PORG-06"

        team: TeamId
        carrier: TeamId

A game says once how it tells a value of each type, beside its names (`words.py`):

    HailfireState.telling.of(TeamId, team_name)

Where it tells them in another way too, that has a name, and `{cell_name}` is the field `cell` so:

    OwmState.telling.of(Cell, cell_name, "name")

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
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, Record
from owm_net.engine.text import Text, listed, read_out, say, seat_called

S = TypeVar("S")
T = TypeVar("T")
Opened = Callable[[int], CardNumber | None]
"""The number of a card that whoever is told may know, else None: `View.card`."""
Tell = Callable[[Any, Any, Opened], object]
"""(state, value, opened) -> what stands in the sentence."""
COUNTED = "n"
"""The field by which a sentence of two forms counts."""


class Worded(Record):
    """Base of what says itself. words: the sentence, with fields and properties in {}; one that
    counts (`say_n`) counts by the field `n`."""

    __slots__ = ()
    words: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if cls.words and not isinstance(cls.words, Text):
            raise EngineBug(f"{cls.__qualname__}.words: write say({cls.words!r})")
        for place in _places(cls.words):
            if not _has(cls, _field(cls, place)):
                raise EngineBug(
                    f"{cls.__qualname__}.words says {{{place}}}, but {cls.__qualname__} has no "
                    f"{place}: name one of its fields, or write a method `sentence`"
                )


class Telling(Generic[S]):
    """How a game tells the values of fields, by the types they are declared as. S: its state.

    Texts and numbers stand as they are, a seat by its number, an enum by its `word`, a tuple as a
    list, an empty one as `nothing`, a card that is played as a `CardNumber`, or as `hidden` to
    whoever may not know it.
    """

    def __init__(self, hidden: str = say("a hidden card"), nothing: str = "") -> None:
        self._hidden = hidden
        self._nothing = nothing
        self._own: list[Any] = []
        self._tells: dict[tuple[Any, str], Tell] = {
            (int, ""): _as_it_is,
            (str, ""): _read_out,
            (Played, ""): self._played,
            (Seat, ""): lambda g, seat, opened: seat_called(seat),
        }

    def of(self, kind: Callable[..., T], tell: Callable[[S, T], str], way: str = "") -> None:
        """Tell values of this type so: `kind` is a NewType, an enum or a tuple of them. way: the
        name of another way than the usual one."""
        self._own += [] if way else [kind]
        self._tells[kind, way] = lambda g, value, opened: tell(g, value)

    def names(self, kind: Any) -> bool:
        """Return True if the game tells values of this type."""
        return (CardNumber if kind is Played else kind) in self._own

    def sentence(self, said: Worded, g: S, opened: Opened = CardNumber) -> str:
        """Return the sentence of an event or answer. Raises EngineBug for a field of an unknown
        type."""
        text = said.words
        assert isinstance(text, Text)
        values = {
            place: self.teller(kind, way)(g, getattr(said, name), opened)
            for place, name, way, kind in told_fields(said.__class__)
        }
        n = getattr(said, COUNTED) if text.many else text.n
        return Text(text.one, text.many, n, values) if values else text

    def value(self, kind: Any, g: S, value: Any, opened: Opened) -> str:
        """Return a value alone, as a sentence would tell it."""
        return _text(self.teller(kind)(g, value, opened))

    def teller(self, kind: Any, way: str = "") -> Tell:
        """How values of this type are told. Raises EngineBug if nobody has said."""
        found = self._tells.get((kind, way))
        if found is None:
            found = self._tells[kind, way] = self._made(kind, way)
        return found

    def _made(self, kind: Any, way: str) -> Tell:
        args = typing.get_args(kind)
        if typing.get_origin(kind) is tuple and len(args) == 2 and args[1] is Ellipsis:
            one = self.teller(args[0], way)
            return lambda g, values, opened: (
                listed([_text(one(g, v, opened)) for v in values]) or self._nothing
            )
        if not way and isinstance(kind, type) and issubclass(kind, Enum) and hasattr(kind, "word"):
            return lambda g, value, opened: value.word
        raise EngineBug(f"no game says how it tells {kind} {way}: see `Telling.of`")

    def _played(self, g: S, card: int, opened: Opened) -> object:
        number = opened(card)
        return self._hidden if number is None else self.teller(CardNumber)(g, number, opened)


def _text(told: object) -> str:
    return told if isinstance(told, str) else str(told)


def _as_it_is(g: Any, value: Any, opened: Opened) -> object:
    return value


def _read_out(g: Any, value: str, opened: Opened) -> object:
    return value if isinstance(value, Text) else read_out(value)


_TOLD: dict[type, tuple[tuple[str, str, str, Any], ...]] = {}


def told_fields(cls: type[Worded]) -> tuple[tuple[str, str, str, Any], ...]:
    """Return (place, field or property, way, type) for each place in a class's sentence."""
    found = _TOLD.get(cls)
    if found is None:
        hints = typing.get_type_hints(cls)
        made = []
        for place in _places(cls.words):
            name = _field(cls, place)
            made.append(
                (place, name, place[len(name) + 1 :], hints.get(name) or _returned(cls, name))
            )
        found = _TOLD[cls] = tuple(made)
    return found


def _returned(cls: type, name: str) -> Any:
    return typing.get_type_hints(getattr(cls, name).fget)["return"]


def _places(words: str) -> list[str]:
    if not isinstance(words, Text):
        return []
    found = [name for text in (words.one, words.many) for _, name, _, _ in Formatter().parse(text)]
    return list(dict.fromkeys([*filter(None, found), *([COUNTED] if words.many else [])]))


def _field(cls: type, place: str) -> str:
    """The name in a place, without the way in which it is told."""
    return place if _has(cls, place) else place.rpartition("_")[0]


def _has(cls: type, name: str) -> bool:
    return hasattr(cls, name) or any(name in inspect.get_annotations(c) for c in cls.__mro__)
