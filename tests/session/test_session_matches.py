"""Whole matches through `Match`: every observer sees the same, verifiers agree, work is ahead."""

from __future__ import annotations

import errno
import multiprocessing
import os
import random
import signal
from typing import Any

import pytest
from attrs import define
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import codec
from owm_net.engine.agenda import Ask, End, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import register
from owm_net.engine.requests import Choose, Draw, Peek, PrivateDeck, Result, Reveal, Show
from owm_net.games.skeleton import Skeleton
from owm_net.games.skeleton.cards import TOKENS
from owm_net.games.skeleton.duel import Turn as Duel
from owm_net.games.skeleton.full import FullState
from owm_net.games.skeleton.state import DuelState
from owm_net.protocol.entries import EntryKind, decode_entry, split_record
from owm_net.protocol.errors import LocalProtocolError
from owm_net.session import checker
from owm_net.session.in_memory import driver
from owm_net.session.match import Blame, Match, Work
from owm_net.session.verify import Outcome, verify
from tests.seats import ANN, BEN, CID


def entry_of(record: bytes) -> Any:
    return decode_entry(split_record(record)[0])


def in_order(log: list[bytes]) -> list[bytes]:
    """Entries of one step may stand in any order in a log."""
    return sorted(log, key=lambda r: (entry_of(r).step, entry_of(r).seat))


@pytest.mark.parametrize(
    ("mission", "seats"),
    [("duel", 2), ("duel", 4), ("full-deck", 3)],
)
def test_a_match_of_random_players_ends_alike_for_all(table: Any, mission: str, seats: int) -> None:
    party = table.Party(seats, mission, seed=1)
    party.run()
    assert not party.blames and all(m.finished for m in party.matches)
    first = party.matches[0]
    for i, match in enumerate(party.matches):
        assert match.result == first.result
        assert codec.encode(match.state) == codec.encode(first.state)
        assert in_order(party.logs[i]) == in_order(party.logs[0])
        assert match.names == [f"Player {s}" for s in range(seats)]
    verdict = party.verdict()
    assert verdict.verdict is Outcome.OK and verdict.result == first.result
    assert verdict.entries == verdict.signatures == len(party.logs[0])
    assert verdict.match is not None
    assert codec.encode(verdict.match.state) == codec.encode(first.state)
    for i in range(1, seats):
        assert party.verdict(i).as_json() == verdict.as_json()


def test_verified_by_several_processes_alike(table: Any) -> None:
    party = table.Party(3)
    party.run()
    assert party.verdict(processes=2).as_json() == party.verdict().as_json()


_first_fault_truly = checker.first_fault


