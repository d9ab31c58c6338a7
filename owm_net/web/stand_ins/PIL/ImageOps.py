"""Whole pictures changed."""

from __future__ import annotations

from PIL._orders import Image, Order


def grayscale(image: Image) -> Image:
    """Without colours."""
    return image.convert("L")


def mirror(image: Image) -> Image:
    """Left and right exchanged."""
    return image.made(Order.MIRROR)
