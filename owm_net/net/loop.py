"""Running a command's trio program."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar, TypeVarTuple

import trio

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def run(main: Callable[[*Ts], Awaitable[T]], *args: *Ts) -> T:
    """`trio.run`, but Ctrl-C is heard only where a task waits: elsewhere it can come between two
    steps of trio's own, such as the start of a task, and end in an internal error of trio's."""
    return trio.run(main, *args, restrict_keyboard_interrupt_to_checkpoints=True)
