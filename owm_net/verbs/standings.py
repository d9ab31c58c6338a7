"""`owm-net standings`: who leads, by the logs of several matches."""

from __future__ import annotations

import argparse
import hashlib
import os
from collections.abc import Generator, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from owm_net import games
from owm_net.client.language import current, tr, tr_error, use
from owm_net.engine.text import say, say_n
from owm_net.files.entrants import BadEntrants, read_entrants
from owm_net.files.home import as_typed, program
from owm_net.files.verdicts import Verdicts
from owm_net.protocol.words import fingerprint
from owm_net.session.checker import cores
from owm_net.session.helpers import no_ctrl_c
from owm_net.session.standings import Judged, Standing, Standings, judged
from owm_net.session.verify import Outcome
from owm_net.verbs.common import (
    BAD,
    CANNOT,
    FINE,
    UNFINISHED,
    USAGE,
    Fail,
    Progress,
    add_pack,
    reading,
    show,
    show_json,
)
from owm_net.verbs.packs import pack_arguments, take_pack
from owm_net.verbs.verify import EXIT, WORDS, judge, read_log

HELP = say("check the logs of several matches, and add up who leads")
EXAMPLES = say("""examples:
  owm-net standings friday.owmlog saturday.owmlog
  owm-net standings tournament/               every *.owmlog in a folder
  owm-net standings tournament/ --entrants entrants.txt
  owm-net standings tournament/ --json

Every log is verified first; a verdict is kept, and found again as long as neither the log nor this
program changes. A player is known by their key, whatever they call themselves, and anybody may have
several: for a tournament list who takes part. A line of that file is a name, a colon, and the six
words of a key (owm-net doctor shows one's own) or its 64 digits; "#" begins a remark:
  # Friday evening
  Anna: lotus-cedar-raven-oat-kelp-finch

Most matches won lead; of equals, most drawn, then most points. Points are what the rules of the
game give for a match, to who lost as well; where somebody resigned or ran out of time, what they
gave as the game stood; none in a match that all agreed to abandon. With --by points most points
lead, of equals most matches won. All must be of one game; a match whose log both players give
counts once. Where the others went on without a player and signed that they were silent, it counts
neither for nor against them: nobody else can tell.
Where a clock with ",away:" was agreed, and one stopped waiting for another who was away for longer,
the log ends with their claim. Nobody can prove whose network failed; with --count-absence such a
match counts as won by who waited, unless they have played on, or the other claims the same.

exit code: 0 every log counts, 1 one is INVALID or of a match that may not count, 3 one cannot be
read, 4 one is UNFINISHED
""")
RESULTS, POINTS = "results", "points"
MOST_SAID = 20
"""Faults of a list that are told."""
NUMBERS = ("winners", "points", "left_out", "last", "absence")
"""Of what is kept of a verdict, what is made of numbers, in the order of `Judged`."""
WORST_FIRST = (BAD, CANNOT, UNFINISHED)
HEADS = ("", say("player"), say("points"), say("won"), say("drawn"), say("lost"), say("key"))


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument(
        "logs", nargs="+", type=Path, metavar="LOG", help=tr("logs, *.owmlog, or folders of them")
    )
    parser.add_argument(
        "--entrants",
        type=Path,
        metavar=tr("FILE"),
        help=tr("who takes part: a name, a colon and a key in each line; no one else counts"),
    )
    parser.add_argument(
        "--by",
        choices=(RESULTS, POINTS),
        default=RESULTS,
        help=tr("what ranks first (default: %(default)s)"),
    )
    parser.add_argument(
        "--count-absence",
        action="store_true",
        help=tr("count a match as won by whoever stopped waiting with a signed claim"),
    )
    add_pack(parser)
    parser.add_argument("--json", action="store_true", help=tr("one JSON object, for scripts"))


