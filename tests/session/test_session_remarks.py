"""Remarks between players are signed and in the log, and no part of the match."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from owm_net.cli import main
from owm_net.protocol.entries import MAGIC, EntryKind, decode_entry, frame_record, split_record
from owm_net.protocol.errors import LocalProtocolError
from owm_net.session.in_memory import driver
from owm_net.session.remarks import AT_FIRST, LONGEST, PRESETS, why_not_text
from owm_net.session.verify import Outcome, Verdict, verify
from tests.second_verifier.verify import verify as second

pytestmark = pytest.mark.usefixtures("quick_sums")


def kind_of(record: bytes) -> EntryKind:
    return decode_entry(split_record(record)[0]).kind


def both(records: list[bytes], system: Any) -> Verdict:
    """Return two verifiers' verdicts on a log."""
    log = MAGIC + b"".join(map(frame_record, records))
    one, other = verify(log, lambda name: system, processes=1), second(log, system)
    said = one.verdict.value, one.first_bad, one.blame
    assert said == (other.kind, other.record, other.seat), (one.reason, other.why)
    return one


def chatty(table: Any, seats: int = 2, **more: Any) -> Any:
    """Play a match in which everybody writes something at each of their steps."""
    party = table.Party(seats, "duel", **more)
    numbers = itertools.count()

    def extra(seat: int, record: bytes) -> list[bytes]:
        match = party.matches[seat]
        if kind_of(record) is EntryKind.REMARK or match.why_no_remark("x") is not None:
            return []
        match.remark(f"remark {next(numbers)}")
        return []

    party.extra = extra
    return party


@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_in_which_all_write_ends_as_one_in_which_nobody_does(
    table: Any, seats: int
) -> None:
    """To the same states, by the same entries; every log holds every remark, and is OK."""
    quiet, loud = table.Party(seats, "duel"), chatty(table, seats)
    quiet.run()
    loud.run()
    for i in range(seats):
        moves = [r for r in loud.logs[i] if kind_of(r) is not EntryKind.REMARK]
        assert moves == quiet.logs[i] and loud.matches[i].finished
        verdict = both(loud.logs[i], loud.system)
        assert verdict.verdict is Outcome.OK and verdict.remarks > 10
        assert verdict.remarks == len(loud.matches[i].remarks) == len(loud.logs[i]) - len(moves)
        missed = {*loud.matches[0].remarks} ^ {*loud.matches[i].remarks}
        assert len(missed) <= 2 * seats  # what was written while the last END was on its way


def test_the_order_of_remarks_among_seats_and_steps_changes_no_verdict(table: Any) -> None:
    """Each author's own stand in their order; else they may stand anywhere from step 2 on, and any
    author's may be missing from one on."""
    party = chatty(table)
    party.run()
    log = party.logs[0]
    moves = [r for r in log if kind_of(r) is not EntryKind.REMARK]
    chains = [
        [r for r in log if kind_of(r) is EntryKind.REMARK and decode_entry(r[:-64]).seat == seat]
        for seat in (0, 1)
    ]
    source = random.Random(7)
    for _ in range(5):
        mixed = list(moves)
        for chain in chains:
            kept = chain[: source.randrange(len(chain) + 1)]
            where = sorted(source.randrange(4, len(mixed)) for _ in kept)
            for shift, (at, record) in enumerate(zip(where, kept, strict=True)):
                mixed.insert(at + shift, record)
        verdict = both(mixed, party.system)
        assert verdict.verdict is Outcome.OK, verdict.reason


def test_a_log_with_a_remark_that_no_honest_program_keeps_is_bad_and_names_nobody(
    table: Any,
) -> None:
    """Twice, out of its chain, before the match has a name, after the end."""
    party = chatty(table)
    party.run()
    log = party.logs[0]
    at = [n for n, r in enumerate(log) if kind_of(r) is EntryKind.REMARK]
    first, later = log[at[0]], log[at[4]]
    for bad in (
        [*log[: at[4] + 1], later, *log[at[4] + 1 :]],
        [r for r in log if r != first],
        [log[0], first, *[r for r in log[1:] if r != first]],
        [*[r for r in log if r != log[at[-1]]], log[at[-1]]],
        [*log[: at[0]], first[:-1] + bytes([first[-1] ^ 1]), *log[at[0] + 1 :]],
    ):
        verdict = both(bad, party.system)
        assert verdict.verdict is Outcome.INVALID and verdict.blame is None


