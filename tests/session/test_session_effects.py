"""The effects of a match, in the only legal order: no driver can send what is not stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose
from owm_net.games.skeleton.duel import Stance
from owm_net.protocol.entries import Entry, EntryKind, decode_entry, sign
from owm_net.protocol.errors import LocalProtocolError
from owm_net.session import incoming
from owm_net.session.in_memory import driver
from owm_net.session.match import (
    Blame,
    CancelDecision,
    Decide,
    Denounce,
    Match,
    Phase,
    Send,
    StoreNotes,
    StoreRecords,
    Tell,
    Work,
)
from owm_net.session.private import recall
from owm_net.session.verify import Outcome
from tests.session.conftest import Party


def entry_of(record: bytes) -> Entry:
    return decode_entry(record[:-64])


class Careful:
    """Does each effect, and looks whether it may be done now."""

    def __init__(self, match: Match, chance: Chance) -> None:
        self.match, self.chance = match, chance
        self.notes: list[bytes] = []
        self.safe: list[bytes] = []  # survives a power cut
        self.stored: list[bytes] = []
        self.fresh: list[Send] = []
        self.kinds: list[type] = []

    def run(self) -> list[Send]:
        """All that is to be done; returns what is to be sent."""
        self.act()
        fresh, self.fresh = self.fresh, []
        return fresh

    def act(self) -> None:
        """All that is to be done."""
        for effect in self.match.effects():
            self.kinds.append(type(effect))
            match effect:
                case StoreNotes(notes):
                    self.notes += notes
                case StoreRecords(records, sync):
                    self.check_notes(records)
                    self.stored += records
                    self.safe = list(self.stored) if sync else self.safe
                case Send(record, author):
                    assert record in self.stored
                    if author is None:
                        self.check_own(record)
                    self.fresh.append(effect)
                case Work():
                    self.match.done(effect.run())
                case Decide(_, step):
                    self.match.decide(agenda.sample(self.match.view(), self.chance), step)

    def hear(self, record: bytes) -> None:
        """Hear another's record, after everything that must be done before."""
        while self.match.is_working:
            self.act()
        self.match.receive(record)

    def check_own(self, record: bytes) -> None:
        """A power cut now would not make us forget what we have signed."""
        assert record in self.safe

    def check_notes(self, records: Sequence[bytes]) -> None:
        """After a power cut between two writes we could go on from what we have stored."""
        kept, own = recall(self.notes), self.match.own
        assert own is not None
        for entry in map(entry_of, records):
            if entry.seat == own.seat and entry.kind is EntryKind.KEYS:
                assert kept.secrets is not None
            if entry.seat == own.seat and entry.kind is EntryKind.COMMIT:
                assert entry.body in kept.openings


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_is_sent_that_is_not_stored_nor_stored_before_its_notes(seats: int) -> None:
    """In a whole match: own records are synced, what they rest on is there before."""
    party = Party(seats, "duel", seed=2)
    sides = [Careful(match, Chance(7, n)) for n, match in enumerate(party.matches)]
    busy = True
    while busy:
        busy = False
        for side in sides:
            for send in side.run():
                busy = True
                for other in sides:
                    if send.author is None and other is not side:
                        other.hear(send.record)
    for side in sides:
        assert {StoreNotes, StoreRecords, Send, Tell, Work, Decide} == set(side.kinds)
        assert sorted(side.stored) == sorted(sides[0].stored)


def test_a_driver_that_does_not_come_back_sends_nothing() -> None:
    """Its disk has failed: what it was given last was to be stored."""
    match = Party(2, "duel").matches[0]
    first = match.next_effect()
    assert isinstance(first, StoreRecords) and first.sync
    match.stop()
    assert list(match.effects()) == [] and match.phase is Phase.STOPPED


def test_what_was_passed_on_is_not_given_back_to_its_author() -> None:
    party = Party(3, "duel")
    driver(party.matches[1]).todo()
    (hello,) = driver(party.matches[1]).outgoing()
    party.matches[0].receive(hello)
    sends = {e.record: e.author for e in party.matches[0].effects() if isinstance(e, Send)}
    assert sends.pop(hello) == 1
    assert list(sends.values()) == [None], "our own goes to all"


