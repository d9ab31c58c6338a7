"""Zooms a map about the pointer, and drags it.

A map that is seen whole cannot be drawn anywhere; there the right button and the space bar mean at
once what they mean everywhere. On one that is seen nearer they may begin to draw, so they mean that
when they are let go and nothing was drawn.
"""

from __future__ import annotations

from collections.abc import Callable

from owm_net.client.scene.items import Item, Scene
from owm_net.client.scene.lens import STEP, Camera, Lens
from owm_net.client.scene.pointer import Pointing
from owm_net.client.stage.map_view import MapView

WHEEL, MOST_STEPS = 1.15, 4.0
"""By how much a step of the wheel makes the map larger, and how many count at once."""
SIDEWAYS = 48.0
"""Pixels by which a step of a wheel to the side moves it."""
PART = 0.2
"""Part of the frame by which a key moves it."""
SLIP = 5.0
"""Pixels that a button may be moved while it is held, and has still only been clicked."""


class MapHand:
    """The map hand of one stage. scene: the current picture. touch: called when the map moves."""

    def __init__(
        self,
        view: MapView,
        ui: Pointing,
        scene: Callable[[], Scene],
        touch: Callable[[], None],
    ) -> None:
        self._view = view
        self._ui = ui
        self._scene = scene
        self._touch = touch
        self._held = ""  # the button that draws
        self._at = (0.0, 0.0)
        self._drew = False
        self._space = False

    @property
    def _lens(self) -> Lens | None:
        return self._scene().lens

    def is_over(self, x: float, y: float) -> bool:
        """Return True if a point is on the map, and on nothing that covers it."""
        lens = self._lens
        if lens is None or not lens.frame.contains(x, y):
            return False
        item = self._scene().at(x, y)
        return item is None or item.clip is not None

    def _may_draw(self, x: float, y: float) -> bool:
        lens = self._lens
        return lens is not None and lens.zoom > 1.0 and self.is_over(x, y)

    # -- what is held --------------------------------------------------------------------

    def grab(self, x: float, y: float, button: str) -> bool:
        """Note that a button went down; return True if it may drag the map and means nothing else
        now."""
        takes = button != "left" or self._space
        if not takes or not (self._may_draw(x, y) if button != "middle" else self.is_over(x, y)):
            return False
        self._held, self._at, self._drew = button, (x, y), False
        return True

    def drop(self) -> None:
        """Forget every held button, whatever was heard of it."""
        self._held = ""

    def takes_space(self) -> bool:
        """Return True if the space bar, just pressed, may begin a drag of the map."""
        ui = self._ui
        self._space = not ui.keyboard and self._may_draw(*ui.pointer)
        if self._space:
            self._drew = False
        return self._space

    def follow(self, x: float, y: float) -> bool:
        """Move the map with the pointer; return True if it follows."""
        lens = self._lens if self._held else None
        if lens is None:
            return False
        dx, dy = x - self._at[0], y - self._at[1]
        if self._drew or max(abs(dx), abs(dy)) > SLIP:
            self._drew = True
            self._at = (x, y)
            self._look(lens.moved(dx, dy))
        return True

    def let_go(self, what: str) -> bool:
        """Let go of a button or the space bar, "" for all; return True if it was only clicked."""
        if not what:
            self._held, self._space = "", False
            return False
        if what == "space":
            clicked, self._space = self._space and not self._drew, False
            return clicked
        held, self._held = self._held, ""
        return held == what and not self._drew

    # -- how it is looked at -------------------------------------------------------------

    def turn(self, x: float, y: float, steps: float, sideways: float) -> None:
        """Zoom about a point or move to the side, by the wheel or two fingers."""
        lens = self._lens
        if lens is None:
            return
        if abs(sideways) > abs(steps):
            self._look(lens.moved(-sideways * SIDEWAYS, 0))
        else:
            steps = max(-MOST_STEPS, min(MOST_STEPS, steps))
            self._look(lens.zoomed(WHEEL**steps, x, y))

    def zoom(self, step: int) -> None:
        """Zoom in (1) or out (-1) about the pointer if it is on the map, else about its middle."""
        lens, ui = self._lens, self._ui
        if lens is not None:
            about = ui.pointer if self.is_over(*ui.pointer) and not ui.keyboard else None
            x, y = about or (lens.frame.cx, lens.frame.cy)
            self._look(lens.zoomed(STEP**step, x, y))

    def whole(self) -> None:
        self._look(Camera())

    def move(self, right: int, down: int) -> None:
        """Look farther to a side, as the arrows point."""
        lens = self._lens
        if lens is not None:
            self._look(lens.moved(-right * PART * lens.frame.w, -down * PART * lens.frame.h))

    def reveal(self, item: Item) -> None:
        """Look where something is that Tab has come to."""
        lens = self._lens
        if lens is not None and item.clip is not None:
            self._look(lens.showing(item.rect))

    def _look(self, camera: Camera) -> None:
        if camera != self._view.camera:
            self._view.camera = camera
            self._touch()
