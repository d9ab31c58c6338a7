"""Our entries are stored before they leave, also in a rough match: votes about a seat, complaints,
blames."""

from __future__ import annotations

import os
from typing import Any

import pytest

from fuzz import power_cuts
from owm_net.engine.requests import Show
from owm_net.protocol import sealed
from owm_net.protocol.entries import EntryKind, decode_entry, split_record
from owm_net.session.in_memory import driver
from owm_net.session.match import Denounce, Effect, Match, Send, StoreRecords
from tests.session.test_session_drops import Leavers


def author_of(record: bytes) -> int:
    return decode_entry(split_record(record)[0]).seat


class Watch:
    """Sees what a match wants done, and that what was to be stored before is stored then.

    kinds: of our own entries that were sent.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.kinds: set[EntryKind] = set()
        self.proof: tuple[bytes, ...] = ()
        self._stored: list[bytes] = []
        self._safe: set[bytes] = set()
        self._next = match.next_effect
        match.next_effect = self.next_effect  # type: ignore[method-assign]

    def next_effect(self) -> Effect | None:
        effect = self._next()
        assert self.match.own is not None
        match effect:
            case StoreRecords(records, sync):
                self._stored += records
                if sync:  # and with it all that was stored before
                    self._safe.update(self._stored)
            case Send(record, _) if author_of(record) == self.match.own.seat:
                self.kinds.add(decode_entry(split_record(record)[0]).kind)
                assert record in self._safe, "a power cut could make us sign another"
            case Denounce(_, proof):
                self.proof = proof
                assert set(self._stored) >= set(proof), "what others are shown stands in our log"
        return effect


def watched(party: Any) -> list[Watch]:
    """The honest seats."""
    return [Watch(match) for i, match in enumerate(party.matches) if i != party.liar]


def denounced(party: Any, seen: list[Watch]) -> None:
    """All honest seats find the cheat, stop, and can show why."""
    for watch in seen:
        assert watch.match.own is not None
        blame = party.blames[watch.match.own.seat]
        assert blame.seat == party.liar
        driver(watch.match).stop(blame)
        assert watch.proof


def test_when_seats_go_on_without_another(table: Any) -> None:
    left = Leavers(table, 3, {2: 12})
    seen = watched(left.party)
    left.run()
    assert EntryKind.DROP in seen[0].kinds & seen[1].kinds and EntryKind.HAND in seen[0].kinds


def test_when_one_objects_to_going_on_without_another(table: Any) -> None:
    """Seat 2's entry has come to seat 0 alone."""
    party = table.Party(3, "duel")
    seen = watched(party)
    to_all = party.send

    def send(i: int, record: bytes) -> None:
        if decode_entry(split_record(record)[0]).step < 2:
            to_all(i, record)
        elif i == 2:
            party.attempt(0, party.hear, record)

    party.send = send
    party.run()
    zero, one, _ = party.matches
    one.drop(2)
    (drop,) = driver(one).outgoing()
    zero.receive(drop)
    assert driver(zero).outgoing()
    assert EntryKind.DROP in seen[1].kinds and EntryKind.KEEP in seen[0].kinds


def bad_box(match: Match) -> bytes | None:
    """The cards shown to one seat are not what its message holds."""
    request, basis = match.state.pending, match._basis
    if not isinstance(request, Show):
        return None
    ctx = basis.ctx(request.seat, "show", about=basis.about(request.slots))
    return sealed.seal(ctx, basis.keys[request.to].E, bytes(96), os.urandom)


def test_when_a_complaint_shows_that_another_has_cheated(table: Any) -> None:
    """The complaint is an entry of ours as well, and the evidence for our denunciation."""
    party = table.Party(3, liar=0, lie=table.once(EntryKind.SEALED, bad_box))
    seen = watched(party)
    party.run()
    assert any(EntryKind.CONFIRM in watch.kinds for watch in seen)
    denounced(party, seen)


def garbled(match: Match) -> bytes | None:
    return bytes(96)


@pytest.mark.parametrize("kind", [EntryKind.KEYS, EntryKind.SHUFFLE, EntryKind.SHARES])
def test_when_a_cheat_is_denounced(table: Any, kind: EntryKind) -> None:
    party = table.Party(2, liar=1, lie=table.once(kind, garbled))
    seen = watched(party)
    party.run()
    denounced(party, seen)


def test_no_power_cut_makes_a_seat_convict_itself() -> None:
    """The power fails between any two effects, whatever was not synced is gone, and the seat signs
    again without having heard what it signed before; a hostile one has seen it all."""
    cuts = [power_cuts.play(seed)[1] for seed in range(32)]
    assert sum(cuts) > 64
