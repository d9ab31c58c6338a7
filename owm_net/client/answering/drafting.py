"""A person makes an answer, whatever game asks for it: what a click adds, and what may be clicked.

The rules judge every draft (`engine.drafts`); here it is decided which kind of answer a click
begins, which field it goes to, and when an answer is whole enough to be given. A table says only
where the values of a type are drawn: it gives each an action `Pick(type, value)` and shows it as
`Drafting.light(type, value)` says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from attrs import Attribute, evolve, frozen

from owm_net.client.answering.fields import named
from owm_net.client.language import current, tr
from owm_net.client.scene.items import Action
from owm_net.client.words import because
from owm_net.engine import agenda
from owm_net.engine.drafts import Blank, Desk, Draft, DraftStatus, blanks_of
from owm_net.engine.requests import Answer, Refusal
from owm_net.engine.system import System
from owm_net.engine.view import View

T = TypeVar("T")

Sketch = Draft[Any] | None
"""What has been chosen so far; None while not even the kind of answer is known."""

MOST_NUMBER = 400
"""Numbers that are looked through for a field nobody can list the values of."""


class DraftAction(Action, ABC):
    """Base of what a press adds to an answer that is being made."""

    __slots__ = ()
    answers: ClassVar[bool] = True

    @abstractmethod
    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """The next sketch, why there is none, or that the answer is to be given."""


class DraftStep(DraftAction, ABC):
    """Base of actions that Esc takes back one at a time, whatever they change."""

    __slots__ = ()


class Portable(DraftAction, ABC):
    """Base of what can also be carried with the button held (`carrying`)."""

    __slots__ = ()

    @property
    @abstractmethod
    def thing(self) -> Hashable:
        """Return what follows the pointer."""

    @abstractmethod
    def carried_to(self, group: int | None) -> DraftAction:
        """Return the action of dropping it in a group, or outside of all of them (None)."""


@frozen
class Give:
    """The answer is whole and the player wants it given. last: asked the same again, they pass."""

    answer: Answer
    last: bool = False


@frozen
class Pick(Portable):
    """A thing of the game was pressed: a card, a soldier, a cell. kind: the declared type of the
    fields in which it can stand, such as `Played` or a game's `SoldierId`.

    gives: pressed again it gives the answer, once that is whole; else it is taken out. fills: if
    there is only one way to go on from it, that is chosen with it.
    """

    kind: Any
    value: Hashable
    gives: bool = True
    fills: bool = False

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Where it fits; pressed again, what is chosen is given, or taken out."""
        return drafting.pick(sketch, self)

    @property
    def thing(self) -> Hashable:
        return self.value

    def carried_to(self, group: int | None) -> DraftAction:
        return Carry(self.kind, self.value, group)


@frozen
class Spot(Action):
    """A place with several things of the game, such as a cell and the soldiers on it.

    picks: the things. otherwise: what pressing it means where no answer has use for any of them.
    """

    picks: tuple[Pick, ...]
    otherwise: Action | None = None

    def meant(self, drafting: Drafting | None, sketch: Sketch) -> Action | None:
        """The first that the answer has a field for, one that may be chosen if there is one.
        drafting: None while nothing is asked."""
        if drafting is None:
            return self.otherwise
        fit = [pick for pick in self.picks if drafting.takes(sketch, pick.kind)]
        lit = [pick for pick in fit if drafting.light(sketch, pick.kind, pick.value).lit]
        return next(iter((*lit, *fit)), self.otherwise)


@frozen
class Set(DraftAction, Generic[T]):
    """A field is to hold this value: a number of a stepper, a point of a list, the other side of
    what is one way or the other."""

    field: Attribute[T]
    value: T

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Judged when it is given, for on the way to a number stand others."""
        if sketch is None:
            return None
        if self.value == self.field.default:
            return sketch.without(self.field)
        return sketch.with_(self.field, self.value)


@frozen
class Append(DraftAction, Generic[T]):
    """A value behind those that a field holds, such as the next waypoint of a path. instead: in the
    place of the last one, such as while it is pulled about."""

    field: Attribute[tuple[T, ...]]
    value: T
    instead: bool = False

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """If the rules do not refuse it there; else all stays as it is."""
        if sketch is None:
            return None
        before = drafting.desk.shortened(sketch, self.field) if self.instead else sketch
        return drafting.desk.appended(before, self.field, self.value)


@frozen
class TakeBack(DraftAction):
    """The last value that a field holds goes. field: None where no field can hold one."""

    field: Attribute[Any] | None

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Those before it stay; of none nothing goes."""
        if sketch is None or self.field is None:
            return sketch
        return drafting.desk.shortened(sketch, self.field)