# ------------------------------------------------------------------ questions


def asked(table: Any, seats: int) -> tuple[Any, Decide]:
    """A party whose seat 0 has been asked for its stance."""
    party = table.Party(seats, "duel", seed=5)
    while party.matches[0].step < 2:
        for i, match in enumerate(party.matches):
            if match.step < 2:
                driver(match).todo()
                party.logs[i] += driver(match).accepted()
            for record in driver(match).outgoing():
                party.send(i, record)
    question = driver(party.matches[0]).todo()
    assert isinstance(question, Decide)
    return party, question


def test_a_question_is_asked_once_and_again_when_the_answer_was_refused(table: Any) -> None:
    party, question = asked(table, 2)
    zero = party.matches[0]
    assert zero.next_effect() is None
    with pytest.raises(IllegalAnswer):
        zero.decide(Pass(), question.step)
    assert zero.next_effect() == question
    zero.decide(Stance(True), question.step)
    assert not any(isinstance(effect, Decide) for effect in zero.effects())


def test_a_question_is_taken_back_when_we_would_go_on_without_somebody(table: Any) -> None:
    """Our entry might be void; the question returns when an objection has refuted that."""
    party, question = asked(table, 3)
    zero, one, two = party.matches
    two.decide(agenda.options(two.view())[0])
    (commit,) = driver(two).outgoing()
    one.receive(commit)
    zero.drop(2)
    effects = list(zero.effects())
    assert [type(e) for e in effects] == [StoreRecords, Send, Tell, CancelDecision]
    assert effects[-1] == CancelDecision(question.step)
    with pytest.raises(LocalProtocolError):
        zero.decide(Stance(True), question.step)
    one.receive(effects[1].record)
    (keep,) = driver(one).outgoing()
    zero.receive(keep)
    assert list(zero.effects())[-1] == question


# ------------------------------------------------------------------ the end


def test_the_evidence_is_stored_before_it_is_shown_and_nothing_else_is_sent(table: Any) -> None:
    party, _ = asked(table, 3)
    zero = party.matches[0]
    one = party.matches[1]
    one.decide(Stance(True))
    (commit,) = driver(one).outgoing()
    other = sign(evolve(entry_of(commit), body=bytes(32)), one.own.identity)
    pair = [commit, other]
    zero.receive(pair[0])
    with pytest.raises(Blame) as caught:
        zero.receive(pair[1])
    zero.stop(caught.value)
    effects = list(zero.effects())
    assert effects == [StoreRecords(tuple(pair), True), Denounce(caught.value, tuple(pair))]
    zero.receive(pair[1])
    assert list(zero.effects()) == []


def test_who_is_shown_the_evidence_is_shown_all_that_it_follows_from(table: Any) -> None:
    """Also what is stored and was on its way when the match stopped."""
    party, question = asked(table, 3)
    zero, one = party.matches[0], party.matches[1]
    one.decide(Stance(True))
    (commit,) = driver(one).outgoing()
    zero.receive(commit)
    assert zero.next_effect() == StoreRecords((commit,), False)
    zero.decide(Stance(True), question.step)
    blame = Blame(Seat(2), "it is wrong", "rule", b"evidence")
    zero.stop(blame)
    _, store, last = zero.effects()
    assert isinstance(store, StoreRecords) and isinstance(last, Denounce)
    assert store.sync and store.records == last.proof[1:]
    assert last.proof[0] == commit and last.proof[-1] == b"evidence"


