"""Classes a state is made of: registered by name, so that they can be saved, loaded and cloned.

Fields may be int, bool, str, bytes, None, enums, registered classes, and tuples, lists and
dicts of these. Anything else (float, set, a callable) is refused when the class is used
for the first time: what cannot be written down exactly cannot decide a game.

A `Record` is immutable and shared between clones; a state and the frames of its agenda are
mutable and copied.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, NewType, Self, TypeVar

import attrs

from owm_net.engine import codec
from owm_net.engine.errors import BadEncoding, EngineBug

Played = NewType("Played", int)
"""A card named in an answer which everybody sees by that: a slot before it is opened, the
card's number afterwards. The kernel opens every `Played` before the answer takes effect."""

T = TypeVar("T", bound=type)
C = TypeVar("C")
R = TypeVar("R", bound="Record")
Load = Callable[[Any], Any]
Copy = Callable[[Any], Any]

ADDED = {"added": True}
"""Metadata of a field that is not written while it has its default.
What was recorded before the field was there stays as it is."""

REGISTRY: dict[str, type] = {}
"""Name in saved games -> class."""


class Record:
    """An immutable value. Subclasses: `@record("name") class X(Record)`."""

    __slots__ = ("_code",)
    name: ClassVar[str]

    def with_(self, **changes: Any) -> Self:
        """The same record with some fields changed."""
        cls = self.__class__
        changed: Self = _layout(cls).changed(self, changes)
        if changes:
            raise EngineBug(f"{cls.__name__} has no field {', '.join(changes)}")
        return changed


class Copied:
    """Base of mutable registered classes: states, frames, decks."""

    __slots__ = ()
    name: ClassVar[str]

    def clone(self) -> Self:
        """An independent copy; immutable parts are shared."""
        return typing.cast(Self, _layout(self.__class__).clone(self))


def register(name: str) -> Callable[[T], T]:
    """Give an attrs class the name under which it is written into saved games and logs."""

    def enter(cls: T) -> T:
        if "__attrs_attrs__" not in vars(cls):
            raise EngineBug(
                f"{cls.__qualname__}: @register and @frame stand above @define or @frozen;"
                " an enum needs neither"
            )
        if name in REGISTRY:
            raise EngineBug(f"two classes are registered as {name!r}")
        if "name" in vars(cls):
            raise EngineBug(f"{cls.__qualname__}.name would hide its registered name")
        REGISTRY[name] = cls
        cls.name = name  # type: ignore[attr-defined]
        codec.WRITERS[cls] = _first_writer(cls)
        return cls

    return enter


def record(name: str, *, kw_only: bool = False) -> Callable[[type[C]], type[C]]:
    """Make an attrs class of a `Record`, registered under this name. kw_only: all its fields.

    mypy knows that by `scripts/mypy_attrs.py`.
    """
    return lambda cls: register(name)(attrs.frozen(cls, kw_only=kw_only))


def load(value: Any) -> Any:
    """A decoded object (`codec.decode`) as an instance of its registered class.

    Raises BadEncoding if the name is unknown or any field is of another type than declared.
    """
    if not isinstance(value, codec.Tagged):
        raise BadEncoding("not an object")
    cls = REGISTRY.get(value.name)
    if cls is None:
        raise BadEncoding(f"nothing is called {value.name[:40]!r}")
    return _layout(cls).load(value)


def from_bytes(data: bytes) -> Any:
    """Canonical bytes to an instance of a registered class. Raises BadEncoding."""
    return load(codec.decode(data))


def is_sound(record: Record) -> bool:
    """Return True if each field holds a value of its declared type, as in what is decoded."""
    try:
        return bool(from_bytes(codec.encode(record)) == record)
    except (BadEncoding, EngineBug, AttributeError, LookupError, TypeError, ValueError):
        return False


def field_names(record: Record) -> tuple[str, ...]:
    """The names of a record's fields, in their order."""
    return _layout(record.__class__).names


