"""Computer players among themselves: a process for each seat, and a relay of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import trio

from owm_net.engine.ids import Seat, all_seats
from owm_net.engine.text import say
from owm_net.net.peers import entropy
from owm_net.program.given_files import read_log
from owm_net.program.meeting.where import Tell
from owm_net.program.options.game import GameOptions
from owm_net.program.packs_in_use import pack_arguments
from owm_net.protocol.codes import new_code
from owm_net.protocol.entries import read_records
from owm_net.relay.limits import Limits
from owm_net.relay.listeners import serve

PATIENT = Limits(misses_per_home=1000, misses_per_network=1000)
"""The guests may ask for the room before their host has it, and all come from one address."""
NAMES = ("Ada", "Ben", "Cem", "Dag")


async def play_all(
    game: GameOptions, seats: int, player: str, seed: str, log: Path, tell: Tell | None
) -> dict[str, Any]:
    """Run a relay and a peer for each seat.

    Returns what each reported last ("sides"), whether each log holds what the host's does
    ("logs"), and "errors".
    """
    code = str(new_code(entropy))
    outcome: dict[str, Any] = {"sides": [None] * seats, "errors": [], "logs": []}
    with tempfile.TemporaryDirectory(prefix="owm-demo-") as scratch:
        logs = [log, *(Path(scratch) / f"{seat}.owmlog" for seat in range(1, seats))]
        async with trio.open_nursery() as nursery:
            host, port = await nursery.start(partial(serve, limits=PATIENT))
            if tell is not None:
                tell(
                    say(
                        "{seats} programs meet at a relay of their own, {host}:{port}",
                        seats=seats,
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
                player,
                "--system",
                game.system,
                "--seats",
                str(seats),
            ]
            terms = ["--host", "--mission", game.mission, "--level", game.level]
            for option in game.switches:
                terms += ["--option", option]
            async with trio.open_nursery() as all_sides:
                for seat in all_seats(seats):
                    side = ["--log", str(logs[seat]), "--name", NAMES[seat], *common]
                    side += terms if seat == 0 else []
                    side += ["--seed", f"{seed}/{seat}"] if seed else []
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
    """Return True if two logs hold the same records. Their order within a step is chance."""
    return sorted(read_records(read_log(one))) == sorted(read_records(read_log(other)))


async def _peer(
    seat: Seat,
    arguments: list[str],
    home: Path,
    outcome: dict[str, Any],
    tell: Tell | None,
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


def _follow(seat: Seat, said: dict[str, Any], outcome: dict[str, Any], tell: Tell | None) -> None:
    if said.get("done"):
        outcome["sides"][seat] = (said["result"], said["state"])
    elif "error" in said:
        outcome["errors"].append(say("seat {n}: {said}", n=seat + 1, said=said["error"]))
    elif "line" in said and tell is not None:
        tell(f"{said['entries']:>6}  {said['line']}")
