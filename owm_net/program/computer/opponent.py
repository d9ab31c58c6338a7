"""The computer player of this machine: a real peer in a separate process, started for a match.

It keeps what every player keeps, beside the person's log: its log (`X.owmlog.computer`) and, sealed
with its key, its secrets (`X.owmlog.computer.private`). So a match against it goes on after a crash
as any other does. When the match is over both are deleted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from glob import escape
from pathlib import Path
from types import TracebackType
from typing import Self

import trio

from owm_net.engine.text import say
from owm_net.files import page
from owm_net.files.hands import SUFFIX as HAND
from owm_net.files.home import folder, program
from owm_net.files.logfile import has_begun
from owm_net.files.page import how_to_resume, shown
from owm_net.files.private import kept_path, private_path
from owm_net.net.driver import DriverOptions
from owm_net.net.errors import NetError
from owm_net.net.peers import entropy
from owm_net.net.rendezvous import Address, listen
from owm_net.net.streams import FramedStream
from owm_net.program.computer.standby import STANDBY, Process, apart
from owm_net.program.failing import Fail
from owm_net.program.given_files import reading
from owm_net.program.meeting.meet import meet
from owm_net.program.meeting.where import Meeting, Tell
from owm_net.program.packs_in_use import pack_arguments
from owm_net.program.playing.matches import Resumed, play_on, resume_on
from owm_net.program.playing.stopped import OtherStopped
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.setups import Game
from owm_net.protocol.codes import new_code
from owm_net.session.match import Match
from owm_net.session.player import Player

NAME = "Computer"
MAKE_ROOM = say("make room for it, then go on with")
"""What a report of a file that cannot be written any more says before the command."""
SUFFIX = ".computer"
PATIENCE = 60.0
"""Seconds until the computer player must have started: a slow machine compiles everything first."""
STARTS = 4
"""How often it is started for one sitting before we believe that it will not run."""
FAREWELL = 3.0
"""Seconds it may take to end by itself."""
NOT_BEGUN = say("the match was broken off before it began; nothing is lost, start a new one")

Illegal = Callable[[Exception], None]


def computer_log(log: Path) -> Path:
    """Where the computer player keeps its side of the match of a person's log."""
    return log.with_name(log.name + SUFFIX)


class Computer:
    """The computer player's process; a `Local` other side. Leaving the context ends it.

    log: the person's. plays: "person" or "computer", whichever decides on our side; noted for a
    later sitting, as is `opponent`, who plays the computer's side. seed: of its decisions, "" for
    none.
    """

    def __init__(
        self, log: Path, plays: str = "person", seed: str = "", opponent: str = "computer"
    ) -> None:
        self.log = log
        self.code = new_code(entropy)
        self._plays = plays
        self._opponent = opponent
        self._seed = ["--seed", seed] if seed else []
        self._own_log = computer_log(log.absolute())
        self._process: trio.Process | Process | None = None
        self._starts = 0
        self._error = ""
        self._why = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stop()

    def facts(self) -> dict[str, str | int]:
        """Return the notes of this match for the private file, beside our own seat."""
        return {"computer": NAME, "plays": self._plays, "opponent": self._opponent}

    async def connect(self, tell: Tell, patience: float) -> FramedStream:
        """Start it, and wait for it to come. Raises NetError; Fail when it ends again and again."""
        await self._stop(FAREWELL)
        if MAKE_ROOM in self._error:
            raise self._as_reported()
        self._starts += 1
        if self._starts > STARTS:
            raise Fail(
                say(
                    "the computer player does not run: {why}; {later}",
                    why=self._why,
                    later=self._later(),
                )
            )
        tell(say("starting the computer player"))
        came: list[FramedStream] = []
        failed: list[NetError] = []
        async with trio.open_nursery() as nursery:

            async def run(address: Address) -> None:
                with trio.CancelScope(shield=True):
                    self._process = process = await self._open(address)
                await process.wait()
                nursery.cancel_scope.cancel()  # it has ended before it came

            try:
                came.append(
                    await listen(
                        "127.0.0.1",
                        0,
                        on_listening=lambda a: nursery.start_soon(run, a),
                        patience=min(patience, PATIENCE),
                    )
                )
            except NetError as e:
                failed.append(e)
            nursery.cancel_scope.cancel()
        if came:
            return came[0]
        if failed:
            raise failed[0]
        await self._stop()
        raise NetError(say("the computer player has stopped"), self._why, self._later())

    def forget(self) -> None:
        """Delete the computer's side of a finished match, except its hand, which it opens; our own
        secrets stay sealed."""
        for hand in self._own_log.parent.glob(f"{escape(self._own_log.name)}{HAND}*"):
            hand.replace(self.log.with_name(self.log.name + hand.suffix))
        own = private_path(self.log)
        if own.exists():
            own.replace(kept_path(self.log))
        for path in (private_path(self._own_log), kept_path(self._own_log), self._own_log):
            path.unlink(missing_ok=True)

    async def explain(self, stopped: OtherStopped) -> Fail:
        """Return why it has stopped the match, in its own report: perhaps one of its files."""
        await self._stop(FAREWELL)
        return self._as_reported() if self._error else stopped

    def _as_reported(self) -> Fail:
        return Fail(
            say(
                "the computer player has stopped: {why}; {later}",
                why=self._why,
                later=self._later(),
            )
        )

    def _later(self) -> str:
        how = MAKE_ROOM if MAKE_ROOM in self._error else say("go on with")
        return say("{how}: {command}", how=how, command=how_to_resume(self.log))

    async def finish(self, match: Match) -> None:
        """Let it part from us; when the match is over, forget what was kept to go on with."""
        await self._stop(FAREWELL)
        if match.finished:
            self.forget()

    async def _open(self, address: Address) -> trio.Process | Process:
        begun = private_path(self._own_log).exists()
        arguments = [
            "bot",
            "--child",
            "--join",
            str(address),
            "--name",
            NAME,
            "--player",
            self._opponent,
            "--log",
            str(self._own_log),
            "--patience",
            "1",
            *self._seed,
            *(["--resume"] if begun else []),
        ]
        variables = {"OWM_HOME": str(folder("computer").absolute())}
        variables["OWM_CODE"] = str(self.code)  # other users read arguments, not this
        packs = pack_arguments()
        waiting = None if packs else STANDBY.claim(arguments, variables)
        if waiting is not None:
            return waiting
        return await trio.lowlevel.open_process(
            [sys.executable, "-m", "owm_net", *arguments, *packs],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **variables},
            **apart(),
        )

    async def _stop(self, seconds: float = 0.0) -> None:
        """End its process, if there is one, after some seconds to end without help."""
        process, self._process = self._process, None
        if process is None:
            return
        with trio.CancelScope(shield=True):
            with trio.move_on_after(seconds):
                await process.wait()
            if process.returncode is None:
                process.terminate()
                with trio.move_on_after(FAREWELL):
                    await process.wait()
            if process.returncode is None:
                process.kill()
                await process.wait()
            self._error = await _last_words(process)
            self._why = self._error.partition(f"; {MAKE_ROOM}")[0] or (
                say("it ended with code {code}", code=process.returncode)
            )
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    await pipe.aclose()


