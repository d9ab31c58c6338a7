"""What `make fuzz` found in the parsers of `session`: bundles, differing states, private notes."""

from __future__ import annotations

from typing import Any

import pytest

from fuzz.variants import encode_plain
from owm_net.engine import codec
from owm_net.engine.codec import Tagged
from owm_net.session.desync import FORMAT, BadBundle, differences, read_bundle
from owm_net.session.private import BadNotes, recall


@pytest.mark.parametrize(
    ("ours", "theirs", "path"),
    [
        ([1], [True], "[0]"),
        ([0], [False], "[0]"),
        (["ab"], [b"\xab"], "[0]"),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, "the whole state"),
        ({1: 0}, {True: 0}, "the whole state"),
        ([Tagged("pass", [])], [Tagged("pass", [0])], "[0]"),
        ([Tagged("unheard", [0])], [Tagged("unheard", [1])], "[0].0"),
        ([Tagged("choose", [0])], [Tagged("choose", [1])], "[0].0"),
        ([Tagged("a", [])], [Tagged("b", [])], "[0]"),
    ],
    ids=repr,
)
def test_states_of_other_bytes_never_seem_the_same(ours: Any, theirs: Any, path: str) -> None:
    (found,) = differences(encode_plain(ours), encode_plain(theirs))
    assert found.path == path


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
    ids=repr,
)
def test_a_private_note_of_another_shape_is_refused(note: Any) -> None:
    with pytest.raises(BadNotes):
        recall([codec.encode(note)])
