"""The interfaces of a browser: it shows none."""

from __future__ import annotations


def get_adapters() -> list[object]:
    """Return none."""
    return []
