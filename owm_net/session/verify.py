"""The verdict on a log: what anybody can say of a match from its log alone."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from attrs import asdict, frozen

from owm_net.engine.ids import Seat
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.protocol.entries import (
    MAGIC,
    EntryKind,
    TornLog,
    decode_entry,
    read_records,
    split_record,
)
from owm_net.protocol.errors import MalformedBytes, RemoteProtocolError
from owm_net.session.agreement import agreed_state
from owm_net.session.checker import Checker, Fault, cores
from owm_net.session.match import Blame, Match
from owm_net.session.steps import Deferred
from owm_net.session.stops import CLAIMS, Wish
from owm_net.session.terms import CannotPlay, OtherRules, check_terms, decode_hello, decode_terms
from owm_net.session.verdict import Outcome, Verdict

__all__ = ["OtherRulesVersion", "Outcome", "Unreadable", "Verdict", "open_log", "verify"]

Progress = Callable[[int, int], None]


class Unreadable(ValueError):
    """The file is no log that this program can say anything about."""


class OtherRulesVersion(Unreadable):
    """The log is of another version of the rules than this program has: another release of it must
    judge it. played: which version."""

    def __init__(self, system: System, played: str) -> None:
        self.system = system
        self.played = played
        super().__init__(
            say(
                "it was played by version {played} of the rules of {system}; this program has"
                " version {version}",
                played=played,
                system=system.id,
                version=system.version,
            )
        )


@frozen
class OpenedLog:
    """A log that is about to be replayed.

    match: an observer's, which has seen nothing yet. records: b"" for bytes that are none and end
    the log. torn: where the log was cut off, if it was. proofs: those that the match leaves to be
    checked later, as it goes on.
    """

    match: Match
    records: list[bytes]
    torn: TornLog | None
    proofs: list[Deferred]


def open_log(data: bytes, find_system: Callable[[str], System]) -> OpenedLog:
    """A log's bytes, read and not yet judged.

    Raises Unreadable if it is no log, or of rules this program does not have, OtherVersion if it
    has another version of them.
    """
    records: list[bytes] = []
    torn: TornLog | None = None
    damage: MalformedBytes | None = None
    try:
        for record in read_records(data):
            records.append(record)
    except TornLog as e:
        torn = e
    except MalformedBytes as e:
        if not records:
            raise Unreadable(why_no_log(data)) from e
        damage = e
    if not records:
        raise Unreadable(say("the log ends before its first entry"))
    try:
        entry = decode_entry(split_record(records[0])[0])
        if entry.kind is not EntryKind.HELLO:
            raise Unreadable(say("the log does not begin with a HELLO"))
        terms = decode_terms(decode_hello(entry.body).terms)
        system = find_system(terms.system)
        check_terms(terms, system)
    except OtherRules as e:
        raise OtherRulesVersion(e.system, e.version) from e
    except (CannotPlay, KeyError) as e:
        raise Unreadable(say("the first entry: {why}", why=e.args[0])) from e
    except RemoteProtocolError as e:
        raise Unreadable(say("the first entry is damaged")) from e
    if damage is not None:
        records.append(b"")  # judged when it is reached: what stands before it still counts
    proofs: list[Deferred] = []
    match = Match(system, terms, None, defer=proofs)
    match.read_log()
    return OpenedLog(match, records, torn, proofs)


_PACKED = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"\x28\xb5\x2f\xfd": "zstd",
}
"""How a packed file begins, and what packed it."""


def why_no_log(data: bytes) -> str:
    """Say how browsers, mail or people have damaged a log on its way, and what to do. data: its
    beginning, or all of it."""
    if not data:
        return say("it is empty: the download or the copy has failed")
    for head, packer in _PACKED.items():
        if data.startswith(head):
            return say("it is packed by {packer}: unpack it first", packer=packer)
    text = data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:9].lower() in (b"<!doctype", b"<html>") or text[:5].lower() in (b"<html", b"<?xml"):
        return say("it is a web page: download the file itself")
    line = MAGIC.rstrip()
    if line in data[:200] or line.decode().encode("utf-16-le") in data[:200]:
        return say("something on the way changed it as if it were text: ask for it in a zip")
    return say("this is no log of owm-net: it does not begin with the right line")


class _Reading:
    """A log as it is replayed, record by record, up to the first that is bad.

    bad: its number, and who is to blame for what. agreed: the state that all seats go on from there
    instead. bug: what the rules raised that is nobody's fault: they met cards that a false proof
    brought, or have an error.
    """

    def __init__(self, log: OpenedLog) -> None:
        self.bad: tuple[int, Blame] | None = None
        self.agreed: bytes | None = None
        self.bug: Exception | None = None
        self._match = log.match
        self._records = log.records
        self._stray: int | None = None  # last but one, and not accepted: the last may explain it

    def read_record(self, number: int) -> bool:
        """The next record. False if nothing more is to be heard."""
        try:
            self._read_record(number)
        except Blame as e:
            self.bad = number, e
            self.agreed = agreed_state(self._match, self._records[number:])
        except Exception as e:
            self.bug = e
        else:
            for _ in self._match.effects():
                pass
        return self.bad is None and self.bug is None

    def _read_record(self, number: int) -> None:
        match = self._match
        if match.finished:
            raise Blame(None, "there are entries after the end", "wire.md")
        before = match.counts.entries
        match.receive(self._records[number])
        if match.counts.entries == before and number == len(self._records) - 2:
            self._stray = number
        elif match.counts.entries == before or self._stray is not None:
            raise _twice()

    def ends(self) -> None:
        """Nothing more is heard: an entry that was not accepted counts, unless the last record has
        shown that its seat signed two such."""
        if self._stray is not None and (self.bad is None or self.bad[1].seat is None):
            self.bad = self._stray, _twice()

    def takes(self, fault: Fault | None) -> None:
        """The first proof that does not hold. Raises the error of the rules, if it explains none.

        It counts at the same record too: a player's own program checks a proof before it goes on.
        """
        if fault is not None and (self.bad is None or fault.record <= self.bad[0]):
            self.bad = fault.record, Blame(fault.seat, fault.reason, fault.algorithm)
            self.agreed = None
        elif self.bug is not None:
            raise self.bug


def _twice() -> Blame:
    return Blame(None, "an entry stands twice, or too early", "wire.md")


TELLS = 256
"""Records between two tellings of how far the replay is, where no other process checks."""

Verifying = Generator[tuple[int, int], None, Verdict]
"""A check in parts. After each it yields how many records are read, and of how many; it returns the
verdict."""


def verify(
    data: bytes,
    find_system: Callable[[str], System],
    progress: Progress | None = None,
    processes: int | None = None,
) -> Verdict:
    """Replay a log's rules and check every proof. Raises Unreadable.

    progress: told the number of a record when all up to it is checked, and how many there are.
    processes: 1 for this one alone, None for one on each core.
    """
    return whole(verify_in_parts(data, find_system, progress, processes))


def whole(parts: Verifying) -> Verdict:
    """Do all parts of a check, one after the other."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            verdict: Verdict = end.value
            return verdict


