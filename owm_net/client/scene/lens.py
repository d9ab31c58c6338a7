"""The visible part of a map, and its scale: the same for the table of every game.

A table lays its map out as if the whole of it were in its frame, and puts each box through a
`Lens`: places and sizes grow, text does not. What it adds inside `Pen.through` is cut off at the
frame, for the eye and for the pointer.
"""

from __future__ import annotations

from attrs import frozen

from owm_net.client.scene.rect import Rect

STEP = 1.25
"""By how much a key or a button makes a map larger."""
LEAST_NEAREST, MOST_NEAREST = 2.0, 8.0
"""How large a map can be made at least, however large its pieces are, and at most."""
LARGE = 520.0
"""Pixels of a piece of the map from which on a larger one shows nothing more."""
LETTERS = 1.4
"""How much larger than on the whole map its own lettering may be."""


@frozen
class Camera:
    """Where one looks. zoom: 1.0 shows the whole map; x, y: which point of the frame, with the
    whole map in it, is in the middle: parts of its width and height. So it is the same at every
    size of the window."""

    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5

    def within(self, nearest: float) -> Camera:
        """No farther than the whole map, no nearer than `nearest`, and never beyond its edges."""
        zoom = min(max(1.0, self.zoom), max(1.0, nearest))
        half = 0.5 / zoom
        return Camera(zoom, min(max(half, self.x), 1 - half), min(max(half, self.y), 1 - half))


@frozen
class Lens:
    """A camera on the frame of a map, both in the same units. nearest: the largest zoom."""

    frame: Rect
    camera: Camera = Camera()
    nearest: float = LEAST_NEAREST

    @classmethod
    def of(cls, frame: Rect, camera: Camera, piece: float) -> Lens:
        """piece: pixels of the screen that a cell or a counter has on the whole map."""
        nearest = min(MOST_NEAREST, max(LEAST_NEAREST, LARGE / max(1.0, piece)))
        return cls(frame, camera.within(nearest), nearest)

    @property
    def zoom(self) -> float:
        """How much larger than on the whole map everything is."""
        return self.camera.zoom

    @property
    def letters(self) -> float:
        """How much larger than on the whole map lettering is: readable before all."""
        return float(min(LETTERS, self.zoom**0.5))

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the whole map is seen."""
        if self.zoom == 1.0:
            return x, y
        frame, camera = self.frame, self.camera
        return (
            frame.cx + (x - frame.x - camera.x * frame.w) * camera.zoom,
            frame.cy + (y - frame.y - camera.y * frame.h) * camera.zoom,
        )

    def rect(self, rect: Rect) -> Rect:
        """Where a box of the whole map is seen."""
        if self.zoom == 1.0:
            return rect
        return Rect(*self.point(rect.x, rect.y), rect.w * self.zoom, rect.h * self.zoom)

    def back(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the whole map that is seen at a point."""
        frame, camera = self.frame, self.camera
        return (
            frame.x + camera.x * frame.w + (x - frame.cx) / camera.zoom,
            frame.y + camera.y * frame.h + (y - frame.cy) / camera.zoom,
        )

    def zoomed(self, by: float, x: float, y: float) -> Camera:
        """So many times larger; the point of the map at (x, y) stays there."""
        zoom = min(max(1.0, self.zoom * by), self.nearest)
        at_x, at_y = self.back(x, y)
        frame = self.frame
        return Camera(
            zoom,
            (at_x - (x - frame.cx) / zoom - frame.x) / frame.w,
            (at_y - (y - frame.cy) / zoom - frame.y) / frame.h,
        ).within(self.nearest)

    def moved(self, dx: float, dy: float) -> Camera:
        """The map drawn along by so many units, as far as its edges."""
        camera, frame = self.camera, self.frame
        return Camera(
            camera.zoom,
            camera.x - dx / camera.zoom / frame.w,
            camera.y - dy / camera.zoom / frame.h,
        ).within(self.nearest)

    def showing(self, box: Rect) -> Camera:
        """Moved no more than needed to have a box, as it is seen, wholly in the frame."""
        frame = self.frame
        return self.moved(
            _into(box.x, box.right, frame.x, frame.right),
            _into(box.y, box.bottom, frame.y, frame.bottom),
        )


def _into(low: float, high: float, least: float, most: float) -> float:
    """Return by how much a span moves to lie in another; a longer one is centred."""
    if high - low > most - least:
        return (least + most - low - high) / 2
    return max(0.0, least - low) + min(0.0, most - high)
