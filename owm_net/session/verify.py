"""The verdict on a log: what anybody can say of a match from its log alone."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from enum import Enum
from typing import Any

from attrs import asdict, define, field

from owm_net.engine.requests import Result
from owm_net.engine.system import System
from owm_net.protocol.entries import Kind, TornLog, decode_entry, read_records, split_record
from owm_net.protocol.errors import BadEncoding, RemoteProtocolError
from owm_net.session.agreement import agreed_state
from owm_net.session.match import Blame, Match, Proof
from owm_net.session.terms import CannotPlay, check_terms, decode_hello, decode_terms

Progress = Callable[[int, int], None]
CHUNK = 6144
"""Bytes of proofs that go to a process at once: 64 single shares, or any one shuffle."""
BACKLOG = 8
"""Chunks for each process that may wait; then the replay waits, so that memory stays small."""

Task = tuple[int, int, Proof]
"""(number of the record, seat, what to check)."""
Fault = tuple[int, int, str, str]
"""(number of the record, seat, reason, algorithm)."""


class Outcome(Enum):
    """OK: finished, and every rule and proof holds. INVALID: somebody's entry is wrong.
    UNFINISHED: good as far as it goes. CANNOT_JUDGE: all seats go on from a state that this
    program does not reach, so either it or theirs is not the version it says."""

    OK = "OK"
    INVALID = "INVALID"
    UNFINISHED = "UNFINISHED"
    CANNOT_JUDGE = "CANNOT_JUDGE"


@define
class Verdict:
    """What `verify` says. blame: seat at fault, first_bad: number of its record counted from 0.

    owed_by: seats whose contribution is missing at the end of an unfinished log. left: seats
    without which the others agreed to go on, in order, each with the step that it owed.
    """

    verdict: Outcome
    system: str = ""
    mission: str = ""
    result: Result | None = None
    entries: int = 0
    shuffles: int = 0
    openings: int = 0
    signatures: int = 0
    blame: int | None = None
    first_bad: int | None = None
    reason: str = ""
    rule: str = ""
    owed_by: list[int] = field(factory=list)
    left: list[dict[str, int]] = field(factory=list)
    names: list[str] = field(factory=list)
    match: Match | None = field(default=None, repr=False, eq=False)

    def as_json(self) -> dict[str, Any]:
        """The keys scripts rely on, and a few more."""
        out = asdict(self, filter=lambda a, _: a.name not in ("match", "result"))
        out["verdict"] = self.verdict.value
        out["result"] = None
        if self.match is not None:
            setup = self.match.terms.setup
            out["match_id"] = self.match.match_id.hex()
            out["identities"] = [key.hex() for key in self.match.identities]
            out["level"], out["switches"] = setup.level, dict(setup.switches)
        if self.result is not None:
            out["result"] = {
                "winners": list(self.result.winners),
                "scores": list(self.result.scores),
                "reason": self.result.reason,
            }
        return out


class Unreadable(ValueError):
    """The file is no log that this program can say anything about."""


def open_log(
    data: bytes, find_system: Callable[[str], System]
) -> tuple[Match, list[bytes], TornLog | None, list[Task]]:
    """A log's bytes as an observer's match that has seen nothing yet, and the records.

    Raises Unreadable if it is no log, or of rules this program does not have.
    """
    records: list[bytes] = []
    torn: TornLog | None = None
    damage: BadEncoding | None = None
    try:
        for record in read_records(data):
            records.append(record)
    except TornLog as e:
        torn = e
    except BadEncoding as e:
        if not records:
            raise Unreadable(e.reason) from e
        damage = e
    if not records:
        raise Unreadable("the log ends before its first entry")
    try:
        entry = decode_entry(split_record(records[0])[0])
        if entry.kind is not Kind.HELLO:
            raise Unreadable("the log does not begin with a HELLO")
        terms = decode_terms(decode_hello(entry.body).terms)
        system = find_system(terms.system)
        check_terms(terms, system)
    except (RemoteProtocolError, CannotPlay, KeyError) as e:
        why = e.args[0] if isinstance(e, KeyError) else str(e)
        raise Unreadable(f"the first entry: {why}") from e
    if damage is not None:
        records.append(b"")  # judged when it is reached: what stands before it still counts
    proofs: list[Task] = []
    match = Match(system, terms, None, defer=proofs)
    match.read_log()
    return match, records, torn, proofs


def verify(
    data: bytes,
    find_system: Callable[[str], System],
    progress: Progress | None = None,
    processes: int | None = None,
) -> Verdict:
    """Replay a log's rules and check every proof. Raises Unreadable.

    processes: 1 for this one alone, None for one on each core.
    """
    match, records, torn, proofs = open_log(data, find_system)
    total = len(records)
    bad: tuple[int, Blame] | None = None
    stray: int | None = None
    bug: Exception | None = None
    agreed: bytes | None = None

    def checked(number: int) -> None:
        if progress is not None:
            progress(number, total)

    with Checker(processes or _cores(), checked) as checker:
        for number, record in enumerate(records):
            try:
                if match.finished:
                    raise Blame(None, "there are entries after the end", "wire.md")
                before = match.counts.entries
                match.receive(record)
                if match.counts.entries == before and number == total - 2 and stray is None:
                    stray = number  # the last one may show that its seat signed two such
                elif match.counts.entries == before or stray is not None:
                    raise Blame(None, "an entry stands twice, or too early", "wire.md")
            except Blame as e:
                bad = number, e
                agreed = agreed_state(match, records[number:])
            except Exception as e:  # the rules met cards that a false proof brought, or a bug
                bug = e
            checker.take(proofs)
            if bad is not None or bug is not None:
                break
            for _ in match.effects():
                pass
            if number % 256 == 0:
                checked(number)
        if stray is not None and (bad is None or bad[1].seat is None):
            bad = stray, Blame(None, "an entry stands twice, or too early", "wire.md")
        fault = checker.fault()
    if fault is not None and (bad is None or fault[0] <= bad[0]):
        # At the same record too: a player's own program checks a proof before it goes on.
        number, seat, reason, rule = fault
        bad, agreed = (number, Blame(seat, reason, rule)), None
    elif bug is not None:
        raise bug
    verdict = Verdict(
        Outcome.OK,
        system=match.system.id,
        mission=match.terms.setup.mission,
        names=list(match.names),
        match=match,
        entries=match.counts.entries,
        shuffles=match.counts.shuffles,
        openings=match.counts.openings,
        signatures=match.counts.signatures,
        left=[{"seat": seat, "step": step} for seat, step in match.dropped_at.items()],
    )
    if bad is not None and agreed is not None:
        verdict.verdict, verdict.first_bad = Outcome.CANNOT_JUDGE, bad[0]
        verdict.reason = (
            f"all seats go on from game state {agreed.hex()[:8]} at step {match.step}, where this"
            f" program reaches {match.chain.state.hex()[:8]}: one of the programs is not of the"
            " version that it says, or has an error"
        )
    elif bad is not None:
        number, blame = bad
        verdict.verdict = Outcome.INVALID
        verdict.first_bad, verdict.blame = number, blame.seat
        verdict.reason, verdict.rule = blame.reason, blame.rule
    elif torn is not None or not match.finished:
        verdict.verdict = Outcome.UNFINISHED
        verdict.owed_by, verdict.reason = _owed(match)
        if torn is not None:
            over = "; all seats had signed the end before it" if match.finished else ""
            verdict.reason = f"{torn}{over}"
        verdict.result = match.result
    else:
        verdict.result = match.result
        verdict.reason = "; ".join(
            f"seat {seat} left the match at step {step}" for seat, step in match.dropped_at.items()
        )
    return verdict


def _owed(match: Match) -> tuple[list[int], str]:
    """Who owes what at the end of an unfinished log.

    The log of a seat that was dropped ends there: what the others did afterwards never came to
    it, and the last thing that was owed in it is that seat's own.
    """
    dropped = match.ends_without()
    if dropped is None:
        return match.owed(), f"waiting for {match.due()}"
    return [dropped], f"the others went on without seat {dropped}, which owed its entry"


class Checker:
    """Checks the proofs of a log while it is being replayed, on other processes if there are many.

    checked: told the number of a record when all proofs up to it have been looked at. Whatever
    the number of processes, the answer is the same.
    """

    def __init__(self, processes: int, checked: Callable[[int], None]) -> None:
        self._processes = processes
        self._checked = checked
        self._pool: ProcessPoolExecutor | None = None
        self._chunk: list[Task] = []
        self._bytes = 0
        self._out: deque[tuple[int, Future[Fault | None]]] = deque()
        self._fault: Fault | None = None

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def take(self, proofs: list[Task]) -> None:
        """Empty the list; check what it held, at once or soon."""
        for task in proofs:
            self._chunk.append(task)
            self._bytes += len(task[2][1][-1])  # the body or proof: work grows with it
            if self._bytes >= CHUNK:
                self._close_chunk()
        proofs.clear()

    def fault(self) -> Fault | None:
        """The first proof that does not hold. Waits until all are checked."""
        if self._pool is None:
            self._note(_check_chunk(self._chunk))
        elif self._chunk:
            self._close_chunk()
        while self._out:
            self._collect()
        return self._fault

    def _close_chunk(self) -> None:
        chunk, self._chunk, self._bytes = self._chunk, [], 0
        if self._fault is not None:
            return
        if self._processes == 1:
            self._note(_check_chunk(chunk))
            return
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes)
        self._out.append((chunk[-1][0], self._pool.submit(_check_chunk, chunk)))
        while self._out[0][1].done() or len(self._out) > BACKLOG * self._processes:
            self._collect()
            if not self._out:
                break

    def _collect(self) -> None:
        number, waited = self._out.popleft()
        self._note(waited.result())
        self._checked(number)

    def _note(self, fault: Fault | None) -> None:
        if self._fault is None:
            self._fault = fault


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check_chunk(chunk: list[Task]) -> Fault | None:
    for number, seat, (function, arguments) in chunk:
        try:
            function(*arguments)
        except RemoteProtocolError as e:
            return number, seat, e.reason, e.algorithm
    return None
