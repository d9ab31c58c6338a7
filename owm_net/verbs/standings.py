"""`owm-net standings`: who leads, by the logs of several matches."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from owm_net.client.language import tr
from owm_net.engine.text import say, say_n
from owm_net.program.failing import BAD, CANNOT, FINE, UNFINISHED
from owm_net.program.logs.tournament import (
    claimed_in_words,
    count_log,
    entrants_of,
    judged_logs,
    logs_of,
    notes_of,
)
from owm_net.program.options.game import add_pack
from owm_net.program.terminal.lines import show, show_json
from owm_net.protocol.words import fingerprint
from owm_net.session.standings import Judged, Standing, Standings

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
    standings = Standings(None if args.entrants is None else entrants_of(args.entrants))
    codes, left, notes = [], [], []
    paths = logs_of(args.logs)
    claims: list[tuple[Path, Judged]] = []
    logs: list[Judged] = []
    for path, (match, failed) in zip(paths, judged_logs(paths, args.json), strict=True):
        logs += [match] if match is not None else []
        if match is not None and match.absence and args.count_absence:
            claims.append((path, match))
            continue
        code, why = (CANNOT, failed) if match is None else count_log(path, match, standings)
        codes.append(code)
        left += [why] if why else []
        if match is not None and not why:
            notes += notes_of(path, match)
    for path, match in claims:  # when all logs have said whether the match went on
        why = standings.why_no_claim(match, logs) or ""
        codes.append(UNFINISHED if why else FINE)
        left += [say("{path}: {why}", path=path, why=why)] if why else []
        if not why:
            standings.count_claim(match)
            notes.append(claimed_in_words(path, match, say("it counts as won by whoever waited")))
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
