"""Answers in the making: a person fills in fields in any order, and the rules say what may follow.

A draft is an object of the answer's own class in which some fields are not set yet. The judge of
whole answers judges it too: if it reads a field that is not set, nothing speaks against the draft
so far, and that field is wanted next. So no rule is written twice, and no list of all legal answers
is needed, which for a path over a map in inches there cannot be.

If a field is filled in before the one that the judge reads first, the values of that first field
are tried: everything that `System.domain` lists (cards of a hand, soldiers, cells). If the judge
refuses each of them, it refuses the draft. A field without a domain (a point, a path) is taken to
be fillable. A field with a default holds that as long as the judge does not refuse it, or else the
one other value that will do while the other defaults hold, so that trials grow with the sum of such
domains and not with their product; it is wanted only where there are several. A field may hold
groups, such as the Fireteams of a squad: a value goes into the group that is open (`Draft.group`),
and groups that are empty are no part of the answer.

    desk = Desk(system, view)               # for one question; remembers what it has worked out
    crew = desk.begin(Crew)                 # nothing chosen
    crew = desk.put(crew, SoldierId, 12)    # a Refusal, or the draft with him as the gunner
    desk.look(crew)                         # wants "assistant", or whole and allowed

A field is named by what attrs knows of it, `attrs.fields(Crew).gunner`: mypy refuses a misspelt
name, and a value of another type than the field's.

    crew = crew.with_(fields(Crew).gunner, SoldierId(12))
    crew.get(fields(Crew).assistant)        # SoldierId | None
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

import attrs
from attrs import Attribute, evolve, field, frozen

from owm_net.engine import agenda
from owm_net.engine.requests import Answer, Refusal
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.engine.view import View

A = TypeVar("A", bound=Answer)
T = TypeVar("T")
U = TypeVar("U")

MOST_TRIED = 4000
"""Judgements for one question about a draft; a draft that needs more is taken to be possible."""


MOST_NAMED, LEAST_NAME = 200, 4
"""Values of which one is looked for in a reason, and the letters of such a name."""
NOTHING_FITS = say("nothing that goes with it can be chosen now")


class Unset(Exception):
    """The judge has read a field that is not filled in yet."""

    def __init__(self, name: str) -> None:
        self.field = name
        super().__init__(name)


def so_far(read: Callable[[], T], default: U) -> T | U:
    """Return what a judge reads of an answer; of a draft, the default while it is not filled in.
    With this a judge refuses at once what does not go together. If it simply read the fields, all
    their values would be tried."""
    try:
        return read()
    except Unset:
        return default


@frozen
class Blank:
    """A field of an answer. many: it is a tuple of such values. kind: the declared type of one.

    Of `X | None` that is X. groups: it is a tuple of groups, which are tuples of such values; then
    it is one of many too.
    """

    field: Attribute[Any]
    kind: Any
    many: bool
    groups: bool

    @property
    def name(self) -> str:
        """As the class declares it."""
        return self.field.name

    @property
    def default(self) -> Any:
        """Return its value where it is not filled in and the judge does not refuse it;
        `attrs.NOTHING` if it must be filled in."""
        return self.field.default

    @property
    def optional(self) -> bool:
        """Return True if it may stay as it is."""
        return self.default is not attrs.NOTHING


_BLANKS: dict[type, tuple[Blank, ...]] = {}


def blanks_of(cls: type) -> tuple[Blank, ...]:
    """The fields of a class of answers, in order."""
    if cls not in _BLANKS:
        hints = typing.get_type_hints(cls)
        _BLANKS[cls] = tuple([_blank_of(f, hints[f.name]) for f in attrs.fields(cls)])
    return _BLANKS[cls]


def _blank_of(f: Attribute[Any], hint: Any) -> Blank:
    one = _each_of(hint)
    if one is not None:
        inner = _each_of(one)
        return Blank(f, one if inner is None else inner, many=True, groups=inner is not None)
    args = typing.get_args(hint)
    if len(args) == 2 and type(None) in args:
        (hint,) = [arg for arg in args if arg is not type(None)]
    return Blank(f, hint, many=False, groups=False)


def _each_of(hint: Any) -> Any:
    """X of `tuple[X, ...]`, else None."""
    args = typing.get_args(hint)
    whole = typing.get_origin(hint) is tuple and len(args) == 2 and args[1] is Ellipsis
    return args[0] if whole else None


@frozen
class Draft(Generic[A]):
    """An answer as filled in so far. Values of fields that are tuples grow one by one.

    group: which group of a field that holds groups is open, counted from 0. Those before it may be
    empty: they are places that are kept, and the answer is made without them.
    """

    cls: type[A]
    _values: Mapping[str, Hashable] = field(factory=dict)
    group: int = 0

    @classmethod
    def of(cls, answer: A) -> Draft[A]:
        """All that an answer holds."""
        return cls(type(answer), {b.name: getattr(answer, b.name) for b in blanks_of(type(answer))})

    @overload
    def get(self, field: Attribute[T]) -> T | None: ...
    @overload
    def get(self, field: Attribute[T], default: T) -> T: ...
    def get(self, field: Attribute[T], default: T | None = None) -> T | None:
        """Return the value of a field, `default` if it is not filled in, or if a draft of this
        class has no field of that name and type."""
        held: Any = self._values.get(field.name, default)
        return held if self.has(field) else default

    def all(self, field: Attribute[tuple[T, ...]]) -> tuple[T, ...]:
        """Return the values of a field of many, nothing if it is not filled in."""
        return self.get(field, ())

    def has(self, field: Attribute[Any]) -> bool:
        """Return True if answers of this class have a field of that name and type."""
        return any(own.field == field for own in blanks_of(self.cls) if own.name == field.name)

    def holds(self, field: Attribute[Any]) -> bool:
        """Return True if a field is filled in."""
        return field.name in self._values and self.has(field)

    @property
    def is_empty(self) -> bool:
        """Return True if no field is filled in."""
        return not self._values

    @property
    def key(self) -> tuple[object, ...]:
        """The same for drafts of a class that hold the same."""
        return (self.cls, *sorted(self._values.items()))

    def with_(self, field: Attribute[T], value: T) -> Draft[A]:
        """The same with one field filled in."""
        assert self.has(field), (self.cls, field)
        return self._with(field.name, value)

    def _with(self, name: str, value: Any) -> Draft[A]:
        return evolve(self, values={**self._values, name: value})

    def without(self, field: Attribute[Any]) -> Draft[A]:
        """The same with one field empty again."""
        return evolve(self, values={k: v for k, v in self._values.items() if k != field.name})

    def over(self, answer: A) -> A:
        """Return another answer of the class, with the fields filled in here."""
        whole = Draft.of(answer)
        return evolve(whole, values={**whole._values, **self._values}).whole()

    def groups(self, blank: Blank) -> tuple[tuple[Hashable, ...], ...]:
        """The groups that a field holds, one if it is a field of one."""
        held = self._values.get(blank.name)
        if blank.name not in self._values:
            return ()
        if not (blank.many and isinstance(held, tuple)):
            return ((held,),)
        return held if blank.groups else (held,)

    def held(self, blank: Blank) -> tuple[Hashable, ...]:
        """The values that a field holds, whatever their groups."""
        return tuple([value for group in self.groups(blank) for value in group])

    def adding(self, blank: Blank, value: Hashable) -> Draft[A]:
        """The same with a value in a field, behind those that it holds if it may hold many."""
        if not blank.many:
            return self._with(blank.name, value)
        if not blank.groups:
            return self._with(blank.name, (*self.held(blank), value))
        groups = [*self.groups(blank)]
        groups += [()] * (self.group + 1 - len(groups))
        groups[self.group] = (*groups[self.group], value)
        return self._with(blank.name, tuple(groups))

    def taking_out(self, blank: Blank, value: Hashable) -> Draft[A]:
        """The same without a value that a field holds; a field that is empty then is not set."""
        groups = [tuple([v for v in group if v != value]) for group in self.groups(blank)]
        while groups and not groups[-1]:
            groups.pop()
        if not groups:
            return self.without(blank.field)
        return self._with(blank.name, tuple(groups) if blank.groups else groups[0])

    def made(self) -> A:
        """An object of the class whose other fields raise `Unset` when they are read."""
        if all(blank.name in self._values for blank in blanks_of(self.cls)):
            return self.whole()
        made: Any = object.__new__(_partial(self.cls))
        for name, value in self._kept().items():
            object.__setattr__(made, name, value)
        return typing.cast(A, made)

    def whole(self) -> A:
        """The answer. A field that is not filled in must have a default."""
        return self.cls(**self._kept())

    def _kept(self) -> dict[str, Hashable]:
        """The values, without groups that are empty."""
        kept = dict(self._values)
        for blank in blanks_of(self.cls):
            if blank.groups and blank.name in kept:
                kept[blank.name] = tuple(filter(None, self.groups(blank)))
        return kept


@frozen
class DraftStatus(Generic[A]):
    """How a draft stands.

    refusal: why it cannot become an allowed answer; None if it may. answer: the whole answer, if it
    is allowed as it stands. wants: the field to fill in next, None if none must be. lacks: what the
    judge says to a draft that may become an answer when there is more in it.
    """

    refusal: Refusal | None
    answer: A | None
    wants: Blank | None
    lacks: Refusal | None = None


class Desk:
    """Where the answers to one question are drafted. Make a new one when the view changes."""

    def __init__(self, system: System, view: View[Any]) -> None:
        self._system = system
        self._view = view
        self._domains: dict[Any, tuple[Hashable, ...] | None] = {}
        self._looks: dict[tuple[object, ...], DraftStatus[Any]] = {}
        self._alones: dict[tuple[object, ...], Refusal | Blank | None] = {}

    def begin(self, cls: type[A]) -> Draft[A]:
        """A draft with nothing filled in."""
        return Draft(cls)

    def look(self, draft: Draft[A]) -> DraftStatus[A]:
        """How a draft stands: refused, whole and allowed, or which field it wants next."""
        key = draft.key
        found = self._looks.get(key)
        if found is None:
            found = self._looks[key] = self._look(draft, self._judged(draft))
        return found

    def foreign(self, cls: type[Answer]) -> bool:
        """Return True if a class of answers is not what is asked for now, whatever is filled in:
        the judge calls it a misfit before it reads a field."""
        verdict = self._judged(Draft(cls))
        return isinstance(verdict, Refusal) and verdict.misfit

    def checked(self, draft: Draft[A]) -> Draft[A] | Refusal:
        """The draft, or why it cannot become an allowed answer."""
        return self.look(draft).refusal or draft

    def reads(self, draft: Draft[A]) -> Blank | None:
        """Return the empty field that the judge reads next; None if it can decide without one."""
        verdict = self._judged(draft)
        return verdict if isinstance(verdict, Blank) else None

    def choices(
        self, draft: Draft[A], field: Attribute[Any]
    ) -> Iterator[tuple[Hashable, Refusal | None]]:
        """Every value of a field's domain, and why it cannot be chosen (None: it can).

        For a field that holds many: what may be added to it. Nothing without a domain.
        """
        blank = _blank(draft.cls, field.name)
        for value in self.domain(blank.kind) or ():
            yield value, self._refusal_of(draft.adding(blank, value))

    def put(self, draft: Draft[A], kind: Any, value: Hashable) -> Draft[A] | Refusal:
        """The draft with a value where it belongs: what a click on a card, a soldier, a cell means.

        A value that the draft already has is taken out. Otherwise it goes into the first field of
        its type that is empty (or holds many) and for which the rules do not refuse it. If there is
        none, it replaces another value, and fields that conflict with it are emptied, except the
        first field of an answer that was begun with it; in a group, or where several are held,
        nothing is replaced. Where that does not help either, the first reason.
        """
        blanks = [blank for blank in blanks_of(draft.cls) if blank.kind is kind]
        for blank in blanks:
            if value in draft.held(blank):
                return draft.taking_out(blank, value)
        refusals = []
        for blank in sorted(blanks, key=lambda s: s.name in draft._values and not s.many):
            filled = draft.adding(blank, value)
            refusal = self._refusal_of(filled)
            if refusal is None:
                return filled
            refusals.append(refusal)
        for blank in blanks:
            if blank.many and len(draft.held(blank)) > 1:
                continue  # which of them should go is for people to say
            alone = Draft(draft.cls).adding(blank, value)
            if not blank.groups and self._refusal_of(alone) is None:
                fitting = self._with_what_fits(alone, draft)
                if not _loses_its_beginning(draft, fitting):
                    return fitting
        return refusals[0] if refusals else Refusal("KERNEL", say("this cannot be chosen here"))

    def appended(
        self, draft: Draft[A], field: Attribute[tuple[T, ...]], value: T
    ) -> Draft[A] | Refusal:
        """The draft with a value behind those that a field holds, the same one again too: what a
        click on the ground means to a path. Unlike `put` it takes nothing out."""
        longer = draft.adding(_blank(draft.cls, field.name), value)
        return self._refusal_of(longer) or longer

    def shortened(self, draft: Draft[A], field: Attribute[Any]) -> Draft[A]:
        """The draft without the last value that a field holds."""
        held = draft.held(_blank(draft.cls, field.name))[:-1]
        return draft.with_(field, held) if held else draft.without(field)

    def fill_in(self, draft: Draft[A]) -> Draft[A]:
        """The draft with every field filled in for which there is only one choice; what holds many
        is given the last one that it still needs."""
        for blank in blanks_of(draft.cls):
            if draft.holds(blank.field) and not blank.many:
                continue
            if (blank.optional or blank.many) and self.look(draft).wants is not blank:
                continue
            held = draft.held(blank)
            choices = self.choices(draft, blank.field)
            allowed = [value for value, why in choices if why is None and value not in held]
            if len(allowed) == 1:
                return self.fill_in(draft.adding(blank, allowed[0]))
        return draft

    def domain(self, kind: Any) -> tuple[Hashable, ...] | None:
        """The values worth trying for fields of a type, None where they cannot be counted."""
        if kind not in self._domains:
            found = self._system.domain(self._view, kind)
            self._domains[kind] = None if found is None else tuple(found)
        return self._domains[kind]

    def _with_what_fits(self, draft: Draft[A], old: Draft[A]) -> Draft[A]:
        """The draft with those values of an older one that still go with it."""
        for name, value in old._values.items():
            if name not in draft._values:
                both = draft._with(name, value)
                draft = both if self._refusal_of(both) is None else draft
        return draft

    def _refusal_of(self, draft: Draft[A]) -> Refusal | None:
        key = draft.key
        found = self._looks.get(key)
        if found is None:
            verdict = self._judged(draft)
            if isinstance(verdict, Refusal) and verdict.more:
                return None  # what it lacks, for which much is tried, is not the question
            found = self._looks[key] = self._look(draft, verdict)
        return found.refusal

    def _look(self, draft: Draft[A], verdict: Refusal | Blank | None) -> DraftStatus[A]:
        if isinstance(verdict, Blank) and verdict.optional:
            usual = self.look(draft._with(verdict.name, verdict.default))
            if usual.refusal is None:
                return usual
            others = self._others(draft, verdict)
            allowed = [value for value, why in others or () if why is None]
            if len(allowed) == 1:
                return self.look(draft._with(verdict.name, allowed[0]))
            if others is not None and not allowed:
                return DraftStatus(_best([usual.refusal, *[w for _, w in others]]), None, None)
        if isinstance(verdict, Blank) and verdict.many:
            lacks = self._lacks(draft._with(verdict.name, ()))
            if lacks is not None:
                return DraftStatus(None, None, verdict, lacks)
        if isinstance(verdict, Blank):
            refusal = self._tried(draft, verdict, _Tries(MOST_TRIED))
            return DraftStatus(refusal, None, verdict if refusal is None else None)
        missing = [blank for blank in blanks_of(draft.cls) if not draft.holds(blank.field)]
        needed = [blank for blank in missing if not blank.optional]
        if verdict is None and needed:  # the judge has no opinion on these fields
            return DraftStatus(None, None, needed[0])
        if verdict is None:
            return DraftStatus(None, draft.whole(), None)
        if verdict.more:
            empty = missing[0] if missing else None
            return DraftStatus(None, None, self._growing(draft) or empty, verdict)
        return DraftStatus(verdict, None, None)

    def _lacks(self, draft: Draft[A]) -> Refusal | None:
        """Return what `look` says that a draft lacks, ignoring the field that could hold more."""
        verdict = self._judged(draft)
        if isinstance(verdict, Refusal):
            return verdict if verdict.more else None
        return self.look(draft).lacks

    def _others(
        self, draft: Draft[A], blank: Blank
    ) -> list[tuple[Hashable, Refusal | None]] | None:
        """The values of a field, each with the refusal while the other defaults hold; None where
        they cannot be counted."""
        values = None if blank.many else self.domain(blank.kind)
        if values is None:
            return None
        usual = [(value, self._usual(draft._with(blank.name, value))) for value in values]
        return [(value, self._refusal_of(filled)) for value, filled in usual]

    def _usual(self, draft: Draft[A]) -> Draft[A]:
        """The draft with every default for which another value could be tried, where nothing is
        filled in."""
        usual = {
            blank.name: blank.default
            for blank in blanks_of(draft.cls)
            if blank.optional and not blank.many and self.domain(blank.kind) is not None
        }
        return evolve(draft, values={**usual, **draft._values})

    def _judged(self, draft: Draft[A]) -> Refusal | Blank | None:
        """Return the judge's verdict, or the field that it needs for one."""
        try:
            return agenda.why_not(self._view, draft.made())
        except Unset as unset:
            return _blank(draft.cls, unset.field)

    def _tried(self, draft: Draft[A], blank: Blank, tries: _Tries) -> Refusal | None:
        """None if some value of the field leads to an answer that is not refused; else a reason: of
        the first value that only what is filled in already speaks against, or of the first. A
        value of the right sort comes before all others. Where another value than a default is
        tried, the other defaults hold. What is wrong with those values alone is no reason against
        what is filled in, which then has nothing to go with."""
        values = self.domain(blank.kind)
        if values is None:
            return None
        if blank.many:
            values = ((),)
        if blank.optional and blank.default not in values:
            values = (*values, blank.default)
        first: Refusal | None = None
        telling: Refusal | None = None
        reasons: list[tuple[Hashable, Refusal]] = []
        for value in values:
            if not tries.one_more():
                return None
            filled = draft._with(blank.name, value)
            if blank.optional and value != blank.default:
                filled = self._usual(filled)
            alone = self._alone(draft.cls, blank.name, value)
            # what he says to a value alone he says to it with others: he has read no other
            is_all = isinstance(alone, Refusal) or draft.is_empty
            verdict = alone if is_all else self._judged(filled)
            if isinstance(verdict, Blank):
                verdict = self._tried(filled, verdict, tries)
            if verdict is None or verdict.more:
                return None
            reasons.append((value, verdict))
            first = _better(first, verdict)
            better = _better(telling, verdict)
            if better is not telling and not draft.is_empty:
                telling = telling if isinstance(alone, Refusal) else better
        found = first if telling is None else _better(telling, first)
        if found is not None and not draft.is_empty:
            differ = telling is None and any(why.why != found.why for _, why in reasons)
            others = differ and not found.misfit
            if others or self._names_one(found, blank, [value for value, _ in reasons]):
                rule = agenda.kind_of(self._view).refusal.rule
                return Refusal(rule, NOTHING_FITS, misfit=found.misfit)
        return found or Refusal("KERNEL", say("there is nothing to choose"))

    def _names_one(self, reason: Refusal, blank: Blank, values: Sequence[Hashable]) -> bool:
        """Return True if a reason names one of these values of a field: it is about that."""
        one = [] if blank.many else [v for v in values[:MOST_NAMED] if v is not None]
        called = [self._system.value_name(self._view, blank.kind, v) for v in one]
        return any(len(name) >= LEAST_NAME and name in reason.why for name in called)

    def _alone(self, cls: type[Any], name: str, value: Hashable) -> Refusal | Blank | None:
        """Return the judge's verdict on a value while nothing else is filled in; ask it only
        once."""
        key = (cls, name, value)
        if key not in self._alones:
            self._alones[key] = self._judged(Draft(cls)._with(name, value))
        return self._alones[key]

    def _growing(self, draft: Draft[A]) -> Blank | None:
        """The field that holds too few: the first to which something can be added that makes the
        answer whole, or else may be added."""
        growing = [blank for blank in blanks_of(draft.cls) if blank.many]
        if len(growing) == 1:
            return growing[0]
        possible: Blank | None = None
        for blank in growing:
            for value in self.domain(blank.kind) or ():
                verdict = self._judged(draft.adding(blank, value))
                if verdict is None:
                    return blank
                if isinstance(verdict, Blank) or verdict.more:
                    possible = possible or blank
        return possible


