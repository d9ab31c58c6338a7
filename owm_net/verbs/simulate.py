"""`owm-net simulate`: many local games, for numbers."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from owm_net.engine import codec
from owm_net.engine.local import LocalMatch, player_names, player_of
from owm_net.engine.playthrough import Recorder
from owm_net.engine.text import say
from owm_net.files.home import folder
from owm_net.program.failing import BAD, FINE, USAGE, Fail
from owm_net.program.options.declared import argument, option, switch
from owm_net.program.options.game import GameOptions, SeatsOptions
from owm_net.program.options.typed import number
from owm_net.program.setups import game_of
from owm_net.program.terminal.lines import ProgressLine, show, show_json
from owm_net.session.crash import write_crash

HELP = say("play many games on this machine without a network, and count")
EXAMPLES = say("""examples:
  owm-net simulate owm --matches 200 --seed 7
  owm-net simulate owm --mission king-of-the-hill --players computer,random --matches 100 --json

The digest depends on the system, the options and the seed alone. In JSON seats are numbers from 0
("wins": {"0": 51, "1": 49}; "draw" if nobody wins), in words from 1; rounds_mean is null for a
system that plays in no rounds.
""")


@dataclass(frozen=True, kw_only=True)
class Options(GameOptions, SeatsOptions):
    """The options of `owm-net simulate`."""

    system: str = argument(str, say("rule system; see: owm-net systems"), metavar="SYSTEM")
    players: str = option(
        str,
        "random",
        say(
            "random, computer or a computer player of the game (see: owm-net systems); or one for"
            " each seat, as in computer,random"
        ),
    )
    matches: int = option(number(100), 100, say("(default: 100)"), metavar="N")
    seed: int = option(number(7), 1, say("first seed (default: 1)"), metavar="S")
    json: bool = switch(say("one JSON object, for scripts"))


def run(options: Options) -> int:
    """Play them one after another."""
    system, setup = game_of(options, options.seats)
    names = options.players.split(",")
    if len(names) == 1:
        names *= setup.seats
    known = player_names(system)
    if len(names) != setup.seats or any(name not in known for name in names):
        raise Fail(
            say(
                "--players {players}: use {names}, once or per seat",
                players=options.players,
                names=" or ".join(known),
            ),
            USAGE,
        )
    if not 1 <= options.matches <= 1_000_000:
        raise Fail(say("--matches must be 1 to 1000000"), USAGE)
    players = [player_of(system, name) for name in names]
    progress = ProgressLine("matches", quiet=options.json)
    wins: Counter[str] = Counter()
    scores = [0] * setup.seats
    actions = finished = 0
    rounds: int | None = 0
    total = hashlib.sha256()
    started = time.perf_counter()
    for n in range(options.matches):
        match = LocalMatch(system, setup, options.seed + n, players)
        try:
            result = match.play()
        except Exception as e:  # whatever breaks leaves a playthrough
            return _crashed(system, setup, options.seed + n, players, e)
        finished += 1
        actions += match.state.answered
        begun = system.rounds(match.state)
        rounds = None if rounds is None or begun is None else rounds + begun
        wins[",".join(str(s) for s in result.winners) or "draw"] += 1
        scores = [a + b for a, b in zip(scores, result.scores, strict=True)]
        total.update(codec.digest(match.state))
        progress(n + 1, options.matches)
    progress.close()
    seconds = time.perf_counter() - started
    out: dict[str, Any] = {
        "system": system.id,
        "mission": setup.mission,
        "level": setup.level,
        "players": names,
        "matches": options.matches,
        "finished": finished,
        "actions": actions,
        "actions_per_s": round(actions / seconds),
        "rounds_mean": None if rounds is None else round(rounds / options.matches, 2),
        "scores_mean": [round(s / options.matches, 2) for s in scores],
        "wins": dict(sorted(wins.items())),
        "digest": total.hexdigest(),
    }
    if options.json:
        show_json(out)
        return FINE
    show(
        say(
            "{title}, {mission}, {level}: {finished} of {matches} finished",
            title=system.title,
            mission=setup.mission,
            level=setup.level,
            finished=finished,
            matches=options.matches,
        )
    )
    each = (
        ""
        if rounds is None
        else say("; {mean} {rounds} each", mean=out["rounds_mean"], rounds=system.round_name)
    )
    show(
        say(
            "  steps {steps}, {rate} a second{each}",
            steps=actions,
            rate=out["actions_per_s"],
            each=each,
        )
    )
    for seats, n in out["wins"].items():
        who = say("a draw") if seats == "draw" else say("seat {n} wins", n=_from_one(seats))
        show(say("  {who}: {n} ({share} %)", who=who, n=n, share=100 * n // options.matches))
    show(say("  mean scores {scores}", scores=out["scores_mean"]))
    show(say("  digest {digest}", digest=out["digest"]))
    return FINE


def _from_one(seats: str) -> str:
    """Seats as people count them: "0,1" is "1 and 2"."""
    return " and ".join(str(int(seat) + 1) for seat in seats.split(","))


def _crashed(system: Any, setup: Any, seed: int, players: Any, error: Exception) -> int:
    """Play the same game again with a recorder, and leave its playthrough."""
    recorder = Recorder(LocalMatch(system, setup, seed, players), show_offers=False)
    try:
        while True:
            recorder.step()
    except Exception as broken:
        error = broken
    path = write_crash(folder("logs"), recorder, error)
    show(say("seed {seed}: {why}", seed=seed, why=error))
    show(say("this is a bug of the rules; please report it with {path}", path=path))
    return BAD
