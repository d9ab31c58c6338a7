"""A log in which any byte is another one is never OK."""

from __future__ import annotations

import os
import random
from copy import copy
from typing import Any, ClassVar

import pytest
from attrs import define

from owm_net.engine import codec
from owm_net.engine.agenda import Ask, End, GameState, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import register
from owm_net.engine.requests import Choose, PickNumber, Result
from owm_net.engine.system import Setup
from owm_net.games.skeleton import Skeleton
from owm_net.games.skeleton.duel import Opening as Duel
from owm_net.games.skeleton.duel import Stance
from owm_net.games.skeleton.state import DuelState
from owm_net.protocol.entries import MAGIC, EntryKind, TornLog, frame_record, read_records
from owm_net.protocol.errors import MalformedBytes
from owm_net.session.match import Blame, Match
from owm_net.session.verify import Outcome, Unreadable, verify


@register("tests.session.brief_state")
@define(kw_only=True)
class BriefTable(DuelState):
    """A table for two."""


@frame("tests.session.brief")
@define
class Brief(Duel):
    """A pick and one choice: the smallest skeleton."""

    def start(self, g: DuelState) -> Any:
        return Ask(PickNumber(2, "who begins"), then=self.choose)

    def choose(self, g: DuelState, picked: tuple[int]) -> Any:
        return Ask(Choose(Seat(picked[0]), "stance"), then=self.finish)

    def finish(self, g: DuelState, answer: Stance) -> Any:
        return End(Result((Seat(0),), (1, 0), "bold" if answer.bold else "careful"))


class BriefSkeleton(Skeleton):
    """Its rules."""

    seats: ClassVar[tuple[int, int]] = (2, 2)

    def new_game(self, setup: Setup) -> GameState:
        return BriefTable(seats=2, hands=[[], []], scores=[0, 0], agenda=[Brief()])


def test_no_byte_of_a_log_can_be_changed(table: Any) -> None:
    """Every byte of a whole small log, lengths and first line among them."""
    system = BriefSkeleton()
    party = table.Party(2, "duel", system=system)
    party.run()
    log = party.log()
    assert party.verdict().verdict is Outcome.OK
    chance = random.Random(7)
    outcomes = []
    for i in range(len(log)):
        forged = bytearray(log)
        forged[i] ^= 1 << chance.randrange(8)
        try:
            verdict = verify(bytes(forged), lambda name: system, processes=1)
        except Unreadable:
            outcomes.append("unreadable")
            continue
        assert verdict.verdict is not Outcome.OK, i
        outcomes.append(verdict.verdict.value)
    assert outcomes.count("INVALID") > len(log) * 3 // 4


HEAD = {
    "version": 0,
    "kind": 1,
    "seat": 2,
    "step": 3,
    "match_id": 11,
    "prev": 43,
    "state": 75,
    "length": 107,
}
"""Fields of an entry's head: where each begins (wire.md, "Entries")."""

BESIDE = (bytes([EntryKind.REMARK.value]), bytes([EntryKind.WISH.value]))
"""Kinds of entries that no step waits for."""

EVERY_BYTE = bool(os.environ.get("OWM_THOROUGH"))
"""`make thorough`: all bytes instead of one in STRIDE."""
STRIDE = 29
"""With the first byte of every field of every entry; prime, so that it wanders through them."""


def places_in(record: bytes) -> list[int]:
    """Bytes to change: all of them, or each field's first and a sample of the rest."""
    if EVERY_BYTE:
        return list(range(len(record)))
    fields = [
        *HEAD.values(),
        *range(111, min(111 + 1, len(record))),
        len(record) - 64,
        len(record) - 32,
        len(record) - 1,
    ]
    return sorted({*fields, *range(len(record) % STRIDE, len(record), STRIDE)})


def one_reason(reason: str) -> bool:
    return 0 < len(reason) < 1200 and reason.isprintable()


def first_record(rest: bytes) -> bytes | None:
    """Return the first record of the rest of a file, b"" for damage, None where it is torn."""
    try:
        return next(read_records(MAGIC + rest))
    except TornLog:
        return None
    except MalformedBytes:
        return b""


@pytest.mark.parametrize("seats", [2, 3])
def test_no_byte_of_a_whole_match_can_be_changed(table: Any, seats: int) -> None:
    """A match that uses all requests, from the file's first line to the last END. What `verify`
    says of a log up to a record is what its observer says when it is given that record: so one
    observer is given every record changed in every place, and then as it is.

    A change can make an entry that is here already, of another seat: all END of a step say the
    same; or a remark or a wish, which nobody is blamed for. Nothing follows from it, and a log in
    which it stands is not OK either; see above and below."""
    party = table.Party(seats, seed=6)
    party.run()
    assert not party.blames
    observer = Match(party.system, party.agreed, None, defer=[])
    chance = random.Random(3)
    log, at, changed = party.log(), len(MAGIC), 0
    here: set[bytes] = set()  # the entries the observer has, without their signatures

    def refused(record: bytes, place: object) -> None:
        if record[:-64] in here or record[1:2] in BESIDE:
            ignored(observer, record)
            return
        with pytest.raises(Blame) as caught:
            observer.receive(record)
            raise AssertionError(f"accepted with a change at {place}")
        assert caught.value.seat is None, "a seat is blamed for what it never signed"
        assert one_reason(caught.value.reason), place

    for place in range(at):
        with pytest.raises(Unreadable):
            verify(flipped(log, place, chance), lambda name: party.system, processes=1)
    for number, record in enumerate(party.logs[0]):
        for place in range(4):  # the length before it
            found = first_record(flipped(log[at:], place, chance))
            assert found != record
            if found is not None:  # else unfinished at best
                refused(found, (number, "length", place))
        for place in places_in(record):
            refused(flipped(record, place, chance), (number, place))
            changed += 1
        observer.receive(record)
        here.add(record[:-64])
        at += 4 + len(record)
    assert at == len(log) and observer.finished
    assert observer.result == party.matches[0].result
    assert changed >= sum(map(len, party.logs[0])) // (1 if EVERY_BYTE else STRIDE)


