"""Passes: a seat does nothing at a question, once or until something happens.

A *standing pass* gives a word of the rules ("until the next round", "until an enemy moves"), which
stands for the seat until the rules say `end_standing(word)`. Passes of both kinds are public
answers. Which of them a question takes, its `Kind` says.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import read_out, say


class KeepsPasses(Protocol):
    """A state, as far as it knows who has given which standing passes."""

    standing: dict[Seat, tuple[str, ...]]


@record("pass")
class Pass(Answer):
    """Nothing, at this question. until: "" for once, or one of the standing words of its kind."""

    title: ClassVar[str] = say("Pass")

    until: str = ""

    def sentence(self, view: Any) -> str:
        """With the word of a standing pass."""
        return say("pass {until}", until=read_out(self.until)) if self.until else say("pass")


def note_pass(g: KeepsPasses, seat: Seat, answer: Pass) -> None:
    """Remember a standing pass, beside those that the seat has given before."""
    words = g.standing.get(seat, ())
    if answer.until and answer.until not in words:
        g.standing[seat] = (*words, answer.until)


def is_silent(g: KeepsPasses, seat: Seat, words: tuple[str, ...]) -> bool:
    """Return True if a seat has one of these standing words: it is not asked where they silence
    it."""
    return any(word in words for word in g.standing.get(seat, ()))


def end_standing(g: KeepsPasses, word: str, only: Seat | None = None) -> None:
    """The moment named by a standing pass has come: those who waited for it are asked again. only:
    the seat for which it has come."""
    for seat, words in list(g.standing.items()):
        left = tuple([w for w in words if w != word or only not in (None, seat)])
        if left:
            g.standing[seat] = left
        else:
            del g.standing[seat]
