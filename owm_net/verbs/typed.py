"""What argparse calls types: they read what was typed, or say what to type instead."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection

from owm_net import games
from owm_net.engine.local import PLAYERS


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


def player(*others: str) -> Callable[[str], str]:
    """Who plays: `others`, the players of every system, a strength of some system.

    Whether the match's own system has it is asked when that is known.
    """

    def read(text: str) -> str:
        known = [*others, *sorted(PLAYERS)]
        if text not in known:  # only now: every system is loaded for it
            for name in games.names():
                known += games.get(name).strengths
        return one_of(known)(text)

    return read


def _other(wanted: str, text: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"write {wanted}, not {text[:40]!r}")
