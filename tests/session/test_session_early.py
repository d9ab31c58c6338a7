"""Early or useless records: kept, bounded, and no reason to end the match. And answers that come
too late."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.protocol.entries import MAX_RECORD, EntryKind, Step, decode_entry, sign
from owm_net.protocol.errors import LocalProtocolError
from owm_net.session.in_memory import driver
from owm_net.session.match import Blame, Decide, Match
from owm_net.session.waiting import MAX_EARLY


def entry_of(record: bytes) -> Any:
    return decode_entry(record[:-64])


class Round:
    """A duel at the step in which all commit; then every seat's own entry, not sent yet."""

    def __init__(self, table: Any, seats: int) -> None:
        self.party = table.Party(seats, "duel", seed=5)
        self.start: list[bytes] = []
        self.matches: list[Match] = self.party.matches
        while self.matches[0].step < 2:
            for i, match in enumerate(self.matches):
                if match.step < 2:
                    driver(match).todo()
                for record in driver(match).outgoing():
                    self.start.append(record)
                    self.party.send(i, record)

    def commit(self, seat: int) -> bytes:
        """A seat's own entry."""
        match = self.matches[seat]
        match.decide(agenda.options(match.view())[0])
        (record,) = driver(match).outgoing()
        return record

    def behind(self, seat: int, last: bytes) -> Match:
        """A seat that has heard all but one record."""
        again = type(self.party)(len(self.matches), "duel", seed=5).matches[seat]
        driver(again).todo()
        for record in [r for r in self.start if r != last]:
            again.receive(record)
        driver(again).outgoing()
        driver(again).accepted()
        return again

    def signed(self, record: bytes, **changes: Any) -> bytes:
        """An entry changed, and signed again by its author."""
        entry = entry_of(record)
        return sign(evolve(entry, **changes), self.matches[entry.seat].own.identity)

    def keys_of(self, seat: int) -> bytes:
        """Return what a seat signed for step 1."""
        return next(r for r in self.start if (entry_of(r).seat, entry_of(r).step) == (seat, 1))


# ------------------------------------------------------------------ of no use


def test_an_early_entry_that_is_of_no_use_ends_nothing(table: Any) -> None:
    """It is found out when its step has come, while an honest seat's entry is heard; whoever
    handed it over can be told from it, and the match has gone on."""
    scene = Round(table, 3)
    last = scene.keys_of(2)
    commits = [scene.commit(seat) for seat in (1, 2)]
    junk = scene.signed(commits[0], prev=bytes(32))
    zero = scene.behind(0, last)
    zero.receive(junk)
    zero.receive(last)
    assert [(blame.seat, blame.evidence) for blame in driver(zero).refused()] == [(None, junk)]
    for record in commits:
        zero.receive(record)
    assert zero.owed() == [0] and zero.step == 2 and driver(zero).refused() == []


@pytest.mark.parametrize("kind", [EntryKind.COMMIT, EntryKind.DROP])
def test_an_early_entry_of_another_match_is_seen_at_once(table: Any, kind: EntryKind) -> None:
    scene = Round(table, 3)
    last = scene.keys_of(2)
    junk = scene.signed(scene.commit(1), kind=kind, match_id=bytes(32), step=3)
    zero = scene.behind(0, last)
    with pytest.raises(Blame, match="another match") as caught:
        zero.receive(junk)
    assert (caught.value.seat, caught.value.evidence) == (None, junk)
    zero.receive(last)
    assert zero.step == 2 and driver(zero).refused() == []


def test_what_comes_before_the_match_has_a_name_is_sorted_out_then(table: Any) -> None:
    """KEYS of seat 1 in other matches, which somebody has kept, do not take its own ones' place."""
    scene = Round(table, 3)
    real = scene.keys_of(1)
    junk = [scene.signed(real, match_id=bytes([n]) * 32, body=bytes(288)) for n in range(3)]
    hello = next(r for r in scene.start if (entry_of(r).seat, entry_of(r).step) == (2, 0))
    fresh = type(scene.party)(3, "duel", seed=5).matches[0]
    driver(fresh).todo()
    for record in [r for r in scene.start if entry_of(r).step == 0 and r != hello]:
        fresh.receive(record)
    for record in (*junk, real):
        fresh.receive(record)
    fresh.receive(hello)
    assert [blame.evidence for blame in driver(fresh).refused()] == junk
    driver(fresh).todo()
    assert fresh.owed() == [2]


def test_a_hello_that_is_refused_leaves_the_seat_to_whom_it_belongs(table: Any) -> None:
    """A stranger's, well signed, but for another history: seat 1 can still come."""
    scene = Round(table, 3)
    hello = next(r for r in scene.start if (entry_of(r).seat, entry_of(r).step) == (1, 0))
    stranger = Ed25519PrivateKey.generate()
    entry = entry_of(hello)
    shown = stranger.public_key().public_bytes_raw()
    junk = sign(evolve(entry, body=shown + entry.body[32:], prev=bytes(32)), stranger)
    zero = type(scene.party)(3, "duel", seed=5).matches[0]
    driver(zero).todo()
    with pytest.raises(Blame) as caught:
        zero.receive(junk)
    assert (caught.value.seat, caught.value.evidence) == (None, junk)
    zero.receive(hello)
    assert zero.identities[1] == entry.body[:32]


