"""The pointer and the focus of the keys, on whatever screen is shown."""

from __future__ import annotations

from typing import Any

from attrs import define


@define
class Pointing:
    """pointer: where it is, in the pixels of the window; (-1, -1) outside of it. hover: the id of
    the item under it. focus: the id of the item that the keys have come to. keyboard: the keys
    moved last, not the pointer. armed: the id of a button that does it when it is pressed again.
    carried: what follows the pointer until it is let go; None for nothing. told: the id of the item
    that gave an answer: its note does not come back until the pointer has been elsewhere."""

    pointer: tuple[float, float] = (-1.0, -1.0)
    hover: str = ""
    focus: str = ""
    keyboard: bool = False
    armed: str = ""
    carried: Any = None
    told: str = ""
