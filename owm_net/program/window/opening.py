"""Opening a window: whether one can be here, and what is set for it."""

from __future__ import annotations

import os
import platform
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import frozen

from owm_net.client.glass.libraries import LIBRARIES, missing_libraries
from owm_net.engine.text import say
from owm_net.files.home import as_typed, folder, program
from owm_net.net.loop import run as run_loop
from owm_net.program.failing import Fail
from owm_net.program.terminal.lines import show

if TYPE_CHECKING:
    from owm_net.client.settings import Settings


T = TypeVar("T")


@frozen
class OpenWindow:
    """A window that stays open from one thing to the next, with what was drawn for it. developer:
    the games for developers are offered, too."""

    settings: Settings
    window: Any
    pictures: Any
    developer: bool = False

    async def run(self, client: Any, *args: Any) -> Any:
        """Show menus or a match until they want something else. It does not return before, and so
        never waits: see `at_once`. In a browser it waits (`owm_net.web`)."""
        return client.run(*args)

    async def settle(self, last: Callable[[], Awaitable[Any]]) -> None:
        """Do the last of a meeting, after its window has gone."""
        run_loop(last)


def at_once(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration as end:
        return cast(T, end.value)
    raise RuntimeError  # it waits, which a window of ours never does


def has_display() -> bool:
    """Return True if a window could open here."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def resume_with(log: Path, text: bool = False) -> str:
    """The command that goes on with a match: in lines, if `text` or where no window can open."""
    lines = "--text " if text or not has_display() else ""
    return f"{program()} resume {lines}{as_typed(log)}"


def why_no_window() -> str | None:
    """None if a window can be tried here, given a display; else why not and what to do."""
    if find_spec("arcade") is None:
        return say("the window needs the package arcade: install owm-net[window]")
    missing = missing_libraries()
    if missing:
        return say(
            "the window needs system libraries that are missing; on Debian: sudo apt-get"
            " install -y {names}",
            names=" ".join(LIBRARIES[name] for name in missing),
        )
    return None


def need_window() -> None:
    """Raise Fail unless a window can be tried here and now."""
    problem = why_no_window() if has_display() else say("there is no display here for the window")
    if problem is not None:
        raise Fail(
            say(
                "{problem}; play in lines: --text; or let the computer play: --player computer",
                problem=problem,
            )
        )


def settings_here() -> tuple[Settings, str]:
    """Return the settings of this machine, and a line on bad ones, "" for none. It is printed, too,
    and the old file is kept aside."""
    from owm_net.client import keys, language
    from owm_net.client.settings import keep_damaged, remembered

    settings, bad = remembered(folder("settings"))
    if bad:
        kept = keep_damaged(folder("settings"))
        bad = say("{what}; {more}", what=bad, more=kept) if kept else bad
        show(bad)
    settings.folder, settings.memory = folder("cache"), folder("settings")
    language.begin(settings.language)
    keys.use(settings.keys)
    return settings, bad


def keep_settings(settings: Settings) -> None:
    """Remember them; where that is not possible they last as long as the program."""
    from owm_net.client.settings import remember

    with suppress(OSError):
        remember(settings, folder("settings"))
