"""A game that a test drives through the engine's public door, with the cards and dice it wants.

The tables of the systems (`tests/games/<id>/table.py`) lay a state out and hand it to a `Driver`:
`say` gives an answer, lets the dealer answer what no seat decides, and stops at the next decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

import pytest

from owm_net.engine import agenda
from owm_net.engine.agenda import Event, GameState, Refusal
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Over, Request, Reveal, Roll
from owm_net.engine.view import View

G = TypeVar("G", bound=GameState)
E = TypeVar("E", bound=Event)

NO_SEAT = Seat(-1)


class Driver(Generic[G]):
    """g: the state. dealer: knows all cards. dice: what is rolled, in order; where a test says
    nothing the dealer rolls, unless `own_dice`.

    events: everything told so far; said: by the last `say` or `do`. requests: every request that no
    seat decided.
    """

    own_dice = False

    def __init__(self, g: G, dealer: LocalDealer, dice: Sequence[tuple[int, ...]] = ()) -> None:
        self.g = g
        self.dealer = dealer
        self.dice = list(dice)
        self.events: list[Event] = []
        self.said: list[Event] = []
        self.requests: list[Request] = []

    # -- driving -------------------------------------------------------------------------

    def begin(self) -> Self:
        """Run to the first decision."""
        agenda.begin(self.g)
        self.said = list(self.g.events)
        self.events += self.said
        self._settle()
        return self

    def say(self, *answers: Any) -> Self:
        """Answer the pending decision and run to the next; several, one after the other."""
        self.do(*answers)
        return self

    def do(self, *answers: Any) -> list[Event]:
        """The same; returns what was told."""
        self.said = []
        for answer in answers:
            if isinstance(self.request, Choose):  # as its author judges it, who knows his hand
                agenda.check_answer(self.g, self.seat, answer, self.known(self.seat))
            self._give(answer)
            self._settle()
        return self.said

    def passes(self, n: int = 1) -> Self:
        """So many times nothing that matters, see `idle`."""
        for _ in range(n):
            self.say(self.idle())
        return self

    def until(self, kind: str, seat: int | None = None, most: int = 60) -> Self:
        """Pass until this is asked (of this seat)."""
        for _ in range(most):
            if self.kind == kind and seat in (None, self.seat):
                return self
            self.passes()
        raise AssertionError(f"{kind} is not asked")

    def idle(self) -> Answer:
        """Return an answer for a seat to which nothing matters. A system's table knows better."""
        return Pass()

    def check(self) -> None:
        """Check the conditions after every request. A system's table may say."""

    def _give(self, answer: Any) -> None:
        agenda.advance(self.g, answer)
        self.said += self.g.events
        self.events += self.g.events

    def _settle(self) -> None:
        """Answer every request that no seat decides."""
        while not isinstance(self.request, Choose | ChooseSecretly | Over):
            request = self.request
            self.requests.append(request)
            if isinstance(request, Roll) and (self.dice or self.own_dice):
                assert self.dice, f"nobody said what is rolled for: {request.reason}"
                assert len(self.dice[0]) == request.count, f"{request.reason}: {self.dice[0]}"
                self._give(self.dice.pop(0))
            else:
                self._give(self.dealer.answer(request))
            self.check()

    # -- asking --------------------------------------------------------------------------

    @property
    def request(self) -> Request:
        assert self.g.pending is not None
        return self.g.pending

    @property
    def kind(self) -> str:
        """The kind of decision that is asked, "over" at the end."""
        request = self.request
        return request.kind if isinstance(request, Choose | ChooseSecretly) else "over"

    @property
    def seat(self) -> Seat:
        """Return the seat that is asked; NO_SEAT if it is not one seat."""
        return self.request.seat if isinstance(self.request, Choose) else NO_SEAT

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All who are asked together, in secret."""
        assert isinstance(self.request, ChooseSecretly)
        return self.request.seats

    @property
    def top(self) -> Any:
        return self.g.agenda[-1]

    @property
    def over(self) -> Over | None:
        """The end, if it has come."""
        return self.request if isinstance(self.request, Over) else None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Of a game that is over."""
        assert self.over is not None, "the game is not over"
        return self.over.result.winners

    @property
    def reason(self) -> str:
        """Why a game is over."""
        assert self.over is not None, "the game is not over"
        return self.over.result.reason

    def known(self, seat: int) -> Mapping[int, int]:
        """Return what a seat has learnt alone."""
        return self.dealer.knowledge[seat]

    def view(self, seat: int | None = None) -> View[G]:
        """Return what a seat sees; by default the seat that is asked."""
        seat = self.seat if seat is None else seat
        return View(self.g, seat, self.known(seat))

    def told(self, kind: type[E]) -> list[E]:
        """All events of a class so far."""
        return every(self.events, kind)

    # -- what is allowed -----------------------------------------------------------------

    def options(self, kind: type | None = None, seat: int | None = None) -> list[Any]:
        """All offered and allowed answers, of one class if wanted."""
        found = agenda.options(self.view(seat))
        return [a for a in found if kind is None or isinstance(a, kind)]

    def why_not(self, answer: Any, seat: int | None = None) -> Refusal | None:
        """Why an answer is not allowed now. The reason must read well."""
        refusal = agenda.why_not(self.view(seat), answer)
        assert refusal is None or (refusal.why and not refusal.why.endswith(".")), refusal
        return refusal

    def allowed(self, answer: Any, seat: int | None = None) -> bool:
        return self.why_not(answer, seat) is None

    def rule_against(self, answer: Any, seat: int | None = None) -> str:
        """The rule that forbids an answer, "" if it is allowed."""
        refusal = self.why_not(answer, seat)
        return refusal.rule if refusal is not None else ""

    def refusal(self, answer: Any) -> Refusal:
        """Why the seat that is asked may not give this answer; it must be refused."""
        refusal = self.why_not(answer)
        assert refusal is not None, f"{answer} is allowed"
        return refusal

    def refused(self, answer: Any, rule: str, words: str = "") -> None:
        """The answer is refused by this rule, and the state stays as it is.

        Played as a hidden card by a cheat who does not look at their own hand, it is refused at the
        latest when the card is opened.
        """
        refusal = self.refusal(answer)
        assert refusal.rule == rule, refusal
        assert words in refusal.why, refusal
        clone = self.g.clone()
        with pytest.raises(IllegalAnswer):
            request = agenda.advance(clone, answer)
            assert isinstance(request, Reveal), f"{answer} has been accepted"
            agenda.advance(clone, self.dealer.answer(request))


def classes(events: Iterable[Event]) -> list[type[Event]]:
    return [type(e) for e in events]


def every(events: Iterable[Event], kind: type[E]) -> list[E]:
    """All events of a class, in order."""
    return [e for e in events if isinstance(e, kind)]


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The only event of a class."""
    (found,) = every(events, kind)
    return found
