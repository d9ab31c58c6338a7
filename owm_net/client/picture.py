"""The table of a match as a picture file, without a window and without OpenGL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from owm_net.client.paint_pillow import paint
from owm_net.client.settings import Settings
from owm_net.client.stage import Stage
from owm_net.engine.system import System
from owm_net.engine.view import View

SIZE = (1600, 900)


def save_picture(
    system: System,
    view: View[Any],
    names: Sequence[str],
    path: Path,
    size: tuple[int, int] = SIZE,
) -> None:
    """Draw the table as the view's seat sees it, or as everybody does, into a PNG.

    names: of the players by seat. Raises OSError.
    """
    settings = Settings(size=size, speed="off", prerender=False)
    stage = Stage(system, view.seat, names, settings)
    stage.model.told(view, [])
    stage.tick(0.0)
    picture = paint(stage.scene())
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, "PNG")
