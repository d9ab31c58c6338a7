"""Two pictures, pixel by pixel."""

from __future__ import annotations

from PIL._orders import Image, Order


def multiply(one: Image, other: Image) -> Image:
    """Darker: white changes nothing."""
    return one.made(Order.MIX, other.number, 1, 0, 0)


def subtract(one: Image, other: Image, scale: float = 1.0, offset: float = 0) -> Image:
    """The difference, divided and moved."""
    return one.made(Order.MIX, other.number, 2, scale, offset)


def overlay(one: Image, other: Image) -> Image:
    """Dark parts darker, light ones lighter."""
    return one.made(Order.MIX, other.number, 3, 0, 0)


def lighter(one: Image, other: Image) -> Image:
    """The larger value."""
    return one.made(Order.MIX, other.number, 4, 0, 0)


def add(one: Image, other: Image, scale: float = 1.0, offset: float = 0) -> Image:
    """The sum, divided and moved."""
    return one.made(Order.MIX, other.number, 5, scale, offset)


def offset(image: Image, x: int, y: int) -> Image:
    """Moved; what leaves at one side comes in at the other."""
    return image.made(Order.OFFSET, x, y)
