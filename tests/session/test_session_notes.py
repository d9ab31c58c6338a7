"""Private notes that do not fit the log: said at once when a match is resumed, blaming nobody."""

from __future__ import annotations

import random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.protocol.entries import EntryKind, decode_entry, split_record
from owm_net.session.in_memory import driver
from owm_net.session.match import Match, Own
from owm_net.session.private import BadNotes, recall


def played(table: Any, seed: int) -> tuple[Any, list[bytes]]:
    """A match up to the first commitments, and the notes of seat 0."""
    party = table.Party(2, "duel", seed)
    party.run()
    return party, driver(party.matches[0]).notes()


def taken_up(party: Any, notes: list[bytes], seed: int, upto: EntryKind) -> Match:
    """Seat 0 from its log, which ends with the first entry of a kind that both gave."""
    kinds = [decode_entry(split_record(r)[0]).kind for r in party.logs[0]]
    source = random.Random(seed * 16).randbytes
    own = Own(Seat(0), "Player 0", Ed25519PrivateKey.from_private_bytes(source(32)), source)
    match = Match(party.system, party.agreed, own, private=recall(notes))
    match.replay(party.logs[0][: kinds.index(upto) + 2])
    return match


def test_with_its_notes_a_match_goes_on(table: Any) -> None:
    party, notes = played(table, 5)
    match = taken_up(party, notes, 5, EntryKind.COMMIT)
    assert match.due() is EntryKind.OPEN


def test_notes_older_than_the_log_are_refused_before_anything_is_signed(table: Any) -> None:
    """A restored backup that lacks the opening of what its seat has committed to."""
    party, notes = played(table, 5)
    older = [n for n in notes if codec.decode(n)[0] == "keys"]
    assert len(older) < len(notes)
    with pytest.raises(BadNotes, match="older than the match"):
        taken_up(party, older, 5, EntryKind.COMMIT)


def test_notes_of_another_match_are_no_fault_of_the_log(table: Any) -> None:
    """Two matches of the same players, and the private file of the wrong one."""
    party, _ = played(table, 5)
    _, other = played(table, 6)
    with pytest.raises(BadNotes, match="keys of this match"):
        taken_up(party, other, 5, EntryKind.KEYS)


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"no note",
        codec.encode([]),
        codec.encode(["a word of a later version", 1]),
        codec.encode(["keys", bytes(32), bytes(32)]),
        codec.encode(["keys", b"short", bytes(32), bytes(32)]),
        codec.encode(["keys", bytes(32), bytes(32), bytes(32)]),
        codec.encode(["keys", bytes([255]) * 32, bytes([1]) * 32, bytes([1]) * 32]),
        codec.encode(["keys", [1] * 32, bytes([1]) * 32, bytes([1]) * 32]),
        codec.encode(["opening", 1, b"opening"]),
        codec.encode(["opening", bytes(32), "opening"]),
        codec.encode(["deck list", "1", (1, 2)]),
        codec.encode(["deck list", 1, (1, "2")]),
        codec.encode(["deck list", 1, 2]),
    ],
    ids=lambda note: repr(note[:20]),
)
def test_notes_that_cannot_be_read_are_one_line_and_no_match(note: bytes) -> None:
    with pytest.raises(BadNotes) as caught:
        recall([note])
    assert str(caught.value).isprintable()