@frozen
class Fill(DraftAction):
    """Several fields at once: what one press on a map means. parts: what is set."""

    parts: tuple[DraftAction, ...]

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Together they are judged; what is refused stays out."""
        for part in self.parts:
            filled = part.on(drafting, sketch)
            if not isinstance(filled, Draft):
                return filled
            sketch = filled
        look = drafting.look(sketch)
        return sketch if look is None or look.refusal is None else look.refusal


@frozen
class Verb(DraftAction):
    """A kind of answer, by its class: "discard and redraw"."""

    cls: type[Answer]

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Earlier choices stay as far as they fit. Pressed again it is taken back, or given if
        there is nothing in it to choose."""
        return drafting.turn_to(sketch, self.cls)


@frozen
class Say(DraftAction):
    """A whole answer in one press."""

    answer: Answer

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """It is given at once, whatever has been chosen."""
        return Give(self.answer)


@frozen
class Confirm(DraftAction):
    """Confirm: the choices are the answer. last: as of `Give`."""

    last: bool = False

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        look = drafting.look(sketch)
        if look is None:
            return Refusal("KERNEL", tr("nothing has been chosen"))
        if look.answer is not None:
            return Give(look.answer, self.last)
        what = named(look.wants.name, drafting.fields) if look.wants else ""
        wanted = Refusal("KERNEL", tr("{what} is not chosen yet", what=what))
        return look.refusal or look.lacks or wanted


@frozen
class Adopt(DraftAction):
    """All that an answer holds, as if it had been chosen piece by piece: it can still be changed,
    and is given by `Confirm`. gives: or by a second press, as of a line in a list. keeps: what was
    chosen before is not lost, as where it was work: Esc brings it back."""

    answer: Answer
    gives: bool = False
    keeps: bool = False

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        look = drafting.look(sketch)
        if self.gives and look is not None and look.answer == self.answer:
            return Give(self.answer)
        return Draft.of(self.answer)


@frozen
class OpenGroup(DraftAction):
    """Put the next picks into this group of a field that holds groups, counted from 0."""

    group: int

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        return None if sketch is None else evolve(sketch, group=self.group)


@frozen
class Carry(DraftStep):
    """A thing goes into a group of a field that holds groups, counted from 0, wherever it was; or
    out of all of them where that is None."""

    kind: Any
    value: Hashable
    group: int | None

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """It stays where it was if it may not go there. The next picks go there too."""
        if sketch is None:
            return None
        blank = next(b for b in blanks_of(sketch.cls) if b.groups and b.kind is self.kind)
        groups = sketch.groups(blank)
        if self.group is None:
            return sketch.taking_out(blank, self.value)
        if self.group < len(groups) and self.value in groups[self.group]:
            return sketch
        without = sketch.taking_out(blank, self.value)
        return drafting.desk.put(evolve(without, group=self.group), self.kind, self.value)


@frozen
class Clear(DraftAction):
    """Nothing of what was chosen."""

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """As when the question came; Esc brings it back."""
        return drafting.begin()


@frozen
class Cancel(Clear):
    """Nothing of what was chosen, and for good."""


@frozen
class Light:
    """How a thing looks while an answer is made. lit: it may be chosen. why: why not, with the
    rule's id; "" too where it plays no part, or is not of the sort that is looked for. misfit: it
    is not."""

    lit: bool = False
    chosen: bool = False
    why: str = ""
    misfit: bool = False