def _better(one: Refusal | None, other: Refusal | None) -> Refusal | None:
    """The first of two reasons, unless it alone is about a thing of another sort."""
    if one is None or (other is not None and one.misfit and not other.misfit):
        return other
    return one


def _best(reasons: Iterable[Refusal | None]) -> Refusal | None:
    """The first of several reasons that is not about a thing of another sort, or else the first."""
    found: Refusal | None = None
    for reason in reasons:
        found = _better(found, reason)
    return found


def _loses_its_beginning(draft: Draft[Any], after: Draft[Any]) -> bool:
    """Return True if a draft that is not begun by its name has lost its first field."""
    first = blanks_of(draft.cls)[0].field
    return not draft.cls.by_name and draft.holds(first) and not after.holds(first)


class _Tries:
    def __init__(self, left: int) -> None:
        self._left = left

    def one_more(self) -> bool:
        self._left -= 1
        return self._left >= 0


def _blank(cls: type, name: str) -> Blank:
    return next(blank for blank in blanks_of(cls) if blank.name == name)


_PARTIAL: dict[type, type] = {}


def _partial(cls: type) -> type:
    """Return a class whose objects are of class `cls`, except for fields that are not set."""
    if cls not in _PARTIAL:
        names = [blank.name for blank in blanks_of(cls)]

        def missing(self: object, name: str) -> Any:
            if name in names:
                raise Unset(name)
            raise AttributeError(name)

        same = property(lambda self: cls)
        scope = {"__slots__": (), "__getattr__": missing, "__class__": same}
        _PARTIAL[cls] = type(cls.__name__, (cls,), scope)
    return _PARTIAL[cls]
