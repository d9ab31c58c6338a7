"""`owm-net verify`: the verdict on a log, in plain words."""

from __future__ import annotations

import argparse
from pathlib import Path

from owm_net import games
from owm_net.session.verify import Outcome, Unreadable, Verdict, verify
from owm_net.verbs.common import (
    BAD,
    CANNOT,
    FINE,
    UNFINISHED,
    Fail,
    Progress,
    find_system,
    show,
    show_json,
)

HELP = "check every rule and every proof of a match from its log"
EXAMPLES = """examples:
  owm-net verify match.owmlog
  owm-net verify match.owmlog --json

exit code: 0 OK, 1 INVALID, 4 UNFINISHED, 3 the file cannot be read as a log
"""
MAX_LOG = 256 << 20


def add(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("file", type=Path, help="a log, *.owmlog")
    parser.add_argument("--json", action="store_true", help="one JSON object, for scripts")
    parser.add_argument(
        "--processes", type=int, default=None, metavar="N", help="default: one for each core"
    )


def read_log(path: Path) -> bytes:
    """The bytes of a log. Raises Fail."""
    try:
        if path.stat().st_size > MAX_LOG:
            raise Fail(f"{path}: larger than any log ({MAX_LOG >> 20} MiB)")
        return path.read_bytes()
    except OSError as e:
        raise Fail(f"cannot read {path}: {(e.strerror or str(e)).lower()}") from e


def judge(path: Path, processes: int | None = None, quiet: bool = False) -> Verdict:
    """The verdict on a log file. Raises Fail."""
    progress = Progress("checking", quiet)
    try:
        return verify(read_log(path), games.get, progress, processes)
    except Unreadable as e:
        raise Fail(f"{path}: {e}") from e
    finally:
        progress.close()


def run(args: argparse.Namespace) -> int:
    """Say it."""
    for name in games.names():
        find_system(name)
    try:
        verdict = judge(args.file, args.processes, args.json)
    except Fail as e:
        if args.json:
            show_json({"verdict": "UNREADABLE", "reason": str(e)})
            return CANNOT
        raise
    if args.json:
        show_json(verdict.as_json())
    else:
        for line in in_words(verdict):
            show(line)
    return {Outcome.OK: FINE, Outcome.INVALID: BAD, Outcome.UNFINISHED: UNFINISHED}[
        verdict.verdict
    ]


def in_words(v: Verdict) -> list[str]:
    """The verdict for people."""
    lines = [f"verdict: {v.verdict.value}"]
    names = [f"{n or 'unknown'} (seat {i})" for i, n in enumerate(v.names)]
    lines.append(f"  {v.system}, {v.mission}: {' against '.join(names)}")
    lines.append(
        f"  {v.entries} entries, {v.signatures} signatures, {v.shuffles} shuffles,"
        f" {v.openings} cards opened"
    )
    if v.verdict is Outcome.INVALID:
        who = names[v.blame] if v.blame is not None else "nobody can be named for it"
        rule = f" ({v.rule})" if v.rule else ""
        lines.append(f"  entry {v.first_bad} is wrong: {v.reason}{rule}")
        lines.append(f"  to blame: {who}; everything before that entry is good")
    elif v.verdict is Outcome.UNFINISHED:
        owed = ", ".join(names[s] for s in v.owed_by)
        lines.append(f"  the match is not over: {v.reason}")
        if owed:
            lines.append(f"  the next move is owed by {owed}")
    if v.result is not None:
        winners = " and ".join(names[s] for s in v.result.winners) or "nobody, a draw"
        lines.append(f"  result: {v.result.reason}; won by {winners}; scores "
                     + " : ".join(map(str, v.result.scores)))
    return lines