class Drafting:
    """One question to the player. It holds nothing that is chosen: sketches are handed in."""

    def __init__(self, system: System, view: View[Any]) -> None:
        self.view = view
        self.kind = agenda.kind_of(view)
        self.desk = Desk(system, view)
        self.fields = system.fields
        self._repeats = system.repeats
        self._numbers: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._ways: dict[tuple[Any, Hashable], tuple[tuple[Answer, str], ...]] = {}
        self._lights: dict[tuple[Any, Hashable], Light] = {}
        self._lit_for: tuple[Sketch, str] | None = None  # and in which language

    def begin(self) -> Sketch:
        """Return the first sketch: single choices are made already, the kind of answer too if the
        others have nothing in them to choose, or are not what is asked for. Where there is another
        answer besides, it is never whole: one press too many would give it."""
        classes = self._asked
        if len(classes) != 1 or (len(self.kind.answers) > 1 and self.why_not(classes[0])):
            return None
        fresh: Draft[Any] = Draft(classes[0])
        filled = self.desk.fill_in(fresh)
        armed = len(self.kind.answers) > 1 and self.desk.look(filled).answer is not None
        return fresh if armed else filled

    def with_all(self, sketch: Draft[Any], field: Attribute[Any]) -> Draft[Any]:
        """Return a sketch with everything that may be in a field, if it fits."""
        allowed = [value for value, why in self.desk.choices(sketch, field) if why is None]
        full = sketch.with_(field, tuple(allowed))
        return full if allowed and self.desk.look(full).refusal is None else sketch

    def look(self, sketch: Sketch) -> DraftStatus[Any] | None:
        """How a sketch stands with the rules."""
        return None if sketch is None else self.desk.look(sketch)

    def why_not(self, cls: type[Answer]) -> str:
        """Why no answer of a class can be given now, "" if one may be."""
        refusal = self.desk.look(Draft(cls)).refusal
        return "" if refusal is None else said(refusal)

    def must(self, cls: type[Answer]) -> bool:
        """Return True if the rules refuse every answer of another class, as where only a pass is
        possible."""
        return all(self.why_not(other) for other in self.kind.answers if other is not cls)

    def ways(self, kind: Any, value: Hashable) -> tuple[tuple[Answer, str], ...]:
        """Every answer that a value can begin, and why not (""): what one card can be played as.

        What is of another sort is left out. A field holds its default where that plays no part or
        its values cannot be listed.
        """
        found = self._ways.get((kind, value))
        if found is None:
            begun = [Draft(cls).with_(blanks_of(cls)[0].field, value) for cls in self._begun(kind)]
            whole = [one for draft in begun for one in self._whole(draft)]
            found = self._ways[kind, value] = tuple(whole)
        return found

    def _whole(self, draft: Draft[Any]) -> Iterator[tuple[Answer, str]]:
        """Yield a draft with every combination of values in the empty fields, in the order in which
        the judge reads them: then the judge says which no longer matter."""
        refusal = self.desk.look(draft).refusal
        if refusal is not None and refusal.misfit:
            return
        empty = [blank for blank in blanks_of(draft.cls) if not draft.holds(blank.field)]
        if not empty:
            yield draft.made(), "" if refusal is None else said(refusal)
            return
        read = self.desk.reads(draft)
        blank = read or empty[0]
        values = None if blank.many else self.desk.domain(blank.kind)
        if blank.optional and (values is None or (read is None and refusal is not None)):
            values = (blank.default,)
        for value in values or ():
            yield from self._whole(draft.with_(blank.field, value))

    def takes(self, sketch: Sketch, kind: Any) -> bool:
        """Return True if the answer has a field for a value of a type, or may be begun by one."""
        if sketch is not None and _takes(sketch.cls, kind):
            return True
        return not (sketch is not None and sketch.cls.by_name) and bool(self._begun(kind))

    def pick(self, sketch: Sketch, pick: Pick) -> Sketch | Refusal | Give:
        """Return the effect of pressing a value of a type."""
        kind, value = pick.kind, pick.value
        if not self.takes(sketch, kind):
            return sketch
        if sketch is None:
            return self._filled_in(self._begun_by(kind, value), pick)
        look = self.desk.look(sketch)
        if look.answer is not None and pick.gives and _stands_alone(sketch, value, kind):
            return Give(look.answer)
        first = self.begin()
        if _begins(sketch, kind, value) and (first is None or first.cls is not sketch.cls):
            return first
        put = self._again(sketch, kind, value) or self.desk.put(sketch, kind, value)
        if isinstance(put, Refusal):
            begun = None
            if not sketch.cls.by_name:
                begun = self._begun_by(kind, value, besides=sketch)
            return put if begun is None else self._filled_in(begun, pick)
        if put.is_empty:
            again = self._filled_in(Draft(sketch.cls)) if sketch.cls.by_name else first
            return None if again is None else evolve(again, group=sketch.group)
        if held_by(put) < held_by(sketch) and not self._comes_back(put, sketch):
            again = self._filled_in(put)  # what there is only one of cannot be done without
            return sketch if again is not None and again.key == sketch.key else put
        return self._filled_in(put, pick)

    def _again(self, sketch: Draft[Any], kind: Any, value: Hashable) -> Draft[Any] | None:
        """The draft with a value that it holds once more, where its type allows it and there is
        room for it; else None."""
        for blank in blanks_of(sketch.cls) if kind in self._repeats else ():
            if blank.many and blank.kind is kind and value in sketch.held(blank):
                put = self.desk.appended(sketch, blank.field, value)
                return put if isinstance(put, Draft) else None
        return None

    def _comes_back(self, put: Draft[Any], sketch: Draft[Any]) -> bool:
        """Return True if the value taken out of a line is the only one missing in it then: a player
        who clicks the last soldier of a line, added automatically, does not want them out."""
        return len(self.kind.answers) == 1 and _filled(put) == _filled(sketch)

    def _filled_in(self, sketch: Sketch, pick: Pick | None = None) -> Sketch:
        """Fill in single choices of an answer begun by its name, or of the only answer that is
        asked for; also of one named by `Pick.fills`."""
        if sketch is None:
            return None
        fills = len(self.kind.answers) == 1 or sketch.cls.by_name
        if pick is not None and pick.fills and not fills:
            fills = len(self.ways(pick.kind, pick.value)) == 1
        return self.desk.fill_in(sketch) if fills else sketch

    def _begun(self, kind: Any) -> list[type[Answer]]:
        """The classes of answers that a value of a type can begin."""
        return [cls for cls in self._asked if blanks_of(cls)[0].kind is kind]

    @cached_property
    def _asked(self) -> list[type[Answer]]:
        """Return the classes of answers that are begun by a field, except those not asked for
        now."""
        found = [cls for cls in self.kind.answers if not cls.by_name and blanks_of(cls)]
        return [cls for cls in found if not self.desk.foreign(cls)] if len(found) > 1 else found

    def _begun_by(self, kind: Any, value: Hashable, besides: Sketch = None) -> Sketch:
        """The first answer that a value can begin, in the order in which the rules name them; if
        none is allowed, the one against which the best reason speaks, unless another of the
        sketch `besides` is being made."""
        best: tuple[bool, Draft[Any]] | None = None
        for cls in self._begun(kind):
            if besides is not None and besides.cls is cls:
                continue
            put = self.desk.put(Draft(cls), kind, value)
            if not isinstance(put, Refusal):
                return put
            if best is None or (best[0] and not put.misfit):
                best = (put.misfit, Draft(cls).adding(blanks_of(cls)[0], value))
        return best[1] if best is not None and not (besides is not None and best[0]) else None

    def turn_to(self, sketch: Sketch, cls: type[Answer]) -> Sketch | Refusal | Give:
        """A sketch of another class, with what still fits."""
        if sketch is not None and sketch.cls is cls:
            answer = self.desk.look(sketch).answer
            return Give(answer) if answer is not None and not blanks_of(cls) else self.begin()
        refusal = self.desk.look(Draft(cls)).refusal
        if refusal is not None:
            return refusal
        fresh: Draft[Any] = Draft(cls)
        for blank, value in _each(sketch):
            put = self.desk.put(fresh, blank.kind, value)
            fresh = fresh if isinstance(put, Refusal) else put
        return self._filled_in(fresh)

    def foresee(
        self, sketch: Sketch, weighs: Callable[[Any], bool] = lambda kind: True
    ) -> Iterator[None]:
        """Work out, one thing after another, how each looks that can be chosen: what a table will
        ask for. Nothing is worked out twice. weighs: whether it asks for values of a type."""
        for cls in self.kind.answers:
            if cls.by_name:
                self.why_not(cls)
                yield
        kinds = [blank.kind for cls in self.kind.answers for blank in blanks_of(cls)]
        for kind in dict.fromkeys(kinds):
            if weighs(kind) and self.takes(sketch, kind):
                for value in self.desk.domain(kind) or ():
                    self.light(sketch, kind, value)
                    yield

    def light(self, sketch: Sketch, kind: Any, value: Hashable) -> Light:
        """How a thing looks: whether pressing it adds to the answer, and why not."""
        if (sketch, current()) != self._lit_for:
            self._lights, self._lit_for = {}, (sketch, current())
        found = self._lights.get((kind, value))
        if found is None:
            found = self._lights[kind, value] = self._light(sketch, kind, value)
        return found

    def _light(self, sketch: Sketch, kind: Any, value: Hashable) -> Light:
        if not self.takes(sketch, kind):
            return Light()
        chosen = sketch is not None and _stands(sketch, value, kind)
        after: Any = self.desk.put(sketch, kind, value) if sketch is not None else None
        if sketch is None or (isinstance(after, Refusal) and not sketch.cls.by_name):
            after = self._begun_by(kind, value, besides=sketch) or after
        if sketch is not None and chosen:
            after = sketch
        refusal = self.desk.look(after).refusal if isinstance(after, Draft) else after
        if refusal is None:
            return Light(lit=True, chosen=chosen)
        return Light(chosen=chosen, why=said(refusal), misfit=refusal.misfit)

    def light_for(self, sketch: Sketch, action: DraftAction) -> Light:
        """How a thing looks whose press means this."""
        after = action.on(self, sketch)
        why = said(after) if isinstance(after, Refusal) else ""
        return Light(lit=not why, why=why)

    def numbers(self, sketch: Draft[Any], field: Attribute[Any]) -> tuple[int, ...]:
        """The numbers that the rules do not refuse for a field, ascending, below `MOST_NUMBER`."""
        key = (field.name, sketch.without(field).key)
        if key not in self._numbers:
            tries = [(n, self.desk.look(sketch.with_(field, n))) for n in range(MOST_NUMBER)]
            self._numbers[key] = tuple([n for n, look in tries if look.refusal is None])
        return self._numbers[key]


