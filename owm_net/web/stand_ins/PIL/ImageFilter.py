"""Filters for `Image.filter`."""

from __future__ import annotations

import math

from PIL._orders import Order


class BoxBlur:
    """Means over a square. radius: pixels, not only whole ones."""

    def __init__(self, radius: float) -> None:
        self.radius = radius
        self.often = 1

    def orders(self) -> tuple[float, ...]:
        """The order and its values."""
        return Order.BLUR, self.radius, self.often


class GaussianBlur(BoxBlur):
    """Three means one after another, of the same spread."""

    def __init__(self, radius: float = 2) -> None:
        self.often = 3
        spread = radius * radius / self.often
        whole = math.floor((math.sqrt(12 * spread + 1) - 1) / 2)
        rest = (2 * whole + 1) * (whole * (whole + 1) - 3 * spread)
        self.radius = whole + rest / (6 * (spread - (whole + 1) ** 2))


class MinFilter:
    """The least of size x size pixels."""

    def __init__(self, size: int = 3) -> None:
        self.size = size

    def orders(self) -> tuple[float, ...]:
        """The order and its values."""
        return Order.LEAST, self.size
