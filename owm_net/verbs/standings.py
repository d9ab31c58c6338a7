"""`owm-net standings`: who leads, by the logs of several matches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from owm_net.client.language import tr
from owm_net.engine.text import say, say_n
from owm_net.program.failing import BAD, CANNOT, FINE, UNFINISHED
from owm_net.program.logs.tournament import Count, entrants_of, logs_of
from owm_net.program.options.declared import arguments, choice, option, switch
from owm_net.program.options.game import PackOptions
from owm_net.program.terminal.lines import show, show_json
from owm_net.protocol.words import fingerprint
from owm_net.session.standings import Standing, Standings

HELP = say("check the logs of several matches, and add up who leads")
EXAMPLES = say("""examples:
  owm-net standings friday.owmlog saturday.owmlog
  owm-net standings tournament/               every *.owmlog in a folder
  owm-net standings tournament/ --entrants entrants.txt
  owm-net standings tournament/ --json

Every log is verified first; a verdict is kept, and found again as long as neither the log nor this
program changes. A player is known by their key, whatever they call themselves, and anybody may have
several: for a tournament list the players. A line of that file is a name, a colon, and the six
words of a key (owm-net doctor shows your own) or its 64 digits; "#" begins a remark:
  # Friday evening
  Anna: lotus-cedar-raven-oat-kelp-finch

Most matches won lead; of equals, most drawn, then most points. Points are what the rules of the
game give for a match, to the loser as well; where somebody resigned or ran out of time, the points
at that moment; none in a match that all agreed to abandon. With --by points most points
lead, of equals most matches won. All must be of one game; a match whose log both players give
counts once. Where the others went on without a player and signed that they were silent, it counts
neither for nor against them: nobody else can tell.
Where a clock with ",away:" was agreed, and one stopped waiting for another who was away for longer,
the log ends with their claim. Nobody can prove whose network failed; with --count-absence such a
match counts as a win of the player who waited, unless they have played on, or the other claims
the same.

exit code: 0 every log counts, 1 one is INVALID or of a match that may not count, 3 one cannot be
read, 4 one is UNFINISHED
""")
WORST_FIRST = (BAD, CANNOT, UNFINISHED)
HEADS = ("", say("player"), say("points"), say("won"), say("drawn"), say("lost"), say("key"))


@dataclass(frozen=True, kw_only=True)
class Options(PackOptions):
    """The options of `owm-net standings`."""

    logs: list[Path] = arguments(
        Path, say("logs, *.owmlog, or folders of them"), metavar="LOG", least=1
    )
    entrants: Path | None = option(
        Path,
        None,
        say("who takes part: a name, a colon and a key in each line; no one else counts"),
        metavar=say("FILE"),
    )
    by: Literal["results", "points"] = choice(
        ("results", "points"), "results", say("what ranks first (default: %(default)s)")
    )
    count_absence: bool = switch(
        say("count a match as won by whoever stopped waiting with a signed claim")
    )
    json: bool = switch(say("one JSON object, for scripts"))


def run(options: Options) -> int:
    """Verify and count each log, say what does not count, and show who leads."""
    entrants = None if options.entrants is None else entrants_of(options.entrants)
    count = Count(Standings(entrants))
    count.add(logs_of(options.logs), options.count_absence, options.json)
    standings = count.standings
    in_order = standings.in_order(options.by == "points")
    if options.json:
        show_json(
            {
                "system": standings.system,
                "matches": standings.matches,
                "players": [_as_json(place, who) for place, who in in_order],
                "not_counted": count.left_out,
                "notes": count.notes,
            }
        )
    else:
        for why in count.left_out:
            show(say("not counted: {why}", why=why))
        for note in count.notes:
            show(note)
        _show(standings, in_order)
    return next((code for code in WORST_FIRST if code in count.codes), FINE)


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
