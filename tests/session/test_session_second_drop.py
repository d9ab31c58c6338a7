"""A second proposal to go on without a seat, after a KEEP against the first: it proves alone that
its author was free to make it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from attrs import define, evolve

from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.protocol.entries import MAGIC, EntryKind, decode_entry, frame_record, sign
from owm_net.protocol.fiat_shamir import field
from owm_net.session import incoming
from owm_net.session.in_memory import driver
from owm_net.session.leaving import drops
from owm_net.session.match import Blame, Match
from owm_net.session.verify import Outcome, verify
from tests.second_verifier.verify import verify as second

pytestmark = pytest.mark.usefixtures("quick_sums")

STEP = 2
"""All four commit to their stances."""


def entry_of(record: bytes) -> Any:
    return decode_entry(record[:-64])


@define
class Scene:
    """Seat 0 proposes to go on without seat 2, whose entry has come to seat 1, and then, when it
    has heard that, without seat 3. start: everything signed before the step, in order."""

    party: Any
    start: list[bytes]
    commit: bytes
    first: bytes
    keep: bytes
    other: bytes

    def fresh(self, seat: int, without: bytes = b"") -> Match:
        """Return a seat that has heard the start, except one record."""
        again = type(self.party)(4, "duel", seed=3).matches[seat]
        driver(again).todo()
        for record in [r for r in self.start if r != without]:
            again.receive(record)
            if again.step < STEP:
                driver(again).todo()
        driver(again).outgoing()
        driver(again).accepted()
        return again  # type: ignore[no-any-return]

    def signed(self, record: bytes, **changes: Any) -> bytes:
        """An entry changed, and signed again by its author."""
        entry = entry_of(record)
        return sign(evolve(entry, **changes), self.party.matches[entry.seat].own.identity)

    def log(self, *records: bytes) -> bytes:
        """The log of somebody who accepted these after the start."""
        return MAGIC + b"".join(map(frame_record, [*self.start, *records]))


def the_one(match: Match) -> bytes:
    """Return what it has just made."""
    (record,) = driver(match).outgoing()
    return record


@pytest.fixture
def scene(table: Any) -> Scene:
    party, start = table.Party(4, "duel", seed=3), []
    while party.matches[0].step < STEP:
        for i, match in enumerate(party.matches):
            if match.step < STEP:
                driver(match).todo()
            for record in driver(match).outgoing():
                start.append(record)
                party.send(i, record)
    zero, one, two, _ = party.matches
    two.decide(agenda.options(two.view())[0])
    commit = the_one(two)
    one.receive(commit)
    zero.drop(2)
    first = the_one(zero)
    one.receive(first)
    keep = the_one(one)
    zero.receive(keep)
    zero.drop(3)
    return Scene(party, start, commit, first, keep, the_one(zero))


def both(log: bytes, system: Any) -> tuple[Any, ...]:
    """Return two verifiers' verdict, number of the bad record, and blame."""
    one, other = verify(log, lambda name: system, processes=1), second(log, system)
    said = one.verdict.value, one.first_bad, one.blame
    assert said == (other.kind, other.record, other.seat), (one.reason, other.why)
    return (one.verdict, *said[1:])


def test_it_holds_the_keep_that_freed_its_author(scene: Scene) -> None:
    assert [entry_of(r).kind for r in (scene.first, scene.keep, scene.other)] == [
        EntryKind.DROP,
        EntryKind.KEEP,
        EntryKind.DROP,
    ]
    assert entry_of(scene.first).body == b"\2"
    assert entry_of(scene.other).body == b"\3" + field(scene.keep)
    assert entry_of(scene.keep).body == b"\2" + scene.commit


@pytest.mark.parametrize("order", list(itertools.permutations("FKS")), ids="".join)
@pytest.mark.parametrize("withheld", ["", "K", "F", "FK"])
def test_in_whatever_order_and_whatever_is_withheld_nobody_is_blamed(
    scene: Scene, order: tuple[str, ...], withheld: str
) -> None:
    """As a host hands it to an honest guest: the second one alone has everything needed."""
    records = {"F": scene.first, "K": scene.keep, "S": scene.other}
    guest = scene.fresh(3)
    for name in order:
        if name not in withheld:
            guest.receive(records[name])
    log = driver(guest).accepted()
    assert driver(guest).refused() == [] and scene.other in log
    assert log.index(scene.commit) < log.index(scene.keep) < log.index(scene.other)
    verdict = both(MAGIC + b"".join(map(frame_record, scene.start + log)), scene.party.system)
    assert verdict == (Outcome.UNFINISHED, None, None)
    assert 2 not in guest.owed() and guest.proposed()[Seat(3)] == [0]


@pytest.mark.parametrize("backwards", [False, True])
def test_two_that_prove_nothing_blame_their_author(scene: Scene, backwards: bool) -> None:
    bare = scene.signed(scene.other, body=b"\3")
    pair = [bare, scene.first] if backwards else [scene.first, bare]
    guest = scene.fresh(3)
    guest.receive(pair[0])
    with pytest.raises(Blame, match="two seats at once") as caught:
        guest.receive(pair[1])
    assert (caught.value.seat, caught.value.evidence) == (0, pair[1])
    number = len(scene.start) + 1
    assert both(scene.log(*pair), scene.party.system) == (Outcome.INVALID, number, 0)


