"""Over: the game has ended."""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.records import Record, register
from owm_net.engine.requests.base import Request


@register("result")
@frozen
class Result(Record):
    """How a game ended. winners: seats, () for a draw. scores: one for each seat."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@register("over")
@frozen
class Over(Request[None]):
    """Nothing more is asked: the game has ended."""

    gives = False

    result: Result

    def misfit(self, answer: object) -> str | None:
        """It is never answered."""
        return "nothing is asked"

    def headed(self, number: int) -> str:
        """The last line."""
        result = self.result
        said = f"over: {result.reason}; winners {list(result.winners)}"
        return f"{said}, scores {list(result.scores)}"
