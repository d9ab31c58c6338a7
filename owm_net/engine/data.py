"""Reads data files: TOML, checked against attrs classes, every problem named at once.

The only module of the engine that opens files, and only while a system is being loaded.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from importlib import resources
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Any, NewType, TypeVar

import attrs
import cattrs
from cattrs import AttributeValidationNote, IterableValidationNote
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError
from cattrs.gen import make_dict_structure_fn

from owm_net.engine.codec import encode
from owm_net.engine.errors import MOST_PROBLEMS, BadData
from owm_net.engine.text import Said, read_out, say

T = TypeVar("T")
N = TypeVar("N", bound=int)

_converter = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)


def _strict(cls: type) -> Callable[[Any, Any], Any]:
    def check(value: Any, _: Any) -> Any:
        if value.__class__ is not cls:
            raise ValueError(f"must be {_NAMES[cls]}, is {_show(value)}")
        return value

    return check


_NAMES: dict[type, str] = {int: "a whole number", str: "a text", bool: "true or false"}
for _cls in _NAMES:
    _converter.register_structure_hook(_cls, _strict(_cls))


Plain = NewType("Plain", object)
"""A value of a data file as it stands there; whoever reads it checks it."""


def _plain(value: Any, _: Any) -> Any:
    return value


_converter.register_structure_hook_func(lambda kind: kind is Plain, _plain)


def _said(value: Any, _: Any) -> str:
    return read_out(_converter.structure(value, str))


_converter.register_structure_hook_func(lambda kind: kind == Said, _said)


def _enum(value: Any, cls: type[Enum]) -> Enum:
    known = {m.value: m for m in cls}
    if value.__class__ not in (str, int) or value not in known:
        listed = ", ".join([str(v) for v in known])
        raise ValueError(f"must be one of {listed}; is {_show(value)}{_near(value, known)}")
    return known[value]


_converter.register_structure_hook_func(
    lambda cls: isinstance(cls, type) and issubclass(cls, Enum), _enum
)


def _sequence(value: Any, kind: Any) -> Any:
    """A TOML list as list[X], tuple[X, ...] or tuple[X, Y, Z]."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if not isinstance(value, list):
        raise ValueError(f"must be a list, is {_show(value)}")
    each = args if origin is tuple and args[-1] is not Ellipsis else args[:1] * len(value)
    if len(value) != len(each):
        raise ValueError(f"must have {len(each)} entries, has {len(value)}")
    return origin(_all((i, v, k) for i, (v, k) in enumerate(zip(value, each, strict=True))))


def _all(entries: Iterable[tuple[int | str, Any, Any]]) -> list[Any]:
    """Structure every place, value and kind; report the faults of all of them, up to the limit for
    bad data."""
    made: list[Any] = []
    wrong: list[Exception] = []
    left = MOST_PROBLEMS
    for place, value, kind in entries:
        try:
            made.append(_converter.structure(value, kind))
        except Exception as e:
            wrong.append(_at(e, IterableValidationNote("", place, kind)))
            left -= _count(e)
            if left <= 0:
                break
    if wrong:
        raise IterableValidationError("in a list or a table", wrong, list)
    return made


def _count(e: BaseException) -> int:
    """How many problems an error of cattrs holds."""
    if isinstance(e, BaseExceptionGroup):
        return sum(_count(inner) for inner in e.exceptions)
    return len(e.extra_fields) if isinstance(e, ForbiddenExtraKeysError) else 1


def _origin(kind: Any) -> Any:
    return typing.get_origin(kind)


_converter.register_structure_hook_func(lambda kind: _origin(kind) in (list, tuple), _sequence)


def _mapping(value: Any, kind: Any) -> Any:
    """A TOML table as dict[X, Y]."""
    table, (key, each) = _table(value), typing.get_args(kind)
    keys = _all((k, k, key) for k in table)
    return dict(zip(keys, _all((k, v, each) for k, v in table.items()), strict=True))


_converter.register_structure_hook_func(lambda kind: _origin(kind) is dict, _mapping)


@_converter.register_structure_hook_factory(attrs.has)
def _class(cls: Any) -> Callable[[Any, Any], Any]:
    """A TOML table as an attrs class; not only the first of its fields that is wrong is named."""
    make = make_dict_structure_fn(cls, _converter)

    def check(value: Any, _: Any) -> Any:
        try:
            return make(_table(value), cls)
        except ClassValidationError as group:
            invalid = list(_invalid_fields(value, cls))
            if not invalid:
                raise
            # A validator that fails stops the rest: its error, without a place, is among these.
            placed = [e for e in group.exceptions if _is_placed(e)]
            raise ClassValidationError(f"in {cls}", [*placed, *invalid], cls) from group

    return check


