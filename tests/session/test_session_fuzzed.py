"""Findings of `make fuzz` in the parsers of `session`: bundles, differing states, private notes."""

from __future__ import annotations

from typing import Any

import pytest

from fuzz.variants import encode_plain
from owm_net.engine import codec
from owm_net.engine.codec import Tagged
from owm_net.engine.errors import BadEncoding
from owm_net.session.desync import FORMAT, BadBundle, differences, read_bundle
from owm_net.session.private import BadNotes, recall


@pytest.mark.parametrize(
    ("ours", "theirs", "path"),
    [
        pytest.param([1], [True], "[0]", id="one or true"),
        pytest.param([0], [False], "[0]", id="zero or false"),
        pytest.param(["ab"], [b"\xab"], "[0]", id="text or bytes"),
        pytest.param({"a": 1, "b": 2}, {"b": 2, "a": 1}, "the whole state", id="order of keys"),
        pytest.param({1: 0}, {"1": 0}, "the whole state", id="key a number or its digits"),
        pytest.param([Tagged("pass", [])], [Tagged("pass", [0])], "[0]", id="a field more"),
        pytest.param([Tagged("unheard", [0])], [Tagged("unheard", [1])], "[0].0", id="unknown tag"),
        pytest.param([Tagged("choose", [0])], [Tagged("choose", [1])], "[0].0", id="field differs"),
        pytest.param([Tagged("a", [])], [Tagged("b", [])], "[0]", id="tag differs"),
    ],
)
def test_states_of_other_bytes_never_seem_the_same(ours: Any, theirs: Any, path: str) -> None:
    (found,) = differences(encode_plain(ours), encode_plain(theirs))
    assert found.path == path


@pytest.mark.parametrize("key", [True, False])
def test_a_map_with_a_key_true_is_no_state_rather_than_the_same(key: bool) -> None:
    """Python takes True for 1: what has such a key is not read at all, on either side."""
    ours, theirs = encode_plain({int(key): 0}), encode_plain({key: 0})
    assert ours != theirs
    for pair in ((ours, theirs), (theirs, ours)):
        with pytest.raises(BadEncoding, match="a map's key"):
            differences(*pair)


@pytest.mark.parametrize("text", ["[" * 100000, '{"a":' * 100000, f'{{"format":"{FORMAT}"}}'])
def test_a_bundle_of_anything_is_refused(text: str) -> None:
    with pytest.raises(BadBundle):
        read_bundle(text)


@pytest.mark.parametrize(
    "note",
    [
        ["keys", bytes(32), bytes(32), bytes(32)],
        ["keys", b"\1" * 32, b"\1" * 32],
        ["keys", 1, 2, 3],
        ["opening", 1, 2],
        ["opening", bytes(32), None],
        ["deck list", 1, "abc"],
        ["deck list", "1", [1]],
        ["deck list", 1],
        ["other"],
        [],
        None,
    ],
    ids=lambda note: repr(note)[:32],
)
def test_a_private_note_of_another_shape_is_refused(note: Any) -> None:
    with pytest.raises(BadNotes):
        recall([codec.encode(note)])
