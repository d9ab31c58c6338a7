"""Choose: one seat decides, openly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from owm_net.engine import codec, records
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests.base import Answer, Dealer, Decision, Refusal, Tale

A = TypeVar("A")

MOST_BYTES: Final = 16_384
"""Of an open answer (docs/wire.md, ANSWER)."""


@record("choose")
class Choose(Decision[A]):
    """One seat decides. Rules make it by `kinds.Kind.of`, which knows the type of the answer.

    kind: the `Kind`'s word, by which the asking frame's offers and judge are found.
    Answered by an `Answer`. Cards that it plays are opened before the step gets it.
    """

    seat: Seat
    kind: str

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def misfit(self, answer: object) -> str | None:
        """Whatever a seat says is judged."""
        return None

    def cannot_be_sent(self, answer: Answer) -> Refusal | None:
        """An open answer has at most MOST_BYTES in canonical form."""
        if len(codec.encode(answer)) <= MOST_BYTES:
            return None
        return Refusal("KERNEL", f"an answer of more than {MOST_BYTES} bytes cannot be sent")

    def decided(self, said: Sequence[Answer], dealer: Dealer) -> Answer:
        """The one seat's answer is the answer."""
        return said[0]

    def decisions(self, answer: Answer) -> tuple[tuple[Seat, Answer]]:
        """The answer stands open, for all to judge."""
        return ((self.seat, answer),)

    def answer_outlined(self, answer: Answer) -> dict[str, Any]:
        """The slots that it plays: their shares come with it."""
        return {"plays": [card for card in records.played_cards(answer) if card < 0]}

    def line(self) -> str:
        return f"choose seat {self.seat} {self.kind}"

    def written(self, answer: Answer, tale: Tale) -> tuple[Answer, str]:
        """The answer as its author sees it."""
        return answer, tale.describe(self.seat, answer)

    def read(self, plain: Any, tale: Tale) -> Any:
        """An answer of any class; whether it is allowed is asked when it is given."""
        return records.load(plain)