def held_by(sketch: Sketch) -> frozenset[Hashable]:
    """Return the things a sketch holds, one for each choice, so that Esc can take one back. The
    kind of answer is one where it was chosen by its name."""
    if sketch is None:
        return frozenset()
    found: list[Hashable] = [sketch.cls.__qualname__] if sketch.cls.by_name else []
    for blank in blanks_of(sketch.cls):
        for n, group in enumerate(sketch.groups(blank)):
            found += [(blank.name, n, one) for one in group]
    return frozenset(found)


def values_of(sketch: Sketch, kind: type[T]) -> tuple[T, ...]:
    """Return the chosen values of a type, in the order of the fields."""
    found: list[Any] = [value for blank, value in _each(sketch) if blank.kind is kind]
    return tuple(found)


def groups_of(sketch: Sketch, kind: type[T]) -> tuple[tuple[T, ...], ...]:
    """Return the chosen values of a type for a field that holds groups, group by group."""
    found: list[Any] = []
    for blank in blanks_of(sketch.cls) if sketch is not None else ():
        if blank.groups and blank.kind is kind and sketch is not None:
            found += sketch.groups(blank)
    return tuple(found)


def holds_groups(sketch: Sketch) -> bool:
    """Return True if things of the game are gathered in groups, such as soldiers in Fireteams."""
    return sketch is not None and any(blank.groups for blank in blanks_of(sketch.cls))