def _stops_elsewhere(proofs: Any) -> Any:
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGINT)  # as Ctrl-C, which reaches all of a terminal
    return _first_fault_truly(proofs)


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks on this system")
def test_ctrl_c_is_for_who_has_started_the_processes(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = table.Party(3)
    party.run()
    told = party.verdict().as_json()
    monkeypatch.setattr("owm_net.session.checker.first_fault", _stops_elsewhere)
    assert party.verdict(processes=2).as_json() == told


def _no_lock(*_: object, **__: object) -> None:
    raise OSError(errno.EROFS, "Read-only file system")  # /dev/shm, where locks are made


def _dies_elsewhere(proofs: Any) -> Any:
    if multiprocessing.parent_process() is not None:
        os._exit(1)  # as by the system, when there is no memory
    return _first_fault_truly(proofs)


@pytest.mark.parametrize(
    ("what", "instead"),
    [
        ("multiprocessing.synchronize.SemLock.__init__", _no_lock),
        ("owm_net.session.checker.first_fault", _dies_elsewhere),
    ],
    ids=["none can be had", "they die"],
)
def test_without_other_processes_it_is_verified_on_this_one(
    table: Any, monkeypatch: pytest.MonkeyPatch, what: str, instead: Any
) -> None:
    party = table.Party(3)
    party.run()
    told = party.verdict().as_json()
    monkeypatch.setattr(what, instead)
    assert party.verdict(processes=2).as_json() == told


def test_an_observer_with_another_interleaving_has_the_same_state(table: Any) -> None:
    party = table.Party(3, seed=1)
    party.run()
    streams: dict[int, list[bytes]] = {0: [], 1: [], 2: []}
    for record in party.logs[0]:
        streams[entry_of(record).seat].append(record)
    for seed in range(3):
        chance = random.Random(seed)
        observer = Match(party.system, party.agreed, None, defer=[])
        left = {seat: list(records) for seat, records in streams.items()}
        while any(left.values()):
            # No seat can be further ahead of the slowest than it has nothing to wait for.
            near = min(entry_of(r[0]).step for r in left.values() if r) + 8
            ready = [s for s, r in left.items() if r and entry_of(r[0]).step <= near]
            seat = chance.choice(ready)
            record = left[seat].pop(0)
            observer.receive(record)
            if not chance.randrange(4):
                observer.receive(record)  # a duplicate is ignored, early or accepted
        assert observer.finished and observer.result == party.matches[0].result
        assert codec.encode(observer.state) == codec.encode(party.matches[0].state)
        assert in_order(driver(observer).accepted()) == in_order(party.logs[0])


class Watch:
    """Notes what each seat knows after each kind of request."""

    def __init__(self, party: Any) -> None:
        self.party = party
        self.asked: list[Any] = []
        for match in party.matches[:1]:
            course = match._course
            answer = course.answer

            def note(request: Any, answer: Any = answer) -> Any:
                self.asked.append(request)
                return answer(request)

            course.answer = note


def test_shown_cards_are_known_to_two_seats_and_nobody_else(table: Any) -> None:
    party = table.Party(4, seed=3)
    watch = Watch(party)
    party.run()
    shows = [r for r in watch.asked if isinstance(r, Show)]
    assert len(shows) == 4
    drawn: dict[int, set[int]] = {}
    for r in watch.asked:
        if isinstance(r, Draw | Peek):
            for s in r.slots:
                drawn.setdefault(s, set()).add(r.seat)
    for r in shows:
        for s in r.slots:
            knows = {m.own.seat for m in party.matches if s in m.known}
            assert knows == {r.to} | drawn[s]
            assert party.matches[r.to].known[s] == party.matches[r.seat].known[s]
    boxes = [r for r in party.logs[0] if entry_of(r).kind is EntryKind.SEALED]
    assert [len(entry_of(r).body) for r in boxes] == [32 + 64 + 112] * 4
    assert [
        len(entry_of(r).body) for r in party.logs[0] if entry_of(r).kind is EntryKind.CONFIRM
    ] == [0] * 4


def test_tokens_are_opened_in_play_or_at_the_end(table: Any) -> None:
    """Each bet is opened to all once; what was not laid stays closed for ever."""
    party = table.Party(3, seed=1)
    watch = Watch(party)
    party.run()
    state = party.matches[0].state
    assert isinstance(state, FullState)
    assert all(len(state.hands[state.bet(Seat(s))]) == 1 for s in range(3))
    assert all(state.hands[state.bet(Seat(s))][0] in TOKENS for s in range(3))
    for seat in range(3):
        closed = state.hands[state.tokens(Seat(seat))]
        assert len(closed) == 3 and all(card < 0 for card in closed)
        knows = [m.own.seat for m in party.matches if set(closed) <= set(m.known)]
        assert knows == [seat]
    drawn = [r for r in watch.asked if isinstance(r, Draw) and len(r.slots) == 4]
    assert {r.seat for r in drawn} == {0, 1, 2}
    revealed = [s for r in watch.asked if isinstance(r, Reveal) for s in r.slots]
    assert sum(s in d.slots for d in drawn for s in revealed) == 3


def test_a_private_deck_is_what_its_owner_chose(table: Any) -> None:
    party = table.Party(2, seed=4)
    watch = Watch(party)
    party.run()
    decks = [r for r in watch.asked if isinstance(r, PrivateDeck)]
    assert len(decks) == 2
    for r in decks:
        owner, other = party.matches[r.seat], party.matches[1 - r.seat]
        assert len(owner.deck_lists[r.number]) == r.size
        assert r.number not in other.deck_lists
        drawn = [
            owner.known[s]
            for q in watch.asked
            if isinstance(q, Draw) and q.seat == r.seat
            for s in q.slots
            if -s - 1 >= r.number * 4096 and -s - 1 < r.number * 4096 + r.size
        ]
        left = list(owner.deck_lists[r.number])
        for card in drawn:
            left.remove(card)


def test_whatever_takes_long_is_work(table: Any) -> None:
    """Shuffles, many shares and sealed messages go outside the event loop."""
    party = table.Party(2, seed=4)
    kinds: set[str] = set()
    for match in party.matches:
        next_effect = match.next_effect

        def noting(next_effect: Any = next_effect) -> Any:
            found = next_effect()
            if isinstance(found, Work):
                kinds.add(found.what)
            return found

        match.next_effect = noting
    party.run()
    assert {
        "shuffling the deck",
        "making a private deck",
        "showing cards",
    } <= kinds


def test_nothing_is_received_while_work_is_out(table: Any) -> None:
    """The driver keeps what comes: only it knows where it came from."""
    party = table.Party(2, "duel")
    first, second = party.matches
    driver(first).todo()
    (hello,) = driver(first).outgoing()
    work = Work("busy", lambda: lambda: None)
    second._effects.begin(work)
    assert second.is_working
    with pytest.raises(LocalProtocolError, match="while work is out"):
        second.receive(hello)
    assert second.counts.entries == 0 and driver(second).todo() is work
    second.done(work.run())
    second.receive(hello)
    assert second.counts.entries == 1 and second.owed() == [1]


def test_garbage_blames_nobody(table: Any) -> None:
    party = table.Party(2, "duel")
    party.run()
    log = party.logs[0]
    observer = Match(party.system, party.agreed, None, defer=[])
    chance = random.Random(1)
    for n, record in enumerate(log[:30]):
        forged = bytearray(record)
        forged[chance.randrange(len(record))] ^= 1 << chance.randrange(8)
        for bad in (b"", b"x", chance.randbytes(300), record[:-1], bytes(forged)):
            with pytest.raises(Blame) as e:
                observer.receive(bad)
            assert e.value.seat is None, n
        observer.receive(record)
    assert observer.counts.entries == 30


def test_somebody_elses_hello_for_our_seat_is_refused(table: Any) -> None:
    party = table.Party(2, "duel")
    stranger = table.Party(2, "duel", identities=[Ed25519PrivateKey.generate() for _ in "ab"])
    driver(stranger.matches[0]).todo()
    (hello,) = driver(stranger.matches[0]).outgoing()
    with pytest.raises(Blame, match="somebody else for our seat") as e:
        party.matches[0].receive(hello)
    assert e.value.seat is None
    party.run()
    assert party.verdict().verdict is Outcome.OK


@register("tests.session.peeked_state")
@define(kw_only=True)
class PeekedTable(DuelState):
    """A table."""


@frame("tests.session.peeked")
@define
class Peeked(Duel):
    """A card that seat 0 has looked at is drawn, shown and played by others."""

    def start(self, g: Any) -> Any:
        return Ask(g.shuffle("deck", range(12)), then=self.look)

    def look(self, g: Any) -> Any:
        return Ask(Peek(ANN, g.decks["deck"].top(2)), then=self.draw)

    def draw(self, g: Any) -> Any:
        return Ask(g.draw(1, "deck", 2), then=self.show)

    def show(self, g: Any) -> Any:
        return Ask(Show(BEN, CID, (g.hands[1][0],)), then=self.ask)

    def ask(self, g: Any) -> Any:
        return Ask(Choose(BEN, "send"), then=self.finish)

    def why_not_send(self, view: Any, answer: Any) -> Any:
        return None

    def finish(self, g: Any, answer: Any) -> Any:
        return End(Result((), (answer.card, 0, 0, 0), "over"))


class PeekedSkeleton(Skeleton):
    """Its rules."""

    def new_game(self, setup: Any) -> Any:
        n = setup.seats
        return PeekedTable(seats=n, hands=[[] for _ in range(n)], agenda=[Peeked(ANN)])


def test_a_card_that_another_has_looked_at_stays_hidden_when_it_is_drawn(table: Any) -> None:
    """The drawer's share is public by then: the one that knows the card gives its own in
    private, and never may all shares be public."""
    party = table.Party(4, system=PeekedSkeleton(), mission="duel", seed=2)
    watch = Watch(party)
    party.run()
    assert not party.blames
    peek = next(r for r in watch.asked if isinstance(r, Peek))
    first, second = peek.slots
    assert [first in m.known for m in party.matches] == [True, True, True, False]
    assert [second in m.known for m in party.matches] == [True, True, False, False]
    assert len({m.known[first] for m in party.matches[:3]}) == 1
    boxes = [entry_of(r) for r in party.logs[0] if entry_of(r).kind is EntryKind.SEALED]
    assert [e.seat for e in boxes] == [0, 0], "to seat 1, then to seat 2"
    played = party.matches[0].result.scores[0]
    hidden = second if party.matches[0].known[first] == played else first
    shares = party.matches[3]._basis.cards._shares
    assert 0 not in shares[hidden] and set(shares[hidden]) == {1, 2, 3}
    assert party.verdict(3).verdict is Outcome.OK


def test_requests_are_written_down_from_the_first_record_or_not_at_all(table: Any) -> None:
    """A list with a hole would make a verifier without the rules call honest logs bad."""
    party = table.Party(mission="duel")
    asked = party.matches[0].write_requests()
    assert party.matches[0].write_requests() is asked
    party.run()
    assert asked
    with pytest.raises(LocalProtocolError, match="from the first record on"):
        party.matches[1].write_requests()


@pytest.mark.parametrize("processes", [1, 2])
def test_the_progress_of_a_verdict_never_goes_back(
    table: Any, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replay runs ahead of the proofs, which other processes check."""
    monkeypatch.setattr("owm_net.session.verify.TELLS", 3)
    party = table.Party(3)
    party.run()
    told: list[int] = []
    log = party.log(0)
    verify(log, lambda name: party.system, lambda done, _: told.append(done), processes)
    assert told == sorted(set(told)) and told
