"""What can be done when a match is over, besides leaving it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

AGAIN, NEW, WATCH = "again", "new", "watch"
"""What the player may want next: the same once more, another match, this one shown again."""


@define(eq=False)
class After:
    """offers: which of AGAIN, NEW and WATCH can be had; wish: the one that is wanted, "" for none.
    save: has a picture of the table made, None where there is nobody to do it; saved: where it is,
    or what came of it."""

    offers: tuple[str, ...] = ()
    wish: str = ""
    save: Callable[[], None] | None = None
    saved: str = ""
