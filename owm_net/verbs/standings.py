"""`owm-net standings`: who leads, by the logs of several matches."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from owm_net.client.language import tr
from owm_net.engine.text import say, say_n
from owm_net.files.home import program
from owm_net.protocol.words import fingerprint
from owm_net.session.standings import Standing, Standings
from owm_net.session.verify import Outcome
from owm_net.verbs.common import (
    BAD,
    CANNOT,
    FINE,
    UNFINISHED,
    USAGE,
    Fail,
    add_pack,
    reading,
    show,
    show_json,
)
from owm_net.verbs.verify import EXIT, WORDS, judge

HELP = say("check the logs of several matches, and add up who leads")
EXAMPLES = say("""examples:
  owm-net standings friday.owmlog saturday.owmlog
  owm-net standings tournament/               every *.owmlog in a folder
  owm-net standings tournament/ --json

Every log is verified first. A player is known by his key, whatever he calls himself; compare the
six words of it with those he told you. Points are what the rules of the game give for a match, to
who lost as well; most points lead, of equal ones most matches won. A match that was resigned or
agreed upon gives no points. All must be of one game; a match whose log both players give counts
once.

exit code: 0 every log counts, 1 one is INVALID or of a match that may not count, 3 one cannot be
read, 4 one is UNFINISHED
""")
WORST_FIRST = (BAD, CANNOT, UNFINISHED)
HEADS = ("", say("player"), say("points"), say("won"), say("drawn"), say("lost"), say("key"))


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument(
        "logs", nargs="+", type=Path, metavar="LOG", help=tr("logs, *.owmlog, or folders of them")
    )
    add_pack(parser)
    parser.add_argument("--json", action="store_true", help=tr("one JSON object, for scripts"))


def run(args: argparse.Namespace) -> int:
    """Verify and count each log, say what does not count, and show who leads."""
    standings, codes, left = Standings(), [], []
    for path in _logs(args.logs):
        code, why = _counted(path, standings, quiet=args.json)
        codes.append(code)
        left += [why] if why else []
    if args.json:
        show_json(
            {
                "system": standings.system,
                "matches": standings.matches,
                "players": [_as_json(place, who) for place, who in standings.in_order()],
                "not_counted": left,
            }
        )
    else:
        for why in left:
            show(say("not counted: {why}", why=why))
        _show(standings)
    return next((code for code in WORST_FIRST if code in codes), FINE)


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


def _counted(path: Path, standings: Standings, quiet: bool) -> tuple[int, str]:
    """Count a log. Returns the exit code that it calls for, and why it does not count, "" if it
    does."""
    try:
        verdict = judge(path, quiet=quiet)
    except Fail as e:
        return CANNOT, str(e)
    if verdict.verdict is not Outcome.OK:
        what = WORDS[verdict.verdict]
        return EXIT[verdict.verdict], say(
            "{path}: {verdict}; see: {program} verify {path}",
            path=path,
            verdict=what,
            program=program(),
        )
    if standings.has(verdict):
        return FINE, say("{path}: this match has been counted already", path=path)
    why = standings.why_not(verdict)
    if why is None:
        standings.count(verdict)
        return FINE, ""
    return BAD, say("{path}: {why}", path=path, why=why)


def _show(standings: Standings) -> None:
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
        for place, who in standings.in_order()
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
