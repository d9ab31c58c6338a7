"""The title and its matches in a window that nobody sees, beside a test: pressed by its ids."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import trio

from owm_net.client.scene.items import Scene
from owm_net.program.window.opening import OpenWindow

FRAME = 0.02
"""Seconds between two frames."""


class Unpainted:
    """The window's painter, which keeps scenes and paints none."""

    hastens = False
    scene: Scene | None = None

    def parts(self, scene: Scene, since: float | None = None) -> Iterator[None]:
        self.scene = scene
        return iter(())

    def show(self, scene: Scene) -> None:
        self.scene = scene

    def paint(self) -> bool:
        return False

    def draw(self) -> None: ...
    def give_up(self) -> None: ...
    def close(self) -> None: ...

    def is_painted(self) -> bool:
        return True


class Guest:
    """Runs an async function in the trio that runs the test."""

    def __init__(self, main: Any, *args: Any) -> None:
        self._main, self._args, self._scope = main, args, trio.CancelScope()

    async def shown(self) -> None:
        with self._scope:
            await self._main(*self._args)

    def cancel(self) -> None:
        self._scope.cancel()

    def after_trio(self, call: Callable[[], None]) -> None:
        call()


class UnseenWindow:
    """See `client.glass.window.GameWindow`."""

    headless, behind, closed = True, False, False
    clock = staticmethod(time.monotonic)

    def __init__(self) -> None:
        self.listener: Any = None
        self.after_others: Any = None
        self.copied = ""

    def painter(self, pictures: Any) -> Unpainted:
        return Unpainted()

    guest = Guest

    def get_size(self) -> tuple[int, int]:
        return 1280, 720

    def get_pixel_ratio(self) -> float:
        return 1.0

    def copy(self, text: str) -> bool:
        self.copied = text
        return True

    def invalidate(self, hold: float = 0.0) -> None: ...
    def rest(self) -> None: ...
    def set_caption(self, text: str) -> None: ...
    def ask_for_attention(self, asks: bool) -> None: ...

    wake = invalidate

    # -- what a test does with it ----------------------------------------------------------

    async def frame(self) -> Scene | None:
        """Let a frame's time pass; return what is shown then."""
        await trio.sleep(FRAME)
        if self.listener is None:
            return None
        while self.listener.make_ready(self.clock()):
            await trio.lowlevel.checkpoint()
        self.listener.draw(self.clock())
        return None if self.listener is None else self.listener.painter.scene

    async def until(self, holds: Callable[[Scene], Any]) -> Scene:
        """Show frames until something holds of what is shown. Others' processes decide when, so
        the test's own limit ends it."""
        while True:
            scene = await self.frame()
            if scene is not None and holds(scene):
                return scene

    async def press(self, id: str) -> None:
        """Press an item as soon as it is there, until it is gone or another page is shown."""
        await self.until(lambda scene: scene.find(id))
        listener, page = self.listener, self.listener._shown.page
        while self.listener is listener and listener._shown.page == page:
            listener.choose(id)
            await self.frame()


class Awaited(OpenWindow):
    """Such a window, in whose loop one waits, as in a page."""

    async def run(self, client: Any, *args: Any) -> Any:
        return await client.shown(*args)
