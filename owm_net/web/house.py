"""The program's services in a page: people meet at the relay that the page came from."""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import trio
from attrs import evolve

from owm_net.client.match.handles import ListedGame
from owm_net.client.menu.state import Doorkeeper, GameOffer, Hosting, Me
from owm_net.client.settings import Settings, with_token
from owm_net.engine.text import say
from owm_net.files import page
from owm_net.files.home import folder
from owm_net.net.invitation import BadInvitation, read_invitation
from owm_net.net.web_relay import WebRelay
from owm_net.program.failing import Fail
from owm_net.program.logs.judging import judge_in_parts
from owm_net.program.logs.retelling import draw_here, recording_of
from owm_net.program.logs.unfinished import picture_of
from owm_net.program.logs.verdict_words import in_a_window
from owm_net.program.meeting.meet import Met
from owm_net.program.playing.watching import Spectator
from owm_net.program.setups import Game
from owm_net.program.window.house import ProgramHouse

T = TypeVar("T")
PART, PAUSE = 0.04, 0.015
"""Seconds of a check after which the screen has its turn, and how long that is."""


class _Coming(Awaitable[T]):
    """The result of a coroutine, which trio would not take from a thread."""

    def __init__(self, coroutine: Coroutine[Any, Any, T]) -> None:
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, T]:
        return self._coroutine.__await__()


class PageHouse(ProgramHouse):
    """See the module."""

    lan = False

    def __init__(self, relay: WebRelay, page: str) -> None:
        super().__init__()
        self._relay, self.page = relay, page

    def _there(self, relay: str, token: str = "") -> str:
        """Our relay, as it is typed. relay: as it is set, from which only its token counts. token:
        another one, that an invitation names."""
        return with_token(Settings(relay=str(self._relay)), token or relay.rpartition("@")[0])

    def prepare(self) -> None:
        """Begin what thinks, while a player still chooses."""
        import page_thinker

        page_thinker.prepare()

    async def host(self, game: Game, me: Me, how: Hosting, door: Doorkeeper) -> Met:
        """At the page's relay."""
        there = evolve(me, relay=self._there(me.relay))
        with _noted():
            return await super().host(game, there, evolve(how, relay_only=True), door)

    def verify(self, log: Path, progress: Callable[[int, int], None]) -> Awaitable[list[str]]:
        """A part at a time: there is no other thread."""
        return _Coming(self._verify(log, progress))

    async def _verify(self, log: Path, progress: Callable[[int, int], None]) -> list[str]:
        parts, looked = judge_in_parts(log, 1, quiet=True), 0.0
        while True:
            try:
                done, total = next(parts)
            except StopIteration as end:
                return in_a_window(end.value)
            if time.monotonic() > looked + PART:
                progress(done, total)
                await trio.sleep(PAUSE)
                looked = time.monotonic()

    def draw(self, log: Path) -> Awaitable[tuple[Path, int]]:
        """Beside the log."""
        return _Coming(self._draw(log))

    async def _draw(self, log: Path) -> tuple[Path, int]:
        here, picture = page.here(), picture_of(log)
        assert here is not None
        await draw_here(here, picture, recording_of(log))
        return picture, picture.stat().st_mtime_ns

    async def look(self, relay: str) -> tuple[Sequence[GameOffer], str]:
        """The open games of the page's relay."""
        return await super().look(self._there(relay))

    async def join(
        self, code: str, me: Me, door: Doorkeeper, offer: ListedGame | None = None
    ) -> Met:
        """By the page's relay."""
        if offer is None:
            return await super().join(*self._read(code, me), door)
        return await super().join("", evolve(me, relay=self._there(me.relay)), door, offer)

    async def watch(self, code: str, me: Me, door: Doorkeeper) -> Spectator:
        """By the page's relay."""
        return await super().watch(*self._read(code, me), door)

    def _read(self, text: str, me: Me) -> tuple[str, Me]:
        """Return the code of an invitation to our relay, and us with that relay. Raises Fail for
        another relay's."""
        try:
            said = read_invitation(text)
        except BadInvitation as e:
            raise Fail(str(e)) from e
        ours = self._relay.host
        if said.relay is not None and said.relay.host != ours:
            raise Fail(
                say(
                    "your friend waits at relay {relay}, and this page reaches {ours} alone: open"
                    " the page of that relay, if it has one, or let your friend host here",
                    relay=said.relay.host,
                    ours=ours,
                )
            )
        return str(said.code), evolve(me, relay=self._there(me.relay, said.token))


def note_of_waiting() -> Path:
    """Where it is noted that somebody is waited for."""
    return folder("settings") / "waits"


@contextmanager
def _noted() -> Iterator[None]:
    """Note it meanwhile. A page that is reloaded or killed leaves the note behind."""
    with suppress(OSError), note_of_waiting().open("wb") as file:
        file.write(b"1")
        file.flush()
        os.fsync(file.fileno())
    try:
        yield
    finally:
        note_of_waiting().unlink(missing_ok=True)
