"""The course of a match, from HELLO to END: which steps of the protocol answer which request.

Each of the files beside this one answers a few requests: `openings` shows cards to those who
may see them, `decisions` hears what seats decide, `decks` shuffles, `chance` rolls, `redeal`
makes a new deck when a seat has left; `ends` is the beginning and the end.

No share leaves before every decision that it depends on is accepted: a step begins only when
every entry of the step before it has been checked and accepted, the engine asks for a card only
after the answers that led there, and shares are made for what our own engine asks for and for
nothing else. What an entry says about cards is never a reason to open one.
"""

from __future__ import annotations

from typing import Any

from owm_net.engine import agenda, codec
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import (
    Choose,
    ChooseSecretly,
    Draw,
    Flip,
    Over,
    Peek,
    Pick,
    PrivateDeck,
    Redeal,
    Request,
    Reveal,
    Roll,
    Show,
    Shuffle,
)
from owm_net.session.asked import Asked
from owm_net.session.chance import Rolls
from owm_net.session.decisions import Decisions
from owm_net.session.decks import Decks
from owm_net.session.drops import SeatLeft
from owm_net.session.ends import Ends
from owm_net.session.ground import Ground
from owm_net.session.openings import Openings
from owm_net.session.redeal import Redeals
from owm_net.session.steps import Steps, Work


class Course:
    """Which steps answer which request."""

    def __init__(self, ground: Ground) -> None:
        self._openings = Openings(ground)
        self._decisions = Decisions(ground, self._openings)
        self._decks = Decks(ground)
        self._rolls = Rolls(ground)
        self._redeals = Redeals(ground, self._decks, self._openings)
        self._ends = Ends(ground)
        self._ground = ground

    def whole(self) -> Steps:
        """The whole match, from HELLO to END; returns its `Result`.

        When the others agree to go on without a seat, `SeatLeft` is thrown in here, and the rules
        say what is asked then.
        """
        ground = self._ground
        yield from self._ends.meet()
        request = agenda.begin(ground.state)
        ground.events.extend(ground.state.events)
        while not isinstance(request, Over):
            noted = self._note(request)
            try:
                answer = yield from self.answer(request)
            except SeatLeft as left:
                if noted is not None:
                    noted.left = left.seat
                request = ground.system.go_on_without(ground.state, left.seat)
            else:
                if noted is not None:
                    noted.answer = answer
                request = agenda.advance(ground.state, answer)
            ground.events.extend(ground.state.events)
        self._note(request)
        yield from self._part()
        return request.result

    def _note(self, request: Request[Any]) -> Asked | None:
        """Write a request down, if somebody wants to have them."""
        ground = self._ground
        if ground.asked is None:
            return None
        state, step = ground.state, ground.lockstep.step + 1
        ground.asked.append(Asked(state.steps, step, codec.digest(state), request))
        return ground.asked[-1]

    def _part(self) -> Steps:
        """END of all that are there; who leaves only here has lost nothing and stops nobody."""
        try:
            yield self._ends.part()
        except SeatLeft:
            yield from self._part()

    def idle(self) -> Work | None:
        """What may be computed ahead of its time."""
        return self._decks.idle()

    def answer(self, request: Request[Any]) -> Steps:
        """The steps that answer one request."""
        if isinstance(request, Choose):
            return self._decisions.choose(request)
        if isinstance(request, ChooseSecretly):
            return self._decisions.choose_secretly(request)
        if isinstance(request, Flip | Reveal):
            return self._openings.open(request.slots)
        if isinstance(request, Draw | Peek):
            return self._openings.learn(request.seat, request.slots)
        if isinstance(request, Show):
            return self._openings.learn(request.to, request.slots)
        if isinstance(request, Shuffle):
            return self._decks.shuffle(request)
        if isinstance(request, PrivateDeck):
            return self._decks.private_deck(request)
        if isinstance(request, Redeal):
            return self._redeals.redeal(request)
        if isinstance(request, Roll | Pick):
            return self._rolls.roll(request)
        raise EngineBug(f"the network has no way to answer {type(request).__name__}")
