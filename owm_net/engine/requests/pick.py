"""PickNumber: one number of any range."""

from __future__ import annotations

from typing import Any

from owm_net.engine.records import record
from owm_net.engine.requests.base import Dealer, Dealt, Tale, numbers_in


@record("pick")
class PickNumber(Dealt[tuple[int]]):
    """One joint uniform integer below `below` (>= 1). Answered by a tuple of one number."""

    below: int
    reason: str

    def misfit(self, answer: object) -> str | None:
        if not isinstance(answer, tuple):
            return "not a tuple"
        fits = len(answer) == 1 and isinstance(answer[0], int) and 0 <= answer[0] < self.below
        return None if fits else "not such a number"

    def deal(self, dealer: Dealer) -> tuple[int]:
        return (dealer.below(self.below),)

    def outlined(self) -> dict[str, Any]:
        """The range as text: many readers of JSON have no numbers above 2^53."""
        return {**super().outlined(), "below": str(self.below)}

    def answer_outlined(self, answer: tuple[int]) -> dict[str, Any]:
        """The number, as text too."""
        return {"answer": list(map(str, answer))}

    def line(self) -> str:
        return f"pick below {self.below} reason {self.reason}"

    def written(self, answer: tuple[int], tale: Tale) -> tuple[list[int], str]:
        return list(answer), ", ".join(map(str, answer))

    def read(self, plain: Any, tale: Tale) -> tuple[int, ...]:
        """The number; that it is in the range is asked when it is given."""
        return tuple(numbers_in(plain))
