"""Going on without a seat whose entry is on its way: every order ends alike and blames nobody."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from attrs import define, evolve, field

from fuzz import races
from fuzz.checks import Broken
from fuzz.racers import SYSTEM
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.protocol import keys
from owm_net.protocol.entries import decode_entry, split_record
from owm_net.session import incoming
from owm_net.session.in_memory import driver
from owm_net.session.leaving import votes
from owm_net.session.match import Blame, Decide, Match, Phase
from owm_net.session.verify import Verdict, verify
from tests.games.every import THOROUGH, seeds
from tests.second_verifier import course, layout
from tests.second_verifier.verify import verify as second

pytestmark = pytest.mark.usefixtures("quick_sums")


def entry_of(record: bytes) -> Any:
    return decode_entry(split_record(record)[0])


@define
class Scene:
    """Three or four seats at one step, seat LATE's entry on its way while others propose to go on
    without it. Each seat is told again from its history, so every order can be tried.

    A history is a tuple of events: "act", "drop", or a record that came.
    """

    make: Callable[[int], Match]
    start: list[bytes]
    seats: int
    memo: dict[Any, Any] = field(factory=dict)

    def tell(self, seat: int, history: tuple[Any, ...]) -> tuple[tuple[bytes, ...], Any]:
        """Return what a seat has sent by now, and its conclusions."""
        if (seat, history) not in self.memo:
            match = self.make(seat)
            driver(match).todo()
            for record in self.start:
                match.receive(record)
                driver(match).todo()
            driver(match).outgoing()
            sent: list[bytes] = []
            for event in history:
                if event == "act":
                    todo = driver(match).todo() if match.step == START else None
                    if isinstance(todo, Decide):
                        match.decide(agenda.options(match.view())[seat % 2])
                elif event == "drop":
                    if LATE in match.droppable():
                        match.drop(Seat(LATE))
                else:
                    match.receive(event)
                sent += driver(match).outgoing()
            outcome = (
                match.step,
                match.chain.head,
                match.dropped,
                (match.phase is Phase.DROPPED),
                tuple(match.owed()),
            )
            self.memo[seat, history] = tuple(sent), outcome
        return self.memo[seat, history]


START = 2
LATE = 2
Place = tuple[tuple[Any, ...], ...]


def scene(table: Any, seats: int, monkeypatch: pytest.MonkeyPatch) -> Scene:
    """At the step in which all commit to their stances, which takes no cards."""

    def only_read(ctx: bytes, body: bytes) -> Any:
        return keys.SeatKeys(body[:32], body[96:128], body[192:224])

    party = table.Party(seats, "duel", seed=3)
    start: list[bytes] = []
    while party.matches[0].step < START:
        for i, match in enumerate(party.matches):
            if match.step < START:
                driver(match).todo()
            for record in driver(match).outgoing():
                start.append(record)
                party.send(i, record)
    monkeypatch.setattr(keys, "check_keys", only_read)  # signatures and proofs were right once
    for module in (incoming, votes):
        monkeypatch.setattr(module, "check_signature", lambda *_: None)

    def make(seat: int) -> Match:
        source = random.Random(3 * 16 + seat).randbytes  # as its party gave it, which made a key
        own = party.matches[seat].own
        assert own is not None and source(32) == own.identity.private_bytes_raw()
        return Match(party.system, party.agreed, evolve(own, entropy=source))

    return Scene(make, start, seats)


def links(seats: int) -> list[tuple[int, int]]:
    return [(i, j) for i, j in itertools.permutations(range(seats), 2)]


def moves(
    s: Scene, place: Place, counts: tuple[int, ...]
) -> Iterator[tuple[Place, tuple[int, ...]]]:
    """Every next place: a seat acts or proposes once, or the next record of a link arrives. What
    comes to the late seat, and what follows the step, comes when all is settled."""
    for seat, history in enumerate(place):
        for event in ("act", "drop"):
            if event not in history and not (event == "drop" and seat == LATE):
                yield _with(place, seat, event), counts
    for n, (i, j) in enumerate(links(s.seats)):
        sent, _ = s.tell(i, place[i])
        if j != LATE and counts[n] < len(sent) and entry_of(sent[counts[n]]).step == START:
            after = _with(place, j, sent[counts[n]])
            yield after, (*counts[:n], counts[n] + 1, *counts[n + 1 :])


def _with(place: Place, seat: int, event: Any) -> Place:
    return (*place[:seat], (*place[seat], event), *place[seat + 1 :])


def settle(s: Scene, place: Place, counts: tuple[int, ...]) -> Place:
    """Let everything arrive, and everybody act when they may, until nothing more happens."""
    still = False
    while not still:
        still = True
        for n, (i, j) in enumerate(links(s.seats)):
            sent, _ = s.tell(i, place[i])
            for record in sent[counts[n] :]:
                still, place = False, _with(place, j, record)
            counts = (*counts[:n], len(sent), *counts[n + 1 :])
        for seat in range(s.seats):
            trial = _with(place, seat, "act")
            if s.tell(seat, trial[seat])[0] != s.tell(seat, place[seat])[0]:
                still, place = False, trial
    return place


def judge_place(s: Scene, place: Place) -> str:
    """All that remain have come to the same outcome: with the late seat, or without it."""
    remain = [i for i in range(s.seats) if i != LATE]
    outcomes = [s.tell(i, place[i])[1] for i in remain]
    assert len({(step, head, dropped) for step, head, dropped, _, _ in outcomes}) == 1, outcomes
    step, head, dropped, _, _ = outcomes[0]
    mine = s.tell(LATE, place[LATE])[1]
    if dropped:
        assert dropped == (LATE,) and mine[3], "it has heard that it was left out"
        return "dropped"
    assert not mine[3]
    assert step > START and mine[:2] == (step, head), "its entry counts for everybody"
    return "kept"


def test_every_order_of_three_seats_ends_alike_and_blames_nobody(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every interleaving of deliveries, of acting and of proposing, at one step. `receive` raises
    if anybody is blamed."""
    s = scene(table, 3, monkeypatch)
    first: tuple[Place, tuple[int, ...]] = (((),) * 3, (0,) * 6)
    seen, todo, ends = {first}, [first], set()
    while todo:
        here = todo.pop()
        more = False
        for after in moves(s, *here):
            more = True
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if not more:
            ends.add(judge_place(s, settle(s, *here)))
    assert ends == {"dropped", "kept"} and len(seen) > 1000


