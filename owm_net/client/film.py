"""Moments of a match as pictures, and as a film: without a window and without OpenGL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image

from owm_net.client.glass.paint_pillow import paint, still
from owm_net.client.match_stage import Stage
from owm_net.client.scene.pictures import Pictures
from owm_net.client.settings import Settings
from owm_net.session.recorded import Learnt, Recording

SIZE = (1600, 900)
FILM = (960, 540)
"""The size of a film: smaller, for it is sent to friends."""
QUIET, SPOKEN, END = 250, 900, 2500
"""Milliseconds for which a moment is shown: one that says nothing, one with a line in the log, the
last."""


class Projector:
    """Draws any step of a match. learnt: cards that are seen besides those that everybody saw.
    folder: of the faces that were drawn before."""

    def __init__(
        self, recording: Recording, learnt: Learnt | None = None, folder: Path | None = None
    ) -> None:
        settings = Settings(size=SIZE, speed="off")
        self._stage = Stage(recording.system, -1, recording.names, settings)
        self._replay = self._stage.sitting.look_again(recording)
        self._replay.bare = True
        self._replay.see(learnt)
        self._pictures = Pictures(folder)

    def draw(self, step: int) -> Image.Image:
        """The table after so many answered requests, as large as SIZE."""
        self._replay.go(step)
        self._stage.tick(float(step))
        return paint(still(self._stage.scene()), self._pictures)


def frames(
    projector: Projector, steps: Sequence[int], drawn: Callable[[int, int], None]
) -> list[Image.Image]:
    """The pictures of a film. drawn: told how many are done, and of how many."""
    found = []
    for n, step in enumerate(steps):
        drawn(n, len(steps))
        picture = projector.draw(step)
        found.append(picture.resize(FILM, Image.Resampling.LANCZOS))
    drawn(len(steps), len(steps))
    return found


def lasting(recording: Recording, steps: Sequence[int]) -> list[int]:
    """For how many milliseconds each moment is shown."""
    shown = [SPOKEN if any(s.text for s in recording.told(n)) else QUIET for n in steps]
    return [*shown[:-1], END]


def save(pictures: Sequence[Image.Image], each: Sequence[int], path: Path, kind: str) -> None:
    """Write a film that loops. kind: as Pillow calls it. Raises OSError."""
    first, *rest = pictures
    first.save(
        path,
        kind,
        save_all=True,
        append_images=rest,
        duration=list(each),
        loop=0,
        quality=80,
        optimize=False,
    )
