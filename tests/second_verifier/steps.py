"""What a sequence of steps is made of."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from tests.second_verifier.layout import Record


class Step(NamedTuple):
    """One step: who is due, and what judges an entry and returns what it says."""

    kind: int
    due: tuple[int, ...]
    judge: Callable[[Record], Any]


Steps = Generator[Step, list[Any], Any]
