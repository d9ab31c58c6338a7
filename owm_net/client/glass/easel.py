"""Faces are drawn beside the frames: no frame waits for one."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence

from PIL import Image

from owm_net.client.scene.pictures import Picture, Pictures


class Easel:
    """Draws what is wanted, one after another, in a thread that lives while there is something to
    draw. All but that is called in the window's own thread.

    drawn: called in the thread whenever a picture is there. ready: called there with the picture
    before, for what else takes long.
    """

    def __init__(
        self,
        pictures: Pictures,
        drawn: Callable[[], None] = lambda: None,
        ready: Callable[[Image.Image], None] = lambda image: None,
    ) -> None:
        self._pictures = pictures
        self._drawn = drawn
        self._ready = ready
        self._lock = threading.Lock()
        self._waiting: deque[Picture] = deque()
        self._current: Picture | None = None
        self._there: dict[Picture, Image.Image] = {}
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = None

    def want(self, pictures: Sequence[Picture]) -> None:
        """Draw these, the first one first; what was wanted before and is not among them is of no
        use any more."""
        with self._lock:
            self._waiting = deque(
                one for one in pictures if one != self._current and one not in self._there
            )
            if self._waiting and self._thread is None:
                self._thread = threading.Thread(target=self._draw, name="easel", daemon=True)
                self._thread.start()

    def finished(self) -> dict[Picture, Image.Image]:
        """Return the faces drawn since the last time. Raises what a drawing raised."""
        with self._lock:
            if self._error is not None:
                raise self._error
            there, self._there = self._there, {}
            return there

    def finish(self) -> None:
        """Wait until everything wanted is drawn: for callers without frames."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _draw(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._current = self._thread = None
                    return
                self._current = picture = self._waiting.popleft()
            try:
                image = self._pictures.image(picture)
                self._ready(image)
            except BaseException as error:  # who looks for it next is told
                with self._lock:
                    self._error, self._waiting = error, deque()
            else:
                with self._lock:
                    self._there[picture] = image
            self._drawn()
