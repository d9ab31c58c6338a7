"""The seat that a verdict names: a false proof anywhere, and another state than the verifier's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from attrs import evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import agenda
from owm_net.engine.agenda import GameState
from owm_net.engine.system import Setup
from owm_net.protocol.entries import (
    MAGIC,
    Entry,
    EntryKind,
    decode_entry,
    entry_hash,
    frame_record,
    read_records,
    sign,
    split_record,
)
from owm_net.session.match import Match
from owm_net.session.verify import Outcome, Verdict, verify
from tests.session.conftest import SKELETON, Party


class Other(SKELETON.__class__):  # type: ignore[misc,name-defined]
    """Says that it is the same version, and counts otherwise."""

    def new_game(self, setup: Setup) -> GameState:
        g = super().new_game(setup)
        g.answered += 1000
        return g


class Unlike(SKELETON.__class__):  # type: ignore[misc,name-defined]
    """Says that it is the same version, and begins with another request."""

    def new_game(self, setup: Setup) -> GameState:
        return super().new_game(Setup("duel", setup.level, setup.seats))


def judged(party: Party, system: Any = SKELETON, log: bytes | None = None) -> Verdict:
    return verify(log or party.log(0), lambda name: system, processes=1)


def whole(system: Any, seats: int = 2, **more: Any) -> Party:
    party = Party(seats, system=system, **more)
    party.run()
    return party


@pytest.mark.parametrize(("system", "seats"), [(Other(), 2), (Other(), 3), (Unlike(), 2)])
def test_if_all_seats_agree_and_only_the_verifier_differs_nobody_is_blamed(
    system: Any, seats: int
) -> None:
    party = whole(system, seats)
    verdict = judged(party)
    assert verdict.verdict is Outcome.CANNOT_JUDGE
    assert verdict.blame is None and verdict.first_bad == 2 * seats
    assert "all seats go on from game state" in verdict.reason
    assert judged(party, system).verdict is Outcome.OK  # by their own rules


@pytest.mark.parametrize("liar", [0, 1])
def test_if_one_seat_signs_a_state_the_others_do_not_reach_it_is_named(liar: int) -> None:
    def lie(match: Match, entry: Entry) -> Entry | None:
        if match.step < 6:
            return None
        return Entry(
            entry.kind, entry.seat, entry.step, entry.match_id, entry.prev, bytes(32), entry.body
        )

    party = whole(SKELETON, liar=liar, lie=lie)
    verdict = judged(party, log=party.log(1 - liar))
    assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, liar)
    assert "game state" in verdict.reason


def test_a_state_that_the_others_have_not_signed_on_from_is_its_authors_fault() -> None:
    """The log ends where only one of them has signed it: nobody else stands by it."""
    party = whole(Other())
    records = list(read_records(party.log(0)))[:5]
    log = MAGIC + b"".join(map(frame_record, records))
    verdict = judged(party, log=log)
    author = decode_entry(split_record(records[4])[0]).seat
    assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, author)


def parts(party: Party) -> list[Entry]:
    return [decode_entry(split_record(r)[0]) for r in read_records(party.log(0))]


def decisive(party: Party) -> int:
    """Return a step in the middle at which one seat is due, and both after it."""
    steps = Counter(e.step for e in parts(party))
    return next(n for n in range(6, max(steps)) if steps[n] == 1 and steps[n + 1] == 2)


def signed_anew(
    party: Party, step: int, state: Callable[[int], bytes] | None, on: bool = True
) -> bytes:
    """The log as it would be if all seats had signed another state at a step.

    state: by seat; None for the true one, and a body that cannot be read. on: whether they also
    sign on from it; else what follows is as it was.
    """
    heads, records = {step: b""}, []
    hashes: dict[int, dict[int, bytes]] = {}
    for e in parts(party):
        if e.step == step:
            heads[step] = e.prev
            e = evolve(e, state=state(e.seat)) if state else evolve(e, body=b"?" + e.body)
        elif e.step > step and on:
            e = evolve(e, prev=heads[e.step])
        own = party.matches[e.seat].own
        assert own is not None
        records.append(sign(e, own.identity))
        if e.step >= step:
            hashes.setdefault(e.step, {})[e.seat] = entry_hash(e.encode())
            here = b"".join(one for _, one in sorted(hashes[e.step].items()))
            heads[e.step + 1] = sha256(heads[e.step] + here).digest()
    return MAGIC + b"".join(map(frame_record, records))


@pytest.fixture(scope="module")
def played() -> Party:
    return whole(SKELETON, mission="duel")


def test_signing_on_from_one_seats_state_is_agreeing_to_it(played: Party) -> None:
    """Only one seat is due at that step; the other's next entry covers it by its `prev`."""
    step = decisive(played)
    log = signed_anew(played, step, lambda seat: bytes(32))
    verdict = judged(played, log=log)
    assert (verdict.verdict, verdict.blame) == (Outcome.CANNOT_JUDGE, None)
    [number] = [n for n, e in enumerate(parts(played)) if e.step == step]
    assert verdict.first_bad == number


