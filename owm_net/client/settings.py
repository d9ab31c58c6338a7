"""What a player can set, and where pictures are kept."""

from __future__ import annotations

from pathlib import Path

from attrs import define

SPEEDS = ("normal", "fast", "off")


@define
class Settings:
    """folder: of the picture cache, None for none. scale: of everything. speed: of what is shown
    one after another, one of SPEEDS. guard: compare the state's digest around every handler and
    raise if a handler has changed it. prerender: draw all cards in worker processes.
    """

    folder: Path | None = None
    scale: float = 1.0
    speed: str = "normal"
    size: tuple[int, int] = (1280, 720)
    guard: bool = False
    prerender: bool = True
