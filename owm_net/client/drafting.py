"""A person makes an answer, whatever game asks for it: what a click adds, and what may be clicked.

The rules judge every draft (`engine.drafts`); here it is decided which kind of answer a click
begins, which field it goes to, and when an answer is whole enough to be given. A table says only
where the values of a type are drawn: it gives each an action `Pick(type, value)` and shows it as
`Drafting.light(type, value)` says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from typing import Any

from attrs import frozen

from owm_net.client.scene.items import Action
from owm_net.client.words import because
from owm_net.engine import agenda
from owm_net.engine.drafts import Desk, Draft, Look, slots_of
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Refusal
from owm_net.engine.system import System
from owm_net.engine.view import View

Sketch = Draft[Any] | None
"""What has been chosen so far; None while not even the kind of answer is known."""


class DraftAction(Action, ABC):
    """Base of what a press adds to an answer that is being made."""

    __slots__ = ()

    @abstractmethod
    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """The next sketch, why there is none, or that the answer is to be given."""


@frozen
class Give:
    """The answer is whole and the player wants it given."""

    answer: Answer


@frozen
class Pick(DraftAction):
    """A thing of the game was pressed: a card, a soldier, a cell. kind: the declared type of the
    fields in which it can stand, such as `Played` or a game's `SoldierId`."""

    kind: Any
    value: Hashable

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Where it fits; pressed again, what is chosen is given, or taken out."""
        return drafting.pick(sketch, self.kind, self.value)


@frozen
class Set(DraftAction):
    """A field is to hold this value: a number of a stepper, a point of a list."""

    name: str
    value: Hashable

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Judged when it is given, for on the way to a number stand others."""
        return None if sketch is None else sketch.with_(self.name, self.value)


@frozen
class Verb(DraftAction):
    """A kind of answer, by its class: "discard and redraw"."""

    cls: type[Answer]

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """What has been chosen already stays as far as it fits; pressed again it is taken back."""
        return drafting.turn_to(sketch, self.cls)


@frozen
class Say(DraftAction):
    """A whole answer in one press."""

    answer: Answer

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """At once."""
        return Give(self.answer)


@frozen
class Confirm(DraftAction):
    """What has been chosen is the answer."""

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """If it is whole."""
        look = drafting.look(sketch)
        if look is None:
            return Refusal("KERNEL", "nothing has been chosen")
        if look.answer is not None:
            return Give(look.answer)
        return look.refusal or Refusal("KERNEL", f"still to be chosen: {named(look.wants)}")


@frozen
class Clear(DraftAction):
    """Nothing of what was chosen."""

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """As when the question came."""
        return drafting.begin()


@frozen
class Light:
    """How a thing looks while an answer is made. lit: it may be chosen. why: why not, with the
    rule's id; "" too where it plays no part."""

    lit: bool = False
    chosen: bool = False
    why: str = ""


class Drafting:
    """One question to the player. It holds nothing that is chosen: sketches are handed in."""

    def __init__(self, system: System, view: View[Any]) -> None:
        self.kind = agenda.kind_of(view)
        self.desk = Desk(system, view)

    def begin(self) -> Sketch:
        """The first sketch: what there is only one of is chosen already."""
        if len(self.kind.answers) > 1:
            return None
        return self.desk.fill_in(Draft(self.kind.answers[0]))

    def look(self, sketch: Sketch) -> Look[Any] | None:
        """How a sketch stands with the rules."""
        return None if sketch is None else self.desk.look(sketch)

    def why_not(self, cls: type[Answer]) -> str:
        """Why no answer of a class can be given now, "" if one may be."""
        refusal = self.desk.look(Draft(cls)).refusal
        return "" if refusal is None else said(refusal)

    def pick(self, sketch: Sketch, kind: Any, value: Hashable) -> Sketch | Refusal | Give:
        """What pressing a value of a type means."""
        if sketch is None:
            return self._begun_by(kind, value)
        look = self.desk.look(sketch)
        if look.answer is not None and kind is not Played and _stands(sketch, value, kind):
            return Give(look.answer)
        put = self.desk.put(sketch, kind, value)
        if isinstance(put, Refusal):
            other = self._begun_by(kind, value, besides=sketch.cls)
            return put if isinstance(other, Refusal) else other
        if not put.values:
            return self.begin()
        return put if len(put.values) < len(sketch.values) else self.desk.fill_in(put)

    def _begun_by(
        self, kind: Any, value: Hashable, besides: type[Answer] | None = None
    ) -> Draft[Any] | Refusal:
        """The first class of answers that a value can begin, in the order in which the rules name
        them."""
        first: Refusal | None = None
        for cls in self.kind.answers:
            if cls is besides or not _takes(cls, kind):
                continue
            put = self.desk.put(Draft(cls), kind, value)
            if not isinstance(put, Refusal):
                return self.desk.fill_in(put)
            first = first or put
        return first or Refusal("KERNEL", "this is not asked for now")

    def turn_to(self, sketch: Sketch, cls: type[Answer]) -> Sketch | Refusal:
        """A sketch of another class, with what still fits."""
        if sketch is not None and sketch.cls is cls:
            return self.begin()
        refusal = self.desk.look(Draft(cls)).refusal
        if refusal is not None:
            return refusal
        fresh: Draft[Any] = Draft(cls)
        for slot in slots_of(sketch.cls) if sketch is not None else ():
            held = sketch.values.get(slot.name) if sketch is not None else None
            for value in held if slot.many and isinstance(held, tuple) else (held,):
                put = self.desk.put(fresh, slot.kind, value) if value is not None else fresh
                fresh = fresh if isinstance(put, Refusal) else put
        return self.desk.fill_in(fresh)

    def light(self, sketch: Sketch, kind: Any, value: Hashable) -> Light:
        """How a thing looks: whether pressing it adds to the answer, and why not."""
        if sketch is not None and _stands(sketch, value, kind):
            return Light(lit=True, chosen=True)
        if sketch is None:
            put: Draft[Any] | Refusal = self._begun_by(kind, value)
        elif _takes(sketch.cls, kind):
            put = self.desk.put(sketch, kind, value)
        else:
            return Light()
        return Light(lit=True) if isinstance(put, Draft) else Light(why=said(put))

    def choices(self, sketch: Draft[Any]) -> Iterator[tuple[Hashable, str]]:
        """For the field that is wanted next: its values, and why not (""): for lists."""
        wants = self.desk.look(sketch).wants
        if wants:
            for value, refusal in self.desk.choices(sketch, wants):
                yield value, "" if refusal is None else said(refusal)


def held_by(sketch: Sketch) -> frozenset[Hashable]:
    """What a sketch holds, one thing for each choice, so that Esc can take one back."""
    if sketch is None:
        return frozenset()
    found: list[Hashable] = [sketch.cls.__qualname__]
    for name, value in sketch.values.items():
        found += [(name, one) for one in (value if isinstance(value, tuple) else (value,))]
    return frozenset(found)


def said(refusal: Refusal) -> str:
    """A refusal as people read it, with the rule's id."""
    return because(refusal.why, refusal.rule)


def named(field: str) -> str:
    """A field's name as a word."""
    return field.replace("_", " ")


def _takes(cls: type[Answer], kind: Any) -> bool:
    return any(slot.kind is kind for slot in slots_of(cls))


def _stands(sketch: Draft[Any], value: Hashable, kind: Any) -> bool:
    """Whether a value of a type is chosen somewhere."""
    held = [sketch.values.get(slot.name) for slot in slots_of(sketch.cls) if slot.kind is kind]
    return any(one == value or (isinstance(one, tuple) and value in one) for one in held)