def ignored(observer: Match, record: bytes) -> None:
    """Hearing it changes nothing, and does not count: so `verify` refuses a log that holds it."""
    before = observer.step, observer.owed(), copy(observer.counts), codec.digest(observer.state)
    for _ in observer.effects():
        pass
    observer.receive(record)
    after = observer.step, observer.owed(), copy(observer.counts), codec.digest(observer.state)
    assert after == before and observer.next_effect() is None


@pytest.mark.parametrize("seats", [2, 3])
def test_an_end_under_the_name_of_another_seat_is_never_ok(table: Any, seats: int) -> None:
    """All END of a match are the same but for the seat. One that names another seat is that seat's
    entry with a bad signature, or, where that is here already, stands twice: nobody is blamed."""
    party = table.Party(seats, "duel", seed=6)
    party.run()
    ends = [record for record in party.logs[0] if EntryKind(record[1]) is EntryKind.END]
    assert len(ends) == seats and party.logs[0][-1] is ends[-1]
    for number, end in enumerate(ends):
        at = party.logs[0].index(end)
        for seat in {*range(seats)} - {end[HEAD["seat"]]}:
            forged = bytearray(end)
            forged[HEAD["seat"]] = seat
            stands = bytes(forged[:-64]) in {record[:-64] for record in ends[:number]}
            log = [*party.logs[0][:at], bytes(forged), *party.logs[0][at + 1 :]]
            data = MAGIC + b"".join(map(frame_record, log))
            verdict = verify(data, lambda name: party.system, processes=1)
            assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, None)
            assert verdict.first_bad == at
            assert ("stands twice" in verdict.reason) == stands


def flipped(data: bytes, place: int, chance: random.Random) -> bytes:
    forged = bytearray(data)
    forged[place] ^= 1 << chance.randrange(8)
    return bytes(forged)


def test_a_seat_that_signs_a_changed_byte_is_not_believed_either(table: Any) -> None:
    """One byte of each field of one entry of each kind, re-signed by the entry's author: they are
    blamed, or nobody where the others' entries no longer follow theirs."""
    party = table.Party(2, seed=6)
    party.run()
    records = party.logs[0]
    last_of_kind = {record[1]: number for number, record in enumerate(records)}
    outcomes, fields = set(), [*HEAD.values()]
    for turn, number in enumerate(last_of_kind.values()):
        data, author = records[number][:-64], party.matches[records[number][2]].own
        body = [place for place in (111, len(data) - 1) if 111 <= place < len(data)]
        for place in [fields[turn % 8], *body]:
            forged = bytearray(data)
            forged[place] ^= 1
            log = [*records]
            log[number] = bytes(forged) + author.identity.sign(b"owm/log/v1" + bytes(forged))
            file = MAGIC + b"".join(map(frame_record, log))
            verdict = verify(file, lambda name: party.system, processes=1)
            assert verdict.verdict is Outcome.INVALID and one_reason(verdict.reason)
            assert verdict.blame in (None, author.seat), (number, place)
            assert verdict.first_bad is not None and verdict.first_bad >= number
            outcomes.add(verdict.blame is None)
    assert outcomes == {True, False} and len(last_of_kind) == 11


@pytest.mark.parametrize("change", ["drop", "twice", "swap", "early end", "more"])
def test_entries_cannot_be_moved(table: Any, change: str) -> None:
    party = table.Party(2, "duel", seed=6)
    party.run()
    for at in range(4, len(party.logs[0]) - 3, 9):
        log = list(party.logs[0])
        if change == "drop":
            del log[at]
        elif change == "twice":
            log.insert(at, log[at])
        elif change == "swap":
            log[at], log[at + 2] = log[at + 2], log[at]
        elif change == "early end":
            log = [*log[:at], *log[-2:]]
        else:
            log = [*log, log[at]]
        data = MAGIC + b"".join(map(frame_record, log))
        verdict = verify(data, lambda name: party.system, processes=1)
        assert verdict.verdict is Outcome.INVALID


def test_a_log_that_breaks_off_is_unfinished_and_says_who_owes(table: Any) -> None:
    party = table.Party(3, "duel", seed=6)
    party.run()
    for at in (1, 3, 5, 12, 30, len(party.logs[0]) - 1):
        data = MAGIC + b"".join(map(frame_record, party.logs[0][:at]))
        verdict = verify(data, lambda name: party.system, processes=1)
        assert verdict.verdict is Outcome.UNFINISHED and verdict.owed_by
        for zeros in (2, 4, 4096):  # a power cut leaves them where nothing was written yet
            torn = verify(data + bytes(zeros), lambda name: party.system, processes=1)
            assert torn.verdict is Outcome.UNFINISHED and torn.entries == at
