"""`owm-net demo`: computer players in processes of their own, through a relay, then checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from owm_net.engine.text import say
from owm_net.files.private import kept_path
from owm_net.net.loop import run as run_loop
from owm_net.program.computer.demo import play_all
from owm_net.program.failing import BAD, CANNOT, FINE, Fail
from owm_net.program.logs.judging import judge
from owm_net.program.logs.places import check_places, new_log
from owm_net.program.logs.retelling import draw
from owm_net.program.logs.verdict_words import show_verdict
from owm_net.program.options.declared import option, switch
from owm_net.program.options.game import GameOptions, SeatsOptions
from owm_net.program.options.typed import OnePlayer
from owm_net.program.setups import game_of, player_for
from owm_net.program.terminal.lines import show, show_json
from owm_net.session.verify import Outcome

HELP = say("computer players against each other through the real protocol, then the verdict")
EXAMPLES = say("""examples:
  owm-net demo
  owm-net demo --system owm --log demo.owmlog --picture demo.png
  owm-net demo --system skeleton --seats 4
  owm-net demo --json
""")


@dataclass(frozen=True, kw_only=True)
class Options(GameOptions, SeatsOptions):
    """The options of `owm-net demo`."""

    log: Path | None = option(Path, None, say("where the log goes (default: the logs folder)"))
    picture: Path | None = option(
        Path, None, say("draw the table as it stood at the end"), metavar="OUT.png"
    )
    player: str = option(
        OnePlayer(),
        "computer",
        say("computer (default), random, or a computer player of the game; see: owm-net systems"),
        metavar=say("WHO"),
    )
    seed: str = option(str, "", say("of the decisions; the cards have none"))
    json: bool = switch(say("one JSON object, for scripts"))


def run(options: Options) -> int:
    """Play a match between computer players over the real protocol, and verify its log."""
    system, setup = game_of(options, options.seats)
    player_for(system, options.player)
    check_places(options.log, options.picture)
    log = new_log(options.log, system.id)
    tell = None if options.json else show
    outcome = run_loop(play_all, options, setup.seats, options.player, options.seed, log, tell)
    kept_path(log).unlink(missing_ok=True)  # a computer's, sealed with a key that is gone by now
    return conclude(outcome, log, options.picture, options.json)


def conclude(outcome: dict[str, Any], log: Path, picture: Path | None, as_json: bool) -> int:
    """Verify the log, compare the two sides, draw the picture; say all of it."""
    if outcome["errors"]:
        if as_json:
            show_json({"verdict": "FAILED", "errors": outcome["errors"], "log": str(log)})
            return CANNOT
        raise Fail(outcome["errors"][0])  # the others follow from it
    verdict = judge(log, quiet=as_json)
    sides = outcome["sides"]
    agree = all(side == sides[0] for side in sides) and all(outcome["logs"])
    if picture is not None:
        draw(log, picture)
    fine = verdict.verdict is Outcome.OK and agree
    if as_json:
        show_json(
            {
                **verdict.as_json(),
                "agree": agree,
                "log": str(log),
                "picture": str(picture) if picture else None,
            }
        )
        return FINE if fine else BAD
    show_verdict(verdict)
    if not agree:
        show(say("the sides ended with different results or logs: please report this with the log"))
    show(say("log: {log}", log=log))
    if picture is not None:
        show(f"picture: {picture}")
    return FINE if fine else BAD
