"""The rules, which no page about bytes can hold: the one module here that imports owm_net, and
of it the engine and the games alone.

It answers the second verifier's questions: what is asked now, which digest the state has, is this
answer allowed. It is told the results of the entries, and never asked for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net import games
from owm_net.engine import agenda, codec, records
from owm_net.engine.errors import BadEncoding, IllegalAnswer
from owm_net.engine.requests import Answer, Choose, Over
from owm_net.engine.system import BadSetup, Setup, System
from tests.second_verifier.curve import Refused
from tests.second_verifier.layout import Terms
from tests.second_verifier.steps import Foul, Request


class Engine:
    """One game, replayed by the engine. See `steps.Rules`."""

    def __init__(self, terms: Terms, system: System | None = None) -> None:
        try:
            found = games.get(terms.system) if system is None else system
            setup = Setup(
                terms.mission,
                terms.level,
                terms.seats,
                tuple((name, value) for name, value in terms.switches),
                terms.pack,
                terms.pack_digest,
            )
            found.check_setup(setup)
        except (KeyError, BadSetup, ValueError, TypeError) as e:
            raise Refused(f"a game that is not here: {e}") from e
        if (found.version, found.data_digest()) != (terms.version, terms.data):
            raise Refused("another version of the rules")
        self._system = found
        self._state = found.new_game(setup)
        self.request: Request | None = None
        self._before: dict[int, Any] = {}  # answered -> the state, since something was revealed

    def begin(self) -> Request:
        return self._ask(agenda.begin(self._state))

    def _ask(self, request: Any) -> Request:
        """A request, as `steps.Request`."""
        self.request = {"request": request.name, **_fields(request)}
        if isinstance(request, Over):
            self.request["result"] = _fields(request.result)
        return self.request

    def digest(self) -> bytes:
        """Of the state at this pause."""
        return codec.digest(self._state)

    @property
    def answered(self) -> int:
        """Requests answered so far."""
        return self._state.answered

    def read(self, data: bytes) -> Answer:
        try:
            answer = records.from_bytes(data)
        except BadEncoding as e:
            raise Refused(f"no answer: {e}") from e
        if not isinstance(answer, Answer):
            raise Refused("no answer")
        return answer

    def check(self, seat: int, answer: Answer) -> None:
        """Check that the seat may give it now."""
        if not isinstance(self._state.pending, Choose) and self.played(answer):
            raise Foul(seat, "a slot is played in secret")
        try:
            agenda.check_answer(self._state, seat, answer)
        except IllegalAnswer as e:
            raise Foul(e.seat, str(e)) from e

    def played(self, answer: Answer) -> tuple[int, ...]:
        """The slots that an answer opens."""
        return tuple([card for card in records.played_cards(answer) if card < 0])

    def advance(self, answer: Any) -> Request:
        if not isinstance(self._state.pending, Choose) or self.played(answer):
            self._before = {}
        else:
            self._before[self.answered] = self._state.clone()
        try:
            return self._ask(agenda.advance(self._state, answer))
        except IllegalAnswer as e:
            raise Foul(e.seat, str(e)) from e

    def turn_back(self, step: int, answered: int) -> Request:
        counted = self.answered + 1
        self._state = self._before[answered].clone()
        self._state.answered = counted
        self._before = {n: state for n, state in self._before.items() if n < answered}
        return self._ask(self._state.pending)

    def can_go_on_without(self, seat: int) -> bool:
        return self._system.why_no_drop(self._state, seat) is None

    def go_on_without(self, seat: int) -> Request:
        return self._ask(self._system.go_on_without(self._state, seat))

    def given_up(self, seat: int, present: Sequence[int], how: str) -> Request | None:
        if len(present) > 2 and self.can_go_on_without(seat):
            return None
        others = self._system.opponents(self._state, seat)
        winners = [other for other in others if other in present]
        return {"winners": winners, "scores": [], "reason": f"seat {seat} {how}"}


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in type(record).__match_args__}