def fields_of(cls: type[Record]) -> dict[str, bool]:
    """The names of the fields of a class, in their order, and whether each has a default."""
    made: Any = cls
    return {one.name: one.default is not attrs.NOTHING for one in attrs.fields(made)}


def written_names(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the fields of a registered class as they are written, and of those that follow
    in a map, if they are not at their default. Raises BadEncoding."""
    cls = REGISTRY.get(name)
    if cls is None:
        raise BadEncoding(f"nothing is called {name[:40]!r}")
    layout = _layout(cls)
    return tuple([n for n in layout.names if n not in layout.added]), tuple(layout.added)


def load_field(cls: type[Record], name: str, value: Any) -> Any:
    """A decoded value as one field of a class holds it. Raises BadEncoding."""
    layout = _layout(cls)
    if name not in layout.names:
        known = ", ".join(layout.names) or "none"
        raise BadEncoding(f"{cls.__name__} has no field {name[:40]!r}; it has {known}")
    return layout.loads[layout.names.index(name)](value)


def played_cards(record: Record) -> tuple[int, ...]:
    """All cards a record names in `Played` fields, in the order of the fields."""
    return _PLAYED[record.__class__](record)


class _PlayedCards(dict[type, Callable[[Any], tuple[int, ...]]]):
    def __missing__(self, cls: type) -> Callable[[Any], tuple[int, ...]]:
        self[cls] = _compile_played(_layout(cls).played)
        return self[cls]


_PLAYED = _PlayedCards()
"""Class -> its `played_cards`: asked of every offer of every turn."""


def with_played(record: R, opened: Mapping[int, int]) -> R:
    """The same record with each slot in `Played` fields replaced by its card."""
    changes: dict[str, Any] = {}
    for field, many in _layout(record.__class__).played:
        value = getattr(record, field)
        if many:
            changes[field] = tuple(opened.get(c, c) for c in value)
        elif value is not None:
            changes[field] = opened.get(value, value)
    return record.with_(**changes) if changes else record


class _Layout:
    """The layout of a registered class: its fields, and how to load and copy each."""

    __slots__ = ("added", "changed", "clone", "cls", "loads", "names", "played")

    def __init__(self, cls: type) -> None:
        self.cls = cls
        hints = typing.get_type_hints(cls)
        fields = [f for f in attrs.fields(cls) if not f.metadata.get("transient")]
        self.names = tuple(f.name for f in fields)
        self.changed = _compile_changed(cls, fields)
        self.added = {f.name: f.default for f in fields if f.metadata.get("added")}
        self.loads: list[Load] = []
        self.played: list[tuple[str, bool]] = []
        copies: list[tuple[str, Copy | None]] = []
        for f in fields:
            hint = hints[f.name]
            loader, copier = _shape(hint, f"{cls.__qualname__}.{f.name}")
            if issubclass(cls, Record) and copier is not None:
                raise EngineBug(f"{cls.__qualname__}.{f.name}: a record holds nothing mutable")
            self.loads.append(loader)
            copies.append((f.name, copier))
            keeper = _keeper(hint)
            if keeper is not None:
                raise EngineBug(
                    f"{cls.__qualname__}.{f.name}: {keeper.__name__} names a card as Played, so no "
                    "frame and no other record may hold it: keep the card's number as an int, "
                    "and do not declare a window's `stack` anew"
                )
            if _holds_played(hint):
                if hint not in (Played, Played | None, tuple[Played, ...]):
                    raise EngineBug(
                        f"{cls.__qualname__}.{f.name}: cards are played as Played, Played | None "
                        "or tuple[Played, ...], in the answer itself"
                    )
                self.played.append((f.name, typing.get_origin(hint) is tuple))
        self.clone = _compile_clone(cls, copies)

    def load(self, value: codec.Tagged) -> Any:
        if self.added:
            return self._load_added(value)
        if len(value.fields) != len(self.names):
            raise BadEncoding(
                f"{value.name} has {len(self.names)} fields, {len(value.fields)} are given"
            )
        made = {n: ld(v) for n, ld, v in zip(self.names, self.loads, value.fields, strict=True)}
        try:
            return self.cls(**made)
        except (TypeError, ValueError) as e:
            raise BadEncoding(f"{value.name}: {e}") from e

    def _load_added(self, value: codec.Tagged) -> Any:
        """The same for a class with fields that are left out while they are at their default."""
        written = [n for n in self.names if n not in self.added]
        loads = dict(zip(self.names, self.loads, strict=True))
        more = value.fields[len(written) :]
        if len(value.fields) < len(written) or len(more) > 1:
            raise BadEncoding(f"{value.name}: {len(value.fields)} fields are given")
        made = {n: loads[n](v) for n, v in zip(written, value.fields, strict=False)}
        if more:
            if not isinstance(more[0], dict) or not set(more[0]) <= set(self.added):
                raise BadEncoding(f"{value.name}: a map of added fields expected")
            made |= {n: loads[n](v) for n, v in more[0].items()}
        try:
            return self.cls(**made)
        except (TypeError, ValueError) as e:
            raise BadEncoding(f"{value.name}: {e}") from e


_LAYOUTS: dict[type, _Layout] = {}


def _layout(cls: type) -> _Layout:
    found = _LAYOUTS.get(cls)
    if found is None:
        found = _LAYOUTS[cls] = _Layout(cls)
    return found


def _first_writer(cls: type) -> Callable[[Any], bytes]:
    """A writer that replaces itself by a compiled one when it is called for the first time."""

    def write(value: Any) -> bytes:
        codec.WRITERS[cls] = _compile_writer(cls)
        return codec.WRITERS[cls](value)

    return write


def _compile_writer(cls: type) -> Callable[[Any], bytes]:
    """Added fields are left out while they are at their default, and else written as a map."""
    layout = _layout(cls)
    names = [n for n in layout.names if n not in layout.added]
    name = codec.encode(cls.name)  # type: ignore[attr-defined]
    start, longer = (codec.OBJECT_TAG + codec.head(4 << 5, len(names) + n) + name for n in (1, 2))
    scope: dict[str, Any] = {
        "start": start,
        "longer": longer,
        "w": codec.WRITERS,
        "keep": object.__setattr__,
        "map": codec.encode,
        "ints": codec.INTS,
        "none": codec.NO_ITEMS,
    }
    hints = {} if issubclass(cls, Record) else typing.get_type_hints(cls)
    parts = "".join(f"{_written(n, hints.get(n), scope)}, " for n in names)
    lines = []
    if layout.added:
        lines.append("more = {}")
        for n, default in layout.added.items():
            made = isinstance(default, attrs.Factory)  # type: ignore[arg-type]
            scope[f"default_{n}"] = default.factory if made else default
            lines.append(f"if v.{n} != default_{n}{'()' if made else ''}: more['{n}'] = v.{n}")
        lines.append(
            f"code = b''.join((longer if more else start, {parts}map(more) if more else b''))"
        )
    else:
        lines.append(f"code = b''.join((start, {parts}))")
    if issubclass(cls, Record):
        anew = _compiled("write", [*lines, "keep(v, '_code', code)", "return code"], scope)
        codec.KEEPERS[cls] = scope["anew"] = anew
        lines = ["try: return v._code", "except AttributeError: return anew(v)"]
        return _compiled("write", lines, scope)
    return _compiled("write", [*lines, "return code"], scope)


def _compiled(name: str, lines: list[str], scope: dict[str, Any]) -> Callable[[Any], Any]:
    """A function of one value `v`."""
    exec(f"def {name}(v):\n    " + "\n    ".join(lines), scope)
    return typing.cast(Callable[[Any], Any], scope[name])


def _written(name: str, hint: Any, scope: dict[str, Any]) -> str:
    """The expression that writes a field: without a look at its value's class where its declared
    type says how. Nothing is declared for records, which strangers may have filled wrongly."""
    hint, args = _plain(hint), typing.get_args(hint)
    if hint is int:
        return f"ints[v.{name}]"
    if typing.get_origin(hint) is not list:
        return f"w[(x := v.{name}).__class__](x)"
    inner = _plain(args[0])
    if inner is int:
        keep = codec.LastWritten(codec.ints, list)
    elif typing.get_origin(inner) is list and _plain(typing.get_args(inner)[0]) is int:
        keep = codec.LastWritten(codec.int_arrays, lambda v: [x[:] for x in v])
    else:
        return f"(none if (x := v.{name}) == [] else w[x.__class__](x))"
    scope[f"kept_{name}"] = keep
    return f"(y[1] if (x := v.{name}) == (y := kept_{name}.last)[0] else kept_{name}.anew(x))"


def _plain(hint: Any) -> Any:
    """A declared type without its new name."""
    while isinstance(hint, NewType):
        hint = hint.__supertype__
    return hint


def _compile_changed(cls: type, fields: Sequence[Any]) -> Callable[[Any, dict[str, Any]], Any]:
    """A copy with some fields changed, which it takes out of the dict."""
    takes = ", ".join(
        (f"{f.alias}=" if f.kw_only else "")
        + f"c.pop('{f.name}') if '{f.name}' in c else v.{f.name}"
        for f in sorted(fields, key=lambda f: f.kw_only)
    )
    scope: dict[str, Any] = {"cls": cls}
    exec(f"def changed(v, c):\n    return cls({takes})", scope)
    return typing.cast(Callable[[Any, dict[str, Any]], Any], scope["changed"])


def _compile_clone(cls: type, copies: list[tuple[str, Copy | None]]) -> Copy:
    scope: dict[str, Any] = {"cls": cls, "new": cls.__new__}
    lines = ["def clone(v):", "    c = new(cls)"]
    for i, (name, copier) in enumerate(copies):
        if copier is None:
            lines.append(f"    c.{name} = v.{name}")
        else:
            scope[f"copy{i}"] = copier
            lines.append(f"    c.{name} = copy{i}(v.{name})")
    for f in attrs.fields(cls):
        if f.metadata.get("transient"):
            lines.append(f"    c.{f.name} = []")
    lines.append("    return c")
    exec("\n".join(lines), scope)
    return typing.cast(Copy, scope["clone"])


def _compile_played(played: list[tuple[str, bool]]) -> Callable[[Any], tuple[int, ...]]:
    parts = " + ".join(
        f"r.{name}" if many else f"(() if r.{name} is None else (r.{name},))"
        for name, many in played
    )
    scope: dict[str, Any] = {}
    exec(f"def played(r):\n    return {parts or '()'}", scope)
    return typing.cast(Callable[[Any], tuple[int, ...]], scope["played"])


def _holds_played(hint: Any) -> bool:
    return hint is Played or any(_holds_played(a) for a in typing.get_args(hint))


def _keeper(hint: Any) -> type | None:
    """The record in a field's type that names cards as `Played`, where they cannot be opened."""
    if isinstance(hint, type) and issubclass(hint, Record) and attrs.has(hint):
        return hint if _layout(hint).played else None
    return next(filter(None, map(_keeper, typing.get_args(hint))), None)


def _exactly(cls: type, what: str) -> Load:
    def check(v: Any) -> Any:
        if v.__class__ is not cls:
            raise BadEncoding(f"{what} expected, got {_short(v)}")
        return v

    return check


def _short(v: Any) -> str:
    return repr(v)[:40] if isinstance(v, int | str | bytes | None) else type(v).__name__


def _shape(hint: Any, where: str) -> tuple[Load, Copy | None]:
    """How a value of a declared type is loaded from plain values, and copied (None: shared)."""
    while isinstance(hint, NewType | TypeVar):
        hint = hint.__supertype__ if isinstance(hint, NewType) else hint.__bound__
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(origin, type) and issubclass(origin, Record | Copied):
        hint = origin  # a generic class is written down as itself: Frame for Frame[bool]
    if hint in (int, bool, str, bytes):
        return _exactly(hint, hint.__name__), None
    if hint is None or hint is type(None):
        return _exactly(type(None), "nothing"), None
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint, where), None
    if origin in (typing.Union, types.UnionType):
        return _union(args, where)
    if origin is tuple:
        return _tuple(args, where)
    if origin is list:
        return _list(args[0], where)
    if origin is dict:
        return _dict(args, where)
    if isinstance(hint, type) and issubclass(hint, Record):
        return _instance(hint), None
    if isinstance(hint, type) and issubclass(hint, Copied):
        return _instance(hint), Copied.clone
    raise EngineBug(f"{where}: a field of type {hint!r} cannot be part of a state or an answer")


