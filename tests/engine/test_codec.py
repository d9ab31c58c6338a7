"""Canonical bytes: one form for each value, and nothing but BadEncoding for anything else."""

from __future__ import annotations

import hashlib
from enum import Enum
from typing import Any

import cbor2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.variants import broken_bytes, encode_plain, example, plain_variants
from owm_net.engine import codec, records
from owm_net.engine.errors import BadEncoding, EngineBug
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose, Flip, Over, Shuffle
from owm_net.engine.system import Setup
from owm_net.engine.windows import Stacked
from owm_net.engine.zones import Deck

WHOLE = st.integers(-(1 << 64), (1 << 64) - 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
LEAVES = st.one_of(WHOLE, TEXTS, st.booleans(), st.none(), st.binary())
KEYS = st.one_of(WHOLE, TEXTS)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner), max_leaves=12
)


def same(one: Any, other: Any) -> bool:
    """Equal with equal types, and dicts in the same order: True is not 1 here."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one), list(other)) and same(list(one.values()), list(other.values()))
    return bool(one == other)


@given(VALUES)
def test_what_is_encoded_is_decoded(value: Any) -> None:
    assert same(codec.decode(codec.encode(value)), value)


@given(VALUES)
def test_the_bytes_are_those_of_an_independent_cbor(value: Any) -> None:
    code = codec.encode(value)
    assert cbor2.loads(code) == value
    assert cbor2.dumps(value) == code  # cbor2 keeps a dict's order unless told otherwise


@pytest.mark.parametrize("bits", [0, 3, 5, 8, 16, 20, 32, 63, 64])
def test_numbers_around_each_length_have_the_bytes_of_an_independent_cbor(bits: int) -> None:
    """Also 24, from which on a number no longer fits into its first byte."""
    near = [n for edge in (1 << bits, 24) for n in (edge - 2, edge - 1, edge, edge + 1)]
    for n in [n for n in near if n < 1 << 64]:
        for value in (n, -1 - n):
            assert codec.encode(value) == cbor2.dumps(value)
            assert codec.decode(codec.encode(value)) == value


@given(st.lists(LEAVES))
def test_a_tuple_is_written_as_a_list(items: list[Any]) -> None:
    assert codec.encode(tuple(items)) == codec.encode(items)


def accepted(raw: bytes) -> bool:
    """Return True if these bytes decode; then they must be canonical, and a record's own."""
    try:
        value = codec.decode(raw)
    except BadEncoding:
        return False
    assert encode_plain(value) == raw
    try:
        read = records.from_bytes(raw)
    except BadEncoding:
        return True
    assert codec.encode(read) == raw
    return True


@given(st.binary(max_size=60))
def test_only_canonical_bytes_are_accepted(raw: bytes) -> None:
    accepted(raw)


@given(VALUES, st.data())
def test_only_canonical_bytes_are_accepted_near_good_ones(value: Any, data: st.DataObject) -> None:
    code = codec.encode(value)
    at = data.draw(st.integers(0, len(code)))
    cut = data.draw(st.integers(0, 3))
    accepted(code[:at] + data.draw(st.binary(max_size=4)) + code[at + cut :])


SAMPLES = [Choose, Flip, Shuffle, Over, Setup, Pass, Deck, Stacked]


@pytest.mark.parametrize("cls", SAMPLES, ids=lambda c: c.__name__)
def test_damaged_records_are_refused_or_are_other_records(cls: type) -> None:
    """Every bit flipped, every length, every field replaced by wrong values of all kinds."""
    good = codec.encode(example(cls))
    assert accepted(good)
    for raw in broken_bytes(good):
        accepted(raw)
    for plain in plain_variants(codec.decode(good), [-5000, 7]):
        accepted(encode_plain(plain))