def _invalid_fields(value: Mapping[str, Any], cls: Any) -> Iterator[Exception]:
    hints = typing.get_type_hints(cls)
    for field in attrs.fields(cls):
        if field.validator is None or field.name not in value:
            continue
        try:
            made = _converter.structure(value[field.name], hints[field.name])
        except Exception:  # already in the group
            continue
        try:
            field.validator(None, field, made)
        except ValueError as e:
            yield _at(e, AttributeValidationNote("", field.name, field.type))


def _is_placed(e: BaseException) -> bool:
    return isinstance(e, ForbiddenExtraKeysError) or any(
        isinstance(note, AttributeValidationNote) for note in getattr(e, "__notes__", ())
    )


def _at(e: Exception, note: str) -> Exception:
    e.add_note(note)
    return e


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"must be a table, is {_show(value)}")
    return value


def _show(value: Any) -> str:
    """Return a value nearly as the file has it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value:.60}"'
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a table"
    return f"{value!s:.60}"


def there_is_no(word: object, known: Iterable[object]) -> str:
    """Return the message for an unknown name."""
    return f"there is no {_show(word)}{_near(word, known)}"


MOST_NEAR, MOST_KNOWN = 40, 100
"""Letters of a word for which one like it is looked for, and among how many: it is slow work."""


def _near(word: object, known: Iterable[object]) -> str:
    text, words = str(word), [str(k) for k in islice(known, MOST_KNOWN)]
    if len(text) > MOST_NEAR:
        return ""
    close = difflib.get_close_matches(text, [w for w in words if len(w) <= MOST_NEAR], 1)
    return f' (did you mean "{close[0]}"?)' if close else ""


OVER: dict[str, Mapping[str, bytes]] = {}
"""Package -> files that lie over those of its data folder in this process: a pack's. Set before the
package is loaded, and never after (`games.use_pack`)."""


class DataFiles:
    """The data folder of one rule system, and the digest of everything read from it.

    over: files that take the place of those of the folder, or are added to them, by their relative
    names.
    """

    def __init__(self, folder: Traversable, over: Mapping[str, bytes] | None = None) -> None:
        self.folder = folder
        self.over = over or {}
        self._read: dict[str, bytes] = {}

    @classmethod
    def of_package(cls, package: str) -> DataFiles:
        """The folder `data` beside the code of a package, with what lies over it."""
        return cls(data_folder(package), OVER.get(package))

    def names(self, subfolder: str) -> list[str]:
        """Relative names of the TOML files of a subfolder, sorted."""
        try:
            found = [f.name for f in self.folder.joinpath(subfolder).iterdir()]
        except OSError as e:
            raise BadData([f"{subfolder}: cannot be read ({_reason(e)})"]) from e
        within = f"{subfolder}/"
        found += [name.removeprefix(within) for name in self.over if name.startswith(within)]
        return [within + n for n in sorted(dict.fromkeys(found)) if n.endswith(".toml")]

    def load(self, name: str, cls: type[T]) -> T:
        """One file as an instance of an attrs class.

        Raises BadData with a line "file: entry.key: reason" for every problem.
        """
        return of_content(name, self._parse(name), cls)

    def text(self, name: str) -> str:
        """Return one file as it is, comments included. Raises BadData."""
        try:
            over = self.over.get(name)
            raw = self.folder.joinpath(name).read_bytes() if over is None else over
            return raw.decode("utf-8-sig")
        except FileNotFoundError as e:
            raise BadData([f"{name}: the file is missing; reinstall owm_net"]) from e
        except UnicodeDecodeError as e:
            raise BadData([f"{name}: byte {e.start + 1} is not UTF-8"]) from e
        except OSError as e:
            raise BadData([f"{name}: cannot be read ({_reason(e)})"]) from e

    def content(self, name: str) -> dict[str, Any]:
        """One file as plain TOML. Raises BadData."""
        return self._parse(name)

    def digest(self) -> bytes:
        """SHA-256 over the content (not the spelling) of all files read so far; 32 bytes."""
        parts = [encode(name) + self._read[name] for name in sorted(self._read)]
        return hashlib.sha256(b"".join(parts)).digest()

    def _parse(self, name: str) -> dict[str, Any]:
        content = parsed(name, self.text(name))
        self._read[name] = encode(content)
        return content


def parsed(name: str, text: str) -> dict[str, Any]:
    """The content of a data file: tables, lists, texts, whole numbers, true and false. Raises
    BadData."""
    try:
        count_marks(text)
    except ValueError as e:
        raise BadData([say("{name}: {why}", name=name, why=e)]) from e
    try:
        content = tomllib.loads(text)
        faults = islice(_not_plain(content, ""), MOST_PROBLEMS)
        wrong = [f"{name}: {path.lstrip('.')}: {why}" for path, why in faults]
    except ValueError as e:  # of tomllib, or of a number with thousands of digits
        raise BadData([f"{name}: is not TOML: {e}"]) from e
    if wrong:
        raise BadData(wrong)
    return content


MOST_MARKS, MOST_NESTED = 10_000, 12
"""In a data file: marks (`count_marks`), and brackets in brackets or parts of a key."""

# A group is repeated with *, not *+, which Python 3.11.2 gets wrong. Its alternatives exclude each
# other, so there is nothing to try again; and a text that never ends is looked for once.
_MARK = re.compile(
    r"""
      [.,=\n\[\]{}]
    | \#[^\n]*+                                               # a comment
    | "{3}(?:[^"\\]|\\.|"(?!""))*"{3,5} | '{3}(?:[^']|'(?!''))*'{3,5}
    | (?P<open>"{3}|'{3})                                    # a long text that never ends
    | "(?:[^"\\\n]|\\[^\n])*" | '[^'\n]*+'
    | ["']                                                   # a text that never ends
    """,
    re.DOTALL | re.VERBOSE,
)


def count_marks(text: str) -> int:
    """Return how many marks a TOML text has: ends of lines, commas, dots, equals signs, brackets,
    quoted texts and comments.

    One pass counts them and builds nothing, for tomllib takes minutes and hundreds of megabytes for
    some texts of 20 kB. A text holds no more values than marks. Nothing is counted behind a quoted
    text that never ends: no parser gets there. Raises ValueError for too many marks, or if keys or
    brackets are nested too deeply.
    """
    marks = depth = dots = 0
    for found in _MARK.finditer(text):
        marks += 1
        mark = found.group()
        dots = dots + 1 if mark == "." else 0 if mark in _END_OF_KEY else dots
        depth = depth + 1 if mark in "[{" else max(0, depth - 1) if mark in "]}" else depth
        if marks > MOST_MARKS:
            raise ValueError(
                say("is too large: more than {most} keys, values and lines", most=MOST_MARKS)
            )
        if max(dots, depth) >= MOST_NESTED:
            raise ValueError(say("is nested too deeply"))
        if found["open"] or mark in _QUOTES:
            break
    return marks


_END_OF_KEY, _QUOTES = frozenset("=,\n[]{}"), frozenset("\"'")


def of_content(name: str, content: Any, cls: type[T]) -> T:
    """The content of a file as an instance of an attrs class. name: said in front of each problem.

    Raises BadData with a line "file: entry.key: reason" for every problem.
    """
    try:
        return _converter.structure(content, cls)
    except Exception as e:  # cattrs raises groups and whatever a validator raises
        raise BadData(f"{name}: {line}" for line in _lines(e, "")) from e


def _reason(e: Exception) -> str:
    return (getattr(e, "strerror", None) or str(e)).lower()


def _not_plain(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield what a data file may not hold: fractions, dates, numbers beyond 64 bits."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _not_plain(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value, 1):
            yield from _not_plain(inner, f"{path}[{index}]")
    elif value.__class__ not in _NAMES or (isinstance(value, int) and abs(value) >= 1 << 63):
        yield path, f"must be a text, a whole number or true/false, is {_show(value)}"


def _lines(e: BaseException, path: str) -> Iterator[str]:
    """Yield every problem inside a cattrs error, as "path: reason"."""
    where = f"{path.lstrip('.')}: " if path else ""
    if isinstance(e, BaseExceptionGroup):
        for inner in e.exceptions:
            yield from _lines(inner, path + _step(inner))
    elif isinstance(e, ForbiddenExtraKeysError):
        known = [f.name for f in attrs.fields(e.cl)]
        for key in sorted(e.extra_fields):
            yield f'{where}unknown key "{key}"{_near(key, known)}'
    elif isinstance(e, KeyError):
        at_end = path.rpartition(".")[2] == e.args[0]
        yield f"{where}is missing" if at_end else f'{where}"{e.args[0]}" is missing'
    else:
        yield where + str(e.args[0] if e.args else e)


def _step(e: BaseException) -> str:
    """The step from a table or list to what is wrong in it."""
    for note in reversed(getattr(e, "__notes__", ())):
        if isinstance(note, AttributeValidationNote):
            return f".{note.name}"
        if isinstance(note, IterableValidationNote):
            return f"[{note.index + 1}]" if isinstance(note.index, int) else f".{note.index}"
    return ""


def between(low: int, high: int) -> Callable[[Any, Any, N], None]:
    """An attrs validator for whole numbers: "must be 1 to 4, is 9"."""

    def check(_: Any, attribute: Any, value: N) -> None:
        if not low <= value <= high:
            raise ValueError(f"must be {low} to {high}, is {value}")

    return check


def data_folder(package: str) -> Traversable:
    """The folder `data` beside the code of a package."""
    return resources.files(package).joinpath("data")
