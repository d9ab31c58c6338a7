"""The computer player in a page, which has no other processes: it plays beside the person, as the
same peer with its own keys and log, over a connection inside the page.

A second Python thinks for it (`page/thinker.mjs`), so the table never stands still.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextvars import copy_context
from pathlib import Path
from typing import Any

import trio

from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.files.where import BESIDE
from owm_net.program.computer import asked
from owm_net.program.computer.peer import ComputerPeer, ReportingPlayer
from owm_net.program.computer.standby import STANDBY
from owm_net.program.failing import CANNOT, FINE, UNFINISHED
from owm_net.program.meeting.where import meeting
from owm_net.session.match import Match

DROP_AFTER = 120.0
SEEN = 0.1
"""Seconds in which the page shows that it thinks, where the table stands still meanwhile."""
SEEDS = 1 << 62


async def find(question: bytes) -> bytes:
    """Have a question answered by the second Python; by this one where the other does not run."""
    import page_thinker
    from pyodide.ffi import create_once_callable, to_js

    answered, found = trio.Event(), []

    def take(said: Any) -> None:
        found.append(said)
        answered.set()

    page_thinker.ask(to_js(question), create_once_callable(take))
    await answered.wait()
    if found[0] is None:
        await trio.sleep(SEEN)
        return asked.find(question)
    return bytes(found[0].to_bytes())


class ElsewherePlayer(ReportingPlayer):
    """Has somebody else think. player: who decides, as the rules name them."""

    def __init__(self, match: Match, seed: str, player: str) -> None:
        super().__init__(match, seed, player, quiet=True)
        self._player = player

    async def decide(self, view: View[Any]) -> Answer:
        question = asked.question(self._rules, view, self._player, self._chance.below(SEEDS))
        assert STANDBY.find is not None
        return asked.found_in(await STANDBY.find(question))[0].answer


class PagePeer(ComputerPeer):
    """The computer player of a page."""

    def _seated(self, match: Match) -> ReportingPlayer:
        return ElsewherePlayer(match, self.seed, self.player)


class _Said:
    """A pipe from it. text: its last words."""

    def __init__(self) -> None:
        self.text = ""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self.text.encode()

    async def aclose(self) -> None:
        """Nothing is to be closed."""


class Beside:
    """The interface of `trio.Process` for a computer player that is a task."""

    def __init__(self, arguments: Sequence[str], code: str, home: str) -> None:
        self.returncode: int | None = None
        self.stdin, self.stdout = _Said(), _Said()
        self._arguments, self._code = arguments, code
        self._scope, self._ended = trio.CancelScope(), trio.Event()
        around = copy_context()
        around.run(BESIDE.set, home)
        trio.lowlevel.spawn_system_task(self._run, context=around)

    def terminate(self) -> None:
        """End it."""
        self._scope.cancel()

    kill = terminate

    async def wait(self) -> int:
        """Until it has ended."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    def _given(self, option: str) -> str:
        at = self._arguments
        return at[at.index(option) + 1] if option in at else ""

    async def _run(self) -> None:
        code = UNFINISHED
        with self._scope:
            try:
                await self._play()
                code = FINE
            except Exception as error:  # whatever it is, the person is told, and may go on later
                code = CANNOT
                reason: BaseException = error
                while isinstance(reason, BaseExceptionGroup) and reason.exceptions:
                    reason = reason.exceptions[0]
                self.stdout.text = json.dumps({"error": str(reason) or type(reason).__name__})
        self.returncode = code
        self._ended.set()

    async def _play(self) -> None:
        where = meeting(self._given("--join"), "", self._code, port=None, bind="127.0.0.1")
        log, player = Path(self._given("--log")), self._given("--player")
        seed, patience = self._given("--seed"), float(self._given("--patience"))
        peer = PagePeer(log, player, seed, patience, DROP_AFTER, child=True)
        if "--resume" in self._arguments:
            await peer.go_on(where)
        else:
            await peer.play(where, None, self._given("--name"))


def _begin(arguments: Sequence[str], variables: Mapping[str, str]) -> Any:
    return Beside(arguments, variables["OWM_CODE"], variables["OWM_HOME"])


def install() -> None:
    """From here on a computer player is a task, and another thread thinks."""
    STANDBY.elsewhere, STANDBY.find = _begin, find