def test_two_that_differ_in_what_they_hold_blame_their_author(scene: Scene) -> None:
    """Else two who go on without seat 3 would go on from different histories."""
    bare = scene.signed(scene.other, body=b"\3")
    guest = scene.fresh(1)
    guest.receive(scene.commit)
    guest.receive(bare)
    with pytest.raises(Blame, match="two different entries") as caught:
        guest.receive(scene.other)
    assert caught.value.seat == 0


def changed_keep(scene: Scene, **changes: Any) -> bytes:
    return scene.signed(scene.other, body=b"\3" + field(scene.signed(scene.keep, **changes)))


UNFIT = {
    "nothing": lambda s: s.signed(s.other, body=b"\3" + field(b"")),
    "noise": lambda s: s.signed(s.other, body=b"\3" + field(bytes(200))),
    "cut": lambda s: s.signed(s.other, body=entry_of(s.other).body[:-1]),
    "an entry": lambda s: s.signed(s.other, body=b"\3" + field(s.commit)),
    "a DROP": lambda s: s.signed(s.other, body=b"\3" + field(s.first)),
    "the same twice": lambda s: s.signed(s.other, body=b"\3" + 2 * field(s.keep)),
    "of whom it proposes": lambda s: s.signed(s.other, body=b"\2" + field(s.keep)),
    "of another history": lambda s: changed_keep(s, prev=bytes(32)),
    "of another state": lambda s: changed_keep(s, state=bytes(32)),
    "of another step": lambda s: changed_keep(s, step=1),
    "with another entry": lambda s: changed_keep(s, body=b"\2" + s.start[0]),
    "signed by its author": lambda s: s.signed(
        s.other,
        body=b"\3" + field(sign(evolve(entry_of(s.keep), seat=0), s.party.matches[0].own.identity)),
    ),
    "unsigned": lambda s: s.signed(s.other, body=b"\3" + field(s.keep[:-64] + bytes(64))),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_keep_that_does_not_fit_blames_its_author(scene: Scene, name: str) -> None:
    """He could have seen it: nobody else is asked."""
    bad = UNFIT[name](scene)
    guest = scene.fresh(3)
    with pytest.raises(Blame) as caught:
        guest.receive(bad)
    assert (caught.value.seat, caught.value.evidence) == (0, bad)
    assert both(scene.log(bad), scene.party.system) == (Outcome.INVALID, len(scene.start), 0)


def test_what_it_holds_stands_right_before_it_whatever_else_waits(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of it has come before its step, and every check is work: the KEEP is heard before the
    proposal that waited behind, and nothing comes between it and its entry."""
    last = next(r for r in reversed(scene.start) if entry_of(r).seat == 2)
    guest = scene.fresh(3, without=last)
    assert guest.step == STEP - 1
    monkeypatch.setattr(incoming, "takes_long", lambda step, entry: "thinking")
    one = scene.party.matches[1]
    one.drop(3)
    third = the_one(one)
    for record in (scene.first, scene.other, third, last):
        guest.receive(record)
        assert guest.is_working == (record is last)
    driver(guest).work()
    log = driver(guest).accepted()
    assert log[1:] == [scene.first, scene.commit, scene.keep, scene.other, third]


@pytest.mark.parametrize("what", ["the entry", "the KEEP", "both"])
def test_a_log_in_which_what_is_held_does_not_stand_before_is_bad(scene: Scene, what: str) -> None:
    """By the number of the record that holds it, and nobody's fault: no honest log is so."""
    left = {
        "the entry": [scene.keep],
        "the KEEP": [scene.commit, scene.other],
        "both": [scene.other],
    }[what]
    log = scene.log(*left, scene.first)
    number = len(scene.start) + len(left) - 1
    assert both(log, scene.party.system) == (Outcome.INVALID, number, None)
    reason = verify(log, lambda name: scene.party.system, processes=1).reason
    assert reason.endswith("holds does not stand before it")
    whole = scene.log(scene.commit, scene.keep, scene.other, scene.first)
    assert both(whole, scene.party.system) == (Outcome.UNFINISHED, None, None)


def test_who_holds_a_keep_of_two_versions_of_an_entry_is_not_blamed_for_it(scene: Scene) -> None:
    """Seat 2 signed another one, which the guest has: that is seat 2's fault alone."""
    guest = scene.fresh(3)
    guest.receive(scene.signed(scene.commit, body=bytes(32)))
    with pytest.raises(Blame, match="two different entries for step 2") as caught:
        guest.receive(scene.other)
    assert caught.value.seat == 2


def test_a_proposal_that_would_be_too_long_is_not_made(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The contents of its KEEPs count; nobody is named, and nothing is signed."""
    zero = scene.fresh(0)
    zero.receive(scene.first)
    zero.receive(scene.keep)
    assert zero.droppable() == [1, 3]
    monkeypatch.setattr(drops, "MAX_BODY", 1 + len(field(scene.keep)) - 1)
    assert zero.droppable() == []
