"""Order: things in an order by chance. What `docs/new-request.md` makes, in one file."""

from __future__ import annotations

from math import factorial
from typing import Any

from owm_net.engine.records import record
from owm_net.engine.requests import Dealer, Dealt, PickNumber, Tale
from owm_net.engine.requests.base import numbers_in
from owm_net.session.rolls import Rolls
from owm_net.session.steps import Steps


@record("tests.order")
class Order(Dealt[tuple[int, ...]]):
    """Put `count` things into an order by chance. Answered by their numbers, 0 and up."""

    count: int
    reason: str

    def misfit(self, answer: object) -> str | None:
        if not isinstance(answer, tuple):
            return "not a tuple"
        return None if sorted(answer) == list(range(self.count)) else "not each of them once"

    def deal(self, dealer: Dealer) -> tuple[int, ...]:
        return nth_order(self.count, dealer.below(factorial(self.count)))

    def answer_outlined(self, answer: tuple[int, ...]) -> dict[str, Any]:
        return {"answer": answer}

    def line(self) -> str:
        """Of how many, and what for."""
        return f"order count {self.count} reason {self.reason}"

    def written(self, answer: tuple[int, ...], tale: Tale) -> tuple[list[int], str]:
        return list(answer), ", ".join(map(str, answer))

    def read(self, plain: Any, tale: Tale) -> tuple[int, ...]:
        """The numbers; that each is there once is asked when they are given."""
        return tuple(numbers_in(plain))


def nth_order(count: int, n: int) -> tuple[int, ...]:
    """One of all orders of `count` things, 0 <= n < count!: each n gives another."""
    left, order = list(range(count)), []
    for size in range(count, 0, -1):
        n, place = divmod(n, size)
        order.append(left.pop(place))
    return tuple(order)


class Orders:
    """How peers answer it: one number that nobody chooses, below the number of all orders."""

    def __init__(self, rolls: Rolls) -> None:
        self._rolls = rolls

    def order(self, request: Order) -> Steps:
        """The steps of a PickNumber."""
        (n,) = yield from self._rolls.roll(PickNumber(factorial(request.count), request.reason))
        return nth_order(request.count, n)
