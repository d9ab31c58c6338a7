"""Changes to good inputs that know how these are built: bytes, blocks, plain values, lines.

Each is a `Mutation`: it takes hypothesis's `draw` and a good input and returns a changed one.
"""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from fuzz.harness import Draw
from fuzz.variants import encode_plain
from owm_net.engine import codec
from owm_net.engine.codec import Tagged
from owm_net.engine.errors import BadEncoding, EngineBug

ORDER = (1 << 252) + 27742317777372353535851937790883648493
PRIME = (1 << 255) - 19

ODD_BYTES = [
    b"", b"\0", b"\xff", b"\0" * 4, b"\xff" * 4, b"\x7f\xff\xff\xff", b"\0\0\0\1", b"\0\x10\0\0",
    b"\0\x10\0\1", b"\xff" * 8, b"\0" * 32, b"\n", b"\r\n", b"\xc3", b"\xf0\x9f\x98\x80",
    b"\x9b" + b"\xff" * 8, b"\x5a\xff\xff\xff\xff", b"\xd8\x1b", b"\x81" * 40, b"{" * 40,
]  # fmt: skip
ODD_BLOCKS = [
    bytes(32), b"\1" + bytes(31), b"\xff" * 32, ORDER.to_bytes(32, "little"),
    (ORDER - 1).to_bytes(32, "little"), (ORDER + 1).to_bytes(32, "little"),
    PRIME.to_bytes(32, "little"), (PRIME + 1).to_bytes(32, "little"),
    (PRIME - 1).to_bytes(32, "little"), bytes(31) + b"\x80", b"\2" + bytes(31), b"\6" + bytes(31),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
]  # fmt: skip
ODD_PLAIN: list[Any] = [
    0, -1, 1, 23, 24, 255, 4096, -4097, (1 << 31), (1 << 63) - 1, 1 << 63, (1 << 64) - 1,
    -(1 << 63), -(1 << 64), "", "x", "\n", "é" * 40, "x" * 3000, b"", bytes(32), None, True, False,
    [], [0], [[]], {}, {"a": 0}, {0: {}}, Tagged("pass", []), Tagged("", []), Tagged("terms", [0]),
    Tagged("choose", [0, "play"]), [0] * 300,
]  # fmt: skip
ODD_WORDS = [
    "", "0", "-1", "1", "2", "4", "9" * 25, "9" * 5000, "1e9", "nan", "inf", "0x10", "1979-05-27",
    "2024-02-31", "true", "null", "[", "]", "{", "}", '"', "'", '"""', "=", ".", ",", "|", "#",
    "a.b.c", "[[a]]", "\\ud800", "\\u0000", "\0", "\u2028", "\x85", "é", "x" * 3000, "[" * 3000,
    '{"a":' * 3000, "{a=" * 2000, "\r", "\n\n", "seats=99999999999", "seats=-1", "  > |", "  = ",
]  # fmt: skip


def any_bytes(draw: Draw, data: bytes) -> bytes:
    """One to three changes that know nothing."""
    for _ in range(draw(st.integers(1, 3))):
        kind, n = draw(st.integers(0, 7)), len(data)
        a = draw(st.integers(0, n))
        b = draw(st.integers(0, min(n, 64)))
        odd = draw(st.sampled_from(ODD_BYTES))
        if kind == 0:
            data = data[:a]
        elif kind == 1:
            data = data + odd
        elif kind == 2:
            data = data[:a] + data[a + b :]
        elif kind == 3:
            data = data[: a + b] + data[a:]
        elif kind == 4:
            data = data[a:] + data[:a]
        elif kind == 5:
            data = data[:a] + odd + data[a:]
        elif kind == 6:
            data = data[:a] + odd + data[a + len(odd) :]
        elif a < n:
            data = data[:a] + bytes([data[a] ^ 1 << b % 8]) + data[a + 1 :]
    return data


def blocks(draw: Draw, data: bytes, size: int = 32) -> bytes:
    """Changes in the 32-byte fields that points, scalars and hashes are."""
    parts = [data[i : i + size] for i in range(0, len(data), size)] or [b""]
    for _ in range(draw(st.integers(1, 2))):
        kind = draw(st.integers(0, 7))
        i, j = draw(st.integers(0, len(parts) - 1)), draw(st.integers(0, len(parts) - 1))
        if kind == 0:
            parts[i], parts[j] = parts[j], parts[i]
        elif kind == 1:
            parts[i] = parts[j]
        elif kind == 2:
            parts[i] = draw(st.sampled_from(ODD_BLOCKS))
        elif kind == 3:  # the same scalar in another spelling
            whole = int.from_bytes(parts[i], "little") + ORDER * draw(st.integers(1, 8))
            parts[i] = whole.to_bytes(len(parts[i]) + 40, "little")[: len(parts[i])]
        elif kind == 4 and parts[i]:
            parts[i] = parts[i][:-1] + bytes([parts[i][-1] ^ 0x80])
        elif kind == 5 and len(parts) > 1:
            del parts[i]
        elif kind == 6:
            parts.insert(i, parts[j])
        else:
            parts[i] = any_bytes(draw, parts[i])
    return b"".join(parts)