async def _last_words(process: trio.Process | Process) -> str:
    """The error that an ended process reported; "" for none."""
    said = b""
    assert process.stdout is not None
    with trio.move_on_after(10.0), suppress(OSError):  # it is there, if this machine is slow too
        async for chunk in process.stdout:
            said += chunk
    for line in said.splitlines():
        with suppress(ValueError):
            report = json.loads(line)
            if isinstance(report, dict) and "error" in report:
                return str(report["error"])
    return ""


async def play_computer(
    game: Game,
    name: str,
    computer: Computer,
    player: Callable[[Match], Player],
    tell: Tell,
    illegal: Illegal | None = None,
) -> None:
    """Play a new match against the computer, to its end. player: decides for us, in seat 0.

    Raises Fail, NetError.
    """
    async with computer:
        where = Meeting(local=computer)
        met = await meet(where, game, name, tell)
        async with met:
            try:
                await play_on(
                    met.match,
                    met.links,
                    player(met.match),
                    computer.log,
                    WayBack(where, PATIENCE),
                    DriverOptions(illegal=illegal),
                )
            except OtherStopped as e:
                raise await computer.explain(e) from e
        await computer.finish(met.match)


def is_against_computer(taken: Resumed) -> bool:
    """Return True if a resumed match was played against the computer of this machine."""
    return "computer" in taken.facts


async def resume_computer(
    taken: Resumed, player: Player, tell: Tell, illegal: Illegal | None = None
) -> None:
    """Go on with a match against the computer, to its end. Raises Fail, NetError."""
    log = taken.log.path
    if taken.match.finished:  # we were stopped just before the files were deleted
        taken.log.close()
        Computer(log).forget()
        return
    own = computer_log(log)
    with reading(own):
        begun = not own.exists() or has_begun(own)
    if not begun:
        raise Fail(say("cannot resume {log}: {why}", log=log, why=NOT_BEGUN))
    if not own.exists() or not private_path(own).exists():
        if page.here() is not None:
            raise Fail(
                say(
                    "cannot resume {log}: the computer's side of it is gone; start a new match",
                    log=shown(log),
                )
            )
        raise Fail(
            say(
                "cannot resume {log}: the computer's side of it, {own} and {own}.private, is"
                " not there; start a new match with: {program} play",
                log=log,
                own=own.name,
                program=program(),
            )
        )
    opponent = str(taken.facts.get("opponent", "computer"))
    async with Computer(log, opponent=opponent) as computer:
        taken.where = Meeting(local=computer)
        try:
            await resume_on(taken, player, PATIENCE, tell, illegal)
        except OtherStopped as e:
            raise await computer.explain(e) from e
        await computer.finish(taken.match)
