"""Roll: numbers of dice that no seat can know or choose beforehand."""

from __future__ import annotations

from typing import Any

from owm_net.engine.records import record
from owm_net.engine.requests.base import Dealer, Dealt, Tale, numbers_in


@record("roll")
class Roll(Dealt[tuple[int, ...]]):
    """Throw `count` dice with `sides` faces. Answered by a tuple of numbers, each 1..sides."""

    sides: int
    count: int
    reason: str

    def misfit(self, answer: object) -> str | None:
        if not isinstance(answer, tuple):
            return "not a tuple"
        fits = all(isinstance(v, int) and 1 <= v <= self.sides for v in answer)
        return None if fits and len(answer) == self.count else "not such dice"

    def deal(self, dealer: Dealer) -> tuple[int, ...]:
        return tuple([1 + dealer.below(self.sides) for _ in range(self.count)])

    def answer_outlined(self, answer: tuple[int, ...]) -> dict[str, Any]:
        """Return the faces rolled; a verifier compares them with its own."""
        return {"answer": answer}

    def line(self) -> str:
        return f"roll sides {self.sides} count {self.count} reason {self.reason}"

    def written(self, answer: tuple[int, ...], tale: Tale) -> tuple[list[int], str]:
        return list(answer), ", ".join(map(str, answer))

    def read(self, plain: Any, tale: Tale) -> tuple[int, ...]:
        """Return the faces rolled; they are checked when the answer is given."""
        return tuple(numbers_in(plain))