def verify_in_parts(
    data: bytes,
    find_system: Callable[[str], System],
    progress: Progress | None = None,
    processes: int | None = None,
) -> Verifying:
    """Do the same, and yield after each record."""
    log = open_log(data, find_system)
    reading, total, furthest = _Reading(log), len(log.records), -1

    def checked(number: int) -> None:
        nonlocal furthest
        if progress is not None and number > furthest:
            furthest = number
            progress(number, total)

    with Checker(processes or cores(), checked) as checker:
        for number in range(total):
            goes_on = reading.read_record(number)
            checker.enqueue(log.proofs)
            if not goes_on:
                break
            if number % TELLS == 0 and not checker.waits:
                checked(number)
            yield number + 1, total
        reading.ends()
        reading.takes(checker.fault())
    return _verdict(log, reading)


def _verdict(log: OpenedLog, reading: _Reading) -> Verdict:
    match = log.match
    verdict = Verdict(
        Outcome.OK,
        system=match.system.id,
        mission=match.terms.setup.mission,
        names=list(match.names),
        match=match,
        **asdict(match.counts),
        left=[{"seat": seat, "step": step} for seat, step in match.dropped_at.items()],
        silent=[
            {"seat": seat, "step": step, "by": by}
            for seat, step in match.dropped_at.items()
            if (by := match.signed_that_silent(seat))
        ],
        proposed=[
            {"seat": author, "step": step, "without": target}
            for author, step, target in match.unrefuted()
        ],
        clock=match.terms.clock,
        claims=[{"seat": wish.seat, "step": wish.step, **_said(wish)} for wish in match.claims],
    )
    if reading.bad is not None:
        number, blame = reading.bad
        verdict.first_bad = number
        if reading.agreed is not None:
            verdict.verdict = Outcome.CANNOT_JUDGE
            verdict.reason = _elsewhere(match, reading.agreed)
        else:
            verdict.verdict, verdict.blame = Outcome.INVALID, blame.seat
            verdict.reason, verdict.rule = blame.reason, blame.rule
        return verdict
    verdict.result = match.result
    if log.torn is not None or not match.finished:
        verdict.verdict = Outcome.UNFINISHED
        verdict.owed_by, verdict.reason = _owed(match)
        verdict.standing = [
            {"seat": wish.seat, "step": wish.step, **_said(wish)} for wish in match.wishes
        ]
        verdict.adjourned = match.adjourned and log.torn is None
        if log.torn is not None:
            over = "; all seats had signed the end before it" if match.finished else ""
            verdict.reason = f"{log.torn}{over}"
    else:
        verdict.reason = "; ".join(
            f"seat {seat} {match.gave_up(seat) or 'was left out'} at step {step}"
            for seat, step in match.dropped_at.items()
        )
        verdict.points = _points(match)
    return verdict


def _points(match: Match) -> list[int]:
    """Those of the result. One that a seat brought about by giving up has none, and a winner: there
    the game counts as it stood."""
    assert match.result is not None
    if match.stopped is None or not match.stopped.winners:
        return list(match.result.scores)
    return list(match.system.scores(match.state))


def _said(wish: Wish) -> dict[str, Any]:
    if wish.what in CLAIMS:
        return {"what": wish.what.word, "of": wish.target, "ms": wish.milliseconds}
    return {"what": wish.what.word}


def _elsewhere(match: Match, agreed: bytes) -> str:
    return (
        f"all seats go on from game state {agreed.hex()[:8]} at step {match.step}, where this"
        f" program reaches {match.chain.state.hex()[:8]}: one of the programs is not of the"
        " version that it says, or has an error"
    )


def _owed(match: Match) -> tuple[list[Seat], str]:
    """Return who owes what at the end of an unfinished log.

    The log of a seat that was dropped ends there: what the others did afterwards never came to
    it, and the last thing that was owed in it is that seat's own.
    """
    dropped = match.ends_without()
    if dropped is None and match.adjourned:
        return match.owed(), f"adjourned by agreement at step {match.step}"
    if dropped is None:
        return match.owed(), f"waiting for {match.due().word}"
    if how := match.gave_up(dropped):
        return [], f"the others went on without seat {dropped}, which {how}"
    return [dropped], f"the others went on without seat {dropped}, which owed its entry"
