"""The table of a match as a picture file, without a window and without OpenGL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from owm_net.client.paint_pillow import paint, still
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
    """Draw one state, without earlier events, as the view's seat sees it. Raises OSError."""
    stage = Stage(system, view.seat, names, Settings(size=size, speed="off", prerender=False))
    stage.model.told(view, [])
    stage.tick(1.0)
    stage.screens.clear()  # the table is wanted, not the end that covers it
    path.parent.mkdir(parents=True, exist_ok=True)
    paint(still(stage.scene())).save(path, quality=92)