def plain(draw: Draw, data: bytes) -> bytes:
    """Another value somewhere inside canonical bytes."""
    try:
        value = codec.decode(data)
    except BadEncoding:
        return any_bytes(draw, data)
    for _ in range(draw(st.integers(1, 2))):
        value = change_plain(draw, value)
    try:
        return encode_plain(value)
    except EngineBug:  # a number that has no canonical form
        return any_bytes(draw, data)


def change_plain(draw: Draw, value: Any) -> Any:
    """The value with one place in it changed."""
    inner = value.fields if isinstance(value, Tagged) else value
    size = len(inner) if isinstance(inner, list | dict) else 0
    kind = draw(st.integers(0, 9))
    if size and kind < 6:
        i = draw(st.integers(0, size - 1))
        if isinstance(inner, dict):
            key = list(inner)[i]
            return {**inner, key: change_plain(draw, inner[key])}
        items = [*inner[:i], change_plain(draw, inner[i]), *inner[i + 1 :]]
    elif kind == 6 and isinstance(value, int) and not isinstance(value, bool):
        return value + draw(st.sampled_from([1, -1, 4096, -4096, 1 << 32]))
    elif kind == 7 and isinstance(inner, list):
        i, j = draw(st.integers(0, size)), draw(st.integers(0, size))
        items = inner[:i] + inner[j:]
    elif kind == 8 and isinstance(value, Tagged):
        return Tagged(draw(st.sampled_from(sorted(_names()))), inner)
    else:
        return draw(st.sampled_from(ODD_PLAIN))
    return Tagged(value.name, items) if isinstance(value, Tagged) else items


def _names() -> list[str]:
    from owm_net.engine.records import REGISTRY

    return list(REGISTRY)


_WORD = re.compile(r"[A-Za-z_]+|-?\d+|\s+|.", re.DOTALL)


def rearranged(draw: Draw, items: list[Any]) -> tuple[int, int]:
    """Two items exchanged (0), one doubled (1) or dropped (2); with a kind of 3 to 7 nothing has
    happened yet to the item at the place returned."""
    kind = draw(st.integers(0, 7))
    i, j = draw(st.integers(0, len(items) - 1)), draw(st.integers(0, len(items) - 1))
    if kind == 0:
        items[i], items[j] = items[j], items[i]
    elif kind == 1:
        items.insert(i, items[j])
    elif kind == 2 and len(items) > 1:
        del items[i]
    elif kind == 2:
        kind = 4
    return kind, i


def lines(draw: Draw, data: bytes) -> bytes:
    """Lines moved, doubled and dropped, and words replaced, in a text."""
    rows = data.decode("utf-8", "replace").split("\n")
    for _ in range(draw(st.integers(1, 3))):
        kind, i = rearranged(draw, rows)
        if kind < 3:
            continue
        if kind == 3:
            rows[i] = draw(st.sampled_from(ODD_WORDS))
        else:
            words = _WORD.findall(rows[i]) or [""]
            k = draw(st.integers(0, len(words) - 1))
            words[k] = draw(st.sampled_from(ODD_WORDS))
            rows[i] = "".join(words)
    return "\n".join(rows).encode("utf-8", "surrogatepass")


def framed(change: Any, width: int = 4) -> Any:
    """For a list of byte strings, each after its length: items moved, doubled, dropped, changed."""

    def mutate(draw: Draw, data: bytes) -> bytes:
        items = split(data, width) or [b""]
        for _ in range(draw(st.integers(1, 2))):
            kind, i = rearranged(draw, items)
            if kind >= 3:
                items[i] = change(draw, items[i])
        return join(items, width)

    return mutate


def split(data: bytes, width: int = 4) -> list[bytes]:
    """A list of byte strings, each after its length; what is cut off is as long as it is."""
    items, at = [], 0
    while at + width <= len(data):
        length = int.from_bytes(data[at : at + width], "big")
        items.append(data[at + width : at + width + length])
        at += width + length
    return items


def join(items: list[bytes], width: int = 4) -> bytes:
    """Items as one run of bytes, each after its length in `width` bytes."""
    return b"".join([len(item).to_bytes(width, "big") + item for item in items])


def after(head: int, change: Any) -> Any:
    """For inputs whose first bytes choose something: mostly only what follows is changed."""

    def mutate(draw: Draw, data: bytes) -> bytes:
        start = data[:head]
        if not draw(st.integers(0, 9)):
            start = any_bytes(draw, start).ljust(head, b"\0")[:head]
        result: bytes = start + change(draw, data[head:])
        return result

    return mutate


def either(*changes: Any) -> Any:
    """Now one, now another."""

    def mutate(draw: Draw, data: bytes) -> bytes:
        result: bytes = draw(st.sampled_from(changes))(draw, data)
        return result

    return mutate