def test_entries_of_another_history_do_not_stand_by_a_state(played: Party) -> None:
    """A cheat signs a second version of its entry; what the other signed after the first version
    does not cover it."""
    step = decisive(played)
    [cheat] = [e.seat for e in parts(played) if e.step == step]
    verdict = judged(played, log=signed_anew(played, step, lambda seat: bytes(32), on=False))
    assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, cheat)


def test_seats_that_sign_two_states_do_not_agree(played: Party) -> None:
    step = decisive(played) + 1
    log = signed_anew(played, step, lambda seat: bytes([seat]) * 32)
    verdict = judged(played, log=log)
    assert verdict.verdict is Outcome.INVALID and "game state" in verdict.reason
    first = next(e for e in parts(played) if e.step == step)
    assert verdict.blame == first.seat


def test_a_seat_that_signs_what_is_reached_here_makes_the_other_wrong(played: Party) -> None:
    step = decisive(played) + 1
    true = next(e.state for e in parts(played) if e.step == step)
    for liar in (0, 1):
        states = [bytes(32) if seat == liar else true for seat in (0, 1)]
        log = signed_anew(played, step, states.__getitem__)
        verdict = judged(played, log=log)
        assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, liar)


def test_what_all_accept_is_still_invalid_where_the_states_are_the_same(played: Party) -> None:
    """Then it is no other program that they follow: the entry itself is wrong."""
    step = decisive(played)
    [cheat] = [e.seat for e in parts(played) if e.step == step]
    verdict = judged(played, log=signed_anew(played, step, None))
    assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, cheat)
    assert "game state" not in verdict.reason


# ------------------------------------------------------------------ who has signed another state


def key_of(party: Party, seat: int) -> Ed25519PrivateKey:
    own = party.matches[seat].own
    assert own is not None
    return own.identity


@pytest.mark.parametrize("first", ["the cheat", "the other"])
@pytest.mark.parametrize("cheat", [0, 1])
def test_a_cheat_does_not_make_an_agreement_of_entries_it_forges(
    played: Party, cheat: int, first: str
) -> None:
    """It signs a false state itself and puts an entry of the other seat beside it, with the same
    state and its own signature: nobody else stands by that state."""
    step = decisive(played) + 1
    both = [e for e in parts(played) if e.step == step]
    both.sort(key=lambda e: (e.seat == cheat) is (first != "the cheat"))
    forged = [sign(evolve(e, state=bytes(32)), key_of(played, cheat)) for e in both]
    records = list(read_records(played.log(0)))
    at = next(n for n, e in enumerate(parts(played)) if e.step == step)
    verdict = judged(played, log=MAGIC + b"".join(map(frame_record, [*records[:at], *forged])))
    assert verdict.verdict is Outcome.INVALID and verdict.first_bad == at
    assert verdict.blame == (cheat if first == "the cheat" else None)  # anybody may have forged it


def test_an_entry_of_a_seat_that_is_not_there_agrees_to_nothing(played: Party) -> None:
    step = decisive(played)
    at, entry = next((n, e) for n, e in enumerate(parts(played)) if e.step == step)
    lie = sign(evolve(entry, state=bytes(32)), key_of(played, entry.seat))
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    nobody = sign(evolve(entry, state=bytes(32), seat=3), stranger)
    records = list(read_records(played.log(0)))[:at]
    log = MAGIC + b"".join(map(frame_record, [*records, lie, nobody]))
    verdict = judged(played, log=log)
    assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, entry.seat)
    assert verdict.first_bad == at


