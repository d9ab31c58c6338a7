"""Vectors of docs/wire.md, "Values": the bytes of a value, and bytes that are none."""

from __future__ import annotations

import hashlib
from typing import Any

from vectors_common import HERE

from owm_net.engine import codec
from owm_net.engine.errors import BadEncoding

DEEPEST = codec.MAX_DEPTH

ACCEPTED = (
    ("the smallest number", "00", "0"),
    ("the largest number in one byte", "17", "23"),
    ("the smallest in two", "1818", "24"),
    ("the largest in two", "18ff", "255"),
    ("the smallest in three", "190100", "256"),
    ("the smallest in five", "1a00010000", "65536"),
    ("the smallest in nine", "1b0000000100000000", "4294967296"),
    ("the largest of all", "1bffffffffffffffff", "18446744073709551615"),
    ("minus one", "20", "-1"),
    ("the slot of the top card of deck 1", "391000", "-4097"),
    ("the smallest of all", "3bffffffffffffffff", "-18446744073709551616"),
    ("no bytes", "40", "h''"),
    ("three bytes", "43010203", "h'010203'"),
    ("no text", "60", '""'),
    ("text of two bytes", "62c3bc", '"ü"'),
    ("text beyond the first plane", "64f09f8e82", '"🎂"'),
    ("text with a zero in it", "6100", '"\\u0000"'),
    ("an empty array", "80", "[]"),
    ("an array of arrays", "82018102", "[1, [2]]"),
    ("an empty map", "a0", "{}"),
    ("a map keeps the order in which it was made", "a2020a010b", "{2: 10, 1: 11}"),
    ("keys of both kinds", "a26161000102", '{"a": 0, 1: 2}'),
    ("false", "f4", "false"),
    ("true", "f5", "true"),
    ("nothing", "f6", "null"),
    ("a class without fields", "d81b816470617373", '27(["pass"])'),
    (
        "a class of one field",
        "d81b826f736b656c65746f6e2e7374616e6365f5",
        '27(["skeleton.stance", true])',
    ),
    (
        "a class inside a class",
        "d81b82646f766572d81b8466726573756c748101820e13" + "63656e64",
        '27(["over", 27(["result", [1], [14, 19], "end"])])',
    ),
    (
        f"an array inside {DEEPEST} others",
        "81" * DEEPEST + "80",
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
    ),
)
"""(what it shows, bytes, the value in the diagnostic notation of RFC 8949, section 8)."""

REFUSED = (
    ("nothing at all", ""),
    ("two values", "0000"),
    ("a number of one byte in two", "1817"),
    ("a number of two bytes in three", "1900ff"),
    ("a number of three bytes in five", "1a0000ffff"),
    ("a number of five bytes in nine", "1b00000000ffffffff"),
    ("a negative number of one byte in two", "3817"),
    ("a length of one byte in two", "580141"),
    ("a number that ends too early", "1901"),
    ("bytes that end too early", "430102"),
    ("text that ends too early", "6261"),
    ("an array that ends too early", "8201"),
    ("a map that ends too early", "a101"),
    ("a length of 2^64 - 1", "9bffffffffffffffff"),
    ("text that is no UTF-8", "61ff"),
    ("text in more bytes than UTF-8 needs", "62c080"),
    ("text with half of a pair of UTF-16", "63eda080"),
    ("bytes without length", "5f4101ff"),
    ("text without length", "7f6161ff"),
    ("an array without length", "9f01ff"),
    ("a map without length", "bf0102ff"),
    ("a stop without a beginning", "ff"),
    ("a head with additional information 28", "1c"),
    ("a head with additional information 30", "1e"),
    ("a key twice", "a201000101"),
    ("a key that is bytes", "a1410000"),
    ("a key that is an array", "a18000"),
    ("a key that is true", "a1f500"),
    ("a key that is nothing", "a1f600"),
    ("undefined", "f7"),
    ("another simple value", "e0"),
    ("false in two bytes", "f814"),
    ("a float of two bytes", "f93c00"),
    ("a float of four", "fa3f800000"),
    ("a float of eight", "fb3ff0000000000000"),
    ("a large number by tag 2", "c249010000000000000000"),
    ("another tag", "d81c816470617373"),
    ("another tag, with a small head", "c2816470617373"),
    ("tag 27 in three bytes", "d9001b816470617373"),
    ("tag 27 on a text", "d81b6470617373"),
    ("tag 27 on an empty array", "d81b80"),
    ("tag 27 on an array that begins with no text", "d81b8101"),
    (f"an array inside {DEEPEST + 1} others", "81" * (DEEPEST + 1) + "80"),
)
"""(what it shows, bytes)."""


def value_vectors() -> dict[str, Any]:
    """Return the values, whose bytes were written by hand above; check that our codec agrees."""
    for comment, data, _ in ACCEPTED:
        value = codec.decode(bytes.fromhex(data))
        assert encoded(value) == bytes.fromhex(data), comment
    for comment, data in REFUSED:
        assert is_refused(bytes.fromhex(data)), comment
    return {
        "comment": f'docs/wire.md, "Values". {HERE} value: in the diagnostic notation of RFC 8949, '
        "section 8. digest: SHA-256 of the bytes. refused: what is no canonical value.",
        "accepted": [
            {
                "comment": comment,
                "value": value,
                "bytes": data,
                "digest": hashlib.sha256(bytes.fromhex(data)).hexdigest(),
            }
            for comment, data, value in ACCEPTED
        ],
        "refused": [{"comment": comment, "bytes": data} for comment, data in REFUSED],
    }


def encoded(value: Any) -> bytes:
    """A decoded value, written again; classes stay as they were read."""
    if isinstance(value, codec.Tagged):
        return codec.OBJECT_TAG + encoded([value.name, *value.fields])
    if isinstance(value, list):
        return codec.head(4 << 5, len(value)) + b"".join(map(encoded, value))
    return codec.encode(value)


def is_refused(data: bytes) -> bool:
    """Return True if our codec refuses these bytes."""
    try:
        codec.decode(data)
    except BadEncoding:
        return True
    return False