def _instance(cls: type) -> Load:
    def check(v: Any) -> Any:
        made = load(v)
        if not isinstance(made, cls):
            raise BadEncoding(f"{cls.__name__} expected, got {type(made).__name__}")
        return made

    return check


def _enum(cls: type[Enum], where: str) -> Load:
    members = {m.value: m for m in cls}
    if any(value.__class__ not in (int, str) for value in members):
        raise EngineBug(f"{where}: the values of {cls.__name__} are not all numbers or texts")

    def check(v: Any) -> Any:
        if not isinstance(v, int | str) or v.__class__ is bool or v not in members:
            raise BadEncoding(f"{cls.__name__} expected, got {_short(v)}")
        return members[v]

    return check


def _union(args: tuple[Any, ...], where: str) -> tuple[Load, Copy | None]:
    shapes = [_shape(a, where) for a in args]
    copiers = [c for _, c in shapes if c is not None]
    if copiers and any(c is not Copied.clone for c in copiers):
        raise EngineBug(f"{where}: lists and dicts cannot be alternatives of a union")

    def check(v: Any) -> Any:
        problem: BadEncoding | None = None
        for loader, _ in shapes:
            try:
                return loader(v)
            except BadEncoding as e:
                problem = e
        raise problem or BadEncoding("nothing fits")

    def copy(v: Any) -> Any:
        return v.clone() if isinstance(v, Copied) else v

    return check, copy if copiers else None


