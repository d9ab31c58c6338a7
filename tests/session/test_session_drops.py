"""Going on without a seat: who may, what becomes of the hands, and the verdicts on the log."""

from __future__ import annotations

import random
from typing import Any

import pytest
import trio

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Redeal
from owm_net.games.skeleton import Skeleton
from owm_net.net.intake import Intake
from owm_net.protocol.entries import EntryKind, decode_entry, split_record
from owm_net.protocol.errors import LocalProtocolError
from owm_net.session.in_memory import driver
from owm_net.session.match import Match, Phase
from owm_net.session.private import recall
from owm_net.session.verify import Outcome


def entry_of(record: bytes) -> Any:
    return decode_entry(split_record(record)[0])


class Leavers:
    """A party of the duel in which seats fall silent, and the others go on without them.

    leaving: seat -> the step from which it says nothing.
    """

    def __init__(self, table: Any, seats: int, leaving: dict[int, int], seed: int = 1) -> None:
        self.party = table.Party(seats, "duel", seed=seed)
        self.leaving = leaving
        self.last = 10**9
        attempt = self.party.attempt

        def unless_gone(i: int, what: Any, *arguments: Any) -> None:
            if not self.is_gone(i):
                attempt(i, what, *arguments)

        self.party.attempt = unless_gone

    def is_gone(self, seat: int) -> bool:
        return self.party.matches[seat].step >= self.leaving.get(seat, 10**9)

    @property
    def there(self) -> list[int]:
        return [i for i in range(len(self.party.matches)) if not self.is_gone(i)]

    def send(self) -> bool:
        """Pass on what was made; what a seat signs after it has gone is lost."""
        sent = False
        for i, match in enumerate(self.party.matches):
            for record in driver(match).outgoing():
                if entry_of(record).step < self.leaving.get(i, 10**9):
                    sent = True
                    self.party.send(i, record)
        return sent

    def run(self) -> Leavers:
        while max(m.step for m in self.party.matches) < self.last:
            for i in self.there:
                self.party.attempt(i, self.party.act)
            if not self.send() and not self.propose():
                break
        return self

    def propose(self) -> bool:
        """Everybody proposes to go on without those who are gone."""
        proposed = False
        for i in self.there:
            match = self.party.matches[i]
            for seat in match.droppable():
                if seat not in self.there and match.proposed().get(seat, []).count(i) == 0:
                    match.drop(seat)
                    self.party.logs[i] += driver(match).accepted()
                    proposed = True
        return self.send() or proposed


def hands_of(match: Match) -> list[list[int]]:
    return [[match.known[c] for c in hand if c in match.known] for hand in match.state.hands]


# ------------------------------------------------------------------ matches go on


@pytest.mark.parametrize("at", [2, 4, 6, 9, 12, 20, 31])
def test_three_go_on_as_two(table: Any, at: int) -> None:
    """From the stances, the roll, the first shuffle, the deal, a turn: to the end, which all
    that remain sign; and anybody can check it."""
    leaver = at % 3
    left = Leavers(table, 3, {leaver: at}).run()
    party = left.party
    assert not party.blames and len(left.there) == 2
    for i in left.there:
        match = party.matches[i]
        assert match.finished and match.dropped == (leaver,)
        assert leaver not in match.owed() and leaver not in match.result.winners
        verdict = party.verdict(i)
        assert verdict.verdict is Outcome.OK and verdict.blame is None
        step = match.dropped_at[leaver]
        assert verdict.as_json()["left"] == [{"seat": leaver, "step": step}]
        assert verdict.reason == f"seat {leaver} was left out at step {step}"
        assert verdict.silent == [{"seat": leaver, "step": step, "by": left.there}]
        assert codec.encode(verdict.match.state) == codec.encode(match.state)
    first, second = (party.matches[i] for i in left.there)
    assert codec.encode(first.state) == codec.encode(second.state)
    assert first.chain.head == second.chain.head


@pytest.mark.parametrize(("first", "second"), [(8, 40), (12, 60), (30, 45), (5, 9)])
def test_four_go_on_as_three_and_as_two(table: Any, first: int, second: int) -> None:
    """A second seat leaves in play, or while the deck is dealt again."""
    left = Leavers(table, 4, {1: first, 3: second}).run()
    assert not left.party.blames and left.there == [0, 2]
    for i in left.there:
        assert left.party.matches[i].dropped == (1, 3) and left.party.matches[i].finished
        assert left.party.verdict(i).verdict is Outcome.OK