def test_what_a_seat_signed_before_does_not_stand_by_a_state(played: Party) -> None:
    """The cheat goes back to a state that the other has signed once, and shows that entry again."""
    step = decisive(played)
    at, entry = next((n, e) for n, e in enumerate(parts(played)) if e.step == step)
    before = [e for e in parts(played)[:at] if e.seat != entry.seat and e.step > 1]
    lie = sign(evolve(entry, state=before[-1].state), key_of(played, entry.seat))
    again = sign(before[-1], key_of(played, before[-1].seat))
    records = list(read_records(played.log(0)))
    assert again in records
    log = MAGIC + b"".join(map(frame_record, [*records[:at], lie, again]))
    verdict = judged(played, log=log)
    assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, entry.seat)
    assert verdict.first_bad == at


# ------------------------------------------------------------------ proofs


def proved_falsely(party: Party, *numbers: int, other_state: int | None = None) -> bytes:
    """The log as two who are in league may sign it: the proofs in some entries are wrong by a bit,
    the rules are kept, and what follows goes on from it. other_state: a step at which both sign a
    state that the rules do not reach."""
    entries = parts(party)
    for number in numbers:
        false = bytearray(entries[number].body)
        false[-32] ^= 1
        entries[number] = evolve(entries[number], body=bytes(false))
    prev = entries[min(numbers)].prev
    for step in range(entries[min(numbers)].step, max(e.step for e in entries) + 1):
        here = [n for n, e in enumerate(entries) if e.step == step]
        here.sort(key=lambda n: entries[n].seat)
        for n in here:
            state = bytes(32) if step == other_state else entries[n].state
            entries[n] = evolve(entries[n], prev=prev, state=state)
        prev = sha256(prev + b"".join(entry_hash(entries[n].encode()) for n in here)).digest()
    return MAGIC + b"".join(frame_record(sign(e, key_of(party, e.seat))) for e in entries)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("last", [1, 2, 5, 12])
def test_a_false_proof_near_the_end_is_found_on_however_many_processes(
    played: Party, last: int, processes: int
) -> None:
    """All was checked up to it in larger pieces; the rest, too small for another piece, counts as
    much. Nothing but the proof is wrong: the match goes on from it to its signed end."""
    shares = [n for n, e in enumerate(parts(played)) if e.kind is EntryKind.SHARES]
    number = shares[-last]
    verdict = verify(proved_falsely(played, number), lambda name: SKELETON, processes=processes)
    assert verdict.verdict is Outcome.INVALID
    assert (verdict.first_bad, verdict.blame) == (number, parts(played)[number].seat)
    assert verdict.rule == "deck.md Algorithm 11"


@pytest.mark.parametrize("processes", [1, 2])
def test_of_two_false_proofs_the_first_is_named(played: Party, processes: int) -> None:
    shares = [n for n, e in enumerate(parts(played)) if e.kind is EntryKind.SHARES]
    log = proved_falsely(played, shares[2], shares[-2])
    verdict = verify(log, lambda name: SKELETON, processes=processes)
    assert (verdict.verdict, verdict.first_bad) == (Outcome.INVALID, shares[2])


def test_a_false_proof_counts_though_all_have_signed_another_state_after_it(played: Party) -> None:
    """Else two in league could hide it behind a state of which nobody can say who is right."""
    step = decisive(played) + 1
    shares = [
        n for n, e in enumerate(parts(played)) if e.kind is EntryKind.SHARES and e.step < step
    ]
    log = proved_falsely(played, shares[0], other_state=step)
    verdict = judged(played, log=log)
    assert (verdict.verdict, verdict.first_bad) == (Outcome.INVALID, shares[0])


def test_an_error_in_the_rules_is_no_verdict(
    played: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program says so; it does not call the match unfinished, or anybody a cheat."""
    advance, steps = agenda.advance, count()

    def slips(*arguments: Any) -> Any:
        if next(steps) == 9:
            raise ZeroDivisionError("a slip of ours")
        return advance(*arguments)

    monkeypatch.setattr(agenda, "advance", slips)
    with pytest.raises(ZeroDivisionError):
        judged(played)


@pytest.mark.parametrize("behind", [0, 1, 5])
def test_an_entry_that_stands_twice_is_the_one_that_is_wrong(played: Party, behind: int) -> None:
    """However many follow it; nobody is named, for anybody can have put it there."""
    records = list(read_records(played.log(0)))
    at = len(records) - 20
    log = [*records[:at], records[at - 3], *records[at : at + behind]]
    verdict = judged(played, log=MAGIC + b"".join(map(frame_record, log)))
    assert verdict.verdict is Outcome.INVALID
    assert (verdict.first_bad, verdict.blame) == (at, None)
