"""Errors of the engine, each with the side at fault."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

MOST_PROBLEMS = 40
"""Of bad data so many are told, and looked for: whoever has more mends these first."""


class EngineError(Exception):
    """Base of all errors of the engine."""


class IllegalAnswer(EngineError):
    """A seat answered a request with something the rules do not allow.

    On the network this is a verdict: the signed answer is the evidence, `rule` and `why`
    are the reason shown to people.

    rule: id of docs/rules/*.md, or "KERNEL" where the answer is no answer at all. answer: None
    where the cheat shows later than the answer (`frames.Foul`); then `request` is the one whose
    answer showed it.
    """

    def __init__(self, *, seat: int, answer: object, request: object, rule: str, why: str) -> None:
        self.seat = seat
        self.answer = answer
        self.request = request
        self.rule = rule
        self.why = why
        super().__init__(f"seat {seat}: {why} ({rule})")


class BadData(EngineError):
    """A data file does not say what it must; carries the problems found, `MOST_PROBLEMS` at most.

    problems: lines of the form "file: entry.key: reason".
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(islice(problems, MOST_PROBLEMS))
        super().__init__("\n".join(self.problems))


class BadEncoding(EngineError):
    """Bytes that are not the canonical encoding of anything the engine knows."""


class EngineBug(EngineError):
    """The rules code contradicts itself. Never the players' fault; please report it."""
