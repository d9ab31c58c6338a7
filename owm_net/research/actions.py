"""Answers as numbers, for programs that choose by number.

`Numbered`: an answer is said word by word: its class, then each of its fields. An action is a word,
and a word has the same number in every match of the game. Cards are named by what they are, so the
numbers of one seat's hand do not depend on where its cards lay in the deck.

`Sampled`: where the answers of a game cannot be counted, action k is the k-th of some of them.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Protocol

from owm_net.engine import agenda, records
from owm_net.engine.chance import Chance
from owm_net.engine.frames import Frame
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, DeckList, PrivateDeck
from owm_net.engine.system import System
from owm_net.engine.view import View

SAMPLES = 64
"""The most answers among which a seat chooses where they cannot be counted."""

Spelled = dict[tuple[int, ...], Answer]
"""What may be answered, by the numbers that say it. None is the beginning of another."""


class Actions(Protocol):
    """A numbering. size: there are actions 0 to size - 1."""

    size: int

    def spelled(self, view: View[Any]) -> Spelled:
        """Return the answers that the view's seat may give now, the same each time."""

    def word(self, action: int) -> str:
        """Return what an action says in every match; "" where that depends on the question."""


class Numbered:
    """The words of a game's answers, in a fixed order. Raises ValueError for a game in which a
    field of an answer holds what cannot be counted (`System.values`)."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._words: dict[tuple[Any, Any], int] = {("end", None): 0, ("none", None): 1}
        classes, passes = answers_of(system)
        for until in passes:
            self._add("pass", until)
        for name in classes:
            self._add("answer", name)
        for cls in classes.values():
            for hint in field_types(cls).values():
                for kind in plain_types(hint):
                    values = system.values(kind)
                    if values is None:
                        raise ValueError(f"{system.id}: {kind} of {cls.__name__} has no numbers")
                    for value in values:
                        self._add(kind, value)
        self.size = len(self._words)
        self._listed = list(self._words)

    def __reduce__(self) -> Any:
        return actions_of, (self._system,)

    def _add(self, kind: Any, value: Any) -> None:
        self._words.setdefault((kind, value), len(self._words))

    def spelled(self, view: View[Any]) -> Spelled:
        """Of equal cards in a hand the first stands for all."""
        found: Spelled = {}
        for answer in _every_option(view):
            found.setdefault(self.spell(view, answer), answer)
        return found

    def spell(self, view: View[Any], answer: Answer) -> tuple[int, ...]:
        """Return the numbers that say an answer of the view's seat."""
        return tuple(self._spell(view, answer))

    def _spell(self, view: View[Any], answer: Answer) -> Iterator[int]:
        if isinstance(answer, Pass):
            yield self._words["pass", answer.until]
            return
        cls: Any = answer.__class__
        yield self._words["answer", answer.name]
        for name, hint in field_types(cls).items():
            value, (kind, *_) = getattr(answer, name), plain_types(hint)
            if value is None:
                yield self._words["none", None]
            elif isinstance(value, tuple):  # in the order of their numbers, so in one way only
                yield from sorted([self._words[kind, _face(view, one)] for one in value])
                yield self._words["end", None]
            else:
                yield self._words[kind, _face(view, value)]

    def word(self, action: int) -> str:
        kind, value = self._listed[action]
        if kind in ("end", "none"):
            return "no more" if kind == "end" else "none"
        if kind == "pass":
            return f"pass {value}".strip()
        if kind == "answer":
            return getattr(records.REGISTRY[value], "title", "") or str(value)
        if kind in (int, Played):
            return f"{self._system.card_name(value)} ({value})"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return f"{kind.__name__} {getattr(value, 'name', value)}".strip()


class Sampled:
    """Up to `size` answers: those offered, and others by chance that follows from the state."""

    def __init__(self, size: int = SAMPLES) -> None:
        self.size = size

    def spelled(self, view: View[Any]) -> Spelled:
        chance = Chance("sampled", view.state.answered, view.seat)
        listed = agenda.options(view)
        found = listed
        if len(listed) > self.size:  # any of them, but one can always pass
            passes = [one for one in listed if isinstance(one, Pass)][: self.size]
            rest = [one for one in listed if not isinstance(one, Pass)]
            chance.shuffle(rest)
            found = passes + rest[: self.size - len(passes)]
        elif not agenda.is_complete(view):
            for _ in range(self.size - len(listed)):
                one = agenda.sample(view, chance)
                if one not in found:
                    found.append(one)
        return {(n,): one for n, one in enumerate(found)}

    def word(self, action: int) -> str:
        return ""


@cache
def actions_of(system: System, samples: int = SAMPLES) -> Actions:
    """Return the numbering of a game: of all its answers, where they can be counted."""
    try:
        return Numbered(system)
    except ValueError:
        return Sampled(samples)


def answers_of(system: System) -> tuple[Mapping[str, Any], Sequence[str]]:
    """Return the classes of all answers of a game, by name in order; and the words of passes."""
    classes: dict[str, Any] = {}
    passes: list[str] = []
    for name, cls in records.REGISTRY.items():
        if not (name.startswith(f"{system.id}.") and issubclass(cls, Frame)):
            continue
        for part in dir(cls):
            kind = getattr(getattr(cls, part), "kind", None) if part[:7] == "offers_" else None
            if kind is not None:
                classes.update({one.name: one for one in kind.plays})
                passes += [one.until for one in kind.passes]
    return dict(sorted(classes.items())), sorted(set(passes))


@cache
def field_types(cls: Any) -> dict[str, Any]:
    """Return the declared types of the fields of an answer, in their order."""
    hints = typing.get_type_hints(cls)
    return {name: hints[name] for name in records.fields_of(cls)}


@cache
def plain_types(hint: Any) -> list[Any]:
    """Return the types of the values in a field: X for X, X | None and tuple[X, ...]."""
    inner = [one for one in typing.get_args(hint) if one not in (type(None), Ellipsis)]
    return [kind for one in inner for kind in plain_types(one)] or [hint]


def _face(view: View[Any], value: Any) -> Any:
    """Return a card's number where a slot is named that the view knows, else the value."""
    return view.known.get(value, value) if isinstance(value, int) else value


def _every_option(view: View[Any]) -> list[Answer]:
    """Return all allowed answers; of a private deck's, every choice from its pool."""
    request = view.state.pending
    if not isinstance(request, PrivateDeck):
        return agenda.options(view)
    decks = dict.fromkeys(combinations(sorted(request.pool), request.size))
    answers = [DeckList(cards) for cards in decks]
    return [one for one in answers if agenda.why_not(view, one) is None]
