"""The table of a match as a picture file, without a window and without OpenGL."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from owm_net.client.paint_pillow import paint
from owm_net.client.settings import Settings
from owm_net.client.stage import Stage
from owm_net.engine.agenda import Event
from owm_net.engine.system import System
from owm_net.engine.view import View

SIZE = (1600, 900)


class Camera:
    """Follows a match step by step, so that the picture's log pane tells what came before."""

    def __init__(
        self, system: System, seat: int, names: Sequence[str], size: tuple[int, int] = SIZE
    ) -> None:
        settings = Settings(size=size, speed="off", prerender=False)
        self._stage = Stage(system, seat, names, settings)
        self._now = 0.0

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """A step has been taken."""
        self._stage.model.told(view, events)
        self._now += 1.0
        self._stage.tick(self._now)

    def save(self, path: Path, kind: str = "PNG") -> None:
        """Draw the table as it stands now into a file. kind: of picture, as Pillow calls it.

        Raises OSError.
        """
        model = self._stage.model
        model.ui.end_seen = True  # the table is wanted, not the screen that covers it
        model.touch()
        self._stage.tick(self._now + 60.0)
        picture = paint(self._stage.scene())
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, kind, quality=92)


def save_picture(
    system: System,
    view: View[Any],
    names: Sequence[str],
    path: Path,
    size: tuple[int, int] = SIZE,
) -> None:
    """Draw one state, without what came before, as the view's seat sees it. Raises OSError."""
    camera = Camera(system, view.seat, names, size)
    camera.told(view, [])
    camera.save(path)