def _tuple(args: tuple[Any, ...], where: str) -> tuple[Load, Copy | None]:
    if len(args) == 2 and args[1] is Ellipsis:
        loader, copier = _shape(args[0], where)

        def check(v: Any) -> Any:
            if not isinstance(v, list):
                raise BadEncoding(f"a list expected, got {_short(v)}")
            return tuple([loader(x) for x in v])

        return check, None if copier is None else lambda v: tuple([copier(x) for x in v])
    shapes = [_shape(a, where) for a in args]
    if any(c is not None for _, c in shapes):
        raise EngineBug(f"{where}: a fixed tuple holds nothing mutable")

    def check_each(v: Any) -> Any:
        if not isinstance(v, list) or len(v) != len(shapes):
            raise BadEncoding(f"{len(shapes)} values expected, got {_short(v)}")
        return tuple([ld(x) for (ld, _), x in zip(shapes, v, strict=True)])

    return check_each, None


def _list(arg: Any, where: str) -> tuple[Load, Copy | None]:
    loader, copier = _shape(arg, where)

    def check(v: Any) -> Any:
        if not isinstance(v, list):
            raise BadEncoding(f"a list expected, got {_short(v)}")
        return [loader(x) for x in v]

    return check, list if copier is None else lambda v: [copier(x) for x in v]


def _dict(args: tuple[Any, ...], where: str) -> tuple[Load, Copy | None]:
    load_key, _ = _shape(args[0], where)
    key = args[0]
    while isinstance(key, NewType):
        key = key.__supertype__
    if not isinstance(key, type) or not (key in (int, str) or issubclass(key, Enum)):
        raise EngineBug(f"{where}: a dict's keys are numbers, texts or enums, not {key!r}")
    loader, copier = _shape(args[1], where)

    def check(v: Any) -> Any:
        if not isinstance(v, dict):
            raise BadEncoding(f"a map expected, got {_short(v)}")
        return {load_key(k): loader(x) for k, x in v.items()}

    return check, dict if copier is None else lambda v: {k: copier(x) for k, x in v.items()}
