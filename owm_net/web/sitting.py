"""From the title to a match and back, in the page: what `owm-net title` does in a window."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from attrs import evolve, frozen

from owm_net.client.match.after import WATCH
from owm_net.client.match.handles import ListedGame
from owm_net.client.menu.run import MenuClient
from owm_net.client.menu.state import Doorkeeper, GameOffer, Hosting, Me
from owm_net.engine.text import say
from owm_net.files import page
from owm_net.files.home import folder
from owm_net.net.invitation import BadInvitation, read_invitation
from owm_net.net.rendezvous import parse_address
from owm_net.program.failing import Fail
from owm_net.program.logs.retelling import draw_here, recording_of
from owm_net.program.logs.unfinished import picture_of
from owm_net.program.meeting.meet import Met
from owm_net.program.playing.watching import Spectator
from owm_net.program.setups import Game
from owm_net.program.window.house import ProgramHouse
from owm_net.program.window.opening import OpenWindow, keep_settings, settings_here
from owm_net.program.window.title import AfterErrand, stay
from owm_net.web.pictures import PagePictures
from owm_net.web.window import PageWindow

T = TypeVar("T")


@frozen
class PageOpened(OpenWindow):
    """A window in whose loop one waits."""

    async def run(self, client: Any, *args: Any) -> Any:
        """Show menus or a match until they want something else."""
        if not isinstance(client, MenuClient):
            self.window.keep()
        return await client.shown(*args)

    async def settle(self, last: Callable[[], Awaitable[Any]]) -> None:
        """Do the last of a meeting."""
        await last()


class _Coming(Awaitable[T]):
    """The result of a coroutine, which trio would not take from a thread."""

    def __init__(self, coroutine: Coroutine[Any, Any, T]) -> None:
        self._coroutine = coroutine

    def __await__(self) -> Generator[Any, Any, T]:
        return self._coroutine.__await__()


class PageHouse(ProgramHouse):
    """The program's services in a page: people meet at the relay that the page came from."""

    lan = False

    def __init__(self, relay: str, page: str) -> None:
        super().__init__()
        self._relay, self.page = relay, page

    def prepare(self) -> None:
        """There is no other process."""

    async def host(self, game: Game, me: Me, how: Hosting, door: Doorkeeper) -> Met:
        """At the page's relay."""
        there = evolve(me, relay=self._relay)
        with _noted():
            return await super().host(game, there, evolve(how, relay_only=True), door)

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
        return await super().look(self._relay)

    async def join(
        self, code: str, me: Me, door: Doorkeeper, offer: ListedGame | None = None
    ) -> Met:
        """By the page's relay."""
        code = "" if offer is not None else self._code_in(code)
        return await super().join(code, evolve(me, relay=self._relay), door, offer)

    async def watch(self, code: str, me: Me, door: Doorkeeper) -> Spectator:
        """By the page's relay."""
        return await super().watch(self._code_in(code), evolve(me, relay=self._relay), door)

    def _code_in(self, text: str) -> str:
        """Return the code of an invitation to our relay. Raises Fail for another relay's."""
        try:
            said = read_invitation(text)
        except BadInvitation as e:
            raise Fail(str(e)) from e
        ours = parse_address(self._relay).host
        if said.relay is not None and said.relay.host != ours:
            raise Fail(
                say(
                    "your friend waits at relay {relay}, and this page reaches {ours} alone: open"
                    " the page of that relay, if it has one, or let your friend host here",
                    relay=said.relay.host,
                    ours=ours,
                )
            )
        return str(said.code)


def _note() -> Path:
    """Where it is noted that somebody is waited for."""
    return folder("settings") / "waits"


@contextmanager
def _noted() -> Iterator[None]:
    """Note it meanwhile. A page that is reloaded or killed leaves the note behind."""
    with suppress(OSError), _note().open("wb") as file:
        file.write(b"1")
        file.flush()
        os.fsync(file.fileno())
    try:
        yield
    finally:
        _note().unlink(missing_ok=True)


async def sit(
    window: PageWindow,
    relay: str,
    page: str,
    invited: str,
    damaged: int = 0,
    watched: Path | None = None,
) -> None:
    """Show the title, and what comes of it, as long as it is open. page: its address. invited: what
    a link says. damaged: how many bytes of what the browser has kept. watched: the log
    that is shown first."""
    settings, bad = settings_here()
    if _note().exists():
        _note().unlink()
        bad = say(
            "nobody is waited for any longer, since this page was closed: Host again, and send the"
            " new invitation"
        )
    if damaged:
        bad = say("what this browser kept was damaged: a match or a key may be gone")
    settings.folder = None  # faces are drawn when they are seen
    settings.fullscreen = False
    settings.relay = relay
    opened = PageOpened(settings, window, PagePictures())
    house = PageHouse(relay, page)
    done = None if watched is None else AfterErrand(wish=WATCH, log=watched)
    while True:
        await stay(opened, settings.name, done, told=bad, house=house, invited=invited)
        keep_settings(settings)
        invited, done = "", None