@pytest.mark.parametrize(
    ("kind", "later"),
    [
        (EntryKind.HAND, 0),
        (EntryKind.SHUFFLE, 0),
        (EntryKind.BLIND, 0),
        (EntryKind.SHARES, 0),
        (EntryKind.SHARES, 1),
    ],
)
def test_a_second_one_leaves_at_every_step_of_the_new_deal(
    table: Any, kind: EntryKind, later: int
) -> None:
    """Before its hand is re-encrypted, in its shuffle, its blinding, its tags, its last shares.
    Then there is another new deal, of hands that are still the first one's."""
    left = Leavers(table, 4, {1: 26}, seed=1)
    third = left.party.matches[3]

    def is_gone(seat: int, before: Any = left.is_gone) -> bool:
        dealing = third.dropped == (1,) and isinstance(third.state.pending, Redeal)
        if seat == 3 and dealing and third.due() is kind and 3 in third.owed():
            left.leaving.setdefault(3, third.step + later)
        return before(seat)  # type: ignore[no-any-return]

    left.is_gone = is_gone  # type: ignore[method-assign]
    left.last = 60
    left.run()
    assert not left.party.blames and left.there == [0, 2]
    first, second = left.party.matches[0], left.party.matches[2]
    assert first.dropped == second.dropped == (1, 3)
    assert first.dropped_at[3] == left.leaving[3]
    assert first.step > left.leaving[3] + 8 and first.chain.head == second.chain.head
    assert left.party.verdict(0).verdict is Outcome.UNFINISHED
    assert left.party.verdict(0).blame is None


def test_hands_stay_as_they_were_and_nobody_sees_another(table: Any) -> None:
    """Each card of a hand is the same in its new slot, known to its owner alone; the fog and the
    deck are what is left of the pool."""
    left = Leavers(table, 3, {2: 25})
    party, before, after = left.party, {}, {}
    go_on = Skeleton.go_on_without

    class Noting(Skeleton):
        def go_on_without(self, g: Any, seat: int) -> Any:
            request = go_on(self, g, seat)
            assert isinstance(request, Redeal)
            before[id(g)] = request
            return request

    for match in party.matches:
        match._basis.system = Noting()
    left.run()
    for i in left.there:
        match = party.matches[i]
        request = before[id(match.state)]
        assert {seat for seat, _ in request.kept} == {0, 1}
        for seat, slots in request.kept:
            for old in slots:
                new = request.moved()[old]
                knows = seat == i
                assert (old in match.known, new in match.known) == (knows, knows)
                if knows:
                    assert match.known[old] == match.known[new]
                    after[new] = match.known[new]
        assert match.finished
    assert len(set(after.values())) == len(after), "no card is in two hands"
    assert not set(after) & set(party.matches[2].known)


def test_a_loser_who_does_not_sign_the_end_is_left_out_and_the_result_stands(table: Any) -> None:
    """At the end nothing is dealt again, and no rule is asked."""
    left = Leavers(table, 3, {})
    party = left.party
    left.is_gone = lambda seat: seat == 1 and party.matches[1].due() is EntryKind.END  # type: ignore[method-assign]
    send = left.send

    def without_its_end() -> bool:
        if left.is_gone(1):
            driver(party.matches[1]).outgoing()
        return send()

    left.send = without_its_end  # type: ignore[method-assign]
    left.run()
    first, second = party.matches[0], party.matches[2]
    assert first.finished and second.finished and first.dropped == (1,)
    assert first.result == second.result and len(first.result.scores) == 3
    kinds = [entry_of(r).kind for r in party.logs[0]][-4:]
    assert kinds.count(EntryKind.DROP) == 2 and kinds.count(EntryKind.END) == 2
    assert EntryKind.HAND not in {entry_of(r).kind for r in party.logs[0]}
    assert party.verdict(2).verdict is Outcome.OK and party.verdict(2).result == first.result


