"""The logs of several matches, judged on all cores and counted."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from attrs import define, field

from owm_net import games
from owm_net.client.language import current, tr, tr_error, use
from owm_net.engine.text import say
from owm_net.files.entrants import BadEntrants, read_entrants
from owm_net.files.home import as_typed, program
from owm_net.files.verdicts import Verdicts
from owm_net.program.failing import BAD, CANNOT, FINE, UNFINISHED, USAGE, Fail
from owm_net.program.given_files import read_log, reading
from owm_net.program.logs.judging import EXIT, judge
from owm_net.program.logs.verdict_words import WORDS
from owm_net.program.packs_in_use import pack_arguments, take_pack
from owm_net.program.terminal.lines import ProgressLine
from owm_net.session.checker import cores
from owm_net.session.helpers import no_ctrl_c
from owm_net.session.standings import Judged, Standings, judged
from owm_net.session.verify import Outcome

MOST_SAID = 20
"""Faults of a list that are told."""
NUMBERS = ("winners", "points", "left_out", "last", "absence")
"""Of what is kept of a verdict, what is made of numbers, in the order of `Judged`."""


@define
class Count:
    """The results of the logs of several matches. codes: the exit codes that they call for.
    left_out: why some do not count. notes: for the organiser of a tournament to judge."""

    standings: Standings
    codes: list[int] = field(factory=list)
    left_out: list[str] = field(factory=list)
    notes: list[str] = field(factory=list)

    def add(self, paths: list[Path], count_absence: bool, quiet: bool) -> None:
        """Judge logs and count them. count_absence: also those that end with a signed claim."""
        claims: list[tuple[Path, Judged]] = []
        logs: list[Judged] = []
        for path, (match, failed) in zip(paths, _judged_logs(paths, quiet), strict=True):
            logs += [match] if match is not None else []
            if match is not None and match.absence and count_absence:
                claims.append((path, match))
                continue
            code, why = (
                (CANNOT, failed) if match is None else _count_log(path, match, self.standings)
            )
            self.codes.append(code)
            self.left_out += [why] if why else []
            if match is not None and not why:
                self.notes += _notes_of(path, match)
        for path, match in claims:  # when all logs have said whether the match went on
            why = self.standings.why_no_claim(match, logs) or ""
            self.codes.append(UNFINISHED if why else FINE)
            self.left_out += [say("{path}: {why}", path=path, why=why)] if why else []
            if not why:
                self.standings.count_claim(match)
                so = say("it counts as won by whoever waited")
                self.notes.append(_claimed_in_words(path, match, so))


def entrants_of(path: Path) -> dict[str, str]:
    """Raises Fail."""
    try:
        return read_entrants(path)
    except BadEntrants as e:
        told = [tr(fault) for fault in e.faults[:MOST_SAID]]
        if len(e.faults) > len(told):
            told.append(tr("and {n} more", n=len(e.faults) - len(told)))
        head = tr("{path}: this list of entrants cannot be used:", path=path)
        raise Fail("\n  ".join([head, *told]), USAGE) from e


def logs_of(given: list[Path]) -> list[Path]:
    """The files themselves, each once; those of a folder by name. Raises Fail."""
    found: list[Path] = []
    for path in given:
        with reading(path):
            names = os.listdir(path) if path.is_dir() else None
        if names is None:
            found.append(path)
            continue
        inside = sorted(path / name for name in names if name.endswith(".owmlog"))
        if not inside:
            raise Fail(say("{path}: there is no log, *.owmlog, in this folder", path=path), USAGE)
        found += inside
    return list(dict.fromkeys(found))


def _judged_logs(paths: list[Path], quiet: bool) -> Iterator[tuple[Judged | None, str]]:
    """Return the verdict on each log, in order, or why there is none. A log that this very program
    has judged before is not judged again; the others are, on all cores."""
    kept = Verdicts("".join(pack.digest.hex() for pack in games.packs()))
    progress = ProgressLine(say("checking the logs"), quiet)
    found = [_kept(kept, path) for path in paths]
    missing = [path for path, match in zip(paths, found, strict=True) if match is None]
    anew = _judge_all(missing, quiet)
    done = 0
    try:
        for match in found:
            done += 1
            if match is not None:
                yield match, ""
                continue
            digest, match, failed = next(anew)
            progress(done, len(paths))
            if match is not None and digest:
                kept.put(digest, _to_keep(match))
            yield match, failed
    finally:
        anew.close()
        progress.close()
        kept.save()


def _kept(kept: Verdicts, path: Path) -> Judged | None:
    """Return the earlier judgement of a log, if there is one."""
    try:
        return _from_kept(kept.get(_digest(read_log(path))))
    except Fail:  # whoever judges it says so
        return None


def _judge_all(
    paths: list[Path], quiet: bool
) -> Generator[tuple[str, Judged | None, str], None, None]:
    """Judge logs, in order: one by all cores, several on one core each."""
    processes = min(cores(), len(paths))
    with ExitStack() as at_the_end:
        waited: list[Future[tuple[str, Judged | None, str]]] = []
        if processes > 1:
            as_here = pack_arguments(), current()
            with no_ctrl_c(), suppress(OSError, ImportError, BrokenExecutor):  # or there are none
                pool = ProcessPoolExecutor(processes, initializer=_begin, initargs=as_here)
                at_the_end.callback(pool.shutdown, cancel_futures=True)
                waited = [pool.submit(_judge, path, 1, True) for path in paths]
        for number, path in enumerate(paths):
            try:
                yield waited[number].result()
            except (BrokenExecutor, IndexError):  # a process has died, or there is none
                yield _judge(path, None, quiet)


def _begin(packs: list[str], language: str) -> None:
    """Make a process of the pool one that judges as this one does."""
    use(language)
    take_pack(packs)


def _judge(path: Path, processes: int | None, quiet: bool) -> tuple[str, Judged | None, str]:
    """The digest of a log and what counts of its verdict, or why it has none."""
    try:
        data = read_log(path)
        return _digest(data), judged(judge(path, processes, quiet, data)), ""
    except Fail as e:
        return "", None, tr_error(e)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _to_keep(match: Judged) -> dict[str, Any]:
    return {
        "outcome": match.outcome.value,
        "system": match.system,
        "match": match.match.hex(),
        "players": [
            [key.hex(), name] for key, name in zip(match.identities, match.names, strict=True)
        ],
        "winners": match.winners,
        "points": match.points,
        "left_out": match.left_out,
        "last": match.last,
        "absence": match.absence,
    }


def _from_kept(value: Any) -> Judged | None:
    """Decode such a value; None for anything else, which is judged again."""
    try:
        return Judged(
            Outcome(value["outcome"]),
            str(value["system"]),
            bytes.fromhex(value["match"]),
            tuple([bytes.fromhex(key) for key, _ in value["players"]]),
            tuple([str(name) for _, name in value["players"]]),
            *(tuple(map(int, value[name])) for name in NUMBERS),
        )
    except (LookupError, TypeError, ValueError, OverflowError):
        return None


def _count_log(path: Path, match: Judged, standings: Standings) -> tuple[int, str]:
    """Count a log. Returns the exit code that it calls for, and why it does not count, "" if it
    does."""
    if match.absence:
        return UNFINISHED, _claimed_in_words(path, match, say("--count-absence counts it"))
    if match.outcome is not Outcome.OK:
        what = WORDS[match.outcome]
        return EXIT[match.outcome], say(
            "{path}: {verdict}; see: {program} verify {typed}",
            path=path,
            typed=as_typed(path),
            verdict=what,
            program=program(),
        )
    if standings.has(match):
        return FINE, say("{path}: this match has been counted already", path=path)
    why = standings.why_not(match)
    if why is None:
        standings.count(match)
        return FINE, ""
    return BAD, say("{path}: {why}", path=path, why=why)


def _claimed_in_words(path: Path, match: Judged, so: str) -> str:
    author, absent, _ = match.absence
    return say(
        "{path}: {name} claims that {other} was away for too long, and stopped waiting: {so}",
        path=path,
        name=match.names[author],
        other=match.names[absent],
        so=so,
    )


def _notes_of(path: Path, match: Judged) -> list[str]:
    """Return notes for the organiser of a tournament to judge."""
    return [
        say(
            "{path}: counts neither for nor against {name}: the others signed that they were"
            " silent, and went on",
            path=path,
            name=match.names[seat],
        )
        for seat in match.left_out
    ]
