"""ChooseSecretly: several seats decide without seeing each other's answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from owm_net.engine import codec, records
from owm_net.engine.errors import BadEncoding
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests.base import Answer, Dealer, Decision, Refusal, Tale
from owm_net.engine.text import say

A = TypeVar("A")

MOST_BYTES: Final = 2_048
"""Of a secret answer (docs/wire.md, COMMIT): all are padded to it, so that lengths tell nothing."""


@record("choose_secretly")
class ChooseSecretly(Decision[tuple[A, ...]]):
    """Several seats decide without seeing each other's answers, which are then opened together.

    Rules make it by `kinds.Kind.secretly`.
    Answered by a tuple of `Answer`, in the order of `seats`. No hidden card can be played.
    """

    seats: tuple[Seat, ...]
    kind: str

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return self.seats

    def misfit(self, answer: object) -> str | None:
        """As many answers as seats are asked."""
        fits = isinstance(answer, tuple) and len(answer) == len(self.seats)
        return None if fits else f"{len(self.seats)} answers expected"

    def cannot_be_sent(self, answer: Answer) -> Refusal | None:
        """It must be short, and nobody opens cards for it."""
        if any(card < 0 for card in records.played_cards(answer)):
            return Refusal("KERNEL", say("a hidden card cannot be played in secret"))
        if len(codec.encode(answer)) <= MOST_BYTES:
            return None
        return Refusal("KERNEL", f"a secret answer of more than {MOST_BYTES} bytes cannot be sent")

    def decided(self, said: Sequence[Answer], dealer: Dealer) -> tuple[Answer, ...]:
        """One answer of each seat, in their order."""
        return tuple(said)

    def decisions(self, answer: tuple[Answer, ...]) -> Sequence[tuple[Seat, Answer]]:
        """All answers, which are open by now."""
        return list(zip(self.seats, answer, strict=True))

    def line(self) -> str:
        return f"choose secretly seats {list(self.seats)} {self.kind}"

    def written(self, answer: tuple[Answer, ...], tale: Tale) -> tuple[list[Answer], str]:
        """Each answer as its author sees it."""
        words = [tale.describe(seat, said) for seat, said in self.decisions(answer)]
        return list(answer), " / ".join(words)

    def read(self, plain: Any, tale: Tale) -> tuple[Any, ...]:
        """Answers of any class; whether they are allowed is asked when they are given."""
        if not isinstance(plain, list):
            raise BadEncoding("a list expected")
        if len(plain) != len(self.seats):
            raise BadEncoding(f"{len(self.seats)} answers expected")
        return tuple([records.load(one) for one in plain])