def test_who_has_finished_shows_what_another_lacks(table: Any) -> None:
    """Seats 0 and 1 would each go on without seat 3, whose END seat 2 has: both are shown it, the
    second one after the end. Seat 0, which had agreed to leave it out, says nothing to that."""
    left = Leavers(table, 4, {})
    party = left.party
    left.is_gone = lambda seat: party.matches[seat].due() is EntryKind.END  # type: ignore[method-assign]
    left.propose = lambda: False  # type: ignore[method-assign]
    left.run()
    zero, one, two, _ = party.matches
    ends = []
    for match in party.matches:
        driver(match).todo()
        ends += driver(match).outgoing()
    for match, heard in ((zero, ends[1:3]), (one, [ends[0], ends[2]]), (two, [ends[1], ends[3]])):
        for record in heard:
            match.receive(record)
    assert zero.owed() == one.owed() == [3]
    zero.drop(3)
    (drop,) = driver(zero).outgoing()
    two.receive(drop)
    (keep,) = driver(two).outgoing()
    zero.receive(keep)
    two.receive(ends[0])
    assert zero.finished and two.finished
    one.drop(3)
    (drop,) = driver(one).outgoing()
    zero.receive(drop)
    two.receive(drop[:-1] + bytes([drop[-1] ^ 1]))
    assert driver(two).outgoing() == [], "whoever it is, it is not seat 1"
    nobody: Any = None  # no circle and no line: it is not passed on
    trio.run(Intake(two, nobody, {}, {}).heard, nobody, drop)
    assert driver(zero).outgoing() == []
    assert driver(two).outgoing() == [keep], "also over the network"
    assert drop not in driver(zero).accepted() + driver(two).accepted(), "their logs are complete"
    one.receive(ends[3])
    assert not one.finished, "what it has proposed to do without may be void"
    one.receive(keep)
    assert one.finished and one.result == zero.result
    log = party.logs[1] + driver(one).accepted()
    assert keep not in log, "nothing follows the end"
    again = Match(party.system, party.agreed, one.own, private=one._basis.private)
    again.replay(log)
    assert again.finished, "what stands in its log has counted"


def test_an_observer_comes_to_the_same_end_in_whatever_order_it_hears_them(table: Any) -> None:
    """Void entries before or after the last DROP, HANDs before it: it makes no difference."""
    left = Leavers(table, 3, {2: 12}).run()
    party, whole = left.party, left.party.matches[0]
    for seed in range(6):
        chance = random.Random(seed)
        observer = Match(party.system, party.agreed, None, defer=[])
        left_over = list(party.logs[0])
        passed_over = 0
        while left_over:  # the HELLOs first, for else nobody knows who signs
            n = chance.randrange(min(9, len(left_over))) if observer.step > 0 else 0
            passed_over = passed_over + 1 if n else 0
            if passed_over > 40:  # who is more than 64 steps behind gets nothing
                n = passed_over = 0
            observer.receive(left_over.pop(n))
        assert observer.finished and observer.result == whole.result
        assert observer.chain.head == whole.chain.head and observer.dropped == (2,)


# ------------------------------------------------------------------ who may


@pytest.mark.parametrize(("seats", "mission"), [(2, "duel"), (3, "full-deck")])
def test_nobody_is_left_out_of_two_or_without_a_rule(table: Any, seats: int, mission: str) -> None:
    """At no step; and nobody before all have shown their keys."""
    party = table.Party(seats, mission)
    last = seats - 1
    while party.matches[0].step < 12:
        for i, match in enumerate(party.matches):
            if i != last:
                assert match.droppable() == []
            party.attempt(i, party.act)
            for record in driver(match).outgoing():
                party.send(i, record)
    with pytest.raises(LocalProtocolError, match=f"seat {last} cannot be dropped now"):
        party.matches[0].drop(last)


def test_nobody_is_left_out_who_owes_nothing(table: Any) -> None:
    left = Leavers(table, 3, {2: 6}).run()
    for i in left.there:
        with pytest.raises(LocalProtocolError, match="seat 2 cannot be dropped now"):
            left.party.matches[i].drop(2)


def test_a_proposal_is_seen_and_may_be_made_again(table: Any) -> None:
    left = Leavers(table, 3, {2: 4})
    party = left.party
    left.propose = lambda: False  # type: ignore[method-assign]
    left.run()
    first, second = party.matches[:2]
    assert first.owed() == second.owed() == first.droppable() == [2]
    first.drop(2)
    first.drop(2)
    (record,) = driver(first).outgoing()
    second.receive(record)
    assert first.proposed() == second.proposed() == {2: [0]}
    assert first.dropped == ()
    second.drop(2)
    assert second.dropped == (2,) and second.owed() == [0, 1] and second.proposed() == {}


# ------------------------------------------------------------------ the seat that was left out