def _each(sketch: Sketch) -> Iterator[tuple[Blank, Hashable]]:
    """Yield the choices, each with its field; nothing for None."""
    for blank in blanks_of(sketch.cls) if sketch is not None else ():
        for value in sketch.held(blank) if sketch is not None else ():
            if value is not None:
                yield blank, value


def _filled(sketch: Draft[Any]) -> list[Blank]:
    return [blank for blank in blanks_of(sketch.cls) if sketch.holds(blank.field)]


def said(refusal: Refusal) -> str:
    """A refusal as people read it, with the rule's id."""
    return because(refusal.why, refusal.rule)


def _takes(cls: type[Answer], kind: Any) -> bool:
    return any(blank.kind is kind for blank in blanks_of(cls))


def _stands(sketch: Draft[Any], value: Hashable, kind: Any) -> bool:
    """Return True if a value of a type is chosen somewhere."""
    return any(blank.kind is kind and one == value for blank, one in _each(sketch))


def _stands_alone(sketch: Draft[Any], value: Hashable, kind: Any) -> bool:
    """Return True if it is chosen for a field that holds one."""
    blanks = [blank for blank in blanks_of(sketch.cls) if blank.kind is kind and not blank.many]
    return any(sketch.get(blank.field) == value for blank in blanks)


def _begins(sketch: Draft[Any], kind: Any, value: Hashable) -> bool:
    """Return True if the answer has been begun by this value."""
    blank = next(iter(blanks_of(sketch.cls)), None)
    return (
        blank is not None
        and not sketch.cls.by_name
        and not blank.many
        and blank.kind is kind
        and sketch.get(blank.field) == value
    )
