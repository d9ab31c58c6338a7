"""What argparse calls types: they read what was typed, or say what to type instead."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection


def number(such_as: int) -> Callable[[str], int]:
    """A whole number; what it may be, the verb checks. such_as: an example."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()):
            raise _other(f"a whole number, such as {such_as}", text)
        return int(text)

    return read


def seconds(text: str) -> float:
    """A time from 0 on, parts of a second too."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:
        raise _other("seconds, such as 60", text)
    return value


def one_of(names: Collection[str]) -> Callable[[str], str]:
    """One of several words."""

    def read(text: str) -> str:
        if text not in names:
            *others, last = names
            raise _other(f"{', '.join(others)} or {last}", text)
        return text

    return read


def _other(wanted: str, text: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"write {wanted}, not {text[:40]!r}")
