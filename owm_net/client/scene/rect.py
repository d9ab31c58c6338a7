"""Boxes: x from the left, y from the top, in whatever unit all of them are."""

from __future__ import annotations

from attrs import frozen


@frozen
class Rect:
    """A box; x, y is its top left corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x behind it."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y below it."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The x of its centre."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The y of its centre."""
        return self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Smaller by dx left and right and dy above and below."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def moved(self, dx: float, dy: float) -> Rect:
        """The same box elsewhere."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def times(self, k: float) -> Rect:
        """The same with place and size multiplied."""
        return self if k == 1.0 else Rect(self.x * k, self.y * k, self.w * k, self.h * k)

    def contains(self, x: float, y: float) -> bool:
        """Return True if a point is inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def shared(self, other: Rect) -> float:
        """How much of it another box covers, as an area."""
        wide = min(self.right, other.right) - max(self.x, other.x)
        high = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0.0, wide) * max(0.0, high)

    def meets(self, other: Rect, slack: float = 0.0) -> bool:
        """Return True if two boxes overlap by more than `slack`."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def common(self, other: Rect) -> Rect:
        """Return the intersection; without width or height if there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, max(0.0, right - x), max(0.0, bottom - y))

    def covers(self, other: Rect, slack: float = 0.0) -> bool:
        """Return True if the other box is inside, or outside by no more than `slack`."""
        return (
            self.x <= other.x + slack
            and self.y <= other.y + slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )
