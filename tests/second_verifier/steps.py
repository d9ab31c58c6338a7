"""The parts of a match: steps of the protocol, and the rules that ask for them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple, Protocol

from tests.second_verifier.curve import Refused
from tests.second_verifier.layout import Record


class Foul(Refused):
    """A fault of a signed entry. seat: whose it is."""

    def __init__(self, seat: int, why: str) -> None:
        self.seat = seat
        super().__init__(why)


class Nobody(Refused):
    """A fault that names no seat."""


class NoRules(Exception):
    """The rules would have to say something here, and there is nobody who knows them."""


class Step(NamedTuple):
    """One step: the due seats, and the judge of an entry, which returns its value."""

    kind: int
    due: tuple[int, ...]
    judge: Callable[[Record], Any]


Steps = Generator[Step, list[Any], Any]

Request = dict[str, Any]
"""A request as in a requests file: its name under "request", and its fields."""


class Rules(Protocol):
    """The verifier's questions to the rules. Raises Foul for what a seat must not do, NoRules where
    there is no answer."""

    request: Request | None

    @property
    def answered(self) -> int:
        """Requests answered so far."""

    def begin(self) -> Request:
        """The first request."""

    def digest(self) -> bytes:
        """Of the state at this pause."""

    def read(self, data: bytes) -> Any:
        """An answer. Raises Refused for bytes that are none."""

    def check(self, seat: int, answer: Any) -> None:
        """Check that the seat may give it now."""

    def played(self, answer: Any) -> tuple[int, ...]:
        """The slots that an answer opens."""

    def advance(self, answer: Any) -> Request:
        """The next request."""

    def turn_back(self, step: int, answered: int) -> Request:
        """Ask again what was asked when so many requests were answered, by the entry of this
        step; the pending request counts as answered."""

    def can_go_on_without(self, seat: int) -> bool:
        """Return True if a seat may be left out at this pause."""

    def go_on_without(self, seat: int) -> Request:
        """The next request when it has been."""

    def given_up(self, seat: int, present: Sequence[int], how: str) -> Request | None:
        """The result if a seat gives up; None if the others go on without it."""
