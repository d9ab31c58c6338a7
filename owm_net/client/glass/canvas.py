"""A kept picture of the window: only regions that changed are repainted, because where the
processor does OpenGL, painting a whole table takes longer than everything before it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import arcade
from pyglet import gl

Box: TypeAlias = tuple[int, int, int, int]
"""Left, low, right and high edge in real pixels; y counts from the foot, as OpenGL does."""

GROUND = (26, 27, 20, 255)
"""The colour below everything."""

PASS = 90_000
"""Pixels that take as long as it does to go through all sprites for one part of the picture more;
measured with llvmpipe."""

MOST = 8
"""Parts at once: in a huge window many lie far from each other."""

WAITS = 4_000_000
"""Nanoseconds for which a turn of the loop waits for OpenGL. To look again and again without would
take the processor from it where it is the one that paints."""

PATIENCE = 0.25
"""Seconds after which a picture is shown even if OpenGL has not said that it is painted."""


def common(one: Box, other: Box) -> Box | None:
    """Return the intersection of both; None if they do not meet."""
    left, low = max(one[0], other[0]), max(one[1], other[1])
    right, high = min(one[2], other[2]), min(one[3], other[3])
    return (left, low, right, high) if left < right and low < high else None


def extent(sprite: arcade.Sprite) -> Box | None:
    """Return the box that a sprite may paint; None if it paints nothing."""
    if not sprite.color[3]:
        return None
    w, h = abs(sprite.width), abs(sprite.height)
    if sprite.angle:
        w = h = math.hypot(w, h)
    x, y = sprite.position
    return (
        math.floor(x - w / 2) - 1,
        math.floor(y - h / 2) - 1,
        math.ceil(x + w / 2) + 1,
        math.ceil(y + h / 2) + 1,
    )


def _area(box: Box) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


class Spoilt:
    """Where a picture must be painted again: some boxes, joined where that is cheaper."""

    def __init__(self) -> None:
        self.boxes: list[Box] = []

    def add(self, box: Box | None) -> None:
        """Add a box, joined with those near it; None adds nothing."""
        while box is not None:
            many = len(self.boxes) >= MOST
            for other in self.boxes:
                joined = (
                    min(box[0], other[0]),
                    min(box[1], other[1]),
                    max(box[2], other[2]),
                    max(box[3], other[3]),
                )
                if many or _area(joined) <= _area(box) + _area(other) + PASS:
                    self.boxes.remove(other)
                    box = joined
                    break
            else:
                self.boxes.append(box)
                box = None

    def add_sprite(self, sprite: arcade.Sprite) -> None:
        """Add the box in which a sprite paints."""
        self.add(extent(sprite))

    def clear(self) -> list[Box]:
        """Return all boxes, and forget them: from now on nothing is spoilt."""
        boxes, self.boxes = self.boxes, []
        return boxes


class Canvas:
    """The picture of one window, of whoever painted last."""

    def __init__(self, ctx: Any) -> None:
        self._ctx = ctx
        self._target: Any = None
        self._owner: Any = None
        self._fence: Any = None  # OpenGL passes it when it has painted
        self._told = 0.0

    def paint(
        self, owner: Any, size: tuple[int, int], spoilt: Spoilt, paint: Callable[[Box], None]
    ) -> bool:
        """Have `paint` repaint the spoilt boxes, each separately: everything after another owner,
        and in another size. Return False if nothing is spoilt. OpenGL may finish later."""
        ctx, whole = self._ctx, (0, 0, *size)
        boxes = [box for one in spoilt.clear() if (box := common(one, whole)) is not None]
        if self._target is None or self._target.size != size:
            texture = ctx.texture(size, components=4)
            self._target, self._owner = ctx.framebuffer(color_attachments=[texture]), None
        if self._owner is not owner:
            self._owner, boxes = owner, [whole]
        if not boxes:
            return False
        projector = arcade.camera.default.ViewportProjector(arcade.LBWH(0, 0, *size))
        with self._target.activate(), projector.activate():
            for left, low, right, high in boxes:
                area = left, low, right - left, high - low
                self._target.clear(color=GROUND, viewport=area)
                paint((left, low, right, high))
            self._target.scissor = None
        ctx.screen.use(force=True)
        self._give_up_fence()
        self._fence = gl.glFenceSync(gl.GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
        gl.glFlush()
        self._told = time.perf_counter()
        return True

    def is_painted(self) -> bool:
        """Return True if OpenGL has finished what `paint` queued, or takes too long: else `lay`
        would block until then."""
        in_time = self._fence is not None and time.perf_counter() < self._told + PATIENCE
        if in_time and gl.glClientWaitSync(self._fence, 0, WAITS) == gl.GL_TIMEOUT_EXPIRED:
            return False
        self._give_up_fence()
        return True

    def _give_up_fence(self) -> None:
        if self._fence is not None:
            gl.glDeleteSync(self._fence)
            self._fence = None

    def lay(self) -> None:
        """Lay the picture into the window."""
        self._ctx.screen.use(force=True)
        self._ctx.copy_framebuffer(self._target, self._ctx.screen)
        self._ctx.screen.use(force=True)
