"""Types for argparse: they read a typed value, or say what to type instead."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import Generic, TypeVar

from owm_net.client.language import tr
from owm_net.engine.local import PLAYERS
from owm_net.engine.text import say
from owm_net.files.listed import listed
from owm_net.session.clock_terms import SHORTEST, read_clock

W = TypeVar("W", bound=str)


def number(such_as: int) -> Callable[[str], int]:
    """A whole number; what it may be, the verb checks. such_as: an example."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()):
            raise _other(say("a whole number, such as {such_as}", such_as=such_as), text)
        return int(text)

    return read


def clock(text: str) -> str:
    """A match clock, as the terms of a match have it."""
    thinking, comma, absence = text.partition(",")
    found = re.fullmatch(r"off|move:([0-9]{1,5})|bank:([0-9]{1,4})(?:\+([0-9]{1,5}))?", thinking)
    away = re.fullmatch(r"away:([0-9]{1,4})", absence)
    if found is None or (comma and (away is None or thinking == "off")):
        instead = say(
            "off, move:SECONDS or bank:MINUTES+SECONDS, such as bank:30+10; add ,away:MINUTES if"
            " you like"
        )
        raise _other(instead, text)
    move, bank, more = found.groups()
    rule = f"move:{int(move)}" if move else ""
    if bank:
        rule = f"bank:{60 * int(bank)}+{int(more or 0)}"
    if away:
        rule += f",away:{60 * int(away[1])}"
    try:
        read_clock(rule)
    except ValueError:
        raise _other(
            say("a clock of {shortest} seconds to a day", shortest=SHORTEST), text
        ) from None
    return rule


def seconds(text: str) -> float:
    """A time from 0 on, parts of a second too."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:
        raise _other(say("seconds, such as 60"), text)
    return value


class OneOf(Generic[W]):
    """One of several words."""

    def __init__(self, names: tuple[W, ...]) -> None:
        self.names = names

    def __call__(self, text: str) -> W:
        for name in self.names:
            if name == text:
                return name
        *others, last = self.names
        raise _other(say("{others} or {last}", others=", ".join(others), last=last), text)


class OnePlayer:
    """A player by name: `others`, the players of every system, a strength of some system.

    Whether the match's own system has it is asked when that is known.
    """

    def __init__(self, *others: str) -> None:
        self._others = others

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, without loading a game."""
        players = [name for system in listed() for name in system["players"]]
        return tuple(dict.fromkeys([*self._others, *sorted(PLAYERS), *players]))

    def __call__(self, text: str) -> str:
        return OneOf(self.names)(text)


def _other(wanted: str, text: str) -> argparse.ArgumentTypeError:
    said = tr("write {wanted}, not {typed!r}", wanted=wanted, typed=text[:40])
    return argparse.ArgumentTypeError(said)
