"""The course of a match, from HELLO to END: the steps of one request after another.

Each of the files beside this one answers a few requests, as the table in `requests` says:
`openings` shows cards to those who may see them, `decisions` hears what seats decide, `decks`
shuffles, `rolls` rolls, `leaving/redeal` makes a new deck when a seat was dropped; `ends` is the
beginning and the end.

No share leaves before every decision that it depends on is accepted: a step begins only when every
entry of the step before it has been checked and accepted, the engine asks for a card only after the
answers that led there, and shares are made for what our own engine asks for and for nothing else.
An entry's claims about cards are never a reason to open one.
"""

from __future__ import annotations

from typing import Any

from owm_net.engine import agenda, codec
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import Over, Request
from owm_net.session.asked import Asked
from owm_net.session.basis import Basis
from owm_net.session.decisions import Decisions
from owm_net.session.decks import Decks
from owm_net.session.ends import Ends
from owm_net.session.leaving.redeal import Redeals
from owm_net.session.openings import Openings
from owm_net.session.requests import answers
from owm_net.session.rolls import Rolls
from owm_net.session.steps import MatchStopped, SeatDropped, Steps, TurnedBack


class Course:
    """All steps of one match."""

    def __init__(self, basis: Basis) -> None:
        openings = Openings(basis)
        self._basis = basis
        self._decks = Decks(basis)
        self._ends = Ends(basis)
        self._answers = answers(
            openings,
            Decisions(basis, openings),
            self._decks,
            Rolls(basis),
            Redeals(basis, self._decks, openings),
        )

    def whole(self) -> Steps:
        """The whole match, from HELLO to END; returns its `Result`.

        When the others agree to go on without a seat, `SeatDropped` is thrown in here, and the
        rules say what is asked then; when the players end the match, `MatchStopped`; when they go
        on from an earlier decision, `TurnedBack`.
        """
        basis = self._basis
        yield from self._ends.meet()
        request = agenda.begin(basis.state)
        basis.events.extend(basis.state.events)
        while not isinstance(request, Over):
            noted = self._note(request)
            try:
                answer = yield from self.answer(request)
            except SeatDropped as dropped:
                if noted is not None:
                    noted.left = dropped.seat
                basis.run.clear()
                request = basis.system.go_on_without(basis.state, dropped.seat)
            except TurnedBack as turned:
                if noted is not None:
                    noted.back = turned.step
                request = basis.run.turn_back(basis.state, turned.step)
            except MatchStopped as stopped:
                basis.stopped = stopped.result
                if noted is not None:
                    noted.stopped = stopped.result
                yield from self._part()
                return stopped.result
            else:
                if noted is not None:
                    noted.answer = answer
                basis.run.note(basis.state, request, answer, basis.chain.step)
                request = agenda.advance(basis.state, answer)
            basis.events.extend(basis.state.events)
        self._note(request)
        yield from self._part()
        return request.result

    def _note(self, request: Request[Any]) -> Asked | None:
        """Write a request down, if somebody wants to have them."""
        basis = self._basis
        if basis.asked is None:
            return None
        state, step = basis.state, basis.chain.step + 1
        basis.asked.append(Asked(state.answered, step, codec.digest(state), request))
        return basis.asked[-1]

    def _part(self) -> Steps:
        """Run END for everybody present; a seat that is dropped only here loses nothing and stops
        nobody."""
        try:
            yield self._ends.part()
        except SeatDropped:
            yield from self._part()

    def answer(self, request: Request[Any]) -> Steps:
        steps = self._answers.get(type(request))
        if steps is None:
            raise EngineBug(f"the network has no way to answer {type(request).__name__}")
        return steps(request)
