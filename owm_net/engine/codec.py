"""Canonical bytes of a value, and its digest.

The encoding is CBOR (RFC 8949) in its shortest form, with two conventions:

- a registered class (record, frame, state) is tag 27, an array of its name and its fields in
  the order of its definition;
- a dict is a CBOR map in insertion order, because that order is part of a state.

There are no floats, no sets, no integers beyond 64 bits. Two states are equal exactly if
their bytes are. `Record` values remember their bytes, so encoding a state costs mostly
the joining of what did not change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from enum import Enum
from typing import Any

from owm_net.engine.errors import BadEncoding, EngineBug
from owm_net.engine.text import Text

MAX_DEPTH = 24
"""Nesting a decoder follows; the deepest state of any game stays far below."""

_UINT, _NINT, _BYTES, _TEXT, _ARRAY, _MAP, _TAG = (n << 5 for n in range(7))
OBJECT_TAG = b"\xd8\x1b"


def head(major: int, n: int) -> bytes:
    """The head of a CBOR item: major type (already shifted) and its shortest argument."""
    if n < 24:
        return bytes((major | n,))
    if n < 0x100:
        return bytes((major | 24, n))
    if n < 0x10000:
        return bytes((major | 25,)) + n.to_bytes(2, "big")
    if n < 0x100000000:
        return bytes((major | 26,)) + n.to_bytes(4, "big")
    if n < 0x10000000000000000:
        return bytes((major | 27,)) + n.to_bytes(8, "big")
    raise EngineBug(f"integer of more than 64 bits: {n}")


class _Ints(dict[int, bytes]):
    """Integer -> its bytes. Card numbers and slots come again and again, so they are kept."""

    def __missing__(self, n: int) -> bytes:
        code = head(_UINT, n) if n >= 0 else head(_NINT, -1 - n)
        if -(1 << 20) < n < 1 << 20 and len(self) < 1 << 16:
            self[n] = code
        return code


INTS = _Ints()
_int = INTS.__getitem__


def _text(s: str) -> bytes:
    code = _TEXTS.get(s)
    if code is None:
        try:
            raw = s.encode()
        except UnicodeEncodeError as e:
            raise EngineBug(f"text that UTF-8 cannot write: {s!r:.60}") from e
        code = head(_TEXT, len(raw)) + raw
        if len(_TEXTS) < 4096:  # names of steps and keys come again and again
            _TEXTS[s] = code
    return code


_TEXTS: dict[str, bytes] = {}
NO_ITEMS = head(_ARRAY, 0)
_ARRAYS = tuple(head(_ARRAY, n) for n in range(512))
_MAPS = tuple(head(_MAP, n) for n in range(256))


def _array(v: list[Any] | tuple[Any, ...]) -> bytes:
    n = len(v)
    if not n:
        return NO_ITEMS
    start = _ARRAYS[n] if n < 512 else head(_ARRAY, n)
    writers = WRITERS
    if v[0].__class__ in KEEPERS:
        parts = [start]
        for x in v:
            try:
                parts.append(x._code)
            except AttributeError:  # it is new
                parts.append((KEEPERS.get(x.__class__) or writers[x.__class__])(x))
        return b"".join(parts)
    return start + b"".join([_int(x) if x.__class__ is int else writers[x.__class__](x) for x in v])


def ints(v: list[int] | tuple[int, ...]) -> bytes:
    """The bytes of an array that is declared to hold numbers alone."""
    n = len(v)
    return (_ARRAYS[n] if n < 512 else head(_ARRAY, n)) + b"".join(map(_int, v))


def int_arrays(v: list[list[int]]) -> bytes:
    """The same of an array of such arrays."""
    n = len(v)
    return (_ARRAYS[n] if n < 512 else head(_ARRAY, n)) + b"".join(map(ints, v))


class LastWritten:
    """The bytes of the last value of a field that is declared to hold lists of numbers. Half of
    them stay the same from step to step, and to compare them is faster than to write them."""

    __slots__ = ("_copy", "_write", "last")

    def __init__(self, write: Callable[[Any], bytes], copy: Callable[[Any], Any]) -> None:
        self._write = write
        self._copy = copy
        self.last: tuple[Any, bytes] = ([], NO_ITEMS)  # always both at once: threads write too

    def anew(self, v: Any) -> bytes:
        code = self._write(v)
        self.last = (self._copy(v), code)
        return code


def _map(v: dict[Any, Any]) -> bytes:
    n = len(v)
    start = _MAPS[n] if n < 256 else head(_MAP, n)
    writers = WRITERS
    return start + b"".join(
        [
            (_int(k) if k.__class__ is int else _key(k)) + writers[x.__class__](x)
            for k, x in v.items()
        ]
    )


def _key(k: Any) -> bytes:
    if k.__class__ is str:
        return _text(k)
    code = WRITERS[k.__class__](k)
    if code[0] & 0xE0 not in (_UINT, _NINT, _TEXT):
        raise EngineBug(f"a map's key that is neither text nor number: {k!r:.60}")
    return code


class _Writers(dict[type, Callable[[Any], bytes]]):
    def __missing__(self, cls: type) -> Callable[[Any], bytes]:
        if issubclass(cls, Enum):
            codes = {member: encode(member.value) for member in cls}
            self[cls] = codes.__getitem__
            return self[cls]
        raise EngineBug(f"{cls.__module__}.{cls.__qualname__} cannot be part of a state or answer")


WRITERS: dict[type, Callable[[Any], bytes]] = _Writers(
    {
        int: _int,
        bool: lambda v: b"\xf5" if v else b"\xf4",
        type(None): lambda v: b"\xf6",
        str: _text,
        Text: _text,  # what it reads in English: a state has the same bytes in every language
        bytes: lambda v: head(_BYTES, len(v)) + v,
        list: _array,
        tuple: _array,
        dict: _map,
    }
)
"""One writer for each type; `engine.records.register` adds one for each registered class."""

KEEPERS: dict[type, Callable[[Any], bytes]] = {}
"""Classes whose values keep their bytes as `_code` once they were written, each with the writer of
values that have none yet: the records in use."""


def encode(value: object) -> bytes:
    """Canonical bytes of a value.

    Raises EngineBug if it holds anything that has no canonical form (a float, a set, a map's key
    that is neither text nor number ...).
    """
    return WRITERS[value.__class__](value)


def digest(value: object) -> bytes:
    """SHA-256 of the canonical bytes, 32 bytes."""
    return hashlib.sha256(encode(value)).digest()


class Tagged:
    """A decoded tag 27: name of a registered class and its fields, not yet checked."""

    __slots__ = ("fields", "name")

    def __init__(self, name: str, fields: list[Any]) -> None:
        self.name = name
        self.fields = fields


def decode(data: bytes) -> Any:
    """Bytes to plain values (`Tagged` for registered classes). Raises BadEncoding.

    Only the canonical form is accepted: decode(x) succeeds only where some value encodes to x.
    """
    value, end = _read(data, 0, 0)
    if end != len(data):
        raise BadEncoding(f"{len(data) - end} bytes too many")
    return value


# One case for each major type, as RFC 8949 lists them; apart they would cost a call for each item.
def _read(data: bytes, at: int, depth: int) -> tuple[Any, int]:  # noqa: C901, PLR0912
    if depth > MAX_DEPTH:
        raise BadEncoding("nested too deeply")
    if at >= len(data):
        raise BadEncoding("ends too early")
    first = data[at]
    at += 1
    if first in _SIMPLE:
        return _SIMPLE[first], at
    major, low = first & 0xE0, first & 0x1F
    if low < 24:
        n = low
    elif low < 28:
        size = 1 << (low - 24)
        n = int.from_bytes(data[at : at + size], "big")
        at += size
        if at > len(data):
            raise BadEncoding("ends too early")
        if n < 24 or (low > 24 and n >> (4 * size) == 0):
            raise BadEncoding("a number not in its shortest form")
    else:
        raise BadEncoding(f"byte 0x{first:02x} starts nothing known")
    if major == _UINT:
        return n, at
    if major == _NINT:
        return -1 - n, at
    if major in (_BYTES, _TEXT):
        raw = data[at : at + n]
        if len(raw) != n:
            raise BadEncoding("ends too early")
        if major == _BYTES:
            return raw, at + n
        try:
            return raw.decode(), at + n
        except UnicodeDecodeError as e:
            raise BadEncoding("text that is not UTF-8") from e
    if n > len(data) - at and major != _TAG:
        raise BadEncoding("more items announced than there are bytes")
    if major == _ARRAY:
        items = []
        for _ in range(n):
            item, at = _read(data, at, depth + 1)
            items.append(item)
        return items, at
    if major == _MAP:
        pairs: dict[Any, Any] = {}
        for _ in range(n):
            key, at = _read(data, at, depth + 1)
            if key.__class__ not in (int, str) or key in pairs:
                raise BadEncoding("a map's key is neither text nor number, or stands twice")
            pairs[key], at = _read(data, at, depth + 1)
        return pairs, at
    if major == _TAG and n == 27:
        content, at = _read(data, at, depth + 1)
        if not isinstance(content, list) or not content or not isinstance(content[0], str):
            raise BadEncoding("tag 27 without a name")
        return Tagged(content[0], content[1:]), at
    raise BadEncoding(f"byte 0x{first:02x} starts nothing known")


_SIMPLE = {0xF4: False, 0xF5: True, 0xF6: None}
