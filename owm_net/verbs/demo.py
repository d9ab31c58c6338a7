"""`owm-net demo`: computer players in processes of their own, through a relay, then checked."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import trio

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.files.private import kept_path
from owm_net.net.loop import run as run_loop
from owm_net.net.peers import entropy
from owm_net.program.failing import BAD, CANNOT, FINE, Fail
from owm_net.program.given_files import read_log
from owm_net.program.logs.judging import judge
from owm_net.program.logs.places import check_places, new_log
from owm_net.program.logs.retelling import draw
from owm_net.program.logs.verdict_words import show_verdict
from owm_net.program.options.game import add_game, add_seats
from owm_net.program.options.typed import OnePlayer
from owm_net.program.packs_in_use import pack_arguments
from owm_net.program.setups import game_of, player_for
from owm_net.program.terminal.lines import show, show_json
from owm_net.protocol.codes import new_code
from owm_net.protocol.entries import read_records
from owm_net.relay.listeners import serve
from owm_net.session.verify import Outcome

NAMES = ("Ada", "Ben", "Cem", "Dag")
HELP = say("computer players against each other through the real protocol, then the verdict")
EXAMPLES = say("""examples:
  owm-net demo
  owm-net demo --system owm --log demo.owmlog --picture demo.png
  owm-net demo --system skeleton --seats 4
  owm-net demo --json
""")


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    add_game(parser)
    add_seats(parser)
    parser.add_argument(
        "--log", type=Path, help=tr("where the log goes (default: the logs folder)")
    )
    parser.add_argument(
        "--picture", type=Path, metavar="OUT.png", help=tr("draw the table as it stood at the end")
    )
    parser.add_argument(
        "--player",
        type=OnePlayer(),
        metavar=tr("WHO"),
        default="computer",
        help=tr(
            "computer (default), random, or a computer player of the game; see: owm-net systems"
        ),
    )
    parser.add_argument("--seed", default="", help=tr("of the decisions; the cards have none"))
    parser.add_argument("--json", action="store_true", help=tr("one JSON object, for scripts"))


def run(args: argparse.Namespace) -> int:
    """Play a match between computer players over the real protocol, and verify its log."""
    system, _ = game_of(args, args.seats)
    player_for(system, args.player)
    check_places(args.log, args.picture)
    log = new_log(args.log, system.id)
    tell = (lambda line: None) if args.json else show
    outcome = run_loop(play_all, args, log, tell)
    kept_path(log).unlink(missing_ok=True)  # a computer's, sealed with a key that is gone by now
    return conclude(outcome, log, args.picture, args.json)


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


async def play_all(args: argparse.Namespace, log: Path, tell: Any) -> dict[str, Any]:
    """Run a relay and a peer for each seat.

    Returns what each reported last ("sides"), whether each log holds what the host's does
    ("logs"), and "errors".
    """
    code = str(new_code(entropy))
    outcome: dict[str, Any] = {"sides": [None] * args.seats, "errors": [], "logs": []}
    with tempfile.TemporaryDirectory(prefix="owm-demo-") as scratch:
        logs = [log, *(Path(scratch) / f"{seat}.owmlog" for seat in range(1, args.seats))]
        async with trio.open_nursery() as nursery:
            host, port = await nursery.start(serve)
            tell(
                say(
                    "{seats} programs meet at a relay of their own, {host}:{port}",
                    seats=args.seats,
                    host=host,
                    port=port,
                )
            )
            common = [
                "--relay",
                f"{host}:{port}",
                "--code",
                code,
                "--player",
                args.player,
                "--system",
                args.system,
                "--seats",
                str(args.seats),
            ]
            game = ["--host", "--mission", args.mission, "--level", args.level]
            for option in args.option:
                game += ["--option", option]
            async with trio.open_nursery() as all_sides:
                for seat in range(args.seats):
                    side = ["--log", str(logs[seat]), "--name", NAMES[seat], *common]
                    side += game if seat == 0 else []
                    side += ["--seed", f"{args.seed}/{seat}"] if args.seed else []
                    home = Path(scratch) / f"home{seat}"
                    all_sides.start_soon(
                        _peer,
                        seat,
                        side,
                        home,
                        outcome,
                        tell if seat == 0 else None,
                        all_sides.cancel_scope,
                    )
            nursery.cancel_scope.cancel()
        if not outcome["errors"]:
            outcome["logs"] = [_same(log, other) for other in logs[1:]]
    return outcome


def _same(one: Path, other: Path) -> bool:
    """Whether two logs hold the same records. In which order those of a step stand is chance."""
    return sorted(read_records(read_log(one))) == sorted(read_records(read_log(other)))


async def _peer(
    seat: int,
    arguments: list[str],
    home: Path,
    outcome: dict[str, Any],
    tell: Any,
    stop: trio.CancelScope,
) -> None:
    """One side as a process; follows its reports. stop: of both, when one fails."""
    command = [sys.executable, "-m", "owm_net", "bot", *arguments, *pack_arguments()]
    environment = {**os.environ, "OWM_HOME": str(home)}
    process = await trio.lowlevel.open_process(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment
    )
    try:
        assert process.stdout is not None
        rest = b""
        async for chunk in process.stdout:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                _follow(seat, json.loads(line), outcome, tell)
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()
    if process.returncode:
        if not outcome["errors"]:
            outcome["errors"].append(
                say(
                    "seat {n} ended with code {code}",
                    n=seat + 1,
                    code=process.returncode,
                )
            )
        stop.cancel()


def _follow(seat: int, said: dict[str, Any], outcome: dict[str, Any], tell: Any) -> None:
    if said.get("done"):
        outcome["sides"][seat] = (said["result"], said["state"])
    elif "error" in said:
        outcome["errors"].append(say("seat {n}: {said}", n=seat + 1, said=said["error"]))
    elif "line" in said and tell is not None:
        tell(f"{said['entries']:>6}  {said['line']}")
