"""Plain examples of registered classes; values and bytes that differ in one place from good."""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

import attrs

from owm_net.engine import codec, records
from owm_net.engine.codec import Tagged
from owm_net.engine.requests import Answer

UNFIT = 1 << 63
"""Larger than any number a game uses; still of 64 bits."""


def example(cls: Any) -> Any:
    """The plainest instance of a registered class, by the types of its fields."""
    hints = _hints(cls)
    return cls(**{f.name.lstrip("_"): _plainest(hints[f.name]) for f in attrs.fields(cls)})


_hints = functools.cache(typing.get_type_hints)
"""Class -> the types of its fields: each is asked for thousands of times."""


def _plainest(hint: Any) -> Any:
    while isinstance(hint, typing.NewType | typing.TypeVar):
        hint = hint.__supertype__ if isinstance(hint, typing.NewType) else hint.__bound__
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if hint in (int, bool, str, bytes):
        return hint()
    if origin in (typing.Union, types.UnionType):
        return None if type(None) in args else _plainest(args[0])
    if origin is tuple:
        return () if args[-1] is Ellipsis else tuple([_plainest(a) for a in args])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if hint is Answer:
        return example(records.REGISTRY["pass"])
    return example(hint)


def plain_variants(value: Any, cards: Sequence[int] = ()) -> Iterator[Any]:
    """Plain values (see `codec.decode`) that differ from `value` in one place."""
    if isinstance(value, Tagged):
        for i, inner in enumerate(value.fields):
            for other in plain_variants(inner, cards):
                yield Tagged(value.name, [*value.fields[:i], other, *value.fields[i + 1 :]])
        yield Tagged(value.name, [*value.fields, 0])
        yield Tagged(value.name, value.fields[:-1])
        yield Tagged("choose", value.fields)
        yield Tagged("no such thing", value.fields)
        yield from (value.name, value.fields)
    elif isinstance(value, list):
        if value:
            yield []
            yield value[:-1]
            yield value[::-1]
        yield value + value[:1]
        yield value + value
        yield [*value, 0]
        for i, inner in enumerate(value):
            for other in plain_variants(inner, cards):
                yield [*value[:i], other, *value[i + 1 :]]
        yield 0
    elif isinstance(value, bool):
        yield from (not value, int(value), None)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value, -1 - value, 0, -1, UNFIT, -UNFIT)
        yield from ("", None, True, [value])
        if value < 0 or cards:
            yield from cards
    elif isinstance(value, str):
        yield from (value + "x", value[:-1], "", "\n", "x" * 3000, 0, None)
    else:
        yield from (0, -1, "", [], False, {})


def encode_plain(value: Any) -> bytes:
    """Canonical bytes of what `codec.decode` returns."""
    if isinstance(value, Tagged):
        return codec.OBJECT_TAG + encode_plain([value.name, *value.fields])
    if isinstance(value, list):
        return codec.head(4 << 5, len(value)) + b"".join([encode_plain(v) for v in value])
    if isinstance(value, dict):
        return codec.head(5 << 5, len(value)) + b"".join(
            [encode_plain(k) + encode_plain(v) for k, v in value.items()]
        )
    return codec.encode(value)


def broken_bytes(raw: bytes) -> Iterator[bytes]:
    """Each bit flipped, every shorter length, a few longer ones."""
    for i in range(len(raw)):
        for bit in range(8):
            yield raw[:i] + bytes((raw[i] ^ 1 << bit,)) + raw[i + 1 :]
    for n in range(len(raw)):
        yield raw[:n]
    yield from (raw + b"\0", raw + raw, b"\x81" + raw, raw + b"\xff")
