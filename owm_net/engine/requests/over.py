"""Over: the game has ended."""

from __future__ import annotations

from typing import Any

from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, field_names, record
from owm_net.engine.requests.base import Request


@record("result")
class Result(Record):
    """How a game ended. winners: seats, () for a draw. scores: one for each seat, () where none
    were counted: the players have ended it themselves."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str

    @property
    def drawn(self) -> bool:
        """Return True if nobody has won, or everybody: who is equal to all others has not beaten
        them."""
        return not self.winners or 1 < len(self.scores) == len(self.winners)


@record("over")
class Over(Request[None]):
    """Nothing more is asked: the game has ended."""

    gives = False

    result: Result

    def misfit(self, answer: object) -> str | None:
        """Everything: nothing is asked any more."""
        return "nothing is asked"

    def outlined(self) -> dict[str, Any]:
        """The result, field by field."""
        result = self.result
        return {"result": {name: getattr(result, name) for name in field_names(result)}}

    def headed(self, number: int) -> str:
        """The last line of a playthrough, which has no number."""
        result = self.result
        said = f"over: {result.reason}; winners {list(result.winners)}"
        return f"{said}, scores {list(result.scores)}"
