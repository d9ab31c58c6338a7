"""Taking decisions back: which may be, and how a game turns back to one.

The players of a match may agree to go on from an earlier decision, as long as nothing was revealed
since: every request from there on was a `Choose`, and no answer opened a card. So nobody knows more
than they did, and no deck, die or hand has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from owm_net.engine import agenda, records
from owm_net.engine.agenda import Event, GameState, InLog
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Choose, Request
from owm_net.engine.text import say


@record("taken_back")
class TakenBack(Event):
    """The players have agreed to go on from an earlier decision of this seat. since: requests
    answered before it; what has happened between then and now is undone."""

    words = say("{seat}: a decision is taken back")
    rule = "KERNEL"
    headline = True
    in_log = InLog.HEADING

    seat: Seat
    since: int


@frozen
class Undoable:
    """An answer that may be taken back. at: what its caller knows it by. answered: requests
    answered before it."""

    at: int
    seat: Seat
    answer: Answer
    answered: int


@define(eq=False)
class OpenRun:
    """The decisions since something was revealed last, oldest first."""

    _start: GameState | None = None
    _decided: list[Undoable] = field(factory=list)

    def __iter__(self) -> Iterator[Undoable]:
        return iter(self._decided)

    def find(self, at: int) -> Undoable | None:
        """Return the decision known by `at`; None if it is none that may be taken back."""
        return next((one for one in self._decided if one.at == at), None)

    def note(self, g: GameState, request: Request[Any], answer: Any, at: int) -> None:
        """Note what is about to answer `request`, the one that is pending in `g`."""
        if not isinstance(request, Choose) or _opens(answer):
            self.clear()
            return
        if self._start is None:
            self._start = g.clone()
        self._decided.append(Undoable(at, request.seat, answer, g.answered))

    def clear(self) -> None:
        """Note that nothing before this moment may be taken back."""
        self._start = None
        self._decided.clear()

    def turn_back(self, g: GameState, at: int) -> Request[Any]:
        """Bring `g` to the decision known by `at`; see `turn_back`. KeyError: that one may not be
        taken back.
        """
        one = self.find(at)
        if one is None or self._start is None:
            raise KeyError(at)
        kept = self._decided[: self._decided.index(one)]
        earlier = self._start.clone()
        for before in kept:
            agenda.advance(earlier, before.answer)
        self._decided = kept
        if not kept:
            self._start = None
        return turn_back(g, earlier)


def turn_back(g: GameState, earlier: GameState) -> Request[Any]:
    """Bring `g` to an earlier pause of the same game, at which a seat decides, and return what is
    asked there. earlier: is of no use afterwards.

    The pending request counts as answered, so that no two moments of a match have the same number.
    """
    asked = earlier.pending
    assert isinstance(asked, Choose)
    told = TakenBack(asked.seat, earlier.answered)
    earlier.answered = g.answered + 1
    g.become(earlier)
    g.events = [told]
    return asked


def _opens(answer: Any) -> bool:
    return any(card < 0 for card in records.played_cards(answer))