def test_many_orders_of_four_seats_end_alike_and_blame_nobody(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sampled. Two of three agreeing is not enough, however it comes."""
    s = scene(table, 4, monkeypatch)
    chance, ends = random.Random(4), []
    for _ in range(60 if THOROUGH else 30):
        place: Place = ((),) * 4
        counts: tuple[int, ...] = (0,) * 12
        for _ in range(chance.randrange(4, 40)):
            listed = list(moves(s, place, counts))
            if not listed:
                break
            place, counts = chance.choice(listed)
        ends.append(judge_place(s, settle(s, place, counts)))
    assert {"dropped", "kept"} == set(ends)
    with pytest.raises(Blame):
        s.tell(0, (b"",))


# ------------------------------------------------------------------ through a hostile seat


def judged_twice(log: bytes) -> Verdict:
    """The verdict of both verifiers, if they agree."""
    one = verify(log, lambda name: SYSTEM, processes=1)
    other = second(log, SYSTEM)
    mine = one.verdict.value, one.first_bad, one.blame, sorted(one.owed_by)
    if mine != (other.kind, other.record, other.seat, list(other.owed)):
        raise Broken(f"the verifiers differ: {one.reason}; {other}")
    return one


@pytest.fixture
def quick_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second verifier reckons slowly: what it has checked once it need not check again."""
    for module, name in ((layout, "check_signature"), (course.proofs, "check_keys")):
        monkeypatch.setattr(module, name, functools.cache(getattr(module, name)))


@pytest.mark.parametrize("style", races.STYLES)
def test_a_hostile_relay_makes_no_honest_seat_blame_another(style: str, quick_second: None) -> None:
    """Whatever the relaying seat keeps back, tells twice, in another order, or signs: nobody else
    is ever blamed; all who have heard everything have one history, or blame it; and both verifiers
    agree with the owner of every honest log."""
    ends = []
    for seed in seeds(16, of=24):
        world = races.World(seed, 3 + seed % 2, style)
        world.run(60 + 5 * seed)
        ends.append(world.check(judged_twice))
    assert len(set(ends)) > 1, ends
