"""The page in which we run, if we do: its player has no terminal there, and none of our folders.

So files are handed to them as downloads, and no sentence names a command or a folder.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from owm_net.engine.text import say
from owm_net.files.home import as_typed, program


@frozen
class PageHere:
    """give: hands the player a file. choose: has them choose files, which then count as dropped on
    the window. png: a picture as a file; it is drawn beside us, as the function says. keeps: our
    files outlast the tab."""

    give: Callable[[Path], None]
    choose: Callable[[], None]
    png: Callable[[Callable[[], Any]], Awaitable[bytes]]
    keeps: bool = True


_page: PageHere | None = None


def use(page: PageHere | None) -> None:
    """From now on we are in this page; None: in none."""
    global _page
    _page = page


def here() -> PageHere | None:
    """Return the page in which we are, if we are in one."""
    return _page


def shown(path: Path) -> str:
    """Return a file of ours as a sentence names it: whole, or where no folders are, its name."""
    return str(path) if _page is None else path.name


def how_to_resume(log: Path | None = None, more: str = "") -> str:
    """Return what a player types to go on with a match, or where they find it in a page. log: None
    for the newest. more: an option of the command."""
    if _page is not None:
        return say("Continue, on the title")
    return " ".join(filter(None, [program(), "resume", more, as_typed(log) if log else ""]))