def test_what_was_signed_for_a_dropped_step_is_void_only_after_our_history(table: Any) -> None:
    """Seat 1 has committed, which is late here, and goes on without seat 2 as seat 0 does: its
    entry is ignored without a word, whatever it says. After another history it is no such entry:
    whoever brings it is told so, and nobody is named."""
    scene = Round(table, 3)
    zero, one, _ = scene.matches
    late = scene.commit(1)
    one.drop(Seat(2))
    zero.receive(driver(one).outgoing()[0])
    zero.drop(Seat(2))
    assert zero.dropped == (2,) and (zero.step, entry_of(late).step) == (3, 2)
    driver(zero).accepted()
    for void in (
        late,
        scene.signed(late, state=bytes(32)),
        scene.signed(late, kind=EntryKind.SHARES),
    ):
        zero.receive(void)
    elsewhere = scene.signed(late, prev=zero.chain.head)
    with pytest.raises(Blame, match="an entry for step 2 while step 3 is due") as caught:
        zero.receive(elsewhere)
    assert (caught.value.seat, caught.value.evidence) == (None, elsewhere)
    assert driver(zero).accepted() == [] and driver(zero).refused() == []
    here = scene.signed(late, step=1, prev=zero.chain.heads[1])
    with pytest.raises(Blame, match="two different entries for step 1") as caught:
        zero.receive(here)
    assert caught.value.seat == 1, "no other step is void"


# ------------------------------------------------------------------ bounded


@pytest.mark.parametrize("kind", [EntryKind.COMMIT, EntryKind.DROP, EntryKind.KEEP])
def test_what_is_kept_of_one_seat_is_bounded(table: Any, kind: EntryKind) -> None:
    """Nobody is named for it: a relaying seat may have left out what it waits for. Others' entries
    are still kept, and the match goes on."""
    scene = Round(table, 3)
    last = scene.keys_of(2)
    commits = [scene.commit(seat) for seat in (1, 2)]
    zero = scene.behind(0, last)
    big = MAX_RECORD - 200
    many = [
        scene.signed(commits[0], kind=kind, step=3 + n, body=bytes([n]) + bytes(big))
        for n in range(6)
    ]
    refused = []
    for record in many:
        try:
            zero.receive(record)
        except Blame as blame:
            assert blame.seat is None and blame.evidence == record
            refused.append(record)
    assert refused == many[MAX_EARLY // len(many[0]) :] and refused
    for record in (commits[1], last, commits[0]):
        zero.receive(record)
    assert zero.step == 2 and zero.owed() == [0]


def test_early_keeps_for_two_seats_are_both_heard(table: Any) -> None:
    """Of one seat, at one step: they contradict each other in nothing."""
    scene = Round(table, 4)
    one, last = scene.matches[1], scene.keys_of(3)
    commits = [scene.commit(seat) for seat in (2, 3)]
    for record in commits:
        one.receive(record)
    scene.matches[0].drop(Seat(2))
    one.receive(driver(scene.matches[0]).outgoing()[0])
    (keep,) = driver(one).outgoing()
    keeps = [scene.signed(keep, body=bytes([entry_of(r).seat]) + r) for r in commits]
    guest = scene.behind(0, last)
    for record in (*keeps, last):
        guest.receive(record)
    assert guest.owed() == [0, 1] and driver(guest).refused() == []
    assert set(keeps) <= set(driver(guest).accepted())


# ------------------------------------------------------------------ answers that come too late


def test_an_answer_to_what_is_no_longer_asked_is_refused(table: Any) -> None:
    scene = Round(table, 3)
    zero, one, _ = scene.matches
    todo = driver(zero).todo()
    assert isinstance(todo, Decide) and zero.wants(todo.step)
    answer = agenda.options(zero.view())[0]
    for step in (Step(todo.step - 1), Step(todo.step + 1)):
        assert not zero.wants(step)
        with pytest.raises(LocalProtocolError):
            zero.decide(answer, step)
    one.drop(Seat(2))
    zero.receive(driver(one).outgoing()[0])
    zero.drop(Seat(2))
    assert zero.dropped == (2,), "and they are asked again"
    assert not zero.wants(todo.step) and zero.wants(zero.step)
    with pytest.raises(LocalProtocolError):
        zero.decide(answer, todo.step)
    zero.decide(answer, zero.step)
    assert 0 not in zero.owed()


def test_no_answer_is_signed_while_a_proposal_is_open(table: Any) -> None:
    """It would be void if the others agree. When a KEEP has come, it is asked for again."""
    scene = Round(table, 3)
    zero, one, _ = scene.matches
    todo = driver(zero).todo()
    assert isinstance(todo, Decide)
    answer = agenda.options(zero.view())[0]
    commit = scene.commit(2)
    one.receive(commit)
    zero.drop(Seat(2))
    assert driver(zero).todo() is None and not zero.wants(todo.step)
    with pytest.raises(LocalProtocolError):
        zero.decide(answer, todo.step)
    (drop,) = driver(zero).outgoing()
    one.receive(drop)
    zero.receive(driver(one).outgoing()[0])
    assert driver(zero).todo() == todo and zero.wants(todo.step)
    zero.decide(answer, todo.step)
    assert [entry_of(r).kind for r in driver(zero).outgoing()] == [EntryKind.COMMIT]