def test_what_is_said_after_the_end_rests_on_what_is_on_the_disk(table: Any) -> None:
    """Seat 2's END came last, and others could send it again: but after a power cut we would not
    know that we have objected to going on without seat 2."""
    party = table.Party(3, "duel", seed=2)
    send = party.send

    def before_the_end(i: int, record: bytes) -> None:
        if entry_of(record).kind is not EntryKind.END:
            send(i, record)

    party.send = before_the_end
    party.run()
    zero, one, _ = party.matches
    ends = [own_end(match) for match in party.matches]
    zero.receive(ends[1])
    zero.receive(ends[2])
    assert [e.sync for e in zero.effects() if isinstance(e, StoreRecords)] == [False]
    assert zero.finished
    one.receive(ends[0])
    one.drop(2)
    (drop,) = driver(one).outgoing()
    zero.receive(drop)
    safe, keep = zero.effects()
    assert safe == StoreRecords((), True)
    assert isinstance(keep, Send) and entry_of(keep.record).kind is EntryKind.KEEP


def own_end(match: Match) -> bytes:
    """The END that a seat has signed."""
    chain, own = match.chain, match.own
    assert own is not None
    return sign(decode_entry(chain.here[own.seat]), own.identity)


def test_a_complaint_is_stored_once() -> None:
    """It is our own entry and the evidence: stored and sent before the match stops."""
    match = Party(2, "duel").matches[0]
    hello = next(e.record for e in match.effects() if isinstance(e, Send))
    match.stop(Blame(Seat(1), "it is wrong", "rule", hello))
    (last,) = match.effects()
    assert isinstance(last, Denounce) and last.proof == (hello,)


# ------------------------------------------------------------------ an old copy


def test_an_old_copy_that_checks_something_long_still_signs_nothing(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has forgotten that it proposed to go on without seat 2, and is told of seat 2's entry,
    which takes long to check, and of another's proposal: it must not object before it has heard
    what it had signed itself."""
    party, _ = asked(table, 4)
    zero, one, two, _ = party.matches
    log = list(party.logs[0])
    two.decide(agenda.options(two.view())[0])
    (commit,) = driver(two).outgoing()
    zero.drop(2)
    (forgotten,) = driver(zero).outgoing()
    one.drop(2)
    (proposal,) = driver(one).outgoing()
    old = Match(party.system, party.agreed, zero.own, private=zero._basis.private)
    old.replay(log)
    monkeypatch.setattr(incoming, "takes_long", lambda step, entry: "thinking")
    old.receive(commit)
    (work,) = (e for e in old.effects() if isinstance(e, Work))
    old.done(work.run())
    old.receive(proposal)
    sent = [e for e in old.effects() if isinstance(e, Send)]
    assert {entry_of(e.record).seat for e in sent} == {1, 2}
    assert forgotten not in [e.record for e in sent]
    assert all(e.author is not None for e in sent)
    old.speak()
    (objection,) = (e for e in old.effects() if isinstance(e, Send) and e.author is None)
    assert entry_of(objection.record).kind is EntryKind.KEEP, "told of nothing else, it may speak"


# ------------------------------------------------------------------ two seats


@pytest.mark.parametrize("kind", [EntryKind.DROP, EntryKind.KEEP])
def test_a_match_of_two_is_never_gone_on_without_one(table: Any, kind: EntryKind) -> None:
    """A seat that signs a DROP or KEEP all the same is named, there and by anybody with the log."""
    party, _ = asked(table, 2)
    zero, one = party.matches
    chain, own = zero.chain, one.own
    body = b"\0" + (b"" if kind is EntryKind.DROP else party.logs[0][-1])
    entry = Entry(kind, 1, chain.step, chain.match_id, chain.head, chain.state, body)
    record = sign(entry, own.identity)
    with pytest.raises(Blame, match="too few seats would remain") as caught:
        zero.receive(record)
    assert (caught.value.seat, caught.value.evidence) == (1, record)
    assert zero.droppable() == [] and zero.proposed() == {}
    party.logs[0].append(record)
    verdict = party.verdict(0)
    assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, 1)
    assert verdict.reason == caught.value.reason


def test_requests_that_no_table_answers_are_our_own_fault() -> None:
    """A new request needs a line in session/requests.py."""
    match = Party(2, "duel").matches[0]
    assert Choose in match._course._answers
    with pytest.raises(Exception, match="no way to answer"):
        match._course.answer(object())  # type: ignore[arg-type]