def run(args: argparse.Namespace) -> int:
    """Verify and count each log, say what does not count, and show who leads."""
    standings = Standings(None if args.entrants is None else _entrants(args.entrants))
    codes, left, notes = [], [], []
    paths = _logs(args.logs)
    claims: list[tuple[Path, Judged]] = []
    logs: list[Judged] = []
    for path, (match, failed) in zip(paths, _judged(paths, args.json), strict=True):
        logs += [match] if match is not None else []
        if match is not None and match.absence and args.count_absence:
            claims.append((path, match))
            continue
        code, why = (CANNOT, failed) if match is None else _counted(path, match, standings)
        codes.append(code)
        left += [why] if why else []
        if match is not None and not why:
            notes += _notes(path, match)
    for path, match in claims:  # when all logs have said whether the match went on
        why = standings.why_no_claim(match, logs) or ""
        codes.append(UNFINISHED if why else FINE)
        left += [say("{path}: {why}", path=path, why=why)] if why else []
        if not why:
            standings.count_claim(match)
            notes.append(_claimed(path, match, say("it counts as won by whoever waited")))
    in_order = standings.in_order(args.by == POINTS)
    if args.json:
        show_json(
            {
                "system": standings.system,
                "matches": standings.matches,
                "players": [_as_json(place, who) for place, who in in_order],
                "not_counted": left,
                "notes": notes,
            }
        )
    else:
        for why in left:
            show(say("not counted: {why}", why=why))
        for note in notes:
            show(note)
        _show(standings, in_order)
    return next((code for code in WORST_FIRST if code in codes), FINE)


def _entrants(path: Path) -> dict[str, str]:
    """Raises Fail."""
    try:
        return read_entrants(path)
    except BadEntrants as e:
        told = [tr(fault) for fault in e.faults[:MOST_SAID]]
        if len(e.faults) > len(told):
            told.append(tr("and {n} more", n=len(e.faults) - len(told)))
        head = tr("{path}: this list of entrants cannot be used:", path=path)
        raise Fail("\n  ".join([head, *told]), USAGE) from e


def _logs(given: list[Path]) -> list[Path]:
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


def _judged(paths: list[Path], quiet: bool) -> Iterator[tuple[Judged | None, str]]:
    """What is said of each log, in order, or why nothing can be said. What was judged before by
    this very program is not judged again; the rest is, on all cores."""
    kept = Verdicts("".join(pack.digest.hex() for pack in games.packs()))
    progress = Progress(say("checking the logs"), quiet)
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
    """What was said of a log before, if it was."""
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
    """What such a value says; None for anything else, which is judged anew."""
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


def _counted(path: Path, match: Judged, standings: Standings) -> tuple[int, str]:
    """Count a log. Returns the exit code that it calls for, and why it does not count, "" if it
    does."""
    if match.absence:
        return UNFINISHED, _claimed(path, match, say("--count-absence counts it"))
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


def _claimed(path: Path, match: Judged, so: str) -> str:
    author, absent, _ = match.absence
    return say(
        "{path}: {name} claims that {other} was away for too long, and stopped waiting: {so}",
        path=path,
        name=match.names[author],
        other=match.names[absent],
        so=so,
    )


def _notes(path: Path, match: Judged) -> list[str]:
    """What whoever runs a tournament may want to judge themselves."""
    return [
        say(
            "{path}: counts neither for nor against {name}: the others signed that they were"
            " silent, and went on",
            path=path,
            name=match.names[seat],
        )
        for seat in match.left_out
    ]


def _show(standings: Standings, in_order: list[tuple[int, Standing]]) -> None:
    if not standings.matches:
        show(say("no match counts"))
        return
    show(
        say_n(
            "{game}: {n} match counts",
            "{game}: {n} matches count",
            standings.matches,
            game=standings.system,
        )
    )
    heads = tuple(map(tr, HEADS))
    rows = [
        (
            f"{place}.",
            who.name,
            str(who.points),
            *map(str, (who.won, who.drawn, who.lost)),
            fingerprint(who.identity),
        )
        for place, who in in_order
    ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = [
            cell.rjust(wide) if 2 <= n <= 5 else cell.ljust(wide)
            for n, (cell, wide) in enumerate(zip(row, widths, strict=True))
        ]
        show("  ".join(cells).rstrip())


def _as_json(place: int, who: Standing) -> dict[str, Any]:
    return {
        "place": place,
        "name": who.name,
        "key": who.identity.hex(),
        "words": fingerprint(who.identity),
        "matches": who.matches,
        "won": who.won,
        "drawn": who.drawn,
        "lost": who.lost,
        "points": who.points,
    }
