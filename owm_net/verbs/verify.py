"""`owm-net verify`: the verdict on a log, in plain words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from owm_net.engine.text import say
from owm_net.program.failing import CANNOT, USAGE, Fail
from owm_net.program.logs.judging import EXIT, CannotJudge, judge
from owm_net.program.logs.releases import OtherProgram, run_release
from owm_net.program.logs.verdict_words import show_verdict
from owm_net.program.options.declared import argument, option, switch
from owm_net.program.options.game import PackOptions
from owm_net.program.options.typed import number
from owm_net.program.terminal.lines import show_json

HELP = say("check every rule and every proof of a match from its log")
EXAMPLES = say("""examples:
  owm-net verify match.owmlog
  owm-net verify match.owmlog --json

exit code: 0 OK, 1 INVALID, 4 UNFINISHED, 3 no verdict: the file cannot be read as a log of rules
that are installed here, or CANNOT JUDGE: all players agree where this program reaches another state
A log of rules that are older than this program's is judged by the release that had them, which is
kept here.

A verdict is about keys: anybody may call themselves Anna. Ask your opponents for the six words of
their key once (owm-net doctor shows your own), and compare them with those in the verdict.

In words players are named, with their side once it is chosen, else with their seat from 1. In
JSON seats are numbers from 0 ("blame", "owed_by", "winners"), and entries too ("first_bad").
"proposed" lists players who signed that the match goes on without a seat that had answered, and to
whom nobody objects in this log. That is no fault, because an objection may have been kept back, but
it is worth asking about.
""")
MOST_PROCESSES = 256


@dataclass(frozen=True, kw_only=True)
class Options(PackOptions):
    """The options of `owm-net verify`."""

    file: Path = argument(Path, say("a log, *.owmlog"))
    json: bool = switch(say("one JSON object, for scripts"))
    processes: int | None = option(number(2), None, say("default: one for each core"), metavar="N")


def run(options: Options) -> int:
    """Verify the log, say the verdict, and exit by it."""
    if options.processes is not None and not 1 <= options.processes <= MOST_PROCESSES:
        raise Fail(
            say("--processes is a number from 1 to {most}", most=MOST_PROCESSES),
            USAGE,
        )
    try:
        verdict = judge(options.file, options.processes, options.json)
    except Fail as e:
        if isinstance(e, OtherProgram) and e.release:
            return run_release(e, "verify", options)
        if options.json:
            what = "CANNOT_JUDGE" if isinstance(e, CannotJudge) else "UNREADABLE"
            rules = {"rules": e.rules} if isinstance(e, OtherProgram) else {}
            show_json({"verdict": what, "reason": str(e), **rules})
            return CANNOT
        raise
    if options.json:
        show_json(verdict.as_json())
    else:
        show_verdict(verdict)
    return EXIT[verdict.verdict]