def test_who_is_taken_up_again_has_them_and_writes_on(table: Any) -> None:
    party = chatty(table)
    party.run()
    match, log = party.matches[0], party.logs[0][:40]
    again = type(match)(party.system, party.agreed, match.own, private=match._basis.private)
    again.replay(log)
    assert again.remarks == match.remarks[: len(again.remarks)] and len(again.remarks) > 3
    assert list(again.effects()) == []  # none is shown as if it were new
    with pytest.raises(LocalProtocolError, match="not before all are there"):
        again.remark("too early")
    again.speak()
    again.remark("I am back")
    assert again.remarks[-1] == (0, "I am back")


def test_a_match_begun_by_an_older_program_has_none(table: Any) -> None:
    """Its other side would not understand them; a log of it that holds one is as bad as ever."""
    party = table.Party(2, "duel")
    old = party.agreed.with_(protocol=2)
    for i, match in enumerate(party.matches):
        party.matches[i] = type(match)(party.system, old, match.own)
    party.run()
    assert all(match.finished for match in party.matches)
    verdict = both(party.logs[0], party.system)
    assert verdict.verdict is Outcome.OK
    loud = chatty(table)
    loud.run()
    remark = next(r for r in loud.logs[0] if kind_of(r) is EntryKind.REMARK)
    verdict = both([*party.logs[0][:9], remark, *party.logs[0][9:]], party.system)
    assert (verdict.verdict, verdict.first_bad, verdict.blame) == (Outcome.INVALID, 9, None)
    assert verdict.reason == "entry of unknown kind 16"


def test_our_own_program_sends_nothing_that_the_other_would_not_take(table: Any) -> None:
    party = table.Party(2, "duel")
    match = party.matches[0]
    assert match.why_no_remark("Hello!") == "not before all are there"
    while match.step < 2:
        for i, one in enumerate(party.matches):
            if one.step < 2:
                driver(one).todo()
            for record in driver(one).outgoing():
                party.send(i, record)
    for text in ("", "  ", "x" * (LONGEST + 1), "\u20ac" * 134, "a\x1b[2J", "\ud800", "a\nb"):
        assert why_not_text(text)
        with pytest.raises(LocalProtocolError):
            match.remark(text)
    for text in (*PRESETS, "x" * LONGEST, "\u20ac" * 133):
        match.remark(text)
    for number in range(len(match.remarks), AT_FIRST + match.step):
        match.remark(str(number))
    with pytest.raises(LocalProtocolError, match="play on first"):
        match.remark("one more")


def test_what_is_written_while_something_is_computed_does_not_wait(table: Any) -> None:
    """A remark goes out before the work whose result it does not need."""
    party = table.Party(2, "duel")
    work, sent = party.work, list[bytes]()

    def write_first(i: int) -> None:
        match = party.matches[i]
        if match.is_working and match.step >= 2 and not sent:
            match.remark("do not wait for me")
            sent.extend(driver(match).outgoing())
            assert kind_of(sent[-1]) is EntryKind.REMARK and match.is_working
            for record in sent:
                party.send(i, record)
        work(i)

    party.work = write_first
    party.run()
    assert sent and both(party.logs[0], party.system).verdict is Outcome.OK


def test_replay_and_verify_tell_of_them(
    table: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    party = chatty(table)
    party.run()
    log = tmp_path / "match.owmlog"
    log.write_bytes(party.log())
    assert main(["replay", str(log), "--text"]) == 0
    assert "Player 1 (seat 2) writes: remark 1" in capsys.readouterr().out
    assert main(["verify", str(log), "--processes", "1"]) == 0
    assert f"{party.verdict().remarks} remarks of the players" in capsys.readouterr().out