@pytest.mark.parametrize("late", [False, True])
def test_the_log_of_a_seat_that_was_left_out_says_that_it_owes(table: Any, late: bool) -> None:
    """late: it had signed its entry before it heard that the others had not waited."""
    left = Leavers(table, 3, {2: 4})
    party = left.party
    left.run()
    own = party.matches[2]
    heard = [r for r in party.logs[0] if entry_of(r).step >= 4 and entry_of(r).seat != 2]
    left.leaving = {}
    if late:
        party.attempt(2, party.act)
        assert 2 not in own.owed()
    for record in heard:
        party.attempt(2, party.hear, record)
    assert (own.phase is Phase.DROPPED) and driver(own).todo() is None and own.droppable() == []
    verdict = party.verdict(2)
    assert verdict.verdict is Outcome.UNFINISHED and verdict.owed_by == [2]
    assert "went on without seat 2" in verdict.reason


def test_what_a_seat_says_after_it_was_left_out_is_ignored(table: Any) -> None:
    left = Leavers(table, 3, {2: 4}).run()
    party = left.party
    left.leaving = {}
    late = party.matches[2]
    party.attempt(2, party.act)
    records = driver(late).outgoing()
    assert records
    for i in (0, 1):
        before = party.matches[i].counts.entries
        for record in records:
            party.matches[i].receive(record)
        assert party.matches[i].counts.entries == before


# ------------------------------------------------------------------ resuming


def test_a_match_with_a_drop_in_it_is_taken_up_again(table: Any) -> None:
    """At many places of the log: with the private notes, to the same state and the same hand."""
    notes: list[list[bytes]] = [[], [], []]
    left = Leavers(table, 3, {2: 12})
    party = left.party
    keep = party.attempt

    def noting(i: int, what: Any, *arguments: Any) -> None:
        keep(i, what, *arguments)
        notes[i] += driver(party.matches[i]).notes()

    party.attempt = noting
    left.run()
    whole, log = party.matches[0], party.logs[0]
    at = next(n for n, r in enumerate(log) if entry_of(r).kind is EntryKind.DROP)
    for cut in (*range(at, at + 14, 3), len(log)):
        again = Match(party.system, party.agreed, whole.own, private=recall(notes[0]))
        again.replay(log[:cut])
        if cut > at + 1:
            assert again.dropped == (2,)
        if cut == len(log):
            assert again.finished and again.known == whole.known
            assert codec.encode(again.state) == codec.encode(whole.state)
        assert not driver(again).outgoing(), "nothing is signed before the others have spoken"


def test_an_old_copy_objects_to_nothing_that_it_had_agreed_to(table: Any) -> None:
    """Seat 1 agreed; its restored copy does not know, and hears of seat 0's DROP first. It must
    not object before it has heard what it had signed itself, or it would sign both."""
    left = Leavers(table, 3, {2: 4})
    party = left.party
    left.run()
    log = party.logs[0]
    at = next(n for n, r in enumerate(log) if entry_of(r).kind is EntryKind.DROP)
    own = party.matches[1].own
    old = Match(party.system, party.agreed, own, private=party.matches[1]._basis.private)
    old.replay([r for r in log[:at] if entry_of(r).step < 4 or entry_of(r).seat != 1])
    drops = [r for r in log if entry_of(r).kind is EntryKind.DROP]
    for record in sorted(drops, key=lambda r: entry_of(r).seat):
        old.receive(record)
    driver(old).todo()
    assert (
        old.dropped == (2,)
        and [entry_of(r).kind for r in driver(old).outgoing()].count(EntryKind.KEEP) == 0
    )


def test_a_seat_that_was_taken_up_again_learns_from_a_keep_what_it_lacks(table: Any) -> None:
    """Seat 2's entry has come to seat 0 alone, which therefore objects to going on without it. Its
    objection holds the entry: on the wire that is how one learns of it, and nobody's fault."""
    party = table.Party(3, "duel")
    to_all = party.send

    def send(i: int, record: bytes) -> None:
        if entry_of(record).step < 2:
            to_all(i, record)
        elif i == 2:
            party.attempt(0, party.hear, record)

    party.send = send
    party.run()
    zero, one, _ = party.matches
    again = Match(party.system, party.agreed, one.own, private=recall(driver(one).notes()))
    again.replay(party.logs[1])
    assert zero.step == again.step == 2 and 2 in again.owed() and 2 not in zero.owed()
    assert again.droppable() == []
    with pytest.raises(LocalProtocolError):
        again.drop(Seat(2))  # it may have objected, and not know
    again.speak()
    again.drop(Seat(2))
    (drop,) = driver(again).outgoing()
    zero.receive(drop)
    (keep,) = driver(zero).outgoing()
    again.receive(keep)
    assert 2 not in again.owed() and not again.proposed()
