"""From the title to a match and back, in the page: what `owm-net title` does in a window."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from owm_net.client import keys
from owm_net.client.match.after import WATCH
from owm_net.client.menu.run import MenuClient
from owm_net.client.settings import Settings, token_of, with_token
from owm_net.engine.text import say
from owm_net.net.web_relay import WebRelay
from owm_net.program.window.opening import OpenWindow, keep_settings, settings_here
from owm_net.program.window.title import AfterErrand, stay
from owm_net.web.house import PageHouse, note_of_waiting
from owm_net.web.pictures import PagePictures
from owm_net.web.window import PageWindow


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


async def sit(
    window: PageWindow,
    relay: WebRelay,
    page: str,
    invited: str,
    damaged: int = 0,
    watched: Path | None = None,
) -> None:
    """Show the title, and what comes of it, as long as it is open. page: its address. invited: what
    a link says. damaged: how many bytes of what the browser has kept. watched: the log
    that is shown first."""
    keys.begin_with(keys.TAKEN_IN_A_PAGE)
    settings, bad = settings_here()
    if note_of_waiting().exists():
        note_of_waiting().unlink()
        bad = say(
            "nobody is waited for any longer, since this page was closed: Host again, and send the"
            " new invitation"
        )
    if damaged:
        bad = say("what this browser kept was damaged: a match or a key may be gone")
    settings.folder = None  # faces are drawn when they are seen
    settings.fullscreen = False
    settings.relay = with_token(Settings(relay=str(relay)), token_of(settings))
    opened = PageOpened(settings, window, PagePictures())
    house = PageHouse(relay, page)
    done = None if watched is None else AfterErrand(wish=WATCH, log=watched)
    while True:
        await stay(opened, settings.name, done, told=bad, house=house, invited=invited)
        keep_settings(settings)
        invited, done = "", None
