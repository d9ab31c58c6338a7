"""`owm-net demo`: two computer players in two processes, through a relay, checked at the end."""

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

from owm_net.files.home import folder
from owm_net.net.rendezvous import ROOM_ENTROPY, room_name
from owm_net.session.verify import Outcome
from owm_net.verbs.common import (
    BAD,
    CANNOT,
    FINE,
    Fail,
    add_game,
    game_of,
    new_log_path,
    refuse_existing,
    show,
    show_json,
)
from owm_net.verbs.replay import draw
from owm_net.verbs.verify import in_words, judge
from relay.server import serve

HELP = "two computer players against each other through the real protocol, then the verdict"
EXAMPLES = """examples:
  owm-net demo
  owm-net demo --system owm --log demo.owmlog --picture demo.png
  owm-net demo --json
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Options."""
    add_game(parser)
    parser.add_argument("--log", type=Path, help="where the log goes (default: the logs folder)")
    parser.add_argument("--picture", type=Path, help="draw the table as it stood at the end (PNG)")
    parser.add_argument("--player", choices=("computer", "random"), default="computer")
    parser.add_argument("--seed", default="", help="of the decisions; the cards have none")
    parser.add_argument("--json", action="store_true", help="one JSON object, for scripts")


def run(args: argparse.Namespace) -> int:
    """Play and verify."""
    system, _ = game_of(args)
    log = args.log or new_log_path(folder("logs"), system.id)
    refuse_existing(log)
    tell = (lambda line: None) if args.json else show
    outcome = trio.run(play_two, args, log, tell)
    return conclude(outcome, log, args.picture, args.json)


def conclude(outcome: dict[str, Any], log: Path, picture: Path | None, as_json: bool) -> int:
    """Verify the log, compare the two sides, draw the picture; say all of it."""
    if outcome["errors"]:
        if as_json:
            show_json({"verdict": "FAILED", "errors": outcome["errors"], "log": str(log)})
            return CANNOT
        raise Fail(outcome["errors"][0])  # the others follow from it
    verdict = judge(log, quiet=as_json)
    agree = outcome["sides"][0] == outcome["sides"][1]
    if picture is not None:
        draw(log, picture)
    fine = verdict.verdict is Outcome.OK and agree
    if as_json:
        show_json({
            **verdict.as_json(), "agree": agree, "log": str(log),
            "picture": str(picture) if picture else None,
        })
        return FINE if fine else BAD
    for line in in_words(verdict):
        show(line)
    if not agree:
        show("the two sides ended with different results: please report this with the log")
    show(f"log: {log}")
    if picture is not None:
        show(f"picture: {picture}")
    return FINE if fine else BAD


async def play_two(args: argparse.Namespace, log: Path, tell: Any) -> dict[str, Any]:
    """Run a relay and two peers. Returns what each reported last, and errors."""
    room = room_name(os.urandom(ROOM_ENTROPY))
    outcome: dict[str, Any] = {"sides": [None, None], "errors": []}
    with tempfile.TemporaryDirectory(prefix="owm-demo-") as scratch:
        async with trio.open_nursery() as nursery:
            host, port = await nursery.start(serve)
            common = [
                "--relay", f"{host}:{port}", "--room", room, "--player", args.player,
                "--system", args.system,
            ]
            game = ["--mission", args.mission, "--level", args.level]
            for option in args.option:
                game += ["--option", option]
            sides = (
                ["--host", "--log", str(log), "--name", "Ada", *game],
                ["--log", str(Path(scratch) / "guest.owmlog"), "--name", "Ben"],
            )
            async with trio.open_nursery() as both:
                for seat, side in enumerate(sides):
                    seed = ["--seed", f"{args.seed}/{seat}"] if args.seed else []
                    home = Path(scratch) / f"home{seat}"
                    both.start_soon(
                        _peer, seat, [*common, *side, *seed], home, outcome,
                        tell if seat == 0 else None, both.cancel_scope,
                    )
            nursery.cancel_scope.cancel()
    return outcome


async def _peer(
    seat: int, arguments: list[str], home: Path, outcome: dict[str, Any], tell: Any,
    stop: trio.CancelScope,
) -> None:
    """One side as a process; follows its reports. stop: of both, when one fails."""
    command = [sys.executable, "-m", "owm_net", "bot", *arguments]
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
            outcome["errors"].append(f"player {seat} ended with code {process.returncode}")
        stop.cancel()


def _follow(seat: int, said: dict[str, Any], outcome: dict[str, Any], tell: Any) -> None:
    if said.get("done"):
        outcome["sides"][seat] = (said["result"], said["state"])
    elif "error" in said:
        outcome["errors"].append(f"player {seat}: {said['error']}")
    elif "line" in said and tell is not None:
        tell(f"{said['entries']:>6}  {said['line']}")
