"""A match on this machine without a network.

For developing the client and for its tests; the front is seat 0:
`python -m owm_net.client.lessons.practice owm --seed 3`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import trio

from owm_net import games
from owm_net.client.front import Front
from owm_net.client.settings import SPEEDS, Settings
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Choose, ChooseSecretly, Over
from owm_net.engine.system import Advised, Setup, System
from owm_net.engine.view import View
from owm_net.session.player import Notice

SEAT = 0


def match_with(
    system: System,
    setup: Setup,
    seed: int,
    opponent: str = "computer",
    pause: float = 0.0,
) -> Callable[[Front], Awaitable[None]]:
    """A `main` for `client.app.run`: a local match against the system's computer player."""

    async def main(front: Front) -> None:
        player = player_of(system, opponent)
        front.sitting.exit.kept = False
        front.sitting.hints.think = _think
        match = LocalMatch(system, setup, seed, [player] * setup.seats)
        front.notice(Notice.OK, "practice on this machine")
        front.told(match.view(SEAT), match.state.events)
        while not isinstance(match.request, Over):
            request = match.request
            if isinstance(request, Choose) and request.seat == SEAT:
                answer = await front.decide(match.view(SEAT))
                match.give(answer)
            elif isinstance(request, ChooseSecretly) and SEAT in request.seats:
                mine = await front.decide(match.view(SEAT))
                match.give(
                    tuple([mine if seat == SEAT else match._ask(seat) for seat in request.seats])
                )
            else:
                if pause and isinstance(request, Choose):
                    await trio.sleep(pause)
                match.step()
                await trio.lowlevel.checkpoint()
            front.told(match.view(SEAT), match.state.events)
        front.notice(Notice.VERDICT, "Practice: no log was kept.")
        await trio.sleep_forever()

    return main


async def _think(system: System, view: View[Any]) -> tuple[Advised, ...]:
    return await trio.to_thread.run_sync(system.advised, view, abandon_on_cancel=True)


def main(argv: list[str] | None = None) -> int:
    """The command `python -m owm_net.client.lessons.practice`."""
    parser = argparse.ArgumentParser(prog="python -m owm_net.client.lessons.practice")
    parser.add_argument("system", nargs="?", default="owm", choices=games.names())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponent", default="computer", metavar="WHO")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--mission", default="")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--speed", choices=SPEEDS, default="normal")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--cache", type=Path, default=None)
    parser.add_argument("--guard", action="store_true")
    asked = parser.parse_args(argv)
    from owm_net.client import app

    system = games.get(asked.system)
    setup = system.default_setup(mission=asked.mission, seats=asked.seats)
    width, _, height = asked.size.partition("x")
    settings = Settings(
        folder=asked.cache,
        scale=asked.scale,
        speed=asked.speed,
        size=(int(width), int(height)),
        guard=asked.guard,
    )
    names = ["You"] + [
        f"Computer {i}" if setup.seats > 2 else "Computer" for i in range(1, setup.seats)
    ]
    return app.run(
        system, SEAT, names, match_with(system, setup, asked.seed, asked.opponent), settings
    )


if __name__ == "__main__":
    sys.exit(main())
