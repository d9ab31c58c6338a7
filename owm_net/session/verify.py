"""The verdict on a log: what anybody can say of a match from its log alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import Enum
from typing import Any

from attrs import asdict, define, field

from owm_net.engine.requests import Result
from owm_net.engine.system import System
from owm_net.protocol.entries import Kind, TornLog, decode_entry, read_records, split_record
from owm_net.protocol.errors import BadEncoding, RemoteProtocolError
from owm_net.session.match import Blame, Match, Proof
from owm_net.session.terms import CannotPlay, check_terms, decode_hello, decode_terms

Progress = Callable[[int, int], None]
CHUNK = 64
"""Proofs that go to a process at once."""


class Outcome(Enum):
    """OK: finished, and every rule and proof holds. INVALID: somebody's entry is wrong.
    UNFINISHED: good as far as it goes."""

    OK = "OK"
    INVALID = "INVALID"
    UNFINISHED = "UNFINISHED"


@define
class Verdict:
    """What `verify` says. blame: seat at fault, first_bad: number of its record counted from 0.

    owed_by: seats whose contribution is missing at the end of an unfinished log.
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
    names: list[str] = field(factory=list)
    match: Match | None = field(default=None, repr=False, eq=False)

    def as_json(self) -> dict[str, Any]:
        """The keys scripts rely on, and a few more."""
        out = asdict(self, filter=lambda a, _: a.name not in ("match", "result"))
        out["verdict"] = self.verdict.value
        out["result"] = None
        if self.result is not None:
            out["result"] = {
                "winners": list(self.result.winners),
                "scores": list(self.result.scores),
                "reason": self.result.reason,
            }
        return out


class Unreadable(ValueError):  # noqa: N818
    """The file is no log that this program can say anything about."""


def open_log(
    data: bytes, find_system: Callable[[str], System]
) -> tuple[Match, list[bytes], TornLog | None, list[tuple[int, int, Proof]]]:
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
    proofs: list[tuple[int, int, Proof]] = []
    return Match(system, terms, None, defer=proofs), records, torn, proofs


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
    bad: tuple[int, Blame] | None = None
    for number, record in enumerate(records):
        try:
            if match.finished:
                raise Blame(None, "there are entries after the end", "wire.md")
            before = match.counts["entries"]
            match.receive(record)
            if match.counts["entries"] == before:
                raise Blame(None, "an entry stands twice, or too early", "wire.md")
        except Blame as e:
            bad = number, e
            break
        match.happened()
        match.accepted()
        if progress is not None and number % 256 == 0:
            progress(number, len(records) + len(proofs))
    failed = check_proofs(proofs, progress, len(records), processes)
    if failed is not None and (bad is None or failed[0] < bad[0]):
        bad = failed
    verdict = Verdict(
        Outcome.OK,
        system=match.system.id,
        mission=match.terms.setup.mission,
        names=list(match.names),
        match=match,
        **match.counts,
    )
    if bad is not None:
        number, blame = bad
        verdict.verdict = Outcome.INVALID
        verdict.first_bad, verdict.blame = number, blame.seat
        verdict.reason, verdict.rule = blame.reason, blame.rule
    elif torn is not None or not match.finished:
        verdict.verdict = Outcome.UNFINISHED
        verdict.owed_by = match.owed()
        verdict.reason = str(torn) if torn is not None else f"waiting for {match.due()}"
        verdict.result = match.result
    else:
        verdict.result = match.result
    return verdict


def check_proofs(
    proofs: list[tuple[int, int, Proof]],
    progress: Progress | None = None,
    done_before: int = 0,
    processes: int | None = None,
) -> tuple[int, Blame] | None:
    """Check collected proofs, on several processes if there are many.

    Returns the first record whose proof fails, with the blame, or None.
    """
    cores = processes or _cores()
    chunks = [proofs[i : i + CHUNK] for i in range(0, len(proofs), CHUNK)]
    total = done_before + len(proofs)
    failed: tuple[int, Blame] | None = None

    def follow(results: Iterable[tuple[int, int, str, str] | None]) -> None:
        nonlocal failed
        for n, result in enumerate(results):
            if progress is not None:
                progress(min(total, done_before + (n + 1) * CHUNK), total)
            if result is not None and failed is None:
                number, seat, reason, rule = result
                failed = number, Blame(seat, reason, rule)
                return

    if cores == 1 or len(proofs) < 2 * CHUNK:
        follow(map(_check_chunk, chunks))
    else:
        with ProcessPoolExecutor(cores) as pool:
            follow(_in_order(pool, chunks))
    return failed


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _in_order(
    pool: ProcessPoolExecutor, chunks: list[list[tuple[int, int, Proof]]]
) -> Iterator[tuple[int, int, str, str] | None]:
    yield from pool.map(_check_chunk, chunks)


def _check_chunk(chunk: list[tuple[int, int, Proof]]) -> tuple[int, int, str, str] | None:
    for number, seat, (function, arguments) in chunk:
        try:
            function(*arguments)
        except RemoteProtocolError as e:
            return number, seat, e.reason, e.algorithm
    return None