NOT_CANONICAL = {
    "a small number in two bytes": "1805",
    "a number in three bytes that fits two": "190017",
    "a number in five bytes that fits three": "1a0000ffff",
    "a number in nine bytes that fits five": "1b00000000ffffffff",
    "a length in two bytes that fits one": "780161",
    "a list without length": "9f01ff",
    "a text without length": "7f6161ff",
    "a float": "f93c00",
    "a long float": "fb3ff0000000000000",
    "undefined": "f7",
    "a simple value": "e0",
    "false in two bytes": "f814",
    "a big number": "c249010000000000000000",
    "a date": "c11a514b67b0",
    "reserved 28": "1c",
    "a break": "ff",
    "a key twice": "a201020103",
    "a key of 1 and of true": "a20102f503",
    "a key that is a list": "a18001",
    "a key that is nothing": "a1f601",
    "tag 27 around a number": "d81b01",
    "tag 27 around an empty list": "d81b80",
    "tag 27 around a list without a name": "d81b8101",
    "tag 27 not in its shortest form": "d9001b8161",
    "text that is not UTF-8": "61ff",
    "text with half a surrogate pair": "63eda080",
    "nothing at all": "",
    "too short": "8201",
    "too long": "0101",
    "a list longer than memory": "9bffffffffffffffff",
    "a map longer than memory": "bbffffffffffffffff",
    "bytes longer than memory": "5bffffffffffffffff",
    "text longer than memory": "7b7fffffffffffffff",
}


@pytest.mark.parametrize("code", NOT_CANONICAL.values(), ids=NOT_CANONICAL.keys())
def test_other_forms_are_refused(code: str) -> None:
    with pytest.raises(BadEncoding):
        codec.decode(bytes.fromhex(code))
    with pytest.raises(BadEncoding):
        records.from_bytes(bytes.fromhex(code))


@pytest.mark.parametrize("start", ["81", "a100", "d81b", "d81b8261"], ids=str)
def test_deep_nesting_is_refused_and_no_stack_overflows(start: str) -> None:
    for depth in (codec.MAX_DEPTH + 1, 10_000, 1_000_000):
        with pytest.raises(BadEncoding):
            records.from_bytes(bytes.fromhex(start) * depth + b"\x80")


def test_nesting_up_to_the_limit_is_read() -> None:
    code = b"\x81" * codec.MAX_DEPTH + b"\x80"
    assert codec.encode(codec.decode(code)) == code
    with pytest.raises(BadEncoding, match="nested too deeply"):
        codec.decode(b"\x81" + code)


class Mood(Enum):
    """An enum, which is encoded by its value."""

    GLAD = "glad"
    SAD = 2


def test_enums_are_written_as_their_values() -> None:
    assert codec.encode([Mood.GLAD, Mood.SAD]) == codec.encode(["glad", 2])


class Half(Enum):
    """No enum for a state."""

    HALF = 0.5


@pytest.mark.parametrize(
    "value",
    [
        *(0.0, {1}, frozenset(), object(), 1j, Half.HALF, [[0.5]], {"a": {2}}),
        *(1 << 64, -(1 << 64) - 1),
        *({True: 1}, {None: 1}, {b"a": 1}, {(1, 2): 3}),
    ],
    ids=lambda value: "an object" if type(value) is object else repr(value),
)
def test_what_has_no_canonical_form_is_a_bug(value: object) -> None:
    with pytest.raises(EngineBug):
        codec.encode(value)


def test_text_that_utf_8_cannot_write_is_a_bug() -> None:
    with pytest.raises(EngineBug, match="UTF-8"):
        codec.encode("\ud800")


def test_pinned_bytes() -> None:
    """These never change: logs of finished games hold them."""
    value = {"b": [1, -1, 500, True, None, "ä", b"\x00"], "a": {}}
    assert codec.encode(value).hex() == "a261628701201901f4f5f662c3a441006161a0"
    assert codec.digest(value) == hashlib.sha256(codec.encode(value)).digest()
    assert codec.digest(value).hex().startswith("9a281e033ed67fcf")
