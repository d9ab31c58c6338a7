"""Entries as bytes: what is not laid out as wire.md says is refused before anybody is asked."""

from __future__ import annotations

import pytest

from owm_net.protocol.entries import Entry, EntryKind, decode_entry
from owm_net.protocol.errors import MalformedBytes

ENTRY = Entry(EntryKind.ANSWER, 1, 7, b"m" * 32, b"p" * 32, b"s" * 32, b"five!")
LENGTH = slice(107, 111)


@pytest.mark.parametrize("stated", [0, 4, 6, 2**32 - 1])
def test_a_body_is_exactly_as_long_as_its_entry_says(stated: int) -> None:
    """Neither more nor less: what is accepted encodes to the same bytes again, so that an entry has
    one hash and one signature."""
    data = bytearray(ENTRY.encode())
    assert data[LENGTH] == (5).to_bytes(4, "big")
    assert decode_entry(bytes(data)) == ENTRY
    data[LENGTH] = stated.to_bytes(4, "big")
    with pytest.raises(MalformedBytes, match="not as long as it says"):
        decode_entry(bytes(data))
