"""A person's seat: the window, with the match running inside it."""

from __future__ import annotations

import argparse
import ctypes.util
import os
import subprocess
import sys
import tempfile
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import trio

from owm_net.files.home import folder
from owm_net.files.private import private_path
from owm_net.net.rendezvous import Address, listen
from owm_net.net.streams import FramedStream, NetError
from owm_net.session.match import Match
from owm_net.session.verify import Outcome
from owm_net.verbs.common import CANNOT, UNFINISHED, Fail, game_of, show
from owm_net.verbs.matches import Meeting, Resumed, meet, play_on, resume_on, start
from owm_net.verbs.seat import Game, log_path, new_passphrase, player_name
from owm_net.verbs.verify import in_words, judge

if TYPE_CHECKING:
    from owm_net.client.front import Front

LIBRARIES = {"GL": "libgl1", "EGL": "libegl1", "fontconfig": "libfontconfig1"}
"""What the window needs of a Linux system, and the Debian package that has it."""


class LostComputer(Exception):
    """The computer player's process has ended."""

    advice = "The computer player has stopped. Start a new match with: owm-net play"


def why_no_window() -> str | None:
    """None if a window can be tried here, else why not and what to do."""
    if find_spec("arcade") is None:
        return "the window needs the package arcade: install owm-net[window]"
    if sys.platform.startswith("linux"):
        missing = [p for lib, p in LIBRARIES.items() if ctypes.util.find_library(lib) is None]
        if missing:
            return (
                "the window needs system libraries that are missing; on Debian:"
                f" sudo apt-get install -y {' '.join(missing)}"
            )
    return None


def play_against_computer(args: argparse.Namespace) -> int:
    """`owm-net play` with a display: the computer runs in its own process and joins us."""
    game = game_of(args)
    log = log_path(args, game[0].id)

    async def main(front: Front) -> None:
        with tempfile.TemporaryDirectory(prefix="owm-computer-") as scratch:
            async with trio.open_nursery() as nursery:
                opponent = _Opponent(args.seed, Path(scratch))

                def invite(address: Address) -> None:
                    nursery.start_soon(opponent.run, address)

                front.notice("waiting", "starting the computer player")
                link = await listen("127.0.0.1", 0, on_listening=invite, patience=60)
                async with link:
                    match = await start(link, game, player_name(args))
                    local = Meeting(port=0, bind="127.0.0.1")
                    try:
                        await _play(front, match, link, log, local, 20)
                    except NetError as e:
                        raise LostComputer(str(e)) from e
                nursery.cancel_scope.cancel()

    return _open(game, 0, [player_name(args), "Computer"], main, log)


def play_in_window(args: argparse.Namespace, where: Meeting, game: Game | None) -> int:
    """`owm-net host` and `join`: meet in the terminal, then open the window."""
    problem = why_no_window()
    if problem is not None:
        raise Fail(problem)

    link, match = trio.run(meet, where, game, player_name(args), show)
    assert match.own is not None
    log = log_path(args, match.system.id)
    show(f"playing {match.system.title} with {link.peer}; the log is {log}")

    secret = new_passphrase(args)

    async def main(front: Front) -> None:
        link.set_patience(silence=link.silence, keepalive=link.keepalive)  # a new loop's clock
        async with link:
            await _play(front, match, link, log, where, args.patience, secret)

    names = [player_name(args), link.peer]
    if match.own.seat == 1:
        names.reverse()
    return _open((match.system, match.terms.setup), match.own.seat, names, main, log)


def resume_in_window(taken: Resumed, patience: float) -> int:
    """`owm-net resume`: the window opens at once and waits for the other side."""
    problem = why_no_window()
    if problem is not None:
        raise Fail(problem)
    match = taken.match
    assert match.own is not None

    async def main(front: Front) -> None:
        front.told(match.view(), [])
        front.notice("waiting", "looking for the other side")

        def refused(error: Exception) -> None:
            front.notice("error", str(error))

        tell = partial(front.notice, "waiting")
        await resume_on(taken, front, patience, tell, refused)  # type: ignore[arg-type]
        await _conclude(front, taken.log.path)

    game = (match.system, match.terms.setup)
    return _open(game, match.own.seat, match.names, main, taken.log.path)


async def _play(
    front: Front, match: Match, link: FramedStream, log: Path, where: Meeting, patience: float,
    secret: str = "",
) -> None:
    def refused(error: Exception) -> None:
        front.notice("error", str(error))

    await play_on(match, link, front, log, where, patience, refused, secret)  # type: ignore[arg-type]
    await _conclude(front, log)


async def _conclude(front: Front, log: Path) -> None:
    front.notice("waiting", "checking the log")
    verdict = await trio.to_thread.run_sync(judge, log, 1, True)
    front.notice("verdict", "\n".join([*in_words(verdict), f"log: {log}"]))


def _open(game: Game, seat: int, names: list[str], main: Any, log: Path) -> int:
    from owm_net.client.app import run
    from owm_net.client.settings import Settings

    try:
        code: int = run(game[0], seat, names, main, Settings(folder=folder("cache")))
    except OSError as e:
        raise Fail(str(e), CANNOT) from e
    if log.exists():
        verdict = judge(log, quiet=True)
        for line in in_words(verdict):
            show(line)
        show(f"log: {log}")
        if private_path(log).exists():
            show(f"go on with: owm-net resume {log}")
        if code == 0 and verdict.verdict is Outcome.UNFINISHED:
            return UNFINISHED
    return code


class _Opponent:
    """The computer player's process."""

    def __init__(self, seed: str, scratch: Path) -> None:
        self._seed = ["--seed", seed] if seed else []
        self._scratch = scratch

    async def run(self, address: Address) -> None:
        """Until the match is over or this is cancelled."""
        command = [
            sys.executable, "-m", "owm_net", "bot", "--join", str(address), "--name", "Computer",
            "--log", str(self._scratch / "computer.owmlog"), *self._seed,
        ]
        environment = {**os.environ, "OWM_HOME": str(self._scratch / "home")}
        process = await trio.lowlevel.open_process(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment
        )
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.terminate()
                with trio.CancelScope(shield=True), trio.move_on_after(3):
                    await process.wait()
